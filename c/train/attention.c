/* SPDX-License-Identifier: MIT */
#include "model.h"

/* The keys of a group of queries: first <= key < end. Both limits are multiples of 4. */
typedef struct {
  size_t first, end;
} span;

/* Returns the number of rows in the group of queries from row i on: 4, or 1 for the last rows. */
static size_t group_at(const pe_train_plan *p, size_t i) {
  return i + 4 <= p->length ? 4 : 1;
}

/* Returns the first key of a query. */
static size_t first_key(const pe_train_plan *p, size_t query) {
  return query >= p->window ? query - p->window + 1 : 0;
}

/* Returns the end of the keys of a query. */
static size_t end_key(const pe_train_plan *p, size_t query) {
  size_t after = p->causal ? 1 : p->window, left = p->length - query;
  return query + (after < left ? after : left);
}

static span keys_of(const pe_train_plan *p, size_t i, size_t rows) {
  return (span){first_key(p, i) & ~(size_t)3, (end_key(p, i + rows - 1) + 3) & ~(size_t)3};
}

/* The addresses of one head's data in one layer. */
typedef struct {
  const float *v, *q, *k;  // [length], rows of 3 dim elements
  float *weights;  // [length][stride]
  const float *ramp;  // biases, at ramp[key - query + length - 1]; null if there are none
  size_t column;  // where the head's part of a row of dim elements begins
} head_places;

static head_places places_of(const pe_train_plan *p, size_t layer, size_t head) {
  float *vqk = pe_train_record_of(p, layer).vqk + head * p->head_dim;
  bool biased = p->scheme == PE_TRAIN_ALIBI || p->scheme == PE_TRAIN_T5;
  size_t matrix = p->keep ? layer * p->heads + head : 0;
  return (head_places){
      .v = vqk,
      .q = vqk + p->dim,
      .k = vqk + 2 * p->dim,
      .weights = p->attention + matrix * p->length * p->stride,
      .ramp = biased ? p->ramps + head * p->ramp_stride : NULL,
      .column = head * p->head_dim,
  };
}

/* Writes the transpose of one head's keys or values, [head_dim][stride]. The last columns are 0. */
static void transpose_head(const pe_train_plan *p, float *to, const float *from) {
  pe_train_transpose(to, p->stride, from, 3 * p->dim, p->length, p->head_dim);
  for (size_t d = 0; d < p->head_dim; d++)
    for (size_t j = p->length; j < p->stride; j++) to[d * p->stride + j] = 0;
}

/* Replaces the scores of one query by weights. Keys outside of its mask get 0. */
static void softmax(const pe_train_plan *p, float *s, const float *ramp, size_t query, span keys) {
  const float scale = (float)(1 / __builtin_sqrt((double)p->head_dim));
  const float *bias = ramp ? ramp + (p->length - 1 - query) : NULL;
  const size_t first = first_key(p, query), end = end_key(p, query);
  for (size_t j = keys.first; j < keys.end; j += 4) {
    f32x4 score = f32x4_load(s + j) * scale;
    f32x4_store(s + j, bias ? score + f32x4_load(bias + j) : score);
  }
  for (size_t j = keys.first; j < first; j++) s[j] = -INFINITY;
  for (size_t j = end; j < keys.end; j++) s[j] = -INFINITY;
  f32x4 top = f32x4_load(s + keys.first), sum = {0};
  for (size_t j = keys.first + 4; j < keys.end; j += 4) top = f32x4_larger(top, f32x4_load(s + j));
  float a = top[0] > top[1] ? top[0] : top[1], b = top[2] > top[3] ? top[2] : top[3];
  top = f32x4_splat(a > b ? a : b);
  for (size_t j = keys.first; j < keys.end; j += 4) {
    f32x4 e = f32x4_exp(f32x4_load(s + j) - top);
    f32x4_store(s + j, e);
    sum += e;
  }
  const float part = 1 / f32x4_sum(sum);
  for (size_t j = keys.first; j < keys.end; j += 4) f32x4_store(s + j, f32x4_load(s + j) * part);
}

void pe_train_attend(pe_train_plan *p, size_t layer, size_t heads) {
  const size_t row = 3 * p->dim, size = p->head_dim;
  float *attended = pe_train_record_of(p, layer).attended;
  for (size_t head = 0; head < heads; head++) {
    head_places at = places_of(p, layer, head);
    transpose_head(p, p->keys, at.k);
    for (size_t i = 0, rows; i < p->length; i += rows) {
      rows = group_at(p, i);
      span keys = keys_of(p, i, rows);
      float *s = at.weights + i * p->stride;
      pe_train_product(s + keys.first, p->stride, (pe_train_matrix){at.q + i * row, row, 1},
                       p->keys + keys.first, p->stride, rows, size, keys.end - keys.first, false);
      for (size_t r = 0; r < rows; r++) softmax(p, s + r * p->stride, at.ramp, i + r, keys);
      size_t end = end_key(p, i + rows - 1);
      pe_train_product(attended + i * p->dim + at.column, p->dim,
                       (pe_train_matrix){s + keys.first, p->stride, 1}, at.v + keys.first * row,
                       row, rows, end - keys.first, size, false);
    }
  }
}

/*
 * Replaces d, the gradient of the weights of one query, by the gradient of its products q . k. Adds
 * the gradient of the biases to d_ramp.
 */
static void softmax_backward(const pe_train_plan *p, float *d, const float *weights, float *d_ramp,
                             size_t query, span keys) {
  const float scale = (float)(1 / __builtin_sqrt((double)p->head_dim));
  float *d_bias = d_ramp ? d_ramp + (p->length - 1 - query) : NULL;
  f32x4 sum = {0};
  for (size_t j = keys.first; j < keys.end; j += 4)
    sum += f32x4_load(d + j) * f32x4_load(weights + j);
  const f32x4 mean = f32x4_splat(f32x4_sum(sum));
  for (size_t j = keys.first; j < keys.end; j += 4) {
    f32x4 score = f32x4_load(weights + j) * (f32x4_load(d + j) - mean);
    if (d_bias) f32x4_store(d_bias + j, f32x4_load(d_bias + j) + score);
    f32x4_store(d + j, score * scale);
  }
}

/*
 * Computes the gradients of one head's keys and values. In a causal model, queries before a key do
 * not attend to this key, so they are left out.
 */
static void keys_backward(pe_train_plan *p, head_places at, float *d_v, float *d_k) {
  const size_t row = 3 * p->dim;
  for (size_t j = 0, rows; j < p->length; j += rows) {
    rows = group_at(p, j);
    size_t first = p->causal ? j : 0, queries = p->length - first;
    size_t corner = first * p->stride + j;
    pe_train_product(d_k + j * row, row, (pe_train_matrix){p->d_scores + corner, 1, p->stride},
                     at.q + first * row, row, rows, queries, p->head_dim, false);
    pe_train_product(d_v + j * row, row, (pe_train_matrix){at.weights + corner, 1, p->stride},
                     p->d_attended + first * p->dim + at.column, p->dim, rows, queries, p->head_dim,
                     false);
  }
}

void pe_train_attend_backward(pe_train_plan *p, size_t layer) {
  const size_t row = 3 * p->dim, size = p->head_dim;
  for (size_t head = 0; head < p->heads; head++) {
    head_places at = places_of(p, layer, head);
    float *d_v = p->d_vqk + at.column, *d_q = d_v + p->dim, *d_k = d_q + p->dim;
    float *d_ramp = p->scheme == PE_TRAIN_T5 ? p->d_ramps + head * p->ramp_stride : NULL;
    transpose_head(p, p->values, at.v);
    for (size_t i = 0, rows; i < p->length; i += rows) {
      rows = group_at(p, i);
      span keys = keys_of(p, i, rows);
      float *d = p->d_scores + i * p->stride;
      pe_train_matrix d_out = {p->d_attended + i * p->dim + at.column, p->dim, 1};
      pe_train_product(d + keys.first, p->stride, d_out, p->values + keys.first, p->stride, rows,
                       size, keys.end - keys.first, false);
      for (size_t r = 0; r < rows; r++)
        softmax_backward(p, d + r * p->stride, at.weights + (i + r) * p->stride, d_ramp, i + r,
                         keys);
      size_t end = end_key(p, i + rows - 1);
      pe_train_product(d_q + i * row, row, (pe_train_matrix){d + keys.first, p->stride, 1},
                       at.k + keys.first * row, row, rows, end - keys.first, size, false);
    }
    keys_backward(p, at, d_v, d_k);
  }
}

/* SPDX-License-Identifier: MIT */
#include "model.h"

/* The standard deviation of initial embeddings. It is small relative to the sines of a table. */
static const double SMALL = 0.1;

/*
 * Writes normally distributed numbers. The index of each draw is the index of its parameter.
 * The parameters of positions come last, so the scheme does not change the other initial weights.
 */
static void draw(pe_train_plan *p, float *to, size_t count, double seed, double deviation) {
  pe_random_normal(to, count, (double)(to - p->weights), seed, deviation);
}

static void fill(float *to, size_t count, float value) {
  for (size_t k = 0; k < count; k++) to[k] = value;
}

void pe_train_initialize(pe_train_plan *p, double seed) {
  const size_t dim = p->dim;
  const double by_dim = 1 / __builtin_sqrt((double)dim), depth = 2 * (double)p->layers;
  pe_train_parts parts = pe_train_parts_of(p, p->weights);
  draw(p, parts.embedding, PE_TRAIN_VOCABULARY * dim, seed, SMALL);
  for (size_t i = 0; i < p->layers; i++) {
    pe_train_layer layer = pe_train_layer_of(p, p->weights, i);
    fill(layer.norm1, dim, 1);
    draw(p, layer.vqk, 3 * dim * dim, seed, by_dim);
    draw(p, layer.output, dim * dim, seed, by_dim / __builtin_sqrt(depth));
    fill(layer.norm2, dim, 1);
    draw(p, layer.up, dim * p->hidden, seed, by_dim);
    draw(p, layer.down, p->hidden * dim, seed, 1 / __builtin_sqrt((double)p->hidden * depth));
  }
  fill(parts.norm, dim, 1);
  draw(p, parts.head, dim * PE_TRAIN_VOCABULARY, seed, by_dim);
  if (p->scheme == PE_TRAIN_LEARNED) draw(p, parts.positions, p->trained * dim, seed, SMALL);
  if (p->scheme == PE_TRAIN_T5) fill(parts.positions, PE_TRAIN_BUCKETS * p->heads, 0);
  fill(p->means, 2 * p->parameters, 0);
}

static void transpose(float *to, const float *from, size_t rows, size_t columns) {
  pe_train_transpose(to, rows, from, columns, rows, columns);
}

void pe_train_prepare(pe_train_plan *p) {
  const float *weights = pe_train_parts_of(p, p->weights).positions;
  for (size_t head = 0; p->scheme == PE_TRAIN_T5 && head < p->heads; head++)
    pe_bucket_lookup(p->ramps + head * p->ramp_stride, p->buckets, 2 * p->length - 1, weights,
                     p->heads, head, 0);
  if (!p->keep) return;
  fill(p->gradients, p->parameters, 0);
  for (size_t i = 0; i < p->layers; i++) {
    pe_train_layer to = pe_train_layer_of(p, p->transposed, i);
    pe_train_layer from = pe_train_layer_of(p, p->weights, i);
    transpose(to.vqk, from.vqk, p->dim, 3 * p->dim);
    transpose(to.output, from.output, p->dim, p->dim);
    transpose(to.up, from.up, p->dim, p->hidden);
    transpose(to.down, from.down, p->hidden, p->dim);
  }
  transpose(pe_train_parts_of(p, p->transposed).head, pe_train_parts_of(p, p->weights).head, p->dim,
            PE_TRAIN_VOCABULARY);
}

/* Computes C = A B, or with `add` C += A B, where no matrix has gaps between its rows. */
static void multiply(float *c, const float *a, const float *b, size_t rows, size_t inner,
                     size_t columns, bool add) {
  pe_train_product(c, columns, (pe_train_matrix){a, inner, 1}, b, columns, rows, inner, columns,
                   add);
}

/* Adds the gradient of the matrix W in Y = X W, which is X^T d_Y. X is [rows][inner]. */
static void add_gradient(float *d_w, const float *x, const float *d_y, size_t rows, size_t inner,
                         size_t columns) {
  pe_train_product(d_w, columns, (pe_train_matrix){x, 1, inner}, d_y, columns, inner, rows, columns,
                   true);
}

static void add(float *to, const float *from, size_t count) {
  for (size_t k = 0; k < count; k += 4)
    f32x4_store(to + k, f32x4_load(to + k) + f32x4_load(from + k));
}

/*
 * Returns where the row of a position begins in a learned table. Positions after the last row of
 * the table use the last row.
 */
static size_t learned_at(const pe_train_plan *p, size_t i) {
  return (i < p->trained ? i : p->trained - 1) * p->dim;
}

/*
 * Returns the row of a table that is added at a position; NULL if the positional encoding adds no
 * row.
 */
static const float *row_at(const pe_train_plan *p, size_t i) {
  if (p->scheme == PE_TRAIN_SINUSOIDAL) return p->table + i * p->dim;
  if (p->scheme != PE_TRAIN_LEARNED) return NULL;
  return pe_train_parts_of(p, p->weights).positions + learned_at(p, i);
}

static void embed(const pe_train_plan *p, float *x) {
  const float *embedding = pe_train_parts_of(p, p->weights).embedding;
  for (size_t i = 0; i < p->length; i++) {
    const float *row = row_at(p, i);
    pe_copy(x + i * p->dim, embedding + (size_t)p->tokens[i] * p->dim, p->dim * sizeof(float));
    if (row) add(x + i * p->dim, row, p->dim);
  }
}

/* Rotates queries and keys. The values, the first third of each row, are not rotated. */
static void rotate(const pe_train_plan *p, float *vqk, pe_flags flags) {
  if (p->scheme != PE_TRAIN_ROPE) return;
  pe_rotate(vqk, p->length * 3 * p->heads, p->head_dim, p->head_dim / 2, 3 * p->heads, 2 * p->heads,
            0, p->cosines, p->sines, p->length, flags);
}

/* Computes what attention needs: normalizes x, and projects it to values, queries and keys. */
static void project(pe_train_plan *p, size_t layer) {
  pe_train_layer w = pe_train_layer_of(p, p->weights, layer);
  pe_train_record r = pe_train_record_of(p, layer);
  pe_train_norm(r.h1, r.scale1, r.x, w.norm1, p->length, p->dim);
  multiply(r.vqk, r.h1, w.vqk, p->length, p->dim, 3 * p->dim, false);
  rotate(p, r.vqk, 0);
}

/* Computes a layer whose input is in its record, and writes its output to `to`. */
static void layer_forward(pe_train_plan *p, size_t layer, float *to) {
  pe_train_layer w = pe_train_layer_of(p, p->weights, layer);
  pe_train_record r = pe_train_record_of(p, layer);
  const size_t size = p->length * p->dim * sizeof(float);
  project(p, layer);
  pe_train_attend(p, layer, p->heads);
  pe_copy(r.middle, r.x, size);
  multiply(r.middle, r.attended, w.output, p->length, p->dim, p->dim, true);
  pe_train_norm(r.h2, r.scale2, r.middle, w.norm2, p->length, p->dim);
  multiply(r.up, r.h2, w.up, p->length, p->dim, p->hidden, false);
  for (size_t k = 0; k < p->length * p->hidden; k += 4)
    f32x4_store(r.up + k, f32x4_larger(f32x4_load(r.up + k), f32x4_splat(0)));
  pe_copy(to, r.middle, size);
  multiply(to, r.up, w.down, p->length, p->hidden, p->dim, true);
}

/*
 * Computes the first `count` layers. Each layer writes its output to the record of the next layer,
 * and the last layer of the model writes to p->x.
 */
static void layers_forward(pe_train_plan *p, size_t count) {
  embed(p, pe_train_record_of(p, 0).x);
  for (size_t i = 0; i < count; i++)
    layer_forward(p, i, i + 1 < p->layers ? pe_train_record_of(p, i + 1).x : p->x);
}

void pe_train_forward(pe_train_plan *p) {
  pe_train_parts parts = pe_train_parts_of(p, p->weights);
  layers_forward(p, p->layers);
  pe_train_norm(p->h, p->scale, p->x, parts.norm, p->length, p->dim);
  multiply(p->logits, p->h, parts.head, p->length, p->dim, PE_TRAIN_VOCABULARY, false);
}

float *pe_train_attention(pe_train_plan *p, size_t layer, size_t head) {
  layers_forward(p, layer);
  project(p, layer);
  float *weights = p->attention + (p->keep ? layer * p->heads + head : 0) * p->length * p->stride;
  fill(weights, p->length * p->stride, 0);
  pe_train_attend(p, layer, head + 1);
  return weights;
}

/*
 * Replaces probabilities by the gradient of the logits. The gradient is `weight` times the
 * probability, or times probability - 1 at the target. It is 0 if there is no target.
 */
static void logits_backward(pe_train_plan *p, float weight) {
  for (size_t i = 0; i < p->length; i++) {
    float *d = p->logits + i * PE_TRAIN_VOCABULARY;
    const int32_t target = p->targets[i];
    const float factor = target < 0 ? 0 : weight;
    if (target >= 0) d[target] -= 1;
    for (size_t k = 0; k < PE_TRAIN_VOCABULARY; k += 4)
      f32x4_store(d + k, f32x4_load(d + k) * factor);
  }
}

/*
 * Computes the gradients of the feed-forward part. On entry, d_x is the gradient of its output. On
 * return, d_x is the gradient of `middle`.
 */
static void feed_forward_backward(pe_train_plan *p, size_t layer) {
  pe_train_layer w = pe_train_layer_of(p, p->weights, layer);
  pe_train_layer g = pe_train_layer_of(p, p->gradients, layer);
  pe_train_layer t = pe_train_layer_of(p, p->transposed, layer);
  pe_train_record r = pe_train_record_of(p, layer);
  multiply(p->d_up, p->d_x, t.down, p->length, p->dim, p->hidden, false);
  add_gradient(g.down, r.up, p->d_x, p->length, p->hidden, p->dim);
  for (size_t k = 0; k < p->length * p->hidden; k += 4) {
    i32x4 passed = f32x4_load(r.up + k) > f32x4_splat(0);
    f32x4_store(p->d_up + k, (f32x4)(passed & (i32x4)f32x4_load(p->d_up + k)));
  }
  multiply(p->d_h, p->d_up, t.up, p->length, p->hidden, p->dim, false);
  add_gradient(g.up, r.h2, p->d_up, p->length, p->dim, p->hidden);
  pe_train_norm_backward(p->d_x, g.norm2, p->d_h, r.middle, r.scale2, w.norm2, p->length, p->dim);
}

/*
 * Computes the gradients of attention. On entry, d_x is the gradient of `middle`. On return, d_x is
 * the gradient of the input.
 */
static void attention_backward(pe_train_plan *p, size_t layer) {
  pe_train_layer w = pe_train_layer_of(p, p->weights, layer);
  pe_train_layer g = pe_train_layer_of(p, p->gradients, layer);
  pe_train_layer t = pe_train_layer_of(p, p->transposed, layer);
  pe_train_record r = pe_train_record_of(p, layer);
  multiply(p->d_attended, p->d_x, t.output, p->length, p->dim, p->dim, false);
  add_gradient(g.output, r.attended, p->d_x, p->length, p->dim, p->dim);
  pe_train_attend_backward(p, layer);
  rotate(p, p->d_vqk, PE_INVERSE);
  multiply(p->d_h, p->d_vqk, t.vqk, p->length, 3 * p->dim, p->dim, false);
  add_gradient(g.vqk, r.h1, p->d_vqk, p->length, p->dim, 3 * p->dim);
  pe_train_norm_backward(p->d_x, g.norm1, p->d_h, r.x, r.scale1, w.norm1, p->length, p->dim);
}

/* Adds d_x to the gradients of embeddings and of a learned table. */
static void embed_backward(pe_train_plan *p) {
  pe_train_parts g = pe_train_parts_of(p, p->gradients);
  for (size_t i = 0; i < p->length; i++) {
    const float *d = p->d_x + i * p->dim;
    add(g.embedding + (size_t)p->tokens[i] * p->dim, d, p->dim);
    if (p->scheme == PE_TRAIN_LEARNED) add(g.positions + learned_at(p, i), d, p->dim);
  }
}

/* Adds d_ramps to the gradients of T5's biases. The sum of each bucket is a double. */
static void ramps_backward(pe_train_plan *p) {
  float *biases = pe_train_parts_of(p, p->gradients).positions;
  for (size_t head = 0; head < p->heads; head++) {
    double sums[PE_TRAIN_BUCKETS] = {0};
    const float *d_ramp = p->d_ramps + head * p->ramp_stride;
    for (size_t k = 0; k < 2 * p->length - 1; k++) sums[p->buckets[k]] += d_ramp[k];
    for (size_t k = 0; k < PE_TRAIN_BUCKETS; k++) biases[k * p->heads + head] += (float)sums[k];
  }
}

double pe_train_backward(pe_train_plan *p, double weight) {
  pe_train_parts w = pe_train_parts_of(p, p->weights), g = pe_train_parts_of(p, p->gradients);
  const float *head = pe_train_parts_of(p, p->transposed).head;
  pe_train_forward(p);
  const double loss = pe_train_loss(p);
  logits_backward(p, (float)weight);
  multiply(p->d_h, p->logits, head, p->length, PE_TRAIN_VOCABULARY, p->dim, false);
  add_gradient(g.head, p->h, p->logits, p->length, p->dim, PE_TRAIN_VOCABULARY);
  fill(p->d_x, p->length * p->dim, 0);
  pe_train_norm_backward(p->d_x, g.norm, p->d_h, p->x, p->scale, w.norm, p->length, p->dim);
  fill(p->d_ramps, p->heads * p->ramp_stride, 0);
  for (size_t i = p->layers; i--;) {
    feed_forward_backward(p, i);
    attention_backward(p, i);
  }
  embed_backward(p);
  if (p->scheme == PE_TRAIN_T5) ramps_backward(p);
  return loss;
}

/* SPDX-License-Identifier: MIT */
/* Fuzzes the kernels of products, attention and similarity. */
#include "fuzz.h"

static void products(void) {
  const size_t rows = below(5), columns = below(7), dim = any_size(), stride = columns + below(3),
               n = rows ? (rows - 1) * stride + columns : 0;
  double *a = doubles(rows * dim), *b = doubles(columns * dim), *out = take_doubles(n), one,
         scale = datum();
  CALL(pe_products)(out, stride, a, rows, b, columns, dim, scale);
  if (!rows || !columns) return;
  const size_t i = below(rows), j = below(columns);
  CALL(pe_products)(&one, 1, a + i * dim, 1, b + j * dim, 1, dim, scale);
  CHECK(same(out[i * stride + j], one));
  if (fuzz_wild) return;
  double sum = 0;
  for (size_t d = 0; d < dim; d++) sum += a[i * dim + d] * b[j * dim + d];
  CHECK(near(one, scale * sum, 1e-13));
}

/* The inputs of attention: its sizes, arrays, scale and limit. */
typedef struct {
  size_t rows, columns, dim;
  double *q, *k, *v, scale, limit;
  float *bias;
} scene;

/* Computes weights and output in two tiles. The first has the columns 0 to split - 1. */
static void attend(const scene *a, size_t split, float *weights, double *out) {
  const size_t starts[] = {0, split, a->columns};
  double *state = take_doubles(2 * a->rows), *scores[2];
  float *biases[2] = {NULL, NULL};
  for (size_t r = 0; r < a->rows; r++) state[2 * r] = -INFINITY, state[2 * r + 1] = 0;
  for (size_t i = 0; i < a->rows * a->dim; i++) out[i] = 0;
  for (size_t again = 0; again < 2; again++)
    for (size_t t = 0; t < 2; t++) {
      const size_t first = starts[t], count = starts[t + 1] - first;
      const double *k = a->k + first * a->dim;
      if (!again) {
        scores[t] = take_doubles(a->rows * count);
        if (a->bias) biases[t] = take_floats(a->rows * count);
        for (size_t r = 0; a->bias && r < a->rows; r++)
          memcpy(biases[t] + r * count, a->bias + r * a->columns + first, 4 * count);
      }
      CALL(pe_attention_scores)
      (scores[t], a->q, a->rows, k, count, a->dim, biases[t], a->scale, a->limit - (double)first);
      CALL(pe_softmax_scan)(state, scores[t], a->rows, count, again);
      if (!again) continue;
      float *part = take_floats(a->rows * count);
      CALL(pe_softmax_weights)(scores[t], part, state, a->rows, count);
      CALL(pe_weighted_sum)(out, scores[t], a->v + first * a->dim, a->rows, count, a->dim);
      for (size_t r = 0; r < a->rows; r++)
        memcpy(weights + r * a->columns + first, part + r * count, 4 * count);
    }
}

static void attention(void) {
  scene a = {.rows = below(4), .columns = below(8), .dim = below(9)};
  a.q = doubles(a.rows * a.dim), a.k = doubles(a.columns * a.dim);
  a.v = doubles(a.columns * a.dim);
  a.bias = chance(2) ? floats(a.rows * a.columns) : NULL;
  a.scale = uniform(0, 2);
  a.limit = chance(2) ? INFINITY : (double)below(12) - 4;
  const size_t n = a.rows * a.columns;
  for (size_t i = 0; a.bias && i < n; i++)
    if (chance(8)) a.bias[i] = -INFINITY;
  float *weights = take_floats(n), *tiled = take_floats(n);
  double *out = take_doubles(a.rows * a.dim), *other = take_doubles(a.rows * a.dim);
  attend(&a, a.columns, weights, out);
  written(weights, 4 * n), written(out, 8 * a.rows * a.dim);
  attend(&a, below(a.columns + 1), tiled, other);
  written(tiled, 4 * n), written(other, 8 * a.rows * a.dim);
  if (fuzz_wild) return;
  for (size_t i = 0; i < n; i++) CHECK(near(weights[i], tiled[i], 1e-7));
  for (size_t i = 0; i < a.rows * a.dim; i++) CHECK(near(out[i], other[i], 1e-14));
  for (size_t r = 0; r < a.rows; r++) {
    double sum = 0;
    bool any = false;
    for (size_t j = 0; j < a.columns; j++) {
      const bool seen =
          (double)j <= a.limit + (double)r && !(a.bias && a.bias[r * a.columns + j] == -INFINITY);
      sum += weights[r * a.columns + j];
      any |= seen;
      CHECK(seen || weights[r * a.columns + j] == 0);
    }
    CHECK(near(sum, any, 1e-6));
  }
}

static void similarities(void) {
  const size_t rows = below(4), columns = below(5), dim = any_size(), n = rows * columns;
  const pe_metric metric = (pe_metric)below(3);
  double *a = doubles(rows * dim), *b = doubles(columns * dim),
         *scratch = take_doubles(n + columns), *other = take_doubles(n + rows);
  const double scale = ldexp(1, chance(4) ? (int)below(2000) - 1000 : 0);
  float *out = take_floats(n), *turned = take_floats(n);
  if (metric == PE_COSINE)
    for (size_t i = 0; i < rows * dim; i++) a[i] *= scale;
  CALL(pe_similarity)(out, scratch, a, rows, b, columns, dim, metric);
  CALL(pe_similarity)(turned, other, b, columns, a, rows, dim, metric);
  for (size_t i = 0; i < n; i++) {
    CHECK(same(out[i], turned[i % columns * rows + i / columns]));
    if (metric == PE_COSINE) CHECK(!(fabsf(out[i]) > 1));
    if (metric == PE_EUCLIDEAN) CHECK(!(out[i] < 0));
  }
  if (rows && !fuzz_wild && dim) {
    CALL(pe_similarity)(out, scratch, a, 1, a, columns ? 1 : 0, dim, metric);
    if (columns) CHECK(metric == PE_DOT || out[0] == (metric == PE_COSINE));
  }
}

const fuzz_case SCORE_CASES[] = {
    {"products", products, 30},
    {"attention", attention, 8},
    {"similarities", similarities, 12},
    {NULL, NULL, 0},
};

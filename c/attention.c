/* SPDX-License-Identifier: MIT */
#include "maths.h"
#include "posenc.h"

void pe_attention_scores(double *scores, const double *q, size_t rows, const double *k,
                         size_t columns, size_t dim, const float *bias, double scale,
                         double limit) {
  pe_products(scores, columns, q, rows, k, columns, dim, scale);
  for (size_t r = 0; r < rows; r++) {
    double *s = scores + r * columns;
    for (size_t j = 0; bias && j < columns; j++) s[j] += bias[r * columns + j];
    for (size_t j = 0; j < columns; j++)
      if ((double)j > limit + (double)r) s[j] = -INFINITY;
  }
}

/*
 * Replaces each score by exp(score - top) and returns the sum of these numbers. A score of
 * -infinity becomes -1, which marks a key that is not attended to.
 */
static double exponentials(double *s, size_t columns, double top) {
  double sum = 0;
  for (size_t k = 0; k < columns; k += 2) {
    size_t two = k + 1 < columns;
    f64x2 x = {s[k], two ? s[k + 1] : -INFINITY};
    i64x2 masked = x == -INFINITY;
    f64x2 e = f64x2_exp(f64x2_select(masked, x, x - top));
    sum += e[0];
    sum += e[1];
    e = f64x2_select(masked, f64x2_splat(-1), e);
    s[k] = e[0];
    if (two) s[k + 1] = e[1];
  }
  return sum;
}

void pe_softmax_scan(double *state, double *scores, size_t rows, size_t columns, bool again) {
  for (size_t r = 0; r < rows; r++, state += 2, scores += columns) {
    double top = state[0], highest = -INFINITY;
    for (size_t k = 0; !again && k < columns; k++)
      if (scores[k] > highest) highest = scores[k];
    if (highest > top) {
      if (state[1] != 0) state[1] *= f64x2_exp(f64x2_splat(top - highest))[0];
      state[0] = top = highest;
    }
    double sum = exponentials(scores, columns, top);
    if (!again) state[1] += sum;
  }
}

void pe_softmax_weights(double *scores, float *weights, const double *state, size_t rows,
                        size_t columns) {
  for (size_t r = 0; r < rows; r++)
    for (size_t k = 0; k < columns; k++, scores++, weights++) {
      if (*scores >= 0) *scores /= state[2 * r + 1];
      *weights = *scores == -1 ? 0 : (float)*scores;
    }
}

/*
 * Adds the weighted value of one key, or the weighted values of four keys in their order, to `out`.
 */
INLINE void add_weighted(double *out, const double *w, const double *values, size_t dim,
                         bool four) {
  const double *v1 = values + dim, *v2 = v1 + dim, *v3 = v2 + dim;
  size_t d = 0;
  for (; d + 2 <= dim; d += 2) {
    f64x2 sum = f64x2_load(out + d) + w[0] * f64x2_load(values + d);
    if (four)
      sum = sum + w[1] * f64x2_load(v1 + d) + w[2] * f64x2_load(v2 + d) + w[3] * f64x2_load(v3 + d);
    f64x2_store(out + d, sum);
  }
  if (d < dim)
    out[d] = four ? out[d] + w[0] * values[d] + w[1] * v1[d] + w[2] * v2[d] + w[3] * v3[d]
                  : out[d] + w[0] * values[d];
}

void pe_weighted_sum(double *out, const double *weights, const double *values, size_t rows,
                     size_t columns, size_t dim) {
  for (size_t r = 0; r < rows; r++, out += dim, weights += columns)
    for (size_t k = 0; k < columns;) {
      const double *w = weights + k, *v = values + k * dim;
      // A weight of -1 marks a key that is not attended to. Its value is not read.
      bool four = k + 4 <= columns && w[0] != -1 && w[1] != -1 && w[2] != -1 && w[3] != -1;
      if (four)
        add_weighted(out, w, v, dim, true);
      else if (w[0] != -1)
        add_weighted(out, w, v, dim, false);
      k += four ? 4 : 1;
    }
}

#include "maths.h"
#include "posenc.h"

/* Products of every row of a with every row of b; each sum has two lanes, whatever block it falls in, so its bits are its own. */
void pe_products(double *out, size_t stride, const double *a, size_t a_rows, const double *b, size_t b_rows, size_t dim,
                 double scale) {
  size_t even = dim & ~(size_t)1;
  for (size_t i = 0; i < a_rows; i++) {
    const double *p = a + i * dim;
    for (size_t j = 0; j < b_rows; j += 4) {
      size_t n = b_rows - j < 4 ? b_rows - j : 4;
      const double *q0 = b + j * dim, *q1 = n > 1 ? q0 + dim : q0, *q2 = n > 2 ? q1 + dim : q0, *q3 = n > 3 ? q2 + dim : q0;
      f64x2 s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0};
      for (size_t d = 0; d < even; d += 2) {
        f64x2 v = f64x2_load(p + d);
        s0 += v * f64x2_load(q0 + d);
        s1 += v * f64x2_load(q1 + d);
        s2 += v * f64x2_load(q2 + d);
        s3 += v * f64x2_load(q3 + d);
      }
      double sums[4] = {s0[0] + s0[1], s1[0] + s1[1], s2[0] + s2[1], s3[0] + s3[1]};
      const double *q[4] = {q0, q1, q2, q3};
      for (size_t k = 0; k < n; k++) {
        if (even < dim) sums[k] += p[even] * q[k][even];
        out[i * stride + j + k] = sums[k] * scale;
      }
    }
  }
}

void pe_attention_scores(double *scores, const double *q, size_t rows, const double *k, size_t columns, size_t dim,
                         const float *bias, double scale, double limit) {
  pe_products(scores, columns, q, rows, k, columns, dim, scale);
  for (size_t r = 0; r < rows; r++) {
    double *s = scores + r * columns;
    for (size_t j = 0; bias && j < columns; j++) s[j] += bias[r * columns + j];
    for (size_t j = 0; j < columns; j++)
      if ((double)j > limit + (double)r) s[j] = -INFINITY;
  }
}

void pe_softmax_scan(double *state, const double *scores, size_t rows, size_t columns) {
  for (size_t r = 0; r < rows; r++) {
    const double *s = scores + r * columns;
    double top = state[2 * r], sum = state[2 * r + 1];
    double highest = -INFINITY;
    for (size_t k = 0; k < columns; k++)
      if (s[k] > highest) highest = s[k];
    if (highest > top) {
      if (sum != 0) sum *= f64x2_exp(f64x2_splat(top - highest))[0];
      top = highest;
    }
    for (size_t k = 0; k < columns; k += 2) {
      double x = s[k], y = k + 1 < columns ? s[k + 1] : -INFINITY;
      f64x2 e = f64x2_exp((f64x2){x == -INFINITY ? x : x - top, y == -INFINITY ? y : y - top});
      sum += e[0];
      sum += e[1];
    }
    state[2 * r] = top;
    state[2 * r + 1] = sum;
  }
}

void pe_softmax_weights(double *scores, float *weights, const double *state, size_t rows, size_t columns) {
  for (size_t r = 0; r < rows; r++) {
    double *s = scores + r * columns, top = state[2 * r], sum = state[2 * r + 1];
    for (size_t k = 0; k < columns; k++) {
      if (s[k] != -INFINITY) s[k] = f64x2_exp(f64x2_splat(s[k] - top))[0] / sum;
      weights[r * columns + k] = s[k] == -INFINITY ? 0 : (float)s[k];
    }
  }
}

void pe_weighted_sum(double *out, const double *weights, const double *values, size_t rows, size_t columns, size_t dim) {
  for (size_t r = 0; r < rows; r++) {
    for (size_t k = 0; k < columns; k++) {
      double w = weights[r * columns + k];
      if (w == -INFINITY) continue;  // not attended to: its value is not read
      double *o = out + r * dim;
      const double *v = values + k * dim;
      size_t d = 0;
      for (; d + 2 <= dim; d += 2) f64x2_store(o + d, f64x2_load(o + d) + w * f64x2_load(v + d));
      for (; d < dim; d++) o[d] += w * v[d];
    }
  }
}

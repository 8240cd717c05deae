#include "maths.h"
#include "posenc.h"

/*
 * Two rows with four, written out, since a loop over them would keep the sums in memory. Each sum
 * has two lanes, whatever block it falls in, so its bits are its own.
 */
static void products_2x4(double sums[8], const double *p[2], const double *q[4], size_t dim) {
  f64x2 a0 = {0}, a1 = {0}, a2 = {0}, a3 = {0}, b0 = {0}, b1 = {0}, b2 = {0}, b3 = {0}, v;
  size_t d = 0;
  for (; d + 2 <= dim; d += 2) {
    f64x2 a = f64x2_load(p[0] + d), b = f64x2_load(p[1] + d);
    v = f64x2_load(q[0] + d), a0 += a * v, b0 += b * v;
    v = f64x2_load(q[1] + d), a1 += a * v, b1 += b * v;
    v = f64x2_load(q[2] + d), a2 += a * v, b2 += b * v;
    v = f64x2_load(q[3] + d), a3 += a * v, b3 += b * v;
  }
  const f64x2 s[8] = {a0, a1, a2, a3, b0, b1, b2, b3};
  for (size_t k = 0; k < 8; k++) sums[k] = s[k][0] + s[k][1] + (d < dim ? p[k / 4][d] * q[k % 4][d] : 0);
}

void pe_products(double *out, size_t stride, const double *a, size_t a_rows, const double *b, size_t b_rows, size_t dim,
                 double scale) {
  double sums[8];
  for (size_t i = 0; i < a_rows; i += 2)
    for (size_t j = 0; j < b_rows; j += 4) {
      const double *p[2], *q[4];  // beyond the last row, the last again
      for (size_t k = 0; k < 2; k++) p[k] = a + (i + k < a_rows ? i + k : a_rows - 1) * dim;
      for (size_t k = 0; k < 4; k++) q[k] = b + (j + k < b_rows ? j + k : b_rows - 1) * dim;
      products_2x4(sums, p, q, dim);
      for (size_t k = 0; k < 8; k++)
        if (i + k / 4 < a_rows && j + k % 4 < b_rows) out[(i + k / 4) * stride + j + k % 4] = sums[k] * scale;
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

/* exp(score - top) in place, and their sum in order; -1 marks a key that is not attended to. */
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

void pe_softmax_scan(double *state, double *scores, size_t rows, size_t columns, int again) {
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

void pe_softmax_weights(double *scores, float *weights, const double *state, size_t rows, size_t columns) {
  for (size_t r = 0; r < rows; r++)
    for (size_t k = 0; k < columns; k++, scores++, weights++) {
      if (*scores >= 0) *scores /= state[2 * r + 1];
      *weights = *scores == -1 ? 0 : (float)*scores;
    }
}

/* Adds the values of one key, or of four in their order. */
INLINE void add_weighted(double *out, const double *w, const double *values, size_t dim, int four) {
  const double *v1 = values + dim, *v2 = v1 + dim, *v3 = v2 + dim;
  size_t d = 0;
  for (; d + 2 <= dim; d += 2) {
    f64x2 sum = f64x2_load(out + d) + w[0] * f64x2_load(values + d);
    if (four) sum = sum + w[1] * f64x2_load(v1 + d) + w[2] * f64x2_load(v2 + d) + w[3] * f64x2_load(v3 + d);
    f64x2_store(out + d, sum);
  }
  if (d < dim) out[d] = four ? out[d] + w[0] * values[d] + w[1] * v1[d] + w[2] * v2[d] + w[3] * v3[d] : out[d] + w[0] * values[d];
}

void pe_weighted_sum(double *out, const double *weights, const double *values, size_t rows, size_t columns, size_t dim) {
  for (size_t r = 0; r < rows; r++, out += dim, weights += columns)
    for (size_t k = 0; k < columns;) {
      const double *w = weights + k, *v = values + k * dim;
      // a key that is not attended to has -1, and its value is not read
      if (k + 4 <= columns && w[0] != -1 && w[1] != -1 && w[2] != -1 && w[3] != -1) add_weighted(out, w, v, dim, 1), k += 4;
      else {
        if (w[0] != -1) add_weighted(out, w, v, dim, 0);
        k++;
      }
    }
}

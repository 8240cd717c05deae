/* SPDX-License-Identifier: MIT */
#include "posenc.h"
#include "simd.h"

/*
 * Returns the distance between two rows, or the norm of one row if q is NULL. The distance is
 * computed from the differences of elements, which are 0 for equal rows. A formula with dot
 * products would leave rounding errors in place of this 0. The terms of a norm are added in the
 * same order as in pe_products.
 */
static double distance(const double *p, const double *q, size_t dim) {
  f64x2 sum = {0};
  size_t d = 0;
  for (; d + 2 <= dim; d += 2) {
    f64x2 v = f64x2_load(p + d);
    if (q) v -= f64x2_load(q + d);
    sum += v * v;
  }
  double last = d < dim ? p[d] - (q ? q[d] : 0) : 0;
  return __builtin_sqrt(sum[0] + sum[1] + last * last);
}

static double largest(const double *p, size_t dim) {
  double most = 0;
  for (size_t d = 0; d < dim; d++)
    if (__builtin_fabs(p[d]) > most) most = __builtin_fabs(p[d]);
  return most > 0 ? most : 1;
}

/*
 * Returns the cosine of two rows, either of which may be zero or have squares that underflow or
 * overflow. The rows are divided by their largest elements first.
 */
static double scaled_cosine(const double *p, const double *q, size_t dim) {
  const double p_most = largest(p, dim), q_most = largest(q, dim);
  double dot = 0, p_sum = 0, q_sum = 0;
  for (size_t d = 0; d < dim; d++) {
    double x = p[d] / p_most, y = q[d] / q_most;
    dot += x * y;
    p_sum += x * x;
    q_sum += y * y;
  }
  return p_sum == 0 || q_sum == 0 ? 0 : dot / __builtin_sqrt(p_sum * q_sum);
}

/* Returns whether the squares of a row with this norm have their full precision. */
static bool is_ordinary(double norm) {
  return norm > 0x1p-400 && norm < 0x1p400;
}

/* Returns the cosine of two rows, from their dot product and their norms. */
static double cosine(double dot, double p_norm, double q_norm, const double *p, const double *q,
                     size_t dim) {
  const bool ordinary = is_ordinary(p_norm) && is_ordinary(q_norm);
  return ordinary ? dot / (p_norm * q_norm) : scaled_cosine(p, q, dim);
}

void pe_similarity(float *out, double *scratch, const double *a, size_t a_rows, const double *b,
                   size_t b_rows, size_t dim, pe_metric metric) {
  double *norms = scratch + a_rows * b_rows;
  if (metric != PE_EUCLIDEAN) pe_products(scratch, b_rows, a, a_rows, b, b_rows, dim, 1);
  if (metric == PE_COSINE)
    for (size_t j = 0; j < b_rows; j++) norms[j] = distance(b + j * dim, NULL, dim);
  for (size_t i = 0; i < a_rows; i++) {
    double norm = metric == PE_COSINE ? distance(a + i * dim, NULL, dim) : 1;
    for (size_t j = 0; j < b_rows; j++) {
      const double *p = a + i * dim, *q = b + j * dim;
      double x = metric == PE_EUCLIDEAN ? distance(p, q, dim) : scratch[i * b_rows + j];
      if (metric == PE_COSINE) x = cosine(x, norm, norms[j], p, q, dim);
      out[i * b_rows + j] = (float)x;
    }
  }
}

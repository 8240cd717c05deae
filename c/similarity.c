/* SPDX-License-Identifier: MIT */
#include "posenc.h"
#include "simd.h"

static double root_of(const double *p, size_t dim) {
  double sum;
  pe_products(&sum, 1, p, 1, p, 1, dim, 1);
  return __builtin_sqrt(sum);
}

/*
 * Returns the distance between two rows. It is computed from the differences of elements, which are
 * 0 for equal rows. A formula with dot products would leave rounding errors in place of this 0.
 */
static double distance(const double *p, const double *q, size_t dim) {
  f64x2 sum = {0};
  size_t d = 0;
  for (; d + 2 <= dim; d += 2) {
    f64x2 v = f64x2_load(p + d) - f64x2_load(q + d);
    sum += v * v;
  }
  double last = d < dim ? p[d] - q[d] : 0;
  return __builtin_sqrt(sum[0] + sum[1] + last * last);
}

void pe_similarity(float *out, double *scratch, const double *a, size_t a_rows, const double *b,
                   size_t b_rows, size_t dim, pe_metric metric) {
  double *norms = scratch + a_rows * b_rows;
  if (metric != PE_EUCLIDEAN) pe_products(scratch, b_rows, a, a_rows, b, b_rows, dim, 1);
  if (metric == PE_COSINE)
    for (size_t j = 0; j < b_rows; j++) norms[j] = root_of(b + j * dim, dim);
  for (size_t i = 0; i < a_rows; i++) {
    double norm = metric == PE_COSINE ? root_of(a + i * dim, dim) : 1;
    for (size_t j = 0; j < b_rows; j++) {
      double x = metric == PE_EUCLIDEAN ? distance(a + i * dim, b + j * dim, dim)
                                        : scratch[i * b_rows + j];
      if (metric == PE_COSINE) x = norm == 0 || norms[j] == 0 ? 0 : x / (norm * norms[j]);
      out[i * b_rows + j] = (float)x;
    }
  }
}

/* SPDX-License-Identifier: MIT */
#include "posenc.h"
#include "simd.h"

/*
 * Computes the dot products of two rows with four rows. The sums are separate variables, since an
 * array would stay in memory and slow the loop. Every sum is computed with two lanes, in the same
 * order. So its bits do not depend on the other rows.
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
  for (size_t k = 0; k < 8; k++)
    sums[k] = s[k][0] + s[k][1] + (d < dim ? p[k / 4][d] * q[k % 4][d] : 0);
}

void pe_products(double *out, size_t stride, const double *a, size_t a_rows, const double *b,
                 size_t b_rows, size_t dim, double scale) {
  double sums[8];
  for (size_t i = 0; i < a_rows; i += 2)
    for (size_t j = 0; j < b_rows; j += 4) {
      const double *p[2], *q[4];  // the last row replaces rows beyond it
      for (size_t k = 0; k < 2; k++) p[k] = a + (i + k < a_rows ? i + k : a_rows - 1) * dim;
      for (size_t k = 0; k < 4; k++) q[k] = b + (j + k < b_rows ? j + k : b_rows - 1) * dim;
      products_2x4(sums, p, q, dim);
      for (size_t k = 0; k < 8; k++)
        if (i + k / 4 < a_rows && j + k % 4 < b_rows)
          out[(i + k / 4) * stride + j + k % 4] = sums[k] * scale;
    }
}

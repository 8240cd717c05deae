/* SPDX-License-Identifier: MIT */
#include "maths.h"
#include "posenc.h"

/*
 * If cos x > 0, 1 - cos x is computed as sin^2 x / (1 + cos x). This has no cancellation for small
 * x, and so keeps its precision.
 */
void pe_sandwich_sums(double *out, const double *angles, size_t rows, size_t pairs) {
  for (size_t r = 0; r < rows; r++, angles += 2 * pairs) {
    double sum = 0;
    for (size_t i = 0; i < pairs; i++) {
      double s = angles[i], c = angles[pairs + i];
      sum += c > 0 ? s * s / (1 + c) : 1 - c;
    }
    out[r] = sum;
  }
}

void pe_sandwich_ramp(void *ramp, const double *sums, size_t count, double divisor,
                      pe_flags flags) {
  for (size_t i = 0; i < count; i++) f64_put(ramp, i, -sums[i] / divisor, flags & PE_FLOAT64);
}

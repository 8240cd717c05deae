/* SPDX-License-Identifier: MIT */
#include "maths.h"
#include "posenc.h"

/* Returns e^x. For a positive x, it returns 1 divided by its result for -x. */
INLINE f64x2 symmetric_exp(f64x2 x) {
  f64x2 sign = f64x2_select(x > 0.0, f64x2_splat(-1), f64x2_splat(1)), e = f64x2_exp(x * sign);
  return f64x2_select(x > 0.0, 1.0 / e, e);
}

void pe_xpos(double *sines, double *cosines, size_t rows, size_t pairs, const double *positions,
             double start, double center, double scale, double gamma, double *work,
             pe_flags flags) {
  const double dim = 2 * (double)pairs, direction = flags & PE_INVERSE ? -1 : 1;
  // For every larger gamma, zeta is 1. Without this limit, the products below could overflow.
  if (gamma > 0x1p100) gamma = 0x1p100;
  for (size_t i = 0; i < pairs; i++) {
    double zeta = (2 * (double)i + gamma * dim) / ((1 + gamma) * dim);
    work[i] = f64x2_log(f64x2_splat(zeta))[0];
  }
  for (size_t r = 0; r < rows; r++) {
    double position = positions ? positions[r] : start + (double)r;
    double power = (position - center) / scale * direction;
    for (size_t i = 0, at = r * pairs, end = at + pairs; i < pairs; i += 2) {
      f64x2 factor = symmetric_exp(power * f64x2_load_part(work, i, pairs));
      f64x2 s = f64x2_load_part(sines, at + i, end), c = f64x2_load_part(cosines, at + i, end);
      f64x2_put_part(sines, at + i, end, factor * s, flags & PE_FLOAT64);
      f64x2_put_part(cosines, at + i, end, factor * c, flags & PE_FLOAT64);
    }
  }
}

/* SPDX-License-Identifier: MIT */
#include "maths.h"
#include "posenc.h"

void pe_kerple_ramp(void *ramp, size_t count, double first, double p, double a, bool power,
                    pe_flags flags) {
  for (size_t i = 0; i < count; i += 2) {
    f64x2 d = f64x2_abs(first + (double)i + (f64x2){0, 1}), y = p * f64x2_log1p(a * d);
    if (power) y = a * f64x2_select(d == 0, f64x2_splat(p == 0), f64x2_exp(p * f64x2_log(d)));
    // Some powers are exact, and may be in the middle between two numbers of 16 bits. Rounding to
    // 46 bits removes the errors of the logarithm and the exponential.
    if (flags & PE_FLOAT64) y = y * 129 - (y * 129 - y);
    f64x2_put_part(ramp, i, count, -y, flags & PE_FLOAT64);
  }
}

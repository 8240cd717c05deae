/* SPDX-License-Identifier: MIT */
#include "maths.h"
#include "posenc.h"

/*
 * Computes the slopes 2^(-exponent i / divisor) for i = 1, 1 + stride, ... (stride 1 or 2). They
 * are a geometric sequence of double-double numbers, each rounded to float32.
 */
static void slopes(float *out, size_t count, double exponent, double divisor, size_t stride) {
  if (!count) return;
  dd slope = pe_dd_exp(dd_over(dd_mul(DD_LN2, (dd){-exponent, 0}), divisor)),
     ratio = stride == 1 ? slope : dd_mul(slope, slope);
  for (size_t i = 0; i < count; i++, slope = dd_mul(slope, ratio)) out[i] = (float)slope[0];
}

void pe_alibi_slopes(float *out, size_t heads, double max_bias, bool geometric) {
  size_t power = heads;
  if (!geometric)
    for (power = 1; power * 2 <= heads;) power *= 2;
  slopes(out, power, max_bias, power, 1);
  slopes(out + power, heads - power, max_bias, 2 * power, 2);
}

void pe_alibi_ramp(void *ramp, size_t count, double first, const double *keys, double slope,
                   pe_flags flags) {
  float *floats = ramp;
  double *doubles = ramp;
  for (size_t i = 0; i < count; i++) {
    const double distance = __builtin_fabs(first + (keys ? keys[i] : (double)i));
    if (flags & PE_FLOAT64)
      doubles[i] = 0 - slope * distance;
    else
      floats[i] = (float)(0 - slope * distance);
  }
}

#include "maths.h"
#include "posenc.h"

/* 2^(-exponent i), i = 1, 1 + stride, ...: a geometric sequence in double-double, rounded to float32. */
static void slopes(float *out, size_t count, double exponent, size_t divisor, size_t stride) {
  dd step = dd_div(dd_mul(DD_LN2, (dd){-exponent, 0}), (dd){divisor, 0});
  dd slope = pe_dd_exp(step), ratio = pe_dd_exp(dd_mul(step, (dd){stride, 0}));
  for (size_t i = 0; i < count; i++, slope = dd_mul(slope, ratio)) out[i] = (float)slope.hi;
}

void pe_alibi_slopes(float *out, size_t heads, double max_bias, int geometric) {
  size_t power = heads;
  if (!geometric)
    for (power = 1; power * 2 <= heads;) power *= 2;
  slopes(out, power, max_bias, power, 1);
  slopes(out + power, heads - power, max_bias, 2 * power, 2);
}

void pe_alibi_ramp(float *ramp, size_t count, double first, double slope, int causal) {
  for (size_t i = 0; i < count; i++) {
    double distance = first + (double)i;  // key - query
    ramp[i] = causal && distance > 0 ? -INFINITY : (float)(-slope * __builtin_fabs(distance));
  }
}

/* SPDX-License-Identifier: MIT */
#include "maths.h"

/*
 * Writes x as n ln 2 + 2^8 r. A series gives e^r - 1, which is small and therefore keeps its
 * relative precision. Eight squarings and a multiplication by 2^n then give e^x.
 */
dd pe_dd_exp(dd x) {
  // Beyond these limits the result is 0, infinity or NaN. The split of 2^n below could then fail.
  if (x[0] < -746) return (dd){0, 0};
  if (!(x[0] <= 710)) return (dd){x[0] * 0x1p1023, 0};
  double n = (x[0] * 0x1.71547652b82fep+0 + 0x1.8p52) - 0x1.8p52;
  dd r = dd_add(x, dd_mul((dd){-n, 0}, DD_LN2));
  r = (dd){r[0] * 0x1p-8, r[1] * 0x1p-8};
  dd sum = {0, 0};
  for (int k = 12; k >= 1; k--) sum = dd_over(dd_mul(r, dd_add((dd){1, 0}, sum)), k);
  for (int k = 0; k < 8; k++) sum = dd_add((dd){2 * sum[0], 2 * sum[1]}, dd_mul(sum, sum));
  sum = dd_add((dd){1, 0}, sum);
  int64_t whole = (int64_t)n, half = whole >> 1;
  // 2^n is split into two factors that are both within the range of a double.
  double a, b;
  int64_t bits = (half + 1023) << 52;
  memcpy(&a, &bits, 8);
  bits = (whole - half + 1023) << 52;
  memcpy(&b, &bits, 8);
  return (dd){sum[0] * a * b, sum[1] * a * b};
}

/*
 * Computes ln x by one step of Halley's method, y += 2 (x - e^y) / (x + e^y). It starts from the
 * logarithm of f64x2_log, and reduces an error of 2^-50 to 2^-152. The step uses half of x and half
 * of e^y, so that their sum cannot overflow.
 */
static dd log_of_middle(double x) {
  dd y = {f64x2_log(f64x2_splat(x))[0], 0};
  dd e = pe_dd_exp(y), half = {x / 2, 0}, other = {e[0] / 2, e[1] / 2};
  dd step = dd_div(dd_add(half, (dd){-other[0], -other[1]}), dd_add(half, other));
  return dd_add(y, (dd){2 * step[0], 2 * step[1]});
}

/*
 * Very small and very large numbers are first multiplied by a power of two. Otherwise their e^y
 * would lose bits or overflow.
 */
dd pe_dd_log(double x) {
  if (x < 0x1p-400) return dd_add(log_of_middle(x * 0x1p600), dd_mul(DD_LN2, (dd){-600, 0}));
  if (x > 0x1p900) return dd_add(log_of_middle(x * 0x1p-600), dd_mul(DD_LN2, (dd){600, 0}));
  return log_of_middle(x);
}

void pe_turns(double *row, size_t width, const double *high, const double *low, dd position) {
  f64x2 x = f64x2_splat(position[0]), xl = f64x2_splat(position[1]), s, c;
  for (size_t i = 0; i < width; i += 2) {
    f64x2_turn(x, xl, f64x2_load(high + i), f64x2_load(low + i), &s, &c);
    f64x2_store(row + i, s);
    f64x2_store(row + width + i, c);
  }
}

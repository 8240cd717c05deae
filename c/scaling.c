/* SPDX-License-Identifier: MIT */
#include "maths.h"
#include "posenc.h"

static void multiply(double *high, double *low, size_t i, dd factor) {
  dd w = dd_mul((dd){high[i], low[i]}, factor);
  high[i] = w[0];
  low[i] = w[1];
}

void pe_scale_base(double *high, double *low, size_t count, double factor, double divisor) {
  dd ratio = pe_dd_exp(dd_over(dd_mul(pe_dd_log(factor), (dd){-2, 0}), divisor)), power = {1, 0};
  for (size_t i = 0; i < count; i++, power = dd_mul(power, ratio)) multiply(high, low, i, power);
}

void pe_scale_divide(double *high, double *low, size_t count, const double *divisors,
                     size_t stride) {
  for (size_t i = 0; i < count; i++) {
    dd w = dd_div((dd){high[i], low[i]}, (dd){divisors[i * stride], 0});
    high[i] = w[0];
    low[i] = w[1];
  }
}

void pe_scale_ramp(double *high, double *low, size_t count, double factor, double from, double to,
                   double length) {
  dd over = dd_div(dd_sum(factor, -1), (dd){factor, 0});  // 1 - 1 / factor
  for (size_t i = 0; i < count; i++) {
    dd x = length ? dd_div(dd_mul((dd){high[i], low[i]}, (dd){length, 0}), DD_TWO_PI)
                  : (dd){(double)i, 0};
    dd ramp = dd_div(dd_add(x, (dd){-from, 0}), dd_sum(to, -from));
    if (ramp[0] < 0) ramp = (dd){0, 0};
    if (ramp[0] > 1) ramp = (dd){1, 0};
    dd part = dd_mul(ramp, over);
    multiply(high, low, i, dd_add((dd){1, 0}, (dd){-part[0], -part[1]}));
  }
}

/* Returns the fractional index of the pair that turns n times within `length` positions. */
static double index_of(double n, double dim, double base, double length) {
  dd cycle = dd_mul(DD_TWO_PI, (dd){n, 0}),
     log = dd_add(pe_dd_log(cycle[0]), (dd){cycle[1] / cycle[0], 0});
  dd turns = dd_add(pe_dd_log(length), (dd){-log[0], -log[1]}), twice = pe_dd_log(base);
  return dd_div(dd_mul(turns, (dd){dim, 0}), (dd){2 * twice[0], 2 * twice[1]})[0];
}

void pe_yarn_range(double *range, double dim, double base, double length, double fast, double slow,
                   bool truncate) {
  double from = index_of(fast, dim, base, length), to = index_of(slow, dim, base, length);
  if (truncate) {
    from = __builtin_floor(from);
    to = __builtin_ceil(to);
  }
  range[0] = from > 0 ? from : 0;
  range[1] = to < dim - 1 ? to : dim - 1;
  if (range[0] == range[1]) range[1] += 0.001;
}

/* SPDX-License-Identifier: MIT */
#include "posenc.h"

void pe_colorize(uint32_t *out, const double *values, size_t count, const uint32_t *palette,
                 size_t colors, double min, double max) {
  const double last = (double)(colors - 1);
  // All values are multiplied by `unit`. It is 1, unless the products below would then overflow.
  const double unit = (max - min) * (double)colors < INFINITY ? 1 : 0x1p-64;
  const double from = min * unit, range = max * unit - from;
  for (size_t i = 0; i < count; i++) {
    double at = (values[i] * unit - from) * (double)colors / range;
    if (at < 0) at = 0;
    if (at > last) at = last;
    out[i] = at != at ? 0 : palette[(size_t)at];
  }
}

/* SPDX-License-Identifier: MIT */
#include "posenc.h"

void pe_colorize(uint32_t *out, const double *values, size_t count, const uint32_t *palette,
                 size_t colors, double min, double max) {
  double last = (double)(colors - 1);
  for (size_t i = 0; i < count; i++) {
    double at = (values[i] - min) * (double)colors / (max - min);
    if (at < 0) at = 0;
    if (at > last) at = last;
    out[i] = at != at ? 0 : palette[(size_t)at];
  }
}

/* SPDX-License-Identifier: MIT */
#include "posenc.h"
#include "simd.h"

void pe_add(float *x, const float *table, size_t count, size_t first, size_t period) {
  for (size_t i = 0, at = first; i < count; at = 0) {
    size_t run = period - at < count - i ? period - at : count - i, k = 0;
    float *to = x + i;
    const float *from = table + at;
    for (; k + 16 <= run; k += 16) {
      f32x4 a = f32x4_load(to + k) + f32x4_load(from + k),
            b = f32x4_load(to + k + 4) + f32x4_load(from + k + 4);
      f32x4 c = f32x4_load(to + k + 8) + f32x4_load(from + k + 8),
            d = f32x4_load(to + k + 12) + f32x4_load(from + k + 12);
      f32x4_store(to + k, a);
      f32x4_store(to + k + 4, b);
      f32x4_store(to + k + 8, c);
      f32x4_store(to + k + 12, d);
    }
    for (; k < run; k++) to[k] += from[k];
    i += run;
  }
}

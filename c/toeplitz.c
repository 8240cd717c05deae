/* SPDX-License-Identifier: MIT */
#include "posenc.h"
#include "simd.h"

void pe_toeplitz(float *out, const float *ramp, size_t rows, size_t columns, size_t stride,
                 pe_write_mode mode) {
  for (size_t r = 0; r < rows; r++) {
    const float *from = ramp + (rows - 1 - r);
    float *to = out + r * stride;
    size_t k = 0;
    if (mode == PE_ADD) {
      for (; k + 4 <= columns; k += 4)
        f32x4_store(to + k, f32x4_load(to + k) + f32x4_load(from + k));
      for (; k < columns; k++) to[k] += from[k];
      continue;
    }
    // Elements are copied as integers, since T5 buckets are integers. If the result fits into a
    // cache, this loop over 16 elements doubles the speed. If the result does not fit, the loop
    // would take a quarter more time.
    for (; mode == PE_FILL && k + 16 <= columns; k += 16) {
      i32x4 a = i32x4_load(from + k), b = i32x4_load(from + k + 4), c = i32x4_load(from + k + 8),
            d = i32x4_load(from + k + 12);
      i32x4_store(to + k, a);
      i32x4_store(to + k + 4, b);
      i32x4_store(to + k + 8, c);
      i32x4_store(to + k + 12, d);
    }
    for (; k + 4 <= columns; k += 4) i32x4_store(to + k, i32x4_load(from + k));
    for (; k < columns; k++) memcpy(to + k, from + k, 4);
  }
}

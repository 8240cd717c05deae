#include "posenc.h"
#include "simd.h"

void pe_toeplitz(float *out, const float *ramp, size_t rows, size_t columns, size_t stride, int add) {
  for (size_t r = 0; r < rows; r++) {
    const float *from = ramp + (rows - 1 - r);
    float *to = out + r * stride;
    size_t k = 0;
    if (!add) {  // moved as integers, which T5 buckets are
      for (; k + 16 <= columns; k += 16) {
        i32x4 a = i32x4_load(from + k), b = i32x4_load(from + k + 4), c = i32x4_load(from + k + 8), d = i32x4_load(from + k + 12);
        i32x4_store(to + k, a);
        i32x4_store(to + k + 4, b);
        i32x4_store(to + k + 8, c);
        i32x4_store(to + k + 12, d);
      }
      for (; k < columns; k++) memcpy(to + k, from + k, 4);
      continue;
    }
    for (; k + 4 <= columns; k += 4) f32x4_store(to + k, f32x4_load(to + k) + f32x4_load(from + k));
    for (; k < columns; k++) to[k] += from[k];
  }
}

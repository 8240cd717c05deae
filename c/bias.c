#include "posenc.h"
#include "simd.h"

void pe_toeplitz(float *out, const float *ramp, size_t rows, size_t columns, size_t stride, int add) {
  for (size_t r = 0; r < rows; r++) {
    const float *from = ramp + (rows - 1 - r);
    float *to = out + r * stride;
    size_t k = 0;
    if (!add) {
      for (; k + 4 <= columns; k += 4) i32x4_store(to + k, i32x4_load(from + k));
      for (; k < columns; k++) memcpy(to + k, from + k, 4);  // T5 buckets are integers
      continue;
    }
    for (; k + 4 <= columns; k += 4) f32x4_store(to + k, f32x4_load(to + k) + f32x4_load(from + k));
    for (; k < columns; k++) to[k] += from[k];
  }
}

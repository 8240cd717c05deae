#include "posenc.h"
#include "simd.h"

void pe_add(float *x, const float *table, size_t count, size_t first, size_t period) {
  size_t at = first % period;
  for (size_t i = 0; i < count;) {
    size_t run = period - at < count - i ? period - at : count - i, k = 0;
    for (; k + 4 <= run; k += 4) f32x4_store(x + i + k, f32x4_load(x + i + k) + f32x4_load(table + at + k));
    for (; k < run; k++) x[i + k] += table[at + k];
    i += run;
    at = 0;
  }
}

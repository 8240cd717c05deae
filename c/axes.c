/* SPDX-License-Identifier: MIT */
#include "maths.h"
#include "posenc.h"

void pe_place(void *to, const void *from, size_t rows, size_t stride, size_t count, size_t step,
              pe_flags flags) {
  const size_t words = flags & PE_FLOAT64 ? 2 : 1;
  uint32_t *p = to;
  const uint32_t *q = from;
  for (size_t r = 0; r < rows; r++)
    for (size_t i = 0; i < count * words; i++)
      p[r * stride * words + i / words * step * words + i % words] = *q++;
}

void pe_compose(double *sines, double *cosines, const double *other_sines,
                const double *other_cosines, size_t count, pe_flags flags) {
  for (size_t i = 0; i < count; i += 2) {
    f64x2 s = f64x2_load_part(sines, i, count), c = f64x2_load_part(cosines, i, count),
          t = f64x2_load_part(other_sines, i, count), d = f64x2_load_part(other_cosines, i, count);
    f64x2_put_part(sines, i, count, s * d + c * t, flags & PE_FLOAT64);
    f64x2_put_part(cosines, i, count, c * d - s * t, flags & PE_FLOAT64);
  }
}

/* SPDX-License-Identifier: MIT */
#include "maths.h"
#include "posenc.h"

void pe_place(void *to, const void *from, size_t rows, size_t stride, size_t count, size_t step,
              pe_flags flags) {
  const size_t size = flags & PE_FLOAT64 ? sizeof(double) : sizeof(float);
  char *p = to;
  const char *q = from;
  // memcpy copies bits, whatever the type of the elements is.
  for (size_t r = 0; r < rows; r++)
    for (size_t i = 0; i < count; i++, q += size)
      if (size == sizeof(float))
        memcpy(p + (r * stride + i * step) * sizeof(float), q, sizeof(float));
      else
        memcpy(p + (r * stride + i * step) * sizeof(double), q, sizeof(double));
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

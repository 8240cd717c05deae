/* SPDX-License-Identifier: MIT */
#include "maths.h"
#include "posenc.h"

void pe_fourier(void *sines, void *cosines, size_t rows, size_t stride, size_t pair_stride,
                const double *x, size_t x_stride, size_t terms, const double *high,
                const double *low, size_t pairs, double *work, bool times_pi, pe_flags flags) {
  const size_t width = (pairs + 1) & ~(size_t)1;
  const dd unit = times_pi ? (dd){2, 0} : DD_TWO_OVER_PI;
  for (size_t r = 0; r < rows; r++, x += x_stride) {
    for (size_t i = 0; i < pairs; i += 2) {
      f64x2 sum = {0}, rest = {0};
      for (size_t t = 0, at = i; t < terms; t++, at += width) {
        dd turns = dd_mul(unit, (dd){x[t], 0});
        f64x2 v = f64x2_splat(turns[0]), f = f64x2_load(high + at), vh = f64x2_upper(v),
              fh = f64x2_upper(f), vl = v - vh, fl = f - fh;
        f64x2 p = v * f, next = sum + p, moved = next - sum;
        rest += (((vh * fh - p) + vh * fl + vl * fh) + vl * fl) +
                (v * f64x2_load(low + at) + turns[1] * f) + ((sum - (next - moved)) + (p - moved));
        sum = next;
      }
      f64x2_store(work + i, sum);
      f64x2_store(work + width + i, rest);
    }
    pe_turns(work, width, work, work + width, (dd){1, 0});
    for (size_t i = 0, at = r * stride; i < pairs; i++, at += pair_stride) {
      if (flags & PE_FLOAT64)
        ((double *)sines)[at] = work[i], ((double *)cosines)[at] = work[width + i];
      else
        ((float *)sines)[at] = (float)work[i], ((float *)cosines)[at] = (float)work[width + i];
    }
  }
}

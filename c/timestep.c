#include "maths.h"
#include "posenc.h"

void pe_fourier_bands(double *high, double *low, size_t count, int linear, double last, int pi) {
  const double steps = count > 1 ? (double)count - 1 : 1;
  if (!linear) pe_frequencies(high, low, count, 0, last, -2 * steps);
  for (size_t i = 0; i < count; i++) {
    dd w = linear ? dd_over(dd_add((dd){steps - (double)i, 0}, dd_product((double)i, last)), steps) : (dd){high[i], low[i]};
    w = dd_mul(w, pi ? (dd){2, 0} : DD_TWO_OVER_PI);
    high[i] = w.hi;
    low[i] = w.lo;
  }
}

void pe_fourier(void *sines, void *cosines, size_t rows, size_t stride, size_t pair_stride, const double *x, size_t x_stride,
                size_t terms, const double *high, const double *low, size_t pairs, double *work, int flags) {
  const size_t width = (pairs + 1) & ~(size_t)1;
  for (size_t r = 0; r < rows; r++, x += x_stride) {
    for (size_t i = 0; i < pairs; i++) {
      dd sum = {0, 0};
      for (size_t t = 0; t < terms; t++) sum = dd_add(sum, dd_mul((dd){high[t * width + i], low[t * width + i]}, (dd){x[t], 0}));
      work[i] = sum.hi;
      work[width + i] = sum.lo;
    }
    pe_turns(work, width, work, work + width, (dd){1, 0});
    for (size_t i = 0, at = r * stride; i < pairs; i++, at += pair_stride) {
      if (flags & PE_FLOAT64) ((double *)sines)[at] = work[i], ((double *)cosines)[at] = work[width + i];
      else ((float *)sines)[at] = (float)work[i], ((float *)cosines)[at] = (float)work[width + i];
    }
  }
}

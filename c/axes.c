#include "maths.h"
#include "posenc.h"

void pe_place(void *to, const void *from, size_t rows, size_t stride, size_t count, size_t step, int flags) {
  const size_t words = flags & PE_FLOAT64 ? 2 : 1;
  uint32_t *p = to;
  const uint32_t *q = from;
  for (size_t r = 0; r < rows; r++)
    for (size_t i = 0; i < count * words; i++) p[r * stride * words + i / words * step * words + i % words] = *q++;
}

/*
 * Two elements from i on of an array of doubles, of which a last one may stand alone. Floats may be put where the doubles
 * stood that they come from, since those before have been read.
 */
INLINE f64x2 two(const double *x, size_t i, size_t count) { return i + 1 < count ? f64x2_load(x + i) : (f64x2){x[i], 0}; }
INLINE void put_two(double *x, size_t i, size_t count, f64x2 v, int flags) {
  if (i + 1 < count) f64x2_put(x, i, v, !(flags & PE_FLOAT64));
  else if (flags & PE_FLOAT64) x[i] = v[0];
  else ((float *)x)[i] = (float)v[0];
}

void pe_compose(double *sines, double *cosines, const double *other_sines, const double *other_cosines, size_t count, int flags) {
  for (size_t i = 0; i < count; i += 2) {
    f64x2 s = two(sines, i, count), c = two(cosines, i, count), t = two(other_sines, i, count), d = two(other_cosines, i, count);
    put_two(sines, i, count, s * d + c * t, flags);
    put_two(cosines, i, count, c * d - s * t, flags);
  }
}

void pe_xpos(double *sines, double *cosines, size_t rows, size_t pairs, const double *positions, double start, double center,
             double scale, double gamma, double *work, int flags) {
  const double dim = 2 * (double)pairs;
  for (size_t i = 0; i < pairs; i++) work[i] = f64x2_log(f64x2_splat((2 * (double)i + gamma * dim) / ((1 + gamma) * dim)))[0];
  for (size_t r = 0; r < rows; r++) {
    double power = ((positions ? positions[r] : start + (double)r) - center) / scale * (flags & PE_INVERSE ? -1 : 1);
    for (size_t i = 0, at = r * pairs; i < pairs; i += 2) {
      // e^x of x > 0 is the inverse of e^-x
      f64x2 x = power * two(work, i, pairs), sign = f64x2_select(x > 0.0, f64x2_splat(-1), f64x2_splat(1)), e = f64x2_exp(x * sign);
      f64x2 zeta = f64x2_select(x > 0.0, 1.0 / e, e);
      put_two(sines, at + i, at + pairs, zeta * two(sines, at + i, at + pairs), flags);
      put_two(cosines, at + i, at + pairs, zeta * two(cosines, at + i, at + pairs), flags);
    }
  }
}

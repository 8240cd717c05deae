#include "posenc.h"
#include "simd.h"

/* (x, y) rotated: the one formula of this file. */
INLINE void rotate4(f32x4 *x, f32x4 *y, f32x4 c, f32x4 s) {
  f32x4 u = *x * c - *y * s;
  *y = *x * s + *y * c;
  *x = u;
}
INLINE void rotate2(f64x2 *x, f64x2 *y, f64x2 c, f64x2 s) {
  f64x2 u = *x * c - *y * s;
  *y = *x * s + *y * c;
  *x = u;
}

INLINE void head_f32(float *x, size_t pairs, const float *cosine, const float *sine, float sign, int interleaved) {
  size_t i = 0;
  for (; i + 4 <= pairs; i += 4) {
    f32x4 c = f32x4_load(cosine + i), s = f32x4_load(sine + i) * sign;
    if (interleaved) {
      f32x4 v = f32x4_load(x + 2 * i), w = f32x4_load(x + 2 * i + 4), a = f32x4_even(v, w), b = f32x4_odd(v, w);
      rotate4(&a, &b, c, s);
      f32x4_store(x + 2 * i, f32x4_zip_low(a, b));
      f32x4_store(x + 2 * i + 4, f32x4_zip_high(a, b));
    } else {
      f32x4 a = f32x4_load(x + i), b = f32x4_load(x + pairs + i);
      rotate4(&a, &b, c, s);
      f32x4_store(x + i, a);
      f32x4_store(x + pairs + i, b);
    }
  }
  for (; i < pairs; i++) {
    float *p = interleaved ? x + 2 * i : x + i, *q = interleaved ? p + 1 : p + pairs;
    f32x4 a = {*p}, b = {*q};
    rotate4(&a, &b, f32x4_splat(cosine[i]), f32x4_splat(sine[i] * sign));
    *p = a[0];
    *q = b[0];
  }
}

INLINE void head_f64(double *x, size_t pairs, const double *cosine, const double *sine, double sign, int interleaved) {
  size_t i = 0;
  for (; i + 2 <= pairs; i += 2) {
    f64x2 c = f64x2_load(cosine + i), s = f64x2_load(sine + i) * sign;
    if (interleaved) {
      f64x2 v = f64x2_load(x + 2 * i), w = f64x2_load(x + 2 * i + 2), a = f64x2_zip_low(v, w), b = f64x2_zip_high(v, w);
      rotate2(&a, &b, c, s);
      f64x2_store(x + 2 * i, f64x2_zip_low(a, b));
      f64x2_store(x + 2 * i + 2, f64x2_zip_high(a, b));
    } else {
      f64x2 a = f64x2_load(x + i), b = f64x2_load(x + pairs + i);
      rotate2(&a, &b, c, s);
      f64x2_store(x + i, a);
      f64x2_store(x + pairs + i, b);
    }
  }
  for (; i < pairs; i++) {
    double *p = interleaved ? x + 2 * i : x + i, *q = interleaved ? p + 1 : p + pairs;
    f64x2 a = {*p}, b = {*q};
    rotate2(&a, &b, f64x2_splat(cosine[i]), f64x2_splat(sine[i] * sign));
    *p = a[0];
    *q = b[0];
  }
}

void pe_rotate(void *x, size_t units, size_t head_dim, size_t pairs, size_t heads, size_t first, const void *cosines,
               const void *sines, size_t period, int flags) {
  size_t head = first % heads, row = first / heads % period;
  for (size_t u = 0; u < units; u++) {
    size_t at = row * pairs;
    if (flags & PE_FLOAT64) {
      double *p = (double *)x + u * head_dim, sign = flags & PE_INVERSE ? -1 : 1;
      const double *c = (const double *)cosines + at, *s = (const double *)sines + at;
      if (flags & PE_INTERLEAVED) head_f64(p, pairs, c, s, sign, 1);
      else head_f64(p, pairs, c, s, sign, 0);
    } else {
      float *p = (float *)x + u * head_dim, sign = flags & PE_INVERSE ? -1 : 1;
      const float *c = (const float *)cosines + at, *s = (const float *)sines + at;
      if (flags & PE_INTERLEAVED) head_f32(p, pairs, c, s, sign, 1);
      else head_f32(p, pairs, c, s, sign, 0);
    }
    if (++head == heads) {
      head = 0;
      if (++row == period) row = 0;
    }
  }
}

/* Elements move as 32-bit words, one or two each, so that a NaN keeps its payload. */
void pe_swap_layout(void *x, size_t rows, size_t head_dim, size_t pairs, int flags, void *scratch) {
  size_t words = flags & PE_FLOAT64 ? 2 : 1, to = flags & PE_INTERLEAVED;
  uint32_t *p = x, *from = scratch;
  for (size_t r = 0; r < rows; r++, p += head_dim * words) {
    memcpy(from, p, 2 * pairs * words * 4);
    for (size_t i = 0; i < 2 * pairs; i++) {
      size_t half = i % 2 * pairs + i / 2;  // where interleaved element i stands in the half-split layout
      for (size_t w = 0; w < words; w++) p[(to ? i : half) * words + w] = from[(to ? half : i) * words + w];
    }
  }
}

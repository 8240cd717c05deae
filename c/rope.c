/* SPDX-License-Identifier: MIT */
#include "half.h"
#include "posenc.h"

/*
 * rotate4 rotates four pairs (x, y), and rotate2 rotates two pairs. All rotations of this file use
 * one of them.
 */
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

/* Rotates four pairs of one head in place. */
INLINE void rotate_at(float *p, size_t pairs, f32x4 c, f32x4 s, bool interleaved) {
  float *q = interleaved ? p + 4 : p + pairs;
  f32x4 v = f32x4_load(p), w = f32x4_load(q), a = interleaved ? f32x4_even(v, w) : v,
        b = interleaved ? f32x4_odd(v, w) : w;
  rotate4(&a, &b, c, s);
  f32x4_store(p, interleaved ? f32x4_zip_low(a, b) : a);
  f32x4_store(q, interleaved ? f32x4_zip_high(a, b) : b);
}

/*
 * Rotates one head, or two successive heads of a position. `next` is the distance between the two,
 * or 0 for one head. Both heads use the same cosines and sines. Each step rotates the pairs of one
 * cache line.
 */
INLINE void heads_f32(float *x, size_t next, size_t pairs, const float *cosine, const float *sine,
                      float sign, bool interleaved) {
  size_t i = 0;
  for (; i + 8 <= pairs; i += 8) {
    f32x4 c0 = f32x4_load(cosine + i), s0 = f32x4_load(sine + i) * sign,
          c1 = f32x4_load(cosine + i + 4), s1 = f32x4_load(sine + i + 4) * sign;
    float *p = x + (i << interleaved), *q = p + (4 << interleaved);
    rotate_at(p, pairs, c0, s0, interleaved);
    rotate_at(q, pairs, c1, s1, interleaved);
    if (!next) continue;
    rotate_at(p + next, pairs, c0, s0, interleaved);
    rotate_at(q + next, pairs, c1, s1, interleaved);
  }
  for (; i < pairs; i++)
    for (size_t h = 0; h <= (next != 0); h++) {
      float *p = x + h * next + (i << interleaved), *q = interleaved ? p + 1 : p + pairs;
      f32x4 a = {*p}, b = {*q};
      rotate4(&a, &b, f32x4_splat(cosine[i]), f32x4_splat(sine[i] * sign));
      *p = a[0];
      *q = b[0];
    }
}

static void head_f64(double *x, size_t pairs, const double *cosine, const double *sine, double sign,
                     bool interleaved) {
  for (size_t i = 0; i < pairs; i += 2) {
    size_t step = interleaved ? 2 : 1, more = i + 1 < pairs;
    double *p = x + i * step, *q = interleaved ? p + 1 : p + pairs;
    f64x2 c = {cosine[i], cosine[i + more]}, s = {sine[i] * sign, sine[i + more] * sign};
    f64x2 a = {p[0], p[more * step]}, b = {q[0], q[more * step]};
    rotate2(&a, &b, c, s);
    p[more * step] = a[more];
    q[more * step] = b[more];
    p[0] = a[0];
    q[0] = b[0];
  }
}

/*
 * Rotates four pairs of 16-bit numbers in place, in double precision. x and y are at p and q, or
 * alternate at p. Returns false, without any change, if a number is infinite or NaN.
 */
INLINE bool rotate_half(uint16_t *p, uint16_t *q, const double *cosine, const double *sine,
                        double sign, bool interleaved, half_type type) {
  i32x4 v, w;
  if (interleaved) {
    w = i32x4_load(p);
    v = i32x4_left(w, 16) >> 16;
    w = w >> 16;
  } else {
    v = i32x4_from_i16(p);
    w = i32x4_from_i16(q);
  }
  v = half_widen4(v, type);
  w = half_widen4(w, type);
  i32x4 special = half_special(v, type) | half_special(w, type);
  f64x2 x0 = half_low(v), x1 = half_high(v), y0 = half_low(w), y1 = half_high(w);
  rotate2(&x0, &y0, f64x2_load(cosine), f64x2_load(sine) * sign);
  rotate2(&x1, &y1, f64x2_load(cosine + 2), f64x2_load(sine + 2) * sign);
  v = half_round4(x0, x1, type, &special);
  w = half_round4(y0, y1, type, &special);
  if (i32x4_any(special)) return false;
  if (interleaved) {
    i32x4_store(p, (v & 0xffff) | i32x4_left(w, 16));
  } else {
    i32x4 both = i16x8_from_i32(v, w);
    memcpy(p, &both, 8);
    memcpy(q, (char *)&both + 8, 8);
  }
  return true;
}

static void head_half(uint16_t *x, size_t pairs, const double *cosine, const double *sine,
                      double sign, bool interleaved, half_type type) {
  const size_t step = interleaved ? 2 : 1;
  for (size_t i = 0; i < pairs;) {
    const size_t end = pairs - i < 4 ? pairs : i + 4;
    uint16_t *p = x + i * step, *q = interleaved ? p + 1 : p + pairs;
    if (end - i == 4 && rotate_half(p, q, cosine + i, sine + i, sign, interleaved, type)) i = end;
    for (; i < end; i++, p += step, q += step) {
      double a = pe_half_value(*p, type), b = pe_half_value(*q, type), s = sine[i] * sign;
      *p = pe_half_of(a * cosine[i] - b * s, type);
      *q = pe_half_of(a * s + b * cosine[i], type);
    }
  }
}

void pe_rotate(void *x, size_t units, size_t head_dim, size_t pairs, size_t heads, size_t rotated,
               size_t first, const void *cosines, const void *sines, size_t period,
               pe_flags flags) {
  size_t head = first % heads, row = first / heads % period;
  const bool interleaved = flags & PE_INTERLEAVED, doubles = flags & PE_FLOAT64;
  const float sign = flags & PE_INVERSE ? -1 : 1;
  for (size_t u = 0, count; u < units; u += count) {
    const size_t at = row * pairs;
    count = 1;
    if (head + rotated < heads) {
      count = heads - rotated - head;  // the first heads of a row are not rotated
    } else if (flags & PE_HALVES) {
      head_half((uint16_t *)x + u * head_dim, pairs, (const double *)cosines + at,
                (const double *)sines + at, sign, interleaved, half_type_of(flags & PE_BFLOAT16));
    } else if (doubles) {
      double *to = (double *)x + u * head_dim;
      head_f64(to, pairs, (const double *)cosines + at, (const double *)sines + at, sign,
               interleaved);
    } else {
      float *to = (float *)x + u * head_dim;
      const float *c = (const float *)cosines + at, *s = (const float *)sines + at;
      // For data in main memory, rotating two interleaved heads at once took four times as long as
      // rotating them one by one.
      if (!interleaved && head + 2 <= heads && u + 2 <= units) count = 2;
      if (interleaved)
        heads_f32(to, 0, pairs, c, s, sign, true);
      else
        heads_f32(to, count == 2 ? head_dim : 0, pairs, c, s, sign, false);
    }
    head += count;
    if (head == heads) {
      head = 0;
      row = row + 1 == period ? 0 : row + 1;
    }
  }
}

void pe_scale(void *x, size_t count, double factor, pe_flags flags) {
  float *f = x;
  double *d = x;
  for (size_t i = 0; i < count; i++) {
    if (flags & PE_FLOAT64)
      d[i] *= factor;
    else
      f[i] = (float)(f[i] * factor);
  }
}

/* Does what pe_swap_layout does. An element consists of `words` words of `size` bytes. */
INLINE void swap(char *p, size_t rows, size_t head_dim, size_t pairs, bool interleaved, char *from,
                 size_t words, size_t size) {
  const size_t count = 2 * pairs * words;
  for (size_t r = 0; r < rows; r++, p += head_dim * words * size) {
    pe_copy(from, p, count * size);
    for (size_t i = 0; i < count; i++) {
      const size_t element = i / words, word = i % words;
      // `half` is the index of the word in the halves layout.
      const size_t half = (element % 2 * pairs + element / 2) * words + word;
      memcpy(p + (interleaved ? i : half) * size, from + (interleaved ? half : i) * size, size);
    }
  }
}

/* Copies the bytes of elements unchanged, so that a NaN keeps its payload. */
void pe_swap_layout(void *x, size_t rows, size_t head_dim, size_t pairs, pe_flags flags,
                    void *scratch) {
  if (flags & PE_HALVES)
    swap(x, rows, head_dim, pairs, flags & PE_INTERLEAVED, scratch, 1, 2);
  else
    swap(x, rows, head_dim, pairs, flags & PE_INTERLEAVED, scratch, flags & PE_FLOAT64 ? 2 : 1, 4);
}

void pe_widen(double *to, const uint16_t *from, size_t count, pe_flags flags) {
  const half_type type = half_type_of(flags & PE_BFLOAT16);
  for (size_t i = 0; i < count; i++) to[i] = pe_half_value(from[i], type);
}

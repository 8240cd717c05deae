/* SPDX-License-Identifier: MIT */
/*
 * This file defines vectors of four floats and of two doubles, as vector types of the compiler.
 * They become SIMD128 in wasm, and native compilers accept the same file. The kernels of posenc.h
 * name no instruction outside of this file.
 */
#ifndef POSENC_SIMD_H
#define POSENC_SIMD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#ifdef __wasm_simd128__
#include <wasm_simd128.h>
#endif

/*
 * Inlines a function even in a file that is compiled for size. A call costs ten times as much as a
 * load.
 */
#define INLINE static inline __attribute__((always_inline))

typedef float f32x4 __attribute__((vector_size(16)));
typedef double f64x2 __attribute__((vector_size(16)));
typedef int32_t i32x4 __attribute__((vector_size(16)));
typedef int64_t i64x2 __attribute__((vector_size(16)));

INLINE f32x4 f32x4_load(const float *p) {
  f32x4 v;
  memcpy(&v, p, 16);
  return v;
}
INLINE void f32x4_store(float *p, f32x4 v) {
  memcpy(p, &v, 16);
}
INLINE f64x2 f64x2_load(const double *p) {
  f64x2 v;
  memcpy(&v, p, 16);
  return v;
}
INLINE void f64x2_store(double *p, f64x2 v) {
  memcpy(p, &v, 16);
}
INLINE i32x4 i32x4_load(const void *p) {
  i32x4 v;
  memcpy(&v, p, 16);
  return v;
}
INLINE void i32x4_store(void *p, i32x4 v) {
  memcpy(p, &v, 16);
}
INLINE void pe_copy(void *to, const void *from, size_t bytes) {
  char *p = to;
  const char *q = from;
  size_t k = 0;
  for (; k + 16 <= bytes; k += 16) i32x4_store(p + k, i32x4_load(q + k));
  for (; k + 4 <= bytes; k += 4) memcpy(p + k, q + k, 4);
  for (; k < bytes; k++) p[k] = q[k];
}
INLINE f32x4 f32x4_splat(float x) {
  return (f32x4){x, x, x, x};
}
INLINE f64x2 f64x2_splat(double x) {
  return (f64x2){x, x};
}

/* Return {a0, b0} and {a1, b1}. */
INLINE f64x2 f64x2_low(f64x2 a, f64x2 b) {
  return __builtin_shufflevector(a, b, 0, 2);
}
INLINE f64x2 f64x2_high(f64x2 a, f64x2 b) {
  return __builtin_shufflevector(a, b, 1, 3);
}

/*
 * Selects each lane: from `yes` if the mask is all ones there, from `no` if it is all zeros.
 */
INLINE f64x2 f64x2_select(i64x2 mask, f64x2 yes, f64x2 no) {
  return (f64x2)((mask & (i64x2)yes) | (~mask & (i64x2)no));
}

INLINE f64x2 f64x2_abs(f64x2 x) {
  return (f64x2)((i64x2)x & INT64_MAX);
}

/* Keeps the upper 26 bits of each significand. The product of two such numbers is exact. */
INLINE f64x2 f64x2_upper(f64x2 x) {
  return (f64x2)((i64x2)x & (i64x2){-0x8000000, -0x8000000});
}

/* Returns the floats at p and p + 1 as doubles. */
INLINE f64x2 f64x2_from_f32(const float *p) {
#ifdef __wasm_simd128__
  return (f64x2)wasm_f64x2_promote_low_f32x4(wasm_v128_load64_zero(p));
#else
  return (f64x2){p[0], p[1]};
#endif
}

/* Returns the four 16-bit integers at p, sign-extended to 32 bits. */
INLINE i32x4 i32x4_from_i16(const uint16_t *p) {
#ifdef __wasm_simd128__
  return (i32x4)wasm_i32x4_load16x4(p);
#else
  return (i32x4){(int16_t)p[0], (int16_t)p[1], (int16_t)p[2], (int16_t)p[3]};
#endif
}

/* Returns the lanes of a, then those of b, as 16-bit integers. All lanes must fit into 16 bits. */
INLINE i32x4 i16x8_from_i32(i32x4 a, i32x4 b) {
#ifdef __wasm_simd128__
  return (i32x4)wasm_i16x8_narrow_i32x4((v128_t)a, (v128_t)b);
#else
  typedef int16_t i16x8 __attribute__((vector_size(16)));
  return (i32x4)__builtin_shufflevector((i16x8)a, (i16x8)b, 0, 2, 4, 6, 8, 10, 12, 14);
#endif
}

/*
 * Shift all lanes by the same number of bits. The empty assembly keeps `bits` inside of a loop. If
 * the compiler moved it out, wasm would shift lane by lane.
 */
INLINE i32x4 i32x4_left(i32x4 v, int bits) {
  __asm__ volatile("" : "+r"(bits));
  return v << bits;
}
INLINE i32x4 i32x4_right(i32x4 v, int bits) {
  __asm__ volatile("" : "+r"(bits));
  return v >> bits;
}

/* Returns whether at least one lane is not 0. */
INLINE bool i32x4_any(i32x4 v) {
#ifdef __wasm_simd128__
  return wasm_v128_any_true((v128_t)v);
#else
  return v[0] || v[1] || v[2] || v[3];
#endif
}

/* Rounds a and b to float32 and returns {a0, a1, b0, b1}. */
INLINE f32x4 f32x4_from_f64(f64x2 a, f64x2 b) {
#ifdef __wasm_simd128__
  v128_t low = wasm_f32x4_demote_f64x2_zero((v128_t)a),
         high = wasm_f32x4_demote_f64x2_zero((v128_t)b);
  return (f32x4)wasm_i32x4_shuffle(low, high, 0, 1, 4, 5);
#else
  return (f32x4){(float)a[0], (float)a[1], (float)b[0], (float)b[1]};
#endif
}

/* Rounds a and b to float32 and returns {a0, b0, a1, b1}. */
INLINE f32x4 f32x4_zip_f64(f64x2 a, f64x2 b) {
#ifdef __wasm_simd128__
  v128_t low = wasm_f32x4_demote_f64x2_zero((v128_t)a),
         high = wasm_f32x4_demote_f64x2_zero((v128_t)b);
  return (f32x4)wasm_i32x4_shuffle(low, high, 0, 4, 1, 5);
#else
  return (f32x4){(float)a[0], (float)b[0], (float)a[1], (float)b[1]};
#endif
}

/* Stores v as elements i and i + 1: two doubles, or with `floats` two floats. */
INLINE void f64x2_put(void *p, size_t i, f64x2 v, bool floats) {
  f32x4 narrow = f32x4_from_f64(v, v);
  if (floats)
    memcpy((float *)p + i, &narrow, 8);
  else
    memcpy((double *)p + i, &v, 16);
}

/* Stores x as element i: a double, or a float. */
INLINE void f64_put(void *out, size_t i, double x, bool doubles) {
  if (doubles)
    ((double *)out)[i] = x;
  else
    ((float *)out)[i] = (float)x;
}

/* Returns elements i and i + 1 of an array, with 0 for an element beyond the end. */
INLINE f64x2 f64x2_load_part(const double *x, size_t i, size_t count) {
  return i + 1 < count ? f64x2_load(x + i) : (f64x2){x[i], 0};
}

/*
 * Stores v as elements i and i + 1, or only its first number as element i if i + 1 is beyond the
 * end. The elements are doubles or floats. Floats may overwrite the doubles from which they are
 * computed, because these doubles have been read before.
 */
INLINE void f64x2_put_part(double *x, size_t i, size_t count, f64x2 v, bool doubles) {
  if (i + 1 < count)
    f64x2_put(x, i, v, !doubles);
  else if (doubles)
    x[i] = v[0];
  else
    ((float *)x)[i] = (float)v[0];
}

/*
 * zip_low returns {a0, b0, a1, b1}, and zip_high returns {a2, b2, a3, b3}. even and odd reverse
 * this: from the two results, they return a and b.
 */
INLINE f32x4 f32x4_zip_low(f32x4 a, f32x4 b) {
  return __builtin_shufflevector(a, b, 0, 4, 1, 5);
}
INLINE f32x4 f32x4_zip_high(f32x4 a, f32x4 b) {
  return __builtin_shufflevector(a, b, 2, 6, 3, 7);
}
INLINE f32x4 f32x4_even(f32x4 a, f32x4 b) {
  return __builtin_shufflevector(a, b, 0, 2, 4, 6);
}
INLINE f32x4 f32x4_odd(f32x4 a, f32x4 b) {
  return __builtin_shufflevector(a, b, 1, 3, 5, 7);
}

#endif

/* SPDX-License-Identifier: MIT */
/* This header declares matrix products, and defines functions of vectors that training needs. */
#ifndef POSENC_TRAIN_MATRIX_H
#define POSENC_TRAIN_MATRIX_H

#include "../maths.h"

/* A matrix whose element (i, j) is at[i row + j column]. So its transpose needs no copy. */
typedef struct {
  const float *at;
  size_t row, column;
} pe_train_matrix;

/*
 * Computes C = A B, or with `add` C += A B.
 *
 * c      out [rows][columns], with c_stride elements from row to row
 * a      in [rows][inner], of any layout
 * b      in [inner][columns], with b_stride elements from row to row
 * columns  a multiple of 4
 */
void pe_train_product(float *c, size_t c_stride, pe_train_matrix a, const float *b, size_t b_stride,
                      size_t rows, size_t inner, size_t columns, bool add);

/* Writes the transpose of from [rows][columns] to `to`, whose rows are `stride` elements apart. */
void pe_train_transpose(float *to, size_t stride, const float *from, size_t from_stride,
                        size_t rows, size_t columns);

INLINE f32x4 f32x4_select(i32x4 mask, f32x4 yes, f32x4 no) {
  return (f32x4)((mask & (i32x4)yes) | (~mask & (i32x4)no));
}

/* Returns the larger number of each lane, if neither is a NaN. */
INLINE f32x4 f32x4_larger(f32x4 a, f32x4 b) {
#ifdef __wasm_simd128__
  return (f32x4)wasm_f32x4_pmax((v128_t)a, (v128_t)b);
#else
  return f32x4_select(a < b, b, a);
#endif
}

INLINE float f32x4_sum(f32x4 v) {
  return (v[0] + v[1]) + (v[2] + v[3]);
}

/*
 * Returns e^x for x <= 0, within 2 ulp; 0 for x below -87. The polynomial is the Taylor series on
 * [-ln 2 / 2, ln 2 / 2], whose next term is below 2^-27.
 */
INLINE f32x4 f32x4_exp(f32x4 x) {
  const f32x4 magic = f32x4_splat(0x1.8p23f), least = f32x4_splat(-87);
  f32x4 bounded = f32x4_larger(x, least);
  f32x4 shifted = bounded * 0x1.715476p+0f + magic, n = shifted - magic;
  f32x4 r = (bounded - n * 0x1.62e4p-1f) - n * 0x1.7f7d1cp-20f;
  f32x4 q = 1.0f / 720 + r * (1.0f / 5040);
  q = 1.0f / 24 + r * (1.0f / 120 + r * q);
  q = 0.5f + r * (1.0f / 6 + r * q);
  q = 1.0f + (r + r * r * q);
  q = q * (f32x4)(((i32x4)shifted - (i32x4)magic + 127) << 23);
  return (f32x4)((i32x4)q & (x >= least));
}

#endif

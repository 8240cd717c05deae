/* SPDX-License-Identifier: MIT */
#include "matrix.h"

/*
 * Computes a block of 4 rows and 8 columns. Its sums are separate variables, which stay in
 * registers. Every element of C is summed in the order of `inner`, whatever block contains it.
 */
static void block_4x8(float *c, size_t c_stride, pe_train_matrix a, const float *b, size_t b_stride,
                      size_t inner, bool add) {
  const float *a0 = a.at, *a1 = a0 + a.row, *a2 = a1 + a.row, *a3 = a2 + a.row;
  float *c1 = c + c_stride, *c2 = c1 + c_stride, *c3 = c2 + c_stride;
  f32x4 s00 = {0}, s01 = {0}, s10 = {0}, s11 = {0}, s20 = {0}, s21 = {0}, s30 = {0}, s31 = {0};
  if (add) {
    s00 = f32x4_load(c), s01 = f32x4_load(c + 4);
    s10 = f32x4_load(c1), s11 = f32x4_load(c1 + 4);
    s20 = f32x4_load(c2), s21 = f32x4_load(c2 + 4);
    s30 = f32x4_load(c3), s31 = f32x4_load(c3 + 4);
  }
  for (size_t k = 0; k < inner; k++, b += b_stride) {
    f32x4 left = f32x4_load(b), right = f32x4_load(b + 4), x;
    x = f32x4_splat(*a0), s00 += x * left, s01 += x * right, a0 += a.column;
    x = f32x4_splat(*a1), s10 += x * left, s11 += x * right, a1 += a.column;
    x = f32x4_splat(*a2), s20 += x * left, s21 += x * right, a2 += a.column;
    x = f32x4_splat(*a3), s30 += x * left, s31 += x * right, a3 += a.column;
  }
  f32x4_store(c, s00), f32x4_store(c + 4, s01);
  f32x4_store(c1, s10), f32x4_store(c1 + 4, s11);
  f32x4_store(c2, s20), f32x4_store(c2 + 4, s21);
  f32x4_store(c3, s30), f32x4_store(c3 + 4, s31);
}

/* Computes a block of 1 row and 4 columns. */
static void block_1x4(float *c, pe_train_matrix a, const float *b, size_t b_stride, size_t inner,
                      bool add) {
  f32x4 sum = add ? f32x4_load(c) : (f32x4){0};
  for (size_t k = 0; k < inner; k++)
    sum += f32x4_splat(a.at[k * a.column]) * f32x4_load(b + k * b_stride);
  f32x4_store(c, sum);
}

void pe_train_product(float *c, size_t c_stride, pe_train_matrix a, const float *b, size_t b_stride,
                      size_t rows, size_t inner, size_t columns, bool add) {
  for (size_t i = 0; i < rows;) {
    size_t height = i + 4 <= rows ? 4 : 1, j = 0;
    pe_train_matrix from = {a.at + i * a.row, a.row, a.column};
    for (; height == 4 && j + 8 <= columns; j += 8)
      block_4x8(c + i * c_stride + j, c_stride, from, b + j, b_stride, inner, add);
    for (; j < columns; j += 4)
      for (size_t r = 0; r < height; r++) {
        pe_train_matrix row = {from.at + r * a.row, a.row, a.column};
        block_1x4(c + (i + r) * c_stride + j, row, b + j, b_stride, inner, add);
      }
    i += height;
  }
}

void pe_train_transpose(float *to, size_t stride, const float *from, size_t from_stride,
                        size_t rows, size_t columns) {
  for (size_t i = 0; i < rows; i++)
    for (size_t j = 0; j < columns; j++) to[j * stride + i] = from[i * from_stride + j];
}

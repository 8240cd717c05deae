/* SPDX-License-Identifier: MIT */
#include "posenc.h"

void pe_relative(float *out, size_t rows, size_t columns, size_t stride, const int32_t *index,
                 int lowest, const double *by_row, const double *by_column, size_t width,
                 size_t column_stride) {
  for (size_t r = 0; r < rows; r++, by_row += width)
    for (size_t k = 0; k < columns; k++) {
      int32_t i = index[rows - 1 - r + k];
      double x = i < 0 ? -INFINITY : by_row[i - lowest];
      if (by_column && i >= 0) x += by_column[k * column_stride + (size_t)(i - lowest)];
      out[r * stride + k] = (float)x;
    }
}

void pe_relative_sums(double *sums, const float *weights, size_t rows, size_t columns,
                      const int32_t *index, size_t stride) {
  for (size_t r = 0; r < rows; r++, sums += stride) {
    const int32_t *row = index + rows - 1 - r;
    double sum = 0;
    for (size_t k = 0, before = 0, i; k < columns; k++, before = i) {
      i = (size_t)(row[k] - row[0]);
      if (i != before) sum = 0;
      sums[i] = sum += *weights++;
    }
  }
}

/* SPDX-License-Identifier: MIT */
#include "posenc.h"
#include "simd.h"

void pe_weave(char *to, size_t stride, size_t rows, const pe_part *parts, size_t count) {
  for (size_t r = 0; r < rows; r++, to += stride)
    for (const pe_part *p = parts; p < parts + count; p++)
      pe_copy(to + p->column, p->from + r * p->stride, p->width);
}

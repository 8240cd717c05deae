/* SPDX-License-Identifier: MIT */
#include "maths.h"
#include "posenc.h"

void pe_swin(void *out, size_t rows, size_t first, size_t stride, const void *ramp, size_t height,
             size_t width, pe_flags flags) {
  const size_t size = flags & PE_HALVES ? 2 : 4, line = (2 * width - 1) * size;
  char *to = out;
  for (size_t r = 0; r < rows; r++, to += stride * size) {
    const char *from = (const char *)ramp + (height - 1 - (first + r) / width) * line +
                       (width - 1 - (first + r) % width) * size;
    for (size_t y = 0; y < height; y++, from += line)
      pe_copy(to + y * width * size, from, width * size);
  }
}

static double coordinate(double offset, double span) {
  if (offset == 0) return 0;
  const double inverse_ln8 = 0x1.ec709dc3a03fdp-2;
  double y = f64x2_log(f64x2_splat(1 + 8 * __builtin_fabs(offset) / span))[0] * inverse_ln8;
  return offset < 0 ? -y : y;
}

void pe_swin_coordinates(double *out, size_t count, size_t first, size_t height, size_t width,
                         double span_y, double span_x) {
  const size_t side = 2 * width - 1;
  double y = 0;
  for (size_t i = first; i < first + count; i++, out += 2) {
    // The offsets form a grid. All offsets of a row have the same dy. All offsets of a column have
    // the same dx, so it is copied from the row above.
    if (i == first || i % side == 0)
      y = coordinate((double)(i / side) - (double)(height - 1), span_y);
    out[0] = y;
    out[1] = i >= first + side ? *(out + 1 - 2 * side)
                               : coordinate((double)(i % side) - (double)(width - 1), span_x);
  }
}

void pe_swin_table(float *out, double *work, size_t count, size_t first, size_t height,
                   size_t width, double span_y, double span_x, const double *w1, const double *b1,
                   size_t hidden, const double *w2, size_t heads) {
  double *units = work + 2 * count, *sums = units + count * hidden;
  pe_swin_coordinates(work, count, first, height, width, span_y, span_x);
  pe_products(units, hidden, work, count, w1, hidden, 2, 1);
  for (size_t i = 0; i < count * hidden; i++) {
    double y = units[i] + b1[i % hidden];
    units[i] = y < 0 ? 0 : y;
  }
  pe_products(sums, heads, units, count, w2, heads, hidden, 1);
  for (size_t i = 0; i < count * heads; i++)
    out[i] = (float)(16 * f64x2_sigmoid(f64x2_splat(sums[i]))[0]);
}

/* SPDX-License-Identifier: MIT */
/* Tests the kernels of grids, of resizing and of Fourier features. */
#include "native.h"

static void woven(size_t rows, size_t width, size_t gap) {
  const size_t stride = 3 * width + gap;
  char *to = take(rows ? (rows - 1) * stride + 3 * width : 0), *a = take(width),
       *b = take(rows ? (rows - 1) * (width + gap) + width : 0);
  for (size_t i = 0; i < width; i++) a[i] = (char)(i + 1);
  for (size_t i = 0; rows && i < (rows - 1) * (width + gap) + width; i++) b[i] = (char)(i * 7);
  pe_part parts[] = {{a, 0, 2 * width, width}, {b, width + gap, 0, width}, {a, 0, width, width}};
  pe_weave(to, stride, rows, parts, 3);
  for (size_t r = 0; r < rows; r++)
    for (size_t i = 0; i < width; i++)
      CHECK(to[r * stride + i] == b[r * (width + gap) + i] && to[r * stride + width + i] == a[i] &&
            to[r * stride + 2 * width + i] == a[i]);
  release();
}

static size_t most_of(size_t from, size_t to, int antialias, size_t width) {
  size_t most = antialias && from > to ? (width * from + to - 1) / to : width;
  return most < from ? most : from;
}

/* The width is 4 for bicubic interpolation, and 2 for bilinear. */
static void taps(size_t from, size_t to, double offset, int antialias, size_t width) {
  const size_t most = most_of(from, to, antialias, width);
  int32_t *spans = take(8 * to);
  double *weights = take(8 * to * most);
  if (width == 4)
    pe_cubic_taps(spans, weights, most, from, to, offset, antialias);
  else
    pe_linear_taps(spans, weights, most, from, to, offset, antialias);
  for (size_t i = 0; i < to; i++) {
    const size_t first = (size_t)spans[2 * i], count = (size_t)spans[2 * i + 1];
    const double *w = weights + i * most, *mirrored = weights + (to - 1 - i) * most;
    double sum = 0;
    CHECK(count >= 1 && count <= most && first + count <= from && w[0] != 0 && w[count - 1] != 0);
    for (size_t k = 0; k < count; k++) sum += w[k];
    CHECK(near(sum, 1, 1e-14));
    if (offset != 0) continue;
    CHECK(first == from - (size_t)spans[2 * (to - 1 - i)] - (size_t)spans[2 * (to - 1 - i) + 1]);
    for (size_t k = 0; k < count; k++) CHECK(near(w[k], mirrored[count - 1 - k], 1e-15));
    CHECK(from != to || (count == 1 && w[0] == 1));
  }
  release();
}

static void resized(size_t columns, size_t wide, size_t dim) {
  const size_t most = most_of(columns, wide, 0, 4), rows = 3;
  // The span is rows 4 and 5. In the ring of 3 rows, they are at the places 1 and 2.
  int32_t *spans = take(8 * wide), span[2] = {4, 2};
  double *weights = take(8 * wide * most), *ring = take(8 * rows * wide * dim), down[] = {0.25, 2};
  double *in = doubles(columns * dim), *out = take(8 * wide * dim);
  pe_cubic_taps(spans, weights, most, columns, wide, 0, 0);
  for (size_t r = 0; r < rows; r++)
    pe_resize(ring + r * wide * dim, in, columns, spans, 0, weights, most, wide, dim);
  for (size_t i = 0; i < wide * dim; i++) {
    double sum = 0;
    for (size_t k = 0; k < (size_t)spans[2 * (i / dim) + 1]; k++)
      sum += weights[i / dim * most + k] * in[((size_t)spans[2 * (i / dim)] + k) * dim + i % dim];
    CHECK(near(ring[i], sum, 1e-14));
  }
  pe_resize(out, ring, rows, span, 0, down, 2, 1, wide * dim);
  for (size_t i = 0; i < wide * dim; i++)
    CHECK(out[i] == 0.25 * ring[wide * dim + i] + 2 * ring[2 * wide * dim + i]);
  release();
}

static void features(size_t rows, size_t terms, size_t pairs, int flags) {
  const size_t element = flags & PE_FLOAT64 ? 8 : 4, even = (pairs + 1) & ~(size_t)1;
  char *sines = take(rows * pairs * 2 * element);
  double *x = doubles(rows * (terms + 1)), *high = doubles(terms * even),
         *low = doubles(terms * even), *work = take(16 * even);
  const int pi = flags & PE_INTERLEAVED;
  for (size_t i = 0; i < terms * even; i++) low[i] *= 0x1p-54;
  pe_fourier(sines, pairs ? sines + element : sines, rows, 2 * pairs, 2, x, terms + 1, terms, high,
             low, pairs, work, pi, flags);
  for (size_t i = 0; i < rows * pairs; i++) {
    double sum = 0;
    for (size_t t = 0; t < terms; t++)
      sum += (pi ? 3.141592653589793 : 1) * x[i / pairs * (terms + 1) + t] *
             high[t * even + i % pairs];
    CHECK(near(at(sines, 2 * i, flags), sin(sum), 1e-6) &&
          near(at(sines, 2 * i + 1, flags), cos(sum), 1e-6));
  }
  release();
}

void grid_kernels(void) {
  EACH(n, SIZES) {
    for (size_t rows = 0; rows < 4; rows++)
      for (size_t k = 0; k < 4; k++)
        woven(rows, n, k),
            features(rows, k, n, (k % 2 ? PE_FLOAT64 : 0) | (rows % 2 ? PE_INTERLEAVED : 0));
    EACH(to, SIZES) {
      if (!n || !to) continue;
      for (int antialias = 0; antialias < 2; antialias++)
        for (size_t width = 2; width <= 4; width += 2)
          taps(n, to, 0, antialias, width), taps(n, to, 0.1, antialias, width),
              taps(n, to, 0.96875, antialias, width);
      resized(n, to, n), resized(n, to, 1);
    }
  }
  int32_t *spans = take(8 * 7);
  double *weights = take(8 * 7 * 8), *ring = take(8 * 3 * 7 * 5), *high = doubles(6),
         *low = doubles(6), *x = doubles(9), *angles = take(8 * 3 * 10);
  double *in = doubles(13 * 5), *out = take(8 * 7 * 5), *work = take(16 * 6);
  pe_cubic_taps(spans, weights, 8, 13, 7, 0.1, 1), print("spans", 0, spans, 8 * 7);
  int32_t *lines = take(8 * 7);
  double *shares = take(8 * 7 * 4);
  pe_linear_taps(lines, shares, 4, 13, 7, 0.1, 1), print("linear spans", 0, lines, 8 * 7);
  print("linear weights", 0, shares, 16);
  for (size_t r = 0; r < 3; r++) pe_resize(ring + r * 35, in, 13, spans, 0, weights, 8, 7, 5);
  print("ring", 0, ring, 8 * 105);
  pe_resize(out, ring, 3, spans + 2, 0, weights + 8, 8, 1, 35), print("rows", 0, out, 8 * 35);
  pe_frequencies(high, low, 5, 0, 112, -8);
  for (int pi = 0; pi < 2; pi++)
    pe_fourier(angles, angles + 5, 3, 10, 1, x, 3, 1, high, low, 5, work, pi, PE_FLOAT64),
        print("fourier", pi, angles, 240);
  release();
}

#include "posenc.h"
#include "simd.h"

void pe_weave(char *to, size_t stride, size_t rows, const pe_part *parts, size_t count) {
  for (size_t r = 0; r < rows; r++, to += stride)
    for (const pe_part *p = parts; p < parts + count; p++) copy(to + p->column, p->from + r * p->stride, p->width);
}

static double cubic(double x, double a) {
  x = __builtin_fabs(x);
  return x < 1 ? ((a + 2) * x - (a + 3)) * x * x + 1 : ((x - 5) * x + 8) * x * a - 4 * a;
}

void pe_cubic_taps(int32_t *spans, double *weights, size_t most, size_t from, size_t to, int antialias) {
  const double a = antialias ? -0.5 : -0.75, step = 2 * (double)to, last = (double)from - 1;
  // The centre of pixel j is (2 j + 1) `to` units from the edge, and those of the kernel's zeros 2 `unit` from its centre: integers.
  const double unit = antialias && from > to ? 2 * (double)from : step;
  for (size_t i = 0; i < to; i++, weights += most) {
    double centre = (double)from * (2 * (double)i + 1), sum = 0, first = 0;
    size_t count = 0;
    for (double j = __builtin_floor((centre - 2 * unit - (double)to) / step) + 1;; j++) {
      double distance = j * step + (double)to - centre, w = cubic(distance / unit, a), pixel = j < 0 ? 0 : j > last ? last : j;
      if (distance >= 2 * unit) break;
      if ((antialias && pixel != j) || (!count && w == 0)) continue;
      if (!count) first = pixel;
      if (count && pixel < first + (double)count) weights[count - 1] += w;  // beyond the edge, the pixel at the edge
      else weights[count++] = w;
      sum += w;
    }
    while (weights[count - 1] == 0) count--;  // a pixel without weight is not read: it may be NaN
    for (size_t k = 0; antialias && k < count; k++) weights[k] /= sum;
    spans[2 * i] = (int32_t)first;
    spans[2 * i + 1] = (int32_t)count;
  }
}

INLINE f64x2 two(const void *row, size_t i, int wide) {
  return wide ? f64x2_load((const double *)row + i) : f64x2_from_f32((const float *)row + i);
}

/*
 * The weighted sum of `count` rows from row `first` on, `step` bytes apart; behind the last of `rows` stands the first. Doubles
 * give floats (wide), floats doubles. A sum begins with -0, which added to x is x, -0 included.
 */
INLINE void blend(void *to, const char *from, size_t step, size_t first, size_t rows, const double *weights, size_t count, size_t n, int wide) {
  size_t i = 0;
  for (; i + 8 <= n; i += 8) {
    f64x2 a = f64x2_splat(-0.0), b = a, c = a, d = a;
    for (size_t k = 0, r = first; k < count; k++, r = r + 1 == rows ? 0 : r + 1) {
      const char *row = from + r * step;
      f64x2 w = f64x2_splat(weights[k]);
      a += w * two(row, i, wide);
      b += w * two(row, i + 2, wide);
      c += w * two(row, i + 4, wide);
      d += w * two(row, i + 6, wide);
    }
    if (wide) {
      f32x4_store((float *)to + i, f32x4_from_f64(a, b));
      f32x4_store((float *)to + i + 4, f32x4_from_f64(c, d));
    } else {
      double *out = (double *)to + i;
      f64x2_store(out, a);
      f64x2_store(out + 2, b);
      f64x2_store(out + 4, c);
      f64x2_store(out + 6, d);
    }
  }
  for (; i < n; i++) {
    double sum = -0.0;
    for (size_t k = 0, r = first; k < count; k++, r = r + 1 == rows ? 0 : r + 1) {
      const char *row = from + r * step;
      sum += weights[k] * (wide ? ((const double *)row)[i] : (double)((const float *)row)[i]);
    }
    if (wide) ((float *)to)[i] = (float)sum;
    else ((double *)to)[i] = sum;
  }
}

void pe_resize_columns(double *out, const float *in, size_t stride, size_t first, const int32_t *spans, const double *weights,
                       size_t most, size_t columns, size_t dim) {
  for (size_t x = 0; x < columns; x++, out += dim, weights += most)
    blend(out, (const char *)in, 4 * stride, (size_t)spans[2 * x] - first, SIZE_MAX, weights, (size_t)spans[2 * x + 1], dim, 0);
}

void pe_resize_rows(float *out, size_t stride, const double *ring, size_t rows, const int32_t *span, const double *weights,
                    size_t columns, size_t dim) {
  const size_t width = columns * dim, first = (size_t)span[0] % rows, run = stride == dim ? width : dim;
  for (size_t x = 0; x < width; x += run, out += stride)
    blend(out, (const char *)(ring + x), 8 * width, first, rows, weights, (size_t)span[1], run, 1);
}

/* SPDX-License-Identifier: MIT */
#include "posenc.h"
#include "simd.h"

static double cubic(double x, double a) {
  x = __builtin_fabs(x);
  return x < 1 ? ((a + 2) * x - (a + 3)) * x * x + 1 : ((x - 5) * x + 8) * x * a - 4 * a;
}

/* Returns the pixel itself, or the pixel at the edge if `pixel` is beyond this edge. */
static double clamp(double pixel, double last) {
  if (pixel < 0) return 0;
  return pixel > last ? last : pixel;
}

/* The interpolation function, which is 0 at distances of at least `reach`. */
typedef struct {
  double reach;
  double a;  // of the cubic function
} shape;

static double weight_at(double x, shape of) {
  if (of.reach == 2) return cubic(x, of.a);
  x = __builtin_fabs(x);
  return x < 1 ? 1 - x : 0;
}

static void taps(int32_t *spans, double *weights, size_t most, size_t from, size_t to,
                 double offset, bool antialias, shape of) {
  const double last = (double)from - 1;
  const double extent = (double)to + offset, step = 2 * extent;
  // Distances are in units of 1 / (2 extent) pixels of the input. In these units, the centre of
  // pixel j of the input is (2 j + 1) extent away from the edge. The weight is zero at distances of
  // at least reach * unit.
  const double unit = antialias && (double)from > extent ? 2 * (double)from : step;
  for (size_t i = 0; i < to; i++, weights += most) {
    double centre = (double)from * (2 * (double)i + 1), sum = 0, first = 0;
    size_t count = 0;
    for (double j = __builtin_floor((centre - of.reach * unit - extent) / step) + 1;; j++) {
      // The difference of the first two terms is an exact integer.
      double distance = (2 * j + 1) * (double)to - centre + (2 * j + 1) * offset;
      double w = weight_at(distance / unit, of);
      double pixel = clamp(j, last);
      if (distance >= of.reach * unit) break;
      if ((antialias && pixel != j) || (!count && w == 0)) continue;
      if (!count) first = pixel;
      if (count && pixel < first + (double)count)
        weights[count - 1] += w;  // a tap beyond the edge counts for the edge pixel
      else if (count < most)  // a tap beyond `most` comes from rounding, and weighs about 0
        weights[count++] = w;
      sum += w;
    }
    // A pixel without weight may be NaN, so it is not read.
    while (weights[count - 1] == 0) count--;
    for (size_t k = 0; antialias && k < count; k++) weights[k] /= sum;
    spans[2 * i] = (int32_t)first;
    spans[2 * i + 1] = (int32_t)count;
  }
}

void pe_cubic_taps(int32_t *spans, double *weights, size_t most, size_t from, size_t to,
                   double offset, bool antialias) {
  taps(spans, weights, most, from, to, offset, antialias, (shape){2, antialias ? -0.5 : -0.75});
}

void pe_linear_taps(int32_t *spans, double *weights, size_t most, size_t from, size_t to,
                    double offset, bool antialias) {
  taps(spans, weights, most, from, to, offset, antialias, (shape){1, 0});
}

void pe_resize(double *out, const double *in, size_t rows, const int32_t *spans, size_t first,
               const double *weights, size_t most, size_t count, size_t dim) {
  for (size_t x = 0; x < count; x++, spans += 2, weights += most, out += dim) {
    const size_t start = ((size_t)spans[0] - first) % rows, taps = (size_t)spans[1];
    for (size_t i = 0; i < dim;) {
      const size_t lanes = dim - i < 8 ? 1 : 8;  // the last few elements are computed one by one
      f64x2 a = f64x2_splat(-0.0), b = a, c = a, d = a;  // -0 + x is x, even for -0
      for (size_t k = 0, r = start; k < taps; k++, r = r + 1 == rows ? 0 : r + 1) {
        const double *p = in + r * dim + i;
        if (lanes == 1)
          a += f64x2_splat(weights[k]) * f64x2_splat(*p);
        else {
          f64x2 w = f64x2_splat(weights[k]);
          a += w * f64x2_load(p);
          b += w * f64x2_load(p + 2);
          c += w * f64x2_load(p + 4);
          d += w * f64x2_load(p + 6);
        }
      }
      if (lanes == 1)
        out[i] = a[0];
      else {
        f64x2_store(out + i, a);
        f64x2_store(out + i + 2, b);
        f64x2_store(out + i + 4, c);
        f64x2_store(out + i + 6, d);
      }
      i += lanes;
    }
  }
}

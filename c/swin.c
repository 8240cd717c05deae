#include "maths.h"
#include "posenc.h"

void pe_swin(float *out, size_t rows, size_t first, size_t stride, const float *ramp, size_t height, size_t width) {
  for (size_t r = 0; r < rows; r++, out += stride) {
    const float *from = ramp + (height - 1 - (first + r) / width) * (2 * width - 1) + (width - 1 - (first + r) % width);
    float *to = out;
    for (size_t y = 0; y < height; y++, from += 2 * width - 1, to += width) {
      size_t x = 0;
      for (; x + 4 <= width; x += 4) i32x4_store(to + x, i32x4_load(from + x));
      for (; x < width; x++) memcpy(to + x, from + x, 4);
    }
  }
}

static double coordinate(double offset, double span) {
  if (offset == 0) return 0;
  double y = f64x2_log(f64x2_splat(1 + 8 * __builtin_fabs(offset) / span))[0] * 0x1.ec709dc3a03fdp-2;  // 1 / ln 8
  return offset < 0 ? -y : y;
}

void pe_swin_coordinates(double *out, size_t count, size_t first, size_t height, size_t width, double span_y, double span_x) {
  for (size_t i = first; i < first + count; i++, out += 2) {
    out[0] = coordinate((double)(i / (2 * width - 1)) - (double)(height - 1), span_y);
    out[1] = coordinate((double)(i % (2 * width - 1)) - (double)(width - 1), span_x);
  }
}

void pe_rectify(double *x, size_t rows, size_t width, const double *bias) {
  for (size_t i = 0; i < rows * width; i++) {
    double y = x[i] + bias[i % width];
    x[i] = y < 0 ? 0 : y;
  }
}

void pe_sigmoid(float *out, const double *x, size_t count, double scale) {
  for (size_t i = 0; i < count; i++) out[i] = (float)(scale * f64x2_sigmoid(f64x2_splat(x[i]))[0]);
}

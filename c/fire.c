#include "maths.h"
#include "posenc.h"

void pe_fire_lines(double *lines, const double *w1, const double *b1, const double *w2, double b2, size_t hidden) {
  for (double from = 0; from < INFINITY; from = *lines, lines += 3) {
    double slope = 0, height = b2, next = INFINITY;
    for (size_t u = 0; u < hidden; u++) {
      double bend = -b1[u] / w1[u];
      int idle = w1[u] > 0 ? from < bend : w1[u] < 0 ? bend <= from : w1[u] == 0 && b1[u] <= 0;  // a NaN is never idle
      if (bend > from && bend < next) next = bend;
      if (idle) continue;
      slope += w2[u] * w1[u];
      height += w2[u] * b1[u];
    }
    lines[0] = next, lines[1] = slope, lines[2] = height;
  }
}

void pe_fire_ramp(float *ramp, size_t count, double first, double c, double longest, double epsilon, const double *lines) {
  double divisor = f64x2_log1p(f64x2_splat(c * longest))[0] + epsilon;
  const double *line = lines;
  for (size_t i = 0; i < count; i += 2) {
    f64x2 x = f64x2_log1p(c * f64x2_abs(first + (double)i + (f64x2){0, 1})) / divisor, y;
    for (int lane = 0; lane < 2; lane++) {
      while (x[lane] >= line[0]) line += 3;
      while (line > lines && x[lane] < line[-3]) line -= 3;
      y[lane] = line[1] * x[lane] + line[2];
    }
    f32_store_pair(ramp, i, count, y);
  }
}

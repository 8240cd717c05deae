/* SPDX-License-Identifier: MIT */
#include "maths.h"
#include "posenc.h"

/*
 * Returns whether a unit of the network adds 0 for every x from `from` to the next bend. The unit
 * has this weight and bias, and its bend is the x at which its slope changes. A unit with a NaN
 * is never idle.
 */
static bool is_idle(double weight, double bias, double bend, double from) {
  if (weight > 0) return from < bend;
  if (weight < 0) return bend <= from;
  return weight == 0 && bias <= 0;
}

void pe_fire_lines(double *lines, const double *w1, const double *b1, const double *w2, double b2,
                   size_t hidden) {
  for (double from = 0; from < INFINITY; from = *lines, lines += 3) {
    double slope = 0, height = b2, next = INFINITY;
    for (size_t u = 0; u < hidden; u++) {
      double bend = -b1[u] / w1[u];
      bool idle = is_idle(w1[u], b1[u], bend, from);
      if (bend > from && bend < next) next = bend;
      if (idle) continue;
      slope += w2[u] * w1[u];
      height += w2[u] * b1[u];
    }
    lines[0] = next, lines[1] = slope, lines[2] = height;
  }
}

void pe_fire_logs(double *logs, size_t count, double first, double c) {
  for (size_t i = 0; i < count; i += 2) {
    f64x2 y = f64x2_log1p(c * f64x2_abs(first + (double)i + (f64x2){0, 1}));
    logs[i] = y[0];
    if (i + 1 < count) logs[i + 1] = y[1];
  }
}

void pe_fire_ramp(void *ramp, const double *logs, size_t count, double longest, double epsilon,
                  const double *lines, pe_flags flags) {
  double divisor = f64x2_log1p(f64x2_splat(longest))[0] + epsilon;
  const double *line = lines;
  for (size_t i = 0; i < count; i++) {
    double x = logs[i] / divisor;
    while (x >= line[0] && line[0] < INFINITY) line += 3;
    while (line > lines && x < line[-3]) line -= 3;
    f64_put(ramp, i, line[1] * x + line[2], flags & PE_FLOAT64);
  }
}

/* SPDX-License-Identifier: MIT */
#include "maths.h"
#include "posenc.h"

void pe_temperature(float *out, size_t count, const double *positions, double start, double beta,
                    double floor) {
  double before = 0;
  float y = 1;
  for (size_t i = 0; i < count; i++) {
    double steps = __builtin_floor(((positions ? positions[i] : start + (double)i) + 1) / floor);
    if (steps != before) y = (float)(1 + beta * f64x2_log(f64x2_splat((before = steps) + 1))[0]);
    out[i] = y;
  }
}

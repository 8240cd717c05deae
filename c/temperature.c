#include "maths.h"
#include "posenc.h"

void pe_temperature(float *out, size_t count, const double *positions, double start, double beta, double floor) {
  for (size_t i = 0; i < count; i++) {
    double p = positions ? positions[i] : start + (double)i;
    out[i] = (float)(1 + beta * f64x2_log(f64x2_splat(__builtin_floor((p + 1) / floor) + 1))[0]);
  }
}

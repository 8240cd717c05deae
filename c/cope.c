#include "maths.h"
#include "posenc.h"

void pe_cope(float *x, size_t rows, size_t columns, double limit, double *sums, double last, const double *projected, size_t positions) {
  for (size_t r = 0; r < rows; r++, x += columns, projected += positions) {
    double sum = sums[r], reach = limit + (double)r + 1;
    size_t seen = reach < 0 ? 0 : reach < (double)columns ? (size_t)reach : columns;
    for (size_t k = seen; k < columns; k++) x[k] = positions ? -INFINITY : 0;
    f64x2 gates = {0};
    for (size_t k = seen, odd = 0; k--; odd ^= 1) {
      if (!(sum >= last)) {
        if (!odd) gates = f64x2_sigmoid((f64x2){x[k], x[k - (k > 0)]});
        sum += odd ? gates[1] : gates[0];
      }
      double position = sum > last ? last : sum, below = __builtin_floor(position), part = position - below;
      if (positions && position == position) {
        const double *p = projected + (size_t)below;
        position = part > 0 ? p[0] * (1 - part) + p[1] * part : p[0];
      }
      x[k] = (float)position;
    }
    sums[r] = sum;
  }
}

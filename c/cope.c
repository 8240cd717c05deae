/* SPDX-License-Identifier: MIT */
#include "maths.h"
#include "posenc.h"

void pe_cope(float *x, size_t rows, size_t columns, double limit, double *sums, double last,
             const double *projected, size_t positions) {
  for (size_t r = 0; r < rows; r++, x += columns, projected += positions) {
    double sum = sums[r], reach = limit + (double)r + 1;
    if (reach < 0) reach = 0;
    size_t seen = reach < (double)columns ? (size_t)reach : columns;  // keys up to the query
    for (size_t k = seen; k < columns; k++) x[k] = positions ? -INFINITY : 0;
    f64x2 gates = {0};  // two gates are computed at once, which takes as long as one gate
    for (size_t k = seen; k--;) {
      bool reached = sum >= last;  // if so, earlier keys cannot change the position
      size_t lane = (seen - 1 - k) % 2;
      if (!reached && !lane) gates = f64x2_sigmoid((f64x2){x[k], x[k ? k - 1 : 0]});
      if (!reached) sum += lane ? gates[1] : gates[0];
      double position = sum > last ? last : sum, below = __builtin_floor(position),
             part = position - below;
      if (positions && position == position) {
        const double *p = projected + (size_t)below;
        position = part > 0 ? p[0] * (1 - part) + p[1] * part : p[0];
      }
      x[k] = (float)position;
      while (reached && k) k--, x[k] = (float)position;
    }
    sums[r] = sum;
  }
}

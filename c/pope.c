/* SPDX-License-Identifier: MIT */
#include "maths.h"
#include "posenc.h"

/* Returns ln(1 + e^x), within 4 ulp. */
INLINE f64x2 softplus(f64x2 x) {
  f64x2 e = f64x2_exp((f64x2)((i64x2)x | INT64_MIN)), u = 1.0 + e;  // e^-|x|
  f64x2 log =
      f64x2_select(u == 1.0, e,
                   f64x2_log(u) * (e / (u - 1.0)));  // the factor corrects the rounding of 1 + e
  return f64x2_select(x > 0.0, x + log, log);
}

void pe_pope(float *out, const float *x, size_t units, size_t dim, size_t heads, size_t first,
             const double *cosines, const double *sines, size_t period, const double *phase_cosines,
             const double *phase_sines, pe_flags flags) {
  const size_t interleaved = flags & PE_INTERLEAVED;
  for (size_t u = 0; u < units; u++, x += dim, out += 2 * dim) {
    size_t at = (first + u) / heads % period * dim, head = (first + u) % heads * dim;
    for (size_t i = 0; i < dim; i += 2) {
      size_t j = i + 1 < dim ? i + 1 : i;
      f64x2 r = softplus((f64x2){x[i], x[j]}), c = {cosines[at + i], cosines[at + j]},
            s = {sines[at + i], sines[at + j]};
      f64x2 p = {phase_cosines[head + i], phase_cosines[head + j]},
            q = {phase_sines[head + i], phase_sines[head + j]};
      f64x2 a = r * (c * p - s * q), b = r * (s * p + c * q);
      for (size_t k = i; k <= j; k++) {
        out[k << interleaved] = (float)a[k - i];
        out[interleaved ? 2 * k + 1 : dim + k] = (float)b[k - i];
      }
    }
  }
}

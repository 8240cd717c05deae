#include "maths.h"
#include "posenc.h"

/* ln(1 + e^x), within 4 ulp. */
static double softplus(double x) {
  double e = f64x2_exp(f64x2_splat(-__builtin_fabs(x)))[0], u = 1 + e;
  double log = u == 1 ? e : f64x2_log(f64x2_splat(u))[0] * (e / (u - 1));  // what 1 + e rounds away is given back
  return x > 0 ? x + log : log;
}

void pe_pope(float *out, const float *x, size_t units, size_t dim, size_t heads, size_t first, const double *cosines,
             const double *sines, size_t period, const double *phase_cosines, const double *phase_sines, int flags) {
  for (size_t u = 0; u < units; u++, x += dim, out += 2 * dim) {
    size_t at = (first + u) / heads % period * dim, head = (first + u) % heads * dim;
    for (size_t i = 0; i < dim; i++) {
      double c = cosines[at + i], s = sines[at + i], p = phase_cosines[head + i], q = phase_sines[head + i], r = softplus(x[i]);
      size_t to = flags & PE_INTERLEAVED ? 2 * i : i, next = flags & PE_INTERLEAVED ? 1 : dim;
      out[to] = (float)(r * (c * p - s * q));
      out[to + next] = (float)(r * (s * p + c * q));
    }
  }
}

#include "maths.h"
#include "posenc.h"

void pe_place(void *to, const void *from, size_t rows, size_t stride, size_t count, size_t step, int flags) {
  const size_t size = flags & PE_FLOAT64 ? 8 : 4;
  for (size_t r = 0; r < rows; r++)
    for (size_t i = 0; i < count; i++) memcpy((char *)to + (r * stride + i * step) * size, (const char *)from + (r * count + i) * size, size);
}

/* A float may stand where the double did that it comes from, if those before it have been read. */
static void put(double *plane, size_t i, double value, int flags) {
  if (flags & PE_FLOAT64) plane[i] = value;
  else ((float *)plane)[i] = (float)value;
}

void pe_compose(double *sines, double *cosines, const double *other_sines, const double *other_cosines, size_t count, int flags) {
  for (size_t i = 0; i < count; i++) {
    double s = sines[i], c = cosines[i], t = other_sines[i], d = other_cosines[i];
    put(sines, i, s * d + c * t, flags);
    put(cosines, i, c * d - s * t, flags);
  }
}

void pe_xpos(double *sines, double *cosines, size_t rows, size_t pairs, const double *positions, double start, double center,
             double scale, double gamma, double *work, int flags) {
  const double dim = 2 * (double)pairs;
  for (size_t i = 0; i < pairs; i++) work[i] = f64x2_log(f64x2_splat((2 * (double)i + gamma * dim) / ((1 + gamma) * dim)))[0];
  for (size_t r = 0; r < rows; r++) {
    double power = ((positions ? positions[r] : start + (double)r) - center) / scale * (flags & PE_INVERSE ? -1 : 1);
    for (size_t i = 0; i < pairs; i++) {
      double x = power * work[i], e = f64x2_exp(f64x2_splat(-__builtin_fabs(x)))[0], zeta = x > 0 ? 1 / e : e;
      put(sines, r * pairs + i, sines[r * pairs + i] * zeta, flags);
      put(cosines, r * pairs + i, cosines[r * pairs + i] * zeta, flags);
    }
  }
}

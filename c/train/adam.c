/* SPDX-License-Identifier: MIT */
#include "model.h"

/*
 * In each step, the running mean of gradients is multiplied by MEANS, and the running mean of their
 * squares by SQUARES.
 */
static const double MEANS = 0.9, SQUARES = 0.98;

/* A power below this does not change 1 - power, so it need not be exact. */
static const double NEGLIGIBLE = 0x1p-60;

/* Returns x^n for a count n and 0 < x < 1. */
static double power(double x, double n) {
  double y = 1;
  for (; n > 0 && y > NEGLIGIBLE; n--) y *= x;
  return y;
}

static double norm_of(const float *list, size_t count) {
  f64x2 sum = {0};
  for (size_t k = 0; k < count; k += 2) {
    f64x2 v = f64x2_from_f32(list + k);
    sum += v * v;
  }
  return __builtin_sqrt(sum[0] + sum[1]);
}

INLINE f32x4 f32x4_sqrt(f32x4 v) {
#ifdef __wasm_simd128__
  return (f32x4)wasm_f32x4_sqrt((v128_t)v);
#else
  return (f32x4){__builtin_sqrtf(v[0]), __builtin_sqrtf(v[1]), __builtin_sqrtf(v[2]),
                 __builtin_sqrtf(v[3])};
#endif
}

double pe_train_adam(pe_train_plan *p, double step, double rate, double most) {
  const double norm = norm_of(p->gradients, p->parameters);
  const float shorter = norm > most ? (float)(most / norm) : 1;
  const float size = (float)(rate / (1 - power(MEANS, step)));
  const float spread = (float)(1 / (1 - power(SQUARES, step)));
  const float keep_mean = (float)MEANS, keep_square = (float)SQUARES;
  const float new_mean = (float)(1 - MEANS), new_square = (float)(1 - SQUARES);
  for (size_t k = 0; k < p->parameters; k += 4) {
    f32x4 g = f32x4_load(p->gradients + k) * shorter;
    f32x4 m = keep_mean * f32x4_load(p->means + k) + new_mean * g;
    f32x4 v = keep_square * f32x4_load(p->squares + k) + new_square * (g * g);
    f32x4_store(p->means + k, m);
    f32x4_store(p->squares + k, v);
    f32x4 change = size * m / (f32x4_sqrt(v * spread) + 1e-9f);
    f32x4_store(p->weights + k, f32x4_load(p->weights + k) - change);
  }
  return norm;
}

double pe_train_rate(double step, double steps, double peak) {
  double warm = __builtin_ceil(steps / 20);
  if (step <= warm) return peak * step / warm;
  // A quarter turn is pi / 2, so pi x is 2 x quarter turns.
  double sine_cosine[4], turns[2] = {2, 0}, low[2] = {0, 0};
  pe_turns(sine_cosine, 2, turns, low, (dd){(step - warm) / (steps - warm), 0});
  return peak * (1 + sine_cosine[2]) / 2;
}

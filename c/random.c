/* SPDX-License-Identifier: MIT */
#include "maths.h"
#include "posenc.h"

/*
 * Returns draw `index` of SplitMix64. The state of this generator is a counter, so no draw needs
 * the draws before it.
 */
static uint64_t draw(uint64_t seed, uint64_t index) {
  uint64_t z = seed + (index + 1) * UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  return z ^ z >> 31;
}

/* Returns a number in (0, 1), the middle of one of 2^52 equal cells. */
static double unit(uint64_t bits) {
  return ((double)(bits >> 12) + 0.5) * 0x1p-52;
}

void pe_random_uniform(float *out, size_t count, double first, double seed, double bound) {
  uint64_t s = (uint64_t)seed, i0 = (uint64_t)first;
  for (size_t i = 0; i < count; i++) out[i] = (float)((2 * unit(draw(s, i0 + i)) - 1) * bound);
}

void pe_random_normal(float *out, size_t count, double first, double seed, double std) {
  uint64_t s = (uint64_t)seed, i0 = (uint64_t)first;
  for (size_t i = 0; i < count; i++) {
    uint64_t pair = (i0 + i) & ~UINT64_C(1);
    double u = unit(draw(s, pair)), v = unit(draw(s, pair + 1));
    double radius = __builtin_sqrt(-2 * f64x2_log(f64x2_splat(u))[0]) * std;
    double sine_cosine[4], turns[2] = {v, 0}, low[2] = {0, 0};
    pe_turns(sine_cosine, 2, turns, low, (dd){4, 0});
    out[i] = (float)(radius * sine_cosine[2]);
    if (i + 1 < count && pair == i0 + i)
      out[++i] = (float)(radius * sine_cosine[0]);
    else if (pair != i0 + i)
      out[i] = (float)(radius * sine_cosine[0]);
  }
}

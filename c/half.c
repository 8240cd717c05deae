/* SPDX-License-Identifier: MIT */
#include "half.h"
#include "posenc.h"

static uint64_t bits_of(double x) {
  uint64_t bits;
  memcpy(&bits, &x, 8);
  return bits;
}
static double double_of(uint64_t bits) {
  double x;
  memcpy(&x, &bits, 8);
  return x;
}

/* The sum with a power of two rounds x: the last bit of the sum is that of the result. */
uint16_t pe_half_of(double x, half_type type) {
  const uint16_t sign = bits_of(x) >> 48 & 0x8000;
  if (x != x) return sign | type.infinity | type.infinity >> 1;
  const int drop = 32 + type.drop;
  const uint64_t least = (uint64_t)type.least << 32,
                 most = least + (((uint64_t)type.infinity << drop) - (UINT64_C(1) << 52));
  uint64_t size = bits_of(x) & INT64_MAX;
  if (size > most) size = most;
  uint64_t power = size & UINT64_C(0x7ff) << 52;
  if (power < least) power = least;
  double sum = double_of(size) + double_of(power + ((uint64_t)drop << 52));
  return sign | (uint16_t)(bits_of(sum) + ((power - least) >> drop));
}

double pe_half_value(uint16_t bits, half_type type) {
  const double sign = bits & 0x8000 ? -1 : 1, least = double_of((uint64_t)type.least << 32);
  const int size = bits & 0x7fff;
  if (size >= type.infinity) return sign * (size > type.infinity ? NAN : INFINITY);
  // This is twice the value of a normal number. For a smaller number, it is too large by `least`.
  double x = double_of(((uint64_t)size << (32 + type.drop)) + bits_of(least));
  return sign * (size >> (20 - type.drop) ? 0.5 * x : x - least);
}

void pe_halves(uint16_t *to, const double *from, size_t count, pe_flags flags) {
  const half_type type = half_type_of(flags & PE_BFLOAT16);
  for (size_t i = 0; i < count;) {
    const size_t end = count - i < 8 ? count : i + 8;
    i32x4 bad = {0};
    if (end - i == 8) {
      const double *p = from + i;
      i32x4 a = half_round4(f64x2_load(p), f64x2_load(p + 2), type, &bad),
            b = half_round4(f64x2_load(p + 4), f64x2_load(p + 6), type, &bad);
      if (!i32x4_any(bad)) {
        i32x4_store(to + i, i16x8_from_i32(a, b));
        i = end;
      }
    }
    for (; i < end; i++) to[i] = pe_half_of(from[i], type);
  }
}

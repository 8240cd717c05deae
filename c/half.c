/* SPDX-License-Identifier: MIT */
#include "half.h"
#include "posenc.h"

/*
 * Cuts doubles to 13 significant bits. If bits are lost, the last bit becomes 1. Rounding to at
 * most 11 bits then has the same result as without the cut. A product with half_type.scale is then
 * exact, because 13 bits fit even into a subnormal double. For still smaller products, the result
 * is 0 anyway.
 */
INLINE f64x2 cut(f64x2 x) {
  const i64x2 low = {0xffffffffff, 0xffffffffff};
  return (f64x2)(((i64x2)x | (((i64x2)x & low) + low)) & ~low);
}

/* This function is not inlined, because few numbers need it. */
__attribute__((noinline)) uint16_t pe_half_of(double x, half_type type) {
  i32x4 special = {0};
  f64x2 scaled = cut(f64x2_splat(x)) * type.scale;
  const uint16_t bits = (uint16_t)half_round4(scaled, scaled, type, &special)[0];
  if (!i32x4_any(special)) return bits;
  const int sign = __builtin_signbit(x) ? 0x8000 : 0;
  return (uint16_t)(sign | type.infinity | (x != x ? type.infinity >> 1 : 0));
}

double pe_half_value(uint16_t bits, half_type type) {
  const int size = bits & 0x7fff;
  const uint64_t upper = (uint64_t)size << (32 + type.shift);
  double x;
  memcpy(&x, &upper, sizeof x);
  x *= 1 / type.scale;
  if (size >= type.infinity) x = size > type.infinity ? NAN : INFINITY;
  return bits & 0x8000 ? -x : x;
}

void pe_halves(uint16_t *to, const double *from, size_t count, pe_flags flags) {
  const half_type type = half_type_of(flags & PE_BFLOAT16);
  for (size_t i = 0; i < count;) {
    const size_t end = count - i < 8 ? count : i + 8;
    if (end - i == 8) {
      const double *p = from + i;
      f64x2 a = cut(f64x2_load(p)) * type.scale, b = cut(f64x2_load(p + 2)) * type.scale,
            c = cut(f64x2_load(p + 4)) * type.scale, d = cut(f64x2_load(p + 6)) * type.scale;
      i32x4 special = {0}, low = half_round4(a, b, type, &special),
            high = half_round4(c, d, type, &special);
      if (!i32x4_any(special)) {
        i32x4_store(to + i, i16x8_from_i32(low, high));
        i = end;
      }
    }
    for (; i < end; i++) to[i] = pe_half_of(from[i], type);
  }
}

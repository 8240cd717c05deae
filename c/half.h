/* SPDX-License-Identifier: MIT */
/*
 * Numbers of 16 bits, float16 and bfloat16. The upper 32 bits of a double contain its sign, its
 * exponent and 20 bits of its significand, of which a float16 keeps 10 and a bfloat16 keeps 7.
 */
#ifndef POSENC_HALF_H
#define POSENC_HALF_H

#include "simd.h"

/* How numbers of one type are made from the upper 32 bits of doubles. */
typedef struct {
  int drop;  // how many of the 32 bits are dropped
  int32_t least;  // the upper bits of the smallest normal number
  int32_t infinity;  // the 16 bits of infinity
} half_type;

INLINE half_type half_type_of(bool brain) {
  return brain ? (half_type){13, (1023 - 126) << 20, 0x7f80}
               : (half_type){10, (1023 - 14) << 20, 0x7c00};
}

/* Rounds a double once, and returns the bits of the result. */
uint16_t pe_half_of(double x, half_type type);

/* Returns the value of a number of 16 bits, given by its bits. */
double pe_half_value(uint16_t bits, half_type type);

/*
 * Rounds four doubles. *bad becomes nonzero if the results are not valid, because a number is not
 * normal in this type: it is too small, too large or a NaN.
 */
INLINE i32x4 half_round4(f64x2 a, f64x2 b, half_type type, i32x4 *bad) {
  const int32_t drop = type.drop, round = (1 << (drop - 1)) - 1 + (1 << 20);
  i32x4 lower = __builtin_shufflevector((i32x4)a, (i32x4)b, 0, 2, 4, 6),
        upper = __builtin_shufflevector((i32x4)a, (i32x4)b, 1, 3, 5, 7);
  // The last bit stands for all lower bits, so a number just beyond the middle is not in it.
  upper |= (lower != 0) & 1;
  i32x4 size = (upper & INT32_MAX) - type.least;
  *bad |= u32x4_above(size, (type.infinity << drop) - (1 << 20) - 1);
  i32x4 bits = i32x4_right(size + round + (i32x4_right(size, drop) & 1), drop);
  return bits | (upper >> 16 & INT16_MIN);
}

/* Converts four numbers of 16 bits, whose signs are extended, to two doubles each. */
INLINE f64x2 half_low(i32x4 upper) {
  return (f64x2)__builtin_shufflevector(upper, (i32x4){0}, 4, 0, 5, 1);
}
INLINE f64x2 half_high(i32x4 upper) {
  return (f64x2)__builtin_shufflevector(upper, (i32x4){0}, 6, 2, 7, 3);
}

/*
 * Returns the upper 32 bits of the values of four numbers of 16 bits, whose signs are extended.
 * *bad becomes nonzero if a number is not normal.
 */
INLINE i32x4 half_widen4(i32x4 x, half_type type, i32x4 *bad) {
  i32x4 size = i32x4_left(x & INT16_MAX, type.drop);
  *bad |= u32x4_above(size - (1 << 20), (type.infinity << type.drop) - (1 << 20) - 1);
  return (size + (type.least - (1 << 20))) | (x & INT32_MIN);
}

#endif

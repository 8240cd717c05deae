/* SPDX-License-Identifier: MIT */
/*
 * This file converts between doubles and numbers of 16 bits: float16 and bfloat16. The bits of such
 * a number can be shifted into the upper half of a double. The double is then equal to the number
 * times a power of two, `scale`, and is called scaled here. This holds for normal and subnormal
 * numbers, but not for infinity and NaN.
 */
#ifndef POSENC_HALF_H
#define POSENC_HALF_H

#include "simd.h"

typedef struct {
  int shift;  // how far the bits are shifted within the upper half
  int infinity;  // the bits of infinity; the bits of a NaN are a larger integer
  double scale;
} half_type;

INLINE half_type half_type_of(bool brain) {
  return brain ? (half_type){13, 0x7f80, 0x1p-896} : (half_type){10, 0x7c00, 0x1p-1008};
}

/* Rounds a double once, and returns the bits of the result. */
uint16_t pe_half_of(double x, half_type type);

/* Returns the value of a number of 16 bits. */
double pe_half_value(uint16_t bits, half_type type);

/* Given the upper halves of four scaled numbers, sets the lanes that are infinite or NaN to -1. */
INLINE i32x4 half_special(i32x4 upper, half_type type) {
  return (upper & INT32_MAX) >= type.infinity << type.shift;
}

/*
 * Rounds four scaled doubles. *special becomes nonzero if a result is infinite or NaN. Then the
 * results are not valid.
 */
INLINE i32x4 half_round4(f64x2 a, f64x2 b, half_type type, i32x4 *special) {
  i32x4 lower = __builtin_shufflevector((i32x4)a, (i32x4)b, 0, 2, 4, 6),
        upper = __builtin_shufflevector((i32x4)a, (i32x4)b, 1, 3, 5, 7);
  *special |= half_special(upper, type);
  // If any bit of `lower` is set, the last bit of `size` is set. So a number just beyond the middle
  // between two results is not rounded as the middle.
  i32x4 size = (upper & INT32_MAX) | ((lower != 0) & 1);
  const int32_t last = 1 << type.shift;
  i32x4 odd = (size & last) == last;
  return i32x4_right(size + (last / 2 - 1) - odd, type.shift) | (upper >> 16 & INT16_MIN);
}

/* Returns the upper halves of four scaled numbers. x contains sign-extended 16-bit numbers. */
INLINE i32x4 half_widen4(i32x4 x, half_type type) {
  return i32x4_left(x, type.shift) & (INT32_MIN | INT16_MAX << type.shift);
}

/* Given four upper halves, return the first two doubles (low) and the last two (high). */
INLINE f64x2 half_low(i32x4 upper) {
  return (f64x2)__builtin_shufflevector(upper, (i32x4){0}, 4, 0, 5, 1);
}
INLINE f64x2 half_high(i32x4 upper) {
  return (f64x2)__builtin_shufflevector(upper, (i32x4){0}, 6, 2, 7, 3);
}

#endif

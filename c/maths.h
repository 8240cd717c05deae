/* SPDX-License-Identifier: MIT */
/*
 * The elementary functions that the kernels need. Frequencies and slopes use double-double
 * arithmetic, with about 100 bits. Sine, cosine, exponential and logarithm take two doubles at a
 * time. No multiply-add is fused, so every machine gives the same bits.
 *
 * Each polynomial is a Chebyshev fit of what remains of a function after subtracting its leading
 * terms. A comment next to it gives the fitted function. tests/tools/make-coefficients.py computes
 * the coefficients again.
 */
#ifndef POSENC_MATHS_H
#define POSENC_MATHS_H

#include "simd.h"

/*
 * A double-double number: the sum of two doubles with |x[1]| <= ulp(x[0]) / 2, kept as two doubles.
 * It is a vector and not a structure, since wasm passes structures through memory.
 */
typedef f64x2 dd;

static const dd DD_LN2 = {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};
static const dd DD_TWO_OVER_PI = {0x1.45f306dc9c883p-1, -0x1.6b01ec5417056p-55};
static const dd DD_TWO_PI = {0x1.921fb54442d18p+2, 0x1.1a62633145c07p-52};

static inline dd dd_fast_sum(double a, double b) {  // requires |a| >= |b|
  double s = a + b;
  return (dd){s, b - (s - a)};
}
static inline dd dd_sum(double a, double b) {
  double s = a + b, t = s - a;
  return (dd){s, (a - (s - t)) + (b - t)};
}
static inline double dd_upper(double x) {
  return f64x2_upper(f64x2_splat(x))[0];
}
static inline dd dd_product(double a, double b) {
  double p = a * b, ah = dd_upper(a), bh = dd_upper(b), al = a - ah, bl = b - bh;
  return (dd){p, ((ah * bh - p) + ah * bl + al * bh) + al * bl};
}
static inline dd dd_add(dd a, dd b) {
  dd s = dd_sum(a[0], b[0]), t = dd_sum(a[1], b[1]);
  s = dd_fast_sum(s[0], s[1] + t[0]);
  return dd_fast_sum(s[0], s[1] + t[1]);
}
static inline dd dd_mul(dd a, dd b) {
  dd p = dd_product(a[0], b[0]);
  return dd_fast_sum(p[0], p[1] + (a[0] * b[1] + a[1] * b[0]));
}
static inline dd dd_div(dd a, dd b) {
  double q = a[0] / b[0];
  return dd_fast_sum(q, dd_add(a, dd_mul((dd){-q, 0}, b))[0] / b[0]);
}

/* Returns a / k for a double k. */
static inline dd dd_over(dd a, double k) {
  double q = a[0] / k;
  dd p = dd_product(q, k);
  return dd_fast_sum(q, ((a[0] - p[0]) - p[1] + a[1]) / k);
}

/*
 * Returns e^x, or 0 or infinity beyond the range of doubles. The relative error is below 2^-95 for
 * |x| < 660.
 */
dd pe_dd_exp(dd x);

/* Returns the natural logarithm of a finite x > 0, with an absolute error below 2^-94. */
dd pe_dd_log(double x);

/*
 * Computes the sine and cosine of x f quarter turns. x + xl and f + fl are double-double numbers
 * with |x f| < 2^41. The product is reduced to [-1/2, 1/2] quarter turns, with 40 bits to spare. So
 * a result near zero has the same relative precision as a result near one: each is within 0.6 ulp.
 */
INLINE void f64x2_turn(f64x2 x, f64x2 xl, f64x2 f, f64x2 fl, f64x2 *sine, f64x2 *cosine) {
  // Adding this number rounds to an integer, which is then in the low bits of the sum.
  const f64x2 magic = f64x2_splat(0x1.8p52);
  const f64x2 p1 = f64x2_splat(0x1.921fb5p+0), p2 = f64x2_splat(0x1.110b4611a6263p-26);
  f64x2 p = x * f, xh = f64x2_upper(x), fh = f64x2_upper(f), xm = x - xh, fm = f - fh;
  f64x2 tail = (((xh * fh - p) + xh * fm + xm * fh) + xm * fm) + (x * fl + xl * f);
  f64x2 shifted = p + magic, r = p - (shifted - magic);
  i64x2 quadrant = (i64x2)shifted;

  // a + b = (pi / 2) (r + tail)
  f64x2 rh = f64x2_upper(r), head = rh * p1, rest = rh * p2 + ((r - rh) + tail) * (p1 + p2);
  f64x2 a = head + rest, b = (head - a) + rest;
  f64x2 ah = f64x2_upper(a), zh = ah * ah, zl = (a - ah) * (a + ah), z = zh + zl;

  // (sin(sqrt z) / sqrt z - 1) / z and (cos(sqrt z) - 1 + z / 2) / z^2 on [0, (pi / 4 + 2^-12)^2]
  f64x2 s = -0x1.ae6009a58e749p-26 + z * 0x1.5e0a9c3bfa65ep-33;
  s = -0x1.a01a019e82a86p-13 + z * (0x1.71de37953ae6fp-19 + z * s);
  s = a +
      (z * a * (-0x1.5555555555555p-3 + z * (0x1.1111111110baep-7 + z * s)) + b * (1.0 - 0.5 * z));
  f64x2 c = 0x1.1eeb683a7d918p-29 + z * -0x1.907d258c76be6p-37;
  c = 0x1.a01a019f4e2eap-16 + z * (-0x1.27e4fa17324d6p-22 + z * c);
  c = z * z * (0x1.5555555555555p-5 + z * (-0x1.6c16c16c16965p-10 + z * c));
  f64x2 half = 0.5 * zh, w = 1.0 - half;
  c = w + (((1.0 - w) - half) + (c - (0.5 * zl + a * b)));

  i64x2 odd = -(quadrant & 1);
  *sine = (f64x2)((i64x2)f64x2_select(odd, c, s) ^ ((quadrant & 2) << 62));
  *cosine = (f64x2)((i64x2)f64x2_select(odd, s, c) ^ (((quadrant + 1) & 2) << 62));
}

/*
 * Computes the sines and then the cosines of x f quarter turns, for `width` factors f = high + low.
 * width is even. high and low may be the two halves of `row`.
 */
void pe_turns(double *row, size_t width, const double *high, const double *low, dd x);

/*
 * Returns e^x for x <= 700, within 1.5 ulp if the result is normal. It is 0 for x below -745, and
 * NaN for NaN.
 */
static inline f64x2 f64x2_exp(f64x2 x) {
  const f64x2 magic = f64x2_splat(0x1.8p52);
  f64x2 bounded = f64x2_select(x < -745.0, f64x2_splat(-745.0), x);  // a NaN stays
  f64x2 shifted = bounded * 0x1.71547652b82fep+0 + magic, n = shifted - magic;
  f64x2 r = (bounded - n * 0x1.62e42feep-1) - n * 0x1.a39ef35793c76p-33;
  f64x2 q =
      0x1.289b98ad8886ep-22 + r * 0x1.af450f4712d6fp-26;  // (e^r - 1 - r) / r^2, |r| <= ln 2 / 2
  q = 0x1.a019b054df188p-16 + r * (0x1.71de0851119ccp-19 + r * q);
  q = 0x1.6c16c17adb6c4p-10 + r * (0x1.a01a01a9300e6p-13 + r * q);
  q = 0x1.555555555374ap-5 + r * (0x1.11111111107d3p-7 + r * q);
  q = 1.0 + (r + r * r * (0.5 + r * (0x1.5555555555556p-3 + r * q)));
  // 2^n is split into two factors, so that a result below 2^-1022 loses its bits gradually.
  i64x2 whole = (i64x2)shifted - (i64x2)magic, part = whole >> 1;
  q = q * (f64x2)((part + 1023) << 52) * (f64x2)((whole - part + 1023) << 52);
  return f64x2_select(x < -745.0, f64x2_splat(0.0), q);
}

/* Returns ln x for normal positive x, within 2 ulp. */
static inline f64x2 f64x2_log(f64x2 x) {
  i64x2 bits = (i64x2)x,
        above = bits - 0x3fe6a09e667f3bcd;  // minus sqrt(1/2) as bits, so sqrt(1/2) <= m < sqrt(2)
  i64x2 exponent = above >> 52;
  f64x2 m = (f64x2)(bits - (exponent << 52)), e = (f64x2){(double)exponent[0], (double)exponent[1]};
  f64x2 s = (m - 1.0) / (m + 1.0), z = s * s;
  f64x2 q = 0x1.0fb04d4fa4e54p-3 + z * 0x1.0c97816496c47p-3;  // (2 atanh(sqrt z) / sqrt z - 2) / z
  q = 0x1.745cf674f6889p-3 + z * (0x1.3b1cbf421a439p-3 + z * q);
  q = 0x1.249249247343fp-2 + z * (0x1.c71c72078b928p-3 + z * q);
  q = z * (0x1.5555555555555p-1 + z * (0x1.9999999999a4fp-2 + z * q));
  return e * 0x1.62e42fefa39efp-1 + (2.0 * s + s * q);
}

/* Returns ln(1 + x) for 0 <= x < 2^1022, within 4 ulp. */
static inline f64x2 f64x2_log1p(f64x2 x) {
  f64x2 u = 1.0 + x;
  return f64x2_log(u) + (x - (u - 1.0)) / u;  // the second term restores the rounded part of 1 + x
}

/* Returns 1 / (1 + e^-x), within 3 ulp if the result is normal. */
static inline f64x2 f64x2_sigmoid(f64x2 x) {
  f64x2 e = f64x2_exp(-f64x2_abs(x));
  return f64x2_select(x < 0, e, f64x2_splat(1)) / (1.0 + e);
}

#endif

/* SPDX-License-Identifier: MIT */
/* Fuzzes the kernels of frequencies, sines and cosines, and of elementary functions. */
#include "fuzz.h"

/* Returns random frequencies of at most `most` radians per position. Some are 0. */
static double *any_frequencies(size_t count, double most, double **low) {
  double *high = take_doubles(count);
  *low = take_doubles(count);
  for (size_t i = 0; i < count; i++) {
    high[i] = chance(16) ? 0 : most / any_scale(0x1p40);
    (*low)[i] = high[i] * uniform(-1, 1) * 0x1p-54;
  }
  return high;
}

static void frequencies(void) {
  const size_t count = below(6), first = chance(2) ? 0 : below(5000), k = below(count + 1);
  const bool rising = chance(8);
  const double base = any_scale(0x1.fffffffffffffp1023);
  const double divisor =
      rising ? -2.0 * (double)(first + count + 1) : (double)from_to(1, chance(2) ? 8 : 10000);
  double *high = take_doubles(count), *low = take_doubles(count), one[2];
  CALL(pe_frequencies)(high, low, count, first, base, divisor);
  for (size_t i = 0; i < count; i++) {
    CHECK(fabs(low[i]) <= high[i] * 0x1p-52);
    if (!rising) CHECK(high[i] >= 0 && high[i] <= 1 && (i == 0 || high[i] <= high[i - 1]));
  }
  if (!first && count) CHECK(high[0] == 1 && low[0] == 0);
  if (k == count) return;
  CALL(pe_frequencies)(one, one + 1, 1, first + k, base, divisor);
  CHECK(near(one[0], high[k], one[0] * 0x1p-52 + 0x1p-1060));
}

static void wavelengths(void) {
  const size_t count = any_size();
  double *low, *high = any_frequencies(count, 1, &low), *out = take_doubles(count);
  CALL(pe_wavelengths)(out, high, low, count);
  for (size_t i = 0; i < count; i++)
    CHECK(high[i] ? near(out[i] * high[i], 6.283185307179586, 1e-14) : out[i] == INFINITY);
}

/* One call of pe_angles, with its arrays. */
typedef struct {
  size_t rows, stride, pairs, cosines;
  pe_flags flags;
  double *work, *high, *positions, whole, fraction, amplitude;
  char *out[2];
} angles_call;

static void take_results(angles_call *a) {
  const size_t size = size_of(a->flags);
  const bool interleaved = a->flags & PE_INTERLEAVED;
  const size_t width = interleaved ? a->pairs + a->cosines : a->pairs;
  a->stride = width + (chance(2) ? 0 : below(4));
  a->out[0] = take(a->rows ? (a->rows - 1) * a->stride + width : 0, size);
  a->out[1] = !interleaved ? take(a->rows ? (a->rows - 1) * a->stride + a->cosines : 0, size)
              : width      ? a->out[0] + size
                           : a->out[0];
}

static angles_call any_angles(void) {
  angles_call a = {.rows = chance(64) ? below(140) : below(5), .pairs = any_size()};
  a.flags = any_flags(PE_INTERLEAVED | PE_FLOAT64 | PE_FLOAT32_ANGLE);
  a.cosines = a.pairs - (a.pairs && chance(4));
  a.amplitude = chance(2) ? 1 : chance(4) ? 2 : uniform(0.5, 2);
  double *low, far = any_scale(chance(8) ? 0x1p40 : 0x1p20);
  a.high = any_frequencies(a.pairs, 1, &low);
  a.work = take_doubles(CALL(pe_angles_size)(a.pairs));
  CALL(pe_angles_begin)(a.work, a.pairs, a.high, low, a.amplitude);
  a.whole = chance(4) ? -(double)below(8) : floor(uniform(-far, far - 140));
  a.fraction = chance(2) ? 0 : uniform(-0.999, 0.999);
  if (chance(2)) {
    a.positions = take_doubles(a.rows);
    const size_t period = from_to(1, 4);
    for (size_t r = 0; r < a.rows; r++)
      a.positions[r] = r >= period && chance(2) ? a.positions[r - period]
                       : chance(8)              ? -0.0
                       : chance(2)              ? floor(uniform(-far, far))
                                                : uniform(-far, far);
  }
  take_results(&a);
  return a;
}

static void compute(const angles_call *a) {
  CALL(pe_angles)
  (a->out[0], a->out[1], a->rows, a->stride, a->pairs, a->cosines, a->flags, a->work, a->high,
   a->positions, a->whole, a->fraction);
}

/* Asserts that row r of call a is row s of call b, if the sines of b are multiplied by `sign`. */
static void same_row(const angles_call *a, size_t r, const angles_call *b, size_t s, double sign) {
  const size_t size = size_of(a->flags), step = a->flags & PE_INTERLEAVED ? 2 : 1;
  for (size_t i = 0; i < a->pairs; i++) {
    double x = get(a->out[0] + r * a->stride * size, i * step, a->flags),
           y = get(b->out[0] + s * b->stride * size, i * step, a->flags);
    CHECK(x == sign * y);
    if (i >= a->cosines) continue;
    double c = get(a->out[1] + r * a->stride * size, i * step, a->flags),
           d = get(b->out[1] + s * b->stride * size, i * step, a->flags);
    CHECK(c == d && near(x * x + c * c, a->amplitude * a->amplitude, 1e-6));
  }
}

/*
 * Asserts that a row has the same bits if its position is given in an array. The position is a
 * sum. If the sum is not exact, the bits may differ.
 */
static void same_given(const angles_call *all, size_t r, angles_call *one) {
  const double n = all->whole + (double)r, position = n + all->fraction;
  if (all->positions || position - n != all->fraction) return;
  one->positions = (double *)&position;
  compute(one);
  same_row(all, r, one, 0, 1);
}

/* Asserts that the row of the opposite position has the same cosines and the opposite sines. */
static void negated(const angles_call *all, size_t r, angles_call *one) {
  const double position = all->positions ? -all->positions[r] : 0;
  if (all->positions) {
    one->positions = (double *)&position;
  } else {
    one->whole = -all->whole - (double)r;
    one->fraction = -all->fraction;
  }
  compute(one);
  same_row(all, r, one, 0, -1);
}

static void angles(void) {
  const angles_call all = any_angles();
  compute(&all);
  if (!all.rows) return;
  const size_t r = below(all.rows);
  angles_call one = all;
  one.rows = 1;
  take_results(&one);
  if (all.positions) {
    one.positions = all.positions + r;
  } else {
    one.whole += (double)r;
  }
  compute(&one);
  same_row(&all, r, &one, 0, 1);
  if (chance(2))
    same_given(&all, r, &one);
  else if (chance(2))
    negated(&all, r, &one);
}

static void fourier(void) {
  const size_t rows = below(4), terms = below(4), pairs = any_size(),
               even = (pairs + 1) & ~(size_t)1, x_stride = terms + below(3), k = below(rows + 1);
  const pe_flags flags = any_flags(PE_FLOAT64);
  const bool apart = chance(2), pi = chance(2);
  const size_t step = apart ? 2 : 1, stride = 2 * pairs + below(3), size = size_of(flags);
  double *x = take_doubles(rows * x_stride), *low,
         *high = any_frequencies(terms * even, 0x1p19, &low), *work = take_doubles(2 * even);
  for (size_t i = 0; i < rows * x_stride; i++) x[i] = uniform(-0x1p19, 0x1p19);
  const size_t count = rows ? (rows - 1) * stride + 2 * pairs : 0;
  char *out = take(count, size), *again = take(count, size);
  const size_t second = !pairs ? 0 : apart ? size : pairs * size;
  CALL(pe_fourier)
  (out, out + second, rows, stride, step, x, x_stride, terms, high, low, pairs, work, pi, flags);
  for (size_t i = 0; i < rows * pairs; i++) {
    const size_t at = i / pairs * stride + i % pairs * step;
    double s = get(out, at, flags), c = get(out + second, at, flags);
    CHECK(near(s * s + c * c, 1, 1e-6) && (terms || (s == 0 && c == 1)));
  }
  if (k == rows) return;
  CALL(pe_fourier)
  (again, again + second, 1, stride, step, x + k * x_stride, x_stride, terms, high, low, pairs,
   work, pi, flags);
  CHECK(same_all(out + k * stride * size, again, 2 * pairs, flags));
}

static void elementary(void) {
  const double x = uniform(-700, 700), y = CALL(pe_exp)(x), z = CALL(pe_log)(y);
  CHECK(near(z, x, 1e-13 + fabs(x) * 0x1p-52));
  const double any = ldexp(uniform(1, 2), (int)below(2098) - 1074);
  CHECK(near(CALL(pe_log)(any), log(any), fabs(log(any)) * 0x1p-51));
}

static void exponents(void) {
  const double x = chance(2) ? ldexp(uniform(-1, 1), (int)below(1023)) : uniform(-800, 800);
  const double y = CALL(pe_exp)(x);
  CHECK(x > 710 ? y == INFINITY : x < -746 ? y == 0 : y >= 0);
  CHECK(CALL(pe_version)() == PE_VERSION);
}

static void directions(void) {
  const double length = ldexp(1, (int)below(2000) - 1000), a = uniform(-3.141592653589793, 3.14159);
  const double x = length * cos(a), y = length * sin(a);
  CHECK(near(CALL(pe_angle)(y, x), a, 1e-14));
  CHECK(near(CALL(pe_angle)(-y, x), -a, 1e-14));
}

const fuzz_case ANGLE_CASES[] = {
    {"frequencies", frequencies, 2}, {"wavelengths", wavelengths, 6},
    {"angles", angles, 24},          {"fourier", fourier, 6},
    {"elementary", elementary, 1},   {"exponents", exponents, 2},
    {"directions", directions, 4},   {NULL, NULL, 0},
};

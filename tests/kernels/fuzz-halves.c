/* SPDX-License-Identifier: MIT */
/* Fuzzes the kernels for numbers of 16 bits. Compares their results with slow conversions. */
#include "fuzz.h"

static pe_flags any_half(void) {
  return chance(2) ? PE_FLOAT16 : PE_BFLOAT16;
}

/* These functions return how many significant bits a type has, its least exponent, and infinity. */
static int bits_of(pe_flags type) {
  return type & PE_FLOAT16 ? 11 : 8;
}
static int least_of(pe_flags type) {
  return type & PE_FLOAT16 ? -14 : -126;
}
static unsigned infinity_of(pe_flags type) {
  return type & PE_FLOAT16 ? 0x7c00 : 0x7f80;
}

/* Rounds x to 16 bits. It is divided by the distance between neighbours, then rounded by rint. */
static unsigned rounded(double x, pe_flags type) {
  const unsigned sign = signbit(x) ? 0x8000 : 0, infinity = infinity_of(type);
  if (isinf(x)) return sign | infinity;
  if (x == 0) return sign;
  const int least = least_of(type), exponent = ilogb(x) < least ? least : ilogb(x);
  if (exponent > 1 - least) return sign | infinity;
  const double parts = rint(ldexp(fabs(x), bits_of(type) - 1 - exponent));
  return sign | (((unsigned)(exponent - least) << (bits_of(type) - 1)) + (unsigned)parts);
}

static double value_of(unsigned bits, pe_flags type) {
  const unsigned size = bits & 0x7fff, one = 1u << (bits_of(type) - 1), exponent = size / one;
  const double sign = bits & 0x8000 ? -1 : 1;
  if (size >= infinity_of(type)) return size > infinity_of(type) ? NAN : sign * INFINITY;
  const double parts = size % one + (exponent ? one : 0);
  return sign *
         ldexp(parts, least_of(type) + (int)(exponent ? exponent - 1 : 0) + 1 - bits_of(type));
}

static bool same_half(unsigned got, double wanted, pe_flags type) {
  if (wanted != wanted) return (got & 0x7fff) > infinity_of(type);
  return got == rounded(wanted, type);
}

/* Returns a double that is often the middle between two numbers of the type, or next to it. */
static double any_double(pe_flags type) {
  const double x = chance(8) ? datum() : ldexp(datum(), (int)below(300) - 160);
  if (x != x || isinf(x) || x == 0 || chance(3)) return x;
  const int exponent = ilogb(x) < least_of(type) ? least_of(type) : ilogb(x);
  const double part = ldexp(1, exponent - bits_of(type)), near = rint(x / part) * part;
  return chance(2) ? near : nextafter(near, chance(2) ? INFINITY : -INFINITY);
}

static void roundings(void) {
  const pe_flags type = any_half();
  const size_t count = any_size();
  double *from = take_doubles(count);
  for (size_t i = 0; i < count; i++) from[i] = any_double(type);
  double *before = copy_of(from, count, 8);
  uint16_t *to = chance(2) ? (uint16_t *)from : take(count, 2);
  CALL(pe_halves)(to, from, count, type);
  for (size_t i = 0; i < count; i++) CHECK(same_half(to[i], before[i], type));
  double *wide = take_doubles(count);
  CALL(pe_widen)(wide, to, count, type);
  for (size_t i = 0; i < count; i++) CHECK(same_half(to[i], wide[i], type));
}

static uint16_t *any_halves(size_t count) {
  uint16_t *p = take(count, 2);
  for (size_t i = 0; i < count; i++) {
    p[i] = (uint16_t)draw();
    if (!fuzz_wild) p[i] = (p[i] & 0x83ff) | 0x3c00;
  }
  return p;
}

static void rotations(void) {
  const pe_flags type = any_half(), layout = any_flags(PE_INTERLEAVED | PE_INVERSE);
  const size_t units = below(5), pairs = any_size(), dim = 2 * pairs + below(3),
               heads = from_to(1, 3), rotated = below(heads + 1), first = below(9),
               period = from_to(1, 4), n = units * dim;
  const bool interleaved = layout & PE_INTERLEAVED;
  uint16_t *x = any_halves(n), *before = copy_of(x, n, 2);
  double *cosines = take_doubles(period * pairs), *sines = take_doubles(period * pairs);
  for (size_t i = 0; i < period * pairs; i++) {
    cosines[i] = fuzz_wild && chance(20) ? NAN : uniform(-1.5, 1.5);
    sines[i] = chance(20) ? 0 : uniform(-1.5, 1.5);
  }
  CALL(pe_rotate)
  (x, units, dim, pairs, heads, rotated, first, cosines, sines, period, type | layout);
  for (size_t i = 0; i < n; i++) {
    const size_t u = i / dim, d = i % dim;
    if (d >= 2 * pairs || (first + u) % heads + rotated < heads) {
      CHECK(x[i] == before[i]);
      continue;
    }
    const size_t pair = interleaved ? d / 2 : d % pairs,
                 t = (first + u) / heads % period * pairs + pair,
                 at = u * dim + (interleaved ? 2 * pair : pair),
                 next = at + (interleaved ? 1 : pairs);
    const double s = layout & PE_INVERSE ? -sines[t] : sines[t], c = cosines[t],
                 a = value_of(before[at], type), b = value_of(before[next], type);
    CHECK(same_half(x[i], i == at ? a * c - b * s : a * s + b * c, type));
  }
}

static void layouts(void) {
  const size_t rows = below(4), pairs = any_size(), dim = 2 * pairs + below(3), n = rows * dim;
  const pe_flags flags = any_half() | any_flags(PE_INTERLEAVED);
  uint16_t *x = any_halves(n), *before = copy_of(x, n, 2), *scratch = take(2 * pairs, 2);
  CALL(pe_swap_layout)(x, rows, dim, pairs, flags, scratch);
  for (size_t i = 0; i < n; i++) {
    const size_t d = i % dim, row = i - d;
    const size_t from = d >= 2 * pairs           ? d
                        : flags & PE_INTERLEAVED ? d / 2 + d % 2 * pairs
                                                 : d % pairs * 2 + d / pairs;
    CHECK(x[i] == before[row + from]);
  }
}

static void matrices(void) {
  const size_t rows = below(6), columns = any_size(), stride = columns + below(4),
               n = rows ? (rows - 1) * stride + columns : 0;
  uint16_t *out = any_halves(n), *before = copy_of(out, n, 2),
           *ramp = any_halves(rows ? rows - 1 + columns : 0);
  CALL(pe_toeplitz)
  (out, ramp, rows, columns, stride, chance(2) ? PE_FILL : PE_STREAM, any_half());
  for (size_t i = 0; i < n; i++) {
    const size_t r = i / stride, k = i % stride;
    CHECK(out[i] == (k < columns ? ramp[rows - 1 - r + k] : before[i]));
  }
}

static void windows(void) {
  const size_t height = from_to(1, 5), width = from_to(1, 9), tokens = height * width,
               offsets = (2 * height - 1) * (2 * width - 1), first = below(tokens),
               rows = below(tokens - first + 1), stride = tokens + below(3);
  uint16_t *ramp = any_halves(offsets), *out = any_halves(rows ? (rows - 1) * stride + tokens : 0);
  CALL(pe_swin)(out, rows, first, stride, ramp, height, width, any_half());
  for (size_t r = 0; r < rows; r++)
    for (size_t k = 0; k < tokens; k++) {
      const size_t q = first + r;
      const size_t dy = q / width + height - 1 - k / width, dx = q % width + width - 1 - k % width;
      CHECK(out[r * stride + k] == ramp[offsets - 1 - (dy * (2 * width - 1) + dx)]);
    }
}

/* Asserts that a ramp of floats contains the rounded numbers of a ramp of doubles. */
static void check_ramps(const float *floats, const double *doubles, size_t count) {
  for (size_t i = 0; i < count; i++) CHECK(same(floats[i], (float)doubles[i]));
}

/* Checks that the ramps of floats are the rounded ramps of doubles. */
static void ramps(void) {
  const size_t count = any_size();
  const double first = floor(uniform(-20, 20)), a = any_scale(100), b = any_scale(2);
  double *logs = take_doubles(count), lines[6] = {a, b, -a, INFINITY, -b, a};
  for (size_t i = 0; i < count; i++) logs[i] = uniform(0, 9);
  float *narrow = take_floats(count);
  double *wide = take_doubles(count);
  CALL(pe_alibi_ramp)(narrow, count, first, NULL, a, 0);
  CALL(pe_alibi_ramp)(wide, count, first, NULL, a, PE_FLOAT64);
  check_ramps(narrow, wide, count);
  CALL(pe_sandwich_ramp)(narrow, logs, count, a, 0);
  CALL(pe_sandwich_ramp)(wide, logs, count, a, PE_FLOAT64);
  check_ramps(narrow, wide, count);
  const bool power = chance(2);
  CALL(pe_kerple_ramp)(narrow, count, first, b, a, power, 0);
  CALL(pe_kerple_ramp)(wide, count, first, b, a, power, PE_FLOAT64);
  for (size_t i = 0; i < count; i++) CHECK(near(narrow[i], wide[i], 0x1.001p-24 * fabs(wide[i])));
  CALL(pe_fire_ramp)(narrow, logs, count, a, 1e-6, lines, 0);
  CALL(pe_fire_ramp)(wide, logs, count, a, 1e-6, lines, PE_FLOAT64);
  check_ramps(narrow, wide, count);
}

static void lookups(void) {
  const size_t count = any_size(), buckets = from_to(1, 9), heads = from_to(1, 4),
               head = below(heads);
  float *table = floats(buckets * heads), *narrow = take_floats(count);
  // The indices of buckets and the ramp of doubles may begin at the same address.
  double *wide = take_doubles(count);
  int32_t *indices = take_integers(count);
  for (size_t i = 0; i < count; i++) indices[i] = (int32_t)below(buckets);
  memcpy(wide, indices, 4 * count);
  CALL(pe_bucket_lookup)(narrow, indices, count, table, heads, head, 0);
  CALL(pe_bucket_lookup)(wide, (const int32_t *)wide, count, table, heads, head, PE_FLOAT64);
  check_ramps(narrow, wide, count);
}

const fuzz_case HALF_CASES[] = {
    {"roundings to 16 bits", roundings, 20}, {"rotations of 16 bits", rotations, 30},
    {"layouts of 16 bits", layouts, 8},      {"matrices of 16 bits", matrices, 8},
    {"windows of 16 bits", windows, 4},      {"ramps of doubles", ramps, 6},
    {"lookups of doubles", lookups, 4},      {NULL, NULL, 0},
};

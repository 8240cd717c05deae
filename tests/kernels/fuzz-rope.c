/* SPDX-License-Identifier: MIT */
/* Fuzzes the kernels of rotations, layouts, scaled frequencies, several axes and amplitudes. */
#include "fuzz.h"

/* One call of pe_rotate, with its arrays. */
typedef struct {
  size_t units, dim, pairs, heads, rotated, first, period;
  pe_flags flags;
  void *cosines, *sines;
} rotation;

static void any_turns(void *cosines, void *sines, size_t count, pe_flags flags) {
  for (size_t i = 0; i < count; i++) {
    // (c, s) is the point of the unit circle at an angle a. It is computed from t = tan(a / 2).
    const double t = uniform(-1, 1), c = (1 - t * t) / (1 + t * t), s = 2 * t / (1 + t * t);
    if (flags & PE_FLOAT64)
      ((double *)cosines)[i] = c, ((double *)sines)[i] = s;
    else
      ((float *)cosines)[i] = (float)c, ((float *)sines)[i] = (float)s;
  }
}

static rotation any_rotation(void) {
  rotation a = {.units = below(6), .pairs = any_size(), .heads = from_to(1, 4), .first = below(20)};
  a.dim = 2 * a.pairs + (chance(2) ? 0 : below(4));
  a.rotated = chance(2) ? a.heads : below(a.heads + 1);
  a.period = from_to(1, 4);
  a.flags = any_flags(PE_INTERLEAVED | PE_FLOAT64 | PE_INVERSE);
  const size_t count = a.period * a.pairs;
  if (fuzz_wild) {
    a.cosines = numbers(count, a.flags);
    a.sines = numbers(count, a.flags);
  } else {
    a.cosines = take(count, size_of(a.flags));
    a.sines = take(count, size_of(a.flags));
    any_turns(a.cosines, a.sines, count, a.flags);
  }
  return a;
}

static void rotate(const rotation *a, void *x) {
  CALL(pe_rotate)
  (x, a->units, a->dim, a->pairs, a->heads, a->rotated, a->first, a->cosines, a->sines, a->period,
   a->flags);
}

/* Asserts that an element has the bits that the formula of a rotation gives. */
static void check_element(const rotation *a, const void *before, const void *after, size_t i) {
  const size_t u = i / a->dim, d = i % a->dim, head = (a->first + u) % a->heads;
  const bool interleaved = a->flags & PE_INTERLEAVED;
  if (d >= 2 * a->pairs || head + a->rotated < a->heads) {
    CHECK(same(get(before, i, a->flags), get(after, i, a->flags)));
    return;
  }
  const size_t pair = interleaved ? d / 2 : d % a->pairs,
               second = interleaved ? d % 2 : d >= a->pairs;
  const size_t t = (a->first + u) / a->heads % a->period * a->pairs + pair;
  const size_t at = u * a->dim + (interleaved ? 2 * pair : pair),
               next = at + (interleaved ? 1 : a->pairs);
  const double sign = a->flags & PE_INVERSE ? -1 : 1, c = get(a->cosines, t, a->flags),
               s = sign * get(a->sines, t, a->flags), x = get(before, at, a->flags),
               y = get(before, next, a->flags), got = get(after, i, a->flags);
  if (a->flags & PE_FLOAT64) {
    CHECK(same(got, second ? x * s + y * c : x * c - y * s));
  } else {
    const float cf = (float)c, sf = (float)s, xf = (float)x, yf = (float)y;
    const float one = second ? xf * sf : xf * cf, other = second ? yf * cf : yf * sf;
    CHECK(same(got, second ? one + other : one - other));
  }
}

static void rotations(void) {
  rotation a = any_rotation();
  const size_t n = a.units * a.dim, size = size_of(a.flags), k = below(a.units + 1);
  void *x = numbers(n, a.flags), *before = copy_of(x, n, size), *y = copy_of(x, n, size);
  rotate(&a, x);
  if (n) check_element(&a, before, x, below(n));
  const size_t law = below(3);
  if (law == 0) {
    // A call for the first k units and a call for the rest give the same bits as one call.
    rotation part = a;
    part.units = k;
    rotate(&part, y);
    part.units = a.units - k, part.first += k;
    rotate(&part, (char *)y + k * a.dim * size);
    CHECK(same_all(x, y, n, a.flags));
  } else if (law == 1) {
    // A rotation in the other layout gives the same bits, in different places.
    void *scratch = take(2 * a.pairs, size);
    const pe_flags other = a.flags ^ PE_INTERLEAVED;
    CALL(pe_swap_layout)(y, a.units, a.dim, a.pairs, other & ~PE_INVERSE, scratch);
    a.flags = other;
    rotate(&a, y);
    CALL(pe_swap_layout)
    (y, a.units, a.dim, a.pairs, (other ^ PE_INTERLEAVED) & ~PE_INVERSE, scratch);
    CHECK(same_all(x, y, n, a.flags));
  } else if (!fuzz_wild) {
    a.flags ^= PE_INVERSE;
    rotate(&a, x);
    for (size_t i = 0; i < n; i++) CHECK(near(get(x, i, a.flags), get(y, i, a.flags), 1e-6));
  }
}

static void layouts(void) {
  const size_t rows = below(4), pairs = any_size(), dim = 2 * pairs + below(3), n = rows * dim;
  const pe_flags flags = any_flags(PE_INTERLEAVED | PE_FLOAT64);
  void *x = numbers(n, flags), *y = copy_of(x, n, size_of(flags)),
       *scratch = take(2 * pairs, size_of(flags));
  CALL(pe_swap_layout)(x, rows, dim, pairs, flags, scratch);
  if (n) {
    const size_t i = below(n), d = i % dim, row = i - d;
    const size_t from = d >= 2 * pairs           ? d
                        : flags & PE_INTERLEAVED ? d / 2 + d % 2 * pairs
                                                 : d % pairs * 2 + d / pairs;
    CHECK(same(get(x, i, flags), get(y, row + from, flags)));
  }
  CALL(pe_swap_layout)(x, rows, dim, pairs, flags ^ PE_INTERLEAVED, scratch);
  CHECK(memcmp(x, y, n * size_of(flags)) == 0);
}

static void scales(void) {
  const size_t count = any_size();
  const pe_flags flags = any_flags(PE_FLOAT64);
  const double factor = chance(2) ? datum() : any_scale(0x1p60);
  void *x = numbers(count, flags), *y = copy_of(x, count, size_of(flags));
  CALL(pe_scale)(x, count, factor, flags);
  for (size_t i = 0; i < count; i++) {
    const double wanted = get(y, i, flags) * factor;
    CHECK(same(get(x, i, flags), flags & PE_FLOAT64 ? wanted : (double)(float)wanted));
  }
}

/* Returns falling frequencies. The first is 1. */
static double *falling(size_t count, double **low) {
  double *high = take_doubles(count), w = 1;
  *low = take_doubles(count);
  for (size_t i = 0; i < count; i++, w *= uniform(0.1, 1)) {
    high[i] = w;
    (*low)[i] = w * uniform(-1, 1) * 0x1p-54;
  }
  return high;
}

static void scaled_bases(void) {
  const size_t count = below(12);
  const double factor = any_scale(1e300), divisor = (double)from_to(2 * count + 1, 300);
  double *low, *high = falling(count, &low), *before = copy_of(high, count, 8);
  CALL(pe_scale_base)(high, low, count, factor, divisor);
  for (size_t i = 0; i < count; i++)
    CHECK(high[i] >= before[i] / factor * (1 - 1e-9) && high[i] <= before[i] * (1 + 1e-9));
  if (count) CHECK(high[0] == before[0]);
}

static void scaled_divisions(void) {
  const size_t count = any_size(), stride = below(2);
  double *low, *high = falling(count, &low), *before = copy_of(high, count, 8),
               *divisors = take_doubles(stride ? count : 1);
  for (size_t i = 0; i < (stride ? count : 1); i++) divisors[i] = any_scale(1e100);
  CALL(pe_scale_divide)(high, low, count, divisors, stride);
  for (size_t i = 0; i < count; i++)
    CHECK(near(high[i] * divisors[i * stride], before[i], before[i] * 1e-15));
}

static void scaled_ramps(void) {
  const size_t count = any_size();
  const double factor = any_scale(1e6), from = uniform(0, 20), to = from + uniform(0.001, 40);
  const double length = chance(2) ? 0 : any_scale(0x1p30);
  const bool falls = length > 0;
  double *low, *high = falling(count, &low), *before = copy_of(high, count, 8);
  CALL(pe_scale_ramp)
  (high, low, count, factor, falls ? to : from, falls ? from : to, length);
  for (size_t i = 0; i < count; i++)
    CHECK(high[i] >= before[i] / factor * (1 - 1e-14) && high[i] <= before[i] * (1 + 1e-14));
}

static void yarn_ranges(void) {
  double *range = take_doubles(2), dim = 2.0 * (double)from_to(1, 200), slow = any_scale(100);
  CALL(pe_yarn_range)
  (range, dim, 1.5 + any_scale(1e9), any_scale(1e9), slow + any_scale(100), slow, chance(2));
  CHECK(range[0] >= 0 && range[1] <= dim && range[0] != range[1]);
}

static void places(void) {
  const size_t rows = below(4), count = below(12), step = from_to(1, 4);
  const pe_flags flags = any_flags(PE_FLOAT64);
  const size_t width = count ? (count - 1) * step + 1 : 0, stride = width + below(4);
  const size_t n = rows ? (rows - 1) * stride + width : 0;
  void *to = numbers(n, flags), *old = copy_of(to, n, size_of(flags)),
       *from = numbers(rows * count, flags);
  CALL(pe_place)(to, from, rows, stride, count, step, flags);
  for (size_t i = 0; i < n; i++) {
    const size_t r = i / stride, d = i % stride;
    const bool moved = d % step == 0 && d / step < count;
    CHECK(same(get(to, i, flags),
               moved ? get(from, r * count + d / step, flags) : get(old, i, flags)));
  }
}

static void sums_of_angles(void) {
  const size_t n = any_size();
  const pe_flags flags = any_flags(PE_FLOAT64);
  double *s = doubles(n), *c = doubles(n), *t = doubles(n), *d = doubles(n), *s0 = copy_of(s, n, 8),
         *c0 = copy_of(c, n, 8);
  CALL(pe_compose)(s, c, t, d, n, flags);
  for (size_t i = 0; i < n; i++) {
    const double sine = s0[i] * d[i] + c0[i] * t[i], cosine = c0[i] * d[i] - s0[i] * t[i];
    CHECK(same(get(s, i, flags), flags ? sine : (double)(float)sine));
    CHECK(same(get(c, i, flags), flags ? cosine : (double)(float)cosine));
  }
}

static void amplitudes(void) {
  const size_t rows = below(4), pairs = any_size(), n = rows * pairs;
  const pe_flags flags = any_flags(PE_INVERSE);
  const bool given = chance(2);
  const double gamma = chance(2) ? 0.4 : any_scale(0x1.fffffffffffffp1023);
  double *s = doubles(n), *c = doubles(n), *s0 = copy_of(s, n, 8), *c0 = copy_of(c, n, 8);
  double *positions = given ? take_doubles(rows) : NULL, *work = take_doubles(pairs);
  for (size_t r = 0; given && r < rows; r++) positions[r] = uniform(-1000, 1000);
  const double start = floor(uniform(-1000, 1000)), center = floor(uniform(-1000, 1000));
  CALL(pe_xpos)
  (s, c, rows, pairs, positions, start, center, 512, gamma, work, flags | PE_FLOAT64);
  if (fuzz_wild) return written(s, 8 * n), written(c, 8 * n);
  CALL(pe_xpos)
  (s, c, rows, pairs, positions, start, center, 512, gamma, work,
   (flags ^ PE_INVERSE) | PE_FLOAT64);
  for (size_t i = 0; i < n; i++) CHECK(near(s[i], s0[i], 1e-14) && near(c[i], c0[i], 1e-14));
  CALL(pe_xpos)(s, c, rows, pairs, positions, start, center, 512, gamma, work, flags);
  for (size_t i = 0; i < n; i++)
    CHECK(fabs(get(s, i, 0)) <= 256 && (c0[i] == 0 || get(c, i, 0) / c0[i] > 0));
}

static void polar(void) {
  const size_t units = below(4), dim = any_size(), heads = from_to(1, 3), period = from_to(1, 3),
               first = below(9), k = below(units + 1), n = units * dim;
  const pe_flags flags = any_flags(PE_INTERLEAVED);
  float *x = floats(n), *out = take_floats(2 * n), *parts = take_floats(2 * n);
  double *c = take_doubles(period * dim), *s = take_doubles(period * dim),
         *p = take_doubles(heads * dim), *q = take_doubles(heads * dim);
  any_turns(c, s, period * dim, PE_FLOAT64), any_turns(p, q, heads * dim, PE_FLOAT64);
  CALL(pe_pope)(out, x, units, dim, heads, first, c, s, period, p, q, flags);
  CALL(pe_pope)(parts, x, k, dim, heads, first, c, s, period, p, q, flags);
  CALL(pe_pope)
  (parts + 2 * k * dim, x + k * dim, units - k, dim, heads, first + k, c, s, period, p, q, flags);
  CHECK(same_all(out, parts, 2 * n, 0));
  if (fuzz_wild || !n) return;
  const size_t i = below(n), u = i / dim, d = i % dim;
  const float *row = out + 2 * u * dim;
  const double a = row[flags ? 2 * d : d], b = row[flags ? 2 * d + 1 : dim + d],
               r = log1p(exp(x[i]));
  CHECK(near(a * a + b * b, r * r, 1e-6));
}

const fuzz_case ROPE_CASES[] = {
    {"rotations", rotations, 40},
    {"layouts", layouts, 12},
    {"scales", scales, 10},
    {"scaled bases", scaled_bases, 1},
    {"scaled divisions", scaled_divisions, 5},
    {"scaled ramps", scaled_ramps, 5},
    {"yarn ranges", yarn_ranges, 1},
    {"places", places, 10},
    {"sums of angles", sums_of_angles, 8},
    {"amplitudes", amplitudes, 4},
    {"polar", polar, 6},
    {NULL, NULL, 0},
};

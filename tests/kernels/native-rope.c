/* SPDX-License-Identifier: MIT */
/* Tests the kernels of scaled rotations, of several axes, and of amplitudes (xPos, PoPE). */
#include "native.h"

static void scaled(size_t pairs) {
  double *high = doubles(pairs), *low = doubles(pairs), *divisors = take(8 * pairs), range[2];
  for (size_t i = 0; i < pairs; i++) divisors[i] = 1 + (double)i;
  double dim = 2.0 * (double)pairs;
  pe_frequencies(high, low, pairs, 0, 10000, pairs ? dim : 1);
  pe_scale_base(high, low, pairs, 8, pairs > 1 ? dim - 2 : 1);
  for (size_t i = 0; i < pairs; i++)
    CHECK(near(high[i] * pow(10000, 2.0 * (double)i / dim) *
                   pow(8, pairs > 1 ? 2.0 * (double)i / (dim - 2) : 0),
               1, 1e-13));
  pe_frequencies(high, low, pairs, 0, 10000, pairs ? dim : 1);
  pe_scale_divide(high, low, pairs, divisors, 1);
  for (size_t i = 0; i < pairs; i++)
    CHECK(near(high[i] * divisors[i] * pow(10000, 2.0 * (double)i / dim), 1, 1e-13));
  if (pairs) pe_scale_divide(high, low, pairs, divisors, 0);
  for (int truncate = 0; pairs && truncate < 2; truncate++) {
    pe_yarn_range(range, dim, 10000, 2048, 32, 1, truncate);
    CHECK(range[0] >= 0 && range[0] != range[1]);
    pe_frequencies(high, low, pairs, 0, 10000, dim);
    pe_scale_ramp(high, low, pairs, 10, range[0], range[1], 0);
    for (size_t i = 0; i < pairs; i++) {
      double r = ((double)i - range[0]) / (range[1] - range[0]),
             w = pow(10000, -2.0 * (double)i / dim);
      r = r < 0 ? 0 : r > 1 ? 1 : r;
      CHECK(near(high[i] / w, 1 - r + r / 10, 1e-13));
    }
  }
  pe_frequencies(high, low, pairs, 0, 10000, pairs ? dim : 1);
  pe_scale_ramp(high, low, pairs, 8, 4, 1, 8192);
  release();
}

static void apart(size_t rows, size_t count, int flags) {
  const size_t element = flags & PE_FLOAT64 ? 8 : 4, step = 3,
               stride = count ? (count - 1) * step + 1 : 0;
  char *to = take(rows * stride * element), *from = numbers(rows * count, flags);
  pe_place(to, from, rows, stride, count, step, flags);
  for (size_t r = 0; r < rows; r++)
    for (size_t i = 0; i < count; i++)
      CHECK(at(to, r * stride + i * step, flags) == at(from, r * count + i, flags));
  release();
}

static void composed(size_t n, int flags) {
  double *s = doubles(n), *c = doubles(n), *t = doubles(n), *d = doubles(n);
  pe_compose(s, c, t, d, n, flags);
  for (size_t i = 0; i < n; i++) {
    double x = value(i);
    CHECK(near(at(s, i, flags), 2 * x * x, 1e-7) && at(c, i, flags) == 0);
  }
  pe_scale(s, n, 0.5, flags);
  for (size_t i = 0; i < n; i++) CHECK(near(at(s, i, flags), value(i) * value(i), 1e-7));
  release();
}

static void grown(size_t rows, size_t pairs, int flags) {
  const size_t n = rows * pairs;
  double *s = doubles(n), *c = doubles(n), *positions = doubles(rows), *work = take(8 * pairs);
  for (int given = 0; given < 2; given++) {
    memset(s, 0, 8 * n);
    for (size_t i = 0; i < n; i++) c[i] = 1;
    pe_xpos(s, c, rows, pairs, given ? positions : NULL, -2, 3, 512, 0.4, work, flags);
    for (size_t i = 0; i < n; i++) {
      size_t r = i / pairs, j = i % pairs;
      double dim = 2 * (double)pairs, zeta = (2 * (double)j + 0.4 * dim) / (1.4 * dim),
             power = ((given ? positions[r] : (double)r - 2) - 3) / 512;
      CHECK(at(s, i, flags) == 0 &&
            near(at(c, i, flags), pow(zeta, flags & PE_INVERSE ? -power : power), 1e-7));
    }
  }
  release();
}

static void polar(size_t units, size_t dim, int flags) {
  const size_t heads = 2, period = 3;
  float *x = floats(units * dim), *out = take(4 * 2 * units * dim);
  double *c = doubles(period * dim), *s = doubles(period * dim), *p = doubles(heads * dim),
         *q = doubles(heads * dim);
  pe_pope(out, x, units, dim, heads, 1, c, s, period, p, q, flags);
  for (size_t i = 0; i < units * dim; i++) {
    size_t u = i / dim, d = i % dim, t = (u + 1) / heads % period * dim + d,
           h = (u + 1) % heads * dim + d;
    double r = log1p(exp(x[i]));
    size_t to = u * 2 * dim + (flags & PE_INTERLEAVED ? 2 * d : d),
           next = flags & PE_INTERLEAVED ? 1 : dim;
    CHECK(near(out[to], r * (c[t] * p[h] - s[t] * q[h]), 1e-6) &&
          near(out[to + next], r * (s[t] * p[h] + c[t] * q[h]), 1e-6));
  }
  release();
}

void rope_kernels(void) {
  EACH(n, SIZES) {
    scaled(n);
    for (int flags = 0; flags < 8; flags++) {
      composed(n, flags & PE_FLOAT64);
      for (size_t rows = 0; rows < 4; rows++)
        apart(rows, n, flags & PE_FLOAT64), grown(rows, n, flags),
            polar(rows, n, flags & PE_INTERLEAVED);
    }
  }
  CHECK(pe_log(1) == 0 && near(pe_log(10), 2.302585092994046, 0));
  double *high = doubles(64), *low = doubles(64), *s = doubles(3 * 64), *c = doubles(3 * 64),
         *work = take(8 * 64), range[2];
  pe_frequencies(high, low, 64, 0, 10000, 128);
  pe_yarn_range(range, 128, 10000, 2048, 32, 1, 0), print("range", 0, range, 16);
  pe_scale_ramp(high, low, 64, 10, range[0], range[1], 0), print("ramp", 0, high, 512),
      print("ramp", 1, low, 512);
  pe_scale_base(high, low, 64, 8, 126), print("base", 0, high, 512), print("base", 1, low, 512);
  pe_xpos(s, c, 3, 64, NULL, -2, 3, 512, 0.4, work, PE_FLOAT64), print("xpos", 0, s, 1536),
      print("xpos", 1, c, 1536);
  release();
}

/* SPDX-License-Identifier: MIT */
/*
 * Calls every kernel with all edge sizes, on buffers of exactly the documented size. Also prints
 * the hashes of fixed runs.
 */
#include "native.h"

static double *frequencies(size_t pairs, double **low) {
  double *high = doubles(pairs);
  *low = doubles(pairs);
  pe_frequencies(high, *low, pairs, 0, 10000, pairs ? 2.0 * (double)pairs : 1);
  return high;
}

static void angles(size_t pairs, size_t cosines, size_t rows, int flags, int given, size_t gap) {
  const size_t interleaved = flags & PE_INTERLEAVED, element = flags & PE_FLOAT64 ? 8 : 4;
  const size_t width = interleaved ? pairs + cosines : pairs, stride = width + gap;
  double *low, *high = frequencies(pairs, &low), *work = take(8 * pe_angles_size(pairs)),
               *positions = given ? doubles(rows) : NULL;
  pe_angles_begin(work, pairs, high, low, 1);
  char *sines = take(rows ? ((rows - 1) * stride + width) * element : 0);
  char *others = interleaved ? sines + element
                             : (char *)take(rows ? ((rows - 1) * stride + cosines) * element : 0);
  for (size_t r = 0; given && r < rows; r++) positions[r] *= 1 << 20;
  // `others` may be one element after `sines`. If there is nothing to write, that is past the end.
  pe_angles(sines, width ? others : sines, rows, stride, pairs, cosines, flags, work, high,
            positions, -40, -0.25);
  for (size_t r = 0; r < rows; r++)
    for (size_t i = 0; i < pairs; i++) {
      double p = given ? positions[r] : -40.25 + (double)r,
             a = flags & PE_FLOAT32_ANGLE ? (float)high[i] * (float)p : high[i] * p;
      CHECK(near(at(sines, r * stride + (i << interleaved), flags), sin(a), 1e-7));
      if (i < cosines)
        CHECK(near(at(others, r * stride + (i << interleaved), flags), cos(a), 1e-7));
    }
  release();
}

static void all_angles(void) {
  static const size_t ROWS[] = {0, 1, 2, 31, 33, 66};
  EACH(pairs, SIZES)
  EACH(rows, ROWS)
  for (int flags = 0; flags < 16; flags++)
    for (int way = 0; way < 8; way++)
      if (!(flags & PE_INVERSE) && !(way & 4 && !pairs))
        angles(pairs, way & 4 ? pairs - 1 : pairs, rows, flags, way & 1, way & 2 ? 3 : 0);
  EACH(pairs, SIZES) {
    double *low, *high = frequencies(pairs, &low), *out = take(8 * pairs);
    pe_wavelengths(out, high, low, pairs);
    for (size_t i = 0; i < pairs; i++) CHECK(near(out[i] * high[i], 6.283185307179586, 1e-14));
    if (pairs) CHECK(high[0] == 1 && low[0] == 0);
    release();
  }
}

static void rotate(size_t units, size_t pairs, size_t rest, size_t heads, size_t first,
                   size_t period, int flags) {
  const size_t dim = 2 * pairs + rest, element = flags & PE_FLOAT64 ? 8 : 4, n = units * dim;
  char *x = numbers(n, flags), *y = take(n * element), *scratch = take(2 * pairs * element);
  void *cosines = numbers(period * pairs, flags), *sines = numbers(period * pairs, flags);
  memcpy(y, x, n * element);
  pe_rotate(x, units, dim, pairs, heads, heads, first, cosines, sines, period, flags);
  for (size_t i = 0; i < n; i++) {
    size_t u = i / dim, d = i % dim;
    if (d >= 2 * pairs && at(x, i, flags) == at(y, i, flags)) continue;
    CHECK(d < 2 * pairs);
    size_t inside = flags & PE_INTERLEAVED ? d / 2 : d % pairs,
           second = flags & PE_INTERLEAVED ? d % 2 : d >= pairs;
    size_t t = (first + u) / heads % period * pairs + inside,
           p = u * dim + inside * (flags & PE_INTERLEAVED ? 2 : 1);
    double c = at(cosines, t, flags), s = at(sines, t, flags) * (flags & PE_INVERSE ? -1 : 1);
    double a = at(y, p, flags), b = at(y, flags & PE_INTERLEAVED ? p + 1 : p + pairs, flags);
    CHECK(near(at(x, i, flags), second ? a * s + b * c : a * c - b * s, 1e-6));
  }
  // The other layout must give the same bits, in different places.
  pe_swap_layout(y, units, dim, pairs, flags ^ PE_INTERLEAVED, scratch);
  pe_rotate(y, units, dim, pairs, heads, heads, first, cosines, sines, period,
            flags ^ PE_INTERLEAVED);
  pe_swap_layout(y, units, dim, pairs, flags, scratch);
  CHECK(!memcmp(x, y, n * element));
  release();
}

static void all_rotations(void) {
  static const size_t UNITS[] = {0, 1, 2, 7}, FEW[] = {1, 2, 3};
  EACH(pairs, SIZES)
  EACH(units, UNITS)
  EACH(heads, FEW)
  EACH(period, FEW)
  for (int flags = 0; flags < 8; flags++)
    rotate(units, pairs, units + period == 3 ? 0 : 3, heads, period + heads - 2, period, flags);
}

static void all_tables(void) {
  EACH(count, SIZES) {
    EACH(period, SIZES) {
      if (!period) continue;
      for (size_t first = 0; first < period; first += period / 2 + 1) {
        float *x = floats(count), *table = floats(period);
        pe_add(x, table, count, first, period);
        for (size_t i = 0; i < count; i++)
          CHECK(x[i] == (float)value(i) + table[(first + i) % period]);
        release();
      }
    }
    float *all = take(4 * (count + 3)), *some = take(4 * count);
    for (size_t first = 0; first < 3; first++) {
      pe_random_normal(all, count + 3, 0, 0x1p53 - 1, 0.02),
          pe_random_normal(some, count, (double)first, 0x1p53 - 1, 0.02);
      CHECK(!memcmp(some, all + first, 4 * count));
      pe_random_uniform(all, count + 3, 0, 5, 0.5),
          pe_random_uniform(some, count, (double)first, 5, 0.5);
      CHECK(!memcmp(some, all + first, 4 * count));
      for (size_t i = 0; i < count; i++) CHECK(fabsf(some[i]) <= 0.5f);
    }
    release();
  }
}

static void attend(size_t rows, size_t columns, size_t dim, int biased, double limit) {
  double *q = doubles(rows * dim), *k = doubles(columns * dim), *v = doubles(columns * dim),
         *out = take(8 * rows * dim);
  double *scores = take(8 * rows * columns), *state = take(16 * rows);
  float *bias = biased ? floats(rows * columns) : NULL, *weights = take(4 * rows * columns);
  for (size_t i = 0; i < rows; i++) state[2 * i] = -INFINITY, state[2 * i + 1] = 0;
  for (size_t i = 0; i < rows * dim; i++) out[i] = 0;
  if (biased && columns)
    for (size_t r = 0; r < rows; r++) bias[r * columns] = -INFINITY;
  if (biased && dim)
    for (size_t d = 0; columns && d < dim; d++) v[d] = NAN;
  pe_attention_scores(scores, q, rows, k, columns, dim, bias, 0.5, limit);
  pe_softmax_scan(state, scores, rows, columns, 0);
  pe_softmax_weights(scores, weights, state, rows, columns);
  pe_weighted_sum(out, scores, v, rows, columns, dim);
  for (size_t r = 0; r < rows; r++) {
    double sum = 0;
    int any = 0;
    for (size_t j = 0; j < columns; j++)
      sum += weights[r * columns + j], any |= j >= (size_t)biased && (double)j <= limit + (double)r;
    CHECK(near(sum, any, 1e-5));
    for (size_t d = 0; d < dim; d++) CHECK(fabs(out[r * dim + d]) <= any);
  }
  release();
}

static void all_products(void) {
  static const size_t ROWS[] = {0, 1, 2, 3, 4, 5, 9, 33};
  EACH(rows, ROWS)
  EACH(columns, SIZES)
  EACH(dim, SIZES) {
    for (int biased = 0; biased < 2; biased++) {
      attend(rows, columns, dim, biased, INFINITY);
      attend(rows, columns, dim, biased, (double)columns - (double)rows);
      attend(rows, columns, dim, biased, -2);
    }
    const size_t stride = columns + dim % 2;
    double *a = doubles(rows * dim), *b = doubles(columns * dim),
           *scratch = take(8 * (rows * columns + columns));
    double *out = take(rows ? 8 * ((rows - 1) * stride + columns) : 0);
    float *alike = take(4 * rows * columns);
    pe_products(out, stride, a, rows, b, columns, dim, 2);
    for (int metric = PE_COSINE; metric <= PE_EUCLIDEAN; metric++) {
      pe_similarity(alike, scratch, a, rows, b, columns, dim, metric);
      for (size_t i = 0; i < rows * columns; i++) {
        double dot = out[i / columns * stride + i % columns] / 2;
        CHECK(metric == PE_DOT      ? alike[i] == (float)dot
              : metric == PE_COSINE ? fabsf(alike[i]) <= 1
                                    : alike[i] >= 0);
        if (i / columns == i % columns && dim)
          CHECK(metric == PE_DOT || alike[i] == (metric == PE_COSINE));
      }
    }
    release();
  }
}

static void all_colours(void) {
  EACH(count, SIZES)
  EACH(colors, SIZES) {
    if (!colors) continue;
    double *values = doubles(count);
    uint32_t *palette = take(4 * colors), *out = take(4 * count);
    for (size_t i = 0; i < colors; i++) palette[i] = (uint32_t)i + 1;
    if (count > 3) values[0] = NAN, values[1] = INFINITY, values[2] = -INFINITY, values[3] = 1;
    pe_colorize(out, values, count, palette, colors, -1, 1);
    for (size_t i = 0; i < count; i++)
      CHECK(out[i] <= colors && (out[i] == 0) == (values[i] != values[i]));
    if (count > 3) CHECK(out[1] == colors && out[2] == 1 && out[3] == colors);
    release();
  }
}

static void all_angles_of_vectors(void) {
  for (int i = 0; i <= 720; i++) {
    double a = (i - 360) * 0x1.921fb54442d18p-8 * (256.0 / 360), length = 1e-100 * (1 + i);
    CHECK(near(pe_angle(length * sin(a), length * cos(a)), atan2(sin(a), cos(a)), 0x1p-50));
    CHECK(near(pe_exp(a) / exp(a), 1, 1e-15));
  }
  CHECK(pe_angle(0, 0) == 0 && pe_angle(0, 1) == 0 && pe_exp(0) == 1);
}

/* Calls kernels with numbers whose powers, squares or products underflow or overflow. */
static void extremes(void) {
  static const double BASES[] = {1e154, 1.5e154, 1e155, 1e200, 0x1.fffffffffffffp1023},
                      DIVISORS[] = {1, 2, 3, 64};
  double *high = take(8 * 66), *low = take(8 * 66), *logs = take(8 * 66), *waves = take(8 * 66);
  for (size_t b = 0; b < COUNT(BASES); b++)
    for (size_t d = 0; d < COUNT(DIVISORS); d++) {
      size_t count = (size_t)DIVISORS[d] + 2;
      pe_frequencies(high, low, count, 0, BASES[b], DIVISORS[d]);
      pe_wavelengths(waves, high, low, count);
      for (size_t i = 0; i < count; i++)
        CHECK(high[i] >= 0 && high[i] <= 1 && (i == 0 || high[i] <= high[i - 1]) && waves[i] > 6);
      print("extreme frequencies", (int)(4 * b + d), high, 8 * count);
      print("extreme wavelengths", (int)(4 * b + d), waves, 8 * count);
    }
  for (int i = 0; i < 66; i++) {
    logs[i] = pe_log(ldexp(1.0 + value((size_t)i) / 4, i < 60 ? -1074 + i : 958 + i));
    CHECK(pe_exp(-746.5 - i) == 0 && pe_exp(710.5 + i * i * 1e6) == INFINITY);
  }
  print("extreme logarithms", 0, logs, 8 * 66);
  CHECK(pe_version() == PE_VERSION);
  release();
}

/* Prints the hashes of fixed runs, which fixed-runs.js repeats in wasm. */
static void hashes(void) {
  const size_t pairs = 37, rows = 70;
  double *low, *high = frequencies(pairs, &low), *work = take(8 * pe_angles_size(pairs)),
               *waves = take(8 * pairs), *where = doubles(rows);
  pe_wavelengths(waves, high, low, pairs), print("wavelengths", 0, waves, 8 * pairs);
  print("frequencies", 0, high, 8 * pairs), print("frequencies", 1, low, 8 * pairs);
  pe_angles_begin(work, pairs, high, low, 1);
  for (size_t r = 0; r < rows; r++) where[r] *= 1 << 20;
  for (int flags = 0; flags < 16; flags++) {
    if (flags & PE_INVERSE) continue;
    size_t element = flags & PE_FLOAT64 ? 8 : 4, bytes = 2 * rows * pairs * element;
    char *out = take(bytes), *cosines = out + (flags & PE_INTERLEAVED ? 1 : pairs) * element;
    for (int given = 0; given < 2; given++) {
      pe_angles(out, cosines, rows, 2 * pairs, pairs, pairs, flags, work, high,
                given ? where : NULL, 1000003, 0.375);
      print("angles", 2 * flags + given, out, bytes);
    }
  }
  for (int flags = 0; flags < 8; flags++) {
    size_t bytes = 11 * 80 * (flags & PE_FLOAT64 ? 8 : 4);
    void *x = numbers(11 * 80, flags);
    pe_rotate(x, 11, 80, pairs, 3, 3, 2, numbers(4 * pairs, flags), numbers(4 * pairs, flags), 4,
              flags);
    print("rotate", flags, x, bytes);
  }
  release();
  float *out = take(4 * 1000), *weights = take(4 * 5 * 9), *alike = take(4 * 5 * 9),
        *bias = floats(5 * 9);
  for (int heads = 1; heads <= 1000; heads += 111)
    pe_alibi_slopes(out, (size_t)heads, 8, heads % 2),
        print("slopes", heads, out, 4 * (size_t)heads);
  pe_random_normal(out, 1000, 3, 123456789, 0.02), print("normal", 0, out, 4000);
  pe_random_uniform(out, 1000, 3, 123456789, 0.125), print("uniform", 0, out, 4000);
  double *scores = take(8 * 5 * 9), *state = doubles(10), *scratch = take(8 * (5 * 9 + 9));
  double *q = doubles(5 * 13), *k = doubles(9 * 13), *sums = doubles(5 * 13);
  for (size_t r = 0; r < 5; r++) state[2 * r] = -INFINITY, state[2 * r + 1] = 0;
  pe_attention_scores(scores, q, 5, k, 9, 13, bias, 3.25, 4), print("scores", 0, scores, 8 * 45);
  pe_softmax_scan(state, scores, 5, 9, 0), print("state", 0, state, 8 * 10);
  pe_softmax_weights(scores, weights, state, 5, 9), print("weights", 0, weights, 4 * 45);
  pe_weighted_sum(sums, scores, k, 5, 9, 13), print("sums", 0, sums, 8 * 65);
  for (int metric = PE_COSINE; metric <= PE_EUCLIDEAN; metric++)
    pe_similarity(alike, scratch, q, 5, k, 9, 13, metric),
        print("similarity", metric, alike, 4 * 45);
  for (size_t i = 0; i < 50; i++)
    scores[i % 45] = pe_angle(value(i), value(2 * i + 1)), sums[i] = pe_exp(700 * value(i));
  print("vectors", 0, scores, 8 * 45), print("exponentials", 0, sums, 8 * 50);
  release();
}

int main(void) {
  all_angles(), all_rotations(), all_tables(), all_biases(), all_products(), all_colours(),
      all_angles_of_vectors(), extremes(), rope_kernels(), grid_kernels(), hashes(), bias_hashes(),
      half_kernels();
  return 0;
}

/* SPDX-License-Identifier: MIT */
/* Fuzzes the kernels of biases. */
#include "fuzz.h"

static void toeplitz(void) {
  const size_t rows = below(6), columns = any_size(), stride = columns + (chance(2) ? 0 : below(4)),
               n = rows ? (rows - 1) * stride + columns : 0;
  const pe_write_mode mode = (pe_write_mode)below(3);
  float *out = floats(n), *before = copy_of(out, n, 4),
        *ramp = floats(rows ? rows - 1 + columns : 0);
  CALL(pe_toeplitz)(out, ramp, rows, columns, stride, mode, 0);
  for (size_t i = 0; i < n; i++) {
    const size_t r = i / stride, k = i % stride;
    const float from = k < columns ? ramp[rows - 1 - r + k] : 0;
    const float wanted = k >= columns ? before[i] : mode == PE_ADD ? before[i] + from : from;
    CHECK(same(out[i], wanted));
  }
}

static void slopes(void) {
  const size_t heads = from_to(1, 24);
  const double most = chance(8) ? any_scale(1e5) : uniform(0, 126);
  float *out = take_floats(heads);
  const bool geometric = chance(2);
  CALL(pe_alibi_slopes)(out, heads, most, geometric);
  for (size_t i = 0; i < heads; i++)
    CHECK(out[i] >= 0 && out[i] <= 1 && (i == 0 || !geometric || out[i] <= out[i - 1]));
  CHECK(most > 126 || out[heads - 1] > 0);
}

/* Returns the first distance of a ramp. Mostly, the ramp has keys on both sides of the query. */
static double any_first(size_t count) {
  return chance(4) ? floor(uniform(-0x1p31, 0x1p31)) : -(double)below(count + 2);
}

static void alibi(void) {
  const size_t count = any_size();
  const double first = any_first(count), slope = datum();
  double *keys = chance(2) ? take_doubles(count) : NULL;
  for (size_t i = 0; i < count && keys; i++) keys[i] = uniform(-0x1p20, 0x1p20);
  float *ramp = take_floats(count);
  CALL(pe_alibi_ramp)(ramp, count, first, keys, slope, 0);
  for (size_t i = 0; i < count; i++)
    CHECK(same(ramp[i], (float)(0 - slope * fabs(first + (keys ? keys[i] : (double)i)))));
}

static void thresholds(void) {
  const size_t count = from_to(1, 12);
  const double low = (double)from_to(1, 100), high = low + any_scale(1e9);
  const bool beyond = chance(2);
  double *out = take_doubles(count);
  CALL(pe_bucket_thresholds)(out, count, low, high, (double)count, beyond);
  CHECK(out[0] == low + beyond);
  for (size_t t = 1; t < count; t++) CHECK(out[t] >= out[t - 1] && out[t] <= high + 1);
}

static void buckets(void) {
  const size_t count = any_size(), exact = from_to(1, 9), before = exact + below(9),
               after = from_to(1, exact + 9), most = before > after ? before : after,
               k = below(count + 1);
  const double first = any_first(count);
  double *starts = take_doubles(most > exact ? most - exact : 0);
  double start = (double)exact;
  for (size_t t = 0; exact + t < most; t++)
    start += starts[t] = start + (double)below(4), start = starts[t];
  int32_t *ramp = take_integers(count), *parts = take_integers(count);
  CALL(pe_bucket_ramp)(ramp, count, first, starts, exact, before, -1, 100, after, 1, 1000);
  CALL(pe_bucket_ramp)(parts, k, first, starts, exact, before, -1, 100, after, 1, 1000);
  CALL(pe_bucket_ramp)
  (parts + k, count - k, first + (double)k, starts, exact, before, -1, 100, after, 1, 1000);
  CHECK(memcmp(ramp, parts, 4 * count) == 0);
  for (size_t i = 0; i < count; i++) {
    const double d = first + (double)i;
    const size_t side = d > 0 ? after : before;
    size_t b = fabs(d) < (double)exact ? (size_t)fabs(d) : exact;
    while (b >= exact && b + 1 < side && starts[b + 1 - exact] <= fabs(d)) b++;
    if (b > side - 1) b = side - 1;
    CHECK(ramp[i] == (d > 0 ? 1000 + (int)b : 100 - (int)b));
  }
}

static void lookups(void) {
  const size_t count = any_size(), heads = from_to(1, 4), rows = from_to(1, 9), head = below(heads);
  float *table = floats(rows * heads), *out = take_floats(count);
  int32_t *indices = take_integers(count), *both = take_integers(count);
  for (size_t i = 0; i < count; i++) indices[i] = both[i] = (int32_t)below(rows);
  CALL(pe_bucket_lookup)(out, indices, count, table, heads, head, 0);
  CALL(pe_bucket_lookup)((float *)both, both, count, table, heads, head, 0);
  for (size_t i = 0; i < count; i++)
    CHECK(!memcmp(out + i, table + (size_t)indices[i] * heads + head, 4) &&
          !memcmp(out + i, both + i, 4));
}

static void kerple(void) {
  const size_t count = any_size(), k = below(count + 1);
  const double first = any_first(count), p = uniform(0, 2),
               a = chance(8) ? 0 : any_scale(1e6) * 1e-3;
  const bool power = chance(2);
  float *ramp = take_floats(count), *parts = take_floats(count);
  CALL(pe_kerple_ramp)(ramp, count, first, p, a, power, 0);
  CALL(pe_kerple_ramp)(parts, k, first, p, a, power, 0);
  CALL(pe_kerple_ramp)(parts + k, count - k, first + (double)k, p, a, power, 0);
  CHECK(memcmp(ramp, parts, 4 * count) == 0);
  if (!count) return;
  const size_t i = below(count);
  const double d = fabs(first + (double)i), wanted = power ? a * pow(d, p) : p * log1p(a * d);
  CHECK(near(ramp[i], -wanted, wanted * 1e-7 + 0x1p-149));
}

static void sandwich(void) {
  const size_t rows = below(8), pairs = below(12);
  double *angles = doubles(rows * 2 * pairs), *sums = take_doubles(rows), divisor = any_scale(100);
  float *ramp = take_floats(rows);
  CALL(pe_sandwich_sums)(sums, angles, rows, pairs);
  CALL(pe_sandwich_ramp)(ramp, sums, rows, divisor, 0);
  for (size_t r = 0; r < rows; r++) {
    double sum = 0;
    for (size_t i = 0; i < pairs; i++) {
      const double s = angles[2 * r * pairs + i], c = angles[(2 * r + 1) * pairs + i];
      sum += c > 0 ? s * s / (1 + c) : 1 - c;
    }
    CHECK(same(sums[r], sum) && same(ramp[r], (float)(-sum / divisor)));
  }
}

static void fire(void) {
  const size_t hidden = below(9), count = any_size(), k = below(count + 1);
  double *w1 = doubles(hidden), *b1 = doubles(hidden), *w2 = doubles(hidden), b2 = datum(),
         *lines = take_doubles(3 * (hidden + 1)), *logs = take_doubles(count),
         *parts = take_doubles(count);
  const double c = chance(8) ? 0 : uniform(0, 2), first = any_first(count),
               epsilon = chance(8) ? 0 : 1e-6;
  const double longest = chance(8) ? 0 : c * (fabs(first) + (double)count);
  float *ramp = take_floats(count);
  CALL(pe_fire_lines)(lines, w1, b1, w2, b2, hidden);
  CALL(pe_fire_logs)(logs, count, first, c);
  CALL(pe_fire_logs)(parts, k, first, c);
  CALL(pe_fire_logs)(parts + k, count - k, first + (double)k, c);
  CHECK(memcmp(logs, parts, 8 * count) == 0);
  CALL(pe_fire_ramp)(ramp, logs, count, longest, epsilon, lines, 0);
  written(ramp, 4 * count);
  if (fuzz_wild || !count || longest + epsilon == 0) return;
  const size_t i = below(count);
  const double x = log1p(c * fabs(first + (double)i)) / (log1p(longest) + epsilon);
  double y = b2, sum = fabs(b2);
  for (size_t u = 0; u < hidden; u++) {
    y += w2[u] * fmax(0, w1[u] * x + b1[u]);
    sum += fabs(w2[u]) * (fabs(w1[u] * x) + fabs(b1[u]));
  }
  CHECK(near(ramp[i], y, sum * 1e-6));
}

static void relative(void) {
  const size_t rows = from_to(1, 5), columns = any_size(), width = from_to(1, 9),
               stride = columns + below(3), n = (rows - 1) * stride + columns, way = below(3);
  const int lowest = (int)below(9) - 4;
  int32_t *index = take_integers(rows - 1 + columns);
  for (size_t i = 0; i < rows - 1 + columns; i++) {
    index[i] = lowest + (int32_t)below(width);
    if (index[i] < 0 || chance(8)) index[i] = lowest > 0 || chance(2) ? -1 : 0;
    if (index[i] == 0 && lowest + (int)width <= 0) index[i] = -1;
  }
  const size_t apart = way == 2 ? width + below(3) : 0;
  double *by_row = doubles(rows * width),
         *by_column = way ? doubles(columns ? (columns - 1) * apart + width : 0) : NULL;
  float *out = floats(n), *before = copy_of(out, n, 4);
  CALL(pe_relative)(out, rows, columns, stride, index, lowest, by_row, by_column, width, apart);
  for (size_t at = 0; at < n; at++) {
    const size_t r = at / stride, k = at % stride;
    if (k >= columns) {
      CHECK(same(out[at], before[at]));
      continue;
    }
    const int i = index[rows - 1 - r + k];
    double wanted = i < 0 ? -INFINITY : by_row[r * width + (size_t)(i - lowest)];
    if (by_column && i >= 0) wanted += by_column[k * apart + (size_t)(i - lowest)];
    CHECK(same(out[at], (float)wanted));
  }
}

static void relative_sums(void) {
  const size_t rows = from_to(1, 5), columns = any_size(), stride = columns + below(3);
  int32_t *index = take_integers(rows - 1 + columns);
  int32_t next = (int32_t)below(9) - 4;
  for (size_t i = 0; i < rows - 1 + columns; i++) {
    index[i] = next;
    next += chance(2);
  }
  float *weights = floats(rows * columns);
  double *sums = doubles((rows - 1) * stride + columns);
  CALL(pe_relative_sums)(sums, weights, rows, columns, index, stride);
  for (size_t r = 0; r < rows; r++) {
    const int32_t *own = index + rows - 1 - r;
    size_t k = 0;
    while (k < columns) {
      const int32_t i = own[k];
      double wanted = 0;
      for (; k < columns && own[k] == i; k++) wanted += weights[r * columns + k];
      CHECK(same(sums[r * stride + (size_t)(i - own[0])], wanted));
    }
  }
}

static void cope(void) {
  const size_t rows = below(4), columns = below(12), positions = below(6), k = below(columns + 1),
               n = rows * columns;
  const double last = positions ? uniform(0, (double)(positions - 1)) : uniform(0, 9),
               limit = (double)below(20) - 5;
  float *x = floats(n), *left = take_floats(rows * k), *right = take_floats(rows * (columns - k));
  double *sums = take_doubles(rows), *again = take_doubles(rows),
         *projected = doubles(rows * positions);
  for (size_t r = 0; r < rows; r++) {
    memcpy(left + r * k, x + r * columns, 4 * k);
    memcpy(right + r * (columns - k), x + r * columns + k, 4 * (columns - k));
    sums[r] = again[r] = 0;
  }
  CALL(pe_cope)(x, rows, columns, limit, sums, last, projected, positions);
  CALL(pe_cope)
  (right, rows, columns - k, limit - (double)k, again, last, projected, positions);
  CALL(pe_cope)(left, rows, k, limit, again, last, projected, positions);
  for (size_t i = 0; i < n; i++) {
    const size_t r = i / columns, j = i % columns;
    CHECK(same(x[i], j < k ? left[r * k + j] : right[r * (columns - k) + j - k]));
    if ((double)j > limit + (double)r) CHECK(x[i] == (positions ? -INFINITY : 0));
    if (!positions) CHECK(!(x[i] < 0) && !(x[i] > (float)last));
  }
  CHECK(same_all(sums, again, rows, PE_FLOAT64));
}

static void windows(void) {
  const size_t height = from_to(1, 5), width = from_to(1, 9), tokens = height * width,
               offsets = (2 * height - 1) * (2 * width - 1), first = below(tokens),
               rows = below(tokens - first < 4 ? tokens - first + 1 : 4),
               stride = tokens + below(3);
  const size_t n = rows ? (rows - 1) * stride + tokens : 0;
  float *ramp = floats(offsets), *out = floats(n);
  CALL(pe_swin)(out, rows, first, stride, ramp, height, width, 0);
  for (size_t r = 0; r < rows; r++) {
    const size_t k = below(tokens), q = first + r;
    const size_t dy = q / width + height - 1 - k / width, dx = q % width + width - 1 - k % width;
    CHECK(same(out[r * stride + k], ramp[offsets - 1 - (dy * (2 * width - 1) + dx)]));
  }
}

static void window_tables(void) {
  const size_t height = from_to(1, 5), width = from_to(1, 5), hidden = below(6), heads = below(5),
               offsets = (2 * height - 1) * (2 * width - 1), first = below(offsets + 1),
               count = below(offsets - first < 6 ? offsets - first + 1 : 6);
  const double y = any_scale(30), x = any_scale(30);
  double *places = take_doubles(2 * count), *mirrored = take_doubles(2 * count),
         *work = take_doubles(count * (2 + hidden + heads)), *w1 = doubles(2 * hidden),
         *b1 = doubles(hidden), *w2 = doubles(heads * hidden);
  float *table = take_floats(count * heads);
  CALL(pe_swin_coordinates)(places, count, first, height, width, y, x);
  CALL(pe_swin_coordinates)(mirrored, count, offsets - first - count, height, width, y, x);
  for (size_t i = 0; i < count; i++)
    CHECK(places[2 * i] == -mirrored[2 * (count - 1 - i)] &&
          places[2 * i + 1] == -mirrored[2 * (count - 1 - i) + 1]);
  CALL(pe_swin_table)(table, work, count, first, height, width, y, x, w1, b1, hidden, w2, heads);
  for (size_t i = 0; i < count * heads; i++) CHECK(!(table[i] < 0) && !(table[i] > 16));
}

static void temperatures(void) {
  const size_t count = any_size(), k = below(count + 1);
  const double start = floor(any_scale(0x1p40)) - 1, beta = uniform(0, 2),
               floor_ = any_scale(0x1p20);
  double *positions = NULL;
  if (chance(2)) {
    positions = take_doubles(count);
    for (size_t i = 0; i < count; i++) positions[i] = uniform(0, chance(2) ? 100 : 0x1p40);
  }
  float *out = take_floats(count), *parts = take_floats(count);
  CALL(pe_temperature)(out, count, positions, start, beta, floor_);
  CALL(pe_temperature)(parts, k, positions, start, beta, floor_);
  CALL(pe_temperature)
  (parts + k, count - k, positions ? positions + k : NULL, start + (double)k, beta, floor_);
  CHECK(memcmp(out, parts, 4 * count) == 0);
  for (size_t i = 0; i < count; i++) CHECK(out[i] >= 1 && out[i] < 1 + 30 * beta);
}

const fuzz_case BIAS_CASES[] = {
    {"toeplitz", toeplitz, 30},
    {"slopes", slopes, 2},
    {"alibi", alibi, 15},
    {"thresholds", thresholds, 1},
    {"buckets", buckets, 12},
    {"lookups", lookups, 12},
    {"kerple", kerple, 6},
    {"sandwich", sandwich, 12},
    {"fire", fire, 8},
    {"relative", relative, 12},
    {"relative_sums", relative_sums, 12},
    {"cope", cope, 8},
    {"windows", windows, 12},
    {"window tables", window_tables, 3},
    {"temperatures", temperatures, 6},
    {NULL, NULL, 0},
};

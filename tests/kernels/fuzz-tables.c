/* SPDX-License-Identifier: MIT */
/* Fuzzes the kernels of tables, random numbers, grids, resizing and colours. */
#include "fuzz.h"

static void sums(void) {
  const size_t count = any_size(), period = from_to(1, 20), first = below(period),
               k = below(count + 1);
  float *x = floats(count), *table = floats(period), *before = copy_of(x, count, 4),
        *parts = copy_of(x, count, 4);
  CALL(pe_add)(x, table, count, first, period);
  for (size_t i = 0; i < count; i++) CHECK(same(x[i], before[i] + table[(first + i) % period]));
  CALL(pe_add)(parts, table, k, first, period);
  CALL(pe_add)(parts + k, table, count - k, (first + k) % period, period);
  CHECK(same_all(x, parts, count, 0));
}

static void draws(void) {
  const size_t count = any_size(), k = below(count + 1);
  const double first = floor(any_scale(0x1p52)), seed = floor(any_scale(0x1p53 - 1)) - 1,
               width = any_scale(1e30);
  const bool normal = chance(2);
  float *all = take_floats(count), *parts = take_floats(count);
  void (*fill)(float *, size_t, double, double, double) =
      normal ? pe_random_normal : pe_random_uniform;
  CALL(fill)(all, count, first, seed, width);
  CALL(fill)(parts, k, first, seed, width);
  CALL(fill)(parts + k, count - k, first + (double)k, seed, width);
  CHECK(memcmp(all, parts, 4 * count) == 0);
  for (size_t i = 0; i < count; i++)
    CHECK(fabs(all[i]) <= width * (normal ? 9 : 1 + 0x1p-23) && all[i] != 0);
}

static void weaving(void) {
  const size_t rows = below(4), count = below(4), gap = below(3);
  pe_part parts[3];
  size_t column = 0;
  for (size_t p = 0; p < count; p++) {
    const size_t width = below(40), stride = chance(3) ? 0 : width + below(3);
    const size_t bytes = rows ? (rows - 1) * stride + width : width;
    char *from = take(bytes, 1);
    for (size_t i = 0; i < bytes; i++) from[i] = (char)(i * 7 + p);
    parts[p] = (pe_part){from, stride, column, width};
    column += width;
  }
  const size_t stride = column + gap;
  char *to = take(rows ? (rows - 1) * stride + column : 0, 1);
  CALL(pe_weave)(to, stride, rows, parts, count);
  for (size_t p = 0; p < count; p++)
    for (size_t r = 0; r < rows; r++)
      CHECK(!memcmp(to + r * stride + parts[p].column, parts[p].from + r * parts[p].stride,
                    parts[p].width));
}

static size_t most_of(size_t from, size_t to, bool antialias, size_t width) {
  const size_t most = antialias && from > to ? (width * from + to - 1) / to : width;
  return most < from ? most : from;
}

static void resizing(void) {
  const size_t from = from_to(1, 12), to = from_to(1, 8), dim = any_size(), k = below(to + 1);
  const bool antialias = chance(2);
  const double offset = chance(2) ? 0 : uniform(0, 0.999);
  const bool same_size = from == to && offset == 0;
  const bool linear = chance(2);
  const size_t most = most_of(from, to, antialias, linear ? 2 : 4);
  int32_t *spans = take_integers(2 * to);
  double *weights = take_doubles(to * most), *in = doubles(from * dim),
         *out = take_doubles(to * dim), *parts = take_doubles(to * dim);
  if (linear)
    CALL(pe_linear_taps)(spans, weights, most, from, to, offset, antialias);
  else
    CALL(pe_cubic_taps)(spans, weights, most, from, to, offset, antialias);
  for (size_t i = 0; i < to; i++) {
    const size_t first = (size_t)spans[2 * i], count = (size_t)spans[2 * i + 1];
    double sum = 0;
    CHECK(count >= 1 && count <= most && first + count <= from);
    for (size_t j = 0; j < count; j++) sum += weights[i * most + j];
    CHECK(near(sum, 1, 1e-13) && (!same_size || (first == i && count == 1)));
  }
  CALL(pe_resize)(out, in, from, spans, 0, weights, most, to, dim);
  CALL(pe_resize)(parts, in, from, spans, 0, weights, most, k, dim);
  CALL(pe_resize)
  (parts + k * dim, in, from, spans + 2 * k, 0, weights + k * most, most, to - k, dim);
  CHECK(same_all(out, parts, to * dim, PE_FLOAT64));
  if (same_size) CHECK(same_all(in, out, to * dim, PE_FLOAT64));
}

/* Checks that pe_resize gives the same bits for rows in a ring buffer as for rows in order. */
static void rings(void) {
  const size_t rows = from_to(1, 6), dim = any_size(), taps = from_to(1, rows), first = below(50);
  const size_t start = below(rows - taps + 1);
  double *in = doubles(rows * dim), *ring = take_doubles(rows * dim), *weights = doubles(taps),
         *out = take_doubles(dim), *again = take_doubles(dim);
  int32_t spans[2] = {(int32_t)start, (int32_t)taps}, moved[2] = {0, (int32_t)taps};
  // In the second call, row r of `in` has the number j = first + offset + r. The ring holds it at
  // the place (j - first) % rows.
  const size_t offset = below(20);
  moved[0] = (int32_t)(first + start + offset);
  for (size_t r = 0; r < rows; r++) memcpy(ring + (r + offset) % rows * dim, in + r * dim, 8 * dim);
  CALL(pe_resize)(out, in, rows, spans, 0, weights, taps, 1, dim);
  CALL(pe_resize)(again, ring, rows, moved, first, weights, taps, 1, dim);
  CHECK(same_all(out, again, dim, PE_FLOAT64));
}

static void colours(void) {
  const size_t count = any_size(), colors = from_to(1, 300);
  const double scale = any_scale(chance(4) ? 0x1p1020 : 1e6), min = -scale * uniform(0, 1),
               max = min + scale * uniform(0.01, 1);
  double *values = doubles(count);
  uint32_t *out = take(count, 4), *palette = take(colors, 4);
  for (size_t i = 0; i < colors; i++) palette[i] = (uint32_t)i + 1;
  if (!fuzz_wild)
    for (size_t i = 0; i < count; i++) values[i] *= scale;
  CALL(pe_colorize)(out, values, count, palette, colors, min, max);
  for (size_t i = 0; i < count; i++) {
    const double x = values[i], part = (x / max - min / max) / (1 - min / max) * (double)colors;
    if (x != x) CHECK(out[i] == 0);
    if (x <= min) CHECK(out[i] == 1);
    if (x >= max) CHECK(out[i] == colors);
    if (x > min && x < max && max > scale * 0.01)
      CHECK(fabs((double)out[i] - 0.5 - part) < 0.5 + 1e-6 * (double)colors);
  }
}

const fuzz_case TABLE_CASES[] = {
    {"sums", sums, 30},        {"draws", draws, 6},  {"weaving", weaving, 12},
    {"resizing", resizing, 8}, {"rings", rings, 12}, {"colours", colours, 10},
    {NULL, NULL, 0},
};

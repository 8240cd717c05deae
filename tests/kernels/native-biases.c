/* SPDX-License-Identifier: MIT */
/* Tests the kernels of biases, in the same way as native.c tests other kernels. */
#include "native.h"

static void all_buckets(void) {
  const size_t heads = 3;
  EACH(count, SIZES)
  EACH(side, SIZES) {
    if (side < 2) continue;
    for (int beyond = 0; beyond < 2; beyond++) {
      size_t exact = side / 2 + (size_t)beyond, logarithmic = side - exact;
      double *thresholds = take(8 * logarithmic), low = (double)(side / 2),
             far = (beyond ? 128 : 1) + low;
      int32_t *buckets = take(4 * count);
      float *weights = floats(heads * side * 2), *bias = take(4 * count);
      pe_bucket_thresholds(thresholds, logarithmic, low, far, (double)(side - side / 2), beyond);
      for (size_t t = 0; t < logarithmic; t++)
        CHECK(t ? thresholds[t] >= thresholds[t - 1] : thresholds[t] == low + beyond);
      pe_bucket_ramp(buckets, count, -(double)(count / 2), thresholds, exact, side, 1, 0, side, 1,
                     (int)side);
      for (size_t i = 0; i < count; i++) CHECK(buckets[i] >= 0 && (size_t)buckets[i] < side * 2);
      if (count) CHECK(buckets[count / 2] == 0);
      pe_bucket_lookup(bias, buckets, count, weights, heads, heads - 1, 0);
      for (size_t i = 0; i < count; i++)
        CHECK(bias[i] == weights[(size_t)buckets[i] * heads + heads - 1]);
      // This call has no thresholds. Keys after the query have the bucket -1.
      pe_bucket_ramp(buckets, count, -3, NULL, side, side, -1, 100, 1, 0, -1);
      for (size_t i = 0; i < count; i++)
        CHECK(buckets[i] == (i > 3 ? -1 : 100 - (int)(3 - i < side ? 3 - i : side - 1)));
      release();
    }
  }
}

static void all_ramps(void) {
  EACH(count, SIZES) {
    float *ramp = take(4 * count);
    double *sums = take(8 * count), *positions = doubles(count);
    for (size_t i = 0; i < count; i++) {
      double d = fabs((double)i - 3);
      pe_kerple_ramp(ramp, count, -3, 0.5, 2, 0, 0),
          CHECK(near(ramp[i], -0.5 * log(1 + 2 * d), 1e-6));
      pe_kerple_ramp(ramp, count, -3, 0.5, 2, 1, 0), CHECK(near(ramp[i], -2 * sqrt(d), 1e-5));
      positions[i] = 100 * fabs(positions[i]);
    }
    pe_temperature(ramp, count, positions, 0, 0.5, 8);
    for (size_t i = 0; i < count; i++)
      CHECK(near(ramp[i], 1 + 0.5 * log(floor((positions[i] + 1) / 8) + 1), 1e-6));
    pe_temperature(ramp, count, NULL, 5, 0.5, 8);
    for (size_t i = 0; i < count; i++)
      CHECK(near(ramp[i], 1 + 0.5 * log(floor((double)(i + 6) / 8) + 1), 1e-6));
    EACH(pairs, SIZES) {
      double *angles = doubles(count * 2 * pairs);
      pe_sandwich_sums(sums, angles, count, pairs), pe_sandwich_ramp(ramp, sums, count, 2, 0);
      for (size_t i = 0; i < count; i++) CHECK(ramp[i] == (float)(-sums[i] / 2) && sums[i] >= 0);
      double *lines = take(24 * (pairs + 1)), *w1 = doubles(pairs), *b1 = doubles(pairs),
             *w2 = doubles(pairs), *logs = take(8 * count);
      pe_fire_lines(lines, w1, b1, w2, 0.5, pairs), pe_fire_logs(logs, count, -3, 0.1),
          pe_fire_ramp(ramp, logs, count, 0.4, 1e-6, lines, 0);
      for (size_t i = 0; i < count; i++) {
        double x = log(1 + 0.1 * fabs((double)i - 3)) / (log(1.4) + 1e-6), y = 0.5;
        for (size_t u = 0; u < pairs; u++) y += w2[u] * fmax(0, w1[u] * x + b1[u]);
        CHECK(near(ramp[i], y, 1e-5));
      }
      while (takes > 3) free(taken[--takes]);
    }
    release();
  }
}

static void all_relative(void) {
  static const size_t ROWS[] = {1, 2, 9};
  EACH(rows, ROWS)
  EACH(columns, SIZES)
  EACH(width, ROWS)
  for (int way = 0; way < 3; way++) {
    const size_t stride = columns + 2, n = (rows - 1) * stride + columns;
    float *out = floats(n), *x = floats(rows * columns);
    int32_t *index = take(4 * (rows - 1 + columns));
    double *by_row = doubles(rows * width),
           *by_column = way ? doubles(way == 1 ? width : columns * width) : NULL,
           *sums = take(8 * rows);
    for (size_t i = 0; i < rows - 1 + columns; i++)
      index[i] = i % 5 == 4 ? -1 : (int32_t)(i % width) + 7;
    pe_relative(out, rows, columns, stride, index, 7, by_row, by_column, width,
                way == 2 ? width : 0);
    for (size_t i = 0; i < n; i++) {
      size_t r = i / stride, k = i % stride;
      if (k >= columns) {
        CHECK(out[i] == (float)value(i));
        continue;
      }
      int32_t at = index[rows - 1 - r + k] - 7;
      CHECK(out[i] ==
            (at < 0 ? -INFINITY
                    : (float)(by_row[r * width + (size_t)at] +
                              (way ? by_column[(way == 2 ? k * width : 0) + (size_t)at] : 0))));
    }
    for (size_t r = 0; r < rows; r++) sums[r] = 0;
    size_t positions = way ? width : 0;
    pe_cope(x, rows, columns, (double)columns - (double)rows - way, sums,
            positions ? (double)(positions - 1) : 1.5, by_row, positions);
    for (size_t i = 0; i < rows * columns; i++)
      CHECK(positions ? fabsf(x[i]) < 1 || x[i] == -INFINITY : x[i] >= 0 && x[i] <= 1.5f);
    release();
  }
}

static void all_relative_sums(void) {
  static const size_t ROWS[] = {1, 2, 9};
  EACH(rows, ROWS)
  EACH(columns, SIZES)
  for (int64_t far = 0; far < 40; far += 13) {
    const size_t width = 2 * (size_t)far + 1;
    int32_t *index = take(4 * (rows - 1 + columns));
    float *weights = floats(rows * columns);
    double *sums = take(8 * rows * columns), *right = take(8 * columns);
    pe_bucket_ramp(index, rows - 1 + columns, -(double)(columns / 2), NULL, width, (size_t)far + 1,
                   -1, (int)far, (size_t)far + 1, 1, (int)far);
    pe_relative_sums(sums, weights, rows, columns, index, columns);
    for (size_t r = 0; r < rows; r++) {
      for (size_t k = 0; k < columns; k++) right[k] = 0;
      size_t count = 0;
      for (size_t k = 0; k < columns; k++) {
        size_t at = (size_t)(index[rows - 1 - r + k] - index[rows - 1 - r]);
        CHECK(at <= k);
        right[at] += weights[r * columns + k];
        count = at + 1;
      }
      for (size_t i = 0; i < count; i++) CHECK(sums[r * columns + i] == right[i]);
    }
    release();
  }
}

static void all_windows(void) {
  static const size_t SIDES[] = {1, 2, 4, 5, 9};
  EACH(height, SIDES)
  EACH(width, SIDES) {
    const size_t tokens = height * width, offsets = (2 * height - 1) * (2 * width - 1),
                 stride = tokens + 1;
    float *ramp = floats(offsets);
    double *places = take(16 * offsets);
    for (size_t first = 0; first < tokens; first += 3) {
      const size_t rows = tokens - first;
      float *out = floats((rows - 1) * stride + tokens);
      pe_swin(out, rows, first, stride, ramp, height, width, 0);
      for (size_t i = 0; i < (rows - 1) * stride + tokens; i++) {
        size_t q = first + i / stride, k = i % stride;
        if (k == tokens) {
          CHECK(out[i] == (float)value(i));
          continue;
        }
        size_t index = (q / width + height - 1 - k / width) * (2 * width - 1) + q % width + width -
                       1 - k % width;
        CHECK(out[i] == ramp[offsets - 1 - index]);
      }
      free(taken[--takes]);
    }
    pe_swin_coordinates(places, offsets, 0, height, width, (double)(height - 1),
                        (double)(width - 1));
    for (size_t i = 0; i < offsets; i++)
      CHECK(places[2 * i] == -places[2 * (offsets - 1 - i)] &&
            places[2 * i + 1] == -places[2 * (offsets - 1 - i) + 1]);
    EACH(hidden, SIDES)
    EACH(heads, SIDES) {
      const size_t first = offsets / 2, count = offsets - first, before = takes;
      double *w1 = doubles(2 * hidden), *b1 = doubles(hidden), *w2 = doubles(heads * hidden),
             *work = take(8 * count * (2 + hidden + heads));
      float *table = take(4 * count * heads);
      pe_swin_table(table, work, count, first, height, width, (double)(height - 1),
                    (double)(width - 1), w1, b1, hidden, w2, heads);
      for (size_t i = 0; i < count * heads; i++) {
        const double *d = places + 2 * (first + i / heads);
        double sum = 0;
        for (size_t u = 0; u < hidden; u++)
          sum +=
              w2[i % heads * hidden + u] * fmax(0, w1[2 * u] * d[0] + w1[2 * u + 1] * d[1] + b1[u]);
        CHECK(near(table[i], 16 / (1 + exp(-sum)), 1e-5));
      }
      while (takes > before) free(taken[--takes]);
    }
    release();
  }
}

void all_biases(void) {
  EACH(rows, SIZES)
  EACH(columns, SIZES)
  for (size_t gap = 0; gap < 4 && rows; gap += 3)
    for (int mode = PE_FILL; mode <= PE_STREAM; mode++) {
      size_t stride = columns + gap, n = (rows - 1) * stride + columns, length = rows - 1 + columns;
      float *out = floats(n), *ramp = take(4 * length);
      pe_alibi_ramp(ramp, length, -7, NULL, 0.25, 0);
      pe_toeplitz(out, ramp, rows, columns, stride, mode, 0);
      for (size_t i = 0; i < n; i++) {
        float before = (float)value(i),
              bias = (float)(-0.25 *
                             fabs((double)(i % stride) - (double)(i / stride) + (double)rows - 8));
        CHECK(out[i] == (i % stride >= columns ? before : mode == PE_ADD ? before + bias : bias));
      }
      release();
    }
  EACH(count, SIZES) {
    float *out = take(4 * count), *ramp = take(4 * count);
    for (int geometric = 0; count && geometric < 2; geometric++)
      for (int bias = 0; bias < 3; bias++) {
        pe_alibi_slopes(out, count, bias == 2 ? 126 : bias * 8, geometric);
        for (size_t i = 0; i < count; i++) CHECK(out[i] > 0 && out[i] <= 1);
        if (geometric) CHECK(out[count - 1] == (bias == 2 ? 0x1p-126f : bias ? 0x1p-8f : 1));
      }
    pe_alibi_ramp(ramp, count, -3, NULL, 0.5, 0);
    for (size_t i = 0; i < count; i++) CHECK(ramp[i] == (float)(-0.5 * fabs((double)i - 3)));
    release();
  }
  all_buckets(), all_ramps(), all_relative(), all_relative_sums(), all_windows();
}

/* Prints the hashes of fixed runs, which fixed-runs.js repeats in wasm. */
void bias_hashes(void) {
  const size_t n = 500;
  float *ramp = take(4 * n), *window = take(4 * 144);
  double *thresholds = take(8 * n), *angles = doubles(20 * 12), *sums = take(8 * 20),
         *lines = take(24 * 12), *w1 = doubles(11), *b1 = doubles(11), *w2 = doubles(11);
  int32_t *buckets = take(4 * n);
  for (int beyond = 0; beyond < 2; beyond++) {
    pe_bucket_thresholds(thresholds, n, 500, 1e6, 500, beyond),
        print("thresholds", beyond, thresholds, 8 * n);
    pe_bucket_ramp(buckets, n, -499000, thresholds, 500, 1000, 1 - 2 * beyond, 7, 900, 1, 11),
        print("buckets", beyond, buckets, 4 * n);
    pe_kerple_ramp(ramp, n, -77, 1.3, 0.07, beyond, 0), print("kerple", beyond, ramp, 4 * n);
  }
  pe_sandwich_sums(sums, angles, 20, 6), print("sandwich", 0, sums, 8 * 20);
  pe_fire_lines(lines, w1, b1, w2, 0.25, 11), pe_fire_logs(thresholds, n, -77, 0.1),
      pe_fire_ramp(ramp, thresholds, n, 20, 1e-6, lines, 0), print("fire", 0, ramp, 4 * n);
  float *logits = floats(5 * 9);
  double *counts = take(8 * 5), *projected = doubles(5 * 4);
  for (size_t r = 0; r < 5; r++) counts[r] = 0;
  pe_cope(logits, 5, 9, 4, counts, 3, projected, 4), print("cope", 0, logits, 4 * 45),
      print("cope", 1, counts, 8 * 5);
  for (size_t i = 0; i < 13; i++) buckets[i] = (int32_t)i % 4;
  pe_relative(logits, 5, 9, 9, buckets, 0, projected, angles, 4, 4),
      print("relative", 0, logits, 4 * 45);
  pe_bucket_ramp(buckets, 13, -5, NULL, 3, 3, -1, 2, 3, 1, 2),
      pe_relative_sums(angles, logits, 5, 9, buckets, 9), print("relative", 1, angles, 8 * 45);
  pe_swin(window, 12, 0, 12, ramp, 3, 4, 0), print("swin", 0, window, 4 * 144);
  pe_swin_coordinates(thresholds, 35, 0, 3, 4, 7, 7), print("swin", 1, thresholds, 16 * 35);
  pe_swin_table(window, thresholds, 7, 3, 3, 4, 7, 7, w1, b1, 5, w2, 2),
      print("swin", 2, window, 4 * 14);
  pe_temperature(ramp, n, NULL, 77, 0.1, 3), print("temperature", 0, ramp, 4 * n);
  release();
}

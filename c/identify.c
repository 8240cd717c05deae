#include "maths.h"
#include "posenc.h"

double pe_exp(double x) {
  return pe_dd_exp((dd){x, 0}).hi;
}

void pe_wave_turns(double *high, double *low, const double *order, size_t width, double base, double divisor) {
  dd step = dd_over(dd_mul(pe_dd_log(base), (dd){-2, 0}), divisor);
  for (size_t i = 0; i < width; i++) {
    dd turns = dd_mul(pe_dd_exp(dd_mul(step, (dd){order[i], 0})), DD_TWO_OVER_PI);
    high[i] = turns.hi;
    low[i] = turns.lo;
  }
}

/* The sine and cosine of x radians. */
static void sine_cosine(double *out, double x) {
  double high[2] = {DD_TWO_OVER_PI.hi, 0}, low[2] = {DD_TWO_OVER_PI.lo, 0}, row[4];
  pe_turns(row, 2, high, low, (dd){x, 0});
  out[0] = row[0];
  out[1] = row[2];
}

/*
 * The angle of (x, y), within 2^-50: the part of the square's side that (x, y) points at is within 0.08 of
 * it, and each step of a = a + (y cos a - x sin a) / |(x, y)| cubes that.
 */
static double angle_of(double y, double x) {
  double side = __builtin_fabs(x) + __builtin_fabs(y), t = side > 0 ? y / side : 0, norm = __builtin_sqrt(x * x + y * y);
  double a = 0x1.921fb54442d18p+0 * (x < 0 ? (y < 0 ? -2 - t : 2 - t) : t), turned[2];
  for (int i = 0; i < 3 && side > 0; i++) {
    sine_cosine(turned, a);
    a += (y * turned[1] - x * turned[0]) / norm;
  }
  return a;
}

void pe_column_waves(double *waves, double *logs, const double *table, size_t rows, size_t dim) {
  for (size_t j = 0; j < dim; j++) {
    double bend = 0, power = 0;
    for (size_t r = 1; r + 1 < rows; r++) {
      const double *x = table + r * dim + j;
      bend += x[0] * ((x[0] - *(x - dim)) + (x[0] - x[dim]));
      power += x[0] * x[0];
    }
    double square = bend / power / 4;  // of sin(w / 2)
    waves[j] = square > 0 && square < 1 ? 2 * angle_of(__builtin_sqrt(square), __builtin_sqrt(1 - square)) : 0;
    logs[j] = waves[j] > 0 ? pe_dd_log(waves[j]).hi : 0;
  }
}

double pe_wave_start(const double *table, size_t rows, size_t dim, const double *columns, size_t count, const double *high,
                     const double *cosine, double scale) {
  double start = 0, turned[2];
  int known = 0;
  for (size_t i = 0; i < count; i++) {
    size_t j = (size_t)columns[i];
    double w = high[j] * 0x1.921fb54442d18p+0 * scale, lag = __builtin_floor(1 / w);
    if (!(lag >= 1)) lag = 1;
    if (!(lag < (double)rows)) lag = (double)rows - 1;
    if (!(w * lag > 0x1p-16)) continue;
    sine_cosine(turned, w * lag);
    double now = table[j], later = table[(size_t)lag * dim + j], other = (later - now * turned[1]) / turned[0];
    double a = cosine[j] != 0 ? angle_of(-other, now) : angle_of(now, other), cycles = (w * start - a) * 0x1.45f306dc9c883p-3;
    if (known) a += __builtin_floor(cycles + 0.5) * 0x1.921fb54442d18p+2;
    start = a / w;
    known = 1;
  }
  return start;
}

void pe_wave_match(double *state, double *row, const double *table, size_t rows, size_t dim, const double *high, const double *low,
                   const double *cosine, size_t first, double start, double step, double scale, double close) {
  size_t width = (dim + 1) & ~(size_t)1;
  for (size_t r = 0; r < rows; r++) {
    dd x = dd_mul(dd_add(dd_product((double)(first + r), step), (dd){start, 0}), (dd){scale, 0});
    pe_turns(row, width, high, low, x);
    for (size_t j = 0; j < dim; j++) {
      double kind = cosine[j], expected = kind > 1 ? 0 : kind > 0 ? row[width + j] : row[j];
      double angle = __builtin_fabs(x.hi * high[j]) * 0x1.921fb54442d18p+0, error = __builtin_fabs(table[r * dim + j] - expected);
      double bounds[2] = {close + angle * 0x1p-51, 0x1p-22 + angle * 0x1p-20};
      if (!(error < INFINITY)) error = INFINITY;
      if (error > state[2]) state[2] = error;
      for (int loose = 0; loose < 2; loose++) {
        double *at = state + 3 + 2 * loose;
        if (error <= bounds[loose]) state[loose]++;
        else if (at[0] < 0) at[0] = (double)((first + r) * dim + j), at[1] = expected;
      }
    }
  }
}

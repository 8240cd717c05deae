#include "maths.h"
#include "posenc.h"

void pe_frequencies(double *high, double *low, size_t count, size_t first, double base, double divisor) {
  dd log = pe_dd_log(base), per_index = dd_div(dd_mul(log, (dd){-2, 0}), (dd){divisor, 0});
  dd ratio = pe_dd_exp(per_index), w = pe_dd_exp(dd_mul(per_index, (dd){first, 0}));
  for (size_t i = 0; i < count; i++, w = dd_mul(w, ratio)) {
    high[i] = w.hi;
    low[i] = w.lo;
  }
}

void pe_wavelengths(double *out, const double *high, const double *low, size_t count) {
  for (size_t i = 0; i < count; i++) out[i] = dd_div(DD_TWO_PI, (dd){high[i], low[i]}).hi;
}

/* The parts of the work area, see pe_angles_begin. */
enum { STEPS = 32, HEADER = 4 };
typedef struct {
  size_t width;  // pairs rounded up to a multiple of 4; the extra frequencies are 0
  double *header, *turns, *turns_low, *anchor, *steps;
} work_area;

static work_area layout(double *work, size_t pairs) {
  size_t width = (pairs + 3) & ~(size_t)3;
  double *turns = work + HEADER;
  return (work_area){width, work, turns, turns + width, turns + 2 * width, turns + 4 * width};
}

size_t pe_angles_size(size_t pairs) {
  return HEADER + (4 + 2 * STEPS) * ((pairs + 3) & ~(size_t)3);
}

void pe_angles_begin(double *work, size_t pairs, const double *high, const double *low) {
  work_area a = layout(work, pairs);
  a.header[0] = a.header[1] = NAN;  // the anchor's block and the steps' fraction: none yet
  for (size_t i = 0; i < a.width; i++) {
    dd f = i < pairs ? dd_mul((dd){high[i], low[i]}, DD_TWO_OVER_PI) : (dd){0, 0};
    a.turns[i] = f.hi;
    a.turns_low[i] = f.lo;
  }
}

/* Sines, then cosines, of all pairs at one position. */
static void seed(double *row, const work_area *a, dd position) {
  f64x2 x = f64x2_splat(position.hi), xl = f64x2_splat(position.lo), s, c;
  for (size_t i = 0; i < a->width; i += 2) {
    turn(x, xl, f64x2_load(a->turns + i), f64x2_load(a->turns_low + i), &s, &c);
    f64x2_store(row + i, s);
    f64x2_store(row + a->width + i, c);
  }
}

/* The usual float32 way: frequency, position and their product each rounded to float32, then the exact sine and cosine. */
static void seed_float32(double *row, const work_area *a, const double *high, size_t pairs, double position) {
  f64x2 zero = f64x2_splat(0), f = f64x2_splat(DD_TWO_OVER_PI.hi), fl = f64x2_splat(DD_TWO_OVER_PI.lo), s, c;
  for (size_t i = 0; i < a->width; i += 2) {
    f64x2 x = {i < pairs ? (float)high[i] * (float)position : 0, i + 1 < pairs ? (float)high[i + 1] * (float)position : 0};
    turn(x, zero, f, fl, &s, &c);
    f64x2_store(row + i, s);
    f64x2_store(row + a->width + i, c);
  }
}

typedef struct {
  const double *anchor, *step;  // sines then cosines; the row's angle is the sum of the two
  double sign;                  // -1 for a negative position, whose sines are those of its mirror image, negated
} factors;

/*
 * Position n + fraction = 32 k + step: the anchor (32 k) and the step are seeded from double-double
 * angles, kept, and added by the angle-addition formula. Anchors stand at multiples of 32 whatever
 * the first row is, so a row's bits depend on its position alone.
 */
static factors row_factors(work_area *a, double n, double fraction) {
  double sign = n + fraction < 0 ? -1.0 : 1.0;
  n *= sign;
  fraction *= sign;
  double up = fraction + 1;
  if (fraction < 0 && up - 1 == fraction) {  // 3 - 0.25 is 2 + 0.75; only a fraction that cannot be written so stays
    n -= 1;
    fraction = up;
  }
  double block = __builtin_floor(n * (1.0 / STEPS));
  size_t step = (size_t)(n - block * STEPS);
  if (block != a->header[0]) {
    seed(a->anchor, a, (dd){block * STEPS, 0});
    a->header[0] = block;
  }
  if (fraction != a->header[1]) {
    a->header[1] = fraction;
    a->header[2] = 0;  // a bit for each step made
  }
  uint32_t made = (uint32_t)a->header[2];
  double *row = a->steps + step * 2 * a->width;
  if (!(made >> step & 1)) {
    seed(row, a, dd_sum((double)step, fraction));
    a->header[2] = (double)(made | UINT32_C(1) << step);
  }
  return (factors){a->anchor, row, sign};
}

static factors row_factors_float32(work_area *a, const double *high, size_t pairs, double position) {
  a->header[0] = a->header[1] = NAN;
  seed_float32(a->anchor, a, high, pairs, position);
  for (size_t i = 0; i < a->width; i++) a->steps[i] = 0, a->steps[a->width + i] = 1;
  return (factors){a->anchor, a->steps, 1};
}

INLINE void add_angles(factors f, size_t width, size_t i, f64x2 *s, f64x2 *c) {
  f64x2 s1 = f64x2_load(f.anchor + i), c1 = f64x2_load(f.anchor + width + i);
  f64x2 s2 = f64x2_load(f.step + i), c2 = f64x2_load(f.step + width + i);
  *s = (s1 * c2 + c1 * s2) * f.sign;
  *c = c1 * c2 - s1 * s2;
}

/* One row: sines to `sine`, the first `cosines` of the cosines to `cosine`; interleaved when `cosine` is `sine` + 1. */
INLINE void row_f32(float *sine, float *cosine, size_t pairs, size_t cosines, factors f, size_t width, int interleaved) {
  size_t i = 0;
  f64x2 s0, s1, c0, c1;
  for (; i < pairs; i += 4) {
    add_angles(f, width, i, &s0, &c0);
    add_angles(f, width, i + 2, &s1, &c1);
    f32x4 s = f32x4_from_f64(s0, s1), c = f32x4_from_f64(c0, c1);
    if (i + 4 > cosines) {  // the last group, unless full
      for (size_t k = 0; i + k < pairs && k < 4; k++) {
        sine[(i + k) << interleaved] = s[k];
        if (i + k < cosines) cosine[(i + k) << interleaved] = c[k];
      }
    } else if (interleaved) {
      f32x4_store(sine + 2 * i, f32x4_zip_low(s, c));
      f32x4_store(sine + 2 * i + 4, f32x4_zip_high(s, c));
    } else {
      f32x4_store(sine + i, s);
      f32x4_store(cosine + i, c);
    }
  }
}

INLINE void row_f64(double *sine, double *cosine, size_t pairs, size_t cosines, factors f, size_t width, int interleaved) {
  f64x2 s, c;
  for (size_t i = 0; i < pairs; i += 2) {
    add_angles(f, width, i, &s, &c);
    if (i + 2 > cosines) {
      for (size_t k = 0; i + k < pairs && k < 2; k++) {
        sine[(i + k) << interleaved] = s[k];
        if (i + k < cosines) cosine[(i + k) << interleaved] = c[k];
      }
    } else if (interleaved) {
      f64x2_store(sine + 2 * i, f64x2_zip_low(s, c));
      f64x2_store(sine + 2 * i + 2, f64x2_zip_high(s, c));
    } else {
      f64x2_store(sine + i, s);
      f64x2_store(cosine + i, c);
    }
  }
}

void pe_angles(void *sines, void *cosines, size_t rows, size_t stride, size_t pairs, size_t cosine_count, int flags,
               double *work, const double *high, const double *positions, double whole, double fraction) {
  work_area a = layout(work, pairs);
  const int interleaved = flags & PE_INTERLEAVED;
  for (size_t r = 0; r < rows; r++) {
    double n = positions ? __builtin_trunc(positions[r]) : whole + (double)r;
    double rest = positions ? positions[r] - n : fraction;
    factors f = flags & PE_FLOAT32_ANGLE ? row_factors_float32(&a, high, pairs, n + rest) : row_factors(&a, n, rest);
    if (flags & PE_FLOAT64) {
      double *s = (double *)sines + r * stride, *c = (double *)cosines + r * stride;
      if (interleaved) row_f64(s, c, pairs, cosine_count, f, a.width, 1);
      else row_f64(s, c, pairs, cosine_count, f, a.width, 0);
    } else {
      float *s = (float *)sines + r * stride, *c = (float *)cosines + r * stride;
      if (interleaved) row_f32(s, c, pairs, cosine_count, f, a.width, 1);
      else row_f32(s, c, pairs, cosine_count, f, a.width, 0);
    }
  }
}

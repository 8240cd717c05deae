#include "maths.h"
#include "posenc.h"

void pe_frequencies(double *high, double *low, size_t count, size_t first, double base, double divisor) {
  dd log = pe_dd_log(base), per_index = dd_over(dd_mul(log, (dd){-2, 0}), divisor);
  dd ratio = pe_dd_exp(per_index), w = pe_dd_exp(dd_mul(per_index, (dd){first, 0}));
  for (size_t i = 0; i < count; i++, w = dd_mul(w, ratio)) {
    high[i] = w[0];
    low[i] = w[1];
  }
}

void pe_wavelengths(double *out, const double *high, const double *low, size_t count) {
  for (size_t i = 0; i < count; i++) out[i] = dd_div(DD_TWO_PI, (dd){high[i], low[i]})[0];
}

/*
 * Rows stand in blocks of 64 around an anchor at a multiple of 64 (plus the fraction, if the
 * positions have one). A row's angle is that of its anchor plus or minus a step of 0 to 32.
 */
enum { BLOCK = 64, STEPS = BLOCK / 2 + 1, HEADER = 4 };
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

void pe_angles_begin(double *work, size_t pairs, const double *high, const double *low, double amplitude) {
  work_area a = layout(work, pairs);
  a.header[0] = a.header[1] = NAN;  // the anchor's block and fraction: none yet
  a.header[2] = 0;                  // a bit for each step made
  a.header[3] = amplitude;
  for (size_t i = 0; i < a.width; i++) {
    dd f = i < pairs ? dd_mul((dd){high[i], low[i]}, DD_TWO_OVER_PI) : (dd){0, 0};
    a.turns[i] = f[0];
    a.turns_low[i] = f[1];
  }
}

/* Two factors of a row: sines then cosines of each, and whether the second angle is taken away. */
typedef struct {
  const double *anchor, *step;
  double direction;
  double steps;  // from the anchor, signed; 0 for an anchor that has no neighbours
} factors;

static const double *step_row(work_area *a, size_t step) {
  uint64_t made = (uint64_t)a->header[2], bit = UINT64_C(1) << step;
  double *row = a->steps + step * 2 * a->width;
  if (!(made & bit)) {
    pe_turns(row, a->width, a->turns, a->turns_low, (dd){(double)step, 0});
    a->header[2] = (double)(made | bit);
  }
  return row;
}

/* Sines and cosines of the anchor; it alone carries the amplitude, which costs a row nothing. */
static void make_anchor(work_area *a, const double *turns, const double *turns_low, dd position) {
  pe_turns(a->anchor, a->width, turns, turns_low, position);
  for (size_t i = 0; a->header[3] != 1 && i < 2 * a->width; i++) a->anchor[i] *= a->header[3];
}

/*
 * For n + fraction >= 0. Seeds come from double-double angles, are kept, and are added by the
 * angle-addition formula. Anchors stand where they do whatever the first row is, so a row's bits
 * depend on its position alone.
 */
static factors row_factors(work_area *a, double n, double fraction) {
  double up = fraction + 1;
  if (fraction < 0 && up - 1 == fraction) {  // 3 - 0.25 is 2 + 0.75; only a fraction that cannot be written so stays
    n -= 1;
    fraction = up;
  }
  double block = __builtin_floor((n + BLOCK / 2) * (1.0 / BLOCK)), step = n - block * BLOCK;
  if (block != a->header[0] || fraction != a->header[1]) {
    make_anchor(a, a->turns, a->turns_low, dd_sum(block * BLOCK, fraction));
    a->header[0] = block;
    a->header[1] = fraction;
  }
  return (factors){a->anchor, step_row(a, (size_t)__builtin_fabs(step)), step < 0 ? -1.0 : 1.0, step};
}

/* The usual float32 way: frequency, position and their product each rounded to float32, then the exact sine and cosine. */
static factors row_factors_float32(work_area *a, const double *high, size_t pairs, double position) {
  a->header[0] = NAN;
  for (size_t i = 0; i < a->width; i++) {
    float angle = i < pairs ? (float)high[i] * (float)position : 0;
    dd turns = dd_mul((dd){angle, 0}, DD_TWO_OVER_PI);
    a->anchor[i] = turns[0];
    a->anchor[a->width + i] = turns[1];
  }
  make_anchor(a, a->anchor, a->anchor + a->width, (dd){1, 0});
  return (factors){a->anchor, step_row(a, 0), 1, 0};
}

typedef struct {
  f64x2 sine, cosine;
} angle;

/* Two pairs of one row, or of the rows of the sum and the difference, whose products are the same. */
INLINE angle combine(factors f, size_t width, size_t i, angle *difference) {
  f64x2 s1 = f64x2_load(f.anchor + i), c1 = f64x2_load(f.anchor + width + i);
  f64x2 s2 = f64x2_load(f.step + i), c2 = f64x2_load(f.step + width + i);
  if (!difference) s2 = s2 * f.direction;
  f64x2 sc = s1 * c2, cs = c1 * s2, cc = c1 * c2, ss = s1 * s2;
  if (difference) *difference = (angle){sc - cs, cc + ss};
  return (angle){sc + cs, cc - ss};
}

typedef struct {
  float *sine, *cosine;  // where a row begins; interleaved, the cosines stand beside the sines
} row_f32;

INLINE void store_f32(row_f32 to, size_t i, angle a, angle b, int interleaved) {
  if (interleaved) {
    f32x4_store(to.sine + 2 * i, f32x4_zip_f64(a.sine, a.cosine));
    f32x4_store(to.sine + 2 * i + 4, f32x4_zip_f64(b.sine, b.cosine));
  } else {
    f32x4_store(to.sine + i, f32x4_from_f64(a.sine, b.sine));
    f32x4_store(to.cosine + i, f32x4_from_f64(a.cosine, b.cosine));
  }
}

/* The last pairs of a row, one at a time; an odd dimension has no cosine for its last sine. */
INLINE void store_last_f32(row_f32 to, size_t i, angle a, size_t pairs, size_t cosines, int interleaved) {
  f32x4 both = f32x4_zip_f64(a.sine, a.cosine);
  for (size_t k = 0; i + k < pairs && k < 2; k++) {
    to.sine[(i + k) << interleaved] = both[2 * k];
    if (i + k < cosines) to.cosine[(i + k) << interleaved] = both[2 * k + 1];
  }
}

/* A row at `to`, and with `back` also that of the difference. The first `cosines` cosines are written. */
INLINE void rows_f32(row_f32 to, const row_f32 *back, size_t pairs, size_t cosines, factors f, size_t width, int interleaved) {
  angle d0, d1, *p0 = back ? &d0 : 0, *p1 = back ? &d1 : 0;
  size_t i = 0;
  for (; i + 4 <= cosines; i += 4) {
    angle a = combine(f, width, i, p0), b = combine(f, width, i + 2, p1);
    store_f32(to, i, a, b, interleaved);
    if (back) store_f32(*back, i, d0, d1, interleaved);
  }
  for (; i < pairs; i += 2) {
    store_last_f32(to, i, combine(f, width, i, p0), pairs, cosines, interleaved);
    if (back) store_last_f32(*back, i, d0, pairs, cosines, interleaved);
  }
}

static void row_f64(double *sine, double *cosine, size_t pairs, size_t cosines, factors f, size_t width, int interleaved) {
  size_t i = 0;
  for (; i + 2 <= cosines; i += 2) {
    angle a = combine(f, width, i, 0);
    f64x2_store(sine + (i << interleaved), interleaved ? f64x2_low(a.sine, a.cosine) : a.sine);
    f64x2_store(interleaved ? sine + 2 * i + 2 : cosine + i, interleaved ? f64x2_high(a.sine, a.cosine) : a.cosine);
  }
  for (; i < pairs; i += 2) {
    angle a = combine(f, width, i, 0);
    for (size_t k = 0; i + k < pairs && k < 2; k++) {
      sine[(i + k) << interleaved] = a.sine[k];
      if (i + k < cosines) cosine[(i + k) << interleaved] = a.cosine[k];
    }
  }
}

void pe_angles(void *sines, void *cosines, size_t rows, size_t stride, size_t pairs, size_t cosine_count, int flags,
               double *work, const double *high, const double *positions, double whole, double fraction) {
  work_area a = layout(work, pairs);
  const int interleaved = flags & PE_INTERLEAVED, exact = !(flags & PE_FLOAT32_ANGLE);
  const size_t size = flags & PE_FLOAT64 ? 8 : 4;
  for (size_t r = 0, period = 0; r < rows; r++) {
    // The coordinates of a grid stay for a while, or come again: their rows are copied.
    size_t back = positions && r && positions[r] == positions[r - 1] ? 1 : period && positions[r] == positions[r - period] ? period : 0;
    if (positions && r && !back && !period && positions[r] == positions[0]) back = period = r;
    if (back) {
      char *s = (char *)sines + r * stride * size, *c = (char *)cosines + r * stride * size;
      copy(s, s - back * stride * size, (pairs + (interleaved ? cosine_count : 0)) * size);
      if (!interleaved) copy(c, c - back * stride * size, cosine_count * size);
      continue;
    }
    double n = positions ? __builtin_trunc(positions[r]) : whole + (double)r, rest = positions ? positions[r] - n : fraction;
    double sign = exact && n + rest < 0 ? -1 : 1;  // the row of -p is that of p with its sines negated
    factors f = exact ? row_factors(&a, n * sign, rest * sign) : row_factors_float32(&a, high, pairs, n + rest);
    size_t at = r * stride;
    if (flags & PE_FLOAT64) {
      double *s = (double *)sines + at;
      row_f64(s, (double *)cosines + at, pairs, cosine_count, f, a.width, interleaved);
      for (size_t i = 0; sign < 0 && i < pairs; i++) s[i << interleaved] = -s[i << interleaved];
      continue;
    }
    row_f32 to = {(float *)sines + at, (float *)cosines + at};
    size_t apart = (size_t)__builtin_fabs(2 * f.steps);  // from the row on the other side of the anchor
    if (!positions && sign > 0) {
      if (f.steps > 0 && a.header[0] > 0 && apart <= r) continue;  // made together with that row
      if (f.steps < 0 && apart < BLOCK && r + apart < rows) {
        row_f32 other = {to.sine + apart * stride, to.cosine + apart * stride};
        if (interleaved) rows_f32(other, &to, pairs, cosine_count, f, a.width, 1);
        else rows_f32(other, &to, pairs, cosine_count, f, a.width, 0);
        continue;
      }
    }
    if (interleaved) rows_f32(to, 0, pairs, cosine_count, f, a.width, 1);
    else rows_f32(to, 0, pairs, cosine_count, f, a.width, 0);
    for (size_t i = 0; sign < 0 && i < pairs; i++) to.sine[i << interleaved] = -to.sine[i << interleaved];
  }
}

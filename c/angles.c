/* SPDX-License-Identifier: MIT */
#include "maths.h"
#include "posenc.h"

void pe_frequencies(double *high, double *low, size_t count, size_t first, double base,
                    double divisor) {
  dd log = pe_dd_log(base), per_index = dd_over(dd_mul(log, (dd){-2, 0}), divisor);
  dd ratio = pe_dd_exp(per_index), w = pe_dd_exp(dd_mul(per_index, (dd){first, 0}));
  for (size_t i = 0; i < count; i++, w = dd_mul(w, ratio)) {
    high[i] = w[0];
    low[i] = w[1];
  }
}

void pe_wavelengths(double *out, const double *high, const double *low, size_t count) {
  for (size_t i = 0; i < count; i++) {
    double near = DD_TWO_PI[0] / high[i];
    out[i] = near < INFINITY ? dd_div(DD_TWO_PI, (dd){high[i], low[i]})[0] : near;
  }
}

/*
 * An anchor is a position at a multiple of 64 (plus the fraction, if positions have one). Each
 * block of 64 rows has one anchor in its middle. A step is a distance of 0 to 32 positions. The
 * angle of a row is the angle of its anchor plus or minus the angle of a step.
 */
enum { BLOCK = 64, STEPS = BLOCK / 2 + 1 };

/* The state that a work area keeps between rows, for one set of frequencies. */
typedef struct {
  double block, fraction;  // the anchor is at 64 block + fraction; block is NAN if there is none
  double steps_made;  // a bit for each step whose row has been computed
  double amplitude;
} work_state;

enum { STATE_DOUBLES = sizeof(work_state) / sizeof(double) };

/*
 * The parts of a work area. The anchor has one row, and each step has one row. A row contains the
 * sines of all pairs, then their cosines.
 */
typedef struct {
  size_t width;  // pairs rounded up to a multiple of 4; the extra frequencies are 0
  work_state *state;
  double *turns, *turns_low;  // frequencies in quarter turns, double-double
  double *anchor;
  double *steps;
} work_area;

static size_t width_of(size_t pairs) {
  return (pairs + 3) & ~(size_t)3;
}

static work_area layout(double *work, size_t pairs) {
  size_t width = width_of(pairs);
  double *turns = work + STATE_DOUBLES;
  return (work_area){
      .width = width,
      .state = (work_state *)work,
      .turns = turns,
      .turns_low = turns + width,
      .anchor = turns + 2 * width,
      .steps = turns + 4 * width,
  };
}

size_t pe_angles_size(size_t pairs) {
  return STATE_DOUBLES + (4 + 2 * STEPS) * width_of(pairs);
}

void pe_angles_begin(double *work, size_t pairs, const double *high, const double *low,
                     double amplitude) {
  work_area area = layout(work, pairs);
  *area.state = (work_state){.block = NAN, .fraction = NAN, .amplitude = amplitude};
  for (size_t i = 0; i < area.width; i++) {
    dd f = i < pairs ? dd_mul((dd){high[i], low[i]}, DD_TWO_OVER_PI) : (dd){0, 0};
    area.turns[i] = f[0];
    area.turns_low[i] = f[1];
  }
}

/*
 * A row is computed from the rows of an anchor and of a step. Its angle is the sum of their angles.
 */
typedef struct {
  const double *anchor, *step;
  double direction;  // -1 if the angle of the step is subtracted, otherwise 1
  double steps;  // the signed distance from the anchor; 0 if the anchor has the angles of the row
} factors;

/* Returns the sines and cosines of a step. They are computed when they are first needed. */
static const double *step_row(work_area *area, size_t step) {
  uint64_t made = (uint64_t)area->state->steps_made, bit = UINT64_C(1) << step;
  double *row = area->steps + step * 2 * area->width;
  if (!(made & bit)) {
    pe_turns(row, area->width, area->turns, area->turns_low, (dd){(double)step, 0});
    area->state->steps_made = (double)(made | bit);
  }
  return row;
}

/*
 * Computes the row of the anchor, and multiplies it by the amplitude. All rows that are computed
 * from this row then contain the amplitude too.
 */
static void make_anchor(work_area *area, const double *turns, const double *turns_low,
                        dd position) {
  const double amplitude = area->state->amplitude;
  pe_turns(area->anchor, area->width, turns, turns_low, position);
  for (size_t i = 0; amplitude != 1 && i < 2 * area->width; i++) area->anchor[i] *= amplitude;
}

/*
 * Returns the factors of the row at position n + fraction >= 0. The rows of anchors and steps are
 * computed from double-double angles, and are kept. The angle-addition formula combines them. The
 * positions of anchors do not depend on the first row. So the bits of a row depend on its position
 * alone.
 */
static factors row_factors(work_area *area, double n, double fraction) {
  // A negative fraction becomes positive: 3 - 0.25 is written as 2 + 0.75. If fraction + 1 would be
  // rounded, the fraction stays negative.
  double up = fraction + 1;
  if (fraction < 0 && up - 1 == fraction) {
    n -= 1;
    fraction = up;
  }
  double block = __builtin_floor((n + BLOCK / 2) * (1.0 / BLOCK)), step = n - block * BLOCK;
  if (block != area->state->block || fraction != area->state->fraction) {
    make_anchor(area, area->turns, area->turns_low, dd_sum(block * BLOCK, fraction));
    area->state->block = block;
    area->state->fraction = fraction;
  }
  const double *row = step_row(area, (size_t)__builtin_fabs(step));
  return (factors){area->anchor, row, step < 0 ? -1.0 : 1.0, step};
}

/*
 * Returns the factors of a row whose angles are rounded like those of most float32 code. Frequency,
 * position and their product are each rounded to float32. The sine and cosine of this angle are
 * then exact, up to their own rounding.
 */
static factors row_factors_float32(work_area *area, const double *high, size_t pairs,
                                   double position) {
  area->state->block = NAN;
  for (size_t i = 0; i < area->width; i++) {
    float angle = i < pairs ? (float)high[i] * (float)position : 0;
    dd turns = dd_mul((dd){angle, 0}, DD_TWO_OVER_PI);
    area->anchor[i] = turns[0];
    area->anchor[area->width + i] = turns[1];
  }
  make_anchor(area, area->anchor, area->anchor + area->width, (dd){1, 0});
  return (factors){area->anchor, step_row(area, 0), 1, 0};
}

typedef struct {
  f64x2 sine, cosine;
} angle;

/*
 * Returns the sines and cosines of two pairs of a row. With `difference`, it also computes them for
 * the row on the other side of the anchor, from the same products.
 */
INLINE angle combine(factors f, size_t width, size_t i, angle *difference) {
  f64x2 s1 = f64x2_load(f.anchor + i), c1 = f64x2_load(f.anchor + width + i);
  f64x2 s2 = f64x2_load(f.step + i), c2 = f64x2_load(f.step + width + i);
  if (!difference) s2 = s2 * f.direction;
  f64x2 sc = s1 * c2, cs = c1 * s2, cc = c1 * c2, ss = s1 * s2;
  if (difference) *difference = (angle){sc - cs, cc + ss};
  return (angle){sc + cs, cc - ss};
}

typedef struct {
  float *sine, *cosine;  // where the two parts of a row begin; interleaved: cosine = sine + 1
} row_f32;

INLINE void store_f32(row_f32 to, size_t i, angle a, angle b, bool interleaved) {
  if (interleaved) {
    f32x4_store(to.sine + 2 * i, f32x4_zip_f64(a.sine, a.cosine));
    f32x4_store(to.sine + 2 * i + 4, f32x4_zip_f64(b.sine, b.cosine));
  } else {
    f32x4_store(to.sine + i, f32x4_from_f64(a.sine, b.sine));
    f32x4_store(to.cosine + i, f32x4_from_f64(a.cosine, b.cosine));
  }
}

/*
 * Stores the last pairs of a row, one at a time. For an odd dimension, the last sine has no cosine.
 */
INLINE void store_last_f32(row_f32 to, size_t i, angle a, size_t pairs, size_t cosines,
                           bool interleaved) {
  f32x4 both = f32x4_zip_f64(a.sine, a.cosine);
  for (size_t k = 0; i + k < pairs && k < 2; k++) {
    to.sine[(i + k) << interleaved] = both[2 * k];
    if (i + k < cosines) to.cosine[(i + k) << interleaved] = both[2 * k + 1];
  }
}

/*
 * Writes a row to `to`. If `back` is given, also writes the mirrored row there. The mirrored row
 * has the same distance from the anchor, on the other side.
 */
INLINE void rows_f32(row_f32 to, const row_f32 *back, size_t pairs, size_t cosines, factors f,
                     size_t width, bool interleaved) {
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

static void row_f64(double *sine, double *cosine, size_t pairs, size_t cosines, factors f,
                    size_t width, bool interleaved) {
  size_t i = 0;
  for (; i + 2 <= cosines; i += 2) {
    angle a = combine(f, width, i, 0);
    f64x2_store(sine + (i << interleaved), interleaved ? f64x2_low(a.sine, a.cosine) : a.sine);
    f64x2_store(interleaved ? sine + 2 * i + 2 : cosine + i,
                interleaved ? f64x2_high(a.sine, a.cosine) : a.cosine);
  }
  for (; i < pairs; i += 2) {
    angle a = combine(f, width, i, 0);
    for (size_t k = 0; i + k < pairs && k < 2; k++) {
      sine[(i + k) << interleaved] = a.sine[k];
      if (i + k < cosines) cosine[(i + k) << interleaved] = a.cosine[k];
    }
  }
}

/*
 * Returns the distance in rows to an earlier row with the same position, or 0 if none is known.
 * *period is the distance at which positions have repeated so far, or 0.
 */
static size_t repeated(const double *positions, size_t r, size_t *period) {
  if (!positions || !r) return 0;
  if (positions[r] == positions[r - 1]) return 1;
  if (*period) return positions[r] == positions[r - *period] ? *period : 0;
  if (positions[r] == positions[0]) return *period = r;
  return 0;
}

/* The sizes and types that all rows of a call have in common. */
typedef struct {
  size_t rows, stride, pairs, cosines, width;
  bool interleaved, doubles;
} shape;

/* Copies to row r the row that is `back` rows before it. */
INLINE void repeat_row(char *sines, char *cosines, shape of, size_t r, size_t back) {
  const size_t size = of.doubles ? 8 : 4, at = r * of.stride * size,
               apart = back * of.stride * size;
  const size_t sine_count = of.interleaved ? of.pairs + of.cosines : of.pairs;
  pe_copy(sines + at, sines + at - apart, sine_count * size);
  if (!of.interleaved) pe_copy(cosines + at, cosines + at - apart, of.cosines * size);
}

INLINE void write_row_f64(double *sine, double *cosine, shape of, factors f, bool negative) {
  row_f64(sine, cosine, of.pairs, of.cosines, f, of.width, of.interleaved);
  for (size_t i = 0; negative && i < of.pairs; i++)
    sine[i << of.interleaved] = -sine[i << of.interleaved];
}

/*
 * Writes one or two rows. `interleaved` is a constant in each call below. So the compiler removes
 * the tests of it from the loops.
 */
INLINE void write_rows_f32(row_f32 to, const row_f32 *back, shape of, factors f) {
  if (of.interleaved && back)
    rows_f32(to, back, of.pairs, of.cosines, f, of.width, 1);
  else if (of.interleaved)
    rows_f32(to, 0, of.pairs, of.cosines, f, of.width, 1);
  else if (back)
    rows_f32(to, back, of.pairs, of.cosines, f, of.width, 0);
  else
    rows_f32(to, 0, of.pairs, of.cosines, f, of.width, 0);
}

/*
 * Writes row r, unless it has already been written. If positions count up, two rows at the same
 * distance from an anchor, one on either side, are written together. They are written when r is the
 * first of the two.
 */
INLINE void write_row_f32(row_f32 to, shape of, factors f, size_t r, bool counting,
                          bool has_left_side) {
  const size_t apart = (size_t)__builtin_fabs(2 * f.steps);
  if (counting && f.steps > 0 && has_left_side && apart <= r) return;
  if (counting && f.steps < 0 && apart < BLOCK && r + apart < of.rows) {
    row_f32 mirror = {to.sine + apart * of.stride, to.cosine + apart * of.stride};
    write_rows_f32(mirror, &to, of, f);
  } else {
    write_rows_f32(to, 0, of, f);
  }
}

void pe_angles(void *sines, void *cosines, size_t rows, size_t stride, size_t pairs,
               size_t cosine_count, pe_flags flags, double *work, const double *high,
               const double *positions, double whole, double fraction) {
  work_area area = layout(work, pairs);
  const bool exact = !(flags & PE_FLOAT32_ANGLE);
  const shape of = {
      .rows = rows,
      .stride = stride,
      .pairs = pairs,
      .cosines = cosine_count,
      .width = area.width,
      .interleaved = flags & PE_INTERLEAVED,
      .doubles = flags & PE_FLOAT64,
  };
  for (size_t r = 0, period = 0; r < rows; r++) {
    // Coordinates of a grid are repeated in successive rows or periodically. Such rows are copied.
    size_t back = repeated(positions, r, &period);
    if (back) {
      repeat_row(sines, cosines, of, r, back);
      continue;
    }
    double n = positions ? __builtin_trunc(positions[r]) : whole + (double)r;
    double rest = positions ? positions[r] - n : fraction;
    // The row of -p is the row of p with its sines negated.
    const bool negative = exact && n + rest < 0;
    const double sign = negative ? -1 : 1;
    factors f = exact ? row_factors(&area, n * sign, rest * sign)
                      : row_factors_float32(&area, high, pairs, n + rest);
    size_t at = r * stride;
    if (of.doubles) {
      write_row_f64((double *)sines + at, (double *)cosines + at, of, f, negative);
      continue;
    }
    row_f32 to = {(float *)sines + at, (float *)cosines + at};
    write_row_f32(to, of, f, r, !positions && !negative, area.state->block > 0);
    for (size_t i = 0; negative && i < pairs; i++)
      to.sine[i << of.interleaved] = -to.sine[i << of.interleaved];
  }
}

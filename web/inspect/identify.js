/*
 * Finds the formula that made a table of numbers, or where the table first departs from the nearest
 * formula.
 */
import { readFrequencies } from '../angles/angles.js';
import * as check from '../check.js';
import { WIDEST, open } from '../wasm.js';
import {
  DEGREE,
  columnSpeeds,
  estimateBase,
  estimateStarts,
  formulasFor,
  wavesAt,
  weightedSpeeds,
} from './candidates.js';

/**
 * @typedef {import('./candidates.js').Table} Table
 * @typedef {import('./candidates.js').Formula} Formula
 * @typedef {import('./candidates.js').Kind} Kind
 */

/** For each type of elements, the largest error of a sine that passes as rounding to this type. */
const TOLERANCES = {
  float64: 1 / 1125899906842624, // 2^-50
  float32: 1 / 8388608, // 2^-23
  float16: 1 / 2048,
  bfloat16: 1 / 256,
};

/** Promising formulas are tried on at most this many rows. */
const ROWS_TRIED = 32;

// Each formula is compared in both precisions at once. These are their indices in check.PRECISIONS.
const EXACT = 0;
const FLOAT32 = 1;

/**
 * An element that a formula does not explain.
 * @typedef {{row: number, column: number, expected: number, got: number}} Departure
 */

/**
 * Tells what made a table. The names and values are the same as in options and results of
 * `sinusoidal` and `ropeTable`.
 * @typedef {object} Identification
 * @property {'sinusoidal' | 'rope' | 'unknown'} scheme 'unknown' if no formula explains a tenth of
 *   the elements, as in learned or random tables, or if all elements are equal
 * @property {string} [layout]
 * @property {number} [base] the base with the fewest digits that fits. Its relative error is about
 *   1e-8 from 16 rows of float32, 2e-15 from 16 rows of float64, and 5e-7 with precision 'float32'
 * @property {number} start the position of the first row
 * @property {'exact' | 'float32'} precision 'float32' if the angles have the errors of float32
 * @property {number} maxError the largest distance from exact values
 * @property {number} matched the fraction of the elements that the formula explains
 * @property {Departure} [departure] the first element that the formula does not explain
 * @property {true} [flipped] cosines come before sines
 * @property {'cos' | 'sin'} [part] for rope: whether the table contains cosines or sines
 * @property {number} [rotaryDim] for rope: the number of dimensions that rotate
 * @property {true} [transposed] positions are the columns
 * @property {true} [descending] each position is one less than the position before
 * @property {string[]} notes sentences about what is unusual, and which mistake may have caused it
 */

/**
 * Finds the formula that made a table, or where the table first departs from the nearest formula.
 *
 * It recognises:
 * - the tables of `sinusoidal` in each of its layouts, with sines or cosines first
 * - the cosines or the sines of rope, with one column or two equal columns for each pair
 * - formulas that are often written by mistake; `notes` names the mistake
 * - each of these tables with rows and columns exchanged
 * - each of these tables with descending positions, as in Transformer-XL and XLNet
 * - each of these tables with elements that are rounded to float16 or bfloat16
 *
 * The base may be any number. The start may be any position within half a turn of the slowest wave.
 *
 * Several formulas may explain the table equally well. For example, 'fairseq' equals 'concatenated'
 * with base^(dim / (dim - 2)). The result is then the formula whose base has the fewest digits. If
 * the bases do not decide, it is the plainest formula.
 *
 * @param {Float32Array | Float64Array} table [length, dim]
 * @param {number} length at least 1; a single row does not show its base, which is then taken to be
 *   10000
 * @param {number} dim 1 to 4096
 * @returns {Identification}
 * @throws {RangeError | TypeError}
 * @example
 * const unknown = sinusoidal(64, 128, { layout: 'concatenated', start: 1 });
 * const { scheme, layout, base, start } = identify(unknown, 64, 128);
 * console.log(scheme, layout, base, start); // sinusoidal concatenated 10000 1
 */
export function identify(table, length, dim) {
  check.enter('identify');
  check.count('length', length, 1);
  check.count('dim', dim, 1, WIDEST / 2);
  if (check.isKind(table, 'Uint16Array', 'Float16Array'))
    check.refuseKind('table', 'floats, as readFloats() of a tensor returns them', table);
  const list = check.array('table', table, check.FLOATS, length * dim, '[length, dim]');
  // A wave that is slow enough explains any constant.
  if (list.length > 1 && list.every((each) => each === list[0]))
    return unknown('All elements are equal.');
  const upright = nearest(list, length, dim);
  const explained = upright.tally.matches[FLOAT32];
  if (explained >= 0.9 * list.length) return report(upright, list.length);
  const isBetter = (/** @type {Fit} */ { tally }) =>
    tally.matches[FLOAT32] > explained + 0.1 * list.length;
  const descending = nearest(list, length, dim, -1);
  if (isBetter(descending)) return report(descending, list.length);
  if (length > WIDEST / 2) return report(upright, list.length);
  const transposed = nearest(transpose(list, length, dim), dim, length);
  return isBetter(transposed)
    ? report(transposed, list.length, true)
    : report(upright, list.length);
}

/**
 * Returns the result for a table that no formula explains.
 * @param {string} note
 * @param {number} [matched]
 * @param {number} [maxError]
 * @returns {Identification}
 */
const unknown = (note, matched = 0, maxError = 0) => ({
  scheme: 'unknown',
  base: undefined,
  start: 0,
  precision: 'exact',
  maxError,
  matched,
  notes: [note],
});

/** If a formula explains less than this fraction of the elements, it explains nothing. */
export const NOTHING = 0.1;

/**
 * Returns the values with rows and columns exchanged.
 * @param {Float32Array | Float64Array} values [length, dim]
 * @param {number} length
 * @param {number} dim
 */
function transpose(values, length, dim) {
  const turned = new (check.sizeOf(values) === 8 ? Float64Array : Float32Array)(length * dim);
  for (let row = 0; row < dim; row++)
    for (let column = 0; column < length; column++)
      turned[row * length + column] = values[column * dim + row];
  return turned;
}

/**
 * Turns the best fit into the result of `identify`.
 * @param {Found} found
 * @param {number} elements the number of elements in the table
 * @param {true} [transposed]
 * @returns {Identification}
 */
function report({ candidate, tally, type }, elements, transposed) {
  const { formula, base, start, scale } = candidate;
  const precision = tally.isRough() ? FLOAT32 : EXACT;
  const departure = tally.departures[precision];
  const matched = tally.matches[precision] / elements;
  if (matched < NOTHING)
    return unknown('The table is learned, or random.', matched, tally.maxError);
  const notes = [
    formula.note,
    transposed && 'Transposed: positions are the columns.',
    start === 1 && scale > 0 && 'Positions begin at 1.',
    scale < 0 && 'Positions count down.',
    type.endsWith('16') && `Elements are rounded to ${type}.`,
    Math.abs(scale) === DEGREE && 'Angles are treated as degrees.',
    base === 1e8 && '10000 squared: is the exponent doubled?',
    base === 100 && 'The root of 10000: is the exponent halved?',
  ];
  return {
    ...formula.kind,
    base: formula.pairs > 1 ? base : undefined,
    start: scale < 0 ? 0 - start : start,
    precision: /** @type {'exact' | 'float32'} */ (check.PRECISIONS[precision]),
    maxError: tally.maxError,
    matched,
    departure: transposed && departure ? transposedBack(departure) : departure,
    transposed,
    descending: scale < 0 || undefined,
    notes: notes.filter((note) => typeof note === 'string'),
  };
}

/**
 * Exchanges the row and the column of a departure.
 * @param {Departure} departure
 * @returns {Departure}
 */
const transposedBack = ({ row, column, ...values }) => ({ row: column, column: row, ...values });

/**
 * A formula with its parameters. The angle in a row is (start + row) * scale * frequency.
 * @typedef {object} Candidate
 * @property {Formula} formula
 * @property {number} base
 * @property {number} start
 * @property {number} scale radians per position; negative if positions descend, and then `start` is
 *   negative, too
 * @property {number} cut elements with a larger error are not used to correct the base
 */

/**
 * A candidate, and how well it explains the table.
 * @typedef {object} Fit
 * @property {Candidate} candidate
 * @property {Tally} tally
 */

/** @typedef {keyof typeof TOLERANCES} Type the type to which elements are rounded */

/** @typedef {Fit & {type: Type}} Found the best fit to a table whose elements have this type */

/**
 * A fit on the rows that are tried, with two numbers that decide between it and another fit.
 * @typedef {Fit & {matchesOnFew: number, cost: number}} RankedFit
 */

/**
 * Rows of a table: `count` rows with the indices first, first + step, first + 2 step and so on.
 * @typedef {{first: number, step: number, count: number}} Rows
 */

/**
 * A table to identify, and the rows on which candidates are tried. Each candidate is tried on `few`
 * rows. If it explains these well, it is compared on all rows in `tried`.
 * @typedef {Table & {type: Type, few: Rows, tried: Rows}} Sample
 */

/** Measures how well a candidate explains a table. */
class Tally {
  /** The number of elements that the formula explains, for each precision. */
  matches = [0, 0];
  /**
   * The first element that the formula does not explain, for each precision.
   * @type {(Departure | undefined)[]}
   */
  departures = [undefined, undefined];
  maxError = 0;
  /** The number of elements whose error is within the candidate's `cut`. */
  within = 0;
  // Sums over these elements for Newton's method: error times derivative, and derivative squared.
  slip = 0;
  slope = 0;

  /** Returns the amount by which the logarithm of the base should change. */
  correction() {
    return this.slope > 0 ? this.slip / this.slope : 0;
  }

  /** Whether many elements are explained only if the angles have float32 errors. */
  isRough() {
    return this.matches[EXACT] < 0.99 * this.matches[FLOAT32];
  }

  score() {
    return this.matches[EXACT] + this.matches[FLOAT32];
  }
}

/**
 * Finds the formula that explains the largest number of elements, and compares it with all rows.
 * @param {Float32Array | Float64Array} values [length, dim]
 * @param {number} length
 * @param {number} dim
 * @param {1 | -1} direction -1 for descending positions
 * @returns {Found}
 */
function nearest(values, length, dim, direction = 1) {
  const sample = sampleOf(values, length, dim);
  const speeds = columnSpeeds(sample);
  // No column is faster than the first. If the first is slow, the angles may be in degrees.
  const scales = speeds[0] > 0.1 ? [direction] : [direction, direction * DEGREE];
  /** @type {RankedFit | undefined} */
  let best;
  for (const formula of formulasFor(dim)) {
    const weighted = weightedSpeeds(sample, formula, speeds, direction);
    for (const scale of scales) {
      const base = estimateBase(formula, weighted, Math.abs(scale));
      for (const start of estimateStarts(sample, formula, base, scale))
        best = better(sample, { formula, base, start, scale, cut: 0.5 }, best);
    }
    if (isPlainAndComplete(best)) break;
  }
  const { candidate } = /** @type {RankedFit} */ (best);
  return { candidate, tally: compareAll(sample, candidate), type: sample.type };
}

/**
 * Chooses the rows on which candidates are tried, and finds the type of the elements.
 * @param {Float32Array | Float64Array} values [length, dim]
 * @param {number} length
 * @param {number} dim
 * @returns {Sample}
 */
function sampleOf(values, length, dim) {
  const step = Math.ceil(length / ROWS_TRIED);
  const count = Math.ceil(length / step);
  const fewStep = count > ROWS_TRIED / 2 ? 4 * step : step;
  return {
    values,
    length,
    dim,
    type: typeOf(values),
    few: { first: 0, step: fewStep, count: Math.ceil(length / fewStep) },
    tried: { first: 0, step, count },
  };
}

/**
 * Returns the type to which the elements of a table are rounded. Elements of float16 and bfloat16
 * come as floats or doubles whose last bits are 0.
 * @param {Float32Array | Float64Array} values
 * @returns {Type}
 */
function typeOf(values) {
  const type = check.sizeOf(values) === 8 ? 'float64' : 'float32';
  const float = new Float32Array(1);
  const bits = new Int32Array(float.buffer);
  let used = 0;
  for (let i = 0; i < values.length; i++) {
    float[0] = values[i];
    if (float[0] !== values[i] && !Number.isNaN(values[i])) return type;
    used |= bits[0];
  }
  // A float32 has 23 fraction bits. A float16 has the upper 10 of them, and a bfloat16 the upper 7.
  if (used & 0x1fff) return type;
  if (used & 0xe000) return 'float16';
  return used & 0x10000 ? 'bfloat16' : type;
}

/**
 * Whether a fit is so good that no later formula can be better.
 * @param {RankedFit | undefined} fit
 */
const isPlainAndComplete = (fit) => fit && !fit.tally.departures[FLOAT32] && fit.cost < 0;

/**
 * Finds the base of a candidate, and returns the better one of the candidate and the best fit so
 * far. It stops early if the candidate explains less than the best fit.
 * @param {Sample} sample
 * @param {Candidate} candidate
 * @param {RankedFit | undefined} best
 * @returns {RankedFit | undefined}
 */
function better(sample, candidate, best) {
  // With float32 angles, some elements look exact by chance. A small lead is therefore ignored.
  const chance = best?.tally.isRough() ? (sample.tried.count * sample.dim) / 10 : 0;
  const few = findBase(sample, candidate);
  const matchesOnFew = few.tally.score();
  if (best && matchesOnFew < best.matchesOnFew - chance) return best;
  const fit = refineBase(sample, few.candidate);
  if (best && fit.tally.score() < best.tally.score() - chance) return best;
  const found = { ...roundBase(sample, fit), matchesOnFew };
  const explainsMore = !best || found.tally.score() > best.tally.score() + chance;
  return explainsMore || found.cost + 2 <= best.cost ? found : best;
}

/**
 * Finds the base by Newton's method on few rows. It stops when the base no longer changes, or when
 * hardly any element fits.
 * @param {Sample} sample
 * @param {Candidate} candidate
 * @returns {Fit}
 */
function findBase(sample, candidate) {
  const fewElements = sample.few.count * sample.dim;
  let fit = { candidate, tally: compare(sample, candidate, sample.few) };
  for (let round = 0; round < 9; round++) {
    const canImprove = Math.abs(fit.tally.correction()) > 1e-16;
    if (!canImprove || 16 * fit.tally.within <= fewElements) break;
    const next = corrected(fit);
    fit = { candidate: next, tally: compare(sample, next, sample.few) };
  }
  return fit;
}

/**
 * Corrects a nearly correct base with all the rows on which candidates are tried.
 * @param {Sample} sample
 * @param {Candidate} candidate
 * @returns {Fit}
 */
function refineBase(sample, candidate) {
  const close = { ...candidate, cut: 1e-6 };
  const next = corrected({ candidate: close, tally: compare(sample, close, sample.tried) });
  return { candidate: next, tally: compare(sample, next, sample.tried) };
}

/**
 * Makes one step of Newton's method on the logarithm of the base.
 * @param {Fit} fit
 * @returns {Candidate}
 */
function corrected({ candidate, tally }) {
  const correction = tally.correction();
  const change = open().kernels.pe_exp(Math.max(-3, Math.min(3, correction)));
  return {
    ...candidate,
    base: Math.max(1, candidate.base * change),
    cut: Math.min(candidate.cut / 8, Math.abs(correction) * Math.sqrt(tally.slope)),
  };
}

/**
 * Finds a base with fewer digits that explains as many elements. The errors of the elements limit
 * how far this base may be from the candidate's base. The function tries 10000 first. Then it
 * rounds the candidate's base to 1 digit, 2 digits and so on. With 17 digits, the base is
 * unchanged.
 * @param {Sample} sample
 * @param {Fit} fit
 * @returns {Fit & {cost: number}} the cost is lower for plainer formulas
 */
function roundBase(sample, { candidate, tally }) {
  const { base, formula, scale } = candidate;
  const tolerance = TOLERANCES[sample.type];
  // If hardly any element fits, a rounded base means nothing.
  const isHopeless = 16 * tally.matches[FLOAT32] < sample.tried.count * sample.dim;
  // A base may have a relative error of 2^-20 if its logarithm was rounded to float32. `slack` is
  // the square of the allowed error.
  const slack = tally.isRough()
    ? 1 / 1099511627776 // 2^-40
    : (2 * tolerance * tolerance) / tally.slope + 1e-30;
  const penalty = formula.note || Math.abs(scale) !== 1 ? 4 : 0;
  for (let digits = isHopeless ? 17 : 0; ; digits++) {
    const round = digits ? Number(base.toPrecision(digits)) : 1e4;
    const off = round / base - 1;
    if (off * off > slack) continue;
    const rounder = { ...candidate, base: round };
    const found = compare(sample, rounder, sample.tried);
    if (digits === 17 || explainsAsMuch(found, tally))
      return { candidate: rounder, tally: found, cost: (digits || -2) + penalty };
  }
}

/**
 * Whether `found` explains at least as many elements as `wanted`.
 * @param {Tally} found
 * @param {Tally} wanted
 */
const explainsAsMuch = (found, wanted) =>
  found.matches[FLOAT32] >= wanted.matches[FLOAT32] &&
  (wanted.isRough() || found.matches[EXACT] >= wanted.matches[EXACT]);

/**
 * Compares a candidate with all rows of the table, in blocks of rows.
 * @param {Sample} sample
 * @param {Candidate} candidate
 */
function compareAll(sample, candidate) {
  const tally = new Tally();
  for (let first = 0; first < sample.length; first += ROWS_TRIED) {
    const count = Math.min(ROWS_TRIED, sample.length - first);
    compare(sample, candidate, { first, step: 1, count }, tally);
  }
  return tally;
}

/**
 * Compares a candidate with some rows of the table, and adds the result to the tally.
 * @param {Sample} sample
 * @param {Candidate} candidate
 * @param {Rows} rows
 * @param {Tally} [tally] the tally of rows that were compared before
 */
function compare(sample, candidate, { first, step, count }, tally = new Tally()) {
  const { formula, base, start, scale } = candidate;
  const { pairs, divisor } = formula;
  const frequencies = readFrequencies({ pairs, divisor, base });
  const positions = Float64Array.from(
    { length: count },
    (_, i) => (start + first + i * step) * scale,
  );
  const waves = wavesAt(formula, base, positions);
  for (let i = 0; i < count; i++) {
    const row = first + i * step;
    const own = waves.subarray(2 * pairs * i, 2 * pairs * (i + 1));
    compareRow(sample, candidate, tally, { row, position: positions[i], frequencies, waves: own });
  }
  return tally;
}

/**
 * Compares a candidate with one row, element by element. An element is explained if its error is at
 * most a limit, which allows for the rounding of the element and of its angle. The limit is larger
 * for angles that were computed in float32.
 * @param {Sample} sample
 * @param {Candidate} candidate
 * @param {Tally} tally
 * @param {{row: number, position: number, frequencies: Float64Array, waves: Float64Array}} wanted
 *   waves: the sines of the row, then its cosines
 */
function compareRow(sample, { formula, cut }, tally, { row, position, frequencies, waves }) {
  const { values, dim, type } = sample;
  const tolerance = TOLERANCES[type];
  const { order, pairOf, pairs, divisor } = formula;
  const { matches, departures } = tally;
  let { maxError, within, slip, slope } = tally;
  for (let column = 0; column < dim; column++) {
    const held = order[column];
    const pair = pairOf[column];
    const got = values[row * dim + column];
    const expected = held < 0 ? 0 : waves[held];
    const missing = got - expected;
    const error = Math.abs(missing);
    const angle = Math.abs(position * frequencies[pair]);
    const exactError = tolerance + angle / 2251799813685248; // 2^51
    const float32Error = Math.max(exactError, (1 + 4 * angle) / 4194304); // 2^22
    if (!(error <= maxError)) maxError = error; // true also for NaN
    if (error <= exactError) matches[EXACT]++;
    else departures[EXACT] ??= { row, column, expected, got };
    if (error <= float32Error) matches[FLOAT32]++;
    else departures[FLOAT32] ??= { row, column, expected, got };
    if (error <= cut + exactError && held >= 0) {
      // The derivative of the element with respect to the logarithm of the base.
      const other = held < pairs ? -2 * waves[pairs + pair] : 2 * waves[pair];
      const change = ((position * frequencies[pair] * pair) / divisor) * other;
      within++;
      slip += change * missing;
      slope += change * change;
    }
  }
  tally.maxError = maxError;
  tally.within = within;
  tally.slip = slip;
  tally.slope = slope;
}

/**
 * Computes the numbers of PePrecision: one sinusoidal table in five formats. The tables of RoPE
 * contain the same sines and cosines. A clock is a pair of dimensions. The sine and the cosine of
 * the pair are the coordinates of the tip of the clock's hand. A clock stands still at a position
 * if the position before has an equal pair.
 */
import { sinusoidal } from '../../index.js';
import { tenTo } from '../chassis/decades.js';
import { lazily } from '../parts/lazily.js';

/**
 * How the table is computed and stored. With `angle`, numbers are stored in float32, and angles are
 * computed in float32, too, as in most programs. All other formats come from exact angles.
 * @typedef {'float64' | 'float32' | 'angle' | 'float16' | 'bfloat16'} Format
 */

/**
 * @typedef {object} State
 * @property {Format} format
 * @property {number} dim
 * @property {number} base
 * @property {number} pair the chosen clock
 * @property {number} position
 * @property {boolean} far whether the scrub bar is logarithmic
 */

/**
 * @typedef {object} Overview
 * @property {Record<Format, Int32Array>} first for each format and clock, the first position whose
 *   pair equals that of the position before; 0 if there is none up to LIMIT
 * @property {Record<Format, number>} still for each format, how many clocks have such a position
 * @property {Record<Format, Float64Array>} errors for each format and each position of SAMPLES, the
 *   largest error at the positions that positionsNear returns
 * @property {Record<Format, Whole>} whole for each format, what the first ROWS rows contain
 */

/**
 * @typedef {object} Whole
 * @property {number} error the largest error of a number
 * @property {number} position the row of this number
 * @property {number} dimension its column
 * @property {number} ones the slowest clock has the cosine 1 from position 0 to this position
 */

/**
 * @typedef {object} Near
 * @property {Float64Array} exact [5, dim], the rows from two positions before `position` to two
 *   positions after it
 * @property {Float64Array} stored the same rows in the chosen format
 * @property {boolean[]} same for each clock, whether `position` and the position before have equal
 *   stored pairs
 * @property {Record<Format, {error: number, score: number}>} far for each format, the largest error
 *   at `position`, and the score of equal words that are APART positions apart
 * @property {number} farther the exact score of equal words that are APART + 1 positions apart
 * @property {Pace[]} paces the paces of the clocks under both lenses
 */

/**
 * How far a hand moves from one position to the next, and how coarse the stored numbers are there.
 * `step` and `gap` belong to the same coordinate: the sine or the cosine, whichever has the larger
 * quotient step / gap.
 * @typedef {object} Pace
 * @property {number} pair the clock
 * @property {number} step how much the exact number changes from the position before
 * @property {number} gap the gap between the stored number and the next larger one
 */

/** @typedef {Overview & Near & {state: State}} Model */

/** @type {Format[]} */
export const FORMATS = ['float64', 'float32', 'angle', 'float16', 'bfloat16'];

/** The last position whose pairs are compared with those of the position before. */
export const LIMIT = 4096;

/** Many tutorials make tables of this many rows. wholeOf finds the largest error in these rows. */
export const ROWS = 1000;

/** The chart of errors ends at position 10^LAST, and has POINTS points for each power of ten. */
const LAST = 6;
const POINTS = 10;
/** Each point of the chart shows the largest error at this many positions. */
const TRIES = 8;

/** The positions at which the chart of errors has a point. */
export const SAMPLES = Array.from({ length: LAST * POINTS + 1 }, (_, at) =>
  Math.round(tenTo(at / POINTS)),
);

/**
 * Returns TRIES positions: the position of a point of the chart, and others just before it. The
 * chart shows the largest of their errors.
 * @param {number} at the index in SAMPLES
 */
export const positionsNear = (at) =>
  Array.from({ length: TRIES }, (_, by) => Math.round(tenTo((at - by / TRIES) / POINTS)));

/** The score compares two words that are this many positions apart. */
export const APART = 12;

/**
 * The significant bits of a number in each format. They include the first bit, which is not stored.
 * @type {Record<Format, number>}
 */
export const BITS = { float64: 53, float32: 24, angle: 24, float16: 11, bfloat16: 8 };

/** The smallest gap between two numbers in float16. Other formats have far smaller ones. */
const LEAST_FLOAT16 = 1 / 16777216;

/** Returns the largest power of two that is at most `value` and at most 1. @param {number} value */
export function powerBelow(value) {
  let power = 1;
  while (power > value && power > 1e-15) power /= 2;
  return power;
}

/**
 * Returns the gap between a number that a format can store and the next larger one.
 * @param {Format} format
 * @param {number} value from -1 to 1
 */
export function gapAt(format, value) {
  let gap = powerBelow(Math.abs(value));
  for (let bit = 1; bit < BITS[format]; bit++) gap /= 2;
  return format === 'float16' ? Math.max(gap, LEAST_FLOAT16) : gap;
}

/**
 * Returns the clocks under both lenses: the fastest one, and the chosen one. If the fastest clock
 * is chosen, the other lens shows the slowest one.
 * @param {Pick<State, 'dim' | 'pair'>} state
 */
export const lensesOf = ({ dim, pair }) => [0, pair || dim / 2 - 1];

/** Converts the bits of a float16 to a number, which is from -1 to 1. @param {number} bits */
function fromFloat16(bits) {
  const exponent = (bits >> 10) & 31;
  const sign = bits & 0x8000 ? -1 : 1;
  // A number whose exponent bits are all 0 is a multiple of 2^-24.
  if (!exponent) return (sign * (bits & 1023)) / 16777216;
  return (sign * (1024 + (bits & 1023))) / (1 << (25 - exponent));
}

/**
 * Converts the bits of float16 numbers. A loop is far faster than Float64Array.from.
 * @param {Uint16Array} bits
 */
function fromFloat16s(bits) {
  const numbers = new Float64Array(bits.length);
  for (let at = 0; at < bits.length; at++) numbers[at] = fromFloat16(bits[at]);
  return numbers;
}

/**
 * Converts the bits of bfloat16 numbers. They are the upper halves of float32 numbers.
 * @param {Uint16Array} bits
 */
function fromBfloat16s(bits) {
  const wide = new Uint32Array(bits);
  for (let at = 0; at < wide.length; at++) wide[at] <<= 16;
  return new Float64Array(new Float32Array(wide.buffer));
}

/**
 * Computes rows of the table in a format, and returns them as doubles.
 * @param {Format} format
 * @param {Pick<State, 'dim' | 'base'>} state
 * @param {number[]} positions
 * @returns {Float64Array} [positions, dim]
 */
function tableOf(format, { dim, base }, positions) {
  const options = { base, positions };
  const { length } = positions;
  if (format === 'float64') return sinusoidal(length, dim, { ...options, dtype: 'float64' });
  if (format === 'float32') return new Float64Array(sinusoidal(length, dim, options));
  if (format === 'angle')
    return new Float64Array(sinusoidal(length, dim, { ...options, precision: 'float32' }));
  // A Uint16Array receives the bits, even if the engine has a Float16Array.
  const out = new Uint16Array(length * dim);
  if (format === 'float16') {
    sinusoidal(length, dim, { ...options, dtype: 'float16', out });
    return fromFloat16s(out);
  }
  sinusoidal(length, dim, { ...options, dtype: 'bfloat16', out });
  return fromBfloat16s(out);
}

/**
 * Returns whether a clock has equal pairs in a row of a table and in the row before.
 * @param {Float64Array} table
 * @param {number} dim
 * @param {number} row
 * @param {number} pair
 */
function sameAsBefore(table, dim, row, pair) {
  const at = row * dim + 2 * pair;
  return table[at] === table[at - dim] && table[at + 1] === table[at + 1 - dim];
}

/** Returns the positions from 0 to `count` - 1. @param {number} count */
const firstPositions = (count) => Array.from({ length: count }, (_, at) => at);

/**
 * Finds the first position at which each clock stands still. The result is 0 if there is none up to
 * LIMIT.
 * @param {Format} format
 * @param {Pick<State, 'dim' | 'base'>} state
 */
function firstsOf(format, state) {
  const { dim } = state;
  const table = tableOf(format, state, firstPositions(LIMIT + 1));
  const first = new Int32Array(dim / 2);
  // The rows are the outer loop, because the numbers of a row are side by side in memory.
  for (let row = 1; row <= LIMIT; row++)
    for (let pair = 0; pair < first.length; pair++)
      if (!first[pair] && sameAsBefore(table, dim, row, pair)) first[pair] = row;
  return first;
}

/**
 * Finds the largest error in the first ROWS rows of a table, and the last position up to which the
 * slowest clock has the cosine 1.
 * @param {Format} format
 * @param {Pick<State, 'dim' | 'base'>} state
 * @param {Float64Array} exact the same rows in float64
 * @returns {Whole}
 */
function wholeOf(format, state, exact) {
  const { dim } = state;
  const table = tableOf(format, state, firstPositions(ROWS));
  let worst = 0;
  const errorAt = (/** @type {number} */ at) => Math.abs(table[at] - exact[at]);
  for (let at = 0; at < table.length; at++) if (errorAt(at) > errorAt(worst)) worst = at;
  let ones = 0;
  while (ones + 1 < ROWS && table[(ones + 2) * dim - 1] === 1) ones++;
  return {
    error: errorAt(worst),
    position: Math.floor(worst / dim),
    dimension: worst % dim,
    ones,
  };
}

/**
 * Returns the largest difference between two tables at the indices from `begin` to `end` - 1.
 * @param {Float64Array} one
 * @param {Float64Array} other
 * @param {number} begin
 * @param {number} end
 */
function largestError(one, other, begin, end) {
  let most = 0;
  for (let at = begin; at < end; at++) most = Math.max(most, Math.abs(one[at] - other[at]));
  return most;
}

/**
 * Computes a value for each format, when it is first read.
 * @template Value
 * @param {(format: Format) => Value} compute
 */
const byFormat = (compute) =>
  /** @type {Record<Format, Value>} */ (
    lazily(Object.fromEntries(FORMATS.map((format) => [format, () => compute(format)])))
  );

/**
 * Finds the largest errors near the positions of SAMPLES.
 * @param {Format} format
 * @param {Pick<State, 'dim' | 'base'>} state
 * @param {number[]} positions the results of positionsNear for all points, one after the other
 * @param {Float64Array} exact the rows of these positions in float64
 */
function errorsOf(format, state, positions, exact) {
  const table = tableOf(format, state, positions);
  const { dim } = state;
  return Float64Array.from(SAMPLES, (_, at) =>
    largestError(table, exact, at * TRIES * dim, (at + 1) * TRIES * dim),
  );
}

/**
 * Computes the numbers that do not depend on the position.
 * @param {Pick<State, 'dim' | 'base'>} state
 * @returns {Overview}
 */
export function overviewOf(state) {
  const positions = SAMPLES.flatMap((_, at) => positionsNear(at));
  const exact = lazily({
    near: () => tableOf('float64', state, positions),
    rows: () => tableOf('float64', state, firstPositions(ROWS)),
  });
  const first = byFormat((format) => firstsOf(format, state));
  return {
    first,
    still: byFormat((format) => first[format].filter(Boolean).length),
    errors: byFormat((format) => errorsOf(format, state, positions, exact.near)),
    whole: byFormat((format) => wholeOf(format, state, exact.rows)),
  };
}

/**
 * Returns the score of a word in the first row with an equal word in another row. From one row to
 * the other, each clock turns by an angle. The score is the mean of the cosines of these angles.
 * @param {Float64Array} table
 * @param {number} dim
 * @param {number} row
 */
function scoreOf(table, dim, row) {
  let sum = 0;
  for (let at = 0; at < dim; at++) sum += table[at] * table[row * dim + at];
  return sum / (dim / 2);
}

/**
 * Returns the pace of a clock at the chosen position, which is the third of five rows.
 * @param {State} state
 * @param {Float64Array} exact
 * @param {Float64Array} stored
 * @param {number} pair
 * @returns {Pace}
 */
function paceOf({ format, dim }, exact, stored, pair) {
  const [sine, cosine] = [0, 1].map((by) => {
    const at = 2 * dim + 2 * pair + by;
    return { pair, step: Math.abs(exact[at] - exact[at - dim]), gap: gapAt(format, stored[at]) };
  });
  return sine.step / sine.gap > cosine.step / cosine.gap ? sine : cosine;
}

/**
 * Computes the pairs near the position, and each format's error and score at the position.
 * @param {State} state
 * @returns {Near}
 */
export function nearOf(state) {
  const { format, dim, position } = state;
  const around = [-2, -1, 0, 1, 2].map((by) => position + by);
  const exact = tableOf('float64', state, around);
  const stored = tableOf(format, state, around);
  const words = [position, position - APART, position - APART - 1];
  const truth = tableOf('float64', state, words);
  const far = byFormat((each) => {
    const table = tableOf(each, state, words);
    return { error: largestError(table, truth, 0, dim), score: scoreOf(table, dim, 1) };
  });
  const same = Array.from({ length: dim / 2 }, (_, pair) => sameAsBefore(stored, dim, 2, pair));
  const paces = lensesOf(state).map((pair) => paceOf(state, exact, stored, pair));
  return { exact, stored, same, far, farther: scoreOf(truth, dim, 2), paces };
}

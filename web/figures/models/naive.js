import { similarity, sinusoidal } from '../../index.js';

/** From the simplest idea to the one that works. */
export const ENCODINGS = ['raw', 'fraction', 'binary', 'sine', 'sinusoidal'];
export const METERS = ['bounded', 'unique', 'smooth', 'same', 'any'];

/** What passes: values within 1; nothing nearer than a tenth of a step; no step beyond half of the widest distance; steps equal but for rounding. */
const NEAREST = 0.1;
const WIDEST = 0.5;
const EQUAL = 1e-9;
/** Two units in the last place of the float32 distances. */
const ROUNDING = 2.4e-7;

/** Binary digits that hold the positions below a length. @param {number} length */
export const digitsFor = (length) => (length - 1).toString(2).length;

/** @param {number} length @param {number} width @param {(position: number, column: number) => number} value */
const filled = (length, width, value) => Float64Array.from({ length: length * width }, (_, at) => value(Math.floor(at / width), at % width));

/**
 * The codes of positions 0 to length - 1, [length, width].
 * @param {string} encoding @param {number} length @param {number} dim of the sinusoidal encoding
 * @returns {{width: number, table: Float64Array}}
 */
export function codes(encoding, length, dim) {
  if (encoding === 'sinusoidal') return { width: dim, table: sinusoidal(length, dim, { dtype: 'float64' }) };
  if (encoding === 'sine') return { width: 1, table: sinusoidal(length, 1, { dtype: 'float64' }) };
  const width = encoding === 'binary' ? digitsFor(length) : 1;
  return { width, table: filled(length, width, encoding === 'raw' ? (position) => position : encoding === 'fraction' ? (position) => position / length : (position, digit) => (position >> (width - 1 - digit)) & 1) };
}

/** @param {ArrayLike<number>} table @param {number} width @param {number} a @param {number} b */
function apart(table, width, a, b, other = table) {
  let sum = 0;
  for (let column = 0; column < width; column++) {
    const gap = table[a * width + column] - other[b * width + column];
    sum += gap * gap;
  }
  return Math.sqrt(sum);
}

/** Of each row to the next. @param {ArrayLike<number>} table @param {number} width */
const stepsOf = (table, width) => Float64Array.from({ length: table.length / width - 1 }, (_, position) => apart(table, width, position, position + 1));

/**
 * Which pair is nearest and which is widest; of pairs that differ by no more than rounding, the first.
 * @param {Float64Array} table @param {number} length @param {number} width
 */
function extremes(table, length, width) {
  const all = similarity(table, length, width, { metric: 'euclidean' });
  let [near, far] = [Infinity, 0];
  let [nearest, widest] = [[0, 1], [0, 1]];
  for (let a = 0; a < length; a++) {
    for (let b = a + 1; b < length; b++) {
      const value = all[a * length + b];
      if (value < near * (1 - ROUNDING)) { near = value; nearest = [a, b]; }
      if (value > far * (1 + ROUNDING)) { far = value; widest = [a, b]; }
    }
  }
  return { nearest, widest };
}

/**
 * One encoding on the five meters. `at` is where each shows: two positions.
 * @param {string} encoding @param {number} length @param {number} dim
 */
function measured(encoding, length, dim) {
  const { width, table } = codes(encoding, length, dim);
  const longer = codes(encoding, 2 * length, dim);
  const steps = stepsOf(table, width);
  const { nearest, widest } = extremes(table, length, width);
  const far = apart(table, width, widest[0], widest[1]);
  const near = apart(table, width, nearest[0], nearest[1]);
  let [low, high, sum, top] = [0, 0, 0, 0];
  steps.forEach((step, position) => {
    if (step < steps[low] * (1 - EQUAL)) low = position;
    if (step > steps[high] * (1 + EQUAL)) high = position;
    sum += step;
  });
  table.forEach((value, at) => { if (Math.abs(value) > Math.abs(table[top])) top = at; });
  const extra = longer.width - width;
  let moved = 0;
  let most = 0;
  for (let position = 0; !extra && position < length; position++) {
    const by = apart(table, width, position, position, longer.table);
    if (by > most) { most = by; moved = position; }
  }
  const average = sum / steps.length;
  const largest = Math.abs(table[top]);
  const spread = Math.max(...steps) - Math.min(...steps);
  return {
    encoding, width, table, steps, longer, picture: filled(width, length, (column, position) => table[position * width + column]),
    meters: {
      bounded: { pass: largest <= 1, value: largest, at: [Math.floor(top / width)] },
      unique: { pass: near > NEAREST * average, value: near, share: near / average, at: nearest },
      smooth: { pass: steps[high] <= WIDEST * far, value: steps[high], share: steps[high] / far, far, at: [high, high + 1] },
      same: { pass: spread <= EQUAL * steps[high], value: steps[high], low: steps[low], share: steps[high] / steps[low], spread, at: [low, high] },
      any: { pass: !extra && most === 0, value: most, extra, at: [moved] },
    },
  };
}

/** @typedef {ReturnType<typeof measured>} Measured */

/** What float32 leaves of equal steps, and for how long the slowest cosine reads exactly 1. @param {number} length @param {number} dim */
function rounded(length, dim) {
  const table = sinusoidal(length, dim);
  const steps = stepsOf(table, dim);
  let still = 0;
  while (still < length && table[still * dim + dim - 1] === 1) still++;
  return { spread: Math.max(...steps) - Math.min(...steps), still };
}

/**
 * All five encodings on all five meters.
 * @param {{length: number, dim: number}} state
 */
export function naiveModel({ length, dim }) {
  return { all: ENCODINGS.map((encoding) => measured(encoding, length, dim)), rounded: rounded(length, dim) };
}

/**
 * Computes the numbers of PeNaive: five encodings of positions, each measured by five meters. An
 * encoding gives each position a code, which is one number or several. A step is the distance from
 * one position's code to the next position's code. A meter measures whether an encoding meets one
 * requirement, for example that all codes are unique.
 */
import { similarity, sinusoidal } from '../../index.js';

/** @typedef {'raw' | 'fraction' | 'binary' | 'sine' | 'sinusoidal'} Encoding */
/** @typedef {'bounded' | 'unique' | 'smooth' | 'same' | 'any'} Meter named after its requirement */
/**
 * @typedef {object} State
 * @property {Encoding} encoding
 * @property {Meter} meter
 * @property {number} length the number of positions
 * @property {number} dim how many numbers a code of the sinusoidal encoding has
 * @property {number} position
 */
/** @typedef {ReturnType<typeof measured>} Measured the codes of one encoding, and its readings */
/** @typedef {ReturnType<typeof rounded>} Rounded */
/**
 * @typedef {ReturnType<typeof naiveModel> & {state: State, tried: Set<Encoding>, chosen: Measured}}
 *   Model `tried`: the encodings that the reader has chosen
 */

/**
 * The codes of the positions from 0 to length - 1.
 * @typedef {object} Codes
 * @property {number} width how many numbers a code has
 * @property {Float64Array} table [length, width]
 */

/** The encodings, from the simplest idea to the encoding that works. @type {Encoding[]} */
export const ENCODINGS = ['raw', 'fraction', 'binary', 'sine', 'sinusoidal'];
/** @type {Meter[]} */
export const METERS = ['bounded', 'unique', 'smooth', 'same', 'any'];
/** Returns the meters that are shown. Beginners see the four meters that the text mentions. */
export const metersFor = (/** @type {boolean} */ beginner) =>
  beginner ? METERS.filter((meter) => meter !== 'same') : METERS;

/** Codes are unique if any two codes are farther apart than this fraction of an average step. */
const NEAREST = 0.1;
/** Codes are smooth if no step exceeds this fraction of the largest distance between two codes. */
const WIDEST = 0.5;
/** Steps that differ by at most this fraction count as equal, because rounding changes them. */
const EQUAL = 1e-9;
/** Float32 distances count as equal within this fraction: two units in the last place. */
const ROUNDING = 2.4e-7;

/** Returns how many binary digits the positions below a length need. @param {number} length */
export const digitsFor = (length) => (length - 1).toString(2).length;

/**
 * Makes a matrix whose elements are the results of a function.
 * @param {number} rows
 * @param {number} columns
 * @param {(row: number, column: number) => number} value
 */
const filled = (rows, columns, value) =>
  Float64Array.from({ length: rows * columns }, (_, at) =>
    value(Math.floor(at / columns), at % columns),
  );

/** @type {Record<Encoding, (length: number, dim: number) => Codes>} */
const MAKERS = {
  raw: (length) => ({ width: 1, table: filled(length, 1, (position) => position) }),
  fraction: (length) => ({ width: 1, table: filled(length, 1, (position) => position / length) }),
  binary: (length) => {
    const width = digitsFor(length);
    const table = filled(length, width, (position, digit) => (position >> (width - 1 - digit)) & 1);
    return { width, table };
  },
  sine: (length) => ({ width: 1, table: sinusoidal(length, 1, { dtype: 'float64' }) }),
  sinusoidal: (length, dim) => ({
    width: dim,
    table: sinusoidal(length, dim, { dtype: 'float64' }),
  }),
};

/**
 * Returns the codes of an encoding.
 * @param {Encoding} encoding
 * @param {number} length
 * @param {number} dim how many numbers a sinusoidal code has
 */
export const codes = (encoding, length, dim) => MAKERS[encoding](length, dim);

/**
 * Returns the distance between the code of position a in `table` and the code of position b in
 * `other`.
 * @param {ArrayLike<number>} table
 * @param {number} width
 * @param {number} a
 * @param {number} b
 */
function apart(table, width, a, b, other = table) {
  let sum = 0;
  for (let column = 0; column < width; column++) {
    const gap = table[a * width + column] - other[b * width + column];
    sum += gap * gap;
  }
  return Math.sqrt(sum);
}

/**
 * Returns all steps: the distance from each code to the next.
 * @param {ArrayLike<number>} table
 * @param {number} width
 */
const stepsOf = (table, width) =>
  Float64Array.from({ length: table.length / width - 1 }, (_, position) =>
    apart(table, width, position, position + 1),
  );

/**
 * Finds the two closest codes and the two codes farthest apart. If the distances of several pairs
 * differ only by rounding, takes the first pair.
 * @param {Codes} codes
 * @param {number} length
 */
function extremes({ table, width }, length) {
  const all = similarity(table, length, width, { metric: 'euclidean' });
  let near = Infinity;
  let far = 0;
  let nearest = [0, 1];
  let widest = [0, 1];
  for (let a = 0; a < length; a++) {
    for (let b = a + 1; b < length; b++) {
      const value = all[a * length + b];
      if (value < near * (1 - ROUNDING)) {
        near = value;
        nearest = [a, b];
      }
      if (value > far * (1 + ROUNDING)) {
        far = value;
        widest = [a, b];
      }
    }
  }
  return { nearest, widest };
}

/**
 * Returns the positions at which the shortest and the longest step begin. Of equal steps, the first
 * step counts.
 * @param {Float64Array} steps
 */
function stepExtremes(steps) {
  let shortest = 0;
  let longest = 0;
  steps.forEach((step, position) => {
    if (step < steps[shortest] * (1 - EQUAL)) shortest = position;
    if (step > steps[longest] * (1 + EQUAL)) longest = position;
  });
  return { shortest, longest };
}

// The five meters. Each returns `pass`, which is true if the encoding meets the requirement. Each
// also returns the numbers that decide `pass`, and `at`, the positions with these numbers.

/** Measures whether all values are from -1 to 1. @param {Codes} codes */
function bounded({ width, table }) {
  let largest = 0;
  table.forEach((value, at) => {
    if (Math.abs(value) > Math.abs(table[largest])) largest = at;
  });
  const value = Math.abs(table[largest]);
  return { pass: value <= 1, value, at: [Math.floor(largest / width)] };
}

/**
 * Measures whether the two closest codes are far enough apart, compared with an average step.
 * @param {Codes} codes
 * @param {Float64Array} steps
 * @param {number[]} nearest the positions of the two closest codes
 */
function unique({ width, table }, steps, nearest) {
  const value = apart(table, width, nearest[0], nearest[1]);
  const average = steps.reduce((sum, step) => sum + step, 0) / steps.length;
  return { pass: value > NEAREST * average, value, share: value / average, at: nearest };
}

/**
 * Measures whether the longest step is short, compared with the largest distance between two codes.
 * @param {Codes} codes
 * @param {Float64Array} steps
 * @param {number[]} widest the positions of the two codes farthest apart
 */
function smooth({ width, table }, steps, widest) {
  const { longest } = stepExtremes(steps);
  const value = steps[longest];
  const far = apart(table, width, widest[0], widest[1]);
  return {
    pass: value <= WIDEST * far,
    value,
    share: value / far,
    at: [longest, longest + 1],
  };
}

/** Measures whether all steps are equally long. @param {Float64Array} steps */
function same(steps) {
  const { shortest, longest } = stepExtremes(steps);
  const value = steps[longest];
  const low = steps[shortest];
  const spread = Math.max(...steps) - Math.min(...steps);
  const at = [shortest, longest];
  return { pass: spread <= EQUAL * value, value, low, share: value / low, spread, at };
}

/**
 * Measures whether every code stays the same in a text twice as long.
 * @param {Codes} codes
 * @param {Codes} longer the codes of a text twice as long
 */
function any({ width, table }, longer) {
  const extra = longer.width - width;
  if (extra) return { pass: false, value: 0, extra, at: [0] };
  let moved = 0;
  let most = 0;
  for (let position = 0; position < table.length / width; position++) {
    const by = apart(table, width, position, position, longer.table);
    if (by > most) {
      most = by;
      moved = position;
    }
  }
  return { pass: most === 0, value: most, extra, at: [moved] };
}

/**
 * Computes the codes of one encoding, and measures them with the five meters.
 * @param {Encoding} encoding
 * @param {number} length
 * @param {number} dim
 */
function measured(encoding, length, dim) {
  const own = codes(encoding, length, dim);
  const longer = codes(encoding, 2 * length, dim);
  const { width, table } = own;
  const steps = stepsOf(table, width);
  const { nearest, widest } = extremes(own, length);
  return {
    encoding,
    width,
    table,
    steps,
    longer,
    /** The transposed table, for the picture: a column contains the code of one position. */
    picture: filled(width, length, (column, position) => table[position * width + column]),
    meters: {
      bounded: bounded(own),
      unique: unique(own, steps, nearest),
      smooth: smooth(own, steps, widest),
      same: same(steps),
      any: any(own, longer),
    },
  };
}

/**
 * Measures what rounding to float32 does to the sinusoidal encoding. `spread` is the largest
 * difference between its steps, which are equal in exact arithmetic. `still` is the number of
 * positions, from 0 on, at which the slowest cosine is exactly 1.
 * @param {number} length
 * @param {number} dim
 */
function rounded(length, dim) {
  const table = sinusoidal(length, dim);
  const steps = stepsOf(table, dim);
  let still = 0;
  while (still < length && table[still * dim + dim - 1] === 1) still++;
  return { spread: Math.max(...steps) - Math.min(...steps), still };
}

/**
 * Measures all five encodings with all five meters.
 * @param {Pick<State, 'length' | 'dim'>} state
 */
export function naiveModel({ length, dim }) {
  return {
    all: ENCODINGS.map((encoding) => measured(encoding, length, dim)),
    rounded: rounded(length, dim),
  };
}

/**
 * Returns the code of one position.
 * @param {Measured} measured
 * @param {number} position
 */
export const codeOf = ({ width, table }, position) =>
  table.subarray(position * width, (position + 1) * width);

/**
 * Whether a reading answers the question of the figure, which is about binary digits.
 * @param {{encoding: Encoding, meter: Meter}} reading
 */
export const answersQuestion = ({ encoding, meter }) => encoding === 'binary' && meter === 'smooth';

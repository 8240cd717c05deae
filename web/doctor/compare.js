/* Compares two arrays, and tells where and in which pattern they differ. */
import * as check from '../check.js';
import { coarser, dtypeOf, errorOf, readElements, spacing } from './elements.js';
import { patternsOf } from './patterns.js';
import { readTolerance, toleranceAt } from './compare-tolerance.js';

/** @typedef {import('./elements.js').Dtype} Dtype */
/** @typedef {import('./elements.js').FloatArray} FloatArray */

/**
 * The shape of both arrays, and how far elements may differ.
 * @typedef {object} CompareOptions
 * @property {number} [rows] the number of rows; default: length / dim, or 1 without `dim`. A row
 *   usually belongs to one position
 * @property {number} [dim] the number of elements in a row; default: length / rows
 * @property {number} [headDim] the number of elements of each head, which divides dim; default: dim
 * @property {'half' | 'interleaved'} [layout] which elements of a head are a pair: i and i +
 *   headDim / 2, or 2i and 2i + 1. Without it, every element of a head is a "pair" of its own
 * @property {Dtype} [dtype] the type to which both arrays were rounded, if it is coarser than that
 *   of their elements. A Uint16Array needs it: 'float16' or 'bfloat16'
 * @property {number} [ulps] an element agrees if it differs by at most this many ulps; default 4
 * @property {number | ArrayLike<number>} [tolerance] an element agrees, too, if its absolute
 *   difference is at most this; default 0. It is a number, or a list [rows] or [rows, dim]
 */

/**
 * An element in which two arrays differ. Its index is row * dim + column.
 * @typedef {object} Difference
 * @property {number} row
 * @property {number} column
 * @property {number} pair the index of the pair in its head
 * @property {number} a
 * @property {number} b
 * @property {number} error |a - b|; Infinity if one of them is NaN
 * @property {number} ulps the error in ulps of the larger one of a and b
 */

/**
 * Where two arrays differ, and how much.
 * @typedef {object} Comparison
 * @property {Dtype} type the coarser type of both arrays, whose ulps are counted
 * @property {number} agreed the fraction of the elements that agree
 * @property {number} equal the fraction of the elements that are equal
 * @property {number} maxError the largest error
 * @property {Difference} [departure] the first element that does not agree
 * @property {Difference} [worst] the element with the largest error; missing if all are equal
 * @property {{most: number, count: number}[]} histogram how many elements differ by at most `most`
 *   ulps, and by more than `most` of the entry before. `most` is 0, 1, 2, 4, 8, ..., and Infinity
 *   in entry 33. Empty entries at the end are left out
 * @property {{errors: Float64Array, departed: Uint32Array}} byRow the largest error in each row, and
 *   how many of its elements do not agree
 * @property {{errors: Float64Array, departed: Uint32Array}} byPair the same for each pair of a head
 * @property {string[]} notes what the pattern of the differences says, the most telling note first
 */

/**
 * Two arrays to compare, as doubles.
 * @typedef {object} Arrays
 * @property {Float64Array} a
 * @property {Float64Array} b
 * @property {number} rows
 * @property {number} dim
 * @property {number} headDim
 * @property {CompareOptions['layout']} layout
 * @property {Dtype} type
 * @property {number} ulps
 * @property {number | Float64Array} tolerance
 */

const LAYOUTS = /** @type {const} */ (['half', 'interleaved']);

const readOptions = check.reader(({ rows, dim, headDim, layout, dtype, ulps, tolerance }) => ({
  rows,
  dim,
  headDim,
  layout,
  dtype,
  ulps,
  tolerance,
}));

/**
 * Compares two arrays of equal shape, element by element. It tells where they first depart, where
 * they differ most, and what the pattern of the differences says.
 *
 * Errors are counted in ulps of the coarser of both types. An ulp is the distance from one
 * number of the type to the next. Two NaN are equal, and so are 0 and -0.
 *
 * `notes` says which of these patterns the differences have:
 *
 * - The rows are shifted.
 * - The elements have the order of the other layout.
 * - The elements have the opposite sign, or a common factor.
 * - One error is far larger than all others.
 * - The error grows with the row.
 * - Only few pairs or few rows differ.
 * - All rows from some row on differ.
 *
 * @param {FloatArray} a [rows, dim], for example what a port computes: Float32Array, Float64Array,
 *   Float16Array, or a Uint16Array with the bits of float16 or bfloat16
 * @param {FloatArray} b [rows, dim], for example what posenc computes; it may have another class
 * @param {CompareOptions} [options]
 * @returns {Comparison}
 * @throws {RangeError | TypeError}
 * @example
 * const expected = sinusoidal(64, 8);
 * const shifted = sinusoidal(64, 8, { start: 1 });
 * const { agreed, departure, notes } = compare(shifted, expected, { rows: 64 });
 * console.log(agreed, departure.row, departure.column); // 0.001953 0 0
 * console.log(notes); // ['Row r of a is row r + 1 of b.']
 */
export function compare(a, b, options) {
  const given = readOptions(options);
  const dtype = dtypeOf(given.dtype);
  const { ulps = 4, tolerance = 0 } = given;
  const layout =
    given.layout === undefined ? undefined : check.word('layout', given.layout, LAYOUTS);
  const first = readElements('a', a, dtype);
  const second = readElements('b', b, dtype, first.values.length, 'as a');
  const shape = shapeOf(first.values.length, given, layout);
  const arrays = {
    a: first.values,
    b: second.values,
    ...shape,
    layout,
    type: coarser(coarser(first.type, second.type), dtype ?? 'float64'),
    ulps: check.number('ulps', ulps, 0),
    tolerance: readTolerance(tolerance, shape),
  };
  const found = measure(arrays);
  return { ...found, notes: patternsOf(arrays, found) };
}

/**
 * Checks the options of the shape.
 * @param {number} length
 * @param {CompareOptions} options
 * @param {CompareOptions['layout']} layout
 */
function shapeOf(length, options, layout) {
  const { rows: givenRows, dim: givenDim, headDim: givenHeadDim } = options;
  if (givenDim !== undefined) check.count('dim', givenDim, 1);
  if (givenRows !== undefined) check.count('rows', givenRows);
  const rows = givenRows ?? (givenDim === undefined ? 1 : Math.ceil(length / givenDim));
  const dim = givenDim ?? (rows ? length / rows : 0);
  if (givenRows !== undefined && (rows ? length % rows : length))
    check.refuse('rows', `a divisor of ${length}, the length of a`, rows);
  if (rows * dim !== length) check.refuse('dim', `a divisor of ${length}, the length of a`, dim);
  const headDim = givenHeadDim === undefined ? dim : check.count('headDim', givenHeadDim, 1);
  if (headDim && dim % headDim) check.refuse('headDim', `a divisor of dim, ${dim}`, headDim);
  if (layout && headDim % 2) check.refuse('headDim', 'an even number with layout', headDim);
  return { rows, dim, headDim };
}

/**
 * Returns the index of the pair, in its head, to which a column belongs.
 * @param {Pick<Arrays, 'headDim' | 'layout'>} arrays
 * @param {number} column
 */
function pairOf({ headDim, layout }, column) {
  const element = column % headDim;
  if (layout === undefined) return element;
  return layout === 'half' ? element % (headDim / 2) : element >> 1;
}

/** The largest number of entries of a histogram. The last one counts all larger errors. */
const ENTRIES = 34;

/**
 * Measures all differences.
 * @param {Arrays} arrays
 * @returns {Omit<Comparison, 'notes'>}
 */
function measure(arrays) {
  const { a, rows, headDim, layout, type, ulps } = arrays;
  const pairs = layout ? headDim / 2 : headDim;
  const byRow = { errors: new Float64Array(rows), departed: new Uint32Array(rows) };
  const byPair = { errors: new Float64Array(pairs), departed: new Uint32Array(pairs) };
  const counts = new Float64Array(ENTRIES);
  /** @type {Difference | undefined} */
  let departure;
  /** @type {Difference | undefined} */
  let worst;
  let agreed = 0;
  for (let i = 0; i < a.length; i++) {
    const difference = differenceOf(arrays, i);
    counts[entryOf(difference.ulps)]++;
    const { row, pair, error } = difference;
    if (error > (worst?.error ?? 0)) worst = difference;
    byRow.errors[row] = Math.max(byRow.errors[row], error);
    byPair.errors[pair] = Math.max(byPair.errors[pair], error);
    if (difference.ulps <= ulps || error <= toleranceAt(arrays, i)) agreed++;
    else {
      departure ??= difference;
      byRow.departed[row]++;
      byPair.departed[pair]++;
    }
  }
  return {
    type,
    agreed: a.length ? agreed / a.length : 1,
    equal: a.length ? counts[0] / a.length : 1,
    maxError: worst?.error ?? 0,
    departure,
    worst,
    histogram: histogramOf(counts),
    byRow,
    byPair,
  };
}

/**
 * Returns how the arrays differ in an element.
 * @param {Arrays} arrays
 * @param {number} i the index of the element
 * @returns {Difference}
 */
function differenceOf(arrays, i) {
  const { dim, type } = arrays;
  const a = arrays.a[i];
  const b = arrays.b[i];
  const column = i % dim;
  const error = errorOf(a, b);
  const isPlain = error !== 0 && error !== Infinity;
  const ulps = isPlain ? error / spacing(type, Math.max(Math.abs(a), Math.abs(b))) : error;
  return { row: (i - column) / dim, column, pair: pairOf(arrays, column), a, b, error, ulps };
}

/** Returns the entry of the histogram for an error. @param {number} ulps */
function entryOf(ulps) {
  if (ulps === 0) return 0;
  let entry = 1;
  for (let most = 1; ulps > most && entry < ENTRIES - 1; most *= 2) entry++;
  return entry;
}

/** @param {Float64Array} counts */
function histogramOf(counts) {
  const entries = Array.from(counts, (count, entry) => ({ most: mostOf(entry), count }));
  while (entries.length && !entries[entries.length - 1].count) entries.pop();
  return entries;
}

/** @param {number} entry */
function mostOf(entry) {
  if (entry === 0) return 0;
  let most = 1;
  for (let i = 1; i < entry; i++) most *= 2;
  return entry === ENTRIES - 1 ? Infinity : most;
}

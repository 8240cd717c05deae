/* Compares two arrays, and tells where and in which pattern they differ. */
import * as check from '../check.js';
import { Measure } from './compare-measure.js';
import { coarser, dtypeOf, readElements } from './elements.js';
import { patternsOf } from './patterns.js';
import { readTolerance } from './compare-tolerance.js';

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
 * @property {Dtype} [dtype] the type to which both arrays were rounded, if it is coarser than the
 *   type of their elements. A Uint16Array needs this option: 'float16' or 'bfloat16'
 * @property {number} [ulps] an element agrees if it differs by at most this many ulps; default 4
 * @property {number | ArrayLike<number>} [tolerance] an element agrees, too, if its absolute
 *   difference is at most this; default 0. The option is a number, or a list [rows] or [rows, dim]
 */

/**
 * An element in which two arrays differ. Its index is row * dim + column.
 * @typedef {object} Difference
 * @property {number} row
 * @property {number} column
 * @property {number} pair the index of the pair in its head
 * @property {number} a
 * @property {number} b
 * @property {number} error |a - b|; Infinity if only one of a and b is NaN
 * @property {number} ulps the error in ulps of the larger one of a and b
 */

/**
 * Where two arrays differ, and how much.
 * @typedef {object} Comparison
 * @property {Dtype} type the coarser type of both arrays, whose ulps are counted
 * @property {number} agreed the fraction of the elements that agree
 * @property {number} equal the fraction of the elements that are equal
 * @property {number} [nan] how many elements are NaN in both arrays, if any are
 * @property {number} maxError the largest error
 * @property {Difference} [departure] the first element that does not agree
 * @property {Difference} [worst] the element with the largest error; missing if all are equal
 * @property {{most: number, count: number}[]} histogram how many elements differ by at most `most`
 *   ulps, and by more than `most` of the entry before. `most` is 0, 1, 2, 4, 8, ..., and Infinity
 *   in entry 33. Empty entries at the end are left out
 * @property {{errors: Float64Array, departed: Uint32Array}} byRow the largest error in each row, and
 *   how many of its elements do not agree
 * @property {{errors: Float64Array, departed: Uint32Array}} byPair like `byRow`, for pairs of a
 *   head
 * @property {string[]} notes what the pattern of the differences says, the most telling note first
 */

/**
 * Rows of two arrays, as doubles.
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

/**
 * @type {check.Pick<Record<'rows' | 'dim' | 'headDim' | 'layout' | 'dtype' | 'ulps' | 'tolerance',
 *   any>>}
 */
const pick = ({ rows, dim, headDim, layout, dtype, ulps, tolerance }) => ({
  rows,
  dim,
  headDim,
  layout,
  dtype,
  ulps,
  tolerance,
});
const readOptions = check.reader('compare', [], pick);
const readRowOptions = check.reader('compareRows', [], pick);

/**
 * Compares two arrays of equal shape, element by element. The result tells where the arrays first
 * depart, where they differ most, and what the pattern of the differences says.
 *
 * Errors are counted in ulps of the coarser of both types. An ulp is the distance from one number
 * of the type to the next number. Two NaN are equal, and so are 0 and -0.
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
  const first = readElements('a', a, dtype);
  const second = readElements('b', b, dtype, first.values.length, 'as a');
  const settings = settingsOf(first.values.length, given);
  const arrays = {
    ...settings,
    a: first.values,
    b: second.values,
    type: coarser(coarser(first.type, second.type), dtype ?? 'float64'),
  };
  const measure = new Measure(arrays);
  measure.add(arrays, 0);
  const found = measure.result();
  return { ...found, notes: patternsOf(arrays, found, measure.extremes) };
}

/** An array is compared in pieces of about this many elements. Patterns are sought in one piece. */
const PIECE = 1048576;

/**
 * Compares two arrays as `compare` does, but reads them in pieces of rows. So the arrays may be
 * larger than the memory. All numbers describe the whole arrays. If the arrays are larger than a
 * piece, patterns are sought only in the first rows that depart. `sought` names these rows.
 *
 * @param {(rows: {start: number, end: number}) => Promise<FloatArray[]>} read returns the rows with
 *   the indices start, ..., end - 1 of `a` and of `b`; it may be called twice for the same rows
 * @param {CompareOptions & {rows: number, dim: number}} options
 * @returns {Promise<Comparison & {sought?: {start: number, end: number}}>}
 * @throws {RangeError | TypeError}
 * @example
 * const expected = sinusoidal(64, 8);
 * const shifted = sinusoidal(64, 8, { start: 1 });
 * const read = async ({ start, end }) =>
 *   [shifted, expected].map((table) => table.subarray(start * 8, end * 8));
 * const { agreed, notes } = await compareRows(read, { rows: 64, dim: 8 });
 * console.log(agreed, notes); // 0.001953 ['Row r of a is row r + 1 of b.']
 */
export function compareRows(read, options) {
  return compareInPieces(read, options, PIECE);
}

/**
 * @param {Parameters<typeof compareRows>[0]} read
 * @param {Parameters<typeof compareRows>[1]} options
 * @param {number} size the number of elements of a piece
 */
export function compareInPieces(read, options, size) {
  check.enter('compareRows');
  if (typeof read !== 'function') check.refuseKind('read', 'a function', read);
  const given = readRowOptions(options);
  const dtype = dtypeOf(given.dtype);
  const rows = check.count('rows', /** @type {number} */ (given.rows));
  const dim = check.count('dim', /** @type {number} */ (given.dim), 1);
  return comparePieces(read, { ...settingsOf(rows * dim, given), dtype }, size);
}

/**
 * @param {Parameters<typeof compareRows>[0]} read
 * @param {ReturnType<typeof settingsOf> & {dtype?: Dtype}} given
 * @param {number} size the number of elements of a piece
 */
async function comparePieces(read, { dtype, ...settings }, size) {
  const { rows, dim } = settings;
  /** @param {{start: number, end: number}} piece @returns {Promise<Arrays>} */
  const readPiece = async ({ start, end }) => {
    const [a, b] = await read({ start, end });
    const length = (end - start) * dim;
    const [first, second] = [
      readElements('a', a, dtype, length, '[end - start, dim]'),
      readElements('b', b, dtype, length, '[end - start, dim]'),
    ];
    const type = coarser(coarser(first.type, second.type), dtype ?? 'float64');
    return { ...partOf(settings, start, end), a: first.values, b: second.values, type };
  };
  const height = Math.max(1, Math.floor(size / dim));
  let arrays = await readPiece({ start: 0, end: Math.min(rows, height) });
  const measure = new Measure({ ...settings, type: arrays.type });
  measure.add(arrays, 0);
  for (let start = height; start < rows; start += height) {
    arrays = await readPiece({ start, end: Math.min(rows, start + height) });
    measure.add(arrays, start);
  }
  const found = measure.result();
  if (!found.departure || rows <= height)
    return { ...found, notes: patternsOf(arrays, found, measure.extremes) };
  const start = Math.min(found.departure.row, rows - height);
  const sought = { start, end: start + height };
  const notes = patternsOf(await readPiece(sought), found, measure.extremes, start);
  return { ...found, notes, sought };
}

/**
 * Returns the settings of a part of the rows.
 * @template {{rows: number, dim: number, tolerance: number | Float64Array}} Settings
 * @param {Settings} settings
 * @param {number} start
 * @param {number} end
 */
function partOf(settings, start, end) {
  const { rows, tolerance } = settings;
  if (typeof tolerance === 'number') return { ...settings, rows: end - start };
  const each = tolerance.length / rows;
  return {
    ...settings,
    rows: end - start,
    tolerance: tolerance.subarray(start * each, end * each),
  };
}

/**
 * Checks the options.
 * @param {number} length the number of elements
 * @param {CompareOptions} options
 */
function settingsOf(length, options) {
  const { ulps = 4, tolerance = 0 } = options;
  const layout =
    options.layout === undefined ? undefined : check.word('layout', options.layout, LAYOUTS);
  const shape = shapeOf(length, options, layout);
  return {
    ...shape,
    layout,
    ulps: check.number('ulps', ulps, 0),
    tolerance: readTolerance(tolerance, shape),
  };
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
  if (layout && headDim % 2) check.refuse('headDim', 'an even number if layout is given', headDim);
  return { rows, dim, headDim };
}

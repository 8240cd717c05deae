/* Describes the pattern of the differences between two arrays in notes. */
import { errorOf, narrowestType, spacing } from './elements.js';
import { toleranceAt } from './compare-tolerance.js';
import { growthNote, turnNote } from './growth.js';

/** @typedef {import('./compare.js').Arrays} Arrays */
/** @typedef {import('./compare-measure.js').Extremes} Extremes */
/** @typedef {Omit<import('./compare.js').Comparison, 'notes'>} Measured */

/** If this fraction of the elements agrees, no pattern of the whole array is sought. */
const MOST_AGREED = 0.95;

/** An error stands out if it is more than this many times as large as any other error. */
const STANDS_OUT = 8;

/** Shifts by up to this many rows are tried. */
const FARTHEST_SHIFT = 4;

/**
 * Returns notes on the differences. A note on shifted rows, the layout, a factor or signs explains
 * all differences. If `arrays` has all rows, only a note on rounded elements may follow it.
 * @param {Arrays} arrays all rows, or some of them that depart
 * @param {Measured} found
 * @param {Extremes} extremes
 * @param {number} [start] the index of the first row in `arrays`
 * @returns {string[]}
 */
export function patternsOf(arrays, found, extremes, start = 0) {
  const { nan, size } = extremes;
  const nans = nan
    ? [`${nan} elements are NaN in both arrays, which does not show that they agree.`]
    : [];
  if (!found.worst) return nan ? nans : ['All elements are equal.'];
  if (!found.departure) return [withinNote(arrays), ...nans];
  const { notes: first, isExplained, type } = elementNotes(arrays, found);
  if (isExplained && arrays.rows === found.byRow.errors.length) return first;
  const outlier = outlierOf(found, extremes);
  const about = { size, outlier, start };
  const grows = growthNote({ ...arrays, type }, found, about) ?? turnNote(arrays, found, about);
  const growth = [infiniteNote(found), outlier?.note, grows];
  const places = [pairNote(arrays, found), rowNote(found)];
  // A note that explains the rows in `arrays` may explain all others, so no note on growth follows.
  return [...first, ...(isExplained ? [] : growth), ...places].filter((note) => note !== undefined);
}

/**
 * Returns notes on the elements of rows. `isExplained` says whether the notes explain all
 * differences in these rows. `type` is the coarsest type that represents all elements of one array.
 * @param {Arrays} arrays
 * @param {Measured} found
 * @returns {{notes: string[], isExplained: boolean, type: Arrays['type']}}
 */
function elementNotes(arrays, found) {
  const rounded = roundedNote(arrays);
  const notes = rounded ? [rounded.note] : [];
  const coarse = { ...arrays, type: rounded?.type ?? arrays.type };
  if (rounded && explains(coarse, 0, arrays.a.length, (i) => arrays.b[i]))
    return { notes, isExplained: true, type: coarse.type };
  const whole = found.agreed < MOST_AGREED ? wholeNote(coarse) : undefined;
  const isExplained = whole !== undefined;
  return { notes: whole ? [whole, ...notes] : notes, isExplained, type: coarse.type };
}

/**
 * Says whether 16 bits represent all numbers of one array, although its type is finer.
 * @param {Arrays} arrays
 */
function roundedNote({ a, b, type }) {
  if (type !== 'float32' && type !== 'float64') return undefined;
  const types = [a, b].map((values) => narrowestType(values, type));
  const index = types.findIndex((each) => each === 'float16' || each === 'bfloat16');
  if (index < 0) return undefined;
  const narrow = types[index];
  return { type: narrow, note: `The elements of ${'ab'[index]} are rounded to ${narrow}.` };
}

/**
 * An element whose error is far larger than all other errors.
 * @typedef {object} Outlier
 * @property {number} row
 * @property {number} next the largest error of another element in its row
 * @property {string} [note] missing if no other element departs, since other notes say where it is
 */

/**
 * Finds an element that stands out.
 * @param {Measured} found
 * @param {Extremes} extremes
 * @returns {Outlier | undefined}
 */
function outlierOf({ worst, byRow: { departed } }, { next, nextInRow }) {
  if (!worst || worst.error === Infinity) return undefined;
  const { row, column, error } = worst;
  if (error <= STANDS_OUT * next) return undefined;
  const isAlone = departed.reduce((sum, each) => sum + each) < 2;
  if (isAlone) return { row, next: nextInRow };
  const times = Math.round(error / next);
  const note = `One element stands out: in row ${row}, column ${column}, the error is ${times} times the second largest.`;
  return { row, next: nextInRow, note };
}

/** Returns a note that explains all differences, if there is one. @param {Arrays} arrays */
const wholeNote = (arrays) =>
  shiftNote(arrays) ?? layoutNote(arrays) ?? factorNote(arrays) ?? signNote(arrays);

/** @param {Arrays} arrays */
function withinNote({ ulps, tolerance, type }) {
  if (typeof tolerance !== 'number') return 'All elements agree within their tolerances.';
  return tolerance
    ? `All elements agree within ${ulps} ulps of ${type}, or ${tolerance}.`
    : `All elements agree within ${ulps} ulps of ${type}.`;
}

/**
 * Whether element i of `a` agrees with a number.
 * @param {Arrays} arrays
 * @param {number} i
 * @param {number} other
 */
function agrees(arrays, i, other) {
  const { a, type, ulps } = arrays;
  const error = errorOf(a[i], other);
  if (error <= toleranceAt(arrays, i)) return true;
  if (error === Infinity) return false;
  return error <= ulps * spacing(type, Math.max(Math.abs(a[i]), Math.abs(other)));
}

/**
 * Whether at least 99 % of the elements in a range of `a` agree with the values of a function.
 * @param {Arrays} arrays
 * @param {number} from the first element of a
 * @param {number} to the element after the last one
 * @param {(i: number) => number} other the value for element i of a
 */
function explains(arrays, from, to, other) {
  // The search stops as soon as too many elements depart.
  const most = Math.floor((to - from) / 100);
  let departed = 0;
  for (let i = from; i < to; i++)
    if (!agrees(arrays, i, other(i)) && ++departed > most) return false;
  return to > from;
}

/** @param {Arrays} arrays */
function shiftNote(arrays) {
  const { b, rows, dim } = arrays;
  for (let shift = 1; shift <= Math.min(FARTHEST_SHIFT, rows - 2); shift++)
    for (const by of [shift, -shift]) {
      const from = Math.max(0, -by) * dim;
      const to = (rows - Math.max(0, by)) * dim;
      if (explains(arrays, from, to, (i) => b[i + by * dim]))
        return `Row r of a is row r ${by > 0 ? '+' : '-'} ${shift} of b.`;
    }
  return undefined;
}

/** @param {Arrays} arrays */
function layoutNote(arrays) {
  const { a, b, headDim } = arrays;
  if (headDim % 2 || headDim < 4) return undefined;
  /** Returns where the half layout puts element i of the interleaved layout. @param {number} i */
  const inHalf = (i) => {
    const element = i % headDim;
    return i - element + (element >> 1) + (element % 2 ? headDim / 2 : 0);
  };
  if (explains(arrays, 0, a.length, (i) => b[inHalf(i)]))
    return 'a has the interleaved layout, and b has the half layout.';
  const swapped = { ...arrays, a: b, b: a };
  if (explains(swapped, 0, a.length, (i) => a[inHalf(i)]))
    return 'a has the half layout, and b has the interleaved layout.';
  return undefined;
}

/** @param {Arrays} arrays */
function factorNote(arrays) {
  const { a, b } = arrays;
  let dot = 0;
  let square = 0;
  for (let i = 0; i < a.length; i++) {
    dot += a[i] * b[i];
    square += b[i] * b[i];
  }
  const factor = dot / square;
  if (!Number.isFinite(factor) || factor === 0) return undefined;
  if (!explains(arrays, 0, a.length, (i) => factor * b[i])) return undefined;
  if (Math.abs(factor + 1) < 1e-6) return 'a is b with the opposite sign.';
  return `a is b times ${Number(factor.toPrecision(6))}.`;
}

/** @param {Arrays} arrays */
function signNote(arrays) {
  const { a, b } = arrays;
  if (!explains(arrays, 0, a.length, (i) => (a[i] < 0 === b[i] < 0 ? b[i] : -b[i])))
    return undefined;
  return 'Some elements have the opposite sign: is one array rotated backwards?';
}

/** @param {Measured} found */
const infiniteNote = ({ maxError }) =>
  maxError === Infinity ? 'Some elements of one array are not finite.' : undefined;

/** Returns the indices of numbers that are not 0. @param {Uint32Array} list */
function nonzero(list) {
  const indices = [];
  for (let i = 0; i < list.length; i++) if (list[i]) indices.push(i);
  return indices;
}

/**
 * Names the pairs that depart, if they are few.
 * @param {Arrays} arrays
 * @param {Measured} found
 */
function pairNote({ layout }, { byPair: { departed } }) {
  const pairs = nonzero(departed);
  if (departed.length < 4 || pairs.length > departed.length / 4) return undefined;
  const [first] = pairs;
  if (pairs.length === 1)
    return layout ? `Only pair ${first} differs.` : `Only column ${first} differs.`;
  return layout
    ? `Only ${pairs.length} of ${departed.length} pairs differ: ${listed(pairs)}.`
    : `Only ${pairs.length} of ${departed.length} columns differ: ${listed(pairs)}.`;
}

/** For each type of 16 bits, the first row whose position the type cannot represent. */
const ODD_ROWS = /** @type {const} */ ([
  [257, 'bfloat16'],
  [2049, 'float16'],
]);

/**
 * Says whether few rows depart, or all rows from some row on.
 * @param {Measured} found
 */
function rowNote({ byRow: { departed } }) {
  const rows = departed.length;
  const list = nonzero(departed);
  if (rows < 4 || list.length === rows) return undefined;
  const [first] = list;
  if (list.length === 1) return `Only row ${first} differs.`;
  const rounding = ODD_ROWS.find(([row]) => row === first)?.[1];
  if (rounding && !departed[first + 1] && departed[first + 2])
    return `From row ${first} on, rows differ, but not row ${first + 1}: are positions rounded to ${rounding}?`;
  if (list.length <= rows / 4)
    return `Only ${list.length} of ${rows} rows differ: ${listed(list)}.`;
  if (list.length === rows - first && first > 1) return `All rows from row ${first} on differ.`;
  return undefined;
}

/** Returns the first numbers of a list as text. @param {number[]} list */
const listed = (list) =>
  list.length > 6 ? `${list.slice(0, 5).join(', ')}, ...` : list.join(', ');

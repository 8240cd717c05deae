/*
 * Compares all rows of large arrays with a rotation that was found in their first rows. The rows
 * are read in pieces.
 */
import { examineRotation } from './pairs.js';
import { elements } from './reports.js';
import { farthestOf, rotationCheck } from './rotation-check.js';

/** @typedef {import('../files/tensor.js').Tensor} Tensor */
/** @typedef {import('./pairs.js').Pair} Pair */
/** @typedef {import('./pairs.js').Reading} Reading */
/** @typedef {import('./pairs.js').RotationFinding} RotationFinding */
/** @typedef {import('./rotation-check.js').Wanted} Wanted */

/**
 * Large arrays, and how they are read.
 * @typedef {object} Whole
 * @property {Tensor[]} tensors both arrays
 * @property {number} read how many of their first rows were searched for a rotation
 * @property {ArrayLike<number>} [positions] the positions of all rows, or only that of the first
 * @property {(fraction: number) => void} tell is called with the fraction of the rows that are read
 */

/**
 * How large arrays differ from the rotation that they should have.
 * @typedef {object} WholeCheck
 * @property {number} differ how many elements differ
 * @property {number} loose how many elements agree only because angles may have errors of float32
 * @property {number} count how many elements there are
 * @property {ArrayLike<number>} positions the positions of the rows of a sequence
 * @property {number} [first] the first row that differs, as an index on the first axis
 * @property {string} [readAs] the type whose rules are used, if the model's own type is not known
 * @property {string[]} causes sentences that say what is wrong from the row `first` on
 */

/** A cause is sought in at most this many rows, from the first wrong row on. */
const SOUGHT = 1024;

/**
 * Compares all rows with a rotation.
 * @param {Whole} whole
 * @param {RotationFinding} found what was found in the first rows
 * @param {Wanted} wanted the rotation that all rows should have
 * @param {object} parts
 * @param {typeof import('../index.js')} parts.library
 * @param {typeof import('../doctor/index.js')} parts.doctor
 * @returns {Promise<WholeCheck>}
 */
export async function wholeCheck(whole, found, wanted, { library, doctor }) {
  const { tensors, read, tell } = whole;
  const [{ shape, length: count }] = tensors;
  const [rows] = shape;
  const { heads = 1, headDim = 1 } = found.reading;
  const perEntry = count / rows / heads / headDim;
  const positions = positionsOf(whole, found.reading);
  const { start: shift = 0, step = 1, readAs } = wanted;
  const here = positions.map((position) => shift + step * position);
  const textLength = farthestOf(here) + 1;
  let differ = 0;
  let loose = 0;
  /** @type {number | undefined} */
  let first;
  for (let start = 0; start < rows; start += read) {
    const end = Math.min(rows, start + read);
    const piece = await pieceOf(whole, found.reading, start, end, positions);
    const part = { ...found, reading: piece.reading };
    const compared = rotationCheck(piece.pair, part, { ...wanted, textLength }, library);
    if (!compared) break;
    differ += compared.differ;
    loose += compared.loose;
    if (compared.first !== undefined) first ??= start + Math.floor(compared.first / perEntry);
    tell(end / rows);
  }
  const isSought = first !== undefined && found.reading.length === undefined;
  const all = { differ, loose, count, positions, first, readAs };
  if (!isSought) return { ...all, causes: causesAt(first, []) };
  const from = Number(first);
  const end = Math.min(rows, from + SOUGHT);
  const piece = await pieceOf(whole, found.reading, from, end, here);
  const options = { ...piece.reading, expected: wanted };
  const { data } = examineRotation(piece.pair, options, doctor);
  const counted = data.rowPositions ? [`Rows are counted from row ${from}.`] : [];
  return { ...all, causes: causesAt(first, [...data.notes, ...counted]) };
}

/** @param {number | undefined} first @param {string[]} notes */
const causesAt = (first, notes) =>
  first === undefined ? [] : [`Row ${first} differs first.`, ...notes];

/**
 * Returns the positions of the rows of a sequence. Without a length, all rows are one sequence.
 * @param {Whole} whole
 * @param {Reading} reading
 */
function positionsOf({ tensors, positions }, { heads = 1, headDim = 1, length }) {
  const rows = length ?? tensors[0].length / heads / headDim;
  const start = positions?.[0] ?? 0;
  const isList = positions && positions.length === rows;
  return Float64Array.from({ length: rows }, (_, row) => (isList ? positions[row] : start + row));
}

/**
 * Reads rows of both arrays, with their positions.
 * @param {Whole} whole
 * @param {Reading} reading
 * @param {number} start
 * @param {number} end
 * @param {Float64Array} positions
 * @returns {Promise<{pair: Pair, reading: Reading}>}
 */
async function pieceOf({ tensors }, reading, start, end, positions) {
  const [a, b] = tensors;
  const values = [await a.readFloats({ start, end }), await b.readFloats({ start, end })];
  const each = positions.length / a.shape[0];
  const own = reading.length === undefined ? positions.slice(start * each, end * each) : positions;
  const shape = [end - start, ...a.shape.slice(1)];
  const pair = { a: { ...a, shape }, b: { ...b, shape }, values };
  return { pair, reading: { ...reading, positions: own } };
}

/**
 * Returns a finding about large arrays whose first rows have a rotation that later rows lack.
 * @param {RotationFinding} found
 * @param {WholeCheck} all
 * @returns {RotationFinding}
 */
export function departing(found, { differ, count, causes }) {
  const matched = (count - differ) / count;
  const says = [...causes, `The nearest rotation explains ${elements(matched)}.`];
  const data = { ...found.data, matched, notes: causes };
  const notes = found.notes.filter((note) => !found.data.notes.includes(note));
  return { ...found, data, says, notes, agrees: false };
}

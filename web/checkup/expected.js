/* Makes heat maps that show where arrays differ from each other, or from the nearest formula. */
import * as library from '../index.js';
import { rebuilt } from '../findings/identify-rows.js';
import { NOTHING } from '../findings/tables.js';
import { heatOf } from './heat.js';

/** @typedef {import('../files/tensor.js').Tensor} Tensor */
/** @typedef {import('../findings/pairs.js').Pair} Pair */
/** @typedef {import('../findings/tables.js').TableFinding} TableFinding */
/** @typedef {import('../findings/tables.js').Read} Read */

/**
 * Returns the heat map of what differs between a rotation and the expected one, if anything does.
 * @param {Pair} pair
 * @param {import('../findings/rotation-check.js').RotationCheck | undefined} found
 */
export const rotationHeat = ({ values: [, after] }, found) =>
  found?.differ ? heatOf(after, found.expected, { ...found.axes, ...found }) : undefined;

/**
 * Returns the heat map of the differences between two arrays.
 * @param {Pair} pair
 * @param {import('../doctor/compare.js').Comparison} found
 */
export function comparisonHeat({ values: [first, second] }, found) {
  const rows = found.byRow.departed.length;
  return heatOf(first, second, rowsAndColumns(rows, first.length / rows), found);
}

/** @param {number} rows @param {number} columns */
const rowsAndColumns = (rows, columns) => ({
  rows,
  columns,
  names: 'columns',
  rowOf: (/** @type {number} */ i) => Math.floor(i / columns),
  columnOf: (/** @type {number} */ i) => i % columns,
});

/**
 * Returns the heat map of what differs between a table and the nearest formula, if anything does.
 * @param {Tensor} tensor
 * @param {TableFinding} found
 */
export async function tableHeat(tensor, { data, dim, length }) {
  const read = 'rowsRead' in data ? data.rowsRead[0] : undefined;
  if (!data.departure || !read || data.matched < NOTHING) return undefined;
  const got = await tensor.readFloats(tensor.shape[0] === length ? read : undefined);
  const rows = { start: 0, end: got.length / dim };
  const expected = rebuilt(library, /** @type {Read} */ (data), rows, dim);
  if (expected.length !== got.length) return undefined;
  return heatOf(got, expected, rowsAndColumns(rows.end, dim));
}

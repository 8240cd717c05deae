/* Adding a table to embeddings, in place. */
import * as check from './check.js';
import {TILE, copyIn, copyOut, open, tiles} from './wasm.js';

/**
 * Adds a table of positions to embeddings, in place, and returns them.
 *
 * - addPositional(x, table, {length, dim}): x is [..., length, dim], flat; the first `length` rows
 *   of the table are added to each batch.
 * - addPositional(embeddings, pe): arrays of rows, as in the common tutorial code; rows of pe may
 *   be longer, and more, than those of embeddings.
 *
 * @template {Float32Array | ArrayLike<number>[]} T
 * @param {T} x
 * @param {Float32Array | ArrayLike<number>[]} table
 * @param {{length: number, dim: number}} [options] required for flat arrays
 * @returns {T} x
 * @throws {RangeError | TypeError}
 */
export function addPositional(x, table, options) {
  if (Array.isArray(x)) return addRows(/** @type {any} */ (x), table);
  check.array('x', x, ['Float32Array']);
  check.array('table', table, ['Float32Array']);
  const {length, dim} = check.settings(options, {length: NaN, dim: NaN});
  const period = check.count('length', length) * check.count('dim', dim);
  check.rowsOf('x', x, period, '[..., length, dim]');
  if (table.length < period) check.refuse('table', `at least ${period} elements ([length, dim])`, table);
  const m = open(), most = TILE / 4, addends = m.window + TILE;
  tiles(period, most, (from, some) => {
    copyIn(m.f32, addends, table, from, 1, some);
    const whole = some === period;  // the table stands in the window: stream all batches past it
    tiles(whole ? x.length : x.length / period, whole ? most : 1, (first, count) => {
      const at = whole ? first : first * period + from, n = whole ? count : some;
      copyIn(m.f32, m.window, x, at, 1, n);
      m.kernels.pe_add(m.window, addends, n, whole ? first : 0, some);
      copyOut(m.f32, m.window, x, at, 1, n);
    });
  });
  return x;
}

/** @param {any[]} rows @param {any} pe */
function addRows(rows, pe) {
  if (!Array.isArray(pe)) check.refuseKind('pe', 'an array of rows', pe);
  if (pe.length < rows.length) check.refuse('pe', `at least ${rows.length} rows`, pe);
  rows.forEach((row, i) => {
    if (!Array.isArray(row)) check.array(`embeddings[${i}]`, row, ['Array', 'Float32Array', 'Float64Array']);
    if (!Array.isArray(pe[i])) check.array(`pe[${i}]`, pe[i], ['Array', 'Float32Array', 'Float64Array']);
    if (pe[i].length < row.length) check.refuse(`pe[${i}]`, `at least ${row.length} elements`, pe[i]);
  });
  rows.forEach((row, i) => {
    if (check.isKind(row, 'Float32Array') && check.isKind(pe[i], 'Float32Array')) addPositional(row, pe[i], {length: 1, dim: row.length});
    else for (let k = 0; k < row.length; k++) row[k] += pe[i][k];  // rows of plain numbers, which are doubles
  });
  return /** @type {any} */ (rows);
}

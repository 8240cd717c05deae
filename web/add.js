/* Adding a table to embeddings, in place. */
import * as check from './check.js';
import {TILE, address, copyIn, copyOut, open, resident} from './wasm.js';

const NAMES = check.names('length dim');

/** Elements of a tile. */
const MOST = TILE / 4;

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
  if (Array.isArray(x)) {
    check.known(options, NAMES);
    return addRows(/** @type {any} */ (x), table);
  }
  const period = checked(x, table, options), m = open(x, /** @type {any} */ (table)), stays = resident(m, /** @type {any} */ (table));
  if (stays || period <= MOST) {  // the table stands in wasm memory, and all batches stream past it
    if (!stays) copyIn(m.f32, m.window + TILE, table, 0, 1, period);
    stream(m, x, 0, x.length, stays ? address(table, 0) : m.window + TILE, period);
  } else for (let from = 0; from < period; from += MOST) {
    const some = Math.min(MOST, period - from);
    copyIn(m.f32, m.window + TILE, table, from, 1, some);
    for (let at = from; at < x.length; at += period) stream(m, x, at, some, m.window + TILE, some);
  }
  return x;
}

/** The elements of the table that are added. On its own, and lean, for the sake of small arrays. @param {any} x @param {any} table @param {any} options */
function checked(x, table, options) {
  check.array('x', x, check.FLOAT32);
  check.array('table', table, check.FLOAT32);
  let names = 0;
  for (const _ in options) names++;
  if (names !== 2) options = check.known(options, NAMES);  // two names that are none of ours leave both undefined
  const {length, dim} = options, period = check.count('length', length) * check.count('dim', dim);
  check.rowsOf('x', x, period, '[..., length, dim]');
  if (table.length < period) check.refuse('table', `at least ${period} elements ([length, dim])`, table);
  return period;
}

/**
 * Adds `period` addends, over and over, to part of x.
 * @param {import('./wasm.js').Machine} m @param {Float32Array} x @param {number} at @param {number} total
 * @param {number} addends where they stand @param {number} period
 */
function stream(m, x, at, total, addends, period) {
  if (resident(m, x)) return m.kernels.pe_add(address(x, at), addends, total, 0, period);
  for (let done = 0; done < total; done += MOST) {
    const count = Math.min(MOST, total - done);
    copyIn(m.f32, m.window, x, at + done, 1, count);
    m.kernels.pe_add(m.window, addends, count, done && done % period, period);
    copyOut(m.f32, m.window, x, at + done, 1, count);
  }
}

/** @param {string} name @param {any} row */
function checkRow(name, row) {
  if (!Array.isArray(row)) check.array(name, row, check.FLOATS);
  else row.forEach((value, k) => typeof value === 'number' || check.refuseKind(`${name}[${k}]`, 'a number', value));
}

/** @param {any[]} rows @param {any} pe */
function addRows(rows, pe) {
  if (!Array.isArray(pe)) check.refuseKind('pe', 'an array of rows', pe);
  if (pe.length < rows.length) check.refuse('pe', `at least ${rows.length} rows`, pe);
  rows.forEach((row, i) => {
    checkRow(`embeddings[${i}]`, row);
    checkRow(`pe[${i}]`, pe[i]);
    if (pe[i].length < row.length) check.refuse(`pe[${i}]`, `at least ${row.length} elements`, pe[i]);
  });
  rows.forEach((row, i) => {
    if (check.isKind(row, 'Float32Array') && check.isKind(pe[i], 'Float32Array')) addPositional(row, pe[i], {length: 1, dim: row.length});
    else for (let k = 0; k < row.length; k++) row[k] += pe[i][k];  // rows of plain numbers, which are doubles
  });
  return /** @type {any} */ (rows);
}

/* Adding a table to embeddings, in place. */
import * as check from './check.js';
import {TILE, address, copyIn, copyOut, open, piece, resident} from './wasm.js';

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
  const period = checked(x, table, options), m = open(x, /** @type {any} */ (table));
  if (x.length === period && period <= MOST && !m.arena) return addOnce(m, x, table, period);
  const stays = resident(m, /** @type {any} */ (table));
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

/**
 * One batch that fits a tile, with nothing between the copies: at 128 elements they are most of the cost.
 * @param {import('./wasm.js').Machine} m @param {any} x @param {any} table @param {number} count
 */
function addOnce(m, x, table, count) {
  const at = m.window / 4;
  m.f32.set(x, at);
  m.f32.set(table.length === count ? table : table.subarray(0, count), at + MOST);
  m.kernels.pe_add(m.window, m.window + TILE, count, 0, count);
  x.set(piece(m.f32, at, count));
  return x;
}

/**
 * The elements of the table that are added. The common case is decided at once, for the sake of
 * small arrays; whatever else comes is checked, and refused, in full.
 * @param {any} x @param {any} table @param {any} options
 */
function checked(x, table, options) {
  let names = 0;
  for (const _ in options) names++;
  if (names === 2) {
    const {length, dim} = options;
    if (Number.isInteger(length) && Number.isInteger(dim) && length > 0 && dim > 0 && x instanceof Float32Array && table instanceof Float32Array &&
      x.length === length * dim && table.length >= length * dim) return length * dim;
  }
  check.array('x', x, check.FLOAT32);
  check.array('table', table, check.FLOAT32);
  const {length, dim} = check.known(options, NAMES), period = check.count('length', length) * check.count('dim', dim);
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

/*
 * Adds a table to embeddings, in place. Arrays pass through the window of wasm memory in tiles.
 * Resident arrays, which are in a machine's memory already, do not. wasm.js explains these words.
 */
import * as check from '../check.js';
import { TILE, address, copyIn, copyOut, open, piece, resident } from '../wasm.js';

/** @typedef {import('../wasm.js').Machine} Machine */

const NAMES = check.names('length dim');

/**
 * The number of elements of a tile. The window has a tile for the embeddings, followed by a tile
 * for the table.
 */
const MOST = TILE / 4;

/** Returns the address of the tile for the table. @param {Machine} machine */
const tableTile = ({ window }) => window + TILE;

/**
 * Adds a table of positions to embeddings, in place, and returns the embeddings.
 *
 * - addPositional(x, table, {length, dim}): x is a flat array [..., length, dim]. The first
 *   `length` rows of the table are added to each batch of x.
 * - addPositional(embeddings, pe): Both are arrays of rows, as in common tutorial code. pe may have
 *   more rows than the embeddings, and its rows may be longer.
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
    addRows(x, table);
  } else {
    const flat = /** @type {Float32Array} */ (x);
    addFlat(flat, /** @type {Float32Array} */ (table), options);
  }
  return x;
}

/**
 * Adds a flat table to flat embeddings.
 * @param {Float32Array} x
 * @param {Float32Array} table
 * @param {{length: number, dim: number} | undefined} options
 */
function addFlat(x, table, options) {
  const period = checkFlat(x, table, options);
  const machine = open(x, table);
  if (x.length === period && period <= MOST && !machine.arena) addOnce(machine, x, table, period);
  else if (resident(machine, table)) stream(machine, x, 0, x.length, address(table, 0), period);
  else if (period <= MOST) {
    const addends = tableTile(machine);
    copyIn(machine.f32, addends, table, 0, 1, period);
    stream(machine, x, 0, x.length, addends, period);
  } else addPieces(machine, x, table, period);
}

/**
 * Checks the arguments, and returns how many elements of the table are added to each batch. A short
 * test accepts the usual arguments, which saves time for small arrays. Other arguments go through
 * all checks.
 * @param {Float32Array} x
 * @param {Float32Array} table
 * @param {{length: number, dim: number} | undefined} options
 */
function checkFlat(x, table, options) {
  if (hasBothNames(options)) {
    const { length, dim } = options;
    if (
      Number.isInteger(length) &&
      Number.isInteger(dim) &&
      length > 0 &&
      dim > 0 &&
      x instanceof Float32Array &&
      table instanceof Float32Array &&
      x.length === length * dim &&
      table.length >= length * dim
    )
      return length * dim;
  }
  check.array('x', x, check.FLOAT32);
  check.array('table', table, check.FLOAT32);
  const { length, dim } = check.known(options, NAMES);
  const period = check.count('length', length) * check.count('dim', dim);
  check.rowsOf('x', x, period, '[..., length, dim]');
  if (table.length < period)
    check.refuse('table', `at least ${period} elements ([length, dim])`, table);
  return period;
}

/**
 * Whether options have the properties `length` and `dim` and no others.
 * @param {{length: number, dim: number} | undefined} options
 * @returns {options is {length: number, dim: number}}
 */
function hasBothNames(options) {
  let count = 0;
  for (const name in options) {
    if (name !== 'length' && name !== 'dim') return false;
    count++;
  }
  return count === 2;
}

/**
 * Adds the table to one batch that fits a tile. It does only the copies and the addition, because
 * the copies are already most of the cost at 128 elements.
 * @param {Machine} machine
 * @param {Float32Array} x
 * @param {Float32Array} table
 * @param {number} count the number of elements of the batch
 */
function addOnce({ f32, kernels, window }, x, table, count) {
  const at = window / 4;
  f32.set(x, at);
  f32.set(table.length === count ? table : table.subarray(0, count), at + MOST);
  kernels.pe_add(window, window + TILE, count, 0, count);
  x.set(piece(f32, at, count));
}

/**
 * Adds a table that does not fit a tile. It adds one piece of the table to all batches, then the
 * next piece.
 * @param {Machine} machine
 * @param {Float32Array} x
 * @param {Float32Array} table
 * @param {number} period the number of elements of a batch
 */
function addPieces(machine, x, table, period) {
  const addends = tableTile(machine);
  for (let from = 0; from < period; from += MOST) {
    const some = Math.min(MOST, period - from);
    copyIn(machine.f32, addends, table, from, 1, some);
    for (let at = from; at < x.length; at += period) stream(machine, x, at, some, addends, some);
  }
}

/**
 * Adds a list of `period` numbers to each `period` elements of a part of x.
 * @param {Machine} machine
 * @param {Float32Array} x
 * @param {number} at the index of the first element of the part
 * @param {number} total the number of elements of the part
 * @param {number} addends the address of the list
 * @param {number} period
 */
function stream(machine, x, at, total, addends, period) {
  const { f32, kernels, window } = machine;
  if (resident(machine, x)) {
    kernels.pe_add(address(x, at), addends, total, 0, period);
    return;
  }
  for (let done = 0; done < total; done += MOST) {
    const count = Math.min(MOST, total - done);
    copyIn(f32, window, x, at + done, 1, count);
    kernels.pe_add(window, addends, count, done && done % period, period);
    copyOut(f32, window, x, at + done, 1, count);
  }
}

/**
 * Checks that a row is a Float32Array, a Float64Array, or a plain array of numbers.
 * @param {string} name
 * @param {unknown} row
 */
function checkRow(name, row) {
  if (!Array.isArray(row)) {
    check.array(name, row, check.FLOATS);
    return;
  }
  row.forEach((value, k) => {
    if (typeof value !== 'number') check.refuseKind(`${name}[${k}]`, 'a number', value);
  });
}

/**
 * Adds each row of `pe` to the row of `rows` with the same index.
 * @param {ArrayLike<number>[]} rows
 * @param {Float32Array | ArrayLike<number>[]} pe
 */
function addRows(rows, pe) {
  if (!Array.isArray(pe)) check.refuseKind('pe', 'an array of rows', pe);
  const addends = /** @type {ArrayLike<number>[]} */ (pe);
  if (addends.length < rows.length) check.refuse('pe', `at least ${rows.length} rows`, pe);
  rows.forEach((row, i) => {
    checkRow(`embeddings[${i}]`, row);
    checkRow(`pe[${i}]`, addends[i]);
    if (addends[i].length < row.length)
      check.refuse(`pe[${i}]`, `at least ${row.length} elements`, addends[i]);
  });
  rows.forEach((row, i) => addRow(/** @type {number[]} */ (row), addends[i]));
}

/**
 * Adds `addends` to a row. A kernel adds them if both are floats. Otherwise a plain loop does.
 * @param {number[] | Float32Array} row
 * @param {ArrayLike<number>} addends
 */
function addRow(row, addends) {
  if (check.isKind(row, 'Float32Array') && check.isKind(addends, 'Float32Array')) {
    const shape = { length: 1, dim: row.length };
    addFlat(/** @type {Float32Array} */ (row), /** @type {Float32Array} */ (addends), shape);
  } else for (let k = 0; k < row.length; k++) row[k] += addends[k];
}

/*
 * Adds a table to embeddings, in place. Most arrays pass through the window of wasm memory in
 * tiles. Resident arrays are in a machine's memory already, and are used there. wasm.js explains
 * these words.
 */
import * as check from '../check.js';
import { TILE, address, copyIn, copyOut, open, piece, resident } from '../wasm.js';

/** @typedef {import('../wasm.js').Machine} Machine */

const readOptions = check.reader('addPositional', [], ({ length, dim }) => ({ length, dim }));

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
 * @example
 * const embeddings = new Float32Array(2 * 3 * 4);
 * addPositional(embeddings, sinusoidal(3, 4), { length: 3, dim: 4 });
 * console.log(embeddings.subarray(4, 8)); // [0.8415, 0.5403, 0.01, 0.9999]
 */
export function addPositional(x, table, options) {
  const { length, dim } = readOptions(options);
  if (check.tagOf(x) || !check.isKind(x, 'Array')) addFlat(x, table, length, dim);
  else if (options === undefined) addRows(x, table);
  else check.refuseUnused('options', 'for arrays of rows, whose lengths are known', options);
  return x;
}

/**
 * Adds a flat table to flat embeddings.
 * @param {unknown} embeddings
 * @param {unknown} table
 * @param {number} length
 * @param {number} dim
 */
function addFlat(embeddings, table, length, dim) {
  const period = check.count('length', length) * check.count('dim', dim);
  const x = /** @type {Float32Array} */ (check.array('x', embeddings, check.FLOAT32));
  const addends = /** @type {Float32Array} */ (check.array('table', table, check.FLOAT32));
  if (x.length !== period) check.rowsOf('x', x, period, '[..., length, dim]');
  if (addends.length < period)
    check.refuse('table', `at least ${period} elements ([length, dim])`, addends);
  addTable(x, addends, period);
}

/**
 * Adds the first `period` elements of a table to each `period` elements of x.
 * @param {Float32Array} x
 * @param {Float32Array} table
 * @param {number} period
 */
function addTable(x, table, period) {
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
 * Adds the table to one batch that fits a tile. It does nothing but copy and add, because the
 * copies are already most of the cost at 128 elements.
 * @param {Machine} machine
 * @param {Float32Array} x
 * @param {Float32Array} table
 * @param {number} count the number of elements of the batch
 */
function addOnce({ f32, kernels, window }, x, table, count) {
  const at = window / 4;
  check.write(f32, x, at);
  check.write(f32, table.length === count ? table : check.part(table, 0, count), at + MOST);
  kernels.pe_add(window, window + TILE, count, 0, count);
  check.write(x, piece(f32, at, count));
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
 * A row of embeddings, and the row that is added to it. A plain array is copied when it is checked,
 * because a getter or a proxy may give another number later.
 * @typedef {object} Row
 * @property {unknown} row
 * @property {ArrayLike<number>} values the numbers of the row
 * @property {ArrayLike<number>} addends
 */

/**
 * Checks that a row is a Float32Array, a Float64Array, or a plain array of numbers. Returns its
 * numbers.
 * @param {'embeddings' | 'pe'} list the name of the list that contains the row
 * @param {number} i the index of the row
 * @param {unknown} row
 * @returns {ArrayLike<number>}
 */
function numbersOf(list, i, row) {
  // Usual arrays are returned first, because making the name of a row takes longer than this check.
  if (check.isUsualFloats(row)) return row;
  const name = `${list}[${i}]`;
  return check.isKind(row, 'Array')
    ? check.copy(name, row)
    : check.array(name, /** @type {check.Floats} */ (row), check.FLOATS);
}

/**
 * Adds each row of `pe` to the row of `rows` with the same index. Typed arrays are checked again
 * after all rows are read, because reading a row may run code of the caller.
 * @param {unknown} rows
 * @param {unknown} pe
 */
function addRows(rows, pe) {
  const embeddings = check.items('embeddings', rows, 'an array of rows');
  const tables = check.items('pe', pe, 'an array of rows');
  const { length } = embeddings;
  if (tables.length < length) check.refuse('pe', `at least ${length} rows`, pe);
  /** @type {Row[]} */
  const found = [];
  /**
   * The copies of plain rows, if there are any. A row may occur twice; then both additions go to
   * the same copy.
   * @type {Map<unknown, ArrayLike<number>> | undefined}
   */
  let copies;
  for (let i = 0; i < length; i++) {
    const row = embeddings.read(i);
    const values = copies?.get(row) ?? numbersOf('embeddings', i, row);
    // A typed array needs no copy. Adding it to the map would take 40 ns.
    if (isPlain(row)) (copies ??= new Map()).set(row, values);
    found.push({ row, values, addends: numbersOf('pe', i, tables.read(i)) });
  }
  for (let i = 0; i < length; i++) {
    const values = numbersOf('embeddings', i, found[i].values);
    const addends = numbersOf('pe', i, found[i].addends);
    if (addends.length < values.length)
      check.refuse(`pe[${i}]`, `at least ${values.length} elements`, addends);
  }
  if (copies) addToPlainRows(found.filter(({ row }) => isPlain(row)));
  for (const each of found) if (!isPlain(each.row)) addToTypedRow(each);
}

/** Returns whether a row is a plain array. @param {unknown} row */
const isPlain = (row) => check.tagOf(row) === undefined;

/**
 * Adds to plain arrays. They are changed before the typed arrays, because a plain array may be
 * frozen. If one is frozen, the rows before it get their old numbers back, so that no row is
 * changed.
 * @param {Row[]} rows
 */
function addToPlainRows(rows) {
  /** @type {{row: object, before: ArrayLike<number>}[]} */
  const written = [];
  try {
    for (const { row: list, values: numbers, addends } of rows) {
      const row = /** @type {number[]} */ (list);
      const values = /** @type {Float64Array} */ (numbers);
      written.unshift({ row, before: values.slice() });
      for (let k = 0; k < values.length; k++) {
        values[k] += addends[k];
        row[k] = values[k];
      }
    }
  } catch (cause) {
    for (const { row, before } of written)
      for (let k = 0; k < before.length; k++) Reflect.set(row, k, before[k]);
    throw check.failure(TypeError, 'embeddings', 'rows that can be changed', 'a frozen one', {
      cause,
    });
  }
}

/**
 * Adds to a typed array. If both rows are Float32Arrays, a kernel adds them. Otherwise, a plain
 * loop adds them.
 * @param {Row} row
 */
function addToTypedRow({ values, addends }) {
  const x = /** @type {Float32Array} */ (values);
  if (check.tagOf(x) === 'Float32Array' && check.tagOf(addends) === 'Float32Array')
    addTable(x, /** @type {Float32Array} */ (addends), x.length);
  else for (let k = 0; k < x.length; k++) x[k] += addends[k];
}

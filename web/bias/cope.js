/*
 * Positions that depend on the contents of tokens (Golovneva et al. 2024, CoPE). Every token has a
 * gate between 0 and 1. A position is the sum of the gates from the query back to the key.
 */
import * as check from '../check.js';
import { checkQueries } from './query-tables.js';
import { Carver, copyIn, copyOut, open, tiles } from '../wasm.js';

/** @typedef {import('../wasm.js').Machine} Machine */

const readPositionOptions = check.reader('copePositions', [], ({ maxPosition, out }) => ({
  maxPosition,
  out,
}));
const readOptions = check.reader(
  'copeBias',
  [],
  ({ logits, q, table, heads, queries, keys, headDim, scale, out }) => ({
    logits,
    q,
    table,
    heads,
    queries,
    keys,
    headDim,
    scale,
    out,
  }),
);

/** The largest number of keys that are processed at once. */
const COLUMNS = 4096;

/** The largest number of elements in each work area. */
const ROOM = 32768;

/**
 * Returns the position of each key relative to its query: the sum of the gates 1 / (1 + e^-logit)
 * from the query back to the key, including both. The position of keys after their query is 0, and
 * their logits are not read.
 * @param {Float32Array} logits [..., queries, keys]
 * @param {number} queries the number of queries; the last query is at the position of the last key
 * @param {number} keys
 * @param {object} [options]
 * @param {number} [options.maxPosition] the largest position; larger sums become this position; by
 *   default there is no limit
 * @param {Float32Array} [options.out]
 * @returns {Float32Array<ArrayBuffer>} the same shape as logits
 * @throws {RangeError | TypeError}
 * Source: Golovneva et al. 2024 (Contextual Position Encoding)
 * @example
 * console.log(copePositions(new Float32Array(3), 1, 3)); // [1.5, 1, 0.5]
 * console.log(copePositions(Float32Array.of(9, -9, 9), 1, 3)); // [1.9999, 1, 0.9999]
 */
export function copePositions(logits, queries, keys, options) {
  const { maxPosition, out: given } = readPositionOptions(options);
  const scores = check.array('logits', logits, check.FLOAT32);
  const size = check.count('queries', queries) * check.count('keys', keys);
  const groups = check.rowsOf('logits', scores, size, '[..., queries, keys]');
  const last = maxPosition === undefined ? Infinity : check.number('maxPosition', maxPosition, 0);
  const out = check.result(given, Float32Array, scores.length, '[..., queries, keys]');
  return countGates(out, scores, groups, queries, keys, last);
}

/**
 * Returns scale * (q . table[position]) for the positions of copePositions, limited to the last row
 * of the table. If a position lies between two rows, their products are interpolated linearly. Keys
 * after their query get -Infinity.
 * @param {object} options
 * @param {Float32Array} options.logits [heads, queries, keys]; in the authors' code they are scaled
 *   by 1 / sqrt(headDim)
 * @param {Float32Array} options.q [heads, queries, headDim]
 * @param {Float32Array} options.table [positions, headDim], shared by all heads; 1 to 32768 rows
 * @param {number} options.heads
 * @param {number} options.queries the number of queries; the last query is at the position of the
 *   last key
 * @param {number} options.keys
 * @param {number} options.headDim the number of elements of each head, at most 8192
 * @param {number} [options.scale] default 1
 * @param {Float32Array} [options.out] the array for the result, which may be `logits`; by default a
 *   new one
 * @returns {Float32Array<ArrayBuffer>} [heads, queries, keys]
 * @throws {RangeError | TypeError}
 * Source: Golovneva et al. 2024 (Contextual Position Encoding)
 * @example
 * const logits = new Float32Array(3);
 * const q = Float32Array.of(1, 0);
 * const table = Float32Array.of(0, 0, 1, 0, 2, 0);
 * const shape = { heads: 1, queries: 1, keys: 3, headDim: 2 };
 * console.log(copeBias({ logits, q, table, ...shape })); // [1.5, 1, 0.5]
 */
export function copeBias(options) {
  const given = checkQueries(readOptions(options), 0);
  const { heads, queries, keys, headDim } = given;
  const logits = check.shaped('logits', given.logits, { heads, queries, keys });
  const table = check.array('table', given.table, check.FLOAT32);
  const positions = check.rowsOf('table', table, headDim, '[positions, headDim]');
  if (!positions || positions > ROOM) check.refuse('table', `1 to ${ROOM} rows`, table);
  check.apart('out', given.out, 'q', given.q);
  check.apart('out', given.out, 'table', table);
  return countGates(given.out, logits, heads, queries, keys, positions - 1, {
    q: given.q,
    table,
    headDim,
    scale: given.scale,
  });
}

/**
 * The inputs that a bias needs in addition to the positions.
 * @typedef {object} Reading
 * @property {Float32Array} q [groups, queries, headDim]
 * @property {Float32Array} table [positions, headDim]
 * @property {number} headDim
 * @property {number} scale
 */

/**
 * Writes the position of every key. With `reading`, writes the bias at that position instead.
 * @param {Float32Array<ArrayBuffer>} out [groups, queries, keys]
 * @param {Float32Array} logits [groups, queries, keys]
 * @param {number} groups
 * @param {number} queries
 * @param {number} keys
 * @param {number} last the largest position
 * @param {Reading} [reading]
 * @returns {Float32Array<ArrayBuffer>} out
 */
function countGates(out, logits, groups, queries, keys, last, reading) {
  const machine = open();
  const { kernels, f32, f64 } = machine;
  const carver = new Carver(machine);
  const products = reading && new Products(machine, carver, reading);
  const positions = reading ? last + 1 : 0;
  const dim = reading ? reading.headDim : 1;
  const mostColumns = Math.min(keys, COLUMNS);
  const mostRows = Math.floor(ROOM / Math.max(64, positions, dim, mostColumns));
  const tile = carver.words(mostRows * mostColumns);
  const sums = carver.doubles(mostRows);
  const read = products ? products.area : 0;
  for (let group = 0; group < groups; group++)
    tiles(queries, mostRows, (query, rows) => {
      const row = group * queries + query;
      products?.make(row, rows);
      f64.fill(0, sums / 8, sums / 8 + rows);
      // Gates are summed from the query back to the first key, so the last keys are processed
      // first.
      for (let end = keys; end > 0; end -= COLUMNS) {
        const columns = Math.min(end, COLUMNS);
        const first = end - columns;
        const at = row * keys + first;
        copyIn(f32, tile, logits, at, rows, columns, keys);
        const queryColumn = query + keys - queries - first;
        kernels.pe_cope(tile, rows, columns, queryColumn, sums, last, read, positions);
        copyOut(f32, tile, out, at, rows, columns, keys);
      }
    });
  return check.given(out);
}

/** Computes the products of queries with all rows of a table. */
class Products {
  /**
   * @param {Machine} machine
   * @param {Carver} carver
   * @param {Reading} reading
   */
  constructor(machine, carver, reading) {
    this.machine = machine;
    this.reading = reading;
    this.positions = reading.table.length / reading.headDim;
    this.area = carver.doubles(ROOM);
    this.queryArea = carver.doubles(ROOM);
    this.tableArea = carver.doubles(ROOM);
  }

  /**
   * Computes the products of some queries with all rows of the table, [rows, positions].
   * @param {number} row the index of the first of these queries, counted through all heads
   * @param {number} rows
   */
  make(row, rows) {
    const { machine, positions, area, queryArea, tableArea } = this;
    const { q, table, headDim: dim, scale } = this.reading;
    const { kernels, f64 } = machine;
    copyIn(f64, queryArea, q, row * dim, rows, dim);
    tiles(positions, Math.floor(ROOM / dim), (first, count) => {
      copyIn(f64, tableArea, table, first * dim, count, dim);
      const to = area + 8 * first;
      kernels.pe_products(to, positions, queryArea, rows, tableArea, count, dim, scale);
    });
  }
}

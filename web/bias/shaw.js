/* Relative positions up to a largest distance (Shaw et al. 2018). */
import { NO_BUCKET, makeBuckets, writeBuckets } from './buckets.js';
import { checkShape } from './distance.js';
import * as check from '../check.js';
import { PairSum, checkQueries, writeRelative } from './query-tables.js';
import { Carver, WIDEST, copyIn, copyOut, open, tiles } from '../wasm.js';

const readBucketOptions = check.reader('shawBuckets', ['relative'], ({ maxDistance, out }) => ({
  maxDistance,
  out,
}));
const readOptions = check.reader(
  'shawBias',
  ['relative'],
  ({ q, table, heads, queries, keys, headDim, maxDistance, causal, scale, out }) => ({
    q,
    table,
    heads,
    queries,
    keys,
    headDim,
    maxDistance,
    causal,
    scale,
    out,
  }),
);
const readValueOptions = check.reader(
  'shawValues',
  ['relative'],
  ({ weights, table, output, heads, queries, keys, headDim, maxDistance, out }) => ({
    weights,
    table,
    output,
    heads,
    queries,
    keys,
    headDim,
    maxDistance,
    out,
  }),
);

/** The largest maxDistance. Twice this number still fits in a signed integer of 32 bits. */
const FARTHEST = 1073741823;

/**
 * Checks maxDistance, and returns the description of the buckets. A bucket is the number of a table
 * row. Row maxDistance is for key - query = 0, and the rows after it are for keys after the query.
 * @param {number} maxDistance
 * @returns {import('./buckets.js').Buckets}
 */
function bucketsOf(maxDistance) {
  const count = check.count('maxDistance', maxDistance, 0, FARTHEST) + 1;
  return {
    exact: count,
    before: { count, sign: -1, offset: maxDistance },
    after: { count, sign: 1, offset: maxDistance },
  };
}

/**
 * Returns the row of each pair of a query and a key in a table of relative positions: clip(key -
 * query, -maxDistance, maxDistance) + maxDistance. The scheme 'relative_key' of the transformers
 * library uses query - key instead, and clips nothing.
 * @param {number} queries the number of queries; the last query is at the position of the last key
 * @param {number} keys
 * @param {object} [options]
 * @param {number} [options.maxDistance] default 16
 * @param {Int32Array} [options.out]
 * @returns {Int32Array<ArrayBuffer>} [queries, keys]
 * @throws {RangeError | TypeError}
 * Source: Shaw et al. 2018, section 3.2
 * @example
 * console.log(shawBuckets(3, 3, { maxDistance: 1 })); // [1, 2, 2, 0, 1, 2, 0, 0, 1]
 */
export function shawBuckets(queries, keys, options) {
  const { maxDistance = 16, out } = readBucketOptions(options);
  return writeBuckets(queries, keys, out, bucketsOf(maxDistance));
}

/**
 * Returns what the relative-position table for keys adds to the scores (eq. 4): scale * (q .
 * table[row]), with the rows of shawBuckets.
 * @param {object} options
 * @param {Float32Array} options.q [heads, queries, headDim]
 * @param {Float32Array} options.table [2 maxDistance + 1, headDim], or one such table for each
 *   head: [heads, 2 maxDistance + 1, headDim]
 * @param {number} options.heads
 * @param {number} options.queries the number of queries; the last query is at the position of the
 *   last key
 * @param {number} options.keys
 * @param {number} options.headDim the number of elements of each head, at most 8192
 * @param {number} [options.maxDistance] default 16
 * @param {boolean} [options.causal] whether keys after their query get -Infinity; default false
 * @param {number} [options.scale] default 1 / sqrt(headDim), as for the scores themselves
 * @param {Float32Array} [options.out]
 * @returns {Float32Array<ArrayBuffer>} [heads, queries, keys]
 * @throws {RangeError | TypeError}
 * Source: Shaw et al. 2018, eq. 4
 * @example
 * const q = Float32Array.of(1, 0, 0, 1);
 * const table = Float32Array.of(1, 2, 3, 4, 5, 6);
 * const shape = { heads: 1, queries: 2, keys: 2, headDim: 2, maxDistance: 1 };
 * console.log(shawBias({ q, table, scale: 1, ...shape })); // [3, 5, 2, 4]
 */
export function shawBias(options) {
  const given = checkQueries(readOptions(options));
  const { maxDistance = 16 } = given;
  const buckets = bucketsOf(maxDistance);
  const table = checkTable(given, maxDistance);
  if (given.causal) buckets.after = NO_BUCKET;
  return writeRelative(given, buckets, table);
}

/**
 * Checks the table, and returns it with its strides.
 * @param {{table: Float32Array, heads: number, headDim: number}} options
 * @param {number} maxDistance
 * @returns {import('./query-tables.js').Table}
 */
function checkTable({ table: given, heads, headDim }, maxDistance) {
  const rows = 2 * maxDistance + 1;
  const length = rows * headDim;
  const table = check.array('table', given, check.FLOAT32);
  const shared = table.length === length;
  if (!shared) check.shaped('table', table, { heads, '2 maxDistance + 1': rows, headDim });
  return { values: table, head: shared ? 0 : length, row: headDim };
}

/**
 * Returns what the relative-position table for values adds to the output of attention (eq. 3): the
 * sum over all keys of weight * table[row], with the rows of shawBuckets. With `output`, this sum
 * is added to the output of attention. A key that is masked has the weight 0.
 *
 *     const { weights, output } = attention({ q, k, v, bias: shawBias({ q, ... }), ... });
 *     shawValues({ weights, output, out: output, table: valueTable, ... });
 * @param {object} options
 * @param {Float32Array} options.weights [heads, queries, keys], after the softmax
 * @param {Float32Array} options.table [2 maxDistance + 1, headDim], or one such table for each
 *   head: [heads, 2 maxDistance + 1, headDim]
 * @param {number} options.heads
 * @param {number} options.queries the number of queries; the last query is at the position of the
 *   last key
 * @param {number} options.keys
 * @param {number} options.headDim the number of elements of each head, at most 8192
 * @param {number} [options.maxDistance] default 16
 * @param {Float32Array} [options.output] [heads, queries, headDim], the output of attention;
 *   default zeros
 * @param {Float32Array} [options.out] the array for the result, which may be `output`; by default a
 *   new one
 * @returns {Float32Array<ArrayBuffer>} [heads, queries, headDim]; sums are in double precision, and
 *   each element is rounded once
 * @throws {RangeError | TypeError}
 * Source: Shaw et al. 2018, eq. 3
 * @example
 * const weights = Float32Array.of(1, 0, 0.5, 0.5);
 * const table = Float32Array.of(1, 2, 3, 4, 5, 6);
 * const shape = { heads: 1, queries: 2, keys: 2, headDim: 2, maxDistance: 1 };
 * console.log(shawValues({ weights, table, ...shape })); // [3, 4, 2, 3]
 */
export function shawValues(options) {
  const given = readValueOptions(options);
  const { heads, queries, keys, headDim, maxDistance = 16 } = given;
  checkShape(heads, queries, keys);
  check.count('headDim', headDim, 1, WIDEST);
  const buckets = bucketsOf(maxDistance);
  const table = checkTable(given, maxDistance);
  const weights = check.shaped('weights', given.weights, { heads, queries, keys });
  const output =
    given.output === undefined
      ? undefined
      : check.shaped('output', given.output, { heads, queries, headDim });
  const shape = '[heads, queries, headDim]';
  const out = check.result(given.out, Float32Array, heads * queries * headDim, shape);
  check.apart('out', out, 'weights', weights);
  check.apart('out', out, 'table', table.values);
  const arrays = { weights, output, queries, keys, headDim };
  const sum = new ShawValues(open(out), arrays, buckets, table);
  for (let head = 0; head < heads; head++)
    tiles(queries, sum.mostQueries, (query, count) => sum.write(out, head, query, count));
  return check.given(out);
}

/**
 * @typedef {object} ValueOptions
 * @property {Float32Array} weights
 * @property {Float32Array} [output]
 * @property {number} queries
 * @property {number} keys
 * @property {number} headDim
 */

/** Adds values block by block. A block consists of a few queries and keys of a head. */
class ShawValues {
  /**
   * @param {import('../wasm.js').Machine} machine
   * @param {ValueOptions} given
   * @param {import('./buckets.js').Buckets} buckets
   * @param {import('./query-tables.js').Table} table
   */
  constructor(machine, given, buckets, table) {
    this.machine = machine;
    this.given = given;
    this.buckets = buckets;
    this.table = table;
    const dim = given.headDim;
    this.mostQueries = Math.max(1, Math.min(64, Math.floor(16384 / dim)));
    this.mostKeys = 4 * this.mostQueries;
    const pairs = this.mostQueries * this.mostKeys;
    const rows = this.mostQueries + this.mostKeys;
    const carver = new Carver(machine);
    this.index = carver.words(rows);
    this.spans = carver.words(2 * this.mostQueries);
    this.weightArea = carver.words(pairs);
    this.sums = carver.doubles(pairs);
    this.rowArea = carver.doubles(rows * dim);
    /** Contains the output of some queries, and then the sum that a block adds to this output. */
    this.outputArea = carver.doubles(2 * this.mostQueries * dim);
    this.addition = new PairSum(machine, carver);
  }

  /**
   * Writes the result for some queries of a head.
   * @param {Float32Array} out
   * @param {number} head
   * @param {number} query the index of the first query
   * @param {number} count
   */
  write(out, head, query, count) {
    const { f64 } = this.machine;
    const { output, queries, keys, headDim: dim } = this.given;
    const { outputArea } = this;
    const at = (head * queries + query) * dim;
    const length = count * dim;
    if (output) copyIn(f64, outputArea, output, at, 1, length);
    else f64.fill(0, outputArea / 8, outputArea / 8 + length);
    tiles(keys, this.mostKeys, (key, columns) => {
      this.multiply(outputArea + 8 * length, head, query, count, key, columns);
      this.addition.run(outputArea, length);
    });
    copyOut(f64, outputArea, out, at, 1, length);
  }

  /**
   * Computes what a block adds to the output of its queries.
   * @param {number} to the address for the result
   * @param {number} head
   * @param {number} query the first row of the block
   * @param {number} rows
   * @param {number} key the first column of the block
   * @param {number} columns
   */
  multiply(to, head, query, rows, key, columns) {
    const { machine, table, index, spans, weightArea, sums, rowArea } = this;
    const { kernels, f32, f64, i32 } = machine;
    const { weights, queries, keys, headDim: dim } = this.given;
    const first = key - (query + rows - 1 + keys - queries);
    makeBuckets(machine, index, rows - 1 + columns, first, 0, this.buckets);
    const lowest = i32[index / 4];
    const count = i32[index / 4 + rows - 2 + columns] - lowest + 1;
    copyIn(f64, rowArea, table.values, head * table.head + lowest * dim, count, dim);
    copyIn(f32, weightArea, weights, (head * queries + query) * keys + key, rows, columns, keys);
    kernels.pe_relative_sums(sums, weightArea, rows, columns, index, columns);
    // From one key to the next, buckets rise by 0 or 1. So a query needs consecutive table rows.
    for (let row = 0; row < rows; row++) {
      const start = index / 4 + rows - 1 - row;
      i32[spans / 4 + 2 * row] = i32[start];
      i32[spans / 4 + 2 * row + 1] = i32[start + columns - 1] - i32[start] + 1;
    }
    kernels.pe_resize(to, rowArea, count, spans, lowest, sums, columns, rows, dim);
  }
}

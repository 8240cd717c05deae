/* Relative positions up to a largest distance (Shaw et al. 2018). */
import { NO_BUCKET, writeBuckets } from './buckets.js';
import * as check from '../check.js';
import { checkQueries, writeRelative } from './query-tables.js';

const readBucketOptions = check.reader(({ maxDistance, out }) => ({ maxDistance, out }));
const readOptions = check.reader(
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

/** The largest number of distances on one side. Twice as many still fit in a 32-bit integer. */
const FARTHEST = 1073741823;

/**
 * Checks maxDistance, and returns the rows of a table as a description of buckets. Row maxDistance
 * is for key - query = 0. The rows after it are for keys after the query.
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
 * @returns {Int32Array} [queries, keys]
 * @throws {RangeError | TypeError}
 */
export function shawBuckets(queries, keys, options) {
  const { maxDistance = 16, out } = readBucketOptions(options);
  return writeBuckets(queries, keys, out, bucketsOf(maxDistance));
}

/**
 * Returns what the table of relative positions of keys adds to the scores (eq. 4): scale * (q .
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
 * @returns {Float32Array} [heads, queries, keys]
 * @throws {RangeError | TypeError}
 */
export function shawBias(options) {
  const given = checkQueries(readOptions(options));
  const { heads, headDim, maxDistance = 16 } = given;
  const buckets = bucketsOf(maxDistance);
  const rows = 2 * maxDistance + 1;
  const length = rows * headDim;
  const table = check.array('table', given.table, check.FLOAT32);
  const shared = table.length === length;
  if (!shared) check.shaped('table', table, { heads, '2 maxDistance + 1': rows, headDim });
  if (given.causal) buckets.after = NO_BUCKET;
  const head = shared ? 0 : length;
  return writeRelative(given, buckets, { values: table, head, row: headDim });
}

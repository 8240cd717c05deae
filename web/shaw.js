/* Relative positions that stop at a distance (Shaw et al. 2018). */
import {result} from './bias.js';
import {writeBuckets} from './buckets.js';
import * as check from './check.js';
import {WIDEST, writeRelative} from './relative.js';

const BUCKETS = check.names('maxDistance out'), NAMES = check.names('q table heads queries keys headDim maxDistance causal scale out');

/** The row of key - query = 0 is row `most`; later keys have the rows after it. @param {any} most */
const buckets = most => ({exact: check.count('maxDistance', most, 0, 1073741823) + 1, before: [most + 1, -1, most], after: [most + 1, 1, most]});

/**
 * The row of each pair in a table of relative positions: clip(key - query, -maxDistance, maxDistance) + maxDistance.
 * transformers' 'relative_key' counts the other way, query - key, and clips nothing.
 * @param {number} queries @param {number} keys the last query on the last key
 * @param {{maxDistance?: number, out?: Int32Array}} [options] maxDistance: 16
 * @returns {Int32Array} [queries, keys]
 * @throws {RangeError | TypeError}
 */
export function shawBuckets(queries, keys, options) {
  const {maxDistance = 16, out} = check.known(options, BUCKETS);
  return writeBuckets(queries, keys, out, buckets(maxDistance));
}

/**
 * What the keys' table adds to the scores (eq. 4): scale * (q . table[row of shawBuckets]).
 * @param {object} options
 * @param {Float32Array} options.q [heads, queries, headDim]
 * @param {Float32Array} options.table [2 maxDistance + 1, headDim], or one for each head, [heads, ...]
 * @param {number} options.heads @param {number} options.queries @param {number} options.keys
 * @param {number} options.headDim at most 8192
 * @param {number} [options.maxDistance] 16
 * @param {boolean} [options.causal] -Infinity for keys after their query
 * @param {number} [options.scale] 1 / sqrt(headDim), as the scores themselves
 * @param {Float32Array} [options.out]
 * @returns {Float32Array} [heads, queries, keys]
 * @throws {RangeError | TypeError}
 */
export function shawBias(options) {
  const {q, table, heads, queries, keys, headDim: dim, maxDistance = 16, causal = false, scale, out: given} = check.known(options, NAMES);
  const out = result(heads, queries, keys, given, causal), of = buckets(maxDistance), length = (2 * maxDistance + 1) * check.count('headDim', dim, 1, WIDEST);
  check.shaped('q', q, {heads, queries, headDim: dim});
  const shared = check.array('table', table, check.FLOAT32).length === length;
  if (!shared) check.shaped('table', table, {heads, '2 maxDistance + 1': 2 * maxDistance + 1, headDim: dim});
  if (causal) of.after = [1, 0, -1];
  return writeRelative(out, heads, queries, keys, dim, check.scale(scale, dim), of, q, {values: table, head: shared ? 0 : length, row: dim});
}

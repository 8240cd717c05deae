/* The relative positions of Transformer-XL (Dai et al. 2019, section 3.3). */
import { NO_BUCKET } from './buckets.js';
import * as check from '../check.js';
import { checkQueries, writeRelative } from './query-tables.js';

const readOptions = check.reader(
  ({ q, v, table, heads, queries, keys, headDim, clamp, scale, out }) => ({
    q,
    v,
    table,
    heads,
    queries,
    keys,
    headDim,
    clamp,
    scale,
    out,
  }),
);

/**
 * Returns the part of the scores that depends on positions: scale * (q + v) . table[keys - 1 -
 * distance]. Keys after their query get -Infinity, since no row is for them. For the part that
 * depends on contents, call attention with q + u in place of q.
 *
 * To make the table, multiply sinusoidal rows with the matrix of a layer (W_{k,R}, `r_net`). The
 * rows are for the distances keys - 1, ..., 1, 0, and their sines come first. To make these rows,
 * call sinusoidal(keys, dim, {layout: 'concatenated', positions}).
 * @param {object} options
 * @param {Float32Array} options.q [heads, queries, headDim]
 * @param {Float32Array} options.v [heads, headDim], `r_r_bias`
 * @param {Float32Array} options.table [keys, heads, headDim], ordered by descending distance
 * @param {number} options.heads
 * @param {number} options.queries the number of queries; the last query is at the position of the
 *   last key
 * @param {number} options.keys
 * @param {number} options.headDim the number of elements of each head, at most 8192
 * @param {number} [options.clamp] all distances beyond this one use its row (`clamp_len`); default
 *   keys - 1
 * @param {number} [options.scale] default 1 / sqrt(headDim), as for the scores themselves
 * @param {Float32Array} [options.out]
 * @returns {Float32Array} [heads, queries, keys]
 * @throws {RangeError | TypeError}
 */
export function transformerXLBias(options) {
  const given = checkQueries(readOptions(options));
  const { heads, keys, headDim, clamp = keys } = given;
  check.count('clamp', clamp);
  const v = check.shaped('v', given.v, { heads, headDim });
  const table = check.shaped('table', given.table, { keys, heads, headDim });
  const before = { count: clamp + 1, sign: -1, offset: keys - 1 };
  return writeRelative(
    given,
    { exact: keys, before, after: NO_BUCKET },
    { values: table, head: headDim, row: heads * headDim },
    { vectors: v },
  );
}

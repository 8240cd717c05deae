/*
 * The relative positions of Transformer-XL (Dai et al. 2019, section 3.3) and of XLNet (Yang et al.
 * 2019, section 2.4). In XLNet, keys after their query have rows, too.
 */
import { NO_BUCKET } from './buckets.js';
import * as check from '../check.js';
import { checkQueries, writeRelative } from './query-tables.js';

const readOptions = check.reader(
  'transformerXLBias',
  ['transformer-xl'],
  ({ q, v, table, heads, queries, keys, headDim, bidirectional, clamp, scale, out }) => ({
    q,
    v,
    table,
    heads,
    queries,
    keys,
    headDim,
    bidirectional,
    clamp,
    scale,
    out,
  }),
);

/**
 * Returns the part of the scores that depends on positions: scale * (q + v) . table[keys - 1 -
 * distance]. Keys after their query get -Infinity, since the table has no row for them. For the
 * part that depends on contents, call attention with q + u in place of q.
 *
 * With `bidirectional`, as in XLNet, the result is scale * (q + v) . table[keys - distance], where
 * the distance is negative for keys after their query. XLNet's table has this form for attn_type
 * 'bi', and no key uses the first row of this table. For 'uni', call this function without
 * `bidirectional`, and with the table without its first row.
 *
 * To make the table, multiply sinusoidal rows with the matrix of a layer (W_{k,R}, `r_net`). The
 * rows are for the distances keys - 1, ..., 1, 0, and their sines come first. To make these rows,
 * call sinusoidal(keys, dim, {layout: 'concatenated', positions}). For XLNet, call xlnetTable, and
 * multiply its rows with `r`.
 * @param {object} options
 * @param {Float32Array} options.q [heads, queries, headDim]
 * @param {Float32Array} options.v [heads, headDim], `r_r_bias`
 * @param {Float32Array} options.table [keys, heads, headDim], ordered by descending distance; if
 *   bidirectional [keys + queries, heads, headDim], for the distances keys, ..., 1 - queries
 * @param {number} options.heads
 * @param {number} options.queries the number of queries; the last query is at the position of the
 *   last key
 * @param {number} options.keys
 * @param {number} options.headDim the number of elements of each head, at most 8192
 * @param {boolean} [options.bidirectional] whether keys after their query have rows; default false
 * @param {number} [options.clamp] all larger distances use the row of this distance (`clamp_len`);
 *   all distances below -clamp use the row of -clamp; by default there is no limit
 * @param {number} [options.scale] default 1 / sqrt(headDim), as for the scores themselves
 * @param {Float32Array} [options.out]
 * @returns {Float32Array<ArrayBuffer>} [heads, queries, keys]
 * @throws {RangeError | TypeError}
 * Source: Dai et al. 2019, section 3.3
 * @example
 * const q = Float32Array.of(1, 0);
 * const v = Float32Array.of(0, 1);
 * const table = Float32Array.of(1, 2, 3, 4, 5, 6);
 * const shape = { heads: 1, queries: 1, keys: 3, headDim: 2 };
 * console.log(transformerXLBias({ q, v, table, scale: 1, ...shape })); // [3, 7, 11]
 */
export function transformerXLBias(options) {
  const given = checkQueries(readOptions(options));
  const { heads, queries, keys, headDim, bidirectional = false } = given;
  const both = check.flag('bidirectional', bidirectional);
  const rows = both ? keys + queries : keys;
  const { clamp = rows } = given;
  const count = check.count('clamp', clamp) + 1;
  const v = check.shaped('v', given.v, { heads, headDim });
  const shape = { [both ? 'keys + queries' : 'keys']: rows, heads, headDim };
  const table = check.shaped('table', given.table, shape);
  const offset = both ? keys : keys - 1;
  return writeRelative(
    given,
    {
      exact: rows,
      before: { count, sign: -1, offset },
      after: both ? { count, sign: 1, offset } : NO_BUCKET,
    },
    { values: table, head: headDim, row: heads * headDim },
    { vectors: v },
  );
}

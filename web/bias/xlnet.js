/*
 * The table of relative positions of XLNet (Yang et al. 2019, section 2.4), as its authors' code
 * makes it.
 */
import * as check from '../check.js';
import { makeSinusoids } from '../tables/sinusoidal.js';

const readOptions = check.reader(
  'xlnetTable',
  [],
  ({ bidirectional, backward, clamp, base, dtype, precision, out }) => ({
    bidirectional,
    backward,
    clamp,
    base,
    dtype,
    precision,
    out,
  }),
);

/**
 * Makes XLNet's sinusoidal rows of relative positions (`relative_positional_encoding`). They are
 * for the distances keys, keys - 1, ..., 1 - queries, where distance = query - key. In each row,
 * all sines come before the cosines. A layer multiplies these rows with its matrix `r`, which gives
 * a table for transformerXLBias.
 *
 * XLNet's option bi_data trains one half of a batch in the direction of the text and the other half
 * backward. In the backward half, the position of each row has the opposite sign.
 * @template {import('../dtypes.js').Dtype} [D='float32']
 * @param {number} queries the number of queries
 * @param {number} keys the number of keys, including those in the memory
 * @param {number} dim the number of columns, even (`d_model`)
 * @param {object} [options]
 * @param {boolean} [options.bidirectional] true for attn_type 'bi'; false for 'uni', whose last
 *   distance is 0; default true
 * @param {boolean} [options.backward] whether the positions have the opposite sign; default false
 * @param {number} [options.clamp] positions beyond this number, on each side, become this number
 *   (`clamp_len`); at least 1; by default there is no limit, as for a clamp_len of 0 or -1
 * @param {number} [options.base] at least 1, default 10000
 * @param {D} [options.dtype] default 'float32'
 * @param {'exact' | 'float32'} [options.precision] as for sinusoidal; XLNet's code
 *   computes in float32
 * @param {import('../dtypes.js').OutOf<D>} [options.out] receives the result
 * @returns {import('../dtypes.js').ArrayOf<D>} [keys + queries, dim], or for 'uni'
 *   [keys + 1, dim]
 * @throws {RangeError | TypeError}
 * Source: Yang et al. 2019, section 2.4, and the authors' code
 * @example
 * const table = xlnetTable(1, 2, 2);
 * console.log(table); // [0.9093, -0.4161, 0.8415, 0.5403, 0, 1]
 */
export function xlnetTable(queries, keys, dim, options) {
  const given = readOptions(options);
  const { bidirectional = true, backward = false, clamp, base, dtype, precision, out } = given;
  check.count('queries', queries);
  check.count('keys', keys);
  check.even('dim', dim);
  const both = check.flag('bidirectional', bidirectional);
  const sign = check.flag('backward', backward) ? -1 : 1;
  const most = clamp === undefined ? Infinity : check.count('clamp', clamp, 1);
  const rows = keys + (both ? queries : 1);
  check.fits(rows * Math.max(dim, 2), 4, both ? '[keys + queries, dim]' : '[keys + 1, dim]');
  const positions = new Float64Array(rows);
  for (let row = 0; row < rows; row++)
    positions[row] = Math.max(-most, Math.min(most, sign * (keys - row)));
  const made = { layout: 'concatenated', base, dtype, precision, out };
  return /** @type {any} */ (makeSinusoids(rows, dim, made, positions));
}

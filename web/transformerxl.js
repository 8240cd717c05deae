/* The positions of Transformer-XL (Dai et al. 2019, section 3.3). */
import {result} from './bias.js';
import * as check from './check.js';
import {WIDEST, writeRelative} from './relative.js';

const NAMES = check.names('q v table heads queries keys headDim clamp scale out');

/**
 * The position's part of the scores: scale * (q + v) . table[keys - 1 - distance]. The content's part is
 * attention's own, of q + u for q. Causal: -Infinity for keys after their query, whose distance has no row.
 *
 * The table is what a layer's matrix (W_{k,R}, `r_net`) makes of the sinusoidal rows of the distances
 * keys - 1, ..., 1, 0: sinusoidal(keys, dim, {layout: 'concatenated', positions}), the sines first.
 * @param {object} options
 * @param {Float32Array} options.q [heads, queries, headDim]
 * @param {Float32Array} options.v [heads, headDim], `r_r_bias`
 * @param {Float32Array} options.table [keys, heads, headDim], distances descending
 * @param {number} options.heads @param {number} options.queries @param {number} options.keys
 * @param {number} options.headDim at most 8192
 * @param {number} [options.clamp] distances beyond have the row of this one (`clamp_len`); keys - 1
 * @param {number} [options.scale] 1 / sqrt(headDim), as the scores themselves
 * @param {Float32Array} [options.out]
 * @returns {Float32Array} [heads, queries, keys]
 * @throws {RangeError | TypeError}
 */
export function transformerXLBias(options) {
  const {q, v, table, heads, queries, keys, headDim, clamp = keys, scale, out: given} = check.known(options, NAMES), out = result(heads, queries, keys, given);
  check.count('headDim', headDim, 1, WIDEST);
  check.count('clamp', clamp);
  check.shaped('q', q, {heads, queries, headDim});
  check.shaped('v', v, {heads, headDim});
  check.shaped('table', table, {keys, heads, headDim});
  return writeRelative(out, heads, queries, keys, headDim, check.scale(scale, headDim), {exact: keys, before: [clamp + 1, -1, keys - 1], after: [1, 0, -1]},
    q, {values: table, head: headDim, row: heads * headDim}, v);
}

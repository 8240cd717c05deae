/* The positions of Transformer-XL (Dai et al. 2019, section 3.3). */
import {result} from './bias.js';
import * as check from './check.js';
import {WIDEST, writeRelative} from './relative.js';
import {sinusoidal} from './sinusoidal.js';

const TABLE = check.names('clamp out'), NAMES = check.names('q v table heads queries keys headDim scale out');

/**
 * Sinusoidal rows of the distances length - 1, ..., 1, 0, descending as the keys of the last query
 * are; sines, then cosines. A model multiplies them by a matrix (W_{k,R}, `r_net`) in each layer.
 * @param {number} length keys @param {number} dim of the model
 * @param {{clamp?: number, out?: Float32Array}} [options] clamp: the largest distance, `clamp_len`
 * @returns {Float32Array} [length, dim]
 * @throws {RangeError | TypeError}
 */
export function transformerXLTable(length, dim, options) {
  const {clamp, out} = check.known(options, TABLE);
  check.count('length', length);
  const most = clamp === undefined ? length : check.count('clamp', clamp);
  check.fits(length * check.count('dim', dim), 4, '[length, dim]');
  return sinusoidal(length, dim, {layout: 'concatenated', positions: Float64Array.from({length}, (_, i) => Math.min(length - 1 - i, most)), out});
}

/**
 * The position's part of the scores: scale * (q + v) . table[keys - 1 - distance]. The content's part is
 * attention's own, of q + u for q. Causal: -Infinity for keys after their query, whose distance has no row.
 * @param {object} options
 * @param {Float32Array} options.q [heads, queries, headDim]
 * @param {Float32Array} options.v [heads, headDim], `r_r_bias`
 * @param {Float32Array} options.table [keys, heads, headDim], transformerXLTable times the matrix
 * @param {number} options.heads @param {number} options.queries @param {number} options.keys
 * @param {number} options.headDim at most 8192
 * @param {number} [options.scale] 1 / sqrt(headDim), as the scores themselves
 * @param {Float32Array} [options.out]
 * @returns {Float32Array} [heads, queries, keys]
 * @throws {RangeError | TypeError}
 */
export function transformerXLBias(options) {
  const {q, v, table, heads, queries, keys, headDim: dim, scale, out: given} = check.known(options, NAMES), out = result(heads, queries, keys, given);
  check.count('headDim', dim, 1, WIDEST);
  check.array('q', q, check.FLOAT32, heads * queries * dim, '[heads, queries, headDim]');
  check.array('v', v, check.FLOAT32, heads * dim, '[heads, headDim]');
  check.array('table', table, check.FLOAT32, keys * heads * dim, '[keys, heads, headDim]');
  return writeRelative(out, heads, queries, keys, dim, check.scale(scale, dim), {exact: keys, before: [keys, -1, keys - 1], after: [1, 0, -1]},
    q, {values: table, head: dim, row: heads * dim}, v);
}

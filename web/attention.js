/* Scaled dot-product attention (Vaswani et al. 2017, eq. 1), every sum in double precision. */
import * as check from './check.js';
import {WIDEST, copyIn, copyOut, open, tiles} from './wasm.js';

const NAMES = check.names('q k v heads queries keys headDim bias causal scale out'), OUT = check.names('weights output');

/**
 * softmax(scale q k^T + bias) v for each head. A key whose score is -Infinity, by the bias or the
 * causal mask, is not attended to: its weight is 0 and its value is not read. A query with nothing
 * to attend to has weights and output of zeros. Permuted tokens give the permuted output.
 * @param {object} options
 * @param {Float32Array} options.q [heads, queries, headDim]
 * @param {Float32Array} options.k [heads, keys, headDim]
 * @param {Float32Array} options.v [heads, keys, headDim]
 * @param {number} options.heads @param {number} options.queries @param {number} options.keys
 * @param {number} options.headDim at most 8192
 * @param {Float32Array} [options.bias] [heads, queries, keys], added to the scaled scores
 * @param {boolean} [options.causal] masks keys after their query, the last query on the last key
 * @param {number} [options.scale] 1 / sqrt(headDim)
 * @param {{weights?: Float32Array, output?: Float32Array}} [options.out]
 * @returns {{weights: Float32Array, output: Float32Array}} [heads, queries, keys], [heads, queries, headDim]
 * @throws {RangeError | TypeError}
 */
export function attention(options) {
  const o = check.known(options, NAMES);
  const heads = check.count('heads', o.heads, 1), queries = check.count('queries', o.queries), keys = check.count('keys', o.keys);
  const dim = check.count('headDim', o.headDim, 1, WIDEST), causal = check.flag('causal', o.causal === undefined ? false : o.causal);
  check.shaped('q', o.q, {heads, queries, headDim: dim});
  for (const name of ['k', 'v']) check.shaped(name, o[name], {heads, keys, headDim: dim});
  if (o.bias !== undefined) check.shaped('bias', o.bias, {heads, queries, keys});
  const scale = check.scale(o.scale, dim);
  const given = check.known(o.out, OUT, 'out');
  const weights = check.result(given.weights, Float32Array, heads * queries * keys, '[heads, queries, keys]', 'out.weights');
  const output = check.result(given.output, Float32Array, heads * queries * dim, '[heads, queries, headDim]', 'out.output');

  const m = open(), {kernels, f32, f64} = m, room = 1 << 18;
  const rowsMost = Math.max(1, Math.min(32, Math.floor(room / 2 / (8 * dim)))), columnsMost = Math.max(1, Math.min(1024, Math.floor(room / (8 * dim))));
  const atK = m.window, atV = atK + room, atQ = atV + room, sums = atQ + room / 2, state = sums + room / 2;
  const scores = state + 16 * rowsMost, narrow = scores + 8 * rowsMost * columnsMost, single = keys <= columnsMost;
  for (let head = 0; head < heads; head++) {
    const load = (/** @type {number} */ at, /** @type {Float32Array} */ from, /** @type {number} */ first, /** @type {number} */ rows) =>
      copyIn(f64, at, from, (head * keys + first) * dim, 1, rows * dim);
    if (single) load(atK, o.k, 0, keys), load(atV, o.v, 0, keys);
    tiles(queries, rowsMost, (query, rows) => {
      const row = head * queries + query;
      copyIn(f64, atQ, o.q, row * dim, 1, rows * dim);
      f64.fill(0, sums / 8, sums / 8 + rows * dim);
      for (let r = 0; r < rows; r++) f64[state / 8 + 2 * r] = -Infinity, f64[state / 8 + 2 * r + 1] = 0;
      const score = (/** @type {number} */ key, /** @type {number} */ columns) => {
        if (!single) load(atK, o.k, key, columns);
        if (o.bias) copyIn(f32, narrow, o.bias, row * keys + key, rows, columns, keys);
        kernels.pe_attention_scores(scores, atQ, rows, atK, columns, dim, o.bias ? narrow : 0, scale, causal ? query + keys - queries - key : Infinity);
      };
      tiles(keys, columnsMost, (key, columns) => {
        score(key, columns);
        kernels.pe_softmax_scan(state, scores, rows, columns, false);
      });
      tiles(keys, columnsMost, (key, columns) => {
        if (!single) {
          score(key, columns);
          kernels.pe_softmax_scan(state, scores, rows, columns, true);
          load(atV, o.v, key, columns);
        }
        kernels.pe_softmax_weights(scores, narrow, state, rows, columns);
        copyOut(f32, narrow, weights, row * keys + key, rows, columns, keys);
        kernels.pe_weighted_sum(sums, scores, atV, rows, columns, dim);
      });
      copyOut(f64, sums, output, row * dim, 1, rows * dim);
    });
  }
  return {weights, output};
}

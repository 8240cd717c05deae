/*
 * Computes scaled dot-product attention (Vaswani et al. 2017, eq. 1). All sums are computed in
 * double precision.
 */
import * as check from '../check.js';
import { Carver, WIDEST, copyIn, copyOut, open, tiles } from '../wasm.js';

const readOptions = check.reader(
  ({ q, k, v, heads, queries, keys, headDim, bias, causal, scale, out }) => ({
    q,
    k,
    v,
    heads,
    queries,
    keys,
    headDim,
    bias,
    causal,
    scale,
    out,
  }),
);
const readResults = check.reader(({ weights, output }) => ({ weights, output }));

/**
 * The size of the work area of keys, and of the work area of values, in bytes. The work area of
 * queries has half this size.
 */
const ROOM = 1 << 18;

/**
 * Computes softmax(scale q k^T + bias) v for each head. If the bias or the causal mask makes a
 * score -Infinity, that key has the weight 0. Its value is not read. If all keys of a query
 * have the score -Infinity, the weights and output of the query are zeros. If tokens are permuted,
 * the output is permuted in the same way.
 * @param {object} options
 * @param {Float32Array} options.q [heads, queries, headDim]
 * @param {Float32Array} options.k [heads, keys, headDim]
 * @param {Float32Array} options.v [heads, keys, headDim]
 * @param {number} options.heads the number of heads
 * @param {number} options.queries the number of queries
 * @param {number} options.keys the number of keys
 * @param {number} options.headDim the number of elements of each head, at most 8192
 * @param {Float32Array} [options.bias] [heads, queries, keys], added to the scaled scores
 * @param {boolean} [options.causal] whether to mask keys after their query; the last query is at
 *   the position of the last key; default false
 * @param {number} [options.scale] default 1 / sqrt(headDim)
 * @param {{weights?: Float32Array, output?: Float32Array}} [options.out] arrays for the results; by
 *   default new arrays
 * @returns {{weights: Float32Array<ArrayBuffer>, output: Float32Array<ArrayBuffer>}} weights:
 *   [heads, queries, keys]; output: [heads, queries, headDim]
 * @throws {RangeError | TypeError}
 * Source: Vaswani et al. 2017, eq. 1
 * @example
 * const q = Float32Array.of(1, 0);
 * const k = Float32Array.of(1, 0, 0, 1);
 * const v = Float32Array.of(1, 2, 3, 4);
 * const shape = { heads: 1, queries: 1, keys: 2, headDim: 2 };
 * const { weights, output } = attention({ q, k, v, ...shape });
 * console.log(weights); // [0.6698, 0.3302]
 * console.log(output); // [1.6605, 2.6605]
 */
export function attention(options) {
  const checked = checkAttention(options);
  const { heads, queries, weights, output } = checked;
  const results = { weights: check.given(weights), output: check.given(output) };
  if (!weights.length && !output.length) return results;
  const run = new Attention(checked);
  for (let head = 0; head < heads; head++) {
    run.begin(head);
    tiles(queries, run.mostRows, (query, rows) => run.attend(query, rows));
  }
  return results;
}

/**
 * The checked arguments, with all defaults.
 * @typedef {object} Checked
 * @property {Float32Array} q
 * @property {Float32Array} k
 * @property {Float32Array} v
 * @property {Float32Array | undefined} bias
 * @property {number} heads
 * @property {number} queries
 * @property {number} keys
 * @property {number} dim
 * @property {boolean} causal
 * @property {number} scale
 * @property {Float32Array<ArrayBuffer>} weights
 * @property {Float32Array<ArrayBuffer>} output
 */

/**
 * @param {Parameters<typeof attention>[0]} options
 * @returns {Checked}
 */
function checkAttention(options) {
  const given = readOptions(options);
  const out = readResults(given.out, 'out');
  const heads = check.count('heads', given.heads, 1);
  const queries = check.count('queries', given.queries);
  const keys = check.count('keys', given.keys);
  const dim = check.count('headDim', given.headDim, 1, WIDEST);
  const causal = check.flag('causal', given.causal === undefined ? false : given.causal);
  const scale = check.scale(given.scale, dim);
  const q = check.shaped('q', given.q, { heads, queries, headDim: dim });
  const k = check.shaped('k', given.k, { heads, keys, headDim: dim });
  const v = check.shaped('v', given.v, { heads, keys, headDim: dim });
  const bias =
    given.bias === undefined
      ? undefined
      : check.shaped('bias', given.bias, { heads, queries, keys });
  /** @param {'weights' | 'output'} name @param {number} length @param {string} shape */
  const result = (name, length, shape) =>
    check.result(out[name], Float32Array, length, shape, `out.${name}`);
  const weights = result('weights', heads * queries * keys, '[heads, queries, keys]');
  const output = result('output', heads * queries * dim, '[heads, queries, headDim]');
  check.apart('out.weights', weights, 'out.output', output);
  for (const [name, list] of Object.entries({ q, k, v, bias })) {
    if (!list) continue;
    check.apart('out.weights', weights, name, list);
    check.apart('out.output', output, name, list);
  }
  return { q, k, v, bias, heads, queries, keys, dim, causal, scale, weights, output };
}

/**
 * Computes attention in tiles that fit in wasm memory. A row of a tile is a query of one head, and
 * a column is a key.
 */
class Attention {
  /** @param {Checked} checked */
  constructor(checked) {
    const { keys, dim } = checked;
    this.checked = checked;
    this.machine = open();
    this.head = 0;
    this.mostRows = Math.max(1, Math.min(32, Math.floor(ROOM / 2 / (8 * dim))));
    this.mostColumns = Math.max(1, Math.min(1024, Math.floor(ROOM / (8 * dim))));
    /**
     * Whether all keys fit in one tile. Then keys and values are loaded only once per head, and
     * scores are computed only once.
     */
    this.single = keys <= this.mostColumns;
    const carver = new Carver(this.machine);
    this.keyArea = carver.bytes(ROOM);
    this.valueArea = carver.bytes(ROOM);
    this.queryArea = carver.bytes(ROOM / 2);
    this.sums = carver.bytes(ROOM / 2);
    /** For each row, the highest score so far and the sum of exp(score - highest). */
    this.state = carver.doubles(2 * this.mostRows);
    this.scores = carver.doubles(this.mostRows * this.mostColumns);
    /** The float32 values of a tile: first the bias, later the weights. */
    this.narrow = carver.words(this.mostRows * this.mostColumns);
  }

  /**
   * Begins a head. Loads its keys and values if all of them fit in one tile.
   * @param {number} head
   */
  begin(head) {
    this.head = head;
    if (!this.single) return;
    const { k, v, keys } = this.checked;
    this.load(this.keyArea, k, 0, keys);
    this.load(this.valueArea, v, 0, keys);
  }

  /**
   * Copies some keys or values of the current head to wasm memory.
   * @param {number} area
   * @param {Float32Array} from
   * @param {number} first
   * @param {number} count
   */
  load(area, from, first, count) {
    const { keys, dim } = this.checked;
    copyIn(this.machine.f64, area, from, (this.head * keys + first) * dim, 1, count * dim);
  }

  /**
   * Writes the weights and output of some queries of the current head.
   * @param {number} query the index of the first of these queries
   * @param {number} rows
   */
  attend(query, rows) {
    const { q, queries, keys, dim, output } = this.checked;
    const { kernels, f64 } = this.machine;
    const { state, scores, sums } = this;
    const row = this.head * queries + query;
    copyIn(f64, this.queryArea, q, row * dim, 1, rows * dim);
    f64.fill(0, sums / 8, sums / 8 + rows * dim);
    for (let i = 0; i < rows; i++) {
      f64[state / 8 + 2 * i] = -Infinity;
      f64[state / 8 + 2 * i + 1] = 0;
    }
    tiles(keys, this.mostColumns, (key, columns) => {
      this.score(query, rows, key, columns);
      kernels.pe_softmax_scan(state, scores, rows, columns, false);
    });
    tiles(keys, this.mostColumns, (key, columns) => this.weigh(query, rows, key, columns));
    copyOut(f64, sums, output, row * dim, 1, rows * dim);
  }

  /**
   * Computes the scores of a tile.
   * @param {number} query
   * @param {number} rows
   * @param {number} key
   * @param {number} columns
   */
  score(query, rows, key, columns) {
    const { k, bias, queries, keys, dim, causal, scale } = this.checked;
    const { machine, keyArea, queryArea, narrow } = this;
    if (!this.single) this.load(keyArea, k, key, columns);
    if (bias) {
      const at = (this.head * queries + query) * keys + key;
      copyIn(machine.f32, narrow, bias, at, rows, columns, keys);
    }
    machine.kernels.pe_attention_scores(
      this.scores,
      queryArea,
      rows,
      keyArea,
      columns,
      dim,
      bias ? narrow : 0,
      scale,
      causal ? query + keys - queries - key : Infinity,
    );
  }

  /**
   * Computes the weights of a tile, and adds the weighted values to the sums.
   * @param {number} query
   * @param {number} rows
   * @param {number} key
   * @param {number} columns
   */
  weigh(query, rows, key, columns) {
    const { v, queries, keys, dim, weights } = this.checked;
    const { machine, state, scores, narrow, valueArea } = this;
    const { kernels, f32 } = machine;
    if (!this.single) {
      this.score(query, rows, key, columns);
      kernels.pe_softmax_scan(state, scores, rows, columns, true);
      this.load(valueArea, v, key, columns);
    }
    kernels.pe_softmax_weights(scores, narrow, state, rows, columns);
    const at = (this.head * queries + query) * keys + key;
    copyOut(f32, narrow, weights, at, rows, columns, keys);
    kernels.pe_weighted_sum(this.sums, scores, valueArea, rows, columns, dim);
  }
}

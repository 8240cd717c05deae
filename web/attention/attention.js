/*
 * Computes scaled dot-product attention (Vaswani et al. 2017, eq. 1). All sums are computed in
 * double precision.
 */
import * as check from '../check.js';
import { AXES, lengthInDims, shapeOf } from '../rope/axes.js';
import { Carver, WIDEST, copyIn, copyOut, open, tiles } from '../wasm.js';

/** @typedef {import('../check.js').Tensor} Tensor */
/** @typedef {import('../check.js').Positions} Positions */
/** @typedef {import('../rope/axes.js').Axes} Axes */

const readOptions = check.reader('attention', [], (given) => ({
  q: given.q,
  k: given.k,
  v: given.v,
  heads: given.heads,
  keyHeads: given.keyHeads,
  queries: given.queries,
  keys: given.keys,
  headDim: given.headDim,
  axes: given.axes,
  bias: given.bias,
  mask: given.mask,
  causal: given.causal,
  scale: given.scale,
  out: given.out,
}));
const readResults = check.reader('', [], ({ weights, output }) => ({ weights, output }));

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
 *
 * With grouped queries, there are fewer heads of keys and values than of queries. Query head h then
 * uses key head floor(h keyHeads / heads).
 * @param {object} options
 * @param {Float32Array | Tensor} options.q [heads, queries, headDim], or in the order of `axes`
 * @param {Float32Array | Tensor} options.k [keyHeads, keys, headDim], or in the order of `axes`
 * @param {Float32Array | Tensor} options.v [keyHeads, keys, headDim], or in the order of `axes`
 * @param {number} options.heads the number of heads of queries
 * @param {number} [options.keyHeads] the number of heads of keys and values, which divides `heads`;
 *   default `heads`
 * @param {number} options.queries the number of queries
 * @param {number} options.keys the number of keys
 * @param {number} options.headDim the number of elements of each head, at most 8192
 * @param {Axes} [options.axes] the order of the axes of q, k, v and the output: b is the batch, s
 *   the queries or keys, h the heads and d the elements of a head; default 'hsd'
 * @param {Float32Array | Tensor} [options.bias] [heads, queries, keys], added to the scaled scores;
 *   or with a batch also [batch, heads, queries, keys]
 * @param {Positions} [options.mask] [batch, keys], all elements 0 or 1; a key with 0, such as
 *   padding, has the weight 0. It is the same for all queries: what only some queries may see, such
 *   as a window, needs -Infinity in `bias`
 * @param {boolean} [options.causal] whether to mask keys after their query; the last query is at
 *   the position of the last key; default false
 * @param {number} [options.scale] default 1 / sqrt(headDim)
 * @param {{weights?: Float32Array, output?: Float32Array}} [options.out] arrays for the results; by
 *   default new arrays
 * @returns {{weights: Float32Array<ArrayBuffer>, output: Float32Array<ArrayBuffer>}} weights:
 *   [heads, queries, keys], or with a batch [batch, heads, queries, keys]; output: the shape of q
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
  const { batch, heads, queries, weights, output } = checked;
  const results = { weights: check.given(weights), output: check.given(output) };
  if (!weights.length && !output.length) return results;
  const run = new Attention(checked);
  for (let item = 0; item < batch; item++)
    for (let head = 0; head < heads; head++) {
      run.begin(item, head);
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
 * @property {boolean} ownBias whether each item of the batch has a bias of its own
 * @property {Float64Array | undefined} mask
 * @property {number} batch
 * @property {number} heads
 * @property {number} group how many heads of queries share a head of keys
 * @property {Strides} queryStrides
 * @property {Strides} keyStrides
 * @property {number} queries
 * @property {number} keys
 * @property {number} dim
 * @property {boolean} causal
 * @property {number} scale
 * @property {Float32Array<ArrayBuffer>} weights
 * @property {Float32Array<ArrayBuffer>} output
 */

/**
 * The distances, in elements, from one item of the batch, head or token to the next.
 * @typedef {{item: number, head: number, token: number}} Strides
 */

/**
 * @param {Axes} axes
 * @param {number} batch
 * @param {number} heads
 * @param {number} tokens
 * @param {number} dim
 * @returns {Strides}
 */
function stridesOf(axes, batch, heads, tokens, dim) {
  if (axes === 'sbhd') return { item: heads * dim, head: dim, token: batch * heads * dim };
  const item = heads * tokens * dim;
  return axes.endsWith('hsd')
    ? { item, head: tokens * dim, token: dim }
    : { item, head: dim, token: heads * dim };
}

/** @param {string} name @param {unknown} value */
const bit = (name, value) => check.count(name, value, 0, 1);

/**
 * @param {Parameters<typeof attention>[0]} options
 * @returns {Checked}
 */
function checkAttention(options) {
  const given = readOptions(options);
  const out = readResults(given.out, 'out');
  const heads = check.count('heads', given.heads, 1);
  const keyHeads =
    given.keyHeads === undefined ? heads : check.count('keyHeads', given.keyHeads, 1);
  if (heads % keyHeads) check.refuse('keyHeads', `a divisor of ${heads} heads`, keyHeads);
  const queries = check.count('queries', given.queries);
  const keys = check.count('keys', given.keys);
  const dim = check.count('headDim', given.headDim, 1, WIDEST);
  /** @type {Axes} */
  const axes = given.axes === undefined ? 'hsd' : check.word('axes', given.axes, AXES);
  const causal = check.flag('causal', given.causal === undefined ? false : given.causal);
  const scale = check.scale(given.scale, dim);
  const batch = batchOf(given, {
    axes,
    size: heads * queries * dim,
    keySize: keyHeads * keys * dim,
  });
  /** @param {'q' | 'k' | 'v'} name @param {number} own @param {number} tokens */
  const arrayOf = (name, own, tokens) => {
    const shape = { heads: own, headDim: dim, length: tokens, axes };
    if (check.isTensor(given[name])) lengthInDims(name, given[name], shape);
    const sides = { b: batch, h: own, s: tokens, d: dim };
    const letters = /** @type {(keyof typeof sides)[]} */ ([...axes]);
    const names = { b: 'batch', h: name === 'q' ? 'heads' : 'keyHeads', d: 'headDim' };
    const all = { ...names, s: name === 'q' ? 'queries' : 'keys' };
    const entries = letters.map((letter) => [all[letter], sides[letter]]);
    return check.shaped(name, given[name], Object.fromEntries(entries));
  };
  const q = arrayOf('q', heads, queries);
  const k = arrayOf('k', keyHeads, keys);
  const v = arrayOf('v', keyHeads, keys);
  const scores = { heads, queries, keys };
  const bias =
    given.bias === undefined ? undefined : check.array('bias', given.bias, check.FLOAT32);
  const ownBias = bias !== undefined && batch > 1 && bias.length === batch * heads * queries * keys;
  if (bias && !ownBias) check.shaped('bias', bias, scores);
  const mask =
    given.mask === undefined
      ? undefined
      : check.numbers('mask', check.withoutBigints('mask', given.mask), bit, batch * keys);
  const wide = axes.includes('b') ? '[batch, heads, queries, keys]' : '[heads, queries, keys]';
  /** @param {'weights' | 'output'} name @param {number} length @param {string} shape */
  const result = (name, length, shape) =>
    check.result(out[name], Float32Array, length, shape, `out.${name}`);
  const weights = result('weights', batch * heads * queries * keys, wide);
  const output = result('output', batch * heads * queries * dim, shapeOf(axes));
  check.apart('out.weights', weights, 'out.output', output);
  for (const [name, list] of Object.entries({ q, k, v, bias })) {
    if (!list) continue;
    check.apart('out.weights', weights, name, list);
    check.apart('out.output', output, name, list);
  }
  const queryStrides = stridesOf(axes, batch, heads, queries, dim);
  const keyStrides = stridesOf(axes, batch, keyHeads, keys, dim);
  const shape = { batch, heads, group: heads / keyHeads, queries, keys, dim };
  const arrays = { q, k, v, bias, ownBias, mask, weights, output };
  return { ...arrays, ...shape, queryStrides, keyStrides, causal, scale };
}

/**
 * Returns the size of the batch, which follows from the length of q. If there are no queries, it
 * follows from the length of k.
 * @param {ReturnType<typeof readOptions>} given
 * @param {{axes: Axes, size: number, keySize: number}} sizes the elements of q and k in one item
 */
function batchOf({ q, k }, { axes, size, keySize }) {
  if (!axes.includes('b')) return 1;
  const list = check.array(size ? 'q' : 'k', size ? q : k, check.FLOAT32);
  const width = size || keySize;
  return width ? check.rowsOf(size ? 'q' : 'k', list, width, shapeOf(axes)) : 1;
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
    this.item = 0;
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
   * Begins a head. Loads its keys and values if all of them fit in one tile, unless the head before
   * has loaded them.
   * @param {number} item
   * @param {number} head
   */
  begin(item, head) {
    this.item = item;
    this.head = head;
    if (!this.single || head % this.checked.group) return;
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
    const { dim, group, keyStrides } = this.checked;
    const { item, head, token } = keyStrides;
    const start = this.item * item + Math.floor(this.head / group) * head + first * token;
    copyIn(this.machine.f64, area, from, start, count, dim, token);
  }

  /**
   * Writes the weights and output of some queries of the current head.
   * @param {number} query the index of the first of these queries
   * @param {number} rows
   */
  attend(query, rows) {
    const { q, keys, dim, output, queryStrides } = this.checked;
    const { kernels, f64 } = this.machine;
    const { state, scores, sums } = this;
    const { item, head, token } = queryStrides;
    const start = this.item * item + this.head * head + query * token;
    copyIn(f64, this.queryArea, q, start, rows, dim, token);
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
    copyOut(f64, sums, output, start, rows, dim, token);
  }

  /**
   * Computes the scores of a tile.
   * @param {number} query
   * @param {number} rows
   * @param {number} key
   * @param {number} columns
   */
  score(query, rows, key, columns) {
    const { k, bias, mask, queries, keys, dim, causal, scale } = this.checked;
    const { machine, keyArea, queryArea, narrow } = this;
    if (!this.single) this.load(keyArea, k, key, columns);
    if (bias) {
      const at = (this.biasRow() + query) * keys + key;
      copyIn(machine.f32, narrow, bias, at, rows, columns, keys);
    }
    if (mask) this.hide(mask, rows, key, columns);
    machine.kernels.pe_attention_scores(
      this.scores,
      queryArea,
      rows,
      keyArea,
      columns,
      dim,
      bias || mask ? narrow : 0,
      scale,
      causal ? query + keys - queries - key : Infinity,
    );
  }

  /** Returns the first row of the bias for the current head. */
  biasRow() {
    const { heads, queries, ownBias } = this.checked;
    return ((ownBias ? this.item * heads : 0) + this.head) * queries;
  }

  /**
   * Writes -Infinity to the bias of a tile where the mask hides a key.
   * @param {Float64Array} mask
   * @param {number} rows
   * @param {number} key
   * @param {number} columns
   */
  hide(mask, rows, key, columns) {
    const { bias, keys } = this.checked;
    const { f32 } = this.machine;
    const start = this.narrow / 4;
    if (!bias) f32.fill(0, start, start + rows * columns);
    for (let column = 0; column < columns; column++)
      if (!mask[this.item * keys + key + column])
        for (let row = 0; row < rows; row++) f32[start + row * columns + column] = -Infinity;
  }

  /**
   * Computes the weights of a tile, and adds the weighted values to the sums.
   * @param {number} query
   * @param {number} rows
   * @param {number} key
   * @param {number} columns
   */
  weigh(query, rows, key, columns) {
    const { v, heads, queries, keys, dim, weights } = this.checked;
    const { machine, state, scores, narrow, valueArea } = this;
    const { kernels, f32 } = machine;
    if (!this.single) {
      this.score(query, rows, key, columns);
      kernels.pe_softmax_scan(state, scores, rows, columns, true);
      this.load(valueArea, v, key, columns);
    }
    kernels.pe_softmax_weights(scores, narrow, state, rows, columns);
    const at = ((this.item * heads + this.head) * queries + query) * keys + key;
    copyOut(f32, narrow, weights, at, rows, columns, keys);
    kernels.pe_weighted_sum(this.sums, scores, valueArea, rows, columns, dim);
  }
}

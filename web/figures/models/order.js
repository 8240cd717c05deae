import { addPositional, attention, learnedTable, similarity, sinusoidal } from '../../index.js';

export const TOKENS = 'dog bites man';
/** Characters of a text. */
export const LONGEST = 100;
const FEWEST = 3;
const MOST = 7;
/** The seed of the projections: any would do, this one spreads the first picture's weights well. */
const PROJECTIONS = 3345;

/**
 * The words of a text, at most 7 of at most 12 characters; null where there are fewer than 3.
 * @param {unknown} text
 */
export function wordsOf(text) {
  const words = typeof text === 'string' ? text.slice(0, LONGEST).split(/\s+/).filter(Boolean).slice(0, MOST).map((word) => [...word].slice(0, 12).join('')) : [];
  return words.length < FEWEST ? null : words;
}

/**
 * Which token stands at each place. Reads anything; tokens it does not name follow as typed.
 * @param {unknown} text digits, as "210"
 * @param {number} count
 */
export function orderOf(text, count) {
  const named = [...(typeof text === 'string' ? text : '')].filter((digit) => /\d/.test(digit)).map(Number).filter((token) => token < count);
  return [...new Set([...named, ...Array(count).keys()])];
}

/** An order drawn from a seed. @param {number} seed @param {number} count */
export function shuffled(seed, count) {
  const draws = learnedTable(1, count, { init: 'xavier', seed });
  return [...Array(count).keys()].sort((a, b) => draws[a] - draws[b]);
}

/** FNV-1a: a word's own seed. @param {string} word */
function hashOf(word) {
  let hash = 0x811c9dc5;
  for (const letter of word) hash = Math.imul(hash ^ /** @type {number} */ (letter.codePointAt(0)), 0x01000193) >>> 0;
  return hash;
}

/** @type {{key: string, values: Float32Array}} */
let projections = { key: '', values: new Float32Array(0) };

/** Three random matrices over each other, [3 dim, dim], rows being the outputs. @param {number} dim */
function weightsOf(dim) {
  if (projections.key !== String(dim)) projections = { key: String(dim), values: learnedTable(3 * dim, dim, { std: 1 / Math.sqrt(dim), seed: PROJECTIONS }) };
  return projections.values;
}

/**
 * One head of attention over words in an order.
 * @param {string[]} words
 * @param {number[]} order
 * @param {{dim: number, scheme: string, causal: boolean}} state
 */
function run(words, order, { dim, scheme, causal }) {
  const count = order.length;
  const x = new Float32Array(count * dim);
  order.forEach((token, place) => learnedTable(1, dim, { std: 1, seed: hashOf(words[token]), out: x.subarray(place * dim, (place + 1) * dim) }));
  if (scheme === 'sinusoidal') addPositional(x, sinusoidal(count, dim), { length: count, dim });
  // The dot product of every token with every row of the projections, among others.
  const all = new Float32Array((count + 3 * dim) * dim);
  all.set(x);
  all.set(weightsOf(dim), x.length);
  const side = count + 3 * dim;
  const products = similarity(all, side, dim, { metric: 'dot' });
  const [q, k, v] = [0, 1, 2].map((which) => {
    const rows = new Float32Array(count * dim);
    for (let place = 0; place < count; place++) {
      const from = place * side + count + which * dim;
      rows.set(products.subarray(from, from + dim), place * dim);
    }
    return rows;
  });
  return attention({ q, k, v, heads: 1, queries: count, keys: count, headDim: dim, causal });
}

/** @param {number} word */
function ones(word) {
  let count = 0;
  for (; word; word &= word - 1) count++;
  return count;
}

/**
 * The outputs in the order read, token by token against the outputs in the order typed.
 * @param {{tokens: string, order: string, dim: number, scheme: string, causal: boolean}} state
 */
export function orderModel(state) {
  const { dim } = state;
  const words = /** @type {string[]} */ (wordsOf(state.tokens) ?? wordsOf(TOKENS));
  const count = words.length;
  const order = orderOf(state.order, count);
  const now = run(words, order, state);
  const typed = run(words, [...order].sort((a, b) => a - b), state);
  /** @type {number[]} */
  const places = [];
  order.forEach((token, place) => { places[token] = place; });
  const [nowBits, typedBits] = [now, typed].map(({ output }) => new Uint32Array(output.buffer));
  const tokens = words.map((word, token) => {
    const from = places[token] * dim;
    let [differ, bits, sum, most] = [0, 0, 0, 0];
    for (let at = 0; at < dim; at++) {
      const gap = now.output[from + at] - typed.output[token * dim + at];
      const changed = ones(nowBits[from + at] ^ typedBits[token * dim + at]);
      if (changed) differ++;
      bits += changed;
      sum += gap * gap;
      most = Math.max(most, Math.abs(gap));
    }
    return { word, place: places[token], differ, bits, sum, most, now: now.output.subarray(from, from + dim), typed: typed.output.subarray(token * dim, (token + 1) * dim) };
  });
  /** @param {'differ' | 'bits' | 'sum'} what */
  const total = (what) => tokens.reduce((sum, token) => sum + token[what], 0);
  return {
    words, order, tokens, weights: now.weights, before: typed.weights, values: count * dim,
    differ: total('differ'), bits: total('bits'), distance: Math.sqrt(total('sum')), most: Math.max(...tokens.map((token) => token.most)),
    moved: order.some((token, place) => token !== place),
  };
}

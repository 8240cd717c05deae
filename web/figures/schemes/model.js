/**
 * Computes the numbers of PeSchemes: one row of attention weights under six schemes. One word is
 * the query. Every word is a key. The row contains the weights that the query gives to the keys.
 */
import {
  addPositional,
  alibiBias,
  alibiSlopes,
  applyRope,
  attention,
  learnedTable,
  lookup,
  sinusoidal,
  t5Bias,
  t5Buckets,
} from '../../index.js';

/**
 * @typedef {object} State
 * @property {string} tokens the sentence
 * @property {number} query the index of the word that is the query
 * @property {number} start the position of its first word
 * @property {number} length the number of trained positions, and of rows of the learned table
 * @property {number} dim
 * @property {number} heads
 * @property {number} head the head shown
 */

/** @typedef {'none' | 'sinusoidal' | 'learned' | 'rope' | 'alibi' | 't5'} SchemeKey */
/**
 * A place where position can enter on the way from words to weights.
 * @typedef {'words' | 'qk' | 'scores'} Door
 */

/**
 * @typedef {object} Scheme
 * @property {SchemeKey} key
 * @property {Door | ''} door the place where position enters, or an empty text
 * @property {(state: {length: number, dim: number, heads: number}) => number} parameters
 *   computes the number of learned parameters
 */

/**
 * The weights of the query's row under each scheme, in the order of SCHEMES. An element is null if
 * the learned table ends before the sentence does.
 * @typedef {(Float32Array | null)[]} Rows
 */

/**
 * @typedef {object} Numbers
 * @property {string[]} words
 * @property {Rows} weights the weights with the sentence at its current positions
 * @property {Rows} home the weights with the first word at position 0
 * @property {number | null} missing the first position of the sentence that the learned table lacks
 * @property {(number | null)[]} change for each scheme, the largest difference between
 *   a weight in `weights` and the same weight in `home`
 * @property {number[]} parameters the number of parameters of each scheme
 * @property {number} slope the slope of ALiBi for the head shown
 * @property {Int32Array} buckets the T5 bucket of each key
 * @property {Float32Array} bucketBiases the T5 bias of each bucket, for the head shown
 * @property {number} dim
 */

/**
 * All that the figure shows. `key` is the index of the chosen word, and `chosen` that of the chosen
 * scheme.
 * @typedef {Numbers & {state: State & {key: number, scheme: SchemeKey}, chosen: number}} Model
 */

/** The number of T5's buckets: groups of distances that share one bias. */
export const BUCKETS = 32;
const MOST_WORDS = 16;

/**
 * The standard deviations of the two parts of a word vector. One part is shared by all words, as in
 * the embeddings of real models; the other belongs to the word alone. The words are used as queries
 * and keys directly, without projections.
 */
const SHARED = 0.6;
const OWN = 0.45;
/**
 * The standard deviations of the learned table and of T5's biases. Both contain seeded random
 * numbers, not trained ones.
 */
const LEARNED = 0.3;
const T5 = 1;

/**
 * The schemes, ordered by the place where position enters.
 * @type {Scheme[]}
 */
export const SCHEMES = [
  { key: 'none', door: '', parameters: () => 0 },
  { key: 'sinusoidal', door: 'words', parameters: () => 0 },
  { key: 'learned', door: 'words', parameters: ({ length, dim }) => length * dim },
  { key: 'rope', door: 'qk', parameters: () => 0 },
  { key: 'alibi', door: 'scores', parameters: () => 0 },
  { key: 't5', door: 'scores', parameters: ({ heads }) => heads * BUCKETS },
];

const LEARNED_SCHEME = SCHEMES.findIndex((scheme) => scheme.key === 'learned');

/**
 * Splits a text into words: at least one, at most 16.
 * @param {string} text
 */
export const wordsOf = (text) => (text.trim() || '?').split(/\s+/).slice(0, MOST_WORDS);

/**
 * Computes a seed from the spelling, so that the same word has the same vector at every position.
 * @param {string} word
 */
export const spelling = (word) =>
  [...word.toLowerCase()].reduce(
    (seed, letter) => (seed * 31 + /** @type {number} */ (letter.codePointAt(0))) % 4294967291,
    7,
  );

/**
 * Makes the vectors of words.
 * @param {string[]} words
 * @param {number} dim
 * @returns {Float32Array} [words, dim]
 */
function vectorsOf(words, dim) {
  const vectors = new Float32Array(words.length * dim);
  const shared = learnedTable(1, dim, { std: SHARED, seed: 5 });
  words.forEach((word, at) => {
    const own = learnedTable(1, dim, { std: OWN, seed: spelling(word) });
    vectors.set(addPositional(own, shared, { length: 1, dim }), at * dim);
  });
  return vectors;
}

/**
 * Returns the rows of the learned table for the positions of the sentence. Returns null if the
 * table ends before the sentence does.
 * @param {State} state
 * @param {number} count the number of words
 */
function learnedRows({ start, length, dim }, count) {
  const table = learnedTable(length, dim, { std: LEARNED, seed: 1 });
  try {
    return lookup(
      table,
      dim,
      Array.from({ length: count }, (_, at) => start + at),
    );
  } catch (refused) {
    if (!(refused instanceof RangeError)) throw refused;
    return null;
  }
}

/**
 * Makes T5's table of biases, [buckets, heads].
 * @param {number} heads
 */
const t5Table = (heads) => learnedTable(BUCKETS, heads, { std: T5, seed: 2 });

/**
 * Computes the attention weights of the query's row under each scheme.
 * @param {State} state
 * @returns {Rows}
 */
export function rowsOf(state) {
  const { tokens, query, start, dim, heads, head } = state;
  const words = wordsOf(tokens);
  const keys = words.length;
  const vectors = vectorsOf(words, dim);
  /**
   * Returns the weights of the query, if these rows are the keys and this bias is added to scores.
   * @param {Float32Array} rows
   * @param {Float32Array} [bias]
   */
  const attend = (rows, bias) =>
    attention({
      q: rows.slice(query * dim, (query + 1) * dim),
      k: rows,
      v: rows,
      heads: 1,
      queries: 1,
      keys,
      headDim: dim,
      bias,
    }).weights;
  /** Returns the weights if a table is added to the words. @param {Float32Array} table */
  const added = (table) => attend(addPositional(vectors.slice(), table, { length: keys, dim }));
  /**
   * Returns the weights if a bias is added to the scores.
   * @param {Float32Array} bias [heads, keys, keys]
   */
  const biased = (bias) => {
    const row = (head * keys + query) * keys;
    return attend(vectors, bias.slice(row, row + keys));
  };
  const learned = learnedRows(state, keys);
  const rotated = applyRope(Float64Array.from(vectors), { heads: 1, headDim: dim, start });
  return [
    attend(vectors),
    added(sinusoidal(keys, dim, { start })),
    learned && added(learned),
    attend(Float32Array.from(rotated)),
    biased(alibiBias(heads, keys, keys)),
    biased(t5Bias(t5Table(heads), heads, keys, keys)),
  ];
}

/**
 * Returns the largest change of a weight, or null if one of the rows is missing.
 * @param {Float32Array | null} before
 * @param {Float32Array | null} now
 */
function largestChange(before, now) {
  if (!before || !now) return null;
  return now.reduce((most, weight, key) => Math.max(most, Math.abs(weight - before[key])), 0);
}

/**
 * Computes the row of every scheme, at the current position and with the sentence at position 0.
 * @param {State} state
 * @returns {Numbers}
 */
export function schemesModel(state) {
  const { tokens, query, start, length, dim, heads, head } = state;
  const weights = rowsOf(state);
  const home = rowsOf({ ...state, start: 0 });
  const words = wordsOf(tokens);
  const count = words.length;
  return {
    words,
    weights,
    home,
    missing: weights[LEARNED_SCHEME] ? null : Math.max(length, start),
    change: weights.map((row, at) => largestChange(home[at], row)),
    parameters: SCHEMES.map((scheme) => scheme.parameters(state)),
    slope: alibiSlopes(heads)[head],
    buckets: t5Buckets(count, count).slice(query * count, (query + 1) * count),
    bucketBiases: t5Table(heads).filter((_, at) => at % heads === head),
    dim,
  };
}

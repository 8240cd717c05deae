/**
 * Computes the numbers of PeSchemes: one row of attention weights under six schemes. The row
 * belongs to a head that was made by hand, not trained. Its query asks for the word a few
 * positions before the query. Each key contains its word, and also its position if the scheme adds
 * positions to keys.
 */
import {
  addPositional,
  alibiBias,
  alibiSlopes,
  attention,
  learnedTable,
  lookup,
  shiftRows,
  sinusoidal,
  t5Bias,
  t5Buckets,
} from '../../index.js';

/**
 * @typedef {object} State
 * @property {string} tokens the sentence
 * @property {number} query the index of the word that is the query
 * @property {number} back how many positions back the head should look
 * @property {number} start the position of the first word of the sentence
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
 * @property {number} bucket the T5 bucket of the word that the head should look at
 * @property {number} target the index of this word
 * @property {boolean} past whether this word is past the trained length
 * @property {boolean[]} found for each scheme, whether this word gets more than half of the weight
 */

/**
 * All numbers that the figure shows. `chosen` is the index of the chosen scheme. `covered` is true
 * until the question is answered.
 * @typedef {Numbers & {state: State & {scheme: SchemeKey}, chosen: number, covered: boolean}} Model
 */

/** The number of T5's buckets: groups of distances that share one bias. */
export const BUCKETS = 32;
const MOST_WORDS = 16;

/**
 * The standard deviation of the word vectors. The vectors are short, so that positions decide the
 * scores.
 */
const WORD = 0.05;
/** The standard deviation of the learned table, whose numbers are random, not trained. */
const LEARNED = 0.16;
/** The T5 bias of the distance at which the head looks. All other biases are 0. */
export const T5_BIAS = 5;
/** The scores are multiplied by this factor, and divided by the number of dimensions. */
const SHARPNESS = 192;

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
  words.forEach((word, at) =>
    vectors.set(learnedTable(1, dim, { std: WORD, seed: spelling(word) }), at * dim),
  );
  return vectors;
}

/**
 * Makes rows without positions. All are equal to the sinusoidal row of position 0: 0, 1, 0, 1, ...
 * @param {number} count
 * @param {number} dim
 */
const plainRows = (count, dim) => Float32Array.from({ length: count * dim }, (_, at) => at % 2);

/**
 * Returns the query and the learned rows of all words, or null if the table lacks one of them. The
 * query is the row of the position at which the head looks. A head would compute this row with a
 * matrix, from the row of the query's own position. Here it is looked up. A matrix can be fitted to
 * give exactly this row, because the table has no more rows than columns.
 * @param {State} state
 * @param {number} count the number of words
 */
function learnedRows({ start, query, back, length, dim }, count) {
  const table = learnedTable(length, dim, { std: LEARNED, seed: 1 });
  const positions = Array.from({ length: count }, (_, at) => start + at);
  try {
    const rows = lookup(table, dim, positions);
    return { q: lookup(table, dim, [start + query - back]), rows };
  } catch (refused) {
    if (!(refused instanceof RangeError)) throw refused;
    return null;
  }
}

/**
 * Turns rows by their positions, as RoPE does. A shift of sinusoidal rows is the same rotation, so
 * shiftRows computes it.
 * @param {Float32Array} rows
 * @param {number} dim
 * @param {number} start the position of the first row
 */
function turned(rows, dim, start) {
  const all = Float64Array.from(rows);
  for (let at = 0; at < all.length; at += dim)
    shiftRows(all.subarray(at, at + dim), dim, start + at / dim);
  return Float32Array.from(all);
}

/**
 * Computes the attention weights of the query's row under each scheme.
 * @param {State} state
 * @returns {Rows}
 */
export function rowsOf(state) {
  const { tokens, query, back, start, dim, heads, head } = state;
  const words = wordsOf(tokens);
  const keys = words.length;
  const vectors = vectorsOf(words, dim);
  /**
   * Returns the weights that a query gives to keys.
   * @param {Float32Array} q
   * @param {Float32Array} k
   * @param {Float32Array} [bias] added to the scores
   */
  const attend = (q, k, bias) =>
    attention({
      ...{ q, k, v: k, heads: 1, queries: 1, keys, headDim: dim, bias },
      scale: SHARPNESS / dim,
    }).weights;
  /** Adds the vectors of the words to rows, in place. @param {Float32Array} rows */
  const withWords = (rows) => addPositional(rows, vectors, { length: keys, dim });
  const plainQuery = plainRows(1, dim);
  const plainKeys = withWords(plainRows(keys, dim));
  /**
   * Returns the weights if a bias is added to scores that contain no position.
   * @param {Float32Array} bias [heads, keys, keys]
   */
  const biased = (bias) => {
    const row = (head * keys + query) * keys;
    return attend(plainQuery, plainKeys, bias.slice(row, row + keys));
  };
  // The matrix of the shift makes the row of an earlier position out of the query's own row.
  const shifted = shiftRows(sinusoidal(1, dim, { start: start + query }), dim, -back);
  const learned = learnedRows(state, keys);
  const t5 = new Float32Array(BUCKETS * heads);
  t5.fill(T5_BIAS, bucketOf(back) * heads, (bucketOf(back) + 1) * heads);
  return [
    attend(plainQuery, plainKeys),
    attend(shifted, withWords(sinusoidal(keys, dim, { start }))),
    learned && attend(learned.q, withWords(learned.rows)),
    attend(turned(plainQuery, dim, start + query - back), turned(plainKeys, dim, start)),
    biased(alibiBias(heads, keys, keys)),
    biased(t5Bias(t5, heads, keys, keys)),
  ];
}

/**
 * Returns the T5 bucket of the distance at which the head looks.
 * @param {number} back
 */
const bucketOf = (back) => t5Buckets(back + 1, back + 1)[back * (back + 1)];

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
  const { tokens, query, back, start, length, heads, head } = state;
  const weights = rowsOf(state);
  const home = rowsOf({ ...state, start: 0 });
  const target = query - back;
  return {
    words: wordsOf(tokens),
    weights,
    home,
    missing: weights[LEARNED_SCHEME] ? null : Math.max(length, start),
    change: weights.map((row, at) => largestChange(home[at], row)),
    parameters: SCHEMES.map((scheme) => scheme.parameters(state)),
    slope: alibiSlopes(heads)[head],
    bucket: bucketOf(back),
    target,
    past: start + target >= length,
    found: weights.map((row) => !!row && row[target] > 0.5),
  };
}

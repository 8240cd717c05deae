/**
 * Computes the numbers of PeOrder. One attention head runs twice on the same words: in the order
 * typed, and in the current order. A word's place says where the word is now, counted from 0. A
 * word's token is the place where the word was typed. The token stays the same when the word moves.
 */
import { addPositional, attention, learnedTable, similarity, sinusoidal } from '../../index.js';
import { typedWords } from '../parts/typed-words.js';
import { seedOf } from '../parts/word-seed.js';

/**
 * @typedef {object} State
 * @property {string} tokens three words or more, separated by spaces
 * @property {string} order the tokens from left to right, one digit each, as in "210"
 * @property {'none' | 'sinusoidal'} scheme whether positions are added
 * @property {boolean} causal whether a word sees only itself and the words before it
 * @property {number} query the token of the chosen word
 * @property {number} seed the seed of the last shuffle
 * @property {number} dim how many numbers a word's vector contains
 */
/** @typedef {Pick<State, 'tokens' | 'order' | 'scheme' | 'causal' | 'dim'>} Settings */
/** @typedef {ReturnType<typeof orderModel> & {state: State}} Model */

/** A text may have at most this many characters. */
export const LONGEST = 100;
const FEWEST_WORDS = 3;
const MOST_WORDS = 7;
/** Any seed would do. With this seed, the attention weights of the first picture differ clearly. */
const PROJECTION_SEED = 3345;

/**
 * Returns the first 7 words of a text, each cut to 12 characters. Returns null if the text has
 * fewer than 3 words.
 * @param {unknown} text
 */
export function wordsOf(text) {
  if (typeof text !== 'string') return null;
  return typedWords(text.slice(0, LONGEST), { fewest: FEWEST_WORDS, most: MOST_WORDS });
}

/**
 * Reads an order from any text. Tokens that the text does not name follow in the order typed.
 * @param {unknown} text digits, as in "210"
 * @param {number} count the number of words
 * @returns {number[]} the token at each place
 */
export function orderOf(text, count) {
  const digits = typeof text === 'string' ? (text.match(/\d/g) ?? []) : [];
  const named = digits.map(Number).filter((token) => token < count);
  return [...new Set([...named, ...Array(count).keys()])];
}

/**
 * Returns a random order that depends on the seed only: the token at each place.
 * @param {number} seed
 * @param {number} count the number of words
 */
export function shuffled(seed, count) {
  const draws = learnedTable(1, count, { init: 'xavier', seed });
  return [...Array(count).keys()].sort((a, b) => draws[a] - draws[b]);
}

/**
 * The projections made last, kept for the next call.
 * @type {{dim: number, values: Float32Array}}
 */
let projections = { dim: 0, values: new Float32Array(0) };

/**
 * Returns the projections to queries, keys and values. They are three random matrices of
 * [dim, dim], one below the other in a table of [3 dim, dim].
 * @param {number} dim
 */
function projectionsOf(dim) {
  if (projections.dim !== dim) {
    const std = 1 / Math.sqrt(dim);
    projections = { dim, values: learnedTable(3 * dim, dim, { std, seed: PROJECTION_SEED }) };
  }
  return projections.values;
}

/**
 * Returns the vectors of the words in the given order, [count, dim]. With the scheme `sinusoidal`,
 * each vector is the sum of the word's own vector and the vector of its position.
 * @param {string[]} words
 * @param {number[]} order
 * @param {Settings} settings
 */
function embedded(words, order, { dim, scheme }) {
  const vectors = new Float32Array(order.length * dim);
  order.forEach((token, place) => {
    const out = vectors.subarray(place * dim, (place + 1) * dim);
    learnedTable(1, dim, { std: 1, seed: seedOf(words[token]), out });
  });
  if (scheme === 'sinusoidal') {
    const length = order.length;
    addPositional(vectors, sinusoidal(length, dim), { length, dim });
  }
  return vectors;
}

/**
 * Returns the queries, keys and values of some vectors. The library has no matrix product, but
 * `similarity` computes the dot products of all rows of a table. So this function puts the vectors
 * and the rows of the projections into one table. Then it takes the products that it needs.
 * @param {Float32Array} vectors [count, dim]
 * @param {number} dim
 */
function projected(vectors, dim) {
  const count = vectors.length / dim;
  const rows = count + 3 * dim;
  const table = new Float32Array(rows * dim);
  table.set(vectors);
  table.set(projectionsOf(dim), vectors.length);
  const products = similarity(table, rows, dim, { metric: 'dot' });
  return [0, 1, 2].map((which) => {
    const result = new Float32Array(count * dim);
    for (let place = 0; place < count; place++) {
      const from = place * rows + count + which * dim;
      result.set(products.subarray(from, from + dim), place * dim);
    }
    return result;
  });
}

/**
 * Runs the attention head on the words in the given order.
 * @param {string[]} words
 * @param {number[]} order
 * @param {Settings} settings
 */
function attend(words, order, settings) {
  const { dim, causal } = settings;
  const [q, k, v] = projected(embedded(words, order, settings), dim);
  const count = order.length;
  return attention({ q, k, v, heads: 1, queries: count, keys: count, headDim: dim, causal });
}

/** Returns a view of the bits of float32 numbers. @param {Float32Array} values */
const bitsOf = (values) => new Uint32Array(values.buffer, values.byteOffset, values.length);

/** Counts the bits that are 1. @param {number} bits */
function countOnes(bits) {
  let count = 0;
  for (; bits; bits &= bits - 1) count++;
  return count;
}

/**
 * Compares a word's output in the current order with its output in the order typed.
 * @param {Float32Array} now
 * @param {Float32Array} typed
 */
function compared(now, typed) {
  const nowBits = bitsOf(now);
  const typedBits = bitsOf(typed);
  // `differ` counts numbers that differ, and `bits` counts bits that differ. `sum` adds the squared
  // differences, and `most` is the largest difference.
  const result = { differ: 0, bits: 0, sum: 0, most: 0 };
  now.forEach((value, at) => {
    const gap = value - typed[at];
    const changed = countOnes(nowBits[at] ^ typedBits[at]);
    if (changed) result.differ++;
    result.bits += changed;
    result.sum += gap * gap;
    result.most = Math.max(result.most, Math.abs(gap));
  });
  return result;
}

/**
 * Whether all bits of two outputs are equal.
 * @param {Float32Array} one
 * @param {Float32Array} two
 */
function isSame(one, two) {
  const bits = bitsOf(two);
  return bitsOf(one).every((each, at) => each === bits[at]);
}

/**
 * Finds the outputs that have a twin with the same bits in another bag. Each output of the other
 * bag is the twin of at most one output.
 * @param {Float32Array[]} now the output of each token
 * @param {Float32Array[]} typed
 * @returns {number[]} for each output of `now`, the token of its twin; -1 if it has none
 */
function twinsOf(now, typed) {
  const left = [...typed.keys()];
  return now.map((output) => {
    const at = left.findIndex((token) => isSame(output, typed[token]));
    return at < 0 ? -1 : left.splice(at, 1)[0];
  });
}

/**
 * Puts outputs into a bag. A bag has no order, so each output may have any slot. An output gets the
 * slot of its twin in the other bag. Without a twin, it gets the slot of its own word, so that the
 * reader compares outputs of the same word. If this slot is taken, the output gets a free slot.
 * @param {number[]} twins
 * @returns {number[]} the token in each slot
 */
function bagOf(twins) {
  const bag = twins.map((_, slot) => {
    const twin = twins.indexOf(slot);
    return twin < 0 && twins[slot] < 0 ? slot : twin;
  });
  const left = [...twins.keys()].filter((token) => !bag.includes(token));
  return bag.map((token) => (token < 0 ? /** @type {number} */ (left.shift()) : token));
}

/** @param {number[]} numbers */
const total = (numbers) => numbers.reduce((sum, number) => sum + number, 0);

/**
 * Runs the head in both orders, and compares the outputs word by word.
 * @param {Settings} settings
 */
export function orderModel(settings) {
  const { dim } = settings;
  const words = /** @type {string[]} */ (wordsOf(settings.tokens));
  const count = words.length;
  const order = orderOf(settings.order, count);
  const now = attend(words, order, settings);
  const typed = attend(words, [...words.keys()], settings);
  // The list has the words in the order typed. Each entry has the word's current place, both
  // outputs, and their comparison.
  const tokens = words.map((word, token) => {
    const place = order.indexOf(token);
    const outputs = {
      now: now.output.subarray(place * dim, (place + 1) * dim),
      typed: typed.output.subarray(token * dim, (token + 1) * dim),
    };
    return { word, place, ...outputs, ...compared(outputs.now, outputs.typed) };
  });
  const twins = twinsOf(
    tokens.map((token) => token.now),
    tokens.map((token) => token.typed),
  );
  const fresh = twins.filter((twin) => twin < 0).length;
  return {
    words,
    order,
    tokens,
    /** Both bags of outputs, as lists of tokens. Equal outputs have the same slot. */
    bags: { now: bagOf(twins), typed: [...words.keys()] },
    /** For each token, whether its current output is also in the bag of the order typed. */
    twins: twins.map((twin) => twin >= 0),
    /** How many current outputs the bag of the order typed lacks. At 0, both bags are equal. */
    fresh,
    /** The current attention weights, [count, count]. A row has the weights that one word gives. */
    weights: now.weights,
    weightsTyped: typed.weights,
    values: count * dim,
    differ: total(tokens.map((token) => token.differ)),
    bits: total(tokens.map((token) => token.bits)),
    distance: Math.sqrt(total(tokens.map((token) => token.sum))),
    most: Math.max(...tokens.map((token) => token.most)),
    moved: order.some((token, place) => token !== place),
  };
}

/**
 * Returns the attention weight that one word gives to another in the current order.
 * @param {Pick<Model, 'words' | 'tokens' | 'weights'>} model
 * @param {number} query the token of the word that gives the weight
 * @param {number} key the token of the word that gets it
 */
export const weightOf = ({ words, tokens, weights }, query, key) =>
  weights[tokens[query].place * words.length + tokens[key].place];

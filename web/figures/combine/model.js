/**
 * Computes the numbers of PeCombine. The figure adds a word's vector and the stamp of its position,
 * which is a row of the sinusoidal encoding. All words and all stamps are known. The sum is
 * compared with each of them. The nearest word and the nearest stamp are what is read from the sum.
 */
import { addPositional, learnedTable, similarity, sinusoidal } from '../../index.js';
import { tenTo } from '../chassis/decades.js';
import { joined, keeping, lazily } from '../parts/lazily.js';
import { seedOf } from '../parts/word-seed.js';
import { RIDGES, probeShares } from './probe.js';
import { TUTORIAL_TOKEN } from './tutorial.js';

/**
 * @typedef {object} State
 * @property {number} query the chosen word of the sentence
 * @property {number} start the position of the first word
 * @property {string} std the standard deviation of the words' numbers, one of STDS
 * @property {boolean} scaled whether words are multiplied by the square root of dim
 * @property {'add' | 'concat'} mode whether the stamp is added, or put beside the word
 * @property {number} dim how many numbers a vector contains
 * @property {boolean} measured whether the distances are measured
 * @property {number} width the dimensions of the model whose matrices the figure counts
 * @property {number} heads
 * @property {number} layers
 */

/** @typedef {Pick<State, 'query' | 'start' | 'dim'>} Place */
/** @typedef {ReturnType<typeof combineModel>} Model */
/** @typedef {ReturnType<typeof readAt>[number]} Reading */

/**
 * All words that are known. The first three are the sentence. The letters of a word are the
 * seed of its random vector, so different words have different vectors.
 */
export const WORDS = [
  'dog,bites,man,cat,bird,fish,tree,house,moon,river,red,old,big,small,runs,sleeps',
  'sees,eats,likes,hears,the,a,and,not,now,here,she,he,they,us,road,bread',
].flatMap((list) => list.split(','));
/** The number of words in the sentence. */
export const SENTENCE = 3;
/** The stamps of positions 0 to 31 are known. */
export const POSITIONS = 32;

/** A tutorial prints the standard deviation of a table with this many rows and columns. */
const TUTORIAL_STAMPS = [10, 32];

/** The standard deviations to choose from. */
export const STDS = ['0.01', '0.02', '0.05', '0.1', '0.2', '0.5', '1', '2'];

/** The spreads (see spreadOf) of the points of the curve, from 0.01 to about 20. */
export const SPREADS = Array.from({ length: 25 }, (_, at) => tenTo(-2 + (3.3 * at) / 24));

/**
 * Returns the standard deviation of the words' numbers, multiplied by sqrt(dim) if `scaled`.
 * @param {Pick<State, 'std' | 'scaled' | 'dim'>} state
 */
export const spreadOf = ({ std, scaled, dim }) => Number(std) * (scaled ? Math.sqrt(dim) : 1);

/**
 * Returns the vectors of all words, [WORDS.length, dim]. Their numbers have the standard deviation
 * `std`.
 */
const wordTable = /* @__PURE__ */ keeping(
  (/** @type {number} */ dim, /** @type {number} */ std) => {
    const table = new Float32Array(WORDS.length * dim);
    WORDS.forEach((word, at) => {
      const out = table.subarray(at * dim, (at + 1) * dim);
      learnedTable(1, dim, { std, seed: seedOf(word), out });
    });
    return table;
  },
);

/**
 * Returns some rows of a table.
 * @param {Float32Array} table
 * @param {number} dim
 * @param {number} first
 * @param {number} [count]
 */
const rowsOf = (table, dim, first, count = 1) => table.subarray(first * dim, (first + count) * dim);

/** Returns the index of the smallest number. @param {ArrayLike<number>} numbers */
const nearest = (numbers) => {
  let found = 0;
  for (let at = 1; at < numbers.length; at++) if (numbers[at] < numbers[found]) found = at;
  return found;
};

/**
 * Adds the stamps to the words of the sentence, and measures all distances.
 * @param {Place & Pick<State, 'mode'>} place
 * @param {number} spread the standard deviation of the words' numbers
 */
export function readAt({ start, dim, mode }, spread) {
  const words = wordTable(dim, spread);
  const stamps = sinusoidal(POSITIONS, dim);
  const own = rowsOf(stamps, dim, start, SENTENCE);
  const sums = addPositional(rowsOf(words, dim, 0, SENTENCE).slice(), own, {
    length: SENTENCE,
    dim,
  });
  // The table has a row of zeros, the sums, the words and the stamps. A distance from the row of
  // zeros is a length.
  const firstWord = 1 + SENTENCE;
  const firstStamp = firstWord + WORDS.length;
  const count = firstStamp + POSITIONS;
  const table = new Float32Array(count * dim);
  table.set(sums, dim);
  table.set(words, firstWord * dim);
  table.set(stamps, firstStamp * dim);
  const distances = similarity(table, count, dim, { metric: 'euclidean' });
  /** Returns the distances of a row to all words and to all stamps. @param {number} row */
  const fromRow = (row) => ({
    words: distances.subarray(row * count + firstWord, row * count + firstStamp),
    stamps: distances.subarray(row * count + firstStamp, (row + 1) * count),
  });
  return Array.from({ length: SENTENCE }, (_, token) => {
    const position = start + token;
    const [wordRow, stampRow] = [firstWord + token, firstStamp + position];
    const added = fromRow(1 + token);
    // If word and stamp are side by side, each half is compared with its own table.
    const apart = { words: fromRow(wordRow).words, stamps: fromRow(stampRow).stamps };
    const { words: toWords, stamps: toStamps } = mode === 'add' ? added : apart;
    return {
      word: WORDS[token],
      token,
      position,
      rows: {
        word: rowsOf(words, dim, token),
        stamp: rowsOf(stamps, dim, position),
        sum: rowsOf(sums, dim, token),
      },
      lengths: {
        word: distances[wordRow],
        stamp: distances[stampRow],
        sum: mode === 'add' ? distances[1 + token] : bothLengths(distances, wordRow, stampRow),
      },
      added,
      apart,
      /** The nearest word and the nearest stamp. */
      readWord: nearest(toWords),
      readPosition: nearest(toStamps),
    };
  });
}

/**
 * Returns the length of two vectors side by side. Row 0 of `distances` contains their lengths.
 * @param {Float32Array} distances
 * @param {number} wordRow
 * @param {number} stampRow
 */
function bothLengths(distances, wordRow, stampRow) {
  const [word, stamp] = [distances[wordRow], distances[stampRow]];
  return Math.sqrt(word * word + stamp * stamp);
}

/**
 * Returns the dot products of all words and stamps with each other: [words and stamps, words and
 * stamps]. The numbers of these words have the standard deviation 1.
 * @param {number} dim
 */
function productsOf(dim) {
  const table = new Float32Array((WORDS.length + POSITIONS) * dim);
  table.set(wordTable(dim, 1));
  table.set(sinusoidal(POSITIONS, dim), WORDS.length * dim);
  return similarity(table, WORDS.length + POSITIONS, dim, { metric: 'dot' });
}

/**
 * Returns whether the row of a table that is nearest to a sum is the right row. The sum has two
 * parts: one is a row of the table, and the other is not. The squared distance is |row|² - 2
 * row·sum + |sum|². In it, row·sum is the sum of the row's products with both parts. |sum|² is
 * equal for all rows, so it is left out.
 * @param {Float32Array} products the result of productsOf
 * @param {number} from the first row of the table within the products
 * @param {number} to the row after the last
 * @param {number} own the right row
 * @param {number} other the row of the other part
 * @param {number} factor the factor of the other part, if the factor of the right row is 1
 */
function isNearest(products, from, to, own, other, factor) {
  const count = WORDS.length + POSITIONS;
  /** @param {number} row */
  const gap = (row) =>
    products[row * count + row] -
    2 * (products[own * count + row] + factor * products[other * count + row]);
  const least = gap(own);
  for (let row = from; row < to; row++) if (row !== own && gap(row) <= least) return false;
  return true;
}

/**
 * Finds the word and the stamp that are nearest to the sum of each word with each stamp.
 * @param {Float32Array} products the result of productsOf
 * @param {number} spread
 * @returns {{word: number, position: number}} the shares of sums for which the nearest word is
 *   right, and for which the nearest stamp is right
 */
function nearestShares(products, spread) {
  const [words, all] = [WORDS.length, WORDS.length + POSITIONS];
  const right = { word: 0, position: 0 };
  for (let word = 0; word < words; word++)
    for (let stamp = words; stamp < all; stamp++) {
      if (isNearest(products, 0, words, word, stamp, 1 / spread)) right.word++;
      if (isNearest(products, words, all, stamp, word, spread)) right.position++;
    }
  const sums = words * POSITIONS;
  return { word: right.word / sums, position: right.position / sums };
}

/** @typedef {{word: number, position: number}} Shares */

/** Returns the products, and the shares at each of the SPREADS. */
const curveOf = /* @__PURE__ */ keeping((/** @type {number} */ dim) => {
  const products = productsOf(dim);
  return { products, curve: SPREADS.map((spread) => nearestShares(products, spread)) };
});

/**
 * Measures from how many sums the word and the position are recovered. This is the slowest
 * computation of the figure.
 */
export const sharesOf = /* @__PURE__ */ keeping(
  (/** @type {number} */ dim, /** @type {number} */ spread) => {
    /** @param {number} ridge */
    const probeOf = (ridge) =>
      probeShares(wordTable(dim, spread), sinusoidal(POSITIONS, dim), dim, ridge);
    const drawn = lazily({
      /** The shares of sums from which the nearest row recovers the word and the position. */
      nearest: () => nearestShares(curveOf(dim).products, spread),
      /** The shares of tested sums from which a fitted linear probe recovers them. */
      probe: () => probeOf(RIDGES[0]),
      curve: () => curveOf(dim).curve,
    });
    /** The shares of the probe, with each of the RIDGES. */
    const probes = () => [drawn.probe, ...RIDGES.slice(1).map(probeOf)];
    return joined(drawn, lazily({ probes }));
  },
);

/** Returns the lengths of the token in the tutorial's example, of stamp 0, and of their sum. */
export function tutorialLengths() {
  const dim = TUTORIAL_TOKEN.length;
  const stamp = sinusoidal(1, dim);
  const sum = addPositional(TUTORIAL_TOKEN.slice(), stamp, { length: 1, dim });
  const table = new Float32Array(4 * dim);
  [TUTORIAL_TOKEN, stamp, sum].forEach((row, at) => table.set(row, (at + 1) * dim));
  const [, word, position, both] = similarity(table, 4, dim, { metric: 'euclidean' });
  return { word, stamp: position, sum: both, ratio: position / word };
}

/**
 * Counts the numbers in matrices if stamps are added, and if stamps are beside the words. A head
 * has three matrices: for queries, keys and values. They have as many rows as their input has
 * numbers.
 * @param {Pick<State, 'width' | 'heads' | 'layers'>} state
 */
export function costOf({ width, heads, layers }) {
  const added = width * Math.floor(width / heads);
  const inLayer = 3 * heads * added;
  return {
    added,
    concat: 2 * added,
    /** The additional numbers if all layers have the wide input. */
    more: layers * inLayer,
    /** The additional numbers if only the first layer has the wide input. */
    moreInFirst: inLayer,
  };
}

/**
 * Returns the mean, the standard deviation and the root mean square of the numbers in a table.
 * @param {Float32Array} table
 */
function sizesOf(table) {
  let [sum, squares] = [0, 0];
  for (const value of table) {
    sum += value;
    squares += value * value;
  }
  const mean = sum / table.length;
  const square = squares / table.length;
  return { mean, deviation: Math.sqrt(square - mean * mean), root: Math.sqrt(square) };
}

/**
 * Makes the tables whose numbers are compared: stamps, words, and learned stamps before training.
 * @param {number} dim
 * @param {number} spread
 */
function comparedTables(dim, spread) {
  const [rows, columns] = TUTORIAL_STAMPS;
  return [
    { kind: 'tutorial', rows, dim: columns, table: sinusoidal(rows, columns) },
    { kind: 'stamps', rows: POSITIONS, dim, table: sinusoidal(POSITIONS, dim) },
    { kind: 'words', rows: WORDS.length, dim, table: wordTable(dim, spread) },
    { kind: 'learned', rows: POSITIONS, dim, table: learnedTable(POSITIONS, dim) },
    { kind: 'wide', rows: POSITIONS, dim, table: learnedTable(POSITIONS, dim, { std: 1 }) },
  ];
}

/**
 * @param {State} state
 * @param {Reading[]} readings what is read from the sums of this state
 */
export function combineModel(state, readings) {
  const spread = spreadOf(state);
  const known = {
    state,
    spread,
    readings,
    chosen: readings[state.query],
    factor: state.scaled ? Math.sqrt(state.dim) : 1,
  };
  const others = lazily({
    shares: () => sharesOf(state.dim, spread),
    tutorial: tutorialLengths,
    cost: () => costOf(state),
    sizes: () =>
      comparedTables(state.dim, spread).map((each) => ({ ...each, ...sizesOf(each.table) })),
  });
  return joined(known, others);
}

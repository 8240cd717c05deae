/**
 * Computes the numbers of PeNetworks. Three networks read the same sentence. A connection leads
 * from a word to a word that reads it. The news is information about the first word. It spreads
 * along connections, one step at a time.
 */
import { addPositional, attention, learnedTable, sinusoidal } from '../../index.js';
import { joined, keeping, lazily } from '../parts/lazily.js';
import { typedWords } from '../parts/typed-words.js';
import { seedOf } from '../parts/word-seed.js';
import { distinct, runNetwork, spacingOf, vectorsOf } from './tiny.js';

/**
 * @typedef {object} State
 * @property {string} tokens three words or more, separated by spaces
 * @property {number} taken how many steps the networks have taken
 * @property {number} kernel how many words the convolution reads for each word, including the word
 *   itself
 * @property {boolean} dilated whether each layer of the convolution skips more words than the layer
 *   before it
 * @property {boolean} padding whether the convolution reads zeros before the first word
 * @property {number} length L, the number of words of the text whose costs are counted
 * @property {number} dim d, how many numbers each word has
 * @property {string} heads
 * @property {number} speed steps per second
 */

/** @typedef {'recurrent' | 'convolution' | 'attention'} Kind */
/** @typedef {Pick<State, 'kernel' | 'dilated' | 'padding'>} Settings */
/** @typedef {[from: number, to: number]} Connection */
/** @typedef {ReturnType<typeof laneOf>} Lane */
/** @typedef {{name: string, shape: number[], numbers: number, bytes: number}} Shape */
/** @typedef {ReturnType<typeof networksModel> & {state: State}} Model */

/** @type {Kind[]} */
export const KINDS = ['recurrent', 'convolution', 'attention'];

/** A text may have at most this many characters. */
export const LONGEST = 120;
export const FEWEST_WORDS = 3;
export const MOST_WORDS = 16;

/** The lengths at which the chart of costs begins and ends. */
export const LENGTHS = [16, 131072];

/** Feed-forward layers are this many times as wide as other layers, as in the first Transformer. */
const FEED_FORWARD = 4;

/** The number of bytes of a float32 number. */
const FLOAT = Float32Array.BYTES_PER_ELEMENT;

/**
 * Returns the first 16 words of a text, or null if the text has fewer than three.
 * @param {unknown} text
 */
export const wordsOf = (text) =>
  typedWords(String(text), { fewest: FEWEST_WORDS, most: MOST_WORDS });

/**
 * Lists the connections of one layer. In the recurrent network, a word reads the word before it.
 * @param {Kind} kind
 * @param {number} layer counted from 0
 * @param {number} count the number of words
 * @param {Settings} settings
 */
export function connectionsOf(kind, layer, count, settings) {
  /** @type {Connection[]} */
  const connections = [];
  const spacing = spacingOf(layer, settings);
  for (let to = 0; to < count; to++) {
    if (kind === 'recurrent' && to > 0) connections.push([to - 1, to]);
    if (kind === 'convolution')
      for (let back = 0; back < settings.kernel; back++)
        if (to >= back * spacing) connections.push([to - back * spacing, to]);
    if (kind === 'attention') for (let from = 0; from < count; from++) connections.push([from, to]);
  }
  return connections;
}

/**
 * Spreads the news about the first word along the connections, until it reaches the last word.
 * @param {Kind} kind
 * @param {number} count the number of words
 * @param {Settings} settings
 */
export function reachOf(kind, count, settings) {
  /** The step in which the news reaches each word. @type {number[]} */
  const heardAt = Array(count).fill(Infinity);
  heardAt[0] = 0;
  /** @type {Connection[][]} */
  const layers = [];
  while (heardAt[count - 1] === Infinity) {
    const step = layers.length + 1;
    const connections = connectionsOf(kind, layers.length, count, settings);
    layers.push(connections);
    for (const [from, to] of connections)
      if (heardAt[from] < step) heardAt[to] = Math.min(heardAt[to], step);
  }
  return { layers, heardAt, steps: layers.length };
}

/**
 * Tests in two ways whether a network can tell positions apart. In the first test, the network
 * reads the same word in every place. Its outputs differ only if it can tell the places apart. In
 * the second test, it reads the sentence, and the sentence with the first two words swapped.
 * @param {Kind} kind
 * @param {string[]} words
 * @param {Settings} settings
 * @param {number} steps how many layers the network needs to reach the last word
 */
function placesOf(kind, words, settings, steps) {
  const layers = kind === 'recurrent' ? 1 : steps;
  const [first] = vectorsOf(words.slice(0, 1));
  const same = words.map(() => first);
  const shallow = lazily({
    /** The outputs after one layer. An output is null if too few words come before its word. */
    outputs: () => runNetwork(kind, same, settings, 1),
  });
  const others = lazily({
    /** How many outputs differ from one another after one layer. */
    differing: () => distinct(shallow.outputs),
    /** How many outputs differ after so many layers that the news reaches the last word. */
    differingDeep: () => distinct(runNetwork(kind, same, settings, layers)),
    /** The largest change of the last word's output when the first two words are swapped. */
    swapped: () => changeBySwap(kind, words, settings, layers),
  });
  return joined(shallow, others);
}

/**
 * Returns the largest change of the last word's output when the first two words are swapped.
 * @param {Kind} kind
 * @param {string[]} words
 * @param {Settings} settings
 * @param {number} layers
 */
function changeBySwap(kind, words, settings, layers) {
  const swapped = [words[1], words[0], ...words.slice(2)];
  const [typed, other] = [words, swapped].map(
    (each) =>
      runNetwork(kind, vectorsOf(each), { ...settings, padding: true }, layers).at(-1) ?? [],
  );
  return Math.max(...typed.map((value, at) => Math.abs(value - other[at])));
}

/**
 * @param {Kind} kind
 * @param {string[]} words
 * @param {Settings} settings
 */
function laneOf(kind, words, settings) {
  const reach = reachOf(kind, words.length, settings);
  return joined({ kind, ...reach }, placesOf(kind, words, settings, reach.steps));
}

/**
 * Counts the multiply-adds of one layer, and the bytes that it keeps in memory. The stamps (the
 * vectors of positions) need only additions. A recurrent network has a matrix for the word and a
 * matrix for its state, and keeps one state. A convolution has a matrix for each of the `kernel`
 * words that it reads. Attention compares all words with all words and adds their values. Each head
 * keeps its scores.
 * @param {Pick<State, 'length' | 'dim' | 'kernel' | 'heads'>} state
 */
export function costOf({ length, dim, kernel, heads }) {
  const matrix = length * dim * dim;
  return {
    stamps: { count: length * dim, bytes: FLOAT * length * dim },
    recurrent: { count: 2 * matrix, bytes: FLOAT * dim },
    convolution: { count: kernel * matrix, bytes: FLOAT * kernel * dim },
    attention: { count: 2 * length * length * dim, bytes: FLOAT * Number(heads) * length * length },
    /** Each word is multiplied by the matrices for queries, keys, values and outputs. */
    projections: { count: 4 * matrix, bytes: 3 * FLOAT * length * dim },
    feedForward: { count: 2 * FEED_FORWARD * matrix, bytes: FEED_FORWARD * FLOAT * length * dim },
  };
}

/**
 * Counts the costs, and how they grow when the text becomes twice as long.
 * @param {Pick<State, 'length' | 'dim' | 'kernel' | 'heads'>} state
 */
function costsOf(state) {
  const costs = costOf(state);
  const twice = costOf({ ...state, length: 2 * state.length });
  const layer = costs.attention.count + costs.projections.count + costs.feedForward.count;
  return {
    costs,
    growth: {
      stamps: twice.stamps.count / costs.stamps.count,
      recurrent: twice.recurrent.count / costs.recurrent.count,
      convolution: twice.convolution.count / costs.convolution.count,
      attention: twice.attention.count / costs.attention.count,
    },
    /** The multiply-adds of attention, divided by those of the recurrent network. */
    ratio: costs.attention.count / costs.recurrent.count,
    /** The multiply-adds of a layer with attention, divided by the additions of the stamps. */
    perStamp: layer / costs.stamps.count,
  };
}

/**
 * Lists the shape of every array when a layer with attention reads a sentence. The function makes
 * the arrays, and counts their elements and bytes.
 * @param {string[]} words
 * @param {Pick<State, 'dim' | 'heads'>} state
 * @returns {Shape[]}
 */
export function shapesOf(words, { dim, heads: text }) {
  const [count, heads] = [words.length, Number(text)];
  const headDim = dim / heads;
  const embeddings = new Float32Array(count * dim);
  words.forEach((word, at) => {
    const out = embeddings.subarray(at * dim, (at + 1) * dim);
    learnedTable(1, dim, { std: 1, seed: seedOf(word), out });
  });
  const stamps = sinusoidal(count, dim);
  const sums = addPositional(embeddings.slice(), stamps, { length: count, dim });
  // The contents of q, k and v do not matter here, but their shapes do.
  const shape = { heads, queries: count, keys: count, headDim };
  const { weights, output } = attention({ q: sums, k: sums, v: sums, ...shape });
  /** @param {string} name @param {number[]} sizes @param {{length: number}} array */
  const row = (name, sizes, array) => ({
    name,
    shape: sizes,
    numbers: array.length,
    bytes: FLOAT * array.length,
  });
  return [
    row('words', [count], words),
    row('embeddings', [count, dim], embeddings),
    row('stamps', [count, dim], stamps),
    row('sums', [count, dim], sums),
    row('queries', [heads, count, headDim], sums),
    row('scores', [heads, count, count], weights),
    row('mixed', [heads, count, headDim], output),
    row('joined', [count, dim], output),
  ];
}

const keptShapes = /* @__PURE__ */ keeping(
  (/** @type {string} */ words, /** @type {number} */ dim, /** @type {string} */ heads) =>
    shapesOf(words.split(' '), { dim, heads }),
);

/** @param {State} state */
export function networksModel(state) {
  const words = /** @type {string[]} */ (wordsOf(state.tokens));
  const lanes = KINDS.map((kind) => laneOf(kind, words, state));
  const [recurrent, convolution, byAttention] = lanes;
  const known = { words, lanes, recurrent, convolution, attention: byAttention };
  const shapes = () => keptShapes(words.join(' '), state.dim, state.heads);
  return joined({ ...known, ...costsOf(state) }, lazily({ shapes }));
}

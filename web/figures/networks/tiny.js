/**
 * Runs three tiny networks with seeded random weights. With them, the figure tests whether each
 * kind of network can tell positions apart. Each word is a row of 8 numbers.
 */
import { attention, learnedTable } from '../../index.js';
import { seedOf } from '../parts/word-seed.js';

/** @typedef {import('./model.js').Kind} Kind */
/** @typedef {import('./model.js').Settings} Settings */
/** @typedef {number[]} Row */

/** How many numbers a word has. */
export const WIDTH = 8;
/** The seed of the weights. Its value is arbitrary. */
const SEED = 7;
/**
 * The recurrent network multiplies the weights of its state by this. So the network does not soon
 * forget the first word, and the present word still matters.
 */
const MEMORY = 1.5;
/** Outputs that differ by less than this count as equal, because rounding changes them. */
const ROUNDING = 1e-5;

/**
 * A layer of the convolution reads words that are equally far apart. Returns this distance.
 * @param {number} layer counted from 0
 * @param {Settings} settings
 */
export function spacingOf(layer, { kernel, dilated }) {
  let spacing = 1;
  if (dilated) for (let at = 0; at < layer; at++) spacing *= kernel;
  return spacing;
}

/** Returns the vectors of words. @param {string[]} words @returns {Row[]} */
export const vectorsOf = (words) =>
  words.map((word) => [...learnedTable(1, WIDTH, { std: 1, seed: seedOf(word) })]);

/** The random matrices that have been made. They never change. */
const matrices = /** @type {Map<string, Float32Array>} */ (new Map());

/**
 * Returns one of the random matrices of a layer.
 * @param {number} layer
 * @param {number} at the index of the matrix in its layer
 */
function matrixOf(layer, at, factor = 1) {
  const key = `${layer} ${at} ${factor}`;
  const made = matrices.get(key);
  if (made) return made;
  const how = { std: factor / Math.sqrt(WIDTH), seed: SEED + 100 * layer + at };
  const matrix = learnedTable(WIDTH, WIDTH, how);
  matrices.set(key, matrix);
  return matrix;
}

/** Multiplies a row by a matrix, [WIDTH, WIDTH]. @param {Row} row @param {Float32Array} matrix */
const times = (row, matrix) =>
  row.map((_, column) =>
    row.reduce((sum, value, at) => sum + value * matrix[at * WIDTH + column], 0),
  );

/** Adds rows, and keeps each sum between -1 and 1. @param {...Row} rows @returns {Row} */
const activate = (...rows) =>
  rows[0].map((_, at) => {
    const sum = rows.reduce((total, row) => total + row[at], 0);
    return sum / (1 + Math.abs(sum));
  });

const ZEROS = Array(WIDTH).fill(0);

/** Reads each word's row together with the state after the word before it. @param {Row[]} rows */
function recurrentLayer(rows) {
  const [fromWord, fromState] = [matrixOf(0, 0), matrixOf(0, 1, MEMORY)];
  let state = ZEROS;
  return rows.map((row) => {
    state = activate(times(row, fromWord), times(state, fromState));
    return state;
  });
}

/**
 * Reads, for each word, its own row and rows before it. Without padding, a word has no output if
 * one of these rows is missing.
 * @param {(Row | null)[]} rows
 * @param {number} layer
 * @param {Settings} settings
 * @returns {(Row | null)[]}
 */
function convolutionLayer(rows, layer, settings) {
  const { kernel, padding } = settings;
  const spacing = spacingOf(layer, settings);
  return rows.map((_, to) => {
    const window = Array.from({ length: kernel }, (_each, back) => rows[to - back * spacing]);
    if (!padding && window.some((row) => !row)) return null;
    return activate(...window.map((row, back) => times(row ?? ZEROS, matrixOf(layer, back))));
  });
}

/**
 * Compares the query of each word with the keys of all words, and mixes their values.
 * @param {Row[]} rows
 * @param {number} layer
 */
function attentionLayer(rows, layer) {
  const [q, k, v] = [0, 1, 2].map((at) =>
    Float32Array.from(rows.flatMap((row) => times(row, matrixOf(layer, at)))),
  );
  const shape = { heads: 1, queries: rows.length, keys: rows.length, headDim: WIDTH };
  const { output } = attention({ q, k, v, ...shape });
  return rows.map((_, at) => [...output.subarray(at * WIDTH, (at + 1) * WIDTH)]);
}

/**
 * Runs the layers of a network. A recurrent network has one layer.
 * @param {Kind} kind
 * @param {Row[]} rows one row for each word
 * @param {Settings} settings
 * @param {number} layers
 * @returns {(Row | null)[]} the output of each word
 */
export function runNetwork(kind, rows, settings, layers) {
  if (kind === 'recurrent') return recurrentLayer(rows);
  /** @type {(Row | null)[]} */
  let outputs = rows;
  for (let layer = 0; layer < layers; layer++)
    outputs =
      kind === 'attention'
        ? attentionLayer(/** @type {Row[]} */ (outputs), layer)
        : convolutionLayer(outputs, layer, settings);
  return outputs;
}

/** Counts the outputs that differ from one another. @param {(Row | null)[]} outputs */
export function distinct(outputs) {
  /** @type {Row[]} */
  const found = [];
  for (const row of outputs) {
    /** @param {Row} other */
    const equals = (other) => row?.every((value, at) => Math.abs(value - other[at]) < ROUNDING);
    if (row && !found.some(equals)) found.push(row);
  }
  return found.length;
}

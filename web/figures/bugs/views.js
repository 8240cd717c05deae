/** What the pictures of the ten exhibits show. Each view is computed from the code under test. */
import { RIGHT } from './implementations.js';

/** @typedef {import('./implementations.js').Bug} Bug */
/** @typedef {import('./implementations.js').Implementation} Implementation */

/** The tip of a clock's hand: [right, up], in radii of the clock. @typedef {number[]} Hand */

/**
 * What one picture shows. The property `kind` says how it is drawn.
 * @typedef {{kind: 'table', values: Float32Array, rows: number, columns: number}} TableView
 * @typedef {{kind: 'path', hands: Hand[]}} PathView one hand at many positions
 * @typedef {{kind: 'clocks', columns: Column[]}} ClocksView clocks above words
 * @typedef {{kind: 'bars', bars: Bar[], most: number}} BarsView bars with labels
 * @typedef {{kind: 'partners', partners: number[]}} PartnersView which numbers turn together
 * @typedef {{kind: 'wave', values: number[], length: number}} WaveView a curve over positions
 * @typedef {TableView | PathView | ClocksView | BarsView | PartnersView | WaveView} View
 */

/**
 * @typedef {object} Column
 * @property {string} word the word; '' for padding
 * @property {string} note a text under the word
 * @property {Hand[]} hands the hands of its clocks, from the top
 */

/** @typedef {{label: string, value: number, note: string}} Bar */

const WORDS = ['dog', 'bites', 'man'];
/** The number of dimensions of a table. A square table has as many positions. */
const SIZE = 24;
/** The number of positions of a long table. */
const LONG = 128;
/** The number of positions on the path of a hand. */
const PATH = 64;
/** The number of dimensions of the tables from which hands are read. */
const WIDTH = 16;
const HEAD_DIM = 8;
const HEADS = 8;
/** The curve of the slowest hand has a point every STEP positions. */
const STEP = 50;
const STEPS = 120;

const ones = () => WORDS.map(() => Array(HEAD_DIM).fill(1));

/** Makes a vector with 1 at a place, and 0 elsewhere. @param {number} place */
const unit = (place) => Array.from({ length: HEAD_DIM }, (_, at) => Number(at === place));

/** @param {number[][]} rows @returns {View} */
const tableView = (rows) => ({
  kind: 'table',
  values: Float32Array.from(rows.flat()),
  rows: rows.length,
  columns: rows[0].length,
});

/**
 * Returns the hands of a row of a table, with fast hands first.
 * @param {number[]} row
 * @param {number} count
 */
const handsOf = (row, count) =>
  Array.from({ length: count }, (_, pair) => row.slice(2 * pair, 2 * pair + 2));

/** The mask of a sentence after two places of padding. */
const MASK = [0, 0, ...WORDS.map(() => 1)];

/** Shows the position that each word gets. @param {Implementation} pe @returns {View} */
function paddedView(pe) {
  const table = RIGHT.table(MASK.length, WIDTH);
  const columns = pe.positions(MASK).map((position, at) => {
    if (!MASK[at]) return { word: '', note: '', hands: [] };
    const word = WORDS[at - MASK.length + WORDS.length];
    return { word, note: String(position), hands: handsOf(table[position], 1) };
  });
  return { kind: 'clocks', columns };
}

/** Shows how much a new word attends to each word. @param {Implementation} pe @returns {View} */
function cacheView(pe) {
  const last = WORDS.length - 1;
  // The value of each word has its 1 at a different place, so the output contains the weights.
  const [weights] = pe.attend(
    ones().slice(last),
    ones(),
    WORDS.map((_, at) => unit(at)),
    last,
  );
  const bars = WORDS.map((label, at) => ({ label, value: weights[at], note: '' }));
  return { kind: 'bars', bars, most: 1 / 2 };
}

/**
 * Shows the output of attention if all values are equal.
 * @param {Implementation} pe
 * @returns {View}
 */
function valuesView(pe) {
  // The hand of each value is (1, 1). Its length is √2, so it is drawn with length 1.
  const columns = pe.attend(ones(), ones(), ones(), 0).map((row, at) => ({
    word: WORDS[at],
    note: '',
    hands: [[row[0] * Math.SQRT1_2, row[HEAD_DIM / 2] * Math.SQRT1_2]],
  }));
  return { kind: 'clocks', columns };
}

/**
 * Finds the partner of each number: the number that RoPE rotates together with it.
 * @param {Implementation} pe
 * @returns {View}
 */
function partnersView(pe) {
  const partners = Array.from({ length: HEAD_DIM }, (_, place) => {
    return pe.rotate([unit(place)], [1])[0].findIndex((value, at) => at !== place && value !== 0);
  });
  return { kind: 'partners', partners };
}

/**
 * Shows the cosine of the slowest pair at many positions.
 * @param {Implementation} pe
 * @returns {View}
 */
function waveView(pe) {
  const positions = Array.from({ length: STEPS + 1 }, (_, at) => at * STEP);
  const rows = pe.rotate(Array(positions.length).fill(unit(HEAD_DIM - 1)), positions);
  return { kind: 'wave', values: rows.map((row) => row[HEAD_DIM - 1]), length: STEPS * STEP };
}

/** Shows the slope of each head. @param {Implementation} pe @returns {View} */
function slopesView(pe) {
  const bars = pe.slopes(HEADS).map((value, head) => ({
    label: String(head + 1),
    value,
    note: value === 1 ? '1' : `1/${1 / value}`,
  }));
  return { kind: 'bars', bars, most: 1 };
}

/** Functions that compute the views. @type {Record<Bug, (pe: Implementation) => View>} */
export const VIEWS = {
  pairs: (pe) => ({ kind: 'path', hands: pe.table(PATH, WIDTH).map((row) => row.slice(2, 4)) }),
  transposed: (pe) => tableView(pe.stamp(Array.from({ length: SIZE }, () => Array(SIZE).fill(0)))),
  exponent: (pe) => tableView(pe.table(LONG, SIZE)),
  first: (pe) => {
    const rows = pe.table(WORDS.length, WIDTH);
    const columns = rows.map((row, at) => ({ word: WORDS[at], note: '', hands: handsOf(row, 3) }));
    return { kind: 'clocks', columns };
  },
  padding: paddedView,
  cache: cacheView,
  values: valuesView,
  layout: partnersView,
  theta: waveView,
  slopes: slopesView,
};

/** Returns the numbers of a view. @param {View} view @returns {number[]} */
export function numbersOf(view) {
  switch (view.kind) {
    case 'path':
      return view.hands.flat();
    case 'clocks':
      return view.columns.flatMap(({ hands }) => hands.flat());
    case 'bars':
      return view.bars.map(({ value }) => value);
    case 'partners':
      return view.partners;
    default:
      return [...view.values];
  }
}

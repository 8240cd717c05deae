/**
 * Contains the questions of all quizzes. Each question names a state of a figure, which shows the
 * answer. The model of a state contains all values that the figure computes for this state. The
 * numbers in the texts of a question come from this model.
 */
import { translated } from '../figures/chassis/language.js';
import { modelOf, withNumbers } from './numbers.js';
import { alibi } from './sets/alibi.js';
import { buckets } from './sets/buckets.js';
import { bugs } from './sets/bugs.js';
import { clocks } from './sets/clocks.js';
import { combine } from './sets/combine.js';
import { heatmap } from './sets/heatmap.js';
import { naive } from './sets/naive.js';
import { networks } from './sets/networks.js';
import { order } from './sets/order.js';
import { patches } from './sets/patches.js';
import { precision } from './sets/precision.js';
import { range } from './sets/range.js';
import { rope } from './sets/rope.js';
import { schemes } from './sets/schemes.js';
import { shift } from './sets/shift.js';
import { similarity } from './sets/similarity.js';
import { stretch } from './sets/stretch.js';
import { waves } from './sets/waves.js';

/**
 * A text of a question: a string, or a function that writes the text from the model. In a string,
 * each pair of braces stands for a number. `{chords.0 3}` is the number `chords[0]` of the model,
 * with 3 decimals. `{clocks position=3 chords.0 3}` takes it from another figure and state, as
 * numbers.js explains.
 * @typedef {string | ((model: any) => string)} Text
 */

/**
 * A question as it is in the bank.
 * @typedef {object} Entry
 * @property {string} id the name of the question, which no other question has
 * @property {'full'} [level] marks a question about something that beginners have not seen.
 *   Worksheets for beginners leave it out
 * @property {string} at the figure and the state that show the answer, such as `clocks/position=44`
 * @property {Text} ask the text of the question
 * @property {[value: string, label: Text, reply: Text][]} options the answers to choose from, and
 *   the reply to each
 * @property {string} answer the value of the right option
 * @property {Text} shows a text that the figure shows in this state. If the text is in a row of a
 *   table, the quiz opens the table. A test finds the text on the screen, and checks that the right
 *   option has the same numbers
 */

/**
 * A question as the reader sees it, with its numbers.
 * @typedef {object} Question
 * @property {string} id
 * @property {'full'} [level]
 * @property {string} figure the name of the figure, without pe-
 * @property {string} state
 * @property {string} ask
 * @property {[value: string, label: string, reply: string][]} options
 * @property {string} answer
 * @property {string} shows
 */

/** The questions about each figure. @type {Record<string, Entry[]>} */
const FIGURES = {
  order,
  naive,
  clocks,
  heatmap,
  waves,
  shift,
  similarity,
  range,
  rope,
  alibi,
  buckets,
  stretch,
  schemes,
  precision,
  patches,
  bugs,
  combine,
  networks,
};

/**
 * Returns the questions of all figures: the first of each, then the second of each, and so on.
 * @returns {Entry[]}
 */
function mixed() {
  const sets = Object.values(FIGURES);
  const most = Math.max(...sets.map((set) => set.length));
  return Array.from({ length: most }, (_, at) => sets.flatMap((set) => set[at] ?? [])).flat();
}

/** The sets of questions by their names. @type {Record<string, Entry[]>} */
export const SETS = { ...FIGURES, mixed: mixed() };

/** The texts of all questions by their ids, in the current language (see `speak`). */
const texts = translated('bank', Object.fromEntries(SETS.mixed.map((entry) => [entry.id, entry])));

/** All questions by their ids. */
export const BANK = new Map(SETS.mixed.map((entry) => [entry.id, entry]));

/**
 * Writes a question with its numbers. Throws if the kernels cannot run.
 * @param {Entry} entry
 * @returns {Question}
 */
export function written({ id, level, at, answer }) {
  const { ask, options, shows } = texts[id];
  const [figure, state] = at.split('/');
  /** @param {Text} text */
  const write = (text) =>
    typeof text === 'function' ? text(modelOf(figure, state)) : withNumbers(text, figure, state);
  return {
    id,
    level,
    figure,
    state,
    ask: write(ask),
    options: options.map(([value, label, reply]) => [value, write(label), write(reply)]),
    answer,
    shows: write(shows),
  };
}

/**
 * The script of the tour: which figure is on the screen, how it moves, and what is said. All
 * captions, the transcript and the chapters are made from this script.
 */

import { translated } from '../figures/chassis/language.js';

/**
 * A movement of a figure to other values of its fields.
 * @typedef {object} Move
 * @property {number} at the seconds from the start of the chapter
 * @property {number} lasts in seconds
 * @property {string} to the fields that change, as in a link
 */

/**
 * A caption is shown for some seconds, long enough to be read twice. Each pair of braces stands for
 * a number of the figure, as web/quiz/numbers.js explains. The number is computed for the state at
 * the end of the caption.
 * @typedef {[seconds: number, text: string]} Line
 */

/**
 * @typedef {object} Chapter
 * @property {string} title
 * @property {string} figure its name, without pe-
 * @property {string} state the fields at the start, as in a link
 * @property {Move[]} moves one after the other
 * @property {Line[]} lines one after the other; together they last as long as the chapter
 */

/** @type {Chapter[]} */
export const script = translated('tour-script', [
  {
    title: 'Order',
    figure: 'order',
    state: 'order=012',
    moves: [
      { at: 0.6, lasts: 5, to: 'order=210' },
      { at: 9, lasts: 1.2, to: 'scheme=sinusoidal' },
    ],
    lines: [
      [4.2, 'Dog and man swap. Who bit whom?'],
      [4.7, 'Attention gives the same {words.length} outputs.'],
      [4.2, 'A position stamp changes all {fresh}.'],
    ],
  },
  {
    title: 'Clocks',
    figure: 'clocks',
    state: 'position=0',
    moves: [
      { at: 0.4, lasts: 3.8, to: 'position=41' },
      { at: 4.4, lasts: 1.3, to: 'position=44' },
      { at: 9.1, lasts: 0.1, to: 'pair=10,position=0' },
      { at: 9.2, lasts: 1.3, to: 'position=44' },
    ],
    lines: [
      [4.3, 'The stamp is a set of {waves.length} clocks.'],
      [4.8, 'At {position}, clock {state.pair} is almost back at {other}.'],
      [4, 'Slow clock {state.pair} tells {position} from {other}.'],
    ],
  },
  {
    title: 'RoPE',
    figure: 'rope',
    state: 'arrows=1,hold=0,position=10,other=8',
    moves: [
      { at: 0.4, lasts: 3.6, to: 'position=12' },
      { at: 4.4, lasts: 2, to: 'position=14' },
      { at: 9.8, lasts: 4.2, to: 'position=26,other=20' },
    ],
    lines: [
      [5.4, 'RoPE turns man and dog like clock hands.'],
      [4.4, 'A small angle means a high score.'],
      [5.4, 'Same distance, same match score: {score 2}.'],
    ],
  },
  {
    title: 'Range',
    figure: 'range',
    state: 'scheme=learned,position=100',
    moves: [
      { at: 0.2, lasts: 1.2, to: 'position=512' },
      { at: 4.4, lasts: 0.1, to: 'scheme=sinusoidal' },
      { at: 4.5, lasts: 3.6, to: 'position=620' },
      { at: 9.3, lasts: 4, to: 'position=820' },
    ],
    lines: [
      [4.3, 'A table with {state.length} rows ends here.'],
      [4.8, 'Clocks go on, to angles never seen.'],
      [5.4, 'The model never learned what they mean.'],
      [4.1, 'Your turn: drag the blue line.'],
    ],
  },
]);

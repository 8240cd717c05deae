/**
 * The script of the tour: which figure is on the screen, how it moves, and what is said. All
 * captions, the transcript and the chapters come from here.
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
      { at: 0.6, lasts: 3.8, to: 'order=210' },
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
      { at: 0.4, lasts: 3.6, to: 'position=42' },
      { at: 4.1, lasts: 0.9, to: 'position=44' },
      { at: 9.1, lasts: 0.1, to: 'pair=10' },
    ],
    lines: [
      [4.3, 'The stamp is a set of {waves.length} clocks.'],
      [4.7, 'At {position}, clock {state.pair} is almost back at {other}.'],
      [4, 'But clock {state.pair} tells {position} from {other}.'],
    ],
  },
  {
    title: 'Waves',
    figure: 'waves',
    state: 'position=0,other=0,lines=own,pairs=0%2C10',
    moves: [
      { at: 0.2, lasts: 5.6, to: 'position=60' },
      { at: 6, lasts: 0.8, to: 'pair=10' },
      { at: 6.8, lasts: 3.6, to: 'position=100' },
    ],
    lines: [
      [3.8, 'A turning hand draws a wave.'],
      [7.1, 'Fast waves separate near words, slow waves far words.'],
    ],
  },
  {
    title: 'RoPE',
    figure: 'rope',
    state: 'arrows=8,position=0,other=0',
    moves: [
      { at: 0.4, lasts: 3.8, to: 'position=30,other=20' },
      { at: 5.3, lasts: 4, to: 'position=70,other=60' },
    ],
    lines: [
      [5.2, 'RoPE turns each word like a clock hand.'],
      [5.4, 'Same distance, same match score: {score 2}.'],
    ],
  },
  {
    title: 'Range',
    figure: 'range',
    state: 'position=100',
    moves: [
      { at: 0.2, lasts: 0.8, to: 'position=512' },
      { at: 4.4, lasts: 0.9, to: 'position=600' },
      { at: 9.6, lasts: 1.8, to: 'position=100' },
    ],
    lines: [
      [4.3, 'A table with {state.length} rows ends here.'],
      [5.1, 'Clocks go on, but at untrained angles.'],
      [3, 'Now it is your turn.'],
    ],
  },
]);

/**
 * The texts that every figure shows. The texts of one figure are in its own words.js. A translator
 * also needs the words.js of listings and of questions, and stretch/config-words.js.
 */
import { grouped } from './format.js';
import { translated } from './language.js';

/**
 * The example sentence of the course. In figures for beginners, its words are at the positions 0, 1
 * and 2.
 */
export const sentence = 'dog bites man';

export const courseWords = translated('course', {
  sentence,
  /** @param {string} place @param {string} word */
  named: (place, word) => `${place} (“${word}”)`,
});

/** Returns the words of the example sentence, in the current language. */
export const firstWords = () => courseWords.sentence.split(' ');

/**
 * Writes a position. For beginners, each of the first positions is followed by its word.
 * @param {number} position
 * @param {boolean} [beginner]
 */
export function placeText(position, beginner) {
  const place = grouped(position);
  const word = beginner && firstWords()[position];
  return word ? courseWords.named(place, word) : place;
}

/** The texts of the plot and its controls. Some of them are only for screen readers. */
export const plotWords = translated('plot', {
  kind: 'interactive plot',
  /** The name of the row of states to try. */
  presets: 'Try',
  /** The button that shows the controls in a narrow figure for beginners. */
  unfold: 'Change more',
  /** `stop` follows a title. `colon` separates a word from its position. */
  stop: '. ',
  colon: ': ',
  /** Writes a power of ten from 1,000 on, for a narrow axis. @param {number} value */
  brief: (value) => (value < 1e6 ? `${value / 1000}k` : `${value / 1e6}M`),
  /**
   * @param {string[][]} arrows pairs [keys, effect]
   * @param {boolean} plays
   */
  how: (arrows, plays) => {
    const moves = arrows.map(([keys, effect]) => `${spoken(keys)}: ${effect}`).join('. ');
    const space = plays ? 'Space plays, ' : '';
    return (
      `${moves}. ${space}T opens the table of the numbers, the question mark lists all keys, ` +
      'and Escape leaves the plot. You can also use the buttons and sliders below.'
    );
  },
});

/** Replaces arrow characters with words that a screen reader can say. @param {string} keys */
const spoken = (keys) =>
  keys
    .replace('← → ↑ ↓', 'Arrow keys')
    .replace('← →', 'Left and right arrows')
    .replace('↑ ↓', 'Up and down arrows');

/** The bar under the plot. */
export const transportWords = translated('transport', {
  play: 'Play',
  pause: 'Pause',
  back: 'Step back',
  forward: 'Step forward',
  reset: 'Reset',
  speed: 'Speed',
  logScale: 'log scale',
  /** @param {number} speed */
  perSecond: (speed) => `${speed} / s`,
  /**
   * @param {string} label the label of the field of the timeline
   * @param {string} value the value of that field
   */
  scrubAt: (label, value) => `${label.toLowerCase()} ${value}`,
});

/** The buttons of the question, and the replies to an answer. */
export const questionWords = translated('question', {
  kicker: 'Predict, then reveal',
  reveal: 'Reveal',
  decline: 'Just show me',
  next: 'Skip ahead',
  /** The text of the button `next` with reduced motion. */
  step: 'Next',
  replay: 'Play it again',
  again: 'Ask me again',
  scrub: 'Rewind',
  why: 'More on this',
  watch: 'Watch the picture.',
  /** The note on the picture while it shows what a wrong answer would mean. */
  trial: 'trying your answer',
  /** Says that the picture has moved halfway. Another sentence follows. */
  halfway: 'Halfway there.',
  past: 'About the picture before your change:',
  right: '✓ Right.',
  wrong: '✗ Wrong.',
  /** @param {string} answer */
  said: (answer) => `You said: ${answer}.`,
  chooseFirst: 'Choose an answer first. A guess is enough.',
  /** Stands between two sentences. */
  space: ' ',
  /** Separates the verdict from the surprising number in the narrow bar. */
  dot: ' · ',
});

/** The row of small buttons at the bottom of the figure, and the messages after a click. */
export const footWords = translated('foot', {
  table: 'Table',
  code: 'Code',
  csv: 'CSV',
  png: 'PNG',
  svg: 'SVG',
  link: 'Link to this',
  /** The texts of one button. It shows what level="beginner" hides, and then hides it again. */
  more: 'Show everything',
  less: 'Show less',
  help: 'Keyboard',
  saved: { CSV: 'CSV saved, with all digits.', PNG: 'PNG saved.', SVG: 'SVG saved.' },
  /** The message in a frame, which may forbid downloads silently. @param {string} kind */
  maybeSaved: (kind) =>
    `If your browser saved no ${kind}, the page around this figure forbids downloads.`,
  linkCopied: 'Link copied.',
  /**
   * The message if the page may not use the clipboard. It has texts before, inside and after a link
   * that the reader can copy by hand.
   */
  linkToCopy: ['Copy ', 'this link', '.'],
});

/** The panel with the tables of the numbers. */
export const tableWords = translated('table', {
  label: 'Table of the numbers in the plot',
  pick: 'Choose a table',
  previous: 'Previous rows',
  next: 'Next rows',
  /**
   * @param {number} first
   * @param {number} last
   * @param {number} count
   */
  rows: (first, last, count) => `rows ${first} to ${last} of ${count}`,
});

/** The list of keys, as pairs [keys, effect]. */
export const helpWords = translated('help', {
  intro: 'While the plot has the focus:',
  /** The keys of a figure that plays. @type {(label: string) => string[][]} */
  playing: (label) => [
    ['Page Down, Page Up', `move “${label}” forward or back by 10 (with Shift, by 100)`],
    ['Space', 'play or pause'],
  ],
  /** The keys of every figure. @type {string[][]} */
  always: [
    ['R', 'reset the figure'],
    ['T', 'open or close the table of the numbers'],
    ['?', 'open or close this list'],
    ['Esc', 'leave the plot'],
  ],
});

/** The messages of the live region when a key opens or closes a panel. */
export const panelWords = translated('panel', {
  table: 'table of the numbers',
  help: 'list of keys',
  /**
   * @param {'table' | 'help'} name
   * @param {boolean} open
   */
  said: (name, open) => `The ${panelWords[name]} is ${open ? 'open below the figure' : 'closed'}.`,
});

/** The messages of errors. */
export const errorWords = translated('error', {
  /** @param {unknown} error */
  cannotRun: (error) =>
    `This figure cannot run here. ${error instanceof Error ? error.message : error}`,
  noCode: 'The code did not load.',
  noCanvas: 'This browser gives no canvas to draw on.',
  noPicture: 'the browser could not make a PNG of the picture',
});

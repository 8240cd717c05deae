/** All texts of pe-waves. */
import { m, mi, mn, mo } from '../chassis/dom.js';
import { distance, fixed, grouped, signed, wave } from '../chassis/format.js';

/** @import { rich } from '../chassis/dom.js' */
/** @import { Question } from '../chassis/question.js' */
/** @import { Table } from '../chassis/table.js' */
/** @import { Model } from './model.js' */
/** @typedef {Parameters<typeof rich>[0]} Rich a text, some parts of which are coloured */

/** Returns how many decimals a number of turns needs. @param {number} value */
const turnDigits = (value) => {
  if (value >= 1 || value === 0) return 2;
  return value < 0.1 ? 4 : 3;
};
/** Prints a number of turns with about three significant digits. @param {number} value */
export const turnsText = (value) => grouped(value, turnDigits(value));

export const heading = 'Each pair goes round at its own pace';
export const topic = 'Pairs that go round';

export const labels = {
  dim: 'Dimensions',
  base: 'Base',
  length: 'Positions',
  position: 'Position',
  other: 'Compared with',
  pair: 'Pair',
  lines: 'Pairs below',
  pairs: 'Your pairs',
  parts: 'Sine only',
};

export const names = {
  lines: ['fast to slow', 'dims 0,2,10,30', 'first four pairs', 'your own pairs'],
};

export const arrows = [
  ['← →', 'move one position back or forward'],
  ['↑ ↓', 'choose a faster or slower pair'],
  ['Home, End', 'go to the first or last position'],
];
export const keyLabels = {
  f: 'find the twin: another position with almost the same sine',
  s: 'show only the sine, or sine and cosine',
  m: 'keep the current position to compare others with it',
};

export const labelsOnPicture = {
  sine: 'sin',
  cosine: 'cos',
  position: 'position',
  turns: 'turns',
  turnCount: turnsText,
  /** @param {number} pair */
  pair: (pair) => `pair ${pair}`,
  /** @param {number} wavelength */
  oneTurn: (wavelength) => `one turn in ${wave(wavelength)} positions`,
  /** @param {number} turns */
  turnsSoFar: (turns) => `${turnsText(turns)} turns`,
  /** @param {number} gap */
  apart: (gap) => `${distance(gap)} apart`,
  /** @param {number} length @param {boolean} wide */
  lanes: (length, wide) => (wide ? `in the same ${length} positions` : `in ${length} positions`),
};

/**
 * @param {Model} model
 * @returns {Rich}
 */
export function caption({ state, turns, waves, sine, chord }) {
  const { position, other, pair, length, parts } = state;
  const whole = turns(pair);
  return [
    'Pair ',
    ['b', String(pair)],
    ` turns once in ${wave(waves[pair])} positions.` +
      ` It makes ${turnsText(turns(pair, position))} turns by position `,
    ['you', String(position)],
    ', and ',
    ['b', turnsText(whole)],
    ` in all ${length} positions` +
      (whole < 1 ? `, which is an arc of ${fixed(whole * 360, 2)}°.` : '.') +
      ' By the sine alone, positions ',
    ['you', String(position)],
    ' and ',
    ['other', String(other)],
    ` are ${distance(sine)} apart`,
    ...(parts === 'sine' ? sineOnly : together(chord)),
  ];
}

/** The end of the caption while the figure shows only the sine. @type {Rich} */
const sineOnly = ['. Without the cosine, the circle is only a line.'];

/**
 * Returns the end of the caption while the figure shows sine and cosine.
 * @param {number} chord
 * @returns {Rich}
 */
const together = (chord) => ['; by sine and cosine together, ', ['b', distance(chord)], '.'];

/** @param {Model} model */
export function formula({ state, table, waves, turns }) {
  const { position, pair, dim, length, parts } = state;
  const at = position * dim + 2 * pair;
  const wavelength = () => mn(wave(waves[pair]));
  /** @param {...Element} row */
  const math = (...row) => m('math', m('mrow', ...row));
  const angle = () =>
    m('mfrac', m('mrow', mn('2'), mi('π'), mo('·'), mn(String(position))), wavelength());
  /** @param {string} name @param {number} value */
  const part = (name, value) =>
    math(mo(name), mo('('), angle(), mo(')'), mo('='), mn(signed(value, 4)));
  return [
    math(m('mfrac', mn(String(length)), wavelength()), mo('='), mn(turnsText(turns(pair)))),
    part('sin', table[at]),
    ...(parts === 'sine' ? [] : [part('cos', table[at + 1])]),
  ];
}

/**
 * @param {Model} model
 * @returns {Table[]}
 */
export function tables({ state, table, waves, turns, frequencies }) {
  const { dim, length, pair } = state;
  /** @param {number} value */
  const four = (value) => signed(value, 4);
  const showPosition = [String, turnsText, four, four];
  const showPair = [String, wave, turnsText, (/** @type {number} */ value) => value.toPrecision(4)];
  return [
    {
      name: `Pair ${pair} at positions 0 to ${length}`,
      columns: ['position', 'turns', 'sin', 'cos'],
      rows: length + 1,
      row: (position) => {
        const at = position * dim + 2 * pair;
        return [position, turns(pair, position), table[at], table[at + 1]];
      },
      show: (value, column) => showPosition[column](value),
    },
    {
      name: `All pairs over ${length} positions`,
      columns: ['pair', 'positions per turn', `turns in ${length}`, 'radians per position'],
      rows: dim / 2,
      row: (which) => [which, waves[which], turns(which), frequencies[which]],
      show: (value, column) => showPair[column](value),
    },
  ];
}

/** @type {Pick<Question, 'ask' | 'options' | 'surprise' | 'because'>} */
export const questionTexts = {
  ask: [
    'In 100 positions, the fastest of 32 pairs turns 15.92 times.',
    'Pair 16 is halfway down the list. How many turns does it make?',
  ].join(' '),
  options: [
    [
      'half',
      'about 8 turns, half as many',
      'No: the turns do not fall evenly. Pair 2 makes about 9, and it is near the top.',
    ],
    ['two', 'about 2 turns', 'That is pair 7. Each pair below it is slower still.'],
    ['part', 'less than a sixth of a turn'],
  ],
  surprise: (/** @type {Model} */ { turns }) => `${turnsText(turns(16))} turns`,
  because: (/** @type {Model} */ { turns, waves }) => [
    `That is only ${fixed(turns(16) * 360, 1)}°. ` +
      'Each pair is slower than the one before by the same factor. ' +
      `So pair 16 takes ${grouped(waves[16] / waves[0])} times as long as pair 0 for one turn. ` +
      'A popular tutorial says “about 2 cycles”, ' +
      `but that is true of pair 7, with ${turnsText(turns(7))} turns.`,
  ],
};

/** @param {Model} model */
export function describe({ state, table, turns, sine, chord }) {
  const { position, other, pair, dim } = state;
  const at = position * dim + 2 * pair;
  return [
    `Position ${position}: pair ${pair} has made ${turnsText(turns(pair, position))} turns.`,
    `Its sine is ${signed(table[at])}, and its cosine is ${signed(table[at + 1])}.`,
    `By the sine alone, positions ${position} and ${other} are ${distance(sine)} apart;`,
    `by sine and cosine together, ${distance(chord)}.`,
  ].join(' ');
}

/** Sines that are less than this apart count as equal. */
const NEAR = 0.02;

/** The texts of the panel that finds the twin of the current position; see twinOf. */
export const finderTexts = {
  heading: 'Why each pair has a sine and a cosine',
  reason: [
    'A wave reaches each height twice in a turn, going up and coming down: sin x = sin(π − x).',
    'So a position usually has a twin: another position with almost the same sine.',
    'The cosine tells them apart, because their cosines have opposite signs.',
  ].join(' '),
  /** @param {number} position */
  button: (position) => `Find the twin of ${position}`,
  /**
   * Says that there is no twin, or how near the chosen twin is. It is empty while the figure
   * compares with a position that is not the twin.
   * @param {Model} model
   * @returns {Rich}
   */
  found({ state, twin, sine, chord }) {
    const { position, other, length } = state;
    if (twin < 0)
      return [
        `There is no twin up to position ${length}: ` +
          'this pair has not finished its first quarter turn.',
      ];
    if (twin !== other) return [];
    return [
      sine < NEAR ? ['right', '✓ Positions '] : ['quiet', 'The nearest: positions '],
      ['b', `${position} and ${twin}`],
      ` are ${distance(sine)} apart by the sine alone, and ${distance(chord)} apart by both.`,
    ];
  },
};

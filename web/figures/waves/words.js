/** All texts of pe-waves. */
import { m, mi, mn, mo } from '../chassis/dom.js';
import { distance, fineWave, fixed, grouped, localized, signed, wave } from '../chassis/format.js';
import { isSecret } from './model.js';

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

/** Writes a number of turns for beginners: '<0.01' if it is small. @param {number} turns */
const plainTurns = (turns) => (turns > 0 && turns < 0.01 ? '<0.01' : turnsText(turns));

/** @param {boolean} beginner */
const writer = (beginner) => (beginner ? plainTurns : turnsText);

export const heading = 'Each clock turns at its own speed';
export const topic = 'The hand of a clock draws a wave';

export const labels = {
  dim: 'Dimensions',
  base: 'Base',
  length: 'Positions',
  position: 'Position',
  other: 'Compared with',
  pair: 'Clock',
  lines: 'Clocks below',
  pairs: 'Your clocks',
  parts: 'Cosine only',
};

export const names = {
  lines: ['fast to slow', 'dims 0,2,10,30', 'first four clocks', 'your own clocks'],
};

/** @type {import('../chassis/figure.js').Preset[]} */
export const presets = [
  ['First four clocks', { lines: 'first', pair: 0 }],
  ['Fast to slow', { lines: 'spread', pair: 0 }],
  ['Twins 21 and 23', { pair: 0, position: 21, other: 23 }],
];

export const arrows = [
  ['← →', 'move one position back or forward'],
  ['↑ ↓', 'choose a faster or slower clock'],
  ['Home, End', 'go to the first or last position'],
];
export const keyLabels = {
  f: 'find the twin: another position with almost the same cosine',
  s: 'show only the cosine, or sine and cosine',
  m: 'keep the current position to compare others with it',
};

export const labelsOnPicture = {
  sine: 'sin',
  cosine: 'cos',
  height: 'height',
  position: 'position',
  turns: 'turns',
  /** Replaces the turns of a slow clock until the question is answered. */
  secret: '?',
  /** @param {number} turns @param {boolean} beginner */
  turnCount: (turns, beginner) => writer(beginner)(turns),
  /** @param {number} pair */
  pair: (pair) => `clock ${pair}`,
  /** @param {number} wavelength */
  oneTurn: (wavelength) => `one turn in ${wave(wavelength)} positions`,
  /** @param {number} turns @param {boolean} beginner */
  turnsSoFar: (turns, beginner) => `${writer(beginner)(turns)} turns`,
  /** @param {number} gap */
  apart: (gap) => `${distance(gap)} apart`,
  /** @param {number} length @param {boolean} wide */
  lanes: (length, wide) => (wide ? `in the same ${length} positions` : `in ${length} positions`),
};

/**
 * @param {Model} model
 * @param {boolean} [covered]
 * @param {boolean} [beginner]
 * @returns {Rich}
 */
export function caption(model, covered = false, beginner = false) {
  const { state, turns, waves } = model;
  const { position, pair, length } = state;
  const write = writer(beginner);
  if (isSecret(pair, covered))
    return [
      'Clock ',
      ['b', String(pair)],
      ` is slow. How far does it turn in ${length} positions?`,
    ];
  return [
    'Clock ',
    ['b', String(pair)],
    ` turns once in ${wave(waves[pair])} positions. It makes ${write(turns(pair, position))}` +
      ' turns by position ',
    ['you', String(position)],
    ', and ',
    ['b', write(turns(pair))],
    ` in all ${length} positions`,
    ...(beginner
      ? ['. Follow the line from the tip of the hand: its height, step by step, is the wave.']
      : precise(model)),
  ];
}

/**
 * Returns the end of the caption for experts. It has exact numbers.
 * @param {Model} model
 * @returns {Rich}
 */
function precise({ state, turns, cosine, chord }) {
  const { position, other, pair, parts } = state;
  const whole = turns(pair);
  return [
    (whole < 1 ? `, which is an arc of ${fixed(whole * 360, 2)}°.` : '.') +
      ' By the cosine alone, positions ',
    ['you', String(position)],
    ' and ',
    ['other', String(other)],
    ` are ${distance(cosine)} apart`,
    ...(parts === 'cosine' ? cosineOnly : together(chord)),
  ];
}

/** The end of the caption while the figure shows only the cosine. @type {Rich} */
const cosineOnly = ['. Without the sine, the circle is only a line.'];

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
    ...(parts === 'cosine' ? [] : [part('sin', table[at])]),
    part('cos', table[at + 1]),
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
  const showPair = [
    String,
    fineWave,
    turnsText,
    (/** @type {number} */ value) => localized(value.toPrecision(4)),
  ];
  return [
    {
      name: `Clock ${pair} at positions 0 to ${length}`,
      columns: ['position', 'turns', 'sin', 'cos'],
      rows: length + 1,
      row: (position) => {
        const at = position * dim + 2 * pair;
        return [position, turns(pair, position), table[at], table[at + 1]];
      },
      show: (value, column) => showPosition[column](value),
    },
    {
      name: `All clocks over ${length} positions`,
      answers: true,
      columns: ['clock', 'positions per turn', `turns in ${length}`, 'radians per position'],
      rows: dim / 2,
      row: (which) => [which, waves[which], turns(which), frequencies[which]],
      show: (value, column) => showPair[column](value),
    },
  ];
}

/** @type {Omit<Question, 'answer' | 'shows'>} */
export const questionTexts = {
  ask: [
    'In 100 positions, the fastest of 32 clocks turns 15.92 times.',
    'Clock 16 is halfway down the list. How many turns does it make?',
  ].join(' '),
  options: [
    [
      'half',
      'about 8 turns, half as many',
      'No: the number of turns does not decrease evenly. Clock 2, near the top, makes only about 9 turns.',
    ],
    ['two', 'about 2 turns', 'Clock 7 makes about 2 turns. Each clock below it is slower still.'],
    ['part', 'less than a sixth of a turn'],
  ],
  watch: 'Watch the hand of clock 16: how far round does it get?',
  surprise: (/** @type {Model} */ { turns }) => `${turnsText(turns(16))} turns`,
  because: (/** @type {Model} */ { turns, waves }) => [
    `That is only ${fixed(turns(16) * 360, 0)} degrees. ` +
      'Each clock is slower than the one before by the same factor. ' +
      `So clock 16 takes ${grouped(waves[16] / waves[0])} times as long as clock 0 for one turn. ` +
      'A popular tutorial says “about 2 cycles”, ' +
      `but that is true of clock 7, with ${turnsText(turns(7))} turns.`,
  ],
};

/** @param {Model} model @param {boolean} [covered] */
export function describe({ state, table, turns, cosine, chord }, covered = false) {
  const { position, other, pair, dim } = state;
  const at = position * dim + 2 * pair;
  const made = `has made ${turnsText(turns(pair, position))} turns`;
  return [
    `Position ${position}: clock ${pair} ${isSecret(pair, covered) ? 'is slow' : made}.`,
    `Its sine is ${signed(table[at])}, and its cosine is ${signed(table[at + 1])}.`,
    `By the cosine alone, positions ${position} and ${other} are ${distance(cosine)} apart;`,
    `by sine and cosine together, ${distance(chord)}.`,
  ].join(' ');
}

/** Cosines that are less than this apart count as equal. */
const NEAR = 0.02;

/** The texts of the panel that finds the twin of the current position; see twinOf. */
export const finderTexts = {
  heading: 'Why each clock gives two numbers',
  reason: [
    'The wave is at each height twice in a turn: once on the way up, once on the way down.',
    'So a position usually has a twin with almost the same height.',
    'A second number tells them apart: how far the tip is to the left or right.',
    'The height is the cosine, the other number is the sine.',
  ].join(' '),
  /** @param {number} position */
  button: (position) => `Find the twin of ${position}`,
  /**
   * Says that there is no twin, or how near the chosen twin is. The text is empty while the figure
   * compares with a position that is not the twin.
   * @param {Model} model
   * @param {boolean} [beginner]
   * @returns {Rich}
   */
  found({ state, twin, cosine, chord }, beginner = false) {
    const { position, other, length } = state;
    if (twin < 0)
      return [`There is no twin up to ${length}: no hand is on the other side at this height.`];
    if (twin !== other) return [];
    const near = cosine < NEAR;
    const names = `${position} and ${twin}`;
    if (beginner)
      return [
        near ? ['right', '✓ '] : ['quiet', 'Not quite equal: '],
        ['b', names],
        near ? ' have the same height, ' : ' are closest in height, ',
        'but one tip is on the left and the other on the right.',
      ];
    return [
      near ? ['right', '✓ Positions '] : ['quiet', 'The nearest: positions '],
      ['b', names],
      ` are ${distance(cosine)} apart by the cosine alone, and ${distance(chord)} by cosine and sine.`,
    ];
  },
};

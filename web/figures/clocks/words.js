/** All texts of PeClocks. */
import { m, mi, mn, mo } from '../chassis/dom.js';
import { distance, fixed, grouped, signed, wave } from '../chassis/format.js';
import { FOOLED } from './model.js';

/** @typedef {import('./model.js').Model} Model */

export const heading = 'A stack of clocks shows the position';

export const labels = {
  dim: 'Dimensions',
  base: 'Base',
  position: 'Position',
  other: 'Compared with',
  pair: 'Clock',
  far: 'Log scale',
};

export const arrows = [
  ['← →', 'move one position back or forward'],
  ['↑ ↓', 'choose a faster or slower clock'],
  ['Home, End', 'go to the first or last position of the scrub bar'],
];

export const keyLabels = { m: 'compare other positions with the current one' };

export const labelsOnPicture = {
  distances: 'distance between the two hands of each clock',
  distancesBrief: 'distance on each clock',
  /** @param {number} positions */
  apart: (positions) => `${grouped(positions)} ${positions > 1 ? 'positions' : 'position'} apart`,
  wavelength: 'wavelength: positions per turn',
  /** @param {number} pair @param {number} chord */
  chosen: (pair, chord) => `clock ${pair}: ${distance(chord)}`,
};

/**
 * Says how far apart the two positions are on all clocks together.
 * @param {Model} model
 */
function together({ state, chords, total, fooled }) {
  const { position, other } = state;
  if (chords.length < 2 || position === other) return [];
  return [
    ` On all ${chords.length} clocks together, the positions are `,
    ['b', fixed(total, 3)],
    ' apart. ',
    alone(fooled),
  ];
}

/**
 * Says how many clocks would confuse the two positions.
 * @param {number} fooled
 */
function alone(fooled) {
  if (!fooled) return 'Each single clock could tell them apart, too.';
  const [clocks, hands] = fooled > 1 ? ['single clocks', 'their'] : ['single clock', 'its'];
  const why = `${hands} two hands are closer than ${FOOLED}`;
  return `${fooled} ${clocks} could not tell them apart: ${why}.`;
}

/** @param {Model} model */
export function caption(model) {
  const { state, waves, chords } = model;
  const { position, other, pair } = state;
  const fools = position !== other && chords[pair] < FOOLED;
  return [
    'Clock ',
    ['b', String(pair)],
    ` turns once in ${wave(waves[pair])} positions. Its hands for `,
    ['you', grouped(position)],
    ' and ',
    ['other', grouped(other)],
    ` are ${distance(chords[pair])} apart${fools ? ': it cannot tell the positions apart.' : '.'}`,
    ...together(model),
  ];
}

/** @param {Model} model */
export function formula({ state, table, waves }) {
  const { position, pair } = state;
  const angle = m(
    'mfrac',
    m('mrow', mn('2'), mi('π'), mo('·'), mn(grouped(position))),
    mn(wave(waves[pair])),
  );
  /** @param {string} name */
  const call = (name) => m('mrow', mi(name), mo('('), angle.cloneNode(true), mo(')'));
  const sine = mn(signed(table[2 * pair], 4));
  const cosine = mn(signed(table[2 * pair + 1], 4));
  return [
    m('math', m('mrow', mo('('), call('sin'), mo(','), call('cos'), mo(')'))),
    m('math', m('mrow', mo('='), mo('('), sine, mo(','), cosine, mo(')'))),
  ];
}

/** @param {Model} model @returns {import('../chassis/table.js').Table[]} */
export function tables({ state, waves, table, chords }) {
  const { dim, position, other } = state;
  /** For each column, the function that writes its numbers. */
  const formats = [String, wave, signed4, signed4, signed4, signed4, distance];
  return [
    {
      name: `Clocks at positions ${position} and ${other}`,
      columns: [
        'clock',
        'positions per turn',
        `sin at ${position}`,
        `cos at ${position}`,
        `sin at ${other}`,
        `cos at ${other}`,
        'distance between hands',
      ],
      rows: dim / 2,
      row: (pair) => [
        pair,
        waves[pair],
        table[2 * pair],
        table[2 * pair + 1],
        table[dim + 2 * pair],
        table[dim + 2 * pair + 1],
        chords[pair],
      ],
      show: (value, column) => formats[column](value),
    },
  ];
}

/** Writes a number with its sign and four decimals. @param {number} value */
const signed4 = (value) => signed(value, 4);

/** @satisfies {Partial<import('../chassis/question.js').Question>} */
export const questionTexts = {
  ask: 'Clock 0 turns once in 6.28 positions. Which position does it confuse with position 0?',
  options: [
    ['3', '3, about half a turn', 'After half a turn the hand points the other way.'],
    ['6', '6, about one turn', 'Close, but the hand has not come round completely.'],
    ['44', '44, about seven turns'],
  ],
  /** @param {Model} model */
  surprise: ({ chords }) => distance(chords[0]),
  /**
   * @param {{three: number, six: number}} apart the distances of positions 3 and 6 from position 0
   * on clock 0
   */
  because: ({ three, six }) => [
    'On clock 0, the hands for 0 and 44 are only this far apart. ' +
      'Opposite hands are 2 apart. ' +
      'In 44 positions, clock 0 makes almost exactly 7 turns. ' +
      `The hand for 6 is ${distance(six)} from the hand for 0. ` +
      `The hand for 3 is nearly opposite: ${distance(three)} away. ` +
      'But all clocks together can tell 0 and 44 apart.',
  ],
};

/** The texts of the game. */
export const game = {
  title: 'Find the impostor',
  task:
    'Find a position that clock 0 cannot tell from position 0: ' +
    `its hands for the two positions must be less than ${FOOLED} apart. ` +
    'Some position below 1,000 fools clock 0 far better than the three in the question.',
  none: 'You have found none yet. Move until both hands of clock 0 point the same way.',
  fools: '✓ ',
  closest: 'Closest so far: position ',
  /**
   * Says how close the best position found is. The text follows the number of this position.
   * @param {{position: number, chord: number, total: number}} best
   */
  result: ({ position, chord, total }) => {
    if (chord >= FOOLED)
      return `. Its hand on clock 0 is ${distance(chord)} from that of position 0.`;
    return (
      ` fools clock 0: the hands for ${grouped(position)} and 0 are ${distance(chord)} apart. ` +
      `But on all clocks together, the two positions are ${fixed(total, 3)} apart.` +
      (position === 710 ? ' No position below 100,000 is closer on clock 0.' : '')
    );
  },
};

/** @param {Model} model */
export function describe({ state, waves, chords, table, total }) {
  const { position, other, pair } = state;
  return (
    `Position ${position}. Clock ${pair} turns once in ${wave(waves[pair])} positions ` +
    `and reads sine ${signed(table[2 * pair])}, cosine ${signed(table[2 * pair + 1])}. ` +
    `Its hands for ${position} and ${other} are ${distance(chords[pair])} apart. ` +
    `On all clocks together, the two positions are ${fixed(total, 3)} apart.`
  );
}

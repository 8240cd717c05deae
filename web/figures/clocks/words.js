/** All texts of PeClocks. */
import { m, mi, mn, mo } from '../chassis/dom.js';
import { distance, fineWave, fixed, grouped, separator, signed, wave } from '../chassis/format.js';
import { placeText } from '../chassis/words.js';
import { BASES, DIRECTIONS, POSITIONS, basesFor } from './build-model.js';
import { FOOLED, FOOLED_DEGREES, degreesApart } from './model.js';

/** @typedef {import('../chassis/dom.js').Piece} Piece */
/** @typedef {import('./build-model.js').Build} Build */
/** @typedef {import('./model.js').Model} Model */

/** Writes a wavelength with as many digits as beginners need. @param {number} value */
export const plainWave = (value) => grouped(value, value < 10 ? 2 : 0);

export const heading = 'A stack of clocks shows the position';

export const labels = {
  task: 'Task',
  spacing: 'Spacing',
  clocks: 'Clocks',
  dim: 'Dimensions',
  base: 'Base',
  position: 'Position',
  other: 'Compared with',
  pair: 'Clock',
  far: 'Log scale',
};

export const names = {
  task: ['compare', 'build'],
  spacing: ['geometric (×)', 'linear (+)'],
};

/** The preset with five clocks, which the reader may change. The current position is 0. */
const built = {
  task: 'build',
  clocks: 5,
  base: 10000,
  spacing: 'geometric',
  position: 0,
  far: true,
};

/** The preset with all clocks of the encoding. It keeps the chosen positions. */
const whole = { task: 'compare', dim: 64, base: 10000, spacing: 'geometric', far: false };

/** @type {import('../chassis/figure.js').Preset[]} */
export const presets = [
  ['Build your own: 5 clocks', built],
  ['Linear spacing', { ...built, spacing: 'linear' }],
  ['Base 10', { ...built, base: 10 }],
  ['Base 100', { ...built, base: 100 }],
  ['Base 1,000,000', { ...built, base: 1e6 }],
  ['All 32 clocks', whole],
];

export const arrows = [
  ['← →', 'move one position back or forward'],
  ['↑ ↓', 'choose a faster or slower clock; while building, move by 100'],
  ['Home, End', 'go to the first or last position of the scrub bar'],
];

export const keyLabels = {
  m: 'compare other positions with the current one',
  b: 'build your own clocks, or compare two positions',
  larger: 'build with a larger base',
  smaller: 'build with a smaller base',
};

export const labelsOnPicture = {
  distances: 'distance between the two hands of each clock',
  distancesBrief: 'distance on each clock',
  /** @param {number} positions */
  apart: (positions) => `${grouped(positions)} ${positions > 1 ? 'positions' : 'position'} apart`,
  wavelength: 'wavelength: positions per turn',
  /** @param {number} pair */
  clock: (pair) => `clock ${pair}`,
  /** @param {number} length */
  oneTurn: (length) => `one turn in ${plainWave(length)} positions`,
  /** @param {number} turns */
  turns: (turns) => `${grouped(turns, 2)} ${turns === 1 ? 'turn' : 'turns'}`,
  /** @param {number} degrees */
  degrees: (degrees) => `${plainDegrees(degrees)} apart`,
  /** @param {boolean} narrow */
  wave: (narrow) => (narrow ? 'height of the tip' : 'the height of the hand’s tip draws a wave'),
  /** @param {number} count */
  wall: (count) => (count > 1 ? `all ${count} clocks, from fast to slow` : ''),
  /** @param {number} pair @param {number} chord */
  chosen: (pair, chord) => `clock ${pair}: ${distance(chord)}`,
};

/** Writes an angle in whole degrees, or that it is less than 1°. @param {number} degrees */
const plainDegrees = (degrees) =>
  degrees > 0 && degrees < 1 ? 'less than 1°' : `${grouped(degrees)}°`;

/** The texts on the picture of the task `build`. */
export const buildLabels = {
  /** @param {number} clocks */
  question: (clocks) => `Can ${clocks} clocks tell ${grouped(POSITIONS)} positions apart?`,
  /** @param {string} spacing @param {Float64Array} waves */
  spacing: (spacing, [first, second]) => {
    const change =
      spacing === 'linear' ? `+ ${grouped(second - first)}` : `× ${grouped(second / first, 1)}`;
    return `positions per turn: ${change} from clock to clock`;
  },
  /** @param {number} count @param {boolean} wide */
  verdict: (count, wide) => {
    const what = count ? `✗ ${grouped(count)} look-alikes` : '✓ No look-alikes';
    return wide ? `${what} among the positions 0 to 999` : what;
  },
  rule: 'Look-alikes: two positions whose hands are less than ⅛ of a turn apart on every clock.',
  ruleBrief: 'Look-alikes: all hands less than ⅛ turn apart.',
  /**
   * @param {number} position
   * @param {number} count
   * @param {number | null} rival the position that looks most like `position`; null while the
   *   question is open
   */
  alike: (position, count, rival) => {
    if (!count && rival === null) return `no position looks like ${position}`;
    if (!count) return `no position looks like ${position}; the most similar is ${rival}`;
    return `${grouped(count)} ${count > 1 ? 'positions look' : 'position looks'} like ${position}`;
  },
  /** @param {number} most */
  chart: (most) => `look-alikes for each base; the tallest bar is ${grouped(most)}`,
  works: '✓',
  /** @param {number} base */
  base: (base) => `base ${grouped(base)}`,
  /** @param {boolean} wide */
  tooSmall: (wide) => (wide ? '← the slowest clock comes round too soon' : '← slowest comes round'),
  /** @param {boolean} wide */
  tooLarge: (wide) => (wide ? 'from clock to clock, the jump is too large →' : 'jumps too large →'),
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
  if (!fooled) return 'Each clock alone could tell them apart, too.';
  const [clocks, hands] = fooled > 1 ? ['clocks', 'their'] : ['clock', 'its'];
  const why = `${hands} two hands are closer than ${FOOLED}`;
  return `Alone, ${fooled} ${clocks} could not tell them apart: ${why}.`;
}

/**
 * @param {Model} model
 * @param {boolean} [covered]
 * @param {boolean} [beginner]
 * @returns {Piece[]}
 */
export function caption(model, covered = false, beginner = false) {
  if (model.build) return builtCaption(model, model.build, covered, beginner);
  return beginner ? plainCaption(model, covered) : exactCaption(model, covered);
}

/** @param {Model} model @param {boolean} covered @returns {Piece[]} */
function exactCaption(model, covered) {
  const { state, waves, chords } = model;
  const { position, other, pair } = state;
  const fools = !covered && position !== other && chords[pair] < FOOLED;
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

/** @param {Model} model @param {boolean} covered @returns {Piece[]} */
function plainCaption({ state, waves, chords, fooled }, covered) {
  const { position, other, pair } = state;
  const degrees = degreesApart(position - other, waves[pair]);
  const fools = !covered && position !== other && chords[pair] < FOOLED;
  const clocks = chords.length;
  const tell = clocks - fooled;
  return [
    'On clock ',
    ['b', String(pair)],
    ', the hands for ',
    ['you', placeText(position, true)],
    ' and ',
    ['other', placeText(other, true)],
    ` are ${plainDegrees(degrees)} apart${fools ? ': this clock cannot tell them apart.' : '.'}`,
    position === other || clocks < 2
      ? ''
      : ` ${tell} of the ${clocks} clocks can tell the two positions apart.`,
  ];
}

/**
 * While the question is open, the caption names no second position: it might be the answer.
 * @param {Model} model
 * @param {Build} build
 * @param {boolean} covered
 * @param {boolean} beginner
 * @returns {Piece[]}
 */
function builtCaption(model, build, covered, beginner) {
  const bases = basesFor(beginner);
  const works = bases.filter((base) => !build.survey[BASES.indexOf(base)]).length;
  const chosen = model.state.base === 10000 && !build.count;
  return [
    ...(covered || beginner ? [] : mostSimilar(model, build)),
    reason(model, build),
    ` ${works || 'None'} of the ${bases.length} bases in the chart ${works === 1 ? 'tells' : 'tell'} all positions apart.`,
    chosen ? ' The transformer’s authors chose 10,000 and did not say why.' : '',
  ];
}

/** @param {Model} model @param {Build} build @returns {Piece[]} */
function mostSimilar({ position, other, waves }, { gaps }) {
  const isAlike = gaps.includes(Math.abs(position - other));
  return [
    'Position ',
    ['other', String(other)],
    ` looks ${isAlike ? 'like' : 'most like'} position `,
    ['you', String(position)],
    isAlike ? ` on all ${waves.length} clocks. ` : ', but at least one clock tells them apart. ',
  ];
}

/**
 * Says why the stack works or fails.
 * @param {Model} model
 * @param {Build} build
 */
function reason({ waves }, { widest, jump, gapped, comesRound, count }) {
  const slowest = grouped(waves[waves.length - 1]);
  if (gapped)
    return (
      `Clock ${widest + 1} is ${grouped(jump, 1)} times as slow as clock ${widest}, ` +
      `but a hand shows only ${DIRECTIONS} different directions. ` +
      `Clock ${widest} comes round before clock ${widest + 1} has visibly moved.`
    );
  if (comesRound)
    return (
      `Even the slowest clock comes round after ${slowest} positions. ` +
      (count ? 'Far positions can then look alike.' : 'Only luck keeps the positions apart.')
    );
  return (
    `The slowest clock turns once in ${slowest} positions, so it does not come round. ` +
    `Each clock is at most ${grouped(jump, 1)} times as slow as the one before, ` +
    (count ? 'and that is already too slow.' : 'so no jump is too large.')
  );
}

/** @param {Model} model */
export function formula({ state, table, waves, build }) {
  const { position } = state;
  // The task `build` has no chosen clock, so its formula is that of the slowest clock.
  const pair = build ? waves.length - 1 : state.pair;
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
    [
      m('math', m('mrow', mo('('), call('sin'), mo(separator()), call('cos'), mo(')'))),
      m('math', m('mrow', mo('='), mo('('), sine, mo(separator()), cosine, mo(')'))),
    ],
  ];
}

/** @param {Model} model @returns {import('../chassis/table.js').Table[]} */
export function tables(model) {
  const { position, other, waves, table, chords, build } = model;
  const dim = 2 * waves.length;
  /** For each column, the function that writes its numbers. */
  const formats = [String, fineWave, signed4, signed4, signed4, signed4, distance];
  const hands = {
    answers: build !== null,
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
    rows: waves.length,
    /** @param {number} pair */
    row: (pair) => [
      pair,
      waves[pair],
      table[2 * pair],
      table[2 * pair + 1],
      table[dim + 2 * pair],
      table[dim + 2 * pair + 1],
      chords[pair],
    ],
    /** @param {number} value @param {number} column */
    show: (value, column) => formats[column](value),
  };
  return build ? [hands, basesTable(build)] : [hands];
}

/** @param {Build} build @returns {import('../chassis/table.js').Table} */
const basesTable = ({ survey }) => ({
  name: `Look-alikes among ${grouped(POSITIONS)} positions`,
  columns: ['base', 'look-alikes'],
  rows: BASES.length,
  row: (at) => [BASES[at], survey[at]],
  show: (value) => grouped(value),
});

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
  watch: 'Watch the large hand: how near does it come to where it began?',
  atStops: [
    (/** @type {Model} */ { state, waves }) => {
      const { position } = state;
      const turns = labelsOnPicture.turns(position / waves[0]);
      const apart = plainDegrees(degreesApart(position, waves[0]));
      return `At position ${position}, after ${turns}, the hands are ${apart} apart.`;
    },
  ],
  /** @param {Model} model */
  surprise: ({ waves }) => `${grouped(degreesApart(44, waves[0]), 1)}° apart`,
  because: () => [
    'In 44 positions, clock 0 makes almost exactly 7 turns, so its hand is back where it began. ' +
      'Other clocks point elsewhere, so all together can tell 0 and 44 apart.',
  ],
};

/** The texts of the game. */
export const game = {
  title: 'Find the impostor',
  task: () =>
    'Find a position other than 44 that clock 0 cannot tell from position 0. ' +
    `Its hands for the two positions must be less than ${grouped(FOOLED_DEGREES, 1)}° apart. ` +
    `One position below ${grouped(POSITIONS)} fools clock 0 far better than 44.`,
  start: () => `Let the slider go to ${POSITIONS - 1}`,
  none: 'You have found none besides 44 yet. Move until both hands of clock 0 point the same way.',
  fools: '✓ ',
  /** @param {number} degrees */
  fooled: (degrees) =>
    ` fools clock 0: its hands are ${grouped(degrees, 4)}° apart. ` +
    'But the other clocks can tell this position from 0.',
  closest: 'Your best so far: position ',
  /**
   * Says how close the best position is that the reader has found. The number of this position is
   * before this text.
   * @param {{position: number, chord: number, degrees: number, total: number, beginner: boolean}}
   *   best
   */
  result: ({ position, chord, degrees, total, beginner }) => {
    if (chord >= FOOLED) return `. Its hand is still ${plainDegrees(degrees)} from the hand for 0.`;
    if (beginner) return game.fooled(degrees);
    return (
      ` fools clock 0: its hands have length 1, and their tips are ${distance(chord)} apart. ` +
      `But on all clocks together, the two positions are ${fixed(total, 3)} apart.` +
      (position === 710 ? ' No position below 100,000 is closer on clock 0.' : '')
    );
  },
};

/** @param {Model} model @param {boolean} [covered] */
export function describe({ state, waves, chords, table, total, build }, covered = false) {
  const { position, other, pair } = state;
  if (build)
    return (
      `${waves.length} clocks, ${state.spacing} spacing, base ${grouped(state.base)}: ` +
      `${grouped(build.count)} look-alikes among ${grouped(POSITIONS)} positions. ` +
      (covered ? '' : `Position ${build.rival} looks most like position ${position}.`)
    );
  return (
    `Position ${position}. Clock ${pair} turns once in ${wave(waves[pair])} positions ` +
    `and reads sine ${signed(table[2 * pair])}, cosine ${signed(table[2 * pair + 1])}. ` +
    `Its hands for ${position} and ${other} are ${distance(chords[pair])} apart. ` +
    `On all clocks together, the two positions are ${fixed(total, 3)} apart.`
  );
}

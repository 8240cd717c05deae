/** All texts of PeRange. */
import { m, mi, mn, mo } from '../chassis/dom.js';
import { fineWave, fixed, grouped, localized } from '../chassis/format.js';
import { placeText } from '../chassis/words.js';
import { intoTurn, swept } from './model.js';

/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('./model.js').Scheme} Scheme */
/** @typedef {(string | [string, string])[]} Rich */

export const heading = 'A defined position may be untrained';
export const topic = 'Positions beyond training';

export const labels = {
  scheme: 'Scheme',
  length: 'Trained length',
  position: 'Position',
  dim: 'Dimensions',
  base: 'Base',
  slow: 'Slow-down factor',
  far: 'Log scale',
};

/** @type {import('../chassis/figure.js').Preset[]} */
export const presets = [
  ['Position 600', { position: 600, slow: 1 }],
  ['600, clocks twice as slow', { position: 600, slow: 2 }],
];

export const names = {
  scheme: ['learned table', 'sinusoidal', 'RoPE', 'ALiBi'],
};

export const arrows = [
  ['← →', 'move one position back or forward'],
  ['↑ ↓', 'choose the scheme above or below'],
  ['Home, End', 'go to position 0 or to position 1,000,000'],
];

export const keyLabels = {
  w: 'go to the first position that training did not include',
  d: 'double the position',
  h: 'halve the position',
};

const anglesNote = () => 'clocks seen';

/**
 * The note under the name of each scheme. It says what the lane of the scheme shows.
 * @type {Record<Scheme, (model: Model) => string>}
 */
const laneNotes = {
  learned: ({ parameters }) => `${grouped(parameters)} numbers`,
  sinusoidal: anglesNote,
  rope: anglesNote,
  alibi: () => '8 biases',
};

/** @param {Model} model */
const tableSize = ({ state: { length, dim }, parameters }) =>
  `${grouped(length)} × ${grouped(dim)} = ${grouped(parameters)}`;

export const labelsOnPicture = {
  laneNotes,
  axis: 'position or distance',
  axisPlain: 'position; each mark is 10 times as far',
  /** @param {number} last */
  trained: (last) => `trained on 0 to ${grouped(last)}`,
  neverTrained: 'never trained',
  defined: 'defined',
  noRow: 'no row',
  /** @param {number} position @param {number} length */
  missing: (position, length) => [
    `✗ There is no row ${grouped(position)}.`,
    `The table ends with row ${grouped(length - 1)}.`,
  ],
  trainedHere: 'trained',
  untrained: 'untrained',
  allSeen: 'all angles seen',
  /**
   * @param {number} unseen
   * @param {number} count
   */
  unseen: (unseen, count) => `${unseen} of ${count} unseen`,
  /**
   * @param {Model} model
   * @param {number} shown how many of the clocks are drawn
   */
  clocks({ state, waves }, shown) {
    const count = shown < waves.length ? `${shown} of ${grouped(waves.length)}` : shown;
    const asked = `${state.scheme === 'rope' ? 'distance' : 'position'} ${grouped(state.position)}`;
    return `${count} ${shown > 1 ? 'clocks' : 'clock'} drawn, at ${asked}`;
  },
  /** @param {Model} model @param {number} shown */
  clocksShort: ({ waves }, shown) => `${shown} of ${grouped(waves.length)} clocks`,
  /** @param {boolean} beginner */
  clocksNote: (beginner) =>
    `green: seen in training; red: degrees outside${beginner ? '' : '; grey: positions per turn'}`,
  clocksNoteShort: 'green: seen; red: outside',
  seen: 'seen',
  rows: 'rows of the table',
  /**
   * @param {number} shown
   * @param {number} dim
   */
  rowsNote: (shown, dim) => `the first ${shown} of ${grouped(dim)} columns, before training`,
  rowsNoteShort: 'before training',
  tableSize,
  tableNote: 'numbers, each learned for one row',
  biases: 'bias of 8 heads',
  biasesNote: '−slope × distance: the lines continue past the trained length',
  biasesNoteShort: '−slope × distance',
};

/** This text replaces a text that would answer the question. */
const COVERED = 'Did the clocks reach these angles in training? Answer the question to find out';

/** @type {Record<Scheme, (model: Model, covered: boolean, beginner: boolean) => Rich>} */
const CAPTIONS = {
  learned: learnedCaption,
  sinusoidal: (model, covered, beginner) => [
    'The formula gives position ',
    asked(model, beginner),
    ' a row. ',
    ...(beginner ? [] : normCaption(model)),
    ...clocksCaption(model, covered),
  ],
  rope: (model, covered) => [
    'Distance ',
    asked(model),
    ` has a rotation for each of ${grouped(model.state.dim / 2)} pairs. `,
    'Rotations keep every length. ',
    ...clocksCaption(model, covered),
  ],
  alibi: alibiCaption,
};

/**
 * @param {Model} model
 * @param {boolean} [covered]
 * @param {boolean} [beginner]
 */
export const caption = (model, covered = false, beginner = false) =>
  CAPTIONS[model.state.scheme](model, covered, beginner);

/**
 * @param {Model} model
 * @returns {Rich}
 */
const normCaption = ({ norm, state }) => [
  'Its length is ',
  ['b', fixed(norm, 4)],
  ` = √${grouped(state.dim / 2)}, as at every position. `,
];

/**
 * Returns the chosen position as a coloured piece of text: the name of the colour, and the text.
 * @param {Model} model
 * @param {boolean} [beginner]
 * @returns {[string, string]}
 */
const asked = ({ state }, beginner = false) => ['you', placeText(state.position, beginner)];

/**
 * @param {Model} model
 * @returns {Rich}
 */
function learnedCaption(model) {
  const { length } = model.state;
  const table = `${tableSize(model)} numbers`;
  if (model.inside)
    return ['Row ', asked(model), ` is one of ${grouped(length)} rows with ${table}, all learned.`];
  return [
    'There is no row ',
    asked(model),
    `: the ${table} end with row ${grouped(length - 1)}. To ask for a later row is an error.`,
  ];
}

/**
 * @param {Model} model
 * @returns {Rich}
 */
function alibiCaption(model) {
  const { state, slopes, inside } = model;
  const { position, length } = state;
  const steepest = grouped(slopes[0] * position, 1);
  const gentlest = grouped(slopes[7] * position, 2);
  return [
    'At distance ',
    asked(model),
    ` the steepest head subtracts ${steepest} and the gentlest ${gentlest}. `,
    inside
      ? 'Training included this distance.'
      : `Training ended at ${grouped(length - 1)}. The bias continues in the same straight line.`,
  ];
}

/**
 * Says whether training included the current angles of the clocks.
 * @param {Model} model
 * @param {boolean} covered
 * @returns {Rich}
 */
function clocksCaption({ state, strange, waves, outside, inside }, covered) {
  if (covered && !inside) return [`${COVERED}.`];
  if (!strange)
    return [
      ['right', '✓ '],
      'Every clock is at an angle seen in training.',
      ...slowedCaption(state),
    ];
  return [
    ['wrong', '✗ '],
    ['b', `${strange} of ${waves.length}`],
    ` clocks are outside the angles seen in training, at positions 0 to ` +
      `${grouped(state.length - 1)}. `,
    ...howFar(outside),
    ...slowedCaption(state),
  ];
}

/**
 * Says where slower clocks point.
 * @param {import('./model.js').State} state
 * @returns {Rich}
 */
function slowedCaption({ position, slow }) {
  if (slow === 1) return [];
  return [
    ` The clocks turn ${slow} times slower, so they point as they did before at position ` +
      `${grouped(position / slow, position % slow ? 1 : 0)}. ` +
      'Neighbours are closer together now, and a model must learn that.',
  ];
}

/**
 * Says by how many degrees hands are outside their trained arcs. A few tenths may not matter.
 * @param {[least: number, most: number]} outside
 * @returns {Rich}
 */
function howFar([least, most]) {
  if (least === most) return [`It is outside by ${degreesText(most)}.`];
  return ['They are outside by ', degreesText(least), ' to ', ['b', degreesText(most)], '.'];
}

/** Prints an angle with two significant digits, or whole degrees. @param {number} degrees */
export const degreesText = (degrees) =>
  `${localized(String(degrees < 10 ? Number(degrees.toPrecision(2)) : Math.round(degrees)))}°`;

/** @param {...Element} parts pieces of MathML */
const inRow = (...parts) => m('math', m('mrow', ...parts));

/** @type {Record<Scheme, (model: Model) => Element>} */
const FORMULAS = {
  learned: ({ state: { length, dim }, parameters }) =>
    inRow(mn(grouped(length)), mo('×'), mn(grouped(dim)), mo('='), mn(grouped(parameters))),
  sinusoidal: normFormula,
  rope: normFormula,
  alibi: ({ state: { position }, slopes }) =>
    inRow(
      mo('−'),
      mn(localized(String(slopes[0]))),
      mo('·'),
      mn(grouped(position)),
      mo('='),
      mn(grouped(-slopes[0] * position, 1)),
    ),
};

/** @param {Model} model */
function normFormula({ state, norm }) {
  const pairs = () => mn(grouped(state.dim / 2));
  const squares = [mo('('), mi('sin²'), mo('+'), mi('cos²'), mo(')')];
  const sum = m('mrow', pairs(), mo('·'), ...squares);
  return inRow(m('msqrt', sum), mo('='), m('msqrt', pairs()), mo('='), mn(fixed(norm, 4)));
}

/** @param {Model} model */
export const formula = (model) => [FORMULAS[model.state.scheme](model)];

/**
 * @param {Model} model
 * @returns {import('../chassis/table.js').Table[]}
 */
export function tables(model) {
  const pairs = pairsTable(model);
  const heads = headsTable(model);
  return model.state.scheme === 'alibi' ? [heads, pairs] : [pairs, heads];
}

/**
 * @param {Model} model
 * @returns {import('../chassis/table.js').Table}
 */
function pairsTable({ state, waves, inside }) {
  const { length, position, slow } = state;
  const place = position / slow;
  /** @param {number} share */
  const shareText = (share) => fixed(share, 4);
  const show = [String, fineWave, shareText, shareText];
  return {
    name: `Pairs at ${position}, trained to ${length - 1}`,
    answers: !inside,
    columns: [
      'pair',
      'positions per turn',
      'share of a turn seen',
      'share of a turn now',
      'seen in training',
    ],
    rows: waves.length,
    row: (pair) => [
      pair,
      waves[pair],
      Math.min(1, (length - 1) / waves[pair]),
      intoTurn(place, waves[pair]) / waves[pair],
      swept(place, waves[pair], length) ? 'yes' : 'no',
    ],
    show: (value, column) => show[column](value),
  };
}

/**
 * @param {Model} model
 * @returns {import('../chassis/table.js').Table}
 */
function headsTable({ state, slopes }) {
  const { length, position } = state;
  return {
    name: `ALiBi at distance ${position}`,
    columns: ['head', 'slope', `bias at ${length - 1}`, `bias at ${position}`],
    rows: slopes.length,
    row: (head) => [head, slopes[head], -slopes[head] * (length - 1), -slopes[head] * position],
    show: (value, column) => (column < 2 ? String(value) : fixed(value, 2)),
  };
}

export const questionTexts = {
  ask:
    'Training showed a model the 32 clocks of positions 0 to 511. ' +
    'How many of them point in a new direction at position 600?',
  /** @type {[string, string, string?][]} */
  options: [
    [
      'none',
      'none: clocks only go round',
      'Here training ends. Only a clock that made a whole turn showed all its angles.',
    ],
    [
      '3',
      '3: only the slowest clocks',
      'Here training ends. A clock whose green ring has a gap had not finished a turn.',
    ],
    ['16', '16: half of the clocks'],
  ],
  watch: 'Watch the clocks: which hands leave the green part?',
  // The picture moves on while the reader reads this text, so the text names no position.
  atStops: [
    (/** @type {Model} */ { strange }) => `${strange} hands have already left the green part.`,
  ],
  /** @param {Model} model */
  surprise: ({ strange, waves }) => `${strange} of ${waves.length} clocks`,
  because: () => [
    'These clocks had not finished their first turn in training. ' +
      'Now they point beyond the part that training showed. ',
    'Nothing warns you: the row looks like any other.',
  ],
};

/** @type {Record<Scheme, (model: Model, covered: boolean) => string>} */
const DESCRIPTIONS = {
  learned: ({ state: { position, length }, inside }) =>
    inside
      ? `the table has ${length} rows, and training included row ${position}`
      : `the table has only ${length} rows, so asking for this row is an error`,
  sinusoidal: clocksDescription,
  rope: clocksDescription,
  alibi: ({ state: { position, length }, slopes }) =>
    `the biases go from ${fixed(-slopes[0] * position, 1)} ` +
    `to ${fixed(-slopes[7] * position, 2)}; training ended at ${length - 1}`,
};

/**
 * @param {Model} model
 * @param {boolean} covered
 */
function clocksDescription({ norm, strange, waves, inside }, covered) {
  if (covered && !inside) return COVERED;
  return (
    `the row has length ${fixed(norm, 4)}; ` +
    `${strange} of ${waves.length} clocks are outside the angles seen in training`
  );
}

/**
 * Returns the sentence for the live region.
 * @param {Model} model
 * @param {boolean} [covered]
 */
export function describe(model, covered = false) {
  const { scheme, position } = model.state;
  return `Position ${position}: ${DESCRIPTIONS[scheme](model, covered)}.`;
}

/**
 * The text of the panel under the figure. It says which question formulas cannot answer.
 * @type {import('../parts/reported.js').Reported}
 */
export const reported = {
  heading: 'Two questions, not one',
  about:
    'For sinusoidal positions and RoPE, some comparison tables say ' +
    '“length extrapolation: yes”. ' +
    'They answer the first question, “Is there a value?”: yes. ' +
    'The second question is whether a model can make sense of an angle ' +
    'that it never saw in training. ' +
    'No formula answers this question.',
  label: 'Reported, not computed: ',
  says:
    'A model with ALiBi and 1.3 billion parameters was trained on texts of 1,024 positions. ' +
    'On texts of 2,048 positions, it did as well as a sinusoidal model ' +
    'trained at that length (Press, Smith and Lewis, 2022).',
};

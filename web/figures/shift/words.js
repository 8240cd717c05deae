/** All texts of pe-shift. */
import { m, mi, mn, mo } from '../chassis/dom.js';
import { distance, fixed, grouped, scientific, signed } from '../chassis/format.js';
import { placeText } from '../chassis/words.js';
import { angleOf, isTold, landsOn, looksAt, stepsOf } from './model.js';

/** @import { rich } from '../chassis/dom.js' */
/** @import { Question } from '../chassis/question.js' */
/** @import { Table } from '../chassis/table.js' */
/** @import { Model, State } from './model.js' */
/** @typedef {Parameters<typeof rich>[0]} Rich a text, some parts of which are coloured */

export const heading = 'The head looks equally far back from each position';
export const topic = 'A head that looks back';

export const labels = {
  dim: 'Dimensions',
  base: 'Base',
  length: 'Positions',
  position: 'Position',
  offset: 'k steps back',
  pair: 'Pair',
  convention: 'Use the transpose (column convention)',
};

export const arrows = [
  ['← →', 'move one position back or forward'],
  ['↑ ↓', 'choose a faster or slower pair'],
  ['Home, End', 'go to the first or last position'],
];
export const keyLabels = {
  x: 'transpose the matrix',
  '+': 'increase the offset by one',
  '-': 'decrease the offset by one',
};

/** Prints an angle in degrees with its direction. @param {number} degrees */
const degreesText = (degrees) =>
  `${grouped(Math.abs(degrees), 2)}° ${degrees < 0 ? 'anticlockwise' : 'clockwise'}`;

/**
 * Prints an angle in radians and in degrees.
 * @param {{radians: number, degrees: number}} angle
 * @param {number} digits the number of decimals of the radians
 */
const turn = ({ radians, degrees }, digits) =>
  `${grouped(Math.abs(radians), digits)} rad = ${degreesText(degrees)}`;

/**
 * Says how far away the head looks, and in which direction.
 * @param {State} state
 */
function gap(state) {
  const steps = stepsOf(state);
  if (steps === 0) return 'at its own position';
  return `${Math.abs(steps)} ${steps > 0 ? 'back' : 'ahead'}`;
}

/** Returns whether the head looks at a position of the sequence. @param {State} state */
function isThere(state) {
  const at = looksAt(state);
  return at >= 0 && at < state.length;
}

export const labelsOnPicture = {
  sine: 'sin',
  cosine: 'cos',
  asked: 'where does it look?',
  strip: 'how much the head looks at each position',
  position: 'position',
  /** @param {State} state @param {boolean} told whether the reader may see where the head looks */
  clocks: (state, told) =>
    told && isThere(state) && stepsOf(state)
      ? `clocks of ${looksAt(state)} (dashed), turned onto ${state.position}`
      : 'each clock turns by its own angle',
  /** @param {boolean} beginner */
  map: (beginner) => `one row for each position${beginner ? '; dashed: itself' : ''}`,
  /** @param {State} state */
  gap: (state) => (isThere(state) ? gap(state) : `best match: nothing is ${gap(state)}`),
  /** @param {number} pair */
  pair: (pair) => `pair ${pair}`,
  /** @param {number} position */
  query: (position) => `p = ${position}`,
  /** @param {State} state */
  key: (state) =>
    `p ${stepsOf(state) === state.offset ? '−' : '+'} k = ${fixed(looksAt(state), 0)}`,
  /** @param {Pick<Model, 'state' | 'frequencies'>} model */
  degrees: (model) => `${grouped(angleOf(model).degrees)}°`,
  /** @param {Model} model */
  turn: (model) => turn(angleOf(model), 3),
  /** @param {State} state */
  matrix: ({ convention, offset }) =>
    `M for k = ${fixed(offset, 0)}${convention === 'row' ? '' : ', transposed'}`,
};

/**
 * @param {Model} model
 * @param {boolean} covered
 * @param {boolean} beginner
 * @returns {Rich}
 */
export function caption(model, covered, beginner) {
  const { state } = model;
  const open = covered && !isTold(state);
  const start = ['You are at ', ['you', placeText(state.position, beginner)], '. '];
  if (open) return [...start, 'Where does the head look?'];
  return [...start, ...looking(state), ...(beginner || covered ? [] : details(model))];
}

/**
 * Returns the part of the caption about where the head looks.
 * @param {State} state
 * @returns {Rich}
 */
function looking(state) {
  const steps = stepsOf(state);
  if (!isThere(state))
    return [
      'No position is ',
      ['b', gap(state)],
      ', so the head looks where the clocks match best. ',
    ];
  if (steps === 0) return ['The head turns no clock, so it looks ', ['b', gap(state)], '. '];
  const count = Math.abs(steps);
  const way = steps < 0 ? 'back' : 'forward';
  return [
    'If the clocks of ',
    ['other', fixed(looksAt(state), 0)],
    ` are turned ${count} ${count === 1 ? 'step' : 'steps'} ${way}, they point like those of `,
    ['you', String(state.position)],
    '. So the head looks ',
    ['b', gap(state)],
    '. ',
  ];
}

/**
 * Returns the part of the caption about the turn of the chosen pair and about the error.
 * @param {Model} model
 * @returns {Rich}
 */
function details(model) {
  const { pair, convention } = model.state;
  const angle = angleOf(model);
  const whole = Math.abs(angle.degrees - angle.rest) < 1e-9;
  return [
    `The matrix turns pair ${pair} by ${turn(angle, 4)}`,
    whole ? '. ' : `, the same as ${degreesText(angle.rest)}. `,
    ...(convention === 'row' ? hit(model) : miss(model)),
  ];
}

/**
 * Returns the end of the caption if the chosen matrix is the right one.
 * @param {Model} model
 * @returns {Rich}
 */
const hit = ({ state, error }) => [
  ['right', '✓ '],
  `It moves position ${state.position} to `,
  ['b', fixed(landsOn(state), 0)],
  `: the error over all ${state.dim} dimensions is `,
  ['b', scientific(error.l2[state.position], 1)],
  '.',
];

/**
 * Returns the end of the caption if the chosen matrix is the transpose.
 * @param {Model} model
 * @returns {Rich}
 */
const miss = ({ state, error }) => [
  ['wrong', '✗ '],
  `It moves position ${state.position} to `,
  ['b', fixed(landsOn(state), 0)],
  `, which misses ${state.position + state.offset} by `,
  ['b', fixed(error.l2[state.position], 4)],
  `. In a single dimension, the error is at most ${fixed(error.max[state.position], 4)}.`,
];

/**
 * Returns the formula of the product for the chosen pair. Two numbers of PE[p], times a block of
 * the matrix, give two numbers of another position's encoding.
 * @param {Model} model
 */
export function formula({ state, table, matrix, got }) {
  const { dim, pair, position } = state;
  /** @param {ArrayLike<number>} numbers @param {number} at */
  const row = (numbers, at) =>
    m('mtr', ...[numbers[at], numbers[at + 1]].map((value) => m('mtd', mn(signed(value, 3)))));
  /** @param {...Element} rows */
  const grid = (...rows) => m('mrow', mo('[', true), m('mtable', ...rows), mo(']', true));
  const here = position * dim + 2 * pair;
  const block = 2 * pair * dim + 2 * pair;
  const target = fixed(landsOn(state), 0);
  return [
    [
      m('math', grid(row(table, here))),
      m('math', grid(row(matrix, block), row(matrix, block + dim))),
      m('math', m('mrow', mo('='), grid(row(got, here)))),
      m('math', m('mrow', mo('='), mi('PE'), mo('['), mn(target), mo(']'))),
    ],
  ];
}

/**
 * Prints a number of a table. Column 0 has whole numbers.
 * @param {number} value
 * @param {number} column
 */
function show(value, column) {
  if (column === 0) return String(value);
  return value !== 0 && Math.abs(value) < 1e-3 ? scientific(value) : fixed(value, 4);
}

/**
 * @param {Model} model
 * @returns {Table[]}
 */
export const tables = (model) => [
  lookTable(model),
  errorTable(model),
  arrowTable(model),
  matrixTable(model),
];

/**
 * @param {Model} model
 * @returns {Table}
 */
const lookTable = ({ state: { length, position }, weights }) => ({
  name: `Where the head looks from position ${position}`,
  answers: true,
  columns: ['position', 'attention'],
  rows: length,
  row: (key) => [key, weights[position * length + key]],
  show,
});

/**
 * @param {Model} model
 * @returns {Table}
 */
const errorTable = ({ state, error, back, both }) => ({
  name: `Distance of PE[p] M from PE[p + ${state.offset}], ${state.convention} convention`,
  answers: true,
  columns: [
    'position',
    'error, this matrix',
    'largest difference',
    'error from p − k',
    'error, row convention',
    'error, column convention',
  ],
  rows: state.length,
  row: (p) => [p, error.l2[p], error.max[p], back.l2[p], both.row.l2[p], both.column.l2[p]],
  show,
});

/**
 * @param {Model} model
 * @returns {Table}
 */
function arrowTable({ state, table, ahead, got }) {
  const { dim, pair } = state;
  return {
    name: `Arrows of pair ${pair}`,
    columns: [
      'position',
      'sin p',
      'cos p',
      'sin p + k',
      'cos p + k',
      'product, first',
      'product, second',
    ],
    rows: state.length,
    row: (p) => {
      const at = p * dim + 2 * pair;
      return [p, ...[table, ahead, got].flatMap((rows) => [rows[at], rows[at + 1]])];
    },
    show,
  };
}

/**
 * @param {Model} model
 * @returns {Table}
 */
const matrixTable = ({ state: { dim, convention }, matrix }) => ({
  name: `The matrix, ${convention} convention`,
  columns: ['row', ...Array.from({ length: dim }, (_, column) => String(column))],
  rows: dim,
  row: (at) => [at, ...matrix.subarray(at * dim, (at + 1) * dim)],
  show,
});

/** @type {Omit<Question, 'answer' | 'shows'>} */
export const questionTexts = {
  ask: [
    'This attention head looks from position 10 at position 5.',
    'Where does it look from position 30?',
  ].join(' '),
  options: [
    [
      'same',
      'still at position 5',
      'From 30, position 5 is 25 back. A head that looks there turns each clock further.',
    ],
    ['back', 'at position 25'],
    [
      'nowhere',
      'nowhere: it was made for position 10',
      'The head contains no position, only an angle for each clock.',
    ],
  ],
  watch: 'Watch the arrow above the bars: where does it end?',
  atStops: [
    (/** @type {Model} */ { state }) =>
      `From position ${state.position}, the head looks at position ${looksAt(state)}.`,
  ],
  surprise: (/** @type {Model} */ { state }) => `position ${state.position} → ${looksAt(state)}`,
  because: (/** @type {Model} */ { state }) => [
    'One matrix turns each clock by a fixed angle, wherever its hand points. ' +
      `So the head looks ${gap(state)} from everywhere: that is the diagonal in the picture. `,
    'Here the matrix is made by hand. ' +
      'In a model, the weights of query and key can learn this rotation.',
  ],
};

/** @param {Model} model @param {boolean} covered */
export function describe({ state, error }, covered) {
  const { position, offset, convention } = state;
  const from = `From position ${position}, `;
  if (covered) return `${from}the head looks ${isTold(state) ? gap(state) : 'somewhere'}.`;
  return [
    `${from}the head looks ${gap(state)}.`,
    `The ${convention === 'row' ? '' : 'transposed '}matrix for offset ${offset}`,
    `moves position ${position} to position ${landsOn(state)}.`,
    `Its error, the distance from position ${position + offset},`,
    `is ${distance(error.l2[position])}.`,
  ].join(' ');
}

/** @type {[string, Partial<State>][]} */
export const presets = [
  ['1 back', { offset: 1, convention: 'row' }],
  ['5 back', { offset: 5, convention: 'row' }],
  ['20 back', { offset: 20, convention: 'row' }],
  ['The other way', { offset: 5, convention: 'column' }],
];

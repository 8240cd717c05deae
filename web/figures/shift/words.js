/** All texts of pe-shift. */
import { m, mi, mn, mo } from '../chassis/dom.js';
import { distance, fixed, grouped, scientific, signed } from '../chassis/format.js';
import { angleOf, landsOn } from './model.js';

/** @import { rich } from '../chassis/dom.js' */
/** @import { Question } from '../chassis/question.js' */
/** @import { Table } from '../chassis/table.js' */
/** @import { Model, State } from './model.js' */
/** @typedef {Parameters<typeof rich>[0]} Rich a text, some parts of which are coloured */

export const heading = 'Shifting is rotating';
export const topic = 'A matrix that shifts positions';

export const labels = {
  dim: 'Dimensions',
  base: 'Base',
  length: 'Positions',
  position: 'Position',
  offset: 'Offset k',
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

export const labelsOnPicture = {
  sine: 'sin',
  cosine: 'cos',
  product: 'where position p lands',
  position: 'position p',
  /** @param {number} position */
  before: (position) => `p = ${position}`,
  /** @param {number} position */
  target: (position) => `p + k = ${position}`,
  /** @param {number} position */
  backwards: (position) => `p − k = ${position}`,
  /** @param {Model} model */
  turn: (model) => turn(angleOf(model), 3),
  /** @param {State} state */
  matrix: ({ convention, offset }) =>
    convention === 'row'
      ? `M for k = ${fixed(offset, 0)}`
      : `M for k = ${fixed(offset, 0)}, transposed`,
  /** @param {boolean} narrow */
  errors: (narrow) =>
    narrow
      ? 'distance of PE[p] M from PE[p + k]'
      : 'distance of PE[p] M from PE[p + k], at every position p',
  /** @param {number} error */
  transposed: (error) => `✗ transposed: ${distance(error)} at every position`,
  /** @param {number} error */
  right: (error) => `✓ right: at most ${scientific(error, 1)}`,
};

/**
 * @param {Model} model
 * @returns {Rich}
 */
export function caption(model) {
  const { position, offset, convention, pair } = model.state;
  const angle = angleOf(model);
  const whole = Math.abs(angle.degrees - angle.rest) < 1e-9;
  return [
    'Position ',
    ['you', String(position)],
    `, shifted by ${fixed(offset, 0)}, should land on `,
    ['other', String(position + offset)],
    `. Pair ${pair} turns by ${turn(angle, 4)}`,
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
  `Position ${state.position} lands on `,
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
  `Position ${state.position} lands on `,
  ['b', fixed(landsOn(state), 0)],
  ` and misses ${state.position + state.offset} by `,
  ['b', fixed(error.l2[state.position], 4)],
  `. In a single dimension, the error is at most ${fixed(error.max[state.position], 4)}.`,
];

/**
 * Returns the formula of the product for the chosen pair. Two numbers of PE[p] are multiplied by a
 * block of the matrix, and give two numbers of another position's encoding.
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
    m('math', grid(row(table, here))),
    m('math', grid(row(matrix, block), row(matrix, block + dim))),
    m('math', m('mrow', mo('='), grid(row(got, here)))),
    m('math', m('mrow', mo('='), mi('PE'), mo('['), mn(target), mo(']'))),
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
export const tables = (model) => [errorTable(model), arrowTable(model), matrixTable(model)];

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

/** @type {Pick<Question, 'ask' | 'options' | 'surprise' | 'because'>} */
export const questionTexts = {
  ask: [
    'A popular tutorial has a matrix that should move position 10 forward by 5,',
    'but transposes it by mistake.',
    'Where does position 10 land?',
  ].join(' '),
  options: [
    [
      'near',
      'near 15, a little off',
      'A small mistake would do that. Transposing a rotation is not small.',
    ],
    ['back', 'exactly on 5'],
    [
      'nowhere',
      'on no position at all',
      'The transposed matrix is a rotation too, so it leads to a position.',
    ],
  ],
  surprise: (/** @type {Model} */ { error, state }) => fixed(error.l2[state.position], 4),
  because: (/** @type {Model} */ { error, back, state }) => [
    'is how far position 10 lands from 15. The transposed matrix turns backwards: ' +
      `the position lands on 5 (error ${scientific(back.l2[state.position], 1)}). ` +
      `Press play: every position misses by the same ${fixed(error.l2[0], 4)}.`,
  ],
};

/** @param {Model} model */
export function describe({ state, error }) {
  const { position, offset, convention } = state;
  return [
    `The ${convention === 'row' ? '' : 'transposed '}matrix for offset ${offset}`,
    `moves position ${position} to position ${landsOn(state)}.`,
    `Its error, the distance from position ${position + offset},`,
    `is ${distance(error.l2[position])}.`,
  ].join(' ');
}

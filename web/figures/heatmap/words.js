/** All texts of PeHeatmap. */
import { m, mi, mn, mo } from '../chassis/dom.js';
import { fineWave, fixed, full, grouped, signed } from '../chassis/format.js';
import { placeText } from '../chassis/words.js';
import { columnOf, shareOfFirst } from './model.js';

/** @typedef {import('./model.js').Model} Model */

export const heading = 'Two columns are a clock, a row is a position';

export const labels = {
  length: 'Length',
  dim: 'Dimensions',
  base: 'Base',
  layout: 'Layout',
  dtype: 'Number type',
  position: 'Position',
  other: 'Compared with',
  dimension: 'Dimension',
};

/** The names of the layouts, as the reader sees them. */
export const names = { layout: { interleaved: 'interleaved', concatenated: 'concatenated' } };

/** @type {import('../chassis/figure.js').Preset[]} */
export const presets = [
  ['sine, cosine, sine, …', { layout: 'interleaved', length: 64 }],
  ['all sines first', { layout: 'concatenated', length: 64 }],
  ['512 positions', { length: 512, position: 500 }],
];

export const arrows = [
  ['← →', 'choose the previous or next dimension'],
  ['↑ ↓', 'move one position back or forward'],
  ['Home, End', 'choose the first or last dimension'],
];

export const keyLabels = {
  m: 'compare other positions with the current one',
  l: 'switch to the other layout',
};

export const labelsOnPicture = {
  sines: 'sines',
  cosines: 'cosines',
  dimension: 'dimension →',
  dimensionInterleaved: 'dimension →  sine and cosine alternate',
  position: 'position ↓',
  /** @param {number} dimension */
  column: (dimension) => `column ${dimension}`,
  most: '+1',
  least: '−1',
  /** @param {string} position */
  row: (position) => `row ${position}`,
  /** @param {string} position */
  otherRow: (position) => `and row ${position} as ticks`,
  sine: 'sine of',
  cosine: 'cosine of',
  /** @param {number} pair */
  clock: (pair) => `clock ${pair}`,
};

/** Returns the value under the cursor. @param {Model} model */
export const chosenValue = ({ state, table }) =>
  table[state.position * state.dim + state.dimension];

/** @param {Model} model */
const functionName = ({ state }) => (columnOf(state, state.dimension).cosine ? 'cosine' : 'sine');

/** Says how small and how large the numbers get. @param {Model} model */
const extremesText = ({ extremes: { least, row, column, most } }) =>
  ` The smallest is ${signed(least, 8)}, in row ${row} and column ${column}. ` +
  `The largest is ${signed(most, 8)}.`;

/** Says how far apart the two rows are as vectors. @param {Model} model */
const apartText = ({ state, apart }) => [
  'Rows ',
  ['you', String(state.position)],
  ' and ',
  ['other', String(state.other)],
  ` are ${fixed(apart, 3)} apart. `,
];

/**
 * @param {Model} model
 * @param {boolean} [covered]
 * @param {boolean} [beginner]
 */
export function caption(model, covered, beginner) {
  const { position, dim, dimension, length } = model.state;
  const { pair } = columnOf(model.state, dimension);
  return [
    'At position ',
    ['you', placeText(position, beginner)],
    `, dimension ${dimension} is the ${functionName(model)} of clock ${pair}, with the value `,
    ['b', signed(chosenValue(model))],
    '. ',
    ...(beginner ? [] : apartText(model)),
    `${beginner ? 'All rows together have' : 'The matrix has'} ${grouped(length)} × ${grouped(dim)} = ` +
      `${grouped(length * dim)} numbers.`,
    beginner ? '' : extremesText(model),
  ];
}

/** @param {Model} model */
export function formula(model) {
  const { position, dim, dimension, base, dtype } = model.state;
  const { pair, cosine } = columnOf(model.state, dimension);
  /** @param {Node} angle */
  const call = (angle) => m('mrow', mi(cosine ? 'cos' : 'sin'), mo('('), angle, mo(')'));
  const exponent = m('mrow', mn(2 * pair), mo('/'), mn(dim));
  const power = m('msup', mn(grouped(base)), exponent);
  const element = [mi('PE'), mo('('), mn(position), mo(','), mn(dimension), mo(')')];
  const angle = grouped(position * model.frequencies[pair], 4);
  const divisor = fineWave(1 / model.frequencies[pair]);
  return [
    [
      m('math', m('mrow', ...element, mo('='), call(m('mfrac', mn(position), power)))),
      m('math', m('mrow', mo('='), call(m('mfrac', mn(position), mn(divisor))))),
      m('math', m('mrow', mo('='), call(mn(angle)))),
      m('math', m('mrow', mo('='), mn(full(chosenValue(model), dtype)))),
    ],
  ];
}

/** @param {Model} model @returns {import('../chassis/table.js').Table[]} */
export function tables({ state, table }) {
  const { length, dim, dtype, layout } = state;
  return [
    {
      name: `sinusoidal(${length}, ${dim}), ${names.layout[layout]}, ${dtype}`,
      columns: ['position', ...Array.from({ length: dim }, (_, column) => String(column))],
      rows: length,
      row: (row) => [row, ...table.subarray(row * dim, (row + 1) * dim)],
      show: (value, column) => (column ? signed(value) : String(value)),
    },
  ];
}

/** The fastest quarter of the clocks has this many columns. The answer is about these columns. */
const FAST = 16;

/**
 * Writes the share of the first FAST columns in the squared distance between the two chosen rows.
 * @param {Model} model
 */
const fastShare = (model) => `${fixed(100 * shareOfFirst(model, FAST), 1)} %`;

/** @satisfies {Partial<import('../chassis/question.js').Question>} */
export const questionTexts = {
  ask: 'Go down the rows, word by word. Where in a row do the numbers change most?',
  options: [
    ['left', 'at the left'],
    [
      'right',
      'at the right',
      'Look at the bars below: at the right, they hardly move. The clocks there are slow.',
    ],
    ['alike', 'everywhere alike', 'Look at the bars below: from the middle on, they hardly move.'],
  ],
  watch: 'Watch the bars below the rows: where do they jump?',
  atStops: [
    (/** @type {Model} */ { state }) =>
      `At the left, the bars of row ${state.position} miss the ticks of row ${state.other}. ` +
      'At the right, they meet.',
  ],
  /** @param {Model} model */
  surprise: (model) => `${fastShare(model)} of the change`,
  /** @param {Model} model */
  because: (model) => [
    `From row ${model.state.other} to row ${model.state.position}, ${fastShare(model)} of the ` +
      `change is in the first ${FAST} of ${model.state.dim} columns. ` +
      'The clocks there are fast, so neighbours differ. ',
    'The slow clocks at the right differ only between words far apart. ' +
      'The change is the sum of squared differences.',
  ],
};

/** @param {Model} model */
export function describe(model) {
  const { position, dimension } = model.state;
  const { pair } = columnOf(model.state, dimension);
  return (
    `Position ${position}, dimension ${dimension}: ${signed(chosenValue(model))}, ` +
    `the ${functionName(model)} of clock ${pair}.`
  );
}

/** All texts of pe-similarity. */
import { m, mi, mn, mo } from '../chassis/dom.js';
import { apartText, fixed, grouped } from '../chassis/format.js';
import { measureTexts, valueText } from './measure-text.js';

/** @import { rich } from '../chassis/dom.js' */
/** @import { Question } from '../chassis/question.js' */
/** @import { Table } from '../chassis/table.js' */
/** @import { Metric, Model } from './model.js' */
/** @typedef {Parameters<typeof rich>[0]} Rich a text, some parts of which are coloured */

export const heading = 'Nearer positions are not always more alike';
export const topic = 'How alike are two positions?';

export const labels = {
  metric: 'Measure',
  dim: 'Dimensions',
  base: 'Base',
  length: 'Positions',
  offset: 'Separation k',
  position: 'First position',
};

export const names = { metric: ['cosine', 'dot product', 'Euclidean'] };

/** The names of the measures, as a sentence needs them. @type {Record<Metric, string>} */
const MEASURES = { cosine: 'cosine similarity', dot: 'dot product', euclidean: 'distance' };

/**
 * The first two presets choose a separation at a dip of the curve. The game asks for other
 * separations.
 * @type {import('../chassis/figure.js').Preset[]}
 */
export const presets = [
  ['dip at 23', { metric: 'cosine', dim: 128, length: 64, offset: 23 }],
  ['dip at 47', { metric: 'cosine', dim: 128, length: 64, offset: 47 }],
  ['8 dimensions', { dim: 8 }],
  ['512 dimensions', { dim: 512 }],
];

export const arrows = [
  ['← →', 'make the separation one smaller or larger'],
  ['↑ ↓', 'move both positions back or forward and keep their separation'],
  ['Home, End', 'choose the smallest or largest separation'],
];
export const keyLabels = { c: 'choose the next measure: cosine, dot product or distance' };

export const labelsOnPicture = {
  matrix: 'every position compared with every other',
  measure: MEASURES,
  separation: 'separation k',
  /** @param {boolean} wide */
  bold: (wide) => (wide ? 'bold: farther and more alike' : 'bold: more alike again'),
  /** @param {number} separation @param {string} value */
  value: (separation, value) => `${separation}: ${value}`,
  /** @param {Model} model */
  unrelated: ({ state: { metric, dim }, unit }) =>
    metric === 'euclidean' ? `unrelated: √${dim} = ${fixed(unit, 2)}` : 'unrelated: 0',
  /** @param {boolean} wide */
  bars: (wide) =>
    wide
      ? 'cosine of each pair’s turn, fast to slow; the mean is the cosine similarity'
      : 'cosine of each pair’s turn, fast to slow',
  /** @param {number} unfinished @param {number} pairs @param {number} length */
  unfinished: (unfinished, pairs, length) =>
    `${unfinished} of ${pairs} finish no turn in ${length} positions`,
  scale: {
    same: '0 same',
    zero: '0',
    unrelatedZero: '0 unrelated',
    /** @param {number} dim */
    unrelated: (dim) => `√${dim} unrelated`,
    /** @param {number} unit */
    opposite: (unit) => `${fixed(-unit, 0)} opposite`,
  },
};

/**
 * @param {Model} model
 * @param {boolean} [covered]
 * @returns {Rich}
 */
export function caption(model, covered) {
  const { state, values, rivals, least } = model;
  const { position, offset, metric } = state;
  const [chosen, rival] = measureTexts(model);
  /** @type {Rich} */
  const own = [
    'Positions ',
    ['you', String(position)],
    ' and ',
    ['you', String(position + offset)],
    ` are ${offset} apart. Their ${MEASURES[metric]} is `,
    ['b', chosen],
    ', the same along the whole diagonal. ',
  ];
  if (covered) return own;
  return [
    ...own,
    ...rivalText(rivals[offset], rival),
    `The least alike positions are ${least} apart: `,
    ['b', valueText(values[least], metric)],
    metric === 'cosine' && values[least] > 0 ? ', which is still above 0.' : '.',
  ];
}

/**
 * Says at which larger separation positions are more alike than at the chosen one.
 * @param {number} rival the rival of the chosen separation, or -1
 * @param {string} value the measure of `rival`
 * @returns {Rich}
 */
function rivalText(rival, value) {
  if (rival < 0) return ['No two positions farther apart are more alike than these. '];
  return [
    'Positions ',
    ['other', String(rival)],
    ` apart are farther from each other, and yet more alike: ${value}. `,
  ];
}

/** @param {Model} model */
export function formula({ state: { offset, metric, dim }, values }) {
  const term = [mi('cos'), mo('('), mn(String(offset)), m('msub', mi('ω'), mi('i')), mo(')')];
  const sum = m('mrow', m('munder', mo('∑'), mi('i')), m('mrow', ...term));
  const equals = [mo('='), mn(valueText(values[offset], metric))];
  const sides = {
    cosine: () => [m('mfrac', mn('1'), mn(grouped(dim / 2))), sum],
    dot: () => [sum],
    euclidean: () => [m('msqrt', m('mrow', mn(String(dim)), mo('−'), mn('2'), sum))],
  };
  return [m('math', m('mrow', ...sides[metric](), ...equals))];
}

/**
 * @param {Model} model
 * @param {boolean} [covered]
 * @returns {Table[]}
 */
export function tables({ state, values, rivals, beaten }, covered) {
  const { metric, length, dim, offset } = state;
  // While the question is open, nothing beyond the chosen separation is shown.
  const [rows, columns] = covered ? [offset + 1, 2] : [length, 4];
  const name = MEASURES[metric];
  return [
    {
      name: `${name} by separation, ${dim} dimensions`,
      columns: [
        'separation',
        name,
        'larger separations more alike',
        'the most alike of these',
      ].slice(0, columns),
      rows,
      row: (k) => [k, values[k], beaten[k], rivals[k] < 0 ? 'none' : rivals[k]].slice(0, columns),
      show: (value, column) => (column === 1 ? fixed(value, 4) : String(value)),
    },
  ];
}

/** @type {Omit<Question, 'answer' | 'shows'>} */
export const questionTexts = {
  ask: [
    'Tutorials say that nearer positions are more alike.',
    'Which position is more like position 0?',
  ].join(' '),
  options: [
    [
      '47',
      'position 47, which is nearer',
      'This is the similarity of position 47. Now look at 50.',
    ],
    ['50', 'position 50, which is farther'],
    [
      'same',
      'neither: both similarities have faded to 0',
      'Neither is 0: the slow pairs have hardly turned, so they keep all positions alike.',
    ],
  ],
  watch: 'The point moves to 47. Watch the curve: is it higher at 50?',
  surprise: (/** @type {Model} */ { values }) => apartText([values[50], values[47]], 4).join(' > '),
  because: (/** @type {Model} */ { state, values, least, unfinished }) => [
    'The first number belongs to position 50, the second to position 47. ' +
      'Similarity falls in waves, because each pair turns at its own speed. ' +
      `It never falls to 0. ${unfinished} of the ${state.dim / 2} pairs do not finish one turn ` +
      `in ${state.length} positions. ` +
      `They keep the similarity at ${fixed(values[least], 3)} or more.`,
  ],
};

/**
 * @param {Model} model
 * @param {boolean} [covered]
 */
export function describe(model, covered) {
  const { metric, position, offset } = model.state;
  const rival = model.rivals[offset];
  const [chosen, farther] = measureTexts(model);
  const own =
    `Positions ${position} and ${position + offset} are ${offset} apart. ` +
    `Their ${MEASURES[metric]} is ${chosen}.`;
  if (covered) return own;
  return [
    own,
    rival < 0
      ? 'No two positions farther apart are more alike than these.'
      : `Positions ${rival} apart are farther from each other, and yet more alike: ${farther}.`,
  ].join(' ');
}

/** The texts of the game. Its task says when a separation beats another one. */
export const gameTexts = {
  heading: 'Find a counter-example',
  task: [
    'A larger separation beats a smaller one if its two positions are more alike.',
    'Find the smallest separation that is beaten,',
    'and the one that is beaten by the largest margin.',
  ].join(' '),
  none: 'Change the separation until a larger one beats it.',
  /**
   * Says which larger separation beats the chosen one, and the largest margin found so far.
   * @param {Model} model the model of a separation that is beaten
   * @param {number} gap the largest margin found so far
   * @returns {Rich}
   */
  found(model, gap) {
    const { rivals, first, largest } = model;
    const { offset, metric } = model.state;
    const rival = rivals[offset];
    const sign = metric === 'euclidean' ? '>' : '<';
    const [own, farther] = measureTexts(model);
    return [
      ['right', '✓ '],
      ['b', `${offset}`],
      ' is beaten by ',
      ['b', `${rival}`],
      `: ${own} ${sign} ${farther}.`,
      offset === first ? ' No smaller separation is beaten.' : '',
      (offset === largest ? ' No margin is larger: ' : ' Your largest margin so far: ') +
        `${valueText(gap, metric)}.`,
    ];
  },
};

/** All texts of PeAlibi. */
import { m, mi, mn, mo } from '../chassis/dom.js';
import { distance, fixed } from '../chassis/format.js';
import { exponentOf, misprinted, powerBelow } from './model.js';
import { biasText, slopeText } from './slope-text.js';

/** @typedef {import('./model.js').Model} Model */

export const heading = 'Each head looks a different distance back';
export const topic = 'Attention that fades with distance';

export const labels = {
  heads: 'Heads',
  rule: 'Slopes',
  head: 'Head',
  length: 'Length',
  position: 'Query at',
  other: 'Key at',
  causal: 'Causal: mask keys after the query',
};

export const names = {
  rule: ['as in the paper', 'geometric'],
};

/** @type {import('../chassis/figure.js').Preset[]} */
export const presets = [
  ['head 1', { heads: 8, head: 1 }],
  ['head 8', { heads: 8, head: 8 }],
  ['12 heads', { heads: 12, head: 9 }],
  ['32 heads', { heads: 32, head: 32 }],
];

export const arrows = [
  ['← →', 'move the query one position back or forward'],
  ['↑ ↓', 'choose the head above or below'],
  ['Home, End', 'move the query to the first or last position'],
];

export const keyLabels = {
  '+': 'add a head',
  '-': 'remove a head',
  x: 'switch to the other rule for the slopes',
  c: 'switch the causal mask on or off',
  m: 'move the key to the position of the query',
};

/** @param {number} positions */
const halfText = (positions) => fixed(positions, 2);

export const labelsOnPicture = {
  head: 'head',
  slope: 'slope m, log scale',
  slopeShort: 'slope m',
  halvesEvery: 'weight halves every',
  /** The text that explains the tick next to a bar, for each rule of the bars. */
  tick: { paper: 'tick: slope by the geometric rule', geometric: 'tick: slope as in the paper' },
  /** @param {number} heads */
  hollow: (heads) => `hollow: every second slope of a model with ${2 * powerBelow(heads)} heads`,
  masked: 'masked: after the query',
  /** @param {number} head */
  matrix: (head) => `head ${head}: bias −m · distance`,
  /** @param {number} head */
  matrixShort: (head) => `head ${head}: −m · distance`,
  dashed: 'dashed: half weight',
  dashedShort: 'dashed: half',
  keyAcross: 'key →',
  queryDown: 'query ↓',
  /** @param {number} position */
  row: (position) => `weights of query ${position} if all scores are equal`,
  rowShort: 'all scores equal',
  /** @param {number} weight */
  own: (weight) => `1 = its own weight, ${fixed(weight, 4)}`,
  /** @param {number} weight */
  ownShort: (weight) => `1 = own weight, ${fixed(weight, 4)}`,
  /** @param {number} half */
  bracket: (half) => `weight halves every ${halfText(half)} positions`,
  /** @param {number} half */
  bracketBeyond: (half) => `weight halves every ${halfText(half)} positions: too far back to show`,
  key: 'key',
};

/**
 * The caption while the question is open. It contains no slope and no weight, because these would
 * answer the question.
 * @param {Model['state']} state
 * @returns {(string | [string, string])[]}
 */
const coveredCaption = ({ heads, head, position, other }) => [
  `Head ${head} of ${heads}. The word at `,
  ['you', String(position)],
  ' looks at the word at ',
  ['other', String(other)],
  `. The distance is ${Math.abs(position - other)}.`,
];

/**
 * @param {Model} model
 * @param {boolean} [covered]
 * @returns {(string | [string, string])[]}
 */
export function caption(model, covered) {
  const { state, slopes, differ, rising } = model;
  const { heads, head } = state;
  if (covered) return coveredCaption(state);
  /** @type {(string | [string, string])[]} */
  const parts = [
    `Head ${head} of ${heads} has slope `,
    ['b', slopeText(slopes[head - 1])],
    '. ',
    ...pairCaption(model),
  ];
  if (differ) parts.push(`The two rules for slopes differ in ${differ} of ${heads} heads. `);
  if (rising.length)
    parts.push(
      `The slopes do not keep falling: head ${rising[0]} starts again at `,
      ['b', slopeText(slopes[rising[0] - 1])],
      '.',
    );
  return parts;
}

/**
 * Says how much the word at the query looks at the word at the key.
 * @param {Model} model
 * @returns {(string | [string, string])[]}
 */
function pairCaption({ state, rows, weights }) {
  const { head, position, other, length, causal } = state;
  const row = (head - 1) * length;
  /** @type {[string, string]} */
  const query = ['you', String(position)];
  /** @type {[string, string]} */
  const key = ['other', String(other)];
  if (other === position)
    return [
      'The word at ',
      query,
      ' looks at itself. The distance is 0, so the score does not drop. ',
    ];
  if (causal && other > position)
    return ['The word at ', query, ' cannot see the word at ', key, ', which comes later. '];
  const drop = biasText(Math.abs(rows[row + other]));
  const share = weights[row + other] / weights[row + position];
  return [
    'The word at ',
    query,
    ' looks at the word at ',
    key,
    `. The distance is ${Math.abs(position - other)}, so the score drops by ${drop}. `,
    `The word at ${other} gets `,
    ['b', distance(share, 3)],
    ` times the weight that the word at ${position} gives itself. `,
  ];
}

/** @param {Model} model */
export function formula({ state, slopes, halves }) {
  const { head, position, other, causal } = state;
  const [a, b] = exponentOf(state, head);
  const slope = mn(slopeText(slopes[head - 1]));
  const exponent = m('mrow', mo('−'), mn(8), mo('·'), mn(a), mo('/'), mn(b));
  const place = m('mrow', mn(position), mo(','), mn(other));
  const bias =
    causal && other > position
      ? [mo('−'), mi('∞')]
      : [
          mo('−'),
          slope.cloneNode(true),
          mo('·'),
          mo('|'),
          mn(position),
          mo('−'),
          mn(other),
          mo('|'),
        ];
  const slopeSymbol = () => m('msub', mi('m'), mn(head));
  return [
    m('math', slopeSymbol(), mo('='), m('msup', mn(2), exponent), mo('='), slope),
    m('math', m('mfrac', mi('ln 2'), slopeSymbol()), mo('='), mn(halfText(halves[head - 1]))),
    m('math', m('msub', mi('b'), place), mo('='), ...bias),
  ];
}

/** @param {number} weight */
const weightText = (weight) => fixed(weight, 4);

/**
 * @param {Model} model
 * @returns {import('../chassis/table.js').Table[]}
 */
export function tables({ state, slopesByRule, slopes, halves, rows, weights }) {
  const { heads, rule, length, position, head } = state;
  const { paper, geometric } = slopesByRule;
  const start = (head - 1) * length;
  const own = weights[start + position];
  const showHead = [String, slopeText, halfText, slopeText, slopeText];
  const showKey = [String, slopeText, weightText, weightText];
  return [
    {
      name: `Slopes of ${heads} heads`,
      answers: true,
      columns: ['head', 'slope', 'positions per halving', 'paper', 'geometric'],
      rows: heads,
      row: (at) => [at + 1, slopes[at], halves[at], paper[at], geometric[at]],
      show: (value, column) => showHead[column](value),
    },
    {
      name: `Query ${position}, head ${head}, ${rule}`,
      columns: ['key', 'bias', 'weight', 'weight / own weight'],
      rows: length,
      row: (key) => [key, rows[start + key], weights[start + key], weights[start + key] / own],
      show: (value, column) => showKey[column](value),
    },
  ];
}

export const questionTexts = {
  ask:
    'A tutorial prints the slopes of its eight ALiBi heads, from the first to the last. ' +
    'Which printout can be right?',
  /** @type {[string, string, string?][]} */
  options: [
    ['spread', '0.5, 0.25, … 0.0039'],
    [
      'close',
      '0.92, 0.84, … 0.5',
      'With slopes of 0.5 or more, every head would see only a few words back.',
    ],
    [
      'either',
      'either: only the order matters',
      'The values matter: a slope says how fast weights fall with distance.',
    ],
  ],
  watch: 'Watch the weights: how far back does this head look?',
  /** @param {Model} model */
  surprise: ({ slopes }) => `slope ${slopeText(slopes[7])}`,
  /** @param {Model} model */
  because({ halves }) {
    const mildest = misprinted()[7];
    return [
      'The last head has this slope. ' +
        `Its weights halve only every ${halfText(halves[7])} positions, ` +
        'so it sees the whole text. ' +
        `In the other list, the gentlest slope is ${fixed(mildest, 4)}. ` +
        `With it, weights halve every ${halfText(Math.LN2 / mildest)} positions, ` +
        'so all eight heads would see only near words.',
    ];
  },
};

/**
 * Returns the sentences for the live region.
 * @param {Model} model
 * @param {boolean} [covered]
 */
export function describe({ state, slopes, halves, rows, weights }, covered) {
  const { heads, head, position, other, length } = state;
  const apart = Math.abs(position - other);
  if (covered)
    return `Head ${head} of ${heads}. Query ${position} and key ${other} are ${apart} apart.`;
  const at = (head - 1) * length + other;
  return (
    `Head ${head} of ${heads} has slope ${slopeText(slopes[head - 1])} ` +
    `and halves a weight every ${halfText(halves[head - 1])} positions. ` +
    `Query ${position} and key ${other} ` +
    `have bias ${biasText(rows[at])} and weight ${weightText(weights[at])}.`
  );
}

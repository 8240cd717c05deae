/** All texts of pe-rope. */
import { m, mi, mn, mo } from '../chassis/dom.js';
import { fixed, grouped, scientific, signed } from '../chassis/format.js';
import { firstWords } from '../chassis/words.js';
import { FINE, dimsOf, pairsOf } from './model.js';

/** @import { rich } from '../chassis/dom.js' */
/** @import { Question } from '../chassis/question.js' */
/** @import { Table } from '../chassis/table.js' */
/** @import { Held, Model, State } from './model.js' */
/** @typedef {Parameters<typeof rich>[0]} Rich a text with coloured parts */

export const heading = 'RoPE rotates by position and compares by distance';
export const topic = 'Words as arrows that turn';

export const labels = {
  dim: 'Head width',
  base: 'Base',
  position: 'Query at',
  other: 'Key at',
  arrows: 'Pairs shown',
  hold: 'Key follows query',
  pair: 'Pair',
  weights: 'Pairs in training',
  layout: 'Pairs in code',
  permute: 'Permute the weights to fit',
  values: 'Rotate the value too',
  seed: 'Example',
  query: 'Your query',
  key: 'Your key',
  far: 'Log scale',
};
/** An empty field for a vector shows this hint. */
export const vectorHint = 'x0 y0 x1 y1 …';

export const names = { layout: ['i and i + d/2', '2i and 2i + 1'] };

export const arrows = [
  ['← →', 'move one position back or forward'],
  ['↑ ↓', 'choose a faster or slower pair'],
  ['Home, End', 'go to the first or last position of the scrub bar'],
];
export const keyLabels = {
  o: 'let the key follow the query, or stay',
  '+': 'move the key one position back',
  '-': 'move the key one position forward',
  l: 'change how the code pairs the numbers',
  w: 'change how training paired the numbers',
  p: 'permute the weights to fit the code, or undo that',
  v: 'rotate the value too, or only query and key',
  n: 'show another example',
};

export const labelsOnPicture = {
  query: 'q',
  key: 'k',
  /** @param {boolean} still @param {boolean} hold whether the key follows the query */
  turning: (still, hold) => {
    if (still) return 'each arrow turns as its word moves';
    return hold ? 'drag q: both words move; drag k: k alone' : 'drag q or k: its word moves alone';
  },
  pairs: 'pair, fast to slow',
  computed: '✗ computed',
  trained: '✓ trained',
  offset: 'offset, query − key',
  /** @param {boolean} beginner */
  score: (beginner) => (beginner ? 'score' : 'score q · k'),
  /** @param {boolean} beginner @param {number} count */
  sum: (beginner, count) => {
    if (count === 1) return 'score = cosine of the angle × both lengths';
    return `the ${beginner ? 'clocks' : 'pairs'} add up to the score`;
  },
  /** @param {boolean} beginner */
  drift: (beginner) => (beginner ? '✓ unchanged' : 'score drift'),
  /** @param {State} state @param {boolean} beginner */
  apart: ({ position, other, hold }, beginner) =>
    `${grouped(Math.abs(position - other))} apart${hold && !beginner ? ', held' : ''}`,
  /** @param {number} position @param {string} [word] */
  queryAt: (position, word) => `query ${word ? `of ${word} ` : ''}at ${grouped(position)}`,
  /** @param {number} position @param {string} [word] */
  keyAt: (position, word) => `key ${word ? `of ${word} ` : ''}at ${grouped(position)}`,
  /** @param {boolean} narrow @param {boolean} values @param {'light' | 'dark'} mode */
  circles: (narrow, values, mode) => {
    const circles = `${narrow ? '' : 'a circle for each pair, '}fast to slow; dashed: unturned`;
    return values ? `${circles}; ${mode === 'dark' ? 'white' : 'black'}: v` : circles;
  },
  /** @param {number[]} dims @param {boolean} named */
  dims: ([x, y], named) => `${named ? 'dims ' : ''}${x}, ${y}`,
  /** @param {number} score */
  not: (score) => `✗ not ${signed(score, 2)}`,
  /** @param {Held} held */
  driftValue: (held) => driftText(held),
  /** @param {boolean} narrow */
  curve: (narrow) => (narrow ? 'score' : 'score at every offset'),
};

/** @param {Held} held */
const driftText = ({ low, high }) => scientific(high - low, 1);

/**
 * Says that the only clock turns at least once between key and query, so that different distances
 * look alike. Returns '' if it turns less, or if there are several clocks.
 * @param {Model} model
 */
function turnsText({ state, frequencies }) {
  const gap = Math.abs(state.position - state.other);
  const turns = (gap * frequencies[0]) / (2 * Math.PI);
  if (pairsOf(state) > 1 || turns < 1) return '';
  return (
    `In ${grouped(gap)} positions, this single clock turns ${fixed(turns, 1)} times, so its angles repeat. ` +
    'A far word can then score as high as a near word. More clocks tell distances apart.'
  );
}

/**
 * @param {Model} model
 * @param {boolean} covered
 * @param {boolean} beginner
 * @returns {Rich}
 */
export function caption(model, covered, beginner) {
  const { position, other, pair } = model.state;
  const { frequencies, parts, held } = model;
  const hidden = covered && held.from < held.to;
  const [first, , last] = firstWords();
  const start = [
    `The query ${beginner ? `of “${last}” ` : ''}is at `,
    ['you', grouped(position)],
    `, the key ${beginner ? `of “${first}” ` : ''}at `,
    ['other', grouped(other)],
    '. ',
  ];
  if (hidden) return [...start, 'How much of the score is left?'];
  if (beginner)
    return [
      ...start,
      'The smaller the angle between the arrows, the higher the score: ',
      ['b', signed(model.score, 2)],
      '. ',
      held.from < held.to ? 'Both words have moved, and the angle is the same.' : turnsText(model),
    ];
  /** @param {number} place */
  const radians = (place) => grouped(place * frequencies[pair], 2);
  return [
    ...start,
    `Pair ${pair} turns them by ${radians(position)} and ${radians(other)} rad, ` +
      `and adds ${signed(parts[pair])} to the score. `,
    ...scoreText(model),
    ...heldText(model),
    ...valueText(model),
  ];
}

/**
 * @param {Model} model
 * @returns {Rich}
 */
function scoreText({ state: { dim }, score, wrong, mixed, trained, differ }) {
  const value = signed(score);
  if (wrong)
    return [
      ['wrong', '✗ '],
      'The code does not pair numbers as training did. The score is ',
      ['b', value],
      ` instead of ${signed(trained.score)}, and ${differ} of ${2 * dim} numbers are wrong. `,
    ];
  if (mixed)
    return [
      ['right', '✓ '],
      'With the weights permuted, the score is ',
      ['b', value],
      `, and ${differ} of ${2 * dim} numbers are wrong. `,
    ];
  return ['The score is ', ['b', value], '. '];
}

/**
 * @param {Model} model
 * @returns {Rich}
 */
function heldText({ held }) {
  if (held.from >= held.to) return [];
  return [
    'From position ',
    ['you', grouped(held.from)],
    ' to ',
    ['you', grouped(held.to)],
    ', the score drifted by ',
    ['b', driftText(held)],
    '. ',
  ];
}

/**
 * @param {Model} model
 * @returns {Rich}
 */
function valueText({ state, moved }) {
  if (!state.values) return [];
  return [
    ['wrong', '✗ '],
    'Since the start of the text, rotation has moved the value by ',
    ['b', fixed(moved)],
    '. An unrotated value would not have moved.',
  ];
}

/** @param {number[][]} rows */
const grid = (...rows) =>
  m(
    'mrow',
    mo('[', true),
    m('mtable', ...rows.map((row) => m('mtr', ...row.map((value) => m('mtd', mn(signed(value))))))),
    mo(']', true),
  );

/**
 * Returns the rotation R for a position, and the vector that it turns.
 * @param {number} place
 * @param {string} vector
 */
const turning = (place, vector) => [m('msub', mi('R'), mn(grouped(place))), mi(vector)];

/** @param {Model} model */
export function formula({ state, q, qTurned, rotation, score }) {
  const { dim, pair, position, other, layout } = state;
  const [x, y] = dimsOf(layout, dim, pair);
  const [cos, sin] = rotation;
  return [
    [
      m('math', ...turning(position, 'q'), mo('='), grid([cos, -sin], [sin, cos])),
      m('math', grid([q[x]], [q[y]]), mo('='), grid([qTurned[x]], [qTurned[y]])),
    ],
    [
      m(
        'math',
        mo('('),
        ...turning(position, 'q'),
        mo(')'),
        mo('·'),
        mo('('),
        ...turning(other, 'k'),
        mo(')'),
      ),
      m(
        'math',
        mo('='),
        mi('q'),
        mo('·'),
        ...turning(other - position, 'k'),
        mo('='),
        mn(signed(score)),
      ),
    ],
  ];
}

/**
 * @param {Model} model
 * @returns {Table[]}
 */
export const tables = (model) => [pairTable(model), offsetTable(model)];

/**
 * @param {Model} model
 * @returns {Table}
 */
function pairTable({ state, q, k, qTurned, kTurned, parts, frequencies }) {
  const { dim, position, other, layout } = state;
  return {
    name: `Pairs of query at ${position} and key at ${other}, ${layout}`,
    columns: [
      'pair',
      'dimensions',
      'radians per position',
      'q, first',
      'q, second',
      'q turned, first',
      'q turned, second',
      'k, first',
      'k, second',
      'k turned, first',
      'k turned, second',
      'adds to the score',
    ],
    rows: dim / 2,
    row: (pair) => {
      const [x, y] = dimsOf(layout, dim, pair);
      const numbers = [q, qTurned, k, kTurned].flatMap((vector) => [vector[x], vector[y]]);
      return [pair, `${x}, ${y}`, frequencies[pair], ...numbers, parts[pair]];
    },
    show: (value, column) => {
      if (column === 0) return String(value);
      return column === 2 ? scientific(value, 4) : signed(value, 4);
    },
  };
}

/**
 * @param {Model} model
 * @returns {Table}
 */
const offsetTable = ({ offsets, curve, trainedCurve }) => ({
  name: 'Score at every offset',
  columns: ['offset', 'score', 'score as trained'],
  rows: (offsets.length - 1) / FINE + 1,
  row: (at) => [offsets[at * FINE], curve[at * FINE], trainedCurve[at * FINE]],
  show: (value, column) => (column ? signed(value, 4) : grouped(value)),
});

/** @type {Omit<Question, 'answer' | 'shows'>} */
export const questionTexts = {
  ask: [
    'Each arrow turns when its word moves.',
    'Both words move 1,000 positions forward, together.',
    'How much of their score is left?',
  ].join(' '),
  options: [
    [
      'less',
      'less of it: both words are far out now',
      'An arrow that turns never gets shorter. Watch the angle between the arrows.',
    ],
    [
      'other',
      'a different score: the arrows point elsewhere',
      'The score changes if one word moves alone. Now both words move.',
    ],
    ['all', 'all of it: the score stays the same'],
  ],
  watch: 'Watch the angle between the arrows, and the score.',
  atStops: [
    (/** @type {Model} */ { state, score }) =>
      `At ${state.position} and ${state.other}, the arrows point elsewhere. ` +
      `The score is ${signed(score, 2)}.`,
  ],
  surprise: (/** @type {Model} */ { held }) =>
    `score ${signed(held.low, 2)} → ${signed(held.high, 2)}`,
  because: (/** @type {Model} */ { added, held }) => [
    'Both arrows have turned by the same angle, and only the angle between them counts. ',
    'If positions were added instead, word and position would mix. ' +
      `The score would be ${signed(added.before, 2)} before the move, ` +
      `and ${signed(added.after, 2)} after it, instead of ${signed(held.low, 2)} both times.`,
  ],
};

/** @param {Model} model @param {boolean} covered */
export function describe({ state, parts, score, held, wrong, trained }, covered) {
  const { position, other, pair } = state;
  const places = `Query at ${position}, key at ${other}, offset ${position - other}.`;
  if (covered && held.from < held.to) return places;
  return [
    places,
    `Pair ${pair} adds ${signed(parts[pair])} to the score of ${signed(score)}.`,
    ...(wrong ? [`The weights were trained for a score of ${signed(trained.score)}.`] : []),
    ...(held.from < held.to
      ? [`Since position ${held.from}, the score has drifted by ${driftText(held)}.`]
      : []),
  ].join(' ');
}

/** @type {[string, Partial<State>][]} */
export const presets = [
  ['1 clock', { arrows: 1 }],
  ['2 clocks', { arrows: 2 }],
  ['All clocks', { arrows: 32 }],
  ['3 apart', { position: 11, other: 8 }],
  ['Both 1,000 on', { position: 1020, other: 1008, hold: true }],
];

/** All texts of PeNetworks. */
import { tenTo } from '../chassis/decades.js';
import { m, mi, mn, mo } from '../chassis/dom.js';
import { fixed, grouped, scientific } from '../chassis/format.js';
import { transportWords } from '../chassis/words.js';

/** @typedef {import('../chassis/dom.js').Piece} Piece */
/** @typedef {import('../chassis/table.js').Table} Table */
/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('./model.js').Kind} Kind */
/** @typedef {import('./model.js').State} State */
/** @typedef {import('./model.js').Shape} Shape */

export const heading = 'Attention reaches every word in one step, but does not know their order';
export const topic = 'How far does news travel in one step?';

export const labels = {
  tokens: 'Your words',
  taken: 'Steps taken',
  kernel: 'Words that a convolution reads',
  dilated: 'Skip more words in each layer',
  padding: 'Read zeros before the first word',
  length: 'Words of the text, for the costs (L)',
  dim: 'Numbers of each word (d)',
  heads: 'Heads',
  speed: transportWords.speed,
};

export const arrows = [
  ['← →', 'go one step back or forward'],
  ['↑ ↓', 'let a convolution read more or fewer words'],
  ['Home, End', 'go to the start, or to the end'],
];

export const keyLabels = {
  d: 'skip more words in each layer of the convolution, or none',
  p: 'read zeros before the first word, or not',
  plus: 'double the length of the text',
  minus: 'halve the length of the text',
};

/** The sentences that the question and the presets use. */
export const sentences = {
  short: 'dog bites man',
  asked: 'dog that lives next door bites old man',
  long: 'dog that lives with us in the old house next door bites a very tired man',
};
export const values = { tokens: sentences.asked };

/** @type {import('../chassis/figure.js').Preset[]} */
export const presets = [
  ['dog bites man', { tokens: sentences.short, taken: 1 }],
  ['8 words', { tokens: sentences.asked, taken: 1 }],
  ['16 words', { tokens: sentences.long, taken: 1 }],
];

/**
 * Writes a count and its noun, in the plural if needed.
 * @param {number} count
 * @param {string} thing
 */
const several = (count, thing) => `${count} ${thing}${count === 1 ? '' : 's'}`;

/** @type {Record<Kind, string>} */
const kindNames = {
  recurrent: 'Recurrent network',
  convolution: 'Convolution',
  attention: 'Attention',
};

export const labelsOnPicture = {
  words: 'the sentence',
  kinds: kindNames,
  /** @param {Kind} kind @param {number} kernel */
  does: (kind, kernel) =>
    ({
      recurrent: 'each word informs the next',
      convolution: `each word reads ${kernel} words`,
      attention: 'each word reads all words',
    })[kind],
  /** @param {number} at @param {number} steps @param {boolean} covered */
  status: (at, steps, covered) => {
    if (covered) return 'how many steps?';
    return at < steps
      ? `${Math.floor(at)} of ${several(steps, 'step')}`
      : `✓ ${several(steps, 'step')}`;
  },
  /** @param {string} word */
  tested: (word) => `if all words are “${word}”:`,
  none: '–',
  /**
   * @param {number} differing how many outputs differ from one another
   * @param {number} count how many outputs there are
   * @param {number} words
   */
  differing: (differing, count, words) => {
    if (differing === 0) return 'no output';
    if (differing === 1) return count < words ? `all ${count} outputs equal` : 'all outputs equal';
    return differing === count ? 'all outputs differ' : `${differing} different outputs`;
  },
};

export const costLabels = {
  chart: 'Cost of one layer: multiplications, each with an addition',
  /** @param {number} power */
  power: (power) => scientific(tenTo(power), 0).replace('1×', ''),
  /** @param {number} length */
  length: (length) => grouped(length),
  /** @param {number} length */
  here: (length) => `${grouped(length)} words`,
  /** @param {number} length */
  amounts: (length) => `multiply-adds at ${grouped(length)} words:`,
  /** @param {string} name @param {number} kernel @param {number} count */
  line: (name, kernel, count) => {
    const formulas = /** @type {Record<string, string>} */ ({
      stamps: 'stamps: L·d',
      recurrent: 'recurrent: 2·L·d²',
      convolution: `convolution: ${kernel}·L·d²`,
      attention: 'attention: 2·L²·d',
    });
    return `${formulas[name]} = ${amountText(count)}`;
  },
  /** @param {number} count @param {Pick<State, 'dim' | 'heads'>} state */
  shapes: (count, { dim, heads }) =>
    `Shapes: ${count} words × ${grouped(dim)} numbers, ${several(Number(heads), 'head')} of ${dim / Number(heads)}`,
  /** @param {string} name @param {number} at */
  shapeName: (name, at) => `${at + 1}. ${shapeNames[name]}`,
  /** @param {number[]} shape */
  sizes: (shape) => shape.map((size) => grouped(size)).join(' × '),
  /** @param {Shape} shape */
  numbers: ({ numbers }) => `${grouped(numbers)} numbers`,
  /** @param {Shape} shape */
  bytes: ({ bytes }) => bytesText(bytes),
};

/** @type {Record<string, string>} */
const shapeNames = {
  words: 'words',
  embeddings: 'embeddings',
  stamps: 'stamps',
  sums: 'sums',
  queries: 'q, k and v, each',
  scores: 'scores',
  mixed: 'mixed values',
  joined: 'heads joined',
};

/** Writes a large count. @param {number} count */
const amountText = (count) => (count < 1e6 ? grouped(count) : scientific(count));

/** @param {number} bytes */
function bytesText(bytes) {
  const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];
  let at = 0;
  while (bytes >= 10240 && at < units.length - 1) {
    bytes /= 1024;
    at++;
  }
  return `${grouped(bytes, Number.isInteger(bytes) ? 0 : 1)} ${units[at]}`;
}

/**
 * @param {Model} model
 * @param {boolean} [covered]
 * @param {boolean} [beginner]
 * @returns {Piece[]}
 */
export function caption(model, covered = false, beginner = false) {
  const { words, recurrent, convolution, attention } = model;
  const [first, last] = [words[0], words[words.length - 1]];
  const hands = `In a recurrent network, the last word, ${last}, hears of the first, ${first}, after `;
  /** @type {Piece[]} */
  const slow = [
    hands,
    ['plus', several(recurrent.steps, 'step')],
    '; in a convolution, after ',
    ['minus', several(convolution.steps, 'step')],
    '. ',
  ];
  if (covered) return [...slow, `Press Play and watch the news of ${first} travel.`];
  /** @type {Piece[]} */
  const fast = [
    'Attention needs ',
    ['you', several(attention.steps, 'step')],
    ', at any distance. ',
  ];
  /** @type {Piece[]} */
  const price = [
    'The price: with the same word in every place, attention gives ',
    ['b', 'the same output everywhere'],
    '. Nothing tells the places apart, so a model must add positions.',
  ];
  return [...slow, ...fast, ...(beginner ? price : knowledge(model))];
}

/**
 * Says what each network knows of position, and what it costs.
 * @param {Model} model
 * @returns {Piece[]}
 */
function knowledge({ words, recurrent, convolution, attention, ratio, growth, perStamp, state }) {
  const edge =
    convolution.differing > 1
      ? `The zeros before the first word give ${convolution.differing} different outputs, ` +
        `and ${convolution.differingDeep} after ${several(convolution.steps, 'layer')}. `
      : 'Without zeros before the first word, all outputs are equal. ';
  return [
    `With “${words[0]}” in all ${words.length} places, the recurrent network gives `,
    ['b', `${recurrent.differing} different outputs`],
    ', since it reads in order. ',
    `One layer of the convolution knows distances in its window. ${edge}`,
    'Attention gives ',
    ['b', several(attention.differing, 'output')],
    ' for all places. ',
    `For ${grouped(state.length)} words, the scores and sums of attention need `,
    ['b', `${ratio < 10 ? fixed(ratio, 2) : grouped(ratio)} times`],
    ' the multiply-adds of the recurrent network. ',
    `For twice the length, attention needs ${growth.attention} times as many, ` +
      `but the recurrent network only ${growth.recurrent} times as many. `,
    'Stamps of positions are nearly free: ' +
      `one addition for every ${grouped(perStamp)} multiply-adds of the layer.`,
  ];
}

/** @param {Model} model */
export function formula({ words, recurrent, convolution, attention, state, costs }) {
  const { kernel, dilated } = state;
  /** @param {...Element} row */
  const math = (...row) => m('math', m('mrow', ...row));
  const last = m('mrow', mi('n'), mo('−'), mn(1));
  const log = m('mrow', m('msub', mi('log'), mi('k')), mi('n'));
  const ratio = m('mfrac', last.cloneNode(true), m('mrow', mi('k'), mo('−'), mn(1)));
  const square = m('msup', mi('L'), mn(2));
  return [
    math(mi('n'), mo('='), mn(words.length), mo(','), mi('k'), mo('='), mn(kernel)),
    math(last, mo('='), mn(recurrent.steps)),
    math(mo('⌈'), dilated ? log : ratio, mo('⌉'), mo('='), mn(convolution.steps)),
    math(m('mtext', 'attention'), mo('='), mn(attention.steps)),
    math(mn(2), square, mi('d'), mo('='), mn(amountText(costs.attention.count))),
  ];
}

/** @param {Model} model @returns {Table} */
const reachTable = ({ words, lanes }) => ({
  name: `The step at which each word hears of “${words[0]}”`,
  answers: true,
  columns: ['word', ...lanes.map(({ kind }) => kind)],
  rows: words.length,
  row: (at) => [words[at], ...lanes.map(({ heardAt }) => heardAt[at])],
  show: (value) => String(value),
});

/** @param {Model} model @returns {Table} */
const placesTable = ({ words, lanes }) => ({
  name: `What each network knows of position: “${words[0]}” in all ${words.length} places`,
  answers: true,
  columns: [
    'network',
    'steps',
    'different outputs of one layer',
    'of all layers',
    'change of the last output when the first two words are swapped',
  ],
  rows: lanes.length,
  row: (at) => {
    const { kind, steps, differing, differingDeep, swapped } = lanes[at];
    return [kind, steps, differing, differingDeep, swapped];
  },
  show: (value, column) => (column === 4 ? fixed(Number(value), 4) : String(value)),
});

/** Each row of the table of costs has its key in `costs`, its work, and what it keeps. */
const costRows = /** @type {const} */ ([
  ['stamps', 'adding stamps: L·d', 'the stamps'],
  ['recurrent', 'recurrent: 2·L·d²', 'the state'],
  ['convolution', 'convolution: k·L·d²', 'the window'],
  ['attention', 'attention, scores and sums: 2·L²·d', 'the scores of all heads'],
  ['projections', 'attention, its matrices: 4·L·d²', 'queries, keys and values'],
  ['feedForward', 'feed-forward, 4 times as wide: 8·L·d²', 'the wide rows'],
]);

/** @param {Model} model @returns {Table} */
const costTable = ({ costs, state: { length, dim } }) => ({
  name: `Costs of one layer: L = ${grouped(length)} words, d = ${grouped(dim)}`,
  columns: ['work', 'multiply-adds', 'kept', 'bytes'],
  rows: costRows.length,
  row: (at) => {
    const [key, work, kept] = costRows[at];
    return [work, costs[key].count, kept, costs[key].bytes];
  },
  show: (value) => (typeof value === 'number' ? grouped(value) : value),
});

/** @param {Model} model @returns {Table} */
const shapeTable = ({ shapes, words, state }) => ({
  name: costLabels.shapes(words.length, state),
  columns: ['array', 'shape', 'numbers', 'bytes in float32'],
  rows: shapes.length,
  row: (at) => {
    const { name, shape, numbers, bytes } = shapes[at];
    return [shapeNames[name], costLabels.sizes(shape), numbers, bytes];
  },
  show: (value) => (typeof value === 'number' ? grouped(value) : value),
});

/** @param {Model} model */
export const tables = (model) => [
  reachTable(model),
  placesTable(model),
  costTable(model),
  shapeTable(model),
];

/** @satisfies {Partial<import('../chassis/question.js').Question>} */
export const questionTexts = {
  ask:
    'The last of 8 words must hear of the first. A recurrent network needs 7 steps. ' +
    'How many steps does attention need?',
  options: /** @type {[string, string, string?][]} */ ([
    [
      'recurrent',
      '7 as well',
      'The marked network needs 7 steps: each word passes the news only to the next.',
    ],
    [
      'convolution',
      '4',
      'The marked network needs 4 steps: each layer brings the news only two words further.',
    ],
    ['attention', '1'],
  ]),
  watch: 'Watch the lines: when does the news reach the last word?',
  /** @param {Model} model */
  surprise: ({ attention, recurrent }) =>
    `${several(attention.steps, 'step')} instead of ${recurrent.steps}`,
  /** @param {Model} model @returns {Piece[]} */
  because: ({ recurrent }) => [
    'With attention, every word reads all words at once. A recurrent network goes through them ' +
      `in ${recurrent.steps} steps, and so knows their order. ` +
      'Attention does not know the order, so its words get positions.',
  ],
};

/**
 * @param {Model} model
 * @param {boolean} [covered]
 */
export function describe({ words, lanes, state }, covered = false) {
  const { taken } = state;
  const open = covered ? lanes.slice(0, 2) : lanes;
  const heard = open.map(({ kind, heardAt }) => {
    const count = heardAt.filter((at) => at <= taken).length;
    return `${kind} ${count}`;
  });
  const after = `After ${several(taken, 'step')}, this many of ${words.length} words`;
  return `${after} have heard of ${words[0]}: ${heard.join(', ')}.`;
}

/** All texts of PeOrder. */
import { h, m, mi, mn, mo } from '../chassis/dom.js';
import { fixed, grouped, scientific, signed } from '../chassis/format.js';
import { sentence } from '../chassis/words.js';
import { weightOf } from './model.js';

/** @typedef {import('./model.js').Model} Model */

export { sentence };
export const values = { tokens: sentence };

export const heading = 'Attention alone cannot see the order of words';
export const topic = 'Does attention see the order of words?';

/** Returns the title if the outputs differ. @param {Model} model */
export function headingOf({ differ, state }) {
  if (!differ) return null;
  return state.scheme === 'none'
    ? 'With a mask, a word sees which words come before it'
    : 'With stamps, attention sees the order of words';
}

export const labels = {
  tokens: 'Your words',
  order: 'Order',
  scheme: 'Stamp positions',
  causal: 'Causal mask: look back only',
  query: 'Chosen word',
  seed: 'Shuffle',
  dim: 'Dimensions',
};

export const arrows = [
  ['← →', 'choose the previous or next word'],
  ['Shift + ← →', 'move the chosen word left or right'],
  ['Home, End', 'choose the first or last word'],
];

export const keyLabels = {
  x: 'swap the first and the last word',
  s: 'shuffle the words',
  o: 'return to the order typed',
  p: 'stamp positions, or remove them',
  m: 'switch the causal mask on or off',
};

export const buttons = {
  swap: 'Swap ends',
  stamp: 'Stamp positions',
  shuffle: 'Shuffle',
  back: '← Move',
  forth: 'Move →',
};

/** @type {import('../chassis/figure.js').Preset[]} */
export const presets = [
  ['man bites dog', { tokens: sentence, order: '210', scheme: 'none', causal: false }],
  ['man bites dog, stamped', { tokens: sentence, order: '210', scheme: 'sinusoidal' }],
  ['a longer sentence', { tokens: 'a big dog bites a tall man', order: '4563012', scheme: 'none' }],
];

export const labelsOnPicture = {
  box: 'attention',
  outputs: 'outputs',
  /** @param {boolean} still */
  now: (still) => `the sentence now${still ? '' : ': drag a word'}`,
  typed: 'the sentence as typed',
  bag: 'filled by',
  ask: 'Same outputs?',
  askBag: 'As a bag:',
  different: 'different',
  unequal: '≠',
  /** @param {number} values */
  of: (values) => `of ${values}`,
  differ: 'output numbers differ',
  fromTyped: 'from the order typed',
  unmoved: 'because no word has moved yet',
  rows: {
    words: ['words', 'drag them'],
    /** @param {string} word */
    attention: (word) => ['attention', `of ${word}`],
    now: ['outputs', 'now'],
    typed: ['outputs', 'as typed'],
  },
  /** @param {number} place @param {boolean} brief */
  position: (place, brief) => (brief ? `+${place}` : `+ position ${place}`),
  /** @param {number} place @param {boolean} brief */
  stamp: (place, brief) => (brief ? String(place) : `position ${place}`),
  hidden: 'hidden',
  dash: '–',
  /** @param {number} count @param {boolean} brief */
  differs: (count, brief) => (brief ? `≠ ${count}` : `≠ ${count} differ`),
  same: 'same',
  sameBits: '= same bits',
  unknown: '?',
  unsure: '= or ≠ ?',
  equals: '=',
  matrix: 'attention',
  matrixNote: 'of a row’s word to each',
  /** @param {number} dim */
  strip: (dim) => `a strip shows a word’s ${dim} output numbers`,
  low: '≤ −2',
  high: '≥ 2',
};

const ABOUT_THE_HEAD =
  ' This is one attention head with fixed random weights. ' +
  'A word’s vector is computed from its letters.';

/** @param {Model} model */
const typedText = ({ words }) => words.join(' ');
/** @param {Model} model */
const readText = ({ words, order }) => order.map((token) => words[token]).join(' ');

/**
 * Explains why some outputs differ.
 * @param {Model} model
 */
function why(model) {
  if (model.state.scheme === 'none')
    return (
      'Only the mask causes this difference: ' +
      'a word sees which words come before it, but not in which order.'
    );
  const read = readText(model);
  const typed = typedText(model);
  if (read === typed) return 'Identical words have swapped places.';
  return (
    'Each position now adds its own vector, ' +
    `so “${read}” and “${typed}” are two different inputs.`
  );
}

/**
 * Says, for beginners, why the bag of outputs has changed.
 * @param {Model} model
 */
const whyDifferent = ({ state }) =>
  state.scheme === 'none'
    ? 'With the mask, a word sees only itself and the words before it. '
    : 'Each word now carries a stamp of its position, which changes its strip. ';

/**
 * @param {Model} model
 * @returns {import('../chassis/dom.js').Piece[]}
 */
function captionForBeginners(model) {
  const { state, moved, fresh } = model;
  const typed = typedText(model);
  const read = readText(model);
  if (read === typed) {
    const stamps = state.scheme === 'none' ? '' : 'Each word now carries a stamp of its position. ';
    const hint = moved ? 'Equal words have swapped places.' : 'Swap words, and watch the circle.';
    return [stamps, hint];
  }
  if (!fresh)
    return [
      ['b', `“${read}”`],
      ` fills the bag with the same strips as “${typed}”. `,
      'Whoever reads only the bag cannot tell the sentences apart.',
    ];
  return [
    whyDifferent(model),
    ['other', `${fresh} of ${model.words.length} strips are new. `],
    'Whoever reads the bag can now tell the sentences apart.',
  ];
}

/** @param {Model} model @param {boolean} covered @param {boolean} [beginner] */
export function caption(model, covered, beginner) {
  const { words, tokens, differ, values, bits, most, moved, state } = model;
  const about = ['quiet', ABOUT_THE_HEAD];
  if (covered) {
    const beams = ` The wider the beam of a word, the more ${words[state.query]} takes from it.`;
    return [
      beginner
        ? 'Each strip is the output of a word.'
        : 'Attention turns each word into a strip of colours, its output. ' +
          'In a bag, strips have no order. ' +
          'The circle compares two bags.',
      beginner ? beams : about,
    ];
  }
  if (beginner) return captionForBeginners(model);
  if (!moved)
    return ['Drag a word, or press Swap ends. Do the outputs of the words change?', about];
  if (!differ) {
    return [
      'In ',
      ['b', `“${readText(model)}”`],
      `, each word gets exactly the same output as in “${typedText(model)}”: `,
      `${bits} of the ${grouped(values * 32)} bits of these ${values} numbers differ. `,
      'If a word moves, its output moves with it, unchanged: this is called “equivariant”.',
      about,
    ];
  }
  const kept = tokens.filter((token) => !token.differ).length;
  return [
    ['other', `${differ} of ${values}`],
    ` output numbers differ, by up to ${fixed(most, 3)}. `,
    why(model),
    kept ? ` For ${kept} of ${words.length} words, no bit differs.` : '',
    about,
  ];
}

/**
 * Writes a word's output as a weighted sum of values.
 * @param {string} name the name of the output
 * @param {{word: string, weight: number}[]} terms
 */
function weightedSum(name, terms) {
  /** @param {{word: string, weight: number}} term */
  const product = ({ word, weight }) =>
    m(
      'math',
      m('mrow', mn(fixed(weight, 2)), mo('·'), mi('v'), mo('('), m('mtext', word), mo(')')),
    );
  const seen = terms.filter(({ weight }) => weight);
  const parts = seen.flatMap((term, at) => [at ? ' + ' : '', product(term)]);
  return h('div', {}, `${name} = `, ...parts);
}

/**
 * Writes two sums: the chosen word's output in the current order and in the typed order.
 * @param {Model} model
 */
export function formula(model) {
  const { state, words, order, weightsTyped } = model;
  const { query } = state;
  const now = order.map((token) => ({
    word: words[token],
    weight: weightOf(model, query, token),
  }));
  const typed = words.map((word, token) => ({
    word,
    weight: weightsTyped[query * words.length + token],
  }));
  return [
    h(
      'div',
      {},
      weightedSum(`${words[query]} now`, now),
      weightedSum(`${words[query]} in the order typed`, typed),
    ),
  ];
}

/** @param {Model} model @returns {import('../chassis/table.js').Table} */
function outputTable({ state, tokens }) {
  const dims = Array.from({ length: state.dim }, (_, at) => at);
  return {
    name: 'Outputs now, compared with the outputs in the order typed',
    answers: true,
    columns: [
      'word',
      'position',
      'position in the order typed',
      'numbers that differ',
      'bits that differ',
      'largest difference',
      ...dims.flatMap((at) => [`element ${at} now`, `element ${at} in the order typed`]),
    ],
    rows: tokens.length,
    row: (token) => {
      const { word, place, differ, bits, most, now, typed } = tokens[token];
      const outputs = dims.flatMap((at) => [now[at], typed[at]]);
      return [word, place, token, differ, bits, most, ...outputs];
    },
    show: (value, column) => {
      if (column < 5) return String(value);
      return column === 5 ? fixed(value, 4) : signed(value, 4);
    },
  };
}

/** @param {Model} model @returns {import('../chassis/table.js').Table} */
function weightTable({ words, order, weights }) {
  const count = words.length;
  return {
    name: 'Attention weights now: the word of a row looks at the words of the columns',
    columns: ['word', ...order.map((token) => words[token])],
    rows: count,
    row: (place) => [words[order[place]], ...weights.subarray(place * count, (place + 1) * count)],
    show: (value) => (value && value < 1e-4 ? scientific(value) : fixed(value, 4)),
  };
}

/** @param {Model} model */
export const tables = (model) => [outputTable(model), weightTable(model)];

/** @satisfies {Partial<import('../chassis/question.js').Question>} */
export const questionTexts = {
  ask: 'You swap dog and man. Each sentence drops its outputs into a bag. Do the bags differ?',
  options: [
    [
      'all',
      'yes: all three strips change',
      'If all strips changed, each would have new colours. Compare both bags.',
    ],
    [
      'moved',
      'yes: only two strips change',
      'If two strips changed, dog and man would have new colours. Compare both bags.',
    ],
    ['none', 'no: no strip changes'],
  ],
  watch: 'Watch the strips under the words: does one get new colours?',
  atStops: [() => 'The words have changed places. Their strips follow them.'],
  /** @param {Model} model */
  surprise: ({ fresh, words }) => `${fresh} of ${words.length} strips are new`,
  because: () => [
    'Each strip moved with its word, so nobody can tell from the bag who bit whom. ',
    ['hands', 'Now stamp each word with its position, and watch the circle.'],
  ],
};

/** @param {Model} model @param {boolean} [covered] @param {boolean} [beginner] */
export function describe(model, covered, beginner) {
  const { state, words, order, tokens, differ, values, fresh } = model;
  const { query } = state;
  const chosen = `${words[query]}, at position ${tokens[query].place}`;
  const looks = order.map((token) => `${words[token]} ${fixed(weightOf(model, query, token), 2)}`);
  const verdict = `The bags are ${fresh ? 'different' : 'the same'}. `;
  const counts = `${differ} of ${values} output numbers differ from those in the order typed. `;
  return (
    `${readText(model)}. ` +
    (covered ? '' : verdict) +
    (covered || beginner ? '' : counts) +
    (beginner
      ? `The chosen word is ${chosen}.`
      : `${chosen}, gives these weights: ${looks.join(', ')}.`)
  );
}

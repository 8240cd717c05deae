/** All texts of PeOrder. */
import { h, m, mi, mn, mo } from '../chassis/dom.js';
import { fixed, grouped, scientific, signed } from '../chassis/format.js';
import { weightOf } from './model.js';

/** @typedef {import('./model.js').Model} Model */

/** The sentence that the figure begins with. */
export const sentence = 'dog bites man';

export const heading = 'Attention alone cannot see the order of words';
export const topic = 'Does attention see the order of words?';

export const labels = {
  tokens: 'Your words',
  order: 'Order',
  scheme: 'Add positions (sinusoidal)',
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
  s: 'shuffle the words',
  o: 'return to the order typed',
  p: 'add or remove positions',
  m: 'switch the causal mask on or off',
};

export const buttons = { shuffle: 'Shuffle', back: '← Move', forth: 'Move →' };

export const labelsOnPicture = {
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
  hidden: 'hidden',
  dash: '–',
  /** @param {number} count @param {boolean} brief */
  differs: (count, brief) => (brief ? `≠ ${count}` : `≠ ${count} differ`),
  same: '= same bits',
  unknown: '= or ≠ ?',
  equals: '=',
  matrix: 'attention',
  matrixNote: 'rows look at columns',
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
      'This is due to the mask alone: ' +
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

/** @param {Model} model @param {boolean} covered */
export function caption(model, covered) {
  const { words, tokens, differ, values, bits, most, moved } = model;
  const about = ['quiet', ABOUT_THE_HEAD];
  if (!moved || covered)
    return ['Drag a word, or press Shuffle. Do the outputs of the words change?', about];
  if (!differ) {
    return [
      'In ',
      ['b', `“${readText(model)}”`],
      `, each word gets exactly the same output as in “${typedText(model)}”: `,
      `${bits} of ${grouped(values * 32)} bits differ. `,
      'If a word moves, its output moves with it, unchanged.',
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
 * Writes two sums: the chosen word's output in the order now, and in the order typed.
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
      weightedSum(`${words[query]} as typed`, typed),
    ),
  ];
}

/** @param {Model} model @returns {import('../chassis/table.js').Table} */
function outputTable({ state, tokens }) {
  const dims = Array.from({ length: state.dim }, (_, at) => at);
  return {
    name: 'Outputs now, compared with the outputs in the order typed',
    columns: [
      'word',
      'position',
      'position as typed',
      'numbers that differ',
      'bits that differ',
      'largest difference',
      ...dims.flatMap((at) => [`number ${at} now`, `number ${at} as typed`]),
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
  ask:
    '“dog bites man” becomes “man bites dog”. ' +
    'Attention outputs 48 numbers, 16 for each word. ' +
    'How many of them change?',
  options: [
    [
      'all',
      'all 48',
      'Then every word would get a new output. Follow each strip to its word’s new place.',
    ],
    [
      'moved',
      'the 32 that belong to the two moved words',
      'Dog and man stand elsewhere now. Follow their strips to the new places.',
    ],
    ['none', 'none'],
  ],
  /** @param {Model} model */
  surprise: ({ differ, values }) => `${differ} of ${values}`,
  /** @param {number} differ how many numbers change once positions are added */
  because: (differ) => [
    'Not one bit changed: each output moved with its word. ' +
      'So attention cannot tell who bit whom. ' +
      'It is “equivariant”, though people often call it “invariant”. ' +
      `With positions added, ${differ} of the 48 numbers change.`,
  ],
};

/** @param {Model} model @param {boolean} [covered] */
export function describe(model, covered) {
  const { state, words, order, tokens, differ, values } = model;
  const { query } = state;
  const looks = order.map((token) => `${words[token]} ${fixed(weightOf(model, query, token), 2)}`);
  return (
    `${readText(model)}. ` +
    (covered
      ? ''
      : `${differ} of ${values} output numbers differ from those in the order typed. `) +
    `${words[query]}, at position ${tokens[query].place}, gives these weights: ${looks.join(', ')}.`
  );
}

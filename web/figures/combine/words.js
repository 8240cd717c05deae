/** All texts of pe-combine. */
import { m, mi, mn, mo } from '../chassis/dom.js';
import { fixed, grouped, localized, scientific } from '../chassis/format.js';
import { POSITIONS, SPREADS, WORDS } from './model.js';
import { RIDGES } from './probe.js';

/** @typedef {import('../chassis/dom.js').Piece} Piece */
/** @typedef {import('../chassis/table.js').Table} Table */
/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('./model.js').Reading} Reading */
/** @typedef {import('./model.js').State} State */

export const heading = 'A long stamp hides a short word';
export const topic = 'A word plus its stamp: what can still be read?';

/** Returns the title of a state in which the word can be read, or null. @param {Model} model */
export function headingOf({ state, chosen }) {
  if (state.mode === 'concat') return 'Side by side, nothing is lost';
  if (chosen.readWord !== chosen.token) return null;
  return chosen.readPosition === chosen.position
    ? 'If their lengths are in balance, word and stamp can both be read'
    : 'A long word hides its stamp';
}

export const labels = {
  query: 'Chosen word',
  scaled: 'Multiply words by √dimensions',
  mode: 'Side by side instead',
  std: 'Standard deviation of words',
  dim: 'Dimensions',
  start: 'First position',
  width: 'Dimensions of the model',
  heads: 'Heads',
  layers: 'Layers',
  measured: 'Distances are measured',
};

export const arrows = [
  ['← →', 'choose the previous or next word'],
  ['↑ ↓', 'make words longer or shorter'],
  ['Home, End', 'choose the first or last word'],
];

export const keyLabels = {
  x: 'multiply words by √dimensions, or not',
  c: 'add the stamp, or put it beside the word',
  m: 'measure again',
  plus: 'move the sentence one position forward',
  minus: 'move the sentence one position back',
};

/**
 * The states that the question and the presets use.
 * @satisfies {Record<string, Partial<State>>}
 */
export const states = {
  asked: { std: '0.1', scaled: false },
  scaled: { std: '0.1', scaled: true },
  balance: { std: '0.05', scaled: true },
  long: { std: '0.5', scaled: true },
};

/** @type {import('../chassis/figure.js').Preset[]} */
export const presets = [
  ['short word', { ...states.asked, mode: 'add' }],
  ['word × √dimensions', { ...states.scaled, mode: 'add' }],
  ['word half as long × √dimensions', { ...states.balance, mode: 'add' }],
  ['side by side', { ...states.asked, mode: 'concat' }],
];

/** Writes a factor: 8 as "8", and 5.657 as "5.7". @param {number} factor */
const factorText = (factor) => fixed(factor, Number.isInteger(factor) ? 0 : 1);

/** @param {number} share @param {number} [digits] */
export const percent = (share, digits = 1) => `${fixed(100 * share, share === 1 ? 0 : digits)} %`;

/** Writes 0.001 as "10⁻³". @param {number} ridge */
const ridgeText = (ridge) => scientific(ridge, 0).replace('1×', '');

/** The words in the language of the page, in the order of the model. @type {readonly string[]} */
export const names = WORDS;

export const labelsOnPicture = {
  word: 'word',
  place: 'position',
  /** @param {number} position */
  position: (position) => `position ${position}`,
  /** @param {boolean} isRight @param {string} name */
  mark: (isRight, name) => `${isRight ? '✓' : '✗'} ${name}`,
  /**
   * @param {string} word
   * @param {number} position
   * @param {State} state
   */
  strips: (word, position, { mode, scaled, dim }) => [
    scaled ? `${word} × √${dim}` : word,
    `${mode === 'add' ? '+' : '&'} position ${position}`,
    mode === 'add' ? '= sum' : '= both',
  ],
  /** @param {State} state */
  numbers: ({ dim, mode }) =>
    mode === 'add'
      ? `${dim} numbers each, as colours`
      : `${dim} numbers each, ${2 * dim} side by side`,
  length: 'length',
  /** @param {number} length @param {boolean} exact */
  lengthText: (length, exact) => fixed(length, exact ? 4 : 1),
  /** @param {boolean} beside */
  wordRuler: (beside) => ({
    title: 'Can the word still be read?',
    circles: `circles: all ${WORDS.length} words`,
    from: beside ? 'left half' : 'the sum',
  }),
  /** @param {boolean} beside */
  positionRuler: (beside) => ({
    title: 'Can the position still be read?',
    circles: `circles: all ${POSITIONS} stamps`,
    from: beside ? 'right half' : 'the sum',
  }),
  far: 'farther away',
  /** @param {string} name */
  nearest: (name) => `${name} is nearest`,
  unknown: '?',
  yes: '✓',
  no: '✗',
  /** @param {boolean} isRight @param {string} name */
  verdict: (isRight, name) => (isRight ? `yes: ${name} is nearest` : `no: ${name} is not nearest`),
  /** @param {string} text @param {number} distance */
  measured: (text, distance) => `${text}: ${fixed(distance, 2)}`,
  /** @param {boolean} beside */
  shares: (beside) => `Sums that ${beside ? 'would be' : 'are'} read correctly`,
  byNearest: 'the nearest',
  byProbe: 'fitted matrix',
  percent,
  chance: `${percent(1 / WORDS.length)} of blind guesses are right.`,
  spread: 'standard deviation of words when stamps are added',
  /** @param {number} dim */
  factor: (dim) => `× √${dim}`,
};

/** Names the word that is nearest to the sum. @param {Reading} reading */
const takenWord = ({ readWord }) => `“${WORDS[readWord]}”`;

/**
 * Says what is found in the sum.
 * @param {Reading} reading
 * @returns {Piece[]}
 */
function found(reading) {
  const { word, token, position, readWord, readPosition } = reading;
  const hasWord = readWord === token;
  const hasPosition = readPosition === position;
  if (hasWord && hasPosition)
    return ['Both are found: ', ['you', word], ` and position ${position}. `];
  if (hasWord)
    return [
      ['you', word],
      ` is found. Its position is lost: the stamp of ${readPosition} is nearer. `,
    ];
  const lost = `is lost: ${takenWord(reading)} is nearer. `;
  if (hasPosition) return [['you', word], ` ${lost}`, `Position ${position} is found. `];
  return [
    ['you', word],
    ` ${lost}`,
    `Its position is lost too: the stamp of position ${readPosition} is nearer. `,
  ];
}

/** Compares the lengths of a word and its stamp, for beginners. @param {Model} model */
function compareLengths({ chosen: { lengths }, state: { dim } }) {
  const { word, stamp } = lengths;
  const [long, short] = word > stamp ? ['word', 'stamp'] : ['stamp', 'word'];
  const ratio = word > stamp ? word / stamp : stamp / word;
  if (ratio < 1.25) return `As vectors of ${dim} numbers, word and stamp are about equally long. `;
  const times = fixed(ratio, ratio < 3 ? 1 : 0);
  return `As a vector of ${dim} numbers, the ${long} is ${times} times as long as the ${short}. `;
}

/**
 * @param {Model} model
 * @param {boolean} [covered]
 * @param {boolean} [beginner]
 * @returns {Piece[]}
 */
export function caption(model, covered = false, beginner = false) {
  const { chosen, state } = model;
  const compared = compareLengths(model);
  if (covered)
    return [
      compared,
      `We know ${WORDS.length} words and the stamps of ${POSITIONS} positions. `,
      'We take the word and the stamp that are nearest to the sum.',
    ];
  if (state.mode === 'concat')
    return [
      'Side by side, nothing is lost: each half is compared with its own list. The price is ',
      ['b', `${2 * state.dim} numbers`],
      ` instead of ${state.dim}, so every matrix that reads them has twice as many numbers.`,
    ];
  return [compared, ...found(chosen), ...(beginner ? hint(model) : exact(model))];
}

/**
 * Says why a word may be shorter than its stamp, or what to try next.
 * @param {Model} model
 * @returns {Piece[]}
 */
function hint({ state: { std, scaled } }) {
  if (!scaled) return ['Now multiply the words, and watch.'];
  if (std !== states.balance.std) return ['Compare the marks under all three words.'];
  return [
    'Neighbouring stamps are more alike than two words, so a word may be shorter than its stamp. ',
    'Many other lengths work, too.',
  ];
}

/**
 * Returns the end of the caption, which contains exact numbers.
 * @param {Model} model
 * @returns {Piece[]}
 */
function exact({ chosen: { lengths }, shares: { nearest, probe } }) {
  return [
    'Lengths: ',
    ['you', fixed(lengths.word, 4)],
    ` and ${fixed(lengths.stamp, 4)}, sum ${fixed(lengths.sum, 4)}. `,
    'They do not add up, because the directions differ. ',
    `Of all ${grouped(WORDS.length * POSITIONS)} sums, the nearest word is the right one in `,
    ['b', percent(nearest.word)],
    ' and the nearest stamp in ',
    ['b', percent(nearest.position)],
    '. A matrix can be fitted to half of these sums: a linear probe. In the other half, it finds ',
    ['b', percent(probe.word)],
    ' of the words and ',
    ['b', percent(probe.position)],
    ' of the positions; the table shows how the ridge of the fit changes this.',
  ];
}

/** @param {Model} model */
export function formula({ state, chosen, factor }) {
  const { word, position, lengths } = chosen;
  /** @param {...Element} row */
  const math = (...row) => m('math', m('mrow', ...row));
  const times = state.scaled ? [m('msqrt', mn(String(state.dim))), mo('·')] : [];
  const isSum = state.mode === 'add';
  const stamp = [mi('p'), mo('('), mn(position), mo(')')];
  const parts = [...times, m('mtext', word), mo(isSum ? '+' : ','), ...stamp];
  const ratio = m('mfrac', mn(fixed(lengths.stamp, 4)), mn(fixed(lengths.word, 4)));
  return [
    math(mi('s'), mo('='), ...(isSum ? parts : [mo('('), ...parts, mo(')')])),
    math(
      mo('‖'),
      mi('p'),
      mo('‖'),
      mo('='),
      m('msqrt', mn(String(state.dim / 2))),
      mo('='),
      mn(fixed(lengths.stamp, 4)),
    ),
    math(ratio, mo('='), mn(fixed(lengths.stamp / lengths.word, 2))),
    math(
      m('msqrt', mi('d')),
      mo('='),
      mn(factorText(factor === 1 ? Math.sqrt(state.dim) : factor)),
    ),
  ];
}

/** Writes a count and its noun. @param {number} count @param {string} thing */
const several = (count, thing) => `${count} ${thing}${count === 1 ? '' : 's'}`;

/** @param {Model} model @returns {Table} */
const lengthTable = ({ readings, state }) => ({
  name: state.mode === 'add' ? 'Words, stamps and their sums' : 'Words and stamps side by side',
  answers: true,
  columns: [
    'word',
    'position',
    'length of the word',
    'length of the stamp',
    'length of both',
    'stamp / word',
    'word read',
    'position read',
  ],
  rows: readings.length,
  row: (at) => {
    const { word, position, lengths, readWord, readPosition } = readings[at];
    const { word: own, stamp, sum } = lengths;
    return [word, position, own, stamp, sum, stamp / own, WORDS[readWord], readPosition];
  },
  show: (value, column) =>
    typeof value === 'number' && column > 1 && column < 6 ? fixed(value, 4) : String(value),
});

/** @param {Model} model @returns {Table} */
const distanceTable = ({ chosen, state: { mode } }) => {
  const { words, stamps } = mode === 'add' ? chosen.added : chosen.apart;
  return {
    name:
      `Distances from ${mode === 'add' ? 'the sum of ' : ''}` +
      `${chosen.word} and position ${chosen.position}`,
    answers: true,
    columns: ['word', 'distance', 'position', 'distance'],
    rows: WORDS.length,
    row: (at) => [WORDS[at], words[at], at, stamps[at]],
    show: (value, column) => (column % 2 ? fixed(Number(value), 4) : String(value)),
  };
};

/** @param {Model} model @returns {Table} */
const shareTable = ({ shares, spread, state }) => ({
  name: `Sums that are read correctly, ${state.dim} numbers each`,
  answers: true,
  columns: ['read by', labelsOnPicture.spread, 'words right', 'positions right'],
  rows: RIDGES.length + 1 + SPREADS.length,
  row: (at) => {
    if (at < RIDGES.length) {
      const { word, position } = shares.probes[at];
      return [`linear probe, ridge ${ridgeText(RIDGES[at])}`, spread, word, position];
    }
    const onCurve = at - RIDGES.length - 1;
    const { word, position } = shares.curve[onCurve] ?? shares.nearest;
    return ['nearest word or stamp', onCurve < 0 ? spread : SPREADS[onCurve], word, position];
  },
  show: (value, column) => {
    if (typeof value === 'string') return value;
    return column === 1 ? localized(String(Number(value.toPrecision(3)))) : percent(value);
  },
});

/** @param {Model} model @returns {Table} */
const tutorialTable = ({ tutorial: { word, stamp, sum, ratio } }) => ({
  name: 'The example of a popular tutorial, which calls the lengths similar',
  columns: ['length of the word', 'length of the stamp', 'length of the sum', 'stamp / word'],
  rows: 1,
  row: () => [word, stamp, sum, ratio],
  show: (value, column) => fixed(Number(value), column === 3 ? 2 : 4),
});

/** The names of the tables whose numbers are measured. */
const sizeNames = /** @type {Record<string, string>} */ ({
  tutorial: 'stamps of a tutorial',
  stamps: 'stamps here',
  words: 'words here',
  learned: 'learned stamps, as BERT initialises them',
  wide: 'learned stamps, as a tutorial initialises them',
});

/** @param {Model} model @returns {Table} */
const sizeTable = ({ sizes }) => ({
  name: 'Sizes of numbers: mean² + standard deviation² = root mean square²',
  columns: ['table', 'mean', 'standard deviation', 'root mean square'],
  rows: sizes.length,
  row: (at) => {
    const { kind, rows, dim, mean, deviation, root } = sizes[at];
    return [`${sizeNames[kind]}, ${rows} × ${dim}`, mean, deviation, root];
  },
  show: (value) => fixed(Number(value), 4),
});

/** @param {Model} model @returns {Table} */
const costTable = ({ cost, state: { width, heads, layers } }) => ({
  name:
    `Numbers in the matrices, ${width} dimensions, ` +
    `${several(heads, 'head')}, ${several(layers, 'layer')}`,
  columns: ['matrices', 'added', 'side by side', 'more'],
  rows: 3,
  row: (at) => {
    const one = ['one matrix of one head', cost.added, cost.concat, cost.concat - cost.added];
    const { more, moreInFirst } = cost;
    const first = ['Q, K and V of the first layer', moreInFirst, 2 * moreInFirst, moreInFirst];
    return [one, first, ['Q, K and V of all layers', more, 2 * more, more]][at];
  },
  show: (value) => (typeof value === 'number' ? grouped(value) : value),
});

/** @param {Model} model */
export const tables = (model) => [
  lengthTable(model),
  distanceTable(model),
  shareTable(model),
  tutorialTable(model),
  sizeTable(model),
  costTable(model),
];

/** The texts of the panel about the cost. */
export const costTexts = {
  heading: 'What side by side costs in a large model',
  /** @param {Model} model @returns {Piece[]} */
  counts: ({ cost, state: { width, heads, layers } }) => [
    `Take a model with ${grouped(width)} dimensions and ${several(heads, 'head')}. `,
    'If stamps are added, one matrix of a head has ',
    ['b', grouped(cost.added)],
    ' numbers. If stamps stay beside the words, it has ',
    ['b', grouped(cost.concat)],
    `. Then Q, K and V in ${several(layers, 'layer')} have `,
    ['b', grouped(cost.more)],
    ' numbers more. If only the first layer reads stamps, they have ',
    ['b', grouped(cost.moreInFirst)],
    ' more.',
  ],
};

/** @satisfies {Partial<import('../chassis/question.js').Question>} */
export const questionTexts = {
  ask:
    'A stamp is added to a word’s vector, and is seven times as long. A model sees only the sum. ' +
    'We look for the word and the stamp nearest to it. What do we find?',
  options: /** @type {[string, string, string?][]} */ ([
    [
      'both',
      'the word and its position',
      'For both, lengths must be in balance. Here the word is four times as long as in the question.',
    ],
    [
      'word',
      'only the word',
      'For the word alone, it must be far longer. Here it is 40 times as long as in the question.',
    ],
    ['position', 'only the position'],
  ]),
  watch: 'Words and stamps leave the sum as circles. Watch which word and which stamp stop first.',
  /** @param {Model} model */
  surprise: ({ chosen }) => `${chosen.word} is read as ${takenWord(chosen)}`,
  /** @type {() => Piece[]} */
  because: () => [
    'The sum looks like its stamp, and all words are about equally far from it. ' +
      'The first Transformer multiplies words by √dimensions before it adds. Does that help?',
  ],
};

/**
 * @param {Model} model
 * @param {boolean} [covered]
 * @param {boolean} [beginner]
 */
export function describe(model, covered = false, beginner = false) {
  const { word, position, lengths } = model.chosen;
  const digits = beginner ? 1 : 4;
  const own = `${word} has the length ${fixed(lengths.word, digits)}`;
  const stamp = `the stamp of position ${position} has ${fixed(lengths.stamp, digits)}`;
  const read = found(model.chosen).map((piece) => (typeof piece === 'string' ? piece : piece[1]));
  const beside = 'Side by side, both can be read.';
  const verdict = model.state.mode === 'concat' ? beside : read.join('').trim();
  return `${own}; ${stamp}. ${covered ? '' : verdict}`.trim();
}

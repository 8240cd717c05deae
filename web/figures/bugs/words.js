/** All texts of pe-bugs. */
import { m, mn, mo } from '../chassis/dom.js';
import { fixed, grouped } from '../chassis/format.js';
import { BUGS } from './implementations.js';
import { numbersOf } from './views.js';

/** @typedef {import('../chassis/dom.js').Piece} Piece */
/** @typedef {import('./implementations.js').Bug} Bug */
/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('./model.js').State} State */
/** @typedef {import('./model.js').Verdict} Verdict */

export const heading = 'Nothing crashes, but a short test finds each bug';
export const topic = 'Ten bugs that crash nothing: which test finds them?';

/** The question is about this exhibit, so its verdicts are hidden while the question is open. */
export const ASKED = 'pairs';

export const labels = { bug: 'Exhibit', check: 'Run a check', language: 'Code in' };

export const arrows = [
  ['← →', 'choose the previous or next exhibit'],
  ['↑ ↓', 'run the previous or next check'],
  ['Home, End', 'choose the first or last exhibit'],
];

export const keyLabels = { c: 'switch between JavaScript and Python' };

/**
 * The texts of one exhibit.
 * @typedef {object} Exhibit
 * @property {string} name
 * @property {string} bug what is wrong, in plain words
 * @property {string} exact what is wrong in the program, in technical words
 * @property {string} shown what the pictures show
 * @property {[repository: string, number: number, kind: 'issues' | 'pull', said: string]} thread
 *   a public thread about the bug
 */

/** @type {Record<Bug, Exhibit>} */
export const EXHIBITS = {
  pairs: {
    name: 'Sine and cosine do not match',
    bug:
      'A sine and a cosine move each clock’s hand. ' +
      'Here their speeds differ, and nothing crashes.',
    exact: 'Column i gets the exponent i / d. If i is odd, it must be (i − 1) / d.',
    shown: 'a sine and its cosine as a hand, at 64 positions',
    thread: ['maxjcohen/transformer', 62, 'issues', 'the cosines had other exponents'],
  },
  transposed: {
    name: 'Rows and columns swap',
    bug: 'Words get the columns of the table, not its rows. A square table fits both ways.',
    exact:
      'The table is added transposed. With other shapes, broadcasting can hide the same mistake.',
    shown: 'what is added to 24 words',
    thread: [
      'AkiRusProd/numpy-transformer',
      1,
      'issues',
      'rows were added to sentences, not to words',
    ],
  },
  exponent: {
    name: 'The exponent is doubled',
    bug: 'All clocks but the first are too slow. So most columns hardly change.',
    exact: 'The index already counts in steps of 2, and is multiplied by 2 again.',
    shown: 'the table of 128 words',
    thread: ['SamLynnEvans/Transformer', 25, 'issues', 'a loop in steps of 2 also has 2 * i'],
  },
  first: {
    name: 'Positions count from 1',
    bug: 'The first word gets the clocks of the second word, and so on.',
    exact: 'The first row is for position 1. Most trained models expect position 0 there.',
    shown: 'three clocks of each word',
    thread: [
      'facebookresearch/fairseq',
      1177,
      'issues',
      'in fairseq, this is a convention, not a bug',
    ],
  },
  padding: {
    name: 'Empty places are counted',
    bug: 'Two empty places before the sentence are counted as words. So “dog” is at position 2.',
    exact: 'With left padding, positions must come from the attention mask.',
    shown: 'a sentence after two empty places',
    thread: ['huggingface/transformers', 21080, 'issues', 'a padded “I” got position 1'],
  },
  cache: {
    name: 'New words get position 0',
    bug:
      'The model has already read two words. “man” comes next, but it gets position 0. ' +
      'So it looks mostly at “dog”.',
    exact: 'With a key-value cache, the first new position is the number of cached tokens.',
    shown: 'how much “man” looks at each word',
    thread: ['Blaizzy/mlx-vlm', 1983, 'issues', 'each decoded token got position 0'],
  },
  values: {
    name: 'The values turn, too',
    bug:
      'Three words pass on equal values. ' +
      'The bug turns each value by its position, so the values differ.',
    exact: 'RoPE is applied to v. The paper rotates only q and k.',
    shown: 'what each word receives',
    thread: ['mistralai/mistral-inference', 147, 'issues', 'a reader asks why values do not turn'],
  },
  layout: {
    name: 'Numbers are paired wrongly',
    bug:
      'Numbers turn in pairs, and there are two ways to pair them. ' +
      'This model learned with one way, and runs with the other.',
    exact: 'The weights expect the half layout (0 with 4), and the code interleaves (0 with 1).',
    shown: 'which numbers turn together',
    thread: ['huggingface/transformers', 25199, 'issues', 'two layouts of the same weights'],
  },
  theta: {
    name: 'A wrong rope_theta',
    bug:
      'The model needs rope_theta 500,000, but the code has 10,000. ' +
      'The slowest clock turns too fast.',
    exact: 'The frequencies are rope_theta^(−2i / d). Short texts still look right.',
    shown: 'the slowest clock at positions 0 to 6,000',
    thread: ['lyogavin/airllm', 369, 'pull', 'the value of the config was never read'],
  },
  slopes: {
    name: 'Slopes are off by one',
    bug:
      'Each head has the slope of the head before it. ' +
      'Every slope is twice as large as it should be.',
    exact: 'The exponent −8h / n must count heads from 1, not from 0.',
    shown: 'ALiBi’s slope of each of 8 heads',
    thread: ['paiml/aprender', 2143, 'pull', 'an exponent counted from 0'],
  },
};

/** The texts of the question's exhibit while the question is open. They do not name the bug. */
const ASKED_TEXTS = {
  name: 'What is wrong here?',
  bug: 'Each column of sines has a column of cosines. Together they move one hand.',
};

/** The condition that each check tests. @type {Record<Bug, string>} */
export const CHECK_TEXTS = {
  pairs: 'Sine² + cosine² is always 1',
  transposed: 'Zeros plus table is the table',
  exponent: 'Column 8 grows by 0.01',
  first: 'The first row is 0, 1, 0, 1',
  padding: 'Padding changes no position',
  cache: 'A cache changes nothing',
  values: 'Equal values stay equal',
  layout: 'Numbers 0 and 4 are a pair',
  theta: 'Slowest hand at 1,000',
  slopes: 'Slopes from 1/2 to 1/256',
};

/** The order of the checks. It must not show which bug each check finds. @type {Bug[]} */
export const CHECK_ORDER = [
  'first',
  'theta',
  'pairs',
  'slopes',
  'cache',
  'transposed',
  'layout',
  'values',
  'padding',
  'exponent',
];

/** Returns the letter of a check. @param {Bug} check */
export const letterOf = (check) => 'ABCDEFGHIJ'[CHECK_ORDER.indexOf(check)];

export const bugNames = BUGS.map((bug, at) => `${at + 1}. ${EXHIBITS[bug].name}`);
export const checkNames = [
  'none',
  ...CHECK_ORDER.map((check) => `${letterOf(check)}. ${CHECK_TEXTS[check]}`),
];

/** @type {import('../chassis/figure.js').Preset[]} */
export const presets = [
  ['wrong test', { bug: 'pairs', check: 'first' }],
  ['right test', { bug: 'pairs', check: 'pairs' }],
  ['empty places', { bug: 'padding', check: 'padding' }],
  ['new word', { bug: 'cache', check: 'cache' }],
  ['wrong partners', { bug: 'layout', check: 'layout' }],
];

/** Writes a number that a check measures. @param {number} value */
function shortText(value) {
  if (Number.isInteger(value)) return grouped(value);
  const size = Math.abs(value);
  if (size >= 1) return fixed(value, 2);
  return fixed(value, size < 0.01 ? 4 : 3);
}

/** What each check measures. @type {Record<Bug, string>} */
const QUANTITIES = {
  pairs: 'Sine² + cosine²',
  transposed: 'Largest difference',
  exponent: 'Growth of column 8',
  first: 'First number',
  padding: 'Position of “dog”',
  cache: 'Largest difference',
  values: 'Value after attention',
  layout: 'Number 4 at position 1',
  theta: 'Number 7 at position 1,000',
  slopes: 'Slope of head 1',
};

/**
 * Names what a check measures, and compares it with what the check asks for.
 * @param {Bug} check
 * @param {Verdict} verdict
 */
const comparedText = (check, { wrong, wanted }) =>
  `${QUANTITIES[check]}: ${shortText(wrong)} instead of ${shortText(wanted)}`;

/** @param {boolean} fails */
const verdictWord = (fails) => (fails ? 'fails' : 'passes');

export const labelsOnPicture = {
  /** The words of the exhibits. @type {Record<string, string>} */
  names: { dog: 'dog', bites: 'bites', man: 'man' },
  /** In `layout`, each layout can be right, but both must be equal. @param {Bug} bug */
  right: (bug) => (bug === 'layout' ? 'what the model learned with' : '✓ as it should be'),
  /** @param {Bug} bug */
  wrong: (bug) => (bug === 'layout' ? 'what it runs with' : '✗ with the bug'),
  /**
   * @param {Bug} bug
   * @param {boolean} asks true while the name of the bug would answer the open question
   */
  title: (bug, asks) => (asks ? `1. ${ASKED_TEXTS.name}` : bugNames[BUGS.indexOf(bug)]),
  /** @param {Bug} bug */
  shown: (bug) => EXHIBITS[bug].shown,
  words: 'words ↓',
  numbers: 'numbers →',
  /** @param {number} length */
  length: (length) => grouped(length),
  unknown: '?',
  passes: 'passes',
  fails: 'fails',
  /** What a check that fails has measured. @param {Bug} check @param {Verdict} verdict */
  measured: (check, verdict) => `${letterOf(check)}. ${comparedText(check, verdict)}`,
  /** @param {number} count */
  blind: (count) => `${count} more checks miss this bug.`,
};

/**
 * Says what the chosen check finds.
 * @param {Model} model
 * @returns {Piece[]}
 */
function verdictText({ state, verdict }) {
  const { check } = state;
  if (check === 'none' || !verdict) return ['Nothing crashes. Which check fails? Run a check.'];
  const name = `Check ${letterOf(check)}`;
  if (!verdict.fails) return [['b', `${name} passes`], ': it does not notice this bug.'];
  return [['b', `${name} fails`], `: the bug is found. ${comparedText(check, verdict)}.`];
}

/**
 * @param {Model} model
 * @param {boolean} covered
 * @param {boolean} beginner
 * @returns {Piece[]}
 */
export function caption(model, covered, beginner) {
  const { bug, exact } = EXHIBITS[model.state.bug];
  if (covered && model.state.bug === ASKED) return [ASKED_TEXTS.bug];
  const about = beginner ? `${bug} ` : `${bug} ${exact} `;
  return [about, ...verdictText(model)];
}

/** Writes the comparison that the chosen check makes. @param {Model} model */
export function formula({ state, verdict }) {
  const { check } = state;
  if (check === 'none' || !verdict) return [];
  const side = m('math', m('mtext', QUANTITIES[check]), mo('='), mn(show(verdict.wrong)));
  return [[side, m('math', mo(verdict.fails ? '≠' : '≈'), mn(show(verdict.wanted)))]];
}

/** @param {number} value */
const show = (value) => (Number.isInteger(value) ? grouped(value) : fixed(value, 4));

/** @param {Model} model @returns {import('../chassis/table.js').Table[]} */
export function tables({ state, right, wrong, verdicts, fails }) {
  const [good, bad] = [numbersOf(right), numbersOf(wrong)];
  return [
    {
      name: `Checks of exhibit ${bugNames[BUGS.indexOf(state.bug)]}`,
      answers: true,
      columns: ['check', 'right code', 'with the bug', 'wanted', 'verdict'],
      rows: CHECK_ORDER.length,
      row: (at) => {
        const verdict = verdicts[CHECK_ORDER[at]];
        const name = checkNames[at + 1];
        return [name, verdict.right, verdict.wrong, verdict.wanted, verdictWord(verdict.fails)];
      },
      show,
    },
    {
      name: 'Every check of every exhibit',
      answers: true,
      columns: ['exhibit', ...CHECK_ORDER.map(letterOf)],
      rows: BUGS.length,
      row: (at) => [
        bugNames[at],
        ...CHECK_ORDER.map((check) => verdictWord(fails(check, BUGS[at]))),
      ],
      show,
    },
    {
      name: `The numbers in the pictures: ${EXHIBITS[state.bug].shown}`,
      columns: ['number', 'right', 'with the bug'],
      rows: Math.max(good.length, bad.length),
      row: (at) => [at, good[at] ?? '–', bad[at] ?? '–'],
      show,
    },
  ];
}

export const questionTexts = {
  ask:
    'Exhibit 1 is a table of sines and cosines that was computed with a bug. ' +
    'The program still runs, and the model trains. Which test finds the bug?',
  /** @type {[string, string, string?][]} */
  options: [
    [
      'first',
      'The first row must be 0, 1, 0, 1, …',
      'This test passes. At position 0, every sine is 0 and every cosine is 1, at any speed.',
    ],
    [
      'exponent',
      'From row 0 to row 1, column 8 of 16 must grow by 0.01',
      'This test passes. Column 8 contains sines, and all sines are right.',
    ],
    ['pairs', 'Sine² + cosine² must be 1 in each pair of columns'],
    [
      'none',
      'No test is needed: such a program crashes',
      'The program runs. The shape is right, and all numbers are between −1 and 1.',
    ],
  ],
  watch: 'Watch the two hands: do their tips draw the same line?',
  /** @param {Model} model */
  surprise: ({ verdicts }) => comparedText('pairs', verdicts.pairs),
  /** @type {() => Piece[]} */
  because: () => [
    'The test finds that the hand leaves its circle. You can copy the test under the picture.',
  ],
};

/** @param {Model} model @param {boolean} covered */
export function describe({ state, verdict }, covered) {
  const isOpen = covered && state.bug === ASKED;
  const { name, bug } = isOpen ? ASKED_TEXTS : EXHIBITS[state.bug];
  const about = `Exhibit ${BUGS.indexOf(state.bug) + 1} of ${BUGS.length}: ${name}. ${bug}`;
  if (isOpen || state.check === 'none' || !verdict) return about;
  return `${about} Check ${letterOf(state.check)} ${verdictWord(verdict.fails)}.`;
}

export const panelTexts = {
  copy: 'Copy',
  copied: 'Copied',
  refused: 'The browser did not allow copying. Select the code instead.',
  /** @param {State} state */
  title: ({ check }) =>
    check === 'none'
      ? 'Run a check to see its code'
      : `Check ${letterOf(check)}: ${CHECK_TEXTS[check]}`,
  seen: 'Seen in ',
  /** @param {string} said */
  said: (said) => `: ${said}.`,
};

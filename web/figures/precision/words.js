/** All texts of PePrecision. */
import { m, mi, mn, mo } from '../chassis/dom.js';
import { fixed, grouped, scientific, separator, signed } from '../chassis/format.js';
import { tenTo } from '../chassis/decades.js';
import { APART, BITS, FORMATS, LIMIT, ROWS } from './model.js';

/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('./model.js').Format} Format */

export const heading = 'With few bits, slow clocks stand still';
export const topic = 'How many bits does a position need?';

/**
 * Returns a title that replaces `heading`, or null if a clock stands still in the chosen format.
 * @param {Model} model
 */
export function headingOf({ state: { format }, still }) {
  if (still[format]) return null;
  if (format === 'angle') return 'Rounded angles go wrong at large positions';
  return `With ${formatNames[format]}, no clock stands still up to position ${grouped(LIMIT)}`;
}

export const labels = {
  format: 'Stored as',
  dim: 'Dimensions',
  base: 'Base',
  pair: 'Clock',
  position: 'Position',
  far: 'Log scale',
};

/** @type {Record<Format, string>} */
export const formatNames = {
  float64: 'float64',
  float32: 'float32',
  angle: 'float32 angles',
  float16: 'float16',
  bfloat16: 'bfloat16',
};

export const arrows = [
  ['← →', 'move one position back or forward'],
  ['↑ ↓', 'choose a faster or slower clock'],
  ['Home, End', 'go to the first or last position'],
];

export const keyLabels = {
  n: 'choose the next format',
  f: 'go to the first position at which this clock stands still',
};

/** @type {import('../chassis/figure.js').Preset[]} */
export const presets = [
  ['slow clock, bfloat16', { format: 'bfloat16', pair: 31, position: 235 }],
  ['slow clock, float32', { format: 'float32', pair: 31, position: 235 }],
  ['fast clock, bfloat16', { format: 'bfloat16', pair: 0, position: 235 }],
  ['largest error', { format: 'angle', pair: 1, position: 997477 }, true],
];

export const labelsOnPicture = {
  /** @param {number} pair @param {number} count the number of clocks */
  lens(pair, count) {
    if (!pair) return 'clock 0: fastest';
    return pair === count - 1 ? `clock ${pair}: slowest` : `clock ${pair}`;
  },
  /** @param {number} times how much more this lens magnifies than that of the fastest clock */
  zoom: (times) => `× ${grouped(Number(times.toPrecision(2)))}`,
  /** @param {number} position */
  position: (position) => `position ${grouped(position)}`,
  step: 'step of the hand',
  gap: 'gap between numbers',
  same: 'the same stored pair',
  different: 'two stored pairs',
  unknown: '?',
  lines: 'lines: storable numbers',
  linesBrief: 'lines: storable',
  dense: 'lines too fine to see',
  never: () => `not up to ${grouped(LIMIT)}`,
  hidden: 'Where do the clocks stand still?',
  bars: 'first position where each clock stands still',
  barsBrief: 'where each clock first stands still',
  clocks: 'clock: from fast to slow',
  /** @param {number} pair @param {number} first */
  chosen: (pair, first) =>
    `clock ${pair}: ${first ? `at ${grouped(first)}` : labelsOnPicture.never()}`,
  /** @param {number} power */
  power: (power) => (power ? scientific(tenTo(power), 0).replace('1×', '') : '1'),
  errors: 'largest error of a sine or cosine, by position',
};

/** Says how many clocks stand still at some position. @param {Model} model */
function stillText({ state: { dim, format }, still }) {
  const count = still[format];
  const of = `${dim / 2} clocks`;
  if (!count)
    return (
      `With ${formatNames[format]}, none of the ${of} stands still ` +
      `up to position ${grouped(LIMIT)}.`
    );
  const stand = count === 1 ? 'stands' : 'stand';
  return `With ${formatNames[format]}, ${count} of ${of} ${stand} still at some position.`;
}

/** Says what the format does to a score. @param {Model} model */
function scoreText({ state, far, farther }) {
  const { format, position } = state;
  const { error, score } = far[format];
  if (format === 'float64') return ' The other formats are compared with float64.';
  const [stored, exact, next] = [score, far.float64.score, farther].map((each) => fixed(each, 4));
  return (
    ` At position ${grouped(position)}, the numbers are off by up to ${scientific(error, 1)}. ` +
    `The score of two equal words ${APART} positions apart is ${stored}` +
    (stored === exact ? ', as with exact numbers. ' : `. With exact numbers, it is ${exact}. `) +
    `At ${APART + 1} positions apart, it would be ${next}.`
  );
}

/**
 * Says whether rounding changes a score less or more than moving a word by one position does.
 * @param {Model} model
 */
function errorText({ state: { format }, far, farther }) {
  const exact = far.float64.score;
  const change = Math.abs(far[format].score - exact) < Math.abs(farther - exact) ? 'less' : 'more';
  return ` Rounding changes a score ${change} than moving a word by one position.`;
}

/** Says how many clocks store different numbers for the two positions. @param {Model} model */
const apartText = ({ same }) =>
  `But ${same.filter((each) => !each).length} of ${same.length} clocks tell them apart.`;

/**
 * @param {Model} model
 * @param {boolean} covered
 * @param {boolean} beginner
 * @returns {import('../chassis/dom.js').Piece[]}
 */
export function caption(model, covered, beginner) {
  const { state, same, far } = model;
  const { pair, position, format } = state;
  /** @type {import('../chassis/dom.js').Piece[]} */
  const pieces = [
    `The lens of clock ${pair} shows the tip of its hand at the positions `,
    ['other', grouped(position - 1)],
    ' and ',
    ['you', grouped(position)],
    '. ',
  ];
  if (covered) return [...pieces, 'Each tip is stored as two numbers, with a few bits each.'];
  pieces.push(
    same[pair]
      ? 'Both tips are stored as the same two numbers, so this clock cannot tell the positions apart. '
      : 'The tips are stored as two different pairs of numbers. ',
    same[pair] && beginner ? apartText(model) : stillText(model),
  );
  if (format === 'angle')
    pieces.push(
      ' The angle is rounded first, as in most programs. Larger angles get larger errors.',
    );
  const { error } = far[format];
  if (beginner) return error < 0.001 ? pieces : [...pieces, errorText(model)];
  return [...pieces, scoreText(model)];
}

/** @param {Model} model */
export function formula({ state, stored }) {
  const { pair, position, dim } = state;
  const at = 2 * dim + 2 * pair;
  const values = [stored[at], stored[at + 1]].map((value) => mn(signed(value, 8)));
  const place = m('mrow', mn(grouped(position)), mo(','), mn(pair));
  const symbol = m('msub', mi('PE'), place);
  const pairs = m('mrow', mo('('), values[0], mo(separator()), values[1], mo(')'));
  return [[m('math', symbol, mo('=')), m('math', pairs)]];
}

/** Functions that write the cells of the table of formats. @type {((value: number) => string)[]} */
const FORMAT_CELLS = [
  String,
  String,
  grouped,
  (error) => scientific(error, 1),
  (score) => fixed(score, 4),
];

/**
 * Functions that write the cells of the table of the first ROWS rows.
 * @type {((value: number) => string)[]}
 */
const WHOLE_CELLS = [String, (error) => scientific(error, 2), grouped, String, grouped];

/** @param {Model} model @returns {import('../chassis/table.js').Table[]} */
export function tables({ state, first, still, far, whole, exact, stored }) {
  const { dim, position, format } = state;
  return [
    {
      name: `Five formats at position ${grouped(position)}`,
      answers: true,
      columns: ['format', 'clocks that stand still', 'first at', 'largest error', 'score'],
      rows: FORMATS.length,
      row: (at) => {
        const each = FORMATS[at];
        const { error, score } = far[each];
        const least = still[each] ? Math.min(...first[each].filter(Boolean)) : '–';
        return [formatNames[each], still[each], least, error, score];
      },
      show: (value, column) => FORMAT_CELLS[column](value),
    },
    {
      name: `Where each clock first stands still, up to position ${grouped(LIMIT)}`,
      answers: true,
      columns: ['clock', ...FORMATS.map((each) => formatNames[each])],
      rows: dim / 2,
      row: (pair) => [pair, ...FORMATS.map((each) => first[each][pair] || '–')],
      show: (value, column) => (column ? grouped(value) : String(value)),
    },
    {
      name: `The first ${grouped(ROWS)} rows, ${dim} numbers each, compared with float64`,
      answers: true,
      columns: ['format', 'largest error', 'at position', 'dimension', 'slowest cosine is 1 up to'],
      rows: FORMATS.length,
      row: (at) => {
        const { error, position: worst, dimension, ones } = whole[FORMATS[at]];
        const where = error ? [worst, dimension] : ['–', '–'];
        return [formatNames[FORMATS[at]], error, ...where, ones];
      },
      show: (value, column) => WHOLE_CELLS[column](value),
    },
    {
      name: `Clocks at position ${grouped(position)}, exact and in ${formatNames[format]}`,
      columns: ['clock', 'sine', 'cosine', 'stored sine', 'stored cosine'],
      rows: dim / 2,
      row: (pair) => {
        const at = 2 * dim + 2 * pair;
        return [pair, exact[at], exact[at + 1], stored[at], stored[at + 1]];
      },
      show: (value, column) => (column ? signed(value, 6) : String(value)),
    },
  ];
}

export const questionTexts = {
  ask:
    'A clock stores where its hand points as a sine and a cosine. ' +
    'With 16 bits each (bfloat16), which clocks store neighbouring positions alike?',
  /** @type {[string, string, string?][]} */
  options: [
    [
      'none',
      'none: every position stays different',
      'With 32 bits, as here, all positions stay different.',
    ],
    [
      'fast',
      'the fast clocks',
      'A fast hand moves far in one step, so even coarse numbers show it.',
    ],
    ['slow', 'the slow clocks'],
  ],
  watch:
    'Each point jumps to the nearest crossing of lines. Do the two points of a lens stay apart?',
  /** @param {Model} model */
  surprise: ({ still, state }) => `${still.bfloat16} of ${state.dim / 2} clocks`,
  /** @param {Model} model */
  because: ({ state }) => [
    `Clock ${state.pair} moves less in one step than the gap between two bfloat16 numbers. ` +
      'Faster clocks still tell these positions apart, so little is lost. ',
    `Positions themselves need more bits: past ${1 << BITS.bfloat16}, bfloat16 cannot store them all.`,
  ],
};

/** @param {Model} model @param {boolean} covered */
export function describe(model, covered) {
  const { state, same } = model;
  const { pair, position } = state;
  const where = `Clock ${pair}, positions ${grouped(position - 1)} and ${grouped(position)}`;
  if (covered) return `${where}.`;
  return `${where}: ${same[pair] ? labelsOnPicture.same : labelsOnPicture.different}. ${stillText(model)}`;
}

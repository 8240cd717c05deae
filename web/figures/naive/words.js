/** All texts of PeNaive. */
import { m, mi, mn, mo } from '../chassis/dom.js';
import { distance, fixed, grouped, scientific, separator, signed } from '../chassis/format.js';
import { placeText } from '../chassis/words.js';
import { ENCODINGS, METERS, answersQuestion, codeOf } from './model.js';

/** @typedef {import('./model.js').Encoding} Encoding */
/** @typedef {import('./model.js').Meter} Meter */
/** @typedef {import('./model.js').Measured} Measured */
/** @typedef {import('./model.js').Rounded} Rounded */
/** @typedef {import('./model.js').Model} Model */

export const heading = 'Every simple way to number the words fails a requirement';
export const topic = 'Simple ways to number the words';

export const labels = {
  encoding: 'Number by',
  meter: 'Requirement',
  length: 'Length',
  dim: 'Dimensions',
  position: 'Position',
};

export const names = {
  /** @type {Record<Encoding, string>} */
  encoding: {
    raw: 'Plain number',
    fraction: 'Fraction',
    binary: 'Binary digits',
    sine: 'One sine',
    sinusoidal: 'Sinusoidal',
  },
  /** @type {Record<Meter, string>} */
  meter: {
    bounded: 'within ±1',
    unique: 'unique',
    smooth: 'smooth',
    same: 'same step',
    any: 'any length',
  },
};

/** @type {import('../chassis/figure.js').Preset[]} */
export const presets = ENCODINGS.map((encoding) => [names.encoding[encoding], { encoding }]);

export const arrows = [
  ['← →', 'move one position back or forward'],
  ['↑ ↓', 'choose the previous or next way to number positions'],
  ['Home, End', 'go to the first or last position'],
];

export const keyLabels = {
  /** @param {Meter} meter */
  meter: (meter) => `show the requirement “${names.meter[meter]}”`,
};

export const labelsOnPicture = {
  /** The texts that explain the number of each meter. @type {Record<Meter, string>} */
  units: {
    bounded: 'largest value',
    unique: 'closest pair',
    smooth: 'largest step',
    same: 'step ratio',
    any: 'code moves',
  },
  /**
   * Says whether the chosen encoding meets the chosen requirement, with the number that decides.
   * @param {Measured} measured
   * @param {Meter} meter
   * @param {boolean} long whether the longest text fits
   */
  result: (measured, meter, long) =>
    `${mark(measured.meters[meter].pass)} ${names.meter[meter]}: ` +
    `${labelsOnPicture.units[meter]} ${reading(measured, meter)}` +
    (long && meter === 'smooth' ? ' of the largest distance' : ''),
  /** Says to beginners whether an encoding meets a requirement. @param {Meter} meter @param {boolean} pass */
  verdict: (meter, pass) => `${names.meter[meter]}: ${pass ? 'yes' : 'no'} ${mark(pass)}`,
  /** @param {number} length */
  longer: (length) => `○ in a text of ${grouped(2 * length)} positions`,
  /** @param {number[]} pair */
  pair: ([a, b]) => `${a} and ${b}`,
  /** @param {number} length */
  extraDigit: (length) => `one more digit for ${grouped(2 * length)} positions`,
  sine: 'sin',
  cosine: 'cos',
  fast: 'fast',
  slow: 'slow',
  steps: 'step to the next position',
  flipped: 'digits that flip',
  /** @param {number} position @param {number} step @param {number} digits */
  step: (position, step, digits) => `${position} → ${position + 1}: ${distance(step, digits)}`,
  /** @param {number} position @param {number} count how many digits of the code change */
  flips: (position, count) =>
    `${position} → ${position + 1}: ${count} ${count > 1 ? 'digits flip' : 'digit flips'}`,
  position: 'position',
};

/** @param {boolean} pass */
export const mark = (pass) => (pass ? '✓' : '✗');

/**
 * Functions that say how a position becomes its code.
 * @type {Record<Encoding, (length: number, dim: number) => string>}
 */
export const recipes = {
  raw: () => 'the position itself',
  fraction: (length) => `position / ${length}`,
  binary: () => 'position in base 2',
  sine: () => 'sine of the position',
  sinusoidal: (_, dim) => `sine and cosine of ${dim / 2} ${dim > 2 ? 'waves' : 'wave'}`,
};

/** @type {Record<Meter, (meters: Measured['meters']) => string>} */
const READINGS = {
  bounded: ({ bounded: { value } }) => (value > 1 ? grouped(value) : fixed(value, 2)),
  unique: ({ unique: { value } }) => distance(value, value < 0.1 ? 4 : 2),
  smooth: ({ smooth: { share } }) => `${fixed(100 * share, share < 0.1 ? 1 : 0)} %`,
  same: ({ same: { share } }) => `${grouped(share, share < 100 ? 1 : 0)} ×`,
  any: ({ any: { extra, value } }) => {
    if (extra) return '+1 digit';
    return value ? distance(value) : '0';
  },
};

/**
 * Writes the number that a meter measures, in few characters.
 * @param {Measured} measured
 * @param {Meter} meter
 */
export const reading = ({ meters }, meter) => READINGS[meter](meters);

/** Functions that write a code. @type {Record<Encoding, (values: number[]) => string>} */
const CODES = {
  raw: ([value]) => grouped(value),
  fraction: ([value]) => fixed(value, 4),
  binary: (digits) => digits.join(''),
  sine: ([value]) => signed(value, 4),
  sinusoidal: (values) => {
    const [sine, cosine] = values.map((value) => signed(value, 3));
    const mark = separator();
    return `(${sine}${mark} ${cosine}${values.length > 2 ? `${mark} …` : ''})`;
  },
};

/**
 * Writes the code of a position as text.
 * @param {Measured} measured
 * @param {number} position
 */
export const code = (measured, position) =>
  CODES[measured.encoding]([...codeOf(measured, position)]);

/**
 * Functions that say how an encoding meets a requirement.
 * @type {Record<Meter, (measured: Measured, rounded: Rounded) => string>}
 */
const PASSED = {
  bounded: (measured) => {
    if (measured.encoding !== 'sinusoidal') return 'no value is outside ±1.';
    const squares = codeOf(measured, 0).map((value) => value * value);
    const length = Math.sqrt(squares.reduce((sum, square) => sum + square, 0));
    return `no value is outside ±1, and every code is a vector of length ${fixed(length, 4)}.`;
  },
  unique: ({ encoding, meters: { unique } }) =>
    `the closest codes, those of ${unique.at[0]} and ${unique.at[1]}, ` +
    `are ${distance(unique.value)} apart.` +
    (encoding === 'sinusoidal'
      ? ' In exact arithmetic, no two positions ever have the same code.'
      : ''),
  smooth: ({ meters: { smooth } }) =>
    `the largest step is ${fixed(100 * smooth.share, 1)} % ` +
    'of the largest distance between any two codes.',
  same: ({ encoding, meters: { same } }, { spread, still }) => {
    const equal = `every step is ${distance(same.value)} long`;
    if (encoding === 'fraction') return `${equal}, but only in a text of this length.`;
    if (encoding !== 'sinusoidal') return `${equal}.`;
    const slowest =
      still > 1 ? `, and the slowest cosine is exactly 1 up to position ${still - 1}` : '';
    return (
      `${equal}, since each step is the same rotation. ` +
      `In float32, steps differ by up to ${scientific(spread, 1)}${slowest}.`
    );
  },
  any: ({ encoding }) =>
    'in a text twice as long, every code stays the same.' +
    (encoding === 'sinusoidal'
      ? ' Every position has a code. ' +
        'Whether a model can use codes that it never saw is another question.'
      : ''),
};

/**
 * Functions that say how an encoding fails a requirement.
 * @type {Record<Meter, (measured: Measured, length: number) => string>}
 */
const FAILED = {
  bounded: ({ meters: { bounded } }) =>
    `the largest value is ${grouped(bounded.value)}. ` +
    'In longer texts it grows beyond anything that a network has seen.',
  unique: ({ meters: { unique } }) =>
    `the codes of ${unique.at[0]} and ${unique.at[1]} are only ${distance(unique.value)} apart. ` +
    `An average step is ${distance(unique.value / unique.share)}.`,
  smooth: ({ meters: { smooth } }) =>
    `the step from ${smooth.at[0]} to ${smooth.at[1]} is ${fixed(100 * smooth.share, 0)} % ` +
    'of the largest distance between any two codes.',
  same: ({ meters: { same } }) =>
    `the smallest step is ${distance(same.low)} (from ${same.at[0]} to ${same.at[0] + 1}), ` +
    `the largest is ${distance(same.value)} (from ${same.at[1]} to ${same.at[1] + 1}).`,
  any: ({ width, meters: { any } }, length) =>
    any.extra
      ? `${grouped(2 * length)} positions need ${width + 1} digits instead of ${width}, ` +
        'so every code gets longer.'
      : `in a text twice as long, the code of ${any.at[0]} moves by ${distance(any.value)}. ` +
        'The same position gets a different code.',
};

/**
 * Says in a sentence how an encoding meets or fails a requirement.
 * @param {Measured} measured
 * @param {Meter} meter
 * @param {number} length
 * @param {Rounded} rounded
 */
export function verdict(measured, meter, length, rounded) {
  const { pass } = measured.meters[meter];
  const says = pass ? PASSED[meter](measured, rounded) : FAILED[meter](measured, length);
  return { pass, says };
}

/**
 * @param {Model} model
 * @param {boolean} [covered]
 * @param {boolean} [beginner]
 */
export function caption({ state, chosen, rounded }, covered, beginner) {
  const { meter, position, length } = state;
  const { pass, says } = verdict(chosen, meter, length, rounded);
  const step =
    position + 1 < length && !beginner
      ? `; the step to ${position + 1} is ${distance(chosen.steps[position])} long. `
      : '. ';
  /** @type {(string | [string, string])[]} */
  const gets = [
    'Position ',
    ['you', placeText(position, beginner)],
    ` gets the code ${code(chosen, position)}`,
    step,
  ];
  if (covered && answersQuestion(state)) return gets;
  return [
    ...gets,
    [pass ? 'right' : 'wrong', `${mark(pass)} `],
    ['b', `${names.meter[meter]}: `],
    says,
  ];
}

/**
 * Functions that make the two sides of the equation for the chosen position.
 * @type {Record<Encoding, (model: Model) => [Node, Node]>}
 */
const EQUATIONS = {
  raw: (model) => [mi('p'), mn(codeText(model))],
  fraction: (model) => [
    m('mfrac', mn(model.state.position), mn(model.state.length)),
    mn(codeText(model)),
  ],
  binary: (model) => [mn(model.state.position), m('msub', mn(codeText(model)), mn('2'))],
  sine: (model) => [
    m('mrow', mi('sin'), mo('('), mn(model.state.position), mo(')')),
    mn(codeText(model)),
  ],
  sinusoidal: ({ state, chosen }) => {
    const shown = [...codeOf(chosen, state.position)].slice(0, 4);
    const numbers = shown.flatMap((value, at) => [
      ...(at ? [mo(separator())] : []),
      mn(signed(value, 3)),
    ]);
    const more = chosen.width > 4 ? [mo(separator()), mo('…')] : [];
    return [
      m('mrow', mi('PE'), mo('['), mn(state.position), mo(']')),
      m('mrow', mo('('), ...numbers, ...more, mo(')')),
    ];
  },
};

/** @param {Model} model */
const codeText = ({ state, chosen }) => code(chosen, state.position);

/** @param {Model} model */
export function formula(model) {
  const [left, right] = EQUATIONS[model.state.encoding](model);
  return [m('math', m('mrow', left, mo('='), right))];
}

/** @param {Model} model @returns {import('../chassis/table.js').Table} */
const meterTable = ({ state, all }) => ({
  name: `Five ways to number ${state.length} positions, and five requirements`,
  answers: true,
  columns: [
    'numbered by',
    'largest value',
    'distance of the closest codes',
    'largest step / largest distance',
    'largest step / smallest step',
    'code moves at twice the length',
    'requirements met',
  ],
  rows: ENCODINGS.length,
  row: (at) => {
    const { encoding, meters } = all[at];
    const passes = METERS.filter((meter) => meters[meter].pass);
    return [
      names.encoding[encoding],
      meters.bounded.value,
      meters.unique.value,
      meters.smooth.share,
      meters.same.share,
      meters.any.extra ? reading(all[at], 'any') : meters.any.value,
      `${passes.length} of ${METERS.length}`,
    ];
  },
  show: (value) => distance(value),
});

/** @param {Model} model @returns {import('../chassis/table.js').Table} */
const codeTable = ({ state, chosen }) => ({
  name: `Codes: ${names.encoding[state.encoding]}`,
  columns: [
    'position',
    'step to the next',
    ...Array.from({ length: chosen.width }, (_, at) => String(at)),
  ],
  rows: state.length,
  row: (position) => [
    position,
    position + 1 < state.length ? chosen.steps[position] : '',
    ...codeOf(chosen, position),
  ],
  show: (value, column) =>
    column === 0 || Number.isInteger(value) ? String(value) : distance(value),
});

/** @param {Model} model */
export const tables = (model) => [meterTable(model), codeTable(model)];

/** @satisfies {Partial<import('../chassis/question.js').Question>} */
export const questionTexts = {
  ask:
    'Positions 0 to 15 are written with four binary digits. ' +
    'Which two positions differ in the most digits?',
  options: [
    ['first', '0 and 1', '0 is 0000 and 1 is 0001: only one digit differs.'],
    ['far', '0 and 14', '0 is 0000 and 14 is 1110: three digits differ, but four can.'],
    ['next', '7 and 8'],
  ],
  watch: 'Watch the frame: how many digits flip at each step?',
  atStops: [
    (/** @type {Model} */ { state, chosen }) => {
      const { position } = state;
      const flips = Math.round(chosen.steps[position] * chosen.steps[position]);
      return `From ${position} to ${position + 1}, ${flips} digits flip. Can more flip at once?`;
    },
  ],
  /** @param {Model} model */
  surprise: ({ chosen }) => `${Math.round(chosen.steps[7] * chosen.steps[7])} digits flip`,
  /** @param {Model} model */
  because: ({ chosen }) => {
    const ones = codeOf(chosen, 14).reduce((sum, digit) => sum + digit, 0);
    return [
      'From 7 (0111) to 8 (1000), every digit changes. ' +
        'So two neighbours are as far apart as two codes can be. ',
      `The codes of 0 and 14 differ in only ${ones} digits. ` +
        'Each simple idea fails a requirement',
      ['hands', ': try them all'],
      '.',
    ];
  },
};

/**
 * @param {Model} model
 * @param {boolean} [covered]
 */
export function describe({ chosen, rounded, state }, covered) {
  const { encoding, meter, position, length } = state;
  const { pass, says } = verdict(chosen, meter, length, rounded);
  const name = names.encoding[encoding];
  const gets = `${name}: position ${position} gets the code ${code(chosen, position)}.`;
  if (covered && answersQuestion(state)) return gets;
  return (
    `${gets} ` +
    `This encoding ${pass ? 'meets' : 'fails'} the requirement “${names.meter[meter]}”: ${says}`
  );
}

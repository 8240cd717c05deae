/** All texts of worksheets. */
import { binary, fixed, grouped, localized } from '../figures/chassis/format.js';

/** @typedef {import('./kinds.js').Values} Values */

export const heading = 'Worksheet';
export const name = 'Name';
export const date = 'Date';
export const answer = 'Answer';
/** The title of the box with formulas. */
export const formulas = 'Formulas';
/** @param {string} letter */
export const sheet = (letter) => `Sheet ${letter}`;
/** The head of the column with the letters of the sheets. */
export const sheets = 'Sheet';
export const key = 'Key';
/** @param {string} seed */
export const version = (seed) => `Version ${seed}`;
/** @param {string} seed */
export const keyTo = (seed) => `Key to version ${seed}`;
/** Names a page of a sheet or of the key. @param {string} of @param {number} at @param {number} all */
export const page = (of, at, all) => (all > 1 ? `${of}, page ${at} of ${all}` : of);
/** Names the sheets that ask a question. @param {string[]} letters */
export const onSheets = (letters) =>
  `(${letters.length > 1 ? 'Sheets' : 'Sheet'} ${letters.join(', ')})`;
/** What the key calls all wrong numbers. */
export const otherwise = 'other answers';
/** Writes the largest allowed error of an answer. @param {number} distance */
export const within = (distance) => `± ${localized(String(distance))}`;
/** @param {number} percent */
export const share = (percent) => `± ${percent} %`;
/** The text in place of a number that would answer a question. */
export const covered = '?';
/** Explains the text `covered`. */
export const hidden = 'In the picture, “?” hides what would answer a question.';

/** @param {number} number @param {string} noun */
const count = (number, noun) => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** The bar above the sheets. */
export const bar = {
  seed: 'Version',
  copies: 'Sheets',
  questions: 'Questions',
  formulas: 'Formulas',
  key: 'With key',
  print: 'Print',
  level: 'For beginners',
  /** The text between two sentences of the bar. */
  between: ' ',
  /**
   * @param {number} copies
   * @param {number} each how many pages a sheet has
   * @param {number} key how many pages the key has
   */
  pages: (copies, each, key) =>
    `This prints ${count(copies * each + key, 'page')}: ${count(copies, 'sheet')} of ` +
    `${count(each, 'page')}${key ? `, and ${count(key, 'page')} of the key` : ''}.`,
  /** @param {number} changed @param {number} all */
  neighbours: (changed, all) =>
    changed
      ? `Neighbouring sheets differ in ${changed} of ${all} questions.`
      : 'Neighbouring sheets have the same questions. With more questions, they can differ.',
  version: 'A version always makes the same sheets. Another version has other numbers.',
};

/** @param {unknown} error */
export const cannotRun = (error) =>
  `The sheets cannot be made here. ${error instanceof Error ? error.message : error}`;

/** @param {number} value */
const real = (value, digits = 3) => fixed(value, digits);

/** @param {Values} values */
const encoding = ({ dim, base }) =>
  `An encoding has ${grouped(dim)} dimensions and base ${grouped(base)}`;
/** @param {Values} values */
const power = ({ dim, base, pair }) => `${grouped(base)}^(${2 * pair}/${dim})`;
/** @param {Values} values */
const alibi = ({ heads }) => `A model with ALiBi has ${heads} heads, 1 to ${heads}.`;
/** Writes the product of the numbers from 1 to `last`. @param {number} last */
const chain = (last) => Array.from({ length: last }, (_, at) => at + 1).join(' · ');
const oneRadian = 'RoPE turns a head of two numbers by one radian per position.';

/**
 * The formulas that computed questions need, and what their symbols mean. On paper, a part after ^
 * is a superscript.
 * @typedef {[formula: string, meaning: string]} Formula
 */

/** @type {Formula} */
const turnStep = [
  'θ = base^(−2i/dim)',
  'Clock i or pair i turns by θ radians per position. dim is the number of dimensions.',
];
/** @type {Formula} */
const oneTurn = ['2π/θ', 'One turn takes this number of positions.'];
/** @type {Formula} */
const columns = [
  'sin(p · θ), cos(p · θ)',
  'Columns 2i and 2i + 1 of position p have these numbers. Angles are in radians.',
];
/** @type {Formula} */
const product = [
  'Σ cos((m − n) · θ)',
  'The rows of positions m and n have this dot product. The sum is over all clocks.',
];
/** @type {Formula} */
const turnedScore = [
  '(ac + bd) · cos(m − n) + (ad − bc) · sin(m − n)',
  'Query (a; b) at m and key (c; d) at n have this score. Angles are in radians.',
];
/** @type {Formula} */
const headSlope = ['s = 2^(−8h/H)', 'Head h of H heads has the slope s.'];

/**
 * The questions by their kinds. `ask` writes the question, and `way` writes the steps to the
 * answer. `unit` comes after the answer. `options` are the two answers to choose from. `formulas`
 * are those that the student needs, unless the question itself says how to compute the answer.
 * @type {Record<string, {
 *   ask: (values: Values) => string,
 *   formulas?: Formula[],
 *   way: (values: Values, facts: number[]) => string,
 *   unit?: string,
 *   options?: (values: Values) => string[],
 * }>}
 */
export const kinds = {
  turn: {
    ask: (values) =>
      `${encoding(values)}. Clock 0 is the fastest. ` +
      `In how many positions does clock ${values.pair} make one turn?`,
    formulas: [turnStep, oneTurn],
    way: (values) => `2π · ${power(values)}.`,
    unit: 'positions',
  },
  angle: {
    ask: (values) =>
      `${encoding(values)}. At position 0, the hand of clock ${values.pair} is at 0°. ` +
      `At which angle below 360° is it at position ${values.position}?`,
    formulas: [
      turnStep,
      ['p · θ · 180°/π', 'At position p, the hand of clock i has turned by this angle.'],
    ],
    way: ({ position }, [step]) =>
      `It turns ${real(step)}° from each position to the next, so in ${position} positions ` +
      `${real(position * step, 1)}°. Whole turns of 360° do not count.`,
    unit: '°',
  },
  complete: {
    ask: (values) =>
      `${encoding(values)}. How many of its ${values.dim / 2} clocks make at least one whole turn ` +
      `in ${grouped(values.length)} positions?`,
    formulas: [turnStep, oneTurn],
    way: (_, turns) =>
      `One turn takes ${turns.map((turn) => grouped(turn, turn < 100 ? 1 : 0)).join('; ')} positions.`,
  },
  entry: {
    ask: (values) =>
      `${encoding(values)}. Even columns are sines, odd ones cosines, counted from 0. ` +
      `Which number is in column ${values.column} of the row of position ${values.position}?`,
    formulas: [turnStep, columns],
    way: ({ column }, [angle]) =>
      `Clock ${Math.floor(column / 2)}: ${column % 2 ? 'cos' : 'sin'}(${real(angle)}), in radians.`,
  },
  shift: {
    ask: (values) =>
      `${encoding(values)}. A matrix moves its rows by ${values.offset} positions. ` +
      `Each clock has a block of 2 × 2 numbers in this matrix. ` +
      `Which number is on the diagonal of the block of clock ${values.pair}?`,
    formulas: [
      turnStep,
      [
        'cos(k · θ)',
        'A shift by k positions has this number on the diagonal of the block of clock i.',
      ],
    ],
    way: (_, [angle]) => `The block turns by ${real(angle)} radians, so it is cos(${real(angle)}).`,
  },
  dot: {
    ask: (values) =>
      `${encoding({ ...values, dim: 4 })}. What is the dot product of the rows of positions ` +
      `${values.position} and ${values.one}?`,
    formulas: [turnStep, product],
    way: (_, angles) =>
      `Only the distance counts: ${angles.map((angle) => `cos(${real(angle)})`).join(' + ')}.`,
  },
  nearer: {
    ask: (values) =>
      `${encoding({ ...values, dim: 4 })}. Which row is more like that of position ` +
      `${values.position}, by the dot product?`,
    options: ({ one, two }) => [`position ${one}`, `position ${two}`],
    formulas: [turnStep, product],
    way: (_, [one, two]) => `The dot products are ${real(one, 2)} and ${real(two, 2)}.`,
  },
  gap: {
    ask: (values) =>
      `RoPE turns a head of ${values.dim} numbers, with base ${grouped(values.base)}. The query is ` +
      `at ${values.position}, the key at ${values.other}. ` +
      `By how many degrees does RoPE turn the query further than the key in pair ${values.pair}? The fastest is pair 0.`,
    formulas: [
      turnStep,
      ['(m − n) · θ · 180°/π', 'RoPE turns a query at m further than a key at n by this angle.'],
    ],
    way: ({ position, other }, [step]) =>
      `The angle is ${real(step)}° for each of ${position - other} positions.`,
    unit: '°',
  },
  score: {
    ask: ({ a, b, c, d, position, other }) =>
      `${oneRadian} The query (${grouped(a)}; ${grouped(b)}) is at ${position}, ` +
      `the key (${grouped(c)}; ${grouped(d)}) at ${other}. What is their dot product after turning?`,
    formulas: [turnedScore],
    way: ({ position, other }, [same, across]) =>
      `Only the distance counts: ${grouped(same)} · cos ${position - other} + ` +
      `(${grouped(across)}) · sin ${position - other}.`,
  },
  higher: {
    ask: ({ position }) =>
      `${oneRadian} Query and keys are all (1; 0). The query is at ${position}. ` +
      'Which key has the higher score?',
    options: ({ one, two }) => [`the key at ${one}`, `the key at ${two}`],
    formulas: [turnedScore],
    way: ({ position, one, two }, scores) =>
      `The scores are cos ${position - one} = ${real(scores[0], 2)} and ` +
      `cos ${position - two} = ${real(scores[1], 2)}.`,
  },
  slope: {
    ask: (values) => `${alibi(values)} What is the slope of head ${values.head}?`,
    formulas: [headSlope],
    way: ({ heads, head }) => `2^(−8 · ${head}/${heads}).`,
  },
  bias: {
    ask: (values) =>
      `${alibi(values)} A query is at ${values.position}, a key at ${values.other}. ` +
      `What does head ${values.head} add to their score?`,
    formulas: [
      headSlope,
      ['−s · (m − n)', 'The head adds this number to the score of a query at m and a key at n.'],
    ],
    way: ({ position, other }, [slope]) => `−${real(slope, 5)} · ${position - other}.`,
  },
  bucket: {
    ask: ({ buckets, max, distance }) =>
      `A decoder of T5 has ${buckets} buckets, 0 to ${buckets - 1}. Distances from ${max} ` +
      `on share the last bucket. Which bucket does a key ${distance} positions before the query get?`,
    formulas: [
      [
        'E + E · ln(x/E) / ln(D/E)',
        'E is half the number of buckets. Distances x below E have bucket x, and those from D on the ' +
          'last. All others have this bucket, rounded down.',
      ],
    ],
    way: ({ buckets, max, distance }) => {
      const own = buckets / 2;
      return (
        `Each distance below ${own} has a bucket of its own. From ${own} on: ${own} + ${own} · ` +
        `ln(${distance}/${own}) / ln(${max}/${own}), rounded down, ${buckets - 1} at most.`
      );
    },
  },
  linear: {
    ask: ({ length, target, position }) =>
      `A model was trained on ${grouped(length)} positions. Linear interpolation stretches them to ` +
      `${grouped(target)}. To which position does it move position ${grouped(position)}?`,
    formulas: [
      ['p · L/L′', 'Interpolation from L to L′ positions moves position p to this position.'],
    ],
    way: ({ factor, position }) => `${grouped(position)} / ${factor}.`,
  },
  ntk: {
    ask: ({ dim, factor, pair }) =>
      `NTK stretches the context by the factor ${factor}. A head has ${dim} numbers. ` +
      `How many times slower is pair ${pair} then? The fastest is pair 0.`,
    formulas: [
      [
        'f^(2i/(dim − 2))',
        'With a stretch by the factor f, pair i is this many times slower. The head has dim numbers.',
      ],
    ],
    way: ({ dim, factor, pair }) =>
      `${factor}^(${2 * pair}/${dim - 2}): pair 0 stays, the last pair slows by ${factor}.`,
  },
  stored: {
    ask: ({ position }) =>
      'A number in bfloat16 has 8 significant bits. ' +
      `Which number is stored for position ${grouped(position)}?`,
    formulas: [
      ['2^(e − 7)', 'Between 2^e and 2^(e + 1), bfloat16 has only the multiples of this number.'],
    ],
    way: (_, [spacing]) =>
      `Near this position, only multiples of ${spacing} exist. The nearest is stored.`,
  },
  patch: {
    ask: ({ height, width, row, column }) =>
      `An image has ${height} rows of ${width} patches. They are numbered line by line, ` +
      `after a class token, which is 0. What is the number of the patch in row ${row}, ` +
      `column ${column}? Rows and columns count from 0.`,
    way: ({ width, row, column }) => `1 + ${row} · ${width} + ${column}.`,
  },
  sum: {
    ask: (values) =>
      `${encoding(values)}. Even columns are sines, odd ones cosines, counted from 0. A word has ` +
      `${real(values.word, 1)} in column ${values.column}. The row of position ` +
      `${values.position} is added. What is the sum in this column?`,
    formulas: [turnStep, columns],
    way: ({ column, word }, [angle]) =>
      `${real(word, 1)} + ${column % 2 ? 'cos' : 'sin'}(${real(angle)}), in radians.`,
  },
  flips: {
    ask: ({ position }) =>
      `Positions are written in binary, with 8 digits. How many digits change from position ` +
      `${position} to the next?`,
    way: ({ position }) => `${binary(position)} becomes ${binary(position + 1)}.`,
  },
  layers: {
    ask: ({ words, side }) =>
      `A layer of a convolution sees ${side} ${side === 1 ? 'word' : 'words'} on each side. How ` +
      `many layers does it take until the last of ${words} words sees the first?`,
    way: ({ words, side }) =>
      `The last word is ${words - 1} places away. Each layer covers ${side}.`,
  },
  doubled: {
    ask: (values) =>
      `${encoding(values)}. By mistake, a program doubles the exponent. ` +
      `In how many positions does clock ${values.pair} make one turn then? Clock 0 is the fastest.`,
    formulas: [turnStep, oneTurn],
    way: ({ dim, base, pair }) => `2π · ${grouped(base)}^(${4 * pair}/${dim}).`,
    unit: 'positions',
  },
  orders: {
    ask: ({ words, same }) =>
      'You know the words of a sentence, but not their order. ' +
      `The sentence has ${words} words. ` +
      (same === 1 ? 'All words differ. ' : `${same} of them are equal, and all others differ. `) +
      'In how many different orders can the words stand?',
    way: ({ words, same }) =>
      chain(words) +
      (same === 1 ? '.' : ` / (${chain(same)}), because equal words may change places.`),
  },
  clock: {
    ask: ({ turn, position }) =>
      `A clock makes one turn in ${turn} positions. At position 0, its hand points up. ` +
      `How many degrees past the top is it at position ${position}? Whole turns do not count.`,
    way: ({ turn, position }, [turns, rest]) =>
      `${position} = ${turns} · ${turn} + ${rest}, and ${rest} · 360° / ${turn}.`,
    unit: '°',
  },
  apart: {
    ask: ({ step, position, other }) =>
      `RoPE turns an arrow by ${step}° in each position. The query is at ${position}, the key at ` +
      `${other}. By how many degrees does RoPE turn the query further than the key?`,
    way: ({ step, position, other }) => `(${position} − ${other}) · ${step}°.`,
    unit: '°',
  },
  weight: {
    ask: ({ one, two, three }) =>
      'Without positions, a query has these scores with three keys: ' +
      `${[one, two, three].map((score) => real(score, 1)).join('; ')}. ` +
      'Then the first and the last word swap places. ' +
      `What is now the weight of the key with the score ${real(one, 1)}?`,
    formulas: [
      ['e^s / Σ e^s', 'A key with the score s has this weight. The sum is over all keys.'],
    ],
    way: ({ one, two, three }) => {
      const [own, ...others] = [one, two, three].map((score) => `e^${real(score, 1)}`);
      return `${own} / (${[own, ...others].join(' + ')}). The swap changes no weight.`;
    },
  },
};

/** All texts of worksheets. */
import { binary, fixed, grouped, localized } from '../figures/chassis/format.js';

/** @typedef {import('./kinds.js').Values} Values */

export const heading = 'Worksheet';
export const name = 'Name';
export const date = 'Date';
export const answer = 'Answer';
/** @param {string} letter */
export const sheet = (letter) => `Sheet ${letter}`;
/** @param {string} letter */
export const keyOf = (letter) => `Key to sheet ${letter}`;
/** Writes the largest allowed error of an answer. @param {number} distance */
export const within = (distance) => `± ${localized(String(distance))}`;
/** @param {number} percent */
export const share = (percent) => `± ${percent} %`;
/** The text in place of a number that would answer a question. */
export const covered = '?';

/** The bar above the sheets. */
export const bar = {
  seed: 'Seed',
  copies: 'Sheets',
  questions: 'Questions',
  key: 'With key',
  print: 'Print',
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
const oneRadian = 'RoPE turns a head of two numbers by one radian per position.';

/**
 * The questions by their kinds. `ask` writes the question, and `way` writes the steps to the
 * answer. `unit` comes after the answer. `options` are the two answers to choose from.
 * @type {Record<string, {
 *   ask: (values: Values) => string,
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
    way: (values) => `2π · ${power(values)}.`,
    unit: 'positions',
  },
  angle: {
    ask: (values) =>
      `${encoding(values)}. At position 0, the hand of clock ${values.pair} is at 0°. ` +
      `At which angle below 360° is it at position ${values.position}?`,
    way: ({ position }, [step]) =>
      `It turns ${real(step)}° from each position to the next, so in ${position} positions ` +
      `${real(position * step, 1)}°. Whole turns of 360° do not count.`,
    unit: '°',
  },
  complete: {
    ask: (values) =>
      `${encoding(values)}. How many of its ${values.dim / 2} clocks make at least one whole turn ` +
      `in ${grouped(values.length)} positions?`,
    way: (_, turns) =>
      `One turn takes ${turns.map((turn) => grouped(turn, turn < 100 ? 1 : 0)).join('; ')} positions.`,
  },
  entry: {
    ask: (values) =>
      `${encoding(values)}. Even columns are sines, odd ones cosines, counted from 0. ` +
      `Which number is in column ${values.column} of the row of position ${values.position}?`,
    way: ({ column }, [angle]) =>
      `Clock ${Math.floor(column / 2)}: ${column % 2 ? 'cos' : 'sin'}(${real(angle)}), in radians.`,
  },
  shift: {
    ask: (values) =>
      `${encoding(values)}. A matrix moves its rows by ${values.offset} positions. ` +
      `Each clock has a block of 2 × 2 numbers in it. ` +
      `Which number is on the diagonal of the block of clock ${values.pair}?`,
    way: (_, [angle]) => `The block turns by ${real(angle)} radians, so it is cos(${real(angle)}).`,
  },
  dot: {
    ask: (values) =>
      `${encoding({ ...values, dim: 4 })}. What is the dot product of the rows of positions ` +
      `${values.position} and ${values.one}?`,
    way: (_, angles) =>
      `Only the distance counts: ${angles.map((angle) => `cos(${real(angle)})`).join(' + ')}.`,
  },
  nearer: {
    ask: (values) =>
      `${encoding({ ...values, dim: 4 })}. Which row is more like that of position ` +
      `${values.position}, by the dot product?`,
    options: ({ one, two }) => [`position ${one}`, `position ${two}`],
    way: (_, [one, two]) => `The dot products are ${real(one, 2)} and ${real(two, 2)}.`,
  },
  gap: {
    ask: (values) =>
      `RoPE turns a head of ${values.dim} numbers, with base ${grouped(values.base)}. The query is ` +
      `at ${values.position}, the key at ${values.other}. ` +
      `By how many degrees does it turn them apart in pair ${values.pair}? The fastest is pair 0.`,
    way: ({ position, other }, [step]) =>
      `${real(step)}° in each position, and they are ${position - other} positions apart.`,
    unit: '°',
  },
  score: {
    ask: ({ a, b, c, d, position, other }) =>
      `${oneRadian} The query (${grouped(a)}; ${grouped(b)}) is at ${position}, ` +
      `the key (${grouped(c)}; ${grouped(d)}) at ${other}. What is their dot product after turning?`,
    way: ({ position, other }, [same, across]) =>
      `Only the distance counts: ${grouped(same)} · cos ${position - other} + ` +
      `(${grouped(across)}) · sin ${position - other}.`,
  },
  higher: {
    ask: ({ position }) =>
      `${oneRadian} Query and keys are all (1; 0). The query is at ${position}. ` +
      'Which key has the higher score?',
    options: ({ one, two }) => [`the key at ${one}`, `the key at ${two}`],
    way: ({ position, one, two }, scores) =>
      `The scores are cos ${position - one} = ${real(scores[0], 2)} and ` +
      `cos ${position - two} = ${real(scores[1], 2)}.`,
  },
  slope: {
    ask: (values) => `${alibi(values)} Which slope has head ${values.head}?`,
    way: ({ heads, head }) => `2^(−8 · ${head}/${heads}).`,
  },
  bias: {
    ask: (values) =>
      `${alibi(values)} A query is at ${values.position}, a key at ${values.other}. ` +
      `What does head ${values.head} add to their score?`,
    way: ({ position, other }, [slope]) => `−${real(slope, 5)} · ${position - other}.`,
  },
  bucket: {
    ask: ({ buckets, max, distance }) =>
      `A decoder of T5 has ${buckets} buckets, 0 to ${buckets - 1}. From distance ${max}, ` +
      `all share the last. Which bucket has a key ${distance} positions before the query?`,
    way: ({ buckets, max, distance }) => {
      const own = buckets / 2;
      return (
        `Each distance below ${own} has a bucket of its own. Above: ${own} + ${own} · ` +
        `ln(${distance}/${own}) / ln(${max}/${own}), without decimals, ${buckets - 1} at most.`
      );
    },
  },
  linear: {
    ask: ({ length, target, position }) =>
      `A model was trained on ${grouped(length)} positions. Linear interpolation stretches this to ` +
      `${grouped(target)}. To which position does it move position ${grouped(position)}?`,
    way: ({ factor, position }) => `${grouped(position)} / ${factor}.`,
  },
  ntk: {
    ask: ({ dim, factor, pair }) =>
      `NTK stretches a head of ${dim} numbers by the factor ${factor}. ` +
      `How many times slower is pair ${pair} then? The fastest is pair 0.`,
    way: ({ dim, factor, pair }) =>
      `${factor}^(${2 * pair}/${dim - 2}): pair 0 stays, the last pair slows by ${factor}.`,
  },
  stored: {
    ask: ({ position }) =>
      'A number in bfloat16 has 8 significant bits. ' +
      `Which number is stored for position ${grouped(position)}?`,
    way: (_, [spacing]) => `There, only every multiple of ${spacing} exists. The nearest counts.`,
  },
  patch: {
    ask: ({ height, width, row, column }) =>
      `An image has ${height} rows of ${width} patches. They are numbered line by line, ` +
      `after a class token, which is 0. Which number has the patch in row ${row}, ` +
      `column ${column}? Both count from 0.`,
    way: ({ width, row, column }) => `1 + ${row} · ${width} + ${column}.`,
  },
  sum: {
    ask: (values) =>
      `${encoding(values)}. Even columns are sines, odd ones cosines, counted from 0. In column ` +
      `${values.column}, a word has ${real(values.word, 1)}. Its row for position ` +
      `${values.position} is added. What is the sum?`,
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
      `many layers does it take from the first to the last of ${words} words?`,
    way: ({ words, side }) => `${words - 1} places, ${side} in each layer.`,
  },
  doubled: {
    ask: (values) =>
      `${encoding(values)}. By mistake, a program doubles the exponent. ` +
      `In how many positions does clock ${values.pair} make one turn then? Clock 0 is the fastest.`,
    way: ({ dim, base, pair }) => `2π · ${grouped(base)}^(${4 * pair}/${dim}).`,
    unit: 'positions',
  },
  weight: {
    ask: ({ one, two, three }) =>
      'Without positions, a query has these scores with three keys: ' +
      `${[one, two, three].map((score) => real(score, 1)).join('; ')}. ` +
      'Then the first and the last word swap places. ' +
      `Which weight has the key with the score ${real(one, 1)} now?`,
    way: ({ one, two, three }) => {
      const [own, ...others] = [one, two, three].map((score) => `e^${real(score, 1)}`);
      return `${own} / (${[own, ...others].join(' + ')}). The swap changes no weight.`;
    },
  },
};

/**
 * Defines the kinds of computed questions: how their numbers are drawn, and how posenc computes the
 * answer. Their texts have the same names in words.js. A pocket calculator suffices for the
 * answers. A clock is a pair of dimensions, which contains the sine and the cosine of one angle.
 */
import {
  alibiBias,
  alibiSlopes,
  applyRope,
  attention,
  gridPositions,
  ropeFrequencies,
  shiftMatrix,
  similarity,
  sinusoidal,
  t5Buckets,
  wavelengths,
} from '../index.js';
import { fixed, grouped, wave } from '../figures/chassis/format.js';
import { drawBy } from './draw.js';

/** @typedef {import('./draw.js').Draw} Draw */
/** @typedef {Record<string, number>} Values the numbers of a question */

/**
 * @typedef {object} Kind
 * @property {(draw: Draw) => Values} draw draws the numbers of a question
 * @property {(values: Values) => number} answer computes the answer; with `choose`, the index of
 *   the right option
 * @property {boolean} [choose] whether the student chooses one of two options
 * @property {(number: number) => string} show writes an answer as text
 * @property {number} [within] the largest allowed error of an answer
 * @property {number} [share] the largest allowed error, divided by the answer. Without `within` and
 *   `share`, the answer must be exact
 * @property {(values: Values, answer: number) => boolean} [fits] whether the numbers make a good
 *   question. By default, all numbers do
 * @property {'full'} [level] marks a question that needs what beginners have not seen
 * @property {(values: Values) => number[]} [facts] the intermediate results that the solution names
 */

const DIMS = [8, 16, 32];
const BASES = [100, 1000, 10000];
const TURN = 2 * Math.PI;

const decimals = (/** @type {number} */ digits) => (/** @type {number} */ value) =>
  fixed(value, digits);
const whole = (/** @type {number} */ value) => grouped(value);

/** Draws settings of an encoding, and a clock that is not the fastest. @param {Draw} draw */
function drawClock({ of, from }) {
  const dim = of(DIMS);
  return { dim, base: of(BASES), pair: from(1, dim / 2 - 1) };
}

/** @param {Values} values */
const waveOf = ({ dim, base, pair }) => wavelengths(dim, { base })[pair];

/** Returns the entry of a position's encoding in a column. @param {Values} values */
function entryOf({ dim, base, position, column }) {
  return sinusoidal(1, dim, { base, start: position })[column];
}

/** Returns the angle whose sine or cosine is in a column, in radians. @param {Values} values */
const angleOf = ({ dim, base, position, column }) =>
  (TURN * position) / wavelengths(dim, { base })[Math.floor(column / 2)];

/** Draws positions of a query and an earlier key. @param {Draw} draw @param {number} furthest */
function drawPlaces({ from }, furthest) {
  const other = from(3, 40);
  return { other, position: other + from(2, furthest) };
}

/**
 * Returns the dot products of the row of `position` with the rows of the positions `one` and `two`.
 * @param {Values} values
 */
function products({ base, position, one, two }) {
  const length = Math.max(one, two) - position + 1;
  const table = sinusoidal(length, 4, { base, start: position });
  const row = similarity(table, length, 4, { metric: 'dot' });
  return [row[one - position], row[two - position]];
}

/**
 * Turns a vector of two numbers by one radian per position.
 * @param {number} x
 * @param {number} y
 * @param {number} start
 */
const turned = (x, y, start) =>
  applyRope(Float64Array.of(x, y), { heads: 1, headDim: 2, length: 1, start });

/**
 * Returns the score of two vectors that RoPE has turned.
 * @param {number[]} query its two numbers and its position
 * @param {number[]} key
 */
function scoreOf([a, b, position], [c, d, other]) {
  const [x, y] = turned(a, b, position);
  const [u, v] = turned(c, d, other);
  return x * u + y * v;
}

/** Returns the scores of the keys at the positions `one` and `two`. @param {Values} values */
const keyScores = ({ position, one, two }) =>
  [one, two].map((other) => scoreOf([1, 0, position], [1, 0, other]));

/** @param {number[]} scores */
const larger = ([one, two]) => (one > two ? 0 : 1);

/**
 * Returns the attention weights of three keys after the order of the keys is reversed.
 * @param {number[]} scores the scores of the keys in their original order
 */
function swappedWeights(scores) {
  const [q, k, v] = [Float32Array.of(1), new Float32Array(scores).reverse(), new Float32Array(3)];
  return attention({ q, k, v, heads: 1, queries: 1, keys: 3, headDim: 1 }).weights;
}

/** Draws a number of ALiBi heads, and one head, counted from 1. @param {Draw} draw */
function drawHead({ of, from }) {
  const heads = of([4, 8, 16]);
  return { heads, head: from(1, heads) };
}

/** @param {Values} values */
const slopeOf = ({ heads, head }) => alibiSlopes(heads)[head - 1];

/** Draws T5's number of buckets and its largest distance. @param {Draw} draw */
const drawBuckets = ({ of }) => ({ buckets: of([16, 32]), max: of([64, 128, 256]) });

/**
 * Returns the bucket of a key at a distance before its query.
 * @param {Values} values
 * @param {number} distance
 */
const bucketOf = ({ buckets, max }, distance) =>
  t5Buckets(1, distance + 1, { buckets, maxDistance: max, bidirectional: false })[0];

/** Returns the angle of a clock at a position, in degrees. @param {Values} values */
function degreesOf(values) {
  const turns = values.position / waveOf(values);
  return 360 * (turns - Math.floor(turns));
}

/**
 * Returns the angle, in radians, by which RoPE turns a pair from one position to the next.
 * @param {Values} values
 * @param {object} [scaling]
 */
const speedOf = ({ dim, base, pair }, scaling) =>
  ropeFrequencies(dim, { base, scaling }).frequencies[pair];

/** Returns the number that bfloat16 stores for a position. @param {number} position */
function storedAs(position) {
  // With the slope 1, the bias of the first key is -position, rounded to bfloat16.
  const [bits] = alibiBias(1, 1, position + 1, { slopes: [1], dtype: 'bfloat16' });
  return -new Float32Array(Uint32Array.of(bits * 0x10000).buffer)[0];
}

/** Returns the gap between numbers of 8 significant bits at a position. @param {number} position */
function spacingAt(position) {
  let spacing = 1;
  while (spacing * 256 <= position) spacing *= 2;
  return spacing;
}

/** Returns the position of a patch. The class token has position 0. @param {Values} values */
function patchNumber({ height, width, row, column }) {
  const count = height * width;
  const places = gridPositions([height, width]);
  for (let patch = 0; patch < count; patch++)
    if (places[patch] === row && places[count + patch] === column) return patch + 1;
  return NaN;
}

/**
 * How many positions a turn of a clock may take. With each of these numbers, the hand is at a whole
 * number of degrees at every position.
 */
const EVEN_TURNS = [5, 6, 8, 9, 10, 12, 15, 18, 20, 24, 30, 36, 40];

/**
 * Returns the angle of a clock's hand since its last whole turn, in degrees.
 * @param {number} turn how many positions a turn takes
 * @param {number} at the position
 */
const degreesOn = (turn, at) => ((at % turn) * 360) / turn;

/** Returns the product of all whole numbers in a range. @param {number} from @param {number} to */
const product = (from, to) => {
  let result = 1;
  for (let factor = from; factor <= to; factor++) result *= factor;
  return result;
};

/** @type {Record<string, Kind>} */
export const KINDS = {
  turn: {
    level: 'full',
    draw: drawClock,
    answer: waveOf,
    show: wave,
    share: 0.01,
  },
  angle: {
    level: 'full',
    draw: (draw) => ({ ...drawClock(draw), position: draw.from(5, 60) }),
    answer: degreesOf,
    show: decimals(1),
    within: 1,
    fits: (_, answer) => answer > 5 && answer < 355,
    facts: (values) => [360 / waveOf(values)],
  },
  complete: {
    level: 'full',
    draw: ({ of }) => ({
      dim: of([8, 16]),
      base: of(BASES),
      length: of([30, 50, 80, 100, 200, 300, 500, 1000, 2000]),
    }),
    answer: ({ dim, base, length }) =>
      wavelengths(dim, { base }).filter((turn) => turn <= length).length,
    show: whole,
    fits: ({ dim, base, length }) =>
      wavelengths(dim, { base }).every((turn) => Math.abs(turn - length) > 0.03 * length),
    facts: ({ dim, base }) => [...wavelengths(dim, { base })],
  },
  entry: {
    level: 'full',
    draw: ({ of, from }) => {
      const dim = of([4, 8]);
      return { dim, base: of(BASES), position: from(2, 30), column: from(0, dim - 1) };
    },
    answer: entryOf,
    show: decimals(3),
    within: 0.002,
    fits: isTelling,
    facts: (values) => [angleOf(values)],
  },
  shift: {
    level: 'full',
    draw: ({ of, from }) => {
      const dim = of([4, 8]);
      return { dim, base: of(BASES), offset: from(2, 12), pair: from(0, dim / 2 - 1) };
    },
    answer: ({ dim, base, offset, pair }) =>
      shiftMatrix(dim, offset, { base })[2 * pair * dim + 2 * pair],
    show: decimals(3),
    within: 0.002,
    fits: isTelling,
    facts: (values) => [(TURN * values.offset) / waveOf(values)],
  },
  dot: {
    level: 'full',
    draw: ({ of, from }) => {
      const position = from(3, 40);
      return { base: of([25, 100, 400, 10000]), position, one: position + from(1, 12) };
    },
    answer: (values) => products({ ...values, two: values.one })[0],
    show: decimals(2),
    within: 0.02,
    facts: ({ base, position, one }) => [one - position, (one - position) / Math.sqrt(base)],
  },
  nearer: {
    level: 'full',
    choose: true,
    draw: ({ of, from }) => {
      const position = from(3, 40);
      const [one, two] = [position + from(1, 14), position + from(1, 14)];
      return { base: of([25, 100, 400, 10000]), position, one, two };
    },
    answer: (values) => larger(products(values)),
    show: decimals(2),
    fits: (values) => isClear(products(values)),
    facts: products,
  },
  gap: {
    level: 'full',
    draw: (draw) => {
      const dim = draw.of(DIMS);
      const pair = draw.from(1, dim / 2 - 1);
      return { dim, base: draw.of(BASES), pair, ...drawPlaces(draw, 30) };
    },
    answer: (values) => ((values.position - values.other) * speedOf(values) * 360) / TURN,
    show: decimals(1),
    within: 0.5,
    fits: (_, answer) => answer > 3 && answer < 360,
    facts: (values) => [(speedOf(values) * 360) / TURN],
  },
  score: {
    level: 'full',
    draw: (draw) => {
      const [a, b, c, d] = [1, 2, 3, 4].map(() => draw.from(-2, 3));
      return { a, b, c, d, ...drawPlaces(draw, 6) };
    },
    answer: ({ a, b, c, d, position, other }) => scoreOf([a, b, position], [c, d, other]),
    show: decimals(2),
    within: 0.03,
    fits: ({ a, b, c, d }) => (a !== 0 || b !== 0) && (c !== 0 || d !== 0),
    facts: ({ a, b, c, d }) => [a * c + b * d, a * d - b * c],
  },
  higher: {
    level: 'full',
    choose: true,
    draw: ({ from }) => {
      const position = from(20, 60);
      return { position, one: position - from(1, 14), two: position - from(1, 14) };
    },
    answer: (values) => larger(keyScores(values)),
    show: decimals(2),
    fits: (values) => isClear(keyScores(values)),
    facts: keyScores,
  },
  slope: {
    level: 'full',
    draw: drawHead,
    answer: slopeOf,
    show: decimals(5),
    share: 0.02,
  },
  bias: {
    level: 'full',
    draw: (draw) => ({ ...drawHead(draw), ...drawPlaces(draw, 50) }),
    answer: ({ heads, head, position, other }) => {
      const keys = position - other + 1;
      return alibiBias(heads, 1, keys)[(head - 1) * keys];
    },
    show: decimals(4),
    share: 0.02,
    facts: (values) => [slopeOf(values)],
  },
  bucket: {
    level: 'full',
    draw: (draw) => ({ ...drawBuckets(draw), distance: draw.from(3, 200) }),
    answer: (values) => bucketOf(values, values.distance),
    show: whole,
    // A rounded logarithm can give the wrong bucket at the first distance of a shared bucket. So
    // questions do not ask about this distance.
    fits: (values, answer) =>
      values.distance < values.buckets / 2 || bucketOf(values, values.distance - 1) === answer,
  },
  linear: {
    draw: ({ of, from }) => {
      const length = of([1024, 2048, 8192]);
      const factor = of([2, 4, 5, 8]);
      return { length, target: length * factor, factor, position: from(length, length * factor) };
    },
    answer: ({ factor, position }) => {
      const [plain, slowed] = [undefined, { rope_type: 'linear', factor }].map((scaling) =>
        speedOf({ dim: 8, base: 10000, pair: 0 }, scaling),
      );
      return (position * slowed) / plain;
    },
    show: decimals(2),
    within: 0.01,
  },
  ntk: {
    level: 'full',
    draw: ({ of, from }) => {
      const dim = of([8, 16, 32, 64]);
      return { dim, base: 10000, factor: of([2, 4, 8]), pair: from(1, dim / 2 - 1) };
    },
    answer: (values) =>
      speedOf(values) / speedOf(values, { rope_type: 'ntk', factor: values.factor }),
    show: decimals(2),
    share: 0.01,
  },
  stored: {
    level: 'full',
    draw: ({ from }) => ({ position: from(513, 4000) }),
    answer: ({ position }) => storedAs(position),
    show: whole,
    // The position must be neither a stored number nor halfway between two stored numbers.
    fits: ({ position }) => {
      const spacing = spacingAt(position);
      return position % (spacing / 2) !== 0;
    },
    facts: ({ position }) => [spacingAt(position)],
  },
  patch: {
    draw: ({ from }) => {
      const [height, width] = [from(8, 20), from(8, 20)];
      return { height, width, row: from(1, height - 1), column: from(1, width - 1) };
    },
    answer: patchNumber,
    show: whole,
  },
  sum: {
    level: 'full',
    draw: ({ of, from }) => {
      const dim = of([4, 8]);
      const word = (from(0, 18) - 9) / 10;
      return { dim, base: of(BASES), position: from(2, 30), column: from(0, dim - 1), word };
    },
    answer: ({ word, ...values }) => word + entryOf(values),
    show: decimals(3),
    within: 0.002,
    fits: ({ word, ...values }) => word !== 0 && isTelling(values, entryOf(values)),
    facts: (values) => [angleOf(values)],
  },
  flips: {
    draw: ({ from }) => ({ position: from(0, 254) }),
    answer: ({ position }) => [...(position ^ (position + 1)).toString(2)].length,
    show: whole,
  },
  layers: {
    draw: ({ of, from }) => ({ words: from(6, 40), side: of([1, 2, 3]) }),
    answer: ({ words, side }) => Math.ceil((words - 1) / side),
    show: whole,
  },
  doubled: {
    level: 'full',
    draw: drawClock,
    answer: ({ base, ...values }) => waveOf({ ...values, base: base * base }),
    show: wave,
    share: 0.01,
  },
  orders: {
    draw: ({ from }) => ({ words: from(3, 7), same: from(1, 3) }),
    answer: ({ words, same }) => product(same + 1, words),
    show: whole,
    fits: ({ words, same }) => words > same,
  },
  clock: {
    draw: ({ of, from }) => ({ turn: of(EVEN_TURNS), position: from(5, 90) }),
    answer: ({ turn, position }) => degreesOn(turn, position),
    show: whole,
    fits: ({ turn, position }, answer) => position > turn && answer > 0,
    facts: ({ turn, position }) => [Math.floor(position / turn), position % turn],
  },
  apart: {
    draw: (draw) => ({ step: draw.from(3, 40), ...drawPlaces(draw, 8) }),
    answer: ({ step, position, other }) => step * (position - other),
    show: whole,
    fits: (_, answer) => answer < 360,
  },
  weight: {
    level: 'full',
    draw: ({ from }) => {
      const [one, two, three] = [from(0, 20), from(0, 20), from(0, 20)].map((each) => each / 10);
      return { one, two, three };
    },
    answer: ({ one, two, three }) => swappedWeights([one, two, three])[2],
    show: decimals(3),
    within: 0.002,
    fits: ({ one, two, three }) => new Set([one, two, three]).size === 3,
  },
};

/** The kinds of questions about each figure, in order. @type {Record<string, string[]>} */
export const KINDS_OF = {
  order: ['orders', 'weight'],
  heatmap: ['entry', 'turn'],
  clocks: ['clock', 'turn', 'angle', 'complete', 'entry'],
  waves: ['clock', 'turn', 'angle', 'entry'],
  shift: ['shift', 'dot'],
  similarity: ['dot', 'nearer'],
  range: ['clock', 'complete', 'angle', 'bias', 'linear'],
  rope: ['apart', 'gap', 'score', 'higher', 'turn'],
  alibi: ['slope', 'bias'],
  buckets: ['bucket'],
  stretch: ['linear', 'ntk', 'complete'],
  schemes: ['bias', 'bucket', 'gap', 'turn'],
  precision: ['stored', 'turn'],
  patches: ['patch'],
  combine: ['sum', 'entry'],
  naive: ['flips'],
  networks: ['layers'],
  bugs: ['doubled'],
};

/** Whether an answer is far enough from 1 and -1. @param {Values} _ @param {number} answer */
function isTelling(_, answer) {
  return Math.abs(answer) < 0.99;
}

/** Whether two numbers differ enough. @param {number[]} numbers */
function isClear([one, two]) {
  return Math.abs(one - two) > 0.2;
}

/** The fields of figures that determine the encoding. */
const SETTINGS = ['dim', 'base', 'heads', 'buckets', 'max', 'length', 'target'];

/**
 * Whether a question is about the encoding in the picture. Then the picture may show the answer.
 * @param {Values} values
 * @param {Record<string, unknown>} state the state of the picture
 */
function isPictured(values, state) {
  const shared = SETTINGS.filter(
    (name) => Object.hasOwn(values, name) && Object.hasOwn(state, name),
  );
  return shared.length > 0 && shared.every((name) => values[name] === state[name]);
}

/** A question whose answer has occurred before is drawn again at most this many times. */
const TRIES = 200;

/**
 * Draws the numbers of a question for several sheets. Each sheet gets a different answer, if there
 * are enough answers. Two consecutive sheets never get the same answer. If students choose between
 * two options, sheets may have the same answer, but the numbers of the question differ.
 * @param {string} name the kind
 * @param {string} seed
 * @param {number} copies
 * @param {Record<string, unknown>} [state] the state of the picture
 * @returns {Values[]}
 */
export function drawValues(name, seed, copies, state = {}) {
  const { draw, answer, choose, show, fits } = KINDS[name];
  const source = drawBy(`${name} ${seed}`);
  /** @param {Values} values */
  const isGood = (values) => !isPictured(values, state) && (fits?.(values, answer(values)) ?? true);
  const drawGood = () => {
    let values = draw(source);
    while (!isGood(values)) values = draw(source);
    return values;
  };
  /** @param {Values} values */
  const keyOf = (values) => (choose ? JSON.stringify(values) : show(answer(values)));
  const used = new Set();
  /** @type {Values[]} */
  const drawn = [];
  let last = '';
  for (let copy = 0; copy < copies; copy++) {
    let values = drawGood();
    for (let tries = 0; used.has(keyOf(values)) && tries < TRIES; tries++) values = drawGood();
    while (keyOf(values) === last) values = drawGood();
    last = keyOf(values);
    used.add(last);
    drawn.push(values);
  }
  return drawn;
}

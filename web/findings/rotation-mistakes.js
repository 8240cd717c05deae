/* Names the mistakes of a port (new code for a model) that did not rotate an array as it should. */
import { roundedTo } from '../doctor/rounding.js';
import { withoutSections } from '../doctor/sections.js';
import { farthestOf, rotationCheck } from './rotation-check.js';

/** @typedef {import('./pairs.js').Pair} Pair */
/** @typedef {import('./pairs.js').Reading} Reading */
/** @typedef {import('./pairs.js').RotationFinding} RotationFinding */
/** @typedef {import('./rotation-check.js').RotationCheck} RotationCheck */
/** @typedef {import('./rotation-check.js').Wanted} Wanted */
/** @typedef {import('../doctor/elements.js').Dtype} Dtype */
/** @typedef {typeof import('../index.js')} Library */

/** If a rotation explains more than this fraction of the elements, no mistake is looked for. */
const MOSTLY = 0.99;

/** A pair of elements before the rotation, and the cosine and sine of its angle. */
/** @typedef {{x: number, y: number, c: number, s: number, factor: number}} Turned */

/**
 * Mistakes in the formula of a pair. Each function returns both elements after the rotation.
 * @type {Record<string, (pair: Turned) => [number, number]>}
 */
const FORMULAS = {
  'A minus sign is missing: the sine is added to both elements of a pair.': ({ x, y, c, s }) => [
    x * c + y * s,
    y * c + x * s,
  ],
  'There is one minus sign too many: the sine is subtracted from both elements of a pair.': (
    pair,
  ) => [rotated(pair), pair.y * pair.c - pair.x * pair.s],
  'Cosine and sine have changed places.': ({ x, y, c, s }) => [x * s - y * c, y * s + x * c],
  'The elements of a pair do not change places before they are multiplied by the sine.': ({
    x,
    y,
    c,
    s,
  }) => [x * c - x * s, y * c + y * s],
  'The first element of a pair is overwritten before the second one is computed from it.': (
    pair,
  ) => [rotated(pair), pair.y * pair.c + rotated(pair) * pair.s],
  'The attention factor multiplies the cosines, but not the sines.': ({ x, y, c, s, factor }) => [
    x * c - (y * s) / factor,
    y * c + (x * s) / factor,
  ],
};

/** Returns the first element of a pair after the rotation. @param {Turned} pair */
const rotated = ({ x, y, c, s }) => x * c - y * s;

/** @param {Turned} pair @returns {[number, number]} */
const right = (pair) => [rotated(pair), pair.y * pair.c + pair.x * pair.s];

/**
 * Mistakes in the frequencies. `plain` are those without scaling.
 * @type {Record<string, (frequencies: number[], plain: number[]) => number[]>}
 */
const FREQUENCIES = {
  'The exponents of the frequencies lack their minus sign.': (list) => list.map((x) => 1 / x),
  'Frequencies are in the reverse order: the last pair turns fastest.': (list) =>
    [...list].reverse(),
  'Angles are multiplied by 2 pi, as if frequencies were whole turns.': (list) =>
    list.map((x) => 2 * Math.PI * x),
  'The ramp of the scaling is reversed: slow pairs keep their frequencies, and fast pairs change.':
    (list, plain) => {
      const least = Math.min(...list.map((x, i) => x / plain[i]));
      return list.map((x, i) => plain[i] + plain[i] * least - x);
    },
  'In the middle of the ramp, scaled and plain frequencies have changed places.': (list, plain) => {
    const least = Math.min(...list.map((x, i) => x / plain[i]));
    const isBetween = (/** @type {number} */ part) => part > least * 1.000001 && part < 0.999999;
    return list.map((x, i) => (isBetween(x / plain[i]) ? plain[i] + plain[i] * least - x : x));
  },
};

/** The types to which programs round numbers that should not be rounded. */
const HALVES = /** @type {const} */ (['bfloat16', 'float16']);

/**
 * Returns functions that say whether an element is the first of its pair, which element is its
 * partner, and which pair it belongs to. `at` counts only the elements of a head that rotate.
 * @param {string} layout half or interleaved
 * @param {number} width how many elements of a head rotate
 */
function orderOf(layout, width) {
  const half = width / 2;
  const isHalf = layout === 'half';
  return {
    isFirst: (/** @type {number} */ at) => (isHalf ? at < half : at % 2 === 0),
    partnerOf: (/** @type {number} */ at) => (isHalf ? (at + half) % width : at ^ 1),
    pairOf: (/** @type {number} */ at) => (isHalf ? at % half : at >> 1),
  };
}

/**
 * Names the mistake of a port whose array no rotation explains.
 * @param {Pair} pair
 * @param {RotationFinding} found
 * @param {Wanted} model
 * @param {Library} library
 * @returns {{says: string[], reading: Reading} | undefined} `reading` says where the heads are
 */
export function mistakesOf(pair, found, model, library) {
  if (found.data.matched > MOSTLY) return undefined;
  const layout = model.layout === 'half' || model.layout === 'interleaved';
  for (const reading of found.readings) {
    const one = rotationCheck(pair, { ...found, reading }, model, library);
    if (!one) continue;
    if (!one.differ) return undefined;
    const says =
      headsNote(pair, reading, one) ?? (layout && mistakeIn(pair, reading, one, model, library));
    if (says) return { says: [says], reading };
  }
  return undefined;
}

/**
 * Says which heads rotate, if the others do not change.
 * @param {Pair} pair
 * @param {Reading} reading
 * @param {RotationCheck} one
 */
function headsNote({ values: [before, after] }, { heads = 1, headDim = 1 }, one) {
  if (heads < 2) return undefined;
  const headOf = (/** @type {number} */ i) => Math.floor(i / headDim) % heads;
  const still = new Set(Array.from({ length: heads }, (_, head) => head));
  after.forEach((x, i) => x !== before[i] && still.delete(headOf(i)));
  if (!still.size || still.size === heads) return undefined;
  const wish = before.map((x, i) => (still.has(headOf(i)) ? x : one.expected[i]));
  if (one.differingFrom(wish)) return undefined;
  if (still.size === heads - 1 && !still.has(0)) return 'Only the first head rotates.';
  const turning = [...Array(heads).keys()].filter((head) => !still.has(head));
  return `Only ${turning.length} of ${heads} heads rotate: ${turning.join(', ')}.`;
}

/** A mistake, and the elements that a port with this mistake computes. */
/** @typedef {[says: string, wish: (i: number) => number]} Mistake */

/**
 * Names the first mistake with which a port would compute the array.
 * @param {Pair} pair
 * @param {Reading} reading
 * @param {RotationCheck} one
 * @param {Wanted} model
 * @param {Library} library
 */
function mistakeIn({ values: [before, after] }, { heads = 1, headDim = 1 }, one, model, library) {
  const { rotaryDim = headDim, rotaryStart = 0 } = model;
  const atOf = (/** @type {number} */ i) => (i % headDim) - rotaryStart;
  let size = 0;
  for (const x of after) if (Math.abs(x) > size) size = Math.abs(x);
  const step = 1 + Math.floor(before.length / SAMPLES);
  const ports = portsOf(before, one, model, { heads, headDim }, library);
  for (const [says, wish] of mistakes(ports)) {
    const valueOf = (/** @type {number} */ i) =>
      atOf(i) >= 0 && atOf(i) < rotaryDim ? wish(i) : before[i];
    let isNear = true;
    for (let i = 0; i < before.length && isNear; i += step)
      isNear = Math.abs(valueOf(i) - after[i]) <= ROUGHLY * size;
    if (isNear && !one.differingFrom(before.map((_, i) => valueOf(i)))) return says;
  }
  return undefined;
}

/** About this many elements are compared roughly before all are compared. */
const SAMPLES = 4001;

/** Elements agree roughly if they differ by at most this fraction of the largest element. */
const ROUGHLY = 0.02;

/** Cosines and sines, [rows, pairs]. @typedef {{cos: Float64Array, sin: Float64Array}} Table */

/**
 * An array before its rotation, and functions that compute what ports make of it.
 * @typedef {object} Ports
 * @property {Float32Array | Float64Array} before
 * @property {number} heads
 * @property {number} headDim
 * @property {number} rotaryDim
 * @property {ArrayLike<number>} positions
 * @property {number[]} frequencies those that the model wants
 * @property {number[]} plain the frequencies without scaling
 * @property {(angleAt: (position: number, pair: number) => number,
 *   round?: (x: number) => number) => Table} tableOf
 * @property {(table: Table, make?: (pair: Turned) => [number, number], other?: Other) =>
 *   (i: number) => number} made returns the elements that a formula computes with a table
 */

/**
 * What a mistake changes: the order of the pairs, the order of the angles in the table, or the row
 * of the table for an element. What is missing here is as the model wants.
 * @typedef {{pairs?: ReturnType<typeof orderOf>, angles?: ReturnType<typeof orderOf>,
 *   rows?: (i: number) => number}} Other
 */

/**
 * @param {Float32Array | Float64Array} before
 * @param {RotationCheck} one
 * @param {Wanted} model
 * @param {{heads: number, headDim: number}} shape
 * @param {Library} library
 * @returns {Ports}
 */
function portsOf(before, { axes: { rowOf }, positions }, model, { heads, headDim }, library) {
  const { layout = '', rotaryDim = headDim, rotaryStart = 0 } = model;
  const { factor, ...frequencies } = frequenciesOf(model, headDim, positions, library);
  const order = orderOf(layout, rotaryDim);
  const pairs = rotaryDim / 2;
  /** @type {Ports['tableOf']} */
  const tableOf = (angleAt, round = (x) => x) => {
    const angles = Float64Array.from({ length: positions.length * pairs }, (_, i) =>
      angleAt(positions[Math.floor(i / pairs)], i % pairs),
    );
    const dtype = /** @type {const} */ ('float64');
    const options = { positions: angles, frequencies: [1], dtype };
    const { cos, sin } = library.ropeTable(angles.length, 2, options);
    return { cos: cos.map((x) => round(x * factor)), sin: sin.map((x) => round(x * factor)) };
  };
  /** @type {Ports['made']} */
  const made = (table, make = right, other = {}) => {
    const { pairs: own = order, angles = order, rows = rowOf } = other;
    return (i) => {
      const at = (i % headDim) - rotaryStart;
      const index = rows(i) * pairs + angles.pairOf(at);
      const partner = before[i - at + own.partnerOf(at)];
      const isFirst = own.isFirst(at);
      const [x, y] = isFirst ? [before[i], partner] : [partner, before[i]];
      return make({ x, y, c: table.cos[index], s: table.sin[index], factor })[isFirst ? 0 : 1];
    };
  };
  return { before, heads, headDim, rotaryDim, positions, ...frequencies, tableOf, made };
}

/**
 * Lists mistakes. Cosines and sines of a mistake are computed when it is tried.
 * @param {Ports} ports
 * @returns {Generator<Mistake>}
 */
function* mistakes(ports) {
  const { frequencies, plain, rotaryDim, tableOf, made } = ports;
  const exact = tableOf((position, pair) => position * frequencies[pair]);
  for (const [says, make] of Object.entries(FORMULAS)) yield [says, made(exact, make)];
  for (const own of ['half', 'interleaved']) {
    const other = own === 'half' ? 'interleaved' : 'half';
    const orders = { pairs: orderOf(own, rotaryDim), angles: orderOf(other, rotaryDim) };
    yield [
      `Pairs are those of the layout ${own}, but cosines and sines have the order of ${other}.`,
      made(exact, right, orders),
    ];
  }
  yield [
    'Rows and heads are exchanged without moving their elements: a reshape replaces a transpose.',
    made(exact, right, { rows: reshapedRows(ports) }),
  ];
  for (const [says, change] of Object.entries(FREQUENCIES)) {
    const list = change(frequencies, plain);
    if (list.some((x, i) => x !== frequencies[i]))
      yield [says, made(tableOf((position, pair) => position * list[pair]))];
  }
  for (const type of HALVES) yield* roundings(ports, type);
}

/**
 * Returns a function that gives the row of an element in wrong code. This code exchanges the axes
 * of rows and heads by a reshape instead of a transposition.
 * @param {Ports} ports
 */
function reshapedRows({ before, heads, headDim, positions: { length } }) {
  const sequences = before.length / headDim / length;
  return (/** @type {number} */ i) => {
    const unit = Math.floor(i / headDim);
    return (heads > 1 ? unit : Math.floor(unit / sequences)) % length;
  };
}

/**
 * Lists mistakes of rounding to a type of 16 bits.
 * @param {Ports} ports
 * @param {'bfloat16' | 'float16'} type
 * @returns {Generator<Mistake>}
 */
function* roundings({ frequencies, tableOf, made }, type) {
  const round = (/** @type {number} */ x) => roundedTo(type, x);
  const low = frequencies.map(round);
  yield [
    `Frequencies (inv_freq) are rounded to ${type}.`,
    made(tableOf((position, pair) => position * low[pair])),
  ];
  yield [
    `Angles are rounded to ${type}.`,
    made(tableOf((position, pair) => round(position * frequencies[pair]))),
  ];
  yield [
    `Frequencies (inv_freq) and angles are rounded to ${type}.`,
    made(tableOf((position, pair) => round(round(position) * low[pair]))),
  ];
  yield [
    `Cosines and sines are rounded to ${type}.`,
    made(tableOf((position, pair) => position * frequencies[pair], round)),
  ];
}

/**
 * Returns the frequencies that a model wants, those without scaling, and the attention factor.
 * @param {Wanted} model
 * @param {number} headDim
 * @param {ArrayLike<number>} positions
 * @param {Library} library
 */
function frequenciesOf(model, headDim, positions, library) {
  const { base, rotaryDim = headDim } = model;
  const scaling = model.scaling && withoutSections({ ...model.scaling });
  const contextLength = scaling && farthestOf(positions) + 1;
  const options = /** @type {{base: number}} */ ({ base, scaling, contextLength });
  const { frequencies, attentionFactor } = library.ropeFrequencies(rotaryDim, options);
  const { frequencies: plain } = library.ropeFrequencies(rotaryDim, { base });
  return { frequencies: [...frequencies], plain: [...plain], factor: attentionFactor };
}

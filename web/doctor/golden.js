/* Makes exact numbers of a model, against which a port of the model can be tested. */
import {
  alibiSlopes,
  applyRope,
  describeModel,
  ropeFrequencies,
  ropeTable,
  sinusoidal,
  t5Buckets,
} from '../index.js';
import * as check from '../check.js';
import { log } from './elementary.js';
import { dtypeOf, roundedTo, roundingOf } from './elements.js';
import { GENERATOR, generated } from './generator.js';
import { README, READERS } from './readers.js';

/** @typedef {import('./elements.js').Dtype} Dtype */
/** @typedef {import('../inspect/describe-model.js').AnyDescription} Description */
/** @typedef {Omit<Description, 'notes' | 'perLayer'>} Layer */

/**
 * The largest errors of code that computes in each type. A list has one number for each position.
 * @typedef {{float32: number | number[], float16: number | number[], bfloat16: number | number[]}}
 *   Tolerances
 */

/**
 * An array with the tolerances for a port.
 * @typedef {object} GoldenArray
 * @property {number[]} shape
 * @property {number[]} values what a port must compute
 * @property {number[]} [before] the inputs of the port, which `generator` makes
 * @property {number[]} [beforeShape] the shape of `before`, if it differs from `shape`
 * @property {Tolerances} tolerance the largest error of a port. It is absolute, unless `relative`
 * @property {true} [relative] whether errors are relative to the value
 * @property {string} why where the tolerance comes from
 */

/**
 * The arrays of one kind of layer.
 * @typedef {object} GoldenPart
 * @property {number[]} [layers] the indices of the layers; missing if the arrays are for all
 * @property {'encoder' | 'decoder'} [part] the part, for a model with an encoder and a decoder
 * @property {Record<string, unknown>} options options of the posenc function that makes the arrays
 * @property {Record<string, GoldenArray>} arrays for rope: frequencies, cos, sin, q, k; for ALiBi:
 *   slopes, bias; for T5: bias, whose `before` is the table of weights; for sinusoidal: table
 */

/**
 * The result of `golden`: plain data, which JSON.stringify can write.
 * @typedef {object} Golden
 * @property {'posenc golden 1'} format
 * @property {string} readme what the file is, and how to use it
 * @property {'rope' | 'alibi' | 't5' | 'sinusoidal'} scheme
 * @property {number} seed
 * @property {Dtype} dtype the type to which all values are rounded
 * @property {number[]} positions
 * @property {string} generator how the inputs are made
 * @property {GoldenPart[]} parts
 * @property {string[]} notes what else a port has to do
 * @property {Record<'python' | 'javascript' | 'c' | 'rust', string>} readers programs that read a
 *   JSON file of this object
 */

const readOptions = check.reader('golden', [], ({ positions, seed, dtype, bidirectional }) => ({
  positions,
  seed,
  dtype,
  bidirectional,
}));

const SCHEMES = /** @type {const} */ (['rope', 'alibi', 't5', 'sinusoidal']);

/** The largest position, and the largest number of positions. */
const FARTHEST = 1048576;
const MOST_POSITIONS = 256;

/** Queries and keys are made for at most this many heads. Other heads rotate alike. */
const MOST_HEADS = 2;

const TYPES = /** @type {const} */ (['float32', 'float16', 'bfloat16']);

/** The unit roundoff of float32, 2^-24. */
const FLOAT32 = 1 / 16777216;

/**
 * Makes exact numbers of a model, against which a port of the model can be tested. They are inputs,
 * frequencies, cosines and sines, rotated queries and keys, or rows of biases. The result is plain
 * data for a JSON file. Each array has the tolerances that code in float32, float16 and bfloat16
 * may need, and says why.
 *
 * The tolerances hold for ports that compute angles in float32 or better. The arrays of a port may
 * have 16 bits. The positions are those of text. Models with axes for images get the same position
 * on all axes.
 *
 * @param {object} config the parsed config.json of a Hugging Face model, or a result of
 *   describeModel. The scheme must be rope, ALiBi, T5 or sinusoidal
 * @param {object} [options]
 * @param {ArrayLike<number>} [options.positions] 1 to 256 integers from 0 to 2^20; default: the
 *   last position of the model's context, and 0, 1, 2, 3, 10, 100 and 1000 where they are smaller
 * @param {number} [options.seed] an integer from 0 to 2^32 - 1; default 0
 * @param {Dtype} [options.dtype] the type to which all values are rounded; default 'float64'
 * @param {boolean} [options.bidirectional] for T5: true for only the encoder's bias, false for only
 *   the decoder's; default: those of all parts of the model
 * @returns {Golden}
 * @throws {RangeError | TypeError}
 * @example
 * const config = {
 *   model_type: 'llama',
 *   hidden_size: 64,
 *   num_attention_heads: 8,
 *   max_position_embeddings: 2048,
 * };
 * const { positions, parts } = golden(config, { positions: [0, 1, 2] });
 * const { frequencies, q } = parts[0].arrays;
 * console.log(positions, frequencies.values); // [0, 1, 2] [1, 0.1, 0.01, 0.001]
 * console.log(q.shape, q.before.slice(16, 18)); // [3, 2, 8] [0.8281, -1.0313]
 */
export function golden(config, options) {
  const given = readOptions(options);
  const { seed = 0 } = given;
  check.count('seed', seed, 0, 4294967295);
  const dtype = dtypeOf(given.dtype) ?? 'float64';
  const list = given.positions === undefined ? undefined : readPositions(given.positions);
  const { scheme } = check.readAny('config', config, ['scheme']);
  const described = scheme === undefined ? describeModel(config) : config;
  const model = /** @type {Description} */ (described);
  check.enter('golden');
  const known = SCHEMES.find((each) => each === model.scheme);
  const isGrid = model.grid !== undefined || model.sectioning === 'axial';
  if (!known || isGrid)
    check.refuse('config', 'a model with rope, alibi, t5 or sinusoidal positions', model.scheme);
  const { bidirectional } = given;
  if (bidirectional !== undefined) check.flag('bidirectional', bidirectional);
  if (bidirectional !== undefined && known !== 't5')
    check.refuse('bidirectional', 'a model with t5 positions', known);
  const positions = list ?? usualPositions(model.contextLength);
  const parts = MAKE[known]({ model, positions, seed, dtype, bidirectional });
  return {
    format: 'posenc golden 1',
    readme: README,
    scheme: known,
    seed,
    dtype,
    positions,
    generator: GENERATOR,
    parts,
    notes: [...(model.notes ?? [])],
    readers: READERS,
  };
}

/** @param {unknown} value */
function readPositions(value) {
  /** @type {check.Check} */
  const test = (name, each) => check.count(name, each, 0, FARTHEST);
  const list = [...check.numbers('positions', value, test)];
  if (!list.length || list.length > MOST_POSITIONS)
    check.refuse('positions', `1 to ${MOST_POSITIONS} positions`, value);
  return list;
}

/** @param {number | undefined} contextLength */
function usualPositions(contextLength = 2048) {
  const last = Math.min(contextLength, FARTHEST) - 1;
  return [0, 1, 2, 3, 10, 100, 1000].filter((each) => each < last).concat(last);
}

/**
 * What the arrays are made from.
 * @typedef {{model: Description, positions: number[], seed: number, dtype: Dtype,
 *   bidirectional?: boolean}} Source
 */

/** Functions that make the parts of each scheme. */
const MAKE = {
  rope: ropeParts,
  alibi: alibiParts,
  t5: t5Parts,
  sinusoidal: sinusoidalParts,
};

/**
 * Makes an array of a result.
 * @param {number[]} shape
 * @param {Iterable<number>} values
 * @param {Dtype} dtype
 * @param {(type: Dtype) => number | number[]} tolerance
 * @param {string} why
 * @returns {GoldenArray}
 */
function arrayOf(shape, values, dtype, tolerance, why) {
  const [float32, float16, bfloat16] = TYPES.map(tolerance);
  return {
    shape,
    values: Array.from(values, (each) => roundedTo(dtype, each)),
    tolerance: { float32, float16, bfloat16 },
    why,
  };
}

/**
 * Groups the layers that rotate. The layers of a group have the same settings of the rotation.
 * @param {Description} model
 * @returns {{layer: Description | Layer, layers: number[] | undefined}[]}
 */
function kindsOf(model) {
  if (!model.perLayer) return [{ layer: model, layers: undefined }];
  /** @type {Map<string, {layer: Layer, layers: number[]}>} */
  const kinds = new Map();
  model.perLayer.forEach((layer, i) => {
    if (layer.scheme !== 'rope') return;
    const { headDim, rotaryDim, rotaryStart, base, scaling } = layer;
    const key = JSON.stringify([headDim, rotaryDim, rotaryStart, base, scaling]);
    /** @type {{layer: Layer, layers: number[]}} */
    const kind = kinds.get(key) ?? { layer, layers: [] };
    kind.layers.push(i);
    kinds.set(key, kind);
  });
  const all = [...kinds.values()];
  const isOne = all.length === 1 && all[0].layers.length === model.perLayer.length;
  return isOne ? [{ layer: model, layers: undefined }] : all;
}

/** @param {Source} source @returns {GoldenPart[]} */
function ropeParts({ model, positions, seed, dtype }) {
  return kindsOf(model).map(({ layer, layers }) => {
    const { headDim, rotaryDim = headDim, rotaryStart = 0, base = 1e4 } = layer;
    const scaling = textScaling(layer.scaling);
    const contextLength = scaling && Math.max(...positions) + 1;
    const angular = { base, rotaryDim, scaling, contextLength };
    const options = { ...angular, layout: model.layout ?? 'half', rotaryStart, headDim };
    return {
      layers,
      options: withoutUndefined(options),
      arrays: {
        ...ropeAngles(angular, headDim, positions, dtype),
        q: rotatedArray(options, { heads: layer.heads, array: 1, positions, seed, dtype }),
        k: rotatedArray(options, { heads: layer.keyHeads, array: 2, positions, seed, dtype }),
      },
    };
  });
}

/**
 * Removes sections from a scaling. Text has the same position on all axes, so sections change
 * nothing.
 * @param {Record<string, unknown> | undefined} scaling
 */
function textScaling(scaling) {
  if (!scaling) return undefined;
  const others = { ...scaling };
  for (const name of ['mrope_section', 'mrope_interleaved']) delete others[name];
  return others;
}

/** @param {Record<string, unknown>} object */
const withoutUndefined = (object) =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));

/**
 * The options that determine angles.
 * @typedef {{base: number, rotaryDim: number, scaling?: Record<string, unknown>,
 *   contextLength?: number}} Angular
 */

/**
 * Returns the largest error of a cosine that float32 arithmetic makes at each position. The factor
 * 6 is for 4 roundings of a frequency base^-x, one of the angle, and the rounded exponent x. The
 * rounding of x changes base^-x by at most 2^-24 / e, since y exp(-y) <= 1 / e for y = x ln(base).
 * @param {number} fastest the fastest frequency
 * @param {number[]} positions
 */
const angleErrors = (fastest, positions) =>
  positions.map((position) => 6 * FLOAT32 * fastest * position);

/**
 * @param {Angular} angular
 * @param {number} headDim
 * @param {number[]} positions
 * @param {Dtype} dtype
 */
function ropeAngles(angular, headDim, positions, dtype) {
  const { frequencies, attentionFactor } = ropeFrequencies(headDim, angular);
  const { cos, sin } = ropeTable(positions.length, headDim, {
    ...angular,
    positions,
    dtype: 'float64',
  });
  const errors = angleErrors(Math.max(0, ...frequencies), positions);
  const shape = [positions.length, frequencies.length];
  /** @param {Dtype} type */
  const tolerance = (type) =>
    errors.map((error) => attentionFactor * Math.min(2, error + 2 * roundingOf(type)));
  const why =
    'Two roundings of the value, and position * 6 * 2^-24 for frequencies and angles in float32. ' +
    'All values contain the attention factor.';
  return {
    frequencies: {
      ...arrayOf(
        [frequencies.length],
        frequencies,
        dtype,
        () => (8 + log(angular.base)) * FLOAT32,
        'Frequencies must be float32 in every port. The exponent is rounded, and then multiplied ' +
          'by ln(base), so that errors up to (ln(base) + 8) * 2^-24 are possible.',
      ),
      relative: /** @type {const} */ (true),
    },
    cos: arrayOf(shape, /** @type {Float64Array} */ (cos), dtype, tolerance, why),
    sin: arrayOf(shape, /** @type {Float64Array} */ (sin), dtype, tolerance, why),
  };
}

/**
 * Makes an array with the generator, and rotates it.
 * @param {Angular & {layout: any, rotaryStart: number, headDim: number}} options
 * @param {{heads: number, array: number, positions: number[], seed: number, dtype: Dtype}} of
 * @returns {GoldenArray}
 */
function rotatedArray(options, { heads: all, array, positions, seed, dtype }) {
  const heads = Math.min(all, MOST_HEADS);
  const { headDim, base, rotaryDim, scaling, contextLength } = options;
  const before = generated(seed, array, positions.length * heads * headDim);
  const after = applyRope(before.slice(), { ...options, heads, positions });
  const angular = { base, rotaryDim, scaling, contextLength };
  const { frequencies, attentionFactor } = ropeFrequencies(headDim, angular);
  const errors = angleErrors(Math.max(0, ...frequencies), positions);
  /** @param {Dtype} type */
  const tolerance = (type) =>
    errors.map((error) => 4 * attentionFactor * Math.min(1, error + 4 * roundingOf(type)));
  const why =
    'The elements of a pair are at most 2. So an error is at most 4 times that of a cosine: ' +
    'position * 6 * 2^-24 for its angle, and 4 roundings of cosine, products and sum.';
  const made = arrayOf([positions.length, heads, headDim], after, dtype, tolerance, why);
  return { ...made, before: [...before] };
}

/** @param {Source} source @returns {GoldenPart[]} */
function alibiParts({ model, positions, dtype }) {
  const { heads, maxBias } = model;
  const slopes = [...alibiSlopes(heads, { maxBias })];
  const bias = slopes.flatMap((slope) =>
    positions.flatMap((query) => positions.map((key) => 0 - slope * Math.abs(query - key))),
  );
  /** @param {Dtype} type */
  const relative = (type) => 4 * roundingOf(type);
  const why = 'The roundings of the slope, of the distance and of their product.';
  const shape = [heads, positions.length, positions.length];
  return [
    {
      options: withoutUndefined({ heads, maxBias }),
      arrays: {
        slopes: { ...arrayOf([heads], slopes, dtype, relative, why), relative: true },
        bias: { ...arrayOf(shape, bias, dtype, relative, why), relative: true },
      },
    },
  ];
}

/** @param {Source} source @returns {GoldenPart[]} */
function t5Parts({ bidirectional: wanted, ...source }) {
  const { bidirectional = true, parts } = source.model;
  const names = parts ? /** @type {const} */ (['encoder', 'decoder']) : [undefined];
  const all = names.map((part) => ({ part, ...(part ? parts?.[part] : { bidirectional }) }));
  const chosen = all.filter((each) => [undefined, each.bidirectional].includes(wanted));
  if (!chosen.length) check.refuse('bidirectional', `${bidirectional}, as in the model`, wanted);
  return chosen.map(({ part, bidirectional: own = true }) => ({ part, ...t5Part(source, own) }));
}

/**
 * @param {Source} source
 * @param {boolean} bidirectional
 * @returns {GoldenPart}
 */
function t5Part({ model, positions, seed, dtype }, bidirectional) {
  const { heads, buckets = 32, maxDistance } = model;
  const options = { buckets, maxDistance, bidirectional };
  const farthest = Math.max(...positions);
  // The last query is at the position of the last key.
  const back = t5Buckets(1, farthest + 1, options);
  const ahead = t5Buckets(farthest + 1, 1, options);
  /** @param {number} distance */
  const bucketOf = (distance) =>
    distance <= 0 ? back[farthest + distance] : ahead[farthest - distance];
  const table = generated(seed, 3, buckets * heads);
  const bias = Array.from({ length: heads }, (_, head) =>
    positions.flatMap((query) =>
      positions.map((key) => table[bucketOf(key - query) * heads + head]),
    ),
  ).flat();
  const shape = [heads, positions.length, positions.length];
  const why =
    'Biases are looked up, so they are exact in every type. `before` is the table of weights, ' +
    '[buckets, heads].';
  const weights = { before: [...table], beforeShape: [buckets, heads] };
  return {
    options: withoutUndefined({ heads, ...options }),
    arrays: { bias: { ...arrayOf(shape, bias, dtype, () => 0, why), ...weights } },
  };
}

/** @param {Source} source @returns {GoldenPart[]} */
function sinusoidalParts({ model, positions, dtype }) {
  const { dim = model.headDim, start = 0, layout } = model;
  const values = sinusoidal(positions.length, dim, {
    layout,
    positions: positions.map((position) => start + position),
    dtype: 'float64',
  });
  const errors = angleErrors(
    1,
    positions.map((position) => start + position),
  );
  /** @param {Dtype} type */
  const tolerance = (type) => errors.map((error) => Math.min(2, error + 2 * roundingOf(type)));
  const why = 'Two roundings of the value, and position * 6 * 2^-24 for angles in float32.';
  return [
    {
      options: withoutUndefined({ dim, start, layout }),
      arrays: { table: arrayOf([positions.length, dim], values, dtype, tolerance, why) },
    },
  ];
}

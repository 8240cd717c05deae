/* Finds what happened between two arrays. */
import { brief, departed, elements } from './reports.js';

/** @typedef {import('../files/tensor.js').Tensor} Tensor */
/** @typedef {import('./reports.js').Finding} Finding */
/** @typedef {import('../doctor/identify-rotation.js').Rotation} Rotation */
/** @typedef {import('../doctor/identify-rotation.js').IdentifyRotationOptions} RotationOptions */
/** @typedef {import('../doctor/compare.js').Comparison} Comparison */
/** @typedef {import('../doctor/compare.js').CompareOptions} CompareOptions */
/** @typedef {import('../doctor/elements.js').Dtype} Dtype */
/** @typedef {typeof import('../doctor/index.js')} Doctor */

/**
 * Two tensors of the same shape, and their elements. Halves are widened, so `dtype` says what they
 * were.
 * @typedef {object} Pair
 * @property {Tensor} a
 * @property {Tensor} b
 * @property {Dtype} [dtype]
 * @property {(Float32Array | Float64Array)[]} values
 */

/** How the rows and heads of an array are read. @typedef {Partial<RotationOptions>} Reading */

/**
 * What turned one array into another. `reading` says where the heads are.
 * @typedef {Finding & {kind: 'rotation', data: Rotation, reading: Reading}} RotationFinding
 */

/** How two arrays differ. @typedef {Finding & {kind: 'comparison', data: Comparison}} CompareFinding */

/** The types to which arrays may be rounded, the finest first. */
const COARSENESS = ['float64', 'float32', 'float16', 'bfloat16'];

/** The sizes of heads that are tried if no axis says it. */
const USUAL_HEADS = [128, 64, 96, 80, 256, 32, 48, 16];

/** If a reading explains so much, no other one is tried. */
const EXPLAINED = 0.9;

/**
 * Reads two tensors.
 * @param {Tensor[]} tensors
 * @param {(tensor: Tensor) => Promise<Float32Array | Float64Array>} read
 * @returns {Promise<Pair>}
 * @throws {RangeError} if their shapes differ
 */
export async function readPair([a, b], read) {
  if (a.shape.join() !== b.shape.join())
    throw new RangeError(
      `${b.name}: expected the shape [${a.shape.join(', ')}] of ${a.name}, got [${b.shape.join(', ')}]`,
    );
  const rank = Math.max(...[a, b].map(({ dtype }) => COARSENESS.indexOf(dtype)));
  const dtype = rank > 0 ? /** @type {Dtype} */ (COARSENESS[rank]) : undefined;
  return { a, b, dtype, values: [await read(a), await read(b)] };
}

/**
 * Lists where the heads of an array may be, the most usual place first: [..., length, heads,
 * headDim], [..., heads, length, headDim], or [length, heads * headDim].
 * @param {number[]} shape
 * @param {Reading} given
 * @returns {Reading[]}
 */
function readingsOf(shape, { heads, headDim, length }) {
  const width = shape[shape.length - 1] ?? 1;
  const above = shape[shape.length - 2];
  const isGiven = heads !== undefined || headDim !== undefined || length !== undefined;
  if (shape.length > 2) {
    const usual = { heads: above, headDim: width };
    if (isGiven || above < 2) return [usual];
    return [usual, { heads: 1, headDim: width, length: above }];
  }
  if (headDim !== undefined) return [{ heads: width / headDim }];
  if (heads !== undefined) return [{ heads, headDim: width / heads }];
  const several = USUAL_HEADS.filter((size) => size < width && width % size === 0);
  return [width, ...several].map((size) => ({ heads: width / size, headDim: size }));
}

/**
 * Finds the rotation that turned the first array into the second.
 * @param {Pair} pair
 * @param {Reading} options of identifyRotation
 * @param {Doctor} doctor
 * @returns {RotationFinding}
 */
export function examineRotation({ a, dtype, values }, options, { identifyRotation }) {
  /** @type {{reading: Reading, data: Rotation} | undefined} */
  let best;
  for (const each of readingsOf(a.shape, options)) {
    const reading = { dtype, ...each, ...options };
    const data = identifyRotation(values[0], values[1], /** @type {RotationOptions} */ (reading));
    if (!best || data.matched > best.data.matched) best = { reading, data };
    if (best.data.matched >= EXPLAINED) break;
  }
  const { reading, data } = /** @type {{reading: Reading, data: Rotation}} */ (best);
  return { kind: 'rotation', data, reading, agrees: !data.departure, ...rotationReport(data) };
}

/** @param {Rotation} found */
function rotationReport({ matched, departure, notes, ...settings }) {
  const { layout, rotaryDim } = settings;
  if (!layout && !rotaryDim && !departure) return { says: [], settings: {}, notes };
  if (!departure) return { says: ['This rotation explains all elements:'], settings, notes };
  const { row, head, element, expected, got } = departure;
  const where =
    `It departs first in row ${row}, head ${head}, element ${element}: ` +
    `expected ${brief(expected)}, got ${brief(got)}.`;
  const says = `The nearest rotation explains ${elements(matched)}.`;
  return { says: [says], settings, notes: [where, ...notes] };
}

/**
 * Compares two arrays. The second is what is expected.
 * @param {Pair} pair
 * @param {CompareOptions} options
 * @param {Doctor} doctor
 * @returns {CompareFinding}
 */
export function examineDifference({ a, dtype, values }, options, { compare }) {
  const isShaped = options.rows !== undefined || options.dim !== undefined;
  const shape = isShaped || a.shape.length < 2 || !a.length ? {} : { rows: a.shape[0] };
  const data = compare(values[0], values[1], { dtype, ...shape, ...options });
  return { kind: 'comparison', data, agrees: !data.departure, ...comparisonReport(data) };
}

/** @param {Comparison} found */
function comparisonReport({ type, agreed, equal, maxError, departure, worst, notes }) {
  const says = `In ulps of ${type}, ${elements(agreed)} agree, and ${elements(equal)} are equal.`;
  const where = [];
  if (departure) where.push(departed({ ...departure, expected: departure.b, got: departure.a }));
  if (worst) {
    const { row, column, ulps } = worst;
    where.push(`The worst element is in row ${row}, column ${column}: ${brief(ulps)} ulps.`);
  }
  return { says: [says], settings: { maxError }, notes: [...where, ...notes] };
}

/* Compares arrays with what a model wants, or with the formula that is nearest. */
import * as library from '../index.js';
import { rebuilt } from '../findings/identify-rows.js';
import { heatOf } from './heat.js';

/** @typedef {import('../files/tensor.js').Tensor} Tensor */
/** @typedef {import('../inspect/describe-model.js').Description} Description */
/** @typedef {import('../findings/pairs.js').Pair} Pair */
/** @typedef {import('../findings/pairs.js').RotationFinding} RotationFinding */
/** @typedef {import('../findings/tables.js').TableFinding} TableFinding */
/** @typedef {import('../findings/tables.js').BiasFinding} BiasFinding */
/** @typedef {import('../findings/tables.js').Read} Read */

/** A formula that explains less explains nothing. */
export const NOTHING = 0.1;

/** @typedef {Parameters<typeof library.applyRope>[1]} Options */

/** An element may be off by so many roundings of the largest element of its head. */
const ROUNDINGS = 8;

/**
 * Half the distance between 1 and the next number of each type: 2^-53, 2^-24, 2^-11 and 2^-8.
 * @type {Record<string, number>}
 */
const ROUNDING = {
  float64: 1 / 9007199254740992,
  float32: 1 / 16777216,
  float16: 1 / 2048,
  bfloat16: 1 / 256,
};

/** The relative error of an angle that is computed in float32. */
const FLOAT32_ANGLE = 1 / 4194304; // 2^-22

/**
 * What applyRope takes from a model, or from a rotation that was found.
 * @typedef {object} Wanted
 * @property {string} [layout]
 * @property {number} [rotaryDim]
 * @property {number} [rotaryStart]
 * @property {number} [base]
 * @property {object} [scaling]
 * @property {number} [headDim]
 * @property {number} [start]
 * @property {number} [step]
 * @property {boolean} [inverse]
 * @property {'exact' | 'float32'} [precision]
 */

/**
 * Rotates the first array as it should be, and compares the second one with it.
 * @param {Pair} pair
 * @param {RotationFinding} found
 * @param {Wanted} wanted
 * @returns {{differ: number, heat: import('./heat.js').Heat | undefined} | undefined} nothing if
 *   the heads have another size than those of the model
 */
export function rotationCheck({ dtype, values: [before, after] }, { reading }, wanted) {
  const { heads = 1, headDim = 1 } = reading;
  if ((wanted.headDim ?? headDim) !== headDim) return undefined;
  const rows = before.length / heads / headDim;
  const { length = rows } = reading;
  const { start = 0, step = 1, rotaryDim = headDim, rotaryStart = 0 } = wanted;
  const positions = Array.from({ length }, (_, row) => start + step * row);
  const { layout, base, scaling, inverse, precision } = wanted;
  // Some scalings depend on the length of the text.
  const contextLength = scaling && Math.max(...positions) + 1;
  const rotation = { layout, base, scaling, contextLength, inverse, precision };
  const options = { heads, headDim, length, rotaryDim, rotaryStart, positions, ...rotation };
  const expected = library.applyRope(before.slice(), /** @type {Options} */ (options));
  const rowOf = (/** @type {number} */ i) => Math.floor(i / (heads * headDim)) % length;
  const rounding = ROUNDING[dtype ?? (after instanceof Float64Array ? 'float64' : 'float32')];
  let differ = 0;
  for (let unit = 0; unit < after.length; unit += headDim) {
    const size = Math.max(...before.subarray(unit, unit + headDim).map(Math.abs));
    const angle = Math.abs(positions[rowOf(unit)]) * FLOAT32_ANGLE;
    const most = (ROUNDINGS * rounding + angle) * size;
    for (let i = unit; i < unit + headDim; i++)
      if (!(Math.abs(after[i] - expected[i]) <= most)) differ++;
  }
  const columnOf = pairsOf({ headDim, rotaryDim, rotaryStart, layout });
  const columns = headDim - rotaryDim / 2;
  const axes = {
    rows: length,
    columns,
    names: rotaryDim === headDim ? 'pairs' : 'pairs and elements',
  };
  const heat = differ ? heatOf(after, expected, { ...axes, rowOf, columnOf }) : undefined;
  return { differ, heat };
}

/**
 * Returns a function that gives the pair of an element. Elements that do not rotate follow the pairs.
 * @param {{headDim: number, rotaryDim: number, rotaryStart: number, layout?: string}} wanted
 */
function pairsOf({ headDim, rotaryDim, rotaryStart, layout }) {
  const half = rotaryDim / 2;
  return (/** @type {number} */ index) => {
    const element = index % headDim;
    const at = element - rotaryStart;
    if (at < 0) return half + element;
    if (at >= rotaryDim) return element - half;
    return layout === 'half' ? at % half : at >> 1;
  };
}

/** Shows where two arrays differ. @param {Pair} pair */
export function comparisonHeat({ a, values: [first, second] }) {
  const rows = a.shape.length > 1 ? a.shape[0] : 1;
  return heatOf(first, second, rowsAndColumns(rows, first.length / rows));
}

/** @param {number} rows @param {number} columns */
const rowsAndColumns = (rows, columns) => ({
  rows,
  columns,
  names: 'columns',
  rowOf: (/** @type {number} */ i) => Math.floor(i / columns),
  columnOf: (/** @type {number} */ i) => i % columns,
});

/**
 * Shows where a table departs from the nearest formula.
 * @param {Tensor} tensor
 * @param {TableFinding} found
 */
export async function tableHeat(tensor, { data, dim, length }) {
  const read = 'rowsRead' in data ? data.rowsRead[0] : undefined;
  if (!data.departure || !read || data.matched < NOTHING) return undefined;
  const got = await tensor.readFloats(tensor.shape[0] === length ? read : undefined);
  const rows = { start: 0, end: got.length / dim };
  const expected = rebuilt(library, /** @type {Read} */ (data), rows, dim);
  if (expected.length !== got.length) return undefined;
  return heatOf(got, expected, rowsAndColumns(rows.end, dim));
}

/** Whether a model has tables without a formula. @param {Description} model */
export const isLearned = ({ scheme }) => ['learned', 't5', 'relative', 'swin'].includes(scheme);

/** What the schemes of tables and of models have in common. @type {Record<string, string>} */
const KINDS = { sinusoidal2d: 'sinusoidal', relative: 't5' };

/** The settings that a table and a model must share. */
const SHARED = /** @type {const} */ (['layout', 'base', 'start', 'rotaryDim']);

/**
 * Lists how a table or a bias differs from what a model wants.
 * @param {{name: string, model: Description}} wanted
 * @param {TableFinding | BiasFinding} found
 */
export function tableDifferences({ name, model }, { agrees, data }) {
  if (!agrees) {
    return isLearned(model)
      ? []
      : [`${name} wants ${model.scheme}. No formula explains this tensor.`];
  }
  const scheme = KINDS[data.scheme] ?? data.scheme;
  if (scheme !== model.scheme)
    return [`${name} wants ${model.scheme}, and this tensor is ${data.scheme}.`];
  const got = /** @type {Record<string, unknown>} */ (/** @type {object} */ (data));
  const shared = scheme === 'rope' ? SHARED.slice(1, 2) : SHARED;
  return shared
    .filter((key) => model[key] !== undefined && got[key] !== undefined && model[key] !== got[key])
    .map((key) => `The ${key} is ${got[key]}, not ${model[key]}.`);
}

/* Compares arrays with what a model wants, or with the formula that is nearest. */
import * as library from '../index.js';
import { rebuilt } from '../findings/identify-rows.js';
import { heatOf } from './heat.js';

/** @typedef {import('../files/tensor.js').Tensor} Tensor */
/** @typedef {import('../inspect/describe-model.js').Description} Description */
/** @typedef {import('../findings/pairs.js').Pair} Pair */
/** @typedef {import('../findings/tables.js').TableFinding} TableFinding */
/** @typedef {import('../findings/tables.js').BiasFinding} BiasFinding */
/** @typedef {import('../findings/tables.js').Read} Read */

/** A formula that explains less explains nothing. */
export const NOTHING = 0.1;

/**
 * Shows where a rotation differs from what it should be.
 * @param {Pair} pair
 * @param {import('../findings/rotation-check.js').RotationCheck | undefined} found
 */
export const rotationHeat = ({ values: [, after] }, found) =>
  found?.differ ? heatOf(after, found.expected, found.axes) : undefined;

/**
 * Shows where two arrays differ.
 * @param {Pair} pair
 * @param {import('../doctor/compare.js').Comparison} found
 */
export function comparisonHeat({ a, values: [first, second] }, found) {
  const rows = a.shape.length > 1 ? a.shape[0] : 1;
  return heatOf(first, second, rowsAndColumns(rows, first.length / rows), found);
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

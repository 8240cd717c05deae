/*
 * Compares a bias of T5 with the learned table of a model. The table is relative_attention_bias in
 * files of transformers, and has one weight for each bucket and head.
 */
import { apart } from './reports.js';

/** @typedef {import('../doctor/identify-bias.js').BiasIdentification} Bias */

/**
 * The learned table of a model, [buckets, heads].
 * @typedef {{name: string, values: ArrayLike<number>}} WeightTable
 */

/** Weights may have this relative error: some models compute in bfloat16. */
const WEIGHT_ERROR = 1 / 128;

/** What is said of a bias of T5 if the table of the model is not given. */
export const UNCHECKED =
  'Only the buckets were checked. The weights need the learned table (relative_attention_bias).';
export const UNCHECKED_BOTH =
  'Only the buckets were checked. The weights, and which keys are before a query, need the learned ' +
  'table (relative_attention_bias).';

/**
 * Lists how the weights in a bias differ from those of a table. Weights of buckets that the bias
 * does not use are NaN, and are not compared.
 * @param {Pick<Bias, 'weights' | 'buckets' | 'bidirectional'>} found
 * @param {WeightTable} table
 * @returns {string[]}
 */
export function weightDifferences(found, { name, values }) {
  const { weights = [], buckets = 1, bidirectional } = found;
  const heads = weights.length / buckets;
  if (values.length !== weights.length) {
    const size = weights.length;
    return [`The bias has ${size} weights (${buckets} buckets), and ${name} has ${values.length}.`];
  }
  const used = Array.from(weights, (weight, at) => ({ weight, at })).filter(
    ({ weight }) => !Number.isNaN(weight),
  );
  const differing = (/** @type {(at: number) => number} */ source) =>
    used.filter(({ weight, at }) => !isNear(weight, values[source(at)]));
  const [first, ...others] = differing((at) => at);
  if (!first) return [];
  const opposite = (/** @type {number} */ at) => oppositeOf(Math.floor(at / heads), buckets);
  const swapped = (/** @type {number} */ at) => opposite(at) * heads + (at % heads);
  if (bidirectional && !differing(swapped).length)
    return ['Keys before a query have the weights of keys after it: is the distance negated?'];
  const [got, wanted] = apart([first.weight, values[first.at]]);
  const [bucket, head] = [Math.floor(first.at / heads), first.at % heads];
  const differ = others.length ? `${others.length + 1} weights differ.` : 'One weight differs.';
  return [differ, `In bucket ${bucket} of head ${head}, the weight is ${got}, not ${wanted}.`];
}

/** @param {number} got @param {number} wanted */
const isNear = (got, wanted) => Math.abs(got - wanted) <= WEIGHT_ERROR * Math.abs(wanted);

/**
 * Returns the bucket of the opposite distance, if keys before and after a query have buckets of
 * their own. It is in the other half of the buckets. Distance 0 has no opposite.
 * @param {number} bucket
 * @param {number} buckets
 */
const oppositeOf = (bucket, buckets) => (bucket ? (bucket + buckets / 2) % buckets : 0);

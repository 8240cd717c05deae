/*
 * Compares a bias of T5 with the learned table of a model. The table is relative_attention_bias in
 * files of transformers, and has one weight for each bucket and head.
 */
import { apart, brief } from './reports.js';

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
  const factor = factorOf(used, values);
  if (factor) return [`The weights are those of the learned table times ${brief(factor)}.`];
  const [got, wanted] = apart([first.weight, values[first.at]]);
  const [bucket, head] = [Math.floor(first.at / heads), first.at % heads];
  const differ = others.length
    ? `${others.length + 1} of ${used.length} weights are not those of the learned table.`
    : `One of ${used.length} weights is not that of the learned table.`;
  return [differ, `In bucket ${bucket} of head ${head}, the weight is ${got}, not ${wanted}.`];
}

/**
 * Returns the number by which all weights of a table are multiplied, if there is one.
 * @param {{weight: number, at: number}[]} used
 * @param {ArrayLike<number>} values
 */
function factorOf(used, values) {
  const dot = used.reduce((sum, { weight, at }) => sum + weight * values[at], 0);
  const factor = dot / used.reduce((sum, { at }) => sum + values[at] * values[at], 0);
  const isFactor = used.every(({ weight, at }) => isNear(weight, factor * values[at]));
  return isFactor && factor ? factor : undefined;
}

/**
 * A bias without a formula, and what a model wants.
 * @typedef {object} Lookup
 * @property {ArrayLike<number>} values [heads, queries, keys]
 * @property {number[]} shape
 * @property {{buckets?: number, maxDistance?: number, bidirectional?: boolean}} options
 * @property {WeightTable} table
 * @property {Pick<typeof import('../index.js'), 't5Buckets'>} library
 */

/**
 * Compares a bias without a formula with the bias that a learned table gives. Masked keys are left
 * out.
 * @param {Lookup} lookup
 * @returns {{differ: number, count: number, causes: string[]} | undefined} nothing if the table has
 *   another size
 */
export function lookedUp({ values, shape, options, table, library }) {
  const [heads, queries, keys] = shape;
  const { buckets: number = 32 } = options;
  if (table.values.length !== number * heads) return undefined;
  const wanted = library.t5Buckets(queries, keys, options);
  const size = queries * keys;
  const isLike = (
    /** @type {number} */ i,
    /** @type {number} */ bucket,
    /** @type {number} */ head,
  ) => isNear(values[head * size + i], table.values[bucket * heads + head]);
  let [count, differ] = [0, 0];
  /** @type {Map<number, {got: number, bucket: number}>} */
  const moved = new Map();
  for (let i = 0; i < size; i++) {
    const shown = [...Array(heads).keys()].filter((head) => !(values[head * size + i] < MASKED));
    const off = shown.filter((head) => !isLike(i, wanted[i], head)).length;
    count += shown.length;
    differ += off;
    const distance = (i % keys) - Math.floor(i / keys) - keys + queries;
    if (!off || moved.has(distance)) continue;
    const fits = (/** @type {number} */ bucket) => shown.every((head) => isLike(i, bucket, head));
    const got = [...Array(number).keys()].findIndex(fits);
    moved.set(distance, { got, bucket: wanted[i] });
  }
  return { differ, count, causes: movedBuckets(moved) };
}

/**
 * Says which weights keys at other distances have.
 * @param {Map<number, {got: number, bucket: number}>} moved by the distance of a key from its query
 */
function movedBuckets(moved) {
  const all = [...moved].sort(([one], [other]) => Math.abs(one) - Math.abs(other));
  if (!all.length || all.some(([, { got }]) => got < 0)) return [];
  const [[distance, { got, bucket }]] = all;
  const isRounded = all.every(([, each]) => each.got === each.bucket + 1);
  const far = Math.abs(distance);
  return [
    distance > 0
      ? `${far} positions after its query, a key has the weight of bucket ${got}, not ${bucket}.`
      : `${far} positions before its query, a key has the weight of bucket ${got}, not ${bucket}.`,
    ...(isRounded
      ? ['All such buckets are one too large: are logarithms rounded, not cut off?']
      : []),
  ];
}

/** Values below this number hide keys. */
const MASKED = -9000;

/** @param {number} got @param {number} wanted */
const isNear = (got, wanted) => Math.abs(got - wanted) <= WEIGHT_ERROR * Math.abs(wanted);

/**
 * Returns the bucket of the opposite distance, if keys before and after a query have buckets of
 * their own. It is in the other half of the buckets. Distance 0 has no opposite.
 * @param {number} bucket
 * @param {number} buckets
 */
const oppositeOf = (bucket, buckets) => (bucket ? (bucket + buckets / 2) % buckets : 0);

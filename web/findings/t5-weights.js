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
  'Only the buckets were checked. To check the weights, give the learned table (relative_attention_bias).';
export const UNCHECKED_BOTH =
  'Only the buckets were checked. To check the weights, and which keys are before a query, give the ' +
  'learned table (relative_attention_bias).';

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
  const factor = first.weight / values[first.at];
  if (used.every(({ weight, at }) => isNear(weight, factor * values[at])))
    return [`The weights are those of the learned table times ${brief(factor)}.`];
  const [got, wanted] = apart([first.weight, values[first.at]]);
  const [bucket, head] = [Math.floor(first.at / heads), first.at % heads];
  const differ = `Weights differ from the learned table in ${others.length + 1} of ${used.length} places.`;
  return [differ, `In bucket ${bucket} of head ${head}, the weight is ${got}, not ${wanted}.`];
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
 * @returns {{differ: number, count: number, causes: string[]}}
 */
export function lookedUp({ values, shape, options, table, library }) {
  const [heads, queries, keys] = shape;
  const { buckets: number = 32 } = options;
  const wanted = library.t5Buckets(queries, keys, options);
  const size = queries * keys;
  const isLike = (/** @type {number} */ i, /** @type {number} */ bucket) =>
    isNear(values[i], table.values[bucket * heads + Math.floor(i / size)]);
  let [count, differ] = [0, 0];
  /** The bucket that a key seems to have, the one that it should have, and its distance. */
  const moved = /** @type {[number, number, number][]} */ ([]);
  for (let i = 0; i < values.length; i++) {
    if (values[i] < MASKED) continue;
    count++;
    const at = i % size;
    if (isLike(i, wanted[at])) continue;
    differ++;
    if (i >= size) continue;
    const own = [...Array(heads).keys()].map((head) => head * size + at);
    const got = [...Array(number).keys()].findIndex((each) => own.every((j) => isLike(j, each)));
    moved.push([got, wanted[at], (at % keys) - Math.floor(at / keys) - keys + queries]);
  }
  return { differ, count, causes: moved.some(([got]) => got < 0) ? [] : movedNotes(moved) };
}

/**
 * Says which wrong buckets the weights of keys come from.
 * @param {[got: number, bucket: number, distance: number][]} moved
 */
function movedNotes(moved) {
  if (!moved.length) return [];
  const [[got, bucket, distance]] = moved;
  const first = `Keys at the distance ${distance} have the weight of bucket ${got}, not ${bucket}.`;
  return moved.every((each) => each[0] === each[1] + 1)
    ? [
        first,
        'All wrong buckets are one too large: are logarithms rounded to the nearest integer, not down?',
      ]
    : [first];
}

/** Values below this number hide keys. It equals HIGHEST_MASK in web/doctor/bias-values.js. */
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

/** Computes the bucket of each distance: on the ruler of T5, and on two simpler rulers. */
import { t5Buckets } from '../../index.js';

/**
 * A way to share the distances among the buckets. With 'even', the buckets share the distances
 * below the maximum about equally. With 'cut', each bucket takes one distance, and the last bucket
 * takes all others.
 * @typedef {'even' | 't5' | 'cut'} Ruler
 */

/**
 * @typedef {object} State
 * @property {Ruler} ruler
 * @property {boolean} both whether later words have buckets of their own
 * @property {number} buckets the number of buckets
 * @property {number} max the smallest distance that is always in the last bucket
 * @property {number} distance the chosen distance
 * @property {boolean} log whether the picture's axis is logarithmic
 */

/**
 * The page of the lab (web/lab/index.html) shows some of these numbers. Its attributes `data-n`
 * contain their names.
 * @typedef {object} Numbers
 * @property {number} count the number of buckets for one direction
 * @property {number} exact the number of distances, from 0 on, that have their own bucket in T5
 * @property {number} length the ruler shows the distances 0 to length - 1
 * @property {Int32Array} before [length], T5's bucket of an earlier word at each distance
 * @property {Int32Array | null} after [length], T5's bucket of a later word at each distance; null
 *   if later words have no buckets
 * @property {Record<Ruler, number[]>} starts for each ruler, the first distance of each bucket; an
 *   empty bucket starts where the next bucket starts
 */

/**
 * @typedef {object} Chosen
 * @property {number} bucket the bucket of the chosen distance, for earlier words
 * @property {number | null} later the bucket for later words; null if they have no buckets
 * @property {number} first the first distance in this bucket
 * @property {number} last the last distance in this bucket; Infinity in the last bucket
 */

/** @typedef {Numbers & Chosen & {state: State}} Model */

/** @type {Ruler[]} */
export const RULERS = ['even', 't5', 'cut'];

/**
 * Returns the number of buckets for one direction.
 * @param {Pick<State, 'both' | 'buckets'>} state
 */
export const countOf = ({ both, buckets }) => (both ? buckets / 2 : buckets);

/**
 * Returns how many distances have their own bucket in T5.
 * @param {Pick<State, 'both' | 'buckets'>} state
 */
export const exactOf = (state) => Math.floor(countOf(state) / 2);

/** Returns how many distances the ruler shows. @param {Pick<State, 'max'>} state */
export const lengthOf = ({ max }) => Math.max(24, Math.ceil(max * 1.25));

/**
 * Returns the first distance of each bucket. It equals the number of distances in lower buckets,
 * because a longer distance never has a lower bucket.
 * @param {Int32Array} before the bucket of each distance
 * @param {number} count
 */
function startsOf(before, count) {
  const sizes = new Array(count).fill(0);
  for (const bucket of before) sizes[bucket]++;
  let start = 0;
  return sizes.map((size) => {
    start += size;
    return start - size;
  });
}

/**
 * Computes the buckets of all distances on the ruler.
 * @param {Pick<State, 'both' | 'buckets' | 'max'>} state
 * @returns {Numbers}
 */
export function bucketsModel({ both, buckets, max }) {
  const [count, exact] = [countOf({ both, buckets }), exactOf({ both, buckets })];
  const length = lengthOf({ max });
  const options = { bidirectional: both, buckets, maxDistance: max };
  // A single query is at the position of the last key, so all other keys are earlier words.
  // A single key is at the position of the last query, so it is a later word for all other queries.
  // Both results begin with the largest distance.
  const before = t5Buckets(1, length, options).reverse();
  const after = both ? t5Buckets(length, 1, options).reverse() : null;
  const each = Array.from({ length: count }, (_, bucket) => bucket);
  return {
    count,
    exact,
    length,
    before,
    after,
    starts: {
      even: each.map((bucket) => Math.ceil((bucket * max) / count)),
      t5: startsOf(before, count),
      cut: each,
    },
  };
}

/**
 * Finds the bucket of a distance.
 * @param {number[]} starts
 * @param {number} distance
 */
export function bucketAt(starts, distance) {
  let bucket = starts.length - 1;
  while (bucket > 0 && starts[bucket] > distance) bucket--;
  return bucket;
}

/**
 * Finds the buckets of the chosen distance, and the distances that share them.
 * @param {Numbers} numbers
 * @param {Pick<State, 'ruler' | 'distance'>} state
 * @returns {Chosen}
 */
export function chosenOf({ starts, before, after, count }, { ruler, distance }) {
  const own = starts[ruler];
  const isT5 = ruler === 't5';
  const bucket = isT5 ? before[distance] : bucketAt(own, distance);
  const later = isT5 ? (after?.[distance] ?? null) : bucket + count;
  return {
    bucket,
    later: after && distance ? later : null,
    first: own[bucket],
    last: bucket === count - 1 ? Infinity : own[bucket + 1] - 1,
  };
}

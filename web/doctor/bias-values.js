/*
 * Reads a bias: which keys are masked, and which value each distance between query and key has. The
 * last query is at the position of the last key.
 */

/**
 * A bias to identify.
 * @typedef {object} Bias
 * @property {Float64Array} values [heads, queries, keys]
 * @property {number} heads
 * @property {number} queries
 * @property {number} keys
 * @property {number} rounding the largest relative error of an element
 * @property {number} grain the largest relative error of the coarsest type that represents all
 *   elements
 */

/**
 * Which keys are masked.
 * @typedef {object} Mask
 * @property {boolean} [causal] whether all keys after their query are masked; missing if the bias
 *   has no such key
 * @property {number} padding the number of first keys that are masked for all queries
 * @property {number} [window] the keys at this distance and farther back are masked
 * @property {number} value the value of masked keys
 */

/**
 * An element that no formula explains.
 * @typedef {object} BiasDeparture
 * @property {number} head
 * @property {number} query
 * @property {number} key
 * @property {number} expected
 * @property {number} got
 */

/** Masks without -Infinity have values below this. */
const HIGHEST_MASK = -9000;

/** The elements of a mask may differ by this fraction, since biases may be added to them. */
const MASK_SPREAD = 1e-3;

/** An element may be off by this many roundings: those of a slope, a product and a few sums. */
const ROUNDINGS = 6;

/**
 * Finds the masked keys.
 * @param {Bias} bias
 * @returns {Mask}
 */
export function findMask(bias) {
  const { values, heads, queries, keys } = bias;
  const offset = keys - queries;
  const value = maskValue(bias);
  const isMasked = (/** @type {number} */ query, /** @type {number} */ key) =>
    Array.from({ length: heads }, (_, head) =>
      isNear(values[(head * queries + query) * keys + key], value),
    ).every(Boolean);
  let padding = 0;
  while (padding < keys && rowsOf(queries).every((query) => isMasked(query, padding))) padding++;
  if (padding === keys) padding = 0;
  const hasLater = queries > 1 && keys > 1;
  const causal = hasLater
    ? rowsOf(queries).every((query) =>
        rowsOf(keys).every((key) => key <= query + offset || isMasked(query, key)),
      )
    : undefined;
  let window = 0;
  let hasMaskedBack = false;
  for (let query = 0; query < queries; query++)
    for (let key = padding; key <= query + offset; key++)
      if (isMasked(query, key)) hasMaskedBack = true;
      else window = Math.max(window, query + offset - key + 1);
  return { causal, padding, window: hasMaskedBack && window ? window : undefined, value };
}

/** Returns the numbers from 0 to count - 1. @param {number} count */
const rowsOf = (count) => [...Array(count).keys()];

/** @param {number} x @param {number} value */
const isNear = (x, value) =>
  x === value || (value !== -Infinity && Math.abs(x - value) <= MASK_SPREAD * Math.abs(value));

/**
 * Returns the value of masked keys. It is the value of the last key for the first query if this is
 * below HIGHEST_MASK. Otherwise, it is -Infinity.
 * @param {Bias} bias
 */
function maskValue({ values, queries, keys }) {
  const last = values[keys - 1];
  const isMask = queries > 1 && last < HIGHEST_MASK;
  return isMask ? last : -Infinity;
}

/**
 * Whether a mask hides a key.
 * @param {Mask} mask
 * @param {number} distance key - query
 * @param {number} key
 */
export const hides = ({ causal, padding, window = Infinity }, distance, key) =>
  (causal === true && distance > 0) || key < padding || -distance >= window;

/**
 * Returns the middle one of the finite numbers in a list, or NaN if there are none.
 * @param {number[]} list
 */
export function median(list) {
  const sorted = list.filter(Number.isFinite).sort((a, b) => a - b);
  return sorted.length ? sorted[sorted.length >> 1] : NaN;
}

/**
 * The values of all distances. Distance d has the index d + keys - 1.
 * @typedef {object} Distances
 * @property {Float64Array[]} values a list for each head; NaN if all keys at a distance are masked
 * @property {Uint32Array} counts for each distance: in how many rows of a head it is not masked
 * @property {number} size the largest magnitude
 */

/**
 * Reads the value of each distance: the median over all keys with this distance.
 * @param {Bias} bias
 * @param {Mask} mask
 * @returns {Distances}
 */
export function readDistances({ values, heads, queries, keys }, mask) {
  const counts = new Uint32Array(queries + keys - 1);
  let size = 0;
  const lists = Array.from({ length: heads }, (_, head) =>
    Float64Array.from(counts, (_, index) => {
      const distance = index - keys + 1;
      const found = [];
      for (let query = 0; query < queries; query++) {
        const key = query + keys - queries + distance;
        if (key < 0 || key >= keys || hides(mask, distance, key)) continue;
        found.push(values[(head * queries + query) * keys + key]);
      }
      counts[index] = found.length;
      const middle = median(found);
      if (Math.abs(middle) > size) size = Math.abs(middle);
      return middle;
    }),
  );
  return { values: lists, counts, size };
}

/**
 * Compares a bias with what a formula expects.
 * @param {Bias} bias
 * @param {Mask} mask
 * @param {(head: number, query: number, key: number) => number} expectedAt
 * @param {(head: number) => number} [slack] the absolute error that an element may have
 *   in addition to its relative error, in units of the bias's `rounding`
 * @returns {{matched: number, departure?: BiasDeparture}}
 */
export function explain(bias, mask, expectedAt, slack = () => 0) {
  const { values, heads, queries, keys, rounding } = bias;
  /** @type {BiasDeparture | undefined} */
  let departure;
  let matched = 0;
  for (let head = 0; head < heads; head++)
    for (let query = 0; query < queries; query++)
      for (let key = 0; key < keys; key++) {
        const got = values[(head * queries + query) * keys + key];
        const isHidden = hides(mask, key - query - keys + queries, key);
        const expected = isHidden ? mask.value : expectedAt(head, query, key);
        const most = rounding * (ROUNDINGS * Math.abs(expected) + slack(head));
        const agrees = isHidden ? isNear(got, expected) : Math.abs(got - expected) <= most;
        if (agrees) matched++;
        else departure ??= { head, query, key, expected, got };
      }
  return { matched: matched / values.length, departure };
}

/**
 * Returns the fraction of the distances whose value a formula explains.
 * @param {Bias} bias
 * @param {Distances} distances
 * @param {(head: number, distance: number) => number} expectedAt
 * @param {(head: number) => number} slack as for `explain`
 * @param {number} [least] distances with fewer keys are left out
 */
export function explainDistances({ keys, rounding }, distances, expectedAt, slack, least = 1) {
  let count = 0;
  let matched = 0;
  distances.values.forEach((list, head) =>
    list.forEach((got, index) => {
      if (distances.counts[index] < least || Number.isNaN(got)) return;
      const expected = expectedAt(head, index - keys + 1);
      const most = rounding * (ROUNDINGS * Math.abs(expected) + slack(head));
      count++;
      if (Math.abs(got - expected) <= most) matched++;
    }),
  );
  return count ? matched / count : 0;
}

/* T5's relative position buckets and the bias looked up by them (Raffel et al. 2020, section 2.1). */
import {result, writeBias} from './bias.js';
import {makeBuckets, placeThresholds, writeBuckets} from './buckets.js';
import * as check from './check.js';
import {copyIn, open} from './wasm.js';

/** The most buckets: their thresholds stand in the window. */
const BUCKETS = 32768;

const NAMES = check.names('bidirectional buckets maxDistance out');

/** @param {any} options @returns {import('./buckets.js').Buckets & {buckets: number}} */
function arguments_({bidirectional = true, buckets = 32, maxDistance = 128}) {
  const both = check.flag('bidirectional', bidirectional);
  both ? check.even('buckets', buckets, 4, BUCKETS) : check.count('buckets', buckets, 2, BUCKETS);
  const side = both ? buckets / 2 : buckets, exact = Math.floor(side / 2), count = side - exact;
  check.count('maxDistance', maxDistance, exact + 1);
  return {buckets, exact, before: [side, 1, 0], after: both ? [side, 1, side] : [side, 0, 0], logarithmic: [count, exact, maxDistance, count, 0]};
}

/**
 * The bucket of each key - query: half of a side's buckets hold one distance each, the others grow
 * logarithmically to maxDistance, and the last holds all beyond. Bidirectional: keys after their
 * query have the upper half of the buckets. Not bidirectional: they have bucket 0.
 * @param {number} queries @param {number} keys the last query on the last key
 * @param {object} [options]
 * @param {boolean} [options.bidirectional] true
 * @param {number} [options.buckets] 32; at least 2, or even and at least 4 when bidirectional; at most 32768
 * @param {number} [options.maxDistance] 128; more than the distances that have a bucket of their own
 * @param {Int32Array} [options.out]
 * @returns {Int32Array} [queries, keys]
 * @throws {RangeError | TypeError}
 */
export function t5Buckets(queries, keys, options) {
  const o = check.known(options, NAMES);
  return writeBuckets(queries, keys, o.out, arguments_(o));
}

/**
 * The bias of each head: weights[bucket][head].
 * @param {Float32Array} weights [buckets, heads]
 * @param {number} heads at least 1; buckets * heads at most 2^17
 * @param {number} queries @param {number} keys
 * @param {object} [options]
 * @param {boolean} [options.bidirectional] @param {number} [options.buckets] @param {number} [options.maxDistance]
 * @param {Float32Array} [options.out]
 * @returns {Float32Array} [heads, queries, keys]
 * @throws {RangeError | TypeError}
 */
export function t5Bias(weights, heads, queries, keys, options) {
  const o = check.known(options, NAMES), a = arguments_(o);
  check.shaped('weights', weights, {buckets: a.buckets, heads: check.count('heads', heads, 1)});
  if (weights.length > 131072) check.refuse('weights', 'at most 131072 elements', weights);
  const out = result(heads, queries, keys, o.out);
  const m = open(out), at = m.window + placeThresholds(m, m.window, a), reserved = at - m.window + (weights.length * 4 + 15 & -16);
  copyIn(m.f32, at, weights, 0);
  return writeBias(out, heads, queries, keys, (m, head, ramp, count, first) => {
    makeBuckets(m, ramp, count, first, m.window, a);
    m.kernels.pe_bucket_lookup(ramp, ramp, count, at, heads, head);
  }, {reserved});
}

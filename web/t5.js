/* T5's relative position buckets and the bias looked up by them (Raffel et al. 2020, section 2.1). */
import {writeBias} from './bias.js';
import {makeBuckets, placeThresholds} from './buckets.js';
import * as check from './check.js';
import {copyIn, open} from './wasm.js';

/** The most buckets: their thresholds stand in the window. */
const BUCKETS = 32768;

const NAMES = check.names('bidirectional buckets maxDistance out');

/**
 * @param {any} queries @param {any} keys @param {any} o
 * @returns {import('./buckets.js').Buckets & {buckets: number}}
 */
function arguments_(queries, keys, {bidirectional = true, buckets = 32, maxDistance = 128}) {
  check.count('queries', queries);
  check.count('keys', keys);
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
  const a = arguments_(queries, keys, o), out = check.result(o.out, Int32Array, queries * keys, '[queries, keys]'), {window} = open(out);
  return writeBias(out, 1, queries, keys, (m, _, ramp, count, first) => makeBuckets(m, ramp, count, first, window, a),
    {reserved: placeThresholds(open(out), window, a)});
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
  const o = check.known(options, NAMES);
  check.count('heads', heads, 1);
  const a = arguments_(queries, keys, o);
  check.array('weights', weights, check.FLOAT32, a.buckets * heads, '[buckets, heads]');
  if (weights.length > 131072) check.refuse('weights', 'at most 131072 elements', weights);
  const out = check.result(o.out, Float32Array, heads * queries * keys, '[heads, queries, keys]');
  const m = open(out), at = m.window + placeThresholds(m, m.window, a), reserved = at - m.window + (weights.length * 4 + 15 & -16);
  copyIn(m.f32, at, weights, 0);
  return writeBias(out, heads, queries, keys, (m, head, ramp, count, first) => {
    makeBuckets(m, ramp, count, first, m.window, a);
    m.kernels.pe_bucket_lookup(ramp, ramp, count, at, heads, head);
  }, {reserved});
}

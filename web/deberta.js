/* Disentangled attention (He et al. 2021, DeBERTa): buckets of query - key, and the two terms that read them. */
import {result} from './bias.js';
import {writeBuckets} from './buckets.js';
import * as check from './check.js';
import {WIDEST, writeRelative} from './relative.js';

const BUCKETS = check.names('buckets maxDistance out');
const NAMES = check.names('q k keyTable queryTable heads queries keys headDim buckets maxDistance scale out');

/** @param {any} buckets @param {any} most @param {number} at added to each bucket */
function of(buckets, most, at) {
  const half = check.even('buckets', buckets, 0, 32768) / 2, span = buckets || most;
  if (half === 1) check.refuse('buckets', '0, or an even number of at least 4', buckets);
  check.count('maxDistance', most, half ? half + 2 : 1, 1073741823);
  return {
    span, exact: half ? half + 1 : most + 1, before: [span, 1, at], after: [span + 1, -1, at],
    logarithmic: half ? [half, half, most - 1, half - 1, 1] : undefined
  };
}

/**
 * The bucket of each query - key (T5's is key - query): distances up to buckets / 2 have their own, the
 * others grow logarithmically to buckets - 1 at maxDistance - 1, negative for keys after their query. From
 * maxDistance on, buckets - 1 before and -buckets after, as transformers has it and the paper's eq. 3; the authors'
 * later code ends at -(buckets - 1). Plus `buckets`, they are rows of a table.
 * @param {number} queries @param {number} keys the last query on the last key
 * @param {object} [options]
 * @param {number} [options.buckets] even, at least 4, at most 32768; 256. 0: none, as in version 1, every
 *   distance its own, from -maxDistance to maxDistance - 1
 * @param {number} [options.maxDistance] at least buckets / 2 + 2; 512
 * @param {Int32Array} [options.out]
 * @returns {Int32Array} [queries, keys]
 * @throws {RangeError | TypeError}
 */
export function debertaBuckets(queries, keys, options) {
  const {buckets = 256, maxDistance = 512, out} = check.known(options, BUCKETS);
  return writeBuckets(queries, keys, out, of(buckets, maxDistance, 0));
}

/**
 * Content to position and position to content: scale * (q . keyTable[row] + k . queryTable[row]), row = bucket + span.
 * @param {object} options
 * @param {Float32Array} options.q [heads, queries, headDim]
 * @param {Float32Array} options.k [heads, keys, headDim]
 * @param {Float32Array} options.keyTable [heads, 2 span, headDim], the position table through the projection of keys; span is
 *   buckets, or maxDistance without buckets
 * @param {Float32Array} options.queryTable the same through the projection of queries
 * @param {number} options.heads @param {number} options.queries @param {number} options.keys
 * @param {number} options.headDim at most 8192
 * @param {number} [options.buckets] @param {number} [options.maxDistance] those of debertaBuckets
 * @param {number} [options.scale] 1 / sqrt(3 headDim): there are three terms; to be given to attention, too
 * @param {Float32Array} [options.out]
 * @returns {Float32Array} [heads, queries, keys]
 * @throws {RangeError | TypeError}
 */
export function debertaBias(options) {
  const {q, k, keyTable, queryTable, heads, queries, keys, headDim, buckets = 256, maxDistance = 512, scale, out: given} = check.known(options, NAMES);
  const out = result(heads, queries, keys, given), a = of(buckets, maxDistance, buckets || maxDistance), rows = 2 * a.span;
  check.count('headDim', headDim, 1, WIDEST);
  check.shaped('q', q, {heads, queries, headDim});
  check.shaped('k', k, {heads, keys, headDim});
  const [table, other] = Object.entries({keyTable, queryTable}).map(([name, values]) =>
    ({values: check.shaped(name, values, {heads, '2 span': rows, headDim}), head: rows * headDim, row: headDim}));
  return writeRelative(out, heads, queries, keys, headDim, check.scale(scale, 3 * headDim), a, q, table, k, other);
}

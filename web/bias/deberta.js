/*
 * Disentangled attention (He et al. 2021, DeBERTa). The position of the query minus the position of
 * the key gives a bucket. The bias has two terms, each with a table that has a row for each bucket.
 */
import { writeBuckets } from './buckets.js';
import * as check from '../check.js';
import { checkQueries, writeRelative } from './query-tables.js';

const readBucketOptions = check.reader(
  'debertaBuckets',
  ['deberta'],
  ({ buckets, maxDistance, out }) => ({
    buckets,
    maxDistance,
    out,
  }),
);
const readOptions = check.reader(
  'debertaBias',
  ['deberta'],
  ({
    q,
    k,
    keyTable,
    queryTable,
    heads,
    queries,
    keys,
    headDim,
    buckets,
    maxDistance,
    scale,
    positionScale,
    out,
  }) => ({
    q,
    k,
    keyTable,
    queryTable,
    heads,
    queries,
    keys,
    headDim,
    buckets,
    maxDistance,
    scale,
    positionScale,
    out,
  }),
);

/** The largest maxDistance. Twice this number still fits in a signed integer of 32 bits. */
const FARTHEST = 1073741823;

/**
 * Checks the options, and completes them with the defaults.
 * @param {{buckets?: number, maxDistance?: number}} options
 */
function checkBuckets({ buckets = 256, maxDistance = 512 }) {
  const half = check.even('buckets', buckets, 0, 32768) / 2;
  if (half === 1) check.refuse('buckets', '0, or an even number of at least 4', buckets);
  check.count('maxDistance', maxDistance, half ? half + 2 : 1, FARTHEST);
  return { buckets, maxDistance, span: buckets || maxDistance };
}

/**
 * Returns the description of the buckets from -span to span - 1. `offset` is added to each bucket.
 * @param {{buckets: number, maxDistance: number, span: number}} checked
 * @param {number} offset
 * @returns {import('./buckets.js').Buckets}
 */
function bucketsOf({ buckets, maxDistance, span }, offset) {
  const before = { count: span, sign: 1, offset };
  const after = { count: span + 1, sign: -1, offset };
  if (!buckets) return { exact: maxDistance + 1, before, after };
  const low = buckets / 2;
  return {
    exact: low + 1,
    before,
    after,
    logarithmic: { count: low, low, high: maxDistance - 1, divisor: low - 1, beyond: 1 },
  };
}

/**
 * Returns the bucket of each query - key. (T5 uses key - query.) Distances up to buckets / 2 have a
 * bucket each. Larger distances share buckets that grow logarithmically, so that distance
 * maxDistance - 1 is in bucket number buckets - 1. All larger distances before the query are in
 * that bucket, too. Buckets of keys after their query are negative. From maxDistance on, their
 * bucket is -buckets, as in the transformers library and in the paper's eq. 3. In the authors'
 * later code it is -(buckets - 1). Add `buckets` to get the rows of a table.
 * @param {number} queries the number of queries; the last query is at the position of the last key
 * @param {number} keys
 * @param {object} [options]
 * @param {number} [options.buckets] an even number from 4 to 32768; default 256. With 0, as in
 *   version 1 of DeBERTa, every distance has its own bucket, from -maxDistance to maxDistance - 1
 * @param {number} [options.maxDistance] at least buckets / 2 + 2; default 512
 * @param {Int32Array} [options.out]
 * @returns {Int32Array<ArrayBuffer>} [queries, keys]
 * @throws {RangeError | TypeError}
 * Source: He et al. 2021, eq. 3, and the authors' code
 * @example
 * console.log(debertaBuckets(3, 3)); // [0, -1, -2, 1, 0, -1, 2, 1, 0]
 * console.log(debertaBuckets(1, 16, { buckets: 8, maxDistance: 16 }));
 * // [7, 7, 7, 7, 7, 7, 6, 6, 6, 5, 5, 4, 3, 2, 1, 0]
 */
export function debertaBuckets(queries, keys, options) {
  const given = readBucketOptions(options);
  return writeBuckets(queries, keys, given.out, bucketsOf(checkBuckets(given), 0));
}

/**
 * Returns the terms "content to position" and "position to content": scale * (q . keyTable[row]
 * + k . queryTable[row]), where row = bucket + span. The span is `buckets`, or maxDistance if
 * buckets is 0.
 *
 * With `positionScale`, a third term is added: positionScale * (queryTable[own] . keyTable[row]),
 * where own = position of the query + span, at most 2 span - 1. This is the term "position to
 * position" ('p2p') of the authors' code since version 2. Their published models do not use it.
 * Their code fails in this term, because it indexes an array of three axes with four indices. If
 * only this error is corrected, the term has the factor 1. The scores q . k and the other two terms
 * then have the scale 1 / sqrt(4 headDim). The paper leaves the term out of its scores. In eq. 2 of
 * the paper, the rows of both tables depend on the distance.
 * @param {object} options
 * @param {Float32Array} options.q [heads, queries, headDim]
 * @param {Float32Array} options.k [heads, keys, headDim]
 * @param {Float32Array} options.keyTable [heads, 2 span, headDim], the position table after the
 *   projection of keys
 * @param {Float32Array} options.queryTable [heads, 2 span, headDim], the position table after the
 *   projection of queries
 * @param {number} options.heads
 * @param {number} options.queries the number of queries; the last query is at the position of the
 *   last key
 * @param {number} options.keys
 * @param {number} options.headDim the number of elements of each head, at most 8192
 * @param {number} [options.buckets] as for debertaBuckets
 * @param {number} [options.maxDistance] as for debertaBuckets
 * @param {number} [options.scale] default 1 / sqrt(3 headDim), since scores have three terms; with
 *   `positionScale`, 1 / sqrt(4 headDim); attention needs the same scale
 * @param {number} [options.positionScale] the factor of the term "position to position"; default 0,
 *   without this term; the authors' code has 1
 * @param {Float32Array} [options.out]
 * @returns {Float32Array<ArrayBuffer>} [heads, queries, keys]
 * @throws {RangeError | TypeError}
 * Source: He et al. 2021, eq. 4, and the authors' code
 * @example
 * const q = Float32Array.of(1, 1);
 * const k = Float32Array.of(1, 0);
 * const keyTable = Float32Array.of(1, 2, 3, 4, 5, 6, 7, 8);
 * const queryTable = new Float32Array(8);
 * const shape = { heads: 1, queries: 2, keys: 2, headDim: 1 };
 * const options = { buckets: 0, maxDistance: 4, scale: 1 };
 * console.log(debertaBias({ q, k, keyTable, queryTable, ...shape, ...options })); // [5, 4, 6, 5]
 */
export function debertaBias(options) {
  const own = readOptions(options);
  const { positionScale = 0 } = own;
  check.number('positionScale', positionScale);
  const given = checkQueries(own, positionScale ? 4 : 3);
  const { heads, keys, headDim } = given;
  const checked = checkBuckets(given);
  const rows = 2 * checked.span;
  const k = check.shaped('k', given.k, { heads, keys, headDim });
  /** @param {'keyTable' | 'queryTable'} name */
  const table = (name) => ({
    values: check.shaped(name, given[name], { heads, '2 span': rows, headDim }),
    head: rows * headDim,
    row: headDim,
  });
  const keyTable = table('keyTable');
  const queryTable = table('queryTable');
  const buckets = bucketsOf(checked, checked.span);
  const positions = {
    table: queryTable,
    zero: checked.span,
    last: rows - 1,
    scale: positionScale,
  };
  const keySide = { vectors: k, table: queryTable };
  return writeRelative(given, buckets, keyTable, keySide, positionScale ? positions : undefined);
}

/* T5's relative position buckets, and their biases (Raffel et al. 2020, section 2.1). */
import { SharedValues, checkResult, writeBias } from './distance.js';
import { makeBuckets, placeThresholds, writeBuckets } from './buckets.js';
import * as check from '../check.js';
import { Carver, copyIn, open } from '../wasm.js';

/** The largest number of buckets. Their thresholds must fit in the window of wasm memory. */
const BUCKETS = 32768;

/** The largest number of weights. They must fit in the window of wasm memory, too. */
const WEIGHTS = 131072;

const readOptions = check.reader(
  't5Buckets',
  ['t5'],
  ({ bidirectional, buckets, maxDistance, out }) => ({
    bidirectional,
    buckets,
    maxDistance,
    out,
  }),
);

const readBiasOptions = check.reader(
  't5Bias',
  ['t5'],
  ({ bidirectional, buckets, maxDistance, dtype, out }) => ({
    bidirectional,
    buckets,
    maxDistance,
    dtype,
    out,
  }),
);

/**
 * @typedef {object} T5Options
 * @property {boolean} [bidirectional] whether keys after their query have buckets of their own;
 *   default true
 * @property {number} [buckets] 2 to 32768; if bidirectional, an even number from 4 to 32768;
 *   default 32
 * @property {number} [maxDistance] larger than every distance that has a bucket of its own; default
 *   128
 */

/**
 * Checks the options, and returns a description of the buckets.
 * @param {T5Options} options
 * @returns {import('./buckets.js').Buckets & {total: number}}
 */
function checkBuckets({ bidirectional = true, buckets = 32, maxDistance = 128 }) {
  check.flag('bidirectional', bidirectional);
  if (bidirectional) check.even('buckets', buckets, 4, BUCKETS);
  else check.count('buckets', buckets, 2, BUCKETS);
  const side = bidirectional ? buckets / 2 : buckets;
  const exact = Math.floor(side / 2);
  const count = side - exact;
  check.count('maxDistance', maxDistance, exact + 1);
  return {
    total: buckets,
    exact,
    before: { count: side, sign: 1, offset: 0 },
    after: bidirectional
      ? { count: side, sign: 1, offset: side }
      : { count: side, sign: 0, offset: 0 },
    logarithmic: { count, low: exact, high: maxDistance, divisor: count, beyond: 0 },
  };
}

/**
 * Returns the bucket of each key - query. On each side of the query, half of the buckets contain
 * one distance each. The other buckets grow logarithmically up to maxDistance. The last of them
 * also contains all larger distances. If bidirectional, keys after their query have the upper half
 * of the buckets; otherwise they have bucket 0.
 * @param {number} queries the number of queries; the last query is at the position of the last key
 * @param {number} keys
 * @param {T5Options & {out?: Int32Array}} [options]
 * @returns {Int32Array<ArrayBuffer>} [queries, keys]
 * @throws {RangeError | TypeError}
 * Source: Raffel et al. 2020, section 2.1, and T5's code
 * @example
 * console.log(t5Buckets(1, 9, { buckets: 8, bidirectional: false, maxDistance: 16 }));
 * // [6, 5, 5, 4, 4, 3, 2, 1, 0]
 * console.log(t5Buckets(3, 3)); // [0, 17, 18, 1, 0, 17, 2, 1, 0]
 */
export function t5Buckets(queries, keys, options) {
  const given = readOptions(options);
  return writeBuckets(queries, keys, given.out, checkBuckets(given));
}

/**
 * Returns the bias of each head: weights[bucket][head]. T5 adds it to scores that are not divided
 * by sqrt(headDim), so give attention a scale of 1.
 * @template {import('../dtypes.js').BiasDtype} [D='float32']
 * @param {Float32Array} weights [buckets, heads]
 * @param {number} heads the number of heads, at least 1; buckets * heads is at most 2^17
 * @param {number} queries the number of queries; the last query is at the position of the last key
 * @param {number} keys
 * @param {T5Options & {dtype?: D, out?: import('../dtypes.js').OutOf<D>}} [options] dtype: default
 *   'float32'
 * @returns {import('../dtypes.js').ArrayOf<D>} [heads, queries, keys]
 * @throws {RangeError | TypeError}
 * Source: Raffel et al. 2020, section 2.1
 * @example
 * const weights = Float32Array.of(0, -1, -2, -3);
 * const options = { buckets: 4, bidirectional: false, maxDistance: 8 };
 * console.log(t5Bias(weights, 1, 3, 3, options)); // [0, 0, 0, -1, 0, 0, -2, -1, 0]
 */
export function t5Bias(weights, heads, queries, keys, options) {
  const given = readBiasOptions(options);
  const buckets = checkBuckets(given);
  const shape = { buckets: buckets.total, heads: check.count('heads', heads, 1) };
  const list = check.shaped('weights', weights, shape);
  if (list.length > WEIGHTS) check.refuse('weights', `at most ${WEIGHTS} elements`, list);
  const out = checkResult(heads, queries, keys, given.out, false, given.dtype);
  const machine = open(out);
  const carver = new Carver(machine);
  const thresholds = placeThresholds(machine, carver, buckets);
  const table = carver.words(list.length);
  copyIn(machine.f32, table, list, 0);
  /** All heads have the same buckets. */
  const shared = new SharedValues(
    carver,
    1 - keys,
    (values, count, first) => makeBuckets(machine, values, count, first, thresholds, buckets),
    4,
  );
  return writeBias(
    out,
    heads,
    queries,
    keys,
    (machine, head, ramp, count, first, query, flags) => {
      const from = shared.addressOf(count, first);
      machine.kernels.pe_bucket_lookup(ramp, from, count, table, heads, head, flags);
    },
    { carver, dtype: given.dtype },
  );
}

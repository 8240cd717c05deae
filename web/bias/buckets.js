/*
 * Buckets of distances, as in T5, DeBERTa, Shaw and Transformer-XL. A bucket is a number that
 * stands for one or several distances between query and key. The kernel pe_bucket_ramp computes
 * buckets.
 */
import { writeBias } from './distance.js';
import * as check from '../check.js';
import { Carver, copyIn, open } from '../wasm.js';

/** @typedef {import('../wasm.js').Machine} Machine */

/**
 * The buckets of the keys on one side of their query. A bucket is offset + sign * index. The index
 * is 0 for distance 0, and rises by 1 from each bucket to the next.
 * @typedef {object} Side
 * @property {number} count the number of buckets; the last bucket contains all larger distances,
 *   too
 * @property {number} sign 1, -1, or 0 if all keys have the same bucket
 * @property {number} offset
 */

/**
 * Buckets whose size grows with the distance. The properties are the arguments of
 * pe_bucket_thresholds.
 * @typedef {object} Logarithmic
 * @property {number} count
 * @property {number} low
 * @property {number} high
 * @property {number} divisor
 * @property {number} beyond 0 for T5, 1 for DeBERTa
 */

/**
 * @typedef {object} Buckets
 * @property {number} exact distances below this one have a bucket of their own
 * @property {Side} before the buckets of the keys at or before their query
 * @property {Side} after the buckets of the keys after their query
 * @property {Logarithmic} [logarithmic] the buckets of the distances from `exact` on. The kernel
 *   computes once at which integers these buckets begin (the thresholds)
 */

/** The side for keys that have no bucket. @type {Side} */
export const NO_BUCKET = { count: 1, sign: 0, offset: -1 };

/** The thresholds that were computed last. Repeated calls often ask for the same thresholds. */
let last = {
  of: { count: 0, low: 0, high: 0, divisor: 0, beyond: 0 },
  thresholds: new Float64Array(0),
};

/** @param {Logarithmic} one @param {Logarithmic} other */
const sameThresholds = (one, other) =>
  one.count === other.count &&
  one.low === other.low &&
  one.high === other.high &&
  one.divisor === other.divisor &&
  one.beyond === other.beyond;

/**
 * Writes the thresholds to a work area in wasm memory, and returns its address.
 * @param {Machine} machine
 * @param {Carver} carver
 * @param {Buckets} buckets
 */
export function placeThresholds({ kernels, f64 }, carver, { logarithmic }) {
  const area = carver.doubles(logarithmic ? logarithmic.count : 0);
  if (!logarithmic) return area;
  if (sameThresholds(logarithmic, last.of)) {
    copyIn(f64, area, last.thresholds, 0);
    return area;
  }
  const { count, low, high, divisor, beyond } = logarithmic;
  kernels.pe_bucket_thresholds(area, count, low, high, divisor, beyond);
  last = { of: logarithmic, thresholds: f64.slice(area / 8, area / 8 + count) };
  return area;
}

/**
 * Writes the buckets of the differences key - query = first, first + 1, ..., first + count - 1.
 * @param {Machine} machine
 * @param {number} ramp the address for the buckets
 * @param {number} count
 * @param {number} first
 * @param {number} thresholds the address that placeThresholds returned
 * @param {Buckets} buckets
 */
export function makeBuckets(machine, ramp, count, first, thresholds, { exact, before, after }) {
  machine.kernels.pe_bucket_ramp(
    ramp,
    count,
    first,
    thresholds,
    exact,
    before.count,
    before.sign,
    before.offset,
    after.count,
    after.sign,
    after.offset,
  );
}

/**
 * Returns the bucket of each pair of a query and a key.
 * @param {number} queries
 * @param {number} keys
 * @param {Int32Array | undefined} given the array for the result; without it, a new array
 * @param {Buckets} buckets
 * @returns {Int32Array<ArrayBuffer>} [queries, keys]
 */
export function writeBuckets(queries, keys, given, buckets) {
  const length = check.count('queries', queries) * check.count('keys', keys);
  const out = check.result(given, Int32Array, length, '[queries, keys]');
  const machine = open(out);
  const carver = new Carver(machine);
  const thresholds = placeThresholds(machine, carver, buckets);
  return writeBias(
    out,
    1,
    queries,
    keys,
    (_, group, ramp, count, first) => makeBuckets(machine, ramp, count, first, thresholds, buckets),
    { carver },
  );
}

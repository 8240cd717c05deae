/* Buckets of distances, whose beginnings are integers (posenc.h): what T5, DeBERTa, Shaw and Transformer-XL share. */
import {writeBias} from './bias.js';
import * as check from './check.js';
import {copyIn, open} from './wasm.js';

/**
 * @typedef {object} Buckets the arguments of pe_bucket_ramp
 * @property {number} exact distances below have a bucket of their own
 * @property {number[]} before of keys at or before their query: number of buckets, sign, at
 * @property {number[]} after of keys after it
 * @property {number[]} [logarithmic] of the others, those of pe_bucket_thresholds: count, low, high, divisor, beyond
 */

/** The thresholds made last: calls in a loop ask for the same. */
let last = {of: [0], thresholds: new Float64Array(0)};

/**
 * Writes the thresholds to wasm memory and returns the bytes they take, a multiple of 16.
 * @param {import('./wasm.js').Machine} m @param {number} at @param {Buckets} buckets
 */
export function placeThresholds(m, at, {logarithmic}) {
  if (!logarithmic) return 0;
  const [count, low, high, divisor, beyond] = logarithmic, {of} = last;
  // T5 and DeBERTa differ in the last
  if (of[1] !== low || of[2] !== high || of[3] !== divisor || of[4] !== beyond) {
    m.kernels.pe_bucket_thresholds(at, count, low, high, divisor, beyond);
    last = {of: logarithmic, thresholds: m.f64.slice(at / 8, at / 8 + count)};
  } else copyIn(m.f64, at, last.thresholds, 0);
  return (count + 1 & -2) * 8;
}

/**
 * Writes the buckets of `count` differences key - query.
 * @param {import('./wasm.js').Machine} m @param {number} ramp @param {number} count @param {number} first the first difference
 * @param {number} thresholds where they are @param {Buckets} buckets
 */
export const makeBuckets = (m, ramp, count, first, thresholds, {exact, before, after}) =>
  m.kernels.pe_bucket_ramp(ramp, count, first, thresholds, exact, before[0], before[1], before[2], after[0], after[1], after[2]);

/**
 * The buckets of all pairs.
 * @param {any} queries @param {any} keys @param {any} given the array they go to, or undefined @param {Buckets} buckets
 * @returns {Int32Array} [queries, keys]
 */
export function writeBuckets(queries, keys, given, buckets) {
  const out = check.result(given, Int32Array, check.count('queries', queries) * check.count('keys', keys), '[queries, keys]'), m = open(out), at = m.window;
  return writeBias(out, 1, queries, keys, (_, group, ramp, count, first) => makeBuckets(m, ramp, count, first, at, buckets),
    {reserved: placeThresholds(m, at, buckets)});
}

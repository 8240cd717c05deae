/* Buckets of distances, whose beginnings are integers (posenc.h): what T5, DeBERTa, Shaw and Transformer-XL share. */
import {copyIn} from './wasm.js';

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
  const [count] = logarithmic;
  if (logarithmic.some((x, i) => x !== last.of[i])) {
    m.kernels.pe_bucket_thresholds(at, ...logarithmic);
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
  m.kernels.pe_bucket_ramp(ramp, count, first, thresholds, exact, ...before, ...after);

/* Attention with linear biases (Press, Smith and Lewis 2022). */
import {result, shape, writeBias} from './bias.js';
import * as check from './check.js';
import {open} from './wasm.js';

/** The slopes made last: calls in a loop ask for the same. */
let last = {heads: 0, maxBias: 0, geometric: false, slopes: new Float32Array(0)};

/** The most heads whose slopes are made. */
const HEADS = 65536;

const SLOPES = check.names('rule maxBias out'), BIAS = check.names('slopes maxBias causal out'), ADD = check.names('slopes maxBias causal');
const RULES = ['paper', 'geometric'];

/**
 * The slope of each head, correctly rounded.
 * - 'paper': for a power of two n, 2^(-maxBias i / n), i = 1..n; otherwise those of the power of
 *   two below, then every other one of the power of two above. Not monotone for other head counts.
 * - 'geometric': 2^(-maxBias i / heads), i = 1..heads, as many tutorials have it.
 * @param {number} heads 1 to 65536
 * @param {{rule?: 'paper' | 'geometric', maxBias?: number, out?: Float32Array}} [options] maxBias 0 to 126; 8
 * @returns {Float32Array} [heads]
 * @throws {RangeError | TypeError}
 */
export function alibiSlopes(heads, options) {
  const {rule = 'paper', maxBias = 8, out: given} = check.known(options, SLOPES);
  check.count('heads', heads, 1, HEADS);
  const geometric = check.word('rule', rule, RULES) === 'geometric';
  check.number('maxBias', maxBias, 0, 126);
  const out = check.result(given, Float32Array, heads, '[heads]'), m = open();
  if (last.heads !== heads || last.maxBias !== maxBias || last.geometric !== geometric) {
    m.kernels.pe_alibi_slopes(m.window, heads, maxBias, geometric);
    last = {heads, maxBias, geometric, slopes: m.f32.slice(m.window / 4, m.window / 4 + heads)};
  }
  out.set(last.slopes);
  return out;
}

/** @param {any} heads @param {any} options */
function ramps(heads, {slopes, maxBias, scheme}) {
  // a description has its maxBias in any case
  if (slopes !== undefined && maxBias !== undefined && !scheme) throw new TypeError('slopes: expected without maxBias, got both');
  const slope = slopes === undefined ? alibiSlopes(heads, {maxBias}) : check.numbers('slopes', slopes, check.number, heads);
  return (/** @type {any} */ m, /** @type {number} */ group, /** @type {number} */ ramp, /** @type {number} */ count, /** @type {number} */ first) =>
    m.kernels.pe_alibi_ramp(ramp, count, first, slope[group % heads]);
}

/**
 * -slope |query - key| for each head, the last query on the last key; for scores that are scaled already, as attention's are.
 * @param {number} heads @param {number} queries @param {number} keys
 * @param {{slopes?: ArrayLike<number>, maxBias?: number, causal?: boolean, out?: Float32Array}} [options] slopes: of alibiSlopes(heads,
 *   {maxBias}); to bias the first n heads alone, [...alibiSlopes(n), 0, 0, ...]; maxBias: that of these slopes, where they are not given, 8; causal:
 *   -Infinity for keys after their query
 * @returns {Float32Array} [heads, queries, keys]
 * @throws {RangeError | TypeError}
 */
export function alibiBias(heads, queries, keys, options) {
  const o = check.known(options, BIAS), {causal} = o, out = result(heads, queries, keys, o.out, causal);
  return writeBias(out, heads, queries, keys, ramps(heads, o), {causal});
}

/**
 * Adds that bias to scores, in place, and returns them.
 * @param {Float32Array} scores [..., heads, queries, keys]
 * @param {number} heads @param {number} queries @param {number} keys
 * @param {{slopes?: ArrayLike<number>, maxBias?: number, causal?: boolean}} [options]
 * @returns {Float32Array} scores
 * @throws {RangeError | TypeError}
 */
export function addAlibi(scores, heads, queries, keys, options) {
  check.array('scores', scores, check.FLOAT32);
  const o = check.known(options, ADD), {causal} = o;
  shape(heads, queries, keys, causal);
  const batches = check.rowsOf('scores', scores, heads * queries * keys, '[..., heads, queries, keys]');
  return writeBias(scores, batches * heads, queries, keys, ramps(heads, o), {add: true, causal});
}

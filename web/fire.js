/* Functional interpolation of relative positions (Li et al. 2024, FIRE). */
import {LARGEST32, WIDE, place, result, shared, writeBias} from './bias.js';
import * as check from './check.js';
import {open} from './wasm.js';

const NAMES = check.names('w1 b1 w2 b2 c threshold epsilon causal out');

/**
 * A network of one number: for the query at position i, D from the key,
 *
 *     bias = w2 relu(w1 x + b1) + b2,  x = ln(c D + 1) / (ln(c max(i, threshold) + 1) + epsilon)
 *
 * The last query is on the last key, at position keys - 1; so the bias depends on more than the distance.
 * @param {number} heads @param {number} queries @param {number} keys
 * @param {object} options the weights as PyTorch's Linear layers have them
 * @param {Float32Array} options.w1 [hidden, 1], hidden at most 4096
 * @param {Float32Array} options.b1 [hidden]
 * @param {Float32Array} options.w2 [heads, hidden]
 * @param {Float32Array} options.b2 [heads]
 * @param {number} [options.c] learned, its absolute value; 0.1
 * @param {number} [options.threshold] |L_multiplier * init_L| of the authors' code; 512
 * @param {number} [options.epsilon] more than 0; 1e-6
 * @param {boolean} [options.causal] -Infinity for keys after their query
 * @param {Float32Array} [options.out]
 * @returns {Float32Array} [heads, queries, keys]
 * @throws {RangeError | TypeError}
 */
export function fireBias(heads, queries, keys, options) {
  const {w1, b1, w2, b2, c = 0.1, threshold = 512, epsilon = 1e-6, causal, out: given} = check.known(options, NAMES);
  const out = result(heads, queries, keys, given, causal), hidden = check.count('w1.length', check.array('w1', w1, check.FLOAT32).length, 0, 4096);
  check.shaped('b1', b1, {hidden});
  check.shaped('w2', w2, {heads, hidden});
  check.shaped('b2', b2, {heads});
  check.number('c', c, 0, LARGEST32);
  check.number('threshold', threshold, 0, LARGEST32);
  check.number('epsilon', epsilon, 1e-300);
  const m = open(out), {kernels} = m, atLogs = m.window, atW1 = atLogs + 16 * WIDE, atB1 = place(m, atW1, w1), atW2 = place(m, atB1, b1);
  const lines = atW2 + 8 * hidden, behind = keys - queries, logs = shared(m, atLogs, 1 - keys, (count, first) => kernels.pe_fire_logs(atLogs, count, first, c));
  let made = -1;
  return writeBias(out, heads, queries, keys, (_, head, ramp, count, first, query) => {
    if (made !== head) {
      place(m, atW2, w2, head * hidden, hidden);
      kernels.pe_fire_lines(lines, atW1, atB1, atW2, b2[head], hidden);
      made = head;
    }
    kernels.pe_fire_ramp(ramp, logs(count, first), count, c * Math.max(query + behind, threshold), epsilon, lines);
  }, {reserved: lines - m.window + 24 * hidden + 39 & -16, causal, alike: query => Math.max(1, Math.floor(threshold) - query - behind + 1)});
}

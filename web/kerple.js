/* Kernelized relative biases (Chi et al. 2022, KERPLE). */
import {LARGEST32, result, writeBias} from './bias.js';
import * as check from './check.js';

const NAMES = check.names('form p a causal out'), FORMS = ['log', 'power'];

/**
 * With D = |query - key|, for each head -p ln(1 + a D), or -a D^p in the form 'power'. The
 * authors' code keeps p and a at 0.01 at least, and p of the power at 2 at most.
 * @param {number} heads @param {number} queries @param {number} keys the last query on the last key
 * @param {object} options
 * @param {'log' | 'power'} [options.form] 'log'
 * @param {ArrayLike<number>} options.p [heads], learned; at least 0, and at most 2 in the form 'power'
 * @param {ArrayLike<number>} options.a [heads], learned; at least 0
 * @param {boolean} [options.causal] -Infinity for keys after their query
 * @param {Float32Array} [options.out]
 * @returns {Float32Array} [heads, queries, keys]
 * @throws {RangeError | TypeError}
 */
export function kerpleBias(heads, queries, keys, options) {
  const {form = 'log', p, a, causal, out: given} = check.known(options, NAMES), out = result(heads, queries, keys, given, causal);
  const power = check.word('form', form, FORMS) === 'power';
  const [ps, as] = [['p', p, power ? 2 : LARGEST32], ['a', a, LARGEST32]].map(([name, list, most]) =>
    check.numbers(name, list, (name, x) => check.number(name, x, 0, most), heads));
  return writeBias(out, heads, queries, keys, (m, head, ramp, count, first) =>
    m.kernels.pe_kerple_ramp(ramp, count, first, ps[head], as[head], power), {causal});
}

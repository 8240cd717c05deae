/* Kernelized relative biases, KERPLE (Chi et al. 2022). */
import { LARGEST32, checkResult, checkShape, writeBias } from './distance.js';
import * as check from '../check.js';

const readOptions = check.reader('kerpleBias', [], ({ form, p, a, causal, dtype, out }) => ({
  form,
  p,
  a,
  causal,
  dtype,
  out,
}));
const FORMS = ['log', 'power'];

/**
 * Returns -p ln(1 + a D) for each head, or -a D^p in the form 'power', where D = |query - key|. The
 * authors' code keeps p and a at 0.01 or more. In the form 'power' it keeps p at 2 or less.
 * @template {import('../dtypes.js').BiasDtype} [D='float32']
 * @param {number} heads
 * @param {number} queries the number of queries; the last query is at the position of the last key
 * @param {number} keys
 * @param {object} options
 * @param {'log' | 'power'} [options.form] default 'log'
 * @param {ArrayLike<number>} options.p [heads], learned; at least 0, and at most 2 in the form
 *   'power'
 * @param {ArrayLike<number>} options.a [heads], learned; at least 0
 * @param {boolean} [options.causal] whether keys after their query get -Infinity; default false
 * @param {D} [options.dtype] default 'float32'
 * @param {import('../dtypes.js').OutOf<D>} [options.out]
 * @returns {import('../dtypes.js').ArrayOf<D>} [heads, queries, keys]
 * @throws {RangeError | TypeError}
 * Source: Chi et al. 2022 (KERPLE)
 * @example
 * console.log(kerpleBias(1, 1, 4, { p: [1], a: [1] })); // [-1.3863, -1.0986, -0.6931, 0]
 * console.log(kerpleBias(1, 1, 4, { form: 'power', p: [2], a: [0.5] })); // [-4.5, -2, -0.5, 0]
 */
export function kerpleBias(heads, queries, keys, options) {
  const { form = 'log', p, a, causal, dtype, out: given } = readOptions(options);
  checkShape(heads, queries, keys, causal);
  const power = check.word('form', form, FORMS) === 'power';
  const exponents = learned('p', p, power ? 2 : LARGEST32, heads);
  const factors = learned('a', a, LARGEST32, heads);
  const out = checkResult(heads, queries, keys, given, causal, dtype);
  return writeBias(
    out,
    heads,
    queries,
    keys,
    ({ kernels }, head, ramp, count, first, _, flags) =>
      kernels.pe_kerple_ramp(ramp, count, first, exponents[head], factors[head], power, flags),
    { causal, dtype },
  );
}

/**
 * Checks a learned parameter: a number from 0 to `most` for each head.
 * @param {string} name
 * @param {ArrayLike<number>} list
 * @param {number} most
 * @param {number} heads
 */
const learned = (name, list, most, heads) =>
  check.numbers(name, list, (element, value) => check.number(element, value, 0, most), heads);

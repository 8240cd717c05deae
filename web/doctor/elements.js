/* Reads the elements of arrays as doubles, and tells to which type they were rounded. */
import * as check from '../check.js';
import { fromBfloat16, fromFloat16 } from '../half-precision.js';
import { TYPES } from './rounding.js';

export { powerOfTwo, roundedTo, roundingOf, spacing } from './rounding.js';

/** @typedef {'float64' | 'float32' | 'float16' | 'bfloat16'} Dtype */

/**
 * An array of floats, or of the bits of 16-bit floats.
 * @typedef {Float32Array | Float64Array | ArrayLike<number> & ArrayBufferView} FloatArray
 */

const NAMES = /** @type {Dtype[]} */ (Object.keys(TYPES));
const KINDS = ['Float32Array', 'Float64Array', 'Float16Array', 'Uint16Array'];

/** Returns the coarser one of two types. @param {Dtype} a @param {Dtype} b @returns {Dtype} */
export const coarser = (a, b) => (NAMES.indexOf(a) > NAMES.indexOf(b) ? a : b);

/** Checks the option `dtype`. @param {unknown} dtype @returns {Dtype | undefined} */
export const dtypeOf = (dtype) =>
  dtype === undefined ? undefined : check.word('dtype', dtype, NAMES);

/** Returns the distance between two elements. @param {number} a @param {number} b */
export function errorOf(a, b) {
  if (a === b || (Number.isNaN(a) && Number.isNaN(b))) return 0;
  const error = Math.abs(a - b);
  return Number.isNaN(error) ? Infinity : error;
}

/**
 * Checks an array, and returns a copy of its elements as doubles.
 * @param {string} name
 * @param {unknown} value
 * @param {Dtype} [dtype] what the bits in a Uint16Array are
 * @param {number} [length] the length that it must have; by default any
 * @param {string} [shape] the axes whose product is this length
 * @returns {{values: Float64Array<ArrayBuffer>, type: Dtype}}
 */
export function readElements(name, value, dtype, length, shape) {
  const list = /** @type {Float64Array} */ (check.array(name, value, KINDS, length, shape));
  const tag = check.tagOf(value);
  if (tag === 'Float64Array' || tag === 'Float32Array')
    return {
      values: new Float64Array(list),
      type: tag === 'Float64Array' ? 'float64' : 'float32',
    };
  if (tag === 'Uint16Array' && dtype !== 'float16' && dtype !== 'bfloat16')
    check.refuseKind('dtype', `"float16" or "bfloat16", the type of the bits in ${name}`, dtype);
  const type = tag === 'Float16Array' ? 'float16' : /** @type {Dtype} */ (dtype);
  return { values: Float64Array.from(list, type === 'float16' ? fromFloat16 : fromBfloat16), type };
}

const float = new Float32Array(1);
const floatBits = new Uint32Array(float.buffer);

/**
 * Returns the coarsest type that represents all numbers of a list. The numbers may be rounded to it
 * although their array has a finer type. Powers of two and zeros alone show no rounding, so in an
 * array of a finer type they count as float32.
 * @param {Float64Array} values
 * @param {Dtype} type the type of their array
 * @returns {Dtype}
 */
export function narrowestType(values, type) {
  if (type === 'float16' || type === 'bfloat16') return type;
  let used = 0;
  for (const value of values) {
    float[0] = value;
    if (Number.isNaN(value)) continue;
    if (float[0] !== value) return type;
    used |= floatBits[0];
  }
  // Float32 stores 23 bits after the leading bit. Bfloat16 has 7 of them, and float16 has 10.
  if (!(used & 0xffff)) return used & 0x7f0000 ? 'bfloat16' : 'float32';
  return used & 0x1fff || !values.every(isInRangeOfFloat16) ? 'float32' : 'float16';
}

/** Whether a number is neither too large nor too small for float16. @param {number} x */
const isInRangeOfFloat16 = (x) =>
  !Number.isFinite(x) || (Math.abs(x) <= 65504 && Number.isInteger(x * 16777216)); // 2^24

/* Defines the types of elements in files, and the JavaScript arrays that contain them. */
import { fromBfloat16, fromFloat16 } from '../half-precision.js';

/**
 * The types that can be read. The names are NumPy's, except for bfloat16.
 * @typedef {'float64' | 'float32' | 'float16' | 'bfloat16' | 'int8' | 'uint8' | 'int16' | 'uint16' |
 *   'int32' | 'uint32' | 'int64' | 'uint64' | 'bool'} FileDtype
 */

/**
 * Elements as they are in a file. Elements of float16 and bfloat16 are bits in a Uint16Array.
 * Booleans are 0 and 1 in a Uint8Array.
 * @typedef {Float64Array<ArrayBuffer> | Float32Array<ArrayBuffer> | Uint16Array<ArrayBuffer> |
 *   Int8Array<ArrayBuffer> | Uint8Array<ArrayBuffer> | Int16Array<ArrayBuffer> |
 *   Int32Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | BigInt64Array<ArrayBuffer> |
 *   BigUint64Array<ArrayBuffer>} Elements
 */

/** @typedef {{new (buffer: ArrayBuffer): Elements, BYTES_PER_ELEMENT: number, name: string}} Kind */

/** The class of arrays for each type. @type {Record<FileDtype, Kind>} */
export const KINDS = {
  float64: Float64Array,
  float32: Float32Array,
  float16: Uint16Array,
  bfloat16: Uint16Array,
  int8: Int8Array,
  uint8: Uint8Array,
  int16: Int16Array,
  uint16: Uint16Array,
  int32: Int32Array,
  uint32: Uint32Array,
  int64: BigInt64Array,
  uint64: BigUint64Array,
  bool: Uint8Array,
};

/** Returns the number of bytes of an element. @param {FileDtype} dtype */
export const bytesOf = (dtype) => KINDS[dtype].BYTES_PER_ELEMENT;

/** Whether this computer puts the least significant byte first, as nearly all computers do. */
export const LITTLE = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/**
 * Returns the product of a shape, or Infinity if it is too large for any file.
 * @param {number[]} shape
 */
export function productOf(shape) {
  if (shape.includes(0)) return 0;
  let product = 1;
  for (const side of shape) product *= side;
  return product <= Number.MAX_SAFE_INTEGER ? product : Infinity;
}

/**
 * Reverses the bytes of each element in place.
 * @param {Uint8Array} bytes
 * @param {number} size the number of bytes of an element
 */
export function swapBytes(bytes, size) {
  for (let at = 0; size > 1 && at < bytes.length; at += size)
    bytes.subarray(at, at + size).reverse();
}

/**
 * Turns bytes into elements. They share the memory of the bytes if the bytes fill their buffer. May
 * reverse the order of the bytes of each element.
 * @param {Uint8Array<ArrayBuffer>} bytes bytes at the beginning of their buffer
 * @param {FileDtype} dtype
 * @param {boolean} isLittle whether the least significant byte of an element is the first
 * @returns {Elements}
 */
export function elementsOf(bytes, dtype, isLittle) {
  if (isLittle !== LITTLE) swapBytes(bytes, bytesOf(dtype));
  const whole = bytes.length === bytes.buffer.byteLength ? bytes : bytes.slice();
  return new KINDS[dtype](whole.buffer);
}

/**
 * Converts elements to numbers. Floats of at most 32 bits become a Float32Array, which is exact.
 * All other types become a Float64Array, which rounds integers beyond 2^53.
 * @param {Elements} elements
 * @param {FileDtype} dtype
 * @returns {Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer>}
 */
export function widened(elements, dtype) {
  if (elements instanceof Float64Array || elements instanceof Float32Array) return elements;
  if (dtype === 'bfloat16' || dtype === 'float16')
    return Float32Array.from(
      /** @type {Uint16Array} */ (elements),
      dtype === 'float16' ? fromFloat16 : fromBfloat16,
    );
  return Float64Array.from(/** @type {ArrayLike<number>} */ (elements), Number);
}

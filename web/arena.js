/* Memory in which arrays of the caller stand, so that every function works on them in place. */
import * as check from './check.js';
import {startArena} from './wasm.js';

/**
 * @typedef {object} Arena memory of a fixed size; it goes when nobody holds it or an array of it
 * @property {number} bytes its size
 * @property {(length: number) => Float32Array} float32 a new array in it, of zeros
 * @property {(length: number) => Float64Array} float64
 * @property {(length: number) => Int32Array} int32
 */

/**
 * Memory for arrays that stay: an array of it, given to any function as input or `out`, is worked
 * on without a copy. Arrays of the caller's own in the same call are copied as ever. Nothing is
 * freed but the whole arena, by the collector.
 * @param {number} bytes at most 4290772992 (4 GiB less the 4 MiB of the kernels); each array takes a multiple of 16
 * @returns {Arena}
 * @throws {RangeError | TypeError} also if the memory is not to be had, and from its arrays' makers once it is full
 */
export function createArena(bytes) {
  check.count('bytes', bytes, 0, 4290772992);
  const m = startArena(bytes), end = m.end + bytes;
  let top = m.end;
  /** @param {any} Kind @returns {(length: number) => any} */
  const make = Kind => length => {
    check.count('length', length, 0, Math.floor((end - top) / Kind.BYTES_PER_ELEMENT));
    const array = new Kind(m.u8.buffer, top, length);
    top = Math.min(end, Math.ceil((top + array.byteLength) / 16) * 16);
    return array;
  };
  return {bytes, float32: make(Float32Array), float64: make(Float64Array), int32: make(Int32Array)};
}

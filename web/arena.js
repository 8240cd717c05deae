/* An arena is memory for arrays of the caller. Most functions process these arrays in place. */
import * as check from './check.js';
import { float16Class } from './dtypes.js';
import { startArena } from './wasm.js';

/** An arena has at most this many bytes: 4 GiB minus the 4 MiB that the kernels need. */
const LARGEST = 4290772992;

/**
 * Memory of a fixed size. The garbage collector frees it once neither the arena nor any array in it
 * is in use.
 * @typedef {object} Arena
 * @property {number} bytes the size of the arena
 * @property {(length: number) => Float32Array<ArrayBuffer>} float32 makes an array of zeros in the
 *   arena
 * @property {(length: number) => Float64Array<ArrayBuffer>} float64 makes an array of zeros in the
 *   arena
 * @property {(length: number) => Int32Array<ArrayBuffer>} int32 makes an array of zeros in the
 *   arena
 * @property {(length: number) => import('./dtypes.js').Float16s} float16 makes an array of zeros in
 *   the arena: a Float16Array, or a Uint16Array if the engine has no Float16Array
 * @property {(length: number) => Uint16Array<ArrayBuffer>} bfloat16 makes an array of zeros in the
 *   arena
 * @property {() => void} reset frees all arrays of the arena at once. New arrays take the same
 *   memory, so the old ones must not be used any more
 */

/**
 * The constructor of a class of typed arrays, with the parameters for an array in a buffer.
 * @template T
 * @typedef {{new (buffer: ArrayBufferLike, from: number, length: number): T,
 *   BYTES_PER_ELEMENT: number}} InArena
 */

/**
 * Makes memory for arrays that are used in several calls. An array in an arena can be an input or
 * the `out` of any function. Most functions then process it without a copy. Other arrays in the
 * same call are copied as usual. Single arrays cannot be freed, but `reset` frees them all. The
 * garbage collector frees the arena as a whole. Each arena reserves many addresses, so Chromium
 * allows only about 125 arenas at a time.
 *
 * All arrays of an arena share one buffer. If one of them is sent to a worker with postMessage, the
 * whole memory of the arena is cloned. Send a copy instead: `array.slice()`.
 * @param {number} bytes at most 4290772992 (4 GiB minus the 4 MiB that the kernels need); each
 *   array takes a multiple of 16 bytes
 * @returns {Arena}
 * @throws {RangeError | TypeError} also if this much memory is not available; the functions
 *   of the arena throw a RangeError if the array does not fit
 * @example
 * const arena = createArena(1 << 20);
 * const table = arena.float32(2 * 4);
 * sinusoidal(2, 4, { out: table });
 * console.log(table); // [0, 1, 0, 1, 0.8415, 0.5403, 0.01, 0.9999]
 */
export function createArena(bytes) {
  check.enter('createArena');
  check.count('bytes', bytes, 0, LARGEST);
  const machine = startArena(bytes);
  const end = machine.end + bytes;
  let free = machine.end;
  /** Bytes before this address may have been written. Arrays of zeros are made there again. */
  let used = free;
  /**
   * @template T
   * @param {InArena<T>} Kind
   * @returns {(length: number) => T}
   */
  const make = (Kind) => (length) => {
    const size = Kind.BYTES_PER_ELEMENT;
    check.enter('arena');
    check.count('length', length, 0, Math.floor((end - free) / size));
    const array = new Kind(machine.u8.buffer, free, length);
    const next = Math.min(end, Math.ceil((free + length * size) / 16) * 16);
    if (free < used) machine.u8.fill(0, free, Math.min(next, used));
    free = next;
    used = Math.max(used, free);
    return array;
  };
  return {
    bytes,
    float32: make(Float32Array),
    float64: make(Float64Array),
    int32: make(Int32Array),
    float16: make(float16Class()),
    bfloat16: make(Uint16Array),
    reset() {
      free = machine.end;
    },
  };
}

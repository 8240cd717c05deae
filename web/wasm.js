/*
 * The only file that uses WebAssembly. These are its terms:
 * - A kernel is a C function that was compiled to WebAssembly. posenc.h declares the kernels.
 * - A machine is one instance of all kernels, together with its memory.
 * - The window is a fixed area of this memory. Arrays of the caller pass through it.
 * - A tile is the piece of an array that is in the window at one time.
 * - A resident array lies in a machine's memory already (arena.js). Kernels process it in place.
 * - A pair is two elements that share a frequency, such as a sine and its cosine.
 * - A strip is a range of pairs whose frequencies are in memory at the same time.
 *
 * A memory never grows once a view of it exists. Therefore no view is ever detached, and nothing
 * needs to be freed.
 */
// This import comes first, so that every bundle begins with the hexadecimal digits of the kernels.
// gzip then compresses the rest of the bundle better.
import hex from './kernels.js';
import {
  bufferOf,
  enter,
  failure,
  offsetOf,
  part,
  refuseKind,
  sizeOf,
  tagOf,
  write,
} from './check.js';

/** A strip has at most this many pairs. A table with more pairs is made strip by strip. */
export const STRIP = 4096;

/** A row that is rotated has at most this many elements, so that its pairs fit one strip. */
export const WIDEST = 2 * STRIP;

/*
 * Flags of the kernels, with the same values as in posenc.h. A call passes the sum of its flags.
 */

/** Pair i is at elements 2i and 2i + 1 of its row. Without this flag, it is at i and i + pairs. */
export const INTERLEAVED = 1;

/** Elements are doubles. Without this flag, they are floats. */
export const FLOAT64 = 2;

/** Rotations go backwards: the sines change their sign. */
export const INVERSE = 4;

/** The frequency, the position and their product are each rounded to float32, as in most models. */
export const FLOAT32_ANGLE = 8;

/** Elements are 16-bit floating-point numbers, stored as their bits. */
export const FLOAT16 = 16;
export const BFLOAT16 = 32;

/** The version of the kernels' interface, PE_VERSION in posenc.h. */
export const VERSION = 3;

/** A tile has this many bytes, so that it stays in the second-level cache until it is copied. */
export const TILE = 1 << 18;

/** The bytes of a machine's memory without an arena: the INITIAL_MEMORY in build.sh. */
const END = 4194304;

/**
 * The number of bytes from a multiple of 32 to the start of most arrays of the caller. In Node, 16
 * bytes of the allocator come before an array. The areas in the window have the same offset from a
 * multiple of 32, because processors then copy faster.
 */
const OFFSET = 'process' in globalThis ? 16 : 0;

/**
 * A kernel. Its parameters are numbers, but a parameter that is 0 or 1 may also be a boolean.
 * @typedef {(...args: (number | boolean)[]) => number} Kernel
 */

/**
 * A view of a machine's memory.
 * @typedef {Float32Array | Float64Array | Int32Array | Uint16Array} View
 */

/** @typedef {View | Uint8Array | Uint8ClampedArray} Numbers an array of the caller */

/**
 * An instance of the kernels, its memory, and the addresses of the areas in this memory.
 * An address is the number of bytes from the start of the memory.
 *
 * @typedef {object} Machine
 * @property {Record<string, Kernel>} kernels the kernels, by their names in posenc.h
 * @property {Uint8Array} u8 the whole memory as bytes
 * @property {Float32Array} f32 the whole memory as floats
 * @property {Float64Array} f64 the whole memory as doubles
 * @property {Int32Array} i32 the whole memory as integers
 * @property {Uint16Array} u16 the whole memory as numbers of 16 bits
 * @property {boolean} arena whether arrays of the caller may lie in this memory
 * @property {number} frequencies the address of the current frequencies, [2][STRIP] doubles: each
 *   frequency is the sum of a high part and a low part; all high parts come first (angles.js)
 * @property {number} work the address of the work area of pe_angles for the current frequencies;
 *   it has room for STRIP pairs
 * @property {Made} made identifies the current frequencies
 * @property {import('./angles/sections.js').Place[]} places where the frequencies of each group of
 *   pairs are, if the angles depend on several axes
 * @property {number} window the address of the window
 * @property {number} end the address of the first byte after the window; the arrays of an arena
 *   begin there
 */

/**
 * The fields that identify the frequencies in the memory of a machine. They are not joined into one
 * string, because that takes longer than computing a small table.
 * @typedef {object} Made
 * @property {number} base
 * @property {number} divisor
 * @property {number} first the index of the first pair
 * @property {number} pairs the number of pairs; -1 if no frequencies are valid
 * @property {string} key distinguishes frequencies for which all these numbers are equal
 * @property {Float64Array | undefined} list the frequencies, if they were given one by one
 * @property {boolean} axes whether each axis has a group of pairs
 */

/** @type {Made} */
export const NOTHING_MADE = {
  base: 0,
  divisor: 0,
  first: 0,
  pairs: -1,
  key: '',
  list: undefined,
  axes: false,
};

/** @type {WebAssembly.Module | undefined} */
let compiled;

/** What an instance of the kernels exports. @typedef {Record<string, unknown>} Exports */

/** The property of globalThis with the function that makes scalar kernels: see scalar.js. */
const SCALAR = Symbol.for('posenc scalar kernels');

/** The property with the function that makes scalar kernels that train: train/train-scalar.js. */
const TRAIN_SCALAR = Symbol.for('posenc-train-scalar');

/** Returns the function that makes scalar kernels, if its file is loaded. @param {symbol} name */
const scalarOf = (name) =>
  /** @type {Record<symbol, (() => Exports) | undefined>} */ (/** @type {unknown} */ (globalThis))[
    name
  ];

/**
 * The common machine, which runs all calls without an array in an arena.
 * @type {Machine | undefined}
 */
let machine;

/** The property of an arena's buffer that holds the arena's machine. A WeakMap would be slower. */
const MACHINE = Symbol('machine');

/** Whether any arena exists. If none does, `open` need not look for one. */
let arenas = false;

/**
 * Uses a module that the caller compiled from `posenc/posenc.wasm`. Some hosts need this function,
 * because they forbid a program to compile WebAssembly from bytes. Call it before any other
 * function of posenc.
 * @param {object} module a WebAssembly.Module
 * @throws {TypeError} if `module` is not a module compiled from posenc.wasm, or if its kernels have
 *   another version than this JavaScript
 * @throws {RangeError} if there is no memory for the kernels
 * @example
 * try {
 *   useModule({});
 * } catch (error) {
 *   console.log(error.message); // useModule: module: expected a WebAssembly.Module, got object
 * }
 */
export function useModule(module) {
  enter('useModule');
  const given = /** @type {WebAssembly.Module} */ (module);
  const names = exportsOf(given).map(({ name }) => name);
  if (!names.includes('pe_angles') || WebAssembly.Module.imports(given).length)
    throw failure(TypeError, 'module', 'the module of posenc.wasm', 'another');
  const version = names.includes('pe_version') ? versionOf(given) : 'none';
  if (version !== VERSION)
    throw failure(TypeError, 'module', `posenc.wasm of version ${VERSION}`, `${version}`);
  const missing = exportsIn(decode(hex)).find((name) => !names.includes(name));
  if (missing !== undefined)
    throw failure(TypeError, 'module', 'all exports of posenc.wasm', `none called ${missing}`);
  compiled = given;
  machine = undefined;
}

/** Returns the version of compiled kernels. @param {WebAssembly.Module} module */
function versionOf(module) {
  const { pe_version: version } = instantiate(() => new WebAssembly.Instance(module).exports);
  return /** @type {Kernel} */ (version)();
}

/**
 * Returns the exports of a module, or throws a TypeError for another value.
 * @param {WebAssembly.Module} module
 */
function exportsOf(module) {
  try {
    return WebAssembly.Module.exports(module);
  } catch {
    return refuseKind('module', 'a WebAssembly.Module', module);
  }
}

/**
 * Returns the names that a module exports, without compiling it: the host may forbid that.
 * @param {Uint8Array} bytes a module that is right
 * Source: WebAssembly Core Specification, 5.5
 */
function exportsIn(bytes) {
  let at = 8;
  /** Reads an integer in the format LEB128. */
  const integer = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  const EXPORTS = 7;
  while (bytes[at++] !== EXPORTS) {
    const size = integer();
    at += size;
  }
  integer();
  return Array.from({ length: integer() }, () => {
    const length = integer();
    const name = String.fromCharCode(...bytes.subarray(at, at + length));
    // After the name follow a byte for the kind, and an index.
    at += length + 1;
    integer();
    return name;
  });
}

/** Converts hexadecimal digits to bytes. @param {string} text */
function decode(text) {
  /** @typedef {Uint8Array<ArrayBuffer>} Bytes */
  const Bytes = /** @type {{fromHex?(text: string): Bytes}} */ (
    /** @type {unknown} */ (Uint8Array)
  );
  const { Buffer } = /** @type {{Buffer?: {from(text: string, encoding: string): Bytes}}} */ (
    globalThis
  );
  if (Bytes.fromHex) return Bytes.fromHex(text);
  if (Buffer) return Buffer.from(text, 'hex');
  const bytes = new Uint8Array(text.length / 2);
  /** @param {number} i */
  const digit = (i) => (text.charCodeAt(i) & 15) + (text.charCodeAt(i) > 57 ? 9 : 0);
  for (let i = 0; i < bytes.length; i++) bytes[i] = 16 * digit(2 * i) + digit(2 * i + 1);
  return bytes;
}

/**
 * Compiles the kernels, unless they are compiled already. Returns a function that makes an instance
 * of them. If they cannot be compiled and scalar.js is loaded, the function makes scalar kernels.
 * @returns {() => Exports}
 */
function compile() {
  try {
    const module = (compiled ??= new WebAssembly.Module(decode(hex)));
    return () => new WebAssembly.Instance(module).exports;
  } catch (cause) {
    const scalar = scalarOf(SCALAR);
    if (scalar) return scalar;
    throw new Error(
      'posenc cannot run its kernels here: WebAssembly with SIMD is missing or forbidden. ' +
        "A content security policy needs 'wasm-unsafe-eval' in script-src. Chrome before version " +
        '115 needs `await ready()` first. Elsewhere, import posenc/scalar first. ' +
        `The engine says: ${wordsOf(cause)}`,
      { cause },
    );
  }
}

/**
 * Prepares the kernels where the engine can compile them only asynchronously: on the main thread of
 * Chrome before version 115. Await it there before the first call. Elsewhere it is not needed, and
 * does no harm.
 * @returns {Promise<void>}
 * @throws {Error | RangeError} if the kernels cannot run here; the message says what is missing
 * @example
 * await ready();
 * console.log(wavelengths(4)); // [6.2832, 628.3185]
 */
export async function ready() {
  try {
    open();
  } catch (error) {
    try {
      const { module, instance } = await WebAssembly.instantiate(decode(hex));
      compiled = module;
      machine ??= machineOf(instance.exports);
    } catch {
      throw error;
    }
  }
}

/** Returns the message of anything that was thrown. @param {unknown} cause */
const wordsOf = (cause) => /** @type {Error | null | undefined} */ (cause)?.message ?? cause;

/**
 * Makes an instance of the kernels. The engine can run them, since it has compiled them. So only
 * memory can be missing. In Chromium each memory also takes 8 GiB of addresses, and a process has
 * about 1 TiB of them.
 * @param {() => Exports} make
 * @param {number} [bytes] the size of the arena; undefined if no arena is made
 */
function instantiate(make, bytes) {
  try {
    const exports = make();
    if (bytes) memoryOf(exports).grow(Math.ceil(bytes / 65536));
    return exports;
  } catch (cause) {
    const reason = `${wordsOf(cause)}`;
    if (bytes === undefined)
      throw new RangeError(
        'posenc found no memory for its kernels. They need 4 MiB, and some addresses that the ' +
          `engine reserves. Drop arenas that are not in use. The engine says: ${reason}`,
        { cause },
      );
    throw /main thread/.test(reason)
      ? failure(RangeError, 'bytes', 'a thread in which arenas can be made', reason, { cause })
      : failure(RangeError, 'bytes', 'an amount of memory that is available', `${bytes}`, {
          cause,
        });
  }
}

/** Returns the memory of an instance of the kernels. @param {Exports} exports */
const memoryOf = ({ memory }) => /** @type {WebAssembly.Memory} */ (memory);

/**
 * The kernels that train, and their memory.
 * @typedef {object} TrainingKernels
 * @property {Record<string, Kernel>} kernels
 * @property {ArrayBuffer} buffer
 * @property {number} free the address of the first byte that the kernels leave free
 */

/** @param {Exports} exports @returns {TrainingKernels} */
function trainingOf(exports) {
  const kernels = /** @type {Record<string, Kernel>} */ (exports);
  kernels._initialize();
  const heapBase = /** @type {WebAssembly.Global} */ (exports.__heap_base).value;
  return { kernels, buffer: memoryOf(exports).buffer, free: (heapBase + 15) & -16 };
}

/**
 * Makes an instance of the kernels that train. If the engine cannot run them and train-scalar.js is
 * loaded, it makes scalar kernels.
 * @param {string} digits their module in hexadecimal
 * @returns {TrainingKernels}
 * @throws {Error} if the kernels cannot run here; the message says why
 */
export function startTraining(digits) {
  try {
    return trainingOf(new WebAssembly.Instance(new WebAssembly.Module(decode(digits))).exports);
  } catch (cause) {
    const scalar = scalarOf(TRAIN_SCALAR);
    if (scalar) return trainingOf(scalar());
    throw new Error(
      'posenc cannot train here: WebAssembly with SIMD is missing or forbidden, or there is no ' +
        "memory for it. A content security policy needs 'wasm-unsafe-eval' in script-src. Chrome " +
        'before version 115 needs a worker. Elsewhere, import posenc/train-scalar first. ' +
        `The engine says: ${wordsOf(cause)}`,
      { cause },
    );
  }
}

/**
 * Makes a machine from an instance of the kernels.
 * @param {Exports} exports
 * @returns {Machine}
 */
function machineOf(exports) {
  const kernels = /** @type {Record<string, Kernel>} */ (exports);
  const { buffer } = memoryOf(exports);
  const heapBase = /** @type {WebAssembly.Global} */ (exports.__heap_base).value;
  kernels._initialize();
  const frequencies = (heapBase + 15) & -16;
  const work = frequencies + 16 * STRIP;
  return {
    kernels,
    u8: new Uint8Array(buffer),
    f32: new Float32Array(buffer),
    f64: new Float64Array(buffer),
    i32: new Int32Array(buffer),
    u16: new Uint16Array(buffer),
    arena: false,
    frequencies,
    work,
    made: NOTHING_MADE,
    places: [],
    window: ((work + 8 * kernels.pe_angles_size(STRIP) + 31) & -32) + OFFSET,
    end: END,
  };
}

/**
 * Makes a machine. For an arena, its memory has `bytes` more bytes after the window.
 * @param {number} [bytes]
 * @returns {Machine}
 */
function start(bytes) {
  try {
    return machineOf(instantiate(compile(), bytes));
  } catch (error) {
    // Scalar kernels need no memory of WebAssembly. They have no arenas.
    const scalar = bytes === undefined ? scalarOf(SCALAR) : undefined;
    if (!scalar) throw error;
    return machineOf(instantiate(scalar));
  }
}

/** @typedef {ArrayBufferLike & {[MACHINE]?: Machine}} ArenaBuffer */

/**
 * Returns the machine whose arena contains an array, if there is one.
 * @param {ArrayBufferView | undefined} array
 */
const arenaOf = (array) => array && /** @type {ArenaBuffer} */ (bufferOf(array))[MACHINE];

/**
 * Returns the machine that runs a call with the arrays `a` and `b`. If `a` lies in an arena, the
 * machine of that arena runs the call. If only `b` lies in an arena, the machine of that arena runs
 * it. Otherwise the common machine runs it. That machine is made when it is first needed.
 * @param {ArrayBufferView} [a]
 * @param {ArrayBufferView} [b]
 * @returns {Machine}
 */
export function open(a, b) {
  if (arenas) {
    const arena = arenaOf(a) || arenaOf(b);
    if (arena) return arena;
  }
  return (machine ??= start());
}

/** Makes a machine with `bytes` bytes for the arrays of an arena. @param {number} bytes */
export function startArena(bytes) {
  const arena = start(bytes);
  arena.arena = true;
  /** @type {ArenaBuffer} */ (arena.u8.buffer)[MACHINE] = arena;
  arenas = true;
  return arena;
}

/**
 * Whether an array lies in the arena of this machine, so that kernels can process it in place.
 * @param {Machine} machine
 * @param {ArrayBufferView} array
 */
export const resident = (machine, array) => machine.arena && bufferOf(array) === machine.u8.buffer;

/**
 * Returns the address of an element of a resident array.
 * @param {Numbers} array
 * @param {number} element the index of the element
 */
export const address = (array, element) => offsetOf(array) + element * sizeOf(array);

/**
 * Returns the view of a machine's memory whose elements have the same type as those of an array.
 * For types without a view of their own, it returns the view of floats.
 * @overload
 * @param {Machine} machine
 * @param {Float32Array | Float64Array} array
 * @returns {Float32Array | Float64Array}
 *
 * @overload
 * @param {Machine} machine
 * @param {ArrayBufferView} array
 * @returns {View}
 *
 * @param {Machine} machine
 * @param {ArrayBufferView} array
 * @returns {View}
 */
export function viewOf(machine, array) {
  const tag = tagOf(array);
  if (tag === 'Float64Array') return machine.f64;
  if (tag === 'Uint16Array') return machine.u16;
  return tag === 'Int32Array' ? machine.i32 : machine.f32;
}

/**
 * Allocates areas in the window of a machine, one after the other. The distance between two
 * addresses is a multiple of 32. A call that needs several areas makes one carver and asks it for
 * each area.
 */
export class Carver {
  /** @param {Machine} machine @param {number} [from] the address of the first free byte */
  constructor(machine, from = machine.window) {
    /** The address of the first byte that is still free. */
    this.free = from;
  }

  /** Allocates `count` bytes and returns their address. @param {number} count */
  bytes(count) {
    const address = this.free;
    this.free = address + ((count + 31) & -32);
    return address;
  }

  /** Allocates `count` floats or 32-bit integers. @param {number} count */
  words(count) {
    return this.bytes(4 * count);
  }

  /** Allocates `count` doubles. @param {number} count */
  doubles(count) {
    return this.bytes(8 * count);
  }
}

/**
 * Copies rows of an array of the caller to a tile. Numbers are converted if the types differ.
 * @param {View | Uint8Array} view a view of the machine's memory
 * @param {number} at the address of the tile
 * @param {ArrayLike<number>} from a typed array, or a plain list that is copied as a whole
 * @param {number} first the index of the first element to copy
 * @param {number} rows the number of rows
 * @param {number} width the number of elements in a row
 * @param {number} stride the distance in the array from one row to the next, in elements
 */
export function copyIn(view, at, from, first, rows = 1, width = from.length, stride = width) {
  const list = /** @type {Numbers} */ (from);
  const start = at / sizeOf(view);
  if (stride === width) {
    const all = width * rows === from.length;
    write(view, all ? from : part(list, first, first + rows * width), start);
    return;
  }
  for (let row = 0; row < rows; row++) {
    const begin = first + row * stride;
    write(view, part(list, begin, begin + width), start + row * width);
  }
}

/**
 * Copies consecutive numbers of an array of the caller. Up to 16 numbers are copied one by one,
 * because making a subarray would take 40 ns. Such copies may change the payload of a NaN.
 * @param {Float32Array | Float64Array} view a view of the machine's memory
 * @param {number} at the address for the copy
 * @param {Float32Array | Float64Array} from
 * @param {number} first the index of the first number
 * @param {number} count
 */
export function copyNumbers(view, at, from, first, count) {
  const to = at / sizeOf(view);
  if (count > 16) copyIn(view, at, from, first, 1, count);
  else for (let i = 0; i < count; i++) view[to + i] = from[first + i];
}

/**
 * The property of a view that contains the parts that `piece` returned last. Calls in a loop ask
 * for the same parts again. If a variable of this file held the parts, it would keep the memory of
 * an unused arena from being freed.
 */
const PIECES = Symbol('pieces');

/** A view keeps at most this many pieces. */
const MOST_PIECES = 8;

/** @typedef {{[PIECES]?: {start: number, length: number, part: View | Uint8Array}[]}} WithPieces */

/**
 * Returns a part of a view, as a typed array on the same memory.
 * @template {View | Uint8Array} V
 * @param {V} view a view of the machine's memory
 * @param {number} start the index of the first element
 * @param {number} length the number of elements
 * @returns {V}
 */
export function piece(view, start, length) {
  const owner = /** @type {WithPieces} */ (view);
  owner[PIECES] ??= [];
  const pieces = owner[PIECES];
  for (let i = 0; i < pieces.length; i++)
    if (pieces[i].start === start && pieces[i].length === length)
      return /** @type {V} */ (pieces[i].part);
  const made = part(view, start, start + length);
  if (pieces.length === MOST_PIECES) pieces.shift();
  pieces.push({ start, length, part: made });
  return made;
}

/**
 * Copies rows of a tile to an array of the caller. Numbers are converted if the types differ.
 * @param {View | Uint8Array} view a view of the machine's memory
 * @param {number} at the address of the tile
 * @param {Numbers} to the array of the caller
 * @param {number} first the index of the first element to write
 * @param {number} rows the number of rows
 * @param {number} width the number of elements in a row
 * @param {number} stride the distance in the array from one row to the next, in elements
 * @param {number} tileStride the distance in the tile from one row to the next, in elements
 */
export function copyOut(view, at, to, first, rows, width, stride = width, tileStride = width) {
  const start = at / sizeOf(view);
  if (rows === 1 || (stride === width && tileStride === width)) {
    write(to, piece(view, start, rows * width), first);
    return;
  }
  for (let row = 0; row < rows; row++) {
    const begin = start + row * tileStride;
    write(to, part(view, begin, begin + width), first + row * stride);
  }
}

/**
 * Divides `total` items into groups of at most `most` items. Calls `step` for each group.
 * @param {number} total
 * @param {number} most
 * @param {(first: number, count: number) => void} step `first` is the index of the first item of
 *   the group, and `count` the number of its items
 * @param {number} short the size of the first group; 0 if it is also `most`
 */
export function tiles(total, most, step, short = 0) {
  for (let first = 0, count = short || most; first < total; first += count, count = most)
    step(first, Math.min(count, total - first));
}

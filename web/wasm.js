/*
 * The only file that says WebAssembly. It hands out machines: the kernels, and the window, a fixed
 * piece of wasm memory through which a call streams the arrays of its caller, tile by tile. Arrays
 * that stand in a machine's memory already (arena.js) are worked on where they are. No memory grows
 * once a view of it exists, so no view is ever detached and there is nothing to free.
 */
import {refuseKind} from './check.js';
import hex from './kernels.js';

/** Pairs of one strip of frequencies; wider tables are made strip by strip. */
export const STRIP = 4096;

/** The widest rows that are rotated, in elements: every pair has its angles in the window. */
export const WIDEST = 2 * STRIP;

/** The flags of posenc.h. */
export const INTERLEAVED = 1, FLOAT64 = 2, INVERSE = 4, FLOAT32_ANGLE = 8;

/** Bytes of a tile: small enough to stay in the second-level cache between kernel and copy. */
export const TILE = 1 << 18;

/**
 * @typedef {object} Machine
 * @property {Record<string, Function>} kernels the functions of posenc.h
 * @property {Uint8Array} u8 views of the whole memory
 * @property {Float32Array} f32
 * @property {Float64Array} f64
 * @property {Int32Array} i32
 * @property {boolean} arena whether arrays of the caller may stand in it
 * @property {number} frequencies where angles.js keeps frequencies, high parts then low parts, [2][STRIP] doubles
 * @property {number} work where it keeps seeds, for up to STRIP pairs
 * @property {string} key which frequencies stand there
 * @property {{axis: number, from: number, step: number, count: number, work: number, at: number}[]} places where those of several axes do
 * @property {number} window the first free byte of the window
 * @property {number} end its end; resident arrays stand behind it
 */

/** @type {WebAssembly.Module | undefined} */
let compiled;
/** The machine of calls whose arrays are all the caller's own. @type {Machine | undefined} */
let machine;
/** Where the buffer of an arena keeps its machine; a property is found faster than a key of a WeakMap. */
const MACHINE = Symbol('machine');
let arenas = false;

/**
 * Takes a module compiled elsewhere, from `posenc/posenc.wasm`, for hosts that forbid compiling
 * from bytes. To be called before any other function.
 * @param {object} module a WebAssembly.Module
 * @throws {TypeError} if it is not a module
 */
export function useModule(module) {
  const {Module} = globalThis.WebAssembly ?? {};
  if (!Module || !(module instanceof Module)) refuseKind('module', 'a WebAssembly.Module', module);
  if (!Module.exports(/** @type {WebAssembly.Module} */ (module)).some(({name}) => name === 'pe_angles'))
    throw new TypeError('module: expected the module of posenc.wasm, got another');
  compiled = /** @type {WebAssembly.Module} */ (module);
  machine = undefined;
}

/** @param {string} text @returns {Uint8Array} */
function decode(text) {
  const Bytes = /** @type {any} */ (Uint8Array), {Buffer} = /** @type {any} */ (globalThis);
  if (Bytes.fromHex) return Bytes.fromHex(text);
  if (Buffer) return Buffer.from(text, 'hex');
  const bytes = new Bytes(text.length / 2), digit = (/** @type {number} */ i) => (text.charCodeAt(i) & 15) + (text.charCodeAt(i) > 57 ? 9 : 0);
  for (let i = 0; i < bytes.length; i++) bytes[i] = 16 * digit(2 * i) + digit(2 * i + 1);
  return bytes;
}

/**
 * A machine of its own, with room for `bytes` after its window.
 * @param {number} bytes @returns {Machine}
 */
function start(bytes = 0) {
  let instance;
  try {
    compiled ??= new WebAssembly.Module(/** @type {any} */ (decode(hex)));
    instance = new WebAssembly.Instance(compiled);
  } catch (cause) {
    throw new Error(
      'posenc cannot run its kernels here: WebAssembly with SIMD (Chrome 91, Firefox 89, Safari 16.4) is missing or forbidden; a content ' +
        `security policy needs 'wasm-unsafe-eval' in script-src. The engine says: ${/** @type {any} */ (cause)?.message ?? cause}`,
      {cause}
    );
  }
  const kernels = /** @type {any} */ (instance.exports), end = kernels.memory.buffer.byteLength;
  kernels._initialize();
  try {
    kernels.memory.grow(Math.ceil(bytes / 65536));
  } catch (cause) {
    throw new RangeError(`bytes: expected an amount of memory that is to be had, got ${bytes}`, {cause});
  }
  const {buffer} = kernels.memory;
  const frequencies = (kernels.__heap_base.value + 15) & -16, work = frequencies + 16 * STRIP;
  return {
    kernels, u8: new Uint8Array(buffer), f32: new Float32Array(buffer), f64: new Float64Array(buffer), i32: new Int32Array(buffer),
    arena: false, frequencies, work, key: '', places: [], window: work + 8 * kernels.pe_angles_size(STRIP), end
  };
}

/**
 * The machine that runs a call: that of the first array that stands in an arena, or the common one,
 * instantiated by the first call.
 * @param {ArrayBufferView} [a] @param {ArrayBufferView} [b] @returns {Machine}
 */
export function open(a, b) {
  if (arenas) {
    const arena = a && /** @type {any} */ (a.buffer)[MACHINE] || b && /** @type {any} */ (b.buffer)[MACHINE];
    if (arena) return arena;
  }
  return machine ??= start();
}

/** A machine with room for `bytes` of resident arrays from `end` on. @param {number} bytes */
export function startArena(bytes) {
  const m = start(bytes);
  m.arena = true;
  /** @type {any} */ (m.u8.buffer)[MACHINE] = m;
  arenas = true;
  return m;
}

/** Whether an array stands in a machine's memory. @param {Machine} m @param {ArrayBufferView} array */
export const resident = (m, array) => m.arena && array.buffer === m.u8.buffer;

/** Where an element of a resident array stands. @param {any} array @param {number} element */
export const address = (array, element) => array.byteOffset + element * array.BYTES_PER_ELEMENT;

/**
 * The view of a machine's memory whose elements match an array's.
 * @param {Machine} m @param {ArrayBufferView} array @returns {any}
 */
export function viewOf(m, array) {
  const tag = /** @type {any} */ (array)[Symbol.toStringTag];  // that of an array of another realm, too
  return tag === 'Float64Array' ? m.f64 : tag === 'Int32Array' ? m.i32 : m.f32;
}

/**
 * Copies rows of an array of the caller to a tile, converting if their kinds differ.
 * @param {any} view of wasm memory @param {number} at where the tile begins, in bytes
 * @param {any} from @param {number} first its first element copied @param {number} stride from row to row
 */
export function copyIn(view, at, from, first, rows = 1, width = from.length, stride = width) {
  const start = at / view.BYTES_PER_ELEMENT;
  if (stride === width) view.set(width * rows === from.length ? from : from.subarray(first, first + rows * width), start);
  else for (let r = 0; r < rows; r++) view.set(from.subarray(first + r * stride, first + r * stride + width), start + r * width);
}

/** The last piece of a view that was copied out: calls in a loop ask for the same one. */
let last = {view: /** @type {any} */ (undefined), start: 0, length: 0, piece: /** @type {any} */ (undefined)};

/** A piece of a view. @param {any} view @param {number} start @param {number} length */
export function piece(view, start, length) {
  if (last.view !== view || last.start !== start || last.length !== length)
    last = {view, start, length, piece: view.subarray(start, start + length)};
  return last.piece;
}

/**
 * Copies rows of a tile to an array of the caller.
 * @param {any} view @param {number} at where the tile begins, in bytes @param {any} to @param {number} first
 * @param {number} rows @param {number} width @param {number} stride of the array @param {number} tileStride
 */
export function copyOut(view, at, to, first, rows, width, stride = width, tileStride = width) {
  const start = at / view.BYTES_PER_ELEMENT;
  if (stride === width && tileStride === width) to.set(piece(view, start, rows * width), first);
  else for (let r = 0; r < rows; r++) to.set(view.subarray(start + r * tileStride, start + r * tileStride + width), first + r * stride);
}

/**
 * Runs `step(first, count)` over `total` things in runs of at most `most`.
 * @param {number} total @param {number} most @param {(first: number, count: number) => void} step
 * @param {number} short the length of the first run, if another
 */
export function tiles(total, most, step, short = 0) {
  for (let first = 0, count = short || most; first < total; first += count, count = most) step(first, Math.min(count, total - first));
}

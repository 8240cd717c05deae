/* Writes arrays as .npy, .npz, .safetensors, CSV and JSON. */
import * as check from '../check.js';
import { KINDS, LITTLE, bytesOf, productOf, swapBytes, widened } from './elements.js';
import { TYPES } from './safetensors.js';
import { lengthOf, zipPieces } from './zip-writer.js';

/** @typedef {import('./elements.js').FileDtype} FileDtype */
/** @typedef {import('./elements.js').Elements} Elements */

/**
 * An array to write.
 * @typedef {object} Written
 * @property {ArrayBufferView} data a typed array, row-major
 * @property {number[]} [shape] default: [length]
 * @property {FileDtype} [dtype] default: the type of the array's class. A Uint16Array may be 'float16',
 *   'bfloat16' or, by default, 'uint16'; a Uint8Array may be 'bool'
 */

/** Arrays by their names. @typedef {Record<string, Written>} Arrays */

/** A checked array. @typedef {{data: Elements, shape: number[], dtype: FileDtype}} Checked */

const readArray = check.reader('', [], ({ data, shape, dtype }) => ({ data, shape, dtype }));

/** The types that each class of arrays may have. The first one is the default. */
const OF_CLASS = /** @type {Record<string, FileDtype[]>} */ ({
  Float64Array: ['float64'],
  Float32Array: ['float32'],
  Float16Array: ['float16'],
  Uint16Array: ['uint16', 'float16', 'bfloat16'],
  Int8Array: ['int8'],
  Uint8Array: ['uint8', 'bool'],
  Int16Array: ['int16'],
  Int32Array: ['int32'],
  Uint32Array: ['uint32'],
  BigInt64Array: ['int64'],
  BigUint64Array: ['uint64'],
});

/** The largest number of elements that are written as text. */
const MOST_TEXT = 16777216;

/** NumPy's names of types. */
const DESCR = /** @type {Record<string, string>} */ ({
  float64: '<f8',
  float32: '<f4',
  float16: '<f2',
  int8: '|i1',
  uint8: '|u1',
  int16: '<i2',
  uint16: '<u2',
  int32: '<i4',
  uint32: '<u4',
  int64: '<i8',
  uint64: '<u8',
  bool: '|b1',
});

/**
 * Checks an array.
 * @param {Written} array
 * @param {string} [name]
 * @returns {Checked}
 */
function checked(array, name = 'array') {
  const given = readArray(array, name);
  const tag = check.tagOf(given.data);
  const types = OF_CLASS[tag ?? ''];
  if (!types) check.refuseKind(`${name}.data`, Object.keys(OF_CLASS).join(' or '), given.data);
  const dtype = given.dtype === undefined ? types[0] : check.word('dtype', given.dtype, types);
  const list = /** @type {Uint8Array} */ (given.data);
  const shape = [...(given.shape ?? [list.length])];
  for (const side of shape) check.count(`${name}.shape`, side);
  if (productOf(shape) !== list.length)
    check.refuse(`${name}.shape`, `a product of ${list.length}, the length of data`, `${shape}`);
  const data =
    tag === 'Float16Array' ? new Uint16Array(list.buffer, list.byteOffset, list.length) : list;
  return { data: /** @type {Elements} */ (data), shape, dtype };
}

/**
 * Checks the arrays in an object, and returns them with their names.
 * @param {Arrays} arrays
 * @returns {[string, Checked][]}
 */
const checkedAll = (arrays) =>
  Object.entries(check.readAll('arrays', arrays)).map(([name, array]) => [
    name,
    checked(/** @type {Written} */ (array), name),
  ]);

/** Returns the bytes of elements, the least significant byte first. @param {Checked} array */
function bytesIn({ data, dtype }) {
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  if (LITTLE || bytesOf(dtype) === 1) return bytes;
  const swapped = bytes.slice();
  swapBytes(swapped, bytesOf(dtype));
  return swapped;
}

/** Puts pieces of bytes together. @param {Uint8Array[]} pieces */
function joined(pieces) {
  const bytes = new Uint8Array(lengthOf(pieces));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** @param {string} text */
const encoded = (text) => new TextEncoder().encode(text);

/**
 * Writes an array as .npy, version 1.0, with the same bytes as numpy.save. NumPy has no bfloat16.
 *
 * @param {Written} array
 * @returns {Uint8Array<ArrayBuffer>}
 * @throws {RangeError | TypeError}
 * Source: numpy/lib/format.py
 * @example
 * const bytes = writeNpy({ data: sinusoidal(64, 128), shape: [64, 128] });
 * console.log(bytes.length); // 32896
 */
export function writeNpy(array) {
  check.enter('writeNpy');
  return npyOf(checked(array));
}

/** @param {Checked} array */
function npyOf(array) {
  const { dtype, shape } = array;
  if (!Object.hasOwn(DESCR, dtype))
    check.refuse('dtype', 'a type that NumPy has; write safetensors, or float32', dtype);
  const sides = shape.length === 1 ? `${shape[0]},` : shape.join(', ');
  const text = `{'descr': '${DESCR[dtype]}', 'fortran_order': False, 'shape': (${sides}), }`;
  // NumPy leaves room for a first axis of 21 digits. The header ends at a multiple of 64 bytes.
  const room = shape.length ? 21 - String(shape[0]).length : 0;
  const length = Math.ceil((10 + text.length + room + 1) / 64) * 64;
  const head = new Uint8Array(length).fill(0x20);
  head.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, (length - 10) & 255, (length - 10) >> 8]);
  head.set(encoded(text), 10);
  head[length - 1] = 0x0a;
  return joined([head, bytesIn(array)]);
}

/**
 * Writes arrays as .npz, as numpy.savez does: a zip file whose members are not compressed.
 *
 * @param {Arrays} arrays
 * @returns {Uint8Array<ArrayBuffer>}
 * @throws {RangeError | TypeError}
 * Sources: numpy/lib/npyio.py; APPNOTE.TXT of PKWARE
 * @example
 * const { cos, sin } = ropeTable(16, 64);
 * const shape = [16, 32];
 * const bytes = writeNpz({ cos: { data: cos, shape }, sin: { data: sin, shape } });
 * console.log(bytes.length); // 4554
 */
export function writeNpz(arrays) {
  check.enter('writeNpz');
  const members = checkedAll(arrays).map(([name, array]) => ({
    name: `${name}.npy`,
    bytes: npyOf(array),
  }));
  check.count('arrays', members.length, 0, 65534);
  const pieces = zipPieces(members);
  check.fits(lengthOf(pieces), 1, 'arrays');
  return joined(pieces);
}

/**
 * Writes arrays as .safetensors. As in the reference implementation, larger types come first.
 *
 * @param {Arrays} arrays
 * @param {Record<string, string>} [metadata]
 * @returns {Uint8Array<ArrayBuffer>}
 * @throws {RangeError | TypeError}
 * Source: README of huggingface/safetensors
 * @example
 * const data = sinusoidal(4, 8, { dtype: 'bfloat16' });
 * const bytes = writeSafetensors({ pe: { data, shape: [4, 8], dtype: 'bfloat16' } });
 * console.log(bytes.length); // 136
 */
export function writeSafetensors(arrays, metadata) {
  check.enter('writeSafetensors');
  const list = checkedAll(arrays);
  list.sort(([, a], [, b]) => bytesOf(b.dtype) - bytesOf(a.dtype));
  const names = /** @type {Record<string, string>} */ (
    Object.fromEntries(Object.entries(TYPES).map(([type, dtype]) => [dtype, type]))
  );
  /** @type {[string, unknown][]} */
  const header = metadata ? [['__metadata__', readMetadata(metadata)]] : [];
  let at = 0;
  for (const [name, { data, shape, dtype }] of list) {
    if (name === '__metadata__') check.refuse('arrays', 'another name of an array', name);
    const end = at + data.byteLength;
    header.push([name, { dtype: names[dtype], shape, data_offsets: [at, end] }]);
    at = end;
  }
  const json = encoded(JSON.stringify(Object.fromEntries(header)));
  const length = Math.ceil(json.length / 8) * 8;
  check.fits(8 + length + at, 1, 'arrays');
  const head = new Uint8Array(8 + length).fill(0x20);
  new DataView(head.buffer).setBigUint64(0, BigInt(length), true);
  head.set(json, 8);
  return joined([head, ...list.map(([, array]) => bytesIn(array))]);
}

/** @param {Record<string, string>} metadata */
function readMetadata(metadata) {
  const read = check.readAll('metadata', metadata);
  for (const [key, text] of Object.entries(read))
    if (typeof text !== 'string') check.refuseKind(`metadata.${key}`, 'a string', text);
  return read;
}

/**
 * Writes an array as CSV without a header. Each line has the elements along the last axis. Each
 * number has the digits that are needed to read the same float32 or float64 again. The texts inf,
 * -inf and nan stand for other values.
 *
 * @param {Written} array at most 2^24 elements
 * @returns {string}
 * @throws {RangeError | TypeError}
 * @example
 * const text = writeCsv({ data: Float32Array.of(0.1, -0, 1e-7, 2), shape: [2, 2] });
 * console.log(text.split('\n')); // ['0.1,-0', '1e-7,2', '']
 */
export function writeCsv(array) {
  check.enter('writeCsv');
  const { shape, ...rest } = checked(array);
  const numbers = textsOf(rest, { infinite: 'inf', not: 'nan' });
  const width = Math.max(1, shape.at(-1) ?? 1);
  let text = '';
  for (let at = 0; at < numbers.length; at += width)
    text += `${numbers.slice(at, at + width).join(',')}\n`;
  return text;
}

/**
 * Writes arrays as JSON: an object with `{dtype, shape, values}` for each name. Numbers that JSON
 * does not have are the strings "Infinity", "-Infinity" and "NaN".
 *
 * @param {Arrays} arrays at most 2^24 elements each
 * @returns {string}
 * @throws {RangeError | TypeError}
 * @example
 * const text = writeJson({ x: { data: Float32Array.of(0.1, 2) } });
 * console.log(JSON.parse(text).x.values); // [0.1, 2]
 */
export function writeJson(arrays) {
  check.enter('writeJson');
  const parts = checkedAll(arrays).map(([name, { shape, ...rest }]) => {
    const texts = textsOf(rest, { infinite: '"Infinity"', minus: '"-Infinity"', not: '"NaN"' });
    const head = `"dtype":"${rest.dtype}","shape":${JSON.stringify(shape)}`;
    return `${JSON.stringify(name)}:{${head},"values":[${texts.join(',')}]}`;
  });
  return `{${parts.join(',\n')}}\n`;
}

/**
 * Returns the text of each element.
 * @param {{data: Elements, dtype: FileDtype}} array
 * @param {{infinite: string, minus?: string, not: string}} words
 */
function textsOf({ data, dtype }, { infinite, minus = `-${infinite}`, not }) {
  if (data.length > MOST_TEXT)
    check.refuse('data', `at most ${MOST_TEXT} elements for text; write npy`, data.length);
  if (data instanceof BigInt64Array || data instanceof BigUint64Array)
    return Array.from(data, String);
  const isSingle = KINDS[dtype] === Float32Array || dtype.endsWith('float16');
  return Array.from(widened(data, dtype), (value) => {
    if (Number.isNaN(value)) return not;
    if (Math.abs(value) === Infinity) return value > 0 ? infinite : minus;
    if (Object.is(value, -0)) return '-0';
    return isSingle ? shortest(value) : String(value);
  });
}

/** Returns the fewest digits, from 6 on, that give the same float32 again. @param {number} value */
function shortest(value) {
  for (let digits = 6; digits < 9; digits++) {
    const text = value.toPrecision(digits);
    if (Math.fround(Number(text)) === value) return String(Number(text));
  }
  return String(Number(value.toPrecision(9)));
}

/*
 * Reads .gguf files: a list of keys and values, a list of tensors, and their bytes. The format is
 * described in docs/gguf.md of ggml. The package @huggingface/gguf cannot read a Blob, so
 * posenc has its own reader.
 */
import { bytesOf, productOf } from './elements.js';
import { integer, refuseFile } from './refuse.js';
import { openSource } from './source.js';
import { listedTensor, tensorAt } from './tensor.js';

/** @typedef {import('./elements.js').FileDtype} FileDtype */
/** @typedef {import('./source.js').FileSource} FileSource */
/** @typedef {import('./source.js').Source} Source */
/** @typedef {import('./tensor.js').Tensor} Tensor */

/**
 * A value of the metadata. Integers of 64 bits beyond 2^53 are bigints. An array of more than 4096
 * elements is not kept: `{type, length}` takes its place.
 * @typedef {number | bigint | boolean | string | unknown[] | {type: string, length: number}}
 *   GgufValue
 */

/**
 * The tensors and the metadata of a GGUF file.
 * @typedef {object} GgufFile
 * @property {'gguf'} format
 * @property {string} name
 * @property {Tensor[]} tensors
 * @property {Record<string, GgufValue>} metadata
 * @property {string} [architecture] general.architecture
 * @property {Record<string, GgufValue>} settings the metadata whose keys begin with the
 *   architecture. Here the keys are without it, for example 'rope.freq_base'
 * @property {{freqs?: Tensor, long?: Tensor, short?: Tensor}} factors the tensors rope_freqs,
 *   rope_factors_long and rope_factors_short, by which frequencies are divided
 */

/** The first bytes of the file. */
export const GGUF_MAGIC = [0x47, 0x47, 0x55, 0x46];

/**
 * llama.cpp limits the length of a tensor's name and the number of its axes. The format limits the
 * length of a key.
 */
const LONGEST_NAME = 63;
const MOST_AXES = 4;
const LONGEST_KEY = 65535;

/** The key of the multiple of bytes at which each tensor begins. */
const ALIGNMENT = 'general.alignment';

/** Longer strings are refused, and longer arrays are not kept. */
const LONGEST_STRING = 16777216;
const LONGEST_ARRAY = 4096;

/** The file is read in pieces of this many bytes. */
const PIECE = 262144;

/**
 * A type of values: its name, its number of bytes, and how a DataView reads it.
 * @typedef {{name: string, bytes: number, read: (view: DataView, at: number, isLittle: boolean) =>
 *   number | bigint | boolean}} ValueType
 */

/** The types of values. Strings and arrays, 8 and 9, have no fixed size. @type {ValueType[]} */
const VALUES = [];
VALUES[0] = { name: 'uint8', bytes: 1, read: (view, at) => view.getUint8(at) };
VALUES[1] = { name: 'int8', bytes: 1, read: (view, at) => view.getInt8(at) };
VALUES[2] = { name: 'uint16', bytes: 2, read: (view, at, end) => view.getUint16(at, end) };
VALUES[3] = { name: 'int16', bytes: 2, read: (view, at, end) => view.getInt16(at, end) };
VALUES[4] = { name: 'uint32', bytes: 4, read: (view, at, end) => view.getUint32(at, end) };
VALUES[5] = { name: 'int32', bytes: 4, read: (view, at, end) => view.getInt32(at, end) };
VALUES[6] = { name: 'float32', bytes: 4, read: (view, at, end) => view.getFloat32(at, end) };
VALUES[7] = { name: 'bool', bytes: 1, read: (view, at) => view.getUint8(at) !== 0 };
VALUES[10] = {
  name: 'uint64',
  bytes: 8,
  read: (view, at, end) => plain(view.getBigUint64(at, end)),
};
VALUES[11] = { name: 'int64', bytes: 8, read: (view, at, end) => plain(view.getBigInt64(at, end)) };
VALUES[12] = { name: 'float64', bytes: 8, read: (view, at, end) => view.getFloat64(at, end) };
const UINT32 = 4;
const STRING = 8;
const ARRAY = 9;

/** The least number of bytes of a string. */
const LEAST_STRING = 8;

/** Turns a bigint into a number, unless it is beyond 2^53. @param {bigint} value */
const plain = (value) => (BigInt(Number(value)) === value && isSafe(value) ? Number(value) : value);

/** @param {bigint} value */
const isSafe = (value) => Number.isSafeInteger(Number(value));

/** The types of tensors that can be read. */
const READABLE = /** @type {Record<number, FileDtype>} */ ({
  0: 'float32',
  1: 'float16',
  24: 'int8',
  25: 'int16',
  26: 'int32',
  27: 'int64',
  28: 'float64',
  30: 'bfloat16',
});

/**
 * The types that are only listed: the name, the elements in a block, and the bytes of a block.
 * @type {Record<number, [string, number, number]>}
 */
const BLOCKS = {
  2: ['Q4_0', 32, 18],
  3: ['Q4_1', 32, 20],
  6: ['Q5_0', 32, 22],
  7: ['Q5_1', 32, 24],
  8: ['Q8_0', 32, 34],
  9: ['Q8_1', 32, 36],
  10: ['Q2_K', 256, 84],
  11: ['Q3_K', 256, 110],
  12: ['Q4_K', 256, 144],
  13: ['Q5_K', 256, 176],
  14: ['Q6_K', 256, 210],
  15: ['Q8_K', 256, 292],
  16: ['IQ2_XXS', 256, 66],
  17: ['IQ2_XS', 256, 74],
  18: ['IQ3_XXS', 256, 98],
  19: ['IQ1_S', 256, 50],
  20: ['IQ4_NL', 32, 18],
  21: ['IQ3_S', 256, 110],
  22: ['IQ2_S', 256, 82],
  23: ['IQ4_XS', 256, 136],
  29: ['IQ1_M', 256, 56],
  34: ['TQ1_0', 256, 54],
  35: ['TQ2_0', 256, 66],
  39: ['MXFP4', 32, 17],
};

/**
 * Opens a .gguf file of version 2 or 3, in either byte order. The metadata and the list of tensors
 * are read immediately. Tensors of F32, F16, BF16, F64 and integers can be read. Quantised tensors
 * are only listed.
 *
 * @param {FileSource} source
 * @param {string} [name] what messages call the file; default: the file's own name
 * @returns {Promise<GgufFile>}
 * @throws {RangeError | TypeError} a FileError if the file breaks the rules of its format
 * Source: docs/gguf.md and src/gguf.cpp of ggml
 * @example
 * const bytes = new Uint8Array(24);
 * bytes.set([...'GGUF'].map((letter) => letter.charCodeAt(0)));
 * bytes[4] = 3;
 * const { format, tensors, metadata } = await readGguf(bytes);
 * console.log(format, tensors.length, metadata); // gguf 0 {}
 */
export async function readGguf(source, name) {
  const opened = await openSource(source, name);
  const cursor = new Cursor(opened);
  await readStart(cursor);
  const tensorCount = await cursor.count('the number of tensors', 24);
  const keyCount = await cursor.count('the number of keys', 13);
  /** @type {Map<string, GgufValue>} */
  const entries = new Map();
  for (let i = 0; i < keyCount; i++) {
    const key = await cursor.string('a key', LONGEST_KEY);
    if (!key) refuseFile(opened.name, 'the keys', 'names of at least one character', key);
    if (entries.has(key)) refuseFile(opened.name, 'the keys', 'each key once', key);
    const type = await cursor.uint32(`the type of ${key}`);
    if (key === ALIGNMENT) integer(opened.name, `the type of ${key}`, type, UINT32, UINT32);
    entries.set(key, await readValue(cursor, `the value of ${key}`, type));
  }
  const metadata = Object.fromEntries(entries);
  const infos = [];
  for (let i = 0; i < tensorCount; i++) infos.push(await readInfo(cursor));
  const tensors = placeTensors(cursor, infos, entries.get(ALIGNMENT) ?? 32);
  return { format: 'gguf', name: opened.name, tensors, metadata, ...rotaryOf(entries, tensors) };
}

/** Reads the magic bytes and the version, which shows the order of bytes. @param {Cursor} cursor */
async function readStart(cursor) {
  const { file } = cursor;
  for (const byte of GGUF_MAGIC)
    if (!cursor.size || (await cursor.number('the first bytes', VALUES[0])) !== byte)
      refuseFile(file, 'the first bytes', 'GGUF', { says: 'other bytes' });
  const version = await cursor.uint32('the version');
  if (version === 0x03000000) cursor.isLittle = false;
  else integer(file, 'the version', version, 2, 3);
}

/**
 * Returns the settings of the architecture, and the tensors by which frequencies are divided.
 * @param {Map<string, GgufValue>} entries
 * @param {Tensor[]} tensors
 */
function rotaryOf(entries, tensors) {
  const given = entries.get('general.architecture');
  const architecture = typeof given === 'string' ? given : undefined;
  const prefix = `${architecture}.`;
  const settings = Object.fromEntries(
    [...entries]
      .filter(([key]) => key.startsWith(prefix))
      .map(([key, value]) => [key.slice(prefix.length), value]),
  );
  const find = (/** @type {string} */ name) => tensors.find((each) => each.name === name);
  const factors = {
    freqs: find('rope_freqs.weight'),
    long: find('rope_factors_long.weight'),
    short: find('rope_factors_short.weight'),
  };
  return { architecture, settings, factors };
}

/**
 * @param {Cursor} cursor
 * @param {string} key
 * @param {number} type
 * @returns {Promise<GgufValue>}
 */
async function readValue(cursor, key, type) {
  if (type === STRING) return cursor.string(key, LONGEST_STRING);
  if (type === ARRAY) return readArray(cursor, key);
  const found = VALUES[type];
  if (!found) refuseFile(cursor.file, `the type of ${key}`, 'a type from 0 to 12', type);
  return cursor.number(key, found);
}

/**
 * Reads an array. As in ggml, its elements are no arrays.
 * @param {Cursor} cursor
 * @param {string} key
 * @returns {Promise<GgufValue>}
 */
async function readArray(cursor, key) {
  const type = await cursor.uint32(key);
  const name = type === STRING ? 'string' : VALUES[type]?.name;
  if (!name) refuseFile(cursor.file, `the type in ${key}`, 'a type from 0 to 12, but not 9', type);
  const least = type === STRING ? LEAST_STRING : VALUES[type].bytes;
  const length = await cursor.count(`the length of ${key}`, least);
  const isKept = length <= LONGEST_ARRAY;
  if (!isKept && VALUES[type]) {
    cursor.skip(key, length * VALUES[type].bytes);
    return { type: name, length };
  }
  const list = [];
  for (let i = 0; i < length; i++) {
    const value = await readElement(cursor, key, { type, isKept });
    if (isKept && value !== undefined) list.push(value);
  }
  return isKept ? list : { type: name, length };
}

/**
 * Reads an element of an array, or skips a string that is not kept.
 * @param {Cursor} cursor
 * @param {string} key
 * @param {{type: number, isKept: boolean}} how
 */
async function readElement(cursor, key, { type, isKept }) {
  if (isKept || type !== STRING) return readValue(cursor, key, type);
  const length = cursor.lengthHere(key) ?? (await cursor.count(key, 1));
  cursor.skip(key, length);
  return undefined;
}

/** @typedef {{name: string, type: number, shape: number[], offset: number}} Info */

/**
 * Reads the name, type, shape and offset of a tensor.
 * @param {Cursor} cursor
 * @returns {Promise<Info>}
 */
async function readInfo(cursor) {
  const { file } = cursor;
  const name = await cursor.string('the name of a tensor', LONGEST_NAME);
  const given = await cursor.uint32(`the axes of ${name}`);
  const axes = integer(file, `the axes of ${name}`, given, 0, MOST_AXES);
  const shape = [];
  for (let i = 0; i < axes; i++) shape.unshift(await cursor.safe(`the shape of ${name}`));
  const type = await cursor.uint32(`the type of ${name}`);
  return { name, type, shape, offset: await cursor.safe(`the offset of ${name}`) };
}

/**
 * Finds the bytes of each tensor. As in llama.cpp, a tensor begins where the previous tensor
 * ends, rounded up to the alignment.
 * @param {Cursor} cursor
 * @param {Info[]} infos
 * @param {GgufValue} alignment
 */
function placeTensors({ source, file, position, isLittle }, infos, alignment) {
  const step = integer(file, ALIGNMENT, alignment, 1, 65536);
  if (step & (step - 1)) refuseFile(file, ALIGNMENT, 'a power of two', step);
  const aligned = (/** @type {number} */ at) => Math.ceil(at / step) * step;
  const begin = aligned(position);
  const names = new Set();
  let expected = 0;
  return infos.map(({ name, type, shape, offset }) => {
    if (names.has(name)) refuseFile(file, 'the tensors', 'each name once', name);
    names.add(name);
    if (offset !== expected) refuseFile(file, `the offset of ${name}`, `${expected}`, offset);
    const bytes = sizeOf(file, name, type, shape);
    if (begin + offset + bytes > source.size)
      refuseFile(file, `the tensor ${name}`, `${bytes} bytes from byte ${begin + offset} on`, {
        says: `a file of ${source.size} bytes`,
      });
    expected = aligned(offset + bytes);
    if (Object.hasOwn(READABLE, type)) {
      const dtype = READABLE[type];
      return tensorAt({ source, name, dtype, shape, offset: begin + offset, isLittle });
    }
    const why = `only ${Object.values(READABLE).join(', ')}`;
    return listedTensor({ source, name, dtype: BLOCKS[type][0], shape, why });
  });
}

/**
 * Returns the number of bytes of a tensor.
 * @param {string} file
 * @param {string} name
 * @param {number} type
 * @param {number[]} shape
 */
function sizeOf(file, name, type, shape) {
  const length = productOf(shape);
  if (Object.hasOwn(READABLE, type)) return length * bytesOf(READABLE[type]);
  const block = Object.hasOwn(BLOCKS, type) ? BLOCKS[type] : undefined;
  if (!block) refuseFile(file, `the type of ${name}`, 'a type of ggml', type);
  const [, elements, bytes] = block;
  const width = shape.at(-1) ?? 1;
  if (width % elements)
    refuseFile(file, `the shape of ${name}`, `rows of a multiple of ${elements}`, width);
  return (length / elements) * bytes;
}

/** Reads the values of a file one after another. It keeps one piece of the file in memory. */
class Cursor {
  isLittle = true;
  /** The piece in memory, and the position of its first byte in the file. */
  #view = new DataView(new ArrayBuffer(0));
  #first = 0;
  #at = 0;

  /** @param {Source} source */
  constructor(source) {
    this.source = source;
    this.file = source.name;
    this.size = source.size;
  }

  get position() {
    return this.#first + this.#at;
  }

  /**
   * Reads the next bytes of the file as the new piece.
   * @param {string} part
   * @param {number} length
   */
  async #fill(part, length) {
    const { position, size } = this;
    if (position + length > size)
      refuseFile(this.file, part, `${length} bytes at byte ${position}`, {
        says: `a file of ${size} bytes`,
      });
    const wanted = Math.min(Math.max(length, PIECE), size - position);
    this.#view = new DataView((await this.source.read(part, position, wanted)).buffer);
    this.#first = position;
    this.#at = 0;
  }

  /** @param {number} length */
  #has(length) {
    return this.#at + length <= this.#view.byteLength;
  }

  /**
   * @param {string} part
   * @param {ValueType} type
   */
  async number(part, type) {
    if (!this.#has(type.bytes)) await this.#fill(part, type.bytes);
    const value = type.read(this.#view, this.#at, this.isLittle);
    this.#at += type.bytes;
    return value;
  }

  /** @param {string} part */
  async uint32(part) {
    return Number(await this.number(part, VALUES[4]));
  }

  /** Reads a 64-bit integer, which must be below 2^53. @param {string} part */
  async safe(part) {
    const value = await this.number(part, VALUES[10]);
    return integer(this.file, part, value, 0, Number.MAX_SAFE_INTEGER);
  }

  /**
   * Reads how many items follow. The rest of the file must have room for them.
   * @param {string} part
   * @param {number} least the least number of bytes of an item
   */
  async count(part, least) {
    const value = /** @type {number | bigint} */ (await this.number(part, VALUES[10]));
    const most = Math.floor((this.size - this.position) / least);
    if (!(value >= 0 && value <= most)) {
      const room = `at most ${most}, since the file has no room for more`;
      refuseFile(this.file, part, room, value);
    }
    return Number(value);
  }

  /**
   * Reads the length of a string, if the piece in memory contains the length. So most strings of a
   * tokenizer are skipped without an asynchronous read.
   * @param {string} part
   */
  lengthHere(part) {
    if (!this.#has(8)) return undefined;
    const value = VALUES[10].read(this.#view, this.#at, this.isLittle);
    this.#at += 8;
    return integer(this.file, part, value, 0, this.size - this.position);
  }

  /**
   * @param {string} part
   * @param {number} longest
   */
  async string(part, longest) {
    const length = await this.count(`the length of ${part}`, 1);
    integer(this.file, `the length of ${part}`, length, 0, longest);
    if (!this.#has(length)) await this.#fill(part, length);
    const bytes = new Uint8Array(this.#view.buffer, this.#at, length);
    this.#at += length;
    return new TextDecoder().decode(bytes);
  }

  /**
   * Passes over bytes.
   * @param {string} part
   * @param {number} length
   */
  skip(part, length) {
    if (this.position + length > this.size)
      refuseFile(this.file, part, `${length} bytes`, { says: `a file of ${this.size} bytes` });
    this.#at += length;
  }
}

/*
 * Reads .safetensors files: the length of a header in 8 bytes, the header as JSON, and the bytes of
 * the tensors without gaps. The format is described in the README of huggingface/safetensors.
 */
import { bytesOf, productOf } from './elements.js';
import { entriesOf, integer, readJson, refuseFile } from './refuse.js';
import { openSource } from './source.js';
import { listedTensor, tensorAt } from './tensor.js';
import { withVectors } from './vectors.js';

/** @typedef {import('./elements.js').FileDtype} FileDtype */
/** @typedef {import('./source.js').FileSource} FileSource */
/** @typedef {import('./source.js').Source} Source */
/** @typedef {import('./tensor.js').Tensor} Tensor */

/**
 * Returns the source of a file in the same folder.
 * @typedef {(name: string) => FileSource | undefined | Promise<FileSource | undefined>} Beside
 */

/**
 * The tensors and the metadata of a safetensors file, or of several files with one index.
 * @typedef {object} SafetensorsFile
 * @property {'safetensors'} format
 * @property {string} name
 * @property {Tensor[]} tensors
 * @property {Record<string, string>} metadata
 * @property {string[]} [shards] the names of the files, if this is the index of several
 */

/** The format's limit for the length of the header. */
const LONGEST_HEADER = 100_000_000;

/** The largest index of shards that is read. */
const LONGEST_INDEX = 33554432;

/** The types that can be read. The keys are their names in headers. */
export const TYPES = /** @type {Record<string, FileDtype>} */ ({
  F64: 'float64',
  F32: 'float32',
  F16: 'float16',
  BF16: 'bfloat16',
  I64: 'int64',
  U64: 'uint64',
  I32: 'int32',
  U32: 'uint32',
  I16: 'int16',
  U16: 'uint16',
  I8: 'int8',
  U8: 'uint8',
  BOOL: 'bool',
});

/** How many bits the elements of other types have. */
const OTHER_BITS = /** @type {Record<string, number>} */ ({
  C64: 64,
  F8_E5M2: 8,
  F8_E4M3: 8,
  F8_E5M2FNUZ: 8,
  F8_E4M3FNUZ: 8,
  F8_E8M0: 8,
  F6_E2M3: 6,
  F6_E3M2: 6,
  F4: 4,
});

/**
 * Opens a .safetensors file, or the index of several (model.safetensors.index.json). Only headers
 * are read immediately. Floats of 16, 32 and 64 bits, integers and booleans can be read. Other
 * types are listed.
 *
 * @param {FileSource} source
 * @param {string} [name] what messages call the file; default: the file's own name
 * @param {Beside} [beside] returns a file that an index names; not needed for a path in Node
 * @returns {Promise<SafetensorsFile>}
 * @throws {RangeError | TypeError} a FileError if the file breaks the rules of its format
 * Source: README of huggingface/safetensors
 * @example
 * const q = { data: Float32Array.of(1, 2), shape: [1, 2] };
 * const bytes = writeSafetensors({ q }, { made: 'by hand' });
 * const { tensors, metadata } = await readSafetensors(bytes);
 * console.log(tensors[0].name, tensors[0].shape, metadata.made); // q [1, 2] by hand
 */
export async function readSafetensors(source, name, beside) {
  const opened = await openSource(source, name);
  const start = await opened.read('the first bytes', 0, Math.min(8, opened.size));
  // An index is JSON. Read as the length of a header, its first 8 bytes would be too large.
  if (start[0] === 0x7b && start[7] !== 0) return readIndex(opened, besideOf(source, beside));
  return readFile(opened, start);
}

/**
 * Returns the function that finds the files of an index.
 * @param {FileSource} source
 * @param {Beside | undefined} beside
 * @returns {Beside}
 */
function besideOf(source, beside) {
  if (beside) return beside;
  if (typeof source !== 'string') return () => undefined;
  const folder = source.slice(0, Math.max(source.lastIndexOf('/'), source.lastIndexOf('\\')) + 1);
  return (name) => folder + name;
}

/**
 * @param {Source} source
 * @param {Uint8Array} start
 * @returns {Promise<SafetensorsFile>}
 */
async function readFile(source, start) {
  const file = source.name;
  if (start.length < 8)
    refuseFile(file, 'the file', 'at least 8 bytes', { says: `${start.length}` });
  const given = new DataView(start.buffer).getBigUint64(0, true);
  const most = Math.min(LONGEST_HEADER, source.size - 8);
  const length = integer(file, 'the length of the header', given, Math.min(2, most), most);
  const bytes = await source.read('the header', 8, length);
  if (bytes[0] !== 0x7b) refuseFile(file, 'the header', '"{" as its first byte', bytes[0]);
  const header = entriesOf(file, 'the header', readJson(file, 'the header', bytes));
  const metadata = readMetadata(file, header.get('__metadata__'));
  header.delete('__metadata__');
  const places = [...header].map(([name, value]) => readPlace(file, name, value));
  checkPlaces(file, places, source.size - 8 - length);
  const tensors = places.map((place) => tensorOf(source, place, 8 + length));
  const { golden } = metadata;
  const all = golden === undefined ? tensors : withVectors(file, tensors, golden);
  return { format: 'safetensors', name: file, tensors: all, metadata };
}

/**
 * @param {string} file
 * @param {unknown} value
 * @returns {Record<string, string>}
 */
function readMetadata(file, value) {
  if (value === undefined) return {};
  const entries = [...entriesOf(file, '__metadata__', value)];
  for (const [key, text] of entries)
    if (typeof text !== 'string') refuseFile(file, `__metadata__.${key}`, 'a string', text);
  return Object.fromEntries(/** @type {[string, string][]} */ (entries));
}

/** @typedef {{name: string, type: string, shape: number[], begin: number, end: number}} Place */

/**
 * @param {string} file
 * @param {string} name
 * @param {unknown} value
 * @returns {Place}
 */
function readPlace(file, name, value) {
  const part = `the tensor ${name}`;
  const found = entriesOf(file, part, value);
  const type = found.get('dtype');
  if (typeof type !== 'string' || !(Object.hasOwn(TYPES, type) || Object.hasOwn(OTHER_BITS, type)))
    refuseFile(file, `dtype of ${name}`, 'a type of safetensors', type);
  const shape = readIntegers(file, `shape of ${name}`, found.get('shape'));
  const offsets = readIntegers(file, `data_offsets of ${name}`, found.get('data_offsets'));
  if (offsets.length !== 2 || offsets[1] < offsets[0])
    refuseFile(file, `data_offsets of ${name}`, 'a beginning and an end', { says: `${offsets}` });
  const bits = Object.hasOwn(TYPES, type) ? 8 * bytesOf(TYPES[type]) : OTHER_BITS[type];
  const needed = (productOf(shape) * bits) / 8;
  if (needed !== offsets[1] - offsets[0])
    refuseFile(file, `data_offsets of ${name}`, `${needed} bytes, as its shape needs`, {
      says: `${offsets[1] - offsets[0]} bytes`,
    });
  return { name, type, shape, begin: offsets[0], end: offsets[1] };
}

/**
 * @param {string} file
 * @param {string} part
 * @param {unknown} value
 */
function readIntegers(file, part, value) {
  if (!Array.isArray(value)) refuseFile(file, part, 'an array of integers', value);
  return value.map((each) => integer(file, part, each, 0, Number.MAX_SAFE_INTEGER));
}

/**
 * Checks that the tensors cover all bytes, without gaps and without overlaps. If a name occurs
 * twice, JSON.parse keeps only its last entry, and the bytes of the first entry are a gap.
 * @param {string} file
 * @param {Place[]} places
 * @param {number} size the number of bytes after the header
 */
function checkPlaces(file, places, size) {
  let at = 0;
  for (const { name, begin, end } of [...places].sort(
    (a, b) => a.begin - b.begin || a.end - b.end,
  )) {
    if (begin !== at) refuseFile(file, `data_offsets of ${name}`, `a beginning at ${at}`, begin);
    at = end;
  }
  if (at !== size)
    refuseFile(file, 'the data', `${at} bytes, as the header says`, { says: `${size} bytes` });
}

/**
 * @param {Source} source
 * @param {Place} place
 * @param {number} offset where the data begin
 */
function tensorOf(source, { name, type, shape, begin }, offset) {
  if (Object.hasOwn(TYPES, type))
    return tensorAt({ source, name, dtype: TYPES[type], shape, offset: offset + begin });
  const why = Object.keys(TYPES).join(', ');
  return listedTensor({ source, name, dtype: type, shape, why });
}

/**
 * Opens a file that an index names. Returns nothing if there is no such file. An error names the
 * file, and not only the index.
 * @param {string} index
 * @param {string} shard
 * @param {Beside} beside
 */
async function openShard(index, shard, beside) {
  const given = await beside(shard);
  if (given === undefined) return undefined;
  try {
    return await openSource(given, shard);
  } catch (error) {
    const { code } = /** @type {{cause?: {code?: string}}} */ (error).cause ?? {};
    if (code === 'ENOENT') return undefined;
    if (code === undefined) throw error;
    return refuseFile(index, shard, 'the file beside the index', { says: code });
  }
}

/**
 * Returns a tensor that the index lists, but whose file is missing.
 * @param {string} index
 * @param {string} name
 * @param {string} shard the name of the missing file
 * @returns {Tensor}
 */
function missingTensor(index, name, shard) {
  const got = { says: 'nothing there' };
  const read = async () => refuseFile(index, shard, 'the file beside the index', got);
  const unreadable = `${name} is in ${shard}, which is not beside the index.`;
  return { name, dtype: 'missing', shape: [], length: 0, unreadable, read, readFloats: read };
}

/**
 * Opens the files of an index. Refuses names that lead out of the folder of the index.
 * @param {Source} source
 * @param {Beside} beside
 * @returns {Promise<SafetensorsFile>}
 */
async function readIndex(source, beside) {
  const file = source.name;
  integer(file, 'the size', source.size, 0, LONGEST_INDEX);
  const json = readJson(file, 'the index', await source.read('the index', 0, source.size));
  const map = entriesOf(file, 'weight_map', entriesOf(file, 'the index', json).get('weight_map'));
  const shards = [...new Set(map.values())].map((shard) => {
    if (typeof shard !== 'string' || !/^[\w][\w.-]*$/.test(shard))
      refuseFile(file, 'weight_map', 'names of files in its folder', shard);
    return shard;
  });
  /** @type {Map<string, {tensor: Tensor, shard: string}>} */
  const found = new Map();
  /** @type {Set<unknown>} */
  const missing = new Set();
  for (const shard of shards) {
    const opened = await openShard(file, shard, beside);
    if (!opened) {
      missing.add(shard);
      continue;
    }
    const start = await opened.read('the first bytes', 0, Math.min(8, opened.size));
    const { tensors } = await readFile(opened, start);
    for (const tensor of tensors)
      if (map.get(tensor.name) === shard) found.set(tensor.name, { tensor, shard });
  }
  const [gone] = missing;
  if (missing.size === shards.length && gone !== undefined)
    refuseFile(file, String(gone), 'the file beside the index', { says: 'nothing there' });
  const tensors = [...map].map(([name, shard]) => {
    if (missing.has(shard)) return missingTensor(file, name, String(shard));
    return found.get(name)?.tensor ?? refuseFile(file, name, `a tensor in ${shard}`, undefined);
  });
  return { format: 'safetensors', name: file, tensors, metadata: {}, shards };
}

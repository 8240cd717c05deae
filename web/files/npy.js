/*
 * Reads .npy files. The format is described in NumPy's numpy/lib/format.py: a magic string, a
 * version, the length of a header, and a header that is a dictionary in Python's syntax.
 */
import { bytesOf, productOf } from './elements.js';
import { integer, refuseFile } from './refuse.js';
import { openSource } from './source.js';
import { tensorAt } from './tensor.js';

/** @typedef {import('./elements.js').FileDtype} FileDtype */
/** @typedef {import('./source.js').FileSource} FileSource */
/** @typedef {import('./source.js').Source} Source */
/** @typedef {import('./tensor.js').Tensor} Tensor */

/** The first bytes of the file: \x93NUMPY. */
export const NPY_MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];

/** The longest header that NumPy reads, unless its caller trusts the file. */
const LONGEST_HEADER = 10000;

/** NumPy's limit for the number of axes. */
const MOST_AXES = 64;

/** The types that can be read. The keys are names in headers without the sign of byte order. */
const TYPES = /** @type {Record<string, FileDtype>} */ ({
  f8: 'float64',
  f4: 'float32',
  f2: 'float16',
  i1: 'int8',
  u1: 'uint8',
  i2: 'int16',
  u2: 'uint16',
  i4: 'int32',
  u4: 'uint32',
  i8: 'int64',
  u8: 'uint64',
  b1: 'bool',
});

/**
 * The tensor of a .npy file.
 * @typedef {{format: 'npy', name: string, tensors: Tensor[]}} NpyFile
 */

/**
 * Opens a .npy file of version 1.0, 2.0 or 3.0, and reads only its header. Its elements are floats
 * of 16, 32 or 64 bits, integers or booleans. They are in either byte order, and in C's or
 * Fortran's order. NumPy has no bfloat16.
 *
 * @param {FileSource} source
 * @param {string} [name] what the tensor and messages are called; default: the file's own name
 * @returns {Promise<NpyFile>}
 * @throws {RangeError | TypeError} a FileError if the file breaks the rules of its format
 * Source: numpy/lib/format.py
 * @example
 * const table = { data: Float32Array.of(1, 2, 3, 4, 5, 6), shape: [3, 2] };
 * const { tensors } = await readNpy(writeNpy(table));
 * console.log(tensors[0].dtype, tensors[0].shape); // float32 [3, 2]
 * console.log(await tensors[0].read({ start: 1, end: 2 })); // [3, 4]
 */
export async function readNpy(source, name) {
  const opened = await openSource(source, name);
  const tensor = await readNpyTensor(opened, opened.name.replace(/\.npy$/i, ''));
  return { format: 'npy', name: opened.name, tensors: [tensor] };
}

/**
 * Reads the header, and returns the tensor that it describes.
 * @param {Source} source
 * @param {string} name the name of the tensor
 * @param {Source} [data] the source of the elements; default: source
 */
export async function readNpyTensor(source, name, data = source) {
  const file = source.name;
  const start = await source.read('the first bytes', 0, Math.min(12, source.size));
  if (start.length < 10 || NPY_MAGIC.some((byte, i) => start[i] !== byte))
    refuseFile(file, 'the first bytes', '\\x93NUMPY and a version', { says: 'other bytes' });
  const major = integer(file, 'the version', start[6], 1, 3);
  integer(file, 'the minor version', start[7], 0, 0);
  const isLong = major > 1;
  const view = new DataView(start.buffer);
  if (isLong && start.length < 12)
    refuseFile(file, 'the header', 'its length in 4 bytes', { says: 'the end of the file' });
  const given = isLong ? view.getUint32(8, true) : view.getUint16(8, true);
  const length = integer(file, 'the length of the header', given, 2, LONGEST_HEADER);
  const begin = isLong ? 12 : 10;
  const bytes = await source.read('the header', begin, length);
  const header = readHeader(file, new TextDecoder('latin1').decode(bytes));
  const offset = begin + length;
  const needed = productOf(header.shape) * bytesOf(header.dtype);
  if (!Number.isSafeInteger(needed))
    refuseFile(file, 'shape', 'fewer than 2^53 bytes', { says: `[${header.shape}]` });
  if (needed !== source.size - offset)
    refuseFile(file, 'the data', `${needed} bytes, as the shape [${header.shape}] needs`, {
      says: `${source.size - offset} bytes`,
    });
  return tensorAt({ source: data, name, offset, ...header });
}

/** Matches the first entry of a dictionary: its key, and its value up to the next comma. */
const ENTRY = /^(['"])(\w{1,20})\1\s*:(\s*\([\d\sL,]*\)\s*(?=,|$)|[^,[(]+)(?:,|$)/;

/**
 * Reads the dictionary of a header, which has the keys descr, fortran_order and shape.
 * @param {string} file
 * @param {string} text
 */
function readHeader(file, text) {
  const trimmed = text.trim();
  const inner = trimmed.slice(1, -1);
  if (!trimmed.startsWith('{') || !trimmed.endsWith('}') || /[{}]/.test(inner))
    refuseFile(file, 'the header', 'a dictionary in braces', text.slice(0, 60));
  const found = new Map();
  let rest = inner.trim();
  while (rest) {
    // Neither part before the end can begin with a space or match the end, so nothing is read twice.
    const [whole, , key, value] = ENTRY.exec(rest) ?? [];
    if (whole === undefined || !value.trim())
      refuseFile(file, 'the header', 'entries of plain values', rest.slice(0, 60));
    if (found.has(key)) refuseFile(file, 'the header', 'each key once', key);
    found.set(key, value.trim());
    rest = rest.slice(whole.length).trim();
  }
  const keys = [...found.keys()].sort().join(', ');
  if (keys !== 'descr, fortran_order, shape')
    refuseFile(file, 'the header', 'the keys descr, fortran_order and shape', keys);
  const isFortran = found.get('fortran_order');
  if (isFortran !== 'True' && isFortran !== 'False')
    refuseFile(file, 'fortran_order', 'True or False', isFortran);
  return {
    ...readType(file, found.get('descr')),
    isFortran: isFortran === 'True',
    shape: readShape(file, found.get('shape')),
  };
}

/**
 * @param {string} file
 * @param {string} text for example '<f4', with its quotes
 */
function readType(file, text) {
  const [, order, code] = /^['"]([<>=|]?)([a-z]\d)['"]$/.exec(text) ?? [];
  const dtype = Object.hasOwn(TYPES, code ?? '') ? TYPES[code] : undefined;
  if (!dtype || (order === '|' && bytesOf(dtype) > 1))
    refuseFile(file, 'descr', `a type of ${Object.keys(TYPES).join(', ')}`, text);
  // '=' means the order of the computer that wrote the file. Nearly all are little-endian.
  return { dtype, isLittle: order !== '>' };
}

/**
 * @param {string} file
 * @param {string} text for example '(3, 4)'
 */
function readShape(file, text) {
  // Python's tuples may end with a comma: that of one integer does.
  const sides = text.slice(1, -1).split(',');
  const isTuple = text.startsWith('(') && text.endsWith(')');
  if (!sides[sides.length - 1].trim()) sides.pop();
  if (!isTuple || !sides.every((side) => /^\d+L?$/.test(side.trim())))
    refuseFile(file, 'shape', 'a tuple of integers', text);
  if (sides.length > MOST_AXES) refuseFile(file, 'shape', `at most ${MOST_AXES} axes`, text);
  return sides.map((side) =>
    integer(file, 'shape', Number(side.replace('L', '')), 0, Number.MAX_SAFE_INTEGER),
  );
}

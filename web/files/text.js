/* Reads arrays that are written as text: CSV, JSON, and the test vectors that `golden` makes. */
import { numberOf, numbersOf } from './numbers.js';
import { entriesOf, integer, readJson, refuseFile } from './refuse.js';
import { KINDS, productOf } from './elements.js';
import { memoryTensor } from './tensor.js';
import { isGolden, readGolden } from './vectors.js';

/** @typedef {import('./elements.js').FileDtype} FileDtype */
/** @typedef {import('./source.js').Source} Source */
/** @typedef {import('./tensor.js').Tensor} Tensor */

/**
 * Arrays that a person or a program has written as text.
 * @typedef {object} TextFile
 * @property {'csv' | 'json' | 'golden'} format
 * @property {string} name
 * @property {Tensor[]} tensors for 'golden', they have tolerances
 */

/** The largest number of bytes of a text: 64 MiB. */
const LARGEST = 67108864;

/** Arrays of JSON have at most this many axes. */
const MOST_AXES = 8;

/** Returns the name of a file without its extension. @param {string} name */
const stemOf = (name) => name.replace(/\.(csv|tsv|txt|json)$/i, '');

/**
 * Splits a line at commas, semicolons and spaces. Spaces belong to the mark around which they are.
 * @param {string} line a line without spaces at its ends
 */
const separated = (line) => line.split(/[,;]/).flatMap((each) => each.trim().split(/\s+/));

/** @param {Source} source */
async function bytesOf(source) {
  integer(source.name, 'the size', source.size, 0, LARGEST);
  return source.read('the file', 0, source.size);
}

/**
 * Reads numbers that are separated by commas, semicolons or spaces, with one row in each line.
 * Lines that begin with # are left out. A single row, or a single column, is an array of one axis.
 * @param {Source} source
 * @returns {Promise<TextFile>}
 */
export async function readCsv(source) {
  const { name } = source;
  const text = new TextDecoder('latin1').decode(await bytesOf(source));
  /** @type {number[]} */
  const values = [];
  let rows = 0;
  let width = 0;
  text.split(/\r\n?|\n/).forEach((line, index) => {
    const part = `line ${index + 1}`;
    const trimmed = line.trim();
    if (!trimmed || trimmed.startsWith('#')) return;
    const texts = separated(trimmed);
    if (rows && texts.length !== width)
      refuseFile(name, part, `${width} numbers, as before`, texts.length);
    width = texts.length;
    rows++;
    for (const each of texts)
      values.push(numberOf(each) ?? refuseFile(name, part, 'numbers', each.slice(0, 40)));
  });
  const isList = rows === 1 || width === 1;
  const shape = isList ? [values.length] : [rows, width];
  const tensor = memoryTensor({ name: stemOf(name), shape, values: Float64Array.from(values) });
  return { format: 'csv', name, tensors: [tensor] };
}

/**
 * Reads a file of JSON if it has arrays: one nested list, an object with such lists, what writeJson
 * writes, or the test vectors of `golden`.
 * @param {Source} source
 * @returns {Promise<TextFile | undefined>} undefined if it is another object, such as a config
 */
export async function readJsonArrays(source) {
  const { name } = source;
  if (source.size > LARGEST) {
    // A config, which is an object, has a smaller limit of its own.
    const start = await source.read('the first bytes', 0, 16);
    if (!/^\s*\[/.test(new TextDecoder('latin1').decode(start))) return undefined;
  }
  const found = readJson(name, 'the file', await bytesOf(source));
  if (Array.isArray(found))
    return { format: 'json', name, tensors: [nestedTensor(name, stemOf(name), found)] };
  const entries = entriesOf(name, 'the file', found);
  if (isGolden(entries)) return { format: 'golden', name, tensors: readGolden(name, entries) };
  const parts = [...entries];
  const areArrays = parts.every(([, value]) => Array.isArray(value) || isWritten(value));
  if (!parts.length || !areArrays) return undefined;
  const tensors = parts.map(([key, value]) =>
    Array.isArray(value) ? nestedTensor(name, key, value) : writtenTensor(name, key, value),
  );
  return { format: 'json', name, tensors };
}

/** Whether a value is what writeJson writes for an array. @param {unknown} value */
const isWritten = (value) =>
  typeof value === 'object' && value !== null && 'values' in value && 'shape' in value;

/**
 * @param {string} file
 * @param {string} name
 * @param {any} written
 */
function writtenTensor(file, name, { dtype = 'float64', shape, values }) {
  const part = `the array ${name}`;
  if (!Array.isArray(shape) || !Array.isArray(values))
    refuseFile(file, part, 'lists as shape and values', { says: 'other values' });
  for (const side of shape) integer(file, `the shape of ${name}`, side, 0, LARGEST);
  if (productOf(shape) !== values.length)
    refuseFile(file, part, `${productOf(shape)} values for its shape`, values.length);
  if (
    !Object.hasOwn(KINDS, dtype) ||
    KINDS[/** @type {FileDtype} */ (dtype)].name.startsWith('Big')
  )
    refuseFile(file, part, 'a type such as float32', dtype);
  return memoryTensor({ name, shape, values: numbersOf(file, part, values), dtype });
}

/**
 * Makes a tensor from nested lists.
 * @param {string} file
 * @param {string} name
 * @param {unknown[]} list
 */
function nestedTensor(file, name, list) {
  const part = `the array ${name}`;
  /** @type {number[]} */
  const shape = [];
  for (let inner = /** @type {unknown} */ (list); Array.isArray(inner); inner = inner[0]) {
    if (shape.length === MOST_AXES) refuseFile(file, part, `at most ${MOST_AXES} axes`, 'more');
    shape.push(inner.length);
  }
  let flat = list;
  for (const side of shape.slice(1))
    flat = flat.flatMap((each) =>
      Array.isArray(each) && each.length === side
        ? each
        : refuseFile(file, part, `lists of ${side} elements, as the first`, each),
    );
  return memoryTensor({ name, shape, values: numbersOf(file, part, flat) });
}

/* Reads the test vectors that `golden` makes. */
import { productOf } from './elements.js';
import { numbersOf } from './numbers.js';
import { entriesOf, integer, readJson, refuseFile } from './refuse.js';
import { memoryTensor } from './tensor.js';

/** @typedef {import('../doctor/golden.js').Golden} Golden */
/** @typedef {import('./tensor.js').Tensor} Tensor */
/** @typedef {import('./tensor.js').Tolerance} Tolerance */

/** The field `format` of test vectors begins with this. */
const FORMAT = /^posenc golden /;

/** @param {Map<string, unknown>} entries the properties of an object of JSON */
export const isGolden = (entries) => FORMAT.test(String(entries.get('format')));

/**
 * Names the arrays of test vectors. If there are several parts, each name begins with the name or
 * the number of the part. If an array has inputs, their name is its name with ".before" at the end.
 * @template {{before?: unknown}} A
 * @param {{arrays: Record<string, A>, part?: string}[]} parts
 * @returns {{name: string, array: A, isInput: boolean}[]}
 */
const goldenArrays = (parts) =>
  parts.flatMap(({ arrays, part }, index) =>
    Object.entries(arrays).flatMap(([own, array]) => {
      const name = parts.length > 1 ? `${part ?? index}.${own}` : own;
      const result = { name, array, isInput: false };
      return array.before ? [result, { name: `${name}.before`, array, isInput: true }] : [result];
    }),
  );

/**
 * What test vectors say about an array, besides its values.
 * @typedef {object} Described
 * @property {string} name
 * @property {number[]} shape
 * @property {boolean} isInput whether the array is an input of the code under test
 * @property {Unchecked} array
 * @property {Pick<Tensor, 'tolerance' | 'positions' | 'options'>} known
 */

/**
 * Reads what test vectors say about their arrays.
 * @param {string} file
 * @param {Map<string, unknown>} entries
 * @returns {Described[]}
 */
function describedIn(file, entries) {
  const parts = entries.get('parts');
  if (!Array.isArray(parts) || !parts.length)
    return refuseFile(file, 'parts', 'a list of parts', parts);
  const list = listOf(file, 'positions', entries.get('positions'));
  const positions = numbersOf(file, 'positions', list);
  const read = parts.map((part, index) => readPart(file, index, part));
  return goldenArrays(read).map(({ name, array, isInput }) => {
    const part = `the shape of ${name}`;
    const own = isInput ? (array.beforeShape ?? array.shape) : array.shape;
    const shape = listOf(file, part, own).map((side) =>
      integer(file, part, side, 0, Number.MAX_SAFE_INTEGER),
    );
    const rows = shape[0] === positions.length && shape.length > 1 ? { positions } : {};
    const tolerance = isInput ? {} : { tolerance: toleranceOf(file, name, array, shape[0]) };
    const known = { options: array.options, ...rows, ...tolerance };
    return { name, shape, isInput, array, known };
  });
}

/**
 * Reads test vectors.
 * @param {string} file
 * @param {Map<string, unknown>} entries
 * @returns {Tensor[]}
 */
export const readGolden = (file, entries) =>
  describedIn(file, entries).map(({ name, shape, isInput, array, known }) => {
    const part = `the array ${name}`;
    const values = listOf(file, part, isInput ? array.before : array.values);
    const data = numbersOf(file, part, values);
    if (productOf(shape) === data.length)
      return memoryTensor({ name, shape, values: data, ...known });
    return refuseFile(file, part, `${productOf(shape)} values for its shape`, data.length);
  });

/**
 * Adds to the tensors of a .safetensors file what its metadata say about test vectors.
 * @param {string} file
 * @param {Tensor[]} tensors
 * @param {string} text
 */
export function withVectors(file, tensors, text) {
  const part = '__metadata__.golden';
  const json = readJson(file, part, new TextEncoder().encode(text));
  // If a name and its shape occur twice, the first description counts.
  const described = describedIn(file, entriesOf(file, part, json)).reverse();
  const known = new Map(described.map((each) => [nameAndShape(each), each.known]));
  return tensors.map((tensor) => ({ ...tensor, ...known.get(nameAndShape(tensor)) }));
}

/** @param {{name: string, shape: number[]}} array */
const nameAndShape = ({ name, shape }) => `${shape} ${name}`;

/**
 * The properties of an array in JSON, before they are checked.
 * @typedef {object} Unchecked
 * @property {unknown} shape
 * @property {unknown} [values]
 * @property {unknown} [before]
 * @property {unknown} [beforeShape]
 * @property {unknown} tolerance
 * @property {unknown} [relative]
 * @property {object} options the options of its part
 */

/** The names that parts may have. */
const PARTS = ['encoder', 'decoder'];

/**
 * Reads a part of test vectors, whose arrays get the options of the part.
 * @param {string} file
 * @param {number} index
 * @param {unknown} part
 */
function readPart(file, index, part) {
  const entries = entriesOf(file, `part ${index}`, part);
  const options = entriesOf(file, `options of part ${index}`, entries.get('options'));
  const list = [...entriesOf(file, `arrays of part ${index}`, entries.get('arrays'))];
  const arrays = list.map(([name, array]) => {
    const fields = entriesOf(file, `the array ${name}`, array);
    return [name, { ...Object.fromEntries(fields), options: Object.fromEntries(options) }];
  });
  const named = entries.get('part');
  return {
    arrays: /** @type {Record<string, Unchecked>} */ (Object.fromEntries(arrays)),
    part: PARTS.find((name) => name === named),
  };
}

/**
 * @param {string} file
 * @param {string} part
 * @param {unknown} value
 * @returns {unknown[]}
 */
const listOf = (file, part, value) =>
  Array.isArray(value) ? value : refuseFile(file, part, 'a list', value);

/**
 * @param {string} file
 * @param {string} name
 * @param {Unchecked} array
 * @param {number} rows
 * @returns {Tolerance}
 */
function toleranceOf(file, name, { tolerance, relative }, rows) {
  const part = `the tolerance of ${name}`;
  const given = entriesOf(file, part, tolerance);
  const read = ['float32', 'float16', 'bfloat16'].map((type) => {
    const value = given.get(type);
    const list = numbersOf(file, part, Array.isArray(value) ? value : [value]);
    if (list.some((each) => !(each >= 0)))
      refuseFile(file, part, 'numbers of at least 0', { says: 'others' });
    if (!Array.isArray(value)) return [type, list[0]];
    if (list.length !== rows) refuseFile(file, part, `${rows} numbers`, list.length);
    return [type, list];
  });
  return { ...Object.fromEntries(read), relative: relative === true };
}

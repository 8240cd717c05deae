/*
 * The types of elements that the option `dtype` names. posenc keeps numbers of 16 bits, float16 and
 * bfloat16, in a Uint16Array. If the caller gives a Float16Array, the Uint16Array is a view of its
 * memory.
 */
import * as check from './check.js';
import { BFLOAT16, Carver, FLOAT16, FLOAT64, TILE, copyIn, copyOut, open, tiles } from './wasm.js';

/**
 * The types of elements that a result can have.
 * @typedef {'float32' | 'float64' | 'float16' | 'bfloat16'} Dtype
 */

/**
 * The dtypes of biases, which have no doubles.
 * @typedef {'float32' | 'float16' | 'bfloat16'} BiasDtype
 */

/**
 * A Float16Array, or a Uint16Array with the bits of float16 numbers. Not every version of
 * TypeScript knows Float16Array.
 * @typedef {ArrayLike<number> & ArrayBufferView & {BYTES_PER_ELEMENT: number}} Float16s
 */

/**
 * The class of arrays that belongs to a dtype.
 * @template D
 * @typedef {D extends 'float64' ? Float64Array<ArrayBuffer>
 *   : D extends 'float16' ? Float16s
 *   : D extends 'bfloat16' ? Uint16Array<ArrayBuffer>
 *   : Float32Array<ArrayBuffer>} ArrayOf
 */

/**
 * The class of arrays that the option `out` accepts for a dtype. Unlike in ArrayOf, the arrays may
 * be on shared memory.
 * @template D
 * @typedef {D extends 'float64' ? Float64Array
 *   : D extends 'float16' ? Float16s
 *   : D extends 'bfloat16' ? Uint16Array
 *   : Float32Array} OutOf
 */

/** Arrays that kernels write. @typedef {Float32Array | Float64Array | Uint16Array} Elements */

/**
 * The arrays that can change in place.
 * @typedef {Float32Array | Float64Array | Float16s} InPlace
 */

/**
 * @typedef {object} Type
 * @property {any} Kind the class of the arrays that kernels write
 * @property {string[]} kinds the names of the classes that an array of the caller may have
 * @property {number} half FLOAT16 or BFLOAT16; 0 for types of more bits
 */

/** @type {Record<Dtype, Type>} */
const TYPES = {
  float32: { Kind: Float32Array, kinds: ['Float32Array'], half: 0 },
  float64: { Kind: Float64Array, kinds: ['Float64Array'], half: 0 },
  float16: { Kind: Uint16Array, kinds: ['Float16Array', 'Uint16Array'], half: FLOAT16 },
  bfloat16: { Kind: Uint16Array, kinds: ['Uint16Array'], half: BFLOAT16 },
};
const NAMES = /** @type {Dtype[]} */ (['float32', 'float64', 'float16', 'bfloat16']);
const BIASES = NAMES.filter((name) => name !== 'float64');

/** The names of the classes of arrays that can change in place. */
export const CHANGED = [...check.FLOATS, 'Float16Array', 'Uint16Array'];

/**
 * Returns Float16Array, or Uint16Array if the engine has no Float16Array.
 * @returns {typeof Uint16Array}
 */
export const float16Class = () => /** @type {any} */ (globalThis).Float16Array ?? Uint16Array;

/**
 * Checks a dtype, and returns its type.
 * @param {Dtype} [dtype] default 'float32'
 * @param {Dtype[]} [names] the dtypes that are allowed
 */
export const elementType = (dtype, names = NAMES) =>
  dtype === undefined ? TYPES.float32 : TYPES[check.word('dtype', dtype, names)];

/** Checks the dtype of a bias, and returns its type. @param {BiasDtype} [dtype] */
export const biasType = (dtype) => elementType(dtype, BIASES);

/**
 * Returns the array for a result, as check.result does. The caller's array may be a Float16Array.
 * @param {unknown} out
 * @param {Type} type
 * @param {number} length
 * @param {string} shape the names of the axes, for messages
 * @param {string} [name]
 * @returns {any} an array of the class type.Kind
 */
export function result(out, { Kind, kinds, half }, length, shape, name = 'out') {
  if (!half) return check.result(out, Kind, length, shape, name, kinds);
  const New = half === FLOAT16 ? float16Class() : Kind;
  const list = check.result(out, New, length, shape, name, kinds);
  return out === undefined ? check.array(name, list, kinds) : list;
}

/**
 * Returns the type of the 16-bit numbers in an array that is to be changed: FLOAT16 or BFLOAT16.
 * Returns 0 for numbers of more bits.
 * @param {string} name the name of the array
 * @param {unknown} value
 * @param {Dtype} [dtype] the option; a Uint16Array needs it
 */
export function halfOf(name, value, dtype) {
  if (check.isTensor(value)) {
    const { data, type } = value;
    const isBits = check.tagOf(data) === 'Uint16Array';
    return halfOf(name, data, dtype ?? (isBits ? /** @type {Dtype} */ (type) : undefined));
  }
  const tag = check.tagOf(value);
  if (dtype === undefined) {
    if (tag === 'Uint16Array')
      check.refuseKind('dtype', `"float16" or "bfloat16", the type of the bits in ${name}`, dtype);
    return tag === 'Float16Array' ? FLOAT16 : 0;
  }
  const { kinds, half } = elementType(dtype);
  if (!kinds.includes(/** @type {string} */ (tag)))
    check.refuseKind(name, `${kinds.join(' or ')}, since dtype is "${dtype}"`, value);
  return half;
}

/**
 * Returns the flag with which kernels compute the elements of an array. Elements of 16 bits are
 * first computed as doubles, and then rounded once by pe_halves.
 * @param {Elements} array
 */
export const precisionOf = (array) => (check.sizeOf(array) === 4 ? 0 : FLOAT64);

/**
 * Returns the values of numbers of 16 bits.
 * @param {any} list a Uint16Array with the bits of the numbers
 * @param {number} half FLOAT16 or BFLOAT16
 * @returns {Float32Array}
 */
export function widened(list, half) {
  const values = new Float32Array(list.length);
  const machine = open();
  const carver = new Carver(machine);
  const most = TILE / 8;
  const bits = carver.bytes(2 * most);
  const doubles = carver.doubles(most);
  tiles(list.length, most, (first, count) => {
    copyIn(machine.u16, bits, list, first, 1, count);
    machine.kernels.pe_widen(doubles, bits, count, half);
    copyOut(machine.f64, doubles, values, first, 1, count);
  });
  return values;
}

/*
 * Checks of arguments. Each throws before anything is written: TypeError for a kind, RangeError
 * for a length or a domain, in one form: the argument, what was expected, what came.
 */

/** @typedef {Float32Array | Float64Array} Floats */

/** The largest result, in bytes. */
const LARGEST = 2147483648;

/** Kinds of arrays of real numbers. */
export const FLOATS = ['Float32Array', 'Float64Array'], FLOAT32 = ['Float32Array'];

/** Values of `dtype` and `precision`. */
export const DTYPES = ['float32', 'float64'], PRECISIONS = ['exact', 'float32'];

/** Positions beyond this are refused: the reduction of their angles would lose bits. */
const FARTHEST = 1099511627776; // 2^40

/** @param {unknown} value */
const kind = value => ArrayBuffer.isView(value) ? /** @type {any} */ (value)[Symbol.toStringTag] : Array.isArray(value) ? 'Array' : value === null ? 'null' : typeof value;

/** A value as a message shows it. @param {unknown} value */
function shown(value) {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') return String(value);
  if (typeof value === 'bigint') return `${value}n`;
  const length = /** @type {any} */ (value)?.length;
  return typeof length === 'number' && typeof value !== 'function' ? `${kind(value)} of length ${length}` : typeof value === 'boolean' ? String(value) : kind(value);
}

/** @param {string} name @param {string} expected @param {unknown} got @returns {never} */
export function refuseKind(name, expected, got) {
  throw new TypeError(`${name}: expected ${expected}, got ${shown(got)}`);
}

/** @param {string} name @param {string} expected @param {unknown} got @returns {never} */
export function refuse(name, expected, got) {
  throw new RangeError(`${name}: expected ${expected}, got ${shown(got)}`);
}

/** The names of a function's options, for `known`. @param {string} list @returns {Record<string, number>} */
export function names(list) {
  const known = Object.create(null);
  for (const name of list.split(' ')) known[name] = 1;
  return known;
}

/** What describeModel may find: an object that has a scheme is such a description, as it came or copied, of which each function takes its own. */
const DESCRIPTION = names('scheme layout heads keyHeads headDim rotaryDim base scaling contextLength perLayer notes dim maxPositions offset start grid prefix maxBias buckets maxDistance bidirectional window chunk temperature');

/**
 * Options of which every name is known, so a misspelt option is an error.
 * @param {any} given @param {Record<string, number>} names @param {string} [what] @returns {any}
 */
export function known(given, names, what = 'options') {
  if (given === undefined) return NONE;
  if (typeof given !== 'object' || given === null || Array.isArray(given) || ArrayBuffer.isView(given)) refuseKind(what, 'an object', given);
  for (const name in given)
    if (!(name in names || given.scheme && name in DESCRIPTION)) throw new TypeError(`${what}: expected only ${Object.keys(names).join(', ')}, got "${name}"`);
  return given;
}
const NONE = Object.freeze({});

/** A count: an integer from min to max. @param {string} name @param {any} value @returns {number} */
export function count(name, value, min = 0, max = LARGEST) {
  if (typeof value !== 'number') refuseKind(name, 'an integer', value);
  if (!(Number.isInteger(value) && value >= min && value <= max))
    refuse(name, `an integer ${max === LARGEST && !(value > max) ? `of at least ${min}` : `from ${min} to ${max}`}`, value);
  return value;
}

/** A count that is even. @param {string} name @param {any} value @returns {number} */
export function even(name, value, min = 0, max = LARGEST) {
  if (count(name, value, min, max) % 2) refuse(name, 'an even number', value);
  return value;
}

/** A finite number from min to max. @param {string} name @param {any} value @returns {number} */
export function number(name, value, min = -Infinity, max = Infinity) {
  if (typeof value !== 'number') refuseKind(name, 'a number', value);
  if (!(Number.isFinite(value) && value >= min && value <= max))
    refuse(name, `a finite number${min > -Infinity ? ` of at least ${min}` : ''}${max < Infinity ? ` and at most ${max}` : ''}`, value);
  return value;
}

/** @param {any} value */
export const base = value => number('base', value, 1);

/** @param {string} name @param {any} value @returns {number} */
export const position = (name, value, least = -FARTHEST) => number(name, value, least, FARTHEST);

/** The scale of scores: what is given, or 1 / sqrt(dim). @param {any} value @param {number} dim @returns {number} */
export const scale = (value, dim) => value === undefined ? 1 / Math.sqrt(dim) : number('scale', value);

/** @param {string} name @param {any} value @returns {boolean} */
export function flag(name, value) {
  if (typeof value !== 'boolean') refuseKind(name, 'true or false', value);
  return value;
}

/**
 * One of several words. @template {string} T
 * @param {string} name @param {any} value @param {readonly T[]} words @returns {T}
 */
export function word(name, value, words) {
  if (!words.includes(value)) (typeof value === 'string' ? refuse : refuseKind)(name, words.map(w => `"${w}"`).join(' or '), value);
  return value;
}

/** The arrays of a dtype. @param {any} dtype @returns {any} */
export const floats = (dtype = 'float32') => word('dtype', dtype, DTYPES) === 'float32' ? Float32Array : Float64Array;

/** @param {any} value @param {string[]} kinds */
export const isKind = (value, ...kinds) => kinds.includes(kind(value));

/**
 * A typed array of one of the (at most two) kinds and, if given, of exactly this length. Told by its tag, so
 * that arrays of another realm pass.
 * @param {string} name @param {any} value @param {string[]} kinds @param {number} [length] @param {string} [shape]
 */
export function array(name, value, kinds, length, shape) {
  const tag = value?.[Symbol.toStringTag], list = /** @type {any} */ (value);
  if (!(tag === kinds[0] || tag === kinds[1]) || !ArrayBuffer.isView(value)) refuseKind(name, kinds.join(' or '), value);
  if (!list.length) {
    try {
      new Uint8Array(list.buffer);
    } catch {
      refuse(name, 'an array that is not detached', list);
    }
  }
  if (length !== undefined && list.length !== length) refuse(name, `length ${length}${shape ? ` (${shape})` : ''}`, list);
  return list;
}

/** A Float32Array of this shape. @param {string} name @param {any} value @param {Record<string, number>} shape its axes by name @returns {Float32Array} */
export const shaped = (name, value, shape) =>
  array(name, value, FLOAT32, Object.values(shape).reduce((length, side) => length * side, 1), `[${Object.keys(shape).join(', ')}]`);

/** The number of rows of a flat array. @param {string} name @param {any} value @param {number} width @param {string} shape */
export function rowsOf(name, value, width, shape) {
  const rows = width ? value.length / width : 0;
  if (rows * width !== value.length || !Number.isInteger(rows)) refuse(name, `a multiple of ${width} elements (${shape})`, value);
  return rows;
}

/** Refuses a result over 2 GiB. @param {number} length @param {number} bytes of an element @param {string} shape */
export function fits(length, bytes, shape) {
  if (length * bytes > LARGEST)
    throw new RangeError(`${shape}: expected a result of at most 2 GiB, got ${length} elements of ${bytes} bytes; make it in pieces through "out"`);
}

/**
 * The array a result goes to: `out` if given, checked, or a new one.
 * @template {Float32Array | Float64Array | Int32Array | Uint8ClampedArray} T
 * @param {any} out @param {{new (length: number): T, BYTES_PER_ELEMENT: number, name: string}} Kind
 * @param {number} length @param {string} shape @returns {T}
 */
export function result(out, Kind, length, shape, name = 'out') {
  fits(length, Kind.BYTES_PER_ELEMENT, shape);
  return out === undefined ? new Kind(length) : /** @type {any} */ (array(name, out, [Kind.name], length, shape));
}

/**
 * Positions from `start`, or the given ones.
 * @param {any} start @param {any} given @param {number} length how many @param {number} [other] or how many else
 * @param {number} [least] the smallest
 * @returns {Float64Array | undefined} a copy of the positions, if given
 */
export function positions(start, given, length, other = length, least) {
  position('start', start, least);
  if (given === undefined) return undefined;
  if (start !== 0) throw new TypeError(`positions: expected either start or positions, got both (start ${start})`);
  return numbers('positions', given, (name, value) => position(name, value, least), length, other);
}

/** A number for each of several axes, or one for all. @param {string} name @param {any} value @param {number} axes @param {(name: string, value: any) => number} test */
export const each = (name, value, axes, test) => typeof value === 'number' ? new Float64Array(axes).fill(test(name, value)) : numbers(name, value, test, axes);

/** The largest magnitude. @param {ArrayLike<number>} list */
export function farthest(list) {
  let most = 0;
  for (let i = 0; i < list.length; i++) most = Math.max(most, Math.abs(list[i]));
  return most;
}

/**
 * An array of numbers of any kind, each passed by `check`, as doubles.
 * @param {string} name @param {any} value @param {(name: string, value: any) => number} check @param {number[]} lengths
 */
export function numbers(name, value, check, ...lengths) {
  /** @type {any} */
  const list = value;
  if (!(Array.isArray(value) || ArrayBuffer.isView(value) && !isKind(list, 'DataView', 'BigInt64Array', 'BigUint64Array')))
    refuseKind(name, 'an array of numbers', list);
  if (lengths.length && !lengths.includes(list.length)) refuse(name, `${[...new Set(lengths)].join(' or ')} numbers`, value);
  const copy = new Float64Array(list.length);
  let i = 0;
  try {
    for (; i < copy.length; i++) copy[i] = check(name, list[i]);
  } catch {
    check(`${name}[${i}]`, list[i]);  // says it again, with the index, which would cost too much to write for each
  }
  return copy;
}

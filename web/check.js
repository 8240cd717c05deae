/*
 * Checks of arguments. Each throws before anything is written: TypeError for a kind, RangeError
 * for a length or a domain, in one form: the argument, what was expected, what came.
 */

/** @typedef {Float32Array | Float64Array} Floats */

/** The largest result, in bytes. */
const LARGEST = 2147483648;

/** Positions beyond this are refused: the reduction of their angles would lose bits. */
export const FARTHEST = 1099511627776; // 2^40

/** @param {unknown} value */
const kind = value => ArrayBuffer.isView(value) ? /** @type {any} */ (value)[Symbol.toStringTag] : Array.isArray(value) ? 'Array' : value === null ? 'null' : typeof value;

/** @param {unknown} value */
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

/**
 * Options with their defaults. A name without a default here is refused, so a misspelt option is
 * an error; `undefined` asks for the default.
 * @template {object} T
 * @param {object | undefined} given @param {T} defaults @returns {T}
 */
export function settings(given, defaults) {
  if (given === undefined) return defaults;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) refuseKind('options', 'an object', given);
  for (const name in given) {
    if (!(name in defaults)) throw new TypeError(`options: expected only ${Object.keys(defaults).join(', ')}, got "${name}"`);
    const value = /** @type {any} */ (given)[name];
    if (value !== undefined) /** @type {any} */ (defaults)[name] = value;
  }
  return defaults;
}

/** A count: an integer from min to max. @param {string} name @param {any} value @returns {number} */
export function count(name, value, min = 0, max = LARGEST) {
  if (typeof value !== 'number') refuseKind(name, 'an integer', value);
  if (!(Number.isInteger(value) && value >= min && value <= max))
    refuse(name, `an integer ${max === LARGEST ? `of at least ${min}` : `from ${min} to ${max}`}`, value);
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
export const position = (name, value) => number(name, value, -FARTHEST, FARTHEST);

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
  const expected = words.map(w => `"${w}"`).join(' or ');
  if (typeof value !== 'string') refuseKind(name, expected, value);
  if (!words.includes(/** @type {T} */ (value))) refuse(name, expected, value);
  return /** @type {T} */ (value);
}

/** @param {any} value @param {string[]} kinds */
export const isKind = (value, ...kinds) => kinds.includes(kind(value));

/**
 * A typed array of one of the kinds and, if given, of exactly this length. Told by its tag, so
 * that arrays of another realm pass.
 * @param {string} name @param {any} value @param {string[]} kinds @param {number} [length] @param {string} [shape]
 */
export function array(name, value, kinds, length, shape) {
  if (!isKind(value, ...kinds)) refuseKind(name, kinds.join(' or '), value);
  if (length !== undefined && value.length !== length) refuse(name, `length ${length}${shape ? ` (${shape})` : ''}`, value);
  return value;
}

/** The number of rows of a flat array. @param {string} name @param {any} value @param {number} width @param {string} shape */
export function rowsOf(name, value, width, shape) {
  const rows = width ? value.length / width : 0;
  if (rows * width !== value.length || !Number.isInteger(rows)) refuse(name, `a multiple of ${width} elements (${shape})`, value);
  return rows;
}

/**
 * The array a result goes to: `out` if given, checked, or a new one.
 * @template {Float32Array | Float64Array | Int32Array | Uint8ClampedArray} T
 * @param {any} out @param {{new (length: number): T, BYTES_PER_ELEMENT: number, name: string}} Kind
 * @param {number} length @param {string} shape @returns {T}
 */
export function result(out, Kind, length, shape, name = 'out') {
  if (length * Kind.BYTES_PER_ELEMENT > LARGEST)
    throw new RangeError(`${shape}: expected a result of at most 2 GiB, got ${length} elements of ${Kind.BYTES_PER_ELEMENT} bytes; make it in pieces through "out"`);
  return out === undefined ? new Kind(length) : array(name, out, [Kind.name], length, shape);
}

/**
 * Positions: `length` of them from `start`, or the given ones.
 * @param {{start: any, positions: any}} options @param {number[]} lengths allowed numbers of positions
 * @returns {Float64Array | undefined} copies of the positions, if given
 */
export function positions({start, positions}, ...lengths) {
  position('start', start);
  if (positions === undefined) return undefined;
  if (start !== 0) refuse('positions', 'either start or positions', start);
  return numbers('positions', positions, position, ...lengths);
}

/**
 * An array of numbers of any kind, each passed by `check`, as doubles.
 * @param {string} name @param {any} value @param {(name: string, value: any) => number} check @param {number[]} lengths
 */
export function numbers(name, value, check, ...lengths) {
  /** @type {any} */
  const list = value;
  if (!(Array.isArray(value) || ArrayBuffer.isView(value) && 'length' in value && !isKind(value, 'BigInt64Array', 'BigUint64Array')))
    refuseKind(name, 'an array of numbers', value);
  if (lengths.length && !lengths.includes(list.length)) refuse(name, `${[...new Set(lengths)].join(' or ')} numbers`, value);
  const copy = new Float64Array(list.length);
  for (let i = 0; i < copy.length; i++) copy[i] = check(`${name}[${i}]`, list[i]);
  return copy;
}

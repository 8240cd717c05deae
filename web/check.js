/*
 * Checks of arguments. Every function of posenc checks its arguments before it writes anything. A
 * check throws a TypeError for a value of the wrong type, and a RangeError for a wrong length or a
 * value out of range. All messages have one form: "ARGUMENT: expected SOMETHING, got VALUE".
 * In all functions here, `name` is the name of the argument, and `value` is its value.
 */

/** @typedef {Float32Array | Float64Array} Floats */

/** @typedef {import('./wasm.js').Numbers} Numbers */

/**
 * The class of arrays that belongs to a dtype.
 * @template D
 * @typedef {D extends 'float64' ? Float64Array : Float32Array} FloatsOf
 */

/**
 * The constructor of a class of typed arrays.
 * @template T
 * @typedef {{new (length: number): T, BYTES_PER_ELEMENT: number, name: string}} Kind
 */

/**
 * A function that checks one number. It returns the number, or throws an error.
 * @typedef {(name: string, value: unknown) => number} Check
 */

/** A result has at most this many bytes. A count is at most this large, too. */
const LARGEST = 2147483648;

/** The classes of arrays that an argument may have. */
export const FLOATS = ['Float32Array', 'Float64Array'];
export const FLOAT32 = ['Float32Array'];

/** The words that the options `dtype` and `precision` may be. */
export const DTYPES = ['float32', 'float64'];
export const PRECISIONS = ['exact', 'float32'];

/**
 * The largest magnitude of a position. Beyond it, the remainder of an angle after whole turns would
 * lose bits.
 */
const FARTHEST = 1099511627776; // 2^40

/**
 * Returns the class name of a typed array. Unlike `instanceof`, this also works for an array from
 * another realm, such as a frame.
 * @param {unknown} value
 */
export const tagOf = (value) =>
  /** @type {{[Symbol.toStringTag]?: string} | null | undefined} */ (value)?.[Symbol.toStringTag];

/** Returns the class of an array, or the type of another value. @param {unknown} value */
function kind(value) {
  if (ArrayBuffer.isView(value)) return tagOf(value) ?? '';
  if (Array.isArray(value)) return 'Array';
  return value === null ? 'null' : typeof value;
}

/** Returns the text by which a message shows a value. @param {unknown} value */
function shown(value) {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'bigint') return `${value}n`;
  const length = /** @type {{length?: unknown} | null | undefined} */ (value)?.length;
  const hasLength = typeof length === 'number' && typeof value !== 'function';
  return hasLength ? `${kind(value)} of length ${length}` : kind(value);
}

/**
 * Throws a TypeError, for a value of the wrong type.
 * @param {string} name
 * @param {string} expected a description of the values that are allowed
 * @param {unknown} got the value
 * @returns {never}
 */
export function refuseKind(name, expected, got) {
  throw new TypeError(`${name}: expected ${expected}, got ${shown(got)}`);
}

/**
 * Throws a RangeError, for a value that is out of range or has the wrong length.
 * @param {string} name
 * @param {string} expected a description of the values that are allowed
 * @param {unknown} got the value
 * @returns {never}
 */
export function refuse(name, expected, got) {
  throw new RangeError(`${name}: expected ${expected}, got ${shown(got)}`);
}

/**
 * Converts the names of a function's options to the form that `known` needs.
 * @param {string} list the names, separated by spaces
 * @returns {Record<string, number>}
 */
export function names(list) {
  const known = Object.create(null);
  for (const name of list.split(' ')) known[name] = 1;
  return known;
}

/**
 * The names of the properties that a result of describeModel can have. Every function accepts such
 * a result, or a copy of it, as its options, and ignores the properties that it does not need. An
 * object counts as such a result if it has a property `scheme`.
 */
const DESCRIPTION = names(
  'scheme layout heads keyHeads headDim rotaryDim rotaryStart base scaling sections sectioning ' +
    'contextLength perLayer notes dim maxPositions offset start grid prefix maxBias buckets ' +
    'maxDistance bidirectional window windowBothWays chunk temperature',
);

const NO_OPTIONS = Object.freeze({});

/**
 * Checks that options have only known names, so that a misspelt name is an error. Returns them.
 * @param {unknown} given the options, or undefined
 * @param {Record<string, number>} names the known names
 * @param {string} [what] the name of the argument
 * @returns {any} the options; the caller checks the type of each value
 */
export function known(given, names, what = 'options') {
  if (given === undefined) return NO_OPTIONS;
  if (
    typeof given !== 'object' ||
    given === null ||
    Array.isArray(given) ||
    ArrayBuffer.isView(given)
  )
    refuseKind(what, 'an object', given);
  const described = /** @type {{scheme?: unknown}} */ (given).scheme;
  for (const name in given)
    if (!(name in names || (described && name in DESCRIPTION)))
      throw new TypeError(`${what}: expected only ${Object.keys(names).join(', ')}, got "${name}"`);
  return given;
}

/**
 * Checks that a value is an integer from `min` to `max`, and returns it.
 * @param {string} name
 * @param {unknown} value
 * @returns {number}
 */
export function count(name, value, min = 0, max = LARGEST) {
  if (typeof value !== 'number') refuseKind(name, 'an integer', value);
  if (!(Number.isInteger(value) && value >= min && value <= max)) {
    const open = max === LARGEST && !(value > max);
    refuse(name, `an integer ${open ? `of at least ${min}` : `from ${min} to ${max}`}`, value);
  }
  return value;
}

/**
 * Checks that a value is an even integer from `min` to `max`, and returns it.
 * @param {string} name
 * @param {unknown} value
 * @returns {number}
 */
export function even(name, value, min = 0, max = LARGEST) {
  const found = count(name, value, min, max);
  if (found % 2) refuse(name, 'an even number', value);
  return found;
}

/**
 * Checks that a value is a finite number from `min` to `max`, and returns it.
 * @param {string} name
 * @param {unknown} value
 * @returns {number}
 */
export function number(name, value, min = -Infinity, max = Infinity) {
  if (typeof value !== 'number') refuseKind(name, 'a number', value);
  if (!(Number.isFinite(value) && value >= min && value <= max)) {
    const from = min > -Infinity ? ` of at least ${min}` : '';
    const to = max < Infinity ? ` and at most ${max}` : '';
    refuse(name, `a finite number${from}${to}`, value);
  }
  return value;
}

/** Checks that the base of the frequencies is at least 1, and returns it. @param {unknown} value */
export const base = (value) => number('base', value, 1);

/**
 * Checks that a position is from `least` to 2^40, and returns it.
 * @param {string} name
 * @param {unknown} value
 */
export const position = (name, value, least = -FARTHEST) => number(name, value, least, FARTHEST);

/**
 * Returns the factor by which scores are multiplied: the given one, or 1 / sqrt(dim).
 * @param {unknown} value the option `scale`
 * @param {number} dim
 */
export const scale = (value, dim) =>
  value === undefined ? 1 / Math.sqrt(dim) : number('scale', value);

/**
 * Checks that a value is a boolean, and returns it.
 * @param {string} name
 * @param {unknown} value
 * @returns {boolean}
 */
export function flag(name, value) {
  if (typeof value !== 'boolean') refuseKind(name, 'true or false', value);
  return value;
}

/**
 * Checks that a value is one of several words, and returns it.
 * @template {string} T
 * @param {string} name
 * @param {unknown} value
 * @param {readonly T[]} words
 * @returns {T}
 */
export function word(name, value, words) {
  if (words.includes(/** @type {T} */ (value))) return /** @type {T} */ (value);
  const expected = words.map((each) => `"${each}"`).join(' or ');
  return typeof value === 'string'
    ? refuse(name, expected, value)
    : refuseKind(name, expected, value);
}

/**
 * Checks a dtype, and returns the class of its arrays.
 * @template {'float32' | 'float64'} D
 * @param {D} [dtype] default 'float32'
 * @returns {Kind<FloatsOf<D>>}
 */
export function floats(dtype) {
  const single = dtype === undefined || word('dtype', dtype, DTYPES) === 'float32';
  const Kind = single ? Float32Array : Float64Array;
  return /** @type {Kind<FloatsOf<D>>} */ (/** @type {unknown} */ (Kind));
}

/**
 * Whether a value has one of several classes or types.
 * @param {unknown} value
 * @param {string[]} kinds for example 'Array', 'Float32Array' or 'null'
 */
export const isKind = (value, ...kinds) => kinds.includes(kind(value));

/**
 * Checks the class and the length of a typed array, and returns it.
 * @param {string} name
 * @param {unknown} value
 * @param {string[]} kinds the names of the one or two classes that are allowed
 * @param {number} [length] without it, every length is allowed
 * @param {string} [shape] the axes whose product is this length, for the message
 * @returns {Numbers}
 */
export function array(name, value, kinds, length, shape) {
  const tag = tagOf(value);
  if (!(tag === kinds[0] || tag === kinds[1]) || !ArrayBuffer.isView(value))
    refuseKind(name, kinds.join(' or '), value);
  const list = /** @type {Numbers} */ (value);
  if (!list.length) refuseDetached(name, list);
  if (length !== undefined && list.length !== length)
    refuse(name, `length ${length}${shape ? ` (${shape})` : ''}`, list);
  return list;
}

/**
 * Throws a RangeError if an array is empty because its buffer was transferred elsewhere.
 * @param {string} name
 * @param {Numbers} list
 */
function refuseDetached(name, list) {
  try {
    new Uint8Array(list.buffer);
  } catch {
    refuse(name, 'an array that is not detached', list);
  }
}

/**
 * Checks that `value` is a Float32Array with as many elements as `shape` needs, and returns it.
 * @param {string} name
 * @param {unknown} value
 * @param {Record<string, number>} shape the length of each axis, by the name of the axis
 */
export const shaped = (name, value, shape) => {
  const length = Object.values(shape).reduce((product, side) => product * side, 1);
  const axes = `[${Object.keys(shape).join(', ')}]`;
  return /** @type {Float32Array} */ (array(name, value, FLOAT32, length, axes));
};

/**
 * Checks that a flat array consists of whole rows, and returns the number of rows.
 * @param {string} name
 * @param {ArrayLike<number>} value
 * @param {number} width the number of elements in a row
 * @param {string} shape the names of the axes, for the message
 */
export function rowsOf(name, value, width, shape) {
  const rows = width ? value.length / width : 0;
  if (rows * width !== value.length || !Number.isInteger(rows))
    refuse(name, `a multiple of ${width} elements (${shape})`, value);
  return rows;
}

/**
 * Throws a RangeError if a result would have more than 2 GiB.
 * @param {number} length the number of elements
 * @param {number} bytes the size of an element
 * @param {string} shape the names of the axes, for the message
 */
export function fits(length, bytes, shape) {
  if (length * bytes > LARGEST)
    throw new RangeError(
      `${shape}: expected a result of at most 2 GiB, got ${length} elements of ${bytes} bytes; ` +
        'make it in pieces through "out"',
    );
}

/**
 * Returns the array for a result. If `out` is given, it is checked and returned. Otherwise a new
 * array is returned.
 * @template {Float32Array | Float64Array | Int32Array | Uint8ClampedArray} T
 * @param {unknown} out
 * @param {Kind<T>} Kind the class that the array must have
 * @param {number} length
 * @param {string} shape the names of the axes, for messages
 * @returns {T}
 */
export function result(out, Kind, length, shape, name = 'out') {
  fits(length, Kind.BYTES_PER_ELEMENT, shape);
  if (out === undefined) return new Kind(length);
  return /** @type {T} */ (array(name, out, [Kind.name], length, shape));
}

/**
 * Checks the options `start` and `positions`. If positions are given, `start` must be 0.
 * @param {unknown} start
 * @param {unknown} given the option `positions`
 * @param {number} length the number of positions that is expected
 * @param {number} [other] another number of positions that is accepted
 * @param {number} [least] the smallest position that is accepted
 * @returns {Float64Array | undefined} a copy of the given positions; undefined if none are given,
 *   since positions then count up from `start`
 */
export function positions(start, given, length, other = length, least) {
  position('start', start, least);
  if (given === undefined) return undefined;
  if (start !== 0)
    throw new TypeError(`positions: expected either start or positions, got both (start ${start})`);
  return numbers('positions', given, (name, value) => position(name, value, least), length, other);
}

/**
 * Checks numbers of several axes, and returns one number for each axis.
 * @param {string} name
 * @param {unknown} value one number for all axes, or an array with a number for each axis
 * @param {number} axes the number of axes
 * @param {Check} test the check of each number
 */
export const each = (name, value, axes, test) =>
  typeof value === 'number'
    ? new Float64Array(axes).fill(test(name, value))
    : numbers(name, value, test, axes);

/** Returns the largest magnitude in a list, or 0. @param {ArrayLike<number>} list */
export function farthest(list) {
  let most = 0;
  for (let i = 0; i < list.length; i++) most = Math.max(most, Math.abs(list[i]));
  return most;
}

/** Whether a value is an array that may contain numbers. @param {unknown} value */
const holdsNumbers = (value) =>
  Array.isArray(value) ||
  (ArrayBuffer.isView(value) && !isKind(value, 'DataView', 'BigInt64Array', 'BigUint64Array'));

/**
 * Checks an array of numbers of any class, and returns a copy of it as doubles.
 * @param {string} name
 * @param {unknown} value
 * @param {Check} check the check of each number
 * @param {number[]} lengths the accepted lengths; if there are none, every length is accepted
 */
export function numbers(name, value, check, ...lengths) {
  if (!holdsNumbers(value)) refuseKind(name, 'an array of numbers', value);
  const list = /** @type {ArrayLike<unknown>} */ (value);
  if (lengths.length && !lengths.includes(list.length))
    refuse(name, `${[...new Set(lengths)].join(' or ')} numbers`, value);
  const copy = new Float64Array(list.length);
  let i = 0;
  try {
    for (; i < copy.length; i++) copy[i] = check(name, list[i]);
  } catch {
    // Repeats the failed check with a name that contains the index. A name for every number would
    // be slow to make.
    check(`${name}[${i}]`, list[i]);
  }
  return copy;
}

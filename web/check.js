/*
 * Checks of arguments. Every function of posenc checks its arguments before it writes anything. A
 * check throws a TypeError for a value of the wrong type. It throws a RangeError for a wrong length
 * or a value out of range. All messages have one form: "FUNCTION: ARGUMENT: expected SOMETHING, got
 * VALUE". The error has the parts of the message as properties: `function`, `argument`, `expected`
 * and `got`. In all functions here, `name` is the name of the argument, and `value` is its value.
 */

/** @typedef {Float32Array | Float64Array} Floats */

/** @typedef {import('./wasm.js').Numbers} Numbers */

/**
 * The constructor of a class of typed arrays.
 * @template T
 * @typedef {{new (length: number): T, BYTES_PER_ELEMENT: number, name: string}} Kind
 */

/**
 * A tensor, as ONNX Runtime and transformers.js have them. Functions take it in place of the array
 * `data`. What a function changes in place is this data.
 * @typedef {object} Tensor
 * @property {any} data a typed array
 * @property {readonly number[]} dims the length of each axis
 * @property {string} [type] the type of the elements, such as 'float32', 'float16' or 'int64'
 */

/**
 * Positions: integers or other numbers, 64-bit integers, or a tensor of these.
 * @typedef {ArrayLike<number> | ArrayLike<bigint> | Tensor} Positions
 */

/**
 * A function that checks one number. It returns the number, or throws an error.
 * @typedef {(name: string, value: unknown) => number} Check
 */

/** The largest length of a list of numbers. Its copy as doubles then has at most 2 GiB. */
const MOST_NUMBERS = 268435456;

/** The largest size of a result, in bytes. It is also the largest count that is accepted. */
const LARGEST = 2147483648;

/** The classes of arrays that an argument may have. */
export const FLOATS = ['Float32Array', 'Float64Array'];
export const FLOAT32 = ['Float32Array'];

/** The classes of arrays of 64-bit integers. Their elements are bigints, not numbers. */
export const BIGINTS = ['BigInt64Array', 'BigUint64Array'];

/** The values that the option `precision` may have. */
export const PRECISIONS = ['exact', 'float32'];

/** The longest string or bigint that an error message shows in full. */
const LONGEST_SHOWN = 80;

/**
 * The largest magnitude of a position. Beyond it, the remainder of an angle after whole turns would
 * lose bits.
 */
export const FARTHEST = 1099511627776; // 2^40

/*
 * The getters of all typed arrays. Unlike properties, they cannot be replaced by a subclass or a
 * proxy. They also work for an array from another realm, such as a frame.
 */
const typedArrays = Object.getPrototypeOf(Float32Array.prototype);

/** @param {string | symbol} name */
const getter = (name) =>
  /** @type {(this: unknown) => any} */ (Object.getOwnPropertyDescriptor(typedArrays, name)?.get);

const readTag = getter(Symbol.toStringTag);
const readLength = getter('length');
const { set, subarray } = typedArrays;
const readBuffer = getter('buffer');
const readOffset = getter('byteOffset');
const readBytes = getter('byteLength');

/**
 * Returns the class name of a typed array, or undefined for any other value.
 * @param {unknown} value
 * @returns {string | undefined}
 */
export const tagOf = (value) => readTag.call(value);

/** Returns the memory of a typed array. @param {unknown} list @returns {ArrayBufferLike} */
export const bufferOf = (list) => readBuffer.call(list);

/**
 * Copies numbers into a typed array. It is faster than the method `set` of the array, and no
 * property of the array can replace it.
 * @param {Numbers} to
 * @param {ArrayLike<number>} from
 * @param {number} [first] the index of the first element to write
 */
export const write = (to, from, first) => set.call(to, from, first);

/**
 * Returns a view of some elements of a typed array, as its method `subarray` does. No property of
 * the array can replace it.
 * @template {Numbers} T
 * @param {T} list
 * @param {number} from the index of the first element
 * @param {number} to the index after the last element
 * @returns {T}
 */
export const part = (list, from, to) => subarray.call(list, from, to);

/**
 * Returns the size of an element, in bytes, of a typed array that kernels use. Reading
 * BYTES_PER_ELEMENT would take 10 ns, and a property of the array could replace it.
 * @param {unknown} list
 */
export function sizeOf(list) {
  const tag = tagOf(list);
  if (tag === 'Float32Array' || tag === 'Int32Array') return 4;
  if (tag === 'Float64Array') return 8;
  return tag === 'Uint16Array' ? 2 : 1;
}

/**
 * Returns where a typed array begins in its buffer, in bytes.
 * @param {unknown} list
 * @returns {number}
 */
export const offsetOf = (list) => readOffset.call(list);

/** Returns the class of an array, or the type of another value. @param {unknown} value */
function kind(value) {
  const tag = tagOf(value);
  if (tag) return tag;
  if (ArrayBuffer.isView(value)) return 'DataView';
  if (Array.isArray(value)) return 'Array';
  return value === null ? 'null' : typeof value;
}

/**
 * Returns the length of an array, or undefined for other values.
 * @param {unknown} value
 * @returns {number | undefined}
 */
const lengthOf = (value) =>
  Array.isArray(value) ? value.length : tagOf(value) && readLength.call(value);

/** Returns the text by which a message shows a value. @param {unknown} value */
export function shown(value) {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string' || typeof value === 'bigint') {
    const text = typeof value === 'string' ? JSON.stringify(value) : `${value}n`;
    return text.length <= LONGEST_SHOWN ? text : `${typeof value} of length ${text.length}`;
  }
  const length = lengthOf(value);
  return length === undefined ? kind(value) : `${kind(value)} of length ${length}`;
}

/** The name of the public function that was called last, for messages. */
let current = '';

/**
 * Notes which public function has been called, because messages name it. Every public function
 * calls this first, or a reader that does (see `reader`).
 * @param {string} name
 */
export function enter(name) {
  current = name;
}

/**
 * Returns an error with the common message. It has the parts of the message as properties.
 * @param {typeof TypeError | typeof RangeError} Kind
 * @param {string} name
 * @param {string} expected a description of the values that are allowed
 * @param {string} got the text that shows the value
 * @param {ErrorOptions} [cause]
 * @param {string} [advice] what the caller can do
 */
export function failure(Kind, name, expected, got, cause, advice = '') {
  const message = `${name}: expected ${expected}, got ${got}${advice}`;
  const error = new Kind(current ? `${current}: ${message}` : message, cause);
  return Object.assign(error, { function: current, argument: name, expected, got });
}

/**
 * Throws a TypeError, for a value of the wrong type.
 * @param {string} name
 * @param {string} expected a description of the values that are allowed
 * @param {unknown} got the value
 * @returns {never}
 */
export function refuseKind(name, expected, got) {
  throw failure(TypeError, name, expected, shown(got));
}

/**
 * Throws a TypeError, for an option that would have no effect.
 * @param {string} name
 * @param {string} why when it has no effect, for example 'without sections'
 * @param {unknown} got the value
 * @returns {never}
 */
export const refuseUnused = (name, why, got) => refuseKind(name, `no value ${why}`, got);

/**
 * Throws a RangeError, for a value that is out of range or has the wrong length.
 * @param {string} name
 * @param {string} expected a description of the values that are allowed
 * @param {unknown} got the value
 * @returns {never}
 */
export function refuse(name, expected, got) {
  throw failure(RangeError, name, expected, shown(got));
}

/**
 * The names of the properties that a description of a model or of a layer can have. A function
 * that serves its scheme accepts it, or a copy of it, as options. It ignores the properties that
 * it does not need.
 */
const DESCRIPTION = new Set(
  (
    'scheme layout heads keyHeads headDim rotaryDim rotaryStart base scaling sections sectioning ' +
    'contextLength perLayer notes dim maxPositions offset start grid prefix maxBias slopes ' +
    'buckets maxDistance bidirectional parts readAs window windowBothWays chunk temperature ' +
    'queryDim softmaxScale attentionFactor'
  ).split(' '),
);

/** Means that every length is accepted. @type {number[]} */
const ANY = [];

/** An object without any properties. */
const EMPTY = Object.freeze(Object.create(null));

/**
 * Picks options from an object. The result has a property for every known option, even if the
 * option is undefined, because `reader` takes the known names from it. Two examples are
 * `({base, out}) => ({base, out})` and `(given) => ({base: given.base, out: given.out})`. The
 * second parameter tells whether the object is a description of a model. If the checks of a
 * function depend on this, the picked options also contain `described`, or the description as
 * `ofModel`.
 * @template R
 * @typedef {(options: any, described: boolean) => R} Pick
 */

/**
 * Returns a function that reads options into a new object. The function reads each option once,
 * before anything else is done. It throws for an option without a known name, so that a misspelt
 * name is an error. If the argument `options` is undefined, all options are undefined.
 * @template R
 * @param {string} of the public function that has these options, or '' for a part of options
 * @param {readonly string[]} schemes the schemes of the descriptions that serve as these options
 * @param {Pick<R>} pick
 * @param {...readonly (keyof R & string)[]} lists the known names, if other functions share `pick`
 *   and this function accepts only some of its names
 * @returns {(options: unknown, what?: string) => R} `what` is the name of the argument
 */
/* @__NO_SIDE_EFFECTS__ */
export function reader(of, schemes, pick, ...lists) {
  const none = pick(EMPTY, false);
  /** @type {Set<string>} */
  const names = new Set(lists.length ? lists.flat() : Object.keys(/** @type {object} */ (none)));
  for (const internal of ['described', 'ofModel']) names.delete(internal);
  /** The known name that was last seen at each index among the options. @type {string[]} */
  const latest = [];
  return (options, what = 'options') => {
    if (of) current = of;
    if (options === undefined) return none;
    if (!isObject(options)) refuseKind(what, 'an object', options);
    let described = false;
    let place = 0;
    for (const name in options) {
      // Calls in a loop give the same names again. Comparing two names is faster than `has`.
      if (name === latest[place++]) continue;
      if (names.has(name)) {
        // A library may add a property to all objects. Its value is not meant as an option.
        if (name in Object.prototype)
          refuseKind(what, `objects without ${name} in general`, options);
        latest[place - 1] = name;
        continue;
      }
      described ||= isDescription(options, what, schemes);
      if (!(described && DESCRIPTION.has(name))) refuseStranger(what, name, [...names]);
    }
    return pick(options, described);
  };
}

/** All schemes of descriptions. */
const SCHEMES = (
  'rope alibi t5 learned sinusoidal relative deberta transformer-xl swin swinv2 convolution ' +
  'nope none'
).split(' ');

/**
 * Whether an object is a description of a model or of a layer, or a copy of one. Throws if its
 * scheme is not one of those that the function serves.
 * @param {{scheme?: unknown}} options
 * @param {string} what the name of the argument
 * @param {readonly string[]} schemes
 */
function isDescription({ scheme }, what, schemes) {
  if (!SCHEMES.includes(/** @type {string} */ (scheme))) return false;
  const name = what === 'options' ? 'scheme' : `${what}.scheme`;
  const expected = schemes.map((each) => `'${each}'`).join(' or ') || 'no description of a model';
  if (!schemes.includes(/** @type {string} */ (scheme)))
    throw failure(TypeError, name, expected, `'${scheme}'`);
  return true;
}

/** The names of options under which other programs know them. */
const OTHER_NAMES = new Map(
  Object.entries({
    base: 'theta ropetheta',
    heads: 'numheads nheads numattentionheads',
    keyHeads: 'numkeyvalueheads numkvheads kvheads',
    headDim: 'headsize dhead dimhead',
    length: 'seqlen sequencelength',
    scaling: 'ropescaling ropeparameters',
    maxPositions: 'maxpositionembeddings',
    positions: 'positionids',
    start: 'offset',
    layout: 'interleaved',
    causal: 'iscausal',
    scale: 'softmaxscale',
    dim: 'dmodel hiddensize',
  }),
);

/**
 * Throws a TypeError for an unknown option. Suggests the option that was probably meant.
 * @param {string} what
 * @param {string} name
 * @param {string[]} names the known names
 * @returns {never}
 */
function refuseStranger(what, name, names) {
  const plain = lettersOf(name);
  const near =
    names.find((each) => OTHER_NAMES.get(each)?.split(' ').includes(plain)) ??
    names.find((each) => isNear(lettersOf(each), plain));
  const advice = near && `; ${name}: did you mean ${near}?`;
  throw failure(TypeError, what, `only ${names.join(', ')}`, shown(name), undefined, advice);
}

/** Returns the letters and digits of a name, in lower case. @param {string} name */
const lettersOf = (name) => name.toLowerCase().replace(/[^a-z\d]/g, '');

/**
 * Whether two words are equal, or differ in one letter, or in the order of two neighbours.
 * @param {string} a
 * @param {string} b
 */
function isNear(a, b) {
  if (Math.min(a.length, b.length) < 3) return a === b;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  const most = Math.min(a.length, b.length) - start;
  while (end < most && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [first, second] = [a, b].map((word) => word.slice(start, word.length - end));
  const isSwapped = first.length === 2 && first === second[1] + second[0];
  return isSwapped || Math.max(first.length, second.length) < 2;
}

/**
 * Whether a value is an object and not an array. For most objects, the quick test of the
 * constructor is enough.
 * @param {unknown} value
 * @returns {value is object}
 */
const isObject = (value) =>
  typeof value === 'object' &&
  value !== null &&
  (value.constructor === Object || kind(value) === 'object');

/**
 * Reads the named properties of an object that may also have others. Each property is read once.
 * @template {string} N
 * @param {string} name the name of the argument
 * @param {unknown} value
 * @param {readonly N[]} properties
 * @returns {{[Name in N]?: any}}
 */
export function readAny(name, value, properties) {
  if (kind(value) !== 'object') refuseKind(name, 'an object', value);
  const read = properties.map((each) => [each, /** @type {any} */ (value)[each]]);
  return /** @type {{[Name in N]?: any}} */ (Object.fromEntries(read));
}

/**
 * Reads all properties of an object into a new object, also those that its class inherits. Each
 * property is read once.
 * @param {string} name the name of the argument
 * @param {unknown} value
 * @returns {Record<string, unknown>}
 */
export function readAll(name, value) {
  if (kind(value) !== 'object') refuseKind(name, 'an object', value);
  const object = /** @type {Record<string, unknown>} */ (value);
  const read = Object.create(null);
  for (const each in object) read[each] = object[each];
  return read;
}

/**
 * Checks an array whose elements are not numbers. Returns its length, and a function that reads an
 * element. Callers read each element once.
 * @param {string} name
 * @param {unknown} value
 * @param {string} expected a description of the array
 * @returns {{length: number, read: (i: number) => unknown}}
 */
export function items(name, value, expected) {
  if (kind(value) !== 'Array') refuseKind(name, expected, value);
  const list = /** @type {unknown[]} */ (value);
  return { length: list.length, read: (i) => list[i] };
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
 * Returns the factor by which scores are multiplied: the option `scale` if given, or 1 / sqrt(dim).
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
 * Whether a value has one of several classes or types.
 * @param {unknown} value
 * @param {string[]} kinds for example 'Array', 'Float32Array' or 'null'
 */
export const isKind = (value, ...kinds) => kinds.includes(kind(value));

/**
 * The classes of typed arrays that arguments have, by their names. A Float16Array is seen as a
 * Uint16Array on the same memory, because kernels write its bits.
 */
const CLASSES = /** @type {Record<string, any>} */ ({
  Float32Array,
  Float64Array,
  Int32Array,
  Float16Array: Uint16Array,
  Uint16Array,
  Uint8Array,
  Uint8ClampedArray,
  BigInt64Array,
  BigUint64Array,
});

/**
 * The caller's array for each view that `plain` has made; undefined before the first view.
 * @type {WeakMap<object, object> | undefined}
 */
let originals;

/**
 * Returns a usual typed array on the memory of an unusual typed array. An array is unusual if a
 * subclass may have replaced its methods, or if it is from another realm.
 * @param {any} list
 * @param {string} tag the name of its class
 */
function plain(list, tag) {
  const view = new CLASSES[tag](bufferOf(list), offsetOf(list), readLength.call(list));
  originals ??= new WeakMap();
  originals.set(view, list);
  return view;
}

/**
 * Whether posenc can use a typed array as it is. Its class must be the usual class of this realm,
 * not a subclass. Its property `length` must be the true length. No other property is checked,
 * since none can replace the functions above, such as `write` and `sizeOf`. Reading a property of a
 * typed array takes 10 ns or more.
 * @param {any} list
 * @param {string} tag the name of its class
 * @param {number} length
 */
function isUsual(list, tag, length) {
  const Kind = tag === 'Float32Array' ? Float32Array : CLASSES[tag];
  return list.constructor === Kind && list.length === length;
}

/**
 * Whether a value is a usual array of floats that is not empty. Such an array needs no other check.
 * @param {unknown} value
 * @returns {value is Floats}
 */
export function isUsualFloats(value) {
  const tag = tagOf(value);
  if (tag !== 'Float32Array' && tag !== 'Float64Array') return false;
  const length = readLength.call(value);
  return length > 0 && isUsual(value, tag, length);
}

/**
 * Returns the array that the caller gave. If that array was unusual, the checked array is a view of
 * its memory, which `array` has made.
 * @template T
 * @param {T} list an array that `array` or `result` has returned
 * @returns {T}
 */
export const given = (list) =>
  originals ? /** @type {T} */ (originals.get(/** @type {any} */ (list)) ?? list) : list;

/**
 * Whether a value is a tensor.
 * @param {unknown} value
 * @returns {value is Tensor}
 */
export const isTensor = (value) =>
  typeof value === 'object' && value !== null && 'dims' in value && 'data' in value;

/**
 * Returns the data of a tensor, after checking that its dims fit. Returns any other value as it is.
 * @param {string} name
 * @param {unknown} value
 */
export function dataOf(name, value) {
  if (!isTensor(value)) return value;
  const { data } = value;
  const length = dimsOf(name, value).reduce((product, side) => product * side, 1);
  if (readLength.call(data) !== length)
    refuse(`${name}.dims`, `a product of ${shown(data && lengthOf(data))}, as in data`, length);
  return data;
}

/**
 * Returns the dims of a tensor as a list of counts.
 * @param {string} name
 * @param {Tensor} tensor
 */
export function dimsOf(name, { data, dims }) {
  if (!tagOf(data)) refuseKind(`${name}.data`, 'a typed array', data);
  return [...numbers(`${name}.dims`, dims, (each, value) => count(each, value))];
}

/**
 * Checks the class and the length of a typed array, or of the data of a tensor. Returns the array,
 * or a view of its memory if the array is unusual (see `plain`). Lists of numbers must be read
 * before this check. Reading a list may run code of the caller, and this code may detach the array.
 * @template T
 * @param {string} name
 * @param {T} value
 * @param {string[]} kinds the names of the classes that are allowed
 * @param {number} [length] without it, every length is allowed
 * @param {string} [shape] the axes whose product is this length, for the message
 * @returns {Exclude<T, Tensor>}
 */
export function array(name, value, kinds, length, shape) {
  const tag = tagOf(value);
  if (!tag && isTensor(value)) {
    const data = array(name, dataOf(name, value), kinds, length, shape);
    const view = plain(data, /** @type {string} */ (tagOf(data)));
    originals?.set(view, value);
    return view;
  }
  if (!tag || !(tag === kinds[0] || kinds.includes(tag)))
    refuseKind(name, kinds.join(' or '), value);
  const found = readLength.call(value);
  if (!found) refuseDetached(name, value);
  const list = isUsual(value, tag, found) ? value : plain(value, tag);
  if (length !== undefined && found !== length)
    refuse(name, `length ${length}${shape ? ` (${shape})` : ''}`, value);
  return /** @type {any} */ (list);
}

/**
 * Throws a RangeError for an array that is empty because its buffer was transferred or has become
 * too small.
 * @param {string} name
 * @param {unknown} list a typed array
 */
function refuseDetached(name, list) {
  try {
    typedArrays.keys.call(list);
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
export function shaped(name, value, shape) {
  const list = /** @type {Float32Array} */ (array(name, value, FLOAT32));
  let length = 1;
  for (const side of Object.values(shape)) length *= side;
  if (list.length !== length)
    array(name, list, FLOAT32, length, `[${Object.keys(shape).join(', ')}]`);
  return list;
}

/**
 * Throws a TypeError if two arrays share memory, so that writing one would change the other.
 * @param {string} name the name of the array that is written
 * @param {ArrayBufferView} a the array that is written
 * @param {string} other the name of the other array
 * @param {ArrayBufferView} b
 */
export function apart(name, a, other, b) {
  const isShared =
    bufferOf(a) === bufferOf(b) &&
    offsetOf(a) < offsetOf(b) + readBytes.call(b) &&
    offsetOf(b) < offsetOf(a) + readBytes.call(a);
  if (isShared)
    throw failure(TypeError, name, `memory that does not overlap ${other}`, 'an overlap');
}

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
 * @param {string} [advice] what the caller can do
 */
export function fits(length, bytes, shape, advice = '') {
  if (length * bytes > LARGEST)
    throw failure(
      RangeError,
      shape,
      'a result of at most 2 GiB',
      `${length} elements of ${bytes} bytes`,
      undefined,
      advice,
    );
}

/**
 * Makes a new array. Throws a RangeError if there is not enough memory for it. In Firefox, making
 * an array takes 40 ns if the code names its class, as in `new Float32Array`, and 500 ns otherwise.
 * @template T
 * @param {Kind<T>} Kind
 * @param {number} length
 * @param {string} name the name of the argument, for the message
 */
function allocate(Kind, length, name) {
  const Class = /** @type {unknown} */ (Kind);
  try {
    if (Class === Float32Array) return /** @type {T} */ (new Float32Array(length));
    if (Class === Float64Array) return /** @type {T} */ (new Float64Array(length));
    return new Kind(length);
  } catch (cause) {
    const bytes = length * Kind.BYTES_PER_ELEMENT;
    throw failure(RangeError, name, 'an amount of memory that is available', `${bytes} bytes`, {
      cause,
    });
  }
}

/**
 * Returns the array for a result. If `out` is given, it is checked and returned. Otherwise a new
 * array is returned.
 * @template {Float32Array | Float64Array | Int32Array | Uint16Array | Uint8ClampedArray} T
 * @param {unknown} out
 * @param {Kind<T>} Kind the class that the array must have
 * @param {number} length
 * @param {string} shape the names of the axes, for messages
 * @param {string} [name]
 * @param {string[]} [kinds] the names of the classes that `out` may have, if there are several
 * @returns {T}
 */
export function result(out, Kind, length, shape, name = 'out', kinds = undefined) {
  fits(length, Kind.BYTES_PER_ELEMENT, shape, '; make the result in pieces, with "out"');
  if (out === undefined) return allocate(Kind, length, shape);
  // Reading the name of a class takes as long as a check. So the name of the most common class is
  // in a constant.
  const isFloat32 = /** @type {unknown} */ (Kind) === Float32Array;
  const names = kinds ?? (isFloat32 ? FLOAT32 : [Kind.name]);
  return /** @type {T} */ (array(name, out, names, length, shape));
}

/**
 * Checks the options `start` and `positions`. If positions are given, `start` must be 0.
 * @param {unknown} start
 * @param {unknown} list the option `positions`
 * @param {number} [length] the number of positions that must be given; without it, any number is
 *   accepted
 * @param {number} [least] the smallest position that is accepted
 * @returns {Float64Array<ArrayBuffer> | undefined} a copy of the given positions; undefined if none
 *   are given, since positions then count up from `start`
 */
export function positions(start, list, length, least = -FARTHEST) {
  position('start', start, least);
  if (list === undefined) return undefined;
  if (start !== 0)
    throw failure(TypeError, 'positions', 'either start or positions', `both (start ${start})`);
  /** @type {Check} */
  const test = (name, value) => position(name, value, least);
  const numbers = withoutBigints('positions', list);
  return within('positions', numbers, least, FARTHEST, test, length === undefined ? ANY : [length]);
}

/**
 * Returns 64-bit integers as numbers, because models for ONNX Runtime take their positions and
 * masks so. Returns any other value as it is.
 * @param {string} name
 * @param {unknown} value an array or a tensor
 */
export function withoutBigints(name, value) {
  const list = dataOf(name, value);
  const isWide = BIGINTS.includes(tagOf(list) ?? '');
  return isWide ? Float64Array.from(array(name, /** @type {any} */ (list), BIGINTS), Number) : list;
}

/**
 * Copies an array of numbers, which are checked later.
 * @param {string} name
 * @param {unknown} value
 */
export const copy = (name, value) => within(name, value, -Infinity, Infinity, anyNumber);

/**
 * Checks that a value is a number, which may be NaN or infinite, and returns it.
 * @type {Check}
 */
const anyNumber = (name, value) =>
  typeof value === 'number' ? value : refuseKind(name, 'a number', value);

/**
 * Throws a RangeError unless a list has one of these lengths.
 * @param {string} name
 * @param {ArrayLike<number>} list
 * @param {number[]} lengths
 */
export function oneOfLengths(name, list, ...lengths) {
  if (!lengths.includes(list.length))
    refuse(name, `${[...new Set(lengths)].join(' or ')} numbers`, list);
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

/**
 * Checks an array of numbers of any class, and returns a copy of it as doubles. Each number is read
 * once. So the copy has the numbers that were checked, even if the array changes meanwhile.
 * @param {string} name
 * @param {unknown} value
 * @param {Check} check the check of each number
 * @param {number[]} lengths the accepted lengths; if there are none, every length is accepted
 * @returns {Float64Array<ArrayBuffer>}
 */
export const numbers = (name, value, check, ...lengths) =>
  within(name, value, Infinity, -Infinity, check, lengths);

/**
 * Does what `numbers` does, but faster. Only numbers outside of a range are given to `check`.
 * @param {string} name
 * @param {unknown} value
 * @param {number} least `check` returns each number from `least` to `most` as it is
 * @param {number} most
 * @param {Check} check
 * @param {number[]} [lengths]
 * @returns {Float64Array<ArrayBuffer>}
 */
export function within(name, value, least, most, check, lengths = ANY) {
  const given = tagOf(value) ? value : dataOf(name, value);
  const tag = tagOf(given);
  const isList = tag ? !BIGINTS.includes(tag) : Array.isArray(given);
  if (!isList) refuseKind(name, 'an array of numbers', given);
  if (tag && !readLength.call(given)) refuseDetached(name, given);
  const list = /** @type {ArrayLike<unknown>} */ (given);
  const length = /** @type {number} */ (lengthOf(list));
  if (lengths.length && !lengths.includes(length))
    refuse(name, `${[...new Set(lengths)].join(' or ')} numbers`, given);
  if (length > MOST_NUMBERS) refuse(name, `at most ${MOST_NUMBERS} numbers`, given);
  const copy = allocate(Float64Array, length, name);
  for (let i = 0; i < length; i++) {
    const element = list[i];
    if (typeof element === 'number' && element >= least && element <= most) copy[i] = element;
    else copy[i] = inListed(name, i, element, check);
  }
  return copy;
}

/**
 * Checks an element of a list. The name of the element contains its index. It is made only if the
 * check fails, because making such names for all numbers would be slow.
 * @param {string} name
 * @param {number} i
 * @param {unknown} element
 * @param {Check} check
 */
function inListed(name, i, element, check) {
  try {
    return check(name, element);
  } catch {
    return check(`${name}[${i}]`, element);
  }
}

/** The longest list that `recaller` keeps. */
const LONGEST_KEPT = 4096;

/**
 * Returns a function that does what `within` does. It keeps the list that it returned last, and
 * returns it again for a typed array with the same numbers. Making a new list of more than 8
 * numbers takes longer than computing a small result. Callers must not modify the list.
 * @param {string} name
 * @param {number} least
 * @param {number} most
 * @param {Check} check
 * @returns {(value: unknown, length?: number) => Float64Array<ArrayBuffer>}
 */
/* @__NO_SIDE_EFFECTS__ */
export function recaller(name, least, most, check) {
  /** @type {Float64Array<ArrayBuffer> | undefined} */
  let kept;
  return (value, length) => {
    if (kept && (length === undefined || length === kept.length) && isSame(value, kept))
      return kept;
    const list = within(name, value, least, most, check, length === undefined ? ANY : [length]);
    // An empty list is not kept, because a detached array would seem to have the same numbers.
    kept = list.length && list.length <= LONGEST_KEPT ? list : undefined;
    return list;
  };
}

/**
 * Whether a value is a typed array with the same numbers as a list. Each element is read once.
 * @param {unknown} value
 * @param {Float64Array} list
 */
function isSame(value, list) {
  if (!tagOf(value) || readLength.call(value) !== list.length) return false;
  const array = /** @type {Float64Array} */ (value);
  for (let i = 0; i < list.length; i++) if (!Object.is(array[i], list[i])) return false;
  return true;
}

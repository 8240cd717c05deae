/*
 * Functions that make lists of refusals. A refusal is a bad value that a function must refuse. It
 * has the form [class of the error, name of the argument, bad value, details]. The details contain
 * other arguments of the call, and optionally:
 *   says    the text or pattern with which the message must begin; default: the argument's name
 *   shows   the value that the message must show after "got"; default: the bad value
 *   rows    true if the arguments are arrays of rows, so that length and dim are left out
 */

export const f32 = (length) => new Float32Array(length).fill(7.25);
export const f64 = (length) => new Float64Array(length).fill(7.25);
export const i32 = (length) => new Int32Array(length).fill(77);
export const u8 = (length) => new Uint8ClampedArray(length).fill(77);
/** Makes an array of 2 GiB and one element. It takes no memory until its elements are read. */
export const vast = () => new Float32Array(2 ** 29 + 1);
/** The tests do not read arrays that have more elements than this. */
export const VAST = 2 ** 28;

export const notNumbers = ['4', null, true, 4n, {}, [4], () => 4, Symbol('4')];
export const number = (name, ...outside) => [
  ...notNumbers.map((value) => [TypeError, name, value]),
  ...[NaN, Infinity, -Infinity, ...outside].map((value) => [RangeError, name, value]),
];
export const size = (name, ...outside) => [...number(name, -1, 0.5, 1.5, 2 ** 53, ...outside)];
export const required = (...names) => names.map((name) => [TypeError, name, undefined]);
export const flag = (name) => ['true', 1, 0, null, {}].map((value) => [TypeError, name, value]);
export const word = (name, ...near) => [
  ...[null, 1, true, {}, ['half']].map((value) => [TypeError, name, value]),
  ...['', 'Half', 'toString', ...near].map((value) => [RangeError, name, value]),
];
const kinds = [
  () => '7',
  () => null,
  () => 7,
  () => 7n,
  () => ({}),
  () => ({ length: 4 }),
  (length) => new ArrayBuffer(length * 4),
  (length) => new DataView(new ArrayBuffer(length * 4)),
];
const typed = {
  Float32Array,
  Float64Array,
  Int32Array,
  Uint32Array,
  Uint8Array,
  Uint8ClampedArray,
  BigInt64Array,
};
/**
 * Lists the values that must be refused where a typed array is expected: other values, and arrays
 * of a class that is not allowed. With `exact`, arrays of a wrong length are added.
 */
export const array = (name, allowed, length, exact = true, also = {}) => [
  ...kinds.map((make) => [TypeError, name, make(length), also]),
  [TypeError, name, Array(length).fill(0), also],
  ...Object.keys(typed)
    .filter((kind) => !allowed.includes(kind))
    .map((kind) => [TypeError, name, new typed[kind](length), also]),
  ...(exact
    ? allowed.flatMap((kind) =>
        [-1, 1].map((more) => [RangeError, name, new typed[kind](length + more), also]),
      )
    : []),
];
export const FLOATS = ['Float32Array', 'Float64Array'];
export const FLOAT32 = ['Float32Array'];
export const out = (length, kind = 'Float32Array', also = {}) =>
  array('out', [kind], length, true, also);
/**
 * Lists the values that must be refused where numbers are expected. With `bigints`, 64-bit integers
 * are numbers, too.
 */
export const numbers = (name, good, outside, bigints = false) => [
  ...['12', null, 7, {}, { length: good.length }].map((value) => [TypeError, name, value]),
  ...(bigints ? [] : [[TypeError, name, new BigInt64Array(good.length)]]),
  [RangeError, name, good.slice(1)],
  [RangeError, name, [...good, 0]],
  ...[
    ...notNumbers.map((value) => [TypeError, value]),
    ...outside.map((value) => [RangeError, value]),
  ].map(([kind, value]) => [
    kind,
    name,
    [...good.slice(0, -1), value],
    { says: `${name}[${good.length - 1}]`, shows: value },
  ]),
];
export const positions = (good) => [
  ...numbers('positions', good, [NaN, Infinity, -(2 ** 41)], true),
  ...[1, -0.5].map((value) => [TypeError, 'positions', good, { start: value, shows: value }]),
];
export const start = number('start', 2 ** 41, -(2 ** 41));
export const base = number('base', 0, 0.999, -10000);
export const precision = word('precision', 'Exact', 'float64');
export const dtype = word('dtype', 'half', 'Float16', 'Float32Array');
export const biasDtype = [...dtype, [RangeError, 'dtype', 'float64']];
export const even = (name) => [1, 3, 5].map((value) => [RangeError, name, value]);
export const huge = (says, also) => [
  RangeError,
  'out',
  undefined,
  { ...also, says, shows: /2 GiB/ },
];
export const table = (cos, sin = cos) => ({ cos: f32(cos), sin: f32(sin) });

/** Returns the text that a message must show for a value. */
export function token(value) {
  if (ArrayBuffer.isView(value)) return value[Symbol.toStringTag];
  if (Array.isArray(value)) return 'Array';
  return ['object', 'function', 'symbol'].includes(typeof value) && value !== null
    ? typeof value
    : String(value);
}

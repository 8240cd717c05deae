import assert from 'node:assert/strict';
import test from 'node:test';
import {inspect, isDeepStrictEqual} from 'node:util';

import * as posenc from '../web/index.js';

// A result over 2 GiB must be refused by posenc, not by the memory of the machine that runs the tests.
for (const name of ['Float32Array', 'Float64Array', 'Int32Array', 'Uint8ClampedArray']) {
  globalThis[name] = new Proxy(globalThis[name], {
    construct(Kind, args, target) {
      if (args[0] * Kind.BYTES_PER_ELEMENT > 2 ** 31) throw new Error(`${name} of ${args[0]} elements was allocated`);
      return Reflect.construct(Kind, args, target);
    }
  });
}

const f32 = length => new Float32Array(length).fill(7.25), f64 = length => new Float64Array(length).fill(7.25);
const i32 = length => new Int32Array(length).fill(77), u8 = length => new Uint8ClampedArray(length).fill(77);
/** Says that it is longer than it is. */
class Vast extends Float32Array { get length() { return 2 ** 29 + 1; } }

// A refusal is [class, argument, bad value, {what else differs, says: how the message begins, shows: what it ends in}].
const notNumbers = ['4', null, true, 4n, {}, [4], () => 4, Symbol('4')];
const number = (name, ...outside) => [
  ...notNumbers.map(value => [TypeError, name, value]),
  ...[NaN, Infinity, -Infinity, ...outside].map(value => [RangeError, name, value])
];
const size = (name, ...outside) => [...number(name, -1, 0.5, 1.5, 2 ** 53, ...outside)];
const required = (...names) => names.map(name => [TypeError, name, undefined]);
const flag = name => ['true', 1, 0, null, {}].map(value => [TypeError, name, value]);
const word = (name, ...near) => [
  ...[null, 1, true, {}, ['half']].map(value => [TypeError, name, value]), ...['', 'Half', 'toString', ...near].map(value => [RangeError, name, value])
];
const kinds = [() => '7', () => null, () => 7, () => 7n, () => ({}), () => ({length: 4}), length => new ArrayBuffer(length * 4),
  length => new DataView(new ArrayBuffer(length * 4))];
const typed = {Float32Array, Float64Array, Int32Array, Uint32Array, Uint8Array, Uint8ClampedArray, BigInt64Array};
/** Refusals of an array of `length` of some kinds: every other kind, and with `exact` other lengths. */
const array = (name, allowed, length, exact = true, also = {}) => [
  ...kinds.map(make => [TypeError, name, make(length), also]),
  [TypeError, name, Array(length).fill(0), also],
  ...Object.keys(typed).filter(kind => !allowed.includes(kind)).map(kind => [TypeError, name, new typed[kind](length), also]),
  ...exact ? allowed.flatMap(kind => [-1, 1].map(more => [RangeError, name, new typed[kind](length + more), also])) : []
];
const FLOATS = ['Float32Array', 'Float64Array'], FLOAT32 = ['Float32Array'];
const out = (length, kind = 'Float32Array', also = {}) => array('out', [kind], length, true, also);
const numbers = (name, good, outside) => [
  ...['12', null, 7, {}, {length: good.length}, new BigInt64Array(good.length)].map(value => [TypeError, name, value]),
  [RangeError, name, good.slice(1)], [RangeError, name, [...good, 0]],
  ...[...notNumbers.map(value => [TypeError, value]), ...outside.map(value => [RangeError, value])].map(([kind, value]) =>
    [kind, name, [...good.slice(0, -1), value], {says: `${name}[${good.length - 1}]`, shows: value}])
];
const positions = good => [
  ...numbers('positions', good, [NaN, Infinity, -(2 ** 41)]),
  ...[1, -0.5].map(value => [TypeError, 'positions', good, {start: value, shows: value}])
];
const start = number('start', 2 ** 41, -(2 ** 41)), base = number('base', 0, 0.999, -10000);
const precision = word('precision', 'Exact', 'float64'), dtype = word('dtype', 'float16', 'Float32Array');
const even = name => [1, 3, 5].map(value => [RangeError, name, value]);
const huge = (says, also) => [RangeError, 'out', undefined, {...also, says, shows: /2 GiB/}];
const table = (cos, sin = cos) => ({cos: f32(cos), sin: f32(sin)});

const functions = {
  wavelengths: {
    names: ['dim'], good: () => ({dim: 4}), rows: [...required('dim'), ...size('dim'), ...base, [RangeError, 'dim', 2 ** 30, {says: /dim/}]],
    accepted: [[0], [1], [1, {base: 1}], [4, {base: 1e300}], [2, undefined]]
  },
  sinusoidal: {
    names: ['length', 'dim'], good: () => ({length: 3, dim: 4, out: f32(12)}), rows: [
      ...required('length', 'dim'), ...size('length'), ...size('dim'), ...word('layout', 'Interleaved'), ...dtype, ...base, ...start,
      ...positions([1, 2, 3]), ...precision, ...out(12), ...out(12, 'Float64Array', {dtype: 'float64'}),
      huge(/length.*dim/, {length: 2 ** 16, dim: 2 ** 13 + 1}), huge(/length.*dim/, {length: 2 ** 16, dim: 2 ** 12 + 1, dtype: 'float64'})
    ], accepted: [[0, 0], [0, 5], [5, 0], [1, 1], [1, 2, {start: 2 ** 40}], [1, 1, {positions: [-0.5]}], [0, 3, {positions: []}], [1, 1, {start: 0, positions: [2]}]]
  },
  sinusoidalPE: {
    names: ['maxLen', 'd', 'base'], good: () => ({maxLen: 3, d: 4}), rows: [
      ...required('maxLen', 'd'), ...size('maxLen'), ...size('d'), ...base, huge(/maxLen.*d/, {maxLen: 2 ** 16, d: 2 ** 13 + 1}),
      [RangeError, 'maxLen', 2 ** 31 + 1, {d: 0}]
    ], accepted: [[0, 0], [0, 1], [1, 0], [1, 1], [1, 1, 1]]
  },
  addPositional: {
    names: ['x', 'table'], good: () => ({x: f32(24), table: f32(12), length: 3, dim: 4}), rows: [
      ...required('x', 'table', 'length', 'dim'), ...array('x', FLOAT32, 24, false).filter(row => !Array.isArray(row[2])),
      ...[1, 11, 13, 23].map(length => [RangeError, 'x', f32(length)]), [RangeError, 'x', f32(12), {dim: 0}],
      ...array('table', FLOAT32, 12, false), [RangeError, 'table', f32(11)], [RangeError, 'table', f32(0)], ...size('length'), ...size('dim'),
      // the shape of the tutorials: an array of rows
      ...['x', null, 5, {}].map(value => [TypeError, 'x', [[1], value], {table: [[1], [2]], says: 'embeddings[1]', shows: value, rows: true}]),
      [TypeError, 'table', f32(12), {x: [[1]], says: 'pe', rows: true}], [RangeError, 'table', [], {x: [[1]], says: 'pe', rows: true}],
      [RangeError, 'table', [[1, 2], [3]], {x: [[1, 2], [3, 4]], says: 'pe[1]', shows: 'length 1', rows: true}],
      [TypeError, 'table', [[1, 2], 5], {x: [[1, 2], [3, 4]], says: 'pe[1]', shows: 5, rows: true}],
      [TypeError, 'x', [f32(2), i32(2)], {table: [f32(2), f32(2)], says: 'embeddings[1]', shows: 'Int32Array', rows: true}],
      [TypeError, 'x', [[1, 2], [3, '4']], {table: [[1, 2], [3, 4]], says: 'embeddings[1]', shows: '4', rows: true}],
      [TypeError, 'table', [[1, 2], [3, 4n]], {x: [[1, 2], [3, 4]], says: 'pe[1]', shows: '4', rows: true}]
    ], accepted: [[f32(0), f32(0), {length: 0, dim: 0}], [f32(0), f32(4), {length: 1, dim: 1}], [f32(1), f32(1), {length: 1, dim: 1}],
      [[], []], [[[]], [[]]], [[[1]], [[1, 2], [3]]]]
  },
  shiftMatrix: {
    names: ['dim', 'offset'], good: () => ({dim: 4, offset: 1}),
    rows: [...required('dim', 'offset'), ...size('dim', 8194), ...even('dim'), ...number('offset', 2 ** 41), ...base, ...word('convention', 'rows')],
    accepted: [[0, 0], [2, 0], [2, -0.5, {base: 1}]]
  },
  shiftRows: {
    names: ['x', 'dim', 'offset'], good: () => ({x: f32(8), dim: 4, offset: 1}), rows: [
      ...required('x', 'dim', 'offset'), ...array('x', FLOATS, 8, false), [RangeError, 'x', f32(7)], [RangeError, 'x', f64(2)], [RangeError, 'x', f32(8), {dim: 0}],
      ...size('dim', 8194), ...even('dim'), ...number('offset', -(2 ** 41)), ...base, ...word('convention', 'Row')
    ], accepted: [[f32(0), 0, 0], [f32(0), 2, 1], [f64(2), 2, 0]]
  },
  learnedTable: {
    names: ['maxLength', 'dim'], good: () => ({maxLength: 3, dim: 4, out: f32(12)}), rows: [
      ...required('maxLength', 'dim'), ...size('maxLength'), ...size('dim'), ...word('init', 'uniform'), ...number('std', -0.02), ...size('seed', 2 ** 53),
      ...number('std', -1).map(([kind, name, value]) => [kind, name, value, {init: 'xavier'}]),
      ...out(12), huge(/maxLength.*dim/, {maxLength: 2 ** 16, dim: 2 ** 13 + 1})
    ], accepted: [[0, 0], [0, 0, {init: 'xavier'}], [1, 1, {std: 0, seed: 2 ** 53 - 1}], [1, 0]]
  },
  lookup: {
    names: ['table', 'dim', 'positions'], good: () => ({table: f32(12), dim: 4, positions: [0, 2], out: f32(8)}), rows: [
      ...required('table', 'dim', 'positions'), ...array('table', FLOATS, 12, false), [RangeError, 'table', f32(11)], [RangeError, 'table', f32(12), {dim: 0}],
      ...size('dim'), ...numbers('positions', [0, 2], [NaN, Infinity, -1, 0.5, 3, 2 ** 31]).filter(row => row[0] === TypeError || row[3]),
      [RangeError, 'positions', [0], {table: f32(0), says: 'table', shows: 'length 0'}],
      ...out(8), ...out(8, 'Float64Array', {table: f64(12)}), huge(/positions.*dim/, {table: f32(2 ** 20), dim: 2 ** 20, positions: Array(513).fill(0)})
    ], accepted: [[f32(0), 0, []], [f32(0), 1, []], [f32(1), 1, [0]], [f64(2), 1, Float64Array.of(1)]]
  },
  ropeFrequencies: {
    names: ['headDim'], good: () => ({headDim: 4}),
    rows: [...required('headDim'), ...size('headDim', 8194), ...even('headDim'), ...base, ...size('rotaryDim', 6), ...even('rotaryDim')],
    accepted: [[0], [2], [1, {rotaryDim: 0}], [5, {rotaryDim: 4, base: 1}]]
  },
  ropeTable: {
    names: ['length', 'headDim'], good: () => ({length: 3, headDim: 4, out: table(6)}), rows: [
      ...required('length', 'headDim'), ...size('length'), ...size('headDim', 8194), ...even('headDim'), ...base, ...size('rotaryDim', 6), ...even('rotaryDim'),
      ...start, ...positions([1, 2, 3]), ...precision, ...dtype,
      ...[null, 5, 'x', [], f32(6)].map(value => [TypeError, 'out', value]), [TypeError, 'out', {tan: f32(6)}, {says: /out|options/, shows: 'tan'}],
      ...['cos', 'sin'].flatMap(part => array('out', FLOAT32, 6).map(([kind, , value]) =>
        [kind, 'out', {...table(6), [part]: value}, {says: `out.${part}`, shows: value}])),
      huge(/length.*rotaryDim/, {length: 2 ** 18, headDim: 8192, dtype: 'float32'})
    ], accepted: [[0, 0], [0, 2], [1, 2], [1, 1, {rotaryDim: 0}], [1, 2, {out: {cos: f32(1)}}]]
  },
  applyRope: {
    names: ['x'], good: () => ({x: f32(48), heads: 2, headDim: 4, length: 3, layout: 'half', inverse: false}), rows: [
      ...required('x', 'heads', 'headDim'), ...array('x', FLOATS, 48, false), ...[1, 8, 23, 47].map(length => [RangeError, 'x', f32(length)]),
      [RangeError, 'x', f32(9), {length: undefined}], [RangeError, 'x', f32(8), {headDim: 0}], [RangeError, 'x', f32(48), {length: 0}],
      ...size('heads', 0), ...size('headDim', 8194), ...even('headDim').map(([kind, name, value]) => [kind, name, value, {x: f32(value * 6)}]), ...size('length'),
      ...word('layout', 'halves'), ...size('rotaryDim', 6), ...even('rotaryDim'), ...base, ...start, ...positions([1, 2, 3]), ...precision, ...flag('inverse'),
      ...[null, 5, 'x', [], f32(6)].map(value => [TypeError, 'table', value]), [TypeError, 'table', {...table(6), tan: f32(6)}, {says: /table|options/, shows: 'tan'}],
      ...['cos', 'sin'].flatMap(part => [...array('table', FLOATS, 6, false), [RangeError, 'table', f32(part === 'cos' ? 7 : 4)],
        [TypeError, 'table', undefined]].map(([kind, , value]) => [kind, 'table', {...table(6), [part]: value}, {says: `table.${part}`, shows: token(value)}])),
      ...[1, -1, 0.5].map(value => [RangeError, 'start', value, {table: table(6)}]), [RangeError, 'table', table(4), {says: /start|table/, shows: /0|4|2/}],
      ...[3, -1, 0.5].map(value => [RangeError, 'positions', [0, 1, value], {table: table(6), says: 'positions[2]', shows: value}])
    ], accepted: [[f32(0), {heads: 1, headDim: 2}], [f32(0), {heads: 1, headDim: 0, length: 0}], [f64(2), {heads: 1, headDim: 2}], [f32(1), {heads: 1, headDim: 1, rotaryDim: 0}],
      [f32(4), {heads: 1, headDim: 2, table: table(2)}], [f32(3), {heads: 1, headDim: 1, rotaryDim: 0, table: table(0)}], [f32(4), {heads: 1, headDim: 2, length: 1, positions: [1, 2]}]]
  },
  swapRopeLayout: {
    names: ['x'], good: () => ({x: f32(8), headDim: 4, from: 'half', to: 'interleaved'}), rows: [
      ...required('x', 'headDim', 'from', 'to'), ...array('x', FLOATS, 8, false), [RangeError, 'x', f32(7)], [RangeError, 'x', f32(8), {headDim: 0}],
      ...size('headDim', 8194), ...even('headDim'), ...size('rotaryDim', 6), ...even('rotaryDim'), ...word('from', 'halves'), ...word('to', 'pairs')
    ], accepted: [[f32(0), {headDim: 0, from: 'half', to: 'interleaved'}], [f64(1), {headDim: 1, rotaryDim: 0, from: 'half', to: 'interleaved'}],
      [f32(2), {headDim: 2, from: 'half', to: 'half'}]]
  },
  alibiSlopes: {
    names: ['heads'], good: () => ({heads: 4, out: f32(4)}),
    rows: [...required('heads'), ...size('heads', 0, 65537), ...word('rule', 'Paper'), ...number('maxBias', -1, 127), ...out(4)],
    accepted: [[1], [1, {maxBias: 0}], [65536], [3, {maxBias: 126, rule: 'geometric'}]]
  },
  alibiBias: {
    names: ['heads', 'queries', 'keys'], good: () => ({heads: 2, queries: 2, keys: 3, out: f32(12)}), rows: [
      ...required('heads', 'queries', 'keys'), ...size('heads', 0, 65537), ...size('queries'), ...size('keys'), ...numbers('slopes', [1, 2], [NaN, Infinity]),
      ...flag('causal'), ...out(12), huge(/heads.*queries.*keys/, {heads: 8, queries: 2 ** 13, keys: 2 ** 13 + 1})
    ], accepted: [[1, 0, 0], [1, 0, 1], [1, 1, 0], [1, 1, 1], [1, 2, 1, {slopes: [0], causal: true}]]
  },
  addAlibi: {
    names: ['scores', 'heads', 'queries', 'keys'], good: () => ({scores: f32(24), heads: 2, queries: 2, keys: 3}), rows: [
      ...required('scores', 'heads', 'queries', 'keys'), ...array('scores', FLOAT32, 24, false), ...[1, 6, 23].map(length => [RangeError, 'scores', f32(length)]),
      [RangeError, 'scores', f32(24), {keys: 0}], ...size('heads', 0, 65537), ...size('queries'), ...size('keys'), ...numbers('slopes', [1, 2], [NaN, -Infinity]),
      ...flag('causal')
    ], accepted: [[f32(0), 1, 0, 0], [f32(0), 1, 1, 1], [f32(1), 1, 1, 1]]
  },
  t5Buckets: {
    names: ['queries', 'keys'], good: () => ({queries: 2, keys: 3, out: i32(6)}), rows: [
      ...required('queries', 'keys'), ...size('queries'), ...size('keys'), ...flag('bidirectional'), ...size('buckets', 0, 2, 32770), ...even('buckets'),
      [RangeError, 'buckets', 1, {bidirectional: false}], [RangeError, 'buckets', 32769, {bidirectional: false}], ...size('maxDistance', 0, 8),
      [RangeError, 'maxDistance', 16, {bidirectional: false}], ...out(6, 'Int32Array'), huge(/queries.*keys/, {queries: 2 ** 14, keys: 2 ** 15 + 1})
    ], accepted: [[0, 0], [0, 1], [1, 0], [1, 1], [1, 1, {buckets: 4, maxDistance: 2}], [1, 1, {buckets: 2, maxDistance: 2, bidirectional: false}],
      [1, 1, {buckets: 32768, maxDistance: 8193}]]
  },
  t5Bias: {
    names: ['weights', 'heads', 'queries', 'keys'], good: () => ({weights: f32(64), heads: 2, queries: 2, keys: 3, out: f32(12)}), rows: [
      ...required('weights', 'heads', 'queries', 'keys'), ...array('weights', FLOAT32, 64), ...size('heads', 0), ...size('queries'), ...size('keys'),
      [RangeError, 'weights', f32(131076), {heads: 32769, buckets: 4}], ...flag('bidirectional'), ...size('buckets', 0, 2, 32770), ...even('buckets'),
      ...size('maxDistance', 0, 8), ...out(12), huge(/heads.*queries.*keys/, {queries: 2 ** 14, keys: 2 ** 14 + 1})
    ], accepted: [[f32(32), 1, 0, 0], [f32(32), 1, 1, 1], [f32(131072), 32768, 0, 1, {buckets: 4}]]
  },
  attention: {
    names: [], good: () => ({q: f32(8), k: f32(12), v: f32(12), heads: 2, queries: 2, keys: 3, headDim: 2, bias: f32(12), out: {weights: f32(12), output: f32(8)}}), rows: [
      ...required('q', 'k', 'v', 'heads', 'queries', 'keys', 'headDim'), ...array('q', FLOAT32, 8), ...array('k', FLOAT32, 12), ...array('v', FLOAT32, 12),
      ...array('bias', FLOAT32, 12), ...size('heads', 0), ...size('queries'), ...size('keys'), ...size('headDim', 0, 8193), ...flag('causal'), ...number('scale'),
      ...[null, 5, 'x', [], f32(12)].map(value => [TypeError, 'out', value]), [TypeError, 'out', {scores: f32(12)}, {says: /out|options/, shows: 'scores'}],
      ...array('out', FLOAT32, 12).map(([kind, , value]) => [kind, 'out', {weights: value, output: f32(8)}, {says: 'out.weights', shows: value}]),
      ...array('out', FLOAT32, 8).map(([kind, , value]) => [kind, 'out', {weights: f32(12), output: value}, {says: 'out.output', shows: value}]),
      huge(/heads.*queries.*keys/, {heads: 1, queries: 2 ** 15, keys: 2 ** 15, headDim: 1, q: f32(2 ** 15), k: f32(2 ** 15), v: f32(2 ** 15), bias: undefined})
    ], accepted: [[{q: f32(0), k: f32(0), v: f32(0), heads: 1, queries: 0, keys: 0, headDim: 1}], [{q: f32(1), k: f32(0), v: f32(0), heads: 1, queries: 1, keys: 0, headDim: 1}],
      [{q: f32(1), k: f32(1), v: f32(1), heads: 1, queries: 1, keys: 1, headDim: 1, scale: 0}]]
  },
  similarity: {
    names: ['table', 'length', 'dim'], good: () => ({table: f32(12), length: 3, dim: 4, out: f32(9)}), rows: [
      ...required('table', 'length', 'dim'), ...array('table', FLOATS, 12), ...size('length'), ...size('dim', 65537), ...word('metric', 'Cosine', 'manhattan'), ...out(9),
      huge(/length/, {table: f32(0), length: 2 ** 15, dim: 0})
    ], accepted: [[f32(0), 0, 0], [f32(0), 1, 0], [f64(1), 1, 1]]
  },
  colorize: {
    names: ['values', 'palette'], good: () => ({values: f32(3), palette: u8(8), out: u8(12)}), rows: [
      ...required('values', 'palette'), ...array('values', FLOATS, 3, false), ...array('palette', ['Uint8Array', 'Uint8ClampedArray'], 8, false), [RangeError, 'palette', u8(7)],
      [RangeError, 'palette', u8(0), {shows: 0}], [RangeError, 'palette', u8(4 * 4097), {shows: 4097}],
      ...number('min', 1, 2).map(row => [1, 2].includes(row[2]) ? [RangeError, 'max', 1, {min: row[2]}] : row),
      ...number('max', -1, -2), ...out(12, 'Uint8ClampedArray'), huge(/values/, {values: new Vast(0)})
    ], accepted: [[f32(0), u8(4)], [f64(1), u8(4), {min: 0, max: 1}]]
  },
  createArena: {
    names: ['bytes'], good: () => ({bytes: 16}), rows: [...required('bytes'), ...size('bytes', 2 ** 32)], accepted: [[0], [1]]
  },
  useModule: {
    names: ['module'], good: () => ({module: null}), accepted: [],
    rows: [undefined, ...notNumbers, new Uint8Array(8), new ArrayBuffer(8), Promise.resolve()].map(value => [TypeError, 'module', value])
  }
};

/** Calls a function with arguments by name; those that are not parameters are options. */
function call(name, {names}, values) {
  const options = Object.fromEntries(Object.entries(values).filter(([key]) => !names.includes(key)));
  return posenc[name](...names.map(key => values[key]), ...Object.keys(options).length ? [options] : []);
}

/** What a message must show of a value. */
function token(value) {
  if (ArrayBuffer.isView(value)) return value[Symbol.toStringTag];
  if (Array.isArray(value)) return 'Array';
  return ['object', 'function', 'symbol'].includes(typeof value) && value !== null ? typeof value : String(value);
}

/** The elements of all arrays, to see that nothing was written. */
const contents = value => value instanceof Vast || !value ? 0 : ArrayBuffer.isView(value) ? [value.byteLength, ...value.length < 100 ? value : []] :
  typeof value === 'object' ? Object.values(value).map(contents) : typeof value === 'number' ? value : 0;

/** What is wrong with a refusal, or undefined. */
function fault(name, f, [Kind, argument, value, {says = argument, shows = value, rows, ...also} = {}]) {
  const values = {...f.good(), ...also, [argument]: value};
  if (argument === 'out' && value === undefined) delete values.out;
  if (rows) delete values.length, delete values.dim;
  const before = contents(values);
  let error;
  try { call(name, f, values); } catch (caught) { error = caught; }
  if (!error) return 'is accepted';
  if (!isDeepStrictEqual(contents(values), before)) return `has written before ${error}`;
  if (error.constructor !== Kind) return `throws ${error}`;
  const [beginning, end] = error.message.split('got ');
  if (!(says.test ? says.test(beginning) : beginning.startsWith(says))) return `does not name the argument (${says}): ${error.message}`;
  if (!/expected \S/.test(beginning)) return `does not say what was expected: ${error.message}`;
  if (!(shows?.test ? shows.test(error.message) : end.includes(token(shows)))) return `does not show what came: ${error.message}`;
}

for (const [name, f] of Object.entries(functions)) {
  test(`${name} refuses bad input before writing anything, naming the argument, what was expected and what came`, () => {
    const faults = f.rows.map(row => [row, fault(name, f, row)]).filter(([, text]) => text)
      .map(([[, argument, value, also = {}], text]) => `${argument} = ${token(value)} (${Object.keys(also)}): ${text}`);
    assert.deepEqual(faults, []);
  });

  test(`${name} accepts sizes of 0 and 1 and the ends of its domains`, () => {
    for (const values of f.accepted) assert.doesNotThrow(() => posenc[name](...values), `${name}(${inspect(values)})`);
  });

  if (['createArena', 'useModule', 'sinusoidalPE'].includes(name)) continue;

  test(`${name} refuses options it does not know, and each that it knows has refusals here`, () => {
    let known;
    for (const unknown of ['lenght', 'Base', 'constructor', 'toString', '']) {
      assert.throws(() => call(name, f, {...f.good(), [unknown]: 1}), error => {
        known = /^options: expected only (.*), got "(.*)"$/.exec(error.message);
        return error.constructor === TypeError && known?.[2] === unknown;
      });
    }
    for (const option of known[1].split(', ')) assert.ok(f.rows.some(row => row[1] === option), `${option} has no refusals`);
    for (const options of [null, 5, 'x', true, [], 7n, () => 0])
      assert.throws(() => posenc[name](...f.names.map(key => f.good()[key]), options), {name: 'TypeError', message: /^options: expected an object, got ./});
  });
}

test('addPositional refuses options it does not know for arrays of rows, too', () => {
  const x = [[1]];
  assert.throws(() => posenc.addPositional(x, [[2]], {lenght: 1}), {name: 'TypeError', message: /^options: expected /});
  assert.deepEqual(x, [[1]]);
});

test('every public function, and every parameter of it, has refusals here', () => {
  assert.deepEqual(Object.keys(functions).sort(), Object.keys(posenc).sort());
  for (const [name, {names, rows}] of Object.entries(functions))
    for (const parameter of names) assert.ok(rows.some(row => row[1] === parameter), `${parameter} of ${name}`);
});

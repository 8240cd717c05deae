/*
 * Tests arguments that run code of the caller while they are read, and arrays of unusual classes.
 * Each call gives the right result or one clear error. Random calls (fuzz.test.js) found most of
 * the faults that these tests prevent.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import * as posenc from '../../web/index.js';
import { configs } from '../inspect/tools.js';

const fail = () => {
  throw new Error('thrown by the caller');
};
const detach = ({ buffer }) => structuredClone(buffer, { transfer: [buffer] });
const { addPositional, attention, describeModel } = posenc;
const turned = (x) => posenc.applyRope(x, { heads: 1, headDim: 4, start: 3 });

/** Calls that write to an array of 64 numbers, or read it. */
const USES = [
  (x) => posenc.applyRope(x, { heads: 1, headDim: 16, start: 3 }),
  (x) => posenc.sinusoidal2d(2, 2, 16, { out: x }),
  (x) => posenc.similarity(x, 8, 8),
  (x) => posenc.alibiBias(1, 8, 8, { out: x }),
  (x) => posenc.identify(x, 4, 16),
  (x) => posenc.addPositional(x, posenc.sinusoidal(4, 16), { length: 4, dim: 16 }),
  (x) => posenc.lookup(posenc.sinusoidal(4, 16), 16, [3, 1, 2, 0], { out: x }),
  (x) => posenc.resizeGrid(posenc.sinusoidal(13, 4), [3, 4], [3, 5], 4, { prefix: 1, out: x }),
  (x) => posenc.alibiSlopes(64, { out: x }),
];
const OWN = [
  ...['constructor', 'buffer', 'byteOffset', 'byteLength', 'length', 'BYTES_PER_ELEMENT'],
  ...['subarray', 'set', 'fill', 'map', Symbol.iterator],
];

test('properties that an array has of its own change no result, also in an arena', () => {
  const arena = posenc.createArena(1 << 16);
  const table = posenc.sinusoidal(16, 4);
  // The array contains a transposed table, so that `identify` must also transpose it.
  const fill = (x) => {
    for (let i = 0; i < 64; i++) x[i] = table[(i % 16) * 4 + (i >> 4)];
    return x;
  };
  const numbers = (result) =>
    ArrayBuffer.isView(result) ? Array.from({ length: 64 }, (_, i) => result[i]) : result;
  for (const use of USES) {
    const right = numbers(use(fill(new Float32Array(64))));
    for (const make of [() => new Float32Array(64), () => arena.float32(64)])
      for (const name of OWN) {
        const x = Object.defineProperty(fill(make()), name, { value: 2 });
        assert.deepEqual(numbers(use(x)), right, `${String(name)} ${use}`);
      }
  }
});

test('a subclass that hides its methods and its memory is rotated as a plain array is', () => {
  class Hidden extends Float32Array {
    get buffer() {
      return fail();
    }
    subarray() {
      return fail();
    }
  }
  const x = new Hidden(8).fill(1);
  turned(x);
  assert.deepEqual(Array.from(x), Array.from(turned(new Float32Array(8).fill(1))));
});

test('a detached array of a subclass, and one beyond its buffer, are refused', () => {
  class Matrix extends Float32Array {
    constructor(rows, columns) {
      super(rows * columns);
    }
  }
  const x = new Matrix(2, 4);
  detach(x);
  assert.throws(
    () => turned(x),
    /^RangeError: \w+: x: expected an array that is not detached, got /,
  );
  const buffer = new ArrayBuffer(32, { maxByteLength: 32 });
  const table = new Float32Array(buffer, 0, 8);
  buffer.resize(0);
  assert.throws(
    () => addPositional(table, table, { length: 0, dim: 0 }),
    /^RangeError: \w+: x: expected an array that is not detached, got /,
  );
});

test('attention without elements returns the arrays of the caller', () => {
  class Matrix extends Float32Array {}
  const make = () => new Matrix(0);
  const out = { weights: make(), output: make() };
  const shape = { heads: 1, queries: 0, keys: 0, headDim: 1 };
  const { weights, output } = attention({ q: make(), k: make(), v: make(), ...shape, out });
  assert.ok(weights === out.weights && output === out.output);
});

test('rows of addPositional that a getter detaches are refused', () => {
  const row = new Float32Array([1, 2]);
  const rows = Object.defineProperty([row, 0], 1, {
    get: () => {
      detach(row);
      return [1];
    },
  });
  const pe = [[1, 2], [3]];
  assert.throws(
    () => addPositional(rows, pe),
    /^RangeError: \w+: embeddings\[0\]: .* not detached/,
  );
});

test('a scaling with an array in place of a number is refused', () => {
  const list = new Float32Array(2);
  const scaling = { rope_type: 'dynamic', factor: 2, max_position_embeddings: list };
  detach(list);
  assert.throws(
    () => posenc.ropeFrequencies(8, { scaling, maxPositions: 64 }),
    /^RangeError: \w+: maxPositions: expected scaling.max_position_embeddings, which is Float32Array/,
  );
});

/** Returns an object whose properties have another value when they are read again. */
function changing(object) {
  const seen = new Set();
  const get = (target, name) => {
    const again = seen.has(name);
    seen.add(name);
    return again && typeof name === 'string' ? 'again' : target[name];
  };
  return new Proxy(object, { get });
}

/** Returns a copy of JSON data, in which `make` replaces each object by another one. */
function each(data, make) {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return data;
  const entries = Object.entries(data).map(([name, value]) => [name, each(value, make)]);
  return make(Object.fromEntries(entries));
}

test('describeModel reads each field once, also inherited ones and those of classes', () => {
  for (const [name, config] of Object.entries(configs)) {
    const right = describeModel(config);
    for (const make of [changing, (object) => Object.create(object)])
      assert.deepEqual(describeModel(each(config, make)), right, name);
  }
});

test('describeModel refuses configs whose parts never end', () => {
  const llama = configs['llama-2-70b'];
  const cyclic = { ...llama };
  cyclic.text_config = cyclic;
  let deep = { ...llama };
  for (let i = 0; i < 30000; i++) deep = { text_config: deep };
  for (const [config, text] of [
    [cyclic, 'config(\\.text_config){8}: expected at most 8 parts inside'],
    [deep, 'config: expected objects that are nested at most 32 deep'],
  ])
    assert.throws(
      () => describeModel(config),
      new RegExp(`^(Type|Range)Error: describeModel: ${text}`),
    );
});

/** Calls whose result must not share memory with the arrays in `inputs`. */
const RESULTS = [
  ['copeBias', 'q table', { logits: new Float32Array(4) }],
  ['shawBias', 'q table', { maxDistance: 1 }],
  ['shawValues', 'weights table', { maxDistance: 1 }],
  ['transformerXLBias', 'q table v', {}],
  ['debertaBias', 'q k keyTable queryTable', { buckets: 4, maxDistance: 8 }],
];

test('a result that shares memory with an input is refused', () => {
  const shape = { heads: 1, queries: 2, keys: 2, headDim: 2 };
  const lengths = { q: 4, k: 4, weights: 4, v: 2, table: 6, keyTable: 16, queryTable: 16 };
  for (const [name, inputs, more] of RESULTS)
    for (const shared of inputs.split(' ')) {
      const memory = new Float32Array(32).fill(1);
      const out = memory.subarray(0, 4);
      const options = { ...shape, ...more, out };
      for (const each of inputs.split(' ')) options[each] = new Float32Array(lengths[each]).fill(1);
      if (name === 'transformerXLBias') options.table = new Float32Array(4);
      if (name === 'debertaBias')
        for (const each of ['keyTable', 'queryTable']) options[each] = new Float32Array(16);
      assert.equal(posenc[name](options), out, name);
      const length = options[shared].length;
      options[shared] = memory.subarray(3, 3 + length);
      memory.fill(1);
      assert.throws(
        () => posenc[name](options),
        /^TypeError: \w+: out: expected memory that does not overlap /,
        name,
      );
      assert.ok(memory.every((x) => x === 1));
    }
});

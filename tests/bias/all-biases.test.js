/*
 * Tests that all biases have the same bits wherever their arrays are: in an arena, in shared memory
 * or in a larger buffer. Earlier calls must not change a result. It must not matter either whether
 * a bias comes from one ramp or from several. A ramp contains the values for consecutive
 * differences key - query.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import vm from 'node:vm';
import * as posenc from '../../web/index.js';
import { open } from '../../web/wasm.js';
import { bitsOf, noise } from '../support/reference.js';

const f32 = (length, seed = length) => noise(Float32Array, length, seed);
const i32 = (length) => new Int32Array(length).fill(7);

/**
 * Returns, by name, the biases that depend only on the distance. Each is a pair: the arrays of a
 * call, and a function that computes the bias from such arrays.
 */
function biasesOfDistance(queries, keys) {
  const heads = 2;
  const length = heads * queries * keys;
  const out = f32(length);
  const kerple = { out, p: f32(heads).map(Math.abs), a: f32(heads, 5).map(Math.abs) };
  const kerpleOf = (form) => (arrays) =>
    posenc.kerpleBias(heads, queries, keys, { ...arrays, form, causal: true });
  return {
    'kerpleBias log': [kerple, kerpleOf('log')],
    'kerpleBias power': [kerple, kerpleOf('power')],
    sandwichBias: [
      { out },
      (arrays) => posenc.sandwichBias(heads, queries, keys, { ...arrays, dim: 6 }),
    ],
    fireBias: [
      { out, w1: f32(5), b1: f32(5, 2), w2: f32(10), b2: f32(2) },
      (arrays) => posenc.fireBias(heads, queries, keys, { ...arrays, threshold: 20 }),
    ],
    shawBuckets: [
      { out: i32(queries * keys) },
      (arrays) => posenc.shawBuckets(queries, keys, arrays),
    ],
    debertaBuckets: [
      { out: i32(queries * keys) },
      (arrays) => posenc.debertaBuckets(queries, keys, { ...arrays, buckets: 8, maxDistance: 30 }),
    ],
  };
}

/**
 * Returns the biases that also depend on queries and other vectors, in the form of
 * biasesOfDistance.
 */
function biasesOfTokens(queries, keys) {
  const heads = 2;
  const headDim = 3;
  const length = heads * queries * keys;
  const shape = { heads, queries, keys, headDim };
  const out = f32(length);
  const q = f32(heads * queries * headDim);
  const logits = f32(length, 8);
  const buckets = { buckets: 8, maxDistance: 30 };
  const deberta = {
    out,
    q,
    k: f32(heads * keys * headDim),
    keyTable: f32(heads * 16 * headDim),
    queryTable: f32(heads * 16 * headDim, 3),
  };
  return {
    copePositions: [
      { out, logits },
      (arrays) => posenc.copePositions(arrays.logits, queries, keys, { out: arrays.out }),
    ],
    copeBias: [
      { out, logits, q, table: f32(12) },
      (arrays) => posenc.copeBias({ ...shape, ...arrays }),
    ],
    shawBias: [
      { out, q, table: f32(33 * headDim) },
      (arrays) => posenc.shawBias({ ...shape, ...arrays }),
    ],
    shawValues: [
      {
        out: f32(heads * queries * headDim),
        weights: f32(length, 8),
        output: q,
        table: f32(99, 2),
      },
      (arrays) => posenc.shawValues({ ...shape, ...arrays }),
    ],
    'transformerXLBias, bidirectional': [
      { out, q, v: f32(heads * headDim), table: f32((keys + queries) * heads * headDim) },
      (arrays) => posenc.transformerXLBias({ ...shape, ...arrays, bidirectional: true }),
    ],
    transformerXLBias: [
      { out, q, v: f32(heads * headDim), table: f32(keys * heads * headDim) },
      (arrays) => posenc.transformerXLBias({ ...shape, ...arrays }),
    ],
    debertaBias: [deberta, (arrays) => posenc.debertaBias({ ...shape, ...buckets, ...arrays })],
    'debertaBias, three terms': [
      deberta,
      (arrays) => posenc.debertaBias({ ...shape, ...buckets, ...arrays, positionScale: 1 }),
    ],
  };
}

/** Returns the biases of windows of an image, in the form of biasesOfDistance. */
function biasesOfWindows(height, width) {
  const heads = 3;
  const pairs = (height * width) ** 2;
  const offsets = (2 * height - 1) * (2 * width - 1);
  return {
    swinIndex: [{ out: i32(pairs) }, (arrays) => posenc.swinIndex(height, width, arrays)],
    swinBias: [
      { out: f32(heads * pairs), table: f32(heads * offsets) },
      ({ table, out }) => posenc.swinBias(table, heads, height, width, { out }),
    ],
    swinV2Coordinates: [
      { out: f32(2 * offsets) },
      (arrays) => posenc.swinV2Coordinates(height, width, { ...arrays, pretrained: [8, 9] }),
    ],
    swinV2Table: [
      { out: f32(heads * offsets), w1: f32(8), b1: f32(4), w2: f32(12) },
      (arrays) => posenc.swinV2Table(heads, height, width, arrays),
    ],
  };
}

/** All calls, by name and shape. sameResults repeats them with arrays in other types of memory. */
const CALLS = {};
function add(calls, rows, columns) {
  for (const [name, call] of Object.entries(calls)) CALLS[`${name} ${rows} x ${columns}`] = call;
}
for (const [queries, keys] of [
  [5, 9],
  [9, 5],
  [300, 3],
  [2, 33000],
  [70, 257],
]) {
  add(biasesOfDistance(queries, keys), queries, keys);
  add(biasesOfTokens(queries, keys), queries, keys);
}
for (const [height, width] of [
  [1, 1],
  [3, 5],
  [20, 13],
])
  add(biasesOfWindows(height, width), height, width);
CALLS.xlnetTable = [
  { out: f32(12 * 6) },
  (arrays) => posenc.xlnetTable(5, 7, 6, { ...arrays, clamp: 4 }),
];
CALLS.attentionTemperature = [
  { out: f32(40), positions: f32(40).map((x) => 1e5 * x * x) },
  (arrays) => posenc.attentionTemperature(40, arrays),
];

const mapArrays = (arrays, change) =>
  Object.fromEntries(Object.entries(arrays).map(([name, array], i) => [name, change(array, i)]));

const copyOf = (array) => array.slice();

/**
 * Makes all calls with copies of their arrays in another type of memory. Checks that results have
 * the same bits, and that inputs do not change.
 */
function sameResults(what, makeCopier) {
  for (const [name, [arrays, call]] of Object.entries(CALLS)) {
    const expected = call(mapArrays(arrays, copyOf));
    const given = mapArrays(arrays, makeCopier());
    const got = call(given);
    assert.equal(got, given.out, `${what}: ${name} fills out`);
    assert.ok(bitsOf(got).equals(bitsOf(expected)), `${what}: ${name}`);
    for (const [key, array] of Object.entries(arrays)) {
      if (key === 'out') continue;
      const kept = bitsOf(given[key]).equals(bitsOf(array));
      assert.ok(kept, `${what}: ${name} changed ${key}`);
    }
  }
}

const put = (arena, array) => {
  const kind = array.constructor.name.replace('Array', '').toLowerCase();
  const view = arena[kind](array.length);
  view.set(array);
  return view;
};

test('results have the same bits if out, the inputs or all arrays lie in wasm memory', () => {
  const choices = {
    out: (i) => i === 0,
    'all but out': (i) => i > 0,
    all: () => true,
  };
  for (const [what, chosen] of Object.entries(choices))
    sameResults(`resident ${what}`, () => {
      const arena = posenc.createArena(1 << 22);
      return (array, i) => (chosen(i) ? put(arena, array) : array.slice());
    });
});

test('a large result in wasm memory, which is written differently, has the same bits', () => {
  const arena = posenc.createArena(1 << 25);
  const out = arena.float32(2 ** 22 + 2 ** 21);
  const options = { p: [1, 0.5, 2], a: [1, 2, 0.1] };
  const expected = posenc.kerpleBias(3, 1024, 2048, options);
  const got = posenc.kerpleBias(3, 1024, 2048, { ...options, out });
  assert.ok(bitsOf(got).equals(bitsOf(expected)));
});

/** Biases and buckets that depend on the distance, as functions of a shape and `out`. */
const DISTANCES = [
  ([heads, queries, keys], out) => posenc.alibiBias(heads, queries, keys, { out }),
  ([heads, queries, keys], out) => posenc.alibiBias(heads, queries, keys, { out, causal: true }),
  ([heads, queries, keys], out) => {
    const weights = { w1: f32(4), b1: f32(4), w2: f32(4 * heads), b2: f32(heads) };
    return posenc.fireBias(heads, queries, keys, { ...weights, threshold: keys - 9, out });
  },
  ([heads, queries, keys], out) => posenc.t5Buckets(heads * queries, keys, { out }),
];

test('long rows, which are copied within the array, have the same bits as in wasm memory', () => {
  const shapes = [
    ...[63, 64, 65].flatMap((queries) => [511, 512, 513].map((keys) => [2, queries, keys])),
    ...[16383, 16384, 16385].map((keys) => [1, 64, keys]),
    [1, 700, 2000],
    [2, 3000, 519],
    [5, 1025, 1027],
    [4, 64, 16384],
    [1, 16400, 700],
    [1, 16400, 1025],
  ];
  for (const shape of shapes) {
    const [heads, queries, keys] = shape;
    const length = heads * queries * keys;
    const arena = posenc.createArena(8 * length + 16);
    const floats = arena.float32(length);
    const integers = arena.int32(length);
    for (const call of DISTANCES) {
      const expected = call(shape, String(call).includes('Buckets') ? integers : floats);
      const larger = new expected.constructor(length + 12).fill(7);
      const got = call(shape, larger.subarray(5, 5 + length));
      assert.ok(bitsOf(got).equals(bitsOf(expected)), `${call} ${shape}`);
      const outside = [...larger.subarray(0, 5), ...larger.subarray(5 + length)];
      assert.deepEqual(outside, Array(12).fill(7), `${call} ${shape}`);
    }
  }
});

test('a copyWithin method that the caller puts on an array is not called', () => {
  const out = new Float32Array(64 * 512);
  out.copyWithin = assert.fail;
  posenc.alibiBias(1, 64, 512, { out });
  assert.ok(bitsOf(out).equals(bitsOf(posenc.alibiBias(1, 64, 512))));
});

test('arrays on shared memory, in larger buffers and from another realm give the same bits', () => {
  const filled = (to, array) => {
    to.set(array);
    return to;
  };
  sameResults('shared', () => (array) => {
    const buffer = new SharedArrayBuffer(array.byteLength);
    return filled(new array.constructor(buffer), array);
  });
  sameResults('view', () => (array) => {
    const larger = new array.constructor(array.length + 7);
    return filled(larger.subarray(3, 3 + array.length), array);
  });
  sameResults(
    'another realm',
    () => (array) => vm.runInNewContext(`array => ${array.constructor.name}.from(array)`)(array),
  );
});

test('results do not depend on earlier calls', () => {
  const few = Object.entries(CALLS).filter(([name]) => !/33000|300|257|20 x/.test(name));
  const run = ([, [arrays, call]]) => call(mapArrays(arrays, copyOf));
  const others = [
    () => posenc.sinusoidal(40, 12),
    () => posenc.t5Buckets(9, 9),
    () => posenc.alibiBias(3, 9, 9),
  ];
  const alone = few.map(run);
  const before = others.map((other) => other());
  for (const call of few) {
    few.forEach((other, i) => {
      run(call);
      assert.ok(bitsOf(run(other)).equals(bitsOf(alone[i])), `${call[0]}, then ${other[0]}`);
    });
    others.forEach((other, i) =>
      assert.ok(bitsOf(other()).equals(bitsOf(before[i])), `${call[0]}, then ${other}`),
    );
  }
});

test('the calls do not enlarge the wasm memory', () => {
  assert.ok(open().u8.buffer.byteLength <= 4 << 20);
});

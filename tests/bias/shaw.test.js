/*
 * Tests Shaw's relative positions: the rows of a table, and the products of queries with these
 * rows. Also tests the sums of rows that are added to the output of attention.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from '../support/random.js';
import { attention, shawBias, shawBuckets, shawValues } from '../../web/index.js';
import { checkRelativeBias, eighths, pairAt } from '../support/relative.js';
import { ulp32 } from '../support/exact.js';
import { noise } from '../support/reference.js';

const clip = (relative, maxDistance) =>
  Math.min(maxDistance, Math.max(-maxDistance, relative)) + maxDistance;

test('rows are key - query, clipped; the last query is at the position of the last key', () => {
  assert.deepEqual(
    [...shawBuckets(3, 4, { maxDistance: 1 })],
    [0, 1, 2, 2, 0, 0, 1, 2, 0, 0, 0, 1],
  );
  const shapes = [
    [1, 1],
    [5, 9],
    [9, 5],
    [300, 300],
    [1, 40000],
    [40000, 1],
    [0, 4],
    [4, 0],
  ];
  for (const [queries, keys] of shapes)
    for (const maxDistance of [undefined, 0, 3, 1000000]) checkBuckets(queries, keys, maxDistance);
});

function checkBuckets(queries, keys, maxDistance) {
  const out = new Int32Array(queries * keys).fill(-9);
  assert.equal(shawBuckets(queries, keys, { maxDistance, out }), out);
  out.forEach((row, at) => {
    const expected = clip(pairAt(at, queries, keys).relative, maxDistance ?? 16);
    if (row !== expected) assert.equal(row, expected, `${queries} x ${keys}, ${at}`);
  });
}

const SHAPES = [
  [1, 1, 1, 1, 16],
  [2, 5, 9, 8, 3],
  [3, 9, 5, 7, 16],
  [2, 70, 300, 64, 20],
  [1, 130, 130, 3, 400],
  [2, 3, 5, 8192, 2],
  [1, 60, 90, 320, 30],
  [2, 0, 3, 4, 1],
  [2, 3, 0, 4, 1],
  [1, 2, 33000, 2, 9],
];

test('biases are products of queries with rows of one table, or of one per head', () => {
  for (const [heads, queries, keys, headDim, maxDistance] of SHAPES) {
    const options = { heads, queries, keys, headDim, maxDistance };
    checkBias(options, 1, { causal: false, scale: undefined });
    checkBias(options, heads, { causal: true, scale: -0.3 });
  }
});

/** Checks a bias with one table, or with one table for each head. */
function checkBias(shape, tables, { causal, scale }) {
  const { heads, queries, keys, headDim, maxDistance } = shape;
  const rows = 2 * maxDistance + 1;
  const q = noise(Float32Array, heads * queries * headDim, keys);
  const table = noise(Float32Array, tables * rows * headDim, 3);
  const options = { ...shape, q, table, causal, scale };
  const out = new Float32Array(heads * queries * keys).fill(NaN);
  assert.equal(shawBias({ ...options, out }), out);
  checkRelativeBias(out, options, {
    rowOf: (relative) => (causal && relative > 0 ? undefined : clip(relative, maxDistance)),
    rowAt: (head, row) => ((tables > 1 ? head * rows : 0) + row) * headDim,
    scale: scale ?? 1 / Math.sqrt(headDim),
  });
}

test('equal distances have equal biases, and so have all distances from the largest one on', () => {
  const q = Float32Array.from({ length: 20 * 4 }, (_, i) => [1, 2, 3, 4][i % 4]);
  const table = noise(Float32Array, 7 * 4, 2);
  const bias = shawBias({ q, table, heads: 1, queries: 20, keys: 20, headDim: 4, maxDistance: 3 });
  for (let i = 0; i < 20; i++)
    for (let j = 0; j < 20; j++)
      assert.equal(bias[i * 20 + j], bias[10 * 20 + 10 + Math.max(-3, Math.min(3, j - i))]);
});

test('values are sums of rows of one table, or of one per head, times the weights', () => {
  for (const [heads, queries, keys, headDim, maxDistance] of SHAPES) {
    const shape = { heads, queries, keys, headDim, maxDistance };
    checkValues(shape, 1, undefined);
    checkValues(shape, heads, noise(Float32Array, heads * queries * headDim, 9));
  }
});

/**
 * Checks shawValues with one table, or with one table for each head. If `output` is given,
 * shawValues adds its sums to it.
 */
function checkValues(shape, tables, output) {
  const { heads, queries, keys, headDim, maxDistance } = shape;
  const rows = 2 * maxDistance + 1;
  const weights = noise(Float32Array, heads * queries * keys, keys);
  const table = noise(Float32Array, tables * rows * headDim, 3);
  const out = new Float32Array(heads * queries * headDim).fill(NaN);
  assert.equal(shawValues({ ...shape, weights, table, output, out }), out);
  const sums = new Float64Array(headDim);
  const sizes = new Float64Array(headDim);
  for (let row = 0; row < heads * queries; row++) {
    sums.forEach((_, i) => (sums[i] = output ? output[row * headDim + i] : 0));
    sizes.forEach((_, i) => (sizes[i] = Math.abs(sums[i])));
    const [head, query] = [Math.floor(row / queries), row % queries];
    for (let key = 0; key < keys; key++) {
      const at = clip(key - (query + keys - queries), maxDistance) + (tables > 1 ? head * rows : 0);
      for (let i = 0; i < headDim; i++) {
        const term = weights[row * keys + key] * table[at * headDim + i];
        sums[i] += term;
        sizes[i] += Math.abs(term);
      }
    }
    sums.forEach((sum, i) => {
      const got = out[row * headDim + i];
      const allowed = ulp32(sum) / 2 + 1e-14 * sizes[i];
      if (!(Math.abs(got - sum) <= allowed)) assert.equal(got, sum, `${queries} x ${keys}, ${row}`);
    });
  }
}

test("values agree with numbers of the formula in the authors' code", () => {
  const shape = { heads: 2, queries: 3, keys: 5, headDim: 3, maxDistance: 2 };
  const options = { ...shape, weights: eighths(30, 5), table: eighths(15, 3) };
  assert.deepEqual(
    [...shawValues(options)],
    [
      1.421875, 1.09375, 0.765625, -0.421875, -0.46875, -0.515625, 0.125, 0.359375, 0.59375,
      0.78125, 0.5, 0.21875, -1.015625, -1.015625, -1.015625, -1.296875, -1.015625, -0.734375,
    ],
  );
});

test('a query that attends to a single key gets the row of this key, bit for bit', () => {
  const size = fc.integer({ min: 1, max: 90 });
  fc.assert(
    fc.property(size, size, fc.nat(20), fc.nat(), (queries, keys, maxDistance, seed) => {
      const shape = { heads: 1, queries, keys, headDim: 5, maxDistance };
      const rows = shawBuckets(queries, keys, { maxDistance });
      const table = noise(Float32Array, (2 * maxDistance + 1) * 5, 2);
      const keyOf = (query) => (query * 7 + seed) % keys;
      const weights = new Float32Array(queries * keys);
      for (let query = 0; query < queries; query++) weights[query * keys + keyOf(query)] = 1;
      shawValues({ ...shape, weights, table }).forEach((x, at) => {
        const query = Math.floor(at / 5);
        assert.equal(x, table[rows[query * keys + keyOf(query)] * 5 + (at % 5)]);
      });
    }),
    { numRuns: 60 },
  );
});

test('with one query, the rows act as if they had been added to the values of the keys', () => {
  const shape = { heads: 3, queries: 1, keys: 40, headDim: 7 };
  const q = noise(Float32Array, 21, 1);
  const k = noise(Float32Array, 840, 2);
  const v = noise(Float32Array, 840, 3);
  const table = noise(Float32Array, 33 * 7, 4);
  const rows = shawBuckets(1, 40);
  const { weights, output } = attention({ ...shape, q, k, v });
  const sums = v.map((x, i) => x + table[rows[Math.floor(i / 7) % 40] * 7 + (i % 7)]);
  const expected = attention({ ...shape, q, k, v: sums }).output;
  const got = shawValues({ ...shape, weights, output, table, out: output });
  assert.equal(got, output);
  got.forEach((x, i) => assert.ok(Math.abs(x - expected[i]) < 1e-6));
});

test('values are linear: twice the weights and twice the output give twice the result', () => {
  const shape = { heads: 2, queries: 70, keys: 300, headDim: 9 };
  const weights = noise(Float32Array, 42000, 1);
  const output = noise(Float32Array, 1260, 2);
  const table = noise(Float32Array, 33 * 9, 3);
  const once = shawValues({ ...shape, weights, output, table });
  const [twoWeights, twoOutput] = [weights, output].map((list) => list.map((x) => 2 * x));
  const twice = shawValues({ ...shape, weights: twoWeights, output: twoOutput, table });
  assert.deepEqual(
    twice,
    once.map((x) => 2 * x),
  );
});

test('NaN in a table affects only the queries that have a key with this row', () => {
  const table = noise(Float32Array, 9 * 2, 3).fill(NaN, 0, 2);
  const weights = noise(Float32Array, 100, 1);
  const values = shawValues({
    weights,
    table,
    heads: 1,
    queries: 10,
    keys: 10,
    headDim: 2,
    maxDistance: 4,
  });
  values.forEach((x, at) => assert.equal(Number.isNaN(x), at >= 2 * 4));
});

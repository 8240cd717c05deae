/*
 * Tests Shaw's relative positions: the rows of a table, and the products of queries with these
 * rows.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { shawBias, shawBuckets } from '../../web/index.js';
import { checkRelativeBias, pairAt } from '../support/relative.js';
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

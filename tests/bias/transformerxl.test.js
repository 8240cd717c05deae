/*
 * Tests the positions of Transformer-XL: products of queries with table rows, whose order is by
 * descending distance.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { sinusoidal, transformerXLBias } from '../../web/index.js';
import { checkRelativeBias } from '../support/relative.js';
import { noise } from '../support/reference.js';

const SHAPES = [
  [1, 1, 1, 1],
  [2, 5, 9, 8],
  [3, 9, 5, 7],
  [2, 70, 300, 64],
  [1, 130, 130, 3],
  [2, 3, 5, 8192],
  [1, 60, 90, 320],
  [2, 0, 3, 4],
  [2, 3, 0, 4],
  [1, 2, 33000, 2],
  [1, 3, 700, 130],
];

test('the bias is (q + v) times the row of the distance; later keys are hidden', () => {
  for (const [heads, queries, keys, headDim] of SHAPES)
    for (const scale of [undefined, 2]) checkBias({ heads, queries, keys, headDim, scale });
});

function checkBias(shape) {
  const { heads, queries, keys, headDim, scale } = shape;
  const q = noise(Float32Array, heads * queries * headDim, keys);
  const v = noise(Float32Array, heads * headDim, 4);
  const table = noise(Float32Array, keys * heads * headDim, 3);
  const options = { ...shape, q, v, table };
  const out = new Float32Array(heads * queries * keys).fill(NaN);
  assert.equal(transformerXLBias({ ...options, out }), out);
  checkRelativeBias(out, options, {
    rowOf: (relative) => (relative > 0 ? undefined : keys - 1 + relative),
    rowAt: (head, row) => (row * heads + head) * headDim,
    scale: scale ?? 1 / Math.sqrt(headDim),
    keyTerm: { vectors: v, vectorAt: (head) => head * headDim },
  });
}

test('clamped distances have the same bias as with a table of clamped sinusoids', () => {
  const heads = 2;
  const keys = 12;
  const headDim = 8;
  const clamp = 4;
  const q = noise(Float32Array, heads * keys * headDim, 1);
  const v = noise(Float32Array, heads * headDim, 2);
  const rows = (most) =>
    sinusoidal(keys, heads * headDim, {
      layout: 'concatenated',
      positions: Array.from({ length: keys }, (_, i) => Math.min(most, keys - 1 - i)),
    });
  const options = { q, v, heads, queries: keys, keys, headDim };
  const clamped = transformerXLBias({ ...options, table: rows(clamp) });
  const table = rows(keys);
  assert.deepEqual(transformerXLBias({ ...options, table, clamp }), clamped);
  assert.notDeepEqual(transformerXLBias({ ...options, table }), clamped);
  assert.deepEqual(
    transformerXLBias({ ...options, table, clamp: 1000 }),
    transformerXLBias({ ...options, table }),
  );
});

test("the bias agrees with the shift in the authors' code", () => {
  const heads = 2;
  const size = 6;
  const headDim = 4;
  const q = noise(Float32Array, heads * size * headDim, 1);
  const v = noise(Float32Array, heads * headDim, 2);
  const table = noise(Float32Array, size * heads * headDim, 3);
  const bias = transformerXLBias({ q, v, table, heads, queries: size, keys: size, headDim });
  for (let head = 0; head < heads; head++) {
    const score = (query, row) => {
      let sum = 0;
      for (let i = 0; i < headDim; i++)
        sum +=
          (q[(head * size + query) * headDim + i] + v[head * headDim + i]) *
          table[(row * heads + head) * headDim + i];
      return sum / Math.sqrt(headDim);
    };
    const shifted = shift(size, score);
    for (let i = 0; i < size; i++)
      for (let j = 0; j <= i; j++)
        assert.ok(Math.abs(bias[(head * size + i) * size + j] - shifted[i * size + j]) < 1e-7);
  }
});

/**
 * Returns the products of every query with every row, shifted as in the authors' code: a column of
 * zeros is added, and then the elements are read in rows of `size`.
 */
function shift(size, score) {
  const padded = Float64Array.from({ length: size * (size + 1) }, (_, at) => {
    const row = (at % (size + 1)) - 1;
    return row < 0 ? 0 : score(Math.floor(at / (size + 1)), row);
  });
  return padded.subarray(size);
}

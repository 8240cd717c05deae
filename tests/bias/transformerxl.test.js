/*
 * Tests the positions of Transformer-XL and XLNet: the products of queries with table rows in the
 * order of descending distance.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from '../support/random.js';
import { sinusoidal, transformerXLBias } from '../../web/index.js';
import { checkRelativeBias, eighths, pairAt } from '../support/relative.js';
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

test('if bidirectional, keys after their query have rows of the table, too', () => {
  for (const [heads, queries, keys, headDim] of SHAPES)
    for (const clamp of [undefined, 0, 3])
      checkBias({ heads, queries, keys, headDim, clamp, bidirectional: true });
});

function checkBias(shape) {
  const { heads, queries, keys, headDim, scale, clamp = Infinity, bidirectional } = shape;
  const q = noise(Float32Array, heads * queries * headDim, keys);
  const v = noise(Float32Array, heads * headDim, 4);
  const rows = bidirectional ? keys + queries : keys;
  const table = noise(Float32Array, rows * heads * headDim, 3);
  const options = { ...shape, q, v, table };
  const out = new Float32Array(heads * queries * keys).fill(NaN);
  assert.equal(transformerXLBias({ ...options, out }), out);
  checkRelativeBias(out, options, {
    rowOf: (relative) => {
      if (!bidirectional) return relative > 0 ? undefined : keys - 1 + relative;
      return keys + Math.max(-clamp, Math.min(clamp, relative));
    },
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
 * Returns the scores of all queries and rows, shifted as in the authors' code. A column of zeros is
 * put before the scores. Then the first `size` elements are dropped, and the remaining elements are
 * read in rows of `size` elements.
 */
function shift(size, score) {
  const padded = Float64Array.from({ length: size * (size + 1) }, (_, at) => {
    const row = (at % (size + 1)) - 1;
    return row < 0 ? 0 : score(Math.floor(at / (size + 1)), row);
  });
  return padded.subarray(size);
}

/*
 * The results of XLNet's code: (q + r_r_bias) times the table, after rel_shift and the scale 1/2.
 * All results are exact.
 */
const XLNET = [
  0.7734375, -1.1796875, 0.984375, 0.09375, -0.8046875, 0.15625, -0.609375, 0.484375, 0.15625,
  -1.015625, 0.203125, -0.703125, 0.4375, 0.0703125, 0.234375, 0.0, -1.0703125, 1.2109375, 0.171875,
  -0.734375, 0.09375, -0.953125, 1.1875, 0.40625,
];

test("the bidirectional bias agrees with the numbers of XLNet's code", () => {
  const options = { heads: 2, queries: 3, keys: 4, headDim: 4, bidirectional: true };
  const [q, v, table] = [eighths(24, 5), eighths(8, 7), eighths(56, 3)];
  assert.deepEqual([...transformerXLBias({ ...options, q, v, table })], XLNET);
});

test("the bidirectional bias agrees with the shift in XLNet's code", () => {
  const size = fc.integer({ min: 1, max: 9 });
  fc.assert(
    fc.property(size, size, size, (queries, keys, headDim) => {
      const rows = queries + keys;
      const q = noise(Float32Array, queries * headDim, 1);
      const v = noise(Float32Array, headDim, 2);
      const table = noise(Float32Array, rows * headDim, 3);
      const options = { heads: 1, queries, keys, headDim, scale: 1, bidirectional: true };
      const bias = transformerXLBias({ ...options, q, v, table });
      const products = Array.from({ length: queries * rows }, (_, at) => {
        const [query, row] = [Math.floor(at / rows), at % rows];
        let sum = 0;
        for (let i = 0; i < headDim; i++)
          sum += (q[query * headDim + i] + v[i]) * table[row * headDim + i];
        return sum;
      });
      // The first `queries` products are dropped. The remaining products are read in rows of
      // `rows - 1` products.
      const shifted = products.slice(queries);
      bias.forEach((x, at) => {
        const [query, key] = [Math.floor(at / keys), at % keys];
        assert.ok(Math.abs(x - shifted[query * (rows - 1) + key]) < 1e-6);
      });
    }),
    { numRuns: 100 },
  );
});

test('biases of keys before their query have the same bits, bidirectional or not', () => {
  const shape = { heads: 2, queries: 70, keys: 90, headDim: 5, clamp: 40 };
  const q = noise(Float32Array, 700, 1);
  const v = noise(Float32Array, 10, 2);
  const table = noise(Float32Array, 160 * 10, 3);
  const both = transformerXLBias({ ...shape, q, v, table, bidirectional: true });
  const one = transformerXLBias({ ...shape, q, v, table: table.slice(10, 910) });
  const before = one.map((x, at) => (pairAt(at, 70, 90).relative > 0 ? -Infinity : both[at]));
  assert.deepEqual(one, before);
});

/* Transformer-XL's positions: what queries read from rows of descending distances. */
import assert from 'node:assert/strict';
import test from 'node:test';
import {sinusoidal, transformerXLBias} from '../web/index.js';
import {relativeBias} from './relative.js';
import {noise} from './reference.js';

test('the bias is (q + v) times the row of the distance; later keys are hidden', () => {
  for (const [heads, queries, keys, headDim] of [[1, 1, 1, 1], [2, 5, 9, 8], [3, 9, 5, 7], [2, 70, 300, 64], [1, 130, 130, 3], [2, 3, 5, 8192], [2, 0, 3, 4], [2, 3, 0, 4], [1, 2, 33000, 2], [1, 3, 700, 130]]) {
    for (const scale of [undefined, 2]) {
      const q = noise(Float32Array, heads * queries * headDim, keys), v = noise(Float32Array, heads * headDim, 4), table = noise(Float32Array, keys * heads * headDim, 3);
      const o = {q, v, table, heads, queries, keys, headDim, scale}, out = new Float32Array(heads * queries * keys).fill(NaN);
      assert.equal(transformerXLBias({...o, out}), out);
      relativeBias(out, o, relative => relative > 0 ? undefined : keys - 1 + relative, scale ?? 1 / Math.sqrt(headDim), {
        rows: (head, row) => (row * heads + head) * headDim, other: v, otherAt: head => head * headDim
      });
    }
  }
});

test('beyond the clamp, distances have its row: the row of a table whose sinusoids are clamped', () => {
  const heads = 2, keys = 12, headDim = 8, clamp = 4, q = noise(Float32Array, heads * keys * headDim, 1), v = noise(Float32Array, heads * headDim, 2);
  const rows = most => sinusoidal(keys, heads * headDim, {layout: 'concatenated', positions: Array.from({length: keys}, (_, i) => Math.min(most, keys - 1 - i))});
  const o = {q, v, heads, queries: keys, keys, headDim}, clamped = transformerXLBias({...o, table: rows(clamp)});
  assert.deepEqual(transformerXLBias({...o, table: rows(keys), clamp}), clamped);
  assert.notDeepEqual(transformerXLBias({...o, table: rows(keys)}), clamped);
  assert.deepEqual(transformerXLBias({...o, table: rows(keys), clamp: 1000}), transformerXLBias({...o, table: rows(keys)}));
});

test('it is the shift of the authors: column keys - 1 - distance of (q + v) times all rows', () => {
  const heads = 2, n = 6, headDim = 4, q = noise(Float32Array, heads * n * headDim, 1), v = noise(Float32Array, heads * headDim, 2);
  const table = noise(Float32Array, n * heads * headDim, 3), bias = transformerXLBias({q, v, table, heads, queries: n, keys: n, headDim});
  for (let h = 0; h < heads; h++) {
    // scores of every query with every row; padded by a column of zeros and read in rows of n, they are shifted
    const padded = Float64Array.from({length: n * (n + 1)}, (_, at) => {
      const i = Math.floor(at / (n + 1)), row = at % (n + 1) - 1;
      let sum = 0;
      for (let d = 0; row >= 0 && d < headDim; d++) sum += (q[(h * n + i) * headDim + d] + v[h * headDim + d]) * table[(row * heads + h) * headDim + d];
      return sum / Math.sqrt(headDim);
    });
    for (let i = 0; i < n; i++) for (let j = 0; j <= i; j++) assert.ok(Math.abs(bias[(h * n + i) * n + j] - padded[n + i * n + j]) < 1e-7);
  }
});

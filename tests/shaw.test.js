/* Shaw's relative positions: rows of a table, and what queries read there. */
import assert from 'node:assert/strict';
import test from 'node:test';
import {shawBias, shawBuckets} from '../web/index.js';
import {relativeBias} from './relative.js';
import {noise} from './reference.js';

const clip = (relative, K) => Math.min(K, Math.max(-K, relative)) + K;

test('rows are key - query, clipped, the last query on the last key', () => {
  assert.deepEqual([...shawBuckets(3, 4, {maxDistance: 1})], [0, 1, 2, 2, 0, 0, 1, 2, 0, 0, 0, 1]);
  for (const [queries, keys] of [[1, 1], [5, 9], [9, 5], [300, 300], [1, 40000], [40000, 1], [0, 4], [4, 0]]) {
    for (const maxDistance of [undefined, 0, 3, 1000000]) {
      const out = new Int32Array(queries * keys).fill(-9);
      assert.equal(shawBuckets(queries, keys, {maxDistance, out}), out);
      out.forEach((row, i) => {
        const expected = clip(i % keys - (Math.floor(i / keys) + keys - queries), maxDistance ?? 16);
        if (row !== expected) assert.equal(row, expected, `${queries} x ${keys}, ${i}`);
      });
    }
  }
});

test('biases are products of the queries with the rows of the table, its own of each head or one for all', () => {
  for (const [heads, queries, keys, headDim, maxDistance] of [[1, 1, 1, 1, 16], [2, 5, 9, 8, 3], [3, 9, 5, 7, 16], [2, 70, 300, 64, 20], [1, 130, 130, 3, 400], [2, 3, 5, 8192, 2], [2, 0, 3, 4, 1], [2, 3, 0, 4, 1], [1, 2, 33000, 2, 9]]) {
    for (const [own, causal, scale] of [[1, false, undefined], [heads, true, -0.3]]) {
      const q = noise(Float32Array, heads * queries * headDim, keys), table = noise(Float32Array, own * (2 * maxDistance + 1) * headDim, 3);
      const o = {q, table, heads, queries, keys, headDim, maxDistance, causal, scale}, out = new Float32Array(heads * queries * keys).fill(NaN);
      assert.equal(shawBias({...o, out}), out);
      relativeBias(out, o, relative => causal && relative > 0 ? undefined : clip(relative, maxDistance), scale ?? 1 / Math.sqrt(headDim), {
        rows: (head, row) => (own > 1 ? head * (2 * maxDistance + 1) : 0) * headDim + row * headDim
      });
    }
  }
});

test('what is beyond the largest distance has one bias, and equal distances have equal ones', () => {
  const q = Float32Array.from({length: 20 * 4}, (_, i) => [1, 2, 3, 4][i % 4]), table = noise(Float32Array, 7 * 4, 2);
  const bias = shawBias({q, table, heads: 1, queries: 20, keys: 20, headDim: 4, maxDistance: 3});
  for (let i = 0; i < 20; i++) for (let j = 0; j < 20; j++) assert.equal(bias[i * 20 + j], bias[10 * 20 + 10 + Math.max(-3, Math.min(3, j - i))]);
});

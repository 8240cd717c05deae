/* CoPE's positions and biases, against sums of gates as the paper has them. */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import {copeBias, copePositions} from '../web/index.js';
import {published, ulp32} from './exact.js';
import {bitsOf, noise} from './reference.js';

/** The positions of one row, in double precision. */
function row(logits, query, last = Infinity) {
  const out = new Float64Array(logits.length);
  for (let k = query, sum = 0; k >= 0; k--) out[k] = Math.min(last, sum += 1 / (1 + Math.exp(-logits[k])));
  return out;
}
const wide = (length, seed) => noise(Float32Array, length, seed).map(x => 12 * x);
const close = (got, expected, terms = 0) => Math.abs(got - expected) <= ulp32(expected) / 2 + 1e-13 * (terms + Math.abs(expected)) || Object.is(got, expected);

test('the published positions', () => {
  const logits = Float32Array.of(...noise(Float32Array, 12, 1), 0, 1, -1, 2);
  copePositions(logits, 4, 4).subarray(12).forEach((x, i) => assert.ok(published(x, [2.380797, 1.880797, 1.149738, 0.880797][i], 6), `${x}`));
});

const SHAPES = [[1, 1, 1], [2, 5, 5], [1, 3, 9], [3, 9, 3], [2, 40, 33], [1, 3, 4097], [1, 2, 9000], [1, 700, 2], [2, 0, 3], [2, 3, 0], [1, 130, 130]];

test('positions are the sums of the gates from the query to the key, and stop at the last', () => {
  for (const [groups, queries, keys] of SHAPES) {
    for (const maxPosition of [undefined, 0, 2.5, 30]) {
      const logits = wide(groups * queries * keys, keys), out = new Float32Array(logits.length).fill(NaN);
      assert.equal(copePositions(logits, queries, keys, {maxPosition, out}), out);
      for (let r = 0; r < groups * queries && keys; r++) {
        const query = r % queries + keys - queries, expected = row(logits.subarray(r * keys, (r + 1) * keys), query, maxPosition);
        expected.forEach((x, k) => assert.ok(close(out[r * keys + k], x), `${queries} x ${keys}, row ${r}, key ${k}: ${out[r * keys + k]} for ${x}`));
      }
    }
  }
});

test('biases are q . table between the two rows that a position is between', () => {
  for (const [heads, queries, keys] of SHAPES) {
    for (const [positions, dim, scale] of [[64, 16, 1], [1, 3, -0.5], [7, 8192, 0.125], [5000, 2, 1]]) {
      if (dim > 16 && queries * keys > 3000) continue;
      const logits = wide(heads * queries * keys, 7), q = noise(Float32Array, heads * queries * dim, 8), table = noise(Float32Array, positions * dim, 9);
      const bias = copeBias({logits, q, table, heads, queries, keys, headDim: dim, scale: scale === 1 ? undefined : scale});
      for (let r = 0; r < heads * queries && keys; r++) {
        const query = r % queries + keys - queries, where = row(logits.subarray(r * keys, (r + 1) * keys), query, positions - 1);
        const read = p => { let sum = 0; for (let d = 0; d < dim; d++) sum += q[r * dim + d] * table[p * dim + d]; return sum * scale; };
        where.forEach((position, k) => {
          const below = Math.floor(position), part = position - below, got = bias[r * keys + k];
          const expected = k > query ? -Infinity : part ? (1 - part) * read(below) + part * read(below + 1) : read(below);
          assert.ok(close(got, expected, dim), `${queries} x ${keys}, ${positions} positions, row ${r}, key ${k}: ${got} for ${expected}`);
        });
      }
      assert.ok(bitsOf(copeBias({logits, q, table, heads, queries, keys, headDim: dim, scale, out: logits})).equals(bitsOf(bias)), 'in place of the logits');
    }
  }
});

test('a position falls from the query back to where it began, by at most 1 a key; open gates count tokens', () => {
  fc.assert(fc.property(fc.integer({min: 1, max: 30}), fc.integer({min: 1, max: 30}), fc.integer(), (queries, keys, seed) => {
    const positions = copePositions(wide(queries * keys, seed), queries, keys);
    for (let i = 0; i < positions.length; i++) {
      const query = Math.floor(i / keys) + keys - queries, k = i % keys;
      if (k > query) assert.equal(positions[i], 0);
      else assert.ok(positions[i] > 0 && (k === query || positions[i] >= positions[i + 1] && positions[i] <= positions[i + 1] + 1 + 1e-5));
    }
    const open = copePositions(new Float32Array(queries * keys).fill(1000), queries, keys);
    open.forEach((x, i) => assert.equal(x, Math.max(0, Math.floor(i / keys) + keys - queries - i % keys + 1)));
    assert.ok(copePositions(new Float32Array(queries * keys).fill(-Infinity), queries, keys).every(x => x === 0));
  }), {numRuns: 50});
});

test('a NaN is in the positions that count it, and no other row', () => {
  const logits = wide(25, 3);
  logits[4 * 5 + 2] = NaN;
  const got = copePositions(logits, 5, 5);
  assert.deepEqual([...got].map(Number.isNaN).flatMap((bad, i) => bad ? [i] : []), [20, 21, 22]);
  const bias = copeBias({logits, q: noise(Float32Array, 10, 1), table: noise(Float32Array, 6, 1), heads: 1, queries: 5, keys: 5, headDim: 2});
  assert.deepEqual([...bias].map(Number.isNaN).flatMap((bad, i) => bad ? [i] : []).filter(i => i < 20), []);
});

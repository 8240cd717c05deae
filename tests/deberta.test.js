/* DeBERTa's buckets, against integers compared with integers, and the two terms that read them. */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import {debertaBias, debertaBuckets} from '../web/index.js';
import {relativeBias} from './relative.js';
import {noise} from './reference.js';

/**
 * The bucket of query - key: mid + ceil(ln(n / mid) / ln((maxDistance - 1) / mid) (mid - 1)) beyond mid. That ceiling is the
 * smallest t with (n / mid)^(mid - 1) <= ((maxDistance - 1) / mid)^t, which integers decide.
 */
function bucketOf(buckets, maxDistance) {
  const mid = buckets / 2, power = BigInt(mid - 1), top = BigInt(maxDistance - 1), low = BigInt(mid), found = new Map();
  const side = n => {
    if (n <= mid) return n;
    if (n >= maxDistance) return buckets;
    if (!found.has(n)) {
      let t = Math.max(0, Math.floor(Math.log(n / mid) / Math.log((maxDistance - 1) / mid) * (mid - 1)) - 1);
      while (BigInt(n) ** power * low ** BigInt(t) > top ** BigInt(t) * low ** power) t++;
      found.set(n, mid + t);
    }
    return found.get(n);
  };
  return relative => Math.max(-buckets, Math.min(buckets - 1, Math.sign(relative) * side(Math.abs(relative))));
}

test('the published buckets', () => {
  const row = debertaBuckets(1, 800).reverse(), after = debertaBuckets(800, 1).reverse();
  for (const [n, bucket] of [[0, 0], [1, 1], [128, 128], [129, 129], [131, 131], [132, 131], [200, 169], [256, 192], [384, 229], [510, 255], [511, 255]]) {
    assert.equal(row[n], bucket);
    assert.equal(after[n], 0 - bucket);
  }
  for (const n of [512, 600, 799]) assert.deepEqual([row[n], after[n]], [255, -256]);
});

test('buckets are exact, on both sides, wherever they begin', () => {
  for (const [buckets, maxDistance] of [[256, 512], [4, 4], [4, 5], [4, 4000], [6, 20], [8, 129], [32, 128], [64, 65 * 64 + 1], [100, 1000], [256, 200], [256, 131], [32, 3000]]) {
    const expected = bucketOf(buckets, maxDistance), far = Math.min(4100, maxDistance + 100);
    const before = debertaBuckets(1, far, {buckets, maxDistance}).reverse(), after = debertaBuckets(far, 1, {buckets, maxDistance}).reverse();
    for (let n = 0; n < far; n++) {
      if (before[n] !== expected(n) || after[n] !== expected(-n)) assert.deepEqual([before[n], after[n]], [expected(n), expected(-n)], `${buckets} buckets, maximum ${maxDistance}, distance ${n}`);
      assert.ok(!n || before[n] >= before[n - 1] && after[n] <= after[n - 1]);
    }
  }
});

test('without buckets every distance is its own, as in version 1', () => {
  const row = debertaBuckets(40, 40, {buckets: 0, maxDistance: 10});
  row.forEach((x, i) => assert.equal(x, Math.max(-10, Math.min(9, Math.floor(i / 40) - i % 40)) + 0));
});

test('buckets depend on query - key alone, the last query on the last key', () => {
  fc.assert(fc.property(fc.nat(50), fc.nat(50), fc.integer({min: 2, max: 30}), fc.nat(100), (queries, keys, half, more) => {
    const o = {buckets: 2 * half, maxDistance: half + 2 + more}, expected = bucketOf(o.buckets, o.maxDistance);
    const out = new Int32Array(queries * keys).fill(99);
    assert.equal(debertaBuckets(queries, keys, {...o, out}), out);
    out.forEach((x, i) => assert.equal(x, expected(Math.floor(i / keys) + keys - queries - i % keys) + 0));
  }), {numRuns: 60});
});

test('the terms are those of content to position and of position to content', () => {
  for (const [heads, queries, keys, headDim, buckets, maxDistance] of [[1, 1, 1, 1, 4, 4], [2, 5, 9, 8, 4, 9], [3, 9, 5, 7, 0, 3], [2, 70, 150, 64, 32, 64], [1, 130, 130, 3, 256, 512], [2, 3, 5, 8192, 0, 2], [2, 0, 3, 4, 4, 4], [2, 3, 0, 4, 4, 4], [1, 2, 33000, 2, 8, 100]]) {
    for (const scale of [undefined, 0.5]) {
      const span = buckets || maxDistance, [q, k, keyTable, queryTable] = [queries, keys, 2 * span, 2 * span].map((rows, i) => noise(Float32Array, heads * rows * headDim, i + keys));
      const o = {q, k, keyTable, queryTable, heads, queries, keys, headDim, buckets, maxDistance, scale}, out = new Float32Array(heads * queries * keys).fill(NaN);
      assert.equal(debertaBias({...o, out}), out);
      const bucket = buckets ? bucketOf(buckets, maxDistance) : relative => Math.max(-span, Math.min(span - 1, relative));
      relativeBias(out, {...o, table: keyTable}, relative => bucket(-relative) + span, scale ?? 1 / Math.sqrt(3 * headDim), {
        rows: (head, row) => (head * 2 * span + row) * headDim, other: k, otherAt: (head, key) => (head * keys + key) * headDim, otherTable: queryTable
      });
    }
  }
});

test('with the same tokens and tables, one term is the other mirrored where no distance is beyond the last', () => {
  const n = 40, headDim = 6, x = noise(Float32Array, n * headDim, 1), table = noise(Float32Array, 64 * headDim, 2), none = new Float32Array(64 * headDim);
  const backwards = table.map((_, i) => table[(64 - Math.floor(i / headDim)) * headDim + i % headDim] ?? 0), o = {q: x, k: x, heads: 1, queries: n, keys: n, headDim, buckets: 32, maxDistance: 64};
  const c2p = debertaBias({...o, keyTable: table, queryTable: none}), p2c = debertaBias({...o, keyTable: none, queryTable: backwards});
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) assert.equal(p2c[i * n + j], c2p[j * n + i]);
});

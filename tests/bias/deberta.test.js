/*
 * Compares DeBERTa's buckets with buckets found by comparing integers. Also checks the two terms
 * that use these buckets.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { debertaBias, debertaBuckets } from '../../web/index.js';
import { checkRelativeBias, pairAt } from '../support/relative.js';
import { noise } from '../support/reference.js';

/**
 * Returns the bucket of query - key. If n = |query - key| is larger than mid = buckets / 2, it is
 *
 *     mid + ceil(ln(n / mid) / ln((maxDistance - 1) / mid) (mid - 1))
 *
 * The ceiling is the smallest t with
 *
 *     (n / mid)^(mid - 1) <= ((maxDistance - 1) / mid)^t
 *
 * This comparison needs only integers.
 */
function bucketOf(buckets, maxDistance) {
  const mid = buckets / 2;
  const power = BigInt(mid - 1);
  const top = BigInt(maxDistance - 1);
  const low = BigInt(mid);
  const found = new Map();
  const logarithmic = (distance) => {
    const log = Math.log(distance / mid) / Math.log((maxDistance - 1) / mid);
    const beyond = (t) =>
      BigInt(distance) ** power * low ** BigInt(t) > top ** BigInt(t) * low ** power;
    // The logarithm only gives a first guess for t.
    let t = Math.max(0, Math.floor(log * (mid - 1)) - 1);
    while (beyond(t)) t++;
    return mid + t;
  };
  const ofDistance = (distance) => {
    if (distance <= mid) return distance;
    if (distance >= maxDistance) return buckets;
    if (!found.has(distance)) found.set(distance, logarithmic(distance));
    return found.get(distance);
  };
  return (relative) => {
    const bucket = Math.sign(relative) * ofDistance(Math.abs(relative));
    return Math.max(-buckets, Math.min(buckets - 1, bucket));
  };
}

test('buckets agree with published ones', () => {
  const before = debertaBuckets(1, 800).reverse();
  const after = debertaBuckets(800, 1).reverse();
  for (const [distance, bucket] of [
    [0, 0],
    [1, 1],
    [128, 128],
    [129, 129],
    [131, 131],
    [132, 131],
    [200, 169],
    [256, 192],
    [384, 229],
    [510, 255],
    [511, 255],
  ]) {
    assert.equal(before[distance], bucket);
    assert.equal(after[distance], 0 - bucket);
  }
  for (const distance of [512, 600, 799])
    assert.deepEqual([before[distance], after[distance]], [255, -256]);
});

test('buckets are exact on both sides, at every distance where one begins', () => {
  for (const [buckets, maxDistance] of [
    [256, 512],
    [4, 4],
    [4, 5],
    [4, 4000],
    [6, 20],
    [8, 129],
    [32, 128],
    [64, 65 * 64 + 1],
    [100, 1000],
    [256, 200],
    [256, 131],
    [32, 3000],
  ])
    checkSides(buckets, maxDistance);
});

function checkSides(buckets, maxDistance) {
  const expected = bucketOf(buckets, maxDistance);
  const far = Math.min(4100, maxDistance + 100);
  const before = debertaBuckets(1, far, { buckets, maxDistance }).reverse();
  const after = debertaBuckets(far, 1, { buckets, maxDistance }).reverse();
  for (let n = 0; n < far; n++) {
    if (before[n] !== expected(n) || after[n] !== expected(-n))
      assert.deepEqual(
        [before[n], after[n]],
        [expected(n), expected(-n)],
        `${buckets} buckets, maximum ${maxDistance}, distance ${n}`,
      );
    assert.ok(!n || (before[n] >= before[n - 1] && after[n] <= after[n - 1]));
  }
}

test('if `buckets` is 0, every distance has its own bucket, as in version 1', () => {
  const rows = debertaBuckets(40, 40, { buckets: 0, maxDistance: 10 });
  rows.forEach((bucket, at) => {
    const { relative } = pairAt(at, 40, 40);
    assert.equal(bucket, Math.max(-10, Math.min(9, -relative)) + 0);
  });
});

test('buckets depend only on query - key; the last query is at the last key', () => {
  const sizes = fc.nat(50);
  fc.assert(
    fc.property(
      sizes,
      sizes,
      fc.integer({ min: 2, max: 30 }),
      fc.nat(100),
      (queries, keys, half, more) => {
        const options = { buckets: 2 * half, maxDistance: half + 2 + more };
        const expected = bucketOf(options.buckets, options.maxDistance);
        const out = new Int32Array(queries * keys).fill(99);
        assert.equal(debertaBuckets(queries, keys, { ...options, out }), out);
        out.forEach((bucket, at) =>
          assert.equal(bucket, expected(-pairAt(at, queries, keys).relative) + 0),
        );
      },
    ),
    { numRuns: 60 },
  );
});

test('the bias is the sum of the terms content to position and position to content', () => {
  for (const [heads, queries, keys, headDim, buckets, maxDistance] of [
    [1, 1, 1, 1, 4, 4],
    [2, 5, 9, 8, 4, 9],
    [3, 9, 5, 7, 0, 3],
    [2, 70, 150, 64, 32, 64],
    [1, 130, 130, 3, 256, 512],
    [2, 3, 5, 8192, 0, 2],
    [2, 0, 3, 4, 4, 4],
    [2, 3, 0, 4, 4, 4],
    [1, 2, 33000, 2, 8, 100],
  ])
    for (const scale of [undefined, 0.5])
      checkBias({ heads, queries, keys, headDim, buckets, maxDistance, scale });
});

function checkBias(shape) {
  const { heads, queries, keys, headDim, buckets, maxDistance, scale } = shape;
  const span = buckets || maxDistance;
  const [q, k, keyTable, queryTable] = [queries, keys, 2 * span, 2 * span].map((rows, i) =>
    noise(Float32Array, heads * rows * headDim, i + keys),
  );
  const options = { ...shape, q, k, keyTable, queryTable };
  const out = new Float32Array(heads * queries * keys).fill(NaN);
  assert.equal(debertaBias({ ...options, out }), out);
  const clipped = (relative) => Math.max(-span, Math.min(span - 1, relative));
  const bucket = buckets ? bucketOf(buckets, maxDistance) : clipped;
  checkRelativeBias(
    out,
    { ...options, table: keyTable },
    {
      rowOf: (relative) => bucket(-relative) + span,
      rowAt: (head, row) => (head * 2 * span + row) * headDim,
      scale: scale ?? 1 / Math.sqrt(3 * headDim),
      keyTerm: {
        vectors: k,
        vectorAt: (head, key) => (head * keys + key) * headDim,
        table: queryTable,
      },
    },
  );
}

test('with equal tokens and tables, one term is the mirror image of the other', () => {
  const size = 40;
  const headDim = 6;
  const tokens = noise(Float32Array, size * headDim, 1);
  const table = noise(Float32Array, 64 * headDim, 2);
  const none = new Float32Array(64 * headDim);
  const backwards = table.map(
    (_, i) => table[(64 - Math.floor(i / headDim)) * headDim + (i % headDim)] ?? 0,
  );
  const shape = { heads: 1, queries: size, keys: size, headDim, buckets: 32, maxDistance: 64 };
  const options = { ...shape, q: tokens, k: tokens };
  const contentToPosition = debertaBias({ ...options, keyTable: table, queryTable: none });
  const positionToContent = debertaBias({ ...options, keyTable: none, queryTable: backwards });
  for (let i = 0; i < size; i++)
    for (let j = 0; j < size; j++)
      assert.equal(positionToContent[i * size + j], contentToPosition[j * size + i]);
});

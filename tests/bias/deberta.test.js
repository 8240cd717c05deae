/*
 * Compares DeBERTa's buckets with buckets that are found by exact comparisons of integers. Also
 * checks the three terms that use these buckets.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from '../support/random.js';
import { debertaBias, debertaBuckets } from '../../web/index.js';
import { checkRelativeBias, eighths, pairAt } from '../support/relative.js';
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

test('the bias is the sum of its terms: c2p, p2c and, with positionScale, p2p', () => {
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
    for (const scale of [undefined, 0.5, 0])
      for (const positionScale of [undefined, 1, -0.5])
        checkBias({ heads, queries, keys, headDim, buckets, maxDistance, scale, positionScale });
});

function checkBias(shape) {
  const { heads, queries, keys, headDim, buckets, maxDistance, scale, positionScale } = shape;
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
      scale: scale ?? 1 / Math.sqrt((positionScale ? 4 : 3) * headDim),
      keyTerm: {
        vectors: k,
        vectorAt: (head, key) => (head * keys + key) * headDim,
        table: queryTable,
      },
      added: positionScale && {
        vectors: queryTable,
        vectorAt: (head, position) => (head * 2 * span + clipped(position) + span) * headDim,
        scale: positionScale,
      },
    },
  );
}

/*
 * The results of the authors' code, in which only three axis numbers were corrected. The function
 * is the last version of disentangled_attention_bias, with pos_att_type 'c2p|p2c|p2p', in float64.
 * All results are exact, since the scale is 1/4.
 */
const TERMS = {
  all: [
    0.6953125, 0.921875, 0.03515625, -1.30078125, -1.10546875, 0.546875, -0.375, 0.3125, 0.3359375,
    0.95703125, -0.19921875, 0.0546875, -0.95703125, -0.23828125, 0.89453125, -0.8125, 0.4140625,
    0.18359375, 0.30078125, -0.62890625, 0.22265625, 0.35546875, -0.890625, -0.0625, -1.7734375,
    -0.21484375, 0.76171875, 0.09375, -0.52734375, 0.86328125, -0.0546875, -0.890625,
  ],
  positions: [
    0.671875, 0.421875, -0.359375, -1.140625, -0.953125, 0.59375, -0.515625, 0.5, 0.203125,
    0.359375, 0.25, 0.140625, -1.171875, -0.28125, 0.875, -0.890625, 1.0, 0.515625, 0.296875,
    -0.71875, 0.109375, 0.359375, -0.984375, -0.203125, -1.1875, -0.203125, 1.046875, 0.703125,
    -1.03125, 0.953125, -0.25, -1.1875,
  ],
};

test("the three terms agree with the authors' code", () => {
  const shape = { heads: 2, queries: 4, keys: 4, headDim: 4, buckets: 4, maxDistance: 8 };
  const [q, k, keyTable, queryTable] = [5, 7, 3, 11].map((step, i) =>
    eighths(i < 2 ? 32 : 64, step),
  );
  const options = { ...shape, q, k, keyTable, queryTable };
  assert.deepEqual([...debertaBias({ ...options, positionScale: 1 })], TERMS.all);
  const alone = debertaBias({ ...options, k: k.fill(0), scale: 0, positionScale: 1 });
  assert.deepEqual([...alone], TERMS.positions);
});

test('the term p2p equals the term c2p of queries that are the rows of their positions', () => {
  const size = fc.integer({ min: 1, max: 12 });
  fc.assert(
    fc.property(size, size, size, (queries, keys, headDim) => {
      const shape = { heads: 1, queries, keys, headDim, buckets: 0, maxDistance: 9 };
      const queryTable = noise(Float32Array, 18 * headDim, 1);
      const keyTable = noise(Float32Array, 18 * headDim, 2);
      const k = new Float32Array(keys * headDim);
      const none = new Float32Array(queries * headDim);
      const rows = none.map((_, i) => {
        const position = Math.floor(i / headDim) + keys - queries;
        return queryTable[(Math.max(-9, Math.min(8, position)) + 9) * headDim + (i % headDim)];
      });
      const options = { ...shape, k, keyTable, queryTable };
      assert.deepEqual(
        debertaBias({ ...options, q: none, scale: 3, positionScale: 0.5 }),
        debertaBias({ ...options, q: rows, scale: 0.5 }),
      );
    }),
    { numRuns: 60 },
  );
});

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

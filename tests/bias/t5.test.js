/*
 * Compares T5's relative position buckets with buckets found by comparing integers, without a
 * logarithm.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { t5Bias, t5Buckets } from '../../web/index.js';
import { open } from '../../web/wasm.js';
import { pairAt } from '../support/relative.js';
import { bitsOf, noise, random, t5Bucket, t5Starts } from '../support/reference.js';

/**
 * Returns the thresholds that the kernel computes, also for distances that are too large for any
 * array.
 */
function thresholds(side, maxDistance) {
  const { kernels, window, f64 } = open();
  const exact = Math.floor(side / 2);
  const count = side - exact;
  kernels.pe_bucket_thresholds(window, count, exact, maxDistance, count, 0);
  return [...f64.slice(window / 8, window / 8 + count)];
}

/** Checks that the thresholds of one side are the integers where its buckets begin. */
function checkThresholds(side, maxDistance) {
  const where = `${side} on a side, maximum ${maxDistance}`;
  assert.deepEqual(thresholds(side, maxDistance), t5Starts(side, maxDistance), where);
}

/** Checks every bucket of a row. `starts` has the first distances of the logarithmic buckets. */
function checkRow(row, starts, side, shift, where) {
  const begins = [...Array(Math.floor(side / 2)).keys(), ...starts];
  for (let n = 0, bucket = 0; n < row.length; n++) {
    while (bucket + 1 < side && begins[bucket + 1] <= n) bucket++;
    const expected = n || !shift ? bucket + shift : 0;
    if (row[n] !== expected) assert.equal(row[n], expected, `${where}, distance ${n}`);
  }
}

const FAR = 1e6;
const CONFIGURATIONS = [
  [32, 128],
  [32, 256],
  [16, 128],
  [64, 128],
  [64, 256],
  [4, 2],
  [4, 1000000],
  [6, 7],
  [8, 65536],
  [10, 999],
  [12, 729],
  [20, 100],
  [128, 1024],
  [256, 65],
  [320, 800],
  [1024, 257],
  [1024, 4096],
  [1024, 1000000],
  [32, 2147483648],
  [48, 123456789],
];

test('buckets of both sides are exact for every distance up to a million', () => {
  const row = new Int32Array(FAR + 1);
  for (const [buckets, maxDistance] of CONFIGURATIONS) {
    const side = buckets / 2;
    const starts = t5Starts(side, maxDistance);
    const options = { buckets, maxDistance, out: row };
    const where = `${buckets} buckets, maximum ${maxDistance}`;
    const before = t5Buckets(1, FAR + 1, options).reverse();
    checkRow(before, starts, side, 0, `${where}, before`);
    const after = t5Buckets(FAR + 1, 1, options).reverse();
    checkRow(after, starts, side, side, `${where}, after`);
  }
});

test('unidirectional buckets are exact; keys after their query have bucket 0', () => {
  const row = new Int32Array(FAR + 1);
  const small = [
    [2, 2],
    [2, 1e6],
    [3, 2],
    [3, 10],
    [5, 3],
    [7, 343],
    [31, 128],
    [33, 4096],
    [99, 1e5],
    [255, 2 ** 31],
  ];
  for (const [buckets, maxDistance] of [...CONFIGURATIONS, ...small]) {
    if (maxDistance <= Math.floor(buckets / 2)) continue;
    const options = { buckets, maxDistance, bidirectional: false, out: row };
    const where = `${buckets} buckets, maximum ${maxDistance}`;
    const before = t5Buckets(1, FAR + 1, options).reverse();
    checkRow(before, t5Starts(buckets, maxDistance), buckets, 0, where);
    assert.ok(t5Buckets(FAR + 1, 1, options).every((bucket) => bucket === 0));
  }
});

/** Returns values of maxDistance next to exact powers and roots, and some random values. */
function interestingMaxima(side) {
  const exact = Math.floor(side / 2);
  const powers = [2, 3, 4, 5, 8, 10, 16, 27, 64, 81, 625].map((x) => exact * x);
  const roots = [2, 3, 5, 7].map((x) => exact * x ** (side - exact));
  const nearby = [...powers, ...roots].flatMap((x) => [x - 1, x, x + 1]);
  const draw = random(side);
  const spread = 2 ** 31 / exact;
  const drawn = Array.from({ length: 20 }, () => Math.floor(exact * spread ** draw()) + 1);
  const all = [exact + 1, exact + 2, 128, 2 ** 31 - 1, 2 ** 31, ...nearby, ...drawn];
  return new Set(all.filter((x) => x > exact && x <= 2 ** 31));
}

test('buckets begin at exact distances up to 2^31, also at exact powers and roots', () => {
  for (const side of [2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 24, 31, 32, 64, 100, 128])
    for (const maxDistance of interestingMaxima(side)) checkThresholds(side, maxDistance);
});

test('buckets begin at exact distances for every number of buckets up to 200', () => {
  for (let side = 2; side <= 200; side++)
    for (const maxDistance of [Math.floor(side / 2) + 1, 128, side * 8, 1e6])
      if (maxDistance > side / 2) checkThresholds(side, maxDistance);
});

test('with thousands of buckets on a side, a sample of them begins at exact distances', () => {
  for (const side of [512, 1024, 4095, 16384, 32768]) {
    const exact = Math.floor(side / 2);
    const count = side - exact;
    const quarters = [count / 4, count / 2, (3 * count) / 4].map(Math.floor);
    const some = [0, 1, 2, ...quarters, count - 1];
    for (const maxDistance of [exact + 1, 2 * exact, 4 * exact, 1e6, 2 ** 31]) {
      const got = thresholds(side, maxDistance);
      assert.deepEqual(
        some.map((t) => got[t]),
        t5Starts(side, maxDistance, some),
        `${side} on a side, maximum ${maxDistance}`,
      );
      assert.ok(got.every((n, t) => Number.isInteger(n) && (!t || n >= got[t - 1])));
    }
  }
  // In the result of t5Buckets, the buckets begin at these thresholds.
  const options = { buckets: 32768, maxDistance: 2 ** 31, bidirectional: false };
  const row = t5Buckets(1, 200001, options).reverse();
  checkRow(row, thresholds(32768, 2 ** 31), 32768, 0, '32768 buckets');
});

test('if the exact beginning of a bucket is just above n, the bucket begins at n + 1', () => {
  for (const [side, maxDistance, t, n] of [
    [6006, 2114646496, 1001, 267167],
    [6048, 710774643, 1008, 186623],
    [6510, 2138639657, 1085, 282974],
  ]) {
    const exact = side / 2;
    const short = BigInt(exact) ** 2n * BigInt(maxDistance) - BigInt(n) ** 3n;
    assert.ok(
      short > 0n && 3 * t === exact,
      'the exact beginning is the cube root of exact^2 maxDistance, which is just above n',
    );
    const [far, near] = t5Buckets(1, n + 2, { buckets: side, maxDistance, bidirectional: false });
    const where = `${side} on a side, maximum ${maxDistance}, distance ${n}`;
    assert.deepEqual([near, far], [exact + t - 1, exact + t], where);
  }
});

test('buckets begin at the same distances as published ones', () => {
  const published = [
    [16, 128, [8, 12, 16, 23, 32, 46, 64, 91]],
    [16, 256, [8, 13, 20, 30, 46, 70, 108, 166]],
    [32, 128, [16, 19, 21, 24, 27, 31, 35, 40, 46, 52, 59, 67, 77, 87, 99, 113]],
    [32, 256, [16, 20, 23, 27, 32, 39, 46, 54, 64, 77, 91, 108, 128, 153, 182, 216]],
  ];
  for (const [side, maxDistance, starts] of published) {
    assert.deepEqual(t5Starts(side, maxDistance), starts);
    const row = t5Buckets(1, 400, { bidirectional: false, buckets: side, maxDistance }).reverse();
    starts.forEach((n, t) =>
      assert.deepEqual([row[n - 1], row[n]], [side / 2 + t - 1, side / 2 + t], `distance ${n}`),
    );
    assert.equal(row[399], side - 1);
  }
});

test('the defaults, 32 buckets and maxDistance 128, give the published buckets', () => {
  const keys = 512;
  const row = t5Buckets(1, keys);
  const after = t5Buckets(keys, 1);
  const bucket = (relative) =>
    relative > 0 ? after[keys - 1 - relative] : row[keys - 1 + relative];
  for (const [relative, expected] of [
    [-200, 15],
    [-91, 15],
    [-90, 14],
    [-23, 11],
    [-22, 10],
    [-8, 8],
    [0, 0],
    [1, 17],
    [8, 24],
    [16, 26],
    [91, 31],
  ])
    assert.equal(bucket(relative), expected, `${relative}`);
  assert.deepEqual(row, t5Buckets(1, keys, { buckets: 32, maxDistance: 128, bidirectional: true }));
});

const SHAPES = [
  [1, 1],
  [5, 5],
  [3, 9],
  [9, 3],
  [130, 257],
  [300, 300],
  [1, 40000],
  [40000, 1],
  [0, 4],
  [4, 0],
];

test('the last query is at the position of the last key', () => {
  for (const [queries, keys] of SHAPES)
    for (const [buckets, maxDistance, bidirectional] of [
      [32, 128, true],
      [32, 128, false],
      [7, 50, false],
      [10, 20, true],
    ])
      checkBuckets(queries, keys, { buckets, maxDistance, bidirectional });
});

function checkBuckets(queries, keys, options) {
  const { buckets, maxDistance, bidirectional } = options;
  const side = bidirectional ? buckets / 2 : buckets;
  const starts = t5Starts(side, maxDistance);
  const out = new Int32Array(queries * keys).fill(-1);
  assert.equal(t5Buckets(queries, keys, { ...options, out }), out);
  out.forEach((bucket, at) => {
    const { query, key, relative } = pairAt(at, queries, keys);
    const expected = t5Bucket(relative, side, starts, bidirectional);
    if (bucket !== expected)
      assert.equal(bucket, expected, `${queries} x ${keys}, query ${query}, key ${key}`);
  });
}

test('the bias of each head is the weight of the bucket; all bits of a NaN are kept', () => {
  for (const [queries, keys] of SHAPES) {
    checkBias(1, queries, keys, {});
    checkBias(12, queries, keys, { bidirectional: false });
    checkBias(3, queries, keys, { buckets: 50, maxDistance: 77 });
  }
});

function checkBias(heads, queries, keys, options) {
  const weights = noise(Float32Array, (options.buckets ?? 32) * heads, heads);
  const weightBits = new Uint32Array(weights.buffer);
  weightBits[heads] = 0x7f800123;
  [weights[0], weights[2]] = [-0, -Infinity];
  const buckets = t5Buckets(queries, keys, options);
  const expected = new Uint32Array(heads * queries * keys);
  let at = 0;
  for (let head = 0; head < heads; head++)
    for (const bucket of buckets) expected[at++] = weightBits[bucket * heads + head];
  const out = new Float32Array(expected.length).fill(7);
  assert.equal(t5Bias(weights, heads, queries, keys, { ...options, out }), out);
  assert.ok(bitsOf(out).equals(bitsOf(expected)), `${heads} heads, ${queries} x ${keys}`);
  assert.ok(bitsOf(t5Bias(weights, heads, queries, keys, options)).equals(bitsOf(expected)));
}

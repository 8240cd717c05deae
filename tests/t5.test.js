/* T5's relative position buckets, against integers compared with integers: no logarithm decides anything here. */
import assert from 'node:assert/strict';
import test from 'node:test';
import {t5Bias, t5Buckets} from '../web/index.js';
import {open} from '../web/wasm.js';
import {bitsOf, noise, random, t5Bucket, t5Starts} from './reference.js';

/** The thresholds of the kernel, for distances that no array could hold. */
function thresholds(side, maxDistance) {
  const {kernels, window, f64} = open();
  kernels.pe_bucket_thresholds(window, side - Math.floor(side / 2), Math.floor(side / 2), maxDistance, side - Math.floor(side / 2), 0);
  return [...f64.slice(window / 8, window / 8 + side - Math.floor(side / 2))];
}

/** Checks every bucket of a row by where its runs begin. */
function checkRow(row, starts, side, shift, where) {
  const m = Math.floor(side / 2), begins = [...Array(m).keys(), ...starts];
  for (let n = 0, bucket = 0; n < row.length; n++) {
    while (bucket + 1 < side && begins[bucket + 1] <= n) bucket++;
    const expected = n || !shift ? bucket + shift : 0;
    if (row[n] !== expected) assert.equal(row[n], expected, `${where}, distance ${n}`);
  }
}

const FAR = 1e6;
const CONFIGURATIONS = [
  [32, 128], [32, 256], [16, 128], [64, 128], [64, 256], [4, 2], [4, 1000000], [6, 7], [8, 65536], [10, 999], [12, 729], [20, 100], [128, 1024], [256, 65],
  [320, 800], [1024, 257], [1024, 4096], [1024, 1000000], [32, 2147483648], [48, 123456789]
];

test('buckets are exact for every distance to a million, keys before and after their query', () => {
  const row = new Int32Array(FAR + 1);
  for (const [buckets, maxDistance] of CONFIGURATIONS) {
    const side = buckets / 2, starts = t5Starts(side, maxDistance), options = {buckets, maxDistance, out: row};
    checkRow(t5Buckets(1, FAR + 1, options).reverse(), starts, side, 0, `${buckets} buckets, maximum ${maxDistance}, before`);
    checkRow(t5Buckets(FAR + 1, 1, options).reverse(), starts, side, side, `${buckets} buckets, maximum ${maxDistance}, after`);
  }
});

test('and so they are in one direction, odd numbers of buckets too, where later keys have bucket 0', () => {
  const row = new Int32Array(FAR + 1);
  const small = [[2, 2], [2, 1e6], [3, 2], [3, 10], [5, 3], [7, 343], [31, 128], [33, 4096], [99, 1e5], [255, 2 ** 31]];
  for (const [buckets, maxDistance] of [...CONFIGURATIONS, ...small]) {
    if (maxDistance <= Math.floor(buckets / 2)) continue;
    const options = {buckets, maxDistance, bidirectional: false, out: row};
    checkRow(t5Buckets(1, FAR + 1, options).reverse(), t5Starts(buckets, maxDistance), buckets, 0, `${buckets} buckets, maximum ${maxDistance}`);
    assert.ok(t5Buckets(FAR + 1, 1, options).every(bucket => bucket === 0));
  }
});

test('the distances where buckets begin are exact up to 2^31, exact powers and roots included', () => {
  for (const side of [2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 24, 31, 32, 64, 100, 128]) {
    const m = Math.floor(side / 2), powers = [2, 3, 4, 5, 8, 10, 16, 27, 64, 81, 625].map(x => m * x), roots = [2, 3, 5, 7].map(x => m * x ** (side - m));
    const nearby = [...powers, ...roots].flatMap(x => [x - 1, x, x + 1]), draw = random(side);
    const drawn = Array.from({length: 20}, () => Math.floor(m * (2 ** 31 / m) ** draw()) + 1);
    for (const maxDistance of new Set([m + 1, m + 2, 128, 2 ** 31 - 1, 2 ** 31, ...nearby, ...drawn])) {
      if (maxDistance <= m || maxDistance > 2 ** 31) continue;
      assert.deepEqual(thresholds(side, maxDistance), t5Starts(side, maxDistance), `${side} on a side, maximum ${maxDistance}`);
    }
  }
});

test('and so they are for every number of buckets up to 200', () => {
  for (let side = 2; side <= 200; side++) {
    for (const maxDistance of [Math.floor(side / 2) + 1, 128, side * 8, 1e6]) {
      if (maxDistance > side / 2) assert.deepEqual(thresholds(side, maxDistance), t5Starts(side, maxDistance), `${side} on a side, maximum ${maxDistance}`);
    }
  }
});

test('and for thousands of buckets, at buckets spread over the side', () => {
  for (const side of [512, 1024, 4095, 16384, 32768]) {
    const m = Math.floor(side / 2), N = side - m;
    for (const maxDistance of [m + 1, 2 * m, 4 * m, 1e6, 2 ** 31]) {
      const some = [0, 1, 2, N / 4 | 0, N / 2 | 0, 3 * N / 4 | 0, N - 1], got = thresholds(side, maxDistance);
      assert.deepEqual(some.map(t => got[t]), t5Starts(side, maxDistance, some), `${side} on a side, maximum ${maxDistance}`);
      assert.ok(got.every((n, t) => Number.isInteger(n) && (!t || n >= got[t - 1])));
    }
  }
  // these are seen through the buckets too
  const row = t5Buckets(1, 200001, {buckets: 32768, maxDistance: 2 ** 31, bidirectional: false}).reverse(), starts = thresholds(32768, 2 ** 31);
  checkRow(row, starts, 32768, 0, '32768 buckets');
});

test('a bucket begins after a distance that falls short of its root by a part in 10^16', () => {
  for (const [side, maxDistance, t, n] of [[6006, 2114646496, 1001, 267167], [6048, 710774643, 1008, 186623], [6510, 2138639657, 1085, 282974]]) {
    const m = side / 2, short = BigInt(m) ** 2n * BigInt(maxDistance) - BigInt(n) ** 3n;
    assert.ok(short > 0n && 3 * t === m, 'the bucket begins at the cube root of m^2 maxDistance, just over n');
    const [far, near] = t5Buckets(1, n + 2, {buckets: side, maxDistance, bidirectional: false});
    assert.deepEqual([near, far], [m + t - 1, m + t], `${side} on a side, maximum ${maxDistance}, distance ${n}`);
  }
});

test('buckets begin at the published distances', () => {
  const published = [
    [16, 128, [8, 12, 16, 23, 32, 46, 64, 91]], [16, 256, [8, 13, 20, 30, 46, 70, 108, 166]],
    [32, 128, [16, 19, 21, 24, 27, 31, 35, 40, 46, 52, 59, 67, 77, 87, 99, 113]], [32, 256, [16, 20, 23, 27, 32, 39, 46, 54, 64, 77, 91, 108, 128, 153, 182, 216]]
  ];
  for (const [side, maxDistance, starts] of published) {
    assert.deepEqual(t5Starts(side, maxDistance), starts);
    const row = t5Buckets(1, 400, {bidirectional: false, buckets: side, maxDistance}).reverse();
    starts.forEach((n, t) => assert.deepEqual([row[n - 1], row[n]], [side / 2 + t - 1, side / 2 + t], `distance ${n}`));
    assert.equal(row[399], side - 1);
  }
});

test('32 buckets and 128 distances are the default, with the buckets of the published examples', () => {
  const keys = 512, row = t5Buckets(1, keys), after = t5Buckets(keys, 1);
  const bucket = relative => relative > 0 ? after[keys - 1 - relative] : row[keys - 1 + relative];
  for (const [relative, expected] of [[-200, 15], [-91, 15], [-90, 14], [-23, 11], [-22, 10], [-8, 8], [0, 0], [1, 17], [8, 24], [16, 26], [91, 31]])
    assert.equal(bucket(relative), expected, `${relative}`);
  assert.deepEqual(row, t5Buckets(1, keys, {buckets: 32, maxDistance: 128, bidirectional: true}));
});

const SHAPES = [[1, 1], [5, 5], [3, 9], [9, 3], [130, 257], [300, 300], [1, 40000], [40000, 1], [0, 4], [4, 0]];

test('the last query sits on the last key', () => {
  for (const [queries, keys] of SHAPES) {
    for (const [buckets, maxDistance, bidirectional] of [[32, 128, true], [32, 128, false], [7, 50, false], [10, 20, true]]) {
      const side = bidirectional ? buckets / 2 : buckets, starts = t5Starts(side, maxDistance), out = new Int32Array(queries * keys).fill(-1);
      assert.equal(t5Buckets(queries, keys, {buckets, maxDistance, bidirectional, out}), out);
      out.forEach((bucket, at) => {
        const q = Math.floor(at / keys), relative = at % keys - (q + keys - queries), expected = t5Bucket(relative, side, starts, bidirectional);
        if (bucket !== expected) assert.equal(bucket, expected, `${queries} x ${keys}, query ${q}, key ${at % keys}`);
      });
    }
  }
});

test('the bias is the weight of the bucket, for each head, NaN and all', () => {
  for (const [queries, keys] of SHAPES) {
    for (const [heads, options] of [[1, {}], [12, {bidirectional: false}], [3, {buckets: 50, maxDistance: 77}]]) {
      const weights = noise(Float32Array, (options.buckets ?? 32) * heads, heads), buckets = t5Buckets(queries, keys, options);
      new Uint32Array(weights.buffer)[heads] = 0x7f800123;
      [weights[0], weights[2]] = [-0, -Infinity];
      const expected = new Float32Array(heads * queries * keys), words = new Uint32Array(expected.buffer), from = new Uint32Array(weights.buffer);
      words.forEach((_, at) => words[at] = from[buckets[at % buckets.length] * heads + Math.floor(at / buckets.length)]);
      const out = new Float32Array(expected.length).fill(7);
      assert.equal(t5Bias(weights, heads, queries, keys, {...options, out}), out);
      assert.ok(bitsOf(out).equals(bitsOf(expected)), `${heads} heads, ${queries} x ${keys}`);
      assert.ok(bitsOf(t5Bias(weights, heads, queries, keys, options)).equals(bitsOf(expected)));
    }
  }
});

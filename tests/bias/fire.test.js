/* Compares FIRE's biases with the network in the paper's listing, computed unit by unit. */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from '../support/random.js';
import { fireBias } from '../../web/index.js';
import { published, ulp32 } from '../support/exact.js';
import { pairAt } from '../support/relative.js';
import { bitsOf, noise } from '../support/reference.js';

/**
 * Returns the bias, and the sum of the magnitudes of its terms. Rounding errors are measured
 * relative to this sum.
 */
function network({ w1, b1, w2, b2 }, head, x) {
  let sum = b2[head];
  let size = Math.abs(sum);
  w1.forEach((slope, unit) => {
    const weight = w2[head * w1.length + unit];
    sum += weight * Math.max(0, slope * x + b1[unit]);
    size += Math.abs(weight) * (Math.abs(slope * x) + Math.abs(b1[unit]));
  });
  return { sum, size };
}

/** Returns the input of the network, for the query at position i and a distance. */
const argument = (i, distance, { c = 0.1, threshold = 512, epsilon = 1e-6 }) =>
  Math.log1p(c * distance) / (Math.log1p(c * Math.max(i, threshold)) + epsilon);

const weights = (heads, hidden, seed) => ({
  w1: noise(Float32Array, hidden, seed),
  b1: noise(Float32Array, hidden, seed + 1).map((x) => x / 2),
  w2: noise(Float32Array, heads * hidden, seed + 2),
  b2: noise(Float32Array, heads, seed + 3),
});
/** Weights of a network that returns its input. */
const SAME = {
  w1: Float32Array.of(1),
  b1: Float32Array.of(0),
  w2: Float32Array.of(1),
  b2: Float32Array.of(0),
};

test('the inputs of the network agree with published ones', () => {
  const keys = 1001;
  const x = fireBias(1, keys, keys, SAME);
  for (const [i, j, expected] of [
    [10, 0, 0.17525475],
    [511, 0, 0.99951492],
    [1000, 999, 0.02065172],
  ])
    assert.ok(published(x[i * keys + j], expected, 8), `${x[i * keys + j]} for ${expected}`);
});

/**
 * Checks every element. Returns the largest error before rounding, relative to the sum of the
 * magnitudes of all terms.
 */
function worstError(bias, queries, keys, options) {
  let worst = 0;
  bias.forEach((got, at) => {
    const { group: head, position, relative } = pairAt(at, queries, keys);
    if (options.causal && relative > 0) {
      assert.equal(got, -Infinity);
      return;
    }
    const x = argument(position, Math.abs(relative), options);
    const { sum, size } = network(options, head, x);
    const error = Math.max(0, Math.abs(got - sum) - ulp32(sum) / 2) / size;
    if (!(error <= worst)) worst = error;
  });
  return worst;
}

test('biases are the outputs of the network, below the threshold and beyond it', (t) => {
  let worst = 0;
  for (const [heads, hidden, queries, keys, options] of [
    [3, 32, 40, 40, {}],
    [2, 32, 90, 90, { threshold: 20.5 }],
    [4, 1, 30, 50, { threshold: 0, causal: true }],
    [2, 100, 50, 30, { threshold: 3 }],
    [1, 7, 3, 2000, { c: 25, epsilon: 0.5 }],
    [2, 32, 700, 700, { causal: true }],
    [3, 0, 4, 4, {}],
    [5, 16, 1, 9, { c: 0 }],
    [2, 4096, 9, 9, {}],
  ]) {
    const network = { ...weights(heads, hidden, hidden + keys), ...options };
    const bias = fireBias(heads, queries, keys, network);
    worst = Math.max(worst, worstError(bias, queries, keys, network));
  }
  const bits = Math.log2(worst).toFixed(1);
  t.diagnostic(`worst error without the rounding: 2^${bits} of the terms`);
  assert.ok(worst < 2 ** -48, `${worst}`);
});

test('hidden units may be always off, always on, equal to others or without weight', () => {
  const w1 = Float32Array.of(0, 0, 0, 1, 1, -1, -1, 2, 1e-30, -1e30);
  const b1 = Float32Array.of(0, 1, -1, -0.5, -0.5, 0.5, -1, -1, -1e-31, 1e30);
  const w2 = noise(Float32Array, 20, 3);
  w2[9] = w2[19] = 1e-30;
  const options = { w1, b1, w2, b2: Float32Array.of(0, -1), threshold: 30 };
  assert.ok(worstError(fireBias(2, 60, 60, options), 60, 60, options) < 2 ** -48);
});

test('a bias depends only on the distance up to the threshold, but not beyond it', () => {
  const sizes = fc.integer({ min: 1, max: 60 });
  fc.assert(
    fc.property(
      sizes,
      sizes,
      fc.nat(50),
      fc.boolean(),
      fc.integer(),
      (queries, keys, threshold, causal, seed) =>
        checkEachAlone(queries, keys, { ...weights(2, 9, seed), threshold, causal }),
    ),
    { numRuns: 40 },
  );
  const near = fireBias(1, 100, 100, weights(1, 32, 1));
  const shifted = fireBias(1, 90, 90, weights(1, 32, 1));
  for (let query = 0; query < 90; query++)
    assert.deepEqual(
      near.subarray((query + 10) * 100 + 10, (query + 11) * 100),
      shifted.subarray(query * 90, (query + 1) * 90),
    );
});

/**
 * Checks that each query has the same bias in a call with only itself and the keys up to it.
 */
function checkEachAlone(queries, keys, options) {
  const bias = fireBias(2, queries, keys, options);
  for (let query = Math.max(0, queries - keys); query < queries; query++) {
    const seen = query + keys - queries + 1;
    const alone = fireBias(2, 1, seen, options);
    for (const head of [0, 1]) {
      const row = (head * queries + query) * keys;
      const expected = alone.subarray(head * seen, (head + 1) * seen);
      assert.deepEqual(bias.subarray(row, row + seen), expected);
    }
  }
}

test('the numbers of units, queries and keys may be 0 or large; out is filled', () => {
  const options = weights(2, 5, 8);
  for (const [queries, keys] of [
    [0, 3],
    [3, 0],
    [2, 33000],
    [40000, 2],
    [600, 130],
  ]) {
    const out = new Float32Array(2 * queries * keys).fill(NaN);
    assert.equal(fireBias(2, queries, keys, { ...options, out }), out);
    assert.ok(bitsOf(out).equals(bitsOf(fireBias(2, queries, keys, options))));
    assert.ok(worstError(out, queries, keys, options) < 2 ** -48);
  }
});

test('a NaN in a weight spoils only the heads that use this weight', () => {
  const options = weights(2, 4, 2);
  const w2 = options.w2.slice();
  w2[6] = NaN;
  const bias = fireBias(2, 2, 2, { ...options, w2 });
  assert.ok(bias.subarray(0, 4).every((x) => x === x));
  const spoilt = Float32Array.of(1, NaN, 1, 1);
  for (const name of ['w1', 'b1'])
    assert.ok(fireBias(2, 2, 2, { ...options, [name]: spoilt }).every(Number.isNaN));
});

/* FIRE's biases, against the network as its listing has it, unit by unit. */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import {fireBias} from '../web/index.js';
import {published, ulp32} from './exact.js';
import {bitsOf, noise} from './reference.js';

/** The value and what its terms add up to without their signs, which rounding errors are measured against. */
function network({w1, b1, w2, b2}, head, x) {
  let sum = b2[head], size = Math.abs(sum);
  w1.forEach((w, u) => {
    const unit = Math.max(0, w * x + b1[u]), weight = w2[head * w1.length + u];
    sum += weight * unit;
    size += Math.abs(weight) * (Math.abs(w * x) + Math.abs(b1[u]));
  });
  return [sum, size];
}

const argument = (i, j, c, threshold, epsilon) => Math.log1p(c * Math.abs(i - j)) / (Math.log1p(c * Math.max(i, threshold)) + epsilon);
const weights = (heads, hidden, seed) => ({
  w1: noise(Float32Array, hidden, seed), b1: noise(Float32Array, hidden, seed + 1).map(x => x / 2), w2: noise(Float32Array, heads * hidden, seed + 2), b2: noise(Float32Array, heads, seed + 3)
});
/** A network that returns its argument. */
const SAME = {w1: Float32Array.of(1), b1: Float32Array.of(0), w2: Float32Array.of(1), b2: Float32Array.of(0)};

test('the published arguments', () => {
  const keys = 1001, x = fireBias(1, keys, keys, SAME);
  for (const [i, j, expected] of [[10, 0, 0.17525475], [511, 0, 0.99951492], [1000, 999, 0.02065172]])
    assert.ok(published(x[i * keys + j], expected, 8), `${x[i * keys + j]} for ${expected}`);
});

/** Checks every element; returns the worst error beside the rounding, against the sum of all terms. */
function check(bias, o, heads, queries, keys, {c = 0.1, threshold = 512, epsilon = 1e-6, causal = false} = {}) {
  let worst = 0;
  bias.forEach((got, at) => {
    const head = Math.floor(at / (queries * keys)), i = Math.floor(at / keys) % queries + keys - queries, j = at % keys;
    if (causal && j > i) return assert.equal(got, -Infinity);
    const [expected, size] = network(o, head, argument(i, j, c, threshold, epsilon)), error = Math.max(0, Math.abs(got - expected) - ulp32(expected) / 2) / size;
    if (!(error <= worst)) worst = error;
  });
  return worst;
}

test('biases are those of the network, below the threshold and beyond it', t => {
  let worst = 0;
  for (const [heads, hidden, queries, keys, options] of [[3, 32, 40, 40, {}], [2, 32, 90, 90, {threshold: 20.5}], [4, 1, 30, 50, {threshold: 0, causal: true}], [2, 100, 50, 30, {threshold: 3}],
    [1, 7, 3, 2000, {c: 25, epsilon: 0.5}], [2, 32, 700, 700, {causal: true}], [3, 0, 4, 4, {}], [5, 16, 1, 9, {c: 0}], [2, 4096, 9, 9, {}]]) {
    const o = weights(heads, hidden, hidden + keys);
    worst = Math.max(worst, check(fireBias(heads, queries, keys, {...o, ...options}), o, heads, queries, keys, options));
  }
  t.diagnostic(`worst error beside the rounding: 2^${Math.log2(worst).toFixed(1)} of the terms`);
  assert.ok(worst < 2 ** -48, `${worst}`);
});

test('units that are dead, always on, alike or without weight', () => {
  const w1 = Float32Array.of(0, 0, 0, 1, 1, -1, -1, 2, 1e-30, -1e30), b1 = Float32Array.of(0, 1, -1, -0.5, -0.5, 0.5, -1, -1, -1e-31, 1e30);
  const o = {w1, b1, w2: noise(Float32Array, 20, 3), b2: Float32Array.of(0, -1)};
  o.w2[9] = o.w2[19] = 1e-30;
  assert.ok(check(fireBias(2, 60, 60, {...o, threshold: 30}), o, 2, 60, 60, {threshold: 30}) < 2 ** -48);
});

test('the bias of a query at or before the threshold depends on the distance alone, and later ones on the ratio of logarithms', () => {
  fc.assert(fc.property(fc.integer({min: 1, max: 60}), fc.integer({min: 1, max: 60}), fc.nat(50), fc.boolean(), fc.integer(), (queries, keys, threshold, causal, seed) => {
    const o = {...weights(2, 9, seed), threshold, causal}, bias = fireBias(2, queries, keys, o);
    // every query alone, on the last key of its own
    for (let q = 0; q < queries; q++) {
      const i = q + keys - queries;
      if (i < 0) continue;
      const alone = fireBias(2, 1, i + 1, o);
      for (const head of [0, 1]) assert.deepEqual(bias.subarray((head * queries + q) * keys, (head * queries + q) * keys + i + 1), alone.subarray(head * (i + 1), (head + 1) * (i + 1)));
    }
  }), {numRuns: 40});
  const near = fireBias(1, 100, 100, weights(1, 32, 1)), shifted = fireBias(1, 90, 90, weights(1, 32, 1));
  for (let q = 0; q < 90; q++) assert.deepEqual(near.subarray((q + 10) * 100 + 10, (q + 11) * 100), shifted.subarray(q * 90, (q + 1) * 90));
});

test('sizes of 0, wide and long ones, and out', () => {
  const o = weights(2, 5, 8);
  for (const [queries, keys] of [[0, 3], [3, 0], [2, 33000], [40000, 2], [600, 130]]) {
    const out = new Float32Array(2 * queries * keys).fill(NaN);
    assert.equal(fireBias(2, queries, keys, {...o, out}), out);
    assert.ok(bitsOf(out).equals(bitsOf(fireBias(2, queries, keys, o))));
    assert.ok(check(out, o, 2, queries, keys) < 2 ** -48);
  }
});

test('NaN in a weight is in the head that has it', () => {
  const o = weights(2, 4, 2);
  o.w2[6] = NaN;
  const bias = fireBias(2, 2, 2, o);
  assert.ok(bias.subarray(0, 4).every(x => x === x));
  for (const name of ['w1', 'b1']) assert.ok(fireBias(2, 2, 2, {...weights(2, 4, 2), [name]: Float32Array.of(1, NaN, 1, 1)}).every(Number.isNaN));
});

/* Tests attention with linear biases (ALiBi): the slopes, and the biases computed from them. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { addAlibi, alibiBias, alibiSlopes } from '../../web/index.js';
import { decimal, frequency, golden, toFloat32 } from '../support/exact.js';
import { bitsOfHalf } from '../support/halves.js';
import * as reference from '../support/reference.js';
import { bitsOf, noise } from '../support/reference.js';

/** Returns 2^(-maxBias i / n), correctly rounded; maxBias is an integer. */
const slope = (maxBias, i, n) => toFloat32(frequency(2, maxBias * i, 2 * n));

/**
 * Computes slopes by the rule of the authors' code. The first slopes are those for the largest
 * power of two that is at most `heads`. The others are every second slope for the next power of
 * two.
 */
function paper(heads, maxBias = 8) {
  const power = 2 ** Math.floor(Math.log2(heads));
  return Float32Array.from({ length: heads }, (_, head) =>
    head < power
      ? slope(maxBias, head + 1, power)
      : slope(maxBias, 2 * (head - power) + 1, 2 * power),
  );
}

/** Computes slopes by the geometric rule. */
const geometric = (heads) =>
  Float32Array.from({ length: heads }, (_, head) => slope(8, head + 1, heads));

test('slopes are correctly rounded for 1 to 128 heads, by both rules', () => {
  for (let heads = 1; heads <= 128; heads++) {
    assert.deepEqual(alibiSlopes(heads), paper(heads), `${heads} heads`);
    const slopes = alibiSlopes(heads, { rule: 'geometric' });
    assert.deepEqual(slopes, geometric(heads), `${heads} heads, geometric`);
  }
});

test('slopes are the rounded values of mpmath', () => {
  const rounded = (digits) => digits.map((x) => toFloat32(decimal(x)));
  for (const [heads, ofPaper, ofGeometric] of golden('slopes')) {
    assert.deepEqual([...alibiSlopes(heads)], rounded(ofPaper));
    assert.deepEqual([...alibiSlopes(heads, { rule: 'geometric' })], rounded(ofGeometric));
  }
});

test('alibiBias accepts slopes or maxBias, but not both', () => {
  const options = { slopes: [1, 2], maxBias: 8 };
  const refusal = {
    name: 'TypeError',
    message: /^\w+: slopes: expected either slopes or maxBias, got both$/,
  };
  assert.throws(() => alibiBias(2, 1, 1, options), refusal);
  assert.throws(() => addAlibi(new Float32Array(2), 2, 1, 1, options), refusal);
  assert.throws(() => alibiBias(2, 1, 1, { maxBias: 127 }), {
    name: 'RangeError',
    message: /^\w+: maxBias: /,
  });
});

test('slopes are also correctly rounded for many heads and for other values of maxBias', () => {
  for (const maxBias of [0, 1, 4, 8, 16, 126])
    for (const heads of [1, 3, 8, 71, 112, 500]) {
      const slopes = alibiSlopes(heads, { maxBias });
      assert.deepEqual(slopes, paper(heads, maxBias), `${heads} heads, ${maxBias}`);
    }
  const many = alibiSlopes(65536);
  const expected = [1, 2, 3, 32768, 65535, 65536].map((i) => slope(8, i, 65536));
  assert.deepEqual(
    [0, 1, 2, 32767, 65534, 65535].map((i) => many[i]),
    expected,
  );
});

test('slopes agree with published ones', () => {
  const eight = [0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625, 0.0078125, 0.00390625];
  const published = {
    1: [0.00390625],
    2: [0.0625, 0.00390625],
    3: [0.0625, 0.00390625, 0.25],
    4: [0.25, 0.0625, 0.015625, 0.00390625],
    6: [0.25, 0.0625, 0.015625, 0.00390625, 0.5, 0.125],
    8: eight,
    12: [...eight, Math.SQRT1_2, Math.SQRT1_2 / 2, Math.SQRT1_2 / 4, Math.SQRT1_2 / 8],
  };
  for (const [heads, slopes] of Object.entries(published))
    assert.deepEqual(alibiSlopes(Number(heads)), Float32Array.from(slopes));
  const out = new Float32Array(8);
  assert.equal(alibiSlopes(8, { out }), out);
  assert.deepEqual(out, Float32Array.from(eight));
});

test('both rules agree if the number of heads is a power of two, and only then', () => {
  for (const heads of [1, 2, 4, 8, 64, 1024])
    assert.deepEqual(alibiSlopes(heads), alibiSlopes(heads, { rule: 'geometric' }));
  for (const heads of [3, 5, 12, 127])
    assert.notDeepEqual(alibiSlopes(heads), alibiSlopes(heads, { rule: 'geometric' }));
});

const SHAPES = [
  [1, 1, 1],
  [8, 5, 5],
  [3, 1, 9],
  [12, 4, 7],
  [5, 9, 4],
  [2, 1, 70000],
  [1, 70000, 1],
  [2, 300, 290],
  [40, 33, 65],
  [2, 0, 3],
  [2, 3, 0],
];

test('the bias has the same bits as from a plain loop, for any shape, causal or not', () => {
  for (const [heads, queries, keys] of SHAPES)
    for (const causal of [false, true]) {
      const expected = reference.alibiBias(alibiSlopes(heads), queries, keys, causal);
      const where = `${heads} heads, ${queries} x ${keys}, causal ${causal}`;
      const bias = alibiBias(heads, queries, keys, { causal });
      assert.ok(bitsOf(bias).equals(bitsOf(expected)), where);
      const out = new Float32Array(expected.length).fill(NaN);
      assert.equal(alibiBias(heads, queries, keys, { causal, out }), out);
      assert.ok(bitsOf(out).equals(bitsOf(expected)), where);
    }
});

test('given slopes may have any sign, and may be a Float32Array or a list of numbers', () => {
  for (const slopes of [
    Float32Array.of(0.3, -2, 1e-7),
    [0.1, 1 / 3, -0.7],
    Float64Array.of(1e30, Math.PI, 3),
  ]) {
    const expected = reference.alibiBias(slopes, 20, 33, true);
    assert.ok(bitsOf(alibiBias(3, 20, 33, { slopes, causal: true })).equals(bitsOf(expected)));
  }
});

test('the last query is at the position of the last key', () => {
  const bias = alibiBias(1, 2, 4, { slopes: [1] });
  assert.deepEqual([...bias].map(Math.abs), [2, 1, 0, 1, 3, 2, 1, 0]);
  const causal = alibiBias(1, 3, 2, { slopes: [1], causal: true });
  assert.deepEqual([...causal].map(Math.abs), [Infinity, Infinity, 0, Infinity, 1, 0]);
  assert.ok(bias.every((x) => x <= 0));
});

test('addAlibi adds the bits of alibiBias to every batch of scores, in place', () => {
  for (const [heads, queries, keys] of SHAPES)
    for (const [batches, causal, slopes] of [
      [1, false],
      [3, true],
      [2, true, noise(Float32Array, heads, 4)],
    ]) {
      const scores = noise(Float32Array, batches * heads * queries * keys, keys);
      const bias = reference.alibiBias(slopes ?? alibiSlopes(heads), queries, keys, causal);
      const expected = scores.map((x, i) => x + bias[i % bias.length]);
      assert.equal(addAlibi(scores, heads, queries, keys, { causal, slopes }), scores);
      const where = `${batches} x ${heads} heads, ${queries} x ${keys}, causal ${causal}`;
      assert.ok(bitsOf(scores).equals(bitsOf(expected)), where);
    }
});

test('the first n heads may have the slopes of n heads, and the other heads no bias', () => {
  const bias = alibiBias(5, 4, 6, { slopes: [...alibiSlopes(3), 0, 0] });
  assert.ok(bitsOf(bias.subarray(0, 72)).equals(bitsOf(alibiBias(3, 4, 6))));
  assert.ok(bias.subarray(72).every((x) => x === 0));
});

test('with positions, each key has the bias of its distance, in pieces and in every type', () => {
  for (const [heads, queries, keys] of [
    [3, 4, 9],
    [2, 2, 3 * 65536 + 5],
  ]) {
    const positions = noise(Float64Array, keys, 1).map((value) => Math.round(900 * value));
    const slopes = alibiSlopes(heads);
    for (const causal of [false, true])
      for (const dtype of ['float32', 'float16', 'bfloat16']) {
        const bias = alibiBias(heads, queries, keys, { positions, causal, dtype });
        const wanted = Float64Array.from(bias, (_, i) => {
          const [key, row] = [i % keys, Math.floor(i / keys)];
          const query = keys - queries + (row % queries);
          const slope = slopes[Math.floor(row / queries)];
          if (causal && key > query) return -Infinity;
          return 0 - slope * Math.abs(positions[query] - positions[key]);
        });
        const rounded =
          dtype === 'float32'
            ? Float32Array.from(wanted)
            : Uint16Array.from(wanted, (value) => bitsOfHalf(value, dtype));
        assert.ok(bitsOf(bias).equals(bitsOf(rounded)), `${keys} keys, ${dtype}`);
      }
  }
});

/* Compares Sandwich's biases with cosines that are computed with BigInt. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { sandwichBias } from '../../web/index.js';
import { Meter32, fixed, frequency, published, sinCos } from '../support/exact.js';
import { pairAt } from '../support/relative.js';

/** Returns the bias of the head h = 1..heads at a distance D. */
function exact(dim, heads, h, D) {
  let sum = -fixed(dim / 2);
  for (let i = 1; i <= dim / 2; i++) sum += sinCos(BigInt(D) * frequency(1e4, i, dim))[1];
  return (sum * BigInt(heads)) / BigInt(8 * h);
}

test('biases agree with published values', () => {
  const keys = 101;
  const bias = sandwichBias(8, 1, keys);
  for (const [h, D, expected] of [
    [1, 1, -1.446619],
    [1, 10, -19.340906],
    [1, 100, -33.318914],
    [8, 1, -0.180827],
  ]) {
    const got = bias[h * keys - 1 - D];
    assert.ok(published(got, expected, 6), `${got} for ${expected}`);
  }
  assert.equal(bias[keys - 1], -0);
});

test('biases are correctly rounded, even where their terms almost cancel', (t) => {
  const meter = new Meter32();
  for (const [dim, heads, keys, step] of [
    [128, 8, 200, 7],
    [2, 3, 40, 1],
    [6, 5, 3000, 41],
    [64, 12, 40000, 1999],
    [256, 1, 100, 9],
  ]) {
    const bias = sandwichBias(heads, 1, keys, { dim });
    for (const h of new Set([1, heads >> 1 || 1, heads])) {
      const where = (D) => `distance ${D}, head ${h} of ${heads}, dim ${dim}`;
      for (let D = 0; D < keys; D += step)
        meter.check(bias[h * keys - 1 - D], exact(dim, heads, h, D), D, where);
    }
  }
  t.diagnostic(`${meter}`);
  assert.ok(meter.worst <= 0.501 && meter.misrounded < 2, `${meter}`);
});

test('a bias depends only on the distance and the head; causal hides later keys', () => {
  for (const [heads, queries, keys] of [
    [1, 1, 1],
    [3, 5, 9],
    [2, 9, 5],
    [4, 40, 40],
    [2, 300, 290],
    [1, 33000, 3],
    [2, 2, 33000],
    [2, 0, 3],
    [2, 3, 0],
  ]) {
    const bias = sandwichBias(heads, queries, keys, { dim: 16 });
    const causal = sandwichBias(heads, queries, keys, { dim: 16, causal: true });
    const size = queries + keys + 1;
    const rows = sandwichBias(heads, 1, size, { dim: 16 });
    let wrong = 0;
    bias.forEach((x, at) => {
      const { group: head, relative } = pairAt(at, queries, keys);
      wrong +=
        x !== rows[(head + 1) * size - 1 - Math.abs(relative)] ||
        causal[at] !== (relative > 0 ? -Infinity : x) ||
        !(x <= 0);
    });
    assert.equal(wrong, 0, `${heads} heads, ${queries} x ${keys}`);
  }
  const both = sandwichBias(2, 1, 50);
  const twice = both.subarray(50).map((x) => 2 * x);
  assert.deepEqual(both.subarray(0, 50), twice);
});

test('if dim is 0, the bias is 0', () =>
  assert.deepEqual([...sandwichBias(2, 1, 2, { dim: 0 })], [-0, -0, -0, -0]));

/* Sandwich's biases, against cosines in BigInt. */
import assert from 'node:assert/strict';
import test from 'node:test';
import {sandwichBias} from '../web/index.js';
import {Meter32, fixed, frequency, published, sinCos} from './exact.js';

/** The bias of a head h = 1..heads at a distance. */
function exact(dim, heads, h, D) {
  let sum = -fixed(dim / 2);
  for (let i = 1; i <= dim / 2; i++) sum += sinCos(BigInt(D) * frequency(1e4, i, dim))[1];
  return sum * BigInt(heads) / BigInt(8 * h);
}

test('the published values', () => {
  const keys = 101, bias = sandwichBias(8, 1, keys);
  for (const [h, D, expected] of [[1, 1, -1.446619], [1, 10, -19.340906], [1, 100, -33.318914], [8, 1, -0.180827]]) {
    const got = bias[h * keys - 1 - D];
    assert.ok(published(got, expected, 6), `${got} for ${expected}`);
  }
  assert.equal(bias[keys - 1], -0);
});

test('biases are correctly rounded, where the cosines all but cancel, too', t => {
  const meter = new Meter32();
  for (const [dim, heads, keys, step] of [[128, 8, 200, 7], [2, 3, 40, 1], [6, 5, 3000, 41], [64, 12, 40000, 1999], [256, 1, 100, 9]]) {
    const bias = sandwichBias(heads, 1, keys, {dim});
    for (let D = 0; D < keys; D += step)
      for (const h of new Set([1, heads >> 1 || 1, heads])) meter.check(bias[h * keys - 1 - D], exact(dim, heads, h, D), D, D => `distance ${D}, head ${h} of ${heads}, dim ${dim}`);
  }
  t.diagnostic(`${meter}`);
  assert.ok(meter.worst <= 0.501 && meter.misrounded < 2, `${meter}`);
});

test('a bias depends on the distance alone; the heads are multiples; causal hides the keys after their query', () => {
  for (const [heads, queries, keys] of [[1, 1, 1], [3, 5, 9], [2, 9, 5], [4, 40, 40], [2, 300, 290], [1, 33000, 3], [2, 2, 33000], [2, 0, 3], [2, 3, 0]]) {
    const bias = sandwichBias(heads, queries, keys, {dim: 16}), causal = sandwichBias(heads, queries, keys, {dim: 16, causal: true});
    const far = queries + keys, rows = sandwichBias(heads, 1, far + 1, {dim: 16});
    let wrong = 0;
    for (let i = 0; i < bias.length; i++) {
      const head = Math.floor(i / (queries * keys)), d = i % keys - (Math.floor(i / keys) % queries + keys - queries);
      wrong += bias[i] !== rows[(head + 1) * (far + 1) - 1 - Math.abs(d)] || causal[i] !== (d > 0 ? -Infinity : bias[i]) || !(bias[i] <= 0);
    }
    assert.equal(wrong, 0, `${heads} heads, ${queries} x ${keys}`);
  }
  const [one, two] = [[1, 2], [2, 2]].map(([h, heads]) => sandwichBias(heads, 1, 50).subarray((h - 1) * 50, h * 50));
  assert.deepEqual(one, two.map(x => 2 * x));
});

test('no pair of the width, no bias', () => assert.deepEqual([...sandwichBias(2, 1, 2, {dim: 0})], [-0, -0, -0, -0]));

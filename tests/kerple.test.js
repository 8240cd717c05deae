/* KERPLE's biases, against logarithms and powers in BigInt. */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import {kerpleBias} from '../web/index.js';
import {Meter32, exp, fixed, ln, lnFixed, times} from './exact.js';
import {noise} from './reference.js';

const FORMS = {
  log: (p, a, D) => -times(p, lnFixed(fixed(1) + fixed(a) * BigInt(D))),
  // D^p = 1 / e^(-p ln D), in two factors: exp is for what is at most 0
  power: (p, a, D) => D ? -times(a, fixed(1) * fixed(1) / exp(-times(p, ln(D)))) : p ? 0n : -fixed(a)
};

test('the published values', () => {
  const row = kerpleBias(1, 1, 11, {p: [1], a: [1]}).reverse();
  assert.deepEqual([1, 10].map(D => row[D].toFixed(6)), ['-0.693147', '-2.397895']);
  assert.equal(row[0], -0);
  assert.deepEqual([...kerpleBias(2, 1, 4, {form: 'power', p: [1, 2], a: [0.5, 2]})], [-1.5, -1, -0.5, -0, -18, -8, -2, -0]);
});

for (const [form, formula] of Object.entries(FORMS)) {
  test(`the form '${form}' is correctly rounded, near and far, with p and a large and tiny`, t => {
    const meter = new Meter32(), keys = 3000, most = form === 'log' ? 100 : 2;
    const p = [...noise(Float64Array, 12, 5).map(x => most * Math.abs(x)), 1e-6, 0.9 * most], a = [...noise(Float64Array, 12, 6).map(x => Math.abs(x) ** 4 * 3), 1e-12, 1e9];
    const bias = kerpleBias(p.length, 1, keys, {form, p, a});
    p.forEach((_, h) => {
      for (let D = 0; D < keys; D += D < 100 ? 1 : 29)
        meter.check(bias[(h + 1) * keys - 1 - D], formula(p[h], a[h], D), D, D => `distance ${D}, p ${p[h]}, a ${a[h]}`);
    });
    const far = 1 << 20, row = kerpleBias(1, 1, far, {form, p: [1.7], a: [0.3]}).reverse();
    for (let D = 999; D < far; D += 1013) meter.check(row[D], formula(1.7, 0.3, D), D, D => `distance ${D}`);
    t.diagnostic(`${form}: ${meter}`);
    assert.ok(meter.worst <= 0.501 && meter.misrounded < 2, `${meter}`);
  });
}

test('a bias depends on the distance alone, and falls with it; causal hides the keys after their query', () => {
  const heads = fc.integer({min: 1, max: 3}), sizes = fc.integer({min: 0, max: 40});
  fc.assert(fc.property(heads, sizes, sizes, fc.boolean(), fc.constantFrom('log', 'power'), fc.integer(), (heads, queries, keys, causal, form, seed) => {
    const p = noise(Float32Array, heads, seed).map(x => Math.abs(x)), a = noise(Float32Array, heads, seed + 1).map(x => Math.abs(x)), far = queries + keys;
    const bias = kerpleBias(heads, queries, keys, {form, p, a, causal}), rows = kerpleBias(heads, 1, far + 1, {form, p, a});
    for (let i = 0; i < bias.length; i++) {
      const head = Math.floor(i / (queries * keys)), d = i % keys - (Math.floor(i / keys) % queries + keys - queries), row = (head + 1) * (far + 1) - 1;
      assert.equal(bias[i], causal && d > 0 ? -Infinity : rows[row - Math.abs(d)]);
      assert.ok(rows[row - Math.abs(d)] <= (d ? rows[row - Math.abs(d) + 1] : 0));
    }
  }), {numRuns: 60});
});

test('p = 0 in a power counts every distance alike, and a = 0 none', () => {
  assert.deepEqual([...kerpleBias(1, 1, 3, {form: 'power', p: [0], a: [2]})], [-2, -2, -2]);
  for (const form of ['log', 'power']) assert.ok(kerpleBias(1, 3, 3, {form, p: [1.5], a: [0]}).every(x => x === 0));
});

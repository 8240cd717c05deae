/* Compares KERPLE's biases with logarithms and powers that are computed with BigInt. */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from '../support/random.js';
import { kerpleBias } from '../../web/index.js';
import { Meter32, exp, fixed, ln, lnFixed, times } from '../support/exact.js';
import { pairAt } from '../support/relative.js';
import { noise } from '../support/reference.js';

/** For each form, the function that returns the exact bias at a distance D. */
const FORMS = {
  log: (p, a, D) => -times(p, lnFixed(fixed(1) + fixed(a) * BigInt(D))),
  power: (p, a, D) => {
    if (!D) return p ? 0n : -fixed(a);
    // D^p is computed as 1 / e^(-p ln D), since exp accepts only numbers up to 0.
    return -times(a, (fixed(1) * fixed(1)) / exp(-times(p, ln(D))));
  },
};

test('biases agree with published values', () => {
  const row = kerpleBias(1, 1, 11, { p: [1], a: [1] }).reverse();
  assert.deepEqual(
    [1, 10].map((distance) => row[distance].toFixed(6)),
    ['-0.693147', '-2.397895'],
  );
  assert.equal(row[0], -0);
  assert.deepEqual(
    [...kerpleBias(2, 1, 4, { form: 'power', p: [1, 2], a: [0.5, 2] })],
    [-1.5, -1, -0.5, -0, -18, -8, -2, -0],
  );
});

for (const [form, formula] of Object.entries(FORMS)) {
  test(`the form '${form}' is correctly rounded, near and far, for all p and a`, (t) => {
    const meter = new Meter32();
    const keys = 3000;
    const most = form === 'log' ? 100 : 2;
    const p = [...noise(Float64Array, 12, 5).map((x) => most * Math.abs(x)), 1e-6, 0.9 * most];
    const a = [...noise(Float64Array, 12, 6).map((x) => Math.abs(x) ** 4 * 3), 1e-12, 1e9];
    const bias = kerpleBias(p.length, 1, keys, { form, p, a });
    p.forEach((_, head) => {
      const where = (D) => `distance ${D}, p ${p[head]}, a ${a[head]}`;
      for (let D = 0; D < keys; D += D < 100 ? 1 : 29)
        meter.check(bias[(head + 1) * keys - 1 - D], formula(p[head], a[head], D), D, where);
    });
    const far = 1 << 20;
    const row = kerpleBias(1, 1, far, { form, p: [1.7], a: [0.3] }).reverse();
    for (let D = 999; D < far; D += 1013)
      meter.check(row[D], formula(1.7, 0.3, D), D, (D) => `distance ${D}`);
    t.diagnostic(`${form}: ${meter}`);
    assert.ok(meter.worst <= 0.501 && meter.misrounded < 2, `${meter}`);
  });
}

test('a bias falls with the distance alone; causal hides keys after the query', () => {
  const heads = fc.integer({ min: 1, max: 3 });
  const sizes = fc.integer({ min: 0, max: 40 });
  fc.assert(
    fc.property(
      heads,
      sizes,
      sizes,
      fc.boolean(),
      fc.constantFrom('log', 'power'),
      fc.integer(),
      (heads, queries, keys, causal, form, seed) => {
        const p = noise(Float32Array, heads, seed).map((x) => Math.abs(x));
        const a = noise(Float32Array, heads, seed + 1).map((x) => Math.abs(x));
        const size = queries + keys + 1;
        const bias = kerpleBias(heads, queries, keys, { form, p, a, causal });
        const rows = kerpleBias(heads, 1, size, { form, p, a });
        bias.forEach((x, at) => {
          const { group: head, relative } = pairAt(at, queries, keys);
          const atDistance = (head + 1) * size - 1 - Math.abs(relative);
          assert.equal(x, causal && relative > 0 ? -Infinity : rows[atDistance]);
          assert.ok(rows[atDistance] <= (relative ? rows[atDistance + 1] : 0));
        });
      },
    ),
    { numRuns: 60 },
  );
});

test('in the form power, p = 0 makes all biases equal; a = 0 makes all biases 0', () => {
  assert.deepEqual([...kerpleBias(1, 1, 3, { form: 'power', p: [0], a: [2] })], [-2, -2, -2]);
  for (const form of ['log', 'power'])
    assert.ok(kerpleBias(1, 3, 3, { form, p: [1.5], a: [0] }).every((x) => x === 0));
});

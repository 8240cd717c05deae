/* Tests XLNet's table of relative positions. */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from '../support/random.js';
import { sinusoidal, transformerXLBias, xlnetTable } from '../../web/index.js';
import { bitsOf, noise } from '../support/reference.js';

/* The rows that XLNet's code computes for the distances 3, 2, 1 and 0, with 4 columns. */
const THREE = [0.14112000167369843, 0.029995499178767204, -0.9899924993515015, 0.9995500445365906];
const TWO = [0.9092974066734314, 0.019998665899038315, -0.416146844625473, 0.9998000264167786];
const ONE = [0.8414709568023682, 0.009999833069741726, 0.5403023362159729, 0.9999499917030334];
const ZERO = [0, 0, 1, 1];
const negative = ([a, b, c, d]) => [-a, -b, c, d];

/** Asserts that a table has these rows, up to one rounding to float32. */
function checkRows(table, rows) {
  const expected = rows.flat();
  assert.equal(table.length, expected.length);
  table.forEach((x, i) => assert.ok(Math.abs(x - expected[i]) <= 2 ** -24, `${i}: ${x}`));
}

test("tables agree with XLNet's code: both types of attention, bi_data and clamp_len", () => {
  for (const precision of ['exact', 'float32']) {
    const make = (options) => xlnetTable(2, 3, 4, { precision, ...options });
    checkRows(make({}), [THREE, TWO, ONE, ZERO, negative(ONE)]);
    checkRows(make({ backward: true }), [...[THREE, TWO, ONE].map(negative), ZERO, ONE]);
    checkRows(make({ bidirectional: false }), [THREE, TWO, ONE, ZERO]);
    checkRows(make({ clamp: 2 }), [TWO, TWO, ONE, ZERO, negative(ONE)]);
    checkRows(make({ clamp: 2, backward: true }), [...[TWO, TWO, ONE].map(negative), ZERO, ONE]);
  }
});

test('a row is the sinusoidal row of its position, in every dtype, base and precision', () => {
  const size = fc.nat(12);
  const shape = [size, size, size, fc.boolean(), fc.boolean()];
  const details = [fc.constantFrom('float32', 'float64'), fc.constantFrom('exact', 'float32')];
  fc.assert(
    fc.property(
      ...shape,
      fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
      fc.constantFrom(undefined, 500),
      ...details,
      (queries, keys, half, bidirectional, backward, clamp, base, dtype, precision) => {
        const common = { base, dtype, precision };
        const last = bidirectional ? 1 - queries : 0;
        const positions = [];
        for (let p = keys; p >= last; p--)
          positions.push(
            (backward ? -1 : 1) * Math.max(-(clamp ?? p * p), Math.min(clamp ?? p, p)),
          );
        const got = xlnetTable(queries, keys, 2 * half, {
          ...common,
          bidirectional,
          backward,
          clamp,
        });
        const rows = positions.map((p) =>
          sinusoidal(1, 2 * half, { ...common, layout: 'concatenated', start: p + 0 }),
        );
        assert.deepEqual(
          [...got],
          rows.flatMap((row) => [...row]),
        );
      },
    ),
    { numRuns: 200 },
  );
});

test('the result is `out`, and a backward table has negated sines', () => {
  const out = new Float64Array(9 * 6).fill(NaN);
  assert.equal(xlnetTable(4, 5, 6, { out, dtype: 'float64' }), out);
  const backward = xlnetTable(4, 5, 6, { backward: true, dtype: 'float64' });
  backward.forEach((x, i) => assert.equal(x, i % 6 < 3 ? 0 - out[i] : out[i]));
});

test("a table for 'uni' is the beginning of the table for 'bi'", () => {
  const both = xlnetTable(4, 5, 6);
  const one = xlnetTable(4, 5, 6, { bidirectional: false });
  assert.ok(bitsOf(one).equals(bitsOf(both.slice(0, one.length))));
});

test('clamping the table is the same as clamping the rows that the bias reads', () => {
  const shape = { heads: 2, queries: 4, keys: 7, headDim: 3, bidirectional: true };
  const q = noise(Float32Array, 24, 1);
  const v = noise(Float32Array, 6, 2);
  const clamp = 2;
  assert.deepEqual(
    transformerXLBias({ ...shape, q, v, table: xlnetTable(4, 7, 6, { clamp }) }),
    transformerXLBias({ ...shape, q, v, table: xlnetTable(4, 7, 6), clamp }),
  );
});

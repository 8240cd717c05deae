/* Compares the numbers of pe-clocks with plain JavaScript. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { clocksModel } from '../../web/figures/clocks/model.js';

const anyState = fc.record({
  position: fc.nat(2000),
  other: fc.nat(2000),
  dim: fc.integer({ min: 1, max: 32 }).map((half) => 2 * half),
  base: fc.integer({ min: 2, max: 20000 }),
});
/** Fails unless two numbers are the same within 1e-9. */
const near = (got, wanted, what) =>
  assert.ok(Math.abs(got - wanted) < 1e-9, `${what}: ${got}, not ${wanted}`);

test('the hands of each clock, their distance, and the distance of all clocks together', () => {
  fc.assert(
    fc.property(anyState, (state) => {
      const { position, other, dim, base } = state;
      const { table, chords, total, fooled, waves } = clocksModel(state);
      assert.deepEqual([table.length, chords.length, waves.length], [2 * dim, dim / 2, dim / 2]);
      let sum = 0;
      let confused = 0;
      chords.forEach((chord, pair) => {
        const frequency = base ** ((-2 * pair) / dim);
        const angle = position * frequency;
        near(table[2 * pair], Math.sin(angle), `sine ${pair}`);
        near(table[dim + 2 * pair + 1], Math.cos(other * frequency), `cosine ${pair} of other`);
        near(waves[pair] * frequency, 2 * Math.PI, `wavelength ${pair}`);
        const wanted = 2 * Math.abs(Math.sin((angle - other * frequency) / 2));
        near(chord, wanted, `chord ${pair}`);
        sum += wanted * wanted;
        confused += wanted < 0.02;
      });
      near(total, Math.sqrt(sum), 'total');
      assert.equal(fooled, confused);
    }),
  );
});

test('the same position confuses every clock', () => {
  const { chords, total, fooled } = clocksModel({ position: 7, other: 7, dim: 8, base: 10000 });
  assert.deepEqual([[...chords], total, fooled], [[0, 0, 0, 0], 0, 4]);
});

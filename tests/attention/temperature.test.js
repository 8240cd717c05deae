/* Tests the temperature of the layers of Llama 4 that have no position embedding. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { attentionTemperature } from '../../web/index.js';
import { Meter32, fixed, ln, published, times } from '../support/exact.js';
import { random } from '../support/reference.js';

const exact = (p, beta, floor) => fixed(1) + times(beta, ln(Math.floor((p + 1) / floor) + 1));

test('temperatures agree with published values', () => {
  const positions = [8190, 8191, 16383, 131071];
  const expected = [1, 1.069315, 1.109861, 1.283321];
  attentionTemperature(4, { positions }).forEach((x, i) =>
    assert.ok(published(x, expected[i], 6), `${x} at ${positions[i]}`),
  );
});

test('temperatures are correctly rounded, with start and with positions', (t) => {
  const meter = new Meter32();
  const draw = random(3);
  for (const [beta, floor] of [
    [0.1, 8192],
    [0.25, 3],
    [1, 1],
    [-0.01, 1000.5],
    [0, 7],
    [3e5, 16],
  ]) {
    const positions = Array.from({ length: 500 }, () => Math.floor(2 ** (30 * draw())));
    const where = (i) => `position ${positions[i]}, beta ${beta}, floor ${floor}`;
    attentionTemperature(500, { positions, beta, floor }).forEach((x, i) =>
      meter.check(x, exact(positions[i], beta, floor), i, where),
    );
  }
  t.diagnostic(`${meter}`);
  assert.ok(meter.worst <= 0.501 && meter.misrounded < 2, `${meter}`);
  for (const start of [0, 8000, 0.5, 2 ** 40 - 70000]) {
    const out = new Float32Array(70000).fill(NaN);
    assert.equal(attentionTemperature(70000, { start, out }), out);
    assert.deepEqual(
      out,
      attentionTemperature(70000, { positions: Array.from(out, (_, i) => start + i) }),
    );
  }
});

test('the temperature is 1 up to position floor - 2, and then grows in steps', () => {
  const all = attentionTemperature(1000, { floor: 100 });
  all.forEach((x, position) => {
    const before = all[position - 1];
    if (position < 99) assert.ok(x === 1);
    else if (position % 100 === 99) assert.ok(x > before);
    else assert.ok(x === before);
  });
  assert.equal(attentionTemperature(0).length, 0);
});

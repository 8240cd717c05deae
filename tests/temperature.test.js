/* Llama 4's temperature of layers without positions. */
import assert from 'node:assert/strict';
import test from 'node:test';
import {attentionTemperature} from '../web/index.js';
import {Meter32, fixed, ln, published, times} from './exact.js';
import {random} from './reference.js';

const exact = (p, beta, floor) => fixed(1) + times(beta, ln(Math.floor((p + 1) / floor) + 1));

test('the published values', () => {
  const positions = [8190, 8191, 16383, 131071], got = attentionTemperature(4, {positions});
  [1, 1.069315, 1.109861, 1.283321].forEach((expected, i) => assert.ok(published(got[i], expected, 6), `${got[i]} at ${positions[i]}`));
});

test('temperatures are correctly rounded, by start and by positions', t => {
  const meter = new Meter32(), draw = random(3);
  for (const [beta, floor] of [[0.1, 8192], [0.25, 3], [1, 1], [-0.01, 1000.5], [0, 7], [3e5, 16]]) {
    const positions = Array.from({length: 500}, () => Math.floor(2 ** (30 * draw()))), where = i => `position ${positions[i]}, beta ${beta}, floor ${floor}`;
    attentionTemperature(500, {positions, beta, floor}).forEach((x, i) => meter.check(x, exact(positions[i], beta, floor), i, where));
  }
  t.diagnostic(`${meter}`);
  assert.ok(meter.worst <= 0.501 && meter.misrounded < 2, `${meter}`);
  for (const start of [0, 8000, 0.5, 2 ** 40 - 70000]) {
    const out = new Float32Array(70000).fill(NaN);
    assert.equal(attentionTemperature(70000, {start, out}), out);
    assert.deepEqual(out, attentionTemperature(70000, {positions: Array.from(out, (_, i) => start + i)}));
  }
});

test('1 until the floor is full, and then a step at each multiple of it', () => {
  const all = attentionTemperature(1000, {floor: 100});
  all.forEach((x, p) => assert.ok(p < 99 ? x === 1 : p % 100 === 99 ? x > all[p - 1] : x === all[p - 1]));
  assert.equal(attentionTemperature(0).length, 0);
});

/* Tests how many digits numbers have, for beginners and for other readers. */
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import {
  apartText,
  distance,
  fixed,
  grouped,
  signed,
  wave,
} from '../../../web/figures/chassis/format.js';
import { inFull, speak } from '../../../web/figures/chassis/language.js';

/** Sets the level for which numbers are written. @param {string} level */
const write = (level) => speak({ getAttribute: () => level });

afterEach(() => write('full'));

test('beginners see at most two significant digits after the point, others see all', () => {
  for (const [text, brief, full] of [
    [() => fixed(0.4439, 4), '0.44', '0.4439'],
    [() => fixed(0.0149, 4), '0.015', '0.0149'],
    [() => fixed(0.00123, 4), '0.0012', '0.0012'],
    [() => fixed(177.4463, 2), '177', '177.45'],
    [() => fixed(99.996, 2), '100.00', '100.00'],
    [() => fixed(5.62, 1), '5.6', '5.6'],
    [() => fixed(-0.00000001, 4), '0.00', '0.0000'],
    [() => fixed(0, 4), '0.00', '0.0000'],
    [() => signed(-0.5366), '−0.54', '−0.537'],
    [() => distance(1), '1.00', '1.0000'],
    [() => grouped(60611.54, 1), '60,612', '60,611.5'],
    [() => wave(628.3185), '628', '628.3'],
  ]) {
    write('beginner');
    assert.equal(text(), brief);
    assert.equal(inFull(text), full);
    assert.equal(text(), brief);
    write('full');
    assert.equal(text(), full);
  }
});

test('numbers that would look equal keep their digits', () => {
  write('beginner');
  assert.deepEqual(apartText([0.5854, 0.5889], 4), ['0.5854', '0.5889']);
  assert.deepEqual(apartText([0.478, 0.5462], 4), ['0.48', '0.55']);
  assert.equal(fixed(0.5854, 4), '0.59');
});

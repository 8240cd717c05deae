/*
 * A call may recognise a list or frequencies that the call before had, and then skips some work.
 * These tests check that it notices a changed list, and that calls between two equal calls change
 * no result.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as posenc from '../../web/index.js';

const matrix = () => Float32Array.from({ length: 32 }, (_, i) => (i - 9) / 7);
const features = (list) => posenc.fourierFeatures([0.3], 32, { matrix: list });

test('a matrix that changes in place is noticed, also in its last element', () => {
  const list = matrix();
  features(list);
  for (const i of [0, 16, 31]) {
    list[i] = 5 + i;
    assert.deepEqual(features(list), features([...list]));
  }
  list[31] = NaN;
  assert.throws(() => features(list), /^RangeError: \w+: matrix\[31\]: expected a finite number/);
});

test('a recognised list is checked for its length, and when it is detached', () => {
  const list = matrix();
  features(list);
  assert.throws(
    () => posenc.fourierFeatures([0.3], 16, { matrix: list }),
    /^RangeError: \w+: matrix: expected 16 numbers/,
  );
  structuredClone(list.buffer, { transfer: [list.buffer] });
  assert.throws(
    () => features(list),
    /^RangeError: \w+: matrix: expected an array that is not detached/,
  );
  const mask = new Float64Array(4).fill(1);
  posenc.positionsFromMask(mask, 1, 4);
  mask[2] = 0.5;
  assert.throws(() => posenc.positionsFromMask(mask, 1, 4), /^RangeError: \w+: mask\[2\]: /);
});

test('calls with other frequencies between two equal calls change no result', () => {
  const list = matrix();
  const mixed = Float64Array.from({ length: 8 }, (_, i) => i / 3);
  const rope = { heads: 1, headDim: 8, start: 3 };
  const calls = [
    () => features(list),
    () => posenc.fourierFeatures([0.3], 32),
    () => posenc.fourierFeatures([0.3], 32, { maxResolution: 64 }),
    () => posenc.ropeMixedTable([1, 2], mixed).sin,
    () => posenc.ropeMixedTable([1, 2, 3, 4], mixed, { axes: 4 }).sin,
    () => posenc.sinusoidal(3, 64),
    () => posenc.sinusoidal(3, 64, { base: 500 }),
    () => posenc.applyRope(new Float32Array(8).fill(1), rope),
    () => posenc.sinusoidal3d(2, 2, 2, 16),
  ];
  const wanted = calls.map((call) => call());
  for (const first of calls)
    calls.forEach((call, i) => {
      first();
      assert.deepEqual(call(), wanted[i]);
    });
});

test('recognised frequencies are checked with the positions of each call', () => {
  const frequencies = Float64Array.of(1, 1e10, 1, 1);
  const call = (position) => posenc.ropeMixedTable([position, 1], frequencies);
  const refused = /^RangeError: \w+: frequencies: expected angles within 2\^40/;
  call(100);
  assert.throws(() => call(200), refused);
  frequencies[1] = 2e10;
  assert.throws(() => call(100), refused);
  call(50);
});

/** Functions that recognise a list. Each has a call, and two lists with no number in common. */
const DIFFERENT = {
  fourierFeatures: [features, matrix(), matrix().map((element) => 20 - element)],
  ropeMixedTable: [
    (list) => posenc.ropeMixedTable([1, 2], list),
    Float64Array.of(1, 2, 3, 4),
    Float64Array.of(5, 6, 7, 8),
  ],
  positionsFromMask: [
    (list) => posenc.positionsFromMask(list, 1, 4),
    Uint8Array.of(1, 1, 1, 1),
    Uint8Array.of(0, 0, 0, 0),
  ],
};

for (const [name, [call, first, second]] of Object.entries(DIFFERENT))
  test(`${name} takes a list whose elements all differ from the last one for a new list`, () => {
    // Plain arrays are never recognised, so these results are right.
    const wanted = [first, second].map((list) => call([...list]));
    assert.notDeepEqual(wanted[0], wanted[1]);
    for (const i of [0, 1, 0]) assert.deepEqual(call([first, second][i]), wanted[i]);
  });

test('a detached array is refused, also after a call with an empty list', () => {
  const positions = Float64Array.of(1, 2, 3, 4);
  const detached = Float64Array.of(1, 2, 3, 4);
  structuredClone(detached.buffer, { transfer: [detached.buffer] });
  for (const frequencies of [Float64Array.of(1, 2, 3, 4), []]) {
    assert.equal(posenc.ropeMixedTable(positions, frequencies).cos.length, frequencies.length);
    assert.throws(
      () => posenc.ropeMixedTable(positions, detached),
      /^RangeError: \w+: frequencies: expected an array that is not detached, got Float64Array of length 0$/,
    );
  }
});

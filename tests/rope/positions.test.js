/*
 * Tests positions of batches that are padded, packed or continued from a cache. Also tests
 * positions of images and video.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from '../support/random.js';
import { applyRope, mropePositions, positionsFromMask } from '../../web/index.js';

test('attended tokens are counted from 0, wherever the padding is', () => {
  const mask = [0, 0, 1, 1, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 1, 0, 1, 0, 1, 0];
  const wanted = [0, 0, 0, 1, 2, 0, 1, 2, 0, 0, 0, 1, 2, 3, 4, 0, 0, 0, 1, 0];
  assert.deepEqual([...positionsFromMask(mask, 4, 5)], wanted);
  assert.ok(positionsFromMask(mask, 4, 5) instanceof Int32Array);
  assert.deepEqual([...positionsFromMask([0, 1, 1, 0], 1, 4, { pad: 1 })], [1, 0, 1, 1]);
  assert.deepEqual(
    [...positionsFromMask(Uint8Array.of(0, 1, 1, 0), 1, 4, { pad: -1 })],
    [-1, 0, 1, -1],
  );
  assert.deepEqual([...positionsFromMask([], 0, 4)], []);
  assert.deepEqual([...positionsFromMask([], 4, 0)], []);
});

test('with a cache, each row continues at a position of its own', () => {
  assert.deepEqual([...positionsFromMask([1, 1, 0, 1], 2, 2, { start: 7 })], [7, 8, 0, 7]);
  assert.deepEqual([...positionsFromMask([1, 1, 0, 1], 2, 2, { start: [7, 100] })], [7, 8, 0, 100]);
  const whole = positionsFromMask([0, 0, 1, 1, 1, 1], 1, 6);
  const last = positionsFromMask([1, 1], 1, 2, { start: [2] });
  assert.deepEqual([...last], [...whole.subarray(4)]);
  const out = new Int32Array(2);
  assert.equal(positionsFromMask([1, 1], 1, 2, { out, start: 2147483645 }), out);
  assert.deepEqual([...out], [2147483645, 2147483646]);
});

test('packed sequences begin at position 0, but the first one begins where the cache ends', () => {
  const sequences = [5, 5, 5, 9, 9, 5, 0, 0];
  assert.deepEqual(
    [...positionsFromMask([1, 1, 1, 1, 1, 1, 0, 0], 1, 8, { sequences })],
    [0, 1, 2, 0, 1, 0, 0, 0],
  );
  assert.deepEqual(
    [...positionsFromMask([1, 0, 1, 1, 1, 1, 0, 0], 1, 8, { sequences, start: 4, pad: 3 })],
    [4, 3, 5, 0, 1, 0, 3, 3],
  );
  assert.deepEqual(
    [...positionsFromMask([1, 1, 1, 1], 2, 2, { sequences: [1, 1, 1, 2] })],
    [0, 1, 0, 0],
    'each row has its own sequences',
  );
  assert.deepEqual(
    [...positionsFromMask([1, 1, 0, 1], 1, 4, { sequences: [1, 1, 7, 1] })],
    [0, 1, 0, 2],
    'padding belongs to no sequence',
  );
});

test('positions are cumsum(mask) - 1 for any mask', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.constantFrom(0, 1), { minLength: 7, maxLength: 7 }), { maxLength: 5 }),
      fc.integer({ min: 0, max: 50 }),
      fc.integer({ min: -1, max: 9 }),
      (rows, start, pad) => {
        const wanted = rows.flatMap((row) =>
          row.map((bit, i) =>
            bit ? start - 1 + row.slice(0, i + 1).reduce((a, b) => a + b) : pad,
          ),
        );
        assert.deepEqual(
          [...positionsFromMask(rows.flat(), rows.length, 7, { start, pad })],
          wanted,
        );
      },
    ),
  );
});

test('the tokens of a padded row are rotated as without padding', () => {
  const options = { heads: 2, headDim: 4, length: 5 };
  const tokens = Float32Array.from({ length: 3 * 8 }, (_, i) => i / 7);
  const x = new Float32Array(2 * 5 * 8);
  x.set(tokens, 2 * 8);
  x.set(tokens, 5 * 8);
  applyRope(x, { ...options, positions: positionsFromMask([0, 0, 1, 1, 1, 1, 1, 1, 0, 0], 2, 5) });
  const alone = applyRope(tokens, { heads: 2, headDim: 4 });
  assert.deepEqual([...x.subarray(16, 40)], [...alone]);
  assert.deepEqual([...x.subarray(40, 64)], [...alone]);
});

const rows = ({ positions }) => {
  const n = positions.length / 3;
  return [0, 1, 2].map((axis) => [...positions.subarray(axis * n, axis * n + n)].join(' '));
};

test('a video and text have the published positions', () => {
  const made = mropePositions([{ video: [3, 2, 2] }, { text: 5 }]);
  const text = '3 4 5 6 7';
  assert.deepEqual(rows(made), [
    `0 0 0 0 1 1 1 1 2 2 2 2 ${text}`,
    `0 0 1 1 0 0 1 1 0 0 1 1 ${text}`,
    `0 1 0 1 0 1 0 1 0 1 0 1 ${text}`,
  ]);
  assert.equal(made.delta, 8 - 17);
  assert.ok(made.positions instanceof Int32Array);
});

test('text between images continues after the highest position so far', () => {
  const made = mropePositions([
    { text: 2 },
    { image: [1, 2, 3] },
    { text: 1 },
    { image: [1, 3, 1] },
    { text: 2 },
  ]);
  assert.deepEqual(rows(made), [
    '0 1 2 2 2 2 2 2 5 6 6 6 9 10',
    '0 1 2 2 2 3 3 3 5 6 7 8 9 10',
    '0 1 2 3 4 2 3 4 5 6 6 6 9 10',
  ]);
  assert.equal(made.delta, 11 - 14);
  assert.deepEqual(rows(mropePositions([{ text: 2 }, { image: [1, 1, 2] }], { start: 10 })), [
    '10 11 12 12',
    '10 11 12 12',
    '10 11 12 13',
  ]);
  assert.equal(mropePositions([{ text: 2 }, { image: [1, 1, 2] }], { start: 10 }).delta, 0);
  assert.deepEqual(
    [
      mropePositions([]).positions.length,
      mropePositions([]).delta,
      mropePositions([{ text: 0 }]).delta,
    ],
    [0, 0, 0],
  );
});

test('the positions of frames in Qwen 2.5 follow from their time', () => {
  const times = (seconds, tokensPerSecond) =>
    rows(
      mropePositions([{ text: 1 }, { video: [4, 1, 1], secondsPerGrid: seconds }, { text: 1 }], {
        tokensPerSecond,
      }),
    )[0];
  assert.equal(times(1), '0 1 3 5 7 8');
  assert.equal(times(0.5, 4), '0 1 3 5 7 8');
  assert.equal(times(0.4, 2), '0 1 1 2 3 4', 'the whole part of 0, 0.8, 1.6 and 2.4');
  assert.equal(times(0), '0 1 1 1 1 2');
  assert.deepEqual(
    rows(mropePositions([{ video: [2, 1, 4], secondsPerGrid: 0.5 }, { text: 1 }]))[0],
    '0 0 0 0 1 1 1 1 4',
  );
});

test('M-RoPE positions of text alone grow by one, and the next position follows from delta', () => {
  const grid = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 3, maxLength: 3 });
  const segment = fc.oneof(
    fc.record({ text: fc.nat(5) }),
    fc.record({ image: grid }),
    fc.record({ video: grid }),
    fc.record({ video: grid, secondsPerGrid: fc.constantFrom(0, 0.3, 1, 2.5) }),
  );
  fc.assert(
    fc.property(fc.array(segment, { maxLength: 6 }), fc.nat(20), (segments, start) => {
      const { positions, delta } = mropePositions(segments, { start });
      const n = positions.length / 3;
      const next = start + n + delta;
      assert.equal(next, Math.max(start - 1, ...positions) + 1);
      const { positions: all } = mropePositions([...segments, { text: 1 }], { start });
      for (const axis of [0, 1, 2])
        assert.deepEqual(
          [...all.subarray(axis * (n + 1), axis * (n + 1) + n), next],
          [...positions.subarray(axis * n, axis * n + n), all[axis * (n + 1) + n]],
        );
    }),
  );
  assert.deepEqual(rows(mropePositions([{ text: 4 }])), ['0 1 2 3', '0 1 2 3', '0 1 2 3']);
});

test('a mask may have 64-bit integers', () => {
  assert.deepEqual(
    positionsFromMask(BigInt64Array.of(0n, 1n, 1n, 1n), 1, 4),
    Int32Array.of(0, 0, 1, 2),
  );
  assert.throws(
    () => positionsFromMask(BigInt64Array.of(0n, 2n), 1, 2),
    /^RangeError: \w+: mask\[1\]: expected an integer from 0 to 1, got 2$/,
  );
});

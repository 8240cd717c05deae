/* Compares tables with those of DINOv2's and Whisper's code. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { resizeGrid, sinusoidal } from '../../web/index.js';
import { sameBits } from '../support/comparisons.js';
import { golden } from '../support/exact.js';
import { agrees, numbers } from '../support/foreign.js';

const { dinov2, whisper } = golden('foreign-tables');

test("tables are resized as DINOv2's code resizes them, with its offset and without", () => {
  for (const [side, to, antialias, interpolateOffset, expected] of dinov2) {
    const table = numbers(side * side, 1);
    const out = resizeGrid(table, [side, side], to, 1, { antialias, interpolateOffset });
    agrees(out, expected, `${side} to ${to}, ${antialias}, ${interpolateOffset}`);
  }
});

test('without the offset, which the port in transformers leaves out, results differ', () => {
  let most = 0;
  for (const [side, to, antialias, interpolateOffset, expected] of dinov2)
    if (interpolateOffset)
      resizeGrid(numbers(side * side, 1), [side, side], to, 1, { antialias }).forEach((x, i) => {
        most = Math.max(most, Math.abs(x - expected[i]));
      });
  assert.ok(most > 0.1, `${most}`);
});

test('DINOv2 uses the table as it is if both sizes stay, but not if one of them changes', () => {
  const table = numbers(20, 3);
  const options = { interpolateOffset: 0.1 };
  sameBits(resizeGrid(table, [4, 5], [4, 5], 1, options), table, 'both sizes stay');
  const column = numbers(5, 3);
  const both = resizeGrid(column, [5, 1], [5, 2], 1, options);
  assert.ok(both.some((x, i) => x !== column[i >> 1]));
});

test("Whisper's sinusoids are the layout of fairseq", () => {
  agrees(sinusoidal(whisper.length, 16, { layout: 'fairseq' }), whisper, 'whisper');
});

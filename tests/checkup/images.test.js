/* Checks rotations of images, whose rows have a position on each of three axes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { examine } from '../../web/checkup/examine.js';
import { applyRope, learnedTable, mropePositions } from '../../web/index.js';
import { NOTHING, json, npy } from '../support/opened.js';

const [HEADS, DIM] = [4, 64];
const configOf = (model_type, scaling) => ({
  model_type,
  hidden_size: HEADS * DIM,
  head_dim: DIM,
  num_attention_heads: HEADS,
  num_key_value_heads: HEADS,
  num_hidden_layers: 2,
  max_position_embeddings: 2048,
  rope_theta: 1e6,
  rope_scaling: { mrope_section: [12, 10, 10], ...scaling },
});
const QWEN2 = configOf('qwen2_vl', { type: 'mrope' });
const QWEN3 = {
  model_type: 'qwen3_vl',
  text_config: configOf('qwen3_vl_text', { rope_type: 'default', mrope_interleaved: true }),
};
const { positions } = mropePositions([{ text: 5 }, { image: [1, 3, 4] }, { text: 7 }]);
const LENGTH = positions.length / 3;

const given = (shape, list = positions) =>
  npy('position_ids.npy', Int32Array.from(list), shape, 'int32');

/** Rotates heads [heads, length, dim] as a port does. Each pair turns with one of three axes. */
function port(before, list, interleaved, options) {
  const scaling = { rope_type: 'default', mrope_section: [12, 10, 10] };
  return applyRope(before.slice(), {
    heads: 1,
    headDim: DIM,
    length: LENGTH,
    base: 1e6,
    scaling: { ...scaling, mrope_interleaved: interleaved },
    positions: list,
    ...options,
  });
}

const before = learnedTable(HEADS * LENGTH, DIM, { seed: 1, std: 1 });
const SHAPE = [1, HEADS, LENGTH, DIM];

async function reportOn(config, after, ...files) {
  const pair = [npy('q_before.npy', before, SHAPE), npy('q_after.npy', after, SHAPE)];
  const opened = await Promise.all([json(config), ...pair, ...files]);
  const [report] = await examine(opened, NOTHING);
  return report;
}

test('a right port is right at the positions on three axes, in every shape', async () => {
  const four = [...Array(LENGTH).keys(), ...positions];
  for (const [config, interleaved] of [
    [QWEN2, false],
    [QWEN3, true],
  ])
    for (const [shape, list] of [
      [[3, LENGTH], positions],
      [[3, 1, LENGTH], positions],
      [[4, 1, LENGTH], four],
    ]) {
      const after = port(before, positions, interleaved);
      const report = await reportOn(config, after, given(shape, list));
      assert.equal(report.verdict, 'right', report.says[0]);
      assert.match(report.says[0], /at the given positions: all 6,144 elements agree\.$/);
      const line = 'rotation q_before.npy q_after.npy --positions position_ids.npy --config';
      assert.ok(report.command.includes(line), report.command);
    }
});

test('a batch may have positions on three axes, and a mask beside them', async () => {
  const half = LENGTH / 2;
  const batch = [2, half, HEADS, DIM];
  const after = port(before, positions, true, { heads: HEADS });
  const mask = Int32Array.from({ length: LENGTH }, (_, row) => Number(row % half > 2));
  // The rows of padding are wrong. The first report has no mask that excludes them.
  after.fill(7, 0, 3 * HEADS * DIM);
  const files = [
    json(QWEN3),
    npy('q_before.npy', before, batch),
    npy('q_after.npy', after, batch),
    given([3, 2, half]),
  ];
  const [wrong] = await examine(await Promise.all(files), NOTHING);
  assert.equal(wrong.verdict, 'wrong');
  const masked = [...files, npy('attention_mask.npy', mask, [2, half], 'int32')];
  const [report] = await examine(await Promise.all(masked), NOTHING);
  assert.equal(report.verdict, 'right', report.says[0]);
  assert.match(report.says[0], /all 4,608 elements agree/);
});

test('what a port does otherwise with three axes is named', async () => {
  const rows = Float64Array.from({ length: LENGTH }, (_, row) => row);
  const repeated = (list) => [...list, ...list, ...list];
  for (const [config, after, says] of [
    [
      QWEN3,
      port(before, positions, false),
      /^The value of mrope_interleaved is false, not true\.$/,
    ],
    [QWEN2, port(before, positions, true), /^The value of mrope_interleaved is true, not false\.$/],
    [QWEN3, port(before, repeated(rows), true), /^The rows have the positions 0, 1, 2 and so on/],
    [QWEN3, port(before, positions, true, { inverse: true }), /^The value of inverse is true/],
    [
      QWEN3,
      port(before, positions, true, { layout: 'interleaved' }),
      /^The value of layout is interleaved, not half\.$/,
    ],
    [QWEN3, port(before, positions, true, { base: 1e4 }), /^The rotated array is not what/],
  ]) {
    const report = await reportOn(config, after, given([3, 1, LENGTH]));
    assert.equal(report.verdict, 'wrong');
    assert.match(report.says[0], says);
    assert.match(report.says.at(-1), /is not what config\.json wants at the given positions/);
    assert.ok(report.heat);
  }
});

test('without the three positions, a rotation of an image is unsure, and not wrong', async () => {
  const report = await reportOn(QWEN3, port(before, positions, true));
  assert.equal(report.verdict, 'unsure');
  assert.match(report.says[0], /For images, give the three of each row, too: position_ids\.$/);
  // Here the positions on the three axes are equal. One rotation then explains all elements, so the
  // verdict does not need the three positions.
  const text = [0, 1, 2].flatMap(() => [...Array(LENGTH).keys()]);
  const back = await reportOn(QWEN3, port(before, text, true, { inverse: true }));
  assert.deepEqual([back.verdict, back.says[0].slice(0, 23)], ['wrong', 'The rotation goes back:']);
});

test('text at equal positions on three axes is checked as text, by any model', async () => {
  const text = [0, 1, 2].flatMap(() => [...Array(LENGTH).keys()]);
  const llama = { ...QWEN2, model_type: 'llama', rope_scaling: undefined };
  const after = port(before, text, false);
  for (const config of [QWEN2, llama]) {
    const report = await reportOn(config, after, given([3, 1, LENGTH], text));
    assert.equal(report.verdict, 'right', report.says[0]);
  }
  const refused = await reportOn(llama, after, given([3, 1, LENGTH]));
  assert.deepEqual(
    [refused.verdict, refused.says[0]],
    ['unsure', 'positions: expected 3 sections (mrope_section) in the config, got none.'],
  );
});

/* Checks what pe-doctor says about the tables and frequencies of checkpoints. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { examine } from '../../web/checkup/examine.js';
import { words } from '../../web/checkup/words.js';
import { openFile, writeSafetensors } from '../../web/files/index.js';
import { learnedTable, ropeFrequencies, sinusoidal } from '../../web/index.js';
import * as opened from '../support/opened.js';

const { LLAMA, NOTHING, json } = opened;
const M2M = {
  model_type: 'm2m_100',
  d_model: 32,
  encoder_attention_heads: 4,
  decoder_attention_heads: 4,
  encoder_layers: 2,
  decoder_layers: 2,
  max_position_embeddings: 62,
  pad_token_id: 1,
  vocab_size: 100,
};
const SHAPE = [64, 32];
const npy = (name, data, shape = SHAPE) => opened.npy(name, data, shape);
const tensors = (arrays) => openFile(writeSafetensors(arrays), 'm.safetensors');

/** Examines files beside a config, and returns the reports on arrays. */
async function reportsOn(config, ...files) {
  const reports = await examine(await Promise.all([json(config), ...files]), NOTHING);
  return reports.filter(({ isModel }) => !isModel);
}

const name = (layer) => `model.layers.${layer}.self_attn.rotary_emb.inv_freq`;

/**
 * Makes a checkpoint with frequencies in each layer. Those of the layer `wrong` have another base.
 */
function checkpoint(layers, wrong) {
  const arrays = Array.from({ length: layers }, (_, layer) => {
    const base = layer === wrong ? 5e5 : 1e4;
    const data = Float32Array.from(ropeFrequencies(64, { base }).frequencies);
    return [name(layer), { data, shape: [32] }];
  });
  return tensors(Object.fromEntries(arrays));
}

test('frequencies of all layers are checked, and layers that are alike share a report', async () => {
  const reports = await reportsOn(LLAMA, checkpoint(8, 6));
  assert.deepEqual(
    reports.map(({ verdict, title }) => [verdict, title]),
    [
      ['wrong', `m.safetensors:${name(6)}, float32 [32]`],
      ['right', `m.safetensors:${name('0-5,7')}, float32 [32]`],
    ],
  );
});

test('of more than 32 layers, the others are counted, and the reader may choose one', async () => {
  const [shared, others] = await reportsOn(LLAMA, checkpoint(40));
  assert.equal(shared.title.match(/layers\.(\S+?)\./)[1], '0-31');
  assert.deepEqual([others.verdict, others.unchecked], ['unchecked', 8]);
  assert.deepEqual(others.says, ['You can choose another tensor.']);
  assert.equal(others.choice.names.length, 40);
});

const interleaved = { data: sinusoidal(...SHAPE), shape: SHAPE };
const TABLES = ['model.encoder.embed_positions.weights', 'model.decoder.embed_positions.weights'];

test('two tables of one checkpoint are not compared with each other, but with the config', async () => {
  const file = tensors(Object.fromEntries(TABLES.map((each) => [each, interleaved])));
  const reports = await reportsOn(M2M, file);
  assert.deepEqual(
    reports.map(({ verdict, says }) => [verdict, says[0]]),
    TABLES.map(() => ['wrong', 'The value of layout is interleaved, not fairseq.']),
  );
});

test('a table that agrees with the reference is compared with the config, too', async () => {
  const files = ['mine', 'ref'].map((each) => npy(`${each}.npy`, interleaved.data));
  const reports = await reportsOn(M2M, ...files);
  assert.deepEqual(
    reports.map(({ verdict, title }) => [verdict, title]),
    [
      ['wrong', 'mine.npy, float32 [64, 32]'],
      ['right', 'mine.npy (a) → ref.npy (b)'],
    ],
  );
});

/** Makes a table of fairseq from position 0, with a row of zeros. */
function padded(row, rows = 64) {
  const data = sinusoidal(rows, 32, { layout: 'fairseq' });
  return npy('table.npy', data.fill(0, row * 32, (row + 1) * 32), [rows, 32]);
}

test('the row of padding in a whole table of fairseq is zero, and other zeros are wrong', async () => {
  const [right] = await reportsOn(M2M, padded(1));
  assert.equal(right.verdict, 'right');
  assert.equal(right.says[1], 'Row 1 is zero, for padding. The formula explains all other rows.');
  assert.equal(right.sure, 'Certain: this formula explains all 2,016 elements.');
  const cases = [
    [padded(0), 'Row 0 is zero, but config.json wants no row of zeros.'],
    [padded(1, 20), 'The value of start is 0, not 2.'],
    [padded(9), 'config.json wants sinusoidal. No formula explains this tensor.'],
  ];
  for (const [file, says] of cases) {
    const [wrong] = await reportsOn(M2M, file);
    assert.deepEqual([wrong.verdict, wrong.says[0]], ['wrong', says]);
  }
});

test('a learned table is not called right, and counts as not checked', async () => {
  const gpt = { model_type: 'gpt2', n_embd: 32, n_head: 2, n_layer: 2, n_positions: 64 };
  const [report] = await reportsOn(gpt, npy('wpe.npy', learnedTable(...SHAPE)));
  assert.deepEqual([report.verdict, report.unchecked], ['none', 1]);
  assert.equal(report.says[0], words.learned);
});

test('a right rotation with the errors of float32 says nothing of departures', async () => {
  const scaling = { rope_type: 'llama3', factor: 8, low_freq_factor: 1, high_freq_factor: 4 };
  const rope_scaling = { ...scaling, original_max_position_embeddings: 1024 };
  const { frequencies } = ropeFrequencies(64, { base: 5e5, scaling: rope_scaling });
  const before = learnedTable(8, 128, { seed: 1, std: 1 });
  const after = before.map((x, i) => {
    const [row, element] = [Math.floor(i / 128), i % 64];
    const angle = Math.fround((12 + row) * Math.fround(frequencies[element % 32] * (1 + 2e-7)));
    const other = element < 32 ? -before[i + 32] : before[i - 32];
    return x * Math.fround(Math.cos(angle)) + other * Math.fround(Math.sin(angle));
  });
  const shape = [8, 2, 64];
  const positions = Float64Array.from({ length: 8 }, (_, row) => 12 + row);
  const config = { ...LLAMA, rope_theta: 5e5, rope_scaling };
  const [{ verdict, says, sure }] = await reportsOn(
    config,
    npy('k_before.npy', before, shape),
    npy('k_after.npy', after, shape),
    npy('positions.npy', positions, [8]),
  );
  assert.equal(verdict, 'right');
  assert.equal(sure, 'Certain: this rotation explains all 1,024 elements.');
  assert.match(says[0], /within errors of float32 angles, all 1,024 elements agree\.$/);
  assert.doesNotMatch(says.join(' '), /otherwise|first difference|depart/);
});

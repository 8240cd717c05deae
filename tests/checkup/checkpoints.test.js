/* Checks what pe-doctor says about the tables and frequencies of checkpoints. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { examine } from '../../web/checkup/examine.js';
import { openFile, writeNpy, writeSafetensors } from '../../web/files/index.js';
import { ropeFrequencies, sinusoidal } from '../../web/index.js';

const NOTHING = { chosen: new Map(), isExchanged: false, positions: new Map() };
const LLAMA = {
  model_type: 'llama',
  hidden_size: 256,
  num_attention_heads: 4,
  num_hidden_layers: 2,
  max_position_embeddings: 2048,
};
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
const json = (config) => openFile(new TextEncoder().encode(JSON.stringify(config)), 'config.json');
const npy = (name, data, shape = SHAPE) => openFile(writeNpy({ data, shape }), name);
const tensors = (arrays) => openFile(writeSafetensors(arrays), 'm.safetensors');

/** Examines files beside a config, and returns the reports on arrays. */
async function reportsOn(config, ...files) {
  const reports = await examine(await Promise.all([json(config), ...files]), NOTHING);
  return reports.filter(({ isModel }) => !isModel);
}

const name = (layer) => `model.layers.${layer}.self_attn.rotary_emb.inv_freq`;

/** Makes a checkpoint with frequencies in each layer, of which one layer has others. */
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

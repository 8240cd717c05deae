/*
 * Tests that model-types.md lists each model type under one heading only, and that describeModel
 * treats the type as the heading says.
 */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';
import * as api from '../../web/index.js';
import { FAMILIES } from '../../web/inspect/families.js';
import { compare, hasPositions, readCases } from './truth-comparison.js';

const folder = new URL('./truth/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl.gz'));
const cases = files.flatMap((name) => readCases(new URL(name, folder)));

/** Returns the model types that model-types.md lists under a heading. */
function typesOf(heading) {
  const text = readFileSync(new URL('./model-types.md', import.meta.url), 'utf8');
  const [, section] = text.split(`\n## ${heading}\n`);
  const paragraphs = section.split('\n## ')[0].split('\n\n');
  const lists = paragraphs.filter((each) => /^[\w-]+(,\s[\w.-]+)*\s*$/.test(each));
  return lists.flatMap((list) => list.trim().split(/,\s/));
}

const described = typesOf('Described');
const without = typesOf('Without positions');
const refused = typesOf('Refused');

const rows = new Set(FAMILIES.flatMap(({ types }) => types.split(' ')));
const hasRow = (type) => rows.has(type) || rows.has(type.replace(/(_text)?(_model)?$/, ''));

/** Returns the cases of a type, without those whose config lacks some fields. */
const fullCases = (type) => cases.filter((row) => row.type === type && row.form !== 'sparse');

test('each type is in one class', () => {
  const all = [...described, ...without, ...refused];
  assert.ok(all.length > 690, `${all.length} types`);
  assert.deepEqual(
    all.filter((type, i) => all.indexOf(type) !== i),
    [],
  );
  const text = readFileSync(new URL('../../.github/CONTRIBUTING.md', import.meta.url), 'utf8');
  const counts = [all, described, without, refused].map(({ length }) => length);
  const stated = /Of the (\d+) model types.*?, (\d+) are.*?\. (\d+) types have no.*?, and (\d+) /s;
  assert.deepEqual(stated.exec(text).slice(1).map(Number), counts);
  const inTruth = new Set(cases.map(({ type }) => type));
  const untold = described.filter((type) => !inTruth.has(type));
  assert.match(text, new RegExp(` ${untold.length} of the described types have no case`));
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  assert.match(readme, new RegExp(`knows ${described.length} of the\\s${all.length} model types`));
});

test('only described types have rows, and each is described in some complete file', () => {
  assert.deepEqual([...without, ...refused].filter(hasRow), []);
  const missing = described.filter((type) => {
    const full = fullCases(type);
    return full.length && full.every((row) => compare(row, api).refused);
  });
  assert.deepEqual(missing, []);
});

/**
 * Types whose cases are wrong about positions. Weights of UnivNet look like a table of positions.
 * The program that made the cases does not find the table in SLANeXt.
 */
const MISJUDGED = ['univnet', 'slanext'];

test('the other types are refused, and the code of the models agrees about positions', () => {
  for (const [types, wanted] of [
    [without, false],
    [refused, true],
  ])
    for (const row of types.flatMap(fullCases)) {
      assert.ok(compare(row, api).refused, `${row.type} (${row.form}) is described`);
      assert.equal(hasPositions(row.truth), wanted !== MISJUDGED.includes(row.type), row.type);
    }
});

/**
 * Types without a row in families.js, and the parts of their configs. describeModel describes the
 * first part.
 */
const PARTS = {
  deepseek_ocr2_vision: ['sam_config', 'encoder_config'],
  depth_pro: ['image_model_config', 'patch_model_config', 'fov_model_config'],
  dia: ['encoder_config', 'decoder_config'],
  fastspeech2_conformer_with_hifigan: ['model_config', 'vocoder_config'],
  higgs_audio_v2_tokenizer: ['semantic_model_config', 'acoustic_model_config'],
  qwen2_5_omni_token2wav: ['dit_config', 'bigvgan_config'],
  sam3_video: ['detector_config', 'tracker_config'],
  xcodec: ['semantic_model_config', 'acoustic_model_config'],
  sam_hq: ['vision_config'],
};

test('the first part of a list in PARTS is described', () => {
  const sizes = { hidden_size: 512, num_attention_heads: 8, model_type: 'llama' };
  for (const [model_type, parts] of Object.entries(PARTS)) {
    const fields = parts.map((name, i) => [name, { ...sizes, rope_theta: 1000 * (i + 1) }]);
    // describeModel must ignore mask_config, because it has no type.
    const config = { model_type, ...Object.fromEntries(fields), mask_config: { model_type: '' } };
    assert.equal(api.describeModel(config).base, 1000, model_type);
  }
});

test('ESMC and the ESMC in ESMFold2 have the defaults of their class', () => {
  const { headDim, base, layout, notes } = api.describeModel({
    model_type: 'esmc',
    d_model: 960,
    n_heads: 15,
  });
  assert.deepEqual([headDim, base, layout, notes], [64, 10000, 'half', []]);
  const folding = { model_type: 'esmfold2', hidden_size: 384, sliding_window: 128 };
  const inside = api.describeModel({ ...folding, esmc_config: { model_type: 'esmc' } });
  assert.deepEqual([inside.heads, inside.headDim, inside.window], [40, 64, undefined]);
});

test('RWKV-7 has no attention', () => {
  assert.equal(api.describeModel({ model_type: 'rwkv7', num_heads: 12 }).scheme, 'none');
});

/*
 * Tests describeModel with models of an unknown type. In each case of truth/, every `model_type` is
 * replaced, also in the parts of the config. describeModel may refuse such a config. Otherwise its
 * description must be right in all that a field shows. For the rest, it has the defaults of Llama,
 * and a note says so.
 */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import test from 'node:test';
import * as api from '../../web/index.js';
import { compare, readCases } from './truth-comparison.js';

const folder = new URL('./truth/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl.gz'));
const cases = files.flatMap((name) => readCases(new URL(name, folder)));

const GUESS =
  'Read as llama, with pairs in halves and the defaults of Llama: the type is not known.';

/** Types that rotate pairs of neighbouring elements. No field of their configs shows this. */
const INTERLEAVED = [
  ...['blt', 'blt_global_transformer', 'blt_patcher', 'cohere', 'glm_ocr', 'glm_ocr_text'],
  ...['ernie4_5', 'ernie4_5_moe', 'ernie4_5_vl_moe', 'ernie4_5_vl_moe_text', 'helium'],
  ...['pe_audio_encoder', 'pe_video_encoder', 'pe_audio_video_encoder'],
];

/**
 * Differences that no field of the config shows. `missing` lists fields that the config must leave
 * out. Their defaults differ from those of Llama.
 * @type {{types: string[], difference: RegExp, missing?: string[], reason: string}[]}
 */
const NOT_SHOWN = [
  {
    types: INTERLEAVED,
    difference: /layout half, not interleaved|layer 0: scheme rope, not nope/,
    reason:
      'Pairs are neighbours. Some also have parts without positions, which are not described.',
  },
  { types: ['nanochat'], difference: /rotates the other way/, reason: 'No field has a direction.' },
  {
    types: ['mllama', 'mllama_text_model'],
    difference: /scheme rope, not none/,
    missing: ['cross_attention_layers'],
    reason: 'Layers that attend to an image',
  },
  {
    types: ['cosmos3_edge', 'cosmos3_edge_text', 'cwm', 'glmasr', 'hy_v3'],
    difference: /keyHeads|headDim|rotaryDim|pairs|frequency|window/,
    missing: ['num_key_value_heads'],
    reason: 'The default is another number of key heads. It comes with other defaults.',
  },
  {
    types: ['deepseek_ocr2', 'deepseek_ocr2_text'],
    difference: /headDim|rotaryDim|pairs|frequency/,
    reason: 'The class ignores head_dim.',
  },
  {
    types: ['t5_gemma_module'],
    difference: /window undefined/,
    missing: ['sliding_window'],
    reason: 'The default is a window.',
  },
  {
    types: ['blt', 'pe_audio_video_encoder', 'ministral3'],
    difference: /^\d+ layers, not \d+$/,
    reason: 'The config has several parts. The number is that of another part.',
  },
  {
    types: ['apertus', 'ministral3'],
    difference: /frequency/,
    missing: ['rope_parameters'],
    reason: 'The default is a scaling.',
  },
];

/** Returns a copy of a config with an unknown type in each `model_type`, also in the parts. */
function renamed(value) {
  if (Array.isArray(value)) return value.map(renamed);
  if (value === null || typeof value !== 'object') return value;
  const fields = Object.entries(value).map(([name, field]) =>
    name === 'model_type' ? [name, 'unheard_of'] : [name, renamed(field)],
  );
  return Object.fromEntries(fields);
}

/** Returns the fields of the language model. */
const ownFields = (config) => config.text_config ?? config;

/** Returns whether an entry of NOT_SHOWN explains a difference. */
const explains = ({ types, difference, missing = [] }, { type, config }, text) =>
  types.includes(type) &&
  difference.test(text) &&
  missing.every((name) => ownFields(config)[name] == null);

const results = cases.map((row) => {
  const config = renamed(row.config);
  return { ...row, config, ...compare({ ...row, config }, api) };
});
const described = results.filter(({ refused }) => !refused);

test('nothing that a field shows is wrong if the type is not known', (t) => {
  const wrong = [];
  for (const row of described)
    for (const difference of row.differences)
      if (!NOT_SHOWN.some((entry) => explains(entry, row, difference)))
        wrong.push(`${row.type} (${row.form}): ${difference} ${JSON.stringify(row.config)}`);
  assert.deepEqual(wrong, []);
  const right = described.filter(({ differences }) => !differences.length);
  t.diagnostic(`${cases.length} cases, ${described.length} described, ${right.length} right`);
  assert.ok(right.length >= 500, `${right.length} right`);
});

test('a note says what is assumed of each unknown model that rotates', () => {
  assert.ok(described.length > 0);
  for (const { type, form, description } of described)
    assert.ok(
      description.notes.includes(GUESS) && description.readAs === 'llama',
      `${type} (${form}): ${description.notes}`,
    );
});

test('each difference that no field shows occurs', () => {
  for (const entry of NOT_SHOWN)
    for (const type of entry.types)
      assert.ok(
        described.some(
          (row) => row.type === type && row.differences.some((text) => explains(entry, row, text)),
        ),
        `${type}: ${entry.difference}`,
      );
});

/*
 * Tests describeModel against what the models' own code does with positions. The program
 * tests/tools/model-truth.py made the cases in truth/ by running the code of transformers.
 * describeModel may refuse a config. Its descriptions must not differ from the truth, except for
 * the differences in KNOWN.
 */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import test from 'node:test';
import * as api from '../../web/index.js';
import { compare, hasPositions, readCases } from './truth-comparison.js';

const folder = new URL('./truth/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl.gz'));
const cases = files.flatMap((name) => readCases(new URL(name, folder)));

/** Types whose configs may have a different scaling for each kind of layer. */
const TYPES_WITH_KINDS = [
  ...['gemma3', 'gemma3_text', 'gemma3n', 'gemma3n_text', 'modernbert', 'olmo3', 'shieldgemma2'],
  ...['colmodernvbert', 'modernvbert', 'modernbert-decoder', 't5gemma2', 'zaya', 'cohere_compass'],
  ...['cohere_compass_text', 'mimo_v2_flash', 'laguna', 'deepseek_v4', 'gemma4', 'gemma4_text'],
  ...['gemma4_unified', 'gemma4_unified_text', 'diffusion_gemma', 'diffusion_gemma_text'],
  ...['gemma4_assistant', 'gemma4_unified_assistant'],
];

/**
 * Differences from the code of transformers that are right or harmless, with the reason.
 * `difference` matches the texts of the differences. `note`, if given, must match the notes of the
 * description. `config`, if given, must match the config as JSON.
 * @type {{types: string[], difference: RegExp, note?: RegExp, config?: RegExp, reason: string}[]}
 */
const KNOWN = [
  {
    types: ['minimax_m2', 'minimax_m3_vl', 'minimax_m3_vl_text'],
    difference: /rotaryDim|pairs|frequency/,
    note: /ignores rotary_dim/,
    reason: 'The models were trained with rotary_dim, which transformers 5 ignores.',
  },
  {
    types: ['mllama', 'mllama_text_model'],
    difference: /scheme nope, not none/,
    note: /attend to an image/,
    reason: 'Layers with cross attention attend to an image. Here, the code ran without one.',
  },
  {
    types: ['rf_detr_dinov2'],
    difference: /scheme learned, not nope/,
    reason: 'Here, the code ran without the embeddings, which have the table.',
  },
  {
    types: ['reformer'],
    difference: /scheme learned, not none/,
    note: /two shorter tables/,
    reason: 'The program that made the cases does not recognize attention with hashes.',
  },
  {
    types: ['vit_mae'],
    difference: /scheme sinusoidal, not learned/,
    note: /Transformers 5 has the axes the other way round/,
    reason: 'A parameter has the sinusoids, which are never trained.',
  },
  {
    types: ['patchtst'],
    difference: /scheme sinusoidal, not learned/,
    note: /centred and scaled/,
    reason: 'A parameter has the sinusoids, which are never trained.',
  },
  {
    types: ['musicgen', 'musicgen_decoder', 'musicgen_melody', 'musicgen_melody_decoder'],
    difference: /^fairseq (.*), not cosines firstfairseq \1$/,
    note: /Cosines come before sines/,
    reason: 'No layout of the library has the cosines first.',
  },
  {
    types: ['recurrent_gemma'],
    difference: /rotaryDim|pairs|frequency/,
    note: /Transformers 5 rotates all dimensions/,
    reason: 'The models were trained with partial_rotary_factor, which transformers 5 ignores.',
  },
  {
    types: ['t5gemma2_text', 't5gemma2_encoder'],
    difference: /: window \d+, not \d+$/,
    note: /one token fewer before the query/,
    reason: 'The window is described as far as it reaches after the query.',
  },
  {
    types: ['gemma4_assistant', 'gemma4_unified_assistant'],
    difference: /: window/,
    reason: 'They see the last keys of the model for which they draft, in masks turned round.',
  },
  {
    types: TYPES_WITH_KINDS,
    difference: /frequency/,
    note: /ignores the key truncate/,
    config: /_attention":\{[^}]*"truncate":false/,
    reason: 'Files with an object for each kind of layers have truncate in this object.',
  },
  {
    types: ['dbrx'],
    difference: /frequency/,
    note: /ignores rope_theta in attn_config/,
    config: /"attn_config":\{[^}]*"rope_theta"/,
    reason: 'Files of DBRX have the base in attn_config, which transformers 5 no longer reads.',
  },
  {
    types: ['ministral3'],
    difference: /26 layers, not 34/,
    config: /"text_config"/,
    reason: 'The class ignores text_config, and takes its own number of layers.',
  },
  {
    types: ['zaya'],
    difference: /keyHeads/,
    reason: 'The program counts key heads that differ. Its cheap convolutions make them equal.',
  },
  {
    types: ['sapiens2'],
    difference: /keyHeads/,
    note: /num_key_value_heads_per_layer/,
    reason: 'Layers have different numbers of key heads. The description of an image has one.',
  },
];

/** Returns whether an entry of KNOWN matches a difference, and the type, config and notes. */
const isKnown = ({ type, config, description }, difference) =>
  KNOWN.some(
    (known) =>
      known.types.includes(type) &&
      known.difference.test(difference) &&
      (!known.note || known.note.test(description.notes.join(' '))) &&
      (!known.config || known.config.test(JSON.stringify(config))),
  );

const results = cases.map((row) => ({ ...row, ...compare(row, api) }));

test('no description differs from the truth, except for known differences', (t) => {
  assert.ok(cases.length >= 2000, `${cases.length} cases`);
  const wrong = [];
  for (const row of results)
    for (const difference of row.differences)
      if (!isKnown(row, difference))
        wrong.push(`${row.type} (${row.form}): ${difference} ${JSON.stringify(row.config)}`);
  t.diagnostic(`${results.filter(({ refused }) => !refused).length} of ${cases.length} described`);
  assert.deepEqual(wrong, []);
});

test('at most 5 % of the types that have positions are refused', (t) => {
  const described = results.filter(({ form, truth }) => form === 'defaults' && hasPositions(truth));
  const refused = described.filter((row) => row.refused);
  assert.ok(described.length > 400, `${described.length} types`);
  t.diagnostic(refused.map(({ type, refused: message }) => `${type}: ${message}`).join('\n'));
  assert.ok(
    refused.length <= 0.05 * described.length,
    `${refused.length} of ${described.length}: ${refused.map(({ type }) => type)}`,
  );
});

test('random files that leave no field out are described', (t) => {
  const full = results.filter(
    ({ form, truth }) => ['random', 'resaved', 'old'].includes(form) && hasPositions(truth),
  );
  assert.ok(full.length > 800, `${full.length} files`);
  const refused = full.filter((row) => row.refused);
  t.diagnostic(refused.map((row) => `${row.type}: ${row.refused}`).join('\n'));
  assert.ok(refused.length <= 0.05 * full.length, `${refused.length} of ${full.length} refused`);
});

test('public files are described', () => {
  const known = new Set(['defaults', 'random', 'resaved', 'old', 'sparse']);
  const files = results.filter(({ form }) => !known.has(form));
  assert.ok(files.length > 100, `${files.length} files`);
  const refused = files.filter((row) => row.refused);
  assert.deepEqual(
    refused.map(({ form, refused: message }) => `${form}: ${message}`),
    [],
  );
});

test('each known difference occurs', () => {
  const unused = KNOWN.filter(
    ({ types, difference }) =>
      !results.some(
        ({ type, differences }) =>
          types.includes(type) && differences.some((text) => difference.test(text)),
      ),
  );
  assert.deepEqual(unused, []);
});

/** Ways in which a description could be wrong. */
const FAULTS = {
  base: (layer) => ({ ...layer, base: layer.base * 1.0001 }),
  'rotated width': (layer) => ({ ...layer, rotaryDim: layer.rotaryDim / 2 }),
  'key heads': (layer) => ({ ...layer, keyHeads: layer.keyHeads + 1 }),
  scheme: (layer) => ({ ...layer, scheme: 'nope' }),
  window: (layer) => ({ ...layer, window: 77 }),
  scaling: (layer) => ({ ...layer, scaling: { rope_type: 'linear', factor: 1.25 } }),
  layout: (layer) => ({ ...layer, layout: layer.layout === 'half' ? 'interleaved' : 'half' }),
};

test('the comparison finds what is wrong', () => {
  const row = cases.find(({ type, form }) => type === 'llama' && form === 'defaults');
  assert.deepEqual(compare(row, api).differences, []);
  for (const [name, spoil] of Object.entries(FAULTS)) {
    const describeModel = (config) => spoil(api.describeModel(config));
    const { differences } = compare(row, { ...api, describeModel });
    assert.notDeepEqual(differences, [], name);
  }
});

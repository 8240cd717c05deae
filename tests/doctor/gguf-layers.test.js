/*
 * Tests the layers that `describeGguf` lists. The metadata of a GGUF file and the config.json of
 * the same model must agree about these layers: which layers rotate, with which base, and their
 * windows.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { describeGguf } from '../../web/doctor/index.js';
import { LAYERS } from '../../web/doctor/gguf-architectures.js';
import { describeModel, ropeFrequencies } from '../../web/index.js';

const CONFIG = {
  hidden_size: 2048,
  num_attention_heads: 16,
  num_key_value_heads: 4,
  head_dim: 128,
  max_position_embeddings: 8192,
  rope_theta: 500000,
};
const METADATA = {
  embedding_length: 2048,
  'attention.head_count': 16,
  'attention.head_count_kv': 4,
  'attention.key_length': 128,
  context_length: 8192,
  'rope.freq_base': 500000,
};
const WINDOW = [{ sliding_window: 256 }, { 'attention.sliding_window': 256 }];
const YARN = [
  {
    rope_scaling: { rope_type: 'yarn', factor: 4, original_max_position_embeddings: 2048 },
  },
  {
    'rope.scaling.type': 'yarn',
    'rope.scaling.factor': 4,
    'rope.scaling.original_context_length': 2048,
  },
];
const kinds = (text) => text.split(' ').map((each) => `${each}_attention`);

/** Each pair has fields of a config and fields of a GGUF file. Joins the pairs to one pair. */
const both = (...pairs) => [0, 1].map((i) => Object.assign({}, ...pairs.map((pair) => pair[i])));

/**
 * The models: architecture, model_type, number of layers, what else their files say, and how the
 * converter changes the layout.
 */
const MODELS = [
  ['llama4', 'llama4_text', 8, [{}, {}]],
  [
    'llama4',
    'llama4_text',
    8,
    [
      { no_rope_layers: Array(8).fill(1), attention_chunk_size: null },
      { 'attention.sliding_window': 0 },
    ],
  ],
  ['smollm3', 'smollm3', 8, [{}, {}], 'half to interleaved'],
  ['cohere2', 'cohere2', 8, WINDOW],
  [
    'cohere2moe',
    'cohere2_moe',
    8,
    both(WINDOW, [
      { sliding_window_pattern: 4 },
      { 'attention.sliding_window_pattern': [1, 1, 1, 0, 1, 1, 1, 0] },
    ]),
  ],
  [
    'cohere2moe',
    'cohere2_moe',
    4,
    both(WINDOW, [
      {
        layer_types: kinds('full sliding sliding full'),
        mlp_layer_types: ['dense', 'sparse', 'sparse', 'sparse'],
      },
      {
        'attention.sliding_window_pattern': [false, true, true, false],
        leading_dense_block_count: 1,
      },
    ]),
  ],
  ['exaone4', 'exaone4', 64, WINDOW],
  ['exaone4', 'exaone4', 30, [{ sliding_window: null }, {}]],
  [
    'exaone-moe',
    'exaone_moe',
    9,
    both(WINDOW, [{ num_hidden_layers: 8 }, { nextn_predict_layers: 1 }]),
  ],
  ['afmoe', 'afmoe', 8, WINDOW],
  ['gpt-oss', 'gpt_oss', 6, both(WINDOW, YARN)],
  ['gemma2', 'gemma2', 6, WINDOW],
  [
    'gemma3',
    'gemma3_text',
    12,
    both(WINDOW, [
      { rope_scaling: { rope_type: 'linear', factor: 8 } },
      { 'rope.scaling.type': 'linear', 'rope.scaling.factor': 8 },
    ]),
  ],
  [
    'gemma3',
    'gemma3_text',
    12,
    both(WINDOW, [
      { rope_theta: 10000, rope_scaling: { rope_type: 'linear', factor: 8 } },
      { 'rope.freq_base': 10000, 'rope.scaling.factor': 8 },
    ]),
  ],
  ['gemma3n', 'gemma3n_text', 10, WINDOW],
  [
    'gemma-embedding',
    'gemma3_text',
    12,
    [
      { sliding_window: 512, use_bidirectional_attention: true },
      { 'attention.sliding_window': 512 },
    ],
  ],
  [
    'gemma4',
    'gemma4_text',
    3,
    [
      {
        layer_types: kinds('sliding sliding full'),
        sliding_window: 512,
        head_dim: 256,
        global_head_dim: 512,
        num_global_key_value_heads: 2,
        rope_parameters: {
          sliding_attention: { rope_type: 'default', rope_theta: 10000 },
          full_attention: { rope_type: 'default', rope_theta: 1000000 },
        },
      },
      {
        'attention.sliding_window_pattern': [true, true, false],
        'attention.sliding_window': 512,
        'attention.key_length': 512,
        'attention.key_length_swa': 256,
        'rope.dimension_count': 512,
        'rope.dimension_count_swa': 256,
        'rope.freq_base': 1000000,
        'rope.freq_base_swa': 10000,
      },
    ],
  ],
  [
    'modern-bert',
    'modernbert',
    6,
    [
      { local_attention: 128, num_key_value_heads: 16, global_rope_theta: 160000 },
      { 'attention.head_count_kv': 16, 'attention.sliding_window': 128, 'rope.freq_base': 160000 },
    ],
  ],
  ['olmo2', 'olmo3', 8, both(WINDOW, YARN)],
  [
    'mellum',
    'mellum',
    4,
    both(WINDOW, [
      {
        layer_types: kinds('sliding sliding sliding full'),
        rope_parameters: {
          full_attention: { rope_type: 'default', rope_theta: 500000 },
          sliding_attention: { rope_type: 'default', rope_theta: 500000 },
        },
      },
      { 'attention.sliding_window_pattern': [1, 1, 1, 0] },
    ]),
  ],
  [
    'mimo2',
    'mimo_v2_flash',
    4,
    [
      {
        sliding_window: 128,
        head_dim: 192,
        layer_types: kinds('full sliding sliding full'),
        num_key_value_heads: 4,
        rope_theta: 5000000,
      },
      {
        'attention.sliding_window': 128,
        'attention.key_length': 192,
        'attention.sliding_window_pattern': [0, 1, 1, 0],
        'attention.head_count_kv': [4, 8, 8, 4],
        'rope.dimension_count': 64,
        'rope.freq_base': 5000000,
        'rope.freq_base_swa': 10000,
      },
    ],
  ],
  [
    'qwen3next',
    'qwen3_next',
    8,
    [{ head_dim: 256 }, { 'attention.key_length': 256, 'rope.dimension_count': 64 }],
  ],
  [
    'qwen3next',
    'qwen3_next',
    4,
    [
      { head_dim: 256, full_attention_interval: 2 },
      { 'attention.key_length': 256, 'rope.dimension_count': 64, full_attention_interval: 2 },
    ],
  ],
  [
    'qwen35',
    'qwen3_5_text',
    4,
    [
      { head_dim: 256, layer_types: kinds('full linear linear full') },
      {
        'attention.key_length': 256,
        'rope.dimension_count': 64,
        'attention.recurrent_layers': [false, true, true, false],
      },
    ],
  ],
  ['lfm2', 'lfm2', 4, [{ full_attn_idxs: [1, 3] }, { 'attention.head_count_kv': [0, 4, 0, 4] }]],
  [
    'granitehybrid',
    'granitemoehybrid',
    4,
    [
      { layer_types: ['mamba', 'attention', 'mamba', 'attention'] },
      { 'attention.head_count_kv': [0, 4, 0, 4], 'rope.scaling.finetuned': false },
    ],
  ],
  [
    'deepseek4',
    'deepseek_v4',
    4,
    [
      {
        head_dim: 512,
        qk_rope_head_dim: 64,
        compress_ratios: [0, 4, 0, 128],
        sliding_window: 128,
        num_key_value_heads: 1,
      },
      {
        'attention.key_length': 512,
        'rope.dimension_count': 64,
        'attention.compress_ratios': [0, 4, 0, 128],
        'attention.head_count_kv': 1,
        'attention.sliding_window': 128,
        'attention.compress_rope_freq_base': 160000,
      },
    ],
  ],
  [
    'glm4',
    'glm4v_text',
    4,
    [
      {
        rope_parameters: {
          rope_theta: 500000,
          rope_type: 'default',
          partial_rotary_factor: 0.5,
          mrope_section: [8, 12, 12],
        },
      },
      { 'rope.dimension_count': 64, 'rope.dimension_sections': [8, 12, 12, 0] },
    ],
    'interleaved to half',
  ],
  [
    'laguna',
    'laguna',
    4,
    both(WINDOW, [
      {
        layer_types: kinds('full sliding sliding sliding'),
        rope_parameters: {
          full_attention: {
            rope_type: 'yarn',
            rope_theta: 500000,
            factor: 4,
            original_max_position_embeddings: 2048,
            partial_rotary_factor: 0.5,
          },
          sliding_attention: { rope_type: 'default', rope_theta: 10000, partial_rotary_factor: 1 },
        },
      },
      {
        ...YARN[1],
        'rope.dimension_count': 64,
        'rope.dimension_count_swa': 128,
        'rope.freq_base_swa': 10000,
      },
    ]),
  ],
  [
    'mistral3',
    'ministral3',
    2,
    [
      {
        rope_parameters: {
          rope_type: 'yarn',
          rope_theta: 500000,
          factor: 16,
          original_max_position_embeddings: 512,
          beta_fast: 32,
          beta_slow: 1,
          mscale: 1,
          mscale_all_dim: 1,
          llama_4_scaling_beta: 0.1,
        },
        sliding_window: null,
      },
      {
        ...YARN[1],
        'rope.scaling.factor': 16,
        'rope.scaling.original_context_length': 512,
        'rope.scaling.yarn_log_multiplier': 1,
        'attention.temperature_scale': 0.1,
      },
    ],
    'half to interleaved',
  ],
  ['glm4', 'glm4', 4, [{}, { 'rope.dimension_count': 64 }]],
];

/** The properties of a description that its layers have, too. */
const OF_LAYERS = [
  ...['scheme', 'heads', 'keyHeads', 'headDim', 'rotaryDim', 'rotaryStart', 'base', 'scaling'],
  ...['window', 'windowBothWays', 'chunk'],
];

/** Properties in which a GGUF file may differ from a config: the file has its own order of pairs. */
const OF_FILES = ['layout', 'sections', 'sectioning'];

/** Returns the layers of a description, and the frequencies of those that rotate. */
function layersOf(model, total, omitted = []) {
  const alike = Object.fromEntries(OF_LAYERS.map((name) => [name, model[name]]));
  return Array.from({ length: total }, (_, i) => {
    const { scaling, ...layer } = model.perLayer?.[i] ?? alike;
    const known = Object.entries(layer).filter(
      ([key, value]) => value !== undefined && ![...OF_FILES, ...omitted].includes(key),
    );
    const rotation =
      layer.scheme === 'rope' ? ropeFrequencies(layer.headDim, { ...layer, scaling }) : {};
    return {
      ...Object.fromEntries(known),
      frequencies: [...(rotation.frequencies ?? [])],
      factor: rotation.attentionFactor,
    };
  });
}

MODELS.forEach(([architecture, type, layers, [config, fields], permuted], at) =>
  test(`${architecture} in a GGUF file is the same model as ${type} (${at})`, () => {
    const own = { ...METADATA, block_count: layers, ...fields };
    const entries = Object.entries(own).map(([key, value]) => [`${architecture}.${key}`, value]);
    const got = describeGguf({
      'general.architecture': architecture,
      ...Object.fromEntries(entries),
    });
    const expected = describeModel({
      model_type: type,
      ...CONFIG,
      num_hidden_layers: layers,
      ...config,
    });
    const total = config.num_hidden_layers ?? layers;
    assert.deepEqual(layersOf(got, total), layersOf(expected, total));
    for (const name of [
      'scheme',
      'heads',
      'headDim',
      'keyHeads',
      'rotaryDim',
      'rotaryStart',
      'base',
      'window',
      'chunk',
      'temperature',
    ])
      assert.deepEqual(got[name], expected[name], name);
    const layouts = permuted ?? `${expected.layout} to ${expected.layout}`;
    if (got.scheme === 'rope') assert.equal(`${expected.layout} to ${got.layout}`, layouts);
  }),
);

test('architectures that describeModel does not know have the layers of llama.cpp', () => {
  const described = (name, fields) => {
    const own = { ...METADATA, block_count: 8, 'attention.sliding_window': 256, ...fields };
    const entries = Object.entries(own).map(([key, value]) => [`${name}.${key}`, value]);
    return describeGguf({ 'general.architecture': name, ...Object.fromEntries(entries) });
  };
  const schemes = (model) => model.perLayer.map(({ scheme }) => scheme).join(' ');
  const reach = (model) => model.perLayer.map(({ window = 0, base }) => `${window}/${base}`);
  assert.equal(schemes(described('smallthinker')), 'nope rope rope rope nope rope rope rope');
  const { perLayer } = described('smallthinker', { 'attention.sliding_window': 0 });
  assert.deepEqual([perLayer.length, new Set(perLayer).size], [8, 1]);
  const plamo = [...Array(7).fill('256/10000'), '0/500000'];
  assert.deepEqual(reach(described('plamo3')), plamo);
  const halves = described('step35', {
    'attention.sliding_window_pattern': [0, 1, 1, 1, 0, 1, 1, 1],
  });
  assert.deepEqual([halves.rotaryDim, halves.base], [64, 500000]);
  const [{ rotaryDim, base }] = halves.perLayer.slice(1);
  assert.deepEqual([rotaryDim, base], [128, 10000]);
  assert.equal(described('dflash').layout, 'half');
  assert.equal(described('dflash', { 'hyper_connection.count': 4 }).layout, 'interleaved');
  assert.equal(described('nanbeige').layout, 'interleaved');
  assert.equal(described('granite', { 'rope.scaling.finetuned': false }).scheme, 'nope');
});

test('only latent attention multiplies scores beside the temperature', () => {
  const yarn = { ...METADATA, ...YARN[1], 'rope.scaling.yarn_log_multiplier': 1, block_count: 2 };
  const notesOf = (name, more) => {
    const entries = Object.entries({ ...yarn, ...more }).map(([key, value]) => [
      `${name}.${key}`,
      value,
    ]);
    return describeGguf({ 'general.architecture': name, ...Object.fromEntries(entries) }).notes;
  };
  const scores = /^Scores are multiplied/;
  assert.ok(!notesOf('mistral3').some((note) => scores.test(note)));
  const latent = { 'attention.kv_lora_rank': 512, 'rope.dimension_count': 64 };
  assert.ok(notesOf('deepseek2', latent).some((note) => scores.test(note)));
});

test('numbers of layers that no file has are refused', () => {
  const metadata = { 'general.architecture': 'smollm3' };
  for (const [key, value] of Object.entries(METADATA)) metadata[`smollm3.${key}`] = value;
  const expected = /^(Type|Range)Error: describeGguf: metadata\["smollm3.block_count"\]: expected /;
  assert.throws(() => describeGguf(metadata), expected);
  for (const count of [0, 513, 1e12])
    assert.throws(() => describeGguf({ ...metadata, 'smollm3.block_count': count }), expected);
  const list = { 'smollm3.block_count': 4, 'smollm3.attention.head_count_kv': [4, 4] };
  assert.throws(() => describeGguf({ ...metadata, ...list }), /head_count_kv"\]\[2\]: expected/);
});

test('every rule is of an architecture that rotates', () => {
  const base = { ...METADATA, block_count: 8 };
  for (const name of LAYERS.keys()) {
    const entries = Object.entries(base).map(([key, value]) => [`${name}.${key}`, value]);
    const { scheme } = describeGguf({
      'general.architecture': name,
      ...Object.fromEntries(entries),
    });
    assert.equal(scheme, 'rope', name);
  }
});

/*
 * Tests how describeModel reads single fields of a config.json. Also tests that the error for a
 * broken config begins with the path of the broken field.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { describeModel, ropeFrequencies } from '../../web/index.js';
import { ALIKE, has, refuses } from './tools.js';

/** A config of a Llama with 4 layers. `small` describes another family with the same sizes. */
const SMALL = {
  model_type: 'llama',
  hidden_size: 512,
  num_attention_heads: 8,
  num_hidden_layers: 4,
  max_position_embeddings: 4096,
};
const small = (model_type, more = {}) => describeModel({ ...SMALL, model_type, ...more });

test('Qwen needs use_sliding_window for a window, Mistral and Phi do not', () => {
  for (const family of ['qwen2', 'qwen3']) {
    for (const more of [
      {},
      { use_sliding_window: false },
      { use_sliding_window: true, max_window_layers: 4 },
      { use_sliding_window: true },
    ])
      has(
        small(family, { sliding_window: 64, ...more }),
        { window: undefined, perLayer: ALIKE },
        family,
      );
    const some = small(family, {
      sliding_window: 64,
      use_sliding_window: true,
      max_window_layers: 1,
    });
    assert.deepEqual(
      [some.window, some.perLayer.map(({ window }) => window)],
      [undefined, [undefined, 64, 64, 64]],
      family,
    );
    has(
      small(family, { sliding_window: 64, use_sliding_window: true, max_window_layers: 0 }),
      { window: 64, perLayer: ALIKE },
      family,
    );
  }
  for (const family of ['mistral', 'mixtral', 'phi3', 'phimoe'])
    assert.equal(small(family, { sliding_window: 64 }).window, 64, family);
});

test('Qwen3-VL and Qwen3.5 have interleaved sections, whatever the file says', () => {
  for (const rope_scaling of [
    null,
    { rope_type: 'default' },
    { mrope_section: [24, 20, 20] },
    { mrope_interleaved: false },
  ])
    has(
      small('qwen3_vl', { head_dim: 128, rope_scaling }),
      { scaling: { rope_type: 'default', mrope_section: [24, 20, 20], mrope_interleaved: true } },
      'Qwen3-VL',
    );
  has(
    small('qwen3_5'),
    { rotaryDim: 64, scaling: { mrope_section: [11, 11, 10], mrope_interleaved: true } },
    'Qwen3.5',
  );
});

test('layers that differ have the defaults of their families', () => {
  assert.deepEqual(
    small('qwen3_next', { full_attention_interval: 2 }).perLayer.map(({ scheme }) => scheme),
    ['none', 'rope', 'none', 'rope'],
  );
  has(
    small('gemma3_text', { num_hidden_layers: 6 }),
    { base: 1e6, window: undefined, perLayer: { length: 6 } },
    'Gemma 3',
  );
  has(
    small('gemma3_text', { num_hidden_layers: 6 }).perLayer,
    { 0: { base: 1e4 }, 5: { base: 1e6 } },
    'Gemma 3',
  );
});

test("Falcon's keys have one head, unless the config has the new architecture", () => {
  for (const [more, keyHeads] of [
    [{}, 1],
    [{ multi_query: false }, 8],
    [{ num_kv_heads: 2, new_decoder_architecture: true }, 2],
    [{ multi_query: true }, 1],
  ])
    assert.equal(small('falcon', more).keyHeads, keyHeads);
  has(small('RefinedWeb', { n_head_kv: 2 }), { keyHeads: 2 }, 'the old Falcon 40B');
});

test('Gemma 4 has other heads in layers that attend to everything', () => {
  const gemma = {
    num_hidden_layers: 6,
    head_dim: 64,
    global_head_dim: 128,
    num_key_value_heads: 4,
    num_global_key_value_heads: 2,
    rope_parameters: { full_attention: { rope_type: 'proportional' }, sliding_attention: {} },
  };
  has(small('gemma4', gemma), { headDim: 128, keyHeads: 4 }, 'Gemma 4');
  has(
    small('gemma4', { ...gemma, attention_k_eq_v: true }),
    {
      headDim: 128,
      keyHeads: 2,
      perLayer: { 0: { headDim: 64, keyHeads: 4 }, 5: { headDim: 128, keyHeads: 2 } },
    },
    'Gemma 4',
  );
  has(
    small('gemma4', { ...gemma, attention_k_eq_v: true, num_global_key_value_heads: null }),
    { keyHeads: 4 },
    'Gemma 4',
  );
});

test("BERT's position_embedding_type decides between schemes", () => {
  for (const [position_embedding_type, scheme] of [
    [undefined, 'learned'],
    ['absolute', 'learned'],
    ['alibi', 'alibi'],
    ['relative_key', 'relative'],
    ['relative_key_query', 'relative'],
  ])
    has(small('bert', { position_embedding_type }), { scheme }, 'BERT');
});

test('the mscale fields of a longrope are the attention factors of short and long contexts', () => {
  const factors = {
    short_factor: new Array(32).fill(1),
    long_factor: new Array(32).fill(2),
    short_mscale: 1.25,
    long_mscale: 1.5,
    original_max_position_embeddings: 1024,
  };
  const moe = small('phimoe', { rope_scaling: { type: 'longrope', ...factors } });
  has(
    moe,
    { base: 1e6, scaling: { rope_type: 'longrope', original_max_position_embeddings: 1024 } },
    'Phi-3.5-MoE',
  );
  assert.deepEqual(
    [1024, 1025]
      .map((contextLength) =>
        ropeFrequencies(64, { ...{ base: moe.base, scaling: moe.scaling }, contextLength }),
      )
      .map(({ frequencies, attentionFactor }) => [frequencies[0], attentionFactor]),
    [
      [1, 1.25],
      [0.5, 1.5],
    ],
  );
});

test('attn_config decides whether MPT has ALiBi or rope', () => {
  has(
    small('mpt', { attn_config: { alibi: false, rope: true } }),
    { scheme: 'rope', base: 1e4, layout: 'half' },
    'MPT',
  );
});

const long = {
  rope_type: 'longrope',
  short_factor: new Array(32).fill(1),
  long_factor: new Array(32).fill(1),
};
const yarn = { rope_type: 'yarn', factor: 2 };
const t5 = { model_type: 't5', num_heads: 8, d_kv: 64 };

test('a whole T5 has two parts; a config of one part has the buckets of this part', () => {
  const described = (config) => {
    const { bidirectional, parts } = describeModel({ ...t5, ...config });
    return parts ? [parts.encoder.bidirectional, parts.decoder.bidirectional] : bidirectional;
  };
  assert.deepEqual(described({}), [true, false]);
  assert.deepEqual(described({ is_decoder: true }), [true, false], 'the class ignores it');
  assert.equal(described({ is_encoder_decoder: false, is_decoder: true }), false);
  assert.equal(described({ is_encoder_decoder: false }), true);
  assert.equal(described({ architectures: ['T5EncoderModel'] }), true);
  const pix2struct = { model_type: 'pix2struct', text_config: { num_heads: 8, d_kv: 64 } };
  assert.equal(describeModel(pix2struct).bidirectional, false, 'its text model is a decoder');
});

const buckets = (n) => ({ ...t5, relative_attention_num_buckets: n });
const gpt2 = { model_type: 'gpt2', n_embd: 8, n_positions: 4 };
/**
 * Each entry has fields that break SMALL, the class of the error, and the start of its message.
 * @type {[object, ErrorConstructor, RegExp][]}
 */
const REFUSALS = [
  [
    { rope_scaling: { factor: 2 } },
    TypeError,
    /^\w+: config\.rope_scaling\.rope_type or type: expected a string, got undefined/,
  ],
  [
    { rope_parameters: { rope_typ: 'linear', factor: 2, rope_theta: 1e4 } },
    TypeError,
    /^\w+: config\.rope_parameters\.rope_type or type: /,
  ],
  [
    { layer_types: ['full_attention'] },
    RangeError,
    /^\w+: config\.layer_types\.length: expected an integer from 4 to 4, got 1/,
  ],
  [
    { layer_types: new Array(5).fill('full_attention') },
    RangeError,
    /^\w+: config\.layer_types\.length: /,
  ],
  [{ layer_types: 5 }, TypeError, /^\w+: config\.layer_types: expected an array, got 5/],
  [
    { num_hidden_layers: undefined, layer_types: { length: 1e9 } },
    TypeError,
    /^\w+: config\.layer_types: expected an array, got object/,
  ],
  [
    { rope_parameters: { full_attention: null } },
    TypeError,
    /^\w+: config\.rope_parameters\.full_attention: expected an object, got null/,
  ],
  [
    { rope_parameters: { full_attention: 'yarn' } },
    TypeError,
    /^\w+: config\.rope_parameters\.full_attention: /,
  ],
  [
    { num_key_value_heads: 3 },
    RangeError,
    /^\w+: config\.num_key_value_heads: expected a divisor of 8 heads, got 3/,
  ],
  [
    { num_key_value_heads: 16 },
    RangeError,
    /^\w+: config\.num_key_value_heads: expected a divisor of 8 heads, got 16/,
  ],
  [
    { model_type: 'falcon', multi_query: false, num_kv_heads: 3 },
    RangeError,
    /^\w+: config\.num_kv_heads: /,
  ],
  [
    {
      model_type: 'gemma4',
      num_hidden_layers: 6,
      attention_k_eq_v: true,
      num_global_key_value_heads: 3,
      rope_parameters: { full_attention: {}, sliding_attention: {} },
    },
    RangeError,
    /^\w+: config\.num_global_key_value_heads: expected a divisor of 8 heads, got 3/,
  ],
  [
    { model_type: 'vit', image_size: 8, patch_size: 16 },
    RangeError,
    /^\w+: config\.image_size \/ patch_size: expected an integer of at least 1, got 0/,
  ],
  [
    { model_type: 'siglip_vision_model', image_size: 8, patch_size: 9 },
    RangeError,
    /^\w+: config\.image_size \/ patch_size: /,
  ],
  [
    { model_type: 'roberta', max_position_embeddings: 2 },
    RangeError,
    /^\w+: config\.max_position_embeddings: expected an integer of at least 3, got 2/,
  ],
  [
    { model_type: 'roberta', max_position_embeddings: 9, pad_token_id: 8 },
    RangeError,
    /^\w+: config\.max_position_embeddings: /,
  ],
  [
    buckets(31),
    RangeError,
    /^\w+: config\.relative_attention_num_buckets: expected an even number, got 31/,
  ],
  [
    buckets(2),
    RangeError,
    /^\w+: config\.relative_attention_num_buckets: expected an integer from 4 to 16384, got 2/,
  ],
  [buckets(32768), RangeError, /^\w+: config\.relative_attention_num_buckets: /],
  [
    buckets(512),
    RangeError,
    /^\w+: config\.relative_attention_max_distance: expected an integer of at least 129, got 128/,
  ],
  [
    { ...buckets(32), relative_attention_max_distance: 8 },
    RangeError,
    /^\w+: config\.relative_attention_max_distance: /,
  ],
  [
    { ...t5, num_heads: undefined, num_attention_heads: undefined },
    TypeError,
    /^\w+: config\.\w+( or \w+)* or num_heads\b/,
  ],
  [{ ...gpt2, num_attention_heads: undefined }, TypeError, /^\w+: config\.\w+ or n_head\b/],
  [
    { ...gpt2, n_positions: undefined, max_position_embeddings: undefined },
    TypeError,
    /^\w+: config\.\w+ or n_positions\b/,
  ],
  [
    { model_type: 'mpt', attn_config: 'alibi' },
    TypeError,
    /^\w+: config\.attn_config: expected an object, got "alibi"/,
  ],
  [
    { model_type: 'mpt', attn_config: { alibi: 'true' } },
    TypeError,
    /^\w+: config\.attn_config\.alibi: expected true or false, got "true"/,
  ],
  [
    { model_type: 'mpt', attn_config: { alibi: false, rope: 1 } },
    TypeError,
    /^\w+: config\.attn_config\.rope: /,
  ],
  [
    { model_type: 'mpt', attn_config: { alibi: false, rope: true, rope_theta: '1' } },
    TypeError,
    /^\w+: config\.attn_config\.rope_theta: /,
  ],
  [
    { model_type: 'falcon', alibi: 1 },
    TypeError,
    /^\w+: config\.alibi: expected true or false, got 1/,
  ],
  [
    { model_type: 'mllama', cross_attention_layers: 3 },
    TypeError,
    /^\w+: config\.cross_attention_layers: expected an array of numbers, got 3/,
  ],
  [
    { rope_scaling: { mrope_section: [8, 12, 12], mrope_interleaved: 'yes' } },
    TypeError,
    /^\w+: config\.rope_scaling\.mrope_interleaved: expected true or false, got "yes"/,
  ],
  [{ model_type: 'qwen2', use_sliding_window: 1 }, TypeError, /^\w+: config\.use_sliding_window: /],
  [
    { rope_scaling: { mrope_section: [1, 'x', 2] } },
    TypeError,
    /^\w+: config\.rope_scaling\.mrope_section\[1\]: expected an integer, got "x"/,
  ],
  [
    { rope_scaling: { mrope_section: [8, { valueOf: 1 }, 8], mrope_interleaved: true } },
    TypeError,
    /^\w+: config\.rope_scaling\.mrope_section\[1\]: expected an integer, got object/,
  ],
  [
    { model_type: 'qwen2_vl', rope_scaling: { mrope_section: [24, 20, 20] } },
    RangeError,
    /^\w+: config\.rope_scaling\.mrope_section: expected a sum of 32/,
  ],
  [{ head_dim: 127 }, RangeError, /^\w+: config\.head_dim: expected an even number, got 127/],
  [{ hidden_size: 504 }, RangeError, /^\w+: config\.hidden_size: expected an even number, got 63/],
  [
    { model_type: 'gptj', rotary_dim: 63 },
    RangeError,
    /^\w+: config\.rotary_dim: expected an even number, got 63/,
  ],
  [
    { model_type: 'phi', head_dim: 64, partial_rotary_factor: 0.33 },
    RangeError,
    /^\w+: config\.head_dim times partial_rotary_factor: expected an even number, got 21/,
  ],
  [
    { rope_theta: 1, rope_scaling: yarn },
    RangeError,
    /^\w+: config\.rope_theta: expected more than 1 for yarn, got 1/,
  ],
  [
    { rope_parameters: { ...yarn, rope_theta: 1 } },
    RangeError,
    /^\w+: config\.rope_parameters\.rope_theta: expected more than 1/,
  ],
  [
    { rope_theta: 0.5 },
    RangeError,
    /^\w+: config\.rope_theta: expected a finite number of at least 1, got 0\.5/,
  ],
  [
    { original_max_position_embeddings: 64, rope_scaling: { ...long, long_mscale: 'x' } },
    TypeError,
    /^\w+: config\.rope_scaling\.long_mscale: expected a number, got "x"/,
  ],
  [
    { original_max_position_embeddings: 64, rope_scaling: { ...long, short_mscale: 0 } },
    RangeError,
    /^\w+: config\.rope_scaling\.short_mscale: /,
  ],
  ...['rotary', 'none', 'relative', ''].map((word) => [
    { model_type: 'bert', position_embedding_type: word },
    RangeError,
    /^\w+: config\.position_embedding_type: expected "absolute" or "alibi" or /,
  ]),
];

test('a broken config is refused by an error that names the broken field', () => {
  for (const [fields, Kind, message] of REFUSALS) refuses({ ...SMALL, ...fields }, Kind, message);
  for (const fields of [
    { rope_parameters: { rope_theta: 1e4 } },
    { rope_parameters: { rope_theta: 1e4, mrope_section: [8, 12, 12] } },
    { rope_scaling: { ...long, original_max_position_embeddings: 64 } },
    buckets(4),
    { model_type: 'roberta', max_position_embeddings: 3 },
    { layer_types: new Array(4).fill('full_attention') },
  ])
    assert.ok(describeModel({ ...SMALL, ...fields }), JSON.stringify(fields));
});

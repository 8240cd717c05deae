/*
 * Tests that describeModel reads a config.json as the model's class in transformers does. Some
 * tests leave out fields, or give fields that the class ignores. Others have parts of larger
 * models, unusual layers, or values that only look wrong.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { alibiBias, applyRope, describeModel, ropeFrequencies } from '../../web/index.js';
import { ALIKE, has, refuses } from './tools.js';

const SMALL = {
  hidden_size: 512,
  num_attention_heads: 8,
  num_hidden_layers: 6,
  max_position_embeddings: 4096,
};
const small = (model_type, more = {}) => describeModel({ ...SMALL, model_type, ...more });

/** Returns the window of each layer, or one number if all layers are alike. 0 means no window. */
const windows = ({ perLayer, window = 0 }) => perLayer?.map((layer) => layer.window ?? 0) ?? window;
const schemes = ({ perLayer }) => perLayer.map(({ scheme }) => scheme);
const noted = ({ notes }, pattern) =>
  assert.ok(
    notes.some((note) => pattern.test(note)),
    `${notes}`,
  );

test('layers of Gemma 4 have the heads that per_layer_config gives them', () => {
  const found = small('gemma4_text', {
    num_attention_heads: 16,
    num_key_value_heads: 8,
    attention_k_eq_v: true,
    per_layer_config: { '05': { head_dim: 512, num_key_value_heads: 2 } },
  });
  has(found, { headDim: 512, keyHeads: 2, perLayer: { length: 6 } }, 'the layer of its own');
  assert.deepEqual(
    found.perLayer.map(({ headDim, keyHeads }) => [headDim, keyHeads]),
    [...Array(5).fill([256, 8]), [512, 2]],
  );
  const own = small('llama', { per_layer_config: { 2: { num_attention_heads: 4 } } });
  assert.deepEqual(
    own.perLayer.map(({ heads }) => heads),
    [8, 8, 4, 8, 8, 8],
  );
  for (const [name, value, message] of [
    ['6', {}, /^\w+: config\.per_layer_config\.6: expected an integer from 0 to 5, got 6/],
    ['x', {}, /^\w+: config\.per_layer_config\.x: /],
    [
      '1',
      { head_dim: 3 },
      /^\w+: config\.per_layer_config\.1\.head_dim: expected an even number, got 3/,
    ],
  ])
    refuses(
      { ...SMALL, model_type: 'gemma4', per_layer_config: { [name]: value } },
      RangeError,
      message,
    );
});

test('windows reach both ways in EmbeddingGemma, Gemma 4 and encoders', () => {
  const both = (found, window) => {
    const layer = found.perLayer?.[1] ?? found;
    has(layer, { window, windowBothWays: true }, `${window}`);
  };
  both(small('gemma3_text', { sliding_window: 512, use_bidirectional_attention: true }), 257);
  both(small('gemma4_text', { sliding_window: 512, use_bidirectional_attention: 'all' }), 257);
  both(small('modernbert', { local_attention: 128 }), 65);
  both(small('openai_privacy_filter', { sliding_window: 128 }), 129);
  both(small('t5gemma2_text', { sliding_window: 129 }), 65);
  for (const use_bidirectional_attention of [undefined, null, false, 'vision'])
    has(
      small('gemma4_text', { sliding_window: 512, use_bidirectional_attention }).perLayer[0],
      { window: 512, windowBothWays: undefined },
      `${use_bidirectional_attention}`,
    );
  assert.deepEqual(
    windows(small('modernbert-decoder', { sliding_window: 64 })),
    [0, 64, 64, 0, 64, 64],
  );
});

test('the fields of a whole model are not read for its parts', () => {
  const part = { model_type: 'qwen2', hidden_size: 3584, num_attention_heads: 28 };
  has(
    describeModel({
      model_type: 'musicflamingo',
      head_dim: 1280,
      rope_theta: 1200,
      text_config: part,
    }),
    { headDim: 128, base: 1e4 },
    'Music Flamingo',
  );
  refuses(
    { model_type: 'grounding-dino', num_attention_heads: 8, text_config: { model_type: 'xyz' } },
    RangeError,
    /^\w+: config\.text_config\.model_type: /,
  );
  has(
    describeModel({ model_type: 'llava', text_config: {} }),
    { heads: 32, headDim: 128 },
    'LLaVA',
  );
  has(
    describeModel({ model_type: 'gemma3', text_config: { model_type: 'gemma3_text' } }),
    { heads: 8, keyHeads: 4, contextLength: 131072, perLayer: { length: 26 } },
    'Gemma 3',
  );
  has(
    describeModel({
      model_type: 'depth_anything',
      backbone_config: {
        model_type: 'dinov2',
        hidden_size: 8,
        num_attention_heads: 2,
        image_size: 28,
        patch_size: 14,
      },
    }),
    { scheme: 'learned', grid: [2, 2] },
    'the only part with positions',
  );
});

test('fields that a file leaves out have the defaults of the class', () => {
  const more = { num_attention_heads: 64, hidden_size: 4096 };
  for (const [keyHeads, types] of Object.entries({
    8: 'mistral mixtral phimoe phi4_multimodal llama4 gpt_oss qwen2_vl ministral',
    4: 'gemma2 gemma4 qwen3_5 smollm3',
    2: 'gemma3n glm glm4 qwen3_next qwen3_5_moe',
    64: 'llama olmo2',
  }))
    for (const type of types.split(' '))
      assert.equal(small(type, more).keyHeads, Number(keyHeads), type);
  assert.equal(small('mistral', { num_key_value_heads: null }).keyHeads, 8);
  for (const [window, types] of Object.entries({
    4096: 'mistral gemma2 gemma3 cohere2 ministral exaone4 olmo3',
    512: 'gemma3n gemma4 laguna',
    1024: 'gemma4_unified afmoe',
    128: 'gpt_oss granite_swa',
  }))
    for (const type of types.split(' ')) {
      const every = type === 'laguna' ? { layer_types: Array(6).fill('sliding_attention') } : {};
      assert.ok([windows(small(type, every))].flat().includes(Number(window)), type);
      const none = small(type, { ...every, sliding_window: null });
      if (!/gemma|exaone4/.test(type))
        assert.ok(
          [windows(none)].flat().every((w) => !w),
          type,
        );
    }
  for (const [type, wanted] of Object.entries({
    gemma: { headDim: 256 },
    cohere: { base: 5e5 },
    qwen3: { headDim: 128 },
    mixtral: { base: 1e6 },
    minimax_m2: { base: 5e6, headDim: 128 },
    nomic_bert: { base: 1000 },
    gpt_oss: { scaling: { rope_type: 'yarn', factor: 32, truncate: false }, base: 15e4 },
    apertus: { scaling: { rope_type: 'llama3', factor: 8 }, base: 12e6 },
    gemma4: { scaling: { rope_type: 'proportional', partial_rotary_factor: 0.25 }, base: 1e6 },
  }))
    has(small(type), wanted, type);
});

test('fields that a class ignores are ignored', () => {
  const odd = {
    sliding_window: 64,
    use_sliding_window: true,
    max_window_layers: 0,
    partial_rotary_factor: 0.5,
    rotary_dim: 32,
    layer_types: ['sliding_attention', ...Array(5).fill('full_attention')],
    attention_chunk_size: 7,
    global_head_dim: 8,
    alibi: true,
    multi_query: true,
  };
  for (const type of ['llama', 'gemma', 'cohere', 'olmo'])
    has(
      small(type, { ...odd, head_dim: 64 }),
      {
        scheme: 'rope',
        keyHeads: 8,
        window: undefined,
        chunk: undefined,
        rotaryDim: 64,
        perLayer: ALIKE,
      },
      type,
    );
  has(small('mistral', odd), { window: 64, rotaryDim: 64, perLayer: ALIKE }, 'mistral');
  has(
    small('glm4', { ...odd, rotary_dim: undefined }),
    { window: undefined, rotaryDim: 64 },
    'glm4',
  );
});

test('unusual layers are described as the class makes them', () => {
  const window = { sliding_window: 64, use_sliding_window: true };
  assert.deepEqual(
    windows(small('qwen2_moe', { ...window, max_window_layers: 4 })),
    [64, 0, 64, 0, 0, 0],
  );
  has(small('qwen3_moe', window), { window: 64, perLayer: ALIKE }, 'qwen3_moe');
  assert.deepEqual(windows(small('qwen3_moe', { sliding_window: 64 })), [0, 0, 0, 0, 0, 0]);
  const listed = { layer_types: ['sliding_attention', ...Array(5).fill('full_attention')] };
  assert.deepEqual(windows(small('qwen2', listed)), [0, 0, 0, 0, 0, 0]);
  assert.deepEqual(windows(small('qwen2', { ...listed, ...window })), [64, 0, 0, 0, 0, 0]);
  const smol = small('smollm3', { ...window, no_rope_layer_interval: 3 });
  assert.deepEqual(
    [windows(smol), schemes(smol)],
    [
      [0, 0, 64, 0, 0, 64],
      ['rope', 'rope', 'nope', 'rope', 'rope', 'nope'],
    ],
  );
  const last = small('gemma4', { layer_types: Array(6).fill('sliding_attention') });
  assert.deepEqual(windows(last), [512, 512, 512, 512, 512, 0]);
  assert.deepEqual(windows(small('dots1', { max_window_layers: 4 })), [0, 0, 0, 0, 4096, 4096]);
  assert.deepEqual(windows(small('cwm')), [0, 8192, 8192, 8192, 0, 8192]);
  assert.deepEqual(windows(small('mimo_v2_flash')), [0, 128, 128, 128, 128, 0]);
  assert.deepEqual(windows(small('muse_glimmer_text')), [2048, 0, 2048, 2048, 2048, 0]);
});

test('some layers have no positions, no attention, or a base of their own', () => {
  assert.deepEqual(schemes(small('exaone4')), ['rope', 'rope', 'rope', 'nope', 'rope', 'rope']);
  has(
    small('exaone4', { sliding_window: null, layer_types: Array(6).fill('full_attention') }),
    { scheme: 'rope', perLayer: ALIKE },
    'exaone4',
  );
  assert.deepEqual(schemes(small('recurrent_gemma')), [
    'none',
    'none',
    'rope',
    'none',
    'none',
    'rope',
  ]);
  has(small('recurrent_gemma'), { window: 2048, rotaryDim: 32 }, 'recurrent_gemma');
  assert.deepEqual(schemes(small('lfm2', { full_attn_idxs: [1, 4] })), [
    'none',
    'rope',
    'none',
    'none',
    'rope',
    'none',
  ]);
  assert.deepEqual(
    schemes(small('granite_swa', { layer_rope_theta: [1e4, 1e4, 0, 1e6, 1e4, 1e4] })),
    ['rope', 'rope', 'nope', 'rope', 'rope', 'rope'],
  );
  assert.equal(
    small('granite_swa', { layer_rope_theta: [1e4, 1e4, 0, 1e6, 1e4, 1e4] }).perLayer[3].base,
    1e6,
  );
  assert.deepEqual(
    small('mimo_v2_flash').perLayer.map(({ keyHeads }) => keyHeads),
    [4, 8, 8, 8, 8, 4],
  );
});

test('GPT-Neo has local layers, and scores that are not scaled', () => {
  const neo = small('gpt_neo');
  noted(neo, /attention_types.*256/);
  noted(neo, /not divided by sqrt/);
});

test('if two fields contradict each other, the field that the class reads counts', () => {
  const yarn = { rope_type: 'yarn', factor: 4, original_max_position_embeddings: 512 };
  has(
    small('llama', { original_max_position_embeddings: 1024, rope_scaling: yarn }),
    { scaling: { original_max_position_embeddings: 1024 } },
    'the outer length',
  );
  has(
    small('llama', { rope_scaling: yarn, rope_parameters: { rope_type: 'linear', factor: 2 } }),
    { scaling: { rope_type: 'yarn' } },
    'rope_scaling',
  );
  has(
    small('llama', { rope_scaling: {}, rope_parameters: { rope_type: 'linear', factor: 2 } }),
    { scaling: { rope_type: 'linear' } },
    'an empty rope_scaling',
  );
  for (const [rope_type, rotaryDim] of [
    ['default', 16],
    ['linear', 32],
  ])
    has(
      small('glm4', {
        head_dim: 64,
        partial_rotary_factor: 0.5,
        rope_parameters: { rope_type, factor: 2, partial_rotary_factor: 0.25 },
      }),
      { rotaryDim },
      rope_type,
    );
});

test('values that only look wrong are accepted', () => {
  const yarn = { rope_type: 'yarn', factor: 4, original_max_position_embeddings: 512 };
  const plain = small('llama', { rope_scaling: yarn });
  const zero = small('llama', { rope_scaling: { ...yarn, beta_fast: 0, beta_slow: 0 } });
  assert.deepEqual(ropeFrequencies(64, zero), ropeFrequencies(64, plain));
  has(
    small('llama', {
      rope_scaling: { rope_type: 'llama3', factor: 8, low_freq_factor: 1, high_freq_factor: 4 },
    }),
    { scaling: { original_max_position_embeddings: 4096 } },
    'llama3 without a length',
  );
  const factors = { short_factor: Array(32).fill(1), long_factor: Array(32).fill(2) };
  has(
    small('llama', { rope_scaling: { rope_type: 'longrope', ...factors } }),
    { scaling: { original_max_position_embeddings: 4096 } },
    'longrope without a length',
  );
  const clipped = small('qwen3_vl', {
    head_dim: 128,
    rope_scaling: { mrope_section: [20, 22, 22] },
  });
  assert.deepEqual(clipped.scaling.mrope_section, [22, 21, 21]);
  const parts = { text_config: { model_type: 'llama' }, vision_config: {} };
  has(describeModel({ model_type: 'llava', ...parts }), { heads: 32, headDim: 128 }, 'no heads');
});

test('notes say where transformers differs from the weights or the paper', () => {
  noted(small('phimoe'), /short_factor/);
  noted(small('gemma3_text', { rope_scaling: { type: 'linear', factor: 8 } }), /key type/);
  noted(small('qwen2_5_vl'), /frames/);
  noted(small('vit_mae', { image_size: 32, patch_size: 16 }), /other way/);
  noted(small('dbrx', { attn_config: { rope_theta: 5e5 } }), /ignores rope_theta in attn_config/);
  const yarn = { rope_type: 'yarn', factor: 4, original_max_position_embeddings: 64 };
  for (const truncate of [true, false]) {
    const rope_parameters = { full_attention: { ...yarn, truncate } };
    const notes = small('gemma3_text', { rope_parameters }).notes.join(' ');
    assert.equal(notes.includes('ignores the key truncate'), !truncate);
  }
});

/** For each model type: fields of its config, and fields that its description must have. */
const FAMILIES = {
  nanochat: [{}, { scheme: 'rope', layout: 'half' }],
  internlm2: [{ num_key_value_heads: 2 }, { scheme: 'rope', keyHeads: 2 }],
  chatglm: [
    { kv_channels: 128, multi_query_attention: true, multi_query_group_num: 2, rope_ratio: 500 },
    { layout: 'interleaved', headDim: 128, rotaryDim: 64, keyHeads: 2, base: 5e6 },
  ],
  minicpm: [{}, { scheme: 'rope', layout: 'half' }],
  olmo2: [{ rope_theta: 5e5 }, { base: 5e5 }],
  olmo3: [
    { rope_scaling: { rope_type: 'yarn', factor: 8 } },
    { scaling: { factor: 8 }, perLayer: { 0: { scaling: undefined, window: 4096, base: 5e5 } } },
  ],
  ministral3: [
    {},
    { temperature: { beta: 0.1, floor: 16384 }, scaling: { rope_type: 'yarn' }, base: 1e6 },
  ],
  glm_moe_dsa: [{}, { layout: 'interleaved-to-half', headDim: 64, keyHeads: 1 }],
  deepseek_v32: [{}, { layout: 'interleaved-to-half', headDim: 64, keyHeads: 1 }],
  minimax_m2: [
    { head_dim: 128, rotary_dim: 64 },
    { headDim: 128, rotaryDim: 64 },
  ],
  deepseek_v4: [
    {
      compress_ratios: [0, 0, 4, 128, 4, 0],
      rope_scaling: { type: 'yarn', factor: 16, original_max_position_embeddings: 65536 },
    },
    {
      headDim: 512,
      keyHeads: 1,
      rotaryDim: 64,
      rotaryStart: 448,
      perLayer: {
        0: { base: 1e4, scaling: undefined, window: 128 },
        2: { base: 16e4, scaling: { factor: 16, attention_factor: 1 } },
      },
    },
  ],
  nemotron_h: [{}, { scheme: 'nope' }],
  phi3small: [{}, { scheme: 'rope', base: 1e6 }],
  whisper: [
    {
      d_model: 384,
      encoder_attention_heads: 6,
      max_target_positions: 448,
      max_position_embeddings: null,
    },
    { scheme: 'learned', maxPositions: 448, offset: 0 },
  ],
  xlnet: [{ d_model: 1024, n_head: 16 }, { scheme: 'transformer-xl' }],
  deberta: [
    { relative_attention: true, pos_att_type: ['c2p', 'p2c'], max_position_embeddings: 512 },
    { scheme: 'deberta', buckets: 0, maxDistance: 512 },
  ],
  'deberta-v2': [
    {
      relative_attention: true,
      position_buckets: 256,
      pos_att_type: 'p2c|c2p',
      max_position_embeddings: 512,
    },
    { scheme: 'deberta', buckets: 256, maxDistance: 512 },
  ],
  swin: [
    {
      hidden_size: 768,
      embed_dim: 96,
      num_heads: [3, 6, 12, 24],
      window_size: 7,
      num_attention_heads: undefined,
    },
    { scheme: 'swin', heads: 3, headDim: 32, grid: [7, 7] },
  ],
  swinv2: [
    { embed_dim: 96, num_heads: [3, 6], window_size: 8, num_attention_heads: undefined },
    { scheme: 'swinv2', grid: [8, 8] },
  ],
  vit_mae: [
    { image_size: 224, patch_size: 16 },
    { scheme: 'sinusoidal', grid: [14, 14], prefix: 1, maxPositions: 197 },
  ],
  dinov3_vit: [
    { rope_theta: 100, image_size: 224, patch_size: 16 },
    { scheme: 'rope', sections: [16, 16], sectioning: 'axial', base: 100 },
  ],
  distilbert: [
    { dim: 768, n_heads: 12 },
    { scheme: 'learned', maxPositions: 4096 },
  ],
  electra: [{ embedding_size: 128 }, { scheme: 'learned', dim: 128 }],
  albert: [{}, { dim: 128 }],
  camembert: [{ max_position_embeddings: 514 }, { offset: 2, contextLength: 512 }],
  mpnet: [{ max_position_embeddings: 514 }, { offset: 2, contextLength: 512 }],
  clip_text_model: [{ max_position_embeddings: 77 }, { maxPositions: 77, offset: 0 }],
  siglip_text_model: [{ max_position_embeddings: 64 }, { maxPositions: 64 }],
  dinov2_with_registers: [
    { image_size: 28, patch_size: 14 },
    { prefix: 1, maxPositions: 5 },
  ],
  deit: [
    { image_size: 32, patch_size: 16 },
    { prefix: 2, maxPositions: 6 },
  ],
  beit: [
    { image_size: 224, patch_size: 16, use_relative_position_bias: true },
    { scheme: 'swin', grid: [14, 14] },
  ],
  gpt_bigcode: [{ n_positions: 2048 }, { scheme: 'learned', keyHeads: 1 }],
  mamba: [{ num_attention_heads: undefined }, { scheme: 'none', heads: 0 }],
  wav2vec2: [{}, { scheme: 'convolution' }],
  dbrx: [{ attn_config: { kv_n_heads: 4, rope_theta: 5e5 } }, { keyHeads: 4, base: 5e5 }],
  roformer: [{}, { scheme: 'rope', layout: 'interleaved' }],
  vivit: [
    { image_size: 224, num_frames: 32, tubelet_size: [2, 16, 16] },
    { grid: [16, 14, 14], maxPositions: 3137 },
  ],
  videoprism_vision_model: [
    { image_size: 288, num_frames: 16, tubelet_size: [1, 18, 18] },
    { grid: [16, 16], maxPositions: 256 },
  ],
  'audio-spectrogram-transformer': [
    { patch_size: 16, num_mel_bins: 128, max_length: 1024, time_stride: 16 },
    { scheme: 'learned', grid: [12, 64], prefix: 2, maxPositions: 770 },
  ],
  sam2_hiera_det_model: [
    { window_positional_embedding_background_size: [14, 7] },
    { scheme: 'learned', dim: 512, grid: [14, 7], maxPositions: 98 },
  ],
  seggpt: [
    { image_size: [896, 448], pretrain_image_size: 224, patch_size: 16 },
    { grid: [14, 14], prefix: 1, maxPositions: 197 },
  ],
  detr: [{}, { scheme: 'sinusoidal', layout: 'interleaved', dim: 256, base: 1e4 }],
  'dab-detr': [{}, { layout: 'interleaved', dim: 256, base: 20 }],
  rt_detr: [{ encoder_hidden_dim: 128 }, { layout: 'concatenated', dim: 64, base: 1e4 }],
  maskformer: [{ decoder_config: { hidden_size: 128 } }, { dim: 64 }],
  speecht5: [{}, { scheme: 'relative', maxDistance: 160 }],
  blip_2_qformer: [{}, { scheme: 'nope', heads: 8, layout: undefined }],
  timesfm: [{ head_dim: 64 }, { scheme: 'nope' }],
};

test('models of other families are described', () => {
  for (const [type, [fields, wanted]] of Object.entries(FAMILIES))
    has(small(type, fields), wanted, type);
  noted(small('nanochat'), /negative/);
  noted(small('ministral3'), /p - 1/);
  noted(small('phi3small'), /block-sparse/);
});

test('MPT reads rope_hf_config', () => {
  const attn_config = { alibi: false, rope: true, rope_theta: 5e5, rope_impl: 'hf' };
  const mpt = (rope_hf_config) => small('mpt', { attn_config: { ...attn_config, rope_hf_config } });
  has(
    mpt({ type: 'linear', factor: 4 }),
    { base: 5e5, scaling: { rope_type: 'linear', factor: 4 } },
    'linear',
  );
  has(mpt({ type: 'no_scaling', factor: 1 }), { scaling: undefined }, 'none');
});

test('descriptions work as options of other functions', () => {
  for (const [type, [fields]] of Object.entries(FAMILIES)) {
    const found = small(type, fields);
    for (const each of found.perLayer ?? [found]) {
      if (each.scheme === 'alibi')
        assert.equal(alibiBias(1, 1, 1, { ...each, slopes: [0] }).length, 1, type);
      if (each.scheme !== 'rope') continue;
      const x = new Float32Array(each.heads * each.headDim).fill(1);
      const axes = (found.sections ?? each.scaling?.mrope_section ?? [1]).length;
      const positions = Array(axes).fill(1);
      assert.ok(applyRope(x, { ...each, length: 1, positions }).every(Number.isFinite), type);
    }
  }
});

test('an unknown type is read as Llama if its fields leave no doubt', () => {
  const fields = { ...SMALL, rope_theta: 5e5, num_key_value_heads: 2 };
  const found = describeModel({ ...fields, model_type: 'newllama' });
  has(found, { scheme: 'rope', layout: 'half', base: 5e5, keyHeads: 2 }, 'newllama');
  assert.deepEqual(found.notes, [
    'Read as llama, with pairs in halves and the defaults of Llama: the type is not known.',
  ]);
  const usual = { num_local_experts: 8, n_positions: 64, rope_scaling: { rope_type: 'default' } };
  has(describeModel({ ...fields, ...usual, model_type: 'newllama' }), { base: 5e5 }, 'usual');
  for (const doubt of [
    { rope_theta: undefined },
    { hidden_size: undefined },
    { layer_types: Array(6).fill('full_attention') },
    { partial_rotary_factor: 0.5 },
    { sliding_window: 64 },
    { kv_lora_rank: 512 },
    { position_embedding_type: 'absolute' },
    { rope_parameters: { rope_theta: 1e4, partial_rotary_factor: 0.25 } },
    { rope_scaling: { rope_type: 'linear', factor: 2, partial_rotary_factor: 0.25 } },
    { rope_parameters: { full_attention: { rope_theta: 1e4 }, other: { rope_theta: 1e3 } } },
    { rope_parameters: { swa: { rope_theta: 1e4 } } },
  ])
    refuses(
      { ...fields, model_type: 'newllama', ...doubt },
      RangeError,
      /^\w+: config\.model_type: expected a known model type/,
    );
});

/** Fields that a plain Llama does not have. Each shows another kind of rotation, layer or head. */
const DOUBTS = [
  ...['rope_pct', 'rotary_dim', 'second_theta', 'pos_embed', 'use_position', 'alibi_bias_max'],
  ...['relative_bias', 'interleave_step', 'nope_layers', 'attention_window', 'attention_chunk'],
  ...['local_attention', 'global_attn_every_n_layers', 'swa_layers', 'cross_attention', 'blocks'],
  ...['override_pattern', 'decoder_layers', 'layer_types', 'layer_config', 'width_per_layer'],
  ...['attn_layer_period', 'attention_layers', 'attn_config', 'attn_type_list', 'attention_types'],
  ...['linear_num_value_heads', 'ssm_size', 'state_size', 'mamba_d_inner', 'conv_kernel'],
  ...['recurrent_width', 'is_hybrid', 'compress_ratios', 'q_lora_rank', 'qk_size', 'kv_channels'],
  ...['multi_query', 'query_groups', 'temperature_tuning', 'attention_head_dim', 'head_size'],
  ...['dim_head', 'width_per_head'],
];

test('an unknown type is refused if a field shows another kind of model', () => {
  const fields = { ...SMALL, rope_theta: 5e5, model_type: 'newllama' };
  for (const name of DOUBTS) {
    refuses(
      { ...fields, [name]: 1 },
      RangeError,
      /^\w+: config\.model_type: expected a known model type/,
    );
    assert.equal(describeModel({ ...fields, [name]: null }).scheme, 'rope', name);
  }
});

test('a part of an unknown model is described only if its name tells that it is the right one', () => {
  const part = { ...SMALL, rope_theta: 5e5, model_type: 'llama' };
  const model_type = 'newpair';
  assert.equal(describeModel({ model_type, first_config: part }).base, 5e5);
  assert.equal(describeModel({ model_type, first_config: {}, text_config: part }).base, 5e5);
  refuses(
    { model_type, first_config: part, second_config: { ...part, rope_theta: 1e4 } },
    RangeError,
    /^\w+: config\.model_type: expected a known model type/,
  );
});

test('an unknown type is refused with the names nearest to it', () => {
  for (const [type, near] of [
    ['lama', 'llama'],
    ['qwen2vl', 'qwen2_vl'],
    ['robert', 'roberta'],
    ['gemma-3', 'gemma3'],
  ])
    refuses(
      { model_type: type },
      RangeError,
      new RegExp(`\\(did you mean .*"${near}".*\\?\\), got "${type}"$`),
    );
  refuses(
    { model_type: 'zzzzzzzz' },
    RangeError,
    /^\w+: config\.model_type: expected a known model type, got "zzzzzzzz"$/,
  );
});

test('hostile configs soon give one short error or a description', () => {
  /** Returns the message that refuses a config. Asserts that it is short and comes soon. */
  const refusal = (config) => {
    const started = performance.now();
    let message = '';
    try {
      describeModel(config);
    } catch (error) {
      message = error.message;
    }
    assert.match(message, /^\w+: config\b.*: expected /);
    assert.ok(message.length < 400, `${message.length}`);
    assert.ok(performance.now() - started < 2000);
    return message;
  };
  const self = { ...SMALL, model_type: 'llama' };
  self.text_config = self;
  assert.match(refusal(self), /at most 8 parts/);
  const wide = { model_type: 'llama' };
  for (let i = 0; i < 50; i++) wide[`field${i}`] = wide;
  wide.text_config = wide;
  refusal(wide);
  let deep = { ...SMALL, model_type: 'llama' };
  for (let i = 0; i < 100000; i++) deep = { model_type: 'llama', text_config: deep };
  assert.match(refusal(deep), /nested at most 32 deep/);
  refusal({ ...SMALL, model_type: 'x'.repeat(1e6) });
  refusal({ ...SMALL, model_type: 'llama', rope_scaling: { rope_type: 'y'.repeat(1e6) } });
  refusal({ ...SMALL, model_type: 'llama', num_attention_heads: 'z'.repeat(1e6) });
  const crossed = { ...SMALL, model_type: 'mllama', num_hidden_layers: 4096 };
  crossed.cross_attention_layers = new Array(1e6).fill(5000);
  const started = performance.now();
  assert.equal(describeModel(crossed).scheme, 'rope');
  assert.ok(performance.now() - started < 2000);
});

test('each field is read once', () => {
  const reads = {};
  const config = {};
  for (const [name, value] of Object.entries({ ...SMALL, model_type: 'llama' }))
    Object.defineProperty(config, name, {
      enumerable: true,
      get() {
        reads[name] = (reads[name] ?? 0) + 1;
        return reads[name] > 1 ? -1 : value;
      },
    });
  has(describeModel(config), { heads: 8, headDim: 64 }, 'getters');
  assert.ok(Object.values(reads).every((times) => times === 1));
});

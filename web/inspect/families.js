/*
 * The families of models that describeModel knows, with one row for each family. To add a family,
 * add a row. To add a model that works like the models of a row, add its `model_type` to this row.
 * A model that contains a language model is in the row of this language model. Within a section,
 * the order of rows and of types only matters for the size of the file: the present order
 * compresses well.
 */

/**
 * The kinds of layers. KINDS in layers.js has the kind for each value of `layer_types`.
 * @typedef {'full_attention' | 'sliding_attention' | 'linear_attention' | 'chunked_attention' |
 *   'compressed_attention'} LayerKind
 */

/**
 * How the models of a family encode positions. A family without any of these properties has rope
 * with base 10000. Its pairs are split in halves, every dimension rotates, and all layers are
 * alike.
 *
 * @typedef {object} Family
 * @property {string} types values of `model_type`, separated by spaces, without a final `_text`,
 *   `_model` or `_text_model`
 * @property {string} [like] a type of another row. This row gets all properties and `fields` of
 *   that row that it does not have itself
 * @property {'alibi' | 't5' | 'learned' | 'patches' | 'image' | 'beit' | 'sinusoidal' |
 *   'sinusoidal2d' | 'sine2d' | 'relative' | 'deberta' | 'transformer-xl' | 'swin' | 'swinv2' |
 *   'convolution' | 'nope' | 'none'} [scheme] rope if left out. 'patches': a learned row for each
 *   patch; 'image': rope with rows and columns of patches
 * @property {'interleaved' | 'interleaved-to-half' | 'concatenated' | 'fairseq'} [layout] tells
 *   which elements form a pair; 'half' if left out, and also if the config has `rope_interleave:
 *   false`
 * @property {string[]} [notes]
 *
 * @property {Record<string, unknown>} [fields] fields that the class of the model reads, with their
 *   defaults. Many fields are ignored unless they are here; OPTIONAL in find-family.js lists them
 * @property {Record<string, string>} [aliases] fields that have another name in this family
 * @property {string[]} [ignored] fields that the class ignores, although most classes read them
 * @property {string} [inner] the name of a field whose value is an object with further fields
 * @property {number[]} [sizes] the numbers of heads, dimensions, layers and positions, for files
 *   that leave them out. They are used only if the model is a part of another model. Only the
 *   configs of parts leave out defaults
 * @property {true} [forParts] `fields` and `sizes` are for the language model inside models of this
 *   type. Everything else about the language model is in its own row
 * @property {[string, Record<string, 'rope' | 'learned' | 'nope' | 'none'>]} [schemeField] a field,
 *   and the schemes that its values choose
 *
 * @property {boolean} [bidirectional] for 't5': whether keys after their query have separate
 *   buckets; if left out, the config says whether the model has an encoder, a decoder or both
 * @property {number} [offset] the row of position 0 in a learned table; if left out, the row after
 *   `pad_token_id`
 * @property {import('./describe-model.js').PartOfModel} [encoder] for 'learned': what the encoder
 *   has instead of a table. The row describes the decoder
 * @property {number} [prefix] the number of rows before the rows of patches, in the table of a
 *   vision model
 *
 * @property {true} [latentAttention] only a separate part of each head rotates. All heads share the
 *   key of this part (DeepSeek's multi-head latent attention); headDim is then the number of
 *   dimensions of this part
 * @property {string} [headsPerKeyHead] the field with the number of query heads for each key head;
 *   the class computes the number of heads from it
 * @property {true} [outerPart] `partial_rotary_factor` in a scaling object is ignored
 * @property {true} [rotatesLast] the last dimensions of each head rotate, instead of the first
 * @property {number[]} [mropeSections] the value of `mrope_section` if the file has none
 * @property {boolean} [mropeInterleaved] whether the axes of the sections alternate, whatever the
 *   file says
 * @property {true} [yarnIsLongrope] old files of the family use "yarn" as the name of longrope
 *
 * @property {import('./layers.js').Pattern} [layers] the kinds of layers if no `layer_types` are
 *   given. If a row has neither `layers` nor `globalEvery`, `layer_types` are ignored, and all
 *   layers have the window of `sliding_window`
 * @property {number | string} [globalEvery] the number of layers in a group, of which one attends
 *   to everything; a string is the name of the field with this number
 * @property {'first' | 'first and last' | 'counted from the end'} [globalAt] which layer of a group
 *   attends to everything; the last if left out
 * @property {LayerKind} [otherLayers] the kind of the other layers; 'sliding_attention' if left out
 * @property {true} [windowEverywhere] layers that would attend to everything have the window of
 *   `sliding_window`
 * @property {true} [lastIsFull] the last layer attends to everything, whatever `layer_types` says
 * @property {import('./layers.js').WithoutPositions} [withoutPositions] tells which layers have no
 *   positions
 *
 * @property {Partial<Record<LayerKind, string>>} [bases] for each kind of layers whose base is not
 *   in `rope_theta`, the field with the base
 * @property {true} [unscaledWindows] the frequencies of layers with a window are not scaled, unless
 *   the file has a scaling just for these layers
 * @property {true} [globalHeads] layers that attend to everything use `global_head_dim` instead of
 *   `head_dim`. If `attention_k_eq_v` is true, they use `num_global_key_value_heads`, too
 * @property {number} [slidingKeyHeads] layers with a window have this many times as many key heads
 *   as the other layers
 * @property {'width' | 'reach' | 'if asked'} [windowBothWays] windows reach both ways. 'width':
 *   `sliding_window` is the width of the whole window; 'reach': it is the largest distance; 'if
 *   asked': windows are like 'width' if `use_bidirectional_attention` is true or "all"
 * @property {'attn_scale' | 'llama_4_scaling_beta'} [temperature] the field with the temperature of
 *   queries: 'attn_scale' in layers without positions, 'llama_4_scaling_beta' in all layers
 */

/** The fields that a class ignores if its rope has a fixed base and no scaling. */
const ROPE = ['rope_parameters', 'rope_scaling', 'rope_theta'];

/** @type {Family[]} */
export const FAMILIES = [
  // Rope with pairs in halves
  {
    types:
      'llama llava llava_next llava_next_video aria granite granite4_vision ' +
      'granitemoe granitemoeshared hunyuan_v1_dense hunyuan_v1_moe hyperclovax olmo olmo2',
    sizes: [32, 4096, 32, 2048],
  },
  { types: 'phi nemotron glmasr_encoder persimmon', fields: { partial_rotary_factor: 0.5 } },
  {
    types:
      'exaone internlm diffllama lasr_encoder chameleon xverse kyutai_speech_to_text minicpm ' +
      'olmoe internlm2 arcee internlm3 orion jais2 aquila eurobert moshi idefics',
  },
  { types: 'stablelm', fields: { partial_rotary_factor: 0.25 } },
  { types: 'clvp_encoder', fields: { rotary_dim: 32 } },
  { types: 'csm_depth_decoder', fields: { rope_theta: 5e5, num_key_value_heads: 2 } },
  { types: 'hrm_text dia_encoder', fields: { head_dim: 128 } },
  { types: 'csm EvollaModel evolla', fields: { rope_theta: 5e5, num_key_value_heads: 8 } },
  { types: 'bitnet', fields: { rope_theta: 5e5, num_key_value_heads: 5 } },
  { types: 'emu3', fields: { rope_theta: 1e6, num_key_value_heads: 8 } },
  { types: 'seed_oss', fields: { head_dim: 128, num_key_value_heads: 8 } },
  { types: 'hy_v3', fields: { rope_theta: 11158840, head_dim: 128, num_key_value_heads: 8 } },
  {
    types: 'solar_open',
    fields: { rope_theta: 1e6, head_dim: 128, num_key_value_heads: 8, partial_rotary_factor: 1 },
  },
  {
    types: 'voxtral_realtime',
    forParts: true,
    sizes: [32, 3072, 26, 131072],
    fields: { rope_theta: 1e6, head_dim: 128, num_key_value_heads: 8, sliding_window: 8192 },
  },
  { types: 'voxtral_realtime_encoder', fields: { head_dim: 64, sliding_window: 750 } },
  { types: 'xcodec2', fields: { head_dim: 64 } },
  { types: 'jina_embeddings_v3', fields: { rope_theta: 2e4 } },
  { types: 'qwen3_omni_moe_talker', fields: { num_key_value_heads: 2 } },
  {
    types: 'higgs_audio_v2',
    fields: {
      head_dim: 128,
      num_key_value_heads: 8,
      rope_parameters: {
        rope_type: 'llama3',
        factor: 32,
        high_freq_factor: 0.5,
        low_freq_factor: 0.125,
        original_max_position_embeddings: 1024,
        rope_theta: 5e5,
      },
    },
  },
  {
    types: 'apertus',
    fields: {
      rope_parameters: {
        rope_type: 'llama3',
        factor: 8,
        low_freq_factor: 1,
        high_freq_factor: 4,
        original_max_position_embeddings: 8192,
        rope_theta: 12e6,
      },
    },
  },
  { types: 'mixtral', fields: { rope_theta: 1e6, num_key_value_heads: 8, sliding_window: null } },
  {
    types: 'voxtral_realtime_text mistral3 mistral',
    sizes: [32, 4096, 32, 131072],
    fields: { num_key_value_heads: 8, sliding_window: 4096 },
  },
  {
    types: 'jetmoe',
    fields: { head_dim: 128, num_key_value_heads: 16, num_experts_per_tok: 2 },
    aliases: { head_dim: 'kv_channels' },
    headsPerKeyHead: 'num_experts_per_tok',
  },
  { types: 'starcoder2', fields: { num_key_value_heads: 2, sliding_window: null } },
  { types: 'fuyu', fields: { rope_theta: 25e3, partial_rotary_factor: 0.5 } },
  { types: 'doge', fields: { sliding_window: null } },
  {
    types: 'voxtral',
    forParts: true,
    sizes: [32, 3072, 30, 131072],
    fields: { rope_theta: 1e8, head_dim: 128, num_key_value_heads: 8 },
  },
  {
    types: 'glmasr',
    forParts: true,
    sizes: [16, 2048, 28, 8192],
    fields: { num_key_value_heads: 4 },
  },
  {
    types: 'qwen3_moe',
    fields: { num_key_value_heads: 4, sliding_window: 4096, use_sliding_window: false },
  },
  { types: 'mimi', fields: { sliding_window: 250 } },
  { types: 'deepseek_ocr2', like: 'llama', ignored: ['head_dim'] },
  {
    types: 'phi4mm',
    fields: { partial_rotary_factor: null, original_max_position_embeddings: 4096 },
    yarnIsLongrope: true,
  },
  { types: 'glm4_moe', fields: { num_key_value_heads: 8, partial_rotary_factor: 0.5 } },
  {
    types: 'dbrx',
    inner: 'attn_config',
    fields: { num_key_value_heads: 1 },
    aliases: { num_key_value_heads: 'kv_n_heads' },
    notes: ['Transformers 5 ignores rope_theta in attn_config.'],
  },
  {
    types: 'phi3',
    fields: {
      sliding_window: null,
      partial_rotary_factor: null,
      original_max_position_embeddings: 4096,
    },
    yarnIsLongrope: true,
  },
  { types: 'gemma paligemma', sizes: [16, 3072, 28, 8192], fields: { head_dim: 256 } },
  { types: 'falcon', fields: { multi_query: true, alibi: false } },
  {
    types: 'ministral3',
    fields: {
      head_dim: 128,
      num_key_value_heads: 8,
      sliding_window: null,
      rope_parameters: {
        rope_type: 'yarn',
        factor: 16,
        original_max_position_embeddings: 16384,
        rope_theta: 1e6,
        mscale: 1,
        mscale_all_dim: 1,
        llama_4_scaling_beta: 0.1,
      },
    },
    temperature: 'llama_4_scaling_beta',
  },
  { types: 'phi4_multimodal', like: 'phi3', fields: { num_key_value_heads: 8 } },
  {
    types: 'gpt_neox',
    fields: { rotary_pct: 0.25, partial_rotary_factor: null, rotary_emb_base: 1e4 },
  },
  { types: 'flex_olmo', fields: { rope_theta: 5e5 } },
  { types: 'falcon_h1', fields: { num_key_value_heads: 8 } },
  {
    types: 'gpt_neox_japanese',
    fields: { rotary_pct: 1, partial_rotary_factor: null, rotary_emb_base: 1e4 },
  },
  { types: 'nomic_bert', fields: { rope_theta: 1000 } },
  {
    types: 'minimax_m2',
    fields: {
      rope_theta: 5e6,
      head_dim: 128,
      num_key_value_heads: 8,
      rotary_dim: null,
      partial_rotary_factor: null,
    },
    notes: ['Transformers 5 ignores rotary_dim.'],
  },
  {
    types: 'phi3small',
    fields: { rope_theta: 1e6 },
    aliases: { rope_theta: 'rope_embedding_base' },
    notes: ['Most layers are block-sparse (dense_attention_every_n_layers).'],
  },
  {
    types: 'minimax_m3_vl',
    sizes: [64, 6144, 60, 524288],
    fields: { rope_theta: 5e6, head_dim: 128, num_key_value_heads: 4, rotary_dim: 64 },
    layers: 'full',
    notes: [
      'Transformers 5 ignores rotary_dim.',
      'An indexer chooses the tokens to which a token attends.',
    ],
  },
  { types: 'RefinedWebModel RefinedWeb', fields: { multi_query: false, alibi: false } },
  { types: 'nanochat', notes: ['Pairs rotate by the negative angle.'] },
  { types: 'qwen2_5_omni_dit', fields: { head_dim: 64 }, notes: ['Only the first head rotates.'] },
  { types: 'esmc', sizes: [40, 2560, 80, 2048] },
  {
    types: 'phimoe',
    fields: { rope_theta: 1e6, num_key_value_heads: 8, sliding_window: null },
    notes: ['Transformers always takes short_factor.'],
  },
  { types: 'timesfm2_5', fields: { head_dim: 80 } },
  { types: 'dia_decoder', fields: { head_dim: 128, num_key_value_heads: 4 } },

  // Rope with pairs in halves, in models whose layers differ
  {
    types: 'mellum',
    fields: {
      head_dim: 128,
      num_key_value_heads: 4,
      sliding_window: 1024,
      partial_rotary_factor: null,
      rope_parameters: {
        full_attention: { rope_theta: 5e5 },
        sliding_attention: { rope_theta: 1e4 },
      },
    },
    layers: 'full',
  },
  {
    types: 'ministral',
    fields: { num_key_value_heads: 8, sliding_window: 4096 },
    layers: 'windows',
  },
  {
    types: 'olmo3',
    fields: { rope_theta: 5e5, sliding_window: 4096, local_rope_theta: 5e5 },
    globalEvery: 4,
    bases: { sliding_attention: 'local_rope_theta' },
    unscaledWindows: true,
  },
  {
    types: 'lfm2_moe',
    fields: { rope_theta: 1e6, num_key_value_heads: 8 },
    layers: 'full_attn_idxs',
  },
  {
    types: 'modernbert',
    sizes: [12, 768, 22, 8192],
    fields: {
      global_rope_theta: 16e4,
      local_rope_theta: 1e4,
      global_attn_every_n_layers: 3,
      sliding_window: 128,
    },
    aliases: { sliding_window: 'local_attention' },
    globalEvery: 'global_attn_every_n_layers',
    globalAt: 'first',
    bases: { sliding_attention: 'local_rope_theta' },
    windowBothWays: 'width',
  },
  {
    types: 'gemma2 t5_gemma_module vaultgemma',
    sizes: [8, 2304, 26, 8192],
    fields: { head_dim: 256, num_key_value_heads: 4, sliding_window: 4096 },
    globalEvery: 2,
  },
  {
    types: 'qwen2_moe',
    fields: { sliding_window: 4096, use_sliding_window: false, max_window_layers: 28 },
    layers: 'even_below_max_window_layers',
  },
  {
    types: 'gemma3',
    sizes: [8, 2304, 26, 131072],
    fields: {
      head_dim: 256,
      num_key_value_heads: 4,
      sliding_window: 4096,
      rope_theta: 1e6,
      rope_local_base_freq: 1e4,
      sliding_window_pattern: 6,
      use_bidirectional_attention: false,
    },
    globalEvery: 'sliding_window_pattern',
    bases: { sliding_attention: 'rope_local_base_freq' },
    unscaledWindows: true,
    windowBothWays: 'if asked',
  },
  {
    types: 't5gemma2_encoder t5gemma2_text',
    like: 'gemma3',
    windowBothWays: 'width',
    notes: ['Windows of even width have one token fewer before the query than after it.'],
  },
  {
    types: 'minimax',
    fields: { rope_theta: 1e6, num_key_value_heads: 8, sliding_window: null },
    globalEvery: 2,
    globalAt: 'first',
    otherLayers: 'linear_attention',
    windowEverywhere: true,
  },
  {
    types: 'gemma4_assistant gemma4 diffusion_gemma',
    sizes: [8, 2304, 30, 131072],
    fields: {
      head_dim: 256,
      num_key_value_heads: 4,
      sliding_window: 512,
      global_head_dim: 512,
      use_bidirectional_attention: null,
      rope_parameters: {
        full_attention: { rope_type: 'proportional', partial_rotary_factor: 0.25, rope_theta: 1e6 },
        sliding_attention: { rope_theta: 1e4 },
      },
    },
    globalEvery: 6,
    lastIsFull: true,
    globalHeads: true,
    windowBothWays: 'if asked',
  },
  {
    types: 't5gemma2 t5gemma2_decoder',
    like: 'gemma3',
    notes: ['Windows of the encoder are half as wide.'],
  },
  {
    types: 'qwen2 deepseek_ocr2_encoder',
    sizes: [32, 4096, 32, 32768],
    fields: { sliding_window: 4096, use_sliding_window: false, max_window_layers: 28 },
    layers: 'from_max_window_layers',
  },
  {
    types: 'gemma4_unified_assistant gemma4_unified',
    like: 'gemma4',
    sizes: [8, 2304, 30, 262144],
    fields: { sliding_window: 1024 },
  },
  { types: 'qwen3', like: 'qwen2', fields: { head_dim: 128 } },
  {
    types: 'cwm',
    fields: {
      rope_theta: 1e6,
      head_dim: 128,
      num_key_value_heads: 8,
      sliding_window: 8192,
      rope_parameters: {
        rope_type: 'llama3',
        factor: 16,
        high_freq_factor: 4,
        low_freq_factor: 1,
        original_max_position_embeddings: 8192,
      },
    },
    globalEvery: 4,
    globalAt: 'first',
  },
  {
    types: 'gpt_oss',
    fields: {
      rope_theta: 15e4,
      head_dim: 64,
      num_key_value_heads: 8,
      sliding_window: 128,
      rope_parameters: {
        rope_type: 'yarn',
        factor: 32,
        truncate: false,
        original_max_position_embeddings: 4096,
      },
    },
    globalEvery: 2,
  },
  {
    types: 'openai_privacy_filter',
    layout: 'interleaved',
    fields: {
      rope_theta: 15e4,
      head_dim: 64,
      num_key_value_heads: 2,
      sliding_window: 128,
      rope_parameters: {
        rope_type: 'yarn',
        factor: 32,
        truncate: false,
        original_max_position_embeddings: 4096,
      },
    },
    windowBothWays: 'reach',
  },
  {
    types: 'gemma3n',
    sizes: [8, 2048, 35, 32768],
    fields: {
      head_dim: 256,
      num_key_value_heads: 2,
      sliding_window: 512,
      rope_theta: 1e6,
      rope_local_base_freq: 1e4,
    },
    globalEvery: 5,
    bases: { sliding_attention: 'rope_local_base_freq' },
    unscaledWindows: true,
  },
  {
    types: 'lfm2',
    sizes: [32, 2560, 32, 128000],
    fields: { rope_theta: 1e6, num_key_value_heads: 8 },
    layers: 'full_attn_idxs',
  },
  {
    types: 'modernbert-decoder',
    fields: {
      global_rope_theta: 16e4,
      local_rope_theta: 1e4,
      global_attn_every_n_layers: 3,
      sliding_window: 64,
    },
    globalEvery: 'global_attn_every_n_layers',
    globalAt: 'first',
    bases: { sliding_attention: 'local_rope_theta' },
  },
  {
    types: 'qwen3_omni_moe_talker_code_predictor',
    fields: {
      head_dim: 128,
      num_key_value_heads: 8,
      sliding_window: null,
      use_sliding_window: false,
      max_window_layers: 28,
    },
    layers: 'from_max_window_layers',
  },
  {
    types: 'laguna',
    fields: {
      head_dim: 128,
      num_key_value_heads: 8,
      sliding_window: 512,
      partial_rotary_factor: null,
      rope_parameters: {
        full_attention: { rope_theta: 5e5, partial_rotary_factor: 0.5 },
        sliding_attention: { rope_theta: 1e4 },
      },
    },
    layers: 'full',
  },
  {
    types: 'mimo',
    fields: { use_sliding_window: false, sliding_window: 4096, max_window_layers: 28 },
    layers: 'from_max_window_layers',
  },
  {
    types: 'zaya',
    fields: {
      head_dim: 128,
      num_key_value_heads: 2,
      sliding_window: null,
      partial_rotary_factor: null,
      rope_parameters: {
        hybrid: { rope_theta: 5e6, partial_rotary_factor: 0.5 },
        hybrid_sliding: { rope_theta: 1e4, partial_rotary_factor: 0.5 },
      },
    },
    layers: 'full',
  },
  {
    types: 'mimo_v2_flash',
    fields: {
      head_dim: 192,
      num_key_value_heads: 4,
      sliding_window: 128,
      partial_rotary_factor: 0.334,
      rope_parameters: {
        full_attention: { rope_theta: 5e6 },
        sliding_attention: { rope_theta: 1e4 },
      },
    },
    globalEvery: 6,
    globalAt: 'first and last',
    slidingKeyHeads: 2,
  },
  {
    types: 'qwen3_next',
    fields: {
      head_dim: 256,
      num_key_value_heads: 2,
      partial_rotary_factor: 0.25,
      full_attention_interval: 4,
    },
    globalEvery: 'full_attention_interval',
    otherLayers: 'linear_attention',
  },
  {
    types: 'qwen2_5_omni_talker',
    fields: {
      rope_theta: 1e6,
      head_dim: 128,
      num_key_value_heads: 4,
      sliding_window: 32768,
      use_sliding_window: false,
      max_window_layers: 28,
    },
    layers: 'from_max_window_layers',
  },
  {
    types: 'bamba',
    fields: { num_key_value_heads: 8, partial_rotary_factor: 0.5 },
    layers: 'attn_layer_indices',
  },
  {
    types: 'step3p7 step3p5',
    fields: {
      head_dim: 128,
      num_key_value_heads: 8,
      sliding_window: null,
      partial_rotary_factor: null,
      use_bidirectional_attention: null,
    },
    aliases: { num_key_value_heads: 'num_attention_groups' },
    layers: 'full',
  },
  {
    types: 'dots1',
    fields: { sliding_window: 4096, max_window_layers: 62 },
    layers: 'from_max_window_layers',
  },
  {
    types: 'recurrent_gemma',
    fields: {
      partial_rotary_factor: 0.5,
      sliding_window: 2048,
      block_types: ['recurrent', 'recurrent', 'attention'],
    },
    aliases: { sliding_window: 'attention_window_size' },
    layers: 'full',
    windowEverywhere: true,
    notes: ['Transformers 5 rotates all dimensions.'],
  },

  // Layers without positions
  {
    types: 'muse_glimmer_assistant',
    fields: { rope_theta: 5e5, head_dim: 128, num_key_value_heads: 8, sliding_window: 2048 },
    layers: 'windows',
    windowBothWays: 'reach',
  },
  {
    types: 'exaone4_5 exaone4 exaone_moe',
    fields: { sliding_window: 4096, sliding_window_pattern: 4 },
    globalEvery: 'sliding_window_pattern',
    withoutPositions: 'full_attention_beside_windows',
  },
  {
    types: 'olmo_hybrid',
    globalEvery: 4,
    otherLayers: 'linear_attention',
    withoutPositions: 'rope_theta',
  },
  {
    types: 'granitemoehybrid',
    layers: 'attn_layer_indices',
    withoutPositions: 'position_embedding_type',
  },
  {
    types: 'granite_swa',
    fields: { num_key_value_heads: 4, sliding_window: 128 },
    globalEvery: 4,
    globalAt: 'first',
    withoutPositions: 'layer_rope_theta',
  },
  {
    types: 'granitemoe_swa',
    fields: { sliding_window: 128 },
    globalEvery: 4,
    globalAt: 'first',
    withoutPositions: 'layer_rope_theta',
  },
  {
    types: 'afmoe',
    fields: { head_dim: 128, sliding_window: 1024, global_attn_every_n_layers: 4 },
    globalEvery: 'global_attn_every_n_layers',
    withoutPositions: 'full_attention',
  },
  {
    types: 'mllama',
    sizes: [32, 4096, 40, 131072],
    fields: {
      rope_theta: 5e5,
      num_key_value_heads: 8,
      cross_attention_layers: [3, 8, 13, 18, 23, 28, 33, 38],
    },
    withoutPositions: 'cross_attention_layers',
    notes: ['Layers without positions attend to an image. Without one, they are skipped.'],
  },
  {
    types: 'muse_glimmer',
    fields: { head_dim: 128, num_key_value_heads: 2, sliding_window: 2048 },
    globalEvery: 4,
    globalAt: 'counted from the end',
    withoutPositions: 'layer_rope_theta_or_every_fourth',
  },
  {
    types: 'smollm3',
    fields: {
      rope_theta: 2e6,
      num_key_value_heads: 4,
      sliding_window: null,
      use_sliding_window: false,
    },
    layers: 'windows_where_no_rope',
    withoutPositions: 'no_rope_layers',
  },
  {
    types: 'zamba2',
    aliases: { head_dim: 'attention_head_dim' },
    layers: 'full',
    withoutPositions: 'use_mem_rope',
  },
  {
    types: 'cohere_compass',
    fields: { sliding_window: 4096, mrope_section: null },
    layers: 'full',
    withoutPositions: 'rope_parameters',
    mropeSections: [24, 20, 20],
    mropeInterleaved: true,
  },

  // Rope with pairs of neighbours
  {
    types: 'glm4 glm',
    layout: 'interleaved',
    fields: { head_dim: 128, num_key_value_heads: 2, partial_rotary_factor: 0.5 },
  },
  {
    types: 'ernie4_5',
    layout: 'interleaved',
    fields: { rope_theta: 5e5, head_dim: 128, num_key_value_heads: 2 },
  },
  {
    types: 'ernie4_5_moe',
    layout: 'interleaved',
    fields: { rope_theta: 5e5, num_key_value_heads: 4 },
  },
  {
    types: 'moonshine_streaming',
    layout: 'interleaved',
    fields: { partial_rotary_factor: null, rope_parameters: { partial_rotary_factor: 0.8 } },
  },
  {
    types: 'moonshine',
    layout: 'interleaved',
    fields: { partial_rotary_factor: 0.9 },
    aliases: {
      num_attention_heads: 'decoder_num_attention_heads',
      num_key_value_heads: 'decoder_num_key_value_heads',
    },
  },
  {
    types: 'chatglm',
    layout: 'interleaved',
    fields: { partial_rotary_factor: 0.5, rope_ratio: 1 },
    aliases: { head_dim: 'kv_channels', num_key_value_heads: 'multi_query_group_num' },
  },
  { types: 'helium', layout: 'interleaved', fields: { rope_theta: 1e5, head_dim: 128 } },
  {
    types: 'llama4',
    layout: 'interleaved',
    sizes: [40, 5120, 48, 131072],
    fields: { rope_theta: 5e5, head_dim: 128, num_key_value_heads: 8, attention_chunk_size: 8192 },
    layers: 'chunks_where_rope',
    withoutPositions: 'no_rope_layers',
    temperature: 'attn_scale',
  },
  {
    types: 'cohere2_moe',
    layout: 'interleaved',
    ignored: ['rope_scaling'],
    fields: { head_dim: 128, sliding_window: 4096, sliding_window_pattern: 4 },
    globalEvery: 'sliding_window_pattern',
    withoutPositions: 'full_attention_unless_dense',
  },
  { types: 'gptj codegen', layout: 'interleaved', fields: { rotary_dim: 64 }, ignored: ROPE },
  {
    types: 'cohere2',
    layout: 'interleaved',
    sizes: [64, 8192, 40, 8192],
    fields: { sliding_window: 4096, sliding_window_pattern: 4 },
    globalEvery: 'sliding_window_pattern',
    withoutPositions: 'full_attention',
  },
  {
    types: 'pe_audio_video_encoder pe_audio_encoder pe_video_encoder',
    layout: 'interleaved',
    fields: { head_dim: 128, rope_theta: 2e4 },
  },
  { types: 'blt_patcher', layout: 'interleaved' },
  {
    types: 'blt blt_global_transformer cohere blt_local_decoder blt_local_encoder',
    layout: 'interleaved',
    fields: { rope_theta: 5e5 },
  },

  // Latent attention: a part of each head rotates, and all heads share its key
  { types: 'minicpm3', fields: { qk_rope_head_dim: 32 }, latentAttention: true },
  {
    types: 'glm4_moe_lite youtu axk1',
    layout: 'interleaved-to-half',
    fields: { qk_rope_head_dim: 64 },
    latentAttention: true,
  },
  {
    types: 'glm_moe_dsa deepseek_v32',
    like: 'glm4_moe_lite',
    notes: ['An indexer chooses the tokens to which a token attends.'],
  },
  { types: 'deepseek_v2', like: 'glm4_moe_lite', layout: 'interleaved' },
  { types: 'deepseek_v3 kimi_k25 kimi_k2', like: 'glm4_moe_lite', sizes: [128, 7168, 61, 4096] },
  { types: 'longcat_flash', like: 'glm4_moe_lite', fields: { rope_theta: 1e7 } },
  {
    types: 'mistral4',
    like: 'glm4_moe_lite',
    fields: {
      rope_parameters: {
        rope_type: 'yarn',
        factor: 128,
        original_max_position_embeddings: 8192,
        rope_theta: 1e4,
        mscale: 1,
        mscale_all_dim: 1,
        llama_4_scaling_beta: 0.1,
      },
    },
    temperature: 'llama_4_scaling_beta',
  },
  { types: 'axk2', like: 'deepseek_v32', fields: { qk_rope_head_dim: 32 } },
  {
    types: 'deepseek_v4',
    layout: 'interleaved',
    fields: {
      head_dim: 512,
      num_key_value_heads: 1,
      sliding_window: 128,
      partial_rotary_factor: null,
      rotary_dim: 64,
      compress_rope_theta: 16e4,
    },
    aliases: { rotary_dim: 'qk_rope_head_dim' },
    outerPart: true,
    layers: 'compressed',
    bases: { compressed_attention: 'compress_rope_theta' },
    unscaledWindows: true,
    rotatesLast: true,
    notes: ['Layers without plain windows also attend to compressed tokens.'],
  },

  // M-RoPE: pairs turn with time, row or column
  {
    types: 'cosmos3_edge',
    fields: { rope_theta: 1e8, head_dim: 128, num_key_value_heads: 8 },
    mropeSections: [24, 20, 20],
    mropeInterleaved: true,
  },
  { types: 'hunyuan_vl', sizes: [32, 4096, 32, 2048], mropeInterleaved: false },
  {
    types: 'qwen3_vl',
    sizes: [32, 4096, 32, 128000],
    fields: { rope_theta: 5e5, head_dim: 128 },
    mropeSections: [24, 20, 20],
    mropeInterleaved: true,
  },
  {
    types: 'glm4v',
    layout: 'interleaved',
    sizes: [32, 4096, 40, 32768],
    fields: { num_key_value_heads: 2, partial_rotary_factor: null },
    mropeSections: [8, 12, 12],
  },
  {
    types: 'qwen3_vl_moe',
    sizes: [16, 2048, 24, 128000],
    fields: { rope_theta: 5e5 },
    mropeSections: [24, 20, 20],
    mropeInterleaved: true,
  },
  {
    types: 'glm_ocr',
    like: 'glm4v',
    sizes: [16, 1024, 16, 131072],
    fields: { num_key_value_heads: 8 },
  },
  {
    types: 'ernie4_5_vl_moe',
    layout: 'interleaved',
    sizes: [20, 2560, 28, 131072],
    fields: { rope_theta: 5e5, num_key_value_heads: 4 },
    notes: ['Rows and columns take turns in the pairs. The last 20 pairs turn with time.'],
  },
  {
    types: 'qwen2_vl',
    sizes: [64, 8192, 80, 32768],
    fields: {
      rope_theta: 1e6,
      num_key_value_heads: 8,
      sliding_window: 4096,
      use_sliding_window: false,
      max_window_layers: 80,
    },
    layers: 'from_max_window_layers',
    mropeInterleaved: false,
  },
  {
    types: 'paddleocr_vl',
    sizes: [16, 1024, 18, 131072],
    fields: { rope_theta: 5e5, head_dim: 128, num_key_value_heads: 2 },
    mropeInterleaved: false,
  },
  {
    types: 'qwen3_5_moe',
    like: 'qwen3_5',
    sizes: [16, 2048, 40, 32768],
    fields: { num_key_value_heads: 2 },
  },
  {
    types: 'qwen3_omni_moe_thinker qwen3_omni_moe',
    sizes: [28, 2048, 28, 32768],
    fields: { rope_theta: 1e6, num_key_value_heads: 4 },
    mropeSections: [24, 20, 20],
    mropeInterleaved: true,
  },
  {
    types: 'glm4v_moe',
    sizes: [96, 4096, 46, 65536],
    fields: { num_key_value_heads: 8, partial_rotary_factor: 0.5 },
    mropeSections: [8, 12, 12],
  },
  {
    types: 'qwen3_5',
    sizes: [16, 4096, 32, 32768],
    fields: {
      head_dim: 256,
      num_key_value_heads: 4,
      partial_rotary_factor: 0.25,
      full_attention_interval: 4,
    },
    globalEvery: 'full_attention_interval',
    otherLayers: 'linear_attention',
    mropeSections: [11, 11, 10],
    mropeInterleaved: true,
  },
  {
    types: 'glm_image',
    fields: { num_key_value_heads: 2, partial_rotary_factor: null },
    mropeSections: [8, 12, 12],
  },
  {
    types: 'qwen2_5_vl',
    like: 'qwen2_vl',
    notes: ['Transformers 5 no longer counts frames of videos.'],
  },
  {
    types: 'qwen2_5_omni_thinker qwen2_5_omni',
    like: 'qwen2_vl',
    sizes: [28, 3584, 28, 32768],
    fields: { num_key_value_heads: 4, sliding_window: 32768, max_window_layers: 28 },
  },

  // Rope of images: one half of the pairs turns with the row, the other with the column
  {
    types: 'gemma4_vision',
    scheme: 'image',
    fields: { rope_theta: 100, head_dim: 64 },
    notes: ['Each half of a head rotates on its own.'],
  },
  { types: 'qwen2_vl_vision', scheme: 'image', aliases: { hidden_size: 'embed_dim' } },
  { types: 'exaone4_5_vision', scheme: 'image', fields: { num_key_value_heads: 8 } },
  {
    types: 'eomt_dinov3 dinov3_vit',
    scheme: 'image',
    fields: { rope_theta: 100 },
    notes: ['Coordinates are of the kind dinov3. Only patches rotate.'],
  },
  {
    types: 'llama4_vision',
    scheme: 'image',
    layout: 'interleaved',
    notes: ['Rows and columns take turns in the pairs.'],
  },
  {
    types: 'sapiens2',
    like: 'dinov3_vit',
    notes: [
      'Coordinates are of the kind dinov3. Only patches rotate.',
      'Layers have fewer key heads where num_key_value_heads_per_layer says so.',
    ],
  },
  {
    types: 'sam3_vit',
    scheme: 'image',
    layout: 'interleaved',
    notes: ['Learned rows are added to the embeddings as well.'],
  },
  {
    types:
      'muse_glimmer_vision qwen3_omni_moe_vision_encoder step3p5_vision qwen3_5_vision ' +
      'glm4v_moe_vision qwen3_5_moe_vision paddleocr_vl_vision qwen3_vl_vision ' +
      'qwen3_vl_moe_vision cohere_compass_vision glm4v_vision',
    scheme: 'image',
    notes: ['Learned rows are added to the embeddings as well.'],
  },
  {
    types: 'pixtral',
    scheme: 'image',
    notes: ['The angles of columns have a further factor base^(-2 / headDim).'],
  },
  {
    types:
      'minimax_m3_vl_vision qwen2_5_omni_vision_encoder ernie4_5_vl_moe_vision ' +
      'video_llama_3_vision mlcd kimi_k25_vision mlcd_vision qwen2_5_vl_vision glm_ocr_vision',
    scheme: 'image',
  },

  // Attention without positions
  { types: 'moonshine_streaming_encoder zamba moshi_depth', scheme: 'nope' },
  { types: 'jamba nemotron_h', scheme: 'nope', fields: { num_key_value_heads: 8 } },

  // Biases
  { types: 'bloom', scheme: 'alibi' },
  { types: 'mpt', scheme: 'alibi', offset: 0 },
  {
    types: 'switch_transformers pop2piano longt5 mt5 t5 umt5',
    scheme: 't5',
    fields: { d_kv: 64 },
  },
  {
    types: 'xlnet funnel transfo-xl',
    scheme: 'transformer-xl',
    notes: ['The table is sinusoidal, in the concatenated layout.'],
  },
  {
    types: 'seamless_m4t nemotron_asr_streaming_encoder parakeet_encoder wav2vec2-conformer',
    scheme: 'transformer-xl',
    notes: ['The table is sinusoidal, in the interleaved layout.'],
  },
  { types: 'deberta-v2 deberta', scheme: 'deberta', offset: 0 },
  { types: 'swinv2 swin2sr', scheme: 'swinv2', aliases: { hidden_size: 'embed_dim' } },
  {
    types: 'swin maskformer-swin donut-swin',
    scheme: 'swin',
    aliases: { hidden_size: 'embed_dim' },
  },
  {
    types: 'sew-d',
    scheme: 'deberta',
    offset: 0,
    fields: {
      relative_attention: true,
      position_buckets: 256,
      pos_att_type: 'p2c|c2p',
      position_biased_input: false,
    },
  },
  {
    types: 'inkling',
    scheme: 'relative',
    fields: { head_dim: 128, num_key_value_heads: 8, max_distance: 1024 },
    aliases: { max_distance: 'rel_extent' },
    notes: ['A projection of the input makes the biases.'],
  },
  {
    types: 'clap_audio',
    scheme: 'swin',
    aliases: { hidden_size: 'patch_embeds_hidden_size', num_heads: 'num_attention_heads' },
  },
  {
    types: 'cpmant',
    scheme: 't5',
    bidirectional: true,
    fields: { relative_attention_num_buckets: 512, relative_attention_max_distance: 2048 },
    aliases: {
      head_dim: 'dim_head',
      relative_attention_num_buckets: 'position_bias_num_buckets',
      relative_attention_max_distance: 'position_bias_max_distance',
    },
  },
  {
    types: 'speecht5',
    scheme: 'relative',
    fields: { max_distance: 160 },
    aliases: { max_distance: 'encoder_max_relative_position' },
    notes: ['Sinusoidal rows are added to the embeddings as well.'],
  },
  {
    types: 'vits',
    scheme: 'relative',
    fields: { max_distance: 4 },
    aliases: { max_distance: 'window_size' },
    notes: ['Values take relative rows, too.'],
  },
  {
    types: 'wav2vec2-bert',
    scheme: 'relative',
    fields: { max_distance: 64 },
    aliases: { max_distance: 'left_max_position_embeddings' },
    notes: ['For keys after the query, the largest distance is right_max_position_embeddings.'],
  },
  {
    types: 'wavlm',
    scheme: 't5',
    bidirectional: true,
    fields: { relative_attention_num_buckets: 320, relative_attention_max_distance: 800 },
    aliases: {
      relative_attention_num_buckets: 'num_buckets',
      relative_attention_max_distance: 'max_bucket_distance',
    },
    notes: ['Gates that depend on the query multiply the bias.'],
  },
  // The encoder of pix2struct reads patches of an image, and has no T5 biases.
  { types: 'pix2struct', like: 't5', bidirectional: false },
  {
    types: 'fastspeech2_conformer',
    scheme: 'transformer-xl',
    aliases: { num_attention_heads: 'encoder_num_attention_heads' },
    notes: ['The table is sinusoidal, in the interleaved layout.'],
  },
  {
    types: 'udop',
    like: 't5',
    notes: ['Biases depend on distances in the text and on the page.'],
  },
  { types: 'data2vec-vision beit', scheme: 'beit', prefix: 1 },
  {
    types: 'granite_speech_plus_encoder granite_speech_encoder',
    scheme: 'relative',
    aliases: { max_distance: 'max_pos_emb' },
    notes: ['Distances count within blocks of context_size.'],
  },

  // Tables whose rows are added to embeddings
  {
    types: 'qwen2_audio_encoder audioflamingo3_encoder voxtral_encoder',
    scheme: 'learned',
    offset: 0,
    fields: { max_position_embeddings: 1500 },
    aliases: { max_position_embeddings: 'max_source_positions' },
  },
  { types: 'pegasus_x', scheme: 'sinusoidal', layout: 'fairseq', offset: 0 },
  {
    types: 'whisper',
    scheme: 'learned',
    offset: 0,
    encoder: { scheme: 'sinusoidal', layout: 'fairseq', base: 10000, start: 0 },
    notes: ['The encoder adds sinusoidal rows, in the fairseq layout.'],
  },
  {
    types: 'fsmt nllb-moe xglm speech_to_text m2m_100 kosmos_2 kosmos_2_5',
    scheme: 'sinusoidal',
    layout: 'fairseq',
  },
  {
    types: 'blip_2_qformer',
    like: 'bert',
    fields: { use_qformer_text_input: false },
    schemeField: ['use_qformer_text_input', { false: 'nope' }],
  },
  {
    types: 'reformer',
    scheme: 'learned',
    offset: 0,
    fields: { head_dim: 64 },
    aliases: { head_dim: 'attention_head_size' },
    notes: ['Each row joins one row of each of two shorter tables (axial_pos_shape).'],
  },
  { types: 'esm', scheme: 'learned', schemeField: ['position_embedding_type', { rotary: 'rope' }] },
  {
    types: 'rembert',
    scheme: 'learned',
    offset: 0,
    fields: { table_dim: 256 },
    aliases: { table_dim: 'input_embedding_size' },
  },
  {
    types:
      'openai-gpt dpr ernie instructblipvideo_qformer instructblip_qformer chinese_clip ' +
      'splinter roc_bert visual_bert bert flava align tvp squeezebert bros layoutlm',
    scheme: 'learned',
    offset: 0,
    sizes: [12, 768, 12, 512],
  },
  {
    types: 'electra albert',
    scheme: 'learned',
    offset: 0,
    fields: { table_dim: 128 },
    aliases: { table_dim: 'embedding_size' },
  },
  {
    types: 'layoutlmv2 layoutxlm',
    scheme: 'learned',
    offset: 0,
    notes: ['Biases depend on distances in the text and on the page.'],
  },
  {
    types: 'gpt_neo',
    scheme: 'learned',
    offset: 0,
    notes: [
      'Scores are not divided by sqrt(headDim).',
      'Layers called local in attention_types attend to 256 tokens (window_size).',
    ],
  },
  {
    types: 'sam3_lite_text metaclip_2 xclip clip clipseg',
    scheme: 'learned',
    offset: 0,
    sizes: [8, 512, 12, 77],
  },
  { types: 'gpt_bigcode', scheme: 'learned', offset: 0, fields: { multi_query: true } },
  {
    types:
      'clvp_decoder blenderbot vilt megatron-bert flaubert gpt2 blenderbot-small distilbert ' +
      'gpt-sw3 tapas owlv2 decision_transformer cohere_asr imagegpt lxmert bert-generation ' +
      'owlvit groupvit git aimv2 mobilebert blip xlm',
    scheme: 'learned',
    offset: 0,
  },
  {
    types: 'qwen2_5_omni_audio_encoder qwen3_omni_moe_audio_encoder qwen3_asr_encoder',
    scheme: 'sinusoidal',
    layout: 'fairseq',
    offset: 0,
    aliases: { max_position_embeddings: 'max_source_positions' },
  },
  { types: 'roformer', layout: 'interleaved', ignored: ROPE },
  { types: 'convbert', scheme: 'learned', offset: 0, aliases: { table_dim: 'embedding_size' } },
  {
    types: 'led',
    scheme: 'learned',
    offset: 0,
    aliases: { max_position_embeddings: 'max_decoder_position_embeddings' },
    notes: ['The encoder has a table of its own.'],
  },
  {
    types: 'trocr',
    scheme: 'learned',
    offset: 2,
    aliases: { num_attention_heads: 'decoder_attention_heads' },
  },
  {
    types: 'canine',
    scheme: 'learned',
    offset: 0,
    aliases: { max_position_embeddings: 'num_hash_buckets' },
    notes: ['Positions are hashed into rows.'],
  },
  {
    types: 'musicgen_decoder musicgen_melody_decoder',
    scheme: 'sinusoidal',
    layout: 'fairseq',
    offset: 0,
    notes: ['Cosines come before sines.'],
  },
  {
    types: 'seamless_m4t_v2',
    scheme: 'sinusoidal',
    layout: 'fairseq',
    fields: { pad_token_id: 0 },
  },
  { types: 'lilt markuplm', scheme: 'learned', fields: { pad_token_id: 0 } },
  {
    types: 'prophetnet',
    scheme: 'learned',
    fields: { pad_token_id: 0 },
    aliases: { num_attention_heads: 'num_encoder_attention_heads' },
    notes: ['Each layer adds biases with num_buckets buckets.'],
  },
  {
    types: 'semantic fine_acoustics coarse_acoustics bark',
    scheme: 'learned',
    offset: 0,
    aliases: { max_position_embeddings: 'block_size' },
  },
  {
    types: 'layoutlmv3',
    scheme: 'learned',
    notes: ['Biases depend on distances in the text and on the page.'],
  },
  {
    types: 'videoprism pegasus time_series_transformer ctrl autoformer informer marian',
    scheme: 'sinusoidal',
    layout: 'concatenated',
    offset: 0,
  },
  {
    types: 'fnet',
    scheme: 'learned',
    offset: 0,
    fields: { num_attention_heads: 1 },
    notes: ['A Fourier transform takes the place of attention.'],
  },
  {
    types:
      'data2vec-text xmod luke roberta-prelayernorm ibert bridgetower clap roberta xlm-roberta ' +
      'xlm-roberta-xl altclip camembert',
    scheme: 'learned',
  },
  { types: 'mpnet', scheme: 'learned', notes: ['A T5 bias with 32 buckets is added to scores.'] },
  {
    types: 'florence2_language bart mbart mra yoso biogpt nystromformer mvp plbart pp_formulanet',
    scheme: 'learned',
    offset: 2,
  },
  { types: 'opt', scheme: 'learned', offset: 2, sizes: [12, 768, 12, 2048] },
  {
    types: 'bigbird_pegasus big_bird',
    scheme: 'learned',
    offset: 0,
    notes: ['Tokens attend to near, random and global tokens.'],
  },
  { types: 'siglip siglip2', scheme: 'learned', offset: 0, sizes: [12, 768, 12, 64] },
  { types: 'longformer', scheme: 'learned', notes: ['Tokens attend to near and global tokens.'] },

  // Models of images and video with a row for each patch
  {
    types:
      'rf_detr_dinov2 kosmos_2_vision vitdet flava_image chinese_clip_vision vit owlvit_vision ' +
      'dinov2 xclip_vision vitpose_backbone internvl_vision git_vision dpt metaclip_2_vision ' +
      'vit_msn clipseg_vision instructblipvideo_vision idefics_vision instructblip_vision ' +
      'blip_vision timesformer mgp-str altclip_vision blip_2_vision vivit owlv2_vision ' +
      'dinov2_with_registers clip_vision tipsv2_vision qianfan_ocr_vision',
    scheme: 'patches',
    prefix: 1,
  },
  { types: 'tipsv2', scheme: 'sinusoidal', layout: 'fairseq', offset: 0 },
  {
    types: 'bridgetower_vision',
    scheme: 'patches',
    prefix: 1,
    fields: { num_attention_heads: 12 },
  },
  {
    types: 'hiera',
    scheme: 'patches',
    prefix: 0,
    aliases: { patch_size: 'patch_stride', hidden_size: 'embed_dim' },
  },
  {
    types: 'hunyuan_vl_vision',
    scheme: 'patches',
    prefix: 1,
    aliases: { image_size: 'max_image_size' },
  },
  { types: 'radio', scheme: 'patches', prefix: 0, aliases: { image_size: 'max_img_size' } },
  {
    types: 'audio-spectrogram-transformer',
    scheme: 'patches',
    prefix: 2,
    fields: { num_mel_bins: 128, max_length: 1024, frequency_stride: 10, time_stride: 10 },
    notes: ['Rows of the grid are frequencies.'],
  },
  {
    types: 'pix2struct_vision',
    scheme: 'learned',
    fields: { pad_token_id: 0 },
    ignored: ['pad_token_id'],
    aliases: { max_position_embeddings: 'seq_len' },
    notes: ['A patch gets one vector for its row and one for its column.'],
  },
  {
    types: 'videoprism_vision',
    scheme: 'patches',
    prefix: 0,
    ignored: ['num_frames'],
    notes: ['A second table is for frames.'],
  },
  { types: 'pixio', scheme: 'patches', prefix: 0, fields: { n_cls_tokens: 8 } },
  {
    types: 'seggpt lw_detr_vit',
    scheme: 'patches',
    prefix: 1,
    fields: { image_size: 224 },
    aliases: { image_size: 'pretrain_image_size' },
    ignored: ['image_size'],
  },
  {
    types: 'mllama_vision',
    scheme: 'patches',
    prefix: 1,
    notes: ['Tiles add gated rows of their own.'],
  },
  { types: 'yolos', scheme: 'patches', prefix: 1, notes: ['Detection tokens have the last rows.'] },
  {
    types: 'vit_mae',
    scheme: 'sinusoidal2d',
    layout: 'concatenated',
    prefix: 1,
    notes: [
      'Rows come from sinusoidal2d with order mae. Transformers 5 has the axes the other way round.',
    ],
  },
  {
    types: 'sam2_vision sam2_hiera_det sam2 sam2_video',
    scheme: 'patches',
    prefix: 0,
    fields: { hidden_size: 96, num_attention_heads: 1, image_size: [7, 7], patch_size: 1 },
    aliases: { image_size: 'window_positional_embedding_background_size' },
    ignored: ['image_size'],
    notes: ['A second table repeats in each window.'],
  },
  {
    types: 'timesfm',
    scheme: 'sinusoidal',
    layout: 'fairseq',
    offset: 0,
    fields: { head_dim: 80, use_positional_embedding: false },
    schemeField: ['use_positional_embedding', { false: 'nope' }],
  },
  {
    types: 'patchtsmixer',
    scheme: 'sinusoidal',
    layout: 'interleaved',
    offset: 0,
    fields: { use_positional_encoding: false },
    aliases: { max_position_embeddings: 'num_patches', num_attention_heads: 'self_attn_heads' },
    schemeField: ['use_positional_encoding', { false: 'none' }],
  },
  {
    types: 'patchtst',
    scheme: 'sinusoidal',
    layout: 'interleaved',
    offset: 0,
    schemeField: ['positional_encoding_type', { random: 'learned' }],
    notes: ['Rows are centred and scaled.'],
  },
  {
    types:
      'cosmos3_edge_vision videomt minicpmv4_6_vision eomt glm_image_vision idefics3_vision ' +
      'siglip2_vision janus_vision idefics2_vision phi4_multimodal_vision aimv2_vision ijepa ' +
      'groupvit_vision siglip_vision smolvlm_vision',
    scheme: 'patches',
    prefix: 0,
  },
  { types: 'deit', scheme: 'patches', prefix: 2 },
  {
    types: 'kosmos_2_5_vision',
    scheme: 'learned',
    fields: { head_dim: 64, pad_token_id: 0 },
    ignored: ['pad_token_id'],
    aliases: { max_position_embeddings: 'max_num_patches' },
    notes: ['A patch gets one vector for its row and one for its column.'],
  },
  { types: 'videomae', scheme: 'sinusoidal2d', layout: 'interleaved', prefix: 0 },
  {
    types: 'deimv2 d_fine rt_detr_v2 pp_doclayout_v2 pp_doclayout_v3 rt_detr',
    scheme: 'sine2d',
    layout: 'concatenated',
    aliases: { hidden_size: 'encoder_hidden_dim', sine_base: 'positional_encoding_temperature' },
    notes: ['One half of each vector is for the row, one for the column.'],
  },
  {
    types: 'mask2former detr table-transformer oneformer deformable_detr conditional_detr',
    scheme: 'sine2d',
    layout: 'interleaved',
    notes: ['One half of each vector is for the row, one for the column, in units of 2 pi.'],
  },
  {
    types: 'sam_vision sam deepseek_ocr2_sam_vision sam_hq_vision',
    scheme: 'patches',
    prefix: 0,
    notes: ['Scores get biases from relative rows and columns.'],
  },
  { types: 'maskformer', like: 'detr', inner: 'decoder_config' },
  {
    types: 'dab-detr',
    like: 'detr',
    fields: { sine_base: 20 },
    aliases: { sine_base: 'temperature_height' },
  },

  // Models without positions, and models whose positions come from convolutions
  {
    types: 'sew hubert unispeech-sat unispeech wav2vec2 data2vec-audio',
    scheme: 'convolution',
  },
  { types: 'mamba falcon_mamba xlstm rwkv rwkv7', scheme: 'none' },
  { types: 'mamba2', scheme: 'none', fields: { head_dim: 64 } },
];

/*
 * The families of models that describeModel knows, with one row for each family. To add a family,
 * add a row. To add a model that works like the models of a row, add its `model_type` to this row.
 */

/**
 * The values of `layer_types` in a config.json.
 * @typedef {'full_attention' | 'sliding_attention' | 'linear_attention' | 'chunked_attention'
 *   } LayerKind
 */

/**
 * How the models of a family encode positions. A family without any of these properties has rope
 * with base 10000. Its pairs are split in halves, every dimension rotates, and all layers are
 * alike.
 *
 * A number is the default in the code of the family. Its description begins with the name of a
 * field. If a config.json has this field, the field replaces the default.
 *
 * @typedef {object} Family
 * @property {string[]} modelTypes values of `model_type`, without a final `_text` or `_text_model`
 * @property {'alibi' | 't5' | 'learned' | 'sinusoidal'} [scheme] rope if left out
 * @property {'interleaved' | 'interleaved-to-half' | 'concatenated' | 'fairseq'} [layout] tells
 *   which elements form a pair; 'half' if left out, and also if the config has `rope_interleave:
 *   false`
 * @property {number} [offset] the row of position 0 in a learned table; if left out, the row after
 *   `pad_token_id`
 * @property {number} [prefix] the number of rows before the rows of patches, in the table of a
 *   vision model
 * @property {number} [heads] `num_attention_heads`
 * @property {number} [keyHeads] `num_key_value_heads`; as many as heads if left out
 * @property {true} [multiQuery] keys and values have one head, unless `multi_query` is false or
 *   `new_decoder_architecture` is true
 * @property {true} [latentAttention] only a separate part of each head rotates, and all heads share
 *   the key of this part (DeepSeek's multi-head latent attention); headDim is then the number of
 *   dimensions of this part
 * @property {number} [headDim] `head_dim`; hidden size / heads if left out
 * @property {number} [globalHeadDim] `global_head_dim`, the headDim of layers that attend to
 *   everything; these layers may also have fewer key heads (`num_global_key_value_heads`)
 * @property {number} [contextLength] `max_position_embeddings`
 * @property {number} [ropeBase] `rope_theta`
 * @property {number} [partialRotary] `partial_rotary_factor`, the fraction of each head that
 *   rotates
 * @property {number} [rotaryDim] `rotary_dim`, the number of dimensions of each head that rotate
 * @property {number[]} [mropeSections] `mrope_section`; the axes of the sections alternate
 * @property {true} [scalingRequired] the config must have a scaling object
 * @property {true} [yarnIsLongrope] old files of the family use "yarn" as the name of longrope
 * @property {number} [globalEvery] the last layer of every group of this many layers attends to
 *   everything (`sliding_window_pattern`, `global_attn_every_n_layers` or
 *   `full_attention_interval`)
 * @property {true} [globalFirst] the first layer of each group attends to everything, instead of
 *   the last layer
 * @property {LayerKind} [otherLayers] the type of the other layers; 'sliding_attention' if left out
 * @property {number} [localBase] `rope_local_base_freq`, the base of layers with a window; the
 *   frequencies of these layers are not scaled
 * @property {true} [localScaling] the frequencies of layers with a window are scaled even if they
 *   have a localBase
 * @property {true} [optionalWindow] layers have a window only if `use_sliding_window` is true, and
 *   only from layer `max_window_layers` on
 * @property {number} [chunk] `attention_chunk_size`: layers with rope attend within chunks of this
 *   many tokens, and layers without positions multiply their queries by a temperature
 * @property {WithoutPositions} [withoutPositions] tells which layers have no positions
 */

/**
 * Tells which layers have no positions:
 * - 'no_rope_layers': the layers that this field marks with 0; if it is missing, the last layer of
 *   every `no_rope_layer_interval` layers
 * - 'cross_attention_layers': the layers that this field lists
 * - 'full_attention': the layers that attend to everything
 * @typedef {'no_rope_layers' | 'cross_attention_layers' | 'full_attention'} WithoutPositions
 */

/** @type {Family[]} */
export const FAMILIES = [
  // Rope with pairs in halves
  { modelTypes: ['llama', 'mistral', 'gemma', 'RefinedWeb', 'RefinedWebModel'] },
  { modelTypes: ['falcon'], multiQuery: true },
  { modelTypes: ['mixtral', 'phimoe'], ropeBase: 1e6 },
  { modelTypes: ['phi'], partialRotary: 0.5 },
  { modelTypes: ['phi3', 'phi4_multimodal', 'phi4mm'], yarnIsLongrope: true },
  { modelTypes: ['stablelm', 'gpt_neox'], partialRotary: 0.25 },
  { modelTypes: ['qwen2', 'qwen2_moe', 'qwen3', 'qwen3_moe'], optionalWindow: true },
  { modelTypes: ['qwen2_vl', 'qwen2_5_vl'], ropeBase: 1e6, optionalWindow: true },
  {
    modelTypes: ['qwen3_vl', 'qwen3_vl_moe'],
    ropeBase: 5e5,
    mropeSections: [24, 20, 20],
    optionalWindow: true,
  },

  // Rope with pairs in halves, in models whose layers differ
  {
    modelTypes: ['qwen3_next'],
    headDim: 256,
    partialRotary: 0.25,
    globalEvery: 4,
    otherLayers: 'linear_attention',
    optionalWindow: true,
  },
  {
    modelTypes: ['qwen3_5', 'qwen3_5_moe'],
    headDim: 256,
    partialRotary: 0.25,
    mropeSections: [11, 11, 10],
    globalEvery: 4,
    otherLayers: 'linear_attention',
    optionalWindow: true,
  },
  { modelTypes: ['gemma2'], headDim: 256, globalEvery: 2 },
  {
    modelTypes: ['gemma3'],
    heads: 8,
    keyHeads: 4,
    headDim: 256,
    contextLength: 131072,
    ropeBase: 1e6,
    globalEvery: 6,
    localBase: 1e4,
  },
  { modelTypes: ['gemma3n'], headDim: 256, ropeBase: 1e6, globalEvery: 5, localBase: 1e4 },
  {
    modelTypes: ['gemma4', 'gemma4_unified'],
    headDim: 256,
    globalHeadDim: 512,
    ropeBase: 1e6,
    scalingRequired: true,
    globalEvery: 6,
    localBase: 1e4,
  },
  {
    modelTypes: ['gpt_oss'],
    headDim: 64,
    ropeBase: 15e4,
    scalingRequired: true,
    globalEvery: 2,
  },
  {
    modelTypes: ['modernbert'],
    ropeBase: 16e4,
    globalEvery: 3,
    globalFirst: true,
    localBase: 1e4,
    localScaling: true,
  },
  { modelTypes: ['mllama'], ropeBase: 5e5, withoutPositions: 'cross_attention_layers' },
  { modelTypes: ['smollm3'], ropeBase: 2e6, withoutPositions: 'no_rope_layers' },

  // Rope with pairs of neighbours
  { modelTypes: ['gptj'], layout: 'interleaved', rotaryDim: 64 },
  { modelTypes: ['cohere'], layout: 'interleaved' },
  {
    modelTypes: ['cohere2'],
    layout: 'interleaved',
    globalEvery: 4,
    withoutPositions: 'full_attention',
  },
  { modelTypes: ['glm', 'glm4'], layout: 'interleaved', partialRotary: 0.5 },
  {
    modelTypes: ['llama4'],
    layout: 'interleaved',
    headDim: 128,
    ropeBase: 5e5,
    chunk: 8192,
    withoutPositions: 'no_rope_layers',
  },
  {
    modelTypes: ['deepseek_v2', 'deepseek_v3', 'kimi_k2'],
    layout: 'interleaved-to-half',
    headDim: 64,
    latentAttention: true,
  },

  // Biases
  { modelTypes: ['bloom'], scheme: 'alibi' },
  { modelTypes: ['mpt'], scheme: 'alibi', offset: 0 },
  { modelTypes: ['t5', 'mt5', 'umt5'], scheme: 't5' },

  // Tables whose rows are added to embeddings
  { modelTypes: ['bert', 'gpt2', 'gpt_neo'], scheme: 'learned', offset: 0 },
  { modelTypes: ['opt', 'bart', 'mbart'], scheme: 'learned', offset: 2 },
  { modelTypes: ['roberta', 'xlm-roberta'], scheme: 'learned' },
  { modelTypes: ['siglip_vision_model'], scheme: 'learned', prefix: 0 },
  { modelTypes: ['vit', 'dinov2', 'clip_vision_model'], scheme: 'learned', prefix: 1 },
  { modelTypes: ['marian'], scheme: 'sinusoidal', layout: 'concatenated', offset: 0 },
  { modelTypes: ['m2m_100'], scheme: 'sinusoidal', layout: 'fairseq' },
];

/** Examples for the panel: the parts of some models' config.json that concern positions. */

// The divisors of Phi-3.5 mini for long and for short texts, one divisor for each pair.
const LONG = [
  1.08, 1.11, 1.14, 1.34, 1.59, 1.6, 1.62, 2.62, 3.23, 3.23, 4.79, 7.4, 7.7, 9.09, 12.2, 17.67,
  24.46, 28.57, 30.42, 30.84, 32.59, 32.93, 42.32, 44.96, 50.34, 50.45, 57.55, 57.93, 58.21, 60.14,
  62.61, 62.62, 62.71, 63.14, 63.14, 63.77, 63.93, 63.96, 63.97, 64.03, 64.07, 64.08, 64.12, 64.41,
  64.48, 64.51, 64.53, 64.84,
];
const SHORT = [
  1, 1.02, 1.03, 1.03, 1.05, 1.05, 1.05, 1.05, 1.05, 1.07, 1.1, 1.11, 1.16, 1.16, 1.17, 1.29, 1.34,
  1.68, 1.79, 1.82, 1.85, 1.88, 1.91, 1.94, 1.99, 2.02, 2.02, 2.02, 2.02, 2.02, 2.02, 2.03, 2.03,
  2.03, 2.03, 2.03, 2.03, 2.03, 2.03, 2.03, 2.08, 2.09, 2.19, 2.22, 2.59, 2.73, 2.75, 2.84,
];

/**
 * Pairs [name, config], in the order of exampleNames.
 * @type {[string, object][]}
 */
export const CONFIGS = [
  [
    'Llama 2 7B',
    {
      model_type: 'llama',
      hidden_size: 4096,
      num_attention_heads: 32,
      max_position_embeddings: 4096,
    },
  ],
  [
    'Llama 3.1 8B',
    {
      model_type: 'llama',
      hidden_size: 4096,
      num_attention_heads: 32,
      rope_theta: 500000,
      max_position_embeddings: 131072,
      rope_scaling: {
        rope_type: 'llama3',
        factor: 8,
        low_freq_factor: 1,
        high_freq_factor: 4,
        original_max_position_embeddings: 8192,
      },
    },
  ],
  [
    'Qwen 2.5, YaRN',
    {
      model_type: 'qwen2',
      hidden_size: 3584,
      num_attention_heads: 28,
      rope_theta: 1000000,
      max_position_embeddings: 32768,
      rope_scaling: { type: 'yarn', factor: 4, original_max_position_embeddings: 32768 },
    },
  ],
  [
    'gpt-oss 20B',
    {
      model_type: 'gpt_oss',
      num_hidden_layers: 24,
      num_attention_heads: 64,
      head_dim: 64,
      rope_theta: 150000,
      max_position_embeddings: 131072,
      rope_scaling: {
        rope_type: 'yarn',
        factor: 32,
        truncate: false,
        original_max_position_embeddings: 4096,
      },
    },
  ],
  [
    'Gemma 3 1B',
    {
      model_type: 'gemma3_text',
      num_hidden_layers: 26,
      num_attention_heads: 4,
      head_dim: 256,
      rope_theta: 1000000,
      rope_local_base_freq: 10000,
      sliding_window: 512,
      sliding_window_pattern: 6,
      max_position_embeddings: 32768,
    },
  ],
  [
    'Llama 4 Scout',
    {
      model_type: 'llama4_text',
      num_hidden_layers: 48,
      num_attention_heads: 40,
      head_dim: 128,
      rope_theta: 500000,
      attention_chunk_size: 8192,
      no_rope_layers: [],
      max_position_embeddings: 10485760,
      rope_scaling: {
        rope_type: 'llama3',
        factor: 16,
        low_freq_factor: 1,
        high_freq_factor: 1,
        original_max_position_embeddings: 8192,
      },
    },
  ],
  [
    'Qwen3-Next 80B',
    {
      model_type: 'qwen3_next',
      num_hidden_layers: 48,
      num_attention_heads: 16,
      head_dim: 256,
      partial_rotary_factor: 0.25,
      rope_theta: 10000000,
      full_attention_interval: 4,
      max_position_embeddings: 262144,
    },
  ],
  [
    'DeepSeek V3',
    {
      model_type: 'deepseek_v3',
      num_attention_heads: 128,
      qk_rope_head_dim: 64,
      max_position_embeddings: 163840,
      rope_scaling: {
        type: 'yarn',
        factor: 40,
        mscale: 1,
        mscale_all_dim: 1,
        original_max_position_embeddings: 4096,
      },
    },
  ],
  [
    'Phi-3.5 mini',
    {
      model_type: 'phi3',
      hidden_size: 3072,
      num_attention_heads: 32,
      max_position_embeddings: 131072,
      original_max_position_embeddings: 4096,
      rope_scaling: { type: 'longrope', long_factor: LONG, short_factor: SHORT },
    },
  ],
];

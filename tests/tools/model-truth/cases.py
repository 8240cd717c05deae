# Makes the configs of the cases. Some have the defaults of a class, and some have the form in which
# older or newer versions save them. Others lack some fields, or have random values in the fields
# that positions depend on.
import copy
import json
import math
import random
import re

# Fields that positions do not depend on. They are left out of all cases.
NOISE = re.compile(
    r'^(architectures|output_\w+|return_dict|dtype|torch_dtype|chunk_size_feed_forward|'
    r'id2label|label2id|problem_type|_name_or_path|transformers_version|vocab_size|init\w*|'
    r'\w*dropout\w*|'
    r'\w*eps|'
    r'\w*epsilon|\w*pdrop|\w*_act|activation\w*|use_cache|tie_word_embeddings|\w+_token_id|'
    r'\w+_token_index|\w*coefficient|summary_\w+|\w*cost|\w*loss\w*|\w*layerdrop|\w*topk\w*|'
    r'\w*experts\w*|routed\w*|\w*intermediate_size|\w*ffn_dim|mlp_bias|\w*bias|classifier\w*|'
    r'out_features|out_indices|stage_names|drop_path\w*|\w*aux_\w*|auxiliary\w*|moe_\w+|router\w*|'
    r'_commit_hash|attn_implementation|base_model\w*|pretraining_tp|\w*scale_init\w*|'
    r'norm_topk\w*|n_group|first_k_dense\w*|logit\w*|final_logit\w*|codebook\w*|mask_\w+|is_native|'
    r'type_vocab_size|num_labels|scale_\w+|mlp_layer_types|\w*logit_softcapping|_\w+|'
    r'embd_\w+|resid_\w+|'
    r'task_specific_params|forced_\w+|suppress\w*|early_stopping|num_beams|max_length|prefix|'
    r'time_step\w*|no_repeat\w*|length_penalty|use_bfloat16|pruned_heads|'
    r'torchscript|tokenizer_class)$'
)
KEPT = {'pad_token_id', 'mask_token_id', 'initial_context_length', 'position_biased_input'}
HEADS = ['num_attention_heads', 'n_head', 'n_heads', 'num_heads', 'encoder_attention_heads']
KEY_HEADS = ['num_key_value_heads', 'num_kv_heads', 'n_head_kv']
HIDDEN = ['hidden_size', 'n_embd', 'd_model', 'n_embed']
LENGTH = ['max_position_embeddings', 'n_positions', 'max_seq_len', 'seq_length',
          'max_sequence_length']
LAYERS = ['num_hidden_layers', 'n_layer', 'n_layers', 'num_layers', 'encoder_layers']
PARTS = ['text_config', 'llm_config', 'language_config', 'thinker_config', 'decoder_config']


HALF = {'rope_parameters': {'partial_rotary_factor': 0.5}}
WIDE = {'head_dim': 128}
SECTIONS = {'rope_parameters': {'mrope_section': [16, 24, 24]}}
# The defaults of some classes do not make a model that runs. They need these fields.
ADJUSTED = {
    'glm4v_text': HALF, 'glm4v_moe_text': HALF, 'glm_image_text': HALF, 'glm4v': HALF,
    'qwen2_vl_text': SECTIONS, 'qwen2_5_vl_text': SECTIONS, 'paddleocr_vl_text': SECTIONS,
    'qwen2_5_omni_text': SECTIONS, 'qwen2_5_omni_talker': SECTIONS, 'ministral': WIDE,
    'nemotron': {**WIDE, 'num_key_value_heads': 8}, 'hunyuan_v1_dense': WIDE,
    'hunyuan_v1_moe': WIDE,
    'esm': {'vocab_size': 33, 'pad_token_id': 1, 'mask_token_id': 32},
    'autoformer': {'prediction_length': 22, 'context_length': 32},
    'informer': {'prediction_length': 24},
    'time_series_transformer': {'prediction_length': 24},
    'hunyuan_vl_text': {**WIDE, 'rope_parameters': {'mrope_section': [16, 16, 16, 16]}},
    'lfm2_moe': {'layer_types': ['conv', 'conv', 'full_attention', 'conv'] * 8},
    'lw_detr': {'projector_scale_factors': [1.0]},
    'moonshine_streaming': {'num_key_value_heads': 8},
    'qwen3_omni_moe_text': WIDE,
    'deepseek_ocr2_vision': {'encoder_config': {
        'hidden_size': 896, 'num_attention_heads': 14, 'num_key_value_heads': 2}},
    'dbrx': {'attn_config': {'rope_theta': 10000.0, 'clip_qkv': 8}},
    'cohere_compass_text': {'rope_parameters': {
        'sliding_attention': {'rope_type': 'default', 'rope_theta': 50000.0},
        'full_attention': None,
    }},
}


# Configs that a class cannot make alone, since a file has to name their parts.
PARTS_OF = {
    'encoder-decoder': {'encoder': {'model_type': 'bert'}, 'decoder': {'model_type': 'gpt2'}},
    'gemma4_assistant': {'text_config': {'hidden_size_per_layer_input': 0,
                                         'vocab_size_per_layer_input': 0}},
    'gemma4_unified_assistant': {'text_config': {}},
    'musicgen': {'text_encoder': {'model_type': 't5'}, 'audio_encoder': {'model_type': 'encodec'},
                 'decoder': {'model_type': 'musicgen_decoder'}},
    'musicgen_melody': {'text_encoder': {'model_type': 't5'},
                        'audio_encoder': {'model_type': 'encodec'},
                        'decoder': {'model_type': 'musicgen_melody_decoder'}},
    'nougat': {'encoder': {'model_type': 'donut-swin'}, 'decoder': {'model_type': 'mbart'}},
    'rag': {'question_encoder': {'model_type': 'dpr'}, 'generator': {'model_type': 'bart'}},
    'speech-encoder-decoder': {'encoder': {'model_type': 'wav2vec2'},
                               'decoder': {'model_type': 'mbart'}},
    'upernet': {'backbone_config': {'model_type': 'swin'}},
    'vision-encoder-decoder': {'encoder': {'model_type': 'vit'},
                               'decoder': {'model_type': 'trocr'}},
    'vision-text-dual-encoder': {'vision_config': {'model_type': 'clip_vision_model'},
                                 'text_config': {'model_type': 'roberta'}},
}
# Fields that the class computes from other fields.
COMPUTED = {
    'fastspeech2_conformer': ['encoder_config', 'decoder_config'],
    'lw_detr': ['num_feature_levels', 'projector_in_channels', 'projector_out_channels'],
}


def adjust(config):
    """Adds the fields without which a class does not run, in place."""
    for name, value in ADJUSTED.get(config.get('model_type'), {}).items():
        old = config.get(name)
        is_inner = isinstance(old, dict) and isinstance(value, dict)
        config[name] = {**old, **value} if is_inner else value
    for name in COMPUTED.get(config.get('model_type'), []):
        config.pop(name, None)
    for value in config.values():
        if isinstance(value, dict):
            adjust(value)


def plain(value):
    """Returns a config as JSON represents it, without the fields that do not affect positions."""
    if isinstance(value, dict):
        return {str(k): plain(v) for k, v in value.items()
                if k in KEPT or not NOISE.search(str(k))}
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def as_json(config):
    """Returns a config as JSON represents it. Values that JSON does not have become text."""
    return json.loads(json.dumps(config, default=str))


def language(config):
    """Returns the part of a config that describes the language model."""
    for name in PARTS:
        if isinstance(config.get(name), dict):
            return language(config[name])
    return config


def first(config, names):
    return next((n for n in names if isinstance(config.get(n), int)), None)


def random_scaling(rng, width, base, old_length):
    """Returns parameters of a random type of scaling for `width` rotated dimensions."""
    kinds = ['default', 'default', 'linear', 'dynamic', 'yarn', 'yarn', 'longrope', 'llama3']
    kind = rng.choice(kinds)
    made = {'rope_type': kind, 'rope_theta': base}
    factor = rng.choice([1.5, 2.0, 4.0, 8.0, 16.0, 32.0, 40.0, rng.randint(11, 99) / 8])
    if kind in ('linear', 'dynamic', 'yarn', 'llama3'):
        made['factor'] = factor
    if kind == 'llama3':
        made['low_freq_factor'] = rng.choice([1.0, 2.0])
        made['high_freq_factor'] = rng.choice([4.0, 8.0])
    if kind in ('llama3', 'yarn', 'longrope') and rng.random() < 0.8:
        made['original_max_position_embeddings'] = old_length
    if kind == 'yarn':
        for name, values in {'beta_fast': [32, 32.0, 64], 'beta_slow': [1, 1.0, 2],
                             'attention_factor': [1.0, 1.25], 'truncate': [True, False]}.items():
            if rng.random() < 0.3:
                made[name] = rng.choice(values)
        if rng.random() < 0.3:
            made |= {'mscale': rng.choice([1.0, 0.707]), 'mscale_all_dim': rng.choice([1.0, 0.707])}
    if kind == 'longrope':
        rise = [round(1 + i / 4 + rng.random(), 3) for i in range(width // 2)]
        made |= {'short_factor': [round(1 + x / 50, 3) for x in rise], 'long_factor': rise}
        if rng.random() < 0.3:
            made['attention_factor'] = 1.25
        if rng.random() < 0.3:
            made['factor'] = factor
    return made


def randomize(rng, config, types):
    """Puts valid random values into the fields of a language model, in place."""
    heads_name, hidden_name = first(config, HEADS), first(config, HIDDEN)
    sections = 'mrope_section' in json.dumps(config)
    parameters = config.get('rope_parameters')
    width = None
    latent = isinstance(config.get('qk_rope_head_dim'), int)
    if heads_name and hidden_name and not sections and not latent:
        width = random_heads(rng, config, heads_name, hidden_name)
    if latent and rng.random() < 0.5:
        config['qk_rope_head_dim'] = rng.choice([32, 64])
        if isinstance(config.get('head_dim'), int):
            config['head_dim'] = config['qk_rope_head_dim']
    if latent:
        width = config['qk_rope_head_dim']
    random_layers(rng, config, types)
    random_windows(rng, config)
    length = first(config, LENGTH)
    if length and rng.random() < 0.8:
        config[length] = rng.choice([512, 1024, 2048, 4096, 8192, 32768, 131072])
    if isinstance(parameters, dict) and not sections:
        random_rope(rng, config, width, config.get(length) or 4096)
    choices = {
        'relative_attention_num_buckets': [16, 32, 64],
        'relative_attention_max_distance': [64, 128, 256],
        'position_embedding_type': ['absolute'],
        'pad_token_id': [0, 1, 2],
        'image_size': [112, 224, 336, 384],
        'patch_size': [14, 16, 32],
        'rotary_dim': [32, 64],
        'alibi': [True, False],
        'multi_query': [True, False],
        'new_decoder_architecture': [True, False],
        'rope_interleave': [True, False],
    }
    for name, values in choices.items():
        old = config.get(name)
        if isinstance(old, (int, str)) and rng.random() < 0.6:
            chosen = rng.choice(values)
            config[name] = old if old in ('sine', 'learned') else chosen


def random_heads(rng, config, heads_name, hidden_name):
    width = rng.choice([32, 64, 64, 80, 96, 128, 128, 256])
    keys_name = first(config, KEY_HEADS)
    keys = rng.choice([1, 2, 4, 8])
    heads = keys * rng.choice([1, 2, 4]) if keys_name else rng.choice([2, 4, 8, 12, 16])
    config[heads_name] = heads
    if keys_name:
        config[keys_name] = keys
    config[hidden_name] = heads * width
    for name in ('decoder_attention_heads', 'num_decoder_attention_heads'):
        if name in config:
            config[name] = heads
    if isinstance(config.get('head_dim'), int):
        if rng.random() < 0.5 or keys_name is None:
            config['head_dim'] = width
        else:
            config['head_dim'] = width = rng.choice([64, 128])
            config[hidden_name] = heads * rng.choice([32, 64, 128])
    return width


def random_layers(rng, config, types):
    name = first(config, LAYERS)
    if not name:
        return
    total = rng.randint(2, 7)
    config[name] = total
    config.pop('per_layer_config', None)
    for other in ('decoder_layers', 'num_decoder_layers'):
        if isinstance(config.get(other), int):
            config[other] = total
    for list_name in [k for k, v in config.items() if isinstance(v, list) and k != name and
                      re.search('layer|block|indices|idxs|pattern', k)]:
        del config[list_name]
    if types and rng.random() < 0.6:
        config['layer_types'] = [rng.choice(types) for _ in range(total)]


def random_windows(rng, config):
    choices = {
        'sliding_window': [None, 128, 512, 1000, 4096], 'use_sliding_window': [True, False],
        'max_window_layers': [0, 1, 2, 28], 'sliding_window_pattern': [2, 3, 4, 6],
        'attention_chunk_size': [1024, 8192], 'local_attention': [64, 128, 129],
        'global_attn_every_n_layers': [1, 2, 3], 'no_rope_layer_interval': [2, 3, 4],
        'full_attention_interval': [2, 3, 4],
    }
    for name, values in choices.items():
        if name in config and rng.random() < 0.7:
            config[name] = rng.choice(values)
    if config.get('use_sliding_window') and not config.get('sliding_window'):
        config['sliding_window'] = 512


def random_rope(rng, config, width, length):
    parameters = config['rope_parameters']
    width = width or 64
    nested = [k for k, v in parameters.items() if isinstance(v, dict)]
    bases = [1e4, 5e5, 1e6, 25e4, 15e4, float(rng.randint(1000, 9999) * 100)]
    old_length = rng.choice([256, 1024, 2048, 4096])
    def make(previous):
        part = previous.get('partial_rotary_factor')
        if isinstance(part, (int, float)) and rng.random() < 0.6:
            part = rng.choice([0.25, 0.5, 0.75, 1.0])
        rotated = int(width * (part or 1))
        rotated -= rotated % 2
        if previous.get('rope_type') == 'proportional':
            made = {'rope_type': 'proportional', 'rope_theta': rng.choice(bases)}
        else:
            made = random_scaling(rng, rotated, rng.choice(bases), old_length)
        return made | ({} if part is None else {'partial_rotary_factor': part})
    if nested:
        config['rope_parameters'] = {k: make(v) if isinstance(v, dict) else v
                                     for k, v in parameters.items()}
    else:
        config['rope_parameters'] = make(parameters)


def old_spelling(rng, config):
    """Returns the config in the form of versions before 5, or None if they had no such form."""
    config = copy.deepcopy(config)
    part = language(config)
    parameters = part.pop('rope_parameters', None)
    if not isinstance(parameters, dict):
        return None
    if any(isinstance(v, dict) for v in parameters.values()):
        return config if old_nested(part, parameters) else None
    parameters = dict(parameters)
    part['rope_theta'] = parameters.pop('rope_theta', 1e4)
    if 'partial_rotary_factor' in parameters:
        part['partial_rotary_factor'] = parameters.pop('partial_rotary_factor')
    kind = parameters.pop('rope_type', 'default')
    if kind == 'default' and 'mrope_section' not in parameters:
        part['rope_scaling'] = None
    else:
        part['rope_scaling'] = {rng.choice(['type', 'rope_type']): kind, **parameters}
    return config


def old_nested(part, parameters):
    full, sliding = (parameters.get(k) for k in ('full_attention', 'sliding_attention'))
    if not full or not sliding or sliding.get('rope_type') != 'default':
        return False
    if part['model_type'] not in ('gemma3_text', 'gemma3n_text'):
        return False
    full = dict(full)
    part['rope_theta'] = full.pop('rope_theta')
    part['rope_local_base_freq'] = sliding['rope_theta']
    part['rope_scaling'] = None if full.get('rope_type') == 'default' else full
    return True


def sparse(rng, config):
    """Leaves each field of the language model out with probability one half."""
    config = copy.deepcopy(config)
    part = language(config)
    for name in list(part):
        if name != 'model_type' and not name.endswith('_config') and rng.random() < 0.5:
            del part[name]
    return config

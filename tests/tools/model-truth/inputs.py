# Arguments for models that take more than tokens, an image or a sound, and what such models need to
# run. Positions do not depend on these arguments.
import torch

TOKENS = 11


def values(*shape):
    return torch.full(shape, 0.5)


def ones(*shape):
    return torch.ones(shape, dtype=torch.long)


def ids(*shape):
    return torch.full(shape, 7)


def side(config, name='image_size'):
    size = getattr(config, name)
    return tuple(size) if isinstance(size, (list, tuple)) else (size, size)


def picture(config, *batch):
    return values(*batch, getattr(config, 'num_channels', 3), *side(config))


def frames(config, name='num_frames'):
    return values(1, getattr(config, name), getattr(config, 'num_channels', 3), *side(config))


def grid(channels, size, *more):
    """Returns the flat pixels of a grid of 8 by 8 patches, and the size of the grid."""
    return {'pixel_values': values(64, channels * size * size, *more),
            'grid_thw': torch.tensor([[1, 8, 8]])}


def spectrogram(config, length=3000):
    return values(1, config.num_mel_bins, length)


def series(config):
    """Returns the arguments of models of time series that have lags."""
    length = config.context_length + max(config.lags_sequence)
    features = config.num_time_features
    def times(count):
        return {'values': values(1, count), 'time_features': values(1, count, features)}
    past, future = times(length), times(config.prediction_length)
    return {**{f'past_{k}': v for k, v in past.items()}, 'past_observed_mask': values(1, length),
            **{f'future_{k}': v for k, v in future.items()}}


def trajectory(config):
    return {'states': values(1, TOKENS, config.state_dim),
            'actions': values(1, TOKENS, config.act_dim),
            'rewards': values(1, TOKENS, 1), 'returns_to_go': values(1, TOKENS, 1),
            'timesteps': torch.arange(TOKENS)[None]}


def flattened(config):
    """Returns patches that begin with their row and column, which processors count from 1."""
    width = 2 + config.patch_embed_hidden_size
    patches = values(1, 64, width)
    patches[0, :, 0], patches[0, :, 1] = torch.arange(64) // 8 + 1, torch.arange(64) % 8 + 1
    return {'flattened_patches': patches}


def shared_states(config):
    """Returns the keys and values that a draft model takes from another model."""
    part = config.text_config
    made = {}
    for index, kind in enumerate(part.layer_types):
        layer = part.per_layer_config[index]
        shape = (1, layer.num_key_value_heads, TOKENS, layer.head_dim)
        keys = values(*shape) * torch.arange(1, shape[1] + 1)[:, None, None]
        made[kind] = (keys, keys)
    return {'inputs_embeds': values(1, TOKENS, 2 * config.backbone_hidden_size),
            'position_ids': torch.arange(TOKENS)[None], 'shared_kv_states': made}


def embedded(config):
    return {'inputs_embeds': values(1, TOKENS, config.hidden_size)}


def attended(config):
    """Returns the arguments of a decoder. Its cross-attention sees a different number of tokens."""
    return {'input_ids': ids(1, TOKENS), 'encoder_hidden_states': values(1, 9, config.hidden_size)}


def with_page(config):
    return {'input_ids': ids(1, TOKENS), 'bbox': ones(1, TOKENS, 4),
            'image': values(1, 3, 224, 224)}


def actions(config):
    from transformers.cache_utils import DynamicCache
    return {'action_embeds': values(1, TOKENS, config.dit_config.hidden_size),
            'past_key_values': DynamicCache(config=config.dit_config)}


def drafted(config):
    """Returns the arguments of a model that drafts after 9 known tokens, and its masks."""
    from transformers import masking_utils
    whole = {'config': config, 'inputs_embeds': values(1, 9 + TOKENS, config.hidden_size),
             'attention_mask': None}
    masks = {'full_attention': masking_utils.create_bidirectional_mask(**whole),
             'sliding_attention': masking_utils.create_bidirectional_sliding_window_mask(**whole)}
    context = values(1, 9, config.hidden_size * len(config.target_layer_ids))
    return {'noise_embeds': values(1, TOKENS, config.hidden_size), 'context_hidden_states': context,
            'position_ids': torch.arange(-9, TOKENS)[None],
            'attention_mask': {kind: mask[:, :, 9:] for kind, mask in masks.items()}}


def diffusion(config):
    size = config.mel_dim
    return {'hidden_states': values(1, TOKENS, size), 'condition_vector': values(1, TOKENS, size),
            'speaker_embedding': values(1, TOKENS, config.enc_emb_dim), 'apply_cfg': False,
            'quantized_code': ids(1, TOKENS), 'time_step': torch.tensor(0.5)}


def two_grids(config):
    rows, columns = torch.meshgrid(torch.arange(9), torch.arange(9), indexing='ij')
    ids_of_patches = torch.stack([columns.flatten(), rows.flatten()], -1)[None]
    return {'pixel_values': values(1, 81, 3 * config.patch_size ** 2),
            'pixel_position_ids': ids_of_patches}


# For each model type, a function that returns all arguments.
INPUTS = {
    'audioflamingo3_encoder': lambda c: {
        'input_features': spectrogram(c), 'input_features_mask': ones(1, 3000)},
    'autoformer': series, 'informer': series, 'time_series_transformer': series,
    'blip_2_qformer': lambda c: {'query_embeds': values(1, TOKENS, c.hidden_size),
                                 'encoder_hidden_states': values(1, 9, c.encoder_hidden_size)},
    'blt_local_decoder': lambda c: {'inputs_embeds': values(1, TOKENS, c.hidden_size),
                                    'patch_embeds': values(1, 9, c.hidden_size_global)},
    'blt_local_encoder': lambda c: {'input_ids': ids(1, TOKENS), 'num_patches': 9,
                                    'patch_ids': torch.zeros((1, TOKENS), dtype=torch.long)},
    'bridgetower_vision_model': lambda c: {'image': picture(c, 1)},
    'clap_audio_model': lambda c: {'input_features': values(1, 4, 1001, 64),
                                   'is_longer': torch.tensor([[True]])},
    'decision_transformer': trajectory,
    'deepseek_ocr2_encoder': lambda c: {'inputs_embeds': values(1, TOKENS, c.hidden_size),
                                        'num_patches': 4},
    'dia_decoder': lambda c: {'input_ids': ids(1, TOKENS, c.num_channels),
                              'encoder_hidden_states': values(1, 9, c.cross_hidden_size)},
    'higgs_audio_v2_tokenizer': lambda c: {'input_values': values(1, 1, 16000)},
    'gemma4_assistant': shared_states,
    'gemma4_unified_assistant': shared_states,
    'gemma4_vision': two_grids,
    'kimi_k25_vision': lambda c: {
        'pixel_values': values(64, 3, c.patch_size, c.patch_size),
        'grid_thw': torch.tensor([[1, 8, 8]])},
    'idefics': lambda c: {
        'input_ids': ids(1, TOKENS), 'image_attention_mask': ones(1, TOKENS, 1),
        'image_encoder_embeddings': values(1, 1, 9, c.vision_config.embed_dim)},
    'idefics_vision': lambda c: {'pixel_values': picture(c, 1)},
    'kosmos_2_5_vision_model': flattened,
    'kyutai_speech_to_text': lambda c: {'input_ids': ids(1, TOKENS, c.num_codebooks + 1)},
    'layoutlmv2': with_page,
    'layoutxlm': with_page,
    'lw_detr': lambda c: {'pixel_values': values(1, 3, 256, 256)},
    'lw_detr_vit': lambda c: {'pixel_values': picture(c, 1)},
    'lxmert': lambda c: {'input_ids': ids(1, TOKENS),
                         'visual_feats': values(1, 9, c.visual_feat_dim),
                         'visual_pos': values(1, 9, c.visual_pos_dim)},
    'mask2former': lambda c: {'pixel_values': values(1, 3, 128, 128)},
    'mimi': lambda c: {'input_values': values(1, 1, 24000)},
    'minicpmv4_6_vision': lambda c: {
        'pixel_values': values(1, c.num_channels, c.patch_size, 64 * c.patch_size),
        'target_sizes': torch.tensor([[8, 8]])},
    'mllama_vision_model': lambda c: {
        'pixel_values': picture(c, 1, 1, c.max_num_tiles), 'aspect_ratio_ids': ones(1, 1),
        'aspect_ratio_mask': ones(1, 1, c.max_num_tiles)},
    'moonshine_streaming': lambda c: {'input_values': values(1, 1600),
                                      'decoder_input_ids': ids(1, TOKENS)},
    'moshi_depth': lambda c: {'input_ids': ids(1, TOKENS),
                              'last_hidden_state': values(1, TOKENS, c.input_size)},
    'muse_glimmer_assistant': drafted,
    'musicgen_decoder': lambda c: {'input_ids': ids(c.num_codebooks, TOKENS)},
    'musicgen_melody_decoder': lambda c: {'input_ids': ids(c.num_codebooks, TOKENS)},
    'oneformer': lambda c: {'pixel_values': values(1, 3, 128, 128),
                            'task_inputs': values(1, c.task_seq_len)},
    'paddleocr_vl_vision': lambda c: {
        'pixel_values': values(1, 64, c.num_channels, c.patch_size, c.patch_size),
        'grid_thw': torch.tensor([[1, 8, 8]])},
    'patchtst': lambda c: {'past_values': values(1, c.context_length, c.num_input_channels)},
    'patchtsmixer': lambda c: {'past_values': values(1, c.context_length, c.num_input_channels)},
    'pe_audio_encoder': lambda c: {'input_values': values(1, 1, 16000)},
    'pe_video_encoder': lambda c: {'pixel_values_videos': values(1, TOKENS - 1, 3, 224, 224)},
    'pe_audio_video_encoder': lambda c: {
        'input_values': values(1, 1, 16000),
        'pixel_values_videos': values(1, TOKENS - 1, 3, 224, 224)},
    'pi0': actions,
    'pix2struct_vision_model': flattened,
    'qwen2_5_omni_audio_encoder': lambda c: {
        'input_features': values(c.num_mel_bins, 200), 'feature_lens': torch.tensor([200])},
    'qwen3_omni_moe_audio_encoder': lambda c: {
        'input_features': values(c.num_mel_bins, 200), 'feature_lens': torch.tensor([200])},
    'qwen3_asr_encoder': lambda c: {'input_features': spectrogram(c, 4 * c.n_window),
                                    'input_features_mask': ones(1, 4 * c.n_window)},
    'qwen2_5_omni_dit': diffusion,
    'qwen3_omni_moe_talker_code_predictor': embedded,
    'qwen3_omni_moe_talker_text': embedded,
    'sam': lambda c: {'pixel_values': values(1, 3, *side(c.vision_config))},
    'sam_hq': lambda c: {'pixel_values': values(1, 3, *side(c.vision_config))},
    'sam3_tracker': lambda c: {'pixel_values': values(1, 3, *side(c.vision_config))},
    'seggpt': lambda c: {'pixel_values': values(1, 3, c.image_size[0] // 2, c.image_size[1]),
                         'prompt_pixel_values': values(1, 3, c.image_size[0] // 2, c.image_size[1]),
                         'prompt_masks': values(1, 3, c.image_size[0] // 2, c.image_size[1])},
    'siglip2_vision_model': lambda c: {
        'pixel_values': values(1, 64, 3 * c.patch_size ** 2), 'pixel_attention_mask': ones(1, 64),
        'spatial_shapes': torch.tensor([[8, 8]])},
    'speecht5': lambda c: {'input_values': values(1, TOKENS, c.hidden_size),
                           'decoder_input_values': values(1, TOKENS, c.hidden_size)},
    't5_gemma_module': attended,
    't5gemma2_decoder': attended,
    'timesfm': lambda c: {
        'past_values': torch.arange(float(TOKENS * c.patch_length))[None],
        'past_values_padding': torch.zeros((1, TOKENS * c.patch_length)),
        'freq': torch.zeros((1, 1), dtype=torch.long)},
    'timesfm2_5': lambda c: {'past_values': torch.arange(float(TOKENS * c.patch_length))[None]},
    'timesformer': lambda c: {'pixel_values': frames(c)},
    'tvp': lambda c: {'input_ids': ids(1, TOKENS), 'pixel_values': values(1, 2, 3, 448, 448),
                      'attention_mask': ones(1, TOKENS)},
    'udop': lambda c: {'input_ids': ids(1, TOKENS), 'bbox': torch.zeros((1, TOKENS, 4)),
                       'decoder_input_ids': ids(1, 9)},
    'video_llama_3_vision': lambda c: {
        **grid(c.num_channels, c.patch_size), 'merge_sizes': torch.tensor([2])},
    'videomae': lambda c: {'pixel_values': frames(c)},
    'videoprism_vision_model': lambda c: {'pixel_values_videos': frames(c)},
    'vilt': lambda c: {'input_ids': ids(1, TOKENS), 'pixel_values': picture(c, 1)},
    'vitpose': lambda c: {'pixel_values': values(1, 3, *side(c.backbone_config)),
                          'dataset_index': torch.tensor([0])},
    'vitpose_backbone': lambda c: {'pixel_values': values(1, 3, *side(c)),
                                   'dataset_index': torch.tensor([0])},
    'vivit': lambda c: {'pixel_values': frames(c)},
    'voxtral_realtime_encoder': embedded,
    'voxtral_realtime_text': lambda c: {'input_ids': ids(1, TOKENS),
                                        't_cond': values(1, 1, c.hidden_size)},
    'wav2vec2-bert': lambda c: {
        'input_features': values(1, TOKENS, c.feature_projection_input_dim)},
    'xclip_vision_model': lambda c: {'pixel_values': picture(c, c.num_frames)},
    'videomt': lambda c: {'pixel_values_videos': picture(c, 1, 1)},
    'xcodec2': lambda c: {'input_values': values(1, 1, 16000),
                          'input_features': values(1, 50, 160)},
    'xcodec': lambda c: {'input_values': values(1, 1, 16000)},
}

# Classes of models whose config does not name them.
CLASSES = {
    'deepseek_ocr2_sam_vision_model': 'deepseek_ocr2.DeepseekOcr2SamVisionEncoder',
    'idefics_vision': 'idefics.IdeficsVisionTransformer',
    'layoutxlm': 'layoutlmv2.LayoutLMv2Model',
    'lw_detr_vit': 'lw_detr.LwDetrViTBackbone',
    'qwen3_omni_moe_text': 'qwen3_omni_moe.Qwen3OmniMoeThinkerTextModel',
    't5_gemma_module': 't5gemma.T5GemmaDecoder',
}

SMALL_EXPERTS = {'num_experts': 4, 'top_k_experts': 2, 'moe_intermediate_size': 8}


def small_vit(config):
    from transformers.models.vit.configuration_vit import ViTConfig
    return ViTConfig(num_hidden_layers=1, num_labels=config.vision_config.num_labels)


class FeatureMap(torch.nn.Module):
    """Replaces a network of the library detectron2."""

    def __init__(self, config):
        super().__init__()
        rows, columns, channels = config.image_feature_pool_shape
        self.shape = (1, rows * columns, channels)

    def forward(self, images):
        return values(*self.shape)


def dense(config):
    return ['dense'] * config.num_hidden_layers


# For models that cannot run whole or would take long: the part that runs.
PARTS = {
    'bark': 'semantic_config',
    'encoder-decoder': 'decoder',
    'fastspeech2_conformer_with_hifigan': 'model_config',
    'musicgen': 'decoder',
    'musicgen_melody': 'decoder',
    'nougat': 'decoder',
    'qwen2_5_omni_token2wav': 'dit_config',
    'rag': 'generator',
    'sam': 'vision_config',
    'sam2': 'vision_config',
    'sam2_video': 'vision_config',
    'sam3_tracker': 'vision_config',
    'sam3_tracker_video': 'vision_config',
    'sam3_video': 'detector_config',
    'sam_hq': 'vision_config',
    'speech-encoder-decoder': 'decoder',
    'vision-encoder-decoder': 'decoder',
    'vision-text-dual-encoder': 'text_config',
}

# Models whose decoder is not their language model. They run only whole.
WHOLE = ('blt',)

# Fields that models need to run, or to run fast, but which do not affect positions. A function
# computes a field from the config. The name of a field of a part follows the name of the part and
# a dot.
SETTINGS = {
    'audioflamingo3_encoder': {'num_hidden_layers': 2},
    'blt_local_decoder': {'cross_attn_k': 1},
    'blt_local_encoder': {'cross_attn_k': 1},
    'chameleon': {'vocabulary_map': {'<image>': 5}},
    'deepseek_ocr2_sam_vision_model': {'num_hidden_layers': 2, 'global_attn_indexes': []},
    'deepseek_ocr2_text': {'mlp_layer_types': dense, 'num_experts_per_tok': 2},
    'diffusion_gemma_text': SMALL_EXPERTS,
    'dots1': {'n_shared_experts': 1, 'n_routed_experts': 4, 'num_experts_per_tok': 2,
              'n_group': 1, 'topk_group': 1},
    'lw_detr': {'num_queries': 2},
    'mllama_vision_model': {'num_hidden_layers': 2, 'num_global_layers': 1,
                            'intermediate_layers_indices': [0]},
    'eomt': {'num_hidden_layers': 2, 'num_blocks': 1, 'num_upscale_blocks': 0},
    'eomt_dinov3': {'num_hidden_layers': 2, 'num_blocks': 1, 'num_upscale_blocks': 0},
    'informer': {'attention_type': 'full', 'distil': False},
    'moshi_depth': {'num_codebooks': 12},
    'pe_video_encoder': {'vision_config': small_vit},
    'qwen2_5_omni_dit': {'repeats': 1},
    'qwen3_omni_moe_talker_text': {'shared_expert_intermediate_size': 8},
    'rf_detr': {'num_queries': 2},
    'rwkv': {'rescale_every': 0},
    'sam_vision_model': {'num_hidden_layers': 2, 'global_attn_indexes': []},
    'sam_hq_vision_model': {'num_hidden_layers': 2, 'global_attn_indexes': []},
    'seggpt': {'num_hidden_layers': 1, 'merge_index': 0, 'intermediate_hidden_state_indices': [0]},
    't5_gemma_module': {'dropout_rate': 0.0, 'cross_attention_hidden_size': 2304},
    't5gemma2_decoder': {'dropout_rate': 0.0},
    't5gemma2_text': {'dropout_rate': 0.0},
    'tvp': {'num_frames': 2},
    'sam3_vision_model': {'backbone_config.num_hidden_layers': 4,
                          'backbone_config.global_attn_indexes': [3]},
    'videomt': {'num_hidden_layers': 2, 'num_blocks': 1, 'num_upscale_blocks': 0},
    'vitpose_backbone': {'num_experts': 1},
    'xmod': {'default_language': 'en_XX'},
}


# Parts of these types have the settings only if they run alone.
ONLY_ALONE = ('blt_local_decoder', 'blt_local_encoder', 'sam_vision_model')


def settle(config, is_part=False):
    """Puts the fields of SETTINGS into a config and its parts, in place. Makes a backbone small."""
    if is_part and config.model_type in ONLY_ALONE:
        return
    part = getattr(config, 'backbone_config', None)
    if hasattr(part, 'to_dict'):
        settle_backbone(config, part)
    for path, value in SETTINGS.get(config.model_type, {}).items():
        *outer, name = path.split('.')
        owner = getattr(config, outer[0]) if outer else config
        setattr(owner, name, value(config) if callable(value) else value)
    for value in list(vars(config).values()):
        if hasattr(value, 'to_dict'):
            settle(value, True)


def settle_backbone(config, part):
    """Lets a backbone return the feature maps that the default config selects, because the cases
    leave out these fields. A backbone of another type than the default returns all its stages. A
    backbone of the library timm becomes a ResNet."""
    usual = type(config)().backbone_config
    if usual.model_type != part.model_type:
        part.out_features = part.stage_names[1:]
        return
    for name in ('_out_features', '_out_indices'):
        if hasattr(usual, name):
            setattr(part, name, getattr(usual, name))
    if part.model_type == 'timm_backbone':
        from transformers.models.resnet.configuration_resnet import ResNetConfig
        config.backbone_config = ResNetConfig(out_indices=list(usual.out_indices))

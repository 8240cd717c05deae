# Builds a model from a config, runs it on a few tokens, and returns the truth about its positions.
import importlib
import inspect
import signal
import torch
import analyse
import inputs
import probe

TOKENS, DECODED = 11, 9
SECONDS = 20
# Sizes that positions do not depend on.
SMALL = ['intermediate_size', 'moe_intermediate_size', 'shared_expert_intermediate_size', 'ffn_dim',
         'encoder_ffn_dim', 'decoder_ffn_dim', 'd_ff', 'n_inner', 'ffn_hidden_size', 'dim_ff']
# The number of experts does not matter, so it is small.
EXPERTS = {'n_routed_experts': 4, 'num_experts': 4, 'num_local_experts': 4, 'moe_num_experts': 4,
           'num_experts_per_tok': 2, 'num_experts_per_token': 2, 'moe_topk': 2, 'n_group': 1,
           'topk_group': 1, 'moe_k': 2, 'num_expert_group': 1}
# The fields of a config that describe the language model.
PARTS = ['text_config', 'llm_config', 'language_config', 'thinker_config', 'decoder_config',
         'text_encoder']


class Unusable(Exception):
    """The config does not make a model that runs."""


def config_class(model_type):
    from transformers.models.auto import configuration_auto
    return configuration_auto.CONFIG_MAPPING[model_type]


def shrink(config, depth=0):
    for name, value in list(vars(config).items()):
        if name in SMALL and isinstance(value, int) and not isinstance(value, bool):
            setattr(config, name, 8)
        if name in EXPERTS and not isinstance(value, (list, tuple)):
            setattr(config, name, EXPERTS[name])
        if hasattr(value, 'to_dict') and depth < 3:
            shrink(value, depth + 1)


def model_class(config):
    from transformers.models.auto import modeling_auto
    cls = type(config)
    if modeling_auto.MODEL_MAPPING_NAMES.get(config.model_type):
        try:
            found = modeling_auto.MODEL_MAPPING[cls]
            return found[0] if isinstance(found, tuple) else found
        except (KeyError, ValueError):
            pass
    if config.model_type in inputs.CLASSES:
        place, name = inputs.CLASSES[config.model_type].split('.')
        path = f'transformers.models.{place}.modeling_{place}'
        return getattr(importlib.import_module(path), name)
    module = importlib.import_module(cls.__module__.replace('configuration_', 'modeling_'))
    classes = [v for v in vars(module).values() if inspect.isclass(v)]
    made = [v for v in classes
            if issubclass(v, torch.nn.Module) and v.__module__ == module.__name__]

    def fits(v):
        noted = v.__dict__.get('__annotations__', {}).get('config')
        return getattr(v, 'config_class', None) is cls or noted in (cls, cls.__name__)
    found = [v for v in made if fits(v)]
    if not found:
        stem = cls.__name__.removesuffix('Config')
        found = [v for v in made if v.__name__.startswith(stem)]
    found.sort(key=lambda v: (v.__name__.endswith('PreTrainedModel'), 'For' in v.__name__,
                              not v.__name__.endswith('Model'), len(v.__name__)))
    if not found:
        raise Unusable('no class of a model')
    return found[0]


def image(config):
    size = getattr(config, 'image_size', None) or 224
    size = tuple(size.values()) if isinstance(size, dict) else size
    size = (size, size) if isinstance(size, int) else tuple(size)
    return torch.full((1, getattr(config, 'num_channels', None) or 3, *size), 0.5)


def patches(config):
    """Returns the pixels of 64 patches, for vision models that do not resize images."""
    def read(*names, fallback):
        return next((v for n in names if isinstance(v := getattr(config, n, None), int)), fallback)
    channels = read('in_channels', 'in_chans', 'num_channels', fallback=3)
    size = read('patch_size', 'spatial_patch_size', fallback=14)
    return torch.full((64, channels * read('temporal_patch_size', fallback=1) * size * size), 0.5)


def inputs_of(model, config, start):
    """Returns arguments for the forward method, by the names of its parameters."""
    if config.model_type in inputs.INPUTS and not start:
        return inputs.INPUTS[config.model_type](config)
    parameters = inspect.signature(type(model).forward).parameters
    ids = torch.full((1, TOKENS), 7)
    hidden = getattr(config, 'hidden_size', None) or getattr(config, 'd_model', None) or 64
    given = {}
    def has(name):
        return name in parameters
    if has('input_ids'):
        given['input_ids'] = ids
    elif has('pixel_values'):
        given['pixel_values'] = image(config)
    elif has('inputs_embeds'):
        given['inputs_embeds'] = torch.full((1, TOKENS, hidden), 0.5)
    elif has('hidden_states'):
        given['hidden_states'] = torch.full((1, TOKENS, hidden), 0.5)
    elif has('input_values'):
        bins = getattr(config, 'num_mel_bins', None)
        is_spectrogram = bins and hasattr(config, 'max_length')
        shape = (1, config.max_length, bins) if is_spectrogram else (1, 16000)
        given['input_values'] = torch.full(shape, 0.5)
    if has('input_features'):
        bins = getattr(config, 'num_mel_bins', None) or getattr(config, 'feature_size', None) or 80
        if not has('input_ids'):
            given['input_features'] = torch.full((1, bins, 3000), 0.5)
    if has('decoder_input_ids'):
        given['decoder_input_ids'] = ids[:, :DECODED]
    if has('use_cache'):
        given['use_cache'] = False
    if start:
        given['position_ids'] = torch.arange(start, start + TOKENS)[None]
    if has('grid_thw'):
        name = next(n for n in parameters if n != 'self')
        given = {name: patches(config), 'grid_thw': torch.tensor([[1, 8, 8]])}
    if has('bbox'):
        given['bbox'] = torch.ones((1, TOKENS, 4), dtype=torch.long)
    return given


def bell(*args):
    raise TimeoutError('the run takes too long')


def build(cls, config):
    try:
        return probe.build(cls, config)
    except RuntimeError as error:
        if 'single memory location' not in str(error):
            raise
        # The constructor writes into weights, so the weights need memory.
        torch.empty = probe.cheap.real_empty
        try:
            return probe.build(cls, config)
        finally:
            torch.empty = probe.cheap.cheap_empty


def run(config, start=0):
    """Runs a model at positions from `start` on. Returns the model; probe.REC has the records."""
    probe.REC.reset()
    probe.cheap.vectors.clear()
    signal.signal(signal.SIGPROF, bell)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    model = None
    try:
        shrink(config)
        inputs.settle(config)
        cls = model_class(config)
        model = build(cls, config)
        with torch.no_grad():
            model(**inputs_of(model, config, start))
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return model


def text_part(config):
    for name in PARTS:
        part = getattr(config, name, None)
        if hasattr(part, 'to_dict'):
            return text_part(part)
    return config


def number(x, digits=14):
    return float(f'{float(x):.{digits}g}')


def samples(values, digits):
    """Returns up to eight of the frequencies, evenly spaced, and the number of all."""
    count = len(values)
    at = sorted({round(i * (count - 1) / 7) for i in range(8)})
    return {'count': count, 'at': at, 'values': [number(values[i], digits) for i in at]}


def kind_of(layer):
    """Returns what an attention does with positions, without its place in the model."""
    rule, rotation = layer['rule'] or {}, layer['rotation']
    kind = {'scheme': 'nope'}
    for name in ('heads', 'keyHeads', 'headDim'):
        if layer.get(name):
            kind[name] = layer[name]
    if 'back' in rule:
        kind['window'] = [rule['back'], rule['ahead']]
    elif 'chunk' in rule:
        kind['chunk'] = rule['chunk']
    elif rule.get('seen'):
        kind['seen'] = rule['seen']
    if rotation and 'unread' in rotation:
        return kind | {'scheme': 'rope', 'unread': rotation['unread']}
    if rotation and 'axes' in rotation:
        return kind | {'scheme': 'rope', 'axes': True, 'layout': rotation['layout'],
                       'rotatedDim': rotation['headDim']}
    return kind | rotation_facts(rotation) if rotation else kind


def rotation_facts(rotation):
    measured = rotation['source'] == 'measured'
    facts = {'scheme': 'rope', 'layout': rotation['layout'], 'width': rotation['width'],
             'factor': number(rotation['factor'], 13), 'rotatedDim': rotation['headDim'],
             'rotatedKeyHeads': rotation.get('keyHeads')}
    if rotation['sign'] < 0:
        facts['backwards'] = True
    if rotation['start']:
        facts['start'] = rotation['start']
    if measured:
        facts['measured'] = True
    facts['frequencies'] = samples(rotation['frequencies'], 8 if measured else 14)
    return {k: v for k, v in facts.items() if v is not None}


def layer_count(config):
    if config.model_type == 'longcat_flash':
        return config.num_layers  # each of them has two attentions
    for name in ('num_hidden_layers', 'num_layers', 'n_layer', 'encoder_layers'):
        count = getattr(config, name, None)
        if isinstance(count, int):
            return count
    return 0


def stacks_of(attentions, config):
    """Lists the kinds of attention, and for each stack of layers which kind each layer has."""
    kinds, stacks = [], {}
    for attention in attentions:
        if attention['cross']:
            continue
        kind = kind_of(attention)
        if kind not in kinds:
            kinds.append(kind)
        layers = stacks.setdefault(attention['stack'], {})
        index = len(layers) if attention['index'] is None else attention['index']
        # Layers that share weights run several times under one name.
        repeated = index in layers and len({a['at'] for a in attentions}) == 1
        layers.setdefault(len(layers) if repeated else index, kinds.index(kind))
    total = layer_count(config) if len(stacks) == 1 else 0
    rows = {name: [layers.get(i) for i in range(max(total, 1 + max(layers)))]
            for name, layers in stacks.items()}
    return {'kinds': kinds, 'stacks': rows} if kinds else {}


def distant(config, truth):
    """Returns how a model rotates beyond its trained length, if the rotation differs there."""
    part = text_part(config)
    parameters = getattr(part, 'rope_parameters', None) or {}
    listed = [p for p in parameters.values() if isinstance(p, dict)] or [parameters]
    types = {p.get('rope_type') for p in listed}
    if not types & {'dynamic', 'longrope'}:
        return {}
    lengths = [p.get('original_max_position_embeddings') or 0 for p in listed]
    start = max([getattr(part, 'max_position_embeddings', 0) or 0, *lengths]) + 1000
    import copy
    model = run(copy.deepcopy(config), start)
    positions = torch.arange(start, start + TOKENS).double()
    found = stacks_of(analyse.analyse(probe.REC, model, positions), part)
    if found.get('stacks') != truth.get('stacks'):
        return {}
    return {'length': start + TOKENS, 'kinds': [
        {k: v for k, v in kind.items() if k in ('factor', 'frequencies', 'unread')}
        for kind in found['kinds']
    ]}


def unique(rows):
    return [row for i, row in enumerate(rows) if row not in rows[:i]]


def truth_of(config):
    """Returns what the code of a model does with positions, for one config object."""
    import copy
    if config.model_type in inputs.PARTS:
        return truth_of(getattr(config, inputs.PARTS[config.model_type]))
    errors, model, part = [], None, text_part(config)
    is_alone = part is config or config.model_type in inputs.WHOLE
    for candidate in [config] if is_alone else [config, part]:
        try:
            candidate = copy.deepcopy(candidate)
            inputs.settle(candidate)
            model = run(copy.deepcopy(candidate))
            if probe.REC.attention:
                break
        except (Exception, TimeoutError) as error:
            errors.append(f'{type(error).__name__}: {str(error)[:160]}')
            model = None
    if model is None:
        raise Unusable(' | '.join(errors))
    rec = probe.REC
    attentions = analyse.analyse(rec, model, torch.arange(TOKENS).double())
    truth = {'class': type(model).__name__, **stacks_of(attentions, text_part(candidate))}
    truth['tables'] = analyse.table_rows(model, probe.cheap.Embeddings.calls)
    truth['parameters'] = analyse.position_parameters(model)
    truth['relative'] = analyse.relative_parts(model)
    truth['sinusoids'] = analyse.sinusoid_tables(rec, model)
    truth['grids'] = analyse.grid_sines(rec)
    truth['buckets'] = unique([facts for _, facts in rec.buckets])
    if rec.slopes:
        truth['alibi'] = slopes_of(rec.slopes[0][1])
    truth['modules'] = sorted({t['kind'] for t in rec.tables})
    try:
        truth['distant'] = distant(candidate, truth)
    except (Exception, TimeoutError):
        pass
    return {k: v for k, v in truth.items() if v not in ([], {})}


def slopes_of(bias):
    """Returns the slopes of a bias (heads, ..., keys): the difference of the first two keys."""
    tensor = analyse.tensors(bias)[0].double()
    rows = tensor.reshape(-1, tensor.shape[-1])
    return [number(x) for x in (rows[:, 1] - rows[:, 0])]

# Builds models that record what their own code does with positions.
import inspect
import re
import sys
import numpy as np
import torch
from torch import nn
import torch.nn.functional as F
import cheap
import inputs

TOKENS = 11
MANY_TOKENS = 64
DECODED = 9
FAR = 1 << 19  # no window is wider
STEP = 1e6  # the masks of different rules differ by this constant, which a softmax ignores


class Recorder:
    def __init__(self):
        self.reset()

    def reset(self):
        self.path = cheap.Embeddings.path = []
        cheap.Embeddings.calls = []
        self.busy = False
        self.names = {}
        self.rules = []
        self.attention = []
        self.rotations = []
        self.axes = {}
        self.tables = []
        self.buckets = []
        self.slopes = []

    def here(self):
        return self.path[-1] if self.path else ''


REC = Recorder()


def allowed_run(mask_function, q, sign):
    """Returns how many consecutive keys a query sees, including its own, or None for no end."""
    away = np.arange(0, FAR)
    zero = torch.tensor(0)
    queries, keys = torch.full((len(away),), q), torch.as_tensor(q + sign * away)
    result = mask_function(zero, zero, queries, keys)
    flags = np.broadcast_to(np.asarray(result), (len(away),))
    return None if flags.all() else int(np.argmin(flags))


def describe_rule(mask_function):
    """Finds what a rule of masking allows, from its results at large positions."""
    first, second = (1 << 21) + 12345, (1 << 21) + 12346
    back, ahead = (allowed_run(mask_function, first, sign) for sign in (-1, 1))
    if back is not None and allowed_run(mask_function, second, -1) != back:
        zero = torch.tensor(0)
        q = torch.arange(1, FAR)
        seen = np.asarray(mask_function(zero, zero, q, q - 1))
        steps = np.flatnonzero(~np.broadcast_to(seen, len(q)))
        return {'chunk': int(steps[1] - steps[0]), 'ahead': ahead}
    return {'back': back, 'ahead': ahead}


def probe_mask(batch_size, q_length, kv_length, q_offset=0, kv_offset=0, mask_function=None,
               attention_mask=None, **kwargs):
    from transformers import masking_utils
    mask_function = mask_function or masking_utils.causal_mask_function
    try:
        rule = describe_rule(mask_function)
    except Exception as error:
        rule = {'error': repr(error)}
    REC.rules.append(rule)
    number = len(REC.rules)
    mask = masking_utils.sdpa_mask(
        batch_size=batch_size, q_length=q_length, kv_length=kv_length, q_offset=q_offset,
        kv_offset=kv_offset, mask_function=mask_function, attention_mask=None,
        allow_is_causal_skip=False, allow_is_bidirectional_skip=False, use_vmap=False,
    )
    return torch.where(mask, number * STEP, -1e30)


def rule_of(mask):
    if mask is None or not torch.is_tensor(mask):
        return None
    # If a mask joins the masks of self-attention and cross-attention, its first element shows the
    # rule of self-attention.
    corner = float(mask.flatten()[0])
    most = corner if corner > STEP / 2 else float(mask.detach().double().max())
    number = round(most / STEP) if most > STEP / 2 and most < 1e12 else 0
    if 0 < number <= len(REC.rules):
        return REC.rules[number - 1]
    allowed = (mask[0, 0] > -1e9).int().tolist() if mask.dim() == 4 else None
    return {'shape': list(mask.shape), 'allowed': allowed}


def wrap_interface(function):
    def attention(module, query, key, value, attention_mask=None, *args, **kwargs):
        REC.attention.append({
            'at': REC.here(),
            'via': 'interface',
            'q': query.detach().clone(),
            'k': key.detach().clone(),
            'rule': rule_of(attention_mask),
            'scaling': kwargs.get('scaling'),
        })
        if query.shape[2] > MANY_TOKENS:
            # The truth does not contain the result of attention, whose computation takes long.
            return query.new_zeros((*query.shape[:3], value.shape[-1])).transpose(1, 2), None
        return function(module, query, key, value, attention_mask, *args, **kwargs)
    return attention


def recorded_softmax(real):
    def softmax(x, *args, **kwargs):
        if REC.busy:
            return real(x, *args, **kwargs)
        REC.busy = True
        try:
            record(x)
            return real(x, *args, **kwargs)
        finally:
            REC.busy = False

    def record(x):
        if not torch.is_tensor(x) or x.dim() < 3 or min(x.shape[-2:]) < DECODED:
            return
        if x.dim() == 3 and x.shape[-1] in (TOKENS, DECODED) and x.shape[-2] in (TOKENS, DECODED):
            # These scores have the shape (batch times heads, queries, keys).
            x = x[None]
        if x.dim() == 4:
            last = REC.attention[-1] if REC.attention else None
            if not (last and last['via'] == 'interface' and last['at'] == REC.here()):
                REC.attention.append({
                    'at': REC.here(), 'via': 'softmax', 'scores': list(x.shape), 'rule': rule_of(x),
                })
            elif last['rule'] is None:
                last['rule'] = rule_of(x)

    return softmax


# Layers that mix tokens without attention. They are skipped, since they take long.
SKIPPED = re.compile(
    r'(Mamba2?|Bamba|FalconH1)(Mixer|Layer)$|GatedDeltaNet$|ShortConv$|RecurrentBlock$'
)
FORGIVEN = re.compile('(MLP|Mlp|MoE|Moe|MoeBlock|Experts|FeedForward)$')
ROTATING = re.compile(r'apply.*(rot|rope)|^rotate_queries|^apply_multimodal|rotary_emb$')


def wrap_rotation(name, function):
    def rotate(*args, **kwargs):
        before = [a.detach().clone() if torch.is_tensor(a) else a for a in args]
        named = {k: v.detach().clone() if torch.is_tensor(v) else v for k, v in kwargs.items()}
        result = function(*args, **kwargs)
        REC.rotations.append({'at': REC.here(), 'name': name, 'args': before, 'kwargs': named,
                              'result': result})
        return result
    rotate.wrapped = function
    return rotate


def pass_through(self, hidden_states=None, *args, **kwargs):
    return hidden_states


def pass_through_pair(self, hidden_states, *args, **kwargs):
    return hidden_states, None


def is_wrapped(method):
    return hasattr(getattr(method, '__func__', method), 'wrapped')


def wrap_module(module):
    """Records the calls of the functions of a modeling file that rotate, or make biases."""
    for name, function in list(vars(module).items()):
        if inspect.isfunction(function) and not is_wrapped(function):
            if ROTATING.search(name):
                setattr(module, name, wrap_rotation(name, function))
            elif 'alibi' in name:
                setattr(module, name, wrap_alibi(function))
        elif inspect.isclass(function) and issubclass(function, nn.Module):
            wrap_class(name, function)


def wrap_class(name, cls):
    """Records the calls of methods that rotate, or make biases; skips what takes long."""
    if name == 'FalconLinear':
        cls.forward = lambda self, x: cheap.cheap_linear(x, self.weight)
    if SKIPPED.search(name):
        cls.forward = pass_through_pair if name.startswith('RecurrentGemma') else pass_through
    for key, method in list(vars(cls).items()):
        if is_wrapped(method):
            continue
        is_static = isinstance(method, staticmethod)
        inner = method.__func__ if is_static else method
        if key == '_relative_position_bucket':
            made = wrap_buckets(inner)
            setattr(cls, key, staticmethod(made) if is_static else made)
        elif key.startswith('apply_rotary') and is_static:
            setattr(cls, key, staticmethod(wrap_rotation(key, inner)))
        elif key in ('build_alibi_tensor', 'build_mpt_alibi_tensor') and inspect.isfunction(method):
            setattr(cls, key, wrap_alibi(method))


def wrap_buckets(function):
    """Records all arguments of a function except tensors."""

    def bucket(*args, **kwargs):
        bound = inspect.signature(function).bind(*args, **kwargs)
        bound.apply_defaults()
        facts = {
            name: value for name, value in bound.arguments.items()
            if not torch.is_tensor(value) and name != 'self'
        }
        REC.buckets.append((REC.here(), facts))
        return function(*args, **kwargs)

    bucket.wrapped = function
    return bucket


def wrap_alibi(function):
    def alibi(*args, **kwargs):
        result = function(*args, **kwargs)
        REC.slopes.append((REC.here(), result))
        return result
    alibi.wrapped = function
    return alibi


def watch(model):
    """Records the path of the running module, and what modules that encode positions return."""
    for name, module in model.named_modules():
        forward = module.forward
        def run(*args, forward=forward, name=name, module=module, **kwargs):
            REC.path.append(name)
            kind = type(module).__name__
            cheap.Embeddings.real = 'Sinusoid' in kind
            try:
                result = forward(*args, **kwargs)
                if re.search('osition|Rotary|RoPE|Rope', kind):
                    REC.tables.append({'at': name, 'kind': kind, 'result': result})
                return result
            except TimeoutError:
                raise
            except Exception:
                # Layers without positions may fail on configs that only describe positions.
                if args and torch.is_tensor(args[0]) and FORGIVEN.search(type(module).__name__):
                    return args[0]
                raise
            finally:
                cheap.Embeddings.real = False
                REC.path.pop()
        module.forward = run


def patch():
    cheap.patch()
    torch.nn.functional.softmax = recorded_softmax(F.softmax)
    torch.softmax = recorded_softmax(torch.softmax)
    torch.Tensor.softmax = recorded_softmax(torch.Tensor.softmax)
    nn.Softmax.forward = lambda self, x: F.softmax(x, self.dim)
    from transformers import configuration_utils, masking_utils, modeling_utils, pytorch_utils
    from transformers import utils
    from transformers.utils import import_utils
    import_utils.requires_backends = utils.requires_backends = cheap.keep
    masking_utils.ALL_MASK_ATTENTION_FUNCTIONS._global_mapping['eager'] = probe_mask
    interface = modeling_utils.AttentionInterface
    interface._global_mapping['eager'] = wrap_interface(interface._global_mapping['sdpa'])
    interface.get_interface = lambda self, name, default: wrap_interface(default)
    modeling_utils.PreTrainedModel.init_weights = cheap.keep
    modeling_utils.PreTrainedModel.init_parallel_plans = cheap.keep
    pytorch_utils.Conv1D.forward = cheap.cheap_conv1d
    # Some configs cannot be written as text.
    configuration_utils.PreTrainedConfig.__repr__ = object.__repr__
    from transformers.models.layoutlmv2 import modeling_layoutlmv2
    from transformers.models.timm_wrapper import configuration_timm_wrapper
    modeling_layoutlmv2.LayoutLMv2VisualBackbone = inputs.FeatureMap
    configuration_timm_wrapper.infer_imagenet_subset = cheap.keep


def build(cls, config):
    config._attn_implementation = config._experts_implementation = 'eager'
    model = cls(config)
    model.eval()
    for name in {type(module).__module__ for module in model.modules()}:
        if name.startswith('transformers.models.'):
            wrap_module(sys.modules[name])
    for module in model.modules():
        if 'Sinusoid' in type(module).__name__ and hasattr(module, 'create_weight'):
            torch.empty = cheap.real_empty
            module.weight = nn.Parameter(module.create_weight(), requires_grad=False)
            torch.empty = cheap.cheap_empty
    watch(model)
    return model

# Gives an older torch the names that transformers expects of a newer one. Makes all of torch
# compute in float64.
import sys
import types
import torch
import torch.utils._pytree


def module(name, **contents):
    """Makes a module with this name, which is also an attribute of its parent."""
    made = types.ModuleType(name)
    made.__path__ = []
    for key, value in contents.items():
        setattr(made, key, value)
    sys.modules[name] = made
    parent, _, last = name.rpartition('.')
    setattr(sys.modules[parent], last, made)
    return made


def decorate(function=None, *args, **kwargs):
    """Acts as a decorator, with or without arguments, that changes nothing."""
    return function if callable(function) else decorate


def use_float64():
    torch.set_default_dtype(torch.float64)
    torch.float = torch.float32 = torch.float16 = torch.half = torch.bfloat16 = torch.float64
    same = lambda self, *args, **kwargs: self.to(torch.float64)  # noqa: E731
    torch.FloatTensor = torch.DoubleTensor
    for name in ('float', 'half', 'bfloat16'):
        setattr(torch.Tensor, name, same)


def make_buffer(data=None, persistent=True):
    data = data.detach().clone()
    data.is_buffer = True
    return data


def any_of(real):
    """Returns a function `any` that takes several dimensions."""
    def find(x, dim=None, keepdim=False):
        if dim is None:
            return real(x)
        axes = [dim] if isinstance(dim, int) else sorted((axis % x.dim() for axis in dim))[::-1]
        for axis in axes:
            x = real(x, axis, keepdim)
        return x
    return find


set_plainly = torch.nn.Module.__setattr__


def set_attribute(self, name, value):
    if torch.is_tensor(value) and getattr(value, 'is_buffer', False):
        self.__dict__.pop(name, None)
        self._buffers[name] = value
        self._non_persistent_buffers_set.add(name)
    else:
        set_plainly(self, name, value)


def rms_norm(x, shape, weight=None, eps=None):
    y = x * torch.rsqrt((x * x).mean(-1, keepdim=True) + (eps or 1e-6))
    return y if weight is None else y * weight


class RMSNorm(torch.nn.Module):
    def __init__(self, shape, eps=None, elementwise_affine=True, **more):
        super().__init__()
        shape = (shape,) if isinstance(shape, int) else tuple(shape)
        self.weight = torch.nn.Parameter(torch.ones(shape)) if elementwise_affine else None
        self.eps, self.normalized_shape = eps, shape

    def forward(self, x):
        return rms_norm(x, self.normalized_shape, self.weight, self.eps)


def attend(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None,
           enable_gqa=False):
    scale = query.shape[-1] ** -0.5 if scale is None else scale
    if enable_gqa:
        groups = query.shape[1] // key.shape[1]
        key, value = (x.repeat_interleave(groups, 1) for x in (key, value))
    scores = query @ key.transpose(-1, -2) * scale
    if attn_mask is not None:
        is_flags = attn_mask.dtype == torch.bool
        scores = scores.masked_fill(~attn_mask, -1e30) if is_flags else scores + attn_mask
    elif is_causal:
        scores = scores + torch.full(scores.shape[-2:], -1e30).triu(1)
    return torch.nn.functional.softmax(scores, dim=-1) @ value


NEWER_TYPES = 'float8_e4m3fn float8_e5m2 float8_e8m0fnu float4_e2m1fn_x2 uint16 uint32 uint64'


def patch():
    torch.__version__ = '2.8.0'
    torch.set_num_threads(1)
    module(
        'torch.compiler',
        disable=decorate,
        allow_in_graph=decorate,
        is_compiling=lambda: False,
        is_exporting=lambda: False,
        is_dynamo_compiling=lambda: False,
    )
    for name in NEWER_TYPES.split():
        if not hasattr(torch, name):
            setattr(torch, name, torch.float64 if name.startswith('float') else torch.int64)
    torch.utils._pytree.register_pytree_node = lambda *args, **kwargs: None
    torch.utils._pytree._dict_flatten_with_keys = None
    torch.library.custom_op = lambda *args, **kwargs: decorate
    torch.library.register_fake = lambda *args, **kwargs: decorate
    torch.library.register_autograd = lambda *args, **kwargs: None
    torch.is_autocast_enabled = lambda *args: False
    torch.jit.script = decorate
    torch.any = any_of(torch.any)
    torch._check_tensor_all_with = lambda *args, **kwargs: None
    torch._check_with = lambda *args, **kwargs: None
    torch._check = lambda *args, **kwargs: None
    torch.nn.Buffer = make_buffer
    named_buffers = torch.nn.Module.named_buffers
    torch.nn.Module.named_buffers = lambda self, prefix='', recurse=True, **more: (
        named_buffers(self, prefix, recurse)
    )
    named_parameters = torch.nn.Module.named_parameters
    torch.nn.Module.named_parameters = lambda self, prefix='', recurse=True, **more: (
        named_parameters(self, prefix, recurse)
    )
    torch.nn.Module.__setattr__ = set_attribute
    torch.nn.RMSNorm = RMSNorm
    make_norm = torch.nn.LayerNorm.__init__

    def make_norm_without(self, normalized_shape, eps=1e-5, elementwise_affine=True, bias=True,
                          *more, **others):
        make_norm(self, normalized_shape, eps, elementwise_affine)
        if not bias:
            self.bias = None

    torch.nn.LayerNorm.__init__ = make_norm_without
    make_table = torch.nn.Embedding.__init__

    def make_table_frozen(self, num_embeddings, embedding_dim, padding_idx=None, **more):
        make_table(self, num_embeddings, embedding_dim)
        if more.get('_weight') is not None:
            self.weight = torch.nn.Parameter(more['_weight'], requires_grad=False)
        self.padding_idx = padding_idx

    torch.nn.Embedding.__init__ = make_table_frozen
    torch.nn.functional.scaled_dot_product_attention = attend
    torch.nn.functional.rms_norm = rms_norm
    use_float64()

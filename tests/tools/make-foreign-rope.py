# Computes rotary embeddings as the published code of other projects does, in float64 unless a line
# says otherwise, and writes tests/support/golden/foreign-rope.json. Made with PyTorch 1.13.0 by
#   python3 tests/tools/make-foreign-rope.py
import math
import torch
from foreign import numbers, write

DIM, BASE = 16, 10000.0


def steps(count, dtype=torch.float64):
    return torch.arange(count, dtype=dtype)


# vLLM's formulas: each function returns the frequencies of one class, and the factor of cosines
# and sines. Source: vllm-project/vllm, vllm/model_executor/layers/rotary_embedding/. A case below
# has the name of its rope_type in __init__.py, or the name of its file.


def plain(dim=DIM, base=BASE, dtype=torch.float64):
    return 1 / base ** (2 * steps(dim // 2, dtype) / dim)


def grown(alpha):
    """dynamic_ntk_alpha_rope.py; dynamic_ntk_scaling_rope.py, where the length determines alpha."""
    return plain(base=BASE * alpha ** (DIM / (DIM - 2))), 1


def dynamic(factor, length, trained):
    return grown(factor * length / trained - (factor - 1))


def ntk(factor, mixed=None):
    if mixed is None:
        return plain(base=BASE * factor) / factor ** (2 / DIM), 1
    a = math.log(factor) / (DIM / 2) ** mixed
    return plain() / torch.exp(a * (steps(DIM // 2) + 1) ** mixed), 1


def llama3(factor, low, high, trained):
    w = plain()
    turns = trained * w / (2 * math.pi)
    smooth = ((turns - low) / (high - low) if high > low else turns * 0).clamp(0, 1)
    smooth[turns > high] = 1
    return w * (1 - smooth) / factor + w * smooth, 1


def yarn(factor, trained, fast=32, slow=1, truncate=True, slope=0.1, attention=1):
    """yarn_scaling_rope.py; with the slope 0.07, telechat3_scaling_rope.py."""
    scale = DIM / (2 * math.log(BASE))
    ends = [scale * math.log(trained / (2 * math.pi * n)) for n in (fast, slow)]
    low, high = (math.floor(ends[0]), math.ceil(ends[1])) if truncate else ends
    low, high = max(low, 0), min(high, DIM - 1)
    ramp = ((steps(DIM // 2) - low) / (high - low + 0.001 * (high == low))).clamp(0, 1)
    w = plain()
    return w / factor * ramp + w * (1 - ramp), (slope * math.log(factor) + 1) * attention


def deepseek(factor, trained, mscale=1, mscale_all_dim=0):
    top, bottom = (0.1 * c * math.log(factor) + 1 for c in (mscale, mscale_all_dim))
    return yarn(factor, trained)[0], top / bottom


def longrope(divisors, longest, trained):
    more = max(1, longest / trained)
    return plain() / torch.tensor(divisors), math.sqrt(1 + math.log(more) / math.log(trained))


def proportional(part):
    """gemma4_rope.py"""
    return plain() * (steps(DIM // 2) < part * DIM // 2), 1


FACTORS = [1.0, 1.25, 2.0, 3.5, 4.0, 8.0, 8.5, 10.0]
frequencies = {
    'default': (plain(), 1),
    'ntk': ntk(4.0),
    'ntk mixed': ntk(4.0, 0.625),
    'dynamic': dynamic(4.0, 8192, 2048),
    'dynamic alpha': grown(1000.0),
    'llama3': llama3(8.0, 1.0, 4.0, 512),
    'llama3 abrupt': llama3(16.0, 1.0, 1.0, 512),
    'yarn': yarn(4.0, 2048),
    'yarn attn_factor': yarn(4.0, 2048, attention=0.75),
    'yarn untruncated': yarn(32.0, 4096, truncate=False),
    'yarn singular': yarn(4.0, 600, 30, 30, truncate=False),
    'telechat3': yarn(4.0, 2048, slope=0.07),
    'deepseek': deepseek(40.0, 4096, 0.707, 1.0),
    'deepseek equal': deepseek(40.0, 4096, 1.0, 1.0),
    'deepseek mscale': deepseek(40.0, 4096, 0.707),
    'longrope': longrope(FACTORS, 131072, 4096),
    'proportional': proportional(0.25),
}

# Angles of several axes: [tokens, pairs]. The positions have one row for each axis.
PLACES = torch.tensor([[1.0, 3, 9], [2, 4, 1], [6, 2, 7], [8, 5, 11]], dtype=torch.float64)


def angles(axes, w=None):
    """Returns the angles of pairs that turn with the given axes."""
    return PLACES[axes].T * (plain() if w is None else w)


def chunked(sections):
    return [axis for axis, count in enumerate(sections) for _ in range(count)]


def ernie(height, width, time):
    """ernie45_vl_rope.py: pairs of height and width alternate. Pairs of time (axis 0) follow."""
    assert height == width
    return [1, 2] * height + [0] * time


def pangu(sections):
    """mrope_interleaved.py: the next axis is the one that lags most behind its share. The same axis
    does not come twice in a row as long as there is another. The list ends with axis 0.
    """
    left, order = [sections[0] - 1, *sections[1:]], []
    full = list(left)
    while sum(left):
        ready = [a for a in range(3) if left[a]]
        others = [a for a in ready if [a] != order[-1:]]
        order.append(min(others or ready, key=lambda a: (1 - left[a] / full[a], a)))
        left[order[-1]] -= 1
    return order + [0]


def interleaved(sections):
    """mrope.py, apply_interleaved_rope"""
    axes = [0] * (DIM // 2)
    for axis in (1, 2):
        axes[axis:3 * sections[axis]:3] = [axis] * len(axes[axis:3 * sections[axis]:3])
    return axes


def llama4_vision(side):
    """llama4_vision_rope.py: columns, then rows, counted from 1. The last token has no position."""
    w = plain(DIM // 2)
    token = steps(side * side)
    x, y = (torch.outer(place + 1, w) for place in (token % side, token // side))
    return torch.cat([torch.cat([x, y], 1), torch.zeros(1, DIM // 2)])


several = {
    'mrope': angles(chunked([2, 3, 3])),
    'mrope interleaved': angles(interleaved([4, 2, 2])),
    # MRotaryEmbedding makes its cache for four times the trained length. It uses this longer
    # length in place of the trained one when it computes the range of YaRN's ramp.
    'mrope yarn': angles(chunked([2, 3, 3]), yarn(4.0, 4 * 2048)[0]),
    'xdrope': angles(chunked([2, 2, 2, 2]), grown(1000.0)[0]),
    'ernie': angles(ernie(3, 3, 2)),
    'openpangu': angles(pangu([2, 3, 3])),
    'llama4 vision': llama4_vision(2),
}


def rotated(x, angle, neox):
    """Rotates x [tokens, heads, dim] by the angles [tokens, pairs]. Source: common.py"""
    pairs = angle.shape[-1]
    split = (2, pairs) if neox else (pairs, 2)
    turn = torch.polar(torch.ones_like(angle), angle)[:, None]
    head = x[..., :2 * pairs].reshape(*x.shape[:2], *split).movedim(-2 if neox else -1, 0)
    out = torch.complex(*head) * turn
    both = torch.stack([out.real, out.imag], -2 if neox else -1).flatten(-2)
    return torch.cat([both, x[..., 2 * pairs:]], -1)


x = torch.tensor(numbers(3 * 2 * DIM, 1)).reshape(3, 2, DIM)

def deepseek_v4(x, angle, factor):
    """deepseek_scaling_rope.py, DeepseekV4ScalingRotaryEmbedding: the last elements rotate."""
    still = x.shape[-1] - 2 * angle.shape[-1]
    return torch.cat([x[..., :still], factor * rotated(x[..., still:], angle, False)], -1)


half = torch.outer(PLACES[1], plain(8))
turned = {
    'deepseek v4': deepseek_v4(x, half, 1.25),
    'deepseek v4 inverse': deepseek_v4(x, -half, 1.25),
    'neox': rotated(x, torch.outer(PLACES[1], plain()), True),
    'gptj': rotated(x, torch.outer(PLACES[1], plain()), False),
    'neox partial': rotated(x, torch.outer(PLACES[1], plain(12)), True),
    'gptj partial': rotated(x, torch.outer(PLACES[1], plain(12)), False),
}

# The cosines at position 1000, in float32 as the code computes them. The linear class divides the
# position, not the frequencies (linear_scaling_rope.py).
single = plain(64, dtype=torch.float32)
float32 = {
    'default': (torch.tensor(1000.0) * single).cos(),
    'linear': (torch.tensor(1000.0) / 3 * single).cos(),
}


def xpos(x, start, down):
    """Source: microsoft/torchscale, torchscale/component/xpos_relative_position.py

    `start` tokens come before x. The center is half of the length, rounded up.
    """
    length = len(x) + start
    zeta = (2 * steps(DIM // 2) + 0.4 * DIM) / (1.4 * DIM)
    place = steps(length)[start:]
    power = zeta ** ((place - math.ceil(length / 2)) / 512)[:, None]
    factor = (1 / power if down else power).repeat_interleave(2, -1)[:, None]
    return rotated(x, torch.outer(place, plain()), False) * factor


def retnet(length, heads):
    """Source: microsoft/torchscale, torchscale/architecture/retnet.py, RetNetRelPos, before each
    row of the mask is divided by the root of its sum.
    """
    w = 10000 ** -torch.linspace(0, 1, DIM // 2, dtype=torch.float64)
    place = steps(length)
    decay = 1 - 2 ** (-5 - steps(heads))
    mask = decay[:, None, None] ** (place[:, None] - place).clamp(min=0)
    return torch.outer(place, w), mask.tril()


def pope(x, phases, alternating):
    """Sources: lucidrains/x-transformers, x_transformers/x_transformers.py, PolarEmbedding and
    apply_polar_pos_emb; `alternating`: lucidrains/PoPE-pytorch, PoPE_pytorch/pope.py,
    apply_pope_to_qk. x is [tokens, heads, dim].
    """
    w = 10000 ** (-steps(x.shape[-1]) / x.shape[-1])
    angle = torch.outer(steps(len(x)), w)[:, None] + phases.clamp(-2 * math.pi, 0)
    r = torch.nn.functional.softplus(x)
    both = torch.stack([r * angle.cos(), r * angle.sin()], -1 if alternating else -2)
    return both.flatten(-2)


y = 4 * torch.tensor(numbers(24, 2)).reshape(3, 2, 4)
phases = -3 - 3 * torch.tensor(numbers(8, 3)).reshape(2, 4)
angle, mask = retnet(4, 3)
write('foreign-rope.json', {
    **{f'vllm {name}': [factor, w] for name, (w, factor) in frequencies.items()},
    **{f'vllm {name}': [angle.cos(), angle.sin()] for name, angle in several.items()},
    **{f'vllm {name}': out for name, out in turned.items()},
    **{f'vllm float32 {name}': cosines for name, cosines in float32.items()},
    'xpos queries': xpos(x, 0, False),
    'xpos keys': xpos(x, 0, True),
    'xpos later queries': xpos(x, 2, False),
    'retnet': [angle.cos(), angle.sin(), mask],
    'pope queries': pope(y, torch.zeros(2, 4), False),
    'pope keys': pope(y, phases, False),
    'pope keys alternating': pope(y, phases, True),
})

# Computes biases as the published code of other projects does, in float64, and writes
# tests/support/golden/foreign-biases.json. Made with PyTorch 1.13.0 by
#   python3 tests/tools/make-foreign-biases.py
import math
import torch
from foreign import numbers, write


def tensor(shape, seed):
    return torch.tensor(numbers(math.prod(shape), seed)).reshape(shape)


def distances(length):
    """Returns query - key."""
    place = torch.arange(length, dtype=torch.float64)
    return place[:, None] - place


def kerple(length, p, a, power):
    """Source: chijames/KERPLE, megatron/mpu/layers.py, ParallelKerpleLog and ParallelKerplePower.

    Distances of keys after the query are 0 there, because these keys are masked later.
    """
    far = distances(length).clamp(min=0)
    p, a = (torch.tensor(x, dtype=torch.float64).clamp(min=0.01)[:, None, None] for x in (p, a))
    return -a * far ** p.clamp(max=2) if power else -p * torch.log(1 + a * far)


def fire(length, w1, b1, w2, b2, c, multiplier, initial):
    """Source: mcleish7/arithmetic, cramming/architectures/embeddings.py, FIRE, in evaluation.

    Its comments say that it follows the paper's listing.
    """
    threshold = abs(multiplier * initial)
    place = torch.arange(length, dtype=torch.float64)
    reach = torch.log(abs(c * torch.clamp(place, min=threshold)) + 1)[:, None]
    x = torch.log(abs(c * distances(length)) + 1) / (reach + 1e-6)
    hidden = torch.relu(x[..., None] * w1[:, 0] + b1)
    return (hidden @ w2.T + b2).permute(2, 0, 1)


def sandwich(length, heads, dim, first):
    """Sums cosines from the pair `first` on, divided by 8 h / heads.

    Sources: NVIDIA/NeMo, nemo/collections/nlp/modules/common/megatron/position_embedding/
    sandwich_relative_position_embedding.py, where the sum begins at pair 1 and is smaller by
    dim / 2; meta-pytorch/attention-gym, attn_gym/mods/sandwich.py and test/test_sandwich.py, where
    the sum begins at pair 0. These files refer to the appendix of the paper.
    """
    pairs = torch.arange(first, first + dim // 2, dtype=torch.float64)
    angles = distances(length)[..., None] * 10000 ** (-2 * pairs / dim)
    h = torch.arange(1, heads + 1, dtype=torch.float64)
    less = dim / 2 if first else 0
    return (angles.cos().sum(-1) - less) / (8 * h / heads)[:, None, None]


def cope(q, k, table):
    """Returns the positions, and what they add to the scores before the softmax.

    Source: facebookresearch/RAM, projects/cope/src/cope/context_position.py, for causal masks. It
    divides the sum of both terms of a score by sqrt(dim). With cope_nodiv, it divides only the
    first term.
    """
    length, dim = q.shape[-2:]
    seen = distances(length) >= 0
    gates = torch.sigmoid(q @ k.transpose(-1, -2) / dim**0.5) * seen
    positions = gates.flip(-1).cumsum(-1).flip(-1).clamp(max=len(table) - 1)
    fixed = q @ table.T
    below, above = (fixed.gather(-1, x.long()) for x in (positions.floor(), positions.ceil()))
    part = positions - positions.floor()
    return positions, above * part + below * (1 - part)


def shaw(q, table, most):
    """Source: tensorflow/tensor2tensor, tensor2tensor/layers/common_attention.py,
    dot_product_attention_relative and what it calls. Its queries are already divided by sqrt(dim).
    """
    rows = (-distances(q.shape[-2])).clamp(-most, most).long() + most
    return torch.einsum('hqd,qkd->hqk', q / q.shape[-1] ** 0.5, table[rows])


def causal(bias):
    """Returns the elements for keys at or before their query, row by row."""
    return bias[..., distances(bias.shape[-1]) >= 0]


HEADS, LENGTH, DIM = 2, 5, 6
q, k = (tensor((HEADS, LENGTH, DIM), seed) for seed in (1, 2))
network = [tensor(shape, 3 + i) for i, shape in enumerate([(4, 1), (4,), (HEADS, 4), (HEADS,)])]
positions, read = cope(4 * q, 4 * k, tensor((4, DIM), 7))
write('foreign-biases.json', {
    'kerple log': causal(kerple(6, [0.7, 0.001], [0.25, 1.3], False)),
    'kerple power': causal(kerple(6, [0.7, 2.5], [0.25, 1.3], True)),
    'fire': causal(fire(7, *network, -0.3, -0.5, 9)),
    'sandwich from 1': sandwich(4, HEADS, 16, 1),
    'sandwich from 0': sandwich(4, HEADS, 16, 0),
    'cope positions': causal(positions),
    'cope': causal(read),
    'shaw': shaw(q, tensor((5, DIM), 8), 2),
})

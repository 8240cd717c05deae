# Computes tables as the published code of other projects does, in float64, and writes
# tests/support/golden/foreign-tables.json. Made with PyTorch 1.13.0 by
#   python3 tests/tools/make-foreign-tables.py
import math
import torch
from foreign import numbers, write


def dinov2(side, height, width, antialias, offset):
    """Resizes a table of side x side points, as interpolate_pos_encoding does.

    Source: facebookresearch/dinov2, dinov2/models/vision_transformer.py. It passes the scale to
    PyTorch, and PyTorch computes the distance of the points from the scale.
    """
    table = torch.tensor(numbers(side * side, 1)).reshape(1, 1, side, side)
    scale = tuple((size + offset) / side for size in (height, width))
    given = {'scale_factor': scale} if offset else {'size': (height, width)}
    out = torch.nn.functional.interpolate(table, mode='bicubic', antialias=antialias, **given)
    assert out.shape[2:] == (height, width)
    return out.flatten()


def whisper(length, dim):
    """Sines, then cosines, of a geometric row of dim / 2 frequencies from 1 to 1 / 10000.

    Source: openai/whisper, whisper/model.py, sinusoids
    """
    pairs = dim // 2
    ratio = math.log(10000) / (pairs - 1)
    frequencies = torch.exp(-ratio * torch.arange(pairs, dtype=torch.float64))
    angles = torch.outer(torch.arange(length, dtype=torch.float64), frequencies)
    return torch.cat([angles.sin(), angles.cos()], 1)


resized = [
    [side, to, antialias, offset, dinov2(side, *to, antialias, offset)]
    for side, to, offset in [
        (5, (8, 7), 0.1), (7, (3, 4), 0.1), (4, (4, 5), 0.1), (3, (2, 6), 0.75), (5, (6, 3), 0.0),
        (6, (1, 1), 0.1),
    ]
    for antialias in (False, True)
]
write('foreign-tables.json', {'dinov2': resized, 'whisper': whisper(5, 16)})

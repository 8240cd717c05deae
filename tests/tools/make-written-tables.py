# Writes tables of positions the way tutorials and libraries do, in NumPy's and PyTorch's float32.
# Without an argument, it writes one small table of each kind to
# tests/support/golden/written-tables.json. With a folder as argument, it writes 144 tables there.
# tests/tools/identify-written.js then counts how many of them identifyTable names. The tables were
# made with PyTorch 1.13.0 and NumPy 1.24.2.
import base64
import json
import math
import os
import sys
import numpy as np
import torch
from foreign import golden


def annotated(n, d):
    """The Annotated Transformer, and PyTorch's tutorial on language models."""
    pe = torch.zeros(n, d)
    position = torch.arange(0, n).unsqueeze(1)
    term = torch.exp(torch.arange(0, d, 2) * -(math.log(10000.0) / d))
    pe[:, 0::2] = torch.sin(position * term)
    pe[:, 1::2] = torch.cos(position * term)
    return pe


def tensorflow_first(n, d):
    """TensorFlow's first tutorial on transformers, in NumPy."""
    rates = 1 / np.power(10000, (2 * (np.arange(d)[None] // 2)) / np.float32(d))
    angles = np.arange(n)[:, None] * rates
    angles[:, 0::2] = np.sin(angles[:, 0::2])
    angles[:, 1::2] = np.cos(angles[:, 1::2])
    return angles.astype(np.float32)


def tensorflow_second(n, d):
    """TensorFlow's second tutorial: sines, then cosines."""
    depths = np.arange(d / 2)[None] / (d / 2)
    angles = np.arange(n)[:, None] * (1 / (10000**depths))
    return np.concatenate([np.sin(angles), np.cos(angles)], axis=-1).astype(np.float32)


def dive(n, d):
    """Dive into Deep Learning."""
    x = torch.arange(n, dtype=torch.float32).reshape(-1, 1) / torch.pow(
        10000, torch.arange(0, d, 2, dtype=torch.float32) / d)
    p = torch.zeros(n, d)
    p[:, 0::2] = torch.sin(x)
    p[:, 1::2] = torch.cos(x)
    return p


def fairseq(n, d):
    """fairseq, from the row after the padding."""
    half = d // 2
    term = torch.exp(torch.arange(half, dtype=torch.float) * -(math.log(10000) / (half - 1)))
    angles = torch.arange(2, n + 2, dtype=torch.float).unsqueeze(1) * term.unsqueeze(0)
    return torch.cat([torch.sin(angles), torch.cos(angles)], dim=1).view(n, -1)


def whisper(n, d):
    """openai/whisper, whisper/model.py."""
    step = np.log(10000) / (d // 2 - 1)
    inverse = torch.exp(-step * torch.arange(d // 2))
    scaled = torch.arange(n)[:, np.newaxis] * inverse[np.newaxis, :]
    return torch.cat([torch.sin(scaled), torch.cos(scaled)], dim=1)


def diffusion(n, d):
    """diffusers, get_timestep_embedding with cosines first and no shift."""
    exponent = -math.log(10000) * torch.arange(0, d // 2, dtype=torch.float32) / (d // 2)
    emb = torch.arange(n)[:, None].float() * torch.exp(exponent)[None, :]
    return torch.cat([torch.cos(emb), torch.sin(emb)], dim=-1)


def marian(n, d):
    """transformers, Marian: angles of Python's floats, sines in the first half."""
    angles = np.array([[p / np.power(10000, 2 * (j // 2) / d) for j in range(d)] for p in range(n)])
    out = torch.zeros(n, d)
    out[:, :d // 2] = torch.FloatTensor(np.sin(angles[:, 0::2]))
    out[:, d // 2:] = torch.FloatTensor(np.cos(angles[:, 1::2]))
    return out


def llama(n, d, part=torch.cos, base=500000.0):
    """transformers, LlamaRotaryEmbedding."""
    inverse = 1.0 / (base ** (torch.arange(0, d, 2).float() / d))
    freqs = torch.outer(torch.arange(n).float(), inverse)
    return part(torch.cat((freqs, freqs), dim=-1))


def llama_complex(n, d):
    """meta-llama, precompute_freqs_cis, as pairs of real numbers."""
    freqs = 1.0 / (10000.0 ** (torch.arange(0, d, 2)[: d // 2].float() / d))
    freqs = torch.outer(torch.arange(n), freqs).float()
    return torch.view_as_real(torch.polar(torch.ones_like(freqs), freqs)).reshape(n, d)


def mae(n, d):
    """facebookresearch/mae, get_2d_sincos_pos_embed with a class token."""
    side = max(4, int(math.sqrt(n)))
    axes = [np.arange(side, dtype=np.float32)] * 2
    grid = np.stack(np.meshgrid(*axes), axis=0)
    omega = 1.0 / 10000 ** (np.arange(d // 4, dtype=float) / (d / 4.0))

    def one(pos):
        out = np.einsum('m,d->md', pos.reshape(-1), omega)
        return np.concatenate([np.sin(out), np.cos(out)], axis=1)

    table = np.concatenate([one(grid[0]), one(grid[1])], axis=1)
    return np.concatenate([np.zeros([1, d]), table], axis=0).astype(np.float32)


def timm(n, d):
    """timm, build_sincos2d_pos_embed."""
    side = max(4, int(math.sqrt(n)))
    bands = 1.0 / 10000 ** (torch.arange(d // 4, dtype=torch.float32) / (d // 4))
    grid = torch.stack(torch.meshgrid([torch.arange(side + 2).float(), torch.arange(side).float()],
                                      indexing='ij')).flatten(1).transpose(0, 1)
    pos = grid.unsqueeze(-1) * bands.unsqueeze(0)
    return torch.stack([torch.sin(pos), torch.cos(pos)], dim=1).flatten(1)


def transformer_xl(n, d):
    """kimiyoung/transformer-xl: descending positions."""
    inverse = 1 / (10000 ** (torch.arange(0.0, d, 2.0) / d))
    sinusoid = torch.ger(torch.arange(n - 1, -1, -1.0), inverse)
    return torch.cat([sinusoid.sin(), sinusoid.cos()], dim=-1)


def scaled(n, d):
    """x-transformers, ScaledSinusoidalEmbedding: a factor of d^-0.5."""
    inverse = 10000 ** -(torch.arange(d // 2).float() / (d // 2))
    emb = torch.einsum('i, j -> i j', torch.arange(n).float(), inverse)
    return torch.cat((emb.sin(), emb.cos()), dim=-1) * torch.ones(1) * d**-0.5


def yarn(n, d):
    """vLLM, YaRNScalingRotaryEmbedding: [cosines, sines] with the attention factor."""
    factor, length, base = 16.0, 4096, 10000.0
    pos_freqs = base ** (torch.arange(0, d, 2, dtype=torch.float) / d)

    def at(turns):
        return d * math.log(length / (turns * 2 * math.pi)) / (2 * math.log(base))

    low, high = max(math.floor(at(32)), 0), min(math.ceil(at(1)), d - 1)
    ramp = torch.clamp((torch.arange(d // 2, dtype=torch.float) - low) / (high - low), 0, 1)
    inverse = 1.0 / (factor * pos_freqs) * ramp + 1.0 / pos_freqs * (1 - ramp)
    freqs = torch.einsum('i,j -> ij', torch.arange(n, dtype=torch.float32), inverse)
    amplitude = 0.1 * math.log(factor) + 1.0
    return torch.cat((freqs.cos() * amplitude, freqs.sin() * amplitude), dim=-1)


def loops(n, d):
    """Many tutorials: two loops over Python's floats."""
    pe = np.zeros((n, d), dtype=np.float32)
    for k in range(n):
        for i in range(d // 2):
            denominator = np.power(10000, 2 * i / d)
            pe[k, 2 * i] = np.sin(k / denominator)
            pe[k, 2 * i + 1] = np.cos(k / denominator)
    return pe


def llama_sin(n, d):
    return llama(n, d, torch.sin, 10000.0)


# Each writer, and what identifyTable should find in its tables.
WRITERS = [
    (annotated, dict(scheme='sinusoidal', layout='interleaved', base=10000, start=0)),
    (tensorflow_first, dict(scheme='sinusoidal', layout='interleaved', base=10000, start=0)),
    (tensorflow_second, dict(scheme='sinusoidal', layout='concatenated', base=10000, start=0)),
    (dive, dict(scheme='sinusoidal', layout='interleaved', base=10000, start=0)),
    (fairseq, dict(scheme='sinusoidal', layout='fairseq', base=10000, start=2)),
    (whisper, dict(scheme='sinusoidal', layout='fairseq', base=10000, start=0)),
    (diffusion, dict(scheme='sinusoidal', layout='concatenated', base=10000, flipped=True)),
    (marian, dict(scheme='sinusoidal', layout='concatenated', base=10000, start=0)),
    (llama, dict(scheme='rope', layout='half', part='cos', base=500000, start=0)),
    (llama_sin, dict(scheme='rope', layout='half', part='sin', base=10000, start=0)),
    (llama_complex, dict(scheme='sinusoidal', layout='interleaved', base=10000, flipped=True)),
    (mae, dict(scheme='sinusoidal2d', order='mae', base=10000, prefix=1)),
    (timm, dict(scheme='sinusoidal2d', order='timm', base=10000, prefix=0)),
    (transformer_xl, dict(scheme='sinusoidal', layout='concatenated', base=10000, descending=True)),
    (scaled, dict(scheme='sinusoidal', layout='concatenated', base=10000, start=0)),
    (yarn, dict(scheme='rope', layout='half', part='both', base=10000)),
]
SHAPES = [(50, 32), (50, 128), (100, 64), (64, 256), (128, 48), (200, 512), (512, 64), (1000, 128),
          (2048, 96)]


def floats(table):
    return np.ascontiguousarray(np.asarray(table), dtype='<f4')


def entry(writer, wanted, shape):
    table = floats(writer(*shape))
    return dict(name=writer.__name__, wanted=wanted, shape=list(table.shape)), table


if len(sys.argv) > 1:
    index = []
    for writer, wanted in WRITERS:
        for shape in SHAPES:
            about, table = entry(writer, wanted, shape)
            about['file'] = f'{len(index)}.f32'
            table.tofile(os.path.join(sys.argv[1], about['file']))
            index.append(about)
    with open(os.path.join(sys.argv[1], 'index.json'), 'w') as f:
        json.dump(index, f)
else:
    rows = []
    for writer, wanted in WRITERS + [(loops, WRITERS[0][1])]:
        about, table = entry(writer, wanted, (64, 8) if writer is yarn else (26, 16))
        about['bits'] = base64.b64encode(table.tobytes()).decode()
        rows.append(json.dumps(about))
    with open(os.path.join(golden, 'written-tables.json'), 'w', newline='\n') as f:
        f.write('[\n' + ',\n'.join(rows) + '\n]\n')

# Runs the rotary code of public models in PyTorch, in float32 and in bfloat16, on the inputs of
# golden vectors, and writes tests/support/golden/golden-models.json. tests/doctor/models.test.js
# compares the vectors of golden() with these results. The formulas are those of transformers'
# modeling files, and of meta-llama's and EleutherAI's code. Made with PyTorch 1.13.0.
import base64
import json
import math
import os
import numpy as np
import torch
from foreign import golden

SEED = 7
POSITIONS = [1, 77, 1500]


def generated(array, length):
    """Returns inputs of golden vectors: see web/doctor/generator.js."""
    i = np.arange(length, dtype=np.uint64)
    mask = np.uint64(0xffffffff)
    x = (i + np.uint64(SEED + array * 0x9e3779b9)) * np.uint64(0x85ebca6b) & mask
    x ^= x >> np.uint64(16)
    x = x * np.uint64(0x21f0aaad) & mask
    x ^= x >> np.uint64(15)
    x = x * np.uint64(0x735a2d97) & mask
    x ^= x >> np.uint64(15)
    return torch.tensor(((x >> np.uint64(24)).astype(np.float64) - 128) / 64).float()


def plain(dim, base):
    return 1.0 / (base ** (torch.arange(0, dim, 2, dtype=torch.int64).float() / dim))


def llama3(dim, base, factor, low, high, length):
    """transformers, _compute_llama3_parameters."""
    inverse = plain(dim, base)
    wavelen = 2 * math.pi / inverse
    out = torch.where(wavelen > length / low, inverse / factor, inverse)
    smooth = (length / wavelen - low) / (high - low)
    smoothed = (1 - smooth) * out / factor + smooth * out
    medium = ~(wavelen < length / high) * ~(wavelen > length / low)
    return torch.where(medium, smoothed, out)


def yarn(dim, base, factor, length):
    """transformers, _compute_yarn_parameters."""
    def at(turns):
        return (dim * math.log(length / (turns * 2 * math.pi))) / (2 * math.log(base))

    low, high = max(math.floor(at(32)), 0), min(math.ceil(at(1)), dim - 1)
    pos = base ** (torch.arange(0, dim, 2).float() / dim)
    kept = 1 - torch.clamp((torch.arange(dim // 2, dtype=torch.float32) - low) / (high - low), 0, 1)
    return (1.0 / (factor * pos)) * (1 - kept) + (1.0 / pos) * kept


def longrope(dim, base, factors):
    """transformers, _compute_longrope_parameters."""
    shape = torch.arange(0, dim, 2, dtype=torch.int64).float() / dim
    return 1.0 / (torch.tensor(factors, dtype=torch.float32) * base**shape)


def rotate_half(x):
    x1, x2 = x[..., : x.shape[-1] // 2], x[..., x.shape[-1] // 2:]
    return torch.cat((-x2, x1), dim=-1)


def half(x, inverse, amplitude, dtype):
    """transformers, apply_rotary_pos_emb: half layout; other dimensions stay unchanged."""
    dim = 2 * len(inverse)
    freqs = torch.outer(torch.tensor(POSITIONS).float(), inverse)
    emb = torch.cat((freqs, freqs), dim=-1)[:, None]
    cos, sin = (emb.cos() * amplitude).to(dtype), (emb.sin() * amplitude).to(dtype)
    x = x.to(dtype)
    turning, passing = x[..., :dim], x[..., dim:]
    return torch.cat((turning * cos + rotate_half(turning) * sin, passing), dim=-1)


def every_two(x, inverse, amplitude, dtype):
    """transformers, GPT-J: interleaved layout, by repeat_interleave."""
    dim = 2 * len(inverse)
    freqs = torch.outer(torch.tensor(POSITIONS).float(), inverse)
    cos = (torch.repeat_interleave(freqs.cos(), 2, 1)[:, None] * amplitude).to(dtype)
    sin = (torch.repeat_interleave(freqs.sin(), 2, 1)[:, None] * amplitude).to(dtype)
    x = x.to(dtype)
    turning, passing = x[..., :dim], x[..., dim:]
    turned = torch.stack((-turning[..., 1::2], turning[..., ::2]), dim=-1).flatten(-2)
    return torch.cat((turning * cos + turned * sin, passing), dim=-1)


def complex_pairs(x, inverse, amplitude, dtype):
    """meta-llama and DeepSeek: pairs as complex numbers, in float32 in every type."""
    freqs = torch.outer(torch.tensor(POSITIONS).float(), inverse)
    cis = torch.polar(torch.ones_like(freqs) * amplitude, freqs)[:, None]
    pairs = torch.view_as_complex(x.to(dtype).float().reshape(*x.shape[:-1], -1, 2))
    return torch.view_as_real(pairs * cis).flatten(-2).to(dtype)


FACTORS = [1 + 0.03 * i * i for i in range(48)]
# Each entry has a name, the rotation, the frequencies, the amplitude, the head size, and the model
# as describeModel returns it.
MODELS = [
    ('Llama 2', half, plain(128, 1e4), 1.0, 128, dict(scheme='rope', layout='half', heads=4,
     keyHeads=4, headDim=128, base=10000)),
    ('Llama 3.1', half, llama3(128, 5e5, 8, 1, 4, 8192), 1.0, 128, dict(
     scheme='rope', layout='half', heads=4, keyHeads=4, headDim=128, base=500000,
     scaling=dict(rope_type='llama3', factor=8, low_freq_factor=1, high_freq_factor=4,
                  original_max_position_embeddings=8192))),
    ('GPT-NeoX', half, plain(24, 1e4), 1.0, 96, dict(scheme='rope', layout='half', heads=4,
     keyHeads=4, headDim=96, rotaryDim=24, base=10000)),
    ('GPT-J', every_two, plain(64, 1e4), 1.0, 128, dict(
     scheme='rope', layout='interleaved', heads=4, keyHeads=4, headDim=128, rotaryDim=64,
     base=10000)),
    ('Phi-3 with longrope', half, longrope(96, 1e4, FACTORS),
     math.sqrt(1 + math.log(32) / math.log(4096)), 96, dict(
     scheme='rope', layout='half', heads=4, keyHeads=4, headDim=96, base=10000,
     scaling=dict(rope_type='longrope', short_factor=FACTORS, long_factor=FACTORS,
                  original_max_position_embeddings=4096, max_position_embeddings=131072))),
    ('Qwen2 with YaRN', half, yarn(128, 1e6, 4, 32768), 0.1 * math.log(4) + 1, 128, dict(
     scheme='rope', layout='half', heads=4, keyHeads=4, headDim=128, base=1000000,
     scaling=dict(rope_type='yarn', factor=4, original_max_position_embeddings=32768))),
    ('DeepSeek with YaRN', complex_pairs, yarn(64, 1e4, 40, 4096), 1.0, 64, dict(
     scheme='rope', layout='interleaved', heads=4, keyHeads=4, headDim=64, base=10000,
     scaling=dict(rope_type='yarn', factor=40, original_max_position_embeddings=4096, mscale=1,
                  mscale_all_dim=1))),
    ('Gemma 3, full attention', half, plain(256, 1e6) / 8, 1.0, 256, dict(
     scheme='rope', layout='half', heads=4, keyHeads=4, headDim=256, base=1000000,
     scaling=dict(rope_type='linear', factor=8))),
    ('Gemma 3, windows', half, plain(256, 1e4), 1.0, 256, dict(
     scheme='rope', layout='half', heads=4, keyHeads=4, headDim=256, base=10000)),
]


def bits(x, kind):
    return base64.b64encode(np.ascontiguousarray(x, dtype=kind).tobytes()).decode()


rows = []
for name, rotate, inverse, amplitude, width, model in MODELS:
    x = generated(1, len(POSITIONS) * 2 * width).reshape(len(POSITIONS), 2, width)
    exact = rotate(x, inverse, amplitude, torch.float32)[:, 1]
    rough = rotate(x, inverse, amplitude, torch.bfloat16)[:, 1].float().numpy()
    rows.append(json.dumps(dict(
        name=name, model=model, frequencies=bits(inverse, '<f4'), float32=bits(exact, '<f4'),
        bfloat16=bits(np.ascontiguousarray(rough).view(np.uint32) >> 16, '<u2'))))
with open(os.path.join(golden, 'golden-models.json'), 'w', newline='\n') as f:
    about = json.dumps(dict(seed=SEED, positions=POSITIONS))[1:-1]
    f.write('{\n' + about + ',\n"models": [\n' + ',\n'.join(rows) + '\n]\n}\n')

# Computes rotary embeddings as ggml, the library of llama.cpp, does on a CPU, and writes
# tests/support/golden/foreign-ggml.json. Made with NumPy 1.24.2 by
#   python3 tests/tools/make-foreign-ggml.py
# Source: ggml-org/ggml, src/ggml-cpu/ops.cpp, rope_yarn to rotate_pairs, and src/ggml.c,
# ggml_rope_yarn_corr_dims. ggml computes in float32. The file has the results in float64. Before
# them is their largest difference from the results in float32.
import numpy as np
from foreign import numbers, write

DIM, HEADS = 16, 1
POSITIONS = [[3, 50, 999], [4, 2, 300], [2, 7, 51], [5, 0, 1]]


class Rope:
    """The arguments of ggml_rope_ext and ggml_rope_multi, and the type of all numbers."""

    def __init__(self, F, mode='neox', dims=DIM, base=10000, freq_scale=1, ext_factor=0,
                 attn_factor=1, beta=(32, 1), trained=0, factors=None, sections=None, back=False):
        self.F, self.mode, self.dims, self.sections = F, mode, dims, sections
        self.base, self.freq_scale, self.ext_factor = F(base), F(freq_scale), F(ext_factor)
        self.attn_factor, self.beta, self.trained = F(attn_factor), beta, F(trained)
        # Rotating back negates the sines (ggml_rope_ext_back).
        self.sign = F(-1 if back else 1)
        self.factors = np.ones(DIM, F) if factors is None else np.array(factors, F)
        # The angle of a pair is the angle of the pair before times this number.
        self.ratio = self.base ** (F(-2) / F(dims))

    def corrected(self, n):
        """Returns the index of the pair that turns n times in the trained length."""
        F = self.F
        turns = self.trained / (F(n) * F(2) * F(np.pi))
        return F(self.dims) * np.log(turns) / (F(2) * np.log(self.base))

    def amplitude(self):
        if not self.ext_factor:
            return self.attn_factor
        return self.attn_factor * (self.F(1) + self.F(0.1) * np.log(self.F(1) / self.freq_scale))

    def scaled(self, angle, pair):
        F = self.F
        narrow = self.freq_scale * angle
        if not self.ext_factor:
            return narrow
        start = max(F(0), np.floor(self.corrected(self.beta[0])))
        end = min(F(self.dims - 1), np.ceil(self.corrected(self.beta[1])))
        ramp = F(1) - min(F(1), max(F(0), (F(pair) - start) / max(F(0.001), end - start)))
        mix = ramp * self.ext_factor
        return narrow * (F(1) - mix) + angle * mix

    def axis(self, pair):
        """Returns the row of positions that determines the angle of a pair."""
        if self.sections is None:
            return 0
        ends = np.cumsum(self.sections)
        sector = pair % ends[-1]
        if self.mode == 'imrope':
            axis = sector % 3
            return axis if sector < 3 * self.sections[axis] else 3
        return min(3, int(np.searchsorted(ends, sector, side='right')))

    def angles(self, token, positions):
        """Returns the angles of all pairs. In the mode vision, each section begins anew."""
        vision = self.mode == 'vision'
        pairs = self.dims if vision else self.dims // 2
        running, out = [self.F(row[token]) for row in positions], []
        for pair in range(pairs):
            axis = self.axis(pair)
            if vision and pair and axis != self.axis(pair - 1):
                running[axis] = self.F(positions[axis][token])
            out.append(self.scaled(running[axis] / self.factors[pair], pair))
            running = [x * self.ratio for x in running]
        return np.array(out, self.F)

    def rotate(self, x, positions=POSITIONS):
        """Rotates x [tokens, heads, dim]."""
        x = x.astype(self.F)
        out = x.copy()
        pairs = self.dims if self.mode == 'vision' else self.dims // 2
        first = np.arange(pairs) * (2 if self.mode == 'normal' else 1)
        second = first + (1 if self.mode == 'normal' else pairs)
        for token in range(len(x)):
            angle = self.angles(token, positions)
            cos = np.cos(angle) * self.amplitude()
            sin = np.sin(angle) * self.amplitude() * self.sign
            a, b = x[token][:, first], x[token][:, second]
            out[token][:, first], out[token][:, second] = a * cos - b * sin, a * sin + b * cos
        return out


FACTORS = [1, 1.25, 2, 3.5, 4, 8, 8.5, 10]
YARN = dict(freq_scale=0.25, ext_factor=1, trained=2048)
CASES = {
    'normal': dict(mode='normal'),
    'normal partial': dict(mode='normal', dims=12),
    'neox': dict(),
    'neox partial': dict(dims=12, base=500000),
    'linear': dict(freq_scale=0.25),
    'factors': dict(mode='normal', factors=FACTORS),
    'yarn': YARN,
    'yarn betas': dict(YARN, beta=(8, 2)),
    'yarn factors': dict(YARN, factors=FACTORS),
    'yarn attn_factor': dict(YARN, attn_factor=1 / (1 + 0.1 * np.log(4))),
    'yarn half': dict(YARN, ext_factor=0.5),
    'yarn back': dict(YARN, back=True),
    'mrope': dict(mode='mrope', sections=[4, 2, 2, 0]),
    'mrope yarn': dict(YARN, mode='mrope', sections=[2, 3, 3, 0]),
    'imrope': dict(mode='imrope', sections=[3, 3, 2, 0]),
    'imrope rest': dict(mode='imrope', sections=[4, 2, 2, 0]),
    'vision': dict(mode='vision', dims=8, sections=[4, 4, 4, 4]),
}

x = numbers(3 * HEADS * DIM, 1).reshape(3, HEADS, DIM)
if __name__ == '__main__':
    cases = {}
    for name, given in CASES.items():
        exact, single = (Rope(F, **given).rotate(x).ravel() for F in (np.float64, np.float32))
        cases[name] = [abs(exact - single).max(), exact]
    write('foreign-ggml.json', cases)

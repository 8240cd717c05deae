# Computes the reference values in tests/support/golden with 60 digits, and writes 32 of the digits.
# The values were made with mpmath 1.2.1 by
#   python3 tests/tools/make-golden.py
import json
import os
import struct
from mpmath import mp, mpf, cos, sin, pi, nstr

mp.dps = 60
here = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../support/golden')


def text(x):
    return nstr(x, 32, strip_zeros=True, min_fixed=-4, max_fixed=1)


def frequency(base, index, divisor):
    return mpf(base) ** (mpf(-2 * index) / divisor)


def float32(x):
    """Rounds x to the nearest float32, ties to even, with integers. struct would round twice."""
    if x == 0:
        return mpf(0)
    sign, man, exponent, bits = x._mpf_
    drop = bits - 24
    if drop > 0:
        low, man = man & ((1 << drop) - 1), man >> drop
        half = 1 << (drop - 1)
        man += low > half or (low == half and man & 1)
        exponent += drop
    y = mpf(int(man)) * mpf(2) ** exponent
    y = -y if sign else y
    assert struct.unpack('f', struct.pack('f', float(y)))[0] == float(y)
    return y


def spread(pairs):
    return sorted({0, 1, 2, pairs // 4, pairs // 2, pairs - 2, pairs - 1} & set(range(pairs)))


def write(name, value):
    rows = ',\n'.join(json.dumps(row) for row in value)
    with open(os.path.join(here, name), 'w', newline='\n') as f:
        f.write('[\n' + rows + '\n]\n')


BASES = [10, 100, 10000, 500000, 1000000, 10000000]
POSITIONS = [0, 1, 2, 31, 32, 33, 1000, 4095, 65537, 2**20 - 1, 2**20, 2**24 - 1, 2**24,
             0.5, 31.75, 100000.0625, -1, -0.5, -31.25, -65537]

# Each row is: base, dim, pair, frequency, wavelength
rows = []
for base in BASES:
    for dim in [1, 2, 3, 7, 64, 129, 1000, 8191, 8192]:
        for i in spread((dim + 1) // 2):
            w = frequency(base, i, dim)
            rows.append([base, dim, i, text(w), text(2 * pi / w)])
write('frequencies.json', rows)

# Each row is: base, dim, pair, [position, sine, cosine] ...
rows = []
for base, dim, pair in [(10, 3, 1), (100, 64, 13), (10000, 1, 0), (10000, 128, 1), (10000, 512, 255), (10000, 129, 64),
                        (500000, 128, 31), (500000, 8192, 2000), (1000000, 8191, 4095), (10000000, 8192, 4095)]:
    w = frequency(base, pair, dim)
    rows.append([base, dim, pair, [[p, text(sin(mpf(p) * w)), text(cos(mpf(p) * w))] for p in POSITIONS]])
write('angles.json', rows)

# Angles as float32 code usually computes them. Each row is:
# base, dim, pair, [position, float32 angle, sine of this angle, cosine of this angle] ...
rows = []
for base, dim, pair in [(10000, 128, 1), (10000, 512, 255), (500000, 128, 31), (10000000, 8192, 4095)]:
    w = float32(frequency(base, pair, dim))
    angles = [(p, float32(w * float32(mpf(p)))) for p in [0, 1, 33, 4095, 131071, 2**20 - 1, 2**24 + 1, 0.1, -31.3]]
    rows.append([base, dim, pair, [[p, repr(float(a)), text(sin(a)), text(cos(a))] for p, a in angles]])
write('float32.json', rows)

# Each row is: heads, slopes by the paper's rule, slopes by the geometric rule
rows = []
for heads in [1, 2, 3, 5, 6, 8, 12, 20, 71]:
    power = 2 ** (heads.bit_length() - 1)
    paper = [mpf(2) ** (mpf(-8 * i) / power) for i in range(1, power + 1)]
    paper += [mpf(2) ** (mpf(-8 * i) / (2 * power)) for i in range(1, 2 * (heads - power), 2)]
    geometric = [mpf(2) ** (mpf(-8 * i) / heads) for i in range(1, heads + 1)]
    rows.append([heads, [text(x) for x in paper], [text(x) for x in geometric]])
write('slopes.json', rows)

# The rotary angles of a head with 128 dimensions. Each row is:
# base, position, pair, cosine, sine, cosine of the float32 angle, sine of the float32 angle
rows = []
for base in [10000, 500000]:
    for p in [1, 1000, 4095, 131071, 1048575]:
        for i in [0, 1, 7, 31, 63]:
            w = frequency(base, i, 128)
            usual = float32(float32(w) * p)
            rows.append([base, p, i, text(cos(p * w)), text(sin(p * w)), text(cos(usual)), text(sin(usual))])
write('rope.json', rows)

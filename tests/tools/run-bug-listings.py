# Runs the Python listings of pe-bugs against a right implementation in NumPy. Then runs them
# against this implementation with each of the ten bugs. Writes which listings fail, and the hash
# of each listing, to tests/support/golden/bug-listings.json. Also writes the numbers that reveal
# the bugs, as NumPy computes them in float64. Made with NumPy 1.24.2 (apt install python3-numpy)
# by
#   /usr/bin/python3 tests/tools/run-bug-listings.py
import hashlib
import json
import subprocess
from pathlib import Path

import numpy as np

ROOT = Path(__file__).parents[2]
PRINT = """
import { HEADS, LISTINGS } from './web/figures/bugs/listings.js';
console.log(JSON.stringify({ heads: HEADS, listings: LISTINGS }));
"""


def halves(turned):
    half = turned.shape[-1] // 2
    return turned[..., :half], turned[..., half:]


class Right:
    first, exponent, theta, layout = 0, 2, 500000, 'half'

    def frequencies(self, dim):
        sines = 10000 ** (-self.exponent * np.arange(dim // 2) / dim)
        return sines, sines

    def table(self, length, dim):
        positions = np.arange(self.first, self.first + length)[:, None]
        sines, cosines = self.frequencies(dim)
        table = np.empty((length, dim))
        table[:, 0::2], table[:, 1::2] = np.sin(positions * sines), np.cos(positions * cosines)
        return table

    def stamp(self, words):
        return words + self.table(*words.shape)

    def positions(self, mask):
        return np.maximum(np.cumsum(mask) - 1, 0)

    def rotate(self, x, positions):
        dim = x.shape[-1]
        angles = np.asarray(positions)[:, None] * self.theta ** (-2 * np.arange(dim // 2) / dim)
        turned = np.empty(x.shape)
        if self.layout == 'half':
            (a, b), (c, d) = halves(x), halves(turned)
        else:
            a, b, c, d = x[:, 0::2], x[:, 1::2], turned[:, 0::2], turned[:, 1::2]
        c[:] = a * np.cos(angles) - b * np.sin(angles)
        d[:] = a * np.sin(angles) + b * np.cos(angles)
        return turned

    def attend(self, q, k, v, cached):
        q = self.rotate(q, cached + np.arange(len(q)))
        scores = q @ self.rotate(k, np.arange(len(k))).T
        weights = np.exp(scores / np.sqrt(q.shape[-1]))
        return weights / weights.sum(1, keepdims=True) @ v

    def slopes(self, heads):
        return 2.0 ** (-8 * np.arange(1, heads + 1) / heads)


class Pairs(Right):
    def frequencies(self, dim):
        each = 10000 ** (-np.arange(dim) / dim)
        return each[0::2], each[1::2]


class Transposed(Right):
    def stamp(self, words):
        return words + self.table(*words.shape).T


class Exponent(Right):
    exponent = 4


class First(Right):
    first = 1


class Padding(Right):
    def positions(self, mask):
        return np.arange(len(mask))


class Cache(Right):
    def attend(self, q, k, v, cached):
        return super().attend(q, k, v, 0)


class Values(Right):
    def attend(self, q, k, v, cached):
        return super().attend(q, k, self.rotate(v, np.arange(len(v))), cached)


class Layout(Right):
    layout = 'interleaved'


class Theta(Right):
    theta = 10000


class Slopes(Right):
    def slopes(self, heads):
        return 2.0 ** (-8 * np.arange(heads) / heads)


BUGS = [Pairs, Transposed, Exponent, First, Padding, Cache, Values, Layout, Theta, Slopes]
ONES, EYE = np.ones((5, 8)), np.eye(5, 8)


def farthest(values, wanted):
    values = np.ravel(values)
    return values[np.argmax(np.abs(values - wanted))]


MEASURES = {
    'pairs': lambda pe: farthest((pe.table(64, 16) ** 2).reshape(-1, 2).sum(1), 1),
    'transposed': lambda pe: np.abs(pe.stamp(np.zeros((16, 16))) - pe.table(16, 16)).max(),
    'exponent': lambda pe: np.diff(pe.table(2, 16)[:, 8])[0],
    'first': lambda pe: pe.table(1, 6)[0, 0],
    'padding': lambda pe: pe.positions([0, 0, 1, 1, 1])[2],
    'cache': lambda pe: np.abs(
        pe.attend(ONES[4:], ONES, EYE, 4) - pe.attend(ONES, ONES, EYE, 0)[4]
    ).max(),
    'values': lambda pe: farthest(pe.attend(ONES, ONES, ONES, 0), 1),
    'layout': lambda pe: pe.rotate(np.eye(8)[[0]], [1])[0, 4],
    'theta': lambda pe: pe.rotate(np.eye(8)[[7]], [1000])[0, 7],
    'slopes': lambda pe: pe.slopes(8)[0],
}


def fails(listing, pe):
    try:
        exec(listing, {'np': np, 'pe': pe})
    except AssertionError:
        return True
    return False


def main():
    command = ['node', '--input-type=module', '-e', PRINT]
    printed = json.loads(subprocess.check_output(command, cwd=ROOT))
    assert printed['heads']['Python'] == 'import numpy as np'
    listings = {name: each['Python'] for name, each in printed['listings'].items()}
    tested = {'right': Right(), **{bug.__name__.lower(): bug() for bug in BUGS}}
    result = {
        'numpy': np.__version__,
        'sha256': {
            name: hashlib.sha256(text.encode()).hexdigest() for name, text in listings.items()
        },
        'fails': {
            name: [check for check, text in listings.items() if fails(text, pe)]
            for name, pe in tested.items()
        },
        'measured': {
            name: {'right': float(measure(tested['right'])), 'wrong': float(measure(tested[name]))}
            for name, measure in MEASURES.items()
        },
    }
    path = ROOT / 'tests/support/golden/bug-listings.json'
    path.write_text(json.dumps(result, indent=2) + '\n')


if __name__ == '__main__':
    main()

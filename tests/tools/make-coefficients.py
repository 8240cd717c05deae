# Computes the polynomial coefficients of c/maths.h again, and marks those that the file lacks.
# Each polynomial is a Chebyshev fit, by mpmath at 50 digits. It fits what remains of a function
# after the leading terms of its series are subtracted. This program needs mpmath 1.2 (Debian:
# python3-mpmath). Run it by
#   /usr/bin/python3 tests/tools/make-coefficients.py
import os
import sys
from mpmath import mp, mpf, atanh, cos, exp, ln, pi, sin, sqrt

mp.dps = 50
here = os.path.dirname(os.path.abspath(__file__))
header = open(os.path.join(here, '../../c/maths.h')).read()


def sine(z):
    """(sin(sqrt z) / sqrt z - 1) / z"""
    return mpf(-1) / 6 if z == 0 else (sin(sqrt(z)) / sqrt(z) - 1) / z


def cosine(z):
    """(cos(sqrt z) - 1 + z / 2) / z^2"""
    return mpf(1) / 24 if z == 0 else (cos(sqrt(z)) - 1 + z / 2) / z**2


def exponential(r):
    """(e^r - 1 - r) / r^2"""
    return mpf(1) / 2 if r == 0 else (exp(r) - 1 - r) / r**2


def logarithm(z):
    """(2 atanh(sqrt z) / sqrt z - 2) / z"""
    return mpf(2) / 3 if z == 0 else (2 * atanh(sqrt(z)) / sqrt(z) - 2) / z


# Each interval is a little wider than the range of the reduced arguments in c/maths.h.
quarter = (pi / 4 + mpf(2) ** -12) ** 2
half_ln2 = ln(2) / 2 + mpf(1) / 100
widest = ((sqrt(2) - 1) / (sqrt(2) + 1)) ** 2 * mpf('1.02')

FITS = [
    ('sine', sine, [mpf(0), quarter], 6),
    ('cosine', cosine, [mpf(0), quarter], 6),
    ('exponential', exponential, [-half_ln2, half_ln2], 10),
    ('logarithm', logarithm, [mpf(0), widest], 8),
]


def double(x):
    """Returns x as a hexadecimal double of C."""
    mantissa, exponent = float(x).hex().split('p')
    return f"{mantissa.rstrip('0').rstrip('.')}p{exponent}"


missing = 0
for name, function, interval, count in FITS:
    print(f'{name}: {function.__doc__}')
    for coefficient in reversed(mp.chebyfit(function, interval, count)):
        text = double(coefficient)
        # The header writes a half as 0.5. Some terms have their sign in an operator.
        there = text.lstrip('-') in header or text == '0x1p-1'
        missing += not there
        print(f"  {text}{'' if there else '   is not in c/maths.h'}")
sys.exit(1 if missing else 0)

# Functions that the scripts make-foreign-*.py share. The scripts write the formulas of other
# projects anew, and store their results in tests/support/golden. Tests compare posenc with these
# results. The scripts need PyTorch.
import json
import os
import numpy as np

golden = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../support/golden')


def numbers(count, seed):
    """Returns numbers from -1 to 1 that float32 represents, as tests/support/foreign.js does."""
    return np.array([(i * 7919 + seed * 104729) % 2003 - 1001 for i in range(count)]) / 1024


def digits(x):
    """Returns nested lists of numbers, with as many digits as identify each number in its type."""
    if hasattr(x, 'detach'):
        x = x.detach().numpy()
    if isinstance(x, np.ndarray):
        return [digits(row) for row in x] if x.ndim else digits(x[()])
    if isinstance(x, (list, tuple)):
        return [digits(row) for row in x]
    if isinstance(x, dict):
        return {key: digits(value) for key, value in x.items()}
    return float(str(x)) if isinstance(x, (np.floating, float)) else x


def write(name, cases):
    """Writes one case a line. A case is a name and its values."""
    rows = (f'{json.dumps(key)}: {json.dumps(digits(value))}' for key, value in cases.items())
    with open(os.path.join(golden, name), 'w', newline='\n') as f:
        f.write('{\n' + ',\n'.join(rows) + '\n}\n')

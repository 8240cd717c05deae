# Runs the programs that figures show, in NumPy and PyTorch, and writes their output.
#   python3 tests/tools/run-listings.py          runs all, and writes golden/listings.json
#   python3 tests/tools/run-listings.py numpy    runs those in NumPy, and prints the same JSON
# Run it after a listing has changed. It needs Debian's python3-numpy and python3-torch.
import contextlib
import io
import json
import os
import subprocess
import sys

here = os.path.dirname(os.path.abspath(__file__))
golden = os.path.join(here, '../support/golden/listings.json')


def printed(text):
    """Returns what a program prints."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(text, {})
    return out.getvalue().strip()


def run(language):
    """Runs the programs in NumPy or in PyTorch, or all programs if `language` is empty. Each line
    of the result has the hash and the output of a program."""
    found = subprocess.run(['node', os.path.join(here, '../support/listings.js')],
                           check=True, capture_output=True)
    programs = {name: program for name, program in json.loads(found.stdout).items()
                if name.endswith(language)}
    rows = (f'{json.dumps(name)}: ' + json.dumps([program['hash'], printed(program['text'])])
            for name, program in programs.items())
    return '{\n' + ',\n'.join(rows) + '\n}\n'


if len(sys.argv) > 1:
    print(run(sys.argv[1]))
else:
    text = run('')
    with open(golden, 'w', newline='\n') as f:
        f.write(text)

"""A figure for Jupyter and marimo. Run `pip install anywidget`, and write into a cell:

    from clocks import Clocks
    clocks = Clocks(position=12)
    clocks

In marimo, the last line is `marimo.ui.anywidget(clocks)`. The reader and your code move the same
figure: `clocks.position` is what the reader chose, and `clocks.position = 44` moves the figure.
"""

from pathlib import Path

import anywidget
import traitlets


class Clocks(anywidget.AnyWidget):
    _esm = Path(__file__).with_name("clocks.js")
    dim = traitlets.Int(64).tag(sync=True)
    position = traitlets.Int(12).tag(sync=True)

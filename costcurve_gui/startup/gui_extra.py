"""Whether window and pictures can be had: an installation for scripts and notebooks has no Qt."""

from __future__ import annotations

from importlib.util import find_spec

NEEDS_GUI = 'needs the gui extra, which brings Qt: pip install "costcurve[gui]"'


def has_gui() -> bool:
    """Tell whether the packages of the gui extra are installed, without importing them."""
    return all(find_spec(name) is not None for name in ("PySide6", "pyqtgraph"))

"""Whether everything that the program imports, early or late, is there."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from pkgutil import walk_packages
from typing import TYPE_CHECKING

import costcurve_gui
from costcurve_gui.selftest.check import Check, CheckFailedError

if TYPE_CHECKING:
    from pathlib import Path

# Every module of other projects that the program names; a test compares with the sources.
OTHERS = (
    "PySide6.QtCore",
    "PySide6.QtGui",
    "PySide6.QtSvg",
    "PySide6.QtWidgets",
    "duckdb",
    "lark",
    "numpy",
    "openpyxl",
    "pyqtgraph",
)


def module_checks() -> tuple[Check, ...]:
    """Return a check for each package, and one for the modules of the program."""
    others = (Check(f"import {name}", partial(_import_other, name)) for name in OTHERS)
    return (*others, Check("import costcurve_gui", _import_own))


def _import_other(name: str, _folder: Path) -> str:
    module = import_module(name)
    package = import_module(name.partition(".")[0])
    return str(getattr(module, "__version__", None) or getattr(package, "__version__", ""))


def _import_own(_folder: Path) -> str:
    names = [found.name for found in walk_packages(costcurve_gui.__path__, "costcurve_gui.")]
    for name in names:
        import_module(name)
    if not names:
        raise CheckFailedError("no module of the program can be listed")
    return f"{len(names)} modules"

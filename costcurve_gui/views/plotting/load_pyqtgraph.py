"""Load pyqtgraph without having PySide6 make every class that Qt has.

PySide6 makes a class when its name is first asked for. pyqtgraph asks for all of them: it copies
the 700 names of QtCore, QtGui and QtWidgets into modules of its own, which takes a tenth of the
start. Here these modules exist before pyqtgraph does, and copy a name when it is first used.
"""

import sys
from types import ModuleType
from typing import Any

from PySide6 import QtCore, QtGui, QtWidgets

_QT_MODULES = (QtCore, QtGui, QtWidgets)


class _Mirror(ModuleType):
    """A module of pyqtgraph that takes its names from a module of Qt, one by one."""

    def __init__(self, qt_module: ModuleType) -> None:
        super().__init__(f"pyqtgraph.Qt.{qt_module.__name__.rpartition('.')[2]}")
        self._qt_module = qt_module

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._qt_module, name)
        setattr(self, name, value)
        return value


def _load() -> None:
    for module in _QT_MODULES:
        mirror = _Mirror(module)
        sys.modules[mirror.__name__] = mirror
    listings = [(vars(module), vars(module)["__dir__"]) for module in _QT_MODULES]
    for names, _ in listings:
        names["__dir__"] = list  # nothing to copy, as long as pyqtgraph is loaded
    try:
        import pyqtgraph  # noqa: F401 - loaded for whoever imports it after this
    finally:
        for names, listing in listings:
            names["__dir__"] = listing


if "pyqtgraph" not in sys.modules:
    _load()

"""Load pyqtgraph without the parts of it that are not used, nor every class that Qt has.

pyqtgraph imports all its items and widgets when it is imported, a hundred modules of which the
plots here use four. The others are deferred: a name of theirs is found all the same, later.

PySide6 makes a class when its name is first asked for. pyqtgraph asks for all of them: it copies
the 700 names of QtCore, QtGui and QtWidgets into modules of its own, which takes a tenth of the
start. Here these modules exist before pyqtgraph does, and copy a name when it is first used.
"""

import sys
from types import ModuleType
from typing import Any

from PySide6 import QtCore, QtGui, QtWidgets

from costcurve_gui.startup.deferred_modules import DeferringFinder, run

_QT_MODULES = (QtCore, QtGui, QtWidgets)
_USED = {
    "pyqtgraph.graphicsItems.AxisItem",
    "pyqtgraph.graphicsItems.GraphicsWidget",
    "pyqtgraph.graphicsItems.ViewBox",
    "pyqtgraph.widgets.GraphicsView",
}
_FOLDERS = ("pyqtgraph.graphicsItems", "pyqtgraph.widgets")
_NEEDED_BY_DEFERRED = {
    "pyqtgraph.Qt.OpenGLHelpers",
    "pyqtgraph.debug",
    "pyqtgraph.multiprocess",
}
# What pyqtgraph does without where Qt lacks it, as in the built program: tests, graphics cards.
_SPARED = ("PySide6.QtTest", "PySide6.QtOpenGLWidgets")


class _Mirror(ModuleType):
    """A module of pyqtgraph that takes its names from a module of Qt, one by one."""

    def __init__(self, qt_module: ModuleType) -> None:
        super().__init__(f"pyqtgraph.Qt.{qt_module.__name__.rpartition('.')[2]}")
        self._qt_module = qt_module

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._qt_module, name)
        setattr(self, name, value)
        return value


class _Package(ModuleType):
    """pyqtgraph itself, which runs what was deferred when it is asked for a name it lacks."""

    _deferred: tuple[ModuleType, ...] = ()

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("__"):
            offered, self._deferred = self._deferred, ()
            for module in offered:
                run(module)
                vars(self).update(_public(vars(module)))
        return ModuleType.__getattribute__(self, name)


def _public(names: dict[str, Any]) -> dict[str, Any]:
    """Return what `import *` takes from a module of these names."""
    chosen = names.get("__all__", [name for name in names if not name.startswith("_")])
    return {name: names[name] for name in chosen}


def _load() -> None:
    for module in _QT_MODULES:
        mirror = _Mirror(module)
        sys.modules[mirror.__name__] = mirror
    listings = [(vars(module), vars(module)["__dir__"]) for module in _QT_MODULES]
    for names, _ in listings:
        names["__dir__"] = list  # nothing to copy, as long as pyqtgraph is loaded
    spared = [name for name in _SPARED if name not in sys.modules]
    sys.modules.update(dict.fromkeys(spared))  # type: ignore[arg-type]  # None: none can be found
    finder = DeferringFinder(_waits)
    finder.come_first()
    try:
        import pyqtgraph
    finally:
        finder.leave()
        for name in spared:
            del sys.modules[name]
        for names, listing in listings:
            names["__dir__"] = listing
    pyqtgraph.__class__ = _Package
    pyqtgraph._deferred = tuple(one for one in finder.deferred if _is_offered(one.__name__))


def _is_offered(module: str) -> bool:
    """Tell whether pyqtgraph gives the names of a module to its users as names of its own."""
    return module.rpartition(".")[0] in _FOLDERS or module == "pyqtgraph.imageview"


def _waits(module: str) -> bool:
    return module in _NEEDED_BY_DEFERRED or (_is_offered(module) and module not in _USED)


if "pyqtgraph" not in sys.modules:
    _load()

"""Modules of other packages that are imported in name only, and run when they are first used.

Qt and pyqtgraph import all they have when they are imported themselves. What says which of their
modules shall wait is beside each of the two imports: `load_qt`, `views/plotting/load_pyqtgraph`.
"""

from __future__ import annotations

import sys
from importlib.abc import Loader, MetaPathFinder
from threading import RLock
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from importlib.machinery import ModuleSpec

_lock = RLock()


class DeferredModule(ModuleType):
    """A module that runs when a name of it is used; ``import *`` finds nothing in it till then."""

    def __getattr__(self, name: str) -> Any:
        """Run the module, unless the import system asks: its names begin with underscores."""
        if name == "__all__":
            return ()
        if name.startswith("__"):
            raise AttributeError(name)
        run(self)
        return ModuleType.__getattribute__(self, name)


def run(module: ModuleType) -> None:
    """Run a module that was deferred; another thread that uses it waits until it has run."""
    with _lock:
        loader = module.__loader__
        if isinstance(loader, _DeferringLoader):  # else it has run, or is just running
            loader.run(module)


class DeferringFinder(MetaPathFinder):
    """Lets other finders find a module and, where a rule says so, defers it."""

    def __init__(self, waits: Callable[[str], bool]) -> None:
        self._waits = waits
        self.deferred: list[ModuleType] = []

    def come_first(self) -> None:
        """Be asked before all other finders from now on."""
        self.leave()
        sys.meta_path.insert(0, self)

    def leave(self) -> None:
        """Defer nothing any more; what was deferred still waits."""
        if self in sys.meta_path:
            sys.meta_path.remove(self)

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return what another finder finds, with a loader that defers."""
        if not self._waits(name):
            return None
        others = (finder for finder in sys.meta_path if finder is not self)
        specs = (finder.find_spec(name, path, target) for finder in others)
        spec = next((spec for spec in specs if spec is not None), None)
        if spec is not None and spec.loader is not None:
            spec.loader = _DeferringLoader(spec.loader, self.deferred)
        return spec


class _DeferringLoader(Loader):
    def __init__(self, loader: Loader, deferred: list[ModuleType]) -> None:
        self._loader = loader
        self._deferred = deferred

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        self._spec = spec
        self._name = spec.name  # Shiboken renames its modules later
        return DeferredModule(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        self._deferred.append(module)

    def run(self, module: ModuleType) -> None:
        module.__loader__ = self._spec.loader = self._loader
        name_now, self._spec.name = self._spec.name, self._name
        try:
            self._loader.exec_module(module)
        except BaseException:
            module.__loader__ = self._spec.loader = self
            raise
        finally:
            self._spec.name = name_now
        module.__class__ = ModuleType

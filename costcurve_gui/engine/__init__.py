"""The engine: numpy in, frozen results out. A library of its own, usable in a notebook.

Its public names are those of the modules in `api`, which are loaded when the first of them is asked
for: whoever imports a single module does not wait for the others.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType

    from costcurve_gui.engine.api.curves import *  # noqa: F403
    from costcurve_gui.engine.api.decisions import *  # noqa: F403
    from costcurve_gui.engine.api.resampling import *  # noqa: F403


def _apis() -> list[ModuleType]:
    return [
        import_module(f"{__name__}.api.{name}") for name in ("curves", "decisions", "resampling")
    ]


def __getattr__(name: str) -> object:
    for api in _apis():
        if name in api.__all__:
            return getattr(api, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *(name for api in _apis() for name in api.__all__)})

"""The engine: numpy in, frozen results out. A library of its own, usable in a notebook.

Its public names are those of `api`, which is loaded when the first of them is asked for: whoever
imports a single module does not wait for the others.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from costcurve_gui.engine.api import *  # noqa: F403


def __getattr__(name: str) -> object:
    api = import_module(f"{__name__}.api")
    if name not in api.__all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(api, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *import_module(f"{__name__}.api").__all__})

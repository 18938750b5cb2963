"""Compute with one BLAS thread in the caller's process, as every command does in its own.

What BLAS sums up in several threads may differ in its last digit. A command has the environment
say so before numpy is imported; here numpy has long been at work for others.
"""

from __future__ import annotations

import ctypes
from contextlib import ContextDecorator
from functools import cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

_PLACES = ("../numpy.libs", ".dylibs")
_OPENBLAS = "*openblas*"
_THREADS = "scipy_openblas_{}_num_threads64_"


class _Library(NamedTuple):
    get: Callable[[], int]
    set: Callable[[int], object]


@cache
def _library() -> _Library | None:
    """Return the OpenBLAS that numpy's wheel has in it; None where numpy was built with another."""
    import numpy as np

    beside = Path(np.__file__).parent
    for path in (found for place in _PLACES for found in (beside / place).glob(_OPENBLAS)):
        library = ctypes.CDLL(str(path))
        if hasattr(library, _THREADS.format("set")):
            return _Library(
                getattr(library, _THREADS.format("get")), getattr(library, _THREADS.format("set"))
            )
    return None


class one_blas_thread(ContextDecorator):  # noqa: N801 - read as a word of the language
    """Keep BLAS to one thread until the last of those who ask for it at once is done."""

    _lock, _inside, _before = Lock(), 0, 1

    def __enter__(self) -> None:
        self._change(1)

    def __exit__(self, *_: object) -> None:
        self._change(-1)

    @classmethod
    def _change(cls, step: int) -> None:
        library = _library()
        if library is None:
            return
        with cls._lock:
            if not cls._inside:
                cls._before = library.get()
            cls._inside += step
            library.set(1 if cls._inside else cls._before)

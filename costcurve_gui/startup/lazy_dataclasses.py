"""Compile the methods of dataclasses when they are first called.

Up to Python 3.12 a frozen dataclass writes five methods as text (``__repr__``, ``__eq__``,
``__hash__``, ``__setattr__``, ``__delattr__``) and compiles each when the class is made. Two
hundred classes are made before the first window is painted, and most of these methods are never
called: compiling them was a seventh of the start. ``__init__`` is compiled at once as ever, since a
call more would cost each instance something; from 3.13 on everything is left as it is.

Import this module before the dataclasses that shall gain by it.
"""

import dataclasses
import sys
from collections.abc import Iterable
from typing import Any

_COMPILED_TOGETHER = (3, 13)  # from this version on all methods of a class are one text
_dataclasses: Any = dataclasses
_create_at_once: Any = getattr(dataclasses, "_create_fn", None)


def create_when_called(
    name: str, parameters: Iterable[str], body: Iterable[str], **scope: Any
) -> Any:
    """Return a method that is compiled when it is first called, unless it is ``__init__``."""
    if name == "__init__":
        return _create_at_once(name, parameters, body, **scope)
    compiled = None

    def method(self: Any, *given: Any) -> Any:
        nonlocal compiled
        if compiled is None:
            compiled = _create_at_once(name, parameters, body, **scope)
        return compiled(self, *given)

    method.__name__ = name
    return method


if sys.version_info < _COMPILED_TOGETHER:
    _dataclasses._create_fn = create_when_called

"""Compile the methods of dataclasses when they are first called.

Up to Python 3.12 a frozen dataclass writes six methods as text (``__init__``, ``__repr__``,
``__eq__``, ``__hash__``, ``__setattr__``, ``__delattr__``) and compiles each when the class is
made. Two hundred classes are made before the first window is painted, and most of these methods
are not called: compiling them was a tenth of the start. A method compiled late takes the place of
the one that stood for it, so that later calls are as fast as ever. From 3.13 on everything is left
as it is.

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
    """Return a method that is compiled, and replaced in its class, when it is first called."""
    compiled: Any = None

    def method(self: Any, *given: Any, **named: Any) -> Any:
        nonlocal compiled
        if compiled is None:  # where it is wrapped, as __repr__ is, it is not replaced
            compiled = _create_at_once(name, parameters, body, **scope)
            compiled.__qualname__ = method.__qualname__
            _replace(type(self), name, method, compiled)
        return compiled(self, *given, **named)

    method.__name__ = name
    return method


def _replace(kind: type, name: str, method: Any, compiled: Any) -> None:
    for owner in kind.__mro__:
        if vars(owner).get(name) is method:
            setattr(owner, name, compiled)


if sys.version_info < _COMPILED_TOGETHER:
    _dataclasses._create_fn = create_when_called

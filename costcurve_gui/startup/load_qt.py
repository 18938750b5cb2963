"""Load Qt, keep Python's own import, and keep exceptions in overrides from ending the process.

Import this module before any class is derived from one of Qt's. PySide6 does three things that
must be set right:

It puts an import of its own in the place of Python's. For every module imported from then on it
reads the whole source text, to find out whether the module may write ``from __feature__ import
snake_case``. Nothing here does. The reading is a tenth of the start, and it fails on modules that
have no file, such as those of six.

It compiles 3,000 lines for signatures, of which nothing is needed until a call has a wrong
argument or somebody reads the signature or the docstring of a method: they are deferred till then.
numpy writes docstrings while it is loaded, so it is loaded first: each would be looked at.

It reports an exception that leaves an override of a virtual method by writing words in front of
its arguments. Up to Python 3.11 an exception raised by C code (an index out of range, a division
by zero) has no instance until it is caught: PySide6 6.11 then takes the bare message for
an exception, reads memory that is not its own, and the process ends with a segmentation fault.
"""

import builtins
import functools
import sys
from collections.abc import Callable
from types import FunctionType, MethodDescriptorType
from typing import Any

import numpy as np  # noqa: F401 - before Qt, see above

import costcurve_gui.startup.quick_enums  # noqa: F401 - before the first enumeration of Qt
from costcurve_gui.startup.deferred_modules import DeferringFinder

_python_import = builtins.__import__
_SIGNATURES = "shibokensupport.signature."
# The dictionary of `mapping` is read by Shiboken itself when a call has a wrong argument.
_NEEDED = {_SIGNATURES + name for name in ("loader", "importhandler", "lib", "mapping")}
_finder = DeferringFinder(lambda name: name.startswith(_SIGNATURES) and name not in _NEEDED)


def _import(name: str, *given: Any, **named: Any) -> Any:
    if name == "shibokensupport":  # its own finder has come first, and has it in memory
        _finder.come_first()
    return _python_import(name, *given, **named)


builtins.__import__ = _import
try:
    import PySide6.QtCore
finally:
    _finder.leave()
    builtins.__import__ = _python_import

_ROOT: Any = PySide6.QtCore.QObject.__base__  # of every class of Qt, QGraphicsItem too
_INSTANCES_ALWAYS = (3, 12)  # from this version on exceptions are instances when they are raised


def guard_overrides() -> None:
    """Let exceptions be instances when they leave an override, in every class made from now on."""
    _ROOT.__init_subclass__ = classmethod(_guard_subclass)


def _guard_subclass(cls: type, /, **given: Any) -> None:
    super(_ROOT, cls).__init_subclass__(**given)
    own = {name: member for name, member in vars(cls).items() if isinstance(member, FunctionType)}
    for base in cls.__mro__[1:]:
        for name in own.keys() & vars(base).keys():
            if isinstance(vars(base)[name], MethodDescriptorType):  # a method of Qt is overridden
                setattr(cls, name, _raising_instances(own.pop(name)))


def _raising_instances(method: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(method)
    def override(*args: Any, **named: Any) -> Any:
        try:
            return method(*args, **named)
        except BaseException:  # catching makes the instance
            raise

    return override


if sys.version_info < _INSTANCES_ALWAYS:
    guard_overrides()

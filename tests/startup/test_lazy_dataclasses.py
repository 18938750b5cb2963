"""Dataclasses whose methods are compiled late do what those of the standard library do."""

from __future__ import annotations

import subprocess
import sys

import pytest

CLASSES = """
from dataclasses import FrozenInstanceError, dataclass, field, replace

@dataclass(frozen=True, slots=True)
class Point:
    x: int
    y: object = 0
    note: str = field(default="", compare=False, repr=False)

@dataclass(frozen=True, order=True)
class Ordered:
    x: int

class Derived(Ordered):
    pass

@dataclass(frozen=True)
class Empty:
    pass

@dataclass
class Mutable:
    x: object

def refused(change):
    try:
        change()
    except FrozenInstanceError as error:
        return str(error)

derived = Derived(1)
derived.own = 2
turning = Mutable(None)
turning.x = turning
print(
    Point(1, 2), Point(1, 2) == Point(1, 2, "n"), Point(1) == Point(2), Point(1) == 1,
    hash(Point(1, 2)) == hash(Point(1, 2, "n")), {Point(1): 2}[Point(1)], replace(Point(1), y=3),
    refused(lambda: setattr(Ordered(1), "x", 2)), refused(lambda: delattr(Ordered(1), "x")),
    derived.own, refused(lambda: setattr(derived, "x", 2)), Ordered(1) < Ordered(2),
    Empty() == Empty(), Empty(), turning, Point.__eq__.__qualname__, Mutable.__hash__,
    sep="\\n",
)
"""


def run(script: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    ).stdout


def test_that_late_methods_do_the_same() -> None:
    late = run("import costcurve_gui.startup.lazy_dataclasses" + CLASSES)
    assert late == run(CLASSES)
    assert "cannot assign to field 'x'" in late


@pytest.mark.skipif(sys.version_info >= (3, 13), reason="nothing is late there")
def test_that_a_method_is_compiled_when_it_is_called() -> None:
    script = """
import dataclasses
texts = []
dataclasses.exec = lambda text, *scope: (texts.append(text), exec(text, *scope))
import costcurve_gui.startup.lazy_dataclasses

@dataclasses.dataclass(frozen=True, slots=True)
class Point:
    x: int

for use in (lambda: None, lambda: Point(1), lambda: Point(x=2), lambda: hash(Point(1))):
    use()
    print(len(texts))
repr(Point(1)), repr(Point(2)), Point(1) == Point(1)
print(len(texts), Point.__init__.__code__.co_varnames, Point.__eq__.__qualname__)
"""
    assert run(script).splitlines() == ["0", "1", "1", "2", "4 ('self', 'x') Point.__eq__"]

from __future__ import annotations

import enum
import os
import pickle
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from costcurve_gui.startup import quick_enums
from costcurve_gui.startup.quick_enums import create

pytestmark = pytest.mark.skipif(
    sys.version_info >= (3, 12), reason="enumerations are made as ever from 3.12 on"
)
KINDS = (enum.Enum, enum.IntEnum, enum.Flag, enum.IntFlag)
ENUMS_OF_QT = """
import enum, sys
from PySide6 import QtCore, QtGui, QtWidgets
from tests.startup.test_quick_enums import described

def enums(owner):
    for name in sorted(dir(owner)):
        found = getattr(owner, name, None) if name[0] != "_" else None
        if isinstance(found, enum.EnumType):
            yield found
        elif isinstance(found, type) and found.__module__.startswith("PySide6"):
            if found is not owner and found.__qualname__.startswith(name):
                yield from enums(found)

modules = (QtCore, QtGui, QtWidgets)
by_name = {(one.__module__, one.__qualname__): one for module in modules for one in enums(module)}
print(len(by_name))
for name in sorted(by_name):
    print(described(by_name[name]))
"""


def described(kind: Any) -> tuple[object, ...]:
    """Return all there is to an enumeration."""
    inside = vars(kind)
    parts = [inside.get(f"_{name}_") for name in ("flag_mask", "singles_mask", "all_bits")]
    order = getattr(getattr(kind, "_iter_member_", None), "__name__", "")
    return (
        (kind.__module__, kind.__qualname__, kind.__bases__, sorted(inside), parts, order),
        [described_member(member) for member in kind],
        [(name, described_member(member)) for name, member in kind.__members__.items()],
        [(value, member.name) for value, member in kind._value2member_map_.items()],
    )


def described_member(member: Any) -> tuple[object, ...]:
    fields = {name: value for name, value in vars(member).items() if name != "__objclass__"}
    return (type(member).__name__, fields, repr(member), str(member), f"{member}", hash(member))


def both(kind: Any, members: Any, **given_too: Any) -> list[object]:
    """Return an enumeration as made here and as made by Python, or the errors."""
    made: list[object] = []
    for make in (create, quick_enums._create_as_ever):
        make_of = getattr(make, "__func__", make)  # by Python it is a method of a class of classes
        try:
            made.append(described(make_of(kind, "Made", members, module="m", **given_too)))
        except Exception as error:  # noqa: BLE001 - compared
            made.append((type(error), str(error)))
    return made


names = st.text("abAB_", min_size=1, max_size=4) | st.sampled_from(
    ["name", "value", "real", "mro", "_missing_", "__len__", "bit_count", "numerator"]
)
values = st.integers(-5, 70) | st.sampled_from([2**31, 2**40, -(2**31)])


@pytest.mark.parametrize("kind", KINDS)
@given(members=st.lists(st.tuples(names, values), max_size=12))
def test_that_an_enumeration_is_that_of_python(kind: Any, members: list[tuple[str, int]]) -> None:
    ours, pythons = both(kind, members)
    assert ours == pythons


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "members",
    [
        "one two",
        ["one", "two"],
        {"one": 1, "two": 4},
        [("one", True), ("two", 2)],
        [("one", 1), ("one", 2)],
        [("one", 1), ("two", (2, 3))],
        [("one", "first")],
        [["one", 1]],
        [("one", 1, 2)],
        [(1, 1)],
        (),
    ],
)
def test_that_what_is_not_plain_is_made_or_refused_as_ever(kind: Any, members: object) -> None:
    ours, pythons = both(kind, members)
    assert ours == pythons


@pytest.mark.parametrize("boundary", list(enum.FlagBoundary))
def test_that_flags_combine_as_those_of_python(boundary: enum.FlagBoundary) -> None:
    members = [("b", 2), ("a", 1), ("both", 3), ("d", 8), ("again", 8), ("none", 0)]
    ours, pythons = both(enum.Flag, members, boundary=boundary)
    assert ours == pythons
    made = create(enum.Flag, "Made", members, module=__name__, boundary=boundary)
    assert made.a | made.b is made.both
    assert made.again is made.d
    assert list(made.both | made.d) == [made.b, made.a, made.d]
    assert made(0) is made.none


def test_that_a_member_is_looked_up_compared_and_pickled(monkeypatch: pytest.MonkeyPatch) -> None:
    made = create(enum.IntEnum, "Made", [("one", 1), ("two", 2)], module=__name__)
    monkeypatch.setattr(sys.modules[__name__], "Made", made, raising=False)
    assert made(2) is made["two"] is made.two is pickle.loads(pickle.dumps(made.two))  # noqa: S301
    assert made.one < made.two == 2
    with pytest.raises(ValueError, match="3 is not a valid"):
        made(3)
    with pytest.raises(AttributeError, match="cannot reassign member"):
        made.one = 5


def test_that_an_enumeration_names_the_module_that_asked_for_it() -> None:
    assert enum.Enum("Made", [("one", 1)]).__module__ == __name__
    assert enum.Enum("Made", "one two").__module__ == __name__


def printed(script: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", script],
        check=False,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONHASHSEED": "0"},  # the hash of a member is that of its name
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_that_the_enumerations_of_qt_are_those_of_python() -> None:
    ours = printed("import costcurve_gui.startup.load_qt" + ENUMS_OF_QT)
    plain = (
        "import costcurve_gui.startup.quick_enums as q; q._enum_type._create_ = q._create_as_ever"
    )
    assert ours == printed(plain + ENUMS_OF_QT)
    assert int(ours[0]) > 400

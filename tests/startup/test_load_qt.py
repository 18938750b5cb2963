"""An exception in an override of a Qt method is an exception, not the end of the process."""

from __future__ import annotations

import subprocess
import sys

import pytest

SCRIPT = """
import costcurve_gui.startup.load_qt
from PySide6.QtCore import QAbstractTableModel

class Table(QAbstractTableModel):
    def rowCount(self, parent=None):
        return {expression}
    def columnCount(self, parent=None):
        return 1

class Derived(Table):
    pass

for made in (Table, Derived):
    try:
        made().hasIndex(0, 0)
    except Exception as error:
        print(type(error).__name__)
"""


@pytest.mark.parametrize(
    ("expression", "error"),
    [
        ("()[3]", "IndexError"),
        ("1 // 0", "ZeroDivisionError"),
        ("int('x')", "ValueError"),
        ("{}['x']", "KeyError"),
        ("self.nothing", "AttributeError"),
    ],
)
def test_that_an_exception_in_an_override_is_raised(expression: str, error: str) -> None:
    script = SCRIPT.format(expression=expression)
    done = subprocess.run(
        [sys.executable, "-c", script], check=False, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout.split()) == (0, [error, error]), done.stderr


def test_that_methods_of_ones_own_are_left_alone() -> None:
    script = """
import costcurve_gui.startup.load_qt
from PySide6.QtCore import QObject

def own(self): pass
def event(self, event): return True

made = type("Made", (QObject,), {"own": own, "event": event, "childEvent": staticmethod(own)})
print(vars(made)["own"] is own, vars(made)["event"].__name__)
"""
    done = subprocess.run(
        [sys.executable, "-c", script], check=False, capture_output=True, text=True
    )
    assert done.stdout.split() == ["True", "event"], done.stderr


SAID = """
import sys
from PySide6.support.signature import get_signature
from PySide6.QtCore import QObject, QPoint, QRect
for wrong in (lambda: QPoint("x"), lambda: QRect(1), lambda: QObject.tr(), lambda: QPoint(no=1)):
    try:
        wrong()
    except Exception as error:
        print(type(error).__name__, error)
print(get_signature(QPoint.setX), get_signature(QObject.event), QPoint.setX.__doc__)
import PySide6.support.signature.lib.pyi_generator as generator
print(generator.Formatter.__name__, str.upper.__doc__, sys.modules["__feature__"].__name__)
"""


def printed(script: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", script], check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_that_qt_says_what_is_wrong_as_it_does_otherwise() -> None:
    ours = printed("import costcurve_gui.startup.load_qt" + SAID)
    assert ours == printed(SAID)
    assert "Supported signatures" in ours


def test_that_what_is_for_signatures_waits_until_one_is_needed() -> None:
    script = """
import sys
import costcurve_gui.startup.load_qt
from PySide6.QtCore import QPoint
name = "shibokensupport.signature.parser"
print(type(sys.modules[name]).__name__)
QPoint.setX.__doc__
print(type(sys.modules[name]).__name__)
"""
    assert printed(script).split() == ["DeferredModule", "module"]


def test_that_the_import_is_pythons_own() -> None:
    script = (
        "before = __import__; import costcurve_gui.startup.load_qt; print(before is __import__)"
    )
    assert printed(script) == "True\n"

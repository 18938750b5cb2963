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

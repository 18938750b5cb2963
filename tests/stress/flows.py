"""What a new user did when the program died, as steps in the whole window."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QPushButton, QWidget

from costcurve_gui.resources import resource_path

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.stress.stage import Stage

_FAMILY = resource_path("sample_data", "breast_cancer_family.csv")
W = TypeVar("W", bound=QWidget)
_CONTROL = Qt.KeyboardModifier.ControlModifier


class StuckError(Exception):
    """The program did not do what it was told to."""


def open_a_second_file(stage: Stage) -> None:
    """Show Measures of a file and open another one."""
    _open(stage, "german_credit_half")
    _show(stage, "measures")
    _open(stage, "sonar_cv10")
    _open(stage, "wine_cv10")
    _close_all(stage)


def add_a_model(stage: Stage) -> None:
    """Add a derived model with Measures showing."""
    _open(stage, "german_credit_half")
    _show(stage, "measures")
    before = len(_models(stage))
    stage.program.window.commands["add_model"].trigger()
    dialog = _dialog(stage, "add_model_dialog")
    QTest.mouseClick(_child(dialog, QPushButton, "add_model_add"), Qt.MouseButton.LeftButton)
    _wait(stage, lambda: len(_models(stage)) > before)
    stage.settle()
    _close_all(stage)


def choose_another_split(stage: Stage) -> None:
    """Compare costs by every split that there is."""
    _open(stage, "german_credit_cv10")
    _show(stage, "measures")
    stage.program.window.commands["cost_stability"].trigger()
    dialog = _dialog(stage, "stability_dialog")
    division = _child(dialog, QComboBox, "stability_division")
    for _ in range(2):
        for at in range(division.count()):
            division.setCurrentIndex(at)
            stage.settle()
    dialog.close()
    _close_all(stage)


def shrink_and_close(stage: Stage) -> None:
    """Open two files, show Measures, shrink the window to its minimum and close the file."""
    window = stage.program.window
    _open(stage, "german_credit_half")
    stage.program.datasets.open_paths([_FAMILY])
    _wait(stage, lambda: len(stage.program.session.state.datasets) > 1)
    stage.settle()
    _show(stage, "measures")
    window.resize(window.minimumSizeHint())
    stage.turn(20)
    QTest.keyClick(window, Qt.Key.Key_W, _CONTROL)
    stage.settle()
    window.resize(1440, 900)
    _close_all(stage)


FLOWS: tuple[Callable[[Stage], None], ...] = (
    open_a_second_file,
    add_a_model,
    choose_another_split,
    shrink_and_close,
)


def _models(stage: Stage) -> tuple[object, ...]:
    curve_set = stage.program.results.curve_set
    return () if curve_set is None else tuple(curve_set.models)


def _open(stage: Stage, example: str) -> None:
    session, before = stage.program.session, stage.program.session.state.active
    stage.program.datasets.open_example(example)
    _wait(stage, lambda: session.state.active not in (None, before))
    stage.settle()


def _show(stage: Stage, view: str) -> None:
    stage.program.window.bring_to_front(view)
    stage.settle()


def _close_all(stage: Stage) -> None:
    while stage.program.session.state.datasets:
        stage.program.window.commands["close_file"].trigger()
        stage.settle()
        for question in _tops("save_and_close_dialog"):
            discard = _child(question, QPushButton, "save_and_close_discard")
            QTest.mouseClick(discard, Qt.MouseButton.LeftButton)
            stage.settle()


def _dialog(stage: Stage, name: str) -> QWidget:
    _wait(stage, lambda: bool(_tops(name)))
    return _tops(name)[0]


def _tops(name: str) -> list[QWidget]:
    tops = QApplication.topLevelWidgets()
    return [top for top in tops if top.objectName() == name and top.isVisible()]


def _child(dialog: QWidget, kind: type[W], name: str) -> W:
    found = dialog.findChild(kind, name)
    if found is None:
        raise StuckError(f"{dialog.objectName()} has no {name}")
    return found


def _wait(stage: Stage, done: Callable[[], bool]) -> None:
    if not stage.wait_for(done):
        raise StuckError("nothing happened for a minute")

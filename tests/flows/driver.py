"""What a user's hands do: clicks, keys and drags, by the names of the widgets."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QWidget

from tests.helpers.plot_mouse import LEFT, NONE, on_screen

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.views.plotting.curve_plot import CurvePlot
    from costcurve_gui.window.program import Program

W = TypeVar("W", bound=QWidget)


def snapshot_of(program: Program) -> Snapshot:
    assert program.results.snapshot is not None
    return program.results.snapshot


def widget(program: Program, name: str, kind: type[W] = QWidget) -> W:  # type: ignore[assignment]
    found = program.window.findChild(kind, name)
    assert found is not None, f"no {kind.__name__} is named {name!r}"
    return found


def dialog(qtbot: QtBot, program: Program, name: str) -> QWidget:
    """Wait until a dialog is open and return it."""
    qtbot.waitUntil(lambda: any(top.objectName() == name for top in visible_windows()))
    return next(top for top in visible_windows() if top.objectName() == name)


def visible_windows() -> list[QWidget]:
    return [top for top in QApplication.topLevelWidgets() if top.isVisible()]


def wait_for_rest(qtbot: QtBot, program: Program) -> None:
    """Wait until no job is at work and no controller pauses before it starts one.

    Where only the jobs are asked, the wait ends in such a pause: what follows changes the window
    while the test looks at it.
    """
    pauses = [
        timer
        for controller in (program.bands, program.common)
        for timer in controller.findChildren(QTimer)
    ]
    qtbot.waitUntil(
        lambda: not program.runner.busy and not any(pause.isActive() for pause in pauses)
    )


def click(qtbot: QtBot, program: Program, name: str) -> None:
    target = widget(program, name)
    qtbot.mouseClick(target, LEFT, pos=target.rect().center())


def add_bound(program: Program, kind: str) -> None:
    """Choose a bound from the menu of those that are not in force."""
    menu = widget(program, "add_bound_menu", QMenu)
    menu.aboutToShow.emit()
    next(action for action in menu.actions() if action.objectName() == f"add_{kind}").trigger()


def type_into(qtbot: QtBot, field: QLineEdit, text: str) -> None:
    """Replace the text of a field and press Return."""
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)


def press(program: Program, key: Qt.Key, modifier: Qt.KeyboardModifier = NONE) -> None:
    QTest.keyClick(program.window, key, modifier)
    QApplication.processEvents()


def place_of(plot: CurvePlot, x: float, y: float) -> QPoint:
    """Return where a point of the plot stands on its viewport."""
    canvas = plot.canvas()
    assert canvas is not None
    return on_screen(plot, canvas.point(x, y))

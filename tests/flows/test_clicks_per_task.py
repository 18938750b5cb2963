"""A stranger's six tasks with mouse and keyboard, in exactly as many acts as docs/tasks.md says."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from costcurve_gui.engine.selection.bounds import Objective
from costcurve_gui.views.panels.model_list import ModelList
from costcurve_gui.window.program import Program
from tests.flows.driver import add_bound, dialog, snapshot_of, wait_for_rest, widget
from tests.helpers.plot_mouse import LEFT, NONE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from costcurve_gui.session.preferences import Preferences

CTRL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier
ROWS = 4000
TABLE = Path(__file__).resolve().parents[2] / "docs" / "tasks.md"
TASKS = ("open", "cheapest", "pick", "slide", "reopen", "sure")


class Hands:
    """Counts what a hand does: a click, a letter, or a key with others held is one act.

    A file dialog of the system counts two: the name in it and its button.
    """

    def __init__(self) -> None:
        self.acts = 0
        self.window: QWidget | None = None  # has the keys where nothing in it has the focus

    def click(self, on: QWidget | None, at: QPoint | None = None) -> None:
        assert on is not None
        assert on.isVisible(), on.objectName()
        assert on.isEnabled(), on.objectName()
        self.acts += 1
        QTest.mouseClick(on, LEFT, NONE, on.rect().center() if at is None else at)
        QApplication.processEvents()

    def press(self, key: Qt.Key, modifier: Qt.KeyboardModifier = NONE) -> None:
        self.acts += 1
        QTest.keyClick(QApplication.focusWidget() or self.window, key, modifier)
        QApplication.processEvents()

    def replace(self, field: QWidget, text: str) -> None:
        """Click a field twice, which selects the number in it, and type another one."""
        self.click(field)
        self.acts += 1
        QTest.mouseDClick(field, LEFT, NONE, field.rect().center())
        QTest.mouseRelease(field, LEFT, NONE, field.rect().center())
        self.type(text)

    def type(self, text: str) -> None:
        """Type a text and press Return."""
        for letter in text:
            self.acts += 1
            QTest.keyClicks(QApplication.focusWidget(), letter)
        self.press(Qt.Key.Key_Return)

    def choose_file(self) -> None:
        self.acts += 2

    def taken(self) -> int:
        acts, self.acts = self.acts, 0
        return acts


def messy_file(folder: Path) -> Path:
    """Write scores as many spreadsheets do: semicolons, decimal commas, one score backwards."""
    rng = np.random.default_rng(4)
    answered = rng.random(ROWS) < 0.06
    lift = rng.normal(size=(3, ROWS)) + np.outer((1.5, 1.1, 0.9), answered)
    forest, boosting = 1 / (1 + np.exp(3 - lift[:2]))
    rank = np.round(500 - 80 * lift[2])
    lines = ["Kunde;Antwort;score_forest;score_boosting;score_rang"]
    for row in range(ROWS):
        told = "ja" if answered[row] else "nein"
        line = f"{row + 1};{told};{forest[row]:.5f};{boosting[row]:.5f};{rank[row]:.1f}"
        lines.append(line.replace(".", ","))
    path = folder / "antworten.csv"
    path.write_text("\n".join(lines), encoding="utf-8-sig")
    return path


class Stranger:
    """Somebody who has never seen the program, with a messy file, at a small window."""

    def __init__(
        self, qtbot: QtBot, settings: Preferences, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.hands = Hands()
        self._qtbot, self._settings, self._folder = qtbot, settings, folder
        self._monkeypatch, self._file = monkeypatch, messy_file(folder)
        self.program = self.start()

    def start(self) -> Program:
        self.program = Program(self._settings)
        self.hands.window, prompts = self.program.window, self.program.prompts
        self._monkeypatch.setattr(prompts, "choose_data_files", lambda _, take: take([self._file]))
        self._monkeypatch.setattr(
            prompts, "choose_save_path", lambda path, take: take(self._folder / path.name)
        )
        self.program.show()
        self.program.window.resize(1366, 768)
        return self.program

    def widget(self, name: str) -> QWidget:
        return widget(self.program, name)

    def open(self) -> None:
        """Open a CSV with decimal commas; a score that ranks backwards is turned."""
        self.hands.click(self.widget("start_open"))
        self.hands.choose_file()
        asked = dialog(self._qtbot, self.program, "import_dialog")
        self._click_in(asked, "import_value_class_1_positive")
        turned = "repair_score_rang"  # the link that turns it back
        self._qtbot.waitUntil(lambda: asked.findChild(QAbstractButton, turned) is not None)
        self._click_in(asked, "import_accept")
        self._wait_for_window()
        assert all(one.auc.auc > 0.7 for one in snapshot_of(self.program).curve_set.models)

    def cheapest(self) -> None:
        """Find the cheapest model where a miss costs five false alarms and 2 % are positive."""
        self.hands.replace(self.widget("prior"), "2")
        self.hands.replace(self.widget("cost_ratio"), "5")
        found = snapshot_of(self.program).condition
        assert (found.prior, found.cost_ratio) == (0.02, pytest.approx(5))
        assert self.program.window.decision_panel.answer().startswith("Use forest ")

    def pick(self) -> None:
        """Pick the 800 of 4000 among whom most answer."""
        self.hands.press(Qt.Key.Key_O, ALT)
        self.hands.press(Qt.Key.Key_M)  # Most ja caught
        self.hands.replace(self.widget("population"), "4000")
        self.hands.acts += 2  # the menu Add bound, and Cases acted on in it
        add_bound(self.program, "cases")
        self.hands.type("800")
        chosen = snapshot_of(self.program).settings.selection
        assert chosen.objective is Objective.TPR
        said = self.program.window.decision_panel.answer()
        assert said.startswith("With at most 800 cases acted on, forest catches ")
        assert "of 4\u202f000 cases (19.8 %)" in said  # the next threshold would take too many

    def slide(self) -> None:
        """Make a slide with two of the three models."""
        models = self.program.window.findChild(ModelList, "model_list")
        cell = models.visualRect(models.rows.index(2, 0))
        self.hands.click(models.viewport(), QPoint(cell.left() + 18, cell.center().y()))
        assert len(snapshot_of(self.program).shown) == 2
        self.hands.press(Qt.Key.Key_E, CTRL)
        self.hands.press(Qt.Key.Key_C)
        export = dialog(self._qtbot, self.program, "export_dialog")
        self._click_in(export, "export_preset_slide")
        self._click_in(export, "export_save")
        self.hands.choose_file()
        assert QImage(str(self._folder / "cost_space.png")).size().toTuple() == (1920, 1080)
        self._activate()

    def reopen(self) -> None:
        """Save, quit, start again, and go on."""
        before = snapshot_of(self.program).settings
        self.hands.press(Qt.Key.Key_S, CTRL)
        self.hands.choose_file()
        self._qtbot.waitUntil(lambda: any(one.is_project for one in self._settings.recent))
        self.hands.press(Qt.Key.Key_Q, CTRL)
        self._qtbot.waitUntil(lambda: not self.program.window.isVisible())
        window = self.start().window
        self._qtbot.waitUntil(lambda: window.findChild(QWidget, "project_row_0") is not None)
        QApplication.processEvents()
        self.hands.click(self.widget("project_row_0"))
        self._wait_for_window()
        after = snapshot_of(self.program).settings
        assert (after.selection, after.condition) == (before.selection, before.condition)

    def sure(self) -> None:
        """Copy a sentence that tells a colleague how sure that is."""
        self.hands.press(Qt.Key.Key_I, CTRL)
        self.hands.press(Qt.Key.Key_S)
        wait_for_rest(self._qtbot, self.program)
        self.hands.click(self.widget("answer_sure_copy"))
        assert "Confidence that forest " in QGuiApplication.clipboard().text()

    def _click_in(self, asked: QWidget, name: str) -> None:
        button = asked.findChild(QAbstractButton, name)
        self._qtbot.waitUntil(button.isEnabled)
        self.hands.click(button)

    def _wait_for_window(self) -> None:
        self._qtbot.waitUntil(lambda: self.program.results.snapshot is not None)
        self._qtbot.waitUntil(lambda: not self.program.window.reveal.under_way)
        QApplication.processEvents()
        self._activate()

    def _activate(self) -> None:
        """Make the window active again: here no window manager does so after a dialog."""
        self.program.window.activateWindow()
        self._qtbot.waitUntil(self.program.window.isActiveWindow)


def counts_in_table() -> list[int]:
    """Return the acts that docs/tasks.md counts for the tasks, in their order."""
    rows = [line.split("|") for line in TABLE.read_text(encoding="utf-8").splitlines()]
    return [int(row[2]) for row in rows if len(row) > 3 and row[2].strip().isdigit()]


@pytest.fixture
def stranger(
    qtbot: QtBot, settings: Preferences, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Stranger]:
    found = Stranger(qtbot, settings, tmp_path, monkeypatch)
    yield found
    found.program.window.close()
    QApplication.processEvents()


def test_that_a_stranger_needs_as_many_acts_as_the_table_says(stranger: Stranger) -> None:
    counted = []
    for task in TASKS:
        getattr(stranger, task)()
        counted.append(stranger.hands.taken())
    assert counted == counts_in_table()

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QApplication

from costcurve_gui.session.preferences import Preferences, ViewOptions
from costcurve_gui.views.shell.theme import tokens_in_use
from costcurve_gui.window.program import Program

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

FIRST = Path(__file__).resolve().parents[1] / "data" / "settings_version_1.ini"


def test_that_the_window_looks_as_it_did_under_the_first_version(
    qtbot: QtBot, tmp_path: Path
) -> None:
    """The file was written with the profit view closed and the data panel at the right."""
    shutil.copy(FIRST, tmp_path / "old.ini")
    store = QSettings(str(tmp_path / "old.ini"), QSettings.Format.IniFormat)
    program = Program(Preferences(store))
    program.show()
    program.datasets.open_example("german_credit_half")
    qtbot.waitUntil(lambda: program.results.snapshot is not None)
    QApplication.processEvents()
    window = program.window
    assert tokens_in_use().name == "dark"
    assert window.view_docks["roc"].isVisible()
    assert not window.view_docks["profit"].isVisible()
    side = window.dockWidgetArea(window.panel_docks["data"])
    assert side == Qt.DockWidgetArea.RightDockWidgetArea
    assert not window.commands["grid"].isChecked()
    program.settings.view = ViewOptions()  # the theme is the application's, hence other tests' too
    window.close()
    QApplication.processEvents()

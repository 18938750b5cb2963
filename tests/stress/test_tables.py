"""Tables keep alive whatever changes under them, and in whatever order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication

from costcurve_gui.session.preferences import Theme
from costcurve_gui.views.shell.theme import apply_theme, tokens_for
from tests.stress.tables import TableStress

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot


@pytest.fixture(autouse=True)
def light_again(qtbot: QtBot) -> Iterator[None]:
    yield
    apply_theme(QApplication.instance(), tokens_for(Theme.LIGHT))


def change(seed: int, changes: int, between_themes: int) -> int:
    stress = TableStress(seed)
    while stress.changes < changes:
        stress.run(between_themes)
        stress.change_theme()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    stress.close()
    QApplication.processEvents()
    return stress.changes


def test_that_tables_survive_a_thousand_changes() -> None:
    assert change(1, 1_000, 250) >= 1_000


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 60))
def test_that_tables_survive_a_hundred_thousand_changes(seed: int) -> None:
    assert change(seed, 2_000, 500) >= 2_000  # in parts: pytest takes long tests for hanging

"""A plot on the screen, laid out, with German credit in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QApplication

from costcurve_gui.views.catalogue import plot_views
from costcurve_gui.views.plotting.curve_plot import CurvePlot
from tests.helpers.plot_frames import german_snapshot

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot


@pytest.fixture
def make_plot(qtbot: QtBot) -> Callable[..., CurvePlot]:
    def make(name: str, snapshot=None) -> CurvePlot:
        plot = CurvePlot(plot_views()[name])
        qtbot.addWidget(plot)
        plot.resize(400, 370)
        with qtbot.waitExposed(plot):
            plot.show()
        plot.show_snapshot(german_snapshot() if snapshot is None else snapshot)
        QApplication.processEvents()
        return plot

    return make

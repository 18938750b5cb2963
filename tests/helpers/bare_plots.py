"""The yardstick of a drag: a repaint of the same curves in four plain pyqtgraph plots."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np
import pyqtgraph as pg
from PySide6.QtWidgets import QApplication

from costcurve_gui.views.plotting.marks import Line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.views.plotting.curve_plot import CurvePlot

HEADS = ("roc", "rociv", "cost", "profit")
LEAST_POINTS = 3  # of a curve; shorter lines are marks


class BarePlots:
    """Four plots of pyqtgraph with the curves, sizes and colours of the program's, all it draws.

    Its own defaults: one pixel wide, without antialiasing, which the program's curves have.
    """

    def __init__(self, plots: Mapping[str, CurvePlot]) -> None:
        self._plots = [_bare(plots[head]) for head in HEADS]
        QApplication.processEvents()

    def repaint(self) -> np.ndarray:
        """Paint all four; return the milliseconds on the wall and of the processor."""
        begun = now()
        for plot in self._plots:
            plot.viewport().repaint()
        return now() - begun

    def close(self) -> None:
        """Leave no window behind."""
        for plot in self._plots:
            plot.close()


def now() -> np.ndarray:
    """Return the time on the wall and of the processor, in milliseconds."""
    return 1000 * np.array([time.perf_counter(), time.thread_time()])


def _bare(plot: CurvePlot) -> pg.PlotWidget:
    bare = pg.PlotWidget()
    bare.resize(plot.viewport().size())
    for mark in plot.static_layer.marks:
        if isinstance(mark, Line) and len(mark.x) >= LEAST_POINTS:
            bare.plot(np.asarray(mark.x), np.asarray(mark.y), pen=mark.color)
    bare.show()
    return bare

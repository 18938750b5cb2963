"""How long the view of the folds takes to be drawn once its averages are there.

The full size (ten folds of 100,000 rows) is run by ``COSTCURVE_BENCH=full pytest
tests/benchmarks/test_fold_view_speed.py -s``.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from costcurve_gui.analysis.payoffs import PayoffSpec
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.analysis.view_results import build_view_result
from costcurve_gui.analysis.view_settings import FoldAverage, ViewChoices
from costcurve_gui.views.plots.folds import FoldsView
from costcurve_gui.views.plotting.curve_plot import CurvePlot
from tests.helpers.fold_snapshots import view_input
from tests.helpers.oracles import noisy_sample
from tests.helpers.samples import dataset_of, loaded
from tests.helpers.stopwatch import FULL, fastest, within_goal

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

    from costcurve_gui.analysis.snapshot import Snapshot

FOLDS = 10
ROWS = FOLDS * (100_000 if FULL else 2_000)
GOAL_MS = 100.0


@pytest.fixture(scope="module")
def snapshot() -> Snapshot:
    y_true, scores = noisy_sample(ROWS)
    read = dataset_of(
        y_true,
        {"score_model": scores},
        fold=np.arange(ROWS) % FOLDS,
        fold_names=tuple(str(fold) for fold in range(FOLDS)),
    )
    file = loaded(read, PayoffSpec(tp="0", fp="-1", fn="-1", tn="0"))
    snapshot = build_snapshot(file.curve_set, file.settings)
    return replace(snapshot, results=build_view_result("folds", view_input(file)))


@pytest.mark.parametrize("average", list(FoldAverage))
def test_that_averages_are_drawn_at_once(
    benchmark: BenchmarkFixture, snapshot: Snapshot, qtbot, average: FoldAverage
) -> None:
    plot = CurvePlot(FoldsView())
    qtbot.addWidget(plot)
    plot.resize(700, 560)
    plot.show()
    chosen = replace(snapshot.settings, views=ViewChoices(fold_average=average))

    def draw() -> None:
        plot.show_snapshot(None)
        plot.show_snapshot(replace(snapshot, settings=chosen))
        plot.static_layer.forget()
        plot.viewport().repaint()
        QApplication.processEvents()

    milliseconds = 1000 * fastest(draw)[0]
    benchmark.pedantic(draw, rounds=1)
    assert plot.static_layer.paintings > 0
    assert within_goal(benchmark, milliseconds, GOAL_MS, f"{average}, ms")

"""The bars at the foot of the profit view."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QPointF

from costcurve_gui.analysis.chosen_spread import BARS, chosen_spread
from costcurve_gui.analysis.intervals.requests import known_optimism
from costcurve_gui.views.plots.profit_marks import chosen_marks
from costcurve_gui.views.shell.theme import LIGHT
from tests.views.test_optimism import known_snapshot


def test_that_a_bar_says_what_it_stands_for(make_plot) -> None:
    found = known_snapshot()
    views = replace(found.settings.views, chosen_thresholds=True)
    shown = replace(found, settings=replace(found.settings, views=views))
    plot = make_plot("profit", shown)
    canvas = plot.canvas()
    (bars,) = chosen_marks(known_snapshot(), LIGHT)
    tallest = int(bars.shares.argmax())
    x = float(canvas.x((tallest + 0.5) / 40))
    hints = {
        plot.description.hint(shown, canvas, QPointF(x, float(y)))
        for y in range(int(canvas.rect.top()), int(canvas.rect.bottom()))
    }
    percent = f"{100 * bars.shares[tallest]:.1f} %"
    between = f"{2.5 * tallest:.1f} to {2.5 * (tallest + 1):.1f} % refused"
    assert hints == {"", f"Best threshold in {percent} of the replicates: {between}"}
    assert not plot.grab().isNull()


def test_that_a_bar_counts_the_replicates_that_act_on_so_many_cases() -> None:
    snapshot = known_snapshot()
    spread, found = chosen_spread(snapshot), known_optimism(snapshot)
    assert spread is not None
    assert found is not None
    models = {model.info.key: model for model in snapshot.curve_set.models}
    table, prior = models[snapshot.selected].evaluation.table, snapshot.condition.prior
    rows = [int(np.flatnonzero(table.thresholds >= t)[-1]) for t in found.optimum.chosen]
    acted_on = prior * table.tpr_at(np.array(rows)) + (1 - prior) * table.fpr_at(np.array(rows))
    bars = np.minimum((acted_on * BARS).astype(int), BARS - 1)
    counted = np.bincount(bars, minlength=BARS) / bars.size
    assert np.abs(counted - spread.shares).sum() < 0.02  # the drawn curve skips some rows

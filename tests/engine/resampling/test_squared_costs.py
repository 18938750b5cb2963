"""How unsure the spread of shares of unlike costs is, and what simultaneous bands make of it."""

from __future__ import annotations

import numpy as np
import pytest

from costcurve_gui.engine import BootstrapSpec, resampler, rociv_band
from costcurve_gui.engine.resampling import simultaneous_roc
from costcurve_gui.engine.resampling.few_cases import TOO_LONG
from costcurve_gui.engine.resampling.squared_costs import variance_of_squares
from tests.coverage.cells import Cell
from tests.helpers.paired import paired

SPEC = BootstrapSpec(200)


def band(cell: Cell, scored: slice = slice(None)):
    drawn = cell.draw(np.random.default_rng(7))
    y_score = np.full(drawn.y_true.size, np.nan)
    y_score[scored] = drawn.scores[0][scored]
    data = paired(drawn.y_true, y_score, payoff=drawn.payoff)
    return rociv_band(resampler(data.sample, SPEC), data.models[0], "simultaneous")


def test_that_the_variance_of_shares_of_costs_is_as_unsure_as_that_of_drawn_ones() -> None:
    rng, size = np.random.default_rng(3), 300
    variances, found = [], []
    for _ in range(4_000):
        costs = np.where(rng.random(size) < 0.1, 5.0, 1.0)
        called = np.sort(rng.random(size) < 0.2)[::-1]
        rate = costs[called].sum() / costs.sum()
        variances.append((costs**2 * (called - rate) ** 2).sum() / costs.sum() ** 2)
        found.append(variance_of_squares(costs, np.array([called.sum()]), np.array([rate]))[0])
    # The drawn costs are themselves a sample: their sum, and the rate, move with the variance.
    assert 0.7 < np.mean(found) / np.var(variances) < 1.4


def test_that_bands_reach_further_where_few_costs_make_the_spread(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cell = Cell(400, 400, "excellent", "lognormal")
    found = band(cell)
    monkeypatch.setattr(
        simultaneous_roc, "squares_of_classes", lambda *_: (np.zeros(1), np.zeros(1))
    )
    monkeypatch.setattr(simultaneous_roc, "_on_lines", lambda found, _: found)
    surer = band(cell)
    assert (found.upper - found.lower).mean() > 1.1 * (surer.upper - surer.lower).mean()


def test_that_costs_are_those_of_scored_cases() -> None:
    cell = Cell(60, 60, "tree", "lognormal")
    assert np.isfinite(band(cell, slice(5, 110)).lower).all()


@pytest.mark.parametrize(
    ("cell", "is_long"),
    [
        (Cell(30, 30, "excellent", "lognormal"), True),
        (Cell(30, 30, "excellent"), False),
        (Cell(30, 30, "useless", "lognormal"), False),
        (Cell(20, 2000, "excellent", "lognormal"), False),
        (Cell(300, 300, "excellent", "lognormal"), False),
    ],
)
def test_that_few_errors_of_few_unlike_costs_are_said(cell: Cell, *, is_long: bool) -> None:
    assert band(cell).method.endswith(TOO_LONG) is is_long

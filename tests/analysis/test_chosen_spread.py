"""The spread of the thresholds that replicates choose, against counting replicates."""

from __future__ import annotations

import numpy as np
import pytest

from costcurve_gui.analysis.chosen_spread import BARS, chosen_spread
from costcurve_gui.analysis.intervals.requests import known_optimism
from costcurve_gui.analysis.tables.registry import view_thresholds
from tests.helpers.band_snapshots import resampled
from tests.helpers.snapshots import german_credit_snapshot


def test_that_bars_hold_the_share_of_replicates_that_act_on_so_many_cases() -> None:
    snapshot = resampled("profit")
    spread, chosen = chosen_spread(snapshot), known_optimism(snapshot).optimum.chosen
    key = snapshot.selected
    table = next(m for m in snapshot.curve_set.models if m.info.key == key).evaluation.table
    rows = table.rows_at_thresholds(chosen)
    prior = snapshot.condition.prior
    acted_on = prior * table.tpr[rows] + (1 - prior) * table.fpr[rows]
    np.testing.assert_array_equal(spread.edges, np.linspace(0, 1, BARS + 1))
    assert spread.shares.sum() == pytest.approx(1)
    middles = (spread.edges[1:] + spread.edges[:-1]) / 2
    assert (spread.shares * middles).sum() == pytest.approx(acted_on.mean(), abs=0.5 / BARS)


def test_that_nothing_is_spread_before_it_is_known() -> None:
    assert chosen_spread(german_credit_snapshot()) is None
    assert view_thresholds("profit", german_credit_snapshot()) is None


def test_that_the_thresholds_of_the_profit_view_are_those_that_replicates_chose() -> None:
    snapshot = resampled("profit")
    table = view_thresholds("profit", snapshot)
    assert table is not None
    columns = dict(zip(table.header, table.columns, strict=True))
    chosen = known_optimism(snapshot).optimum.chosen
    assert set(columns["model"]) == {snapshot.models[snapshot.selected].info.name}
    assert list(columns["threshold"]) == sorted(set(chosen), reverse=True)
    shares = [np.mean(chosen == threshold) for threshold in columns["threshold"]]
    np.testing.assert_allclose(columns["share_of_replicates"], shares)
    assert view_thresholds("roc", snapshot) is None

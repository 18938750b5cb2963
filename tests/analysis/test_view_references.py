"""Reference lines and readings of single views, against what a classifier of that kind gives."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from costcurve_gui.analysis.regret_space import regret_space
from costcurve_gui.analysis.view_curves import (
    STAKES,
    benefit_at,
    cost_ratio_at,
    implied_stake,
    perfect_order,
    treat_all_line,
    view_curves,
)
from costcurve_gui.analysis.view_settings import RegretReading, ViewChoices
from costcurve_gui.engine import gain_curve, net_benefit_curve, threshold_table
from tests.helpers.plot_frames import NAIVE_BAYES, german_snapshot


@pytest.mark.parametrize("lift", [False, True])
def test_that_the_perfect_order_is_the_curve_of_perfect_scores(lift: bool) -> None:
    labels = np.arange(400) < 100
    curve = gain_curve(threshold_table(labels, np.arange(400)[::-1]), prior=0.25)
    perfect = perfect_order(0.25, lift=lift)
    found = np.interp(curve.fraction_targeted[1:], perfect.x, perfect.y)
    np.testing.assert_allclose(found, (curve.lift if lift else curve.gain)[1:], rtol=1e-4)


def test_that_treating_all_is_a_model_that_is_always_sure() -> None:
    condition = german_snapshot(prior=0.3).condition
    table = threshold_table([True, False, False], np.ones(3))
    drawn = treat_all_line(condition)
    expected = net_benefit_curve(table, condition.prior, STAKES).net_benefit
    np.testing.assert_allclose(drawn.y, expected, atol=1e-12)
    assert drawn.x is STAKES


def test_that_models_and_references_share_one_grid() -> None:
    snapshot = german_snapshot()
    for curve in view_curves(snapshot, "net_benefit").values():
        np.testing.assert_array_equal(curve.x, STAKES)


@given(st.floats(1e-3, 1 - 1e-3))
def test_that_a_cost_ratio_implies_the_probability_it_was_read_from(stake: float) -> None:
    ratio = cost_ratio_at(stake)
    assert 1 / (1 + ratio) == pytest.approx(stake)


def test_that_at_the_implied_probability_net_benefit_is_money() -> None:
    snapshot = german_snapshot()
    condition, stake = snapshot.condition, implied_stake(snapshot.condition)
    first, second = (0.1, 0.6), (0.4, 0.9)
    apart = benefit_at(condition, *first, stake) - benefit_at(condition, *second, stake)
    means, prior = condition.means, condition.prior
    cost = [
        prior * (1 - tpr) * means.fn_cost + (1 - prior) * fpr * means.fp_cost
        for fpr, tpr in (first, second)
    ]
    assert apart * means.fn_cost == pytest.approx(cost[1] - cost[0])


READINGS = [one for one in RegretReading if one is not RegretReading.LOSS_DIFFERENCE]


@pytest.mark.parametrize("reading", READINGS)
def test_that_a_regret_curve_is_the_lowest_line_of_its_classifiers(reading) -> None:
    snapshot = german_snapshot(views=ViewChoices(regret=reading))
    space = regret_space(snapshot)
    curve = view_curves(snapshot, space.curves)[NAIVE_BAYES]
    model = next(one for one in snapshot.curve_set.models if one.info.key == NAIVE_BAYES)
    costs, x = space.costs(snapshot, model), np.linspace(*space.ends(snapshot), 60)[1:-1]
    rows = range(len(model.evaluation.table))
    lines = [space.heights(snapshot, x, *space.rates(model, row), costs) for row in rows]
    # Between two vertices the axis of ratios is drawn straight, where it is slightly bent.
    np.testing.assert_allclose(
        np.interp(x, curve.x, curve.y), np.min(lines, axis=0), rtol=0.01, atol=1e-12
    )
    assert space.ends(snapshot)[0] <= space.place(snapshot) <= space.ends(snapshot)[1]

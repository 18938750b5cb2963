"""Where the condition is not known exactly, every view shades what it may be."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from costcurve_gui.analysis.snapshot import condition_of
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.analysis.uncertain_conditions import condition_ends
from costcurve_gui.engine.distributions.uncertain_numbers import TriangularBelief
from costcurve_gui.views.catalogue import plot_view
from costcurve_gui.views.plotting.marks import Between, Shade
from costcurve_gui.views.shell.theme import LIGHT
from tests.helpers.snapshots import german_credit_snapshot

BARE = german_credit_snapshot(prior=0.05)
STRETCHES = ("cost", "difference", "superiority", "winners")


def believing(prior_belief="", ratio_belief="", belief=None):
    settings = BARE.settings
    condition = replace(settings.condition, prior_belief=prior_belief, ratio_belief=ratio_belief)
    return build_snapshot(BARE.curve_set, replace(settings, condition=condition, belief=belief))


def shades(snapshot, view):
    marks = plot_view(view).dynamic_items(snapshot, LIGHT)
    return [
        one
        for one in marks
        if isinstance(one, Shade | Between) and one.alpha == LIGHT.uncertain_alpha
    ]


def pc_at(prior, ratio):
    return prior * ratio / (prior * ratio + 1 - prior)


@pytest.mark.parametrize("view", STRETCHES)
def test_that_a_range_is_a_stretch_of_pc_plus(view):
    ratio = BARE.condition.cost_ratio
    assert shades(BARE, view) == []
    (shade,) = shades(believing("range:0.03,0.08"), view)
    ends = pc_at(0.03, ratio), pc_at(0.08, ratio)
    assert (shade.x_low, shade.x_high) == pytest.approx(ends)
    (shade,) = shades(believing(ratio_belief="range:10,40"), view)
    assert (shade.x_low, shade.x_high) == pytest.approx((pc_at(0.05, 10), pc_at(0.05, 40)))


def test_that_a_belief_is_shaded_where_nine_tenths_of_it_lie():
    (shade,) = shades(believing("beta:4,76"), "cost")
    ends = stats.beta(4, 76).ppf([0.05, 0.95])
    expected = [pc_at(end, BARE.condition.cost_ratio) for end in ends]
    assert (shade.x_low, shade.x_high) == pytest.approx(expected, abs=2e-3)
    (shade,) = shades(believing(belief=TriangularBelief(0.2, 0.5, 0.8)), "cost")
    assert (shade.x_low, shade.x_high) == pytest.approx(
        stats.triang(0.5, 0.2, 0.6).ppf([0.05, 0.95]), abs=2e-3
    )


@pytest.mark.parametrize("view", ["roc", "rociv"])
def test_that_slopes_are_a_wedge_through_the_operating_point(view):
    assert shades(BARE, view) == []
    snapshot = believing("range:0.03,0.08")
    (wedge,) = shades(snapshot, view)
    policy = snapshot.models[snapshot.selected].policy
    point = (
        (policy.fpr, policy.tpr) if view == "roc" else (policy.fp_cost_rate, policy.tp_benefit_rate)
    )
    for (x, y), prior in zip((wedge.first, wedge.second), (0.03, 0.08), strict=True):
        assert (x[1], y[1]) == point
        pc = pc_at(prior, BARE.condition.cost_ratio)
        assert (y[2] - y[0]) / (x[2] - x[0]) == pytest.approx((1 - pc) / pc)


def test_that_profit_is_a_band_threshold_by_threshold():
    snapshot = believing("range:0.03,0.08")
    (band,) = shades(snapshot, "profit")
    for (x, y), prior in zip((band.first, band.second), (0.03, 0.08), strict=True):
        there = german_credit_snapshot(prior=prior)
        curve = there.models[snapshot.selected].profit
        assert np.array_equal(x, curve.x)
        assert np.array_equal(y, curve.y)


@pytest.mark.parametrize("view", ["pr", "net_benefit", "profit"])
def test_that_curves_that_hang_on_the_prior_have_a_band(view):
    assert shades(BARE, view) == []
    assert len(shades(believing("beta:4,76"), view)) == 1


def test_that_the_regret_of_each_reading_shades_its_own_axis():
    (shade,) = shades(believing("range:0.03,0.08"), "regret")
    assert (shade.x_low, shade.x_high) == pytest.approx((0.03, 0.08))


def test_that_only_the_selected_model_is_computed_at_the_ends():
    low, high = condition_ends(believing("range:0.03,0.08", "range:10,40"))
    for end, prior, ratio in ((low, 0.03, 10), (high, 0.08, 40)):
        assert set(end.shown) == {end.selected}
        assert end.condition.prior == prior
        assert condition_of(end, end.selected).cost_ratio == pytest.approx(ratio)

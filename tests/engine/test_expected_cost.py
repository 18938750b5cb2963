"""Total expected cost against numerical integration of the envelope."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from scipy.integrate import quad

from costcurve_gui.engine.cost.belief import UNIFORM, Belief, expected_cost
from costcurve_gui.engine.cost.cost_curve import CostCurve, lower_envelope
from costcurve_gui.engine.counts.threshold_table import threshold_table
from costcurve_gui.engine.distributions.uncertain_numbers import BetaBelief, TriangularBelief
from costcurve_gui.engine.roc.hull import convex_hull
from tests.helpers.oracles import FIGURE_3_LABELS, FIGURE_3_SCORES, noisy_sample, scored_labels

BELIEFS = [
    UNIFORM,
    BetaBelief(2, 5),
    BetaBelief(0.5, 0.5),
    BetaBelief(400, 100),
    TriangularBelief(0.1, 0.3, 0.35),
    TriangularBelief(0, 0, 1),
]


def curve_of(y_true: np.ndarray, y_score: np.ndarray) -> CostCurve:
    return lower_envelope(convex_hull(threshold_table(y_true, y_score)))


def integral(curve: CostCurve, belief: Belief) -> float:
    """Integrate cost times density between the kinks of both."""
    corners = () if isinstance(belief, BetaBelief) else (belief.lo, belief.mode, belief.hi)
    kinks = np.unique([*curve.pc_plus, *corners])

    def integrand(x: float) -> float:
        return curve.value_at(x) * float(belief.density(np.array(x)))

    return sum(quad(integrand, low, high)[0] for low, high in pairwise(kinks))


@pytest.mark.parametrize("belief", BELIEFS, ids=str)
def test_that_the_expected_cost_is_the_integral_over_the_belief(belief: Belief) -> None:
    for y_true, y_score in ((FIGURE_3_LABELS, FIGURE_3_SCORES), noisy_sample(200)):
        curve = curve_of(y_true, y_score)
        assert expected_cost(curve, belief) == pytest.approx(integral(curve, belief), abs=1e-9)


@given(scored_labels())
def test_that_it_is_the_area_where_every_condition_is_equally_likely(
    sample: tuple[np.ndarray, np.ndarray],
) -> None:
    curve = curve_of(*sample)
    assert expected_cost(curve, UNIFORM) == pytest.approx(curve.area, abs=1e-15)


@given(scored_labels())
def test_that_a_sharp_belief_gives_the_cost_there(sample: tuple[np.ndarray, np.ndarray]) -> None:
    curve = curve_of(*sample)
    for pc in (0.0, 0.3, 1.0):
        sharp = TriangularBelief(max(pc - 1e-7, 0), pc, min(pc + 1e-7, 1))
        assert expected_cost(curve, sharp) == pytest.approx(curve.value_at(pc), abs=2e-7)


def test_that_a_perfect_model_costs_nothing_under_any_belief() -> None:
    curve = curve_of(np.array([True, True, False]), np.array([3.0, 2.0, 1.0]))
    assert [expected_cost(curve, belief) for belief in BELIEFS] == [0.0] * len(BELIEFS)


def test_that_a_constant_score_costs_the_mean_of_the_best_trivial_classifier() -> None:
    curve = curve_of(np.array([True, False]), np.array([1.0, 1.0]))
    assert expected_cost(curve, UNIFORM) == pytest.approx(0.25)
    # Below one half "always negative" is best, and costs PC(+) itself.
    assert expected_cost(curve, TriangularBelief(0.1, 0.2, 0.3)) == pytest.approx(0.2)
    assert expected_cost(curve, TriangularBelief(0.6, 0.8, 0.85)) == pytest.approx(0.25)

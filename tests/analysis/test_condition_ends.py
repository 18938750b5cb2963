"""The lowest and the highest PC(+) that are to be expected, where a condition is not known."""

from __future__ import annotations

from dataclasses import replace

import pytest
from scipy import stats

from costcurve_gui.analysis.conditions import belief_over_pc
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.analysis.uncertain_conditions import condition_ends, condition_numbers
from costcurve_gui.engine.distributions.uncertain_numbers import BetaBelief, TriangularBelief
from tests.helpers.samples import dataset, loaded

OPENED = loaded(dataset())
NINE_TENTHS = (0.05, 0.95)


def believing(prior_belief="", ratio_belief="", belief=None):
    """A small file at a prior of 0.2 and a cost ratio of 10, believed as the texts say."""
    condition = replace(
        OPENED.settings.condition,
        prior=0.2,
        cost_ratio=10.0,
        prior_belief=prior_belief,
        ratio_belief=ratio_belief,
    )
    settings = replace(OPENED.settings, condition=condition, belief=belief)
    return build_snapshot(OPENED.curve_set, settings)


def pc_at(prior, ratio):
    return prior * ratio / (prior * ratio + 1 - prior)


def pc_of_ends(snapshot):
    return [one.condition.probability_cost for one in condition_ends(snapshot)]


def test_that_a_condition_that_is_known_has_no_ends():
    snapshot = believing()
    assert condition_ends(snapshot) is None
    assert condition_numbers(snapshot) == ()


def test_that_ranges_of_prior_and_ratio_have_their_own_ends():
    assert pc_of_ends(believing("range:0.1,0.3")) == pytest.approx([pc_at(0.1, 10), pc_at(0.3, 10)])
    alone = believing(ratio_belief="range:5,40")
    assert pc_of_ends(alone) == pytest.approx([pc_at(0.2, 5), pc_at(0.2, 40)])
    both = believing("range:0.1,0.3", "range:5,40")
    assert pc_of_ends(both) == pytest.approx([pc_at(0.1, 5), pc_at(0.3, 40)])
    assert [(one.name, one.value) for one in condition_numbers(both)] == [
        ("prior", 0.2),
        ("cost ratio", pytest.approx(10)),
    ]


def test_that_a_prior_of_none_has_an_end_short_of_it():
    low, high = condition_ends(believing("range:0,1"))
    assert 0 < low.condition.prior < 1e-6
    assert 0 < 1 - high.condition.prior < 1e-6


def test_that_the_ends_of_a_belief_hold_nine_tenths_of_it():
    found = pc_of_ends(believing("beta:4,16"))
    expected = [pc_at(end, 10) for end in stats.beta(4, 16).ppf(NINE_TENTHS)]
    assert found == pytest.approx(expected, abs=2e-3)
    found = pc_of_ends(believing(ratio_belief="triangular:5,10,40"))
    ratios = stats.triang(5 / 35, 5, 35).ppf(NINE_TENTHS)
    assert found == pytest.approx([pc_at(0.2, ratio) for ratio in ratios], abs=2e-3)


@pytest.mark.parametrize(
    ("belief", "peer"),
    [
        (TriangularBelief(0.2, 0.5, 0.8), stats.triang(0.5, 0.2, 0.6)),
        (BetaBelief(3.0, 5.0), stats.beta(3, 5)),
    ],
)
def test_that_what_is_believed_of_pc_plus_has_its_own_ends(belief, peer):
    snapshot = believing(belief=belief)
    assert pc_of_ends(snapshot) == pytest.approx(peer.ppf(NINE_TENTHS).tolist(), abs=2e-3)
    typed = belief_over_pc(belief, snapshot.settings.condition, snapshot.condition)
    assert typed is belief


def test_that_the_ends_show_the_selected_model_alone():
    snapshot = believing("range:0.1,0.3")
    for end in condition_ends(snapshot):
        assert end.selected == snapshot.selected
        assert end.settings.hidden == frozenset(snapshot.models) - {snapshot.selected}


def test_that_pc_plus_is_believed_to_be_what_prior_and_ratio_say():
    def belief_of(snapshot):
        return belief_over_pc(None, snapshot.settings.condition, snapshot.condition)

    ranges = believing("range:0.1,0.3", "range:5,40")
    assert belief_of(ranges) == belief_of(believing())  # a range has no probabilities
    assert belief_of(believing()).cdf(0.25) == pytest.approx(0.25)
    found = belief_of(believing("beta:4,16"))
    expected = [pc_at(end, 10) for end in stats.beta(4, 16).ppf(NINE_TENTHS)]
    assert list(found.ends) == pytest.approx(expected, abs=2e-3)

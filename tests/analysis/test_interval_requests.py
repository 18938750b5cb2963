from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from costcurve_gui.analysis.interval_settings import BandChoices, BandsOf
from costcurve_gui.analysis.intervals.known_results import intervals_of, is_current, known
from costcurve_gui.analysis.intervals.requests import (
    banded_models,
    bands_of,
    belief_tests_request,
    decision_intervals,
    decision_request,
    interval_requests,
    known_pair_difference,
    lacks_results,
    pair_difference_request,
    policies_request,
    verdicts_request,
    winners_request,
)
from costcurve_gui.analysis.intervals.results import IntervalRequest, Intervals, PairDifference
from costcurve_gui.engine.cost.belief import UNIFORM
from costcurve_gui.engine.distributions.uncertain_numbers import TriangularBelief
from costcurve_gui.engine.resampling.band import Band
from costcurve_gui.engine.resampling.difference_band import DifferenceBand, Stretch
from tests.helpers.snapshots import german_credit_snapshot

FRAME = german_credit_snapshot()
NAIVE_BAYES, BOOSTING = "g/score_naive_bayes", "g/score_gradient_boosting"


def with_bands(snapshot, **changes):
    bands = replace(snapshot.settings.bands, **changes)
    return replace(snapshot, settings=replace(snapshot.settings, bands=bands))


def knowing(snapshot, *wanted, value="found"):
    found = Intervals(snapshot.settings.bands, dict.fromkeys(wanted, value))
    return replace(snapshot, intervals=found)


def kinds(wanted):
    return [one.kind for one in wanted]


def test_that_the_decision_comes_first_and_bands_are_of_the_views_on_show():
    wanted = interval_requests(FRAME, {"profit", "cost"})
    assert kinds(wanted) == [
        *("decision", "cost", "profit", "optimism"),
        *("new_cases", "new_cases_lead", *["new_cases"] * 5),
    ]
    assert {one.models for one in wanted[1:4]} == {(NAIVE_BAYES,)}
    both = interval_requests(with_bands(FRAME, of=BandsOf.PAIR), {"profit", "cost"})
    assert {one.models for one in both[1:6]} == {(NAIVE_BAYES,), (BOOSTING,)}


def test_that_only_what_the_condition_changes_is_filed_under_it():
    of_condition = {one.kind: one.condition for one in interval_requests(FRAME, {"profit", "cost"})}
    there = FRAME.condition
    assert of_condition == {
        "decision": there,
        "cost": None,
        "profit": there,
        "optimism": there,
        "new_cases": there,
        "new_cases_lead": there,
    }


def test_that_hidden_bands_leave_comparisons_alone():
    hidden = with_bands(FRAME, shown=False)
    assert kinds(interval_requests(hidden, {"cost", "difference", "verdicts"})) == [
        *("difference", "verdicts")
    ]


@pytest.mark.parametrize(
    ("of", "expected"),
    [
        (BandsOf.SELECTED, [NAIVE_BAYES]),
        (BandsOf.PAIR, [BOOSTING, NAIVE_BAYES]),
    ],
)
def test_that_bands_are_drawn_with_the_selected_model_on_top(of, expected):
    assert list(banded_models(with_bands(FRAME, of=of))) == expected


def test_that_all_models_have_bands_where_that_is_chosen():
    found = banded_models(with_bands(FRAME, of=BandsOf.ALL))
    assert found[-1] == NAIVE_BAYES
    assert set(found) == set(FRAME.models)


def test_that_one_model_has_nothing_to_be_compared_with():
    alone = german_credit_snapshot(only="mlp")
    wanted = interval_requests(alone, {"winners", "verdicts", "tests", "difference"})
    assert kinds(wanted) == ["decision", "optimism", "new_cases"]
    assert decision_request(alone).models == ("g/score_mlp",)


def test_that_no_model_wants_nothing():
    snapshot = replace(FRAME, selected=None, models={})
    assert interval_requests(snapshot, {"cost", "winners", "tests"}) == ()


def test_that_the_decision_is_filed_under_the_rows_of_its_policies():
    wanted = decision_request(FRAME)
    assert wanted.models == (NAIVE_BAYES, BOOSTING)
    rows = [policy.index for policy in wanted.policies]
    assert rows == [FRAME.models[key].policy.index for key in wanted.models]
    moved = german_credit_snapshot(prior=0.06)
    assert decision_request(moved) != wanted


def test_that_policies_which_decide_alike_have_one_request():
    wanted = decision_request(FRAME)
    policies = [FRAME.models[key].policy for key in wanted.models]
    by_hand = [replace(one, criterion="manual", threshold=one.threshold - 1e-9) for one in policies]
    assert policies_request(wanted.models, wanted.condition, *by_hand) == wanted


def test_that_both_signs_of_a_difference_are_one_request_and_known():
    pair = NAIVE_BAYES, BOOSTING
    wanted = pair_difference_request(FRAME, *pair)
    assert wanted == pair_difference_request(FRAME, *reversed(pair))
    grid = np.linspace(0, 1, 101)
    band = Band(grid, grid, grid - 0.1, grid + 0.2, "fixed policy", FRAME.settings.bands.spec)
    found = DifferenceBand(band, grid > 0.1, (Stretch(0.11, 1.0, "b"),))
    snapshot = knowing(FRAME, wanted, value=PairDifference(found, frozenset()))
    first, second = wanted.models
    assert known_pair_difference(snapshot, first, second) is found
    turned = known_pair_difference(snapshot, second, first)
    assert turned.band.lower.tolist() == (-band.upper).tolist()
    assert turned.stretches == (Stretch(0.11, 1.0, "a"),)


def test_that_results_of_another_method_are_not_known():
    wanted = verdicts_request(FRAME)
    snapshot = knowing(FRAME, wanted)
    assert known(snapshot, wanted) == "found"
    other = with_bands(snapshot, spec=replace(FRAME.settings.bands.spec, seed=1))
    assert intervals_of(other) is None
    assert known(other, wanted) is None
    assert known(snapshot, None) is None


def test_that_what_is_resampled_for_another_condition_is_not_known():
    snapshot = knowing(FRAME, decision_request(FRAME))
    assert decision_intervals(snapshot) == "found"
    moved = replace(german_credit_snapshot(prior=0.06), intervals=snapshot.intervals)
    assert decision_intervals(moved) is None


def test_that_intervals_are_hidden_with_the_bands():
    snapshot = knowing(FRAME, decision_request(FRAME), IntervalRequest("cost", (NAIVE_BAYES,)))
    assert list(bands_of(snapshot, "cost")) == [NAIVE_BAYES]
    hidden = replace(snapshot, settings=with_bands(FRAME, shown=False).settings)
    hidden = replace(
        hidden,
        intervals=replace(snapshot.intervals, choices=BandChoices(False)),
    )
    assert bands_of(hidden, "cost") == {}
    assert decision_intervals(hidden) is None


def test_that_tests_belong_to_a_belief():
    wanted = belief_tests_request(FRAME)
    assert wanted.belief == FRAME.belief == UNIFORM
    assert is_current(wanted, FRAME)
    other = TriangularBelief(0.1, 0.2, 0.3)
    assert not is_current(wanted._replace(belief=other), FRAME)
    elsewhere = german_credit_snapshot(prior=0.06).condition
    assert not is_current(wanted._replace(condition=elsewhere), FRAME)
    assert is_current(winners_request(FRAME), FRAME)
    assert belief_tests_request(FRAME) != wanted._replace(belief=other)


def test_that_only_views_of_nothing_else_lack_results():
    assert not lacks_results(FRAME, "cost")
    assert lacks_results(FRAME, "verdicts")
    assert not lacks_results(knowing(FRAME, verdicts_request(FRAME)), "verdicts")

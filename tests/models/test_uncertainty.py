from __future__ import annotations

from dataclasses import replace

import pytest

from costcurve_gui.engine.cost.belief import UNIFORM, TriangularBelief
from costcurve_gui.models.band_choices import BandChoices, BandsOf
from costcurve_gui.models.uncertainty import (
    UNCERTAINTY,
    Uncertainty,
    Wanted,
    banded_models,
    bands_of,
    belief_tests_wanted,
    decision_intervals,
    decision_wanted,
    known,
    lacks_results,
    uncertainty_of,
    verdicts_wanted,
    wanted_by,
    winners_wanted,
)
from tests.helpers.frames import german_credit_frame

FRAME = german_credit_frame()
NAIVE_BAYES, BOOSTING = "g/score_naive_bayes", "g/score_gradient_boosting"


def with_bands(frame, **changes):
    bands = replace(frame.settings.bands, **changes)
    return replace(frame, settings=replace(frame.settings, bands=bands))


def knowing(frame, *wanted, value="found"):
    found = Uncertainty(frame.settings.bands, dict.fromkeys(wanted, value))
    return replace(frame, extras={UNCERTAINTY: found})


def kinds(wanted):
    return [one.kind for one in wanted]


def test_that_the_decision_comes_first_and_bands_are_of_the_views_on_show():
    wanted = wanted_by(FRAME, {"profit", "cost"})
    assert kinds(wanted) == ["decision", "cost", "cost", "profit", "profit", "honest"]
    assert {one.models for one in wanted[1:]} == {(NAIVE_BAYES,), (BOOSTING,)}


def test_that_only_what_the_condition_changes_is_filed_under_it():
    of_condition = {one.kind: one.condition for one in wanted_by(FRAME, {"profit", "cost"})}
    there = FRAME.condition
    assert of_condition == {"decision": there, "cost": None, "profit": there, "honest": there}


def test_that_hidden_bands_leave_comparisons_alone():
    hidden = with_bands(FRAME, shown=False)
    assert kinds(wanted_by(hidden, {"cost", "difference", "verdicts"})) == [
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
    alone = german_credit_frame(only="mlp")
    wanted = wanted_by(alone, {"winners", "verdicts", "tests", "difference"})
    assert kinds(wanted) == ["decision", "honest"]
    assert decision_wanted(alone).models == ("g/score_mlp",)


def test_that_no_model_wants_nothing():
    frame = replace(FRAME, selected=None, models={})
    assert wanted_by(frame, {"cost", "winners", "tests"}) == ()


def test_that_the_decision_is_filed_under_its_policies():
    wanted = decision_wanted(FRAME)
    assert wanted.models == (NAIVE_BAYES, BOOSTING)
    assert wanted.policies == tuple(FRAME.models[key].policy for key in wanted.models)
    moved = german_credit_frame(prior=0.06)
    assert decision_wanted(moved) != wanted


def test_that_results_of_another_method_are_not_known():
    wanted = verdicts_wanted(FRAME)
    frame = knowing(FRAME, wanted)
    assert known(frame, wanted) == "found"
    other = with_bands(frame, spec=replace(FRAME.settings.bands.spec, seed=1))
    assert uncertainty_of(other) is None
    assert known(other, wanted) is None
    assert known(frame, None) is None


def test_that_what_is_resampled_for_another_condition_is_not_known():
    frame = knowing(FRAME, decision_wanted(FRAME))
    assert decision_intervals(frame) == "found"
    moved = replace(german_credit_frame(prior=0.06), extras=frame.extras)
    assert decision_intervals(moved) is None


def test_that_intervals_are_hidden_with_the_bands():
    frame = knowing(FRAME, decision_wanted(FRAME), Wanted("cost", (NAIVE_BAYES,)))
    assert list(bands_of(frame, "cost")) == [NAIVE_BAYES]
    hidden = replace(frame, settings=with_bands(FRAME, shown=False).settings)
    hidden = replace(
        hidden, extras={UNCERTAINTY: replace(frame.extras[UNCERTAINTY], choices=BandChoices(False))}
    )
    assert bands_of(hidden, "cost") == {}
    assert decision_intervals(hidden) is None


def test_that_tests_belong_to_a_belief():
    wanted = belief_tests_wanted(FRAME)
    assert wanted.belief == FRAME.settings.belief
    assert wanted.is_of(FRAME)
    other = TriangularBelief(0.1, 0.2, 0.3)
    assert not wanted._replace(belief=other).is_of(FRAME)
    assert not wanted._replace(condition=german_credit_frame(prior=0.06).condition).is_of(FRAME)
    assert winners_wanted(FRAME).is_of(FRAME)
    assert belief_tests_wanted(FRAME) != wanted._replace(belief=UNIFORM)


def test_that_only_views_of_nothing_else_lack_results():
    assert not lacks_results(FRAME, "cost")
    assert lacks_results(FRAME, "verdicts")
    assert not lacks_results(knowing(FRAME, verdicts_wanted(FRAME)), "verdicts")

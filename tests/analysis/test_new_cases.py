"""What chosen thresholds are worth on new cases: what is asked for, and the way to results."""

from __future__ import annotations

from dataclasses import replace

import pytest

from costcurve_gui.analysis.criteria import CRITERIA, rechosen
from costcurve_gui.analysis.intervals.cases import resampling_input
from costcurve_gui.analysis.intervals.jobs import resample
from costcurve_gui.analysis.intervals.new_cases import (
    curve_request,
    decision_lead_on_new_cases,
    decision_lead_request,
    decision_on_new_cases,
    new_cases_request,
)
from costcurve_gui.analysis.intervals.requests import interval_requests
from costcurve_gui.analysis.selection_settings import (
    THRESHOLD,
    BoundsSpec,
    ChoiceInput,
    ReviewSpec,
    SelectionSpec,
)
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.engine import (
    BestMixture,
    BestThreshold,
    BootstrapSpec,
    Bound,
    BoundKind,
    Objective,
    Reviewer,
    evaluate_scores,
    new_cases_estimate,
    new_cases_lead,
    resampler,
)
from costcurve_gui.engine.cost.belief import UNIFORM
from costcurve_gui.engine.distributions.uncertain_numbers import BetaBelief
from costcurve_gui.engine.resampling.rule_choice import RuleChooser
from tests.helpers.band_snapshots import SPEC, banded, resampled
from tests.helpers.examples import replicates
from tests.helpers.paired import by_amount, noisy_models
from tests.helpers.resampled import ranked
from tests.helpers.snapshots import german_credit, german_credit_snapshot

FRAME = german_credit_snapshot()
NAIVE_BAYES, BOOSTING = "g/score_naive_bayes", "g/score_gradient_boosting"
LOADED = german_credit()
SOURCE = resampling_input(LOADED.curve_set, LOADED.source, LOADED.settings.payoff)
BOUNDS = BoundsSpec(fpr=0.23, cases=310)


def selecting(criterion, **changes):
    review = ReviewSpec(Reviewer(0.05, 0.9, 0.1), 120.0)
    return SelectionSpec(criterion, population=1000, review=review, **changes)


GIVEN = {"manual", "performance_independent", "per_case", "per_case_capacity"}
FOUND = {key for key, one in CRITERIA.items() if one.found}
"""Those whose threshold a job finds: see test_found_thresholds.py."""


def test_that_what_was_given_or_prescribed_is_the_rest():
    assert {key for key, one in CRITERIA.items() if one.rechoose is None} == GIVEN


@pytest.mark.parametrize("key", sorted(CRITERIA.keys() - GIVEN - FOUND))
@pytest.mark.parametrize("mixed", [False, True])
def test_that_replicates_choose_by_the_criterion_that_chose(key, mixed):
    y_true, y_score = noisy_models(90, 1.1, decimals=6)
    sample, model = ranked(y_true, y_score, by_amount(90))
    condition = model.evaluation.condition(0.35)
    bounds = replace(BOUNDS, cases=None) if key == "threshold" and mixed else BOUNDS
    selection = selecting(CRITERIA[key], bounds=bounds, mixed=mixed)

    def choose(evaluation, condition):
        given = ChoiceInput(evaluation, condition, selection, Objective.COST)
        return CRITERIA[key].choose(given)

    given = ChoiceInput(model.evaluation, condition, selection, Objective.COST)
    chosen = rechosen(CRITERIA[key], CRITERIA[key].choose(given), given)
    plain, at_once = (RuleChooser(model, condition, one) for one in (choose, chosen))
    rates = plain.asked(
        next(resampler(sample, BootstrapSpec(replicates(40))).rates(model, plain.rows))
    )
    for figure in ("fpr", "tpr"):
        found, expected = (
            getattr(one.chosen(rates).rates(rates), figure) for one in (at_once, plain)
        )
        assert found == pytest.approx(expected, abs=1e-12)


def test_that_a_policy_that_stands_in_is_chosen_again_by_its_own_criterion():
    model = evaluate_scores("m", [1, 0, 1, 0], [4, 3, 2, 1])
    given = ChoiceInput(model, model.condition(), selecting(CRITERIA["target_precision"]))
    stand_in = CRITERIA["target_precision"].stand_in(given)
    assert rechosen(CRITERIA["target_precision"], stand_in, given) == rechosen(
        CRITERIA["highest_precision"], stand_in, given
    )


def test_that_least_cost_is_one_request_whatever_it_is_called():
    condition = FRAME.condition
    evaluation = FRAME.curve_set.model(NAIVE_BAYES).evaluation
    rules = set()
    for key, objective in (("min_cost", Objective.PROFIT), ("threshold", Objective.COST)):
        given = ChoiceInput(evaluation, condition, selecting(CRITERIA[key]), objective)
        rules.add(CRITERIA[key].rechoose(given))
    assert rules == {BestThreshold()}


def test_that_mixing_is_chosen_again_within_one_bound_alone():
    evaluation, condition = FRAME.curve_set.model(NAIVE_BAYES).evaluation, FRAME.condition
    for bounds, rule in (
        (BoundsSpec(fpr=0.2), BestMixture(Objective.PROFIT, Bound(BoundKind.FPR, 0.2))),
        (BoundsSpec(), BestThreshold()),
    ):
        selection = selecting(THRESHOLD, bounds=bounds, mixed=True)
        assert THRESHOLD.rechoose(ChoiceInput(evaluation, condition, selection)) == rule


def test_that_the_decision_and_its_lead_are_asked_for_with_the_bands():
    wanted = interval_requests(FRAME, ())
    assert {"new_cases", "new_cases_lead"} <= {one.kind for one in wanted}
    assert decision_lead_request(FRAME).models == (NAIVE_BAYES, BOOSTING)
    hidden = banded(FRAME, shown=False)
    assert interval_requests(hidden, ()) == ()


def test_that_a_threshold_set_by_hand_has_nothing_to_ask_for():
    selection = selecting(CRITERIA["manual"], thresholds={NAIVE_BAYES: 0.3, BOOSTING: 0.3})
    chosen = replace(FRAME.settings, selection=selection)
    by_hand = build_snapshot(german_credit().curve_set, chosen)
    assert new_cases_request(by_hand, NAIVE_BAYES) is None
    assert decision_lead_request(by_hand) is None
    assert new_cases_request(FRAME, None) is None


def test_that_results_are_those_of_the_engine():
    snapshot = resampled(snapshot=FRAME)
    found, lead = decision_on_new_cases(snapshot), decision_lead_on_new_cases(snapshot)
    models, drawn = [SOURCE.model(key) for key in (NAIVE_BAYES, BOOSTING)], SOURCE.resampler(SPEC)
    assert found == new_cases_estimate(drawn, models[0], FRAME.condition)
    assert found.cost.apparent == pytest.approx(FRAME.models[NAIVE_BAYES].policy.expected_cost)
    assert lead == new_cases_lead(drawn, *models, FRAME.condition)
    hidden = replace(snapshot, settings=banded(snapshot, shown=False).settings)
    assert decision_on_new_cases(hidden) is decision_lead_on_new_cases(hidden) is None


def test_that_a_few_hundred_replicates_are_drawn_of_the_many_of_other_intervals():
    wanted = (new_cases_request(FRAME, NAIVE_BAYES), curve_request(NAIVE_BAYES))
    found = resample(SOURCE, wanted, FRAME.settings.bands, BootstrapSpec(900))
    assert {one.spec.replicates for one in found.values()} == {400}
    few = resample(SOURCE, wanted, FRAME.settings.bands, BootstrapSpec(30))
    assert {one.spec.replicates for one in few.values()} == {30}


def test_that_models_and_criteria_asked_for_at_once_have_results_of_their_own():
    youden = replace(FRAME.settings, selection=selecting(CRITERIA["youden"]))
    frames = FRAME, build_snapshot(german_credit().curve_set, youden)
    wanted = [new_cases_request(one, key) for one in frames for key in (BOOSTING, NAIVE_BAYES)]
    bands = FRAME.settings.bands
    found = resample(SOURCE, wanted, bands, SPEC)
    assert list(map(found.get, wanted)) == [
        resample(SOURCE, [one], bands, SPEC)[one] for one in wanted
    ]
    assert len({found[one].cost.estimate for one in wanted}) == 4


def test_that_the_area_is_the_cost_under_the_uniform_belief():
    belief = BetaBelief(2, 5)
    area, other = curve_request(BOOSTING), curve_request(BOOSTING, belief)
    assert area == curve_request(BOOSTING, UNIFORM) != other
    found = resample(SOURCE, (area, other), FRAME.settings.bands, SPEC)
    envelope = FRAME.curve_set.model(BOOSTING).evaluation.envelope
    assert found[area].expected_cost.apparent == pytest.approx(envelope.area)
    assert found[other].belief == belief
    assert found[area].expected_cost.estimate > envelope.area

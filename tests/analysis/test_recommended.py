"""Which rule is recommended, of which model, and why; what one more unit of a bound gains."""

from __future__ import annotations

from dataclasses import replace

import pytest

from costcurve_gui.analysis.bound_effects import price_of_unit
from costcurve_gui.analysis.criteria import PER_CASE, PER_CASE_CAPACITY, recommended_rule
from costcurve_gui.analysis.derivation import DerivedModel
from costcurve_gui.analysis.derivations import REVERSED
from costcurve_gui.analysis.model_ranking import better_trivial
from costcurve_gui.analysis.recommended import passed_over, recommended
from costcurve_gui.analysis.selection_settings import BoundsSpec
from costcurve_gui.analysis.snapshot_builder import build_snapshot, selected_profit
from costcurve_gui.analysis.threshold_finders import with_recommended_model
from costcurve_gui.engine.selection.bounds import BoundKind, Objective
from tests.helpers.samples import BY_AMOUNT, dataset, loaded

DATA = dataset()
BACKWARDS = loaded(DATA.with_scores("score_a", -DATA.scores["score_a"]))
PLAIN = loaded(DATA)
TURNED = DerivedModel("a turned", 4, REVERSED, ("score_a",))


def snapshot_of(*, derived=False, selected=None, objective=Objective.PROFIT, **bounds):
    """A small file; with a derived model the best of its own ranks backwards."""
    opened = BACKWARDS if derived else PLAIN
    curve_set = opened.curve_set
    if derived:
        curve_set = opened.source.build_curves(curve_set.dataset, BY_AMOUNT, (TURNED,))
    settings = opened.settings
    selection = replace(settings.selection, bounds=BoundsSpec(**bounds), objective=objective)
    condition = replace(settings.condition, prior=0.2)
    settings = replace(settings, condition=condition, selection=selection, selected=selected)
    return build_snapshot(curve_set, settings)


def key_of(snapshot, name):
    (key,) = (key for key, model in snapshot.models.items() if model.info.name == name)
    return key


def test_that_the_best_model_is_recommended_and_why():
    snapshot = snapshot_of()
    found = recommended(snapshot)
    assert found.key == snapshot.best == key_of(snapshot, "a")
    assert (found.criterion, found.model) == ("min_cost", "a")
    assert found.why == "least expected cost, which is the highest profit too: there is no bound"
    assert passed_over(snapshot, found.key) is None
    assert with_recommended_model(snapshot) is snapshot


def test_that_a_model_that_was_chosen_is_said_to_be():
    key = key_of(snapshot_of(), "c")
    found = recommended(snapshot_of(selected=key))
    assert found.key == key
    assert found.why.endswith("; the model was chosen")


def test_that_a_model_without_scores_in_new_rows_is_passed_over_and_why():
    snapshot = snapshot_of(derived=True)
    first = key_of(snapshot, "a turned")
    profits = {key: model.policy.expected_profit for key, model in snapshot.models.items()}
    assert max(profits, key=profits.get) == first
    found = recommended(snapshot)
    assert found.model == "b"
    reason = "the model is derived from others, and new rows have no score of it"
    assert passed_over(snapshot, found.key) == (first, reason)
    assert found.why.endswith(f"; a turned comes first, but cannot be applied to rows: {reason}")
    assert passed_over(snapshot, first) is None


def test_that_where_a_derived_model_is_selected_the_recommended_one_is_shown_instead():
    chosen = snapshot_of(derived=True)
    chosen = snapshot_of(derived=True, selected=key_of(chosen, "a turned"))
    assert recommended(chosen).model == "b"
    shown = with_recommended_model(chosen)
    assert shown.models[shown.selected].info.name == "b"


@pytest.mark.parametrize("bounds", [{"tpr": 0.99, "share": 0.01}, {"precision": 1.0, "tpr": 1.0}])
def test_that_nothing_is_recommended_where_no_threshold_keeps_the_bounds(bounds):
    snapshot = snapshot_of(**bounds)
    assert not snapshot.met
    assert recommended(snapshot) is None
    assert snapshot.bounded is None


def test_that_the_profit_curve_of_the_selected_model_is_that_at_the_condition():
    snapshot = snapshot_of()
    curve = selected_profit(snapshot)
    policy = snapshot.models[snapshot.selected].policy
    assert max(curve.y) == pytest.approx(policy.expected_profit)


def test_that_the_better_of_all_and_none_keeps_the_bounds():
    free = snapshot_of()
    assert better_trivial(free, free.selected) == "all"
    bound = snapshot_of(fpr=0.1)
    assert better_trivial(bound, bound.selected) == "none"


def test_that_rules_of_single_cases_keep_to_a_number_of_cases():
    selection = replace(PLAIN.settings.selection, criterion=PER_CASE)
    assert recommended_rule(selection, Objective.PROFIT) is PER_CASE
    selection = replace(selection, bounds=BoundsSpec(cases=30))
    assert recommended_rule(selection, Objective.PROFIT) is PER_CASE_CAPACITY


@pytest.mark.parametrize(
    ("kind", "objective", "unit", "gain"),
    [
        (BoundKind.CASES, Objective.PROFIT, "case", 8.0),
        (BoundKind.CASES, Objective.TPR, "case", 8.0 * 0.2),
        (BoundKind.BUDGET, Objective.PROFIT, "1", 4.0),
        (BoundKind.FPR, Objective.PROFIT, "0.01", 0.08),
        (BoundKind.TPR, Objective.TPR, "0.01", 0.08),
    ],
)
def test_that_one_more_unit_of_a_bound_gains_its_share_of_the_price(kind, objective, unit, gain):
    selection = replace(PLAIN.settings.selection, bounds=BoundsSpec(price=2.0))
    found = price_of_unit(kind, 8.0, selection, 0.2, objective)
    assert (found.unit, found.gain) == (unit, pytest.approx(gain))

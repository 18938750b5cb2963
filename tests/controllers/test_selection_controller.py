from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from costcurve_gui.analysis.criteria import MANUAL, YOUDEN
from costcurve_gui.analysis.payoffs import PayoffSpec
from costcurve_gui.analysis.selection_settings import BoundsSpec, SelectionSpec, Start
from costcurve_gui.analysis.settings import DatasetSettings
from costcurve_gui.engine.selection.bounds import BoundKind, Objective
from tests.helpers.choices import Choice, choose

if TYPE_CHECKING:
    from costcurve_gui.engine.selection.policy import Policy
    from tests.helpers.workbench import Workbench

A, B, C = (f"dataset1/score_{name}" for name in "abc")


def policy_of(bench: Workbench, key: str = A) -> Policy:
    return bench.snapshot.models[key].policy


def thresholds_of(bench: Workbench, key: str = A) -> list[float]:
    curves = next(model for model in bench.snapshot.curve_set.models if model.info.key == key)
    return curves.evaluation.table.thresholds.tolist()


def test_that_going_by_hand_starts_where_every_model_is(bench: Workbench) -> None:
    before = {key: model.policy for key, model in bench.snapshot.models.items()}
    choose(bench.selection, Choice.MANUAL)
    for key, policy in before.items():
        assert policy_of(bench, key).threshold == policy.threshold
        assert policy_of(bench, key).tpr == policy.tpr


def test_that_dragging_a_threshold_goes_by_hand_and_moves_one_model(bench: Workbench) -> None:
    others = policy_of(bench, B).threshold
    bench.selection.preview_threshold(A, 0.7)
    assert bench.current.selection.criterion is MANUAL
    assert policy_of(bench, A).threshold == 0.7
    assert policy_of(bench, B).threshold == others


def test_that_the_dragged_model_stays_selected_when_others_become_better(bench: Workbench) -> None:
    first = bench.snapshot.selected
    assert first is not None
    for threshold in thresholds_of(bench, first):
        bench.selection.preview_threshold(first, threshold)
        assert bench.snapshot.selected == first
    assert bench.snapshot.best != first
    bench.selection.commit_threshold()
    bench.session.undo()
    assert bench.current.selected is None


def test_that_a_drag_of_the_threshold_is_one_step(bench: Workbench) -> None:
    before = bench.current
    for threshold in (0.1, 0.4, 0.7):
        bench.selection.preview_threshold(A, threshold)
    bench.selection.commit_threshold()
    bench.session.undo()
    assert bench.current == before


@pytest.mark.parametrize("steps", [1, -1, 10, -10])
def test_that_a_step_moves_the_threshold_by_distinct_scores(bench: Workbench, steps: int) -> None:
    bench.selection.select_model(A)
    thresholds = thresholds_of(bench)
    bench.selection.set_threshold(thresholds[12])
    bench.selection.step_threshold(steps)
    assert policy_of(bench).threshold == thresholds[12 - steps]


def test_that_steps_stop_at_nobody_and_at_everybody(bench: Workbench) -> None:
    bench.selection.select_model(A)
    bench.selection.step_threshold(10_000)
    assert (policy_of(bench).fpr, policy_of(bench).tpr) == (0, 0)
    bench.selection.step_threshold(-10_000)
    assert (policy_of(bench).fpr, policy_of(bench).tpr) == (1, 1)


def test_that_a_step_from_between_two_scores_goes_to_the_next_score(bench: Workbench) -> None:
    bench.selection.select_model(A)
    thresholds = thresholds_of(bench)
    bench.selection.set_threshold((thresholds[7] + thresholds[8]) / 2)
    bench.selection.step_threshold(-1)
    assert policy_of(bench).threshold == thresholds[8]


def test_that_bounds_are_kept_within_their_range(bench: Workbench) -> None:
    bench.selection.set_bound(BoundKind.FPR, 1.7)
    bench.selection.set_bound(BoundKind.CASES, -5)
    bench.selection.set_population(0)
    spec = bench.current.selection
    assert (spec.bounds.fpr, spec.bounds.cases, spec.population) == (1.0, 0.0, 1)


def test_that_a_dragged_bound_is_respected_at_every_moment(bench: Workbench) -> None:
    choose(bench.selection, Choice.NEYMAN_PEARSON)
    for bound in (0.5, 0.23, 0.04):
        bench.selection.preview_max_fpr(bound)
        assert all(model.policy.fpr <= bound + 1e-9 for model in bench.snapshot.models.values())
    bench.selection.commit_max_fpr()
    assert bench.session.undo_label == "drag the bound"


def test_that_a_dragged_capacity_is_filled(bench: Workbench) -> None:
    choose(bench.selection, Choice.WORKFORCE)
    bench.selection.set_population(1000)
    bench.selection.preview_capacity(250)
    bench.selection.commit_capacity()
    for model in bench.snapshot.models.values():
        assert model.policy.fraction_targeted == pytest.approx(0.25)


def test_that_a_selected_model_stays_selected_until_the_best_is_followed(
    bench: Workbench,
) -> None:
    best = bench.snapshot.best
    other = next(key for key in bench.snapshot.models if key != best)
    bench.selection.select_model(other)
    assert bench.snapshot.selected == other
    bench.selection.follow_best()
    assert bench.snapshot.selected == best


def test_that_a_hidden_curve_leaves_its_model_in_the_decision_and_the_chosen_one_stays(
    bench: Workbench,
) -> None:
    bench.selection.select_model(A)
    best = bench.snapshot.best
    refused = bench.selection.show_model(A, shown=False)
    assert refused == "The curve of a is drawn while it is the chosen model."
    assert list(bench.snapshot.shown) == [A, B, C]
    assert bench.selection.show_model(B, shown=False) == ""
    assert list(bench.snapshot.shown) == [A, C]
    assert list(bench.snapshot.models) == [A, B, C]
    assert (bench.snapshot.selected, bench.snapshot.best) == (A, best)
    bench.selection.show_model(B, shown=True)
    assert list(bench.snapshot.shown) == [A, B, C]


def test_that_a_chosen_curve_is_hidden_once_another_is_chosen(bench: Workbench) -> None:
    bench.selection.select_model(A)
    bench.selection.show_model(A, shown=False)
    bench.selection.select_model(B)
    assert list(bench.snapshot.shown) == [B, C]
    bench.selection.select_model(A)
    assert bench.selection.show_model(A, shown=False) == ""  # its box is ticked all the same
    bench.selection.select_model(B)
    assert list(bench.snapshot.shown) == [A, B, C]


def test_that_a_model_with_a_hidden_curve_can_be_selected(bench: Workbench) -> None:
    bench.selection.show_model(A, shown=False)
    bench.selection.select_model(A)
    assert bench.snapshot.selected == A


def test_that_rule_objective_and_bounds_change_one_at_a_time(bench: Workbench) -> None:
    bench.selection.choose_objective(Objective.TPR)
    bench.selection.set_bound(BoundKind.CASES, 30)
    bench.selection.set_bound(BoundKind.FPR, 0.2)
    assert bench.current.objective is Objective.TPR
    bench.selection.choose_objective(Objective.PROFIT)
    assert bench.current.selection.bounds == BoundsSpec(fpr=0.2, cases=30)
    bench.selection.choose_criterion(YOUDEN)
    bench.selection.set_bound(BoundKind.FPR, None)
    selection = bench.current.selection
    assert (selection.criterion, selection.objective) == (YOUDEN, Objective.PROFIT)
    assert selection.bounds == BoundsSpec(cases=30)


@pytest.mark.parametrize("start", Start)
def test_that_a_criterion_of_the_sources_sets_objective_and_bound(
    bench: Workbench, start: Start
) -> None:
    bench.selection.set_bound(BoundKind.PRECISION, 0.3)
    bench.selection.start_from(start)
    assert bench.current.objective is Objective.TPR
    assert bench.current.selection.bounds.limits == {start.kind: start.limit_for(10_000)}
    bench.selection.set_bound(start.kind, 0.05)
    bench.selection.start_from(start)
    assert bench.current.selection.bounds.limits == {start.kind: 0.05}


def test_that_profit_is_the_objective_once_payoffs_are_typed_unless_one_was_chosen(
    bench: Workbench,
) -> None:
    plain = DatasetSettings()
    assert plain.objective is Objective.COST
    assert replace(plain, payoff=PayoffSpec(fn="-5")).objective is Objective.PROFIT
    chosen = replace(plain, selection=SelectionSpec(objective=Objective.TPR))
    assert replace(chosen, payoff=PayoffSpec(fn="-5")).objective is Objective.TPR


def test_that_the_next_model_follows_in_file_order_and_round_the_end(bench: Workbench) -> None:
    bench.selection.select_model(B)
    bench.selection.step_model(1)
    assert bench.snapshot.selected == C
    bench.selection.step_model(1)
    assert bench.snapshot.selected == A
    bench.selection.step_model(-1)
    assert bench.snapshot.selected == C


def test_that_with_all_curves_hidden_the_chosen_one_is_drawn(bench: Workbench) -> None:
    best = bench.snapshot.best
    bench.selection.hide_models(frozenset({A, B, C}))
    assert (bench.snapshot.best, bench.snapshot.selected) == (best, best)
    assert list(bench.snapshot.shown) == [best]
    assert bench.session.undo_label == "change the curves on show"

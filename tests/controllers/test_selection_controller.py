from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from costcurve_gui.models.state import Criterion

if TYPE_CHECKING:
    from costcurve_gui.engine.selection.policy import Policy
    from tests.helpers.workbench import Workbench

A, B, C = (f"dataset1/score_{name}" for name in "abc")


def policy_of(bench: Workbench, key: str = A) -> Policy:
    return bench.frame.models[key].policy


def thresholds_of(bench: Workbench, key: str = A) -> list[float]:
    scene = next(model for model in bench.frame.scene.models if model.info.key == key)
    return scene.evaluation.table.thresholds.tolist()


def test_that_going_by_hand_starts_where_every_model_is(bench: Workbench) -> None:
    before = {key: model.policy for key, model in bench.frame.models.items()}
    bench.selection.choose_criterion(Criterion.MANUAL)
    for key, policy in before.items():
        assert policy_of(bench, key).threshold == policy.threshold
        assert policy_of(bench, key).tpr == policy.tpr


def test_that_dragging_a_threshold_goes_by_hand_and_moves_one_model(bench: Workbench) -> None:
    others = policy_of(bench, B).threshold
    bench.selection.preview_threshold(A, 0.7)
    assert bench.current.selection.criterion is Criterion.MANUAL
    assert policy_of(bench, A).threshold == 0.7
    assert policy_of(bench, B).threshold == others


def test_that_the_dragged_model_stays_selected_when_others_become_better(bench: Workbench) -> None:
    first = bench.frame.selected
    assert first is not None
    for threshold in thresholds_of(bench, first):
        bench.selection.preview_threshold(first, threshold)
        assert bench.frame.selected == first
    assert bench.frame.best != first
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
    bench.selection.set_max_fpr(1.7)
    bench.selection.set_capacity(-5)
    bench.selection.set_population(0)
    spec = bench.current.selection
    assert (spec.max_fpr, spec.capacity, spec.population) == (1.0, 0.0, 1)


def test_that_a_dragged_bound_is_respected_at_every_moment(bench: Workbench) -> None:
    bench.selection.choose_criterion(Criterion.NEYMAN_PEARSON)
    for bound in (0.5, 0.23, 0.04):
        bench.selection.preview_max_fpr(bound)
        assert all(model.policy.fpr <= bound + 1e-9 for model in bench.frame.models.values())
    bench.selection.commit_max_fpr()
    assert bench.session.undo_label == "drag the bound"


def test_that_a_dragged_capacity_is_filled(bench: Workbench) -> None:
    bench.selection.choose_criterion(Criterion.WORKFORCE)
    bench.selection.set_population(1000)
    bench.selection.preview_capacity(250)
    bench.selection.commit_capacity()
    for model in bench.frame.models.values():
        assert model.policy.fraction_targeted == pytest.approx(0.25)


def test_that_a_selected_model_stays_selected_until_the_best_is_followed(
    bench: Workbench,
) -> None:
    best = bench.frame.best
    other = next(key for key in bench.frame.models if key != best)
    bench.selection.select_model(other)
    assert bench.frame.selected == other
    bench.selection.follow_best()
    assert bench.frame.selected == best


def test_that_hiding_the_selected_model_selects_the_best_of_the_others(bench: Workbench) -> None:
    bench.selection.select_model(A)
    bench.selection.show_model(A, shown=False)
    assert A not in bench.frame.models
    assert bench.frame.selected == bench.frame.best
    bench.selection.show_model(A, shown=True)
    assert list(bench.frame.models) == [A, B, C]


def test_that_a_hidden_model_cannot_be_selected(bench: Workbench) -> None:
    bench.selection.show_model(A, shown=False)
    bench.selection.select_model(A)
    assert bench.frame.selected != A


def test_that_the_next_model_follows_in_file_order_and_round_the_end(bench: Workbench) -> None:
    bench.selection.select_model(B)
    bench.selection.step_model(1)
    assert bench.frame.selected == C
    bench.selection.step_model(1)
    assert bench.frame.selected == A
    bench.selection.step_model(-1)
    assert bench.frame.selected == C


def test_that_with_all_models_off_there_is_no_best(bench: Workbench) -> None:
    bench.selection.hide_models(frozenset({A, B, C}))
    assert (bench.frame.best, bench.frame.selected, dict(bench.frame.models)) == (None, None, {})
    bench.selection.step_threshold(1)
    bench.selection.step_model(1)
    bench.selection.set_threshold(0.5)
    assert bench.session.undo_label == "change the models on show"

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest

from costcurve_gui.analysis.derivations import (
    CALIBRATED,
    CHAIN,
    CONJUNCTION,
    COST_WEIGHTED,
    DISJUNCTION,
    REPAIRED,
    REVERSED,
)
from costcurve_gui.analysis.derived_models import ModelDraft
from costcurve_gui.controllers.derived_model_controller import DerivedModelController
from tests.helpers.choices import Choice, choose

if TYPE_CHECKING:
    from costcurve_gui.analysis.derivation import Derivation
    from tests.helpers.workbench import Workbench

A, B, C = (f"dataset1/score_{name}" for name in "abc")


class Desk:
    """A controller, and what it told whoever asked it."""

    def __init__(self, bench: Workbench) -> None:
        self.bench = bench
        self.controller = DerivedModelController(bench.session, bench.results, bench.analysis)
        self.added = 0
        self.faults: list[str] = []

    def add(self, kind: Derivation, *sources: str, name: str = "new") -> None:
        self.controller.add(ModelDraft(kind, sources, name), self._count, self.faults.append)

    def _count(self) -> None:
        self.added += 1

    @property
    def names(self) -> list[str]:
        return [model.info.name for model in self.bench.snapshot.models.values()]


@pytest.fixture
def desk(bench: Workbench) -> Desk:
    return Desk(bench)


def test_that_a_new_model_is_selected_and_drawn_in_the_next_colour(desk: Desk) -> None:
    desk.add(REVERSED, C, name=" turned ")
    snapshot = desk.bench.snapshot
    assert desk.names == ["a", "b", "c", "turned"]
    assert snapshot.selected is not None
    assert snapshot.models[snapshot.selected].info.name == "turned"
    assert snapshot.models[snapshot.selected].info.slot == 4
    assert (desk.added, desk.faults) == (1, [])
    assert desk.bench.session.undo_label == "add turned"


def test_that_undo_takes_it_away_and_redo_brings_it_back(desk: Desk) -> None:
    desk.add(CONJUNCTION, A, B)
    desk.bench.session.undo()
    assert desk.names == ["a", "b", "c"]
    assert desk.bench.snapshot.settings == desk.bench.current
    desk.bench.session.redo()
    assert desk.names == ["a", "b", "c", "new"]
    assert desk.bench.errors == []


def test_that_a_model_can_be_made_from_one_made_before(desk: Desk) -> None:
    desk.add(REVERSED, C, name="turned")
    turned = desk.bench.snapshot.selected
    assert turned is not None
    desk.add(CALIBRATED, turned, name="probabilities")
    assert desk.names[-2:] == ["turned", "probabilities"]


def test_that_a_combination_keeps_the_thresholds_it_was_made_with(desk: Desk) -> None:
    bench = desk.bench
    at = [bench.snapshot.models[key].policy.threshold for key in (A, B)]
    desk.add(DISJUNCTION, A, B)
    scores = (
        bench.store.get("dataset1").cases(bench.snapshot.curve_set.dataset).cache.dataset.scores
    )
    bench.condition.set_prior(0.9)
    (model,) = bench.current.derived
    assert list(model.thresholds) == at
    expected = (scores["score_a"] >= at[0]) | (scores["score_b"] >= at[1])
    assert scores[model.column].tolist() == expected.tolist()


def test_that_where_two_thresholds_are_mixed_the_best_single_one_is_taken(desk: Desk) -> None:
    bench = desk.bench
    choose(bench.selection, Choice.NEYMAN_PEARSON)
    bench.selection.select_model(A)
    assert bench.snapshot.bounded is not None
    assert bench.snapshot.models[A].policy.threshold_2 is not None
    single = bench.snapshot.bounded.single
    desk.add(CONJUNCTION, A, B)
    assert bench.current.derived[0].thresholds[0] == single.threshold


def test_that_cost_weights_stay_when_the_payoffs_change(desk: Desk) -> None:
    bench = desk.bench
    desk.add(CALIBRATED, A, name="p")
    p = bench.snapshot.selected
    assert p is not None
    desk.add(COST_WEIGHTED, p, name="by cost")
    before = bench.current.derived[-1]
    bench.payoffs.edit_cell("fn", "-2*amount")
    assert bench.current.derived[-1] == before
    assert before.payoffs == ("0", "-amount")
    assert bench.current.payoff.fn == "-2*amount"
    assert desk.names[-2:] == ["p", "by cost"]


@pytest.mark.parametrize(
    ("kind", "sources", "name", "fault"),
    [
        (REVERSED, (C,), "  ", "needs a name"),
        (REVERSED, (C,), "b", "named b already"),
        (CONJUNCTION, (A, A), "new", "two different models"),
        (CHAIN, (A,), "new", "two different models"),
        (COST_WEIGHTED, (C,), "new", "Scores below 0"),
    ],
)
def test_that_a_model_that_cannot_be_made_is_refused_in_words(
    desk: Desk, kind, sources, name, fault
) -> None:
    desk.add(kind, *sources, name=name)
    assert fault in desk.faults[0]
    assert desk.added == 0
    assert desk.bench.current.derived == ()
    assert desk.bench.session.undo_label is None


def test_that_a_curve_without_a_concavity_is_not_repaired(desk: Desk) -> None:
    desk.add(CALIBRATED, C, name="calibrated")
    calibrated = desk.bench.snapshot.selected
    assert calibrated is not None
    desk.add(REPAIRED, calibrated)
    assert desk.faults == ["Its ROC curve has no concavity: there is nothing to repair."]
    desk.add(REPAIRED, C)
    assert desk.names[-2:] == ["calibrated", "new"]


def test_that_the_same_model_is_not_made_twice(desk: Desk) -> None:
    desk.add(REVERSED, C, name="turned")
    desk.add(REVERSED, C, name="again")
    assert desk.faults == ["turned already is this model."]


def test_that_a_model_without_a_threshold_joins_no_combination(desk: Desk) -> None:
    desk.bench.selection.preview_threshold(B, math.inf)
    desk.bench.selection.commit_threshold()
    desk.add(CONJUNCTION, A, B)
    assert "b acts on no case" in desk.faults[0]


def test_that_reversing_names_the_new_model(desk: Desk) -> None:
    desk.controller.reverse(C, desk.faults.append)
    assert desk.names[-1] == "c reversed"


def test_that_giving_up_leaves_everything_as_it_was(desk: Desk) -> None:
    desk.bench.runner.holding = True
    desk.add(REVERSED, C)
    desk.controller.give_up()
    desk.bench.runner.run_held()
    assert (desk.added, desk.bench.current.derived) == (0, ())


def test_that_payoffs_and_a_model_under_way_at_once_are_both_taken(desk: Desk) -> None:
    bench = desk.bench
    bench.runner.holding = True
    desk.add(REVERSED, C)
    bench.payoffs.edit_cell("fn", "-2*amount")
    bench.runner.run_held()
    bench.runner.run_held()  # what one of them left behind
    assert bench.current.payoff.fn == "-2*amount"
    assert bench.snapshot.settings == bench.current
    assert desk.names[-1] == "new"


def test_that_nothing_is_made_without_a_file(empty_bench: Workbench) -> None:
    desk = Desk(empty_bench)
    desk.add(REVERSED, C)
    desk.controller.reverse(C, desk.faults.append)
    assert (desk.added, desk.faults) == (0, [])


def test_that_a_choice_by_the_condition_alone_is_taken_as_it_is(desk: Desk) -> None:
    bench = desk.bench
    choose(bench.selection, Choice.PERFORMANCE_INDEPENDENT)
    chosen = bench.snapshot.models[A].policy.threshold
    desk.add(CONJUNCTION, A, B)
    assert bench.current.derived[0].thresholds[0] == chosen

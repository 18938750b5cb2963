"""The list of models is the user's: every edit is one step, and refused in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from costcurve_gui.analysis.derivations import CALIBRATED, REVERSED
from costcurve_gui.analysis.derived_models import ModelDraft
from costcurve_gui.analysis.model_edits import NO_EDITS
from costcurve_gui.controllers.derived_model_controller import DerivedModelController
from costcurve_gui.controllers.model_list_controller import ModelListController

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.helpers.workbench import Workbench

A, B, C = (f"dataset1/score_{name}" for name in "abc")


class Desk:
    """A controller of the list beside the one that derives models."""

    def __init__(self, bench: Workbench) -> None:
        self.bench = bench
        self.models = ModelListController(bench.session, bench.results)
        self._derived = DerivedModelController(bench.session, bench.results, bench.analysis)

    def derive(self, source: str, name: str, kind: object = REVERSED) -> str:
        faults: list[str] = []
        draft = ModelDraft(kind, (source,), name)  # type: ignore[arg-type]
        self._derived.add(draft, lambda: None, faults.append)
        assert faults == []
        assert self.bench.snapshot.selected is not None
        return self.bench.snapshot.selected

    @property
    def names(self) -> list[str]:
        return [model.info.name for model in self.bench.snapshot.models.values()]

    @property
    def slots(self) -> list[int]:
        return [model.info.slot for model in self.bench.snapshot.models.values()]


@pytest.fixture
def desk(bench: Workbench) -> Desk:
    return Desk(bench)


STEPS: dict[str, Callable[[Desk], object]] = {
    "rename a to Scorecard 2026": lambda desk: desk.models.rename(A, " Scorecard  2026 "),
    "change the colour of b": lambda desk: desk.models.recolour(B, 12),
    "move c": lambda desk: desk.models.arrange(C, [C, A, B]),
    "remove b": lambda desk: desk.models.remove(B),
}
AFTER = {
    "rename a to Scorecard 2026": (["Scorecard 2026", "b", "c"], [1, 2, 3]),
    "change the colour of b": (["a", "b", "c"], [1, 12, 3]),
    "move c": (["c", "a", "b"], [3, 1, 2]),
    "remove b": (["a", "c"], [1, 3]),
}


@pytest.mark.parametrize("label", STEPS)
def test_that_every_edit_is_one_named_step_and_comes_back(desk: Desk, label: str) -> None:
    session = desk.bench.session
    STEPS[label](desk)
    assert (desk.names, desk.slots) == AFTER[label]
    assert session.undo_label == label
    session.undo()
    assert (desk.names, desk.slots) == (["a", "b", "c"], [1, 2, 3])
    assert desk.bench.current.edits == NO_EDITS
    assert session.redo_label == label
    session.redo()
    assert (desk.names, desk.slots) == AFTER[label]
    assert desk.bench.snapshot.settings == desk.bench.current
    assert desk.bench.errors == []


def test_that_no_edit_but_bringing_back_computes_curves(desk: Desk) -> None:
    started = len(desk.bench.runner.labels)
    for edit in STEPS.values():
        edit(desk)
    assert len(desk.bench.runner.labels) == started
    desk.models.bring_back()
    assert len(desk.bench.runner.labels) == started + 1
    assert sorted(desk.names) == ["Scorecard 2026", "b", "c"]


def test_that_names_are_refused_in_words_and_change_nothing(desk: Desk) -> None:
    assert desk.models.rename(A, "b") == "Another model is called b. Choose another name."
    assert desk.models.rename(A, "none") == "Another model is called none. Choose another name."
    assert desk.models.rename(A, "a") == ""
    assert desk.models.rename("dataset1/unknown", "x") == ""
    assert desk.bench.session.undo_label is None


def test_that_an_empty_name_is_that_of_the_file_and_refused_for_a_derived_model(
    desk: Desk,
) -> None:
    desk.models.rename(A, "first")
    assert desk.models.rename(A, "  ") == ""
    assert desk.names == ["a", "b", "c"]
    turned = desk.derive(C, "turned")
    assert desk.models.rename(turned, " ") == "The model needs a name."
    assert desk.names[-1] == "turned"


def test_that_the_policies_of_a_renamed_model_have_its_name(desk: Desk) -> None:
    desk.models.rename(A, "first")
    assert desk.bench.snapshot.models[A].policy.model == "first"
    desk.bench.condition.set_prior(0.4)
    assert desk.bench.snapshot.models[A].policy.model == "first"
    desk.bench.payoffs.edit_cell("fn", "-7")
    assert desk.names == ["first", "b", "c"]


def test_that_derived_models_are_renamed_recoloured_and_moved_too(desk: Desk) -> None:
    turned = desk.derive(C, "turned")
    again = desk.derive(turned, "again", CALIBRATED)
    desk.models.rename(turned, "Other way")
    desk.models.recolour(again, 11)
    desk.models.arrange(again, [again, A, turned, B, C])
    assert desk.names == ["again", "a", "Other way", "b", "c"]
    assert desk.slots == [11, 1, 4, 2, 3]
    desk.bench.payoffs.edit_cell("fn", "-7")  # computed anew, in the same order
    assert desk.names == ["again", "a", "Other way", "b", "c"]


def test_that_removing_a_model_removes_what_was_made_from_it(desk: Desk) -> None:
    turned = desk.derive(C, "turned")
    desk.derive(turned, "again", CALIBRATED)
    desk.bench.selection.show_model(turned, shown=False)
    assert desk.models.remove(C) == ""
    assert desk.names == ["a", "b"]
    assert desk.bench.current.hidden == frozenset()
    assert desk.bench.current.selected is None
    desk.bench.session.undo()
    assert desk.names == ["a", "b", "c", "turned", "again"]


def test_that_the_last_model_of_the_file_stays(desk: Desk) -> None:
    for key in (A, B):
        assert desk.models.remove(key) == ""
    said = "c is the only model of the file, so it stays in the list."
    assert desk.models.remove(C) == said
    assert desk.names == ["c"]


def test_that_removed_models_come_back_to_their_places(desk: Desk) -> None:
    desk.models.arrange(C, [C, B, A])
    desk.models.remove(B)
    desk.models.remove(C)
    assert desk.models.bring_back(["score_b"]) == ""
    assert desk.bench.session.undo_label == "bring back b"
    assert desk.names == ["b", "a"]
    assert desk.models.bring_back() == ""
    assert desk.names == ["c", "b", "a"]
    desk.bench.session.undo()
    assert desk.names == ["b", "a"]


def test_that_the_name_of_a_removed_model_is_kept_for_it(desk: Desk) -> None:
    desk.models.remove(B)
    assert desk.models.rename(A, "b") == "Another model is called b. Choose another name."
    desk.derive(C, "b")
    assert desk.models.bring_back() == "Another model is called b now. Rename that one first."
    assert desk.names == ["a", "c", "b"]


def test_that_the_colour_of_the_place_comes_back(desk: Desk) -> None:
    desk.models.recolour(B, 9)
    desk.models.recolour(B, None)
    assert desk.slots == [1, 2, 3]
    assert desk.bench.current.edits == NO_EDITS


def test_that_nothing_is_edited_without_a_file(empty_bench: Workbench) -> None:
    models = ModelListController(empty_bench.session, empty_bench.results)
    assert models.rename(A, "x") == models.remove(A) == ""
    models.recolour(A, 3)
    models.arrange(A, [A])
    assert empty_bench.session.undo_label is None

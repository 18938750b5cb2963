from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from costcurve_gui.analysis.settings import MixBy, MixedPoints, MixSpec, PointSpec
from costcurve_gui.controllers.selection_controller import MixingController

if TYPE_CHECKING:
    from tests.helpers.workbench import Workbench

A, B, C = (f"dataset1/score_{name}" for name in "abc")


@pytest.fixture
def mixing(bench: Workbench) -> MixingController:
    controller = MixingController(bench.session, bench.results)
    bench.selection.select_model(B)
    assert controller.start()
    return controller


def mix(bench: Workbench) -> MixedPoints:
    assert bench.snapshot.mix is not None
    return bench.snapshot.mix


def spec(bench: Workbench) -> MixSpec:
    assert bench.current.mix is not None
    return bench.current.mix


def test_that_it_starts_with_the_selected_model_and_another_where_they_work(
    bench: Workbench, mixing: MixingController
) -> None:
    del mixing
    points = [PointSpec(key, bench.snapshot.models[key].policy.threshold) for key in (B, A)]
    assert spec(bench) == MixSpec(*points)
    assert mix(bench).found.mixing == 0.5
    assert bench.session.undo_label == "mix two points"


def test_that_a_mixture_in_force_is_opened_again(
    bench: Workbench, mixing: MixingController
) -> None:
    mixing.set_wanted(0.9)
    before = spec(bench)
    assert mixing.start()
    assert spec(bench) == before


def test_that_a_model_is_taken_where_it_works_now(
    bench: Workbench, mixing: MixingController
) -> None:
    mixing.choose_model("second", C)
    assert spec(bench).second == PointSpec(C, bench.snapshot.models[C].policy.threshold)
    assert spec(bench).first.key == B


def test_that_a_threshold_is_taken_at_one_end(bench: Workbench, mixing: MixingController) -> None:
    mixing.set_manual_position("first", 0.4)
    scores = bench.store.get("dataset1").cases(bench.snapshot.curve_set.dataset).dataset
    acted_on = scores.scores["score_b"] >= 0.4
    assert mix(bench).first.fpr == pytest.approx(acted_on[~scores.y_true].mean())
    assert mix(bench).first.tpr == pytest.approx(acted_on[scores.y_true].mean())


@pytest.mark.parametrize("by", list(MixBy))
def test_that_another_figure_is_fixed_where_it_is(
    bench: Workbench, mixing: MixingController, by: MixBy
) -> None:
    mixing.set_manual_position("first", 1.5)
    mixing.set_wanted(0.3)
    before = mix(bench).found.point
    mixing.choose_by(by.value)
    assert spec(bench).by is by
    assert mix(bench).found.point == pytest.approx(before)


def test_that_out_of_reach_another_figure_begins_in_the_middle(
    bench: Workbench, mixing: MixingController
) -> None:
    mixing.choose_by(MixBy.CASES)
    mixing.set_wanted(1e9)
    assert mix(bench).found is None
    mixing.choose_by(MixBy.FPR)
    assert (spec(bench).by, spec(bench).wanted) == (MixBy.SHARE, 0.5)


def test_that_cases_keep_their_number_when_the_prior_moves(
    bench: Workbench, mixing: MixingController
) -> None:
    mixing.set_manual_position("first", 1.5)
    mixing.choose_by(MixBy.CASES)
    cases = spec(bench).wanted
    share = mix(bench).found.mixing
    bench.condition.set_prior(bench.snapshot.condition.prior * 1.05)
    assert mix(bench).found.cases == pytest.approx(cases)
    assert mix(bench).found.mixing != share


def test_that_it_is_removed_and_undone(bench: Workbench, mixing: MixingController) -> None:
    before = spec(bench)
    mixing.remove()
    assert bench.snapshot.mix is None
    mixing.set_wanted(0.1)
    mixing.set_manual_position("first", 0.1)
    mixing.choose_by(MixBy.FPR)
    mixing.choose_model("first", A)
    assert bench.current.mix is None
    bench.session.undo()
    assert spec(bench) == before


def test_that_nothing_is_mixed_without_a_file(empty_bench: Workbench) -> None:
    assert not MixingController(empty_bench.session, empty_bench.results).start()

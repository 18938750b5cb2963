from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from costcurve_gui.analysis.settings import DragChanges, PriorUnit
from costcurve_gui.controllers.condition_controller import LEAST_PRIOR

if TYPE_CHECKING:
    from tests.helpers.workbench import Workbench


def pc_plus(bench: Workbench) -> float:
    return bench.snapshot.condition.probability_cost


@pytest.mark.parametrize("target", [0.001, 0.2, 0.5, 0.93])
def test_that_a_drag_moves_the_prior_and_keeps_the_cost_ratio(
    bench: Workbench, target: float
) -> None:
    ratio = bench.snapshot.condition.cost_ratio
    bench.condition.preview_drag(target)
    assert pc_plus(bench) == pytest.approx(target)
    assert bench.snapshot.condition.cost_ratio == pytest.approx(ratio)


@pytest.mark.parametrize("target", [0.001, 0.2, 0.5, 0.93])
def test_that_a_drag_of_the_cost_ratio_keeps_the_prior(bench: Workbench, target: float) -> None:
    prior = bench.snapshot.condition.prior
    bench.condition.set_drag_mode(DragChanges.COST_RATIO)
    bench.condition.preview_drag(target)
    assert pc_plus(bench) == pytest.approx(target)
    assert bench.snapshot.condition.prior == prior
    assert bench.current.condition.prior is None


@pytest.mark.parametrize("mode", list(DragChanges))
def test_that_a_dragged_cost_ratio_keeps_the_prior_whatever_drags_move(
    bench: Workbench, mode: DragChanges
) -> None:
    bench.condition.set_drag_mode(mode)
    prior = bench.snapshot.condition.prior
    for ratio in (3.0, 7.0):
        bench.condition.preview_cost_ratio(ratio)
        assert bench.snapshot.condition.cost_ratio == pytest.approx(ratio)
    bench.condition.commit_cost_ratio()
    assert bench.snapshot.condition.prior == prior
    assert bench.session.undo_label == "drag the cost ratio"


@pytest.mark.parametrize("mode", list(DragChanges))
@pytest.mark.parametrize("edge", [0.0, 1.0])
def test_that_a_drag_to_the_edge_stays_finite(
    bench: Workbench, mode: DragChanges, edge: float
) -> None:
    bench.condition.set_drag_mode(mode)
    bench.condition.preview_drag(edge)
    assert pc_plus(bench) == pytest.approx(edge, abs=1e-3)
    assert LEAST_PRIOR <= bench.snapshot.condition.prior <= 1 - LEAST_PRIOR
    assert 0 < bench.snapshot.condition.cost_ratio < 1e12


def test_that_one_drag_is_one_step(bench: Workbench) -> None:
    before = pc_plus(bench)
    for target in (0.3, 0.4, 0.5):
        bench.condition.preview_drag(target)
    bench.condition.commit_drag()
    assert bench.session.undo_label == "drag the prior"
    bench.session.undo()
    assert pc_plus(bench) == before
    assert bench.session.undo_label is None


def test_that_the_arrow_keys_step_by_the_amount_and_stop_at_the_edge(bench: Workbench) -> None:
    bench.condition.preview_drag(0.985)
    bench.condition.commit_drag()
    bench.condition.step(0.01)
    assert pc_plus(bench) == pytest.approx(0.995)
    bench.condition.step(0.1)
    bench.condition.step(0.1)
    assert 0.999 < pc_plus(bench) < 1


def test_that_a_walk_of_the_arrow_keys_is_one_step(bench: Workbench) -> None:
    before = bench.current
    for _ in range(5):
        bench.condition.step(0.01)
    bench.session.undo()
    assert bench.current == before


def test_that_a_typed_prior_outside_its_range_is_brought_to_the_nearest(
    bench: Workbench,
) -> None:
    bench.condition.set_prior(0.0)
    assert bench.snapshot.condition.prior == LEAST_PRIOR
    bench.condition.set_prior(1.0)
    assert bench.snapshot.condition.prior == 1 - LEAST_PRIOR


def test_that_resetting_the_prior_goes_back_to_the_share_in_the_sample(bench: Workbench) -> None:
    bench.condition.set_prior(0.05)
    bench.condition.set_prior(None)
    info = bench.session.state.dataset
    assert info is not None
    assert bench.snapshot.condition.prior == info.positives / info.rows


def test_that_a_typed_cost_ratio_is_the_one_in_force(bench: Workbench) -> None:
    bench.condition.set_cost_ratio(7.5)
    assert bench.snapshot.condition.cost_ratio == pytest.approx(7.5)
    bench.condition.set_cost_ratio(2.0)
    assert bench.snapshot.condition.cost_ratio == pytest.approx(2.0)


def test_that_another_cost_ratio_leaves_the_payoffs_as_typed(bench: Workbench) -> None:
    payoff = bench.current.payoff
    bench.condition.set_cost_ratio(7.5)
    assert bench.current.payoff == payoff


def test_that_the_unit_of_the_prior_changes_no_figure(bench: Workbench) -> None:
    before = bench.snapshot.condition
    bench.condition.set_prior_unit(PriorUnit.ODDS)
    assert bench.snapshot.condition == before


def test_that_without_a_dataset_nothing_moves(empty_bench: Workbench) -> None:
    empty_bench.condition.preview_drag(0.5)
    empty_bench.condition.step(0.01)
    empty_bench.condition.set_cost_ratio(2.0)
    assert not empty_bench.session.previewing

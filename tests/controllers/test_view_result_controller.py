from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from costcurve_gui.analysis.view_results import NO_RESULTS, ViewResults
from costcurve_gui.controllers.view_controllers import ViewResultController
from tests.helpers.choices import Choice, choose

if TYPE_CHECKING:
    from tests.helpers.workbench import Workbench


@pytest.fixture
def controller(empty_bench: Workbench) -> ViewResultController:
    bench = empty_bench
    return ViewResultController(bench.store, bench.results, bench.runner, bench.errors.append)


def test_that_a_result_is_computed_while_its_view_is_on_show(empty_bench, controller) -> None:
    empty_bench.datasets.open_example("german_credit")
    assert empty_bench.snapshot.results == NO_RESULTS
    controller.show("calibration")
    assert set(empty_bench.snapshot.results.calibration) == set(empty_bench.snapshot.models)
    assert empty_bench.errors == []


def test_that_a_result_is_kept_while_the_condition_moves(empty_bench, controller) -> None:
    empty_bench.datasets.open_example("german_credit")
    controller.show("calibration")
    before = empty_bench.snapshot.results.calibration
    empty_bench.condition.set_prior(0.2)
    assert empty_bench.snapshot.results.calibration is before


def test_that_a_result_is_computed_again_for_another_curve_set(empty_bench, controller) -> None:
    controller.show("calibration")
    empty_bench.datasets.open_example("german_credit")
    before = empty_bench.snapshot.results.calibration
    empty_bench.payoffs.edit_cell("fn", "-2*amount")
    assert empty_bench.snapshot.results.calibration is not before
    assert [frame for frame in empty_bench.frames if frame][-1] is empty_bench.snapshot


def test_that_a_result_is_computed_again_at_another_level(empty_bench, controller) -> None:
    empty_bench.datasets.open_example("german_credit")
    controller.show("calibration")
    before = empty_bench.snapshot.results.calibration
    bands = empty_bench.session.state.current.bands
    wider = replace(bands, spec=replace(bands.spec, level=0.99))
    empty_bench.session.apply("change the uncertainty", bands=wider)
    for key, after in empty_bench.snapshot.results.calibration.items():
        filled = after.counts > 0
        assert (after.upper > before[key].upper)[filled].all()


def test_that_a_view_behind_another_costs_nothing(empty_bench, controller) -> None:
    controller.show("calibration")
    controller.leave("calibration")
    empty_bench.datasets.open_example("german_credit")
    assert empty_bench.snapshot.results == NO_RESULTS
    controller.show("roc")
    assert empty_bench.snapshot.results == NO_RESULTS
    assert not any("Calibration" in label for label in empty_bench.runner.labels)


def test_that_a_late_result_of_another_curve_set_is_let_go(empty_bench, controller) -> None:
    empty_bench.datasets.open_example("german_credit")
    old = empty_bench.snapshot.curve_set
    empty_bench.payoffs.edit_cell("fn", "-2*amount")
    empty_bench.results.update(old, lambda one: replace(one, results=ViewResults(calibration={})))
    assert empty_bench.snapshot.results == NO_RESULTS


def test_that_the_hybrid_curve_is_computed_while_its_criterion_is_chosen(
    empty_bench, controller
) -> None:
    bench = empty_bench
    bench.session.selection_changed.connect(controller.follow)
    bench.datasets.open_example("german_credit")
    assert bench.snapshot.results.hybrids is None
    choose(bench.selection, Choice.PERFORMANCE_INDEPENDENT)
    first = bench.snapshot.results.hybrids
    assert set(first) == set(bench.snapshot.models)
    bench.condition.set_prior(0.2)
    assert bench.snapshot.results.hybrids is first
    bench.payoffs.edit_cell("fn", "-2*amount")
    assert bench.snapshot.results.hybrids is not first
    choose(bench.selection, Choice.MIN_COST)
    bench.payoffs.edit_cell("fn", "-amount")
    assert bench.snapshot.results.hybrids is None
    assert bench.errors == []


def test_that_the_drawn_hybrid_curve_has_the_cost_of_the_chosen_threshold(
    empty_bench, controller
) -> None:
    bench = empty_bench
    bench.session.selection_changed.connect(controller.follow)
    bench.datasets.open_example("german_credit")
    choose(bench.selection, Choice.PERFORMANCE_INDEPENDENT)
    for prior in (0.01, 0.05, 0.3):
        bench.condition.set_prior(prior)
        at = bench.snapshot.condition.probability_cost
        for key, model in bench.snapshot.models.items():
            drawn = bench.snapshot.results.hybrids[key]
            cost = np.interp(at, drawn.pc_plus, drawn.cost)
            assert cost == pytest.approx(model.policy.normalized_expected_cost)

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from costcurve_gui.analysis.common_case_requests import common_in, missing_common_cases
from costcurve_gui.analysis.cost_comparisons import cost_comparisons
from costcurve_gui.analysis.intervals.results import CANCELLED
from costcurve_gui.analysis.payoffs import PayoffSpec
from costcurve_gui.controllers import common_case_controller
from costcurve_gui.controllers.common_case_controller import (
    COMPARE,
    CommonCaseController,
)
from costcurve_gui.dataio.errors import DataError
from tests.helpers.gaps import DATA, PAYOFF
from tests.helpers.samples import dataset, loaded

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from tests.helpers.workbench import Workbench


@pytest.fixture
def common(empty_bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> CommonCaseController:
    """Return the controller, with an open file and no job at work yet; it waits 1 ms."""
    monkeypatch.setattr(common_case_controller, "PAUSE_MS", 1)
    bench = empty_bench
    bench.runner.holding = True
    controller = CommonCaseController(bench.results, bench.runner)
    bench.take(loaded(DATA, PAYOFF))
    return controller


def started(bench: Workbench) -> int:
    return bench.runner.labels.count("Comparing models")


def run(qtbot: QtBot, bench: Workbench) -> None:
    qtbot.waitUntil(lambda: bench.runner.held > 0)
    bench.runner.run_held()


def finish(qtbot: QtBot, bench: Workbench) -> None:
    while missing_common_cases(bench.snapshot):
        run(qtbot, bench)


def test_that_the_pair_on_show_comes_first_and_all_others_next(qtbot, empty_bench, common) -> None:
    run(qtbot, empty_bench)
    snapshot = empty_bench.snapshot
    assert cost_comparisons(snapshot).comparison.cases is not None
    assert len(snapshot.common.found) == 1
    run(qtbot, empty_bench)
    assert missing_common_cases(empty_bench.snapshot) == ()
    assert len(cost_comparisons(empty_bench.snapshot).cheapest) == 3
    done = started(empty_bench)
    qtbot.wait(20)
    assert started(empty_bench) == done == 2


def test_that_a_file_without_gaps_starts_nothing(qtbot, empty_bench) -> None:
    CommonCaseController(empty_bench.results, empty_bench.runner)
    empty_bench.take(loaded(dataset()))
    qtbot.wait(20)
    assert started(empty_bench) == 0
    assert not empty_bench.snapshot.common.found


def test_that_nothing_is_computed_again_while_the_condition_moves(
    qtbot, empty_bench, common
) -> None:
    key = empty_bench.snapshot.curve_set.models[0].info.key
    empty_bench.selection.select_model(key)
    finish(qtbot, empty_bench)
    done = started(empty_bench)
    for pc_plus in (0.3, 0.35, 0.4):
        empty_bench.condition.preview_drag(pc_plus)
        assert cost_comparisons(empty_bench.snapshot).figures
        qtbot.wait(5)
    empty_bench.condition.commit_drag()
    finish(qtbot, empty_bench)
    assert started(empty_bench) - done <= 1  # another competitor may need its table


def test_that_nothing_starts_while_the_condition_is_dragged(
    qtbot, empty_bench, common, monkeypatch
) -> None:
    finish(qtbot, empty_bench)
    monkeypatch.setattr(common_case_controller, "PAUSE_MS", 60)
    before, others = started(empty_bench), empty_bench.snapshot.curve_set.models[1:]
    for one in others:
        empty_bench.selection.select_model(one.info.key)
        qtbot.wait(15)
    assert started(empty_bench) == before
    finish(qtbot, empty_bench)


def test_that_other_payoffs_are_compared_again(qtbot, empty_bench, common) -> None:
    finish(qtbot, empty_bench)
    before = cost_comparisons(empty_bench.snapshot).comparison
    empty_bench.payoffs.edit_cell("fp", "-900")
    empty_bench.runner.run_held()
    assert cost_comparisons(empty_bench.snapshot).comparison is None
    finish(qtbot, empty_bench)
    after = cost_comparisons(empty_bench.snapshot).comparison
    assert after.loss.cost.min() != before.loss.cost.min()


def test_that_a_late_result_of_another_curve_set_is_let_go(qtbot, empty_bench, common) -> None:
    qtbot.waitUntil(lambda: started(empty_bench) == 1)
    empty_bench.take(loaded(DATA, PayoffSpec(), "another"))
    empty_bench.runner.run_held()
    assert not empty_bench.snapshot.common.found
    finish(qtbot, empty_bench)
    assert all(key.startswith("another") for key in cost_comparisons(empty_bench.snapshot).cheapest)


def test_that_cancel_says_so_until_a_view_is_shown_again(qtbot, empty_bench, common) -> None:
    qtbot.waitUntil(lambda: started(empty_bench) == 1)
    empty_bench.runner.cancel(COMPARE)
    empty_bench.runner.run_held()
    keys = tuple(empty_bench.snapshot.models)
    assert common_in(empty_bench.snapshot, keys).reason == CANCELLED
    empty_bench.condition.set_prior(0.3)
    qtbot.wait(20)
    assert started(empty_bench) == 1
    common.show("difference")
    finish(qtbot, empty_bench)
    assert common_in(empty_bench.snapshot, keys).curves


def test_that_a_failure_says_so_until_it_is_tried_again(
    qtbot, empty_bench, common, monkeypatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise DataError("The scores are gone.")

    monkeypatch.setattr("costcurve_gui.analysis.common_case_requests.find_common", fail)
    run(qtbot, empty_bench)  # the job that was under way before
    qtbot.waitUntil(lambda: started(empty_bench) == 2)
    empty_bench.runner.run_held()
    assert empty_bench.snapshot.common.fault == "The scores are gone."
    assert cost_comparisons(empty_bench.snapshot).comparison is not None
    empty_bench.condition.set_prior(0.3)
    qtbot.wait(20)
    assert started(empty_bench) == 2


def test_that_a_file_that_is_closed_is_forgotten(qtbot, empty_bench, common) -> None:
    qtbot.waitUntil(lambda: started(empty_bench) == 1)
    empty_bench.datasets.close_active()
    empty_bench.runner.run_held()
    qtbot.wait(20)
    assert started(empty_bench) == 1
    assert empty_bench.results.snapshot is None

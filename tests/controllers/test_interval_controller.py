from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from costcurve_gui.analysis.intervals.known_results import intervals_of, is_current
from costcurve_gui.analysis.intervals.requests import (
    decision_failure,
    decision_intervals,
    decision_request,
    whole_view_failures,
)
from costcurve_gui.analysis.intervals.results import CANCELLED
from costcurve_gui.controllers import interval_controller
from costcurve_gui.controllers.interval_controller import (
    BANDS,
    FIRST,
    IntervalController,
)
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
from costcurve_gui.views.catalogue import HEADS, VIEWS
from tests.helpers.samples import dataset, loaded

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from costcurve_gui.analysis.interval_settings import BandChoices
    from tests.helpers.workbench import Workbench

ALL = 300


@pytest.fixture
def bands(empty_bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> IntervalController:
    """Return the controller, which waits 1 ms. Events pass before a test: no file is open."""
    monkeypatch.setattr(interval_controller, "PAUSE_MS", 1)
    bench = empty_bench
    bench.runner.holding = True
    intervals = {view: spec.intervals for view, spec in VIEWS.items()}
    return IntervalController(bench.store, bench.results, bench.runner, HEADS, intervals)


def open_file(bench: Workbench) -> None:
    """Open a file; no job is at work yet."""
    bench.take(loaded(dataset()))
    choose(bench, spec=BootstrapSpec(replicates=ALL))


def choose(bench: Workbench, **changes: object) -> BandChoices:
    chosen = replace(bench.current.bands, **changes)  # type: ignore[arg-type]
    bench.session.apply("change the uncertainty", bands=chosen)
    bench.runner.run_held()
    return chosen


def started(bench: Workbench) -> int:
    return bench.runner.labels.count("Bands")


def run(qtbot: QtBot, bench: Workbench) -> None:
    """Wait for the next resampling and run it; the hash of the file may be held as well."""
    qtbot.waitUntil(lambda: bench.runner.holds("Bands"))
    bench.runner.run_held()


def replicates(bench: Workbench) -> set[int]:
    found = bench.snapshot.intervals
    return set() if found is None else set(found.replicates.values())


def test_that_few_replicates_come_first_and_all_of_them_next(qtbot, empty_bench, bands) -> None:
    open_file(empty_bench)
    run(qtbot, empty_bench)
    assert replicates(empty_bench) == {FIRST}
    assert decision_intervals(empty_bench.snapshot).spec.replicates == FIRST
    run(qtbot, empty_bench)
    assert replicates(empty_bench) == {ALL}
    done = started(empty_bench)
    qtbot.wait(20)
    assert started(empty_bench) == done


def test_that_an_interval_never_belongs_to_another_condition(qtbot, empty_bench, bands) -> None:
    open_file(empty_bench)
    run(qtbot, empty_bench)
    assert decision_intervals(empty_bench.snapshot) is not None
    known = set(empty_bench.snapshot.intervals.results)
    empty_bench.condition.set_prior(0.2)
    assert decision_intervals(empty_bench.snapshot) is None
    run(qtbot, empty_bench)
    found = empty_bench.snapshot.intervals
    assert decision_intervals(empty_bench.snapshot) is not None
    assert {one for one in known if one.condition is None} <= set(found.results)
    assert all(is_current(one, empty_bench.snapshot) for one in found.results)


def test_that_a_late_result_of_another_condition_is_let_go(qtbot, empty_bench, bands) -> None:
    open_file(empty_bench)
    qtbot.waitUntil(lambda: started(empty_bench) == 1)
    earlier = decision_request(empty_bench.snapshot)
    empty_bench.condition.set_prior(0.2)
    assert not empty_bench.runner.busy
    empty_bench.runner.run_held()
    found = empty_bench.snapshot.intervals
    assert found is None or earlier not in found.results


def test_that_nothing_starts_while_the_condition_is_dragged(
    qtbot, empty_bench, bands, monkeypatch
) -> None:
    open_file(empty_bench)
    run(qtbot, empty_bench)
    run(qtbot, empty_bench)
    before = started(empty_bench)
    bands._pause.setInterval(60_000)  # no machine is so slow that this passes in a drag
    for pc_plus in (0.3, 0.35, 0.4, 0.45, 0.5):
        empty_bench.condition.preview_drag(pc_plus)
        assert decision_intervals(empty_bench.snapshot) is None
        qtbot.wait(15)
        assert bands._pause.isActive()
    assert started(empty_bench) == before
    bands._pause.setInterval(1)
    empty_bench.condition.commit_drag()
    run(qtbot, empty_bench)
    assert decision_intervals(empty_bench.snapshot) is not None


def test_that_other_choices_start_again(qtbot, empty_bench, bands) -> None:
    open_file(empty_bench)
    run(qtbot, empty_bench)
    run(qtbot, empty_bench)
    before = decision_intervals(empty_bench.snapshot).policy.expected_cost
    choose(empty_bench, spec=BootstrapSpec(replicates=ALL, level=0.5))
    assert intervals_of(empty_bench.snapshot) is None
    run(qtbot, empty_bench)
    run(qtbot, empty_bench)
    after = decision_intervals(empty_bench.snapshot).policy.expected_cost
    assert before.low < after.low < after.high < before.high
    empty_bench.session.undo()
    empty_bench.runner.run_held()
    run(qtbot, empty_bench)
    run(qtbot, empty_bench)
    assert decision_intervals(empty_bench.snapshot).policy.expected_cost == before


def test_that_other_choices_start_again_while_a_job_is_under_way(qtbot, empty_bench, bands) -> None:
    open_file(empty_bench)
    qtbot.waitUntil(lambda: started(empty_bench) == 1)
    spec = BootstrapSpec(replicates=ALL, level=0.8)
    empty_bench.session.apply("change", bands=replace(empty_bench.current.bands, spec=spec))
    empty_bench.runner.run_held()  # the one that was under way is late
    run(qtbot, empty_bench)
    assert decision_intervals(empty_bench.snapshot).spec.level == 0.8


def test_that_cancel_leaves_it_at_what_is_known(qtbot, empty_bench, bands) -> None:
    open_file(empty_bench)
    run(qtbot, empty_bench)
    qtbot.waitUntil(lambda: started(empty_bench) == 2)
    empty_bench.runner.cancel(BANDS)
    empty_bench.runner.run_held()
    assert replicates(empty_bench) == {FIRST}
    empty_bench.condition.set_prior(0.2)
    qtbot.wait(20)
    assert started(empty_bench) == 2
    bands.show("verdicts")
    run(qtbot, empty_bench)
    assert decision_intervals(empty_bench.snapshot) is not None


def test_that_a_failure_is_said_also_of_another_condition_and_not_repeated(
    qtbot, empty_bench, bands, monkeypatch
) -> None:
    open_file(empty_bench)

    def fail(*_: object, **__: object) -> None:
        raise DataError("The scores are gone.")

    monkeypatch.setattr("costcurve_gui.analysis.intervals.jobs.resample", fail)
    run(qtbot, empty_bench)
    assert decision_failure(empty_bench.snapshot) == "The scores are gone."
    empty_bench.condition.set_prior(0.2)
    qtbot.wait(20)
    assert started(empty_bench) == 1
    assert decision_failure(empty_bench.snapshot) == "The scores are gone."


def test_that_a_view_is_resampled_for_while_it_is_on_show(qtbot, empty_bench, bands) -> None:
    open_file(empty_bench)
    run(qtbot, empty_bench)
    run(qtbot, empty_bench)
    kinds = {one.kind for one in empty_bench.snapshot.intervals.results}
    of_decision = {"decision", "optimism", "new_cases", "new_cases_lead"}
    assert kinds == {*of_decision, "cost", "roc", "rociv", "profit"}
    bands.show("tests")
    run(qtbot, empty_bench)
    kinds = {one.kind for one in empty_bench.snapshot.intervals.results}
    assert {"tests", "belief_tests"} <= kinds
    bands.leave("tests")
    choose(empty_bench, spec=BootstrapSpec(replicates=FIRST))
    run(qtbot, empty_bench)
    kinds = {one.kind for one in empty_bench.snapshot.intervals.results}
    assert "tests" not in kinds


def test_that_a_file_that_is_closed_is_forgotten(qtbot, empty_bench, bands) -> None:
    open_file(empty_bench)
    qtbot.waitUntil(lambda: started(empty_bench) == 1)
    empty_bench.datasets.close_active()
    assert not empty_bench.runner.busy
    empty_bench.runner.run_held()
    qtbot.wait(20)
    assert started(empty_bench) == 1
    assert empty_bench.results.snapshot is None


def test_that_hidden_bands_cost_nothing(qtbot, empty_bench, bands) -> None:
    open_file(empty_bench)
    choose(empty_bench, shown=False)
    qtbot.wait(20)
    assert started(empty_bench) == 0


def test_that_what_was_cancelled_says_so_until_it_is_asked_for_again(
    qtbot, empty_bench, bands
) -> None:
    open_file(empty_bench)
    bands.show("verdicts")
    qtbot.waitUntil(lambda: started(empty_bench) == 1)
    assert whole_view_failures(empty_bench.snapshot, "verdicts") == ()
    empty_bench.runner.cancel(BANDS)
    empty_bench.runner.run_held()
    assert whole_view_failures(empty_bench.snapshot, "verdicts") == (CANCELLED,)
    assert decision_failure(empty_bench.snapshot) == CANCELLED
    bands.show("verdicts")
    run(qtbot, empty_bench)
    assert whole_view_failures(empty_bench.snapshot, "verdicts") is None
    assert decision_failure(empty_bench.snapshot) == ""

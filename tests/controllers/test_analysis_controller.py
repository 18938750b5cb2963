from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from costcurve_gui.analysis.intervals.results import CANCELLED
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.engine.resampling.auc_interval import auc_interval
from tests.helpers.samples import dataset, loaded

if TYPE_CHECKING:
    import pytest

    from tests.helpers.workbench import Workbench


def test_that_an_opened_dataset_is_published_at_once(empty_bench: Workbench) -> None:
    first = loaded(dataset())
    empty_bench.take(first)
    assert empty_bench.runner.labels == []
    assert empty_bench.snapshot.curve_set is first.curve_set
    assert len(empty_bench.frames) == 1


def test_that_a_state_that_changes_no_figure_publishes_nothing(bench: Workbench) -> None:
    bench.frames.clear()
    bench.session.activate("dataset1")
    bench.session.apply("nothing", hidden=None)
    assert bench.frames == []


def test_that_every_preview_is_one_snapshot(bench: Workbench) -> None:
    bench.frames.clear()
    for target in (0.2, 0.3, 0.4):
        bench.condition.preview_drag(target)
    assert len(bench.frames) == 3


def test_that_switching_datasets_shows_each_with_its_own_settings(bench: Workbench) -> None:
    bench.condition.set_prior(0.05)
    bench.take(loaded(dataset(seed=1), dataset_id="dataset2"))
    bench.session.activate("dataset1")
    assert bench.snapshot.curve_set.dataset.id == "dataset1"
    assert bench.snapshot.condition.prior == 0.05


def test_that_closing_the_last_dataset_empties_the_views(bench: Workbench) -> None:
    bench.analysis.read(("dataset1/score_a", 3))
    bench.datasets.close_active()
    assert bench.frames[-1] is None
    assert bench.results.curve_set is None
    assert bench.results.reading is None
    assert len(bench.store) == 0


def test_that_closing_one_of_two_shows_the_other(bench: Workbench) -> None:
    bench.take(loaded(dataset(seed=1), dataset_id="dataset2"))
    bench.datasets.close("dataset2")
    assert bench.snapshot.curve_set.dataset.id == "dataset1"
    assert len(bench.store) == 1


def test_that_what_is_under_the_cursor_follows_the_condition(bench: Workbench) -> None:
    bench.analysis.read(("dataset1/score_a", 5))
    before = bench.results.reading
    bench.condition.set_prior(0.01)
    after = bench.results.reading
    assert before is not None
    assert after is not None
    assert (after.index, after.tpr) == (before.index, before.tpr)
    assert after.expected_profit != before.expected_profit


def test_that_nothing_is_read_of_a_model_switched_off(bench: Workbench) -> None:
    other = next(key for key in bench.snapshot.models if key != bench.snapshot.selected)
    bench.analysis.read((other, 5))
    bench.selection.show_model(other, shown=False)
    assert bench.results.reading is None
    bench.analysis.read((other, 5))
    assert bench.results.reading is None


def test_that_leaving_a_point_is_told_once(bench: Workbench) -> None:
    told: list[object] = []
    bench.results.reading_changed.connect(told.append)
    bench.analysis.read(("dataset1/score_a", 5))
    bench.analysis.read(None)
    bench.analysis.read(None)
    assert len(told) == 2
    assert told[-1] is None


def test_that_computing_that_is_cancelled_is_taken_up_with_the_next_change(
    bench: Workbench,
) -> None:
    bench.payoffs.edit_cell("fn", "-2*amount")
    bench.runner.holding = True
    bench.session.undo()
    bench.runner.cancel_all()
    assert bench.snapshot.settings.payoff.fn == "-2*amount"
    assert bench.snapshot.fault == CANCELLED
    bench.runner.holding = False
    bench.condition.set_prior(0.05)
    assert bench.snapshot.settings == bench.current
    assert bench.snapshot.fault == ""


def test_that_curves_that_fail_keep_the_last_good_ones_until_they_are_tried_again(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise DataError("The amounts are gone.")

    bench.payoffs.edit_cell("fn", "-2*amount")
    with monkeypatch.context() as broken:
        broken.setattr(type(bench.store.get("dataset1")), "build_curves", fail)
        bench.session.undo()
        started = len(bench.runner.labels)
        bench.condition.set_prior(0.05)
        assert len(bench.runner.labels) == started
    assert bench.snapshot.fault == "The amounts are gone."
    assert bench.snapshot.settings.payoff.fn == "-2*amount"
    assert bench.snapshot.condition.prior == 0.05
    bench.analysis.try_again()
    assert bench.snapshot.fault == ""
    assert bench.snapshot.settings == bench.current


def test_that_closing_a_dataset_gives_up_its_jobs(bench: Workbench) -> None:
    bench.runner.holding = True
    bench.payoffs.edit_cell("fn", "-2*amount")
    bench.datasets.close("dataset1")
    assert not bench.runner.busy
    bench.runner.run_held()
    assert bench.results.snapshot is None


def test_that_another_level_changes_the_intervals_of_aucs_and_no_curve(bench: Workbench) -> None:
    before = bench.snapshot.curve_set.models
    bands = bench.session.state.current.bands
    narrower = replace(bands, spec=replace(bands.spec, level=0.8))
    bench.session.apply("change the uncertainty", bands=narrower)
    for old, new in zip(before, bench.snapshot.curve_set.models, strict=True):
        assert new.auc == auc_interval(old.evaluation.table, level=0.8)
        assert new.evaluation is old.evaluation
    bench.session.undo()
    assert [model.auc for model in bench.snapshot.curve_set.models] == [
        model.auc for model in before
    ]

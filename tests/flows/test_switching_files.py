"""Going to and fro between open files computes nothing that is known."""

from __future__ import annotations

import gc
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import ref

import pytest

from costcurve_gui.analysis import counts_cache, snapshot_builder
from costcurve_gui.analysis.intervals.known_results import intervals_of
from costcurve_gui.controllers import analysis_controller
from costcurve_gui.controllers.analysis_controller import MOST_LEFT
from tests.flows.driver import snapshot_of, wait_for_rest
from tests.helpers.samples import dataset, loaded

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.window.program import Program

VIEWS = ("measures", "build_up", "tests", "calibration", "difference")
QUIET_MS = 400  # longer than any pause before a job


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the evaluations from now on, by name: of snapshots, of models and of jobs."""
    calls: list[str] = []

    def watch(module: object, name: str) -> None:
        function: Callable[..., object] = getattr(module, name)

        def counting(*args: object, **options: object) -> object:
            calls.append(name)
            return function(*args, **options)

        monkeypatch.setattr(module, name, counting)

    watch(analysis_controller, "build_snapshot")
    watch(snapshot_builder, "choose")
    watch(snapshot_builder, "_profit")
    watch(counts_cache, "evaluate")
    return calls


def settle(qtbot: QtBot, program: Program) -> Snapshot:
    """Wait until all that the views want is known."""

    def known() -> bool:
        snapshot = snapshot_of(program)
        found = intervals_of(snapshot)
        asked = snapshot.settings.bands.spec.replicates
        return found is not None and set(found.replicates.values()) == {asked}

    qtbot.waitUntil(known, timeout=20_000)
    qtbot.wait(QUIET_MS)
    return snapshot_of(program)


def take(program: Program, name: str, seed: int) -> None:
    program.datasets.take_over(loaded(dataset(seed=seed, missing=10), dataset_id=name))


def test_that_a_file_on_screen_again_is_not_computed_again(
    qtbot: QtBot, program: Program, counted: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for view in VIEWS:
        program.window.bring_to_front(view)
    take(program, "one", 0)
    first = settle(qtbot, program)
    take(program, "two", 1)
    second = settle(qtbot, program)
    counted.clear()
    jobs: list[str] = []
    start = program.runner.start
    monkeypatch.setattr(
        program.runner,
        "start",
        lambda key, label, *rest, **more: (jobs.append(label), start(key, label, *rest, **more)),
    )
    for name, known in [("one", first), ("two", second)] * 2:
        program.session.activate(name)
        qtbot.wait(QUIET_MS)
        assert snapshot_of(program) is known
    assert (counted, jobs) == ([], [])


def test_that_what_was_changed_is_computed_and_the_rest_kept(
    qtbot: QtBot, program: Program, counted: list[str]
) -> None:
    take(program, "one", 0)
    first = snapshot_of(program)
    take(program, "two", 1)
    program.session.activate("one")
    counted.clear()
    program.selection.select_model(list(first.models)[1])
    assert counted == ["build_snapshot"]
    assert all(snapshot_of(program).models[key] is first.models[key] for key in first.models)


def test_that_only_the_files_left_last_keep_their_snapshots(qtbot: QtBot, program: Program) -> None:
    seen = []
    for number in range(MOST_LEFT + 2):
        take(program, f"file{number}", number)
        seen.append(snapshot_of(program))
    for number, kept in ((MOST_LEFT, True), (0, False)):
        program.session.activate(f"file{number}")
        assert (snapshot_of(program) is seen[number]) is kept
    program.datasets.close(f"file{MOST_LEFT}")
    assert f"file{MOST_LEFT}" not in program.analysis._left


def test_that_nothing_is_kept_of_a_file_that_was_closed(qtbot: QtBot, program: Program) -> None:
    take(program, "one", 0)
    shown = ref(settle(qtbot, program))
    curves = ref(snapshot_of(program).curve_set)
    program.datasets.close_active()
    wait_for_rest(qtbot, program)
    gc.collect()
    assert (shown(), curves()) == (None, None)


def test_that_data_found_elsewhere_make_a_project_worth_saving(german_credit: Program) -> None:
    document = german_credit.projects.active
    assert document is not None
    document.path = Path("a.ccproj")
    german_credit.projects.changed.emit()
    assert not german_credit.window.commands["save"].isEnabled()
    document.outdated = True
    german_credit.projects.changed.emit()
    assert german_credit.window.commands["save"].isEnabled()

from __future__ import annotations

import gc
import threading
import time
import weakref
from typing import TYPE_CHECKING, Any

import pytest

from costcurve_gui.jobs.job_runner import JobKey, JobRunner, JobStatus, Pool

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pytestqt.qtbot import QtBot

    from costcurve_gui.engine.progress import Progress

KEY = JobKey("count", "a")
OTHER = JobKey("count", "b")


class Outcome:
    """Notes how a job ended."""

    def __init__(self) -> None:
        self.ends: list[tuple[str, object]] = []

    def callbacks(self) -> dict[str, Callable[..., None]]:
        return {
            "on_result": lambda result: self.ends.append(("result", result)),
            "on_error": lambda error: self.ends.append(("error", error)),
            "on_cancelled": lambda: self.ends.append(("cancelled", None)),
        }


class Gate:
    """A job that waits until it is let go, then advances once and returns `value`."""

    def __init__(self, value: object = None) -> None:
        self.value = value
        self.entered = threading.Event()
        self.opened = threading.Event()
        self.passed = threading.Event()

    def __call__(self, *, progress: Progress) -> object:
        self.entered.set()
        assert self.opened.wait(20)
        progress.advance(1, 2, "half")
        self.passed.set()
        return self.value


@pytest.fixture
def runner(qtbot: QtBot) -> Iterator[JobRunner]:
    runner = JobRunner()
    yield runner
    runner.shutdown()


def double(value: int, *, progress: Progress) -> int:
    progress.advance(value, value, "done")
    return 2 * value


def thread_of(*, progress: Progress) -> str:
    return threading.current_thread().name


def fail(*, progress: Progress) -> None:
    raise ValueError("no luck")


def start(runner: JobRunner, key: JobKey, fn: Callable[..., Any], *args: object) -> Outcome:
    outcome = Outcome()
    runner.start(key, "counting", fn, *args, **outcome.callbacks())  # type: ignore[arg-type]
    return outcome


def wait_idle(qtbot: QtBot, runner: JobRunner) -> None:
    qtbot.waitUntil(lambda: not runner.busy, timeout=20_000)


def test_that_a_result_arrives_in_the_gui_thread(runner: JobRunner, qtbot: QtBot) -> None:
    here: list[threading.Thread] = []
    runner.start(
        KEY,
        "counting",
        double,
        21,
        on_result=lambda _: here.append(threading.current_thread()),
        on_error=here.append,
    )
    wait_idle(qtbot, runner)
    assert here == [threading.main_thread()]


def test_that_a_job_runs_outside_the_gui_thread(runner: JobRunner, qtbot: QtBot) -> None:
    interactive, background = Outcome(), Outcome()
    runner.start(KEY, "a", thread_of, **interactive.callbacks())
    runner.start(OTHER, "b", thread_of, **background.callbacks(), pool=Pool.BACKGROUND)
    wait_idle(qtbot, runner)
    assert str(interactive.ends[0][1]).startswith("interactive")
    assert str(background.ends[0][1]).startswith("background")


def test_that_an_error_is_handed_over_and_nothing_else(runner: JobRunner, qtbot: QtBot) -> None:
    outcome = start(runner, KEY, fail)
    wait_idle(qtbot, runner)
    [(kind, error)] = outcome.ends
    assert kind == "error"
    assert isinstance(error, ValueError)
    assert str(error) == "no luck"


def test_that_a_newer_job_replaces_an_older_one_of_the_same_key(
    runner: JobRunner, qtbot: QtBot
) -> None:
    gate = Gate("old")
    old = start(runner, KEY, gate)
    assert gate.entered.wait(20)
    new = start(runner, KEY, double, 4)
    gate.opened.set()
    wait_idle(qtbot, runner)
    assert old.ends == []
    assert new.ends == [("result", 8)]
    assert not gate.passed.is_set()


def test_that_a_late_result_is_dropped(runner: JobRunner, qtbot: QtBot) -> None:
    done = threading.Event()

    def quick(*, progress: Progress) -> str:
        done.set()
        return "late"

    late = start(runner, KEY, quick)
    assert done.wait(20)
    runner._pools[Pool.INTERACTIVE].submit(lambda: None).result(20)
    runner.cancel(KEY)
    new = start(runner, KEY, double, 1)
    wait_idle(qtbot, runner)
    assert late.ends == [("cancelled", None)]
    assert new.ends == [("result", 2)]


def test_that_jobs_of_different_keys_do_not_disturb_each_other(
    runner: JobRunner, qtbot: QtBot
) -> None:
    outcomes = [start(runner, JobKey("count", str(n)), double, n) for n in range(50)]
    wait_idle(qtbot, runner)
    assert [outcome.ends for outcome in outcomes] == [[("result", 2 * n)] for n in range(50)]


def test_that_a_cancelled_job_stops_at_its_next_report(runner: JobRunner, qtbot: QtBot) -> None:
    gate = Gate()
    outcome = start(runner, KEY, gate)
    assert gate.entered.wait(20)
    runner.cancel(KEY)
    assert outcome.ends == [("cancelled", None)]
    assert not runner.busy
    gate.opened.set()
    runner.shutdown()
    assert not gate.passed.is_set()


def test_that_a_job_cancelled_before_its_turn_never_runs(runner: JobRunner, qtbot: QtBot) -> None:
    gates = [Gate(), Gate()]
    for number, gate in enumerate(gates):
        start(runner, JobKey("block", str(number)), gate)
        assert gate.entered.wait(20)
    waiting = Gate()
    start(runner, KEY, waiting)
    runner.cancel(KEY)
    for gate in gates:
        gate.opened.set()
    wait_idle(qtbot, runner)
    runner.shutdown()
    assert not waiting.entered.is_set()


def test_that_cancelling_what_is_not_at_work_does_nothing(runner: JobRunner) -> None:
    runner.cancel(KEY)
    assert not runner.busy


def test_that_progress_is_told_between_start_and_finish(runner: JobRunner, qtbot: QtBot) -> None:
    told: list[tuple[str, JobStatus]] = []
    runner.job_started.connect(lambda status: told.append(("started", status)))
    runner.job_progressed.connect(lambda status: told.append(("progressed", status)))
    runner.job_finished.connect(lambda status: told.append(("finished", status)))
    start(runner, KEY, double, 3)
    wait_idle(qtbot, runner)
    assert told == [
        ("started", JobStatus(KEY, "counting")),
        ("progressed", JobStatus(KEY, "counting", 3, 3, "done")),
        ("finished", JobStatus(KEY, "counting", 3, 3, "done")),
    ]


def test_that_many_reports_reach_the_gui_as_the_newest_only(
    runner: JobRunner, qtbot: QtBot
) -> None:
    def busy(*, progress: Progress) -> None:
        for done in range(100_000):
            progress.advance(done, 100_000)

    told: list[JobStatus] = []
    runner.job_progressed.connect(told.append)
    start(runner, KEY, busy)
    wait_idle(qtbot, runner)
    assert 1 <= len(told) < 5_000
    assert told[-1].done == 99_999


def test_that_the_timer_runs_only_while_work_is_under_way(runner: JobRunner, qtbot: QtBot) -> None:
    assert not runner._timer.isActive()
    start(runner, KEY, double, 1)
    assert runner._timer.isActive()
    wait_idle(qtbot, runner)
    assert not runner._timer.isActive()


def test_that_shutdown_ends_the_threads_and_tells_nobody(runner: JobRunner, qtbot: QtBot) -> None:
    gate = Gate()
    outcomes = [start(runner, KEY, gate), start(runner, OTHER, double, 1)]
    assert gate.entered.wait(20)
    gate.opened.set()
    runner.shutdown()
    assert [outcome.ends for outcome in outcomes] == [[], []]
    assert not runner.busy
    assert not [t for t in threading.enumerate() if t.name.startswith(("interactive", "backgr"))]


def test_that_nothing_starts_after_shutdown(runner: JobRunner) -> None:
    runner.shutdown()
    outcome = start(runner, KEY, double, 1)
    assert not runner.busy
    assert outcome.ends == []


def test_that_a_callback_may_start_the_next_job(runner: JobRunner, qtbot: QtBot) -> None:
    second = Outcome()
    runner.start(
        KEY,
        "first",
        double,
        1,
        on_result=lambda result: runner.start(KEY, "next", double, result, **second.callbacks()),
        on_error=pytest.fail,
    )
    wait_idle(qtbot, runner)
    assert second.ends == [("result", 4)]


def test_that_an_error_in_a_callback_does_not_lose_the_other_outcomes(
    runner: JobRunner, qtbot: QtBot
) -> None:
    def stumble(_result: object) -> None:
        raise RuntimeError("callback")

    with qtbot.capture_exceptions() as exceptions:
        runner.start(KEY, "first", double, 1, on_result=stumble, on_error=pytest.fail)
        other = start(runner, OTHER, double, 2)
        wait_idle(qtbot, runner)
    assert other.ends == [("result", 4)]
    assert [error for error, *_ in exceptions] == [RuntimeError]


def test_that_a_dropped_result_is_let_go(runner: JobRunner, qtbot: QtBot) -> None:
    class Arrays:
        pass

    entered, opened = threading.Event(), threading.Event()
    made: list[weakref.ref[Arrays]] = []

    def hold(*, progress: Progress) -> Arrays:
        arrays = Arrays()
        made.append(weakref.ref(arrays))
        entered.set()
        assert opened.wait(20)
        return arrays

    start(runner, KEY, hold)
    assert entered.wait(20)
    runner.cancel(KEY)
    opened.set()
    runner.shutdown()
    gc.collect()
    assert made[0]() is None


class Steps:
    """A job that advances without end and counts."""

    def __init__(self) -> None:
        self.done = 0

    def __call__(self, *, progress: Progress) -> None:
        while True:
            self.done += 1
            progress.advance(self.done, 0)
            time.sleep(0.001)


def start_in_background(runner: JobRunner, fn: Callable[..., Any]) -> Outcome:
    outcome = Outcome()
    runner.start(OTHER, "b", fn, **outcome.callbacks(), pool=Pool.BACKGROUND)
    return outcome


def pauses(steps: Steps) -> bool:
    done = steps.done
    time.sleep(0.05)
    return steps.done == done


def test_that_the_background_pauses_while_the_user_waits(runner: JobRunner, qtbot: QtBot) -> None:
    steps, gate = Steps(), Gate()
    start_in_background(runner, steps)
    qtbot.waitUntil(lambda: steps.done > 2)
    start(runner, KEY, gate)
    qtbot.waitUntil(lambda: pauses(steps))
    gate.opened.set()
    before = steps.done
    qtbot.waitUntil(lambda: steps.done > before + 2)


def test_that_the_background_begins_nothing_while_the_user_waits(
    runner: JobRunner, qtbot: QtBot
) -> None:
    steps, gate = Steps(), Gate()
    start(runner, KEY, gate)
    start_in_background(runner, steps)
    qtbot.wait(50)
    assert steps.done == 0
    runner.cancel(KEY)
    gate.opened.set()
    qtbot.waitUntil(lambda: steps.done > 0)


def test_that_housekeeping_holds_nothing_back(runner: JobRunner, qtbot: QtBot) -> None:
    steps, gate = Steps(), Gate()
    runner.start(KEY, "a", gate, **Outcome().callbacks(), pool=Pool.HOUSEKEEPING)
    start_in_background(runner, steps)
    qtbot.waitUntil(lambda: steps.done > 2)
    gate.opened.set()


def test_that_paused_work_ends_with_the_runner(runner: JobRunner, qtbot: QtBot) -> None:
    steps, gate = Steps(), Gate()
    paused = start_in_background(runner, steps)
    start(runner, KEY, gate)
    qtbot.waitUntil(lambda: pauses(steps))
    gate.opened.set()
    runner.shutdown()
    assert paused.ends == []


def test_that_the_background_pauses_while_it_is_held(runner: JobRunner, qtbot: QtBot) -> None:
    steps = Steps()
    runner.hold_background(True)
    start_in_background(runner, steps)
    qtbot.wait(50)
    assert steps.done == 0
    runner.hold_background(False)
    qtbot.waitUntil(lambda: steps.done > 0)
    runner.hold_background(True)

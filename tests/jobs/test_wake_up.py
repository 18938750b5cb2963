from __future__ import annotations

import os
import sys
import threading
from typing import TYPE_CHECKING

import pytest

from costcurve_gui.jobs.job_runner import DRAIN_INTERVAL_MS, JobKey, JobRunner
from costcurve_gui.jobs.wake_up import WakeUp

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from costcurve_gui.engine.progress import Progress

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pipe to watch")


@pytest.fixture
def answers() -> list[threading.Thread]:
    return []


@pytest.fixture
def wake_up(qtbot: QtBot, answers: list[threading.Thread]) -> Iterator[WakeUp]:
    wake_up = WakeUp(lambda: answers.append(threading.current_thread()))
    wake_up.open()
    yield wake_up
    wake_up.close()


def in_thread(act: object, times: int = 1) -> None:
    def work() -> None:
        for _ in range(times):
            act()  # type: ignore[operator]

    thread = threading.Thread(target=work)
    thread.start()
    thread.join(20)
    assert not thread.is_alive()


def open_files() -> int:
    return len(os.listdir("/dev/fd"))  # noqa: PTH208 - a folder of numbers


def test_that_what_a_thread_asks_for_is_called_in_the_gui_thread(
    wake_up: WakeUp, answers: list[threading.Thread], qtbot: QtBot
) -> None:
    in_thread(wake_up.ask)
    assert answers == []
    qtbot.waitUntil(lambda: bool(answers), timeout=20_000)
    assert answers == [threading.main_thread()]


def test_that_asking_more_often_than_the_pipe_holds_neither_waits_nor_fails(
    wake_up: WakeUp, answers: list[threading.Thread], qtbot: QtBot
) -> None:
    in_thread(wake_up.ask, times=200_000)  # a pipe of Linux holds 65,536 bytes
    qtbot.waitUntil(lambda: bool(answers), timeout=20_000)
    qtbot.wait(0)
    in_thread(wake_up.ask)
    before = len(answers)
    qtbot.waitUntil(lambda: len(answers) > before, timeout=20_000)


def test_that_nothing_is_called_after_it_was_closed(
    wake_up: WakeUp, answers: list[threading.Thread], qtbot: QtBot
) -> None:
    in_thread(wake_up.ask)
    wake_up.close()
    wake_up.close()
    in_thread(wake_up.ask)
    qtbot.wait(20)
    assert answers == []


def test_that_runners_release_what_they_opened(qtbot: QtBot) -> None:
    JobRunner().shutdown()
    before = open_files()
    for _ in range(20):
        runner = JobRunner()
        ends: list[object] = []
        runner.start(JobKey("none"), "none", nothing, on_result=ends.append, on_error=ends.append)
        qtbot.waitUntil(lambda ends=ends: bool(ends), timeout=20_000)
        assert ends == [None]
        runner.shutdown()
    assert open_files() == before


def test_that_an_outcome_does_not_wait_for_the_timer(qtbot: QtBot) -> None:
    runner = JobRunner()
    runner._timer.setInterval(1000 * DRAIN_INTERVAL_MS)
    ends: list[object] = []
    runner.start(JobKey("none"), "none", nothing, on_result=ends.append, on_error=ends.append)
    qtbot.waitUntil(lambda: bool(ends), timeout=10_000)
    assert ends == [None]
    runner.shutdown()


def nothing(*, progress: Progress) -> None:
    progress.advance(1, 1)

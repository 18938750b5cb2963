from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from costcurve_gui.controllers.analysis_controller import TRY
from costcurve_gui.jobs.job_runner import JobKey
from costcurve_gui.window.job_display import PATIENCE_MS
from costcurve_gui.window.program import Program
from tests.helpers.inline_runner import InlineRunner

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from costcurve_gui.engine.progress import Progress
    from costcurve_gui.session.preferences import Preferences


class Board:
    """A program whose jobs wait until they are let go."""

    def __init__(self, settings: Preferences) -> None:
        self.runner = InlineRunner()
        self.runner.holding = True
        self.program = Program(settings, runner=self.runner)
        self.window = self.program.window
        self.cancelled: list[str] = []

    def start(self, name: str, kind: str = "read file") -> None:
        def work(*, progress: Progress) -> None:
            progress.advance(1, 2, "half")

        self.runner.start(
            JobKey(kind, name),
            f"Reading {name}",
            work,
            on_result=lambda _: None,
            on_error=pytest.fail,
            on_cancelled=lambda: self.cancelled.append(name),
        )


@pytest.fixture
def board(qtbot: QtBot, settings: Preferences) -> Iterator[Board]:
    board = Board(settings)
    board.window.show()
    yield board
    board.window.close()


def test_that_short_work_is_not_shown(qtbot: QtBot, board: Board) -> None:
    board.start("a.csv")
    board.runner.run_held()
    qtbot.wait(PATIENCE_MS + 50)
    assert not board.window.status.job.isVisible()


def test_that_longer_work_is_named_until_it_is_done(qtbot: QtBot, board: Board) -> None:
    board.start("a.csv")
    qtbot.waitUntil(board.window.status.job.isVisible)
    assert board.window.status.job.text == "Reading a.csv"
    job = board.window.status.job
    qtbot.waitUntil(lambda: job.time.text().endswith(" s"), timeout=10_000)
    board.runner.run_held()
    assert not board.window.status.job.isVisible()


def test_that_cancel_ends_the_job_on_show_and_shows_the_other(qtbot: QtBot, board: Board) -> None:
    board.start("a.csv")
    board.start("b.csv")
    qtbot.waitUntil(board.window.status.job.isVisible)
    board.window.cancel_requested.emit()
    assert board.cancelled == ["b.csv"]
    assert board.window.status.job.text == "Reading a.csv"
    board.window.cancel_requested.emit()
    assert board.cancelled == ["b.csv", "a.csv"]
    assert not board.window.status.job.isVisible()


def test_that_views_show_only_the_work_they_wait_for(qtbot: QtBot, board: Board) -> None:
    board.start("a.csv")
    qtbot.waitUntil(board.window.status.job.isVisible)
    assert board.window.frames["roc"].foot_text == ""
    board.start("dataset1", kind=TRY)
    foot = board.window.frames["roc"]
    qtbot.waitUntil(lambda: "Reading dataset1" in foot.foot_text)
    board.runner.run_held()
    assert board.window.frames["roc"].foot_text == ""


def test_that_closing_the_window_ends_the_work(board: Board) -> None:
    board.start("a.csv")
    board.window.close()
    assert not board.runner.busy
    assert board.cancelled == []  # nobody is left to be told

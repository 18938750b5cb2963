"""The report on one page from the menu: written in a job, with the figures of the window."""

from __future__ import annotations

import re
from functools import partial
from queue import SimpleQueue
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

from costcurve_gui.jobs.job_runner import JobKey
from costcurve_gui.views.plotting.picture import render_image
from costcurve_gui.window import page_export
from tests.flows.driver import snapshot_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import pytest
    from PySide6.QtGui import QImage
    from pytestqt.qtbot import QtBot

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.views.plotting.picture_options import ExportOptions
    from costcurve_gui.window.program import Program


def test_that_the_page_is_saved_with_what_the_window_shows(
    qtbot: QtBot, german_credit: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, suggested = tmp_path / "page.html", []

    def choose(suggestion: Path, take: Callable[[Path], None]) -> None:
        suggested.append(suggestion.name)
        take(path)

    monkeypatch.setattr(german_credit.prompts, "choose_save_path", choose)
    german_credit.window.commands["save_page"].trigger()
    qtbot.waitUntil(path.exists)
    assert suggested == ["german_credit_half_report.html"]
    page = path.read_text(encoding="utf-8")
    (advice,) = re.findall(r'<p class="advice[^>]*>(.*?)</p>', page)
    advice = re.sub("<[^>]*>", "", advice)
    assert advice.startswith(
        "Use naive_bayes and refuse applicants whose score is 0.0325 or more. For 10\u202f000 "
        "applicants this earns about +"
    )
    assert "it refuses 3\u202f359 (33.6\u00a0%) and catches 373 of 500 positives (bad)." in advice
    assert "(+601\u202f531 DM on this sample)" in advice
    assert 'id="scene"' in page
    best = snapshot_of(german_credit).best
    assert best is not None
    assert best.endswith("score_naive_bayes")


def test_that_documents_are_saved_with_pictures_of_the_window(
    qtbot: QtBot, german_credit: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, start in (("page.docx", b"PK"), ("page.pdf", b"%PDF-")):
        path = tmp_path / name
        choose = partial(_take, path)
        monkeypatch.setattr(german_credit.prompts, "choose_save_path", choose)
        german_credit.window.commands["save_page"].trigger()
        qtbot.waitUntil(path.exists)
        assert path.read_bytes().startswith(start)
        assert len(path.read_bytes()) > 50_000  # its pictures


def test_that_the_window_goes_on_while_the_pictures_of_a_document_are_drawn(
    qtbot: QtBot, german_credit: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []
    monkeypatch.setattr(page_export, "render_image", partial(_note, drawn))
    monkeypatch.setattr(
        german_credit.prompts, "choose_save_path", partial(_take, tmp_path / "p.pdf")
    )
    german_credit.window.commands["save_page"].trigger()
    assert drawn == []  # the command has returned
    while_drawn = []
    turns = QTimer(interval=0)
    turns.timeout.connect(lambda: while_drawn.append(len(drawn)))
    turns.start()
    qtbot.waitUntil((tmp_path / "p.pdf").exists)
    turns.stop()
    assert drawn == ["profit", "roc", "cost"]
    assert {1, 2} <= set(while_drawn)  # other events had their turn between two pictures


def test_that_a_document_whose_job_is_cancelled_is_not_written(
    qtbot: QtBot, german_credit: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, runner = tmp_path / "page.pdf", german_credit.runner
    monkeypatch.setattr(page_export, "_Drawing", _NeverDrawn)
    monkeypatch.setattr(german_credit.prompts, "choose_save_path", partial(_take, path))
    told: list[str] = []
    runner.job_progressed.connect(lambda status: told.append(status.message))
    german_credit.window.commands["save_page"].trigger()
    qtbot.waitUntil(lambda: "Drawing Profit" in told)
    runner.cancel(JobKey("write", str(path)))
    runner.shutdown()  # returns when the thread that waits for a picture has gone
    assert not path.exists()


class _NeverDrawn:
    def __init__(self, *_args: object) -> None:
        self.drawn: SimpleQueue[object] = SimpleQueue()


def _note(drawn: list[str], snapshot: Snapshot, options: ExportOptions) -> QImage:
    drawn.append(options.view)
    return render_image(snapshot, options)


def _take(path: Path, _suggestion: Path, take: Callable[[Path], None]) -> None:
    take(path)


def test_that_without_a_file_the_command_waits(program: Program) -> None:
    assert not program.window.commands["save_page"].isEnabled()

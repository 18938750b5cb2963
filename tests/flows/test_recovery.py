"""After a crash the next start says so, and offers what was open."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QPushButton

from costcurve_gui.resources import resource_path
from costcurve_gui.startup import crash_files
from costcurve_gui.startup.crash_files import CrashFiles
from costcurve_gui.startup.logs import state_folder
from costcurve_gui.window.crash_recovery import Recovery
from tests.flows.driver import click, dialog, visible_windows, widget

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from costcurve_gui.window.program import Program
    from tests.helpers.logfail import LogWatch

HALF = resource_path("sample_data", "german_credit_half.csv")
TRACE = "Fatal Python error: Segmentation fault"


@pytest.fixture
def crashed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[CrashFiles]:
    monkeypatch.setattr(crash_files.faulthandler, "enable", lambda _file: None)
    monkeypatch.setattr(crash_files.faulthandler, "disable", lambda: None)
    state_folder().mkdir(parents=True)
    other = tmp_path / "march.csv"
    other.write_text("label,score\n1,0.9\n0,0.2\n1,0.4\n", encoding="utf-8")
    text = f"{json.dumps([str(HALF), str(other)])}\n{TRACE}\n"
    (state_folder() / "session-1-0.txt").write_text(text, encoding="utf-8")
    with CrashFiles() as files:
        yield files


@pytest.fixture
def recovery(crashed: CrashFiles, program: Program, log_watch: LogWatch) -> Recovery:
    recovery = Recovery(program, crashed)
    with log_watch.expecting(TRACE):
        recovery.tell(on_page=True)
    return recovery


def test_that_the_notice_names_the_files(recovery: Recovery, program: Program) -> None:
    notice = widget(program, "crash_notice")
    assert notice.isVisible()
    assert "german_credit_half.csv, march.csv" in notice.accessibleName()
    assert visible_windows() == [program.window]


def test_that_the_files_are_opened_again(
    qtbot: QtBot, recovery: Recovery, program: Program
) -> None:
    click(qtbot, program, "crash_reopen")
    asked = dialog(qtbot, program, "import_dialog")
    assert (
        program.window.findChild(QPushButton, "crash_reopen") is None
        or not widget(program, "crash_notice").isVisible()
    )
    asked.close()
    qtbot.waitUntil(lambda: program.results.snapshot is not None)
    assert [Path(info.path) for info in program.session.state.datasets] == [HALF]
    assert not (state_folder() / "session-1-0.txt").exists()


def test_that_the_log_is_shown_without_stopping_anything(
    qtbot: QtBot, recovery: Recovery, program: Program
) -> None:
    click(qtbot, program, "crash_log")
    shown = dialog(qtbot, program, "crash_log_dialog")
    assert not shown.isModal()
    assert shown.findChild(QPlainTextEdit, "crash_log_text").toPlainText() == TRACE
    assert widget(program, "crash_notice").isVisible()
    shown.close()


def test_that_it_can_be_dismissed(qtbot: QtBot, recovery: Recovery, program: Program) -> None:
    click(qtbot, program, "crash_dismiss")
    assert not widget(program, "crash_notice").isVisible()
    assert not (state_folder() / "session-1-0.txt").exists()


def test_that_it_is_said_beside_a_file_that_hides_the_page(
    qtbot: QtBot, crashed: CrashFiles, program: Program, log_watch: LogWatch
) -> None:
    recovery = Recovery(program, crashed)
    program.datasets.open_example("german_credit_half")
    with log_watch.expecting(TRACE):
        recovery.tell(on_page=False)
    status = program.window.status
    qtbot.waitUntil(lambda: "closed unexpectedly" in status.reading.text)
    qtbot.waitUntil(lambda: program.results.snapshot is not None)


def test_that_open_files_are_recorded(qtbot: QtBot, recovery: Recovery, program: Program) -> None:
    (own,) = set(state_folder().glob("session-*")) - {state_folder() / "session-1-0.txt"}
    program.datasets.open_example("german_credit_half")
    qtbot.waitUntil(lambda: program.results.snapshot is not None)
    program.datasets.close_active()
    QApplication.processEvents()
    lines = [json.loads(line) for line in own.read_text(encoding="utf-8").splitlines()]
    assert lines == [[str(HALF)], []]


def test_that_nothing_is_said_where_nothing_happened(
    qtbot: QtBot, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crash_files.faulthandler, "enable", lambda _file: None)
    monkeypatch.setattr(crash_files.faulthandler, "disable", lambda: None)
    with CrashFiles() as files:
        Recovery(program, files).tell(on_page=True)
    assert program.window.findChild(QPushButton, "crash_reopen") is None

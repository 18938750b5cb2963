"""After a kill nothing older than two seconds is lost, and the next start offers it."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QApplication, QPushButton

from costcurve_gui.analysis.projects import make_project
from costcurve_gui.dataio.project_file import read_project, write_project
from costcurve_gui.session.journal import Journal, Record, left_journals
from costcurve_gui.startup.logs import state_folder
from costcurve_gui.window.project_recovery import ProjectRecovery, journal_folder
from tests.flows.driver import click, dialog, widget

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from costcurve_gui.dataio.project_file import Project
    from costcurve_gui.window.program import Program

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 2.0  # seconds of work that a crash may cost
EXAMPLE_PRIOR = 0.05


def killed_child(folder: Path, seed: int) -> tuple[list[tuple[int, float]], float]:
    """Start a window that changes a project, kill it, and return its changes and the moment."""
    words = [sys.executable, "-m", "tests.flows.journal_child", str(folder), str(seed)]
    child = subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True, env=os.environ)
    assert child.stdout is not None
    first = child.stdout.readline()  # the window stands, and the project is saved
    time.sleep(1.5 + 2 * random.Random(seed).random())  # noqa: S311 - a moment, not a secret
    at = time.monotonic()
    child.kill()
    rest = child.stdout.read()
    child.wait()
    child.stdout.close()
    lines = [line.split() for line in (first + rest).splitlines(keepends=True) if line[-1] == "\n"]
    return [(int(number), float(moment)) for number, moment in lines], at


def check_after_kill(folder: Path, seed: int) -> None:
    changes, at = killed_child(folder, seed)
    states = [read_project(folder / "a.ccproj")]  # never damaged
    for one in left_journals(journal_folder()):
        assert one.record.path == folder / "a.ccproj"
        states.append(one.record.project)
        one.remove()
    last = max(map(change_of, states))
    older = [number for number, moment in changes if moment < at - PATIENCE]
    assert max(older, default=0) <= last <= changes[-1][0] + 1
    assert len(list(folder.glob(".*.ccproj"))) <= 1, "at most the one that was being written"


def change_of(project: Project) -> int:
    """Return which of the child's changes a project has; 0 where it has the example's prior."""
    prior = project.choices["condition"]["prior"]
    return 0 if prior == EXAMPLE_PRIOR else round(prior * 1_000_000)


@pytest.mark.parametrize("seed", range(2))
def test_that_a_kill_costs_no_more_than_two_seconds(tmp_path: Path, seed: int) -> None:
    check_after_kill(tmp_path, seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 200))
def test_that_no_kill_of_a_hundred_costs_more(tmp_path: Path, seed: int) -> None:
    check_after_kill(tmp_path, seed)


@pytest.fixture
def recovery(german_credit: Program, tmp_path: Path) -> Iterator[ProjectRecovery]:
    """Return the recovery of a program after one was killed that had changed a project."""
    program = german_credit
    document = program.projects.active
    assert document is not None
    path = tmp_path / "a.ccproj"
    saved = make_project(document.file, document.saved, tmp_path)
    write_project(path, saved)
    program.condition.set_prior(0.2)
    unsaved = make_project(document.file, document.current, tmp_path)
    at = document.changes[-1].at
    program.datasets.close_active()
    gone = Journal(journal_folder())
    gone.record("d", Record("a.ccproj", path, tmp_path, unsaved, ("change the prior", "b"), at))
    gone.flush()
    gone.close(keep=True)
    recovery = ProjectRecovery(program)
    recovery.offer()
    QApplication.processEvents()
    yield recovery
    recovery.close(keep=False)


def test_that_the_page_says_what_can_be_restored(
    recovery: ProjectRecovery, german_credit: Program
) -> None:
    card = widget(german_credit, "recovery_0")
    assert card.isVisible()
    assert "a.ccproj: 2 changes after the last save, the latest at" in card.accessibleName()


def test_that_the_changes_are_restored(
    qtbot: QtBot, recovery: ProjectRecovery, german_credit: Program, tmp_path: Path
) -> None:
    program = german_credit
    click(qtbot, program, "restore_0")
    qtbot.waitUntil(lambda: program.projects.active is not None)
    qtbot.waitUntil(lambda: program.window.findChild(QPushButton, "restore_0") is None)
    document = program.projects.active
    assert document is not None
    assert program.session.state.current.condition.prior == 0.2
    assert document.path == tmp_path / "a.ccproj"
    assert [change.label for change in document.changes] == ["change the prior", "b"]
    assert program.window.windowTitle().startswith("* a.ccproj")
    assert len(list(journal_folder().iterdir())) == 1  # that of this process
    program.projects.save()
    qtbot.waitUntil(lambda: not document.modified)
    recovery.flush()
    assert list(journal_folder().iterdir()) == []
    assert read_project(tmp_path / "a.ccproj").choices["condition"]["prior"] == 0.2


def test_that_what_was_saved_can_be_opened_and_the_journal_stays_until_the_next_save(
    qtbot: QtBot, recovery: ProjectRecovery, german_credit: Program
) -> None:
    program = german_credit
    click(qtbot, program, "reopen_0")
    qtbot.waitUntil(lambda: program.projects.active is not None)
    assert program.session.state.current.condition.prior == 0.05
    assert len(list(journal_folder().iterdir())) == 1
    program.condition.set_prior(0.3)
    program.projects.save()
    document = program.projects.active
    assert document is not None
    qtbot.waitUntil(lambda: not document.modified)
    recovery.flush()
    assert list(journal_folder().iterdir()) == []


def test_that_discarding_asks_once(
    qtbot: QtBot, recovery: ProjectRecovery, german_credit: Program
) -> None:
    click(qtbot, german_credit, "discard_0")
    asked = dialog(qtbot, german_credit, "discard_changes_dialog")
    assert len(list(journal_folder().iterdir())) == 1
    asked.findChild(QPushButton, "discard_changes_yes").click()
    qtbot.waitUntil(lambda: german_credit.window.findChild(QPushButton, "discard_0") is None)
    assert list(journal_folder().iterdir()) == []


def test_that_changes_without_a_project_are_kept_too(qtbot: QtBot, german_credit: Program) -> None:
    program = german_credit
    recovery = ProjectRecovery(program)
    program.condition.set_prior(0.3)
    recovery.flush()
    recovery.close(keep=True)
    program.datasets.close_active()
    recovery = ProjectRecovery(program)
    recovery.offer()
    assert "1 change in no project yet" in widget(program, "recovery_0").accessibleName()
    click(qtbot, program, "restore_0")
    qtbot.waitUntil(lambda: program.projects.active is not None)
    document = program.projects.active
    assert document is not None
    assert document.path is None
    assert document.modified
    assert program.session.state.current.condition.prior == 0.3
    recovery.close(keep=False)


def test_that_a_start_without_journals_reads_none(program: Program) -> None:
    assert not (state_folder() / "journals").exists()
    recovery = ProjectRecovery(program)
    recovery.offer()
    assert "costcurve_gui" in sys.modules
    assert program.window.findChild(QPushButton, "restore_0") is None
    recovery.close(keep=False)

"""Projects in the window: open, save, close, and what is asked on the way."""

from __future__ import annotations

import shutil
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from costcurve_gui.analysis.payoffs import PayoffSpec
from costcurve_gui.analysis.projects import open_project
from costcurve_gui.controllers.project_controller import ProjectController
from costcurve_gui.dataio.project_file import read_project
from costcurve_gui.engine.selection.bounds import BoundKind
from costcurve_gui.resources import resource_path
from tests.helpers.workbench import Workbench

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from costcurve_gui.session.documents import Document
    from costcurve_gui.session.preferences import Preferences

HALF = resource_path("sample_data", "german_credit_half.csv")


class Desk(Workbench):
    """A workbench with projects."""

    def __init__(self, settings: Preferences) -> None:
        super().__init__(settings)
        self.projects = ProjectController(
            self.session, self.datasets, self.runner, self.prompts, settings
        )
        self.projects.notify = self.notices.append

    @property
    def document(self) -> Document:
        assert self.projects.active is not None
        return self.projects.active

    def open_data(self, path: Path) -> None:
        self.datasets.open_paths([path])
        self.prompts.imports[-1].accept()

    def reopen(self, path: Path) -> None:
        """Close everything and open a project."""
        while self.session.state.active is not None:
            self.datasets.close_active()
        self.datasets.open_paths([path])


@pytest.fixture
def desk(qtbot: object, settings: Preferences, tmp_path: Path) -> Desk:
    desk = Desk(settings)
    (tmp_path / "march.csv").write_bytes(HALF.read_bytes())
    desk.open_data(tmp_path / "march.csv")
    desk.prompts.save_path = tmp_path / "a.ccproj"
    return desk


def test_that_a_project_brings_everything_back(desk: Desk, tmp_path: Path) -> None:
    desk.condition.set_prior(0.2)
    desk.projects.layout = lambda: {"version": 1, "docks": "", "in_front": ["pr"]}
    desk.projects.save()
    before = desk.current
    shown: list[object] = []
    desk.projects.show_layout = shown.append
    desk.reopen(tmp_path / "a.ccproj")
    assert desk.current.condition == before.condition
    assert shown == [{"version": 1, "docks": "", "in_front": ["pr"]}]
    assert desk.document.path == tmp_path / "a.ccproj"
    assert not desk.document.modified
    assert desk.settings.recent[0].path == str(tmp_path / "a.ccproj")
    assert desk.settings.recent[0].data == "march.csv"


def test_that_save_asks_where_only_the_first_time(desk: Desk, tmp_path: Path) -> None:
    desk.projects.save()
    assert desk.prompts.suggested == [tmp_path / "march.ccproj"]
    desk.condition.set_prior(0.3)
    assert desk.document.modified
    desk.projects.save()
    assert len(desk.prompts.suggested) == 1
    assert not desk.document.modified
    again = open_project(tmp_path / "a.ccproj", "d").loaded.settings
    assert again.condition.prior == 0.3


def test_that_changes_are_counted_and_undo_takes_them_back(desk: Desk) -> None:
    desk.projects.save()
    desk.condition.set_prior(0.3)
    desk.condition.set_prior(0.4)
    assert [one.label for one in desk.document.changes] == ["change the prior"] * 2
    desk.session.undo()
    assert len(desk.document.changes) == 1
    desk.session.undo()
    assert not desk.document.modified
    desk.session.redo()
    assert len(desk.document.changes) == 1


def test_that_a_project_opens_once(desk: Desk, tmp_path: Path) -> None:
    desk.projects.save()
    desk.open_data(tmp_path / "march.csv")
    desk.datasets.open_paths([tmp_path / "a.ccproj"])
    assert len(desk.session.state.datasets) == 2
    assert desk.document.path == tmp_path / "a.ccproj"


@pytest.mark.parametrize(
    "change",
    [
        lambda desk: desk.condition.set_prior(0.2),
        lambda desk: desk.session.apply("change payoff", payoff=PayoffSpec(fn="-2")),
        lambda desk: desk.selection.set_bound(BoundKind.FPR, 0.2),
        lambda desk: desk.projects.embed(True),
    ],
)
def test_that_quitting_asks_after_every_choice(
    desk: Desk, change: Callable[[Desk], object]
) -> None:
    change(desk)
    assert desk.document.would_be_lost
    assert not desk.projects.may_quit(lambda: None)


def test_that_quitting_does_not_ask_after_mere_looking(desk: Desk) -> None:
    current = desk.session.state.current
    views = replace(current.views, joint_hull=not current.views.joint_hull)
    desk.session.apply("joint hull", views=views)
    assert not desk.document.would_be_lost
    assert desk.projects.may_quit(lambda: None)


def test_that_closing_asks_only_where_something_would_be_lost(desk: Desk, tmp_path: Path) -> None:
    assert desk.projects.may_quit(lambda: None)
    desk.condition.set_prior(0.2)
    desk.selection.set_population(500)
    assert not desk.projects.may_quit(lambda: None)
    question = desk.prompts.questions[-1]
    assert question.title == "Save 2 changes of march.csv as a project?"
    assert "change the prior; " in question.text
    assert [key for key, _ in question.ways] == ["save", "discard"]
    desk.projects.save()
    assert desk.projects.may_quit(lambda: None)
    desk.condition.set_prior(0.3)  # of a project every change counts
    desk.projects.close_active()
    assert desk.prompts.questions[-1].title == "Save 1 change to a.ccproj?"
    assert desk.session.state.active is not None


def test_that_a_file_that_was_closed_meanwhile_stays_closed(desk: Desk) -> None:
    active = desk.session.state.active
    assert active is not None
    desk.datasets.close(active)
    desk.datasets.close(active)  # as a save does that was to close it too
    assert desk.session.state.active != active


@pytest.mark.parametrize(("answer", "prior"), [("save", 0.3), ("discard", 0.2)])
def test_that_quitting_does_what_was_answered(
    desk: Desk, tmp_path: Path, answer: str, prior: float
) -> None:
    desk.condition.set_prior(0.2)
    desk.projects.save()
    desk.condition.set_prior(0.3)
    desk.prompts.answers["save_and_quit"] = answer
    settled: list[bool] = []
    desk.projects.may_quit(lambda: settled.append(True))
    assert settled == [True]
    assert desk.projects.may_quit(lambda: None)
    again = open_project(tmp_path / "a.ccproj", "d").loaded.settings
    assert again.condition.prior == prior


def test_that_a_cancelled_question_leaves_everything(desk: Desk) -> None:
    desk.projects.save()
    desk.condition.set_prior(0.3)
    desk.prompts.answers.update(save_and_quit="", save_and_close="")
    settled: list[bool] = []
    assert not desk.projects.may_quit(lambda: settled.append(True))
    desk.projects.close_active()
    assert settled == []
    assert desk.document.modified


def test_that_who_goes_back_at_the_second_file_loses_nothing_of_the_first(
    desk: Desk, tmp_path: Path
) -> None:
    desk.selection.set_population(500)
    desk.open_data(tmp_path / "march.csv")
    desk.selection.set_population(600)
    desk.prompts.answers["save_and_quit"] = "discard"
    settled: list[bool] = []
    assert not desk.projects.may_quit(lambda: settled.append(True))
    desk.prompts.answers["save_and_quit"] = ""
    assert not desk.projects.may_quit(lambda: settled.append(True))
    assert settled == [True]
    assert [len(one.changes) for one in desk.projects.documents.values()] == [1, 1]
    before = len(desk.prompts.questions)
    desk.prompts.answers["save_and_quit"] = "discard"
    while not desk.projects.may_quit(lambda: None):
        pass
    assert len(desk.prompts.questions) == before + 2


@pytest.mark.parametrize("answer", ["replace", "other", ""])
def test_that_a_project_that_another_window_wrote_is_asked_about(
    desk: Desk, tmp_path: Path, answer: str
) -> None:
    path, other = tmp_path / "a.ccproj", tmp_path / "b.ccproj"
    desk.projects.save()
    theirs = path.read_bytes() + b"\n"
    path.write_bytes(theirs)
    desk.condition.set_prior(0.3)
    desk.prompts.answers["changed_project"] = answer
    desk.prompts.save_path = other
    desk.projects.save()
    assert desk.prompts.questions[-1].title == "a.ccproj has changed on disk since it was opened"
    assert (path.read_bytes() == theirs) == (answer != "replace")
    assert other.exists() == (answer == "other")
    assert desk.document.modified == (answer == "")


def test_that_a_touched_project_is_not_asked_about(desk: Desk, tmp_path: Path) -> None:
    desk.projects.save()
    (tmp_path / "a.ccproj").touch()
    desk.condition.set_prior(0.3)
    desk.projects.save()
    assert desk.prompts.questions == []


def test_that_a_read_only_project_opens_and_says_so(desk: Desk, tmp_path: Path) -> None:
    desk.projects.save()
    (tmp_path / "a.ccproj").chmod(0o444)
    desk.reopen(tmp_path / "a.ccproj")
    assert desk.document.read_only
    assert desk.notices[-1] == "a.ccproj is read-only: Save asks for another place."
    desk.condition.set_prior(0.3)
    desk.prompts.save_path = tmp_path / "b.ccproj"
    desk.projects.save()
    assert desk.document.path == tmp_path / "b.ccproj"
    assert not desk.document.read_only


def test_that_changed_data_are_asked_about(desk: Desk, tmp_path: Path) -> None:
    desk.projects.embed(True)
    desk.projects.save()
    data = tmp_path / "march.csv"
    data.write_bytes(b"".join(data.read_bytes().splitlines(keepends=True)[:-5]))
    desk.reopen(tmp_path / "a.ccproj")
    question = desk.prompts.questions[-1]
    assert question.text == "5 rows fewer, no column gone. The choices still fit."
    assert (question.changes[0].before, question.changes[0].now) == (500, 495)
    assert desk.session.state.active is None
    for answer, rows in (("read", 495), ("copy", 500)):
        desk.prompts.answers["changed_data"] = answer
        desk.reopen(tmp_path / "a.ccproj")
        info = desk.session.state.dataset
        assert info is not None
        assert info.rows == rows


def test_that_changes_that_are_restored_stay_where_the_old_copy_is_kept(
    desk: Desk, tmp_path: Path
) -> None:
    desk.projects.embed(True)
    desk.projects.save()
    desk.condition.set_prior(0.3)
    unsaved, _ = desk.projects.unsaved(desk.document)
    desk.datasets.close_active()
    data = tmp_path / "march.csv"
    data.write_bytes(b"".join(data.read_bytes().splitlines(keepends=True)[:-5]))
    desk.prompts.answers["changed_data"] = "copy"
    desk.projects.open(tmp_path / "a.ccproj", project=unsaved, saved=True)
    assert desk.prompts.questions[-1].changes[0].now == 495
    info = desk.session.state.dataset
    assert info is not None
    assert info.rows == 500
    assert desk.current.condition.prior == 0.3
    assert desk.document.saved.condition.prior != 0.3


def test_that_data_that_are_gone_are_asked_for(desk: Desk, tmp_path: Path) -> None:
    desk.projects.save()
    (tmp_path / "far").mkdir()
    moved = tmp_path / "far" / "april.csv"
    shutil.move(tmp_path / "march.csv", moved)
    desk.reopen(tmp_path / "a.ccproj")
    assert desk.prompts.questions[-1].title == "Where is march.csv?"
    desk.prompts.answers["missing_data"] = "find"
    desk.prompts.files = (moved,)
    desk.reopen(tmp_path / "a.ccproj")
    assert desk.session.state.active is not None
    assert desk.notices[-1] == f"march.csv was found as {moved}."


def test_that_the_place_where_data_were_found_can_be_saved(desk: Desk, tmp_path: Path) -> None:
    desk.projects.save()
    assert not desk.document.outdated
    shutil.move(tmp_path / "march.csv", tmp_path / "april.csv")
    desk.reopen(tmp_path / "a.ccproj")
    assert desk.document.outdated
    assert not desk.document.modified  # nothing to ask about when the window closes
    desk.projects.save()
    assert not desk.document.outdated
    assert read_project(tmp_path / "a.ccproj").data.path == "april.csv"


def test_that_data_that_were_read_again_can_be_saved(desk: Desk, tmp_path: Path) -> None:
    desk.projects.save()
    data = tmp_path / "march.csv"
    data.write_bytes(b"".join(data.read_bytes().splitlines(keepends=True)[:-5]))
    desk.prompts.answers["changed_data"] = "read"
    desk.reopen(tmp_path / "a.ccproj")
    assert desk.document.outdated
    desk.projects.save()
    asked = len(desk.prompts.questions)
    desk.reopen(tmp_path / "a.ccproj")
    assert len(desk.prompts.questions) == asked
    assert not desk.document.outdated


def test_that_a_damaged_project_is_said(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "bad.ccproj"
    path.write_text("{", encoding="utf-8")
    desk.datasets.open_paths([path])
    assert desk.prompts.errors[-1][0] == "The project was not opened"
    assert "bad.ccproj is not a " in desk.prompts.errors[-1][1]


def test_that_a_project_that_cannot_be_written_is_said(desk: Desk, tmp_path: Path) -> None:
    desk.prompts.save_path = tmp_path / "none" / "a.ccproj"
    desk.projects.save()
    assert desk.prompts.errors[-1][0] == "The project was not saved"
    assert desk.document.path is None


def test_that_a_change_made_while_it_is_saved_stays_one(desk: Desk, tmp_path: Path) -> None:
    desk.condition.set_prior(0.2)
    desk.runner.holding = True
    desk.projects.save()
    desk.condition.set_prior(0.3)
    desk.runner.run_held()
    assert [one.settings.condition.prior for one in desk.document.changes] == [0.3]


def test_that_a_family_that_was_made_has_no_project(desk: Desk) -> None:
    desk.datasets.make_family()
    assert not desk.document.savable
    desk.projects.save()
    assert desk.prompts.errors[-1][0] == "This file cannot be saved as a project"

"""Every view says what its job computes and why it has nothing, with the button that mends it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QAbstractButton

from costcurve_gui.analysis.intervals.requests import SHOWN_INTERVALS
from costcurve_gui.analysis.view_results import VIEW_RESULTS
from costcurve_gui.controllers import (
    common_case_controller,
    interval_controller,
    view_controllers,
)
from costcurve_gui.controllers.common_case_controller import COMPARE
from costcurve_gui.controllers.interval_controller import BANDS
from costcurve_gui.controllers.view_controllers import VIEW
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.jobs.job_runner import JobKey, JobStatus
from costcurve_gui.views.catalogue import VIEWS
from costcurve_gui.views.text.empty_states import NO_NEW_CURVES
from costcurve_gui.views.widgets import frames
from costcurve_gui.views.widgets.frames import DIMMED_LINE
from costcurve_gui.window.program import Program
from tests.helpers.fake_prompts import FakePrompts
from tests.helpers.gaps import DATA, PAYOFF
from tests.helpers.inline_runner import InlineRunner
from tests.helpers.samples import loaded

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from costcurve_gui.session.preferences import Preferences
    from costcurve_gui.views.widgets.frames import ViewFrame

OF_JOBS = [key for key in VIEWS if key in VIEW_RESULTS]
WHOLE = [
    key
    for key, spec in VIEWS.items()
    if spec.intervals in SHOWN_INTERVALS and SHOWN_INTERVALS[spec.intervals].whole
]
BANDED = [key for key, spec in VIEWS.items() if spec.intervals and key not in WHOLE]
COMPARED = ["difference", "superiority"]  # over the cases that all models scored
GONE = "The scores are gone."


class Views:
    """A program whose jobs are held, with a file that every view suits."""

    def __init__(self, qtbot: QtBot, settings: Preferences) -> None:
        self.runner = InlineRunner()
        self.prompts = FakePrompts()
        self.program = Program(settings, runner=self.runner, prompts=self.prompts)
        self.window = self.program.window
        self._qtbot = qtbot

    def open(self, example: str) -> None:
        self.program.datasets.open_example(example)
        self.runner.holding = True

    def take_gaps(self) -> None:
        self.runner.holding = True
        self.program.datasets.take_over(loaded(DATA, PAYOFF))

    def show(self, view: str) -> ViewFrame:
        self.window.bring_to_front(view)
        return self.window.frames[view]

    def wait_for(self, view: str, said: str) -> None:
        """Wait until the message in place of a view begins so."""
        frame = self.window.frames[view]
        self._qtbot.waitUntil(lambda: frame.message_text.startswith(said))

    def button(self, view: str, part: str) -> QAbstractButton:
        found = self.window.frames[view].findChild(QAbstractButton, f"{view}_{part}")
        assert found is not None
        assert not found.isHidden()
        return found


@pytest.fixture
def views(qtbot: QtBot, settings: Preferences, monkeypatch: pytest.MonkeyPatch) -> Iterator[Views]:
    monkeypatch.setattr(frames, "PATIENCE_MS", 0)
    monkeypatch.setattr(interval_controller, "PAUSE_MS", 0)
    monkeypatch.setattr(common_case_controller, "PAUSE_MS", 0)
    views = Views(qtbot, settings)
    views.window.show()
    yield views
    views.window.close()


def _fail(*_: object, **__: object) -> None:
    raise DataError(GONE)


def go_through_work(views: Views, view: str, key: JobKey) -> None:
    """See a view say what it waits for and how far that is, be cancelled and tried again."""
    name = f"Computing {VIEWS[view].title}"
    views.show(view)
    views.wait_for(view, name)
    views.runner.job_progressed.emit(JobStatus(key, name, 400, 2000))
    assert views.window.frames[view].message_text.startswith(f"{name}, 400 of 2\u202f000")
    assert views.button(view, "empty_action").text() == "Cancel"
    views.button(view, "empty_action").click()
    views.wait_for(view, "Cancelled")
    assert views.button(view, "empty_action").text() == "Try again"
    views.button(view, "empty_action").click()
    views.wait_for(view, name)


def go_through_failure(views: Views, view: str) -> None:
    """See a view say why its job failed."""
    views.show(view)
    views.wait_for(view, f"Could not be computed. {GONE}")
    assert views.button(view, "empty_action").text() == "Try again"
    assert "Try again" not in views.window.frames[view].foot_text


def see_missing_intervals(qtbot: QtBot, views: Views, view: str) -> None:
    """See a view that keeps its picture say below it why it has no bands or intervals."""
    frame = views.show(view)
    missing = "Bands" if SHOWN_INTERVALS[VIEWS[view].intervals].banded else "Intervals"
    qtbot.waitUntil(lambda: frame.foot_text == f"{missing} could not be computed. {GONE}")
    assert not frame.is_empty
    assert views.button(view, "foot_link").text() == "Try again"


def is_drawn(frame: ViewFrame) -> bool:
    return not (frame.is_empty or frame.foot_text)


def test_that_views_that_wait_for_a_job_count_it_and_offer_cancel(
    qtbot: QtBot, views: Views
) -> None:
    views.open("wine_cv10")
    for view in OF_JOBS:
        go_through_work(views, view, JobKey(VIEW, view))
    for view in WHOLE:
        go_through_work(views, view, BANDS)
        assert views.runner.busy
    assert not views.prompts.errors


def test_that_views_of_compared_models_count_their_work_too(qtbot: QtBot, views: Views) -> None:
    views.take_gaps()
    for view in COMPARED:
        go_through_work(views, view, COMPARE)


def test_that_a_job_that_failed_says_why_in_its_view_and_is_tried_again(
    qtbot: QtBot, views: Views, monkeypatch: pytest.MonkeyPatch
) -> None:
    views.open("wine_cv10")
    views.runner.holding = False
    with monkeypatch.context() as broken:
        broken.setattr(view_controllers, "build_view_result", _fail)
        broken.setattr("costcurve_gui.analysis.intervals.jobs.resample", _fail)
        for view in (*OF_JOBS, *WHOLE):
            go_through_failure(views, view)
        for view in BANDED:
            if view not in OF_JOBS:
                see_missing_intervals(qtbot, views, view)
    for view in (*OF_JOBS, *WHOLE):
        frame = views.show(view)
        if frame.message_text.startswith("Could not"):
            views.button(view, "empty_action").click()
        qtbot.waitUntil(partial(is_drawn, frame))
    for view in BANDED:
        frame = views.show(view)
        qtbot.waitUntil(partial(is_drawn, frame))
    assert not views.prompts.errors


def test_that_curves_that_failed_dim_the_last_good_picture_of_every_view(
    qtbot: QtBot, views: Views, monkeypatch: pytest.MonkeyPatch
) -> None:
    views.open("wine_cv10")
    for view in VIEWS:
        views.show(view)
    program = views.program
    source = type(program.store.get(program.results.curve_set.dataset.id))
    views.runner.holding = False
    program.payoffs.edit_cell("fn", "-7")
    with monkeypatch.context() as broken:
        broken.setattr(source, "build_curves", _fail)
        program.session.undo()
    for view in VIEWS:
        frame = views.show(view)
        assert frame.error_text == f"{NO_NEW_CURVES} {GONE}"
        assert frame.foot_text == ("" if frame.is_empty else DIMMED_LINE)
        assert views.button(view, "error_try_again").text() == "Try again"
    views.button("roc", "error_try_again").click()
    assert {frame.error_text for frame in views.window.frames.values()} == {""}

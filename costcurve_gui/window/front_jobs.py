"""Connect the views of days and segments to their jobs and choices, when first shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from costcurve_gui.controllers.front_job_controller import FrontJob, FrontJobController
from costcurve_gui.views.view import TRY_AGAIN

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from costcurve_gui.controllers.view_controllers import ViewChoiceController
    from costcurve_gui.jobs.job_runner import JobRunner
    from costcurve_gui.session.results import Results
    from costcurve_gui.views.shell.main_window import MainWindow
    from costcurve_gui.views.tables.days_view import DaysView
    from costcurve_gui.views.tables.segments_view import SegmentsView


class Parts(NamedTuple):
    """What the views are connected to."""

    results: Results
    runner: JobRunner
    window: MainWindow
    choices: ViewChoiceController


def connect_days(view: DaysView, parts: Parts) -> None:
    """Compute the days that the view shows, and take what is chosen in it."""
    from costcurve_gui.analysis.day_results import DaysResult
    from costcurve_gui.analysis.operations import days_key, find_days

    job = FrontJob("days", "Computing Days", days_key, find_days, DaysResult)
    _connect_job(view, job, parts)
    choose = parts.choices.choose
    view.column_chosen.connect(lambda column: choose("day", column))
    view.places_chosen.connect(lambda places: choose("day_places", places))
    view.delay_chosen.connect(lambda share: choose("day_delay", share))


def connect_segments(view: SegmentsView, parts: Parts) -> None:
    """Compute the segments that the view shows, and take what is chosen in it."""
    from costcurve_gui.analysis.segment_results import SegmentsResult
    from costcurve_gui.analysis.segments import find_segments, segments_key

    job = FrontJob("segments", "Computing Segments", segments_key, find_segments, SegmentsResult)
    _connect_job(view, job, parts)
    choose = parts.choices.choose
    view.column_chosen.connect(lambda column: choose("segment", column))
    view.own_chosen.connect(lambda own: choose("own_thresholds", own))


def _connect_job(view: QWidget, job: FrontJob, parts: Parts) -> None:
    controller = FrontJobController(job, parts.results, parts.runner)
    controller.setParent(view)

    def answer(name: str, command: str) -> None:
        if command == TRY_AGAIN:
            controller.try_again(name)

    parts.window.view_shown.connect(controller.show)
    parts.window.view_left.connect(controller.leave)
    parts.window.work_answered.connect(answer)

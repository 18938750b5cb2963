"""The jobs of the views of days, units and segments, which their own choices restart."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject

from costcurve_gui.analysis.found_criteria import BEST_UNIT_PROFIT
from costcurve_gui.controllers.front_job_controller import FrontJob, FrontJobController
from costcurve_gui.translation import tr
from costcurve_gui.views.view import TRY_AGAIN

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from costcurve_gui.controllers.selection_controller import SelectionController
    from costcurve_gui.controllers.view_controllers import ViewChoiceController
    from costcurve_gui.jobs.job_runner import JobRunner
    from costcurve_gui.session.results import Results
    from costcurve_gui.views.shell.main_window import MainWindow
    from costcurve_gui.views.tables.days_view import DaysView
    from costcurve_gui.views.tables.units_view import UnitsView

SEGMENTS, DAYS, UNITS = "segments", "days", "units"
"""Views whose results hang on more than a curve set, and have controllers of their own."""


class FrontJobs(QObject):
    """Makes the controller of a view when it is first shown or exported."""

    def __init__(self, results: Results, runner: JobRunner) -> None:
        super().__init__()
        self._results, self._runner = results, runner
        self._controllers: dict[str, FrontJobController] = {}

    def show(self, view: str) -> None:
        """Compute what a view shows, if it has such a job."""
        if view in _JOBS:
            self._of(view).show(view)

    def leave(self, view: str) -> None:
        """Give up what nobody waits for."""
        if view in self._controllers:
            self._controllers[view].leave(view)

    def answer(self, view: str, command: str) -> None:
        """Compute again what failed or was cancelled."""
        if command == TRY_AGAIN and view in self._controllers:
            self._controllers[view].try_again(view)

    def connect_choices(
        self,
        name: str,
        view: QWidget,
        choices: ViewChoiceController,
        selection: SelectionController,
    ) -> None:
        """Take what is chosen in a view."""
        choose = choices.choose
        if name == DAYS:
            days = cast("DaysView", view)
            days.column_chosen.connect(lambda column: choose("day", column))
            days.places_chosen.connect(lambda places: choose("day_places", places))
            days.delay_chosen.connect(lambda share: choose("day_delay", share))
            days.share_used.connect(selection.bound_share)
            days.threshold_used.connect(selection.set_threshold)
        elif name == UNITS:
            units = cast("UnitsView", view)
            units.column_chosen.connect(lambda column: choose("unit", column))
            units.times_chosen.connect(lambda column: choose("day", column))
            units.horizon_chosen.connect(lambda horizon: choose("unit_horizon", horizon))
            units.rule_used.connect(partial(selection.choose_criterion, BEST_UNIT_PROFIT))

    def _of(self, view: str) -> FrontJobController:
        if view not in self._controllers:
            made = FrontJobController(_JOBS[view](), self._results, self._runner)
            made.setParent(self)
            self._controllers[view] = made
        return self._controllers[view]


def _segments_job() -> FrontJob:
    from costcurve_gui.analysis.segment_results import SegmentsResult
    from costcurve_gui.analysis.segments import find_segments, segments_key

    return FrontJob(SEGMENTS, tr("Computing Segments"), segments_key, find_segments, SegmentsResult)


def _days_job() -> FrontJob:
    from costcurve_gui.analysis.day_results import DaysResult
    from costcurve_gui.analysis.operations import days_key, find_days

    return FrontJob(DAYS, tr("Computing Days"), days_key, find_days, DaysResult)


def _units_job() -> FrontJob:
    from costcurve_gui.analysis.unit_results import UnitsResult
    from costcurve_gui.analysis.units import find_units, units_key

    return FrontJob(UNITS, tr("Computing Units"), units_key, find_units, UnitsResult)


_JOBS = {SEGMENTS: _segments_job, DAYS: _days_job, UNITS: _units_job}


def connected_jobs(results: Results, runner: JobRunner, window: MainWindow) -> FrontJobs:
    """Return jobs that follow which views are in front."""
    jobs = FrontJobs(results, runner)
    jobs.setParent(window)
    window.view_shown.connect(jobs.show)
    window.view_left.connect(jobs.leave)
    window.work_answered.connect(jobs.answer)
    return jobs

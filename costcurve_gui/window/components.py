"""The objects that live as long as the window: session, jobs, controllers, views."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, cast

from costcurve_gui.analysis.questions import ANSWERS
from costcurve_gui.controllers.analysis_controller import AnalysisController
from costcurve_gui.controllers.columns_controller import ColumnsController
from costcurve_gui.controllers.common_case_controller import CommonCaseController
from costcurve_gui.controllers.condition_controller import ConditionController
from costcurve_gui.controllers.cost_check_controller import CostCheckController
from costcurve_gui.controllers.dataset_controller import DatasetController
from costcurve_gui.controllers.derived_model_controller import DerivedModelController
from costcurve_gui.controllers.error_messages import text_of
from costcurve_gui.controllers.export_controller import ExportController
from costcurve_gui.controllers.interval_controller import IntervalController
from costcurve_gui.controllers.model_list_controller import ModelListController
from costcurve_gui.controllers.payoff_controller import PayoffController
from costcurve_gui.controllers.project_controller import ProjectController
from costcurve_gui.controllers.remembered_controller import RememberedController
from costcurve_gui.controllers.selection_controller import SelectionController
from costcurve_gui.controllers.view_controllers import ViewChoiceController, ViewResultController
from costcurve_gui.jobs.job_runner import JobRunner
from costcurve_gui.session.results import DatasetStore, Results
from costcurve_gui.session.session import Session
from costcurve_gui.translation import tr
from costcurve_gui.views.catalogue import HEADS, VIEWS, plot_view
from costcurve_gui.views.plotting.curve_plot import CurvePlot
from costcurve_gui.views.shell.window_commands import connected_window
from costcurve_gui.window.prompts import WindowPrompts

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurve_gui.analysis.curves import CurveSource
    from costcurve_gui.controllers.prompts import Prompts
    from costcurve_gui.session.preferences import Preferences
    from costcurve_gui.views.tables.validation_view import TableWidget
    from costcurve_gui.window.front_jobs import FrontJobs

    RecordWriter = Callable[..., str]

WITH_JOBS = ("segments", "days", "units")
"""Views whose results hang on more than a curve set, and have controllers of their own."""


class Components:
    """Everything that lives as long as the window, not yet connected.

    With an example the job that reads it starts before the window is built.
    """

    def __init__(
        self,
        settings: Preferences,
        runner: JobRunner | None = None,
        prompts: Prompts | None = None,
        example: str | None = None,
    ) -> None:
        self.settings = settings
        self.runner = JobRunner() if runner is None else runner
        self.session = Session()
        self.results = Results()
        self.store: DatasetStore[CurveSource] = DatasetStore()
        dialogs = WindowPrompts()
        self.prompts: Prompts = dialogs if prompts is None else prompts
        self._build_controllers()
        if example is not None:
            self.datasets.open_example(example)
        self.write_record: RecordWriter | None = None  # who builds the window knows how
        self.plots: dict[str, CurvePlot] = {}  # those that were shown so far
        self.tables: dict[str, TableWidget] = {}
        self.window = connected_window(self._make_view)
        dialogs.attach(self.window)
        self.exports = ExportController(
            self.results,
            self.runner,
            self.prompts,
            settings,
            self.window.status.notify,
            rate_curve_of=lambda view: VIEWS[view].curve if view in VIEWS else "",
        )

    @cached_property
    def front_jobs(self) -> FrontJobs:
        """Jobs of single views, which follow which of them are shown; not needed at the start."""
        from costcurve_gui.window.front_jobs import connected_jobs

        return connected_jobs(self.results, self.runner, self.window)

    @property
    def views(self) -> dict[str, CurvePlot | TableWidget]:
        """Plots and tables that were shown so far."""
        return {**self.plots, **self.tables}

    def try_again(self, view: str) -> None:
        """Start the jobs anew that a view waits for and that failed or were cancelled."""
        self.analysis.try_again()
        self.view_results.try_again(view)
        self.common.show(view)
        self.bands.show(view)

    def _make_view(self, view: str) -> CurvePlot | TableWidget:
        if VIEWS[view].is_table:
            from costcurve_gui.views.tables.table_view import table_view

            made = self.tables[view] = cast("TableWidget", table_view(view))
            if view in WITH_JOBS:
                self.front_jobs.connect_choices(view, made, self.choices, self.selection)
        else:
            self.plots[view] = CurvePlot(plot_view(view))
        return self.views[view]

    def _build_controllers(self) -> None:
        session, results, runner = self.session, self.results, self.runner
        self.analysis = AnalysisController(session, self.store, results, runner)
        self.datasets = DatasetController(
            session, self.store, results, self.analysis, runner, self.prompts, self.settings
        )
        self.projects = ProjectController(
            session, self.datasets, runner, self.prompts, self.settings
        )
        self.remembered = RememberedController(
            self.datasets, self.projects, self.prompts, self.settings
        )
        self.columns = ColumnsController(
            session,
            self.store,
            self.analysis,
            self.datasets,
            self.projects,
            runner,
            self.prompts,
        )
        self.condition = ConditionController(session, results)
        self.view_results = ViewResultController(
            self.store, results, runner, self._report_analysis_error, _title_of
        )
        session.selection_changed.connect(self.view_results.follow)
        self.common = CommonCaseController(results, runner)
        self.bands = IntervalController(
            self.store,
            results,
            runner,
            HEADS,
            {ANSWERS: ANSWERS, **{view: spec.intervals for view, spec in VIEWS.items()}},
        )
        self.payoffs = PayoffController(session, results, self.analysis)
        self.cost_checks = CostCheckController(
            session, results, self.store, runner, self.payoffs, self._report_analysis_error
        )
        self.selection = SelectionController(session, results)
        self.choices = ViewChoiceController(session)
        self.derived = DerivedModelController(session, results, self.analysis)
        self.models = ModelListController(session, results)

    def _report_analysis_error(self, error: Exception) -> None:
        self.prompts.show_error(tr("The curves could not be computed"), text_of(error))


def _title_of(view: str) -> str:
    """Name what is computed for a view, or for a mark of several views."""
    return VIEWS[view].title if view in VIEWS else view

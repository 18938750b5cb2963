"""Builds the objects of the window and runs the event loop."""

from __future__ import annotations

import gc
import sys
from typing import TYPE_CHECKING

from PySide6.QtCore import QSettings, Qt, QTimer
from PySide6.QtWidgets import QApplication

from costcurve_gui import __version__
from costcurve_gui.controllers.analysis_controller import AnalysisController
from costcurve_gui.controllers.band_controller import BandController
from costcurve_gui.controllers.common_controller import CommonController
from costcurve_gui.controllers.condition_controller import ConditionController
from costcurve_gui.controllers.cost_check_controller import CostCheckController
from costcurve_gui.controllers.dataset_controller import DatasetController
from costcurve_gui.controllers.derived_controller import DerivedController
from costcurve_gui.controllers.error_texts import text_of
from costcurve_gui.controllers.export_controller import ExportController
from costcurve_gui.controllers.extra_controller import ExtraController
from costcurve_gui.controllers.payoff_controller import PayoffController
from costcurve_gui.controllers.selection_controller import SelectionController
from costcurve_gui.controllers.view_choice_controller import ViewChoiceController
from costcurve_gui.crash_files import CrashFiles
from costcurve_gui.faults import catch_faults
from costcurve_gui.interrupts import Interrupts
from costcurve_gui.jobs.job_runner import JobRunner
from costcurve_gui.models.catalogue import VIEWS
from costcurve_gui.models.dataset_store import DatasetStore
from costcurve_gui.models.results import ResultsModel
from costcurve_gui.models.session import SessionModel
from costcurve_gui.models.settings import Settings
from costcurve_gui.prompting import WindowPrompts
from costcurve_gui.recovery import Recovery
from costcurve_gui.views.icons import app_icon
from costcurve_gui.views.main_window import MainWindow
from costcurve_gui.views.plots.curve_plot import CurvePlot
from costcurve_gui.views.plots.views import description
from costcurve_gui.wiring import Wiring

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.controllers.prompts import Prompts
    from costcurve_gui.controllers.scene_sources import SceneSource
    from costcurve_gui.views.tables.table_view import TableView

NAME = "CostCurve"
DESKTOP_FILE = "org.costcurve.CostCurve"  # by which a desktop finds name and picture
LATER_MS = 500  # for what nobody looks at yet


class Program:
    """Everything that lives as long as the window. Tests give their own runner and prompts.

    With an example the job that reads it starts before the window is built.
    """

    def __init__(
        self,
        settings: Settings,
        runner: JobRunner | None = None,
        prompts: Prompts | None = None,
        example: str | None = None,
    ) -> None:
        self.settings = settings
        self.runner = JobRunner() if runner is None else runner
        self.session = SessionModel()
        self.results = ResultsModel()
        self.store: DatasetStore[SceneSource] = DatasetStore()
        dialogs = WindowPrompts()
        self.prompts: Prompts = dialogs if prompts is None else prompts
        self._build_controllers()
        self._example = example
        if example is not None:
            self.datasets.open_example(example)
        self.plots: dict[str, CurvePlot] = {}  # those that were shown so far
        self.tables: dict[str, TableView] = {}
        self.window = MainWindow(self._make_view)
        dialogs.attach(self.window)
        self.exports = ExportController(
            self.results, self.runner, self.prompts, settings, self.window.status.notify
        )
        self.wiring = Wiring(self)
        self.window.view_made.connect(self.wiring.adopt)

    def show(self, files: Sequence[str] = ()) -> None:
        """Show the window and open what was asked for."""
        self.wiring.restore_layout()
        if self._example is None:
            self.wiring.fill_start_page()
            self.window.show()
            QTimer.singleShot(LATER_MS, self.window, self.window.dock_layout.rehearse)
        else:
            self._show_with_example()
        if files:
            self.datasets.open_paths(files)

    def _show_with_example(self) -> None:
        """Show the window as soon as the example is in it: an empty one first costs time."""
        self.window.dock_layout.show_page(False)
        self.runner.job_finished.connect(
            lambda _: QTimer.singleShot(0, self.window.show),
            Qt.ConnectionType.SingleShotConnection,
        )
        QTimer.singleShot(LATER_MS, self.window, self.wiring.fill_start_page)

    @property
    def views(self) -> dict[str, CurvePlot | TableView]:
        """Plots and tables that were shown so far."""
        return {**self.plots, **self.tables}

    def _make_view(self, view: str) -> CurvePlot | TableView:
        if VIEWS[view].is_table:
            from costcurve_gui.views.tables.tables import table_view

            self.tables[view] = table_view(view)
        else:
            self.plots[view] = CurvePlot(description(view))
        return self.views[view]

    def _build_controllers(self) -> None:
        session, results, runner = self.session, self.results, self.runner
        self.analysis = AnalysisController(
            session, self.store, results, runner, self._report_analysis_error
        )
        self.datasets = DatasetController(
            session, self.store, results, self.analysis, runner, self.prompts, self.settings
        )
        self.condition = ConditionController(session, results)
        self.extras = ExtraController(self.store, results, runner, self._report_analysis_error)
        session.selection_changed.connect(self.extras.follow)
        self.common = CommonController(results, runner, self._report_analysis_error)
        self.bands = BandController(self.store, results, runner, self._report_analysis_error)
        self.payoffs = PayoffController(session, results, self.analysis)
        self.cost_checks = CostCheckController(
            session, results, self.store, runner, self.payoffs, self._report_analysis_error
        )
        self.selection = SelectionController(session, results)
        self.choices = ViewChoiceController(session)
        self.derived = DerivedController(session, results, self.analysis)

    def _report_analysis_error(self, error: Exception) -> None:
        self.prompts.show_error("The curves could not be computed", text_of(error))


def make_application() -> QApplication:
    """Return the application that every window of the program belongs to."""
    application = _mac_application() if sys.platform == "darwin" else QApplication(sys.argv[:1])
    application.setStyle("Fusion")  # widgets made under another style would be dressed twice
    application.setApplicationName(NAME)
    application.setOrganizationName(NAME)
    application.setApplicationVersion(__version__)
    application.setDesktopFileName(DESKTOP_FILE)
    return application


def _mac_application() -> QApplication:
    from costcurve_gui.mac_application import MacApplication

    return MacApplication(sys.argv[:1])


def open_what_is_sent(application: QApplication, datasets: DatasetController) -> None:
    """Open the files that the system sends as events, where it does: macOS."""
    sent = getattr(application, "file_sent", None)
    if sent is not None:
        sent.connect(lambda path: datasets.open_paths([path]))


def run_window(files: Sequence[str], example: str | None) -> int:
    """Show the window and return the exit status when it is closed."""
    application = make_application()
    settings = Settings(
        QSettings(QSettings.Format.IniFormat, QSettings.Scope.UserScope, NAME, NAME)
    )
    with CrashFiles() as crashes:
        program = Program(settings, example=example)
        recovery = Recovery(program, crashes)
        open_what_is_sent(application, program.datasets)
        with catch_faults(program.prompts.show_error), Interrupts(application) as interrupts:
            QTimer.singleShot(LATER_MS, _collect_again)
            QTimer.singleShot(LATER_MS, lambda: application.setWindowIcon(app_icon()))
            program.show(files)
            recovery.tell(on_page=example is None and not files)
            status = application.exec()
            return interrupts.status or status


def _collect_again() -> None:
    """Let garbage be collected, but never look again at what lives as long as the window."""
    gc.freeze()
    gc.enable()

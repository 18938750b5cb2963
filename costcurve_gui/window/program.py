"""The wired window, and the event loop that it runs in."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

from PySide6.QtCore import QSettings, Qt, QTimer

from costcurve_gui.session.preferences import Preferences
from costcurve_gui.startup.application import NAME, make_application
from costcurve_gui.startup.crash_files import CrashFiles
from costcurve_gui.startup.faults import catch_faults
from costcurve_gui.startup.interrupts import Interrupts
from costcurve_gui.views.widgets.icons import app_icon
from costcurve_gui.window.components import Components
from costcurve_gui.window.crash_recovery import Recovery
from costcurve_gui.window.decision_wiring import DecisionWiring
from costcurve_gui.window.model_wiring import ModelWiring
from costcurve_gui.window.parameter_wiring import ParameterWiring
from costcurve_gui.window.project_recovery import ProjectRecovery
from costcurve_gui.window.project_wiring import ProjectWiring
from costcurve_gui.window.wiring import Wiring

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtWidgets import QApplication

    from costcurve_gui.controllers.dataset_controller import DatasetController
    from costcurve_gui.controllers.prompts import Prompts
    from costcurve_gui.jobs.job_runner import JobRunner
    from costcurve_gui.window.components import RecordWriter


LATER_MS = 500  # for what is not on screen yet
PAINT_MS = 100  # in which the first picture is painted


class Program(Components):
    """The components, connected. Tests give their own runner and prompts."""

    def __init__(
        self,
        settings: Preferences,
        runner: JobRunner | None = None,
        prompts: Prompts | None = None,
        example: str | None = None,
    ) -> None:
        super().__init__(settings, runner, prompts, example)
        self._example = example
        self.wiring = Wiring(self)
        self.project_wiring = ProjectWiring(self)
        self.decision_wiring = DecisionWiring(self)
        self.model_wiring = ModelWiring(self)
        self.parameter_wiring = ParameterWiring(self)
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
        self.runner.hold_background(True)  # bands would be drawn over the curves, not before them
        self.runner.job_finished.connect(
            lambda _: QTimer.singleShot(0, self._show_filled),
            Qt.ConnectionType.SingleShotConnection,
        )
        QTimer.singleShot(LATER_MS, self.window, self.wiring.fill_start_page)

    def _show_filled(self) -> None:
        self.window.show()
        QTimer.singleShot(PAINT_MS, self.window, lambda: self.runner.hold_background(False))


def open_what_is_sent(application: QApplication, datasets: DatasetController) -> None:
    """Open the files that the system sends as events, where it does: macOS."""
    sent = getattr(application, "file_sent", None)
    if sent is not None:
        sent.connect(lambda path: datasets.open_paths([path]))


def run_window(
    files: Sequence[str],
    example: str | None,
    begin: Callable[[Program], None] | None = None,
    write_record: RecordWriter | None = None,
) -> int:
    """Show the window and return the exit status when it is closed.

    `begin` opens what is neither a file nor an example, `write_record` is that of the report.
    """
    application = make_application()
    settings = Preferences(
        QSettings(QSettings.Format.IniFormat, QSettings.Scope.UserScope, NAME, NAME)
    )
    with CrashFiles() as crashes:
        program = Program(settings, example=example)
        program.write_record = write_record
        recovery = Recovery(program, crashes)
        journal = ProjectRecovery(program)
        program.project_wiring.kept = lambda: journal.keeps
        open_what_is_sent(application, program.datasets)
        with catch_faults(program.prompts.show_error), Interrupts(application) as interrupts:
            QTimer.singleShot(LATER_MS, _collect_again)
            QTimer.singleShot(LATER_MS, lambda: application.setWindowIcon(app_icon()))
            program.show(files)
            if begin is not None:
                begin(program)
            recovery.tell(on_page=example is None and not files and begin is None)
            program.project_wiring.ask_before_closing(unless=lambda: bool(interrupts.status))
            QTimer.singleShot(LATER_MS, program.window, lambda: journal.offer(recovery))
            status = application.exec()
            # Who is ended by a signal was not asked what to do about changes.
            journal.close(keep=bool(interrupts.status))
            return interrupts.status or status


def _collect_again() -> None:
    """Let garbage be collected, but never look again at what lives as long as the window."""
    gc.freeze()
    gc.enable()

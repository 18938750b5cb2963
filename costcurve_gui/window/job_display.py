"""Shows the work under way: in the status bar, and in the views that wait for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from costcurve_gui.controllers.analysis_controller import CATCH_UP, TRY
from costcurve_gui.controllers.view_controllers import VIEW

if TYPE_CHECKING:
    from collections.abc import Iterable

    from costcurve_gui.jobs.job_runner import JobKey, JobRunner, JobStatus
    from costcurve_gui.views.shell.main_window import MainWindow
    from costcurve_gui.views.widgets.frames import ViewFrame

PATIENCE_MS = 200  # shorter work is not worth a flicker
_KINDS_OF_VIEWS = frozenset({CATCH_UP, TRY})


class JobDisplay(QObject):
    """Follows the runner; the job started last is shown, and is the one that Cancel ends."""

    def __init__(self, runner: JobRunner, window: MainWindow) -> None:
        super().__init__(window)
        self._runner = runner
        self._window = window
        self._jobs: dict[JobKey, JobStatus] = {}
        self._patience = QTimer(self, singleShot=True, interval=PATIENCE_MS)
        self._patience.timeout.connect(self._show)
        runner.job_started.connect(self._note)
        runner.job_progressed.connect(self._note)
        runner.job_finished.connect(self._forget)
        window.cancel_requested.connect(self.cancel)

    def cancel(self) -> None:
        """End the job on show."""
        if self._jobs:
            self._runner.cancel(next(reversed(self._jobs)))

    def _note(self, status: JobStatus) -> None:
        self._jobs[status.key] = status
        for frame in self._waiting(status.key):  # they have a patience of their own
            frame.show_work(status.done, status.total, _words(status))
        if self._is_shown:
            self._show()
        elif not self._patience.isActive():
            self._patience.start()

    def _forget(self, status: JobStatus) -> None:
        self._jobs.pop(status.key, None)
        for frame in self._waiting(status.key):
            frame.end_work()
        if not self._jobs:
            self._patience.stop()
            self._window.status.end_job()
        elif self._is_shown:
            self._show()

    def _waiting(self, key: JobKey) -> Iterable[ViewFrame]:
        """Return the views that a job is for: all for curves, one for its result, else none."""
        if key.kind == VIEW:
            frame = self._window.frames.get(key.subject)
            return () if frame is None else (frame,)
        return self._window.frames.values() if key.kind in _KINDS_OF_VIEWS else ()

    @property
    def _is_shown(self) -> bool:
        return not self._window.status.job.isHidden()

    def _show(self) -> None:
        status = next(reversed(self._jobs.values()))
        self._window.status.show_job(_words(status), status.done, status.total)


def _words(status: JobStatus) -> str:
    return f"{status.label}: {status.message}" if status.message else status.label

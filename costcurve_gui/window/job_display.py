"""Shows the work under way: in the status bar, and in the views that wait for it."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from costcurve_gui.analysis.intervals.requests import SHOWN_INTERVALS
from costcurve_gui.controllers.analysis_controller import CATCH_UP, TRY
from costcurve_gui.controllers.common_case_controller import COMPARE
from costcurve_gui.controllers.interval_controller import BANDS
from costcurve_gui.controllers.view_controllers import VIEW
from costcurve_gui.translation import tr
from costcurve_gui.views.catalogue import VIEWS
from costcurve_gui.views.view import CANCEL

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurve_gui.jobs.job_runner import JobKey, JobRunner, JobStatus
    from costcurve_gui.views.shell.main_window import MainWindow

PATIENCE_MS = 200  # shorter work is not worth a flicker
_SECOND_MS = 1000
_KINDS_OF_VIEWS = frozenset({CATCH_UP, TRY})


class JobDisplay(QObject):
    """Follows the runner; the job started last is shown, and is the one that Cancel ends.

    A view shows the job that it waits for, and its Cancel ends that one.
    """

    def __init__(
        self, runner: JobRunner, window: MainWindow, try_again: Callable[[str], None]
    ) -> None:
        super().__init__(window)
        self._runner = runner
        self._window = window
        self._try_again = try_again
        self._jobs: dict[JobKey, JobStatus] = {}
        self._in_views: dict[str, JobKey] = {}
        self._begun: dict[JobKey, float] = {}
        self._second = QTimer(self, interval=_SECOND_MS)
        self._second.timeout.connect(self._show_time)
        self._patience = QTimer(self, singleShot=True, interval=PATIENCE_MS)
        self._patience.timeout.connect(self._show)
        runner.job_started.connect(self._note)
        runner.job_progressed.connect(self._note)
        runner.job_finished.connect(self._forget)
        window.cancel_requested.connect(self.cancel)
        window.work_answered.connect(self._answer)
        window.view_shown.connect(self._show_in_views)  # its job may be under way already

    def cancel(self) -> None:
        """End the job on show."""
        if self._jobs:
            self._runner.cancel(next(reversed(self._jobs)))

    def _answer(self, view: str, command: str) -> None:
        """Cancel the job that a view shows, or start those anew that it lacks."""
        if command != CANCEL:
            self._try_again(view)
        elif view in self._in_views:
            self._runner.cancel(self._in_views[view])

    def _note(self, status: JobStatus) -> None:
        self._jobs[status.key] = status
        self._begun.setdefault(status.key, monotonic())
        self._show_in_views()
        if self._is_shown:
            self._show()
        elif not self._patience.isActive():
            self._patience.start()

    def _forget(self, status: JobStatus) -> None:
        self._jobs.pop(status.key, None)
        self._begun.pop(status.key, None)
        self._show_in_views()
        if not self._jobs:
            self._patience.stop()
            self._second.stop()
            self._window.status.end_job()
        elif self._is_shown:
            self._show()

    def _show_in_views(self) -> None:
        for view, frame in self._window.frames.items():  # they have a patience of their own
            found = (one for one in reversed(self._jobs.values()) if self._awaits(view, one.key))
            status = next(found, None)
            if status is not None:
                self._in_views[view] = status.key
                frame.show_work(status.done, status.total, _words_in(view, status))
            elif self._in_views.pop(view, None) is not None:
                frame.end_work()

    def _awaits(self, view: str, key: JobKey) -> bool:
        """Whether a view waits for a job: all do for curves, each for its own result.

        Bands come to a picture that is there already, and are not worth a change of its size.
        """
        if key in (BANDS, COMPARE):
            shown = SHOWN_INTERVALS.get(VIEWS[view].intervals)
            resampled = shown is not None and shown.whole
            return self._window.frames[view].is_awaited and resampled == (key == BANDS)
        return key.kind in _KINDS_OF_VIEWS or key == (VIEW, view)

    @property
    def _is_shown(self) -> bool:
        return not self._window.status.job.isHidden()

    def _show(self) -> None:
        status = next(reversed(self._jobs.values()))
        self._window.status.show_job(_words(status), status.done, status.total)
        self._show_time()
        if not self._second.isActive():
            self._second.start()

    def _show_time(self) -> None:
        """Say how long the job on show has been under way."""
        if self._jobs:
            begun = self._begun[next(reversed(self._jobs))]
            self._window.status.job.show_time(int(monotonic() - begun))


def _words(status: JobStatus) -> str:
    return f"{status.label}: {status.message}" if status.message else status.label


def _words_in(view: str, status: JobStatus) -> str:
    """Name a job in a view: one that is for several views bears the name of this one."""
    return (
        tr("Computing {title}", title=VIEWS[view].title)
        if status.key in (BANDS, COMPARE)
        else _words(status)
    )

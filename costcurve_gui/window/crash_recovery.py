"""Tells of a crash at the next start, and keeps note of the open files for one to come."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer

from costcurve_gui.analysis.examples import examples
from costcurve_gui.startup.logs import log_path
from costcurve_gui.translation import tr
from costcurve_gui.views.widgets.cards import CrashNote, file_names

if TYPE_CHECKING:
    from costcurve_gui.analysis.settings import AnalysisState
    from costcurve_gui.startup.crash_files import Crash, CrashFiles
    from costcurve_gui.window.components import Components

_IN_STATUS_BAR = tr("CostCurve closed unexpectedly the last time. The start page offers its files.")
_NO_TRACE = tr("no traceback: the process was ended from outside")

_log = logging.getLogger(__name__)


class Recovery:
    """Connects the files of crashes with the start page of a program."""

    def __init__(self, components: Components, files: CrashFiles) -> None:
        self._components = components
        self._page = components.window.start_page
        self._files = files
        self._crashes = files.crashes()
        components.session.state_changed.connect(self._record)
        self._page.crash_reopen_requested.connect(self._reopen)
        self._page.crash_log_requested.connect(self._show_log)
        self._page.crash_dismissed.connect(self._forget)

    def tell(self, *, on_page: bool) -> None:
        """Report a crash of the program; in the status bar where a file hides the page."""
        if not self._crashes:
            return
        for crash in self._crashes:
            _log.error("closed unexpectedly at %s\n%s", crash.ended, crash.trace or _NO_TRACE)
        self._page.show_crash(
            CrashNote(file_names(self._paths), _moment(self._crashes[-1]), bool(self._trace))
        )
        if not on_page:
            once = Qt.ConnectionType.SingleShotConnection
            self._components.runner.job_finished.connect(self._tell_in_status_bar, once)

    def leave_to_journals(self, data: set[str]) -> None:
        """Say nothing where journals have all that was open, and there is no log to show."""
        if not self._trace and {str(Path(path).resolve()) for path in self._paths} <= data:
            self._forget()

    def _tell_in_status_bar(self) -> None:
        status = self._components.window.status
        QTimer.singleShot(0, status, lambda: status.notify(_IN_STATUS_BAR))

    @property
    def _paths(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(path for crash in self._crashes for path in crash.files))

    @property
    def _trace(self) -> str:
        return "\n\n".join(crash.trace for crash in self._crashes if crash.trace)

    def _record(self, state: AnalysisState) -> None:
        self._files.record(dict.fromkeys(info.path for info in state.datasets if info.path))

    def _reopen(self) -> None:
        paths = self._paths
        self._forget()
        shipped = {str(example.path): example.key for example in examples()}
        for path in paths:
            if path in shipped:
                self._components.datasets.open_example(shipped[path])
        self._components.datasets.open_paths([path for path in paths if path not in shipped])

    def _show_log(self) -> None:
        from costcurve_gui.views.dialogs.about_dialog import CrashLogDialog

        dialog = CrashLogDialog(self._trace, str(log_path()), self._components.window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.show()

    def _forget(self) -> None:
        self._crashes = ()
        self._files.forget_crashes()
        self._page.show_crash(None)


def _moment(crash: Crash) -> str:
    return f"{crash.ended:%d %B %Y, %H:%M}".lstrip("0")

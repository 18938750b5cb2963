"""Writes every view into a folder, one after the other, all of them or none."""

from __future__ import annotations

import shutil
import tempfile
from collections import deque
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from costcurve_gui.analysis.intervals.requests import lacks_results
from costcurve_gui.analysis.picture_style import PictureStyle
from costcurve_gui.analysis.view_results import lacks_view_result
from costcurve_gui.controllers.error_messages import text_of
from costcurve_gui.controllers.export_controller import write_curves
from costcurve_gui.dataio.errors import all_of, plural
from costcurve_gui.dataio.writers import cannot_write
from costcurve_gui.jobs.job_runner import JobKey
from costcurve_gui.translation import tr
from costcurve_gui.views.catalogue import VIEWS
from costcurve_gui.views.text.empty_states import empty_state, lacks_picture

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.views.dialogs.export_dialog import ExportDialog
    from costcurve_gui.views.plotting.picture import Fit
    from costcurve_gui.views.plotting.picture_options import ExportOptions
    from costcurve_gui.views.view_spec import ViewSpec
    from costcurve_gui.window.components import Components

_JOB = JobKey("write", "all views")
_POLL_MS, _MOST_IDLE = 30, 30  # a job may begin a moment after it was asked for


@dataclass
class Written:
    """What became of the views: files that are written, and titles of those left out."""

    files: int = 0
    left_out: tuple[str, ...] = ()


class AllViews(QObject):
    """Draws a view each time the event loop comes round, so that Stop is answered.

    Everything goes into a folder beside its place first. Where it is stopped, or fails, nothing
    is written.
    """

    def __init__(
        self,
        components: Components,
        dialog: ExportDialog,
        options: ExportOptions,
        draw: Callable[[ExportOptions, Path], None],
        fit: Callable[[ExportOptions], Fit | None],
    ) -> None:
        super().__init__(dialog)
        self._components, self._dialog = components, dialog
        self._options, self._draw, self._fit = options, draw, fit
        self._waiting: deque[ViewSpec] = deque()
        self._many = 0
        self._folder = Path()
        self._part: Path | None = None  # where files lie until all are there
        self._result = Written()
        self._started: set[str] = set()
        self._idle = 0
        self._next = QTimer(self, singleShot=True, interval=0)
        self._next.timeout.connect(self._step)
        dialog.stop_requested.connect(self._stop)
        dialog.finished.connect(self._stop)

    def ask(self) -> None:
        """Ask for the folder, then begin."""
        settings, prompts = self._components.settings, self._components.prompts
        prompts.choose_folder(settings.export_folder, self._take_folder)

    def _take_folder(self, folder: Path) -> None:
        self._components.settings.export_folder = folder
        snapshot = self._components.results.snapshot
        if snapshot is None:
            return
        found = [view for view in VIEWS.values() if view.has_picture or self._options.table]
        self._waiting = deque(view for view in found if _has_something(view, snapshot))
        self._many, self._folder = len(self._waiting), folder
        try:
            self._part = Path(tempfile.mkdtemp(prefix=".costcurve-", dir=folder))
        except OSError as fault:
            self._fail(cannot_write(folder / tr("the pictures"), fault))
            return
        self._advance()

    def _advance(self) -> None:
        if not self._waiting:
            self._finish()
            return
        done = self._many - len(self._waiting) + 1
        self._dialog.show_busy(
            tr(
                "Drawing {done} of {many}: {title}",
                done=done,
                many=self._many,
                title=self._waiting[0].title,
            )
        )
        self._next.start(0)

    def _step(self) -> None:
        """Write the next view, or wait until what it shows is computed."""
        snapshot, view = self._components.results.snapshot, self._waiting[0]
        if snapshot is None:
            self._stop()
        elif not _lacks(view, snapshot):
            self._write(view, snapshot)
        elif self._is_coming(view, snapshot):
            self._next.start(_POLL_MS)
        else:
            self._result.left_out += (view.title,)
            self._go_on()

    def _is_coming(self, view: ViewSpec, snapshot: Snapshot) -> bool:
        """Whether a job computes what a view shows; one is started the first time."""
        empty = empty_state(view.key, snapshot)
        if empty is not None and not empty.awaited:
            return False
        if view.key not in self._started:
            self._started.add(view.key)
            self._idle = 0
            for controller in (self._components.view_results, self._components.bands):
                controller.show(view.key)
            self._components.common.show(view.key)
            self._components.front_jobs.show(view.key)
        self._idle = 0 if self._components.runner.busy else self._idle + 1
        return self._idle < _MOST_IDLE

    def _write(self, view: ViewSpec, snapshot: Snapshot) -> None:
        if view.has_picture:
            style = snapshot.settings.pictures.get(view.key, PictureStyle())
            options = replace(self._options, view=view.key, style=style)
            fit = self._fit(options)
            if fit is not None and fit.fault:
                self._result.left_out += (view.title,)
                self._go_on()
                return
            try:
                self._draw(options, self._place(f"{view.stem}.{options.format}"))
            except OSError as fault:
                self._fail(cannot_write(self._folder / view.stem, fault))
                return
        if self._options.table:
            self._write_table(view, snapshot)
        else:
            self._go_on()

    def _write_table(self, view: ViewSpec, snapshot: Snapshot) -> None:
        if self._options.hidden is not None:
            settings = replace(snapshot.settings, hidden=self._options.hidden)
            snapshot = replace(snapshot, settings=settings)
        path = self._place(f"{view.stem}.{self._options.table}")
        self._components.runner.start(
            _JOB,
            tr("Writing {name}", name=path.name),
            partial(write_curves, view.key, snapshot, path, rate_curve=view.curve),
            on_result=lambda _names: self._go_on(),
            on_error=self._fail,
        )

    def _go_on(self) -> None:
        self._rest(self._waiting.popleft())
        self._advance()

    def _rest(self, view: ViewSpec) -> None:
        """Give up what was computed for a view that is not on show itself."""
        shown = self._components.views.get(view.key)
        if view.key in self._started and (shown is None or not shown.isVisible()):
            self._components.view_results.leave(view.key)
            self._components.bands.leave(view.key)
            self._components.front_jobs.leave(view.key)

    def _place(self, name: str) -> Path:
        if self._part is None:
            raise RuntimeError("nothing is being written")
        return self._part / name

    def _files(self) -> list[Path]:
        return [] if self._part is None else sorted(self._part.iterdir())

    def _finish(self) -> None:
        names = [path.name for path in self._files()]
        in_the_way = [name for name in names if (self._folder / name).exists()]
        if not in_the_way:
            self._put_in_place()
            return
        self._dialog.show_busy("")
        self._components.prompts.ask_to_replace(in_the_way, self._folder, self._put_in_place)

    def _put_in_place(self) -> None:
        if self._part is None:
            return  # the dialog was closed before the question was answered
        try:
            for path in self._files():
                path.replace(self._folder / path.name)
                self._result.files += 1
        except OSError as fault:
            self._fail(cannot_write(self._folder / tr("the pictures"), fault))
            return
        self._end()
        said = tr(
            "Wrote {files} into {folder}",
            files=plural(self._result.files, "file"),
            folder=self._folder,
        )
        left_out = self._result.left_out
        self._dialog.accept()
        self._components.window.status.notify(
            tr("{said}; without {names}", said=said, names=all_of(left_out)) if left_out else said
        )

    def _fail(self, fault: Exception) -> None:
        self._end()
        self._components.prompts.show_error(tr("Nothing was written"), text_of(fault))

    def _stop(self, _result: int = 0) -> None:
        if self._part is not None:
            self._end()
            self._dialog.show_message(tr("Stopped; nothing was written"))

    def _end(self) -> None:
        """Forget everything that was not put in place."""
        self._next.stop()
        self._components.runner.cancel(_JOB)
        if self._waiting:
            self._rest(self._waiting[0])
            self._waiting.clear()
        if self._part is not None:
            shutil.rmtree(self._part, ignore_errors=True)
            self._part = None
        self._dialog.show_busy("")


def _lacks(view: ViewSpec, snapshot: Snapshot) -> bool:
    """Whether what a view shows is not there yet, or never will be."""
    lacking = lacks_view_result(view.key, snapshot.results)
    resampled = lacks_results(snapshot, view.intervals)
    return lacking or resampled or lacks_picture(view.key, snapshot) is not None


def _has_something(view: ViewSpec, snapshot: Snapshot) -> bool:
    """Whether a view has something to show, now or after its job."""
    empty = empty_state(view.key, snapshot)
    return empty is None or empty.awaited

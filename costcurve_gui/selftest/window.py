"""The whole window with an example in it, laid out and painted, but never put on a screen."""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import (
    QEventLoop,
    QMessageLogContext,
    QSettings,
    Qt,
    QTimer,
    QtMsgType,
    qInstallMessageHandler,
)
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QWidget

from costcurve_gui.analysis.intervals.requests import lacks_results
from costcurve_gui.analysis.validated_decision import Split
from costcurve_gui.selftest.bundle import Check, CheckFailedError
from costcurve_gui.session.preferences import Preferences
from costcurve_gui.startup.application import make_application
from costcurve_gui.startup.faults import catch_faults
from costcurve_gui.views.catalogue import VIEWS
from costcurve_gui.views.text.empty_states import empty_state
from costcurve_gui.window.program import Program

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from costcurve_gui.analysis.loading import CountsDraft, ImportDraft
    from costcurve_gui.controllers.prompts import ImportAnswers, ImportDialog, Question


EXAMPLE = "german_credit_half"
LEAST_COLORS = 20  # an empty view has its frame and a line of text
_HARMLESS_KINDS = (QtMsgType.QtDebugMsg, QtMsgType.QtInfoMsg)
_HARMLESS = "This plugin does not support"  # drawing in memory, of raise() and the like
_POLL_MS = 20
_PATIENCE_MS = 120_000


class Stage:
    """Builds the window when it is first needed; `close` ends its threads."""

    def __init__(self) -> None:
        self._program: Program | None = None
        self._complaints: list[str] = []
        self._example = ""
        self._open_things = ExitStack()

    def checks(self) -> tuple[Check, ...]:
        """Return a check for every view, those of one example together."""
        order = sorted(VIEWS, key=lambda view: VIEWS[view].example)
        return tuple(Check(f"view {view}", partial(self._render, view)) for view in order)

    def close(self) -> None:
        """Close the window, if it was built."""
        self._open_things.close()

    def _render(self, view: str, folder: Path) -> str:
        self._complaints.clear()
        program = self._open(folder)
        self._open_example(program, VIEWS[view].example or EXAMPLE)
        if view == "validation":  # empty until somebody asks for it
            self._validate(program)
        program.window.bring_to_front(view)
        self._wait_until(lambda: bool(self._complaints) or _is_done(program, view))
        self._refuse_errors()
        snapshot = program.results.snapshot
        lack = None if snapshot is None else empty_state(view, snapshot)
        if snapshot is None or lack is not None:
            raise CheckFailedError(f"nothing to draw: {lack}")
        colors = _colors(program.window.frames[view])
        if colors < LEAST_COLORS:
            raise CheckFailedError(f"painted in {colors} colours only")
        return f"{colors} colours"

    def _validate(self, program: Program) -> None:
        """Choose on one half of the rows, and estimate on the other."""
        self._wait_until(lambda: bool(self._complaints) or program.results.snapshot is not None)
        program.decision_wiring.validation.validate(Split())
        self._wait_until(lambda: bool(self._complaints) or _is_validated(program))

    def _open(self, folder: Path) -> Program:
        if self._program is None:
            if QApplication.instance() is None:  # the pictures of the report may have made one
                make_application()
            prompts = NoPrompts(self._complaints)
            self._open_things.enter_context(catch_faults(prompts.show_error))
            qInstallMessageHandler(self._note)
            self._open_things.callback(qInstallMessageHandler, None)
            store = QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)
            self._program = Program(Preferences(store), prompts=prompts)
            self._open_things.callback(self._program.window.close)
            self._program.window.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
            self._program.show()
        return self._program

    def _open_example(self, program: Program, name: str) -> None:
        if name == self._example:
            return
        program.datasets.open_example(name)
        self._example = name
        self._wait_until(lambda: not program.runner.busy)
        self._refuse_errors()

    def _refuse_errors(self) -> None:
        """Fail with what the window or Qt complained of, a plugin that is missing perhaps."""
        if self._complaints:
            raise CheckFailedError("; ".join(self._complaints))

    def _note(self, kind: QtMsgType, _context: QMessageLogContext, message: str) -> None:
        if kind not in _HARMLESS_KINDS and not message.startswith(_HARMLESS):
            self._complaints.append(message)

    def _wait_until(self, done: Callable[[], bool]) -> None:
        """Run the event loop until a turn of it ends with `done`."""
        loop, beat, end = QEventLoop(), QTimer(interval=_POLL_MS), QTimer(singleShot=True)
        beat.timeout.connect(lambda: loop.quit() if done() else None)
        end.timeout.connect(lambda: loop.exit(1))
        beat.start()
        end.start(_PATIENCE_MS)
        late = loop.exec()
        beat.stop()
        end.stop()
        if late:
            raise CheckFailedError(f"not done after {_PATIENCE_MS // 1000} seconds")


def _is_validated(program: Program) -> bool:
    snapshot = program.results.snapshot
    return snapshot is not None and snapshot.settings.validation is not None


def _is_done(program: Program, view: str) -> bool:
    snapshot = program.results.snapshot
    if program.runner.busy or snapshot is None or program.window.reveal.under_way:
        return False
    lack = empty_state(view, snapshot)
    failed = lack is not None and not lack.awaited
    return failed or not lacks_results(snapshot, VIEWS[view].intervals)


def _colors(widget: QWidget) -> int:
    """Return how many colours a widget is painted in."""
    image = widget.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(image.constBits(), np.uint32)
    return int(np.unique(pixels).size)


class NoPrompts:
    """Answers nothing and keeps what went wrong."""

    def __init__(self, complaints: list[str]) -> None:
        self._complaints = complaints

    def choose_data_files(self, folder: Path, on_chosen: object) -> None:
        """Choose nothing."""

    def open_import(self, draft: ImportDraft, answers: ImportAnswers) -> ImportDialog:
        """Refuse: examples are opened without a question."""
        del draft, answers
        raise CheckFailedError("an example asks what its columns are for")

    def choose_positive(self, draft: CountsDraft, on_chosen: object, on_rejected: object) -> None:
        """Choose nothing."""

    def choose_save_path(self, suggestion: Path, on_chosen: object) -> None:
        """Choose nothing."""

    def choose_folder(self, suggestion: Path, on_chosen: object) -> None:
        """Choose nothing."""

    def ask_to_replace(self, names: object, folder: Path, on_agreed: object) -> None:
        """Decline."""

    def choose_project_path(self, suggestion: Path, on_chosen: object) -> None:
        """Choose nothing."""

    def ask(self, question: Question, on_answer: object) -> None:
        """Refuse: nothing about an example is asked."""
        del on_answer
        raise CheckFailedError(question.title)

    def show_error(self, title: str, message: str) -> None:
        """Keep it for the check at work."""
        self._complaints.append(f"{title}: {message}")

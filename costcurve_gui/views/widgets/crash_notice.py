"""Says that the program died the last time, and offers what was open then."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout

from costcurve_gui.views import fonts
from costcurve_gui.views.widgets.link_button import LinkButton
from costcurve_gui.views.widgets.main_button import main_button, plain_button
from costcurve_gui.views.widgets.text import name_widget, text_label
from costcurve_gui.views.widgets.themed_icon import ThemedIcon

if TYPE_CHECKING:
    from collections.abc import Sequence

_HEADLINE = "CostCurve closed unexpectedly."
_NAMES_SHOWN = 3


@dataclass(frozen=True, slots=True)
class CrashNote:
    """What is told of a crash: names of files that were open, when, and whether it has a log."""

    names: tuple[str, ...]
    when: str
    has_log: bool


class CrashNotice(QFrame):
    """Emits `reopen_requested()`, `log_requested()` and `dismissed()`."""

    reopen_requested = Signal()
    log_requested = Signal()
    dismissed = Signal()

    def __init__(self, note: CrashNote) -> None:
        super().__init__()
        self.setProperty("soft", "accent")
        said = _sentence(note)
        name_widget(self, "crash_notice", f"{_HEADLINE} {said}")
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(ThemedIcon("refresh", "accent"), 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(text_label(_HEADLINE, font=fonts.lead(fonts.SEMIBOLD), wrap=True), 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 12, 14, 12)
        layout.setSpacing(8)
        layout.addLayout(head)
        layout.addWidget(text_label(said, wrap=True, name="crash_files"))
        layout.addLayout(self._buttons(note))

    def _buttons(self, note: CrashNote) -> QHBoxLayout:
        words = "Open it again" if len(note.names) == 1 else "Open them again"
        reopen = main_button(words, "crash_reopen", f"{words}: {', '.join(note.names)}")
        log = plain_button("Show the log", "crash_log")
        dismiss = LinkButton("Dismiss", quiet=True)
        name_widget(dismiss, "crash_dismiss", "Dismiss the notice")
        row = QHBoxLayout()
        row.setSpacing(8)
        for button, signal, offered in (
            (reopen, self.reopen_requested, bool(note.names)),
            (log, self.log_requested, note.has_log),
        ):
            button.setAutoDefault(True)
            button.clicked.connect(signal)
            if offered:
                row.addWidget(button)
            else:
                button.deleteLater()
        dismiss.clicked.connect(self.dismissed)
        row.addStretch()
        row.addWidget(dismiss)
        return row


def _sentence(note: CrashNote) -> str:
    if not note.names:
        return f"No file was open, {note.when}."
    shown, more = note.names[:_NAMES_SHOWN], len(note.names) - _NAMES_SHOWN
    names = ", ".join(shown) + (f" and {more} more" if more > 0 else "")
    return f"Open at the time, {note.when}: {names}"


def file_names(paths: Sequence[str]) -> tuple[str, ...]:
    """Return the names of files without their folders, whichever system wrote them."""
    return tuple(path.replace("\\", "/").rpartition("/")[2] for path in paths)

"""What a crash left: unsaved changes of a file, at the head of the start page's right column."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout

from costcurve_gui.translation import tr
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.widgets.buttons import LinkButton, main_button, plain_button
from costcurve_gui.views.widgets.icons import ThemedIcon
from costcurve_gui.views.widgets.labels import name_widget, text_label

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

_HEADLINE = tr("CostCurve closed unexpectedly. Your work is here.")
_NAMED = 3


@dataclass(frozen=True, slots=True)
class RecoveryNote:
    """Unsaved changes of a file: their names, when the last was made, and whether it was saved."""

    name: str
    labels: tuple[str, ...]
    at: datetime
    has_project: bool

    @property
    def counted(self) -> str:
        """How many changes there are."""
        number = len(self.labels)
        return tr("1 change") if number == 1 else tr("{number} changes", number=number)

    @property
    def when(self) -> str:
        """How many changes there are, since when, and the second of the last one."""
        since = tr("after the last save") if self.has_project else tr("in no project yet")
        last = tr("made") if len(self.labels) == 1 else tr("the latest")
        return tr(
            "{counted} {since}, {last} at {at:%H:%M:%S}",
            counted=self.counted,
            since=since,
            last=last,
            at=self.at,
        )

    @property
    def named(self) -> str:
        """The first changes by name, and how many more there are."""
        names = list(dict.fromkeys(self.labels))
        more = tr("; {names} more", names=len(names) - _NAMED) if len(names) > _NAMED else ""
        return "; ".join(names[:_NAMED]) + more


class RecoveryCard(QFrame):
    """Emits `restored()`, `reopened()` for what was saved last, and `discarded()`."""

    restored = Signal()
    reopened = Signal()
    discarded = Signal()

    def __init__(self, note: RecoveryNote, number: int) -> None:
        super().__init__()
        self._number = number
        self.setProperty("soft", "accent")
        name_widget(self, f"recovery_{number}", f"{_HEADLINE} {note.name}: {note.when}")
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(ThemedIcon("refresh", "accent"), 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(text_label(_HEADLINE, font=fonts.lead(fonts.SEMIBOLD), wrap=True), 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 12, 14, 12)
        layout.setSpacing(4)
        layout.addLayout(head)
        layout.addSpacing(2)
        name = text_label(note.name, font=fonts.body(fonts.SEMIBOLD), wrap=True)
        name.setObjectName(f"recovery_name_{number}")
        layout.addWidget(name)
        layout.addWidget(text_label(note.when, tone="muted", wrap=True))
        layout.addWidget(text_label(note.named, font=fonts.small(), tone="muted", wrap=True))
        layout.addSpacing(6)
        layout.addLayout(self._buttons(note))

    def _buttons(self, note: RecoveryNote) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        self.main = main_button(
            tr("Restore"), f"restore_{self._number}", tr("Restore {name}", name=note.name)
        )
        self.main.setAutoDefault(True)
        self.main.clicked.connect(self.restored)
        row.addWidget(self.main)
        if note.has_project:
            saved = plain_button(tr("Open last saved"), f"reopen_{self._number}")
            saved.setAutoDefault(True)
            saved.clicked.connect(self.reopened)
            row.addWidget(saved)
        row.addStretch()
        discard = LinkButton(tr("Discard the {counted}\u2026", counted=note.counted), quiet=True)
        name_widget(
            discard,
            f"discard_{self._number}",
            tr("Discard the {counted} of {name}", counted=note.counted, name=note.name),
        )
        discard.clicked.connect(self.discarded)
        row.addWidget(discard)
        return row


def cards_of(notes: Sequence[RecoveryNote]) -> list[RecoveryCard]:
    """Return a card for each file."""
    return [RecoveryCard(note, number) for number, note in enumerate(notes)]

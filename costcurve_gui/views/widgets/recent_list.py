"""The list of files opened before."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QContextMenuEvent, QEnterEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QVBoxLayout, QWidget

from costcurve_gui.translation import tr
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.widgets import icons
from costcurve_gui.views.widgets.buttons import LinkButton
from costcurve_gui.views.widgets.cards import CardButton
from costcurve_gui.views.widgets.icons import ThemedIcon, token_color
from costcurve_gui.views.widgets.labels import ElidedLabel, WrappedLabel, rule, set_tone, text_label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.session.preferences import RecentFile

_PROJECT_SUFFIX = ".ccproj"
_PIN_SIZE = 14


@dataclass(frozen=True, slots=True)
class RecentEntry:
    """One line of the list; `missing` says that there is no such file now.

    `data` names the data of a project. `kept` says that the choices for a file are remembered.
    """

    path: str
    opened: datetime
    pinned: bool = False
    missing: bool = False
    data: str = ""
    kept: bool = False

    @property
    def is_project(self) -> bool:
        """Whether it is a project, which has a data file of its own."""
        return self.path.endswith(_PROJECT_SUFFIX)

    @classmethod
    def of(cls, file: RecentFile, *, missing: bool) -> RecentEntry:
        """Make a line of what the settings remember, in local time."""
        opened = datetime.fromisoformat(file.opened).astimezone()
        return cls(file.path, opened, file.pinned, missing, file.data, file.kept)


def when_words(opened: datetime, now: datetime) -> str:
    """Say when a file was opened: "today, 09:12", "yesterday", "14 November"."""
    days = (now.date() - opened.date()).days
    if days == 0:
        return tr("today, {opened:%H:%M}", opened=opened)
    if days == 1:
        return "yesterday"
    words = f"{opened.day} {opened:%B}"
    return words if opened.year == now.year else f"{words} {opened.year}"


def folder_words(path: str, home: PurePath) -> str:
    """Name a file's folder, from the home folder where it lies there."""
    folder = PurePath(path).parent
    if folder == home:
        return tr("Home")
    inside = folder.relative_to(home) if folder.is_relative_to(home) else folder
    return inside.as_posix()


class _PinButton(QToolButton):
    """Pins a line; an empty pin shows only under the cursor or with the focus."""

    def __init__(self, row: QWidget, file_name: str, pinned: bool) -> None:
        super().__init__()
        self._row = row
        self.setCheckable(True)
        self.setChecked(pinned)
        self.setFixedSize(22, 18)
        self.setToolTip(tr("Unpin") if pinned else tr("Pin to the top of the list"))
        self.setAccessibleName(
            tr("Unpin {name}", name=file_name) if pinned else tr("Pin {name}", name=file_name)
        )
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the ring and ground as any tool button, then the pin."""
        super().paintEvent(event)
        if not (self.isChecked() or self.hasFocus() or self._row.underMouse()):
            return
        role = "text" if self.isChecked() else "muted"
        drawn = icons.pixmap("pin", token_color(role), _PIN_SIZE, self.devicePixelRatioF())
        corner = self.rect().center() - QPoint(_PIN_SIZE // 2 - 1, _PIN_SIZE // 2 - 1)
        painter = QPainter(self)
        painter.drawPixmap(corner, drawn)
        painter.end()


class RecentRow(CardButton):
    """One file: press it to open; a missing one offers to be found or forgotten."""

    opened = Signal()
    pinned = Signal(bool)
    removed = Signal()
    located = Signal()

    def __init__(self, entry: RecentEntry, now: datetime, kind: str, number: int) -> None:
        file_name = PurePath(entry.path).name
        super().__init__(f"{kind}_row_{number}", tr("Open {file_name}", file_name=file_name))
        self._entry = entry
        self._kind = kind
        self._number = number
        self.setProperty("card", False)
        self.setProperty("row", True)
        self.setToolTip(entry.path)
        self._build(file_name, when_words(entry.opened, now))
        if entry.missing:
            self._forbid_opening(file_name)
        else:
            self.clicked.connect(self.opened)

    def enterEvent(self, event: QEnterEvent) -> None:
        """Show the pin."""
        super().enterEvent(event)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        """Hide an empty pin."""
        super().leaveEvent(event)
        self.update()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer what can be done with this line, by the menu key too."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addActions(self._menu_actions(menu))
        menu.popup(event.globalPos())

    def _menu_actions(self, menu: QMenu) -> list[QAction]:
        open_ = QAction(tr("Open"), menu, enabled=not self._entry.missing)
        open_.triggered.connect(self.opened)
        pin = QAction(tr("Unpin") if self._entry.pinned else tr("Pin"), menu)
        pin.triggered.connect(lambda: self.pinned.emit(not self._entry.pinned))
        remove = QAction(tr("Remove from list"), menu)
        remove.triggered.connect(self.removed)
        return [open_, pin, remove]

    def _build(self, file_name: str, when: str) -> None:
        layout = QHBoxLayout(self)
        layout.setContentsMargins(4, 13, 2, 12)
        layout.setSpacing(8)
        kind = "layers" if self._entry.is_project else "table"
        layout.addWidget(ThemedIcon(kind, "muted"), 0, Qt.AlignmentFlag.AlignTop)
        self._name = WrappedLabel(file_name, font=fonts.lead(fonts.MEDIUM))
        folder = folder_words(self._entry.path, Path.home())
        beside = self._entry.data or (tr("choices kept") if self._entry.kept else "")
        if beside:
            folder = f"{folder} \u00b7 {beside}"
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addWidget(self._name)
        words.addWidget(ElidedLabel(folder, font=fonts.small(), tone="muted"))
        layout.addLayout(words, 1)
        layout.addLayout(self._missing_part() if self._entry.missing else self._when_part(when))

    def _when_part(self, when: str) -> QHBoxLayout:
        pin = _PinButton(self, self._name.full_text, self._entry.pinned)
        pin.setObjectName(f"{self._kind}_pin_{self._number}")
        pin.clicked.connect(self.pinned)
        part = QHBoxLayout()
        part.setSpacing(4)
        part.addWidget(text_label(when, tone="muted"))
        part.addWidget(pin)
        part.setAlignment(Qt.AlignmentFlag.AlignTop)
        return part

    def _missing_part(self) -> QVBoxLayout:
        links = QHBoxLayout()
        links.setSpacing(4)
        links.addStretch()
        name = self._name.full_text
        for text, signal in ((tr("Locate…"), self.located), (tr("Remove"), self.removed)):
            verb = text.rstrip("…")
            link = LinkButton(text, quiet=True, small=True)
            link.setObjectName(f"{self._kind}_{verb.lower()}_{self._number}")
            link.setAccessibleName(f"{verb} {name}")
            link.clicked.connect(signal)
            links.addWidget(link)
        part = QVBoxLayout()
        part.setSpacing(0)
        part.setContentsMargins(0, 0, 2, 0)
        part.addWidget(
            text_label(tr("moved or deleted"), tone="danger"), 0, Qt.AlignmentFlag.AlignRight
        )
        part.addLayout(links)
        return part

    def _forbid_opening(self, file_name: str) -> None:
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.setAccessibleName(tr("{file_name}: moved or deleted", file_name=file_name))
        set_tone(self._name, "muted")


class RecentList(QWidget):
    """Emits what the user wants with which path."""

    opened = Signal(str)
    removed = Signal(str)
    located = Signal(str)
    pinned = Signal(str, bool)

    def __init__(self, kind: str = "recent", accessible: str = tr("Files opened before")) -> None:
        super().__init__()
        self._kind = kind
        self.setObjectName(f"{kind}_list")
        self.setAccessibleName(accessible)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)

    def show_entries(self, entries: Sequence[RecentEntry], now: datetime) -> None:
        """Show other files, in the order given."""
        self._clear()
        for number, entry in enumerate(entries):
            self._layout.addWidget(self._row(entry, now, number))
            self._layout.addWidget(rule())

    def _clear(self) -> None:
        while (item := self._layout.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()

    def _row(self, entry: RecentEntry, now: datetime, number: int) -> RecentRow:
        row = RecentRow(entry, now, self._kind, number)
        row.opened.connect(lambda: self.opened.emit(entry.path))
        row.removed.connect(lambda: self.removed.emit(entry.path))
        row.located.connect(lambda: self.located.emit(entry.path))
        row.pinned.connect(lambda pinned: self.pinned.emit(entry.path, pinned))
        return row

"""What the window shows while no file is open: three ways in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from costcurve_gui.dataio.formats.registry import format_names
from costcurve_gui.translation import tr
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.widgets.buttons import LinkButton
from costcurve_gui.views.widgets.cards import CardButton
from costcurve_gui.views.widgets.drop_area import DropArea
from costcurve_gui.views.widgets.icons import IconButton, ThemedIcon
from costcurve_gui.views.widgets.labels import name_widget, rule, text_label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import (
        QResizeEvent,
    )

    from costcurve_gui.views.widgets.cards import CrashNote
    from costcurve_gui.views.widgets.recent_list import RecentEntry
    from costcurve_gui.views.widgets.recovery_card import RecoveryCard, RecoveryNote


_WIDEST = 1200
_MARGIN, _NARROW_MARGIN = 64, 24
_BETWEEN = 56  # the columns
_QUESTION = tr("Which model, at which threshold, and what does it earn?")
_WAY_IN = tr(
    "Open a file of scored cases: one row a case, its true class, one score column per model."
)
_DROP = tr("Drop a file or a project here")
_FORMATS = tr("{format_names}; .gz too; .ccproj", format_names=format_names())
_KEYS = tr("Keyboard: Ctrl+O opens, Ctrl+Shift+P finds every command, F1 explains.")
_NOTHING_RECENT = tr("Files you open are listed here.")


@dataclass(frozen=True, slots=True)
class ExampleCard:
    """One shipped example: `key` is what is asked for, the rest is said of it."""

    key: str
    title: str
    counts: str
    note: str


class StartPage(QScrollArea):
    """Emits what the user wants: open, paste, an example, a file opened before.

    It is blank until `show_examples`: a program that starts with a file does not wait for it.
    """

    open_requested = Signal()
    paste_requested = Signal()
    example_requested = Signal(str)
    recent_requested = Signal(str)
    recent_removed = Signal(str)
    recent_located = Signal(str)
    recent_cleared = Signal()
    recent_pinned = Signal(str, bool)
    files_dropped = Signal(object)
    crash_reopen_requested = Signal()
    crash_log_requested = Signal()
    crash_dismissed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        name_widget(self, "start_page", tr("Start page"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._recent_entries: Sequence[RecentEntry] = ()
        self._crash: CrashNote | None = None
        self._crash_notice: QWidget | None = None
        self._recovery: QWidget | None = None

    def show_examples(self, examples: Sequence[ExampleCard]) -> None:
        """Show the shipped examples, side by side."""
        if self.widget() is None:
            self._build()
            self._connect()
            self.show_recent(self._recent_entries)
            self.show_crash(self._crash)
            self._insert_recovery()
        _empty(self._examples)
        for example in examples:
            self._examples.addWidget(self._example_button(example), 1)
        self._examples_heading.setVisible(bool(examples))
        self._fit_columns()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the columns where they fit."""
        super().resizeEvent(event)
        self._fit_columns()

    def show_recent(self, entries: Sequence[RecentEntry], now: datetime | None = None) -> None:
        """Show the files opened before; the dates are said as seen from `now`."""
        self._recent_entries = entries
        if self.widget() is None:
            return
        now = now or datetime.now().astimezone()
        projects = [entry for entry in entries if entry.is_project]
        files = [entry for entry in entries if not entry.is_project]
        self._projects.show_entries(projects, now)
        self._projects_part.setVisible(bool(projects))
        self._recent.show_entries(files, now)
        self._clear_link.setVisible(bool(files))
        self._nothing_recent.setVisible(not files)
        self._fit_columns()

    def show_crash(self, crash: CrashNote | None) -> None:
        """Tell of a crash at the head of the right column, or of none any more."""
        self._crash = crash
        if self.widget() is None:
            return
        if self._crash_notice is not None:
            self._crash_notice.hide()
            self._crash_notice.deleteLater()
            self._crash_notice = None
        if crash is not None:
            self._crash_notice = self._notice_of(crash)
            self._right.insertWidget(0, self._crash_notice)
        self._fit_columns()

    def show_recovery(self, notes: Sequence[RecoveryNote]) -> list[RecoveryCard]:
        """Offer unsaved changes at the head of the right column, a card a file."""
        from costcurve_gui.views.widgets.recovery_card import cards_of

        if self._recovery is not None:
            self._recovery.hide()
            self._recovery.deleteLater()
        cards = cards_of(notes)
        self._recovery = None
        if cards:
            self._recovery = QWidget()
            layout = QVBoxLayout(self._recovery)
            layout.setContentsMargins(0, 0, 0, 22)
            layout.setSpacing(12)
            for card in cards:
                layout.addWidget(card)
        self._insert_recovery()
        return cards

    def _insert_recovery(self) -> None:
        if self._recovery is not None and self.widget() is not None:
            self._right.insertWidget(0, self._recovery)
        self._fit_columns()

    def _notice_of(self, crash: CrashNote) -> QWidget:
        from costcurve_gui.views.widgets.cards import CrashNotice

        notice = CrashNotice(crash)
        notice.reopen_requested.connect(self.crash_reopen_requested)
        notice.log_requested.connect(self.crash_log_requested)
        notice.dismissed.connect(self.crash_dismissed)
        held = QWidget()
        layout = QVBoxLayout(held)
        layout.setContentsMargins(0, 0, 0, 22)
        layout.addWidget(notice)
        return held

    def _build(self) -> None:
        page = QWidget()
        page.setProperty("ground", "window")
        page.setMaximumWidth(_WIDEST)
        self._columns = QHBoxLayout(page)
        self._left = self._left_column()
        self._columns.addLayout(self._left, 588)
        self._columns.addLayout(self._right_column(), 428)
        ground = QWidget()
        ground.setProperty("ground", "window")
        centred = QHBoxLayout(ground)
        centred.setContentsMargins(0, 0, 0, 0)
        centred.addWidget(page)
        self.setWidget(ground)

    def _fit_columns(self) -> None:
        """Put the columns side by side, or below one another where they would be cut.

        What a crash left comes first then, as it does at the right of a wide window.
        """
        if self.widget() is None:
            return
        least = self._left.minimumSize().width() + self._right.minimumSize().width()
        wide = least + 2 * _MARGIN + _BETWEEN <= self.viewport().width()
        urgent = self._recovery is not None or self._crash_notice is not None
        stacked = QBoxLayout.Direction.BottomToTop if urgent else QBoxLayout.Direction.TopToBottom
        self._columns.setDirection(QBoxLayout.Direction.LeftToRight if wide else stacked)
        side = _MARGIN if wide else _NARROW_MARGIN
        self._columns.setContentsMargins(side, 44 if wide else side, side, 36)
        self._columns.setSpacing(_BETWEEN if wide else 28)

    def _left_column(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(8)
        column.addWidget(text_label(_QUESTION, font=fonts.page_title(), wrap=True))
        column.addWidget(text_label(_WAY_IN, font=fonts.lead(), tone="muted", wrap=True))
        column.addSpacing(6)
        column.addWidget(self._drop_area())
        column.addSpacing(10)
        self._examples_heading = _heading(tr("Examples"))
        column.addWidget(self._examples_heading)
        self._examples = QHBoxLayout()
        self._examples.setSpacing(12)
        column.addLayout(self._examples)
        column.addStretch()
        return column

    def _drop_area(self) -> DropArea:
        area = self._drop = DropArea("start_drop_area", _DROP)
        heading = fonts.body(fonts.SEMIBOLD)
        heading.setPixelSize(fonts.body_size() + 2)
        layout = QVBoxLayout(area)
        layout.setContentsMargins(16, 28, 16, 28)
        layout.setSpacing(0)
        layout.addWidget(ThemedIcon("curve", "muted", 38), 0, Qt.AlignmentFlag.AlignHCenter)
        for text, gap, font, tone in (
            (_DROP, 10, heading, ""),
            (_FORMATS, 8, fonts.body(), "muted"),
        ):
            layout.addSpacing(gap)
            label = text_label(text, font=font, tone=tone, wrap=True)
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            layout.addWidget(label)
        layout.addSpacing(13)
        layout.addLayout(self._drop_buttons())
        return area

    def _drop_buttons(self) -> QHBoxLayout:
        self._open = IconButton(tr("Open file…"), "open", "on_accent")
        self._open.setProperty("main", True)
        self._open.setAutoDefault(True)
        name_widget(self._open, "start_open", tr("Open a file"))
        self._paste = QPushButton(tr("Paste table"))
        self._paste.setAutoDefault(True)
        name_widget(self._paste, "start_paste", tr("Paste a table from the clipboard"))
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addStretch()
        row.addWidget(self._open)
        row.addWidget(self._paste)
        row.addStretch()
        return row

    def _right_column(self) -> QVBoxLayout:
        from costcurve_gui.views.widgets.recent_list import RecentList

        self._clear_link = LinkButton(tr("Clear list"), quiet=True)
        name_widget(self._clear_link, "recent_clear", tr("Clear the list of recent files"))
        head = QHBoxLayout()
        head.addWidget(_heading(tr("Recent files")))
        head.addStretch()
        head.addWidget(self._clear_link)
        self._recent = RecentList()
        self._projects = RecentList("project", tr("Projects opened before"))
        self._nothing_recent = text_label(_NOTHING_RECENT, tone="muted", name="recent_none")
        column = self._right = QVBoxLayout()
        column.setSpacing(0)
        self._projects_part = QWidget()
        projects = QVBoxLayout(self._projects_part)
        projects.setContentsMargins(0, 0, 0, 22)
        projects.setSpacing(0)
        projects.addWidget(_heading(tr("Projects")))
        projects.addSpacing(4)
        projects.addWidget(rule())
        projects.addWidget(self._projects)
        column.addWidget(self._projects_part)
        column.addLayout(head)
        column.addSpacing(4)
        column.addWidget(rule())
        column.addWidget(self._recent)
        column.addSpacing(12)
        column.addWidget(self._nothing_recent)
        column.addStretch()
        column.addWidget(text_label(_KEYS, font=fonts.small(), tone="muted", wrap=True))
        return column

    def _example_button(self, example: ExampleCard) -> CardButton:
        card = CardButton(f"example_{example.key}", tr("Open example {title}", title=example.title))
        layout = QVBoxLayout(card)
        layout.setContentsMargins(15, 12, 12, 12)
        layout.setSpacing(3)
        note = text_label(example.note, font=fonts.small(), tone="muted", wrap=True)
        note.setMinimumHeight(2 * note.fontMetrics().lineSpacing())
        note.setAlignment(Qt.AlignmentFlag.AlignTop)
        layout.addWidget(text_label(example.title, font=fonts.lead(fonts.SEMIBOLD)))
        layout.addWidget(text_label(example.counts))
        layout.addWidget(note)
        layout.addStretch()
        layout.addSpacing(4)
        layout.addWidget(text_label(tr("Open example"), tone="accent"))
        card.clicked.connect(lambda: self.example_requested.emit(example.key))
        return card

    def _connect(self) -> None:
        self._open.clicked.connect(self.open_requested)
        self._paste.clicked.connect(self.paste_requested)
        self._drop.files_dropped.connect(self.files_dropped)
        self._clear_link.clicked.connect(self.recent_cleared)
        for shown in (self._projects, self._recent):
            shown.opened.connect(self.recent_requested)
            shown.removed.connect(self.recent_removed)
            shown.located.connect(self.recent_located)
            shown.pinned.connect(self.recent_pinned)


def _heading(text: str) -> QLabel:
    return text_label(text, font=fonts.lead(fonts.SEMIBOLD))


def _empty(layout: QLayout) -> None:
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()

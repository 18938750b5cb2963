"""Figures that change many times a second without moving anything around them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QWidget

from costcurve_gui.views import fonts
from costcurve_gui.views.widgets.text import ElidedLabel, NameLabel, text_label

if TYPE_CHECKING:
    from PySide6.QtGui import QFont, QPaintEvent

_LEAST_WIDTH = 60
_STEP = 8  # widths change in steps, so that another number seldom moves the layout
_MOST = 76
_MOST_VALUE, _MOST_NOTE = 150, 104
_WIDEST_NOTE = "47.16 to 73.66"
_SLACK = 1.5  # a place this much wider than its number is given back


class FigureLabel(QLabel):
    """A number on the right of a place that seldom changes, and never grows beyond `most`.

    A label of fixed size asks nobody for a new layout when its text changes. A number without
    room loses its end; the whole of it is read aloud, and in the tooltip unless there is a hint.
    """

    def __init__(
        self, font: QFont, widest: str = "", *, tone: str = "", name: str = "", most: int = _MOST
    ) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setFont(font)
        self.setObjectName(name)
        self.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if tone:
            self.setProperty("tone", tone)
        self._full, self._hint = "", ""
        self._least = self._stepped(widest)
        self._most = max(fonts.scaled(most), self._least + _STEP)
        self._room = self._least
        self.setFixedWidth(self._room)
        self.setFixedHeight(self.fontMetrics().height())

    def show_figure(self, text: str, hint: str = "") -> None:
        """Show another number."""
        if (text, hint) == (self._full, self._hint):
            return
        self._full, self._hint = text, hint
        self._make_room()
        self._write()

    def wait(self, widest: str) -> None:
        """Show nothing, and keep the room for what is on its way."""
        self._full, self._hint = "", ""
        self._set_room(max(self._room, min(self._stepped(widest), self._most)))
        self._write()

    @property
    def full_text(self) -> str:
        """The number as given, not as cut."""
        return self._full

    def give_back(self) -> None:
        """Take no more room than the present number needs, for what was shown is gone."""
        self._set_room(self._needed())
        self._write()

    def _make_room(self) -> None:
        needed = self._needed()
        if needed > self._room or self._room > _SLACK * needed:
            self._set_room(needed)

    def _needed(self) -> int:
        return min(max(self._stepped(self._full), self._least), self._most)

    def _stepped(self, text: str) -> int:
        return -(-(self.fontMetrics().horizontalAdvance(text) + 1) // _STEP) * _STEP

    def _set_room(self, room: int) -> None:
        if room != self._room:
            self._room = room
            self.setFixedWidth(room)

    def _write(self) -> None:
        end = Qt.TextElideMode.ElideRight
        shown = self.fontMetrics().elidedText(self._full, end, self._room)
        hidden = self._full if shown != self._full else ""
        hint = self._hint or hidden
        self.setText(shown)
        if hint != self.toolTip():
            self.setToolTip(hint)
            self.setAccessibleName(hidden)


class FigureRow(NamedTuple):
    """Texts of one line. While it `expects` a note that is not there yet, the room is kept."""

    name: str = ""
    value: str = ""
    note: str = ""
    hint: str = ""
    expects: bool = False


class FigureRows(QWidget):
    """A few lines of name, bold value and muted note, with a hint where there is more to say."""

    def __init__(self, name: str, rows: int, widest: str = "+100.00 DM") -> None:
        super().__init__()
        self.setObjectName(name)
        self._names: list[ElidedLabel] = []
        self._values: list[FigureLabel] = []
        self._notes: list[FigureLabel] = []
        self._shown = [FigureRow()] * rows
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setHorizontalSpacing(4)
        layout.setVerticalSpacing(5)
        layout.setColumnStretch(0, 1)
        for row in range(rows):
            self._add_row(layout, name, row, widest)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    @property
    def rows(self) -> list[tuple[str, str, str]]:
        """Name, value and note of the lines on show."""
        return [(row.name, row.value, row.note) for row in self._shown if row.name]

    def show_rows(self, rows: list[FigureRow]) -> None:
        """Show other lines; a line without a name is hidden."""
        filled = rows + [FigureRow()] * (len(self._shown) - len(rows))
        for position, row in enumerate(filled):
            if row != self._shown[position]:
                self._show_row(position, row)

    def _show_row(self, position: int, row: FigureRow) -> None:
        before, self._shown[position] = self._shown[position], row
        name, value, note = self._names[position], self._values[position], self._notes[position]
        waits = row.expects and not row.note
        value.show_figure(row.value)
        if waits:
            note.wait(_WIDEST_NOTE)
        else:
            note.show_figure(row.note, row.hint)
        if row.name != before.name:
            name.set_full_text(row.name)
            value.give_back()
            if not waits:
                note.give_back()
        value.setAccessibleName(f"{row.name} {row.value} {row.note}".strip())
        note.setVisible(bool(row.note) or waits)
        for label in (name, value):
            label.setVisible(bool(row.name))

    def _add_row(self, layout: QGridLayout, name: str, row: int, widest: str) -> None:
        title = ElidedLabel(tone="muted")
        value = FigureLabel(
            fonts.body(fonts.SEMIBOLD), widest, name=f"{name}_value_{row}", most=_MOST_VALUE
        )
        note = FigureLabel(fonts.small(), tone="muted", name=f"{name}_note_{row}", most=_MOST_NOTE)
        title.setObjectName(f"{name}_name_{row}")
        layout.addWidget(title, row, 0)
        for column, figure in enumerate((value, note), 1):
            layout.addWidget(figure, row, column, Qt.AlignmentFlag.AlignRight)
        for label in (title, value, note):
            label.hide()
        self._names.append(title)
        self._values.append(value)
        self._notes.append(note)


class ParagraphLabel(QLabel):
    """Wrapped rich text whose height changes only when the number of lines does."""

    def __init__(self, name: str, font: QFont) -> None:
        super().__init__()
        self._measure = QTextDocument()
        self._measure.setDocumentMargin(0)
        self.setObjectName(name)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setFont(font)
        self.setWordWrap(True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._fit()

    def show_sentence(self, html: str) -> None:
        """Show another sentence."""
        if html != self.text():
            self.setText(html)
            self._fit()

    def resizeEvent(self, event: object) -> None:
        """Count the lines anew."""
        super().resizeEvent(event)  # type: ignore[arg-type]
        self._fit()

    def _fit(self) -> None:
        # The label's own heightForWidth never returns less than its present height.
        self._measure.setDefaultFont(self.font())
        self._measure.setHtml(self.text())
        self._measure.setTextWidth(max(self.width(), _LEAST_WIDTH))
        height = max(math.ceil(self._measure.size().height()), self.fontMetrics().height())
        if height != self.maximumHeight() or height != self.minimumHeight():
            self.setFixedHeight(height)


class SpareLabel(QLabel):
    """A word that is left away, not cut, where there is no room for all of it."""

    def __init__(self, text: str, *, tone: str = "muted") -> None:
        super().__init__(text)
        self.setFont(fonts.small())
        self.setProperty("tone", tone)
        self.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Write the word where it fits."""
        if self.width() >= self.fontMetrics().horizontalAdvance(self.text()):
            super().paintEvent(event)


def column_header(text: str = "", *, name: str = "") -> QLabel:
    """Return the small muted title of a column of figures."""
    label = text_label(text, font=fonts.small(), tone="muted", name=name)
    label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    return label


def class_heading(name: str) -> NameLabel:
    """Return the small muted title of a column of a class."""
    label = NameLabel(font=fonts.small(), tone="muted", name=name, strong=True, spare=True)
    label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    return label

"""Figures that change many times a second without moving anything around them."""

from __future__ import annotations

import math
import re
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QSizePolicy, QWidget

from costcurve_gui.translation import tr
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.widgets.buttons import LinkButton
from costcurve_gui.views.widgets.labels import NameLabel, name_widget, text_label

if TYPE_CHECKING:
    from PySide6.QtGui import QFont, QPaintEvent


_LEAST_WIDTH = 60
_STEP = 8  # widths change in steps, so that another number seldom moves the layout
_MOST = 76
_MOST_VALUE, _MOST_NOTE = 200, 280
_NOTES = 88  # of the column of intervals
_LEAST_NAME, _ROOM = 84, 300  # of a line in the narrowest dock
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop
_WIDEST_NOTE = tr("47.16 to 73.66")
_THIN_SPACE, _NO_BREAK_SPACE = "\u202f", "\u00a0"
_RATE = "0."  # what a rate begins with, which keeps its digits
_DIGIT = re.compile("[1-9]")
_SLACK = 1.5  # a place this much wider than its number is given back


class FigureLabel(QLabel):
    """A number on the right of a place that seldom changes, and never grows beyond `most`.

    A label of fixed size requests no new layout when its text changes. A number without
    room loses its end; the whole of it is read aloud, and in the tooltip unless there is a hint.
    """

    def __init__(
        self, font: QFont, widest: str = "", *, tone: str = "", name: str = "", most: int = _MOST
    ) -> None:
        super().__init__()
        self._widths: dict[str, int] = {}
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

    def give_back(self, widest: str | None = None) -> None:
        """Take no more room than the present number needs, for what was shown is gone.

        The number is expected to become as wide as `widest`, if that is given.
        """
        if widest is not None:
            self._least = self._stepped(widest)
        self._set_room(self._needed())
        self._write()

    def _make_room(self) -> None:
        needed = self._needed()
        if needed > self._room or self._room > _SLACK * needed:
            self._set_room(needed)

    def _needed(self) -> int:
        return min(max(self._stepped(self._full), self._least), self._most)

    def _stepped(self, text: str) -> int:
        return -(-(self._width_of(text) + 1) // _STEP) * _STEP

    def _width_of(self, text: str) -> int:
        """Return the width of a text; digits are all as wide, so other numbers are not measured."""
        pattern = _DIGIT.sub("0", text)
        if pattern not in self._widths:
            self._widths[pattern] = self.fontMetrics().horizontalAdvance(pattern)
        return self._widths[pattern]

    def changeEvent(self, event: QEvent) -> None:
        """Measure again in another font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._widths.clear()

    def _set_room(self, room: int) -> None:
        if room != self._room:
            self._room = room
            self.setFixedWidth(room)

    def _write(self) -> None:
        shown = self._full
        if self._width_of(shown) > self._room:
            end = Qt.TextElideMode.ElideRight
            shown = self.fontMetrics().elidedText(shown, end, self._room)
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
    """A few lines of name, bold value and muted note, with a hint where there is more to say.

    Notes share a column; a name takes all the room that its own value leaves, and then wraps. A
    note that would leave names no room stands on a line of its own: no number is cut.
    """

    def __init__(self, name: str, rows: int, widest: str = tr("+100.00 DM")) -> None:
        super().__init__()
        self.setObjectName(name)
        self._names: list[ParagraphLabel] = []
        self._values: list[FigureLabel] = []
        self._notes: list[FigureLabel] = []
        self._named: list[QHBoxLayout] = []
        self._widest = widest
        self._places: list[tuple[int, int, int, int]] = [(0, 0, 0, 0)] * rows
        self._shown = [FigureRow()] * rows
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(2)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(0, 1)
        for row in range(rows):
            self._add_row(name, row, widest)
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
        taken = value.maximumWidth()
        value.show_figure(row.value)
        if waits:
            note.wait(_WIDEST_NOTE)
        else:
            note.show_figure(row.note, row.hint)
        if row.name != before.name:
            name.show_sentence(breakable(row.name))
            value.give_back("" if row.value.startswith(_RATE) else self._widest)
            if not waits:
                note.give_back()
        if row.name != before.name or value.maximumWidth() != taken:
            self._named[position].invalidate()  # else another number asks for no new layout
        value.setAccessibleName(f"{row.name} {row.value} {row.note}".strip())
        value.setAccessibleDescription(row.hint)
        note.setVisible(bool(row.note) or waits)
        for label in (name, value):
            label.setVisible(bool(row.name))
        if row.name and not row.value:
            value.hide()
        self._place_note(position)

    def _place_note(self, row: int) -> None:
        note = self._notes[row]
        taken = self._values[row].width() + note.width() + _LEAST_NAME
        place = (2 * row, 1, 1, 1)
        if not self._shown[row].value:  # its room is the note's
            place = (2 * row, 0, 1, 2)
        elif not note.isHidden() and taken > fonts.scaled(_ROOM):
            place = (2 * row + 1, 0, 1, 2)
        if place != self._places[row]:
            self._places[row] = place
            self._grid.removeWidget(note)
            self._grid.addWidget(note, *place, _RIGHT)
            beside = any(column for _, column, *_ in self._places)
            self._grid.setColumnMinimumWidth(1, fonts.scaled(_NOTES) if beside else 0)

    def _add_row(self, name: str, row: int, widest: str) -> None:
        title = ParagraphLabel(f"{name}_name_{row}", fonts.body())
        title.setProperty("tone", "muted")
        value = FigureLabel(
            fonts.body(fonts.SEMIBOLD), widest, name=f"{name}_value_{row}", most=_MOST_VALUE
        )
        note = FigureLabel(fonts.small(), tone="muted", name=f"{name}_note_{row}", most=_MOST_NOTE)
        named = QHBoxLayout()
        named.setSpacing(2)
        named.addWidget(title, 1)
        named.addWidget(value, 0, _RIGHT)
        for label in (title, value, note):
            label.hide()
        self._names.append(title)
        self._values.append(value)
        self._notes.append(note)
        self._named.append(named)
        self._grid.addLayout(named, 2 * row, 0)
        self._place_note(row)


def breakable(text: str) -> str:
    """Return HTML of a text whose names may wrap after an underscore."""
    return escape(text).replace("_", "_\u200b")


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
        """Show another sentence; numbers are not broken between their thousands."""
        html = html.replace(_THIN_SPACE, _NO_BREAK_SPACE)  # which alone Qt keeps in rich text
        if html != self.text():
            self.setText(html)
            self._fit()

    def resizeEvent(self, event: object) -> None:
        """Count the lines again."""
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
    """A word that is left out, not cut, where there is no room for all of it."""

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
    label = NameLabel(font=fonts.small(), tone="muted", name=name, strong=True)
    label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    return label


class LinkedLine(QWidget):
    """Says something and offers what to do about it; hidden while there is nothing to say.

    Emits `link_clicked`.
    """

    link_clicked = Signal()

    def __init__(
        self, name: str, link: str, accessible: str, *, font: QFont | None = None, tone: str = ""
    ) -> None:
        super().__init__()
        self._text = ""
        self._label = ParagraphLabel(f"{name}_text", font or fonts.body())
        if tone:
            self._label.setProperty("tone", tone)
        self.link = LinkButton(link)
        self.setObjectName(name)
        name_widget(self.link, f"{name}_link", accessible)
        self.link.clicked.connect(self.link_clicked)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self._label, 1)
        row.addWidget(self.link, 0, Qt.AlignmentFlag.AlignTop)
        self.hide()

    @property
    def text(self) -> str:
        """The words on show."""
        return self._text

    def show_text(self, text: str, lead: str = "") -> None:
        """Show other words, the `lead` before them bold; an empty text hides the line."""
        whole = f"{lead} {text}" if lead else text
        if whole != self._text:
            self._text = whole
            bold = f"<b>{escape(lead)}</b> " if lead else ""
            self._label.show_sentence(bold + escape(text))
        if self.isHidden() == bool(text):
            self.setVisible(bool(text))

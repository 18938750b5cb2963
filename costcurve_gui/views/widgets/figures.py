"""Figures that change many times a second without moving anything around them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QWidget

from costcurve_gui.views import fonts
from costcurve_gui.views.widgets.text import ElidedLabel, text_label

if TYPE_CHECKING:
    from PySide6.QtGui import QFont, QPaintEvent

_LEAST_WIDTH = 60
_STEP = 8  # widths grow in steps, so that a longer number seldom moves the layout


class FigureLabel(QLabel):
    """A number on the right of a place that only grows.

    A label of fixed size asks nobody for a new layout when its text changes.
    """

    def __init__(self, font: QFont, widest: str = "", *, tone: str = "", name: str = "") -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setFont(font)
        self.setObjectName(name)
        self.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if tone:
            self.setProperty("tone", tone)
        self._room = 0
        self._make_room(widest)
        self.setFixedHeight(self.fontMetrics().height())

    def show_figure(self, text: str) -> None:
        """Show another number."""
        if text == self.text():
            return
        self._make_room(text)
        self.setText(text)

    def _make_room(self, text: str) -> None:
        needed = self.fontMetrics().horizontalAdvance(text) + 1
        if needed > self._room:
            self._room = -(-needed // _STEP) * _STEP
            self.setFixedWidth(self._room)


class FigureRows(QWidget):
    """A few lines of name, bold value and muted note; each is one `Row` of texts."""

    def __init__(self, name: str, rows: int, widest: str = "+100.00 DM") -> None:
        super().__init__()
        self.setObjectName(name)
        self._names: list[ElidedLabel] = []
        self._values: list[FigureLabel] = []
        self._notes: list[FigureLabel] = []
        self._shown: list[tuple[str, str, str]] = [("", "", "")] * rows
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setHorizontalSpacing(8)
        layout.setVerticalSpacing(5)
        layout.setColumnStretch(0, 1)
        for row in range(rows):
            self._add_row(layout, name, row, widest)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    @property
    def rows(self) -> list[tuple[str, str, str]]:
        """Name, value and note of the lines on show."""
        return [row for row in self._shown if row[0]]

    def show_rows(self, rows: list[tuple[str, str, str]]) -> None:
        """Show other lines; a line without a name is hidden."""
        filled = rows + [("", "", "")] * (len(self._shown) - len(rows))
        for position, row in enumerate(filled):
            if row != self._shown[position]:
                self._show_row(position, row)

    def _show_row(self, position: int, row: tuple[str, str, str]) -> None:
        before, self._shown[position] = self._shown[position], row
        name, value, note = row
        if name != before[0]:
            self._names[position].set_full_text(name)
        self._values[position].show_figure(value)
        self._values[position].setAccessibleName(f"{name} {value} {note}".strip())
        self._notes[position].show_figure(note)
        for label, text in ((self._values[position], name), (self._notes[position], note)):
            label.setVisible(bool(text))
        self._names[position].setVisible(bool(name))

    def _add_row(self, layout: QGridLayout, name: str, row: int, widest: str) -> None:
        title = ElidedLabel(tone="muted")
        value = FigureLabel(fonts.body(fonts.SEMIBOLD), widest, name=f"{name}_value_{row}")
        note = FigureLabel(fonts.small(), tone="muted", name=f"{name}_note_{row}")
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

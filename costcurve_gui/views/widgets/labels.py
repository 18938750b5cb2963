"""Labels and rules made in one line each, so that layouts read as layouts."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QWidget

from costcurve_gui.views.shell import fonts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtGui import QPaintEvent


def text_label(
    text: str = "",
    *,
    font: QFont | None = None,
    tone: str = "",
    wrap: bool = False,
    name: str = "",
) -> QLabel:
    """Return a plain-text label; `tone` is one of muted, danger, warning, success, accent."""
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setFont(font if font is not None else fonts.body())
    label.setWordWrap(wrap)
    if tone:
        label.setProperty("tone", tone)
    if name:
        label.setObjectName(name)
    return label


def set_tone(widget: QWidget, tone: str | bool, prop: str = "tone") -> None:
    """Give a widget another tone and have the style sheet look at it again."""
    if widget.property(prop) == tone:
        return
    widget.setProperty(prop, tone)
    widget.style().unpolish(widget)
    widget.style().polish(widget)
    widget.update()


def set_hint(widget: QWidget, text: str) -> None:
    """Give a widget a tooltip, unless it has it: Qt sends an event for the same one again."""
    if text != widget.toolTip():
        widget.setToolTip(text)


def rule() -> QFrame:
    """Return a line one pixel high that separates two groups."""
    line = QFrame()
    line.setProperty("rule", True)
    line.setFixedHeight(1)
    line.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    return line


def name_widget(widget: QWidget, name: str, accessible: str) -> None:
    """Give a widget the name that tests use and the one that is read aloud."""
    widget.setObjectName(name)
    widget.setAccessibleName(accessible)


def wrapped_name(name: str, metrics: QFontMetrics, room: int) -> tuple[str, ...]:
    """Return the lines of a name: broken at spaces, a wide word after "_" or "-" or anywhere."""
    lines, line = [], ""
    for part in _breakable(name, metrics, room):
        if line and metrics.horizontalAdvance((line + part).rstrip()) > room:
            lines.append(line.rstrip())
            line = ""
        line += part
    return (*lines, line.rstrip())


def _breakable(name: str, metrics: QFontMetrics, room: int) -> Iterator[str]:
    """Yield parts of a name that are as long as may be, each of which fits into one line."""
    for word in re.findall("[^ ]* |[^ ]+", name):
        if metrics.horizontalAdvance(word.rstrip()) <= room:
            yield word
            continue
        for part in re.findall("[^_-]*[_-]+|[^_-]+", word):
            yield from [part] if metrics.horizontalAdvance(part) <= room else part


class FittedLabel(QLabel):
    """A label of one font that fits its text to its width; subclasses say how."""

    def __init__(self, text: str = "", *, font: QFont | None = None, tone: str = "") -> None:
        super().__init__()
        self._full = ""
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setFont(font if font is not None else fonts.body())
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        if tone:
            self.setProperty("tone", tone)
        self.set_full_text(text)

    @property
    def full_text(self) -> str:
        """The text as given, not as fitted."""
        return self._full

    def set_full_text(self, text: str) -> None:
        """Show another text."""
        self._full = text
        self._fit()

    def resizeEvent(self, event: object) -> None:
        """Fit the text to the new width."""
        super().resizeEvent(event)  # type: ignore[arg-type]
        self._fit()

    def _fit(self) -> None:
        raise NotImplementedError

    def _room(self) -> int:
        return max(self.contentsRect().width(), 1)


class ElidedLabel(FittedLabel):
    """One line of text, cut in the middle where there is no room; the whole in the tooltip.

    It is for folders; names stand in a `WrappedLabel`.
    """

    elide = Qt.TextElideMode.ElideMiddle

    def _fit(self) -> None:
        shown = self.fontMetrics().elidedText(self._full, self.elide, self._room())
        self.setText(shown)
        self.setToolTip("" if shown == self._full else self._full)


class WrappedLabel(FittedLabel):
    """A name or a few words that are never cut: where they are too wide, they take more lines."""

    def set_full_text(self, text: str) -> None:
        """Show another text."""
        super().set_full_text(text)
        self.setAccessibleName(text)

    def _fit(self) -> None:
        self.setText("\n".join(wrapped_name(self._full, self.fontMetrics(), self._room())))


class SubtitleLabel(ElidedLabel):
    """One line that loses its end where there is no room; tooltip and description have the whole.

    It is the one text of the window that may be cut, so it begins with what matters most. It
    paints itself: a `QLabel` whose text changes asks for a new layout, here of the whole window,
    although neither width nor height depends on the text.
    """

    elide = Qt.TextElideMode.ElideRight
    _shown = ""

    def set_full_text(self, text: str) -> None:
        """Show another text."""
        if text != self.full_text:
            super().set_full_text(text)
            self.setAccessibleName(text)
            self.setAccessibleDescription(text)

    def setText(self, text: str) -> None:  # noqa: N802 (Qt's name)
        """Show another text in the place there is."""
        if text != self._shown:
            if not super().text():
                super().setText(" ")  # from which `QLabel` takes the height of a line
            self._shown = text
            self.update()

    def text(self) -> str:
        """Return the text on show."""
        return self._shown

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the text as a `QLabel` does."""
        del event
        painter, flags = QPainter(self), self.alignment() | Qt.TextFlag.TextSingleLine
        self.style().drawItemText(
            painter,
            self.contentsRect(),
            int(flags),
            self.palette(),
            self.isEnabled(),
            self._shown,
            self.foregroundRole(),
        )
        painter.end()


class NameLabel(FittedLabel):
    """A name between words, which takes more lines where there is no room for one.

    A `strong` name is bold and not broken for the words before it: they stand above it where there
    is no room beside it, and are left out where it takes more lines by itself.
    """

    def __init__(
        self,
        *,
        font: QFont | None = None,
        tone: str = "",
        name: str = "",
        strong: bool = False,
    ) -> None:
        self._parts = ("", "", "")
        self._strong = strong
        super().__init__(font=font, tone=tone)
        self.setObjectName(name)
        if strong:
            self.setTextFormat(Qt.TextFormat.RichText)

    def show_name(self, before: str, name: str, after: str = "") -> None:
        """Show another name, and the words around it."""
        if (before, name, after) != self._parts:
            self._parts = (before, name, after)
            self.set_full_text(f"{before}{name}{after}")
            self.setAccessibleName(self.full_text)

    def _fit(self) -> None:
        before, name, after = self._parts
        metrics, room = self._name_metrics(), self._room() - 1
        if not self._strong:
            self.setText("\n".join(wrapped_name(self._full, metrics, room)))
            return
        lines: tuple[str, ...] = (f"{name}{after}",)
        lead, beside = before, self.fontMetrics().horizontalAdvance(before)
        if beside + metrics.horizontalAdvance(lines[0]) > room:
            lines = wrapped_name(lines[0], metrics, room)
            lead = f"{before.strip()}\n" if len(lines) == 1 and before else ""
        self.setToolTip(self._full if before and not lead else "")
        bold = "<br>".join(map(escape, lines))
        self.setText(f"{escape(lead)}<b>{bold}</b>".replace("\n", "<br>"))

    def _name_metrics(self) -> QFontMetrics:
        font = QFont(self.font())
        font.setBold(self._strong)
        return QFontMetrics(font)


class SentenceLabel(ElidedLabel):
    """One line that takes the room of its text, and loses its end where there is less."""

    elide = Qt.TextElideMode.ElideRight

    def __init__(
        self, text: str = "", *, font: QFont | None = None, tone: str = "", least: int = 120
    ) -> None:
        self._least = least
        super().__init__(text, font=font, tone=tone)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Return the room for the whole text."""
        width = self.fontMetrics().horizontalAdvance(self.full_text) + 2
        return QSize(width, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Return the room for the first words."""
        return QSize(min(self._least, self.sizeHint().width()), super().sizeHint().height())

    def set_full_text(self, text: str) -> None:
        """Show another text and ask for its room."""
        super().set_full_text(text)
        self.updateGeometry()

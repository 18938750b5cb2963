"""Labels and rules made in one line each, so that layouts read as layouts."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QWidget

from costcurve_gui.views import fonts
from costcurve_gui.views.words import short_name

if TYPE_CHECKING:
    from collections.abc import Iterator


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


def set_tone(widget: QWidget, tone: str, prop: str = "tone") -> None:
    """Give a widget another tone and have the style sheet look at it again."""
    if widget.property(prop) == tone:
        return
    widget.setProperty(prop, tone)
    widget.style().unpolish(widget)
    widget.style().polish(widget)
    widget.update()


def rule() -> QFrame:
    """Return a line one pixel high that parts two groups."""
    line = QFrame()
    line.setProperty("rule", True)
    line.setFixedHeight(1)
    line.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    return line


def name_widget(widget: QWidget, name: str, accessible: str) -> None:
    """Give a widget the name that tests use and the one that is read aloud."""
    widget.setObjectName(name)
    widget.setAccessibleName(accessible)


class ElidedLabel(QLabel):
    """One line of text, cut in the middle where there is no room; the whole in the tooltip."""

    elide = Qt.TextElideMode.ElideMiddle

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
        """The text as given, not as cut."""
        return self._full

    def set_full_text(self, text: str) -> None:
        """Show another text."""
        self._full = text
        self._fit()

    def resizeEvent(self, event: object) -> None:
        """Cut anew."""
        super().resizeEvent(event)  # type: ignore[arg-type]
        self._fit()

    def _fit(self) -> None:
        shown = self.fontMetrics().elidedText(self._full, self.elide, max(self.width(), 1))
        self.setText(shown)
        self.setToolTip("" if shown == self._full else self._full)


def words_cut(text: str, most: int) -> str:
    """Return a text in which no word is longer than `most` letters: naive_bayes, nai\u2026yes."""
    return " ".join(short_name(word, most) for word in text.split(" "))


class PartsLabel(ElidedLabel):
    """Parts between commas, of which the first are left away where there is no room.

    Of a last part that is too long the longest words lose their middle, the others stay whole.
    """

    _least_word = 5
    _detail = ""
    _fuller: tuple[str, ...] = ()

    def set_detail(self, detail: str) -> None:
        """Say more in the tooltip than is shown."""
        if detail != self._detail:
            self._detail = detail
            self._fit()

    def set_fuller(self, texts: tuple[str, ...]) -> None:
        """Say what to show in place of the text where there is room, the fullest first."""
        if texts != self._fuller:
            self._fuller = texts
            self._fit()

    def _fit(self) -> None:
        shown = next(filter(self._has_room, self._versions()), None)
        if shown is None:
            super()._fit()
        else:
            self.setText(shown)
        whole = self.text() in (self._full, *self._fuller[:1]) and not self._detail
        self.setToolTip("" if whole else "\n".join(filter(None, (self._full, self._detail))))

    def _has_room(self, text: str) -> bool:
        return self.fontMetrics().horizontalAdvance(text) <= self.width()

    def _versions(self) -> Iterator[str]:
        """Return what may be shown, the fullest first."""
        yield from self._fuller
        parts = self._full.split(", ")
        for at in range(len(parts)):
            yield ", ".join(parts[at:])
        longest = max(map(len, parts[-1].split(" ")))
        for most in range(longest - 1, self._least_word - 1, -1):
            yield words_cut(parts[-1], most)


class NameLabel(ElidedLabel):
    """A name between words that are never cut; only the name loses its middle.

    Where `spare` is set the words before the name are left away first.
    """

    def __init__(
        self,
        *,
        font: QFont | None = None,
        tone: str = "",
        name: str = "",
        strong: bool = False,
        spare: bool = False,
    ) -> None:
        self._parts = ("", "", "")
        self._strong, self._spare = strong, spare
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
        metrics = self.fontMetrics()
        sides = self.contentsMargins()
        room = self.width() - sides.left() - sides.right() - 1
        room -= metrics.horizontalAdvance(after)
        if self._spare and self._name_metrics().horizontalAdvance(f"{before}{name}") > room:
            before = ""
        room -= metrics.horizontalAdvance(before)
        shown = self._name_metrics().elidedText(name, self.elide, max(room, 1))
        if self._strong:
            self.setText(f"{escape(before)}<b>{escape(shown)}</b>{escape(after)}")
        else:
            self.setText(f"{before}{shown}{after}")
        self.setToolTip("" if (before, shown, after) == self._parts else self.full_text)

    def _name_metrics(self) -> QFontMetrics:
        font = QFont(self.font())
        if self._strong:
            font.setBold(True)
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

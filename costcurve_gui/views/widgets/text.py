"""Labels and rules made in one line each, so that layouts read as layouts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QWidget

from costcurve_gui.views import fonts

if TYPE_CHECKING:
    from PySide6.QtGui import QFont


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
        elide = Qt.TextElideMode.ElideMiddle
        shown = self.fontMetrics().elidedText(self._full, elide, max(self.width(), 1))
        self.setText(shown)
        self.setToolTip("" if shown == self._full else self._full)

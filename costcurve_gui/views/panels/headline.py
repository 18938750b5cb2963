"""The one large line of the window: the chosen model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from costcurve_gui.views import fonts
from costcurve_gui.views.theme import tokens_in_use
from costcurve_gui.views.widgets.text import ElidedLabel

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

_DOT = 11


class ModelDot(QWidget):
    """A dot in the model's colour."""

    def __init__(self) -> None:
        super().__init__()
        self._slot = 0
        self.setFixedSize(_DOT + 1, _DOT + 1)

    def show_slot(self, slot: int) -> None:
        """Take the colour of another model; slot 0 is no model."""
        if slot != self._slot:
            self._slot = slot
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint in the colour that the model has in the theme worn now."""
        del event
        tokens = tokens_in_use()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(tokens.model_color(self._slot) if self._slot else tokens.trivial))
        painter.drawEllipse(0, 0, _DOT, _DOT)
        painter.end()


class Headline(QWidget):
    """A dot and a name, cut in the middle where there is no room."""

    def __init__(self) -> None:
        super().__init__()
        self._dot = ModelDot()
        self._name = ElidedLabel(font=fonts.headline())
        self._name.setObjectName("decision_model")
        self.setObjectName("headline")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(1, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self._dot)
        layout.addWidget(self._name, 1)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    @property
    def text(self) -> str:
        """The words on show, not cut."""
        return self._name.full_text

    def show_model(self, name: str, slot: int) -> None:
        """Show a model."""
        self._dot.show_slot(slot)
        self._show(name)

    def show_words(self, text: str) -> None:
        """Show that it is no model."""
        self._dot.show_slot(0)
        self._show(text)

    def _show(self, text: str) -> None:
        if text != self._name.full_text:
            self._name.set_full_text(text)
            self.setAccessibleName(text)

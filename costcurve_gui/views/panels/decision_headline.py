"""The headline of the decision: a dot in the model's colour, and its name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from costcurve_gui.views.shell import fonts
from costcurve_gui.views.shell.theme import tokens_in_use
from costcurve_gui.views.widgets.figures import ParagraphLabel, breakable
from costcurve_gui.views.widgets.icons import ThemedIcon

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

_DOT = 11
_ICON = 16


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
        """Paint in the colour that the model has in the theme in use."""
        del event
        tokens = tokens_in_use()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(tokens.model_color(self._slot) if self._slot else tokens.trivial))
        painter.drawEllipse(0, 0, _DOT, _DOT)
        painter.end()


class Headline(QWidget):
    """A dot and a name, which wraps where there is no room: a name is never cut."""

    def __init__(self) -> None:
        super().__init__()
        self._text = ""
        self._dot = ModelDot()
        self._icon = ThemedIcon("error", "danger", _ICON)
        self._name = ParagraphLabel("decision_model", fonts.headline())
        self.setObjectName("headline")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(1, 0, 0, 0)
        layout.setSpacing(8)
        top = Qt.AlignmentFlag.AlignTop
        middle = self._name.fontMetrics().height() // 2
        for mark, half in ((self._dot, _DOT // 2), (self._icon, _ICON // 2)):
            place = QVBoxLayout()
            place.setContentsMargins(0, max(middle - half, 0), 0, 0)
            place.addWidget(mark, 0, top)
            layout.addLayout(place)
        self._icon.hide()
        layout.addWidget(self._name, 1)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    @property
    def text(self) -> str:
        """The words on show."""
        return self._text

    def show_model(self, name: str, slot: int) -> None:
        """Show a model."""
        self._dot.show_slot(slot)
        self._show(name)

    def show_words(self, text: str, *, fault: bool = False) -> None:
        """Show that it is no model; a fault has an icon in place of the dot."""
        self._dot.show_slot(0)
        self._show(text, fault=fault)

    def _show(self, text: str, *, fault: bool = False) -> None:
        self._dot.setVisible(not fault)
        self._icon.setVisible(fault)
        if text != self._text:
            self._text = text
            self._name.show_sentence(breakable(text))
            self.setAccessibleName(text)

"""The headline of the decision: a dot in the model's colour, and its name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from costcurve_gui.views.shell import fonts
from costcurve_gui.views.shell.theme import tokens_in_use
from costcurve_gui.views.widgets.icons import ThemedIcon
from costcurve_gui.views.widgets.labels import WrappedLabel, wrapped_name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PySide6.QtGui import QPaintEvent, QResizeEvent

_DOT = 11
_ICON = 16
_LINE = 24


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
    """A dot and a name, which wraps where there is no room: a name is never cut.

    It has the height of the longest name that it may show, so that another one moves nothing.
    """

    def __init__(self) -> None:
        super().__init__()
        self._names: tuple[str, ...] = ()
        self._dot = ModelDot()
        self._icon = ThemedIcon("error", "danger", _ICON)
        self._name = WrappedLabel(font=fonts.headline())
        self._name.setObjectName("decision_model")
        self._name.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
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
        layout.addWidget(self._name, 1, top)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._reserve()

    @property
    def text(self) -> str:
        """The words on show."""
        return self._name.full_text

    def expect(self, names: Iterable[str]) -> None:
        """Reserve the lines of the longest of these names."""
        if (names := tuple(names)) != self._names:
            self._names = names
            self._reserve()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Count the lines again."""
        super().resizeEvent(event)
        self._reserve()

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
        if text != self.text:
            self._name.set_full_text(text)
            self.setAccessibleName(text)

    def _reserve(self) -> None:
        metrics = self._name.fontMetrics()
        room = max(self.width() - _ICON - 9, 1)
        lines = max((len(wrapped_name(name, metrics, room)) for name in self._names), default=1)
        height = max(fonts.scaled(_LINE), lines * metrics.lineSpacing() + 2)
        if height != self.maximumHeight():
            self.setFixedHeight(height)

"""Buttons: links, the default button of a dialog, one choice of a few side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from costcurve_gui.views.shell import fonts
from costcurve_gui.views.widgets.labels import name_widget, set_tone

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QKeyEvent


_RING = 3  # room for the focus ring at either side


class LinkButton(QPushButton):
    """Emits `clicked` as any button; `quiet` links are not bold."""

    def __init__(self, text: str, *, quiet: bool = False, small: bool = False) -> None:
        super().__init__(text)
        self._quiet = quiet
        self._small = small
        self.setProperty("link", True)
        self.setProperty("quiet", quiet)
        self.setAutoDefault(False)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        weight = fonts.NORMAL if quiet else fonts.SEMIBOLD
        self.setFont(fonts.small(weight) if small else fonts.body(weight))

    def sizeHint(self) -> QSize:
        """Return the room for the text and the focus ring, no more."""
        metrics = self.fontMetrics()
        height = metrics.height() + (2 if self._small else 6)
        return QSize(metrics.horizontalAdvance(self.text()) + 2 * _RING + 2, height)

    def minimumSizeHint(self) -> QSize:
        """Return the size hint: a cut link says nothing."""
        return self.sizeHint()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press on Enter too, as links do, without reaching a dialog's default button."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
            return
        super().keyPressEvent(event)


def main_button(text: str, name: str, accessible: str = "") -> QPushButton:
    """Return the default button; its font is bold from the start, so that it has room for it."""
    button = QPushButton(text)
    button.setFont(fonts.body(fonts.SEMIBOLD))
    button.setDefault(True)
    button.setProperty("main", True)
    name_widget(button, name, accessible or text)
    return button


def make_main(button: QPushButton, main: bool) -> None:
    """Let a button look like the main one, or like a plain one."""
    if bool(button.property("main")) is main:
        return
    button.setDefault(main)
    set_tone(button, main, "main")
    button.setFont(fonts.body(fonts.SEMIBOLD if main else fonts.NORMAL))


def plain_button(text: str, name: str, accessible: str = "") -> QPushButton:
    """Return a button that Enter presses only while it has the focus itself."""
    button = QPushButton(text)
    button.setAutoDefault(False)
    name_widget(button, name, accessible or text)
    return button


_PADDING = 13


class SegmentedControl(QWidget):
    """Buttons of which one is down; emits `chosen(value)` when the user takes another one."""

    chosen = Signal(object)

    def __init__(
        self,
        choices: Sequence[tuple[object, str]],
        name: str,
        accessible: str,
        *,
        dense: bool = False,
        small: bool = False,
    ) -> None:
        super().__init__()
        self._values = [value for value, _ in choices]
        self._padding = _PADDING - 3 if dense else _PADDING
        self._font = fonts.small if small else fonts.body
        self._dense = dense
        self._group = QButtonGroup(self)
        self.setObjectName(name)
        self.setAccessibleName(accessible)
        self._build(choices, name, accessible)
        self._group.idClicked.connect(self._report)
        self.set_value(self._values[0])

    @property
    def value(self) -> object:
        """The value of the button that is down."""
        checked = self._group.checkedId()
        return None if checked < 0 else self._values[checked]

    def set_value(self, value: object) -> None:
        """Check another button without a signal; None unchecks all."""
        if value is not None:
            self.button(value).setChecked(True)
            return
        self._group.setExclusive(False)
        for button in self._group.buttons():
            button.setChecked(False)
        self._group.setExclusive(True)

    def button(self, value: object) -> QAbstractButton:
        """Return the button of a value."""
        return self._group.button(self._values.index(value))

    def set_words(self, value: object, words: str, whole: str = "") -> None:
        """Write other words on a button; `whole` is what they stand for."""
        button = self.button(value)
        if button.text() != words:
            button.setText(words)
            button.setMinimumWidth(self._width_for(words))
        button.setToolTip(whole)
        button.setAccessibleName(f"{self.accessibleName()}: {whole or words}")

    def _build(self, choices: Sequence[tuple[object, str]], name: str, accessible: str) -> None:
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        last = len(choices) - 1
        for position, (value, text) in enumerate(choices):
            place = "left" if position == 0 else "right" if position == last else "middle"
            button = self._segment(text, place)
            button.setObjectName(f"{name}_{value}")
            button.setAccessibleName(f"{accessible}: {text}")
            self._group.addButton(button, position)
            layout.addWidget(button)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def _segment(self, text: str, place: str) -> QPushButton:
        button = QPushButton(text)
        button.setCheckable(True)
        button.setAutoDefault(False)
        button.setProperty("segment", place)
        button.setProperty("dense", self._dense)
        button.setFont(self._font())
        button.setMinimumWidth(self._width_for(text))
        return button

    def _width_for(self, text: str) -> int:
        """Return the width of a segment: the chosen one is bold and must not be cut."""
        bold = QFontMetrics(self._font(fonts.SEMIBOLD))
        return bold.horizontalAdvance(text) + 2 * self._padding

    def _report(self, position: int) -> None:
        self.chosen.emit(self._values[position])

"""The scenario in the tool bar: which one is in force, to take up another and to compare them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QToolButton,
    QWidget,
)

from costcurve_gui.translation import tr
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.widgets.fields import ChoiceBox
from costcurve_gui.views.widgets.icons import is_theme_change, token_icon
from costcurve_gui.views.widgets.labels import name_widget, text_label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QEvent
    from PySide6.QtGui import QAction, QKeyEvent, QPaintEvent, QWheelEvent

TODAY: Final = "Today"
"""What is chosen now is called, where it is no scenario that was saved."""
_LEAST, _MOST = 158, 260  # pixels of the box
_SAVE: Final = tr("Save as a scenario\N{HORIZONTAL ELLIPSIS}")
_SAVES: Final = object()  # the key of that entry; the others have the names of scenarios
_OPENING: Final = frozenset(
    {
        *(Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Home, Qt.Key.Key_End),
        *(Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Space),
    }
)


class ScenarioBox(ChoiceBox):
    """A list that is always opened before something is taken: each choice changes every view."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Cut a long name short with dots; Qt leaves off what has no room."""
        del event
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        field = self.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, self
        )
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        option.currentText = self.fontMetrics().elidedText(
            option.currentText, Qt.TextElideMode.ElideRight, field.width()
        )
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
        painter.end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the list where another box would go to the next entry."""
        if event.key() in _OPENING:
            self.showPopup()
        else:
            event.ignore()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Stay: a wheel that turns over the bar means nothing."""
        event.ignore()


class ScenarioSwitch(QWidget):
    """Emits `use_requested(name)` and `save_requested()`; the button does what `compare` does."""

    use_requested = Signal(str)
    save_requested = Signal()

    def __init__(self, compare: QAction) -> None:
        super().__init__()
        name_widget(self, "scenario_switch", tr("Scenario"))
        self.box = ScenarioBox("scenario_box", tr("Scenario"))
        self._title = text_label(tr("Scenario"), tone="muted")
        self._button = QToolButton()
        self._entries: tuple[tuple[str, ...], str, str] | None = None
        self._build(compare)

    def show_scenarios(self, names: Sequence[str], in_force: str, today: str) -> None:
        """Show the scenarios; `today` says what is chosen where that is none of them."""
        entries = tuple(names), in_force, today
        if entries == self._entries:
            return
        self._entries = entries
        self.box.clear()
        if not in_force:
            self.box.addItem(today, "")
        for name in names:
            self.box.addItem(name, name)
        self.box.insertSeparator(self.box.count())
        self.box.addItem(_SAVE, _SAVES)
        self._show_in_force()

    def set_narrow(self, narrow: bool) -> None:
        """Take little room: without the title; the tooltip has a name that is cut short."""
        self._title.setHidden(narrow)
        self.box.setMaximumWidth(fonts.scaled(_LEAST if narrow else _MOST))

    def changeEvent(self, event: QEvent) -> None:
        """Take the colour of the icon from the new theme."""
        super().changeEvent(event)
        if is_theme_change(event) and hasattr(self, "_button"):
            self._button.setIcon(token_icon("layers", "text", 20))

    def _show_in_force(self) -> None:
        _, in_force, today = self._entries or ((), "", "")
        self.box.setCurrentText(in_force or today)
        self.box.setToolTip(tr("Scenario: {scenario}", scenario=self.box.currentText()))

    def _choose(self, place: int) -> None:
        """Report what was taken; the box shows it once it is in force."""
        taken = self.box.itemData(place)
        self._show_in_force()
        if taken is _SAVES:
            self.save_requested.emit()
        elif taken and taken != self.box.currentText():
            self.use_requested.emit(taken)

    def _build(self, compare: QAction) -> None:
        self.box.setMinimumWidth(fonts.scaled(_LEAST))
        self.set_narrow(False)
        self.box.setSizeAdjustPolicy(ScenarioBox.SizeAdjustPolicy.AdjustToContents)
        self.box.activated.connect(self._choose)
        name_widget(self._button, "compare_button", tr("Compare scenarios"))
        self._button.setText(tr("Compare"))
        self._button.setToolTip(compare.toolTip())
        self._button.setFont(fonts.body(fonts.MEDIUM))
        self._button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._button.setIcon(token_icon("layers", "text", 20))
        self._button.clicked.connect(compare.trigger)
        row = QHBoxLayout(self)
        row.setContentsMargins(4, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self._title)
        row.addWidget(self.box)
        row.addWidget(self._button)

"""A drop-down list that shows all of its rows at once, each in full."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox

from costcurve_gui.views.widgets.text import name_widget

_AIR = 12  # px beside the text of a row


class ChoiceBox(QComboBox):
    """Scrolls only where the screen has no room for its rows."""

    def __init__(self, name: str = "", accessible: str = "") -> None:
        super().__init__()
        name_widget(self, name, accessible)

    def showPopup(self) -> None:  # noqa: N802 (Qt's name)
        """Open the list in full."""
        self.setMaxVisibleItems(max(self.count(), 1))
        self.view().setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        super().showPopup()
        self._widen()

    def _widen(self) -> None:
        """Give the list the width of its widest row: Qt's has that of the box."""
        rows, popup = self.view(), self.view().window()
        missing = rows.sizeHintForColumn(self.modelColumn()) + _AIR - rows.viewport().width()
        if missing <= 0:
            return
        screen, place = popup.screen().availableGeometry(), popup.geometry()
        place.setWidth(min(place.width() + missing, screen.width()))
        place.moveRight(min(place.right(), screen.right()))
        popup.setGeometry(place)

"""Panel scroll."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QWidget

from costcurve_gui.views.shell import fonts

_LEAST_WIDTH, _LEAST_HEIGHT = 328, 80


class PanelScroll(QScrollArea):
    """Scrolls a panel; it asks for all the room the panel wants, which Qt's own caps."""

    def sizeHint(self) -> QSize:
        """Return what the panel wants."""
        panel = self.widget()
        return panel.sizeHint() if panel is not None else super().sizeHint()

    def minimumSizeHint(self) -> QSize:
        """Return the width below which the panel would be cut; its height scrolls.

        It depends on the font alone: a panel that wants more for a moment must not push the plots.
        """
        return QSize(fonts.scaled(_LEAST_WIDTH), _LEAST_HEIGHT)


def scrolling(panel: QWidget, name: str) -> QScrollArea:
    """Return an area that scrolls a panel, up and down only."""
    area = PanelScroll()
    area.setObjectName(f"{name}_scroll")
    area.setWidget(panel)
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
    return area

"""Makes the docks of the window, once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QWidget

from costcurve_gui.models.catalogue import HEADS, VIEWS, family_of
from costcurve_gui.views import fonts
from costcurve_gui.views.view_dock import PanelDock, ViewDock

if TYPE_CHECKING:
    from collections.abc import Callable

_LEAST_WIDTH, _LEAST_HEIGHT = 328, 80


def view_docks(make: Callable[[str], QWidget]) -> dict[str, ViewDock]:
    """Return one dock for every family of views; `make` makes each view when it is first shown."""
    docks = {}
    for head in HEADS:
        docks[head] = ViewDock(head, VIEWS[head].title)
        for view in family_of(head):
            docks[head].add_view(view, make)
    return docks


def panel_dock(name: str, title: str, panel: QWidget, *, scrolls: bool = True) -> PanelDock:
    """Return a dock for a panel, which scrolls where the window is too low for it."""
    dock = PanelDock(name, title)
    # Without the wish to grow a panel keeps its width while the plots take the new room.
    dock.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
    dock.setWidget(scrolling(panel, name) if scrolls else panel)
    panel.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    return dock


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

"""Where the docks stand, and how the user's own arrangement is kept."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QCoreApplication, QEvent, Qt, QTimer

from costcurve_gui.views import fonts
from costcurve_gui.views.dock_title import HEIGHT as TITLE_HEIGHT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from PySide6.QtWidgets import QDockWidget, QMainWindow, QWidget

VERSION = 1
_LEFT, _RIGHT = 328, 366
_SEPARATORS = 12
_TOP_ROW = ("data", "roc", "cost", "decision")
_BELOW = (("data", "payoffs"), ("roc", "rociv"), ("cost", "profit"))
_UPPER_SPARE = 0.25  # part of the spare height that goes to data and models


class DockLayout:
    """Arranges the docks of a window and swaps them for its central page and back.

    The docks are hidden and shown, never removed from their places otherwise, so that their
    contents live as long as the window.
    """

    def __init__(
        self, window: QMainWindow, docks: Mapping[str, QDockWidget], page: QWidget
    ) -> None:
        self._window, self._docks, self._page = window, docks, page
        self._away: QByteArray | None = None  # arrangement while the page is shown
        self._untouched = True
        self._room_due = True  # the panels are not filled yet
        self.reset()

    @property
    def page_shown(self) -> bool:
        """Whether the central page stands in place of the docks."""
        return not self._page.isHidden()

    def show_page(self, shown: bool) -> None:
        """Show the central page in place of the docks, or the docks."""
        if shown and self._away is None:
            self._away = self._window.saveState(VERSION)
            self._hide_docks()
            self._page.show()
        elif not shown and self._away is not None:
            self._page.hide()
            self._window.restoreState(self._away, VERSION)
            self._away = None
            self._room_due = True
            self.share_room()
            # A plot repaints the window at once: laid out later, all of it would be painted twice.
            QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)

    def rehearse(self) -> None:
        """Draw the hidden docks unseen, one in a turn, so that the first file finds them ready."""
        self._draw_next(iter(self._docks.values()))

    def saved(self) -> tuple[bytes, bytes]:
        """Return geometry and arrangement for another session."""
        state = self._window.saveState(VERSION) if self._away is None else self._away
        return bytes(self._window.saveGeometry().data()), bytes(state.data())

    def restore(self, geometry: bytes, state: bytes) -> bool:
        """Take the arrangement of another session; one of another version is left alone."""
        self._window.restoreGeometry(QByteArray(geometry))
        taken = self._window.restoreState(QByteArray(state), VERSION)
        if taken:
            self._untouched = False
        if self._away is not None:
            self._away = QByteArray(state) if taken else self._away
            self._hide_docks()
        return taken

    def reset(self) -> None:
        """Put every dock back to its place: two columns of panels, two by two plots between."""
        for dock in self._docks.values():
            if dock.isFloating():
                dock.setFloating(False)
            self._window.removeDockWidget(dock)
        area = Qt.DockWidgetArea.LeftDockWidgetArea
        self._window.addDockWidget(area, self._docks[_TOP_ROW[0]])
        for left, right in pairwise(_TOP_ROW):
            self._split(left, right, Qt.Orientation.Horizontal)
        for above, below in _BELOW:
            self._split(above, below, Qt.Orientation.Vertical)
        for dock in self._docks.values():
            dock.show()
        self._untouched = True
        self.share_room()

    def settle(self) -> None:
        """Share the room once more, now that the panels know how much they want."""
        if self._room_due:
            self._room_due = False
            self.share_room()

    def share_room(self) -> None:
        """Give the panels their widths and the plots the rest, unless the user has chosen."""
        if not self._untouched or self.page_shown:
            return
        width = self._window.width()
        left, right = fonts.scaled(_LEFT), fonts.scaled(_RIGHT)
        plot = max(200, (width - left - right - _SEPARATORS) // 2)
        self._resize(_TOP_ROW, [left, plot, plot, right], Qt.Orientation.Horizontal)
        height = sum(self._docks[name].height() for name in _BELOW[0])
        for column in _BELOW:
            upper = self._panel_share(height) if column is _BELOW[0] else height // 2
            self._resize(column, [upper, height - upper], Qt.Orientation.Vertical)

    def _panel_share(self, height: int) -> int:
        """Return the height of the upper panel: what both want, and a part of what is left."""
        # A dock's own hint is older than its panel's until the next turn of the event loop.
        upper, lower = (
            self._docks[name].widget().sizeHint().height() + TITLE_HEIGHT for name in _BELOW[0]
        )
        spare = height - upper - lower
        return upper + round(spare * _UPPER_SPARE) if spare > 0 else max(0, height - lower)

    def _draw_next(self, docks: Iterator[QDockWidget]) -> None:
        dock = next(docks, None)
        if dock is not None and self.page_shown:
            dock.grab()
            QTimer.singleShot(0, self._window, lambda: self._draw_next(docks))

    def _hide_docks(self) -> None:
        for dock in self._docks.values():
            dock.hide()

    def _split(self, first: str, second: str, direction: Qt.Orientation) -> None:
        self._window.splitDockWidget(self._docks[first], self._docks[second], direction)

    def _resize(self, names: tuple[str, ...], sizes: list[int], direction: Qt.Orientation) -> None:
        self._window.resizeDocks([self._docks[name] for name in names], sizes, direction)

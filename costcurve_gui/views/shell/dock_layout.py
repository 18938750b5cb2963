"""Where the docks stand, and how the user's own arrangement is kept."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QByteArray, QCoreApplication, QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QScrollArea, QTabBar

from costcurve_gui.translation import tr
from costcurve_gui.views.catalogue import VIEWS
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.shell.docks import HEIGHT as TITLE_HEIGHT
from costcurve_gui.views.shell.docks import ViewDock

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from PySide6.QtGui import QKeyEvent, QMouseEvent
    from PySide6.QtWidgets import QDockWidget, QLayout, QMainWindow, QWidget


VERSION = 1
_LEAST_WIDTH, _LEAST_HEIGHT = 680, 480  # what the docks need in a narrow window
_UPPER_SPARE = 0.25  # part of the spare height that goes to data and models
_LEAST_ANSWERS = 146  # height below the decision: a title and two short answers
_UPPER_MOST = 0.48  # part of the height that is left to it where the decision stands below


class DockLayout:
    """Arranges the docks of a window and swaps them for its central page and back.

    The docks are hidden and shown, never removed from their places otherwise, so that their
    contents live as long as the window. In a narrow window the panels stand in one column,
    unless the user has moved something. One dock can fill the window for a while, which changes
    nothing of the arrangement that is kept; `on_filled` is told when that begins and ends.
    """

    def __init__(
        self, window: QMainWindow, docks: Mapping[str, QDockWidget], page: QWidget
    ) -> None:
        self._window, self._docks, self._page = window, docks, page
        self._away: QByteArray | None = None  # arrangement while the page is shown
        self._beside: QByteArray | None = None  # arrangement while one dock fills the window
        self._filling = ""
        self.on_filled: Callable[[bool], object] = bool
        self._untouched = True
        self._arranging = False
        self._room_due = True  # the panels are not filled yet
        self._decision = 0  # height that it wanted when the room was shared
        self._arrangement = WIDE
        self._separators = SeparatorWatch(window, self.keep)
        self._escape = EscapeWatch(window, self.leave_filled)
        self._refit = QTimer(window, singleShot=True, interval=0)
        self._refit.timeout.connect(self._rearrange)
        self._reshare = QTimer(window, singleShot=True, interval=0)
        self._reshare.timeout.connect(self._share_again)
        for dock in docks.values():
            dock.topLevelChanged.connect(self.keep)
        self.reset()

    @property
    def page_shown(self) -> bool:
        """Whether the central page stands in place of the docks."""
        return not self._page.isHidden()

    def show_page(self, shown: bool) -> None:
        """Show the central page in place of the docks, or the docks."""
        if shown:
            self.leave_filled()
        if shown and self._away is None:
            self._let_shrink(self._is_own)
            self._away = self._window.saveState(VERSION)
            self._hide_docks()
            self._page.show()
        elif not shown and self._away is not None:
            self._page.hide()
            away, self._away = self._away, None
            self._room_due = True
            with self._laid_out_once():
                if self._outgrown():
                    self._arrange()
                    self._let_shrink(True)
                else:
                    self._window.restoreState(away, VERSION)
            self.share_room()
            # A plot repaints the window at once: laid out later, all of it would be painted twice.
            QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)

    @property
    def filling(self) -> str:
        """Name of the dock that fills the window; empty where none does."""
        return self._filling

    def fill(self, name: str) -> None:
        """Let one dock fill the window; another one takes its place, itself goes back."""
        again = name == self._filling
        self.leave_filled()
        if not (again or self.page_shown or self._docks[name].isFloating()):
            self._beside, self._filling = self._window.saveState(VERSION), name
            with self._own_moves(), self._laid_out_once():
                for other, dock in self._docks.items():
                    stays = other == name or (other == _LEGEND and self._has_curves(name))
                    dock.setVisible(stays or dock.isFloating())
            self._docks[name].raise_()
        self.on_filled(bool(self._filling))

    def _has_curves(self, name: str) -> bool:
        dock = self._docks[name]
        return isinstance(dock, ViewDock) and not VIEWS[dock.current].is_table

    def leave_filled(self) -> bool:
        """Bring the other docks back as they were; False where no dock fills the window."""
        if self._beside is None:
            return False
        beside, self._beside, self._filling = self._beside, None, ""
        with self._own_moves(), self._laid_out_once():
            self._window.restoreState(beside, VERSION)
        self.on_filled(False)
        self.follow_window()
        return True

    def rehearse(self) -> None:
        """Draw the hidden docks unseen, one in a turn, so that the first file finds them ready."""
        self._draw_next(iter(self._docks.values()))

    def saved(self) -> tuple[bytes, bytes]:
        """Return geometry and arrangement for another session; none where it is the program's."""
        geometry = bytes(self._window.saveGeometry().data())
        if self._is_own:
            return geometry, b""
        state = self._away or self._beside or self._window.saveState(VERSION)
        return geometry, bytes(state.data())

    def restore(self, geometry: bytes, state: bytes) -> bool:
        """Take the arrangement of another session; one of another version is left alone."""
        self.leave_filled()
        self._window.restoreGeometry(QByteArray(geometry))
        taken = self._window.restoreState(QByteArray(state), VERSION)
        if taken:
            self._let_shrink(False)
        if self._away is not None:
            self._away = QByteArray(state) if taken else self._away
            self._hide_docks()
        return taken

    def keep(self) -> None:
        """Leave the arrangement alone from now on: the user has chosen."""
        if not self._arranging:
            self._let_shrink(False)

    def reset(self) -> None:
        """Put every dock back to its place: panels in columns, two by two plots between."""
        self.leave_filled()
        self._arrange()
        self._let_shrink(True)
        self.share_room()

    def follow_window(self) -> None:
        """Share the room of a window of another size, in fewer or more columns where that suits."""
        self._refit.start()

    def settle(self) -> None:
        """Share the room once more, now that the panels know how much they want."""
        if self._room_due:
            self._room_due = False
            self.share_room()

    def follow_decision(self) -> None:
        """Share the decision's column again where it wants more or less, once that is laid out."""
        self._reshare.start()

    def _share_again(self) -> None:
        if self._wanted_height("decision") != self._decision:
            # A job that ends moves nothing of the columns where the user may be typing.
            self._share_columns(lambda column: "decision" in column)

    def share_room(self) -> None:
        """Give the panels their widths and the plots the rest, unless the user has chosen."""
        if self._shares:
            shape = self._arrangement
            self._resize(shape.heads, shape.widths(self._window.width()), Qt.Orientation.Horizontal)
            self._share_columns(lambda _column: True)
            self._style_tabs()  # Qt makes the strips when it lays the docks out

    @property
    def _shares(self) -> bool:
        return self._untouched and not self.page_shown and not self._filling

    def _share_columns(self, wanted: Callable[[tuple[str, str]], bool]) -> None:
        pairs = self._arrangement.pairs if self._shares else ()
        height = sum(self._docks[name].height() for name in self._arrangement.pairs[0])
        for column in filter(wanted, pairs):
            upper = self._upper_height(column, height)
            self._resize(column, [upper, height - upper], Qt.Orientation.Vertical)

    def _let_shrink(self, untouched: bool) -> None:
        """Let a window get so small that its docks are rearranged, unless the user did that."""
        self._untouched = untouched
        least = fonts.scaled(_LEAST_WIDTH), fonts.scaled(_LEAST_HEIGHT)
        self._window.setMinimumSize(*(least if untouched else (0, 0)))

    @property
    def _is_own(self) -> bool:
        """Whether the docks stand where the program put them, and all are on show."""
        hidden = (dock.isHidden() for dock in self._docks.values())
        elsewhere = self.page_shown or bool(self._filling)
        return self._untouched and (elsewhere or not any(hidden))

    def _outgrown(self) -> bool:
        """Whether another arrangement suits the window better, and the user has chosen none."""
        return self._shares and arrangement_for(self._window.width()) is not self._arrangement

    def _rearrange(self) -> None:
        (self.reset if self._outgrown() else self.share_room)()

    def _arrange(self) -> None:
        shape = self._arrangement = arrangement_for(self._window.width())
        with self._own_moves():
            for dock in self._docks.values():
                if dock.isFloating():
                    dock.setFloating(False)
                self._window.removeDockWidget(dock)
            area = Qt.DockWidgetArea.LeftDockWidgetArea
            self._window.addDockWidget(area, self._docks[shape.heads[0]])
            for left, right in pairwise(shape.heads):
                self._split(left, right, Qt.Orientation.Horizontal)
            for above, below in shape.pairs:
                self._split(above, below, Qt.Orientation.Vertical)
            for front, back in shape.behind:
                self._window.tabifyDockWidget(self._docks[front], self._docks[back])
            for dock in self._docks.values():
                dock.show()
            for front, _ in shape.behind:
                self._docks[front].raise_()

    def _style_tabs(self) -> None:
        """Make the strips of docks that share a place look like those of the views."""
        only = Qt.FindChildOption.FindDirectChildrenOnly
        for tabs in self._window.findChildren(QTabBar, options=only):
            tabs.setDrawBase(False)
            tabs.setFont(fonts.small())
            tabs.setAccessibleName(tr("Panels that share a place"))

    @contextmanager
    def _own_moves(self) -> Iterator[None]:
        self._arranging = True
        try:
            yield
        finally:
            self._arranging = False

    @contextmanager
    def _laid_out_once(self) -> Iterator[None]:
        """Lay the window out at the end: Qt would repeat it for every dock that is shown."""
        layout = cast("QLayout", self._window.layout())
        layout.setEnabled(False)
        try:
            yield
        finally:
            layout.setEnabled(True)
            layout.invalidate()
            layout.activate()

    def _upper_height(self, column: tuple[str, str], height: int) -> int:
        """Return the height of the upper one of two docks: plots share a column evenly."""
        if column == self._arrangement.pairs[0]:
            return self._panel_share(column, height)
        return height // 2 if column[1] != "answers" else self._decision_share(column, height)

    def _decision_share(self, column: tuple[str, str], height: int) -> int:
        """Return the height of the decision: what it wants, and the rest is left to answers."""
        self._decision = self._wanted_height(column[0])
        return min(self._decision, height - fonts.scaled(_LEAST_ANSWERS))

    def _wanted_height(self, name: str) -> int:
        # A dock's own hint is older than its panel's until the next turn of the event loop, and a
        # layout keeps what a scroll area wanted before its contents changed.
        panel = self._docks[name].widget()
        for area in panel.findChildren(QScrollArea):
            area.updateGeometry()
        return panel.sizeHint().height() + TITLE_HEIGHT

    def _panel_share(self, column: tuple[str, str], height: int) -> int:
        """Return the height of the upper panel: what both want, and a part of what is left."""
        upper, lower = (self._wanted_height(name) for name in column)
        spare = height - upper - lower
        if spare > 0:
            return upper + round(spare * _UPPER_SPARE)
        if self._arrangement is WIDE:
            return max(0, height - lower)
        return min(upper, round(height * _UPPER_MOST))

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


_SEPARATORS = 12
_LARGE = 1440
_LEAST_PLOT = 320  # below it the title and the axis of a plot lose their words


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Columns of docks from left to right, each with the dock below it; None where it fills all.

    `behind` names docks that share the place of another, as a tab: the first of each two is in
    front. Widths are those of the columns that hold panels, in a large window and in a smaller one;
    plots share the rest.
    """

    columns: tuple[tuple[str, str | None], ...]
    panel_widths: tuple[tuple[int, int, int], ...]
    behind: tuple[tuple[str, str], ...] = ()

    @property
    def heads(self) -> tuple[str, ...]:
        """The docks at the top, from left to right."""
        return tuple(head for head, _ in self.columns)

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """The docks that stand above one another."""
        return tuple((above, below) for above, below in self.columns if below is not None)

    def widths(self, room: int) -> list[int]:
        """Return the width of every column of a window as wide as `room`."""
        small = room < fonts.scaled(_LARGE)
        panels = {at: fonts.scaled(one if small else large) for at, large, one in self.panel_widths}
        plots = len(self.columns) - len(panels)
        plot = max(200, (room - sum(panels.values()) - _SEPARATORS) // plots)
        return [panels.get(at, plot) for at in range(len(self.columns))]


_LEGEND = "data"  # the list of models says which curve is whose
WIDE = Arrangement(
    (("data", "payoffs"), ("roc", "rociv"), ("cost", "profit"), ("decision", "answers")),
    panel_widths=((0, 328, 316), (3, 340, 326)),
)
NARROW = Arrangement(
    (("data", "decision"), ("roc", "rociv"), ("cost", "profit")),
    panel_widths=((0, 350, 350),),  # the decision and a scroll bar
    behind=(("data", "payoffs"), ("decision", "answers")),
)


def arrangement_for(room: int) -> Arrangement:
    """Return the arrangement that leaves plots readable in a window as wide as `room`."""
    return WIDE if WIDE.widths(room)[1] >= fonts.scaled(_LEAST_PLOT) else NARROW


class EscapeWatch(QObject):
    """Calls `leave` for Esc that nothing in the window has taken."""

    def __init__(self, window: QMainWindow, leave: Callable[[], bool]) -> None:
        super().__init__(window)
        self._leave = leave
        window.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Take Esc where it ends something."""
        is_key = event.type() is QEvent.Type.KeyPress
        return is_key and cast("QKeyEvent", event).key() == Qt.Key.Key_Escape and self._leave()


class SeparatorWatch(QObject):
    """Calls `moved` when the mouse is pressed on the window itself, between its docks."""

    def __init__(self, window: QMainWindow, moved: Callable[[], None]) -> None:
        super().__init__(window)
        self._window, self._moved = window, moved
        window.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Look on; the window gets every event."""
        if event.type() is QEvent.Type.MouseButtonPress and self._is_between(event):
            self._moved()
        return False

    def _is_between(self, event: QEvent) -> bool:
        place = cast("QMouseEvent", event).position().toPoint()
        return self._window.childAt(place) is None

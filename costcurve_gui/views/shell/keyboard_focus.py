"""Keyboard focus: Tab follows the reading order, chords begin anywhere, buttons are lit."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDockWidget,
    QLayout,
    QMainWindow,
    QScrollArea,
    QWidget,
)

from costcurve_gui.views.widgets.labels import set_tone

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from PySide6.QtCore import QPoint
    from PySide6.QtGui import QAction, QKeyEvent

    _Part = QWidget | QLayout


def reading_order(parent: QWidget) -> Iterator[QWidget]:
    """Yield all visible widgets in a widget: what stands together is not left in between."""
    only = Qt.FindChildOption.FindDirectChildrenOnly
    children = [child for child in parent.findChildren(QWidget, options=only) if _is_seen(child)]
    layout = parent.layout()
    if isinstance(parent, QMainWindow):
        yield from _read(_by_columns(children))
    elif layout is None:
        yield from _read(_by_rows(children))
    else:
        laid_out = _parts(layout)
        within = set(_widgets(laid_out))
        yield from _read(_by_rows([*laid_out, *(one for one in children if one not in within)]))


def _read(parts: list[_Part]) -> Iterator[QWidget]:
    for part in parts:
        if isinstance(part, QLayout):
            yield from _read(_by_rows(_parts(part)))
        else:
            yield part
            yield from reading_order(part)


def _parts(layout: QLayout) -> list[_Part]:
    """Return the widgets that are seen in a layout, and the layouts in it.

    Never asked for its items: PySide keeps what stands for an item in Python as long as the layout
    lives, also when Qt has deleted the item, and takes the next object at that address for it.
    """
    only = Qt.FindChildOption.FindDirectChildrenOnly
    around = layout.parentWidget()
    children = [] if around is None else around.findChildren(QWidget, options=only)
    widgets = [child for child in children if layout.indexOf(child) >= 0 and _is_seen(child)]
    return [*layout.findChildren(QLayout, options=only), *widgets]


def _widgets(parts: list[_Part]) -> Iterator[QWidget]:
    for part in parts:
        if isinstance(part, QLayout):
            yield from _widgets(_parts(part))
        else:
            yield part


def _is_seen(widget: QWidget) -> bool:
    return widget.isVisible() and not widget.isWindow()


def _by_columns(children: list[QWidget]) -> list[_Part]:
    """Order docks column by column, between the bars above and below them."""
    docks = [child for child in children if isinstance(child, QDockWidget)]
    others = _by_rows([child for child in children if child not in docks])
    top = min((dock.y() for dock in docks), default=0)
    above = [part for part in others if part.geometry().top() < top]
    docks.sort(key=_place_of_dock)
    return [*above, *docks, *(part for part in others if part not in above)]


def _place_of_dock(dock: QDockWidget) -> tuple[int, int, str]:
    """Return where a dock stands, and its name: the order at one place hangs on none in front."""
    front = _dock_in_front_of(dock) or dock
    return front.x(), front.y(), dock.objectName()


def _dock_in_front_of(dock: QDockWidget) -> QDockWidget | None:
    """Return the dock that hides another one at its place; Qt keeps that out of the window."""
    window = dock.parentWidget()
    if not isinstance(window, QMainWindow) or window.rect().intersects(dock.geometry()):
        return None
    beside = (one for one in window.tabifiedDockWidgets(dock) if not one.isFloating())
    return next((one for one in beside if window.rect().intersects(one.geometry())), None)


def _by_rows(parts: Sequence[_Part]) -> list[_Part]:
    """Order parts from the top; those whose middles stand in one row from the left."""
    rows: list[list[_Part]] = []
    for part in sorted(parts, key=lambda one: (one.geometry().top(), one.geometry().left())):
        middle = part.geometry().center().y()
        if rows and middle <= rows[-1][0].geometry().bottom():
            rows[-1].append(part)
        else:
            rows.append([part])
    return [part for row in rows for part in sorted(row, key=lambda one: one.geometry().left())]


def focus_next(window: QWidget, forward: bool) -> bool:
    """Give the focus to the next stop of Tab in a window, or to the one before; wrap at the end."""
    now = QApplication.focusWidget()
    around = [one for one in reading_order(window) if one is now or takes_tab(one)]
    if not forward:
        around.reverse()
    following = _following(around, now)
    if following is None or following is now:
        return False
    reasons = Qt.FocusReason
    following.setFocus(reasons.TabFocusReason if forward else reasons.BacktabFocusReason)
    _bring_into_view(following)
    return True


def _following(around: Sequence[QWidget], now: QWidget | None) -> QWidget | None:
    """Return the stop after a widget; after one that has just gone, the nearest to its place."""
    if not around:
        return None
    if now is None or now in around:
        return around[(around.index(now) + 1) % len(around)] if now is not None else around[0]
    here, at = now.mapToGlobal(now.rect().center()), now.parentWidget()
    while at is not None:
        within = [one for one in around if at.isAncestorOf(one)]
        if within:
            return min(within, key=lambda one: _distance(one, here))
        at = at.parentWidget()
    return around[0]


def _distance(widget: QWidget, place: QPoint) -> int:
    return (widget.mapToGlobal(widget.rect().center()) - place).manhattanLength()


def takes_tab(widget: QWidget) -> bool:
    """Whether Tab stops at a widget."""
    by_tab = widget.focusPolicy().value & Qt.FocusPolicy.TabFocus.value
    return bool(by_tab) and widget.isEnabled() and widget.focusProxy() is None


def _bring_into_view(widget: QWidget) -> None:
    at = widget.parentWidget()
    while at is not None:
        if isinstance(at, QScrollArea):
            at.ensureWidgetVisible(widget)
        if isinstance(at, QDockWidget) and _dock_in_front_of(at) is not None:
            at.raise_()
        at = at.parentWidget()


class ChordKeys(QObject):
    """Lets a chord of the window, as Ctrl+E, R, begin in a field too.

    A field takes Ctrl+E or Ctrl+K to edit its line, and what follows is typed into it then.
    """

    def __init__(self, window: QWidget, actions: Iterable[QAction]) -> None:
        super().__init__(window)
        self._first = {
            keys[0].toCombined()  # type: ignore[index]
            for action in actions
            for keys in action.shortcuts()
            if keys.count() > 1
        }
        cast("QApplication", QApplication.instance()).focusChanged.connect(self._follow)

    @Slot(QWidget, QWidget)
    def _follow(self, old: QWidget | None, new: QWidget | None) -> None:
        if old is not None:
            old.removeEventFilter(self)
        if new is not None and isinstance(new.window(), QMainWindow | QDockWidget):
            new.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Keep the first key of a chord from the widget that has the focus."""
        if event.type() != QEvent.Type.ShortcutOverride:
            return False
        if cast("QKeyEvent", event).keyCombination().toCombined() not in self._first:
            return False
        event.ignore()
        return True


RING = "ring"


class ButtonHighlighter(QObject):
    """Sees to it that no button stays lit after a click.

    The style sheet draws the focus where the property `ring` says so. A button that was clicked
    has the focus too, so that Tab goes on from there, but no ring.

    A window that opens over a button under the mouse, and closes before the mouse moves, lets Qt
    lose sight of that button: it would never hear that the mouse has left.
    """

    def __init__(self, application: QApplication, parent: QObject) -> None:
        super().__init__(parent)
        application.focusChanged.connect(self._follow)
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._forget_mouse)
        application.focusWindowChanged.connect(self._forget_soon)

    @Slot(QWidget, QWidget)
    def _follow(self, old: QWidget | None, new: QWidget | None) -> None:
        # Without a new one another window is in front: the ring is there again when it has gone.
        if isinstance(old, QAbstractButton) and new is not None:
            set_tone(old, "false", RING)
        if isinstance(new, QAbstractButton) and (old is not None or new.property(RING) is None):
            clicked = QGuiApplication.mouseButtons() != Qt.MouseButton.NoButton
            set_tone(new, "false" if clicked else "true", RING)

    @Slot()
    def _forget_soon(self) -> None:
        """Wait a moment: the window that closes may be in the middle of its own destruction."""
        self._later.start()

    def _forget_mouse(self) -> None:
        """Tell buttons under the mouse that it has left, now that another window is in front."""
        for window in QApplication.topLevelWidgets():
            for button in window.findChildren(QAbstractButton):
                if button.underMouse() and not button.isDown():
                    QApplication.sendEvent(button, QEvent(QEvent.Type.Leave))
                    button.update()

"""A seeded monkey at mouse and keyboard: real events, every command of every menu."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QContextMenuEvent, QDragEnterEvent, QDropEvent, QFont, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QDockWidget,
    QGraphicsView,
    QLineEdit,
    QMenu,
    QTabBar,
    QWidget,
)
from shiboken6 import isValid

from costcurve_gui.analysis.examples import example_keys
from costcurve_gui.views.catalogue import VIEWS
from tests.helpers.menu_actions import actions_of_menus
from tests.stress.stage import Stage, odd_files, sample_files

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from PySide6.QtGui import QAction

NONE = Qt.KeyboardModifier.NoModifier
LEFT = Qt.MouseButton.LeftButton
_BUTTONS = (LEFT,) * 8 + (Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton)
_MODIFIERS = (NONE,) * 6 + (
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
)
_KEYS = tuple(
    getattr(Qt.Key, f"Key_{name}")
    for name in (
        *("Tab", "Backtab", "Return", "Escape", "Space", "Delete", "Backspace", "Home", "End"),
        *("Left", "Right", "Up", "Down", "PageUp", "PageDown", "F1", "F2", "Menu", "Alt", "A"),
        *("C", "Z", "0", "5", "E", "K", "D"),
    )
)
_TEXTS = (
    "5",
    "-amount",
    "0.05*amount",
    "1e308",
    "-1",
    "abc",
    "0",
    "1 : 20",
    "50 %",
    ",",
    "(",
    "\u00e9",
)
_SIZES = ((1440, 900), (1366, 768), (640, 480), (200, 150), (1920, 1080), (900, 1000), (320, 900))
_INTERESTING = (QAbstractButton, QAbstractItemView, QComboBox, QGraphicsView, QLineEdit, QTabBar)
_RESCUE_MS = 50
_HELD_OPEN = 0.3  # seconds
_STUCK = 25  # steps before what lies over the window is closed


class Monkey:
    """Plays with the window; `told` hears what it is about to do.

    A seed plays the same game again: each step has chances of its own, begins when the one before
    has had its effect, and looks at windows in an order that does not depend on memory. A hasty
    monkey does not wait for effects, and its games differ.
    """

    def __init__(
        self, seed: int, folder: Path, told: Callable[[str], None], *, hasty: bool = False
    ) -> None:
        self._seed, self._steps, self._hasty = seed, 0, hasty
        self._random = self._chances("start")
        self._rescuing = self._chances("rescue")
        self._told = told
        self._files = [*sample_files(), *odd_files(folder)]
        self._covered = 0
        self._held: tuple[object, ...] = ()
        self.stage = Stage(folder, lambda: [self._random.choice(self._files)])
        self.window = self.stage.program.window
        self.leaving = False
        self._moves = self._weighted()
        self._move_began = time.monotonic()
        self._rescue = QTimer(self.window, interval=_RESCUE_MS)
        self._rescue.timeout.connect(self._come_out_of_menu)
        self._rescue.start()

    def start(self) -> None:
        """Show the window."""
        self.stage.program.show()
        self.stage.rest()

    def _chances(self, what: object) -> random.Random:
        return random.Random(f"{self._seed} {what}")  # noqa: S311 - it plays

    def step(self) -> None:
        """Do one thing, and let the program answer."""
        self._steps += 1
        self._random, self._rescuing = self._chances(self._steps), self._chances(-self._steps)
        self._uncover()
        self._move_began = time.monotonic()
        self._random.choice(self._moves)()
        if self._hasty:
            self.stage.turn(self._random.choice((0, 0, 5, 30)))
        else:
            self.stage.rest()

    def leave(self) -> None:
        """Close the window as a user does."""
        self._told("close the window")
        self.leaving = True
        self.window.close()
        self.stage.turn(20)

    def _weighted(self) -> list[Callable[[], None]]:
        weights = {
            self.click: 30,
            self.drag: 8,
            self.turn_wheel: 4,
            self.press_key: 14,
            self.type_text: 6,
            self.ask_for_menu: 5,
            self.open_a_menu: 6,
            self.trigger: 22,
            self.resize: 5,
            self.move_dock: 4,
            self.show_view: 5,
            self.open_file: 5,
            self.drop_file: 1,
            self.change_font: 1,
            self.wait: 4,
        }
        return [move for move, weight in weights.items() for _ in range(weight)]

    def _come_out_of_menu(self) -> None:
        """Use or close a menu that a button holds open: it waits in an event loop of its own."""
        menu = QApplication.activePopupWidget()
        if menu is None or time.monotonic() - self._move_began < _HELD_OPEN:
            return
        self._move_began = time.monotonic()
        if isinstance(menu, QMenu) and self._rescuing.random() < 0.6:
            self._click_entry(menu, self._rescuing)
        else:
            self._told(f"close {_name(menu)}")
            menu.close()

    # --- where --------------------------------------------------------------------------------

    def _top(self) -> QWidget:
        """Return the window that gets what the user does."""
        over = QApplication.activePopupWidget() or QApplication.activeModalWidget()
        if over is not None:
            return over
        tops = [top for top in QApplication.topLevelWidgets() if _reachable(top)]
        others = sorted((top for top in tops if top is not self.window), key=_name)
        return (
            self._random.choice(others) if others and self._random.random() < 0.3 else self.window
        )

    def _uncover(self) -> None:
        """Close what has lain over the window for long."""
        over = QApplication.activePopupWidget() or QApplication.activeModalWidget()
        self._covered = self._covered + 1 if over is not None else 0
        if over is not None and self._covered > _STUCK:
            self._told(f"close {_name(over)}")
            over.close()
            self._covered = 0

    def _target(self) -> QWidget | None:
        top = self._top()
        seen = [part for part in top.findChildren(QWidget) if part.isVisible()]
        seen = [part for part in seen if part.window() is top]
        if self._random.random() < 0.7:
            seen = [part for part in seen if isinstance(part, _INTERESTING)] or seen
        target = self._random.choice([*seen, top]) if seen else top
        self._held = top, seen  # with a parent made by Qt go the Python sides of its children
        return target if target.isVisible() and target.width() and target.height() else None

    def _point(self, widget: QWidget) -> QPoint:
        return QPoint(
            self._random.randrange(widget.width()), self._random.randrange(widget.height())
        )

    @property
    def _has_file(self) -> bool:
        return self.stage.program.session.state.dataset is not None

    # --- moves --------------------------------------------------------------------------------

    def click(self) -> None:
        target = self._target()
        if target is None:
            return
        button, modifier = self._random.choice(_BUTTONS), self._random.choice(_MODIFIERS)
        place = self._point(target)
        double = self._random.random() < 0.1
        kind = "double click" if double else "click"
        self._told(f"{kind} {button.name} {modifier.name} on {_name(target)} at {place.toTuple()}")
        top, at = target.window(), _inside(target.window(), target.mapTo(target.window(), place))
        handle = top.windowHandle()
        if handle is not None:
            press = QTest.mouseDClick if double else QTest.mouseClick
            press(handle, button, modifier, at)

    def drag(self) -> None:
        target = self._target()
        if target is None or target.window().windowHandle() is None:
            return
        top = target.window()
        start = _inside(top, target.mapTo(top, self._point(target)))
        self._told(f"drag from {_name(target)} at {start.toTuple()}")
        handle = top.windowHandle()
        QTest.mousePress(handle, LEFT, self._random.choice(_MODIFIERS), start)
        for _ in range(self._random.randrange(1, 6)):
            step = QPoint(self._random.randrange(-90, 91), self._random.randrange(-90, 91))
            # The press may close a menu, whose window of the system goes with it.
            if not (isValid(handle) and isValid(top) and _reachable(top)):
                return
            start = _inside(top, start + step)
            QTest.mouseMove(handle, start)
            self.stage.turn(0)
        if not (isValid(handle) and isValid(top) and _reachable(top)):
            return
        QTest.mouseRelease(handle, LEFT, NONE, _inside(top, start))

    def turn_wheel(self) -> None:
        target = self._target()
        if target is None:
            return
        self._told(f"wheel over {_name(target)}")
        place = QPointF(self._point(target))
        delta = QPoint(0, self._random.choice((-960, -120, 120, 960)))
        event = QWheelEvent(
            *(place, QPointF(target.mapToGlobal(place.toPoint())), QPoint(), delta),
            *(Qt.MouseButton.NoButton, self._random.choice(_MODIFIERS)),
            *(Qt.ScrollPhase.NoScrollPhase, False),
        )
        QApplication.sendEvent(target, event)

    def press_key(self) -> None:
        top, key = self._top(), self._random.choice(_KEYS)
        modifier = self._random.choice(_MODIFIERS)
        self._told(f"key {key.name} {modifier.name} in {_name(top)}")
        _strike(top, key, modifier if top is self.window else NONE)

    def type_text(self) -> None:
        top, text = self._top(), self._random.choice(_TEXTS)
        fields = [field for field in top.findChildren(QLineEdit) if field.isVisible()]
        if not fields or top.windowHandle() is None:
            return
        field = self._random.choice(fields)
        self._told(f"type {text!r} into {_name(field)}")
        QTest.mouseClick(
            top.windowHandle(), LEFT, NONE, _inside(top, field.mapTo(top, field.rect().center()))
        )
        for letter in text if text.isascii() else "x":
            _strike(top, letter)
        if self._random.random() < 0.6:
            _strike(top, Qt.Key.Key_Return)

    def ask_for_menu(self) -> None:
        target = self._target()
        if target is None:
            return
        place = self._point(target)
        self._told(f"context menu of {_name(target)} at {place.toTuple()}")
        reason = self._random.choice(
            (QContextMenuEvent.Reason.Mouse, QContextMenuEvent.Reason.Keyboard)
        )
        event = QContextMenuEvent(reason, place, target.mapToGlobal(place))
        QApplication.sendEvent(target, event)

    def open_a_menu(self) -> None:
        """Open a menu, walk in it, and click an entry or leave it."""
        if QApplication.activePopupWidget() is None and QApplication.activeModalWidget() is None:
            bar = self.window.menuBar()
            action = self._random.choice(bar.actions())
            self._told(f"open menu {action.text()}")
            place = bar.actionGeometry(action).center()
            QTest.mouseClick(
                self.window.windowHandle(),
                LEFT,
                NONE,
                _inside(self.window, bar.mapTo(self.window, place)),
            )
            self.stage.turn(0)
        for _ in range(self._random.randrange(1, 4)):
            menu = QApplication.activePopupWidget()
            if not isinstance(menu, QMenu) or not menu.actions():
                return
            self._click_entry(menu)
            self.stage.turn(0)

    def _click_entry(self, menu: QMenu, chances: random.Random | None = None) -> None:
        actions = [action for action in menu.actions() if not _leaves(action)]
        if not actions or menu.windowHandle() is None:
            return
        action = (chances or self._random).choice(actions)
        self._told(f"click entry {action.text()!r} of {_name(menu)}")
        place = menu.actionGeometry(action).center()
        QTest.mouseMove(menu.windowHandle(), place)
        if isValid(menu) and _reachable(menu):
            QTest.mouseClick(menu.windowHandle(), LEFT, NONE, place)

    def trigger(self) -> None:
        """Trigger any action that is enabled, unless a dialog keeps the user from it."""
        if (
            QApplication.activePopupWidget() is not None
            or QApplication.activeModalWidget() is not None
        ):
            return
        actions = [action for action in actions_of_menus(self.window) if not _leaves(action)]
        action = self._random.choice(actions)
        if action.isEnabled():
            self._told(f"trigger {action.objectName()} {action.text()!r}")
            action.trigger()

    def resize(self) -> None:
        width, height = self._random.choice(_SIZES)
        self._told(f"resize to {width} x {height}")
        if self._random.random() < 0.1:
            self.window.showMaximized()
        else:
            self.window.showNormal()
            self.window.resize(width, height)

    def move_dock(self) -> None:
        if not self._has_file:
            return
        dock = self._random.choice(self.window.findChildren(QDockWidget))
        move = self._random.choice(("float", "dock", "close", "show", "resize", "tab"))
        self._told(f"{move} {_name(dock)}")
        other = self._random.choice(self.window.findChildren(QDockWidget))
        if move in ("float", "dock"):
            dock.setFloating(move == "float")
        elif move == "close":
            dock.close()
        elif move == "show":
            dock.show()
        elif move == "resize":
            sides = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
            self.window.resizeDocks(
                [dock], [self._random.randrange(20, 900)], self._random.choice(sides)
            )
        elif other is not dock:
            self.window.splitDockWidget(other, dock, self._random.choice(tuple(Qt.Orientation)))

    def show_view(self) -> None:
        if not self._has_file:
            return
        view = self._random.choice(tuple(VIEWS))
        self._told(f"show view {view}")
        self.window.bring_to_front(view)

    def open_file(self) -> None:
        datasets = self.stage.program.datasets
        if QApplication.activeModalWidget() is not None:
            return
        if self._random.random() < 0.5:
            key = self._random.choice(example_keys())
            self._told(f"open example {key}")
            datasets.open_example(key)
        else:
            path = self._random.choice(self._files)
            self._told(f"open {path.name}")
            datasets.open_paths([path])

    def drop_file(self) -> None:
        if QApplication.activeModalWidget() is not None:
            return
        paths = self._random.sample(self._files, self._random.randrange(1, 3))
        self._told(f"drop {', '.join(path.name for path in paths)}")
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
        place, copy = self.window.rect().center(), Qt.DropAction.CopyAction
        QApplication.sendEvent(self.window, QDragEnterEvent(place, copy, data, LEFT, NONE))
        QApplication.sendEvent(self.window, QDropEvent(QPointF(place), copy, data, LEFT, NONE))

    def change_font(self) -> None:
        font = QFont(QApplication.font())
        font.setPointSize(self._random.randrange(7, 16))
        self._told(f"font of {font.pointSize()} pt")
        QApplication.setFont(font)

    def wait(self) -> None:
        self._told("wait")
        self.stage.turn(self._random.choice((50, 200, 700)))


def _inside(top: QWidget, place: QPoint) -> QPoint:
    """Return the nearest point of a window: the mouse of a user is where the screen shows it."""
    x, y = place.toTuple()
    return QPoint(min(max(x, 0), top.width() - 1), min(max(y, 0), top.height() - 1))


def _strike(top: QWidget, key: Qt.Key | str, modifier: Qt.KeyboardModifier = NONE) -> None:
    """Press and release a key; the press may close the window.

    With a modifier only where no key does: QTest sends that key's release to the window that was.
    """
    for send in (QTest.keyPress, QTest.keyRelease):
        if isValid(top) and _reachable(top):
            send(top.windowHandle(), key, modifier)


def _reachable(top: QWidget) -> bool:
    return top.isVisible() and top.windowHandle() is not None


def _leaves(action: QAction) -> bool:
    return action.objectName() == "quit"


def _name(widget: QWidget) -> str:
    kind = type(widget).__name__
    return f"{kind} {widget.objectName()}".strip()

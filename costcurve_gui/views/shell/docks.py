"""Docks: one panel, or one family of views with a strip of tabs below. Made once."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDockWidget,
    QHBoxLayout,
    QMenu,
    QSizePolicy,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from costcurve_gui.translation import tr
from costcurve_gui.views.catalogue import HEADS, VIEWS, family_of
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.shell.tab_strip import TabStrip
from costcurve_gui.views.widgets.frames import scrolling
from costcurve_gui.views.widgets.icons import ToolIcon
from costcurve_gui.views.widgets.labels import SentenceLabel, SubtitleLabel, name_widget

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QCloseEvent, QMouseEvent

    from costcurve_gui.views.view_spec import ViewSpec


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


HEIGHT = 28
_LEAST_TITLE = 48


class DockTitle(QWidget):
    """Shows a name, a subtitle that says what is plotted, and icons in the order added.

    Emits `fill_requested()` for a double click, which a floating dock takes to go back.
    """

    fill_requested = Signal()

    def __init__(self, name: str, title: str) -> None:
        super().__init__()
        self._name = name
        self.setObjectName(f"{name}_title")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        # A long title must not widen its dock: the docks beside it would leave the window.
        self._title = SentenceLabel(title, font=fonts.body(fonts.SEMIBOLD), least=_LEAST_TITLE)
        self._subtitle = SubtitleLabel(font=fonts.small(), tone="muted")
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(12, 0, 4, 0)
        self._layout.setSpacing(0)
        self._layout.addWidget(self._title)
        self._layout.addSpacing(8)
        self._layout.addWidget(self._subtitle, 1)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Ask for the whole window."""
        dock = self.parentWidget()
        if isinstance(dock, QDockWidget) and dock.isFloating():
            super().mouseDoubleClickEvent(event)
            return
        event.accept()
        self.fill_requested.emit()

    @property
    def title(self) -> str:
        """The name on show."""
        return self._title.full_text

    @property
    def subtitle(self) -> str:
        """What the title says is shown."""
        return self._subtitle.full_text

    def show_title(self, title: str) -> None:
        """Show another name."""
        self._title.set_full_text(title)

    @property
    def shown_subtitle(self) -> str:
        """What of it there is room for."""
        return self._subtitle.text()

    def show_subtitle(self, text: str) -> None:
        """Say what is shown."""
        self._subtitle.set_full_text(text)

    def add_icon(self, icon: str, key: str, words: str) -> ToolIcon:
        """Add an icon button at the right end."""
        button = ToolIcon(icon, f"{self._name}_{key}", words)
        self._layout.addWidget(button)
        return button

    def add_menu(self, words: str, icon: str = "more") -> QMenu:
        """Add the "more" icon, or another, and return the menu it opens."""
        button = self.add_icon(icon, icon, words)
        menu = QMenu(button)
        menu.setObjectName(f"{self._name}_menu" if icon == "more" else f"{self._name}_{icon}_menu")
        button.setMenu(menu)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        return menu


_ICONS = {
    "zoom_back": tr("Zoom back in {}"),
    "fit": tr("Fit {}"),
    "more": tr("More for {}"),
    "help": tr("Help on {}"),
}
_NO_AXES = tr("A table has no axes to zoom")


_RELEASE_MS = 50  # how soon it is looked again whether the mouse was released


class PanelDock(QDockWidget):
    """A dock with the program's own title bar. Emits `framed()` when it is a window of its own.

    Qt gives a floating dock with such a title bar no frame; a window has one, which can be
    maximised and closed.
    """

    framed = Signal()

    def __init__(self, name: str, title: str) -> None:
        super().__init__(title)
        name_widget(self, f"{name}_dock", title)
        self.title_bar = DockTitle(name, title)
        self.setTitleBarWidget(self.title_bar)
        self._released = QTimer(self, singleShot=True, interval=_RELEASE_MS)
        self._released.timeout.connect(self._settle)
        self.topLevelChanged.connect(lambda floats: self._released.start() if floats else None)

    def _settle(self) -> None:
        """Take a frame once the mouse has let go of the title: before, the drag would end."""
        if QGuiApplication.mouseButtons() != Qt.MouseButton.NoButton:
            self._released.start()
        elif self.isFloating() and self.isVisible():
            self._float()

    def _float(self) -> None:
        place = self.geometry()
        self.setWindowFlags(Qt.WindowType.Window)
        self.setGeometry(place)
        self.show()
        self.framed.emit()


class ViewDock(PanelDock):
    """Holds the views of one family, of which one is seen.

    Emits `zoom_back_requested(str)`, `fit_requested(str)`, `help_requested(str)` and
    `values_requested(str)` with the key of the view on show; `view_left(str)` and then
    `view_shown(str)` when another tab is chosen; `window_opened(ViewWindow)` when a view is given
    a window of its own, from which closing it, or its tab, brings it back.
    Views are added once and never removed; each is made when it is first shown.
    """

    zoom_back_requested = Signal(str)
    fit_requested = Signal(str)
    help_requested = Signal(str)
    values_requested = Signal(str)
    view_left = Signal(str)
    view_shown = Signal(str)
    window_opened = Signal(object)

    def __init__(self, name: str, title: str) -> None:
        super().__init__(name, title)
        self.head = name
        self.windows: dict[str, ViewWindow] = {}
        self._views: list[ViewSpec] = []
        self._makers: dict[str, Callable[[str], QWidget]] = {}
        self._made: dict[str, QWidget] = {}
        self._on_show = ""
        self._stack = QStackedWidget()
        self._tabs = TabStrip(f"{name}_tabs", tr("Views beside {title}", title=title))
        self._build()
        self._tabs.chosen.connect(self._show_view)
        self._tabs.bar.tabBarClicked.connect(lambda _: self._made[self._on_show].setFocus())

    @property
    def current(self) -> str:
        """Key of the view on show."""
        return self._on_show

    def add_view(self, view: ViewSpec, make: Callable[[str], QWidget]) -> None:
        """Let a view join the family."""
        self._views.append(view)
        self._makers[view.key] = make
        self._tabs.add_tab(view.tab)

    def bring_to_front(self, key: str) -> None:
        """Show one view of the family, the dock itself too where it was closed."""
        if key in self.windows:
            self.windows[key].raise_()
            self.windows[key].activateWindow()
            return
        self._tabs.bar.setCurrentIndex(self._index(key))
        self.show()
        self.raise_()

    def offer(self, key: str, reason: str) -> None:
        """Offer the tab of a view, or say why it has nothing to show."""
        self._tabs.offer(self._index(key), reason)

    def detach(self) -> None:
        """Give the view on show a window of its own; another one of the family takes its place."""
        key, others = self._on_show, self._tabs.offered()
        there = [at for at in others if self._views[at].key not in (key, *self.windows)]
        if not there:
            return
        shown = ViewWindow(self._views[self._index(key)], self._made.pop(key), self)
        self.windows[key], self._makers[key] = shown, self._take_back
        self._on_show = ""  # it is not left: it is shown elsewhere
        self._tabs.bar.setCurrentIndex(there[0])
        self.window_opened.emit(shown)
        shown.show()

    def put_back(self, key: str) -> None:
        """Take a view back from its window, behind the one on show."""
        if key in self.windows:
            self._widget(key)
            self.view_left.emit(key)

    def _take_back(self, key: str) -> QWidget:
        window = self.windows.pop(key)
        window.hide()
        window.deleteLater()
        return window.view

    def _float(self) -> None:
        """Leave the neighbours where they are: the view that was dragged out goes alone."""
        self.setFloating(False)
        self.detach()

    def _index(self, key: str) -> int:
        return [view.key for view in self._views].index(key)

    def _show_view(self, index: int) -> None:
        view, left = self._views[index], self._on_show
        self._on_show = view.key
        self._stack.setCurrentWidget(self._widget(view.key))
        self.title_bar.show_title(view.title)
        for key, icon in self._icons.items():
            cast("ToolIcon", icon).set_words(_ICONS[key].format(view.title))
        for icon in self._zooms:
            icon.setDisabled(view.is_table)
            icon.setToolTip(_NO_AXES if view.is_table else icon.accessibleName())
        if left:
            self.view_left.emit(left)
        self.view_shown.emit(view.key)

    def _widget(self, key: str) -> QWidget:
        if key not in self._made:
            self._made[key] = self._makers.pop(key)(key)
            self._stack.addWidget(self._made[key])
        return self._made[key]

    def _build(self) -> None:
        bar = self.title_bar
        back = bar.add_icon("zoom_back", "zoom_back", _ICONS["zoom_back"])
        fit = bar.add_icon("fit", "fit", _ICONS["fit"])
        self._zooms = back, fit
        self.menu = bar.add_menu(_ICONS["more"])
        about = bar.add_icon("help", "help", _ICONS["help"])
        self._icons = {"zoom_back": back, "fit": fit, "more": self.menu.parent(), "help": about}
        back.clicked.connect(lambda: self.zoom_back_requested.emit(self.current))
        fit.clicked.connect(lambda: self.fit_requested.emit(self.current))
        about.clicked.connect(lambda: self.help_requested.emit(self.current))
        body = QWidget()
        layout = QVBoxLayout(body)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._stack, 1)
        layout.addWidget(self._tabs)
        body.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setWidget(body)


class ViewWindow(ViewDock):
    """One view in a window of its own, with a frame; closed, the view goes back to its dock."""

    def __init__(self, spec: ViewSpec, view: QWidget, home: ViewDock) -> None:
        super().__init__(f"{spec.key}_window", spec.title)
        self.view, self._home = view, home
        self.setParent(home.parentWidget(), Qt.WindowType.Window)
        self.setFeatures(QDockWidget.DockWidgetFeature.DockWidgetClosable)
        self.add_view(spec, lambda _key: view)
        self._tabs.hide()
        self.resize(home.size())

    def closeEvent(self, event: QCloseEvent) -> None:
        """Bring the view back."""
        super().closeEvent(event)
        self._home.put_back(self.current)

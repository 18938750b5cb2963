"""A dock: one panel, or one family of views with a strip of tabs below."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDockWidget, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from costcurve_gui.views.dock_title import DockTitle
from costcurve_gui.views.tab_strip import TabStrip
from costcurve_gui.views.widgets.text import name_widget

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurve_gui.models.catalogue import View
    from costcurve_gui.views.widgets.tool_icon import ToolIcon


_ICONS = {
    "zoom_back": "Zoom back in {}",
    "fit": "Fit {}",
    "more": "More for {}",
    "help": "Help on {}",
}

_NO_AXES = "A table has no axes to zoom"


class PanelDock(QDockWidget):
    """A dock with the program's own title bar."""

    def __init__(self, name: str, title: str) -> None:
        super().__init__(title)
        name_widget(self, f"{name}_dock", title)
        self.title_bar = DockTitle(name, title)
        self.setTitleBarWidget(self.title_bar)


class ViewDock(PanelDock):
    """Holds the views of one family, of which one is seen.

    Emits `zoom_back_requested(str)`, `fit_requested(str)` and `help_requested(str)` with the key
    of the view on show; `view_left(str)` and then `view_shown(str)` when another tab is chosen.
    Views are added once and never removed; each is made when it is first shown.
    """

    zoom_back_requested = Signal(str)
    fit_requested = Signal(str)
    help_requested = Signal(str)
    view_left = Signal(str)
    view_shown = Signal(str)

    def __init__(self, name: str, title: str) -> None:
        super().__init__(name, title)
        self._views: list[View] = []
        self._makers: dict[str, Callable[[str], QWidget]] = {}
        self._made: dict[str, QWidget] = {}
        self._subtitles: dict[str, tuple[str, str, tuple[str, ...]]] = {}
        self._on_show = ""
        self._stack = QStackedWidget()
        self._tabs = TabStrip(f"{name}_tabs", f"Views beside {title}")
        self._build()
        self._tabs.chosen.connect(self._show_view)

    @property
    def current(self) -> str:
        """Key of the view on show."""
        return self._on_show

    def add_view(self, view: View, make: Callable[[str], QWidget]) -> None:
        """Let a view join the family."""
        self._views.append(view)
        self._makers[view.key] = make
        self._tabs.add_tab(view.tab)

    def bring_to_front(self, key: str) -> None:
        """Show one view of the family, the dock itself too where it was closed."""
        self._tabs.bar.setCurrentIndex(self._index(key))
        self.show()
        self.raise_()

    def offer(self, key: str, offered: bool) -> None:
        """Offer the tab of a view, or leave it to the menus where it has nothing to show."""
        self._tabs.offer(self._index(key), offered)

    def show_subtitle(
        self, key: str, text: str, detail: str = "", fuller: tuple[str, ...] = ()
    ) -> None:
        """Say what one view plots, in longer words where there is room; `detail` on hovering."""
        self._subtitles[key] = text, detail, fuller
        if key == self.current:
            self.title_bar.show_subtitle(text, detail, fuller)

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
        self.title_bar.show_subtitle(*self._subtitles.get(view.key, ("", "", ())))
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

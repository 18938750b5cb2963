"""A dock: one panel, or one family of views with a strip of tabs below."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDockWidget,
    QSizePolicy,
    QStackedWidget,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from costcurve_gui.views import fonts
from costcurve_gui.views.dock_title import DockTitle
from costcurve_gui.views.widgets.text import name_widget

TAB_HEIGHT = 24


class PanelDock(QDockWidget):
    """A dock with the program's own title bar."""

    def __init__(self, name: str, title: str) -> None:
        super().__init__(title)
        name_widget(self, f"{name}_dock", title)
        self.title_bar = DockTitle(name, title)
        self.setTitleBarWidget(self.title_bar)


@dataclass(frozen=True, slots=True)
class _View:
    name: str
    title: str


class ViewDock(PanelDock):
    """Holds the views of one family, of which one is seen.

    Emits `zoom_back_requested(str)`, `fit_requested(str)` and `help_requested(str)` with the name
    of the view on show, and `view_shown(str)`. Views are added once and never removed.
    """

    zoom_back_requested = Signal(str)
    fit_requested = Signal(str)
    help_requested = Signal(str)
    view_shown = Signal(str)

    def __init__(self, name: str, title: str) -> None:
        super().__init__(name, title)
        self._views: list[_View] = []
        self._subtitles: dict[str, str] = {}
        self._stack = QStackedWidget()
        self._tabs = QTabBar()
        self._build(name, title)
        self._tabs.currentChanged.connect(self._show_view)

    @property
    def current(self) -> str:
        """Name of the view on show."""
        return self._views[self._tabs.currentIndex()].name

    def add_view(self, name: str, title: str, widget: QWidget) -> None:
        """Let a view join the family."""
        self._views.append(_View(name, title))
        self._stack.addWidget(widget)
        self._tabs.addTab(title)

    def show_subtitle(self, name: str, text: str) -> None:
        """Say what one view plots."""
        self._subtitles[name] = text
        if self._views and self.current == name:
            self.title_bar.show_subtitle(text)

    def _show_view(self, index: int) -> None:
        view = self._views[index]
        self._stack.setCurrentIndex(index)
        self.title_bar.show_title(view.title)
        self.title_bar.show_subtitle(self._subtitles.get(view.name, ""))
        self.view_shown.emit(view.name)

    def _build(self, name: str, title: str) -> None:
        bar = self.title_bar
        back = bar.add_icon("zoom_back", "zoom_back", f"Zoom back in {title}")
        fit = bar.add_icon("fit", "fit", f"Fit {title}")
        self.menu = bar.add_menu(f"More for {title}")
        about = bar.add_icon("help", "help", f"Help on {title}")
        back.clicked.connect(lambda: self.zoom_back_requested.emit(self.current))
        fit.clicked.connect(lambda: self.fit_requested.emit(self.current))
        about.clicked.connect(lambda: self.help_requested.emit(self.current))
        self._build_tabs(name, title)
        body = QWidget()
        layout = QVBoxLayout(body)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._stack, 1)
        layout.addWidget(self._tabs)
        body.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setWidget(body)

    def _build_tabs(self, name: str, title: str) -> None:
        name_widget(self._tabs, f"{name}_tabs", f"Views beside {title}")
        self._tabs.setShape(QTabBar.Shape.RoundedSouth)
        self._tabs.setDrawBase(False)
        self._tabs.setExpanding(False)
        self._tabs.setFixedHeight(TAB_HEIGHT)
        self._tabs.setFont(fonts.small())
        self._tabs.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._tabs.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)

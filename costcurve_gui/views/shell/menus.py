"""Builds the menu bar from the table of menus."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from costcurve_gui.session.preferences import Theme
from costcurve_gui.views.catalogue import HEADS, VIEWS, family_of
from costcurve_gui.views.shell.actions import MENUS, SEPARATOR, SUBMENUS, Actions

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_HEIGHT = 24


class RecentMenu(QMenu):
    """Files opened before; emits `recent_requested(path)`."""

    recent_requested = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__("Open recent", parent)
        self.setObjectName("recent_menu")
        self.show_recent(())

    def show_recent(self, paths: Sequence[str]) -> None:
        """List other files; without any the menu rests."""
        self.clear()
        for path in paths:
            action = self.addAction(Path(path).name.replace("&", "&&"))
            action.setToolTip(path)
            action.triggered.connect(lambda _=False, path=path: self.recent_requested.emit(path))
        self.setToolTipsVisible(True)
        self.menuAction().setEnabled(bool(paths))


class ExampleMenu(QMenu):
    """The files that ship with the program; emits `example_requested(key)`."""

    example_requested = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__("Open example", parent)
        self.setObjectName("example_menu")
        self.show_examples(())

    def show_examples(
        self, examples: Sequence[tuple[str, str]], papers: Sequence[tuple[str, str]] = ()
    ) -> None:
        """List keys and titles, figures of papers in a menu of their own; without any it rests."""
        clear_menu(self)
        self._list(self, examples)
        if papers:
            self.addSeparator()
            inner = self.addMenu("Figures of the papers")
            inner.setObjectName("example_papers_menu")
            self._list(inner, papers)
        self.menuAction().setEnabled(bool(examples))

    def _list(self, menu: QMenu, examples: Sequence[tuple[str, str]]) -> None:
        for key, title in examples:
            action = menu.addAction(title.replace("&", "&&"))
            action.setObjectName(f"open_example_{key}")
            action.triggered.connect(lambda _=False, key=key: self.example_requested.emit(key))


def clear_menu(menu: QMenu) -> None:
    """Empty a menu to fill it again, submenus included, which `QMenu.clear` keeps as children."""
    menu.clear()
    for inner in menu.findChildren(QMenu, options=Qt.FindChildOption.FindDirectChildrenOnly):
        inner.setParent(None)
        QTimer.singleShot(0, inner.deleteLater)  # one of its actions may be running


def export_menu(actions: Actions, parent: QWidget) -> QMenu:
    """Return the menu that writes a view to a file."""
    return _menu_of_views(QMenu("Export", parent), "export", actions)


def views_menu(actions: Actions, parent: QWidget) -> QMenu:
    """Return the menu that brings a view to the front."""
    return _menu_of_views(QMenu("Views", parent), "show", actions)


def theme_menu(actions: Actions, parent: QWidget) -> QMenu:
    """Return the menu of the themes."""
    return _filled(QMenu("Theme", parent), "theme_menu", [f"theme_{t}" for t in Theme], actions)


def command_menus(actions: Actions, parent: QWidget) -> dict[str, QMenu]:
    """Return the submenus of the table by their titles."""
    return {
        title: _filled(QMenu(title, parent), f"{title.lower()}_menu", keys, actions)
        for title, keys in SUBMENUS.items()
    }


def fill_menu_bar(bar: QMenuBar, actions: Actions, submenus: dict[str, QMenu]) -> None:
    """Fill the bar with every menu of the table; names that are no command are submenus."""
    bar.setObjectName("menu_bar")
    if not bar.isNativeMenuBar():
        bar.setFixedHeight(_HEIGHT)
    for title, keys in MENUS.items():
        menu = bar.addMenu(f"&{title}")
        menu.setObjectName(f"{title.lower()}_menu")
        _fill(menu, keys, actions, submenus)


def _menu_of_views(menu: QMenu, verb: str, actions: Actions) -> QMenu:
    """Fill a menu with one entry for every view, one submenu for every dock."""
    menu.setObjectName(f"{menu.title().lower()}_menu")
    for head in HEADS:
        family = menu.addMenu(VIEWS[head].title)
        family.setObjectName(f"{verb}_{head}_menu")
        family.addActions([actions[f"{verb}_{view.key}"] for view in family_of(head)])
    return menu


def _filled(menu: QMenu, name: str, keys: Sequence[str], actions: Actions) -> QMenu:
    menu.setObjectName(name)
    _fill(menu, keys, actions, {})
    return menu


def _fill(
    menu: QMenu, keys: Sequence[str], actions: Actions, submenus: Mapping[str, QMenu]
) -> None:
    for key in keys:
        if key == SEPARATOR:
            menu.addSeparator()
        elif key in submenus:
            menu.addMenu(submenus[key])
        else:
            menu.addAction(actions[key])

"""The menu bar, built from the table of menus, and the "more" menus of single views."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from costcurve_gui.session.preferences import Theme
from costcurve_gui.translation import tr
from costcurve_gui.views.catalogue import HEADS, VIEWS, family_of, view_of
from costcurve_gui.views.shell.actions import MENUS, SEPARATOR, SUBMENUS, TITLES, Actions
from costcurve_gui.views.shell.command_search import KEYWORDS
from costcurve_gui.views.text import numbers
from costcurve_gui.views.text.file_names import distinct_names
from costcurve_gui.views.view import ChoiceGroup, Switch

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from PySide6.QtGui import QAction

    from costcurve_gui.analysis.snapshot import Snapshot

    Choose = Callable[[str, object], object]


_HEIGHT = 24
MOST_ENTRIES = 12
"""A menu with more entries does not fit a small screen."""


class RecentMenu(QMenu):
    """Files opened before; emits `recent_requested(path)`."""

    recent_requested = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(tr("Open recent"), parent)
        self.setObjectName("recent_menu")
        self.show_recent(())

    def show_recent(self, paths: Sequence[str]) -> None:
        """List other files; without any the menu is disabled."""
        self.clear()
        names = distinct_names((Path(path).name, path) for path in paths)
        for path, name in zip(paths, names, strict=True):
            action = self.addAction(name.replace("&", "&&"))
            action.setToolTip(path)
            action.triggered.connect(lambda _=False, path=path: self.recent_requested.emit(path))
        self.setToolTipsVisible(True)
        self.menuAction().setEnabled(bool(paths))


class ExampleMenu(QMenu):
    """The files that ship with the program; emits `example_requested(key)`."""

    example_requested = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(tr("Open example"), parent)
        self.setObjectName("example_menu")
        self.show_examples(())

    def show_examples(
        self, examples: Sequence[tuple[str, str]], papers: Sequence[tuple[str, str]] = ()
    ) -> None:
        """List keys and titles, figures of papers in a submenu; without any it is disabled."""
        clear_menu(self)
        self._list(self, examples)
        if papers:
            self.addSeparator()
            inner = self.addMenu(tr("Figures of the papers"))
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
    """Return the menu that writes pictures, the report or tables to files."""
    tables = [f"export_{view.key}" for view in VIEWS.values() if not view.has_picture]
    inner = {
        "picture": _menu_of_views(
            QMenu(tr("Picture"), parent), "export_picture", "export", actions
        ),
        "tables": _filled(QMenu(tr("Tables"), parent), "export_tables", tables, actions),
    }
    menu = QMenu(tr("Export"), parent)
    menu.setObjectName("export_menu")
    _fill(menu, ("picture", "export_all", "save_page", "tables"), actions, inner)
    return menu


def views_menu(actions: Actions, parent: QWidget) -> QMenu:
    """Return the menu that brings a view to the front."""
    return _menu_of_views(QMenu(tr("Views"), parent), "views_menu", "show", actions)


def theme_menu(actions: Actions, parent: QWidget) -> QMenu:
    """Return the menu of the themes."""
    return _filled(QMenu(tr("Theme"), parent), "theme_menu", [f"theme_{t}" for t in Theme], actions)


def command_menus(actions: Actions, parent: QWidget) -> dict[str, QMenu]:
    """Return the submenus of the table by their titles."""
    return {
        title: _filled(QMenu(TITLES[title], parent), f"{_menu_name(title)}_menu", keys, actions)
        for title, keys in SUBMENUS.items()
    }


def _menu_name(title: str) -> str:
    return title.lower().replace(" ", "_")


def fill_menu_bar(bar: QMenuBar, actions: Actions, submenus: dict[str, QMenu]) -> None:
    """Fill the bar with every menu of the table; names that are no command are submenus."""
    bar.setObjectName("menu_bar")
    if not bar.isNativeMenuBar():
        bar.setFixedHeight(_HEIGHT)
    for title, keys in MENUS.items():
        menu = bar.addMenu(f"&{TITLES[title]}")
        menu.setObjectName(f"{title.lower()}_menu")
        _fill(menu, keys, actions, submenus)


def _menu_of_views(menu: QMenu, name: str, verb: str, actions: Actions) -> QMenu:
    """Fill a menu with one entry for every view, one submenu for every dock."""
    menu.setObjectName(name)
    for head in HEADS:
        family = menu.addMenu(VIEWS[head].title)
        family.setObjectName(f"{verb}_{head}_menu")
        views = (one for one in family_of(head) if verb == "show" or one.has_picture)
        family.addActions([actions[f"{verb}_{view.key}"] for view in views])
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


def choice_groups(view: str, snapshot: Snapshot) -> tuple[ChoiceGroup | Switch, ...]:
    """Return what can be chosen for a view."""
    return view_of(view).choices(snapshot)


def add_choices(
    menu: QMenu,
    view: str,
    snapshot: Snapshot,
    choose: Choose,
    more: Mapping[str, Sequence[QAction]] | None = None,
) -> None:
    """Add the choices of a view to its menu, the present ones ticked.

    `more` are commands that go into the submenu of a field; those of "show" are switches too.
    """
    more, groups = more or {}, choice_groups(view, snapshot)
    menu.setToolTipsVisible(True)
    switches = [one for one in groups if isinstance(one, Switch)]
    if switches:
        shown = _submenu(menu, tr("Show"), f"{view}_show_menu")
        shown.addActions(more.get("show", ()))
        for switch in switches:
            _add_switch(shown, view, switch, snapshot, choose)
    for group in groups:
        if isinstance(group, ChoiceGroup):
            inner = _submenu(menu, group.title, f"{view}_{group.field}_menu")
            _add_group(inner, view, group, snapshot, choose)
            if group.field in more:
                inner.addSeparator()
                inner.addActions(more[group.field])


def _submenu(menu: QMenu, title: str, name: str) -> QMenu:
    inner = menu.addMenu(title.replace("&", "&&"))
    inner.setObjectName(name)
    inner.setToolTipsVisible(True)
    return inner


def _shown(text: str) -> str:
    return numbers.in_sentence(text).replace("&", "&&")


def _add_switch(menu: QMenu, view: str, switch: Switch, snapshot: Snapshot, choose: Choose) -> None:
    action = menu.addAction(_shown(switch.text))
    action.triggered.connect(lambda shown: choose(switch.field, shown))
    present = bool(getattr(snapshot.settings.views, switch.field))
    _set_up(
        action, f"{view}_{switch.field}", switch.keywords, switch.disabled_reason, ticked=present
    )


def _add_group(
    menu: QMenu, view: str, group: ChoiceGroup, snapshot: Snapshot, choose: Choose
) -> None:
    """Add the entries of a group; those that are too many for one menu go into another."""
    exclusive, present = QActionGroup(menu), getattr(snapshot.settings.views, group.field)
    for position, (value, text, keywords) in enumerate(group.entries):
        if position and position % (MOST_ENTRIES - 1) == 0:
            menu = _submenu(menu, tr("More"), f"{view}_{group.field}_more_menu")
        action = menu.addAction(_shown(text), partial(choose, group.field, value))
        name = f"{view}_{group.field}_{value}"
        _set_up(action, name, keywords, group.disabled_reason, ticked=value == present)
        exclusive.addAction(action)


def _set_up(
    action: QAction, name: str, keywords: str, disabled_reason: str, *, ticked: bool
) -> None:
    action.setObjectName(name)
    action.setProperty(KEYWORDS, keywords)
    action.setCheckable(True)
    action.setChecked(ticked)
    action.setEnabled(not disabled_reason)
    action.setToolTip(disabled_reason)

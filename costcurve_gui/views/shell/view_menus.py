"""What can be chosen in the "more" menu of single views, beside export and grid."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QActionGroup

from costcurve_gui.views.catalogue import view_of
from costcurve_gui.views.shell.command_search import KEYWORDS
from costcurve_gui.views.view import ChoiceGroup, Switch

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from PySide6.QtGui import QAction
    from PySide6.QtWidgets import QMenu

    from costcurve_gui.analysis.snapshot import Snapshot

    Choose = Callable[[str, object], object]


MOST_ENTRIES = 12
"""A menu with more entries does not fit a small screen."""


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
        shown = _submenu(menu, "Show", f"{view}_show_menu")
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


def _add_switch(menu: QMenu, view: str, switch: Switch, snapshot: Snapshot, choose: Choose) -> None:
    action = menu.addAction(switch.text)
    action.triggered.connect(lambda shown: choose(switch.field, shown))
    present = bool(getattr(snapshot.settings.views, switch.field))
    _dress(action, f"{view}_{switch.field}", switch.keywords, switch.rest, ticked=present)


def _add_group(
    menu: QMenu, view: str, group: ChoiceGroup, snapshot: Snapshot, choose: Choose
) -> None:
    """Add the entries of a group; those that are too many for one menu go into another."""
    exclusive, present = QActionGroup(menu), getattr(snapshot.settings.views, group.field)
    for position, (value, text, keywords) in enumerate(group.entries):
        if position and position % (MOST_ENTRIES - 1) == 0:
            menu = _submenu(menu, "More", f"{view}_{group.field}_more_menu")
        action = menu.addAction(text.replace("&", "&&"), partial(choose, group.field, value))
        name = f"{view}_{group.field}_{value}"
        _dress(action, name, keywords, group.rest, ticked=value == present)
        exclusive.addAction(action)


def _dress(action: QAction, name: str, keywords: str, rest: str, *, ticked: bool) -> None:
    action.setObjectName(name)
    action.setProperty(KEYWORDS, keywords)
    action.setCheckable(True)
    action.setChecked(ticked)
    action.setEnabled(not rest)
    action.setToolTip(rest)

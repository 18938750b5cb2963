"""Every action that a user can reach in the menus of a window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

if TYPE_CHECKING:
    from collections.abc import Iterable


def actions_of_menus(window: QWidget) -> list[QAction]:
    """Return the actions of menus, buttons, tables and curve sets below a window, each once.

    Menus that are filled when they open are filled first.
    """
    for menu in window.findChildren(QMenu):
        menu.aboutToShow.emit()
    owned = window.findChildren(QAction)
    listed = (action for widget in window.findChildren(QWidget) for action in widget.actions())
    return [action for action in _each_once([*owned, *listed]) if _can_run(action)]


def _each_once(actions: Iterable[QAction]) -> list[QAction]:
    return list({id(action): action for action in actions}.values())


def _can_run(action: QAction) -> bool:
    return not action.isSeparator() and action.menu() is None and bool(action.text())

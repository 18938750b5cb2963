"""The menu of a line in the list of models: every action with its key."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QActionGroup, QIcon, QPainter, QPixmap

from costcurve_gui.translation import tr
from costcurve_gui.views.shell.theme import (
    MODEL_COLORS,
    MODELS_WITH_COLOR,
    repeats_color,
    tokens_in_use,
)
from costcurve_gui.views.widgets.item_views import paint_swatch

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QMenu

    from costcurve_gui.views.panels.model_commands import ModelCommands
    from costcurve_gui.views.panels.model_row import ModelRow

_COLORS = (
    tr("Blue"),
    tr("Orange"),
    tr("Green"),
    tr("Purple"),
    tr("Brown"),
    tr("Light blue"),
    tr("Crimson"),
    tr("Slate"),
)
_SWATCH = QSize(16, 16)  # all that Qt gives the icons of a menu
_LONGEST_USER = 24


def fill_row_menu(menu: QMenu, row: ModelRow, do: ModelCommands) -> None:
    """Add what can be done with a model."""

    def add(text: str, reaction: Callable[[], object], keys: str = "") -> None:
        # Behind a tab Qt shows the keys; a shortcut of the action would compete with the window's.
        menu.addAction(f"{text}\t{keys}" if keys else text, reaction)

    add("Rename\u2026", partial(do.begin_naming, row.key), "F2")
    _add_colours(menu.addMenu(tr("Colour and dash")), row, do)
    add(tr("Show only this curve"), partial(do.show_only, row.key), "Alt+Space")
    shown = tr("Hide this curve") if row.shown else tr("Show this curve")
    add(shown, partial(do.toggle_shown, row.key), "Space")
    add(tr("Draw its band too"), partial(do.ask_for_band, row), tr("Shift+click"))
    add(tr("Move up"), partial(do.step, row.key, -1), "Alt+Up")
    add(tr("Move down"), partial(do.step, row.key, 1), "Alt+Down")
    menu.addSeparator()
    decides = tr("Let into the decision") if row.left_out else tr("Leave out of the decision")
    add(decides, partial(do.toggle_left_out, row.key), "Ctrl+D")
    if row.backwards:
        add(tr("Add this model reversed"), partial(do.reverse_requested.emit, row.key))
    add(tr("Remove from the list"), partial(do.remove_requested.emit, row.key), "Del")
    menu.addSeparator()
    add(tr("Copy figures"), partial(do.copy_figures, row.key), "Ctrl+C")


def _add_colours(menu: QMenu, row: ModelRow, do: ModelCommands) -> None:
    """Add every colour in its two dashes, each with the models that have it already."""
    menu.setObjectName("model_colours_menu")
    group, users = QActionGroup(menu), do.users_of_slots()
    for slot in range(1, MODELS_WITH_COLOR + 1):
        others = [name for name in users.get(slot, ()) if name != row.name]
        used = tr("\tused by {short}", short=_short(others[0])) if others else ""
        text = f"{colour_name(slot)}{used}".replace("&", "&&")
        action = menu.addAction(_swatch(slot), text, partial(do.colour_chosen.emit, row.key, slot))
        action.setIconVisibleInMenu(True)
        action.setCheckable(True)
        action.setChecked(slot == row.slot)
        group.addAction(action)
    menu.addSeparator()
    menu.addAction(tr("Colour of its place"), partial(do.colour_chosen.emit, row.key, None))


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_USER else f"{name[: _LONGEST_USER - 1]}\u2026"


def colour_name(slot: int) -> str:
    """Name the colour and the mark of a slot: Blue, or Blue with squares."""
    name = _COLORS[(slot - 1) % MODEL_COLORS]
    return tr("{name} with squares", name=name) if repeats_color(slot) else name


def _swatch(slot: int) -> QIcon:
    icon = QIcon()
    for scale in (1, 2):
        picture = QPixmap(_SWATCH * scale)
        picture.setDevicePixelRatio(scale)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_swatch(painter, QRectF(QPointF(), QSizeF(_SWATCH)), slot, tokens_in_use())
        painter.end()
        icon.addPixmap(picture)
    return icon

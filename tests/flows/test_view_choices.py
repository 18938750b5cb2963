"""What can be chosen for a view: in menus that fit a small screen, and in the command palette."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QMenu, QTreeWidget

from costcurve_gui.analysis.view_settings import DetAxes, FoldAverage, GainMeasure, RegretReading
from costcurve_gui.views.catalogue import VIEWS
from costcurve_gui.views.dialogs.command_dialogs import CommandPalette
from costcurve_gui.views.shell.menus import (
    MOST_ENTRIES,
    add_choices,
    choice_groups,
)
from costcurve_gui.views.view import ChoiceGroup, Entry
from tests.flows.driver import snapshot_of
from tests.helpers.snapshots import german_credit_snapshot

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtGui import QAction
    from pytestqt.qtbot import QtBot

    from costcurve_gui.window.program import Program


pytestmark = pytest.mark.shared_window


def menus_below(menu: QMenu) -> Iterator[QMenu]:
    yield menu
    for action in menu.actions():
        inner = action.menu()
        if isinstance(inner, QMenu):
            yield from menus_below(inner)


def entries(menu: QMenu) -> list[QAction]:
    return [action for action in menu.actions() if not action.isSeparator()]


def test_that_no_menu_of_a_view_has_more_than_twelve_entries(german_credit: Program) -> None:
    window, checked = german_credit.window, 0
    for view in VIEWS:
        window.bring_to_front(view)
        dock = next(dock for dock in window.view_docks.values() if dock.current == view)
        dock.menu.aboutToShow.emit()
        for menu in menus_below(dock.menu):
            assert 0 < len(entries(menu)) <= MOST_ENTRIES, menu.objectName()
            checked += 1
    assert checked > len(VIEWS) + 10


def test_that_more_models_than_fit_are_behind_more(qtbot: QtBot, monkeypatch) -> None:
    snapshot = german_credit_snapshot()
    some = next(iter(snapshot.models.values()))
    many = {f"m{k}": replace(some, info=replace(some.info, key=f"m{k}")) for k in range(30)}
    menu = QMenu()
    qtbot.addWidget(menu)
    add_choices(menu, "difference", replace(snapshot, models=many, selected="m0"), lambda *_: None)
    inner = list(menus_below(menu))
    assert all(len(entries(one)) <= MOST_ENTRIES for one in inner)
    texts = [action for one in inner for action in entries(one) if action.menu() is None]
    assert len(texts) == 30  # the runner-up and 29 others


def test_that_a_menu_filled_again_keeps_no_submenus_of_before(german_credit: Program) -> None:
    menu = german_credit.window.view_docks["roc"].menu
    menu.aboutToShow.emit()
    once = len(menu.findChildren(QMenu))
    menu.aboutToShow.emit()
    assert len(menu.findChildren(QMenu)) == once == 3


def palette_of(program: Program) -> CommandPalette:
    program.window.commands["commands"].trigger()
    return program.window.findChild(CommandPalette)


def found(qtbot: QtBot, palette: CommandPalette, words: str) -> list[tuple[str, str]]:
    field = palette.findChild(QLineEdit)
    field.clear()
    qtbot.keyClicks(field, words)
    tree = palette.findChild(QTreeWidget)
    items = [tree.topLevelItem(row) for row in range(tree.topLevelItemCount())]
    return [(item.text(0), item.text(1).rpartition(" \u203a ")[2]) for item in items]


WORDS = {
    "tie corners": "Corners of equal scores",
    "tangent": "Common tangents with the compared model",
    "cost ratio": "Normalized cost over the cost ratio",
    "lift": "Lift",
    "log axis": "Logarithmic axes",
    "threshold average": "Threshold average",
    "turney": "Normalized cost over the cost ratio",
    "screening": "Screening and diagnostic regions",
    "tent graph": "Expected cost over the prior",
    "optimistic": "Corners of equal scores",
    "partial auc": "Partial AUC over the false positive rate",
    "joint hull": "Joint hull of the models",
    "probit": "Normal-deviate axes",
    "error rate": "Error rate over the prior",
    "loss difference": "Loss difference of two models",
    "rescaled": "0 to 1",
    "iso-performance": "Perpendicular to the line",
}


def test_that_the_words_of_the_field_find_their_choice(
    qtbot: QtBot, german_credit: Program
) -> None:
    palette = palette_of(german_credit)
    missed = [
        words
        for words, text in WORDS.items()
        if text not in [row[0] for row in found(qtbot, palette, words)]
    ]
    assert missed == []


def test_that_every_choice_of_every_view_is_found_by_its_own_words(
    qtbot: QtBot, german_credit: Program
) -> None:
    palette, snapshot = palette_of(german_credit), snapshot_of(german_credit)
    rows = set(found(qtbot, palette, ""))
    wanted = [
        (choice.text, VIEWS[view].title)
        for view in VIEWS
        for group in choice_groups(view, snapshot)
        for choice in (group.entries if isinstance(group, ChoiceGroup) else (group,))
    ]
    assert len(wanted) > 40
    listed = {text for text, _ in rows}
    assert {text for text, _ in wanted} <= listed
    assert all(isinstance(entry, Entry) for entry in choice_groups("det", snapshot)[0].entries)


@pytest.mark.parametrize(
    ("words", "view", "field", "value"),
    [
        ("tie corners", "roc", "tie_corners", True),
        ("screening", "roc", "roc_regions", True),
        ("lift", "gain", "gain", GainMeasure.LIFT),
        ("log axis det", "det", "det_axes", DetAxes.LOG),
        ("turney", "regret", "regret", RegretReading.COST_RATIO),
        ("threshold average", "folds", "fold_average", FoldAverage.THRESHOLD),
    ],
)
def test_that_a_choice_found_in_the_palette_is_made_and_its_view_shown(
    qtbot: QtBot, german_credit: Program, words: str, view: str, field: str, value: object
) -> None:
    palette = palette_of(german_credit)
    found(qtbot, palette, words)
    qtbot.keyClick(palette.findChild(QLineEdit), Qt.Key.Key_Return)
    assert getattr(snapshot_of(german_credit).settings.views, field) == value
    assert view in {dock.current for dock in german_credit.window.view_docks.values()}

"""Fifty models stay usable: the list is sorted by any column and filtered by words."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMenu, QPushButton, QVBoxLayout, QWidget
from scipy.spatial import ConvexHull

from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.views.panels.dataset_panel import DatasetPanel
from costcurve_gui.views.panels.model_delegate import HEADING_HEIGHT
from costcurve_gui.views.panels.model_filter import (
    Subset,
    SubsetSwitches,
    headings_of,
    is_kept,
    joint_hull_models,
    order_of,
)
from costcurve_gui.views.panels.model_list import ModelList
from costcurve_gui.views.panels.model_rows import AUC, FIGURE, MODEL, ModelRow
from tests.helpers.samples import dataset, loaded

ROWS = [
    ModelRow("a", "Beta", 1, auc=0.7, figure=-1.0),
    ModelRow("b", "alpha", 2, auc=0.9, figure=None),
    ModelRow("c", "gamma", 3, auc=None, figure=3.0, origin="alpha, reversed"),
    ModelRow("none", "none", 0, figure=9.0),
]


@pytest.mark.parametrize(
    ("column", "backwards", "expected"),
    [
        (None, False, "Beta alpha gamma none"),
        (MODEL, False, "alpha Beta gamma none"),
        (MODEL, True, "gamma Beta alpha none"),
        (AUC, False, "alpha Beta gamma none"),
        (AUC, True, "Beta alpha gamma none"),
        (FIGURE, False, "gamma Beta alpha none"),
    ],
)
def test_that_rows_are_ordered_by_a_column_and_what_is_missing_stands_last(
    column, backwards, expected
):
    order = order_of(ROWS, column, backwards=backwards)
    assert " ".join(ROWS[at].name for at in order) == expected


def test_that_a_row_is_kept_by_its_name_or_what_it_was_made_from():
    assert [is_kept(row, ["alpha"]) for row in ROWS] == [False, True, True, False]
    assert [is_kept(row, ["rev", "al"]) for row in ROWS] == [False, False, True, False]
    assert all(is_kept(row, []) for row in ROWS)


@pytest.fixture
def snapshot():
    found = loaded(dataset())
    return build_snapshot(found.curve_set, found.settings)


@pytest.fixture
def models(qtbot, snapshot):
    widget = ModelList()
    qtbot.addWidget(widget)
    widget.resize(330, 300)
    widget.show_curves(snapshot.curve_set)
    widget.show_snapshot(snapshot)
    widget.show()
    return widget


def seen(models):
    header = models.verticalHeader()
    order = [header.logicalIndex(place) for place in range(models.rows.rowCount())]
    return [models.rows.rows[at].name for at in order if not models.isRowHidden(at)]


def title(models):
    return models.rows.headerData(AUC, Qt.Orientation.Horizontal)


def test_that_a_click_on_a_title_sorts_again_backwards_and_then_as_in_the_file(models):
    plain = seen(models)
    click = models.horizontalHeader().sectionClicked.emit
    by_auc = sorted(
        (row for row in models.rows.rows if row.slot), key=lambda row: row.auc, reverse=True
    )
    click(AUC)
    assert seen(models)[: len(by_auc)] == [row.name for row in by_auc]
    click(AUC)
    assert seen(models)[: len(by_auc)] == [row.name for row in reversed(by_auc)]
    assert title(models) == "AUC\u00a0\u2191"
    click(AUC)
    assert seen(models) == plain
    assert title(models) == "AUC"


def test_that_typing_filters_and_escape_shows_all(qtbot, models):
    plain = seen(models)
    models.filter.begin()
    qtbot.keyClicks(models.filter, plain[0][:4])
    kept = seen(models)
    assert plain[0] in kept
    assert all(plain[0][:4].lower() in name.lower() for name in kept)
    assert len(kept) < len(plain)
    qtbot.keyClick(models.filter, Qt.Key.Key_Escape)
    assert seen(models) == plain
    assert not models.filter.isVisible()


def test_that_only_models_on_the_joint_hull_are_asked_for(qtbot, models, snapshot):
    every = snapshot.curve_set.models
    points = np.vstack(
        [np.column_stack([one.evaluation.table.fpr, one.evaluation.table.tpr]) for one in every]
    )
    owners = np.repeat(
        [one.info.key for one in every], [len(one.evaluation.table.fpr) for one in every]
    )
    corners = ConvexHull(np.vstack([points, [1.0, 0.0]])).vertices
    inner = [at for at in corners if at < len(points) and 0 < points[at].sum() < 2]
    on_hull = {owners[at] for at in inner if points[at, 1] > points[at, 0]}
    assert on_hull == joint_hull_models(snapshot)
    with qtbot.waitSignal(models.hidden_chosen) as asked:
        models.commands.show_only_on_joint_hull()
    assert asked.args[0] == {one.info.key for one in every} - on_hull


@pytest.fixture
def many(qtbot):
    """A panel of eight models, three of them hidden."""
    found = loaded(dataset(models=8))
    keys = [model.info.key for model in found.curve_set.models]
    settings = replace(found.settings, hidden=frozenset(keys[5:]))
    panel = DatasetPanel()
    qtbot.addWidget(panel)
    panel.show_curves(found.curve_set)
    panel.show_snapshot(build_snapshot(found.curve_set, settings))
    panel.resize(340, 600)
    panel.show()
    return panel


def listed(panel):
    models = panel.models
    return [row.key for at, row in enumerate(models.rows.rows) if not models.isRowHidden(at)]


def switch(panel, name):
    return panel.findChild(QPushButton, f"model_subset_{name}")


def test_that_counts_of_many_models_are_switches(qtbot, many, snapshot):
    models = [row.key for row in many.models.rows.rows if row.slot]
    hull = joint_hull_models(many.models.rows.snapshot)
    texts = [switch(many, name).text() for name in ("all", "shown", "hull")]
    assert texts == ["All 8", "Shown 5", f"On the hull {len(hull)}"]
    for name, expected in (("shown", models[:5]), ("hull", [m for m in models if m in hull])):
        qtbot.mouseClick(switch(many, name), Qt.MouseButton.LeftButton)
        assert listed(many) == expected
    hidden = next(key for key in models if key not in hull)
    many.models.commands.begin_naming(hidden)  # what is named is listed first
    assert listed(many) == [row.key for row in many.models.rows.rows]
    assert switch(many, "all").isChecked()


def test_that_a_list_of_shown_models_follows_what_is_shown(qtbot, many):
    qtbot.mouseClick(switch(many, "shown"), Qt.MouseButton.LeftButton)
    snapshot = many.models.rows.snapshot
    models = list(snapshot.models)
    many.show_snapshot(
        build_snapshot(snapshot.curve_set, replace(snapshot.settings, hidden=frozenset(models[1:])))
    )
    assert listed(many) == models[:1]
    assert switch(many, "shown").text() == "Shown 1"


def test_that_many_models_have_a_field_to_filter_them(qtbot, many):
    field = many.models.filter
    assert field.isVisible()
    assert not field.geometry().intersects(many.models.geometry())
    qtbot.keyClicks(field, "no such model")
    assert listed(many) == []
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert field.isVisible()
    assert len(listed(many)) == 10


def test_that_sorting_goes_to_the_top(many):
    models = many.models
    many.resize(340, 300)
    models.scrollToBottom()
    assert models.verticalScrollBar().value() > 0
    models.sort_by(AUC)
    assert models.verticalScrollBar().value() == 0


def test_that_few_models_have_no_counts_and_are_all_listed(qtbot, many, snapshot):
    qtbot.mouseClick(switch(many, "shown"), Qt.MouseButton.LeftButton)
    many.show_curves(snapshot.curve_set)
    many.show_snapshot(snapshot)
    assert not switch(many, "all").isVisible()
    assert not many.models.filter.isVisible()
    assert listed(many) == [row.key for row in many.models.rows.rows]


def of_files(*files):
    return [ModelRow(f"m{at}", f"m{at}", at + 1, file=file) for at, file in enumerate(files)]


def test_that_models_of_joined_files_stand_by_their_files():
    rows = [*of_files("one.csv", "two.csv", "one.csv", ""), ROWS[-1]]
    order = order_of(rows, None, backwards=False, grouped=True)
    assert [rows[at].name for at in order] == ["m0", "m2", "m1", "m3", "none"]
    by_name = order_of(rows, MODEL, backwards=True, grouped=True)
    assert [rows[at].name for at in by_name] == ["m2", "m0", "m1", "m3", "none"]
    assert headings_of(rows, [2, 1, 3]) == {
        2: ("one.csv", "1 of 2 models"),
        1: ("two.csv", "1 model"),
        3: ("Derived models", "1 model"),
    }


def test_that_a_row_is_kept_by_its_column_or_file():
    row = ModelRow("a", "Scorecard", 1, file_column="score_knn", file="july.csv")
    assert is_kept(row, ["knn", "july"])
    assert not is_kept(row, ["june"])


@pytest.fixture
def joined(qtbot):
    """A panel of four models from two files, in turns."""
    found = loaded(dataset(models=4))
    names = ("june.csv", "july.csv") * 2
    infos = [
        replace(model.info, file=name)
        for model, name in zip(found.curve_set.models, names, strict=True)
    ]
    models = tuple(
        replace(model, info=info) for model, info in zip(found.curve_set.models, infos, strict=True)
    )
    curve_set = replace(
        found.curve_set, models=models, dataset=replace(found.info, models=tuple(infos))
    )
    panel = DatasetPanel()
    qtbot.addWidget(panel)
    panel.resize(340, 600)
    panel.show_curves(curve_set)
    panel.show_snapshot(build_snapshot(curve_set, found.settings))
    panel.show()
    panel.models.setFocus()
    return panel


def seen_names(models):
    header, rows = models.verticalHeader(), models.rows.rows
    order = [header.logicalIndex(at) for at in range(len(rows))]
    return [rows[at].name for at in order if rows[at].slot]


def test_that_the_list_is_grouped_by_file_until_that_is_switched_off(joined):
    models = joined.models
    assert seen_names(models) == ["a", "c", "b", "d"]
    assert models.rows.headings == {0: ("june.csv", "2 models"), 1: ("july.csv", "2 models")}
    assert models.rowHeight(0) == models.rowHeight(2) + HEADING_HEIGHT
    models.customContextMenuRequested.emit(QPoint(20, 40))
    group = next(
        action
        for menu in models.findChildren(QMenu)
        for action in menu.actions()
        if action.text() == "Group by file"
    )
    assert group.isChecked()
    group.trigger()
    assert seen_names(models) == ["a", "b", "c", "d"]
    assert models.rows.headings == {}
    assert models.rowHeight(0) == models.rowHeight(2)


def test_that_a_box_below_a_heading_is_hit_and_a_model_moves_within_its_file(qtbot, joined):
    models, told, moved = joined.models, [], []
    models.model_shown.connect(lambda key, shown: told.append((key[-1], shown)))
    models.order_chosen.connect(lambda _key, keys: moved.append([one[-1] for one in keys]))
    line = models.visualRect(models.rows.index(1, MODEL))
    for y in (line.top() + 6, line.bottom() - 12):  # the heading, and the box below it
        qtbot.mouseClick(
            models.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(line.left() + 18, y)
        )
    assert told == [("b", False)]
    for row, key in ((2, Qt.Key.Key_Down), (2, Qt.Key.Key_Up)):
        models.setCurrentIndex(models.rows.index(row, MODEL))
        qtbot.keyClick(models, key, Qt.KeyboardModifier.AltModifier)
    assert moved == [["c", "a", "b", "d"]]


def test_that_the_counts_take_no_more_room_than_the_list_has(qtbot):
    panel, switches = QWidget(), SubsetSwitches()
    qtbot.addWidget(panel)
    QVBoxLayout(panel).addWidget(switches)
    switches.show_counts(dict.fromkeys(Subset, 250))
    panel.resize(panel.sizeHint())
    panel.show()

    def titles():
        return [one.text() for one in switches.findChildren(QPushButton)]

    assert titles() == ["All 250", "Shown 250", "On the hull 250", "Left out 250"]
    panel.resize(panel.width() - 30, panel.height())
    qtbot.waitUntil(lambda: titles() == ["All 250", "Shown 250", "Hull 250", "Out 250"])
    assert switches.minimumSizeHint().width() == 0

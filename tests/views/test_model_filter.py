"""Fifty models stay usable: the list is sorted by any column and filtered by words."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from scipy.spatial import ConvexHull

from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.views.panels.dataset_panel import DatasetPanel
from costcurve_gui.views.panels.model_filter import is_kept, joint_hull_models, order_of
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


def test_that_few_models_have_no_counts_and_are_all_listed(qtbot, many, snapshot):
    qtbot.mouseClick(switch(many, "shown"), Qt.MouseButton.LeftButton)
    many.show_curves(snapshot.curve_set)
    many.show_snapshot(snapshot)
    assert not switch(many, "all").isVisible()
    assert listed(many) == [row.key for row in many.models.rows.rows]

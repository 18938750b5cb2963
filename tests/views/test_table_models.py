"""The models behind lists and tables answer whatever Qt may ask."""

from __future__ import annotations

import importlib
import inspect
import pkgutil

import numpy as np
import pytest
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, Qt

import costcurve_gui.views
from costcurve_gui.analysis.cost_checks import RefusedRows
from costcurve_gui.analysis.payoffs import PayoffSpec
from costcurve_gui.analysis.tables.table import Table
from costcurve_gui.dataio.columns import describe_column
from costcurve_gui.views.dialogs.import_rows import PreviewModel
from costcurve_gui.views.dialogs.refused_rows_dialog import RefusedRowsModel
from costcurve_gui.views.dialogs.values_dialog import ValuesModel
from costcurve_gui.views.panels.completion_popup import Completion, _Completions
from costcurve_gui.views.panels.model_rows import ModelRows
from costcurve_gui.views.tables.rates_table import rates_content
from costcurve_gui.views.tables.table_rows import NOTHING, TableRows
from costcurve_gui.views.widgets.item_views import TableModel
from tests.helpers.plot_frames import german_snapshot
from tests.helpers.samples import dataset_info

ROLES = (*Qt.ItemDataRole, 9_999)


def filled_rows() -> TableRows:
    rows = TableRows()
    rows.show_content(rates_content(german_snapshot()))
    return rows


def filled_list() -> ModelRows:
    rows = ModelRows()
    rows.show_curves(german_snapshot().curve_set)
    rows.show_snapshot(german_snapshot())
    return rows


def refused() -> RefusedRowsModel:
    numbers, positives, costs = np.array([3, 8]), np.array([True, False]), np.array([-5.0, -7.0])
    return RefusedRowsModel(RefusedRows(dataset_info(), PayoffSpec(), numbers, positives, costs))


def preview() -> PreviewModel:
    model = PreviewModel()
    model.show_rows([describe_column("a", ["1", "2"])], [["1"], []], [1])
    return model


def values() -> ValuesModel:
    return ValuesModel(Table.of_rows(("model", "auc"), [("a", 0.7), ("b", None)]))


def completions() -> _Completions:
    model = _Completions()
    model.take([Completion.of("amount", "column", "1 to 2")])
    return model


FILLED = {
    TableRows: filled_rows,
    ModelRows: filled_list,
    RefusedRowsModel: refused,
    PreviewModel: preview,
    ValuesModel: values,
    _Completions: completions,
}


def shape(model: QAbstractItemModel) -> tuple[int, int]:
    """Return how many rows and columns there are; a list hides that it has one."""
    lists = isinstance(model, QAbstractListModel)
    return model.rowCount(), 1 if lists else model.columnCount()


def test_that_every_model_is_asked_here() -> None:
    found = set()
    for module in pkgutil.walk_packages(costcurve_gui.views.__path__, "costcurve_gui.views."):
        members = vars(importlib.import_module(module.name)).values()
        classes = [member for member in members if inspect.isclass(member)]
        found |= {cls for cls in classes if issubclass(cls, QAbstractItemModel)}
    own = {cls for cls in found if cls.__module__.startswith("costcurve_gui")}
    assert own - {TableModel} == set(FILLED)


@pytest.mark.parametrize("made", FILLED.values(), ids=lambda made: made.__name__)
def test_that_cells_and_sections_that_are_not_there_have_nothing(made, qtbot) -> None:
    model = made()
    rows, columns = shape(model)
    beyond = (QModelIndex(), model.createIndex(rows, 0), model.createIndex(-1, columns))
    for role in ROLES:
        assert [model.data(index, role) for index in beyond] == [None] * 3
        for section in (-1, 1_000):
            answers = [model.headerData(section, side, role) for side in Qt.Orientation]
            assert answers == [None, None] or not isinstance(model, TableModel)
    for index in beyond:
        assert not isinstance(model, TableModel) or not model.flags(index)
        assert not model.setData(index, 2, Qt.ItemDataRole.CheckStateRole)
    model.sort(-1)
    assert shape(model) == (rows, columns)


@pytest.mark.parametrize("made", FILLED.values(), ids=lambda made: made.__name__)
def test_that_every_cell_answers_every_role(made, qtbot) -> None:
    model = made()
    rows, columns = shape(model)
    for row in range(rows):
        for column in range(columns):
            for role in ROLES:
                model.index(row, column).data(role)
            model.flags(model.index(row, column))


def test_that_an_emptied_table_has_no_titles(qtbot) -> None:
    rows = filled_rows()
    assert rows.show_content(NOTHING)
    assert not rows.show_content(NOTHING)
    assert rows.headerData(0, Qt.Orientation.Vertical) is None

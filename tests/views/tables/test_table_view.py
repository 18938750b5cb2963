from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from costcurve_gui.analysis.dataset_info import ModelInfo
from costcurve_gui.views.tables.content import TableColumn, TableContent, TableRow
from costcurve_gui.views.tables.table_view import TableView, table_view
from tests.helpers.clipped_text import clipped_texts
from tests.helpers.plot_frames import NAIVE_BAYES, german_snapshot
from tests.helpers.plot_mouse import record

DISPLAY = Qt.ItemDataRole.DisplayRole


@pytest.fixture
def view(qtbot):
    widget = table_view("rates")
    qtbot.addWidget(widget)
    widget.resize(700, 500)
    with qtbot.waitExposed(widget):
        widget.show()
    widget.show_snapshot(german_snapshot())
    QApplication.processEvents()
    return widget


def cell(view, row, column):
    return view.rows.index(row, column)


def head(view, column):
    return view.rows.headerData(column, Qt.Orientation.Horizontal, DISPLAY)


def test_that_it_has_names_for_tests_and_for_readers(view):
    assert view.objectName() == "rates_table"
    assert view.accessibleName() == "Rates table"
    said = cell(view, 2, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said == "tpr, recall, naive_bayes: 0.747"


def test_that_a_drag_changes_texts_and_nothing_else(qtbot, view):
    view.setCurrentIndex(cell(view, 2, 1))
    view.horizontalScrollBar().setValue(view.horizontalScrollBar().maximum())
    place = view.horizontalScrollBar().value()
    with (
        qtbot.assertNotEmitted(view.rows.modelReset),
        qtbot.waitSignal(view.rows.dataChanged),
    ):
        view.show_snapshot(german_snapshot(prior=0.06))
    assert view.currentIndex() == cell(view, 2, 1)
    assert view.horizontalScrollBar().value() == place
    assert view.rows.headerData(8, Qt.Orientation.Vertical) == "At p(bad) 6 %"


def test_that_a_drag_repaints_the_cells_that_changed_alone(view):
    before, changed = view.rows.content.rows, []
    view.rows.dataChanged.connect(
        lambda first, last: changed.extend(
            (first.row(), column) for column in range(first.column(), last.column() + 1)
        )
    )
    view.show_snapshot(german_snapshot(prior=0.06))
    after = view.rows.content.rows
    others = {
        (row, column)
        for row, (old, new) in enumerate(zip(before, after, strict=True))
        for column in range(len(new.cells))
        if old.cells[column] != new.cells[column]
    }
    assert others <= set(changed)
    assert {row for row, _ in changed} == {row for row, _ in others} | {8}  # the heading of those


def test_that_the_same_numbers_are_not_shown_again(qtbot, view):
    with qtbot.assertNotEmitted(view.rows.dataChanged):
        view.show_snapshot(german_snapshot())


def test_that_headings_cannot_be_selected(view):
    assert not cell(view, 1, 0).flags() & Qt.ItemFlag.ItemIsSelectable
    assert cell(view, 2, 0).flags() & Qt.ItemFlag.ItemIsSelectable


def test_that_a_click_on_a_name_or_return_in_its_column_selects_the_model(qtbot, view):
    clicked = record(view.model_clicked)
    header = view.horizontalHeader()
    place = header.viewport().rect().center()
    place.setX(header.sectionViewportPosition(1) + 10)
    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)
    view.setCurrentIndex(cell(view, 2, 2))
    view.activated.emit(view.currentIndex())
    assert clicked == ["logistic_regression", "mlp"]


def test_that_the_selected_model_comes_to_the_left(view):
    assert head(view, 0) == NAIVE_BAYES
    view.show_snapshot(german_snapshot(selected="mlp"))
    assert head(view, 0) == "mlp"


def test_that_control_c_copies_the_table(qtbot, view):
    QGuiApplication.clipboard().clear()
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == view.rows.content.as_text()


def test_that_a_table_behind_others_waits(view):
    view.rest()
    view.show_snapshot(german_snapshot(selected="mlp"))
    assert head(view, 0) == NAIVE_BAYES
    view.wake()
    assert head(view, 0) == "mlp"


def test_that_a_closed_file_leaves_no_rows(view):
    view.show_curves(None)
    assert view.rows.rowCount() == view.rows.columnCount() == 0


def test_that_a_narrow_table_keeps_a_whole_column_in_sight(view):
    view.resize(190, 300)
    QApplication.processEvents()
    assert view.verticalHeader().width() <= 0.55 * 190 + 1
    assert view.columnWidth(0) <= view.viewport().width()


def test_that_headings_take_no_room_of_titles_and_run_over_the_cells(qtbot):
    content = TableContent(
        "row",
        (TableColumn("a"), TableColumn("b")),
        (TableRow("A heading much longer than the title of any row"), TableRow("one", ("1", "2"))),
    )
    view = TableView("made", "Made up", lambda _: content)
    qtbot.addWidget(view)
    view.resize(500, 200)
    with qtbot.waitExposed(view):
        view.show()
    view.show_snapshot(german_snapshot())
    QApplication.processEvents()
    titles = view.verticalHeader().width()
    assert titles < 100
    picture = view.grab().toImage()
    row = view.rowViewportPosition(0) + view.horizontalHeader().height() + view.rowHeight(0) // 2
    rows = range(row - 8, row + 8)
    ground = picture.pixelColor(490, row)
    beyond = range(titles + 20, titles + 60)
    assert any(picture.pixelColor(x, y) != ground for x in beyond for y in rows)


@pytest.mark.parametrize(("width", "whole_columns"), [(367, 3), (607, 4)])
def test_that_names_have_the_room_that_whole_columns_leave(qtbot, width, whole_columns):
    names = ("gradient_boosting", "decision_tree")
    columns = tuple(map(TableColumn, ("diff.", "90 %", "p, Holm", "p")))
    cells = ("\u22120.104", "\u22120.139 to \u22120.052", "<0.001", "<0.001")
    rows = tuple(TableRow(name, cells) for name in names)
    shown = TableContent("model less", columns, rows, names=True)
    table = TableView("a", "A", lambda _: shown)
    qtbot.addWidget(table)
    table.resize(width, 300)
    with qtbot.waitExposed(table):
        table.show()
    table.show_snapshot(german_snapshot())
    QApplication.processEvents()
    titles, heads = table.verticalHeader(), table.horizontalHeader()
    needed = titles.sizeHint().width()
    end = titles.width() + heads.sectionPosition(whole_columns - 1)
    end += heads.sectionSize(whole_columns - 1)
    assert end <= table.contentsRect().width()
    assert titles.width() == needed or end >= table.contentsRect().width() - 2
    assert (titles.width() == needed) == (width == 607)


LONG = "gradient_boosting_of_all_applicants"


@pytest.mark.parametrize("width", [200, 330, 700])
def test_that_names_take_more_lines_and_no_figure_is_cut(qtbot, width):
    interval = "\u22120.005044 to \u22120.36381"
    info = ModelInfo("a", LONG, "a", 1)
    columns = (TableColumn("best", words=True), TableColumn("lead"), TableColumn(LONG, info))
    cells = (LONG, interval, interval)
    rows = (TableRow(f"{LONG}, not shown to differ from"), TableRow(LONG, cells, chosen=True))
    table = TableView("a", "A", lambda _: TableContent("model", columns, rows, names=True))
    qtbot.addWidget(table)
    table.resize(width, 300)
    with qtbot.waitExposed(table):
        table.show()
    table.show_snapshot(german_snapshot())
    QApplication.processEvents()
    assert not clipped_texts(table)
    assert table.rowHeight(1) in ((38, 52) if width == 700 else (52, 66))  # two to four lines
    assert (table.rowHeight(0) > 24) == (width < 700)


def test_that_rows_follow_names_that_change_while_the_table_keeps_its_shape(qtbot):
    shown = [TableContent("", (TableColumn("best", words=True),), (TableRow("a", ("mlp",)),))]
    table = TableView("a", "A", lambda _: shown[0])
    qtbot.addWidget(table)
    table.show_snapshot(german_snapshot())
    usual = table.rowHeight(0)
    shown[0] = replace(shown[0], rows=(TableRow("a", (LONG,)),))
    table.show_snapshot(german_snapshot())
    assert table.rowHeight(0) > usual

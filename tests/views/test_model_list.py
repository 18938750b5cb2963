from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFontMetrics

from costcurve_gui.views.panels.model_delegate import TURNED_MARK
from costcurve_gui.views.panels.model_list import ROW_HEIGHT, ModelList
from costcurve_gui.views.panels.model_rows import FIGURE, INTERVAL
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.shell.theme import tokens_in_use
from costcurve_gui.views.text.names import short_profit
from tests.helpers.clipped_text import clipped_texts
from tests.helpers.snapshots import any_policy, curve_set, settings, snapshot


@pytest.fixture
def models(qtbot):
    widget = ModelList()
    qtbot.addWidget(widget)
    widget.show_curves(curve_set())
    widget.resize(328, 5 * ROW_HEIGHT)
    widget.setMinimumHeight(0)
    widget.show()
    return widget


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (60.154, "+60.15"),
        (-50.64, "\u221250.64"),
        (99_999.99, "+99\u202f999.99"),
        (99_999.999, "+100\u202f000"),
        (1_322_835.25, "+1\u202f322\u202f835"),
        (-2.6459e10, "\u22122.65e10"),
        (float("nan"), "\u2013"),
    ],
)
def test_that_a_profit_is_short_but_never_cut(value, text):
    assert short_profit(value) == text


def test_that_the_profit_column_holds_its_longest_number(models):
    models.show_snapshot(snapshot())
    usual = models.columnWidth(FIGURE)
    models.show_snapshot(snapshot(policy=any_policy(expected_profit=-1_322_835.25)))
    index = models.rows.index(0, FIGURE)
    bold = QFontMetrics(fonts.body(fonts.SEMIBOLD))
    assert bold.horizontalAdvance(index.data()) <= models.columnWidth(FIGURE) - 12
    assert "\u22121\u202f322\u202f835.25" in index.data(Qt.ItemDataRole.ToolTipRole)
    assert "835.25" in index.data(Qt.ItemDataRole.AccessibleTextRole)
    models.show_snapshot(snapshot())
    assert models.columnWidth(FIGURE) == usual


def test_that_the_selected_model_is_scrolled_into_view(models):
    models.show_snapshot(snapshot(selected="g/score_logistic_regression"))
    models.show_snapshot(snapshot(selected="g/score_gradient_boosting"))
    row = models.visualRect(models.currentIndex())
    assert models.viewport().rect().contains(row)


def test_that_the_selected_model_stays_in_sight_in_a_lower_list(models):
    models.setMinimumHeight(0)
    models.resize(models.width(), 240)
    models.show_snapshot(snapshot(selected="g/score_gradient_boosting"))
    models.resize(models.width(), 90)
    assert models.viewport().rect().contains(models.visualRect(models.currentIndex()))


@pytest.mark.parametrize(("unit", "text"), [("", "\u22120.045"), ("DM", "\u22120.04")])
def test_that_small_profits_without_a_unit_have_three_decimals(models, unit, text):
    chosen = settings(payoff=replace(settings().payoff, unit=unit))
    small = any_policy(expected_profit=-0.0449)
    models.show_snapshot(snapshot(chosen, policy=small, trivial=(-0.3, -0.6)))
    assert text in models.rows.figures
    models.show_snapshot(snapshot(chosen, policy=small, trivial=(-0.3, -1.6)))
    assert "\u22120.04" in models.rows.figures


def named(models, name):
    """Give the second model another name and show it in the list."""
    shown = snapshot()
    changed = tuple(
        replace(model, info=replace(model.info, name=name)) if at == 1 else model
        for at, model in enumerate(shown.curve_set.models)
    )
    models.show_curves(replace(shown.curve_set, models=changed))
    models.show_snapshot(replace(shown, curve_set=replace(shown.curve_set, models=changed)))


def test_that_intervals_make_room_before_a_name_takes_two_lines(models):
    models.resize(350, 400)
    named(models, "gradient_boosting_2026")
    assert models.isColumnHidden(INTERVAL)
    assert models.rowHeight(1) == ROW_HEIGHT
    assert not clipped_texts(models)
    assert models.columnWidth(FIGURE) >= _widest_figure(models) + 12 + 8  # margin, and a gap
    named(models, "mlp")
    assert not models.isColumnHidden(INTERVAL)


def _widest_figure(models):
    bold = QFontMetrics(fonts.body(fonts.SEMIBOLD))
    return max(map(bold.horizontalAdvance, models.rows.figures))


@pytest.mark.parametrize(
    ("name", "height"),
    [
        ("gradient_boosting_recalibrated_july", 38),
        ("gradient_boosting_of_all_applicants_in_july_2026", 52),
        ("g" * 45, 52),
    ],
)
def test_that_a_name_without_room_takes_more_lines(models, name, height):
    usual = models.sizeHint().height()
    named(models, name)
    assert (models.rowHeight(1), models.rowHeight(0)) == (height, ROW_HEIGHT)
    assert models.sizeHint().height() == usual + height - ROW_HEIGHT
    assert not clipped_texts(models)
    named(models, "mlp")
    assert models.rowHeight(1) == ROW_HEIGHT
    assert models.sizeHint().height() == usual


def test_that_a_name_takes_fewer_lines_in_a_wider_list(models):
    named(models, "gradient_boosting_recalibrated_july")
    models.resize(500, models.height())
    assert models.rowHeight(1) == ROW_HEIGHT
    assert not models.isColumnHidden(INTERVAL)


def test_that_the_line_is_framed_as_a_whole_and_only_by_the_keyboard(models, qtbot):
    models.show_snapshot(snapshot(selected="g/score_naive_bayes"))
    models.window().activateWindow()
    qtbot.waitUntil(models.window().isActiveWindow)
    line = models.line_of(models.currentIndex())
    accent = QColor(tokens_in_use().accent).rgb()

    def framed(x: int) -> bool:
        picture = models.viewport().grab().toImage()
        return picture.pixelColor(x, line.top()).rgb() == accent

    qtbot.mouseClick(models.viewport(), Qt.MouseButton.LeftButton, pos=line.center())
    assert models.hasFocus()
    assert not framed(20)
    models.clearFocus()
    models.setFocus(Qt.FocusReason.TabFocusReason)
    assert all(framed(x) for x in (20, models.viewport().width() // 2))
    assert framed(models.viewport().width() - 20)
    models.clearFocus()
    assert not framed(20)


def test_that_a_turned_score_is_said_beside_its_name(models):
    delegate, row = models.itemDelegate(), models.rows.rows[0]
    turned = replace(row, turned="Turned: low scores mean bad")
    assert not row.turned
    word = QFontMetrics(fonts.body()).horizontalAdvance(TURNED_MARK)
    assert delegate.name_width(turned) >= delegate.name_width(row) + word

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QAccessible, QFontMetrics
from PySide6.QtWidgets import QLabel, QWidget

from costcurve_gui.views.panels.confusion_matrix import ConfusionView
from costcurve_gui.views.panels.decision_panel import DecisionPanel
from costcurve_gui.views.panels.payoff_panel import PayoffPanel
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.widgets.figures import FigureLabel, FigureRow, FigureRows, class_heading
from costcurve_gui.views.widgets.labels import NameLabel, SubtitleLabel, wrapped_name
from tests.helpers.snapshots import any_policy, curve_set, dataset, settings, snapshot, state

LEFT, RIGHT = 328, 340
LONG = "\u221212\u202f345\u202f678\u202f901\u202f234.56 DM"
LONG_CLASS = "owner of a caravan insurance policy"


@pytest.fixture
def figure(qtbot):
    label = FigureLabel(fonts.body(), "+60.15 DM")
    qtbot.addWidget(label)
    return label


def spoken(widget):
    return QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)


def test_that_a_figure_grows_no_further_than_its_most(figure):
    figure.show_figure(LONG)
    assert figure.width() <= fonts.scaled(76) + 8
    assert figure.text().endswith("\u2026")
    assert figure.full_text == figure.toolTip() == spoken(figure) == LONG


def test_that_a_cut_figure_is_whole_again_once_it_fits(figure):
    figure.show_figure(LONG)
    figure.show_figure("+1 DM")
    assert (figure.text(), figure.toolTip(), spoken(figure)) == ("+1 DM", "", "+1 DM")


def test_that_a_figure_gives_room_back(qtbot):
    label = FigureLabel(fonts.body(), "0", most=300)
    qtbot.addWidget(label)
    label.show_figure("0")
    narrow = label.width()
    label.show_figure(LONG)
    assert label.text() == LONG
    label.show_figure("0")
    assert label.width() == narrow


def test_that_a_slightly_shorter_figure_keeps_its_place(qtbot):
    label = FigureLabel(fonts.body(), "", most=300)
    qtbot.addWidget(label)
    label.show_figure("+100\u202f000.00 DM")
    wide = label.width()
    label.show_figure("+99\u202f000.00 DM")
    assert label.width() == wide
    label.show_figure("+9\u202f999.00 DM")
    label.give_back()
    assert label.width() < wide


def test_that_a_name_takes_the_room_that_its_own_value_leaves(qtbot):
    rows = FigureRows("figures", 2)
    qtbot.addWidget(rows)
    rows.resize(342, 60)
    rows.show()
    interval = "0.163 to 0.213"
    rows.show_rows([
        FigureRow("Profit per applicant", "+1\u202f107.64 DM", "1\u202f096.74 to 1\u202f119.31"),
        FigureRow("Normalized expected cost", "0.186", interval),
    ])  # fmt: skip
    qtbot.wait(1)
    name, value = (rows.findChild(QLabel, f"figures_{part}_1") for part in ("name", "value"))
    assert name.height() < 2 * name.fontMetrics().height()
    profit = rows.findChild(QLabel, "figures_value_0")
    assert value.geometry().right() == profit.geometry().right()


def test_that_other_lines_of_figures_start_from_their_usual_width(qtbot):
    rows = FigureRows("figures", 1)
    qtbot.addWidget(rows)
    rows.show_rows([FigureRow("one", "+60.15 DM")])
    usual = rows.minimumSizeHint().width()
    rows.show_rows([FigureRow("one", "+1\u202f322\u202f835.25 DM")])
    assert rows.minimumSizeHint().width() > usual
    rows.show_rows([FigureRow("other", "+60.15 DM")])
    assert rows.minimumSizeHint().width() == usual


def test_that_lines_of_figures_leave_room_for_a_name_in_the_dock(qtbot):
    rows = FigureRows("figures", 1)
    qtbot.addWidget(rows)
    rows.show_rows([FigureRow("name", LONG, LONG)])
    assert rows.minimumSizeHint().width() <= fonts.scaled(RIGHT - 24 - 40)


@pytest.mark.parametrize("prior", [0.000001, 0.05, 0.5])
def test_that_the_payoff_panel_fits_its_dock(qtbot, prior):
    panel = PayoffPanel()
    qtbot.addWidget(panel)
    info = dataset(positive_label=LONG_CLASS, negative_label="no " + LONG_CLASS)
    panel.show_state(state())
    shown = snapshot(on=curve_set(info=info), prior=prior)
    means = replace(shown.condition.means, fn_cost=1e9, fp_cost=2e9)
    panel.show_snapshot(replace(shown, condition=replace(shown.condition, means=means)))
    assert panel.minimumSizeHint().width() <= fonts.scaled(LEFT)


def test_that_the_confusion_matrix_of_a_billion_cases_fits_its_dock(qtbot):
    view = ConfusionView()
    qtbot.addWidget(view)
    chosen = settings()
    many = replace(chosen, selection=replace(chosen.selection, population=1_000_000_000))
    view.show_policy(snapshot(many), any_policy(), money=False, beside_new_cases=True)
    assert view.minimumSizeHint().width() <= fonts.scaled(RIGHT - 24)


@pytest.mark.parametrize("population", [500, 10_000, 5_000_000, 1_000_000_000])
def test_that_the_decision_panel_fits_its_dock(qtbot, population):
    panel = DecisionPanel()
    qtbot.addWidget(panel)
    with_population = settings(selection=replace(settings().selection, population=population))
    panel.show_snapshot(snapshot(with_population))
    panel.show()
    assert panel.minimumSizeHint().width() <= fonts.scaled(RIGHT)


def test_that_a_class_name_takes_more_lines_and_is_never_cut(qtbot):
    label = NameLabel()
    qtbot.addWidget(label)
    label.resize(110, 20)
    label.show()
    label.show_name("Prior p(", LONG_CLASS, ")")
    lines = label.text().split("\n")
    assert " ".join(lines) == spoken(label) == f"Prior p({LONG_CLASS})"
    assert all(label.fontMetrics().horizontalAdvance(line) <= 110 for line in lines)
    assert label.sizeHint().height() >= len(lines) * label.fontMetrics().height()
    label.resize(900, 20)
    assert (label.text(), label.toolTip()) == (f"Prior p({LONG_CLASS})", "")


def test_that_the_heading_of_a_class_has_its_first_word_above_before_the_name_is_broken(qtbot):
    heading = class_heading("heading")
    qtbot.addWidget(heading)
    heading.show()
    heading.show_name("actual ", "malignant")
    heading.resize(300, 20)
    assert heading.text() == "actual <b>malignant</b>"
    heading.resize(heading.fontMetrics().horizontalAdvance("actual malig"), 20)
    assert heading.text() == "actual<br><b>malignant</b>"
    assert heading.sizeHint().height() >= 2 * heading.fontMetrics().height()
    assert (heading.toolTip(), spoken(heading)) == ("", "actual malignant")
    heading.show_name("actual ", "not malignant")
    assert heading.text() == "<b>not<br>malignant</b>"
    assert heading.toolTip() == spoken(heading) == "actual not malignant"


def test_that_nothing_read_aloud_holds_markup(qtbot):
    panels = DecisionPanel(), PayoffPanel()
    for panel in panels:
        qtbot.addWidget(panel)
        panel.show_snapshot(snapshot())
    panels[1].show_state(state())
    for widget in (found for panel in panels for found in panel.findChildren(QWidget)):
        assert "<" not in spoken(widget), widget.objectName()
    cell = panels[0].confusion.cells["tp"]
    assert cell.accessibleName().startswith("refuse, actual bad: ")


def test_that_a_subtitle_loses_its_end_and_is_whole_in_tooltip_and_description(qtbot):
    label = SubtitleLabel()
    qtbot.addWidget(label)
    label.show()
    text = "90 % bands, lower envelopes, fixed policy"
    label.set_full_text(text)
    label.resize(label.fontMetrics().horizontalAdvance("90 % bands, lower\u2026") + 2, 20)
    assert label.text() == "90 % bands, lower\u2026"
    assert label.toolTip() == label.accessibleDescription() == label.full_text == text
    label.resize(900, 20)
    assert (label.text(), label.toolTip()) == (text, "")


@pytest.mark.parametrize(
    ("name", "room", "lines"),
    [
        ("boosting_july_recalibrated", "boosting_july_re", ("boosting_july_", "recalibrated")),
        ("lead over gradient_boosting", "lead over gradient_", ("lead over", "gradient_boosting")),
        ("naive_bayes", "naive_bayes", ("naive_bayes",)),
        ("xxxxxxxx", "xxx", ("xxx", "xxx", "xx")),
        ("", "xxx", ("",)),
    ],
)
def test_that_a_name_breaks_at_spaces_then_after_underscores_then_anywhere(name, room, lines):
    metrics = QFontMetrics(fonts.body())
    assert wrapped_name(name, metrics, metrics.horizontalAdvance(room)) == lines


@given(st.text("ab _-", max_size=40), st.integers(8, 200))
def test_that_no_line_of_a_name_is_wider_than_its_room_and_no_letter_is_lost(name, room):
    metrics = QFontMetrics(fonts.body())
    lines = wrapped_name(name, metrics, room)
    assert "".join(lines).replace(" ", "") == name.replace(" ", "")
    assert all(metrics.horizontalAdvance(line) <= room for line in lines)

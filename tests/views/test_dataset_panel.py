from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QComboBox, QLabel, QMenu, QPushButton, QScrollArea

from costcurve_gui.views.panels.dataset_panel import DatasetPanel
from costcurve_gui.views.panels.model_rows import AUC, FIGURE, INTERVAL, MODEL
from costcurve_gui.views.text import numbers
from tests.helpers import snapshots
from tests.helpers.choices import Choice
from tests.helpers.clipped_text import clipped_texts
from tests.helpers.snapshots import dataset, settings, snapshot

WARNING = "decision_tree has 21 distinct scores. Ties are drawn as rectangles."

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def panel(qtbot):
    widget = DatasetPanel()
    qtbot.addWidget(widget)
    widget.resize(328, 420)
    widget.show_state(snapshots.state())
    curve_set = snapshots.curve_set(WARNING)
    widget.show_curves(curve_set)
    widget.show_snapshot(snapshot(on=curve_set))
    widget.show()
    return widget


def text_at(panel, row, column):
    return panel.models.rows.index(row, column).data()


def column(panel, at):
    return [text_at(panel, row, at) for row in range(panel.models.rows.rowCount())]


def box_of(panel, row):
    rect = panel.models.visualRect(panel.models.rows.index(row, MODEL))
    return rect.topLeft() + QPoint(18, rect.height() // 2)


def test_that_the_header_says_what_the_file_holds(panel):
    assert panel.findChild(QLabel, "file_name").full_text == "german_credit_half.csv"
    assert panel.findChild(QLabel, "file_cases").text() == "500 cases"
    assert panel.findChild(QLabel, "file_positive").full_text == "positive = bad"
    assert panel.findChild(QLabel, "file_counts").text() == "150 bad, 30.0 %  ·  350 good"


def test_that_long_classes_leave_room_for_the_name_of_the_positive_one(panel):
    info = dataset(positive_label="malignant", negative_label="benign")
    panel.show_state(replace(snapshots.state(), datasets=(info,)))
    assert panel.findChild(QLabel, "file_counts").text() == "150, 30.0 %  ·  350 benign"
    assert panel.findChild(QLabel, "file_positive").text() == "positive = malignant"


def test_that_every_model_and_both_trivial_classifiers_are_rows(panel):
    assert column(panel, MODEL) == [
        "logistic_regression",
        "naive_bayes",
        "mlp",
        "decision_tree",
        "random_forest",
        "gradient_boosting",
        "refuse all",
        "grant all",
    ]
    assert column(panel, AUC)[:2] == ["0.765", "0.772"]
    assert column(panel, FIGURE) == [
        "+50.01",
        "+60.15",
        "+38.93",
        "+36.60",
        "+52.69",
        "+53.14",
        "0.00",
        "−50.64",
    ]


def test_that_the_best_model_is_marked_and_told_in_the_tooltip(panel):
    assert [row.name for row in panel.models.rows.rows if row.best] == ["naive_bayes"]
    tip = panel.models.rows.index(1, FIGURE).data(Qt.ItemDataRole.ToolTipRole)
    assert "Best at this condition, on this sample" in tip


def test_that_what_is_only_drawn_is_read_aloud(panel):
    def aloud(row, column):
        return panel.models.rows.index(row, column).data(Qt.ItemDataRole.AccessibleTextRole)

    assert aloud(1, MODEL) == "naive_bayes, best at this condition, on this sample"
    assert aloud(2, MODEL) == "mlp"
    tip = panel.models.rows.index(1, INTERVAL).data(Qt.ItemDataRole.ToolTipRole)
    assert aloud(1, INTERVAL) == tip
    assert aloud(1, FIGURE) == "+60.15"


def test_that_a_trivial_classifier_that_nobody_beats_is_the_best_row(panel):
    panel.show_snapshot(snapshot(trivial=(99.0, 0.0)))
    assert [row.key for row in panel.models.rows.rows if row.best] == ["all"]


def test_that_the_interval_is_told_in_words_on_one_common_scale(panel):
    tip = panel.models.rows.index(1, INTERVAL).data(Qt.ItemDataRole.ToolTipRole)
    assert tip == "Interval on AUC, score, Student, 90 %: 0.733 to 0.806"
    assert panel.models.rows.scale == pytest.approx((0.6194, 0.8062), abs=1e-4)


def test_that_a_model_without_interval_says_why(qtbot):
    curve_set = snapshots.curve_set()
    first, *others = curve_set.models
    auc = replace(first.auc, low=None, high=None, reason="every score is equal", spread=None)
    curve_set = replace(curve_set, models=(replace(first, auc=auc), *others))
    widget = DatasetPanel()
    qtbot.addWidget(widget)
    widget.show_curves(curve_set)
    tip = widget.models.rows.index(0, INTERVAL).data(Qt.ItemDataRole.ToolTipRole)
    assert tip == "No interval on AUC: every score is equal"


def test_that_a_click_on_the_box_asks_to_hide_the_model_and_nothing_else(qtbot, panel):
    shown, selected = [], []
    panel.model_shown.connect(lambda *change: shown.append(change))
    panel.model_selected.connect(selected.append)
    qtbot.mouseClick(panel.models.viewport(), Qt.MouseButton.LeftButton, pos=box_of(panel, 1))
    assert shown == [("g/score_naive_bayes", False)]
    assert selected == []


def test_that_a_model_with_a_hidden_curve_keeps_its_figure_and_is_counted(qtbot, panel):
    panel.show_snapshot(snapshot(settings(hidden=frozenset({"g/score_mlp"}))))
    assert text_at(panel, 2, FIGURE) == "+38.93"
    assert panel.models.rows.index(2, MODEL).data(Qt.ItemDataRole.CheckStateRole) == (
        Qt.CheckState.Unchecked
    )
    assert panel.findChild(QLabel, "curves_hidden").text() == "1 curve hidden; all 6 decide."
    with qtbot.waitSignal(panel.hidden_chosen) as caught:
        panel.findChild(QPushButton, "show_all_curves").click()
    assert caught.args == [frozenset()]


def test_that_curves_hidden_by_the_program_say_why(panel, monkeypatch):
    monkeypatch.setattr("costcurve_gui.analysis.snapshot.MOST_DRAWN", 4)
    panel.show_snapshot(snapshot(settings()))
    assert panel.findChild(QLabel, "curves_hidden").text() == (
        "2 curves hidden; all 6 decide. Drawn are the four best on this sample."
    )


def test_that_shift_and_a_click_ask_for_the_band_of_another_model(qtbot, panel):
    panel.show_snapshot(snapshot(settings()))
    panel.resize(340, 700)
    panel.show()
    models, asked = panel.models, []
    models.commands.band_requested.connect(asked.append)
    before = models.currentIndex().row()
    for row in (before, before + 1):
        place = models.visualRect(models.rows.index(row, FIGURE)).center()
        shift = Qt.KeyboardModifier.ShiftModifier
        qtbot.mouseClick(models.viewport(), Qt.MouseButton.LeftButton, shift, place)
    assert asked == [models.rows.rows[before + 1].key]  # that of the selected one is drawn
    assert models.currentIndex().row() == before


def test_that_the_box_of_the_chosen_model_is_ticked(panel):
    panel.show_snapshot(snapshot(settings(hidden=frozenset({"g/score_naive_bayes"}))))
    rows = panel.models.rows
    row = next(at for at, one in enumerate(rows.rows) if one.key == "g/score_naive_bayes")
    ticked = rows.index(row, MODEL).data(Qt.ItemDataRole.CheckStateRole)
    assert ticked == Qt.CheckState.Checked


def test_that_the_column_is_what_the_objective_makes_best(panel):
    head = panel.models.rows.headerData
    for choice, title in ((Choice.MAX_PROFIT, "Profit"), (Choice.MIN_COST, "Cost")):
        panel.show_snapshot(snapshot(settings(choice)))
        assert head(FIGURE, Qt.Orientation.Horizontal) == title
    panel.show_snapshot(snapshot(settings(Choice.NEYMAN_PEARSON)))
    assert head(FIGURE, Qt.Orientation.Horizontal) == "tpr"
    assert text_at(panel, 2, FIGURE) == "0.496"
    assert text_at(panel, 6, FIGURE) == "breaks the bound"  # refusing all
    assert text_at(panel, 7, FIGURE) == "0.000"


def test_that_a_model_that_cannot_do_what_is_asked_for_has_no_figure_and_is_never_best(panel):
    shown = snapshot(settings(Choice.PERFORMANCE_INDEPENDENT), best="g/score_naive_bayes")
    unable = {"g/score_mlp", "g/score_naive_bayes"}
    models = {key: replace(one, met=key not in unable) for key, one in shown.models.items()}
    panel.show_snapshot(replace(shown, models=models, best="g/score_random_forest"))
    rows = {row.key: row for row in panel.models.rows.rows}
    assert (text_at(panel, 1, FIGURE), text_at(panel, 2, FIGURE)) == ("", "")
    assert [key for key, row in rows.items() if row.best] == ["g/score_random_forest"]
    models = {key: replace(one, met=False) for key, one in shown.models.items()}
    panel.show_snapshot(replace(shown, models=models))
    assert not any(row.best for row in panel.models.rows.rows)


def test_that_a_click_on_the_row_selects_the_model(qtbot, panel):
    position = panel.models.visualRect(panel.models.rows.index(4, AUC)).center()
    with qtbot.waitSignal(panel.model_selected) as caught:
        qtbot.mouseClick(panel.models.viewport(), Qt.MouseButton.LeftButton, pos=position)
    assert caught.args == ["g/score_random_forest"]


def test_that_a_trivial_row_cannot_be_selected(qtbot, panel):
    position = panel.models.visualRect(panel.models.rows.index(6, AUC)).center()
    with qtbot.assertNotEmitted(panel.model_selected):
        qtbot.mouseClick(panel.models.viewport(), Qt.MouseButton.LeftButton, pos=position)


def test_that_a_snapshot_selects_its_model_without_reporting_it(qtbot, panel):
    with qtbot.assertNotEmitted(panel.model_selected):
        panel.show_snapshot(snapshot(selected="g/score_mlp"))
    assert panel.models.currentIndex().row() == 2


def test_that_arrow_and_space_select_and_switch_by_keyboard(qtbot, panel):
    panel.models.setFocus()
    with qtbot.waitSignal(panel.model_selected) as selected:
        qtbot.keyClick(panel.models, Qt.Key.Key_Down)
    assert selected.args == ["g/score_mlp"]
    with qtbot.waitSignal(panel.model_shown) as shown:
        qtbot.keyClick(panel.models, Qt.Key.Key_Space)
    assert shown.args == ["g/score_mlp", False]


def test_that_showing_one_model_alone_is_one_request(qtbot, panel):
    with qtbot.waitSignal(panel.hidden_chosen) as caught:
        panel.models.commands.show_only("g/score_mlp")
    assert len(caught.args[0]) == 5
    assert "g/score_mlp" not in caught.args[0]
    with qtbot.waitSignal(panel.hidden_chosen) as caught:
        panel.models.commands.show_only(None)
    assert caught.args[0] == frozenset()


def test_that_a_snapshot_changes_only_the_cells_that_changed(panel):
    changes = []
    panel.models.rows.dataChanged.connect(
        lambda first, last: changes.append((first.row(), first.column(), last.column()))
    )
    panel.show_snapshot(snapshot())
    assert changes == []
    panel.show_snapshot(snapshot(trivial=(0.0, -49.0)))
    assert changes == [(7, FIGURE, FIGURE)]


def test_that_details_opens_the_whole_warning(qtbot, panel):
    brief = panel.warnings.text
    assert brief == "decision_tree has 21 distinct scores"
    link = panel.findChild(QPushButton, "model_warnings_details")
    qtbot.mouseClick(link, Qt.MouseButton.LeftButton)
    assert panel.warnings.text == WARNING
    qtbot.mouseClick(link, Qt.MouseButton.LeftButton)
    assert panel.warnings.text == brief


def test_that_many_warnings_scroll_below_the_models(qtbot, panel):
    models = panel.models.height()
    many = tuple(f"model_{at} has {at} distinct scores. Ties are rectangles." for at in range(40))
    panel.warnings.show_warnings(many)
    qtbot.mouseClick(panel.findChild(QPushButton, "model_warnings_details"), LEFT)
    scroll = panel.warnings.findChild(QScrollArea)
    qtbot.waitUntil(lambda: scroll.verticalScrollBar().maximum() > 0)
    assert panel.warnings.height() < panel.height() / 3
    assert panel.models.height() > models / 2
    assert scroll.focusPolicy() is Qt.FocusPolicy.StrongFocus
    qtbot.keyClick(scroll, Qt.Key.Key_Down)
    assert scroll.verticalScrollBar().value() > 0
    assert not clipped_texts(panel)


def test_that_a_long_file_name_takes_two_lines(panel):
    info = dataset(name="scores_of_all_applicants_of_the_bureau_in_july_2026.csv")
    panel.show_state(replace(snapshots.state(), datasets=(info,)))
    name = panel.findChild(QLabel, "file_name")
    assert name.text().replace("\n", "") == info.name
    assert not clipped_texts(panel)


def test_that_a_curve_set_without_warnings_hides_the_line(panel):
    panel.show_curves(snapshots.curve_set())
    assert panel.warnings.isHidden()


def test_that_several_files_are_chosen_in_the_header(qtbot, panel):
    assert panel.findChild(QComboBox, "file_choice") is None
    panel.show_state(snapshots.state(None, dataset(id="s", name="sonar.csv")))
    choice = panel.findChild(QComboBox, "file_choice")
    assert not choice.isHidden()
    assert [choice.itemText(at) for at in range(choice.count())] == [
        "german_credit_half.csv",
        "sonar.csv",
    ]
    with qtbot.waitSignal(panel.dataset_activated) as caught:
        qtbot.keyClick(choice, Qt.Key.Key_Down)
        choice.activated.emit(choice.currentIndex())
    assert caught.args == ["s"]
    panel.show_state(snapshots.state(None))
    assert choice.isHidden()


def test_that_delete_in_the_header_asks_to_close_the_file(qtbot, panel):
    panel.header.setFocus()
    close = panel.header.actions()[0]
    assert close.text() == "Close german_credit_half.csv"
    assert close.shortcut() == QKeySequence(Qt.Key.Key_Delete)
    with qtbot.waitSignal(panel.remove_requested) as caught:
        close.trigger()
    assert caught.args == ["g"]


def test_that_the_context_menu_has_every_action_with_its_key(qtbot, panel):
    position = panel.models.visualRect(panel.models.rows.index(2, AUC)).center()
    panel.models.customContextMenuRequested.emit(position)
    menu = panel.models.findChild(QMenu)
    assert [action.text() for action in menu.actions() if not action.isSeparator()] == [
        "Rename\u2026\tF2",
        "Colour and dash",
        "Show only this curve\tAlt+Space",
        "Hide this curve\tSpace",
        "Draw its band too\tShift+click",
        "Move up\tAlt+Up",
        "Move down\tAlt+Down",
        "Leave out of the decision\tCtrl+D",
        "Remove from the list\tDel",
        "Copy figures\tCtrl+C",
        "Show all curves",
        "Show only curves on the joint hull",
        "Filter and sort",
    ]
    menu.close()


def test_that_weights_are_named_beside_the_cases(panel):
    info = replace(dataset(), weighted=True)
    panel.show_state(replace(snapshots.state(), datasets=(info,)))
    assert panel.findChild(QLabel, "file_cases").text() == "500 cases, weighted"


def test_that_a_warning_has_the_decimal_mark_in_use(panel, monkeypatch):
    monkeypatch.setattr(numbers._STYLE, "mark", ",")
    curves = snapshots.curve_set()
    said = "a ranks backwards (AUC 0.128)"
    monkeypatch.setattr(type(curves.models[0]), "warning", property(lambda _model: said))
    panel.show_curves(curves)
    assert panel.warnings.text.startswith("a ranks backwards (AUC 0,128)")

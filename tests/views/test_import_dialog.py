from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QTableView,
)

from costcurve_gui.dataio.formats.opening import open_source
from costcurve_gui.dataio.roles.column_roles import Role
from costcurve_gui.dataio.roles.findings import find
from costcurve_gui.dataio.roles.proposal import propose_roles
from costcurve_gui.dataio.source import ReadOptions
from costcurve_gui.views.dialogs.import_columns import (
    _FINDING as FINDING,
)
from costcurve_gui.views.dialogs.import_columns import ColumnsTable, DirectionSwitch, RoleBox
from costcurve_gui.views.dialogs.import_dialog import ImportDialog
from costcurve_gui.views.dialogs.import_questions import ReadingOptionsDialog
from costcurve_gui.views.dialogs.import_rows import rows_of
from costcurve_gui.views.widgets.cards import Badge
from tests.helpers.clipped_text import clipped_texts

CSV = """id,label,amount,score_tree,score_net,points,branch
1,bad,250,0.9,0.8,310,north
2,good,900,0.2,0.1,700,south
3,good,,0.4,0.3,640,west
4,bad,120,0.7,,355,north
5,good,75,0.1,0.2,742,east
"""
AMBIGUOUS = "label,score_a\na,0.1\nb,0.4\na,0.2\na,0.9\n"


def written(tmp_path, text):
    path = tmp_path / "march.csv"
    path.write_text(text, encoding="utf-8")
    return open_source(path)


@pytest.fixture
def open_dialog(qtbot, tmp_path):
    def build(text=CSV):
        source = written(tmp_path, text)
        dialog = ImportDialog(source, propose_roles(source))
        qtbot.addWidget(dialog)
        with qtbot.waitExposed(dialog):
            dialog.open()
        dialog.activateWindow()
        return dialog

    return build


@pytest.fixture
def dialog(qtbot, open_dialog):
    widget = open_dialog()
    choose(qtbot, widget.findChild(QComboBox, "import_positive"), "bad")
    return widget


def found(dialog):
    return find(dialog.source, dialog.choices.inquiry())


def click(qtbot, dialog, name):
    buttons = [b for b in dialog.findChildren(QAbstractButton, name) if not b.isHidden()]
    assert len(buttons) == 1
    qtbot.mouseClick(buttons[0], Qt.MouseButton.LeftButton)


def choose(qtbot, box, text):
    """Choose by the arrow keys, as a person without a mouse does."""
    qtbot.keyClick(box, Qt.Key.Key_Home)
    for _ in range(box.count()):
        if box.currentText() == text:
            return
        qtbot.keyClick(box, Qt.Key.Key_Down)
    assert box.currentText() == text


def role_box(dialog, column):
    return dialog.findChild(RoleBox, f"role_{column}")


def text_of(dialog, name):
    return dialog.findChild(QLabel, name).text()


def type_where(qtbot, dialog, text):
    field = dialog.findChild(QLineEdit, "import_where")
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Tab)


def accept_button(dialog):
    return dialog.findChild(QAbstractButton, "import_accept")


def remark(dialog, column):
    table = dialog.findChild(ColumnsTable)
    for row in range(table.rowCount()):
        if table.item(row, 0).text() == column:
            item = table.item(row, 5)
            return item.text() if item is not None else ""
    raise LookupError(column)


def test_that_the_proposal_is_shown_and_importable(qtbot, dialog):
    choose(qtbot, role_box(dialog, "points"), "Ignore")
    assert dialog.findChild(QComboBox, "import_label").currentText() == "label"
    assert text_of(dialog, "import_count") == "2 models will be made"
    assert accept_button(dialog).text() == "Import 2 models"


def test_that_import_reports_the_roles_and_closes(qtbot, dialog):
    choose(qtbot, role_box(dialog, "points"), "Score")
    with qtbot.waitSignal(dialog.import_requested) as caught:
        click(qtbot, dialog, "import_accept")
    roles = caught.args[0]
    assert (roles.label, roles.positive) == ("label", "bad")
    assert roles.scores == ("score_tree", "score_net", "points")
    assert not dialog.isVisible()


def test_that_enter_imports(qtbot, dialog):
    with qtbot.waitSignal(dialog.import_requested):
        qtbot.keyClick(dialog, Qt.Key.Key_Return)


@pytest.mark.parametrize("way", ["escape", "button"])
def test_that_cancelling_is_reported_once(qtbot, dialog, way):
    with qtbot.waitSignal(dialog.cancelled):
        if way == "escape":
            qtbot.keyClick(dialog, Qt.Key.Key_Escape)
        else:
            click(qtbot, dialog, "import_cancel")
    assert not dialog.isVisible()


def test_that_closing_quietly_reports_nothing(qtbot, dialog):
    with qtbot.assertNotEmitted(dialog.cancelled):
        dialog.close_quietly()
    assert not dialog.isVisible()


def test_that_the_positive_class_shows_its_share(qtbot, dialog):
    choose(qtbot, dialog.findChild(QComboBox, "import_positive"), "good")
    assert text_of(dialog, "import_positive_hint") == "3 of 5 rows, 60.0 %"
    assert dialog.choices.positive == "good"


def test_that_an_unclear_positive_class_is_asked_for(qtbot, open_dialog):
    dialog = open_dialog(AMBIGUOUS)
    assert not accept_button(dialog).isEnabled()
    assert dialog.findChild(Badge).text == "Which value is positive: b (1) or a (3)?"
    choose(qtbot, dialog.findChild(QComboBox, "import_positive"), "b")
    assert accept_button(dialog).isEnabled()


def test_that_the_focus_begins_at_the_question_without_answer(open_dialog):
    dialog = open_dialog(AMBIGUOUS)
    assert QApplication.focusWidget() is dialog.findChild(QComboBox, "import_positive")
    settled = open_dialog("label,score_a\n0,0.1\n1,0.4\n0,0.2\n")
    assert QApplication.focusWidget() is accept_button(settled)


def test_that_another_true_class_leaves_the_first_one(qtbot, dialog):
    choose(qtbot, role_box(dialog, "branch"), "True class")
    assert dialog.choices.label == "branch"
    assert dialog.choices.by_column["label"] is Role.IGNORE
    assert dialog.findChild(QComboBox, "import_label").currentText() == "branch"
    assert not accept_button(dialog).isEnabled()


def test_that_passing_by_true_class_with_the_arrows_does_no_harm(qtbot, dialog):
    box = role_box(dialog, "branch")
    qtbot.keyClick(box, Qt.Key.Key_End)
    assert dialog.choices.label == "branch"
    qtbot.keyClick(box, Qt.Key.Key_Up)
    assert (dialog.choices.label, dialog.choices.positive) == ("label", "bad")
    assert role_box(dialog, "label").currentText() == "True class"


def test_that_without_a_score_nothing_can_be_imported(qtbot, dialog):
    for column in dialog.choices.scores:
        choose(qtbot, role_box(dialog, column), "Ignore")
    assert not accept_button(dialog).isEnabled()
    assert "No column is used as a score" in accept_button(dialog).toolTip()


def test_that_one_class_only_is_said(open_dialog):
    dialog = open_dialog("label,score_a\ngood,0.1\ngood,0.4\ngood,0.4\n")
    assert dialog.findChild(Badge).text == "All 3 rows are good. Curves need both classes."
    assert remark(dialog, "label") == "one class only"


def test_that_many_classes_are_counted_not_named(open_dialog):
    rows = [f"{value},0.{at}" for at, value in enumerate("abcdefgh")]
    dialog = open_dialog("\n".join(("label,score_a", *rows)) + "\n")
    assert remark(dialog, "label") == "8 values"


def test_that_a_text_column_cannot_be_a_score(qtbot, dialog):
    box = role_box(dialog, "branch")
    qtbot.keyClick(box, Qt.Key.Key_Home)
    assert box.currentText() != "Score"


def test_that_a_change_reports_complete_roles(qtbot, dialog):
    with qtbot.waitSignal(dialog.roles_changed) as caught:
        choose(qtbot, role_box(dialog, "score_net"), "Ignore")
    assert "score_net" not in caught.args[0].roles.scores


def test_that_a_bad_filter_is_marked_in_place(qtbot, dialog):
    type_where(qtbot, dialog, "amout > 100")
    assert "amout" in text_of(dialog, "import_where_hint")
    assert not accept_button(dialog).isEnabled()
    type_where(qtbot, dialog, "amount > 100")
    assert accept_button(dialog).isEnabled()
    assert dialog.choices.roles().where == "amount > 100"


def test_that_the_first_rows_are_shown_as_they_will_be_used(dialog):
    model = dialog.findChild(QTableView, "import_preview").model()
    row = [model.index(3, column).data() for column in range(model.columnCount())]
    assert row == ["4", "bad", "120", "0.7", "missing", "355", "north"]
    header = model.headerData(3, Qt.Orientation.Horizontal)
    assert header == "…tree"
    whole = Qt.ItemDataRole.ToolTipRole
    assert model.headerData(3, Qt.Orientation.Horizontal, whole) == "score_tree"


def test_that_missing_cells_are_counted(dialog):
    table = dialog.findChild(ColumnsTable)
    items = {table.item(row, 0).text(): table.item(row, 3) for row in range(7)}
    counted = {name: item.text() for name, item in items.items() if item is not None}
    assert counted == {"amount": "1", "score_net": "1"}


def test_that_the_classes_are_counted_as_a_finding(dialog):
    assert remark(dialog, "label") == "2 bad, 3 good"


def test_that_findings_stand_beside_their_columns(qtbot, dialog):
    choose(qtbot, role_box(dialog, "points"), "Score")
    dialog.show_findings(found(dialog))
    assert remark(dialog, "points").startswith("AUC 0.000; ranks backwards")
    assert remark(dialog, "score_tree") == "AUC 1.000"
    assert remark(dialog, "score_net") == "AUC 1.000; 1 row left out for net alone"
    assert dialog.findChild(Badge).text == "One finding to settle: points"
    assert accept_button(dialog).isEnabled()


def test_that_a_doubtful_direction_is_turned_only_when_asked(qtbot, dialog):
    choose(qtbot, role_box(dialog, "points"), "Score")
    dialog.show_findings(found(dialog))
    assert dialog.choices.roles().lower_is_positive == frozenset()
    QApplication.processEvents()
    with qtbot.waitSignal(dialog.roles_changed) as caught:
        click(qtbot, dialog, "repair_points")
    assert caught.args[0].roles.lower_is_positive == {"points"}
    dialog.show_findings(found(dialog))
    assert remark(dialog, "points") == "AUC 1.000, turned from 0.000"
    assert dialog.findChild(Badge).text == ""


BACKWARDS = "label,score_a,points\n" + "".join(
    f"{'bad' if i % 3 == 0 else 'good'},{i % 3},{500 + 2 * i + 150 * (i % 3 > 0)}\n"
    for i in range(60)
)


def test_that_a_backward_score_is_turned_said_and_turned_back_by_a_click(qtbot, open_dialog):
    dialog = open_dialog(BACKWARDS)
    choose(qtbot, dialog.findChild(QComboBox, "import_positive"), "bad")
    choose(qtbot, role_box(dialog, "points"), "Score")
    dialog.show_findings(found(dialog))
    assert dialog.choices.lower_is_positive == {"score_a", "points"}
    assert remark(dialog, "score_a") == "AUC 1.000, turned from 0.000"
    switch = dialog.findChild(DirectionSwitch, "direction_points")
    assert [switch.button(low).text() for low in (False, True)] == ["High", "Low = bad"]
    QApplication.processEvents()
    click(qtbot, dialog, "repair_points")
    dialog.show_findings(found(dialog))
    assert remark(dialog, "points").startswith("AUC 0.")
    assert "ranks backwards" in remark(dialog, "points")
    assert dialog.choices.lower_is_positive == {"score_a"}
    click(qtbot, dialog, "direction_points_True")
    assert dialog.choices.lower_is_positive == {"score_a", "points"}


def test_that_another_positive_class_turns_only_what_the_user_turned(qtbot, open_dialog):
    dialog = open_dialog(BACKWARDS)
    choose(qtbot, dialog.findChild(QComboBox, "import_positive"), "bad")
    dialog.show_findings(found(dialog))
    assert dialog.choices.lower_is_positive == {"score_a"}
    choose(qtbot, dialog.findChild(QComboBox, "import_positive"), "good")
    assert dialog.choices.lower_is_positive == frozenset()


def test_that_the_filter_says_how_many_rows_it_keeps(qtbot, dialog):
    type_where(qtbot, dialog, "amount > 100")
    dialog.show_findings(found(dialog))
    assert text_of(dialog, "import_where_hint") == "keeps 3 of 5 rows"


def test_that_rows_that_are_the_same_are_shown_by_a_click(qtbot, open_dialog):
    dialog = open_dialog("label,score_a\nbad,0.1\ngood,0.4\nbad,0.1\nbad,0.7\n")
    source = dialog.source
    dialog.show_findings(find(source, replace(dialog.choices.inquiry(), copies=True)))
    assert dialog.findChild(Badge, "import_copies").text.startswith("1 row is the same as")
    QApplication.processEvents()
    click(qtbot, dialog, "import_show_copies")
    model = dialog.findChild(QTableView, "import_preview").model()
    rows = [model.headerData(row, Qt.Orientation.Vertical) for row in range(model.rowCount())]
    assert rows == ["1", "3"]


def test_that_a_suspected_group_is_used_by_a_click(qtbot, open_dialog):
    rows = "".join(f"c{i // 4},{'bad' if i % 3 == 0 else 'good'},0.{i}\n" for i in range(10, 70))
    dialog = open_dialog("customer,label,score_a\n" + rows)
    assert remark(dialog, "customer").endswith("Do rows of one customer belong together?")
    QApplication.processEvents()
    click(qtbot, dialog, "repair_customer")
    assert dialog.choices.roles().group == "customer"
    assert remark(dialog, "customer") == "16 values in 60 rows. Resampled as a whole"


def test_that_the_rows_of_a_finding_are_shown(qtbot, dialog):
    dialog.show_findings(found(dialog))
    QApplication.processEvents()
    click(qtbot, dialog, "repair_score_net")
    model = dialog.findChild(QTableView, "import_preview").model()
    assert model.rowCount() == 1
    assert model.index(0, 0).data() == "4"
    assert model.headerData(0, Qt.Orientation.Vertical) == "4"
    assert text_of(dialog, "import_rows_note") == "rows 4"
    click(qtbot, dialog, "import_first_rows")
    assert model.rowCount() == 5


def test_that_text_in_a_score_can_count_as_missing(qtbot, open_dialog):
    rows = "".join(f"{'yes' if i % 2 else 'no'},0.{i}\n" for i in range(1, 20))
    dialog = open_dialog("label,score_a\n" + rows + "yes,n/k\n")
    assert not accept_button(dialog).isEnabled()
    assert "text in 1 row" in dialog.findChild(Badge).text
    QApplication.processEvents()
    click(qtbot, dialog, "repair_score_a")
    assert accept_button(dialog).isEnabled()
    assert dialog.choices.roles().text_as_missing == {"score_a"}


def test_that_rows_past_the_first_ones_are_read(tmp_path):
    source = written(tmp_path, "label,score_a\n" + "a,1\n" * 150 + "b,2\n")
    assert rows_of(source, [151]) == [["b", "2"]]
    assert rows_of(source, [1]) == [("a", "1")]


def test_that_a_wide_file_furnishes_only_the_rows_in_sight(open_dialog):
    names = [f"score_{i}" for i in range(300)]
    text = ",".join(["label", *names]) + "\n"
    dialog = open_dialog(text + "1" + ",0.1" * 300 + "\n0" + ",0.2" * 300 + "\n")
    assert len(dialog.findChildren(RoleBox)) < 40
    assert role_box(dialog, "score_299") is None
    table = dialog.findChild(ColumnsTable)
    table.verticalScrollBar().setValue(table.verticalScrollBar().maximum())
    assert role_box(dialog, "score_299") is not None
    assert len(dialog.choices.roles().scores) == 300


def test_that_tab_walks_down_the_rows_and_their_repairs(qtbot, dialog):
    choose(qtbot, role_box(dialog, "points"), "Score")
    dialog.show_findings(found(dialog))
    role_box(dialog, "score_net").setFocus()
    seen = []
    for _ in range(7):
        seen.append(QApplication.focusWidget().objectName())
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    expected = [
        "role_score_net",
        "direction_score_net_False",
        "repair_score_net",
        "role_points",
        "direction_points_False",
        "repair_points",
        "role_branch",
    ]
    assert seen == expected


def test_that_the_focus_stays_on_a_repair_that_was_pressed(qtbot, dialog):
    choose(qtbot, role_box(dialog, "points"), "Score")
    dialog.show_findings(found(dialog))
    QApplication.processEvents()
    link = dialog.findChild(QAbstractButton, "repair_points")
    link.setFocus()
    qtbot.keyClick(link, Qt.Key.Key_Return)
    assert QApplication.focusWidget().text() == "Turn back"


def test_that_a_remark_goes_with_its_role(qtbot, dialog):
    dialog.show_findings(found(dialog))
    choose(qtbot, role_box(dialog, "score_net"), "Ignore")
    table = dialog.findChild(ColumnsTable)
    item = next(table.item(r, 5) for r in range(7) if table.item(r, 0).text() == "score_net")
    assert item.text() == ""
    assert item.icon().isNull()


def test_that_other_reading_options_are_reported(qtbot, dialog):
    click(qtbot, dialog, "import_reading")
    options = dialog.findChild(ReadingOptionsDialog)
    choose(qtbot, options.findChild(QComboBox, "reading_separator"), "Semicolon ;")
    with qtbot.waitSignal(dialog.options_changed) as caught:
        click(qtbot, options, "reading_apply")
    assert caught.args == [ReadOptions(separator=";")]
    assert dialog.isVisible()


def test_that_escape_in_the_options_leaves_the_import_open(qtbot, dialog):
    click(qtbot, dialog, "import_reading")
    options = dialog.findChild(ReadingOptionsDialog)
    with qtbot.assertNotEmitted(dialog.options_changed):
        qtbot.keyClick(options, Qt.Key.Key_Escape)
    assert dialog.isVisible()


def test_that_a_file_read_again_replaces_what_was_shown(dialog, tmp_path):
    source = written(tmp_path, AMBIGUOUS)
    dialog.show_source(source, propose_roles(source))
    assert dialog.findChild(ColumnsTable).rowCount() == 2
    assert dialog.findChild(QTableView, "import_preview").model().columnCount() == 2


def test_that_a_fault_of_the_file_is_said_at_the_foot(dialog):
    dialog.show_error("Cannot read march.csv: row 418 has 9 fields, the header has 10.")
    assert dialog.findChild(Badge).text.startswith("Cannot read march.csv")


def test_that_help_names_its_page(qtbot, dialog):
    with qtbot.waitSignal(dialog.help_requested) as caught:
        click(qtbot, dialog, "import_help")
    assert caught.args == ["import"]


def test_that_every_widget_has_a_name_to_read_aloud(dialog):
    QApplication.processEvents()
    for kind in (QAbstractButton, QComboBox, QLineEdit):
        for widget in dialog.findChildren(kind):
            if widget.isVisible() and widget.focusPolicy() != Qt.FocusPolicy.NoFocus:
                assert widget.objectName(), widget
                assert widget.accessibleName(), widget.objectName()


def test_that_a_long_fault_wraps_and_what_is_not_on_show_is_not_imported(qtbot, dialog):
    click(qtbot, dialog, "import_shape_long")
    fault = "march.csv: label differs between rows of one amount, first in rows 66 and 73. " * 3
    height = dialog.height()
    dialog.show_error(fault)
    QApplication.processEvents()
    badge = dialog.findChild(Badge, "import_badge")
    label = badge.findChild(QLabel, "import_badge_text")
    assert label.text() == fault
    assert not clipped_texts(badge)
    assert label.height() > label.fontMetrics().height()  # more lines than one
    assert dialog.height() == height
    assert not accept_button(dialog).isEnabled()
    dialog.show_source(dialog.source, propose_roles(dialog.source), dialog.choices.roles())
    assert accept_button(dialog).isEnabled()


def test_that_a_finding_without_a_repair_has_its_room(qtbot, dialog):
    table = dialog.findChild(ColumnsTable)
    dialog.show_findings(found(dialog))
    spans = {
        table.item(row, 0).text(): table.columnSpan(row, FINDING) for row in range(table.rowCount())
    }
    assert spans["label"] == 2
    assert spans["score_net"] == 1  # beside it is a link

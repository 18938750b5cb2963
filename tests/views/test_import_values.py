from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QComboBox,
    QLabel,
    QPushButton,
    QTableView,
    QTableWidget,
    QWidget,
)

from costcurve_gui.dataio.dataset import load_dataset
from costcurve_gui.dataio.formats import text_reader as source_module
from costcurve_gui.dataio.formats.opening import open_source, open_text
from costcurve_gui.dataio.pivot import as_cases
from costcurve_gui.dataio.roles.column_roles import Role
from costcurve_gui.dataio.roles.findings import find
from costcurve_gui.dataio.roles.labels import LabelClass
from costcurve_gui.dataio.roles.proposal import propose_roles
from costcurve_gui.views.dialogs.import_choices import REST, ImportChoices
from costcurve_gui.views.dialogs.import_dialog import ImportDialog
from costcurve_gui.views.dialogs.import_obstacles import obstacle
from costcurve_gui.views.dialogs.order_dialog import OrderDialog
from costcurve_gui.views.shell.theme import DARK, LIGHT, apply_theme
from costcurve_gui.views.text import numbers

LABELS = ["1"] * 3 + ["1.0"] + ["0"] * 5 + ["9"] * 2 + ["?", ""]
TABLE = "label,score\n" + "".join(f"{label},{row}\n" for row, label in enumerate(LABELS))
COUNTS = {"0": 5, "1": 4, "9": 2}


@pytest.fixture
def dialog(qtbot):
    source = open_text(TABLE)
    widget = ImportDialog(source, propose_roles(source))
    qtbot.addWidget(widget)
    widget.show()
    widget._choose_positive("1")
    return widget


def cell(dialog: ImportDialog, part: str, row: int) -> QWidget:
    return dialog.findChild(QWidget, f"import_value{part}_{row}")


def press(qtbot, dialog: ImportDialog, row: int, given: LabelClass) -> None:
    button = dialog.findChild(QPushButton, f"import_value_class_{row}_{given}")
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_that_every_value_is_a_row_with_its_count_share_and_class(dialog):
    values = [cell(dialog, "", row).full_text for row in range(3)]
    assert values == ["0", "1", "9"]
    assert [cell(dialog, "_rows", row).text() for row in range(3)] == ["5", "4", "2"]
    given = [cell(dialog, "_class", row).value for row in range(3)]
    assert given == [None, LabelClass.POSITIVE, None]
    assert dialog.findChild(QLabel, "import_missing_labels").text() == "2 without a value, left out"
    assert not cell(dialog, "_rows", 3).isVisibleTo(dialog)


def test_that_nothing_is_imported_before_every_value_has_a_class(qtbot, dialog):
    button = dialog.findChild(QPushButton, "import_accept")
    assert not button.isEnabled()
    assert button.toolTip() == "Before the import: what do 0 and 9 mean?"
    press(qtbot, dialog, 0, LabelClass.NEGATIVE)
    assert button.toolTip() == "Before the import: what does 9 mean?"
    press(qtbot, dialog, 2, LabelClass.LEFT_OUT)
    assert button.isEnabled()
    data = load_dataset(dialog.source, dialog.choices.roles())
    assert data.y_true.tolist() == [True] * 4 + [False] * 5
    assert [(value.text, value.count, str(value.given)) for value in data.labels] == [
        ("0", 5, "negative"), ("1", 4, "positive"), ("9", 2, "left out"), ("", 2, "missing"),
    ]  # fmt: skip


def test_that_another_positive_value_makes_the_first_one_negative(qtbot, dialog):
    press(qtbot, dialog, 2, LabelClass.POSITIVE)
    assert dialog.choices.positive == "9"
    given = [cell(dialog, "_class", row).value for row in range(3)]
    assert given == [None, LabelClass.NEGATIVE, LabelClass.POSITIVE]
    press(qtbot, dialog, 2, LabelClass.LEFT_OUT)
    assert dialog.choices.positive == ""


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
def test_that_values_and_columns_stand_on_the_same_ground(qapp, dialog, tokens):
    try:
        apply_theme(qapp, tokens)
        picture = dialog.grab().toImage()
        for name in ("import_values", "import_columns"):
            viewport = dialog.findChild(QAbstractScrollArea, name).viewport()
            corner = viewport.mapTo(dialog, viewport.rect().bottomRight())
            assert picture.pixelColor(corner).name() == tokens.panel, name
    finally:
        apply_theme(qapp, LIGHT)


def test_that_two_values_need_the_positive_one_only():
    source = open_text("label,score\nbad,1\ngood,2\nGood,3\n")
    choices = ImportChoices.proposed(propose_roles(source)).with_positive("bad")
    counts = {"good": 2, "bad": 1}
    assert choices.class_of("good", counts) is LabelClass.NEGATIVE
    assert not obstacle(choices, source, counts)
    left_out = choices.with_class("good", LabelClass.LEFT_OUT)
    assert obstacle(left_out, source, counts).startswith("No value counts as negative")


def test_that_many_values_are_asked_for_together():
    rows = "".join(f"v{row % 30},{row}\n" for row in range(90))
    source = open_text(f"label,score\n{rows}")
    counts = {f"v{row}": 3 for row in range(30)}
    choices = ImportChoices.proposed(propose_roles(source)).with_label("label").with_positive("v29")
    for value in ("v0", "v1", "v2", "v3", "v4", REST):
        assert obstacle(choices, source, counts).startswith("Before the import")
        choices = choices.with_class(value, LabelClass.NEGATIVE)
    assert not obstacle(choices, source, counts)
    assert load_dataset(source, choices.roles()).y_true.sum() == 3


def test_that_names_have_room_beside_their_rows(qtbot):
    source = open_text("label,score\n" + "a longer class name,1\nunknown,2\ngood,3\n" * 9)
    widget = ImportDialog(source, propose_roles(source))
    qtbot.addWidget(widget)
    widget.resize(960, 600)
    widget.show()
    for row in range(3):
        name, rows = cell(widget, "", row), cell(widget, "_rows", row)
        assert name.text() == name.full_text
        assert name.geometry().right() < rows.geometry().left()


def test_that_counts_of_sampled_rows_say_so(qtbot, tmp_path, monkeypatch):
    path = tmp_path / "large.csv"
    path.write_text("label,score\n" + "1,0.5\n0,0.25\n" * 30_000)
    monkeypatch.setattr(source_module, "SMALL_FILE_BYTES", 1_000)
    for name, heading in (("large.csv", "Rows looked at"), ("small.csv", "Rows")):
        (tmp_path / "small.csv").write_text("label,score\n1,0.5\n0,0.25\n")
        source = open_source(tmp_path / name)
        widget = ImportDialog(source, propose_roles(source))
        qtbot.addWidget(widget)
        assert widget.findChild(QLabel, "import_values_rows").text() == heading


def test_that_a_class_of_one_value_is_called_by_a_name(qtbot, dialog):
    press(qtbot, dialog, 0, LabelClass.NEGATIVE)
    press(qtbot, dialog, 2, LabelClass.LEFT_OUT)
    positive, negative = cell(dialog, "_called", 1), cell(dialog, "_called", 0)
    assert cell(dialog, "_called", 2).isHidden()
    qtbot.keyClicks(positive, " insolvent  in 2026 ")
    qtbot.keyClicks(negative, "repaid")
    roles = dialog.choices.roles()
    assert (roles.positive_name, roles.negative_name) == ("insolvent in 2026", "repaid")
    data = load_dataset(dialog.source, roles)
    assert (data.positive_label, data.class_names) == ("1", ("insolvent in 2026", "repaid"))
    negative.clear()
    qtbot.keyClicks(negative, "insolvent in 2026")
    said = "Both classes are called insolvent in 2026. Choose another name for one."
    assert dialog.findChild(QPushButton, "import_accept").toolTip() == said
    press(qtbot, dialog, 2, LabelClass.NEGATIVE)
    assert negative.isHidden()  # two values are negative: they are called by the positive one


def test_that_first_rows_have_the_decimal_mark_of_the_preferences(qtbot, dialog):
    numbers.use_decimal_comma(True)
    try:
        source = open_text("label,score\nbad,-0.25\ngood,\nbad,1\n")
        dialog.show_source(source, propose_roles(source))
        model = dialog.findChild(QTableView, "import_preview").model()
        assert [model.index(row, 1).data() for row in range(3)] == ["\u22120,25", "missing", "1"]
    finally:
        numbers.use_decimal_comma(False)


LONG = "id;model;score;label\n" + "".join(
    f"{case};{model};0,{case}{at};{'bad' if case % 3 else 'good'}\n"
    for case in range(1, 9)
    for at, model in enumerate("ab")
    if (case, model) != (2, "b")
)


def test_that_rows_of_a_long_file_stand_beside_the_cases_that_they_become(dialog):
    source = as_cases(open_text(LONG))
    assert source.unpivoted is not None
    dialog.show_source(source, propose_roles(source))
    in_file = dialog.findChild(QTableView, "import_rows_in_file")
    used = dialog.findChild(QTableView, "import_preview").model()
    assert in_file.isVisible()
    assert [in_file.model().index(0, at).data() for at in range(4)] == ["1", "a", "0.10", "bad"]
    cells = [[used.index(row, at).data() for at in range(4)] for row in range(2)]
    assert cells == [["1", "bad", "0.10", "0.11"], ["2", "bad", "0.20", "missing"]]
    dialog.show_source(open_text(TABLE), propose_roles(open_text(TABLE)))
    assert not in_file.isVisible()


GRADED = "grade,score\n" + "".join(f"{grade},{at}\n" * at for at, grade in enumerate("ABCDEFG", 2))


def test_that_grades_stand_in_their_order_and_are_positive_from_one_on(qtbot):
    source = open_text(GRADED)
    widget = ImportDialog(source, replace_label(propose_roles(source)))
    qtbot.addWidget(widget)
    widget.show()
    assert [cell(widget, "", row).full_text for row in range(7)] == list("ABCDEFG")
    box = widget.findChild(QComboBox, "import_positive")
    offered = [box.itemText(at) for at in range(box.count())]
    assert offered[:2] == ["from B on", "from C on"]
    assert "up to B" in offered
    box.setCurrentText("from E on")
    box.activated.emit(box.currentIndex())
    given = [cell(widget, "_class", row).value for row in range(7)]
    assert given == [LabelClass.NEGATIVE] * 4 + [LabelClass.POSITIVE] * 3
    assert box.currentText() == "from E on"
    assert widget.findChild(QLabel, "import_positive_hint").text() == "21 of 35 rows, 60.0 %"
    called = [cell(widget, "_called", row) for row in range(7)]
    shown = [field.placeholderText() for field in called if field.isVisibleTo(widget)]
    assert shown == ["grade A to D", "grade E to G"]
    press(qtbot, widget, 3, LabelClass.POSITIVE)  # one more, none is displaced
    press(qtbot, widget, 4, LabelClass.LEFT_OUT)
    roles = widget.choices.roles()
    assert set(roles.all_positive) == {"D", "F", "G"}
    assert roles.left_out == ("E",)
    data = load_dataset(source, roles)
    assert (int(data.y_true.sum()), data.rows) == (5 + 7 + 8, 35 - 6)
    again = ImportChoices.chosen_before(propose_roles(source), roles, source.columns)
    assert set(again.all_positive) == {"D", "F", "G"}


def replace_label(proposal):
    """Take the grades for the label, which a name such as target would say."""
    by_column = {**proposal.by_column, "grade": Role.LABEL}
    roles = replace(proposal.roles, label="grade")
    return replace(proposal, roles=roles, by_column=by_column, problems=())


def test_that_names_are_suggested_by_the_column_until_one_is_typed(qtbot):
    source = open_text("default,score\n1,3\n0,2\n0,1\n1,4\n")
    widget = ImportDialog(source, propose_roles(source))
    qtbot.addWidget(widget)
    names = [cell(widget, "_called", row).text() for row in range(2)]
    assert names == ["no default", "default"]
    roles = widget.choices.roles()
    assert (roles.positive_name, roles.negative_name) == ("default", "no default")
    widget._choose_name("0", "repaid")
    widget._choose_name("1", "")
    roles = widget.choices.roles()
    assert (roles.positive_name, roles.negative_name) == ("", "repaid")
    again = ImportChoices.chosen_before(propose_roles(source), roles, source.columns)
    assert (again.name_of("1"), again.name_of("0")) == ("", "repaid")


def test_that_a_rating_is_a_score_whose_order_is_shown_and_changed(qtbot):
    cells = zip("ABCABCAB", "01101001", strict=True)
    source = open_text("label,rating,p\n" + "".join(f"{y},{grade},{y}\n" for grade, y in cells))
    widget = ImportDialog(source, propose_roles(source))
    qtbot.addWidget(widget)
    widget.show()
    widget._choose_role("rating", Role.SCORE)
    table = widget.findChild(QTableWidget, "import_columns")
    assert table.item(1, 2).text() == "text, 3 grades, A to C as 1 to 3"
    preview = widget.findChild(QTableView, "import_preview").model()
    assert [preview.cell_data(row, 1, Qt.ItemDataRole.DisplayRole) for row in range(2)] == [
        "A = 1", "B = 2",
    ]  # fmt: skip
    widget.show_findings(find(source, widget.choices.inquiry()))
    said = table.item(1, 5).text()
    assert said.endswith(", order by the alphabet")
    widget.findChild(QPushButton, "repair_rating").click()
    order = widget.findChild(OrderDialog)
    order.activateWindow()
    qtbot.waitUntil(order.isActiveWindow)  # shortcuts are those of the window in front
    qtbot.keyClick(order.grades, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert order.order == ("B", "A", "C")
    order.findChild(QPushButton, "order_reverse").click()
    order.findChild(QPushButton, "order_use").click()
    roles = widget.choices.roles()
    assert roles.orders == {"rating": ("C", "A", "B")}
    assert load_dataset(source, roles).scores["rating"].tolist() == [2, 3, 1, 2, 3, 1, 2, 3]
    again = ImportChoices.chosen_before(propose_roles(source), roles, source.columns)
    assert again.roles().orders == roles.orders


def test_that_classes_told_apart_are_no_grades(qtbot):
    head = "label,proba_1,proba_2,proba_3\n"
    source = open_text(head + "1,0.5,0.25,0.25\n2,0.25,0.5,0.25\n3,0.25,0.25,0.5\n" * 4)
    widget = ImportDialog(source, propose_roles(source))
    qtbot.addWidget(widget)
    box = widget.findChild(QComboBox, "import_positive")
    assert widget.findChild(QLabel, "import_label_hint").text() == "3 values: 1 < 2 < 3"
    assert [box.itemText(at) for at in range(box.count())] == ["1", "2", "3"]
    widget._choose(widget.choices.with_several(False))
    assert "from 2 on" in [box.itemText(at) for at in range(box.count())]
    widget._choose_grades(("2", "3"))
    assert widget.choices.roles().all_positive == ("2", "3")
    widget._choose(widget.choices.with_several(True))
    assert widget.choices.roles().roles.also_positive == ()


def test_that_names_of_grades_stay_where_a_class_keeps_a_grade():
    order = tuple("ABCDE")
    choices = ImportChoices({"rating": Role.LABEL, "p": Role.SCORE}).with_grades(order, ("D", "E"))
    choices = choices.with_name("D", "insolvent").with_name("A", "repaid")
    for first in "BE":
        moved = choices.with_grades(order, order[order.index(first) :])
        roles = moved.roles()
        assert (roles.positive_name, roles.negative_name) == ("insolvent", "repaid")
        assert {value for _, value in moved.names} == {first, "A"}
    turned = choices.with_grades(order, ("A", "B", "C")).roles()
    assert (turned.positive_name, turned.negative_name) == ("", "")

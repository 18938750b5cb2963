import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtWidgets import QComboBox, QPushButton

from costcurve_gui.dataio.columns import Kind, describe_column
from costcurve_gui.dataio.dataset import load_dataset
from costcurve_gui.dataio.formats.opening import open_text
from costcurve_gui.dataio.number_formats import NumberMarks
from costcurve_gui.dataio.roles.column_roles import Role
from costcurve_gui.dataio.roles.proposal import propose_roles
from costcurve_gui.dataio.source import ReadOptions, Sheet
from costcurve_gui.views.dialogs import import_words
from costcurve_gui.views.dialogs.import_choices import ONE_COLUMN_ONLY, ImportChoices
from costcurve_gui.views.dialogs.import_columns import Remark
from costcurve_gui.views.dialogs.import_dialog import ImportDialog
from costcurve_gui.views.dialogs.import_obstacles import NO_LABEL, obstacle, where_fault
from costcurve_gui.views.dialogs.import_questions import ReadingOptionsDialog
from costcurve_gui.views.dialogs.import_remarks import remarks_of

TABLE = "id,label,amount,score_a,score_b,w\n" + "".join(
    f"{i},{'bad' if i % 4 == 0 else 'good'},{i * 10},0.{i},{i},1\n" for i in range(1, 13)
)
SOURCE = open_text(TABLE)
COUNTS = {"good": 9, "bad": 3}
COLUMNS = [column.name for column in SOURCE.columns]


def proposed() -> ImportChoices:
    return ImportChoices.proposed(propose_roles(SOURCE))


def test_that_a_role_for_one_column_leaves_the_one_that_had_it():
    changed = proposed().with_role("w", Role.LABEL)
    assert changed.label == "w"
    assert changed.by_column["label"] is Role.IGNORE


def test_that_a_role_that_was_passed_by_goes_back():
    before = proposed()
    passed = before.with_role("w", Role.LABEL).with_role("w", before.by_column["w"])
    assert passed.by_column == before.by_column


def test_that_a_role_given_to_another_column_since_is_not_taken_back():
    changed = proposed().with_role("w", Role.LABEL).with_role("label", Role.IDENTIFIER)
    assert changed.with_role("w", Role.IGNORE).by_column["label"] is Role.IDENTIFIER


STEPS = st.lists(st.tuples(st.sampled_from(COLUMNS), st.sampled_from(list(Role))), max_size=12)


@given(steps=STEPS)
def test_that_no_role_for_one_column_is_ever_held_by_two(steps):
    choices = proposed()
    for column, role in steps:
        choices = choices.with_role(column, role)
        held = list(choices.by_column.values())
        assert all(held.count(single) <= 1 for single in ONE_COLUMN_ONLY)
        assert choices.by_column[column] is role
        assert list(choices.by_column) == COLUMNS


def test_that_the_positive_class_is_remembered_for_each_label():
    choices = proposed().with_label("label").with_positive("bad")
    away = choices.with_label("w")
    assert away.positive == ""
    assert away.with_label("label").positive == "bad"


def test_that_only_scores_can_be_turned():
    choices = proposed().with_low_positive("score_a", True)
    assert choices.roles().lower_is_positive == {"score_a"}
    assert choices.with_role("score_a", Role.IGNORE).roles().lower_is_positive == frozenset()
    assert choices.with_low_positive("score_a", False).roles().lower_is_positive == frozenset()


def test_that_cost_columns_are_those_so_named():
    choices = proposed().with_role("amount", Role.COST).with_role("w", Role.WEIGHT)
    roles = choices.roles()
    assert roles.costs == ("amount",)
    assert roles.weight == "w"
    assert choices.with_role("amount", Role.IGNORE).roles().costs == ()


def test_that_obstacles_are_named_in_the_order_in_which_they_are_met():
    unlabelled = proposed().with_role("label", Role.IGNORE)
    assert obstacle(unlabelled, SOURCE, {}) == (
        f"{NO_LABEL} Choose one under True class; it must have two or more values."
    )
    choices = proposed().with_label("label")
    asked = "Which value is positive: bad (3) or good (9)?"
    assert obstacle(choices, SOURCE, COUNTS) == asked
    choices = choices.with_positive("bad")
    assert obstacle(choices, SOURCE, COUNTS) == ""
    none = choices
    for name in choices.scores:
        none = none.with_role(name, Role.IGNORE)
    assert obstacle(none, SOURCE, COUNTS).startswith(
        "No column is used as a score. Use one or more as Score, such as "
    )
    assert "amout" in obstacle(choices.with_where("amout > 5"), SOURCE, COUNTS)


def test_that_a_label_of_one_value_is_an_obstacle():
    choices = proposed().with_label("label")
    assert obstacle(choices, SOURCE, {"good": 12}) == (
        "All 12 rows are good. Curves need both classes."
    )
    assert "no value in any row" in obstacle(choices, SOURCE, {})


@pytest.mark.parametrize("text", ["", "  ", "amount > 50", 'label == "bad" and amount < 90'])
def test_that_a_good_filter_has_no_fault(text):
    assert where_fault(text, SOURCE) == ""


@pytest.mark.parametrize("text", ["amount >", "amount", "nothing > 5"])
def test_that_a_bad_filter_has_one(text):
    assert where_fault(text, SOURCE)


def test_that_types_are_described_in_words():
    column = SOURCE.column
    assert import_words.type_of(column("score_a"), Role.SCORE) == "number 0.10 – 0.90"
    assert import_words.type_of(column("score_b"), Role.SCORE) == "whole number 1 – 12"
    assert import_words.type_of(column("amount"), Role.COST) == "whole number"
    assert import_words.type_of(column("label"), Role.LABEL) == "text"
    percent = describe_column("p", ["0,4 %", "98,1 %", "12,0 %"], NumberMarks(",", plain=","))
    assert import_words.type_of(percent, Role.SCORE) == "percent, read as 0.004 to 0.981"


def test_that_facts_and_shares_are_said_with_their_counts():
    assert import_words.facts(SOURCE).startswith("12 rows, 6 columns")
    assert import_words.share_of(COUNTS, ["bad"], SOURCE) == "3 of 12 rows, 25.0 %"
    assert import_words.values_found(COUNTS) == "2 values: bad, good"


@pytest.mark.parametrize(("count", "words"), [(0, "Import"), (1, "Import 1 model")])
def test_that_the_button_counts_its_models(count, words):
    assert import_words.import_words(count) == words


def test_that_a_workbook_is_asked_for_its_sheet_only(qtbot):
    sheets = (
        Sheet("Scores", 513, 3, ("id", "label", "score_a")),
        Sheet("Second", 0, 0, tuple("abcdefgh")),
        Sheet("Notes", 1, 1),
    )
    dialog = ReadingOptionsDialog(ReadOptions(sheet="Scores"), ReadOptions(), sheets=sheets)
    qtbot.addWidget(dialog)
    assert dialog.options == ReadOptions()
    box = dialog.findChild(object, "reading_sheet")
    assert [box.itemText(at) for at in range(box.count())] == [
        "As found: Scores, 513 by 3: id, label, score_a",
        "Scores, 513 by 3: id, label, score_a",
        "Second: a, b, c, d, e, f\u2026",
        "Notes, 1 by 1, empty",
    ]
    box.setCurrentIndex(2)
    assert dialog.options == ReadOptions(sheet="Second")
    assert dialog.findChild(object, "reading_separator") is None


def test_that_options_set_before_are_kept(qtbot):
    chosen = ReadOptions(separator=";", encoding="koi8-r", header=False)
    found = ReadOptions(";", ",", "koi8-r", '"', None, header=False)
    dialog = ReadingOptionsDialog(found, chosen)
    qtbot.addWidget(dialog)
    assert dialog.options == chosen


def test_that_one_column_says_whose_case_it_is():
    choices = proposed().with_role("w", Role.GROUP)
    assert choices.roles().group == "w"
    assert choices.with_role("amount", Role.GROUP).roles().group == "amount"
    assert choices.with_role("amount", Role.GROUP).by_column["w"] is Role.IGNORE
    assert import_words.ROLE_WORDS[Role.GROUP] == "Group"


LONG = "who,id,points,label\n" + "".join(
    f"{model},{i},{i * step % 9},{'bad' if i % 3 else 'good'}\n"
    for model, step in (("a", 2), ("b", 4))
    for i in range(9)
)


def test_that_ids_that_repeat_are_an_obstacle_until_it_is_settled_what_the_rows_are():
    source = open_text(LONG)
    proposal = propose_roles(source)
    choices = ImportChoices.proposed(proposal).with_positive("bad")
    said = obstacle(choices, source, {"bad": 12, "good": 6}, proposal.problems)
    assert said == (
        "id repeats. Is each row one case and model? Choose Long, above. "
        "Else use id as Group or Ignore."
    )
    for role in (Role.IGNORE, Role.GROUP):
        settled = choices.with_role("id", role)
        assert obstacle(settled, source, {"bad": 12, "good": 6}, proposal.problems) == ""


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("label,rate\nbad,5%\ngood,0.3\nbad,6%\n", "rate is left as text: 1 of 3 values have no"),
        ("label,a\nbad,x\ngood,y\n", "Choose separator and decimal mark under Reading options."),
        ("label\nbad\ngood\n", "Choose another separator under Reading options."),
        ("label,amount\nbad,5\ngood,7\n", "Use one or more as Score, such as amount;"),
    ],
)
def test_that_a_file_without_scores_says_what_to_do_next(text, advice):
    source = open_text(text)
    choices = ImportChoices.proposed(propose_roles(source))
    assert advice in obstacle(choices, source, {"bad": 1, "good": 1})


def test_that_columns_say_how_they_were_read_and_which_payoff_they_seem_to_hold():
    header = "label,score_a,cost_fp,volume,odd\n"
    rows = [
        f'{"bad" if i % 2 else "good"},{i},3,"{i * 999:,}",{i}{"%" if i else ""}' for i in range(9)
    ]
    source = open_text(header + "\n".join(rows), ReadOptions(separator=","))
    remarks = remarks_of(source, ImportChoices.proposed(propose_roles(source)), {"bad": 4}, {})
    assert remarks["cost_fp"].text == "proposed payoff of a false positive: -cost_fp"
    assert remarks["volume"].text == '"1,998" is read as 1998 (thousands comma)'
    assert remarks["odd"] == Remark(
        'is left as text: 1 of 9 values have no percent sign: "0"', "warning"
    )


def test_that_the_score_of_a_model_follows_the_positive_class():
    rows = [(number, number / 10) for number in range(1, 9)]
    source = open_text(
        "label,prob_good,prob_bad\n"
        + "".join(f"{'good' if n % 2 else 'bad'},{1 - p:.1f},{p}\n" for n, p in rows)
    )
    choices = ImportChoices.proposed(propose_roles(source))
    for positive in ("bad", "good"):
        choices = choices.with_positive(positive)
        assert choices.scores == (f"prob_{positive}",)
    both = choices.with_role("prob_bad", Role.SCORE).with_positive("bad")
    assert both.scores == ("prob_good", "prob_bad")


def test_that_a_column_of_text_with_some_numbers_is_read_as_numbers_on_a_click(qtbot):
    rows = (
        f"{'bad' if i % 3 else 'good'},{i / 7 if i % 4 == 0 else 'n.v.'},x\n" for i in range(80)
    )
    source = open_text("label,answer,word\n" + "".join(rows))
    column = source.column("answer")
    assert (column.kind, column.text_cells, column.unread) == (Kind.TEXT, 60, ("n.v.",))
    assert source.column("word").text_cells == 0
    dialog = ImportDialog(source, propose_roles(source))
    qtbot.addWidget(dialog)
    dialog.show()
    dialog._choose_positive("bad")
    box = dialog.findChild(QComboBox, "role_answer")
    assert box.model().item(box.findData(Role.SCORE)).isEnabled()
    word = dialog.findChild(QComboBox, "role_word")
    assert not word.model().item(word.findData(Role.SCORE)).isEnabled()
    dialog._choose_role("answer", Role.SCORE)
    accept = dialog.findChild(QPushButton, "import_accept")
    assert accept.toolTip() == (
        "answer has text in 60 rows: n.v.. Read as number, without these, or use another column."
    )
    link = dialog.findChild(QPushButton, "repair_answer")
    assert link.text() == "Read as number"
    link.click()
    assert accept.isEnabled(), accept.toolTip()
    data = load_dataset(source, dialog.choices.roles())
    assert data.missing == {"answer": 60}

"""The list of models is edited in place: by menu, keys and mouse, and says so in signals."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QMenu

from costcurve_gui.analysis.model_edits import ModelEdits
from costcurve_gui.views.panels.dataset_panel import DatasetPanel
from costcurve_gui.views.panels.model_menu import colour_name
from costcurve_gui.views.panels.model_moving import moved_order
from costcurve_gui.views.panels.model_rows import MODEL
from costcurve_gui.views.shell.theme import DARK, LIGHT, apply_theme
from tests.helpers.snapshots import INFOS, curve_set, settings, snapshot, state

KEYS = [info.key for info in INFOS]
FIRST, SECOND, THIRD = KEYS[:3]
LEFT = Qt.MouseButton.LeftButton
ALT = Qt.KeyboardModifier.AltModifier


@pytest.fixture
def panel(qtbot):
    widget = DatasetPanel()
    qtbot.addWidget(widget)
    widget.show_state(state())
    widget.show_curves(curve_set())
    widget.show_snapshot(snapshot())
    widget.resize(340, 500)
    widget.show()
    return widget


@pytest.fixture
def models(panel):
    panel.models.setFocus()
    return panel.models


def line(models, key):
    return models.visualRect(models.rows.index(models.rows.row_of(key), MODEL))


def go_to(models, key):
    models.setCurrentIndex(models.rows.index(models.rows.row_of(key), MODEL))


def told_by(signal):
    told = []
    signal.connect(lambda *words: told.append(words))
    return told


@given(st.permutations("abcdef"), st.sets(st.sampled_from("abcdef"), min_size=1), st.data())
def test_that_a_moved_model_stands_before_the_one_it_was_dropped_on(keys, kept, data):
    seen = [key for key in keys if key in kept]
    key, place = data.draw(st.sampled_from(seen)), data.draw(st.integers(0, len(seen)))
    order = moved_order(keys, seen, key, place)
    if order is None:
        assert place in (seen.index(key), seen.index(key) + 1)
        return
    assert sorted(order) == sorted(keys)
    assert [one for one in order if one != key] == [one for one in keys if one != key]
    now = [one for one in order if one in kept]
    wanted = [one for one in seen[:place] if one != key]
    assert now[: len(wanted) + 1] == [*wanted, key]


def test_that_a_name_is_typed_in_place_and_kept_by_enter(qtbot, models):
    told = told_by(models.name_typed)
    go_to(models, SECOND)
    qtbot.keyClick(models, Qt.Key.Key_F2)
    field = models.findChild(QLineEdit, "model_name_field")
    assert field.text() == field.selectedText() == "naive_bayes"
    assert field.accessibleName() == "Name of naive_bayes"
    qtbot.keyClicks(field, "Bayes")
    models.show_snapshot(snapshot())  # figures that come meanwhile leave it alone
    assert field.text() == "Bayes"
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: told == [(SECOND, "Bayes")])


def test_that_escape_and_the_same_name_change_nothing(qtbot, models):
    told = told_by(models.name_typed)
    go_to(models, SECOND)
    for keys, end in (("Bayes", Qt.Key.Key_Escape), ("", Qt.Key.Key_Return)):
        qtbot.keyClick(models, Qt.Key.Key_F2)
        field = models.findChildren(QLineEdit, "model_name_field")[-1]
        qtbot.keyClicks(field, keys)
        with qtbot.waitSignal(field.destroyed):
            qtbot.keyClick(field, end)
    assert told == []


def test_that_a_double_click_on_a_name_lets_it_be_typed(qtbot, models):
    at = line(models, THIRD).center()
    for act in (QTest.mousePress, QTest.mouseRelease, QTest.mouseDClick, QTest.mouseRelease):
        act(models.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, at)
    field = models.findChild(QLineEdit, "model_name_field")
    assert field.text() == INFOS[2].name


def test_that_a_double_click_on_a_trivial_classifier_names_nothing(models):
    """Qt would warn of a field that it cannot open."""
    (trivial, *_) = (row.key for row in models.rows.rows if not row.slot)
    models.commands.begin_naming(trivial)
    assert models.findChild(QLineEdit, "model_name_field") is None


@pytest.mark.parametrize(
    ("key", "modifier", "signal", "args"),
    [
        (Qt.Key.Key_Delete, Qt.KeyboardModifier.NoModifier, "remove_requested", (SECOND,)),
        (Qt.Key.Key_Space, Qt.KeyboardModifier.NoModifier, "model_shown", (SECOND, False)),
        (Qt.Key.Key_Space, ALT, "hidden_chosen", (frozenset(KEYS) - {SECOND},)),
        (Qt.Key.Key_Up, ALT, "order_chosen", (SECOND, (SECOND, FIRST, *KEYS[2:]))),
        (Qt.Key.Key_Down, ALT, "order_chosen", (SECOND, (FIRST, THIRD, SECOND, *KEYS[3:]))),
    ],
)
def test_that_keys_do_what_the_menu_says(qtbot, models, key, modifier, signal, args):
    told = told_by(getattr(models, signal))
    go_to(models, SECOND)
    qtbot.keyClick(models, key, modifier)
    assert told == [args]


def test_that_the_first_model_is_not_moved_up(qtbot, models):
    told = told_by(models.order_chosen)
    go_to(models, FIRST)
    qtbot.keyClick(models, Qt.Key.Key_Up, ALT)
    go_to(models, KEYS[-1])
    qtbot.keyClick(models, Qt.Key.Key_Down, ALT)
    assert told == []


def test_that_a_sorted_list_is_moved_as_it_is_seen(qtbot, models):
    told = told_by(models.order_chosen)
    models.sort_by(MODEL)
    by_name = [info.key for info in sorted(INFOS, key=lambda info: info.name)]
    go_to(models, by_name[0])
    qtbot.keyClick(models, Qt.Key.Key_Down, ALT)
    assert told == [(by_name[0], (by_name[1], by_name[0], *by_name[2:]))]


def drag(models, key, y, *, escape=False):
    port, at = models.viewport(), line(models, key).center()
    QTest.mousePress(port, LEFT, pos=at)
    for step in range(1, 5):
        QTest.mouseMove(port, QPoint(at.x(), at.y() + (y - at.y()) * step // 4))
    moving = models.drag.under_way
    if escape:
        QTest.keyClick(models, Qt.Key.Key_Escape)
    QTest.mouseRelease(port, LEFT, pos=QPoint(at.x(), y))
    return moving


def test_that_a_model_is_dragged_to_its_place(models):
    told = told_by(models.order_chosen)
    assert drag(models, KEYS[-1], line(models, FIRST).top() + 2)
    assert told == [(KEYS[-1], (KEYS[-1], *KEYS[:-1]))]
    assert not models.drag.under_way


def test_that_escape_gives_a_drag_up_and_a_click_drags_nothing(models):
    told = told_by(models.order_chosen)
    assert drag(models, KEYS[-1], line(models, FIRST).top() + 2, escape=True)
    assert not drag(models, SECOND, line(models, SECOND).center().y() + 1)
    assert told == []


def menu_at(models, position):
    models.customContextMenuRequested.emit(position)
    return models.findChildren(QMenu, options=Qt.FindChildOption.FindDirectChildrenOnly)[-1]


def entries(menu):
    return {action.text().split("\t")[0]: action for action in menu.actions()}


def test_that_the_menu_key_opens_the_menu_of_the_current_line(models):
    go_to(models, THIRD)
    place = models.inputMethodQuery(Qt.InputMethodQuery.ImCursorRectangle).center()
    assert models.indexAt(place).row() == models.rows.row_of(THIRD)


@pytest.mark.parametrize("tokens", [LIGHT, DARK])
def test_that_a_colour_is_chosen_among_those_that_say_who_has_them(qapp, models, tokens):
    apply_theme(qapp, tokens)
    told = told_by(models.colour_chosen)
    inner = entries(menu_at(models, line(models, SECOND).center()))["Colour and dash"].menu()
    colours = inner.actions()
    assert [action.text().split("\t")[0] for action in colours[:16]] == [
        colour_name(slot) for slot in range(1, 17)
    ]
    assert colours[0].text() == "Blue\tused by logistic_regression"
    assert [action.isChecked() for action in colours[:3]] == [False, True, False]
    colours[9].trigger()
    entries(inner)["Colour of its place"].trigger()
    assert told == [(SECOND, 10), (SECOND, None)]


def test_that_one_curve_alone_is_shown_and_those_before_come_back(qtbot, panel, models):
    told = told_by(models.hidden_chosen)
    before = frozenset({THIRD})
    panel.show_snapshot(snapshot(settings(hidden=before)))
    go_to(models, SECOND)
    qtbot.keyClick(models, Qt.Key.Key_Space, ALT)
    panel.show_snapshot(snapshot(settings(hidden=told[0][0])))
    qtbot.keyClick(models, Qt.Key.Key_Space, ALT)
    assert told[1] == (before,)


def test_that_removed_models_are_counted_named_and_brought_back(panel, models):
    told = told_by(models.back_requested)
    removed = frozenset({INFOS[0].column, INFOS[2].column})
    edits = ModelEdits(names={INFOS[2].column: "<b>net</b> & co"}, removed=removed)
    panel.show_state(state(settings(edits=edits)))
    note = panel.findChild(object, "models_removed")
    assert note.text() == "2 models were removed from the list."
    assert note.toolTip() == "logistic_regression\n&lt;b&gt;net&lt;/b&gt; &amp; co"
    back = entries(menu_at(models, line(models, SECOND).center()))["Bring back"].menu()
    assert [action.text() for action in back.actions()] == [
        "logistic_regression",
        "<b>net</b> && co",
    ]
    back.actions()[1].trigger()
    panel.findChild(object, "bring_models_back").click()
    assert told == [([INFOS[2].column],), (None,)]
    panel.show_state(state())
    assert not note.isVisible()


def test_that_a_refused_name_is_said_until_something_else_is_done(panel, models):
    fault = panel.findChild(object, "model_fault")
    panel.show_fault("Another model is called mlp. Choose another name.")
    assert fault.isVisible()
    go_to(models, KEYS[-1])
    assert not fault.isVisible()


def test_that_figures_are_copied_as_a_row(qtbot, models):
    go_to(models, SECOND)
    qtbot.keyClick(models, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    name, auc, figure = QGuiApplication.clipboard().text().split("\t")
    assert (name, auc) == ("naive_bayes", "0.772")
    assert figure in models.rows.figures


def test_that_alt_and_arrows_belong_to_the_list_while_it_has_the_focus(qtbot, models):
    from PySide6.QtGui import QShortcut

    told = []
    other = QShortcut(QKeySequence("Alt+Down"), models.window())
    other.activated.connect(lambda: told.append("next model"))
    go_to(models, SECOND)
    moved = told_by(models.order_chosen)
    qtbot.keyClick(models, Qt.Key.Key_Down, ALT)
    assert len(moved) == 1
    assert told == []


def test_that_a_line_that_is_being_named_can_be_asked_to_be_named_again(qtbot):
    """No window has the focus here, as when another program is in front: no field closes."""
    panel = DatasetPanel()
    qtbot.addWidget(panel)
    panel.show_curves(curve_set())
    panel.show_snapshot(snapshot())
    told = told_by(panel.models.name_typed)
    panel.models.commands.begin_naming(SECOND)
    field = panel.models.findChild(QLineEdit, "model_name_field")
    field.setText("net")
    panel.models.commands.begin_naming(SECOND)
    assert panel.models.findChild(QLineEdit, "model_name_field") is field
    assert (field.text(), told) == ("net", [])
    panel.models.commands.begin_naming(THIRD)
    assert told == [(SECOND, "net")]
    names = [one.text() for one in panel.models.findChildren(QLineEdit, "model_name_field")]
    assert panel.models.rows.rows[2].name in names

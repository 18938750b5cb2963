"""The models are the user's: edited by hand, undone one by one, saved, opened and reported."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QMenu

from costcurve_gui.analysis.questions import with_questions
from costcurve_gui.cli.report import run
from costcurve_gui.views.panels.model_row import FIGURE, MODEL
from costcurve_gui.views.plotting.legend import model_entries
from costcurve_gui.views.shell.theme import LIGHT
from costcurve_gui.views.text.answers import answers
from tests.flows.driver import click, snapshot_of, widget

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from costcurve_gui.window.program import Program

pytestmark = pytest.mark.shared_window

ALT = Qt.KeyboardModifier.AltModifier
MARKUP = "<b>=1+1</b> & \u00fcber 100 % of all that this column was ever called in 2026"


def names(program: Program) -> list[str]:
    return [model.info.name for model in snapshot_of(program).models.values()]


def looks(program: Program) -> list[tuple[str, int, bool]]:
    snapshot = snapshot_of(program)
    hidden = snapshot.settings.hidden or frozenset()
    return [
        (model.info.name, model.info.slot, key not in hidden)
        for key, model in snapshot.models.items()
    ]


def go_to(program: Program, name: str) -> None:
    models = program.window.dataset_panel.models
    key = next(row.key for row in models.rows.rows if row.name == name)
    models.setFocus()
    models.setCurrentIndex(models.rows.index(models.rows.row_of(key), MODEL))


def rename(qtbot: QtBot, program: Program, before: str, after: str) -> None:
    go_to(program, before)
    qtbot.keyClick(program.window.dataset_panel.models, Qt.Key.Key_F2)
    field = widget(program, "model_name_field", QLineEdit)
    field.setText(after)
    with qtbot.waitSignal(field.destroyed):
        qtbot.keyClick(field, Qt.Key.Key_Return)


def press_in_list(
    qtbot: QtBot,
    program: Program,
    name: str,
    key: Qt.Key,
    modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
) -> None:
    go_to(program, name)
    qtbot.keyClick(program.window.dataset_panel.models, key, modifier)


def recolour(program: Program, name: str, text: str) -> None:
    go_to(program, name)
    models = program.window.dataset_panel.models
    models.customContextMenuRequested.emit(models.visualRect(models.currentIndex()).center())
    colours = models.findChildren(QMenu, "model_colours_menu")[-1]
    next(one for one in colours.actions() if one.text().split("\t")[0] == text).trigger()
    QApplication.processEvents()


def test_that_every_edit_is_undone_redone_saved_and_reported(
    qtbot: QtBot, german_credit: Program, tmp_path: Path
) -> None:
    program, session = german_credit, german_credit.session
    edits: list[Callable[[], None]] = [
        lambda: rename(qtbot, program, "mlp", MARKUP),
        lambda: recolour(program, "random_forest", "Slate with squares"),
        lambda: press_in_list(qtbot, program, "random_forest", Qt.Key.Key_Up, ALT),
        lambda: press_in_list(qtbot, program, "gradient_boosting", Qt.Key.Key_Space),
        lambda: press_in_list(qtbot, program, "decision_tree", Qt.Key.Key_Delete),
    ]
    labels = [
        f"rename mlp to {MARKUP}",
        "change the colour of random_forest",
        "move random_forest",
        "hide a curve",
        "remove decision_tree",
    ]
    stages = [looks(program)]
    for edit, label in zip(edits, labels, strict=True):
        edit()
        assert session.undo_label == label
        stages.append(looks(program))
    assert len({tuple(stage) for stage in stages}) == len(stages)
    assert names(program) == [
        *("logistic_regression", "naive_bayes", MARKUP, "random_forest", "gradient_boosting")
    ]
    for step in reversed(range(len(edits))):
        while session.undo_label != labels[step]:
            session.undo()  # a line selected on the way is a step too
        session.undo()
        qtbot.waitUntil(lambda step=step: looks(program) == stages[step])
    while session.redo_label is not None:
        session.redo()
    qtbot.waitUntil(lambda: looks(program) == stages[-1])
    note = widget(program, "models_removed", QLabel)
    assert note.text() == "decision_tree was removed from the list."
    legend = model_entries(snapshot_of(program), LIGHT, snapshot_of(program).shown)
    assert [one.text for one in legend] == [name for name, _, shown in stages[-1] if shown]

    project = tmp_path / "mine.ccproj"
    document = program.projects.active
    assert document is not None
    from costcurve_gui.analysis.projects import save_project

    save_project(project, document.file, session.state.current, None)
    program.window.files_dropped.emit((project,))
    qtbot.waitUntil(lambda: len(session.state.datasets) == 2)
    qtbot.waitUntil(lambda: looks(program) == stages[-1])
    click(qtbot, program, "bring_models_back")
    qtbot.waitUntil(lambda: "decision_tree" in names(program))
    assert session.undo_label == "bring back decision_tree"

    out = tmp_path / "out"
    assert run([str(project), "--out", str(out), "--bootstrap", "0", "--format", "csv"]) == 0
    with (out / "models.csv").open(encoding="utf-8", newline="") as stream:
        assert [row["model"] for row in csv.DictReader(stream)] == [one[0] for one in stages[-1]]


def test_that_a_taken_name_is_refused_below_the_list_and_the_old_one_stays(
    qtbot: QtBot, german_credit: Program
) -> None:
    before = names(german_credit)
    rename(qtbot, german_credit, "mlp", "naive_bayes")
    fault = widget(german_credit, "model_fault", QLabel)
    assert fault.isVisible()
    assert fault.text() == "Another model is called naive_bayes. Choose another name."
    assert names(german_credit) == before
    rename(qtbot, german_credit, "mlp", "net")
    assert not fault.isVisible()
    rename(qtbot, german_credit, "net", "  ")
    assert names(german_credit) == before


@pytest.mark.parametrize("name", [MARKUP, "g" * 200])
def test_that_bands_and_words_go_on_with_the_new_name(
    qtbot: QtBot, german_credit: Program, name: str
) -> None:
    found = german_credit.results
    qtbot.waitUntil(lambda: snapshot_of(german_credit).intervals is not None, timeout=30_000)
    known = snapshot_of(german_credit).intervals
    best = snapshot_of(german_credit).best or ""
    old = snapshot_of(german_credit).models[best].info.name
    rename(qtbot, german_credit, old, name)
    assert found.snapshot is not None
    assert snapshot_of(german_credit).intervals is known
    assert name in german_credit.window.decision_panel.answer()
    assert old not in german_credit.window.decision_panel.answer()


def column_of(program: Program, name: str) -> str:
    rows = program.window.dataset_panel.models.rows
    at = next(at for at, row in enumerate(rows.rows) if row.name == name)
    return str(rows.index(at, FIGURE).data())


def best_name(program: Program) -> str:
    snapshot = snapshot_of(program)
    return snapshot.models[snapshot.best or ""].info.name


def test_that_a_model_left_out_of_the_decision_is_drawn_and_priced_and_let_in_again(
    qtbot: QtBot, german_credit: Program
) -> None:
    program, window = german_credit, german_credit.window
    best = best_name(program)
    with qtbot.waitSignal(program.results.snapshot_changed):
        window.commands["leave_out_model"].trigger()
    assert program.session.undo_label == f"leave {best} out of the decision"
    second = best_name(program)
    assert second != best
    assert window.decision_panel.headline.text == second
    assert best in [model.info.name for model in snapshot_of(program).shown.values()]
    assert column_of(program, best) == "left out"
    line = window.decision_panel.candidates.left_out
    assert line.text.startswith(f"1 left out; {best} would earn ")
    assert widget(program, "models_left_out_text", QLabel).isVisible()
    assert best not in window.decision_panel.answer()
    go_to(program, best)
    assert window.commands["leave_out_model"].isChecked()
    assert line.text == f"{best} is left out of the decision."
    go_to(program, second)
    click(qtbot, program, "left_out_link")
    assert best_name(program) == best
    assert line.isHidden()
    program.session.undo()
    assert best_name(program) == second
    click(qtbot, program, "models_left_out_link")
    assert best_name(program) == best
    assert program.session.undo_label == f"let {best} into the decision"


def test_that_one_model_has_to_decide(qtbot: QtBot, german_credit: Program) -> None:
    for _ in range(5):
        with qtbot.waitSignal(german_credit.results.snapshot_changed):
            german_credit.window.commands["leave_out_model"].trigger()
    last = best_name(german_credit)
    german_credit.window.commands["leave_out_model"].trigger()
    said = f"{last} is the only model that decides, so it stays in the decision."
    assert widget(german_credit, "model_fault", QLabel).text() == said
    assert len(snapshot_of(german_credit).candidates) == 1


def test_that_answers_say_that_the_others_are_left_out(
    qtbot: QtBot, german_credit: Program
) -> None:
    for _ in range(5):
        with qtbot.waitSignal(german_credit.results.snapshot_changed):
            german_credit.window.commands["leave_out_model"].trigger()
    said = {one.key: one.text for one in answers(with_questions(snapshot_of(german_credit)))}
    alone = "One model decides. A comparison needs two. The others are left out of the decision."
    assert said["sure"] == alone

"""The Questions menu: one click brings the view that answers and writes the sentence."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QPushButton

from costcurve_gui.analysis.intervals.new_cases import decision_lead_on_new_cases
from costcurve_gui.analysis.questions import OF_DECISION, OF_EXPERIMENT, QUESTIONS
from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
from costcurve_gui.views.catalogue import VIEWS
from costcurve_gui.views.panels import answers_panel
from costcurve_gui.views.shell.command_search import commands_of, matching
from costcurve_gui.views.text.answers import answers, copied
from tests.flows.driver import click, snapshot_of, widget

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from costcurve_gui.window.program import Program


pytestmark = pytest.mark.shared_window


def ask(program: Program, key: str) -> None:
    program.window.commands[f"ask_{key}"].trigger()
    QApplication.processEvents()


def shown(program: Program) -> list[str]:
    return [one.key for one in program.window.answers_panel.answers]


def clipboard() -> str:
    return QGuiApplication.clipboard().text()


def test_that_each_question_brings_its_view_and_its_sentence(german_credit: Program) -> None:
    window, steps = german_credit.window, german_credit.session.steps
    for number, (key, question) in enumerate(QUESTIONS.items(), start=1):
        ask(german_credit, key)
        assert window.view_docks[VIEWS[question.view].family].current == question.view
        first = window.answers_panel.answers[0]
        assert first == answers(snapshot_of(german_credit))[0]
        assert first.key == key
        click_copy(german_credit, key)
        assert clipboard() == first.sentences
        assert german_credit.session.steps == steps + number
    assert shown(german_credit) == [*QUESTIONS][::-1]
    window.commands["copy_answers"].trigger()
    assert clipboard() == copied(answers(snapshot_of(german_credit)))
    german_credit.session.undo()
    QApplication.processEvents()
    assert shown(german_credit) == [*QUESTIONS][-2::-1]
    ask(german_credit, "which")
    assert shown(german_credit)[0] == "which"
    assert len(shown(german_credit)) == len(QUESTIONS) - 1
    window.commands["remove_answers"].trigger()
    QApplication.processEvents()
    assert shown(german_credit) == []
    assert german_credit.session.undo_label == "remove all answers"


def click_copy(program: Program, key: str) -> None:
    widget(program, f"answer_{key}_copy", object).click()  # type: ignore[attr-defined]


def test_that_the_menu_has_both_kinds_and_search_and_help_find_them(
    qtbot: QtBot, german_credit: Program
) -> None:
    menu = widget(german_credit, "questions_menu", QMenu)
    texts = [action.text() for action in menu.actions() if action.text()]
    assert texts[:6] == [one.text for one in OF_DECISION]
    inner = widget(german_credit, "drummond_and_holte_menu", QMenu)
    assert [action.text() for action in inner.actions()] == [one.text for one in OF_EXPERIMENT]
    assert len(OF_EXPERIMENT) == 7
    every = commands_of(german_credit.window.menuBar().actions())
    for question in QUESTIONS.values():
        found = matching(every, question.text.rstrip("?"))
        assert found[0].action is german_credit.window.commands[f"ask_{question.key}"]
        assert found[0].shortcut
    with qtbot.waitSignal(german_credit.window.help_requested) as asked:
        click(qtbot, german_credit, "answers_help")
    assert asked.args == ["answers"]


def test_that_an_answer_follows_every_change(qtbot: QtBot, german_credit: Program) -> None:
    bands = replace(german_credit.session.state.current.bands, spec=BootstrapSpec(100))
    german_credit.choices.set_bands(bands)
    ask(german_credit, "which")
    panel = german_credit.window.answers_panel

    def text() -> str:
        return panel.answers[0].text

    qtbot.waitUntil(lambda: "not significant" in text())
    assert text().startswith("Use naive_bayes. On new cases it earns ")
    german_credit.condition.set_prior(0.1)
    assert text().startswith("Use random_forest. Estimating the lead over naive_bayes on new cases")
    qtbot.waitUntil(lambda: "significant" in text())
    lead = decision_lead_on_new_cases(snapshot_of(german_credit))
    assert lead is not None
    assert lead.profit.estimate is not None
    assert f"it earns {lead.profit.estimate:.0f} DM per applicant more" in text()
    german_credit.condition.set_prior(0.05)
    ask(german_credit, "doubled")
    qtbot.waitUntil(lambda: "On new cases it would earn" in text())
    qtbot.waitUntil(lambda: "on new cases (90 %" in text())


def test_that_a_closed_panel_computes_nothing(
    german_credit: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(german_credit, "earns")
    window, before = german_credit.window, german_credit.window.answers_panel.answers
    dock = window.panel_docks["answers"]
    dock.close()
    assert not window.answers_panel.isVisible()
    monkeypatch.setattr(answers_panel.AnswersPanel, "_show", fail)
    german_credit.condition.set_prior(0.2)
    assert window.answers_panel.answers == before
    monkeypatch.undo()
    dock.show()
    QApplication.processEvents()
    assert window.answers_panel.answers == list(answers(snapshot_of(german_credit)))
    dock.close()
    window.commands["copy_answers"].trigger()
    assert clipboard() == copied(answers(snapshot_of(german_credit)))
    ask(german_credit, "costs")
    assert dock.isVisible()


def fail(*_: object) -> None:
    raise AssertionError("nothing is to be answered")


def test_that_the_empty_panel_asks_and_keys_ask_and_copy(
    qtbot: QtBot, german_credit: Program
) -> None:
    assert not german_credit.window.commands["copy_answers"].isEnabled()
    click(qtbot, german_credit, "answers_empty_action")
    assert shown(german_credit) == ["which"]
    click(qtbot, german_credit, "answer_which_remove")
    QApplication.processEvents()
    assert shown(german_credit) == []
    assert widget(german_credit, "answers_empty_action", QPushButton).isVisible()
    window = german_credit.window
    QTest.keyClick(window, Qt.Key.Key_I, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(window, Qt.Key.Key_W)
    QApplication.processEvents()
    assert shown(german_credit) == ["which"]
    copy = widget(german_credit, "answer_which_copy")
    assert copy.focusPolicy() & Qt.FocusPolicy.TabFocus
    assert copy.accessibleName() == "Copy the answer: Which model, and where?"
    copy.setFocus()
    QTest.keyClick(copy, Qt.Key.Key_Space)
    assert clipboard().startswith("Use naive_bayes.")


def test_that_folds_are_averaged_for_the_answer_alone(qtbot: QtBot, program: Program) -> None:
    program.datasets.open_example("german_credit_cv10")
    qtbot.waitUntil(lambda: program.results.snapshot is not None)
    qtbot.waitUntil(lambda: not program.window.reveal.under_way)
    ask(program, "folds")
    panel = program.window.answers_panel
    qtbot.waitUntil(lambda: panel.answers[0].text.startswith("Over 10 folds "))
    program.window.bring_to_front("rociv")
    said: list[str] = []  # the answer of every snapshot: one may be gone before anybody looks again
    program.results.snapshot_changed.connect(lambda _: said.append(panel.answers[0].text))
    program.payoffs.edit_cell("fp", "-0.1*amount")
    qtbot.waitUntil(lambda: len(said) > 1 and said[-1].startswith("Over 10 folds "))
    assert any(text.startswith("Averaging the folds") for text in said)

"""What views say of models that are compared over the cases that both or all scored."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont

from costcurve_gui.analysis import model_ranking
from costcurve_gui.analysis.common_case_requests import common_in
from costcurve_gui.analysis.cost_comparisons import cost_comparisons
from costcurve_gui.analysis.snapshot import runner_up
from costcurve_gui.analysis.view_settings import ViewChoices
from costcurve_gui.views.catalogue import plot_view, view_of
from costcurve_gui.views.dialogs.belief_dialog import BeliefDialog
from costcurve_gui.views.panels.decision_figures import figure_rows
from costcurve_gui.views.panels.decision_panel import DecisionPanel
from costcurve_gui.views.plotting.canvas import Canvas, TextFonts
from costcurve_gui.views.plotting.painting import strip_rect
from costcurve_gui.views.shell.theme import tokens_for
from costcurve_gui.views.text import comparison_text, vocabulary
from costcurve_gui.views.text.better_model import better_model
from costcurve_gui.views.text.comparison_text import lead_note
from costcurve_gui.views.text.decision_summary import answer
from costcurve_gui.views.text.empty_states import empty_state
from tests.helpers.choices import Choice, selected_by
from tests.helpers.gaps import DATA, NAMES, common, gap_snapshot, key, scores

LIGHT = tokens_for("light")
BOTH, ALL = (np.count_nonzero(common(*names)) for names in ("ab", NAMES))
TWO = f"{BOTH} cases that both scored"
VIEWS = ViewChoices(competitor=key("b"))
VIEWS_OF_PAIRS = ("difference", "superiority", "verdicts", "winners", "tests")


def known(**changes):
    return gap_snapshot("a", **{"views": VIEWS, **changes})


def test_that_title_bars_say_over_how_many_cases_two_models_are_compared() -> None:
    cases = TWO.partition(" that")[0]
    for snapshot in (known(), known(only="ab")):
        for view in ("difference", "superiority"):
            assert view_of(view).subtitle(snapshot) == f"against b, {cases}"
        assert view_of("tests").subtitle(snapshot) == "cases that both scored"
    assert "cases" not in view_of("cost").subtitle(known())


def test_that_sentences_say_it_too() -> None:
    snapshot = known()
    found = cost_comparisons(snapshot).comparison
    assert comparison_text.sentence(snapshot, found).endswith(f", over the {TWO}.")
    assert comparison_text.lc_sentence(snapshot, found).endswith(f", over the {TWO}")
    (model, *_) = snapshot.models.values()
    assert f", over the {ALL} cases that all scored," in plot_view("superiority").accessible_text(
        snapshot, model
    )


def test_that_the_lead_says_its_cases_and_is_not_the_difference_of_the_profits_beside() -> None:
    snapshot = known()
    other = runner_up(snapshot, key("a"))
    name = snapshot.models[other].info.name
    cases = np.count_nonzero(common("a", name))
    own = f"over the {np.count_nonzero(common('a'))} cases that a scored"
    assert snapshot.trivial["all"].expected_profit > snapshot.trivial["none"].expected_profit
    both = f"over the {cases} cases that both scored"
    note = f"Lead over {name}: {both}; over acting on all: {own}."
    assert lead_note(snapshot, key("a")) == note
    (row,) = (row for row in figure_rows(snapshot, key("a")) if row.name == f"over {name}")
    terms = vocabulary.vocabulary_of(snapshot)
    more = terms.money(model_ranking.lead(snapshot, key("a"), other))
    assert row.value == more.removesuffix(f" {terms.unit}")
    assert row.hint == f"On this sample\n{note}"
    row = figure_rows(snapshot, key("a"))[1]
    assert row.name == "over acting on all"
    assert row.hint == f"On this sample\nO{own[1:]}"
    assert f" than {name} on the {cases} cases that both scored." in answer(snapshot)


def test_that_the_panel_shows_the_note(qtbot) -> None:
    panel = DecisionPanel()
    qtbot.addWidget(panel)
    panel.show_snapshot(known())
    assert "cases that both scored" in panel.findChild(object, "also_reaches").text()


@pytest.mark.parametrize("criterion", [Choice.MIN_COST, Choice.YOUDEN, Choice.NEYMAN_PEARSON])
def test_that_the_better_model_is_better_on_the_same_cases_or_not_named(criterion) -> None:
    for name in NAMES:
        snapshot = gap_snapshot(name, selection=selected_by(criterion, max_fpr=0.2))
        found = better_model(snapshot, key(name))
        if snapshot.best == key(name):
            assert found is None
        else:
            assert found is None or "\u2212" not in found[1]


def test_that_a_lead_that_is_not_known_is_left_open() -> None:
    snapshot = gap_snapshot("a", known=False)
    lead, *_ = (row for row in figure_rows(snapshot, key("a")) if row.name.startswith("over"))
    assert lead.value.startswith("\u2013")
    assert " than " not in answer(snapshot)


@pytest.mark.parametrize("view", ["difference", "superiority"])
def test_that_views_say_that_they_compare(view) -> None:
    found = empty_state(view, gap_snapshot("a", known=False))
    assert found.headline == "Computing"
    assert "on the cases that all of them scored" in found.sentence
    assert empty_state(view, known()) is None
    alone = known(only="a")
    found = empty_state(view, alone)
    assert found is None if view == "superiority" else found.headline == "One model only"


def test_that_nothing_is_drawn_of_models_that_share_no_case() -> None:
    even = np.arange(DATA.y_true.size) % 2 == 0
    own = {
        "score_a": np.where(even, scores("a"), np.nan),
        "score_c": np.where(even, np.nan, scores("c")),
    }
    data = replace(DATA, scores=own, missing={})
    snapshot = gap_snapshot("a", data=data)
    pair = tuple(snapshot.models)
    assert common_in(snapshot, pair).curves == {}
    for view in ("difference", "superiority"):
        assert empty_state(view, snapshot).headline == "Cannot be computed"
    assert all(
        np.isnan(one.lc_index) for one in list(cost_comparisons(snapshot).figures.values())[1:]
    )
    assert view_of("difference").subtitle(snapshot) == ""
    for view in ("cost", "superiority", "difference", "rociv"):
        assert isinstance(plot_view(view).static_items(snapshot, LIGHT), list)
        assert isinstance(plot_view(view).dynamic_items(snapshot, LIGHT), list)
    assert better_model(snapshot, pair[0]) is None


def test_that_the_strip_of_cost_space_says_its_cases() -> None:
    snapshot, cost = known(), plot_view("cost")
    area, fonts = QRectF(0, 0, 300, 300), TextFonts(QFont(), QFont())
    canvas = Canvas(area, cost.bounds(snapshot), LIGHT, fonts)
    low, high, _ = max(cost_comparisons(snapshot).winners, key=lambda one: one[1] - one[0])
    place = QPointF(canvas.x((low + high) / 2), strip_rect(canvas).center().y())
    said = cost.hint(snapshot, canvas, place)
    assert said.endswith(f", over the {ALL} cases that all scored")


def test_that_the_table_of_the_belief_shows_the_index_of_the_same_cases(qtbot) -> None:
    dialog = BeliefDialog()
    qtbot.addWidget(dialog)
    dialog.show_snapshot(known())
    assert TWO in dialog.findChild(object, "belief_verdict").text()
    dialog.show_snapshot(gap_snapshot("a", known=False))
    table = dialog.findChild(object, "belief_table")
    assert {table.topLevelItem(row).text(5) for row in range(3)} == {"selected", "\u2013"}

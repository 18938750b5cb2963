from dataclasses import replace

import pytest
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QTreeWidget

from costcurve_gui.analysis.cost_comparisons import cost_comparisons
from costcurve_gui.analysis.intervals.known_results import known
from costcurve_gui.analysis.intervals.requests import belief_requests, costs_under_belief
from costcurve_gui.analysis.view_settings import ViewChoices
from costcurve_gui.engine.cost.belief import UNIFORM
from costcurve_gui.engine.distributions.uncertain_numbers import BetaBelief, TriangularBelief
from costcurve_gui.views.dialogs.belief_dialog import BeliefDialog
from tests.flows.driver import type_into
from tests.helpers.band_snapshots import knowing, resampled
from tests.helpers.plot_frames import german_snapshot
from tests.helpers.plot_mouse import record

BELIEF = TriangularBelief(0.2, 0.4, 0.8)


@pytest.fixture
def dialog(qtbot):
    widget = BeliefDialog()
    qtbot.addWidget(widget)
    widget.show_snapshot(german_snapshot(belief=BELIEF, views=ViewChoices(competitor="mlp")))
    with qtbot.waitExposed(widget):
        widget.show()
    return widget


def field(dialog, part):
    return dialog.findChild(QLineEdit, f"belief_{part}")


def rows(dialog):
    table = dialog.findChild(QTreeWidget, "belief_table")
    items = [table.topLevelItem(i) for i in range(table.topLevelItemCount())]
    return {item.text(0): [item.text(column) for column in range(1, 6)] for item in items}


def test_that_the_figures_of_every_model_are_in_the_table(dialog):
    snapshot = german_snapshot(belief=BELIEF)
    figures = cost_comparisons(snapshot).figures
    assert set(rows(dialog)) == set(snapshot.models)
    mlp = figures["mlp"]
    assert rows(dialog)["mlp"] == [
        "\u2013",
        f"{mlp.expected_cost:.3f}",
        f"{mlp.area:.3f}",
        f"{mlp.h_measure:.3f}",
        f"+{mlp.lc_index:.3f}",
    ]
    assert rows(dialog)["naive_bayes"][-1] == "selected"
    verdict = dialog.findChild(QLabel, "belief_verdict").text()
    assert verdict == f"LC index +{mlp.lc_index:.3f} on this sample: naive_bayes rather than mlp."


def test_that_costs_on_new_cases_come_with_their_intervals(dialog):
    snapshot = resampled("superiority")
    dialog.show_snapshot(snapshot)
    figure = costs_under_belief(snapshot)["g/score_mlp"]
    expected = f"{figure.estimate:.3f} ({figure.low:.3f} to {figure.high:.3f})"
    assert rows(dialog)["mlp"][:2] == [expected, f"{figure.apparent:.3f}"]


def test_that_a_corner_can_be_typed(qtbot, dialog):
    heard = record(dialog.belief_edited)
    type_into(qtbot, field(dialog, "mode"), "0.5")
    assert heard == [TriangularBelief(0.2, 0.5, 0.8)]


def test_that_a_belief_that_is_none_is_refused_in_words(qtbot, dialog):
    heard = record(dialog.belief_edited)
    type_into(qtbot, field(dialog, "lo"), "0.9")
    fault = dialog.findChild(QLabel, "belief_fault")
    assert fault.isVisible()
    assert fault.text().endswith("they are 0.9, 0.4 and 0.8.")
    assert heard == []
    dialog.show_snapshot(german_snapshot(belief=UNIFORM))
    assert not fault.isVisible()


@pytest.mark.parametrize(
    ("kind", "belief"), [("beta", BetaBelief(2, 2)), ("uniform", UNIFORM), ("triangular", None)]
)
def test_that_another_kind_of_belief_can_be_chosen(qtbot, dialog, kind, belief):
    heard = record(dialog.belief_edited)
    dialog.findChild(QPushButton, f"belief_kind_{kind}").click()
    assert heard == ([] if belief is None else [belief])


def test_that_only_the_numbers_of_the_kind_are_asked_for(dialog):
    def asked():
        return [part for part in ("lo", "mode", "hi", "a", "b") if field(dialog, part).isVisible()]

    assert asked() == ["lo", "mode", "hi"]
    dialog.show_snapshot(german_snapshot(belief=BetaBelief(2, 5)))
    assert asked() == ["a", "b"]
    assert (field(dialog, "a").text(), field(dialog, "b").text()) == ("2", "5")
    dialog.show_snapshot(german_snapshot(belief=UNIFORM))
    assert asked() == []


def test_that_both_tables_can_be_saved(dialog):
    heard = record(dialog.export_requested)
    for table in ("expected_cost", "lc_index"):
        dialog.findChild(QPushButton, f"belief_save_{table}").click()
    assert heard == ["expected_cost", "lc_index"]


def test_that_it_closes_with_the_file(dialog):
    dialog.show_snapshot(None)
    assert not dialog.isVisible()


def test_that_few_cases_are_warned_of_beside_the_costs(dialog):
    snapshot = resampled("superiority")
    dialog.show_snapshot(snapshot)
    verdict = dialog.findChild(QLabel, "belief_verdict")
    assert "too short" not in verdict.text()
    found = {
        one: replace(known(snapshot, one), caution="few positives: too short")
        for one in belief_requests(snapshot).values()
    }
    dialog.show_snapshot(knowing(snapshot, found))
    assert verdict.text().endswith("Few positives: too short.")

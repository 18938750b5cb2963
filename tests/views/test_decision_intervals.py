from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication, QLabel

from costcurve_gui.analysis.intervals.requests import decision_intervals, decision_request
from costcurve_gui.analysis.intervals.results import DecisionIntervals
from costcurve_gui.engine.resampling.figure_interval import FigureInterval
from costcurve_gui.views.panels.confusion_matrix import confusion_hints
from costcurve_gui.views.panels.decision_figures import figure_rows
from costcurve_gui.views.panels.decision_panel import DecisionPanel
from costcurve_gui.views.text import decision_summary, numbers
from costcurve_gui.views.text.decision_head import head_figure
from costcurve_gui.views.text.decision_uncertainty import uncertainty_note
from tests.helpers.band_snapshots import SPEC, banded, knowing, resampled
from tests.helpers.choices import Choice
from tests.helpers.snapshots import german_credit, german_credit_snapshot
from tests.helpers.snapshots import snapshot as plain_snapshot

FRAME = resampled()
GIVEN = resampled(snapshot=german_credit_snapshot(Choice.MANUAL, threshold=0.1))


@pytest.fixture
def panel(qtbot):
    widget = DecisionPanel()
    qtbot.addWidget(widget)
    widget.resize(340, 800)
    widget.show_snapshot(FRAME)
    widget.show()
    return widget


def rows(snapshot):
    return {row.name: row for row in figure_rows(snapshot, snapshot.selected)}


def of(criterion):
    return resampled(snapshot=german_credit_snapshot(criterion))


def ends(text):
    return tuple(numbers.parse_number(end) for end in text.split(" to "))


def test_that_profit_and_cost_have_the_interval_of_a_plain_bootstrap():
    loaded = german_credit()
    data = loaded.source.cases(loaded.curve_set.dataset).cache.dataset
    called = data.scores["score_naive_bayes"] >= FRAME.models[FRAME.selected].policy.threshold
    gains = np.where(called, 0.0, np.where(data.y_true, -1.0, 0.05) * data.numeric["amount"])
    rng = np.random.default_rng(1)
    means = [
        sum(
            share * rng.choice(gains[data.y_true == which], np.sum(data.y_true == which)).mean()
            for which, share in ((True, 0.05), (False, 0.95))
        )
        for _ in range(4000)
    ]
    shown = ends(uncertainty_note(FRAME, "expected_profit").note)
    assert shown == pytest.approx(np.quantile(means, [0.05, 0.95]), abs=2)
    cost = decision_intervals(FRAME).policy.normalized_expected_cost
    assert cost.low < 0.243 < cost.high


def test_that_leads_of_a_given_threshold_have_intervals():
    found = rows(GIVEN)
    low, high = ends(found["over naive_bayes"].note)
    assert low < 0 < high
    low, high = ends(found["over refusing all"].note)  # the better trivial rule at 5 % bad
    assert 0 < low < high
    assert found["over refusing all"].note.count(".") == 2  # as precise as its figure
    assert found["over refusing all"].hint.endswith("400 replicates, seed 0")
    assert "over granting all" not in found


def test_that_a_hint_names_level_method_replicates_and_seed():
    hint = head_figure(GIVEN, GIVEN.selected).hint
    assert hint.startswith("90 %: ")
    assert "Bootstrap, percentile, 400 replicates, seed 0\n" in hint
    assert hint.endswith("Normalized expected cost 0.319 on this sample")


@pytest.mark.parametrize(
    ("criterion", "names"),
    [
        (Choice.TARGET_RECALL, ["False positive rate", "True positive rate"]),
        (Choice.TARGET_PRECISION, ["True positive rate", "Precision"]),
        (Choice.YOUDEN, ["True positive rate", "False positive rate"]),
        (Choice.CLOSEST_TO_CORNER, ["True positive rate", "False positive rate"]),
    ],
)
def test_that_rates_have_intervals_around_them(criterion, names):
    found = rows(of(criterion))
    for name in names:
        low, high = (end.removesuffix(" %") for end in found[name].note.split(" to "))
        assert float(low) < float(found[name].value.removesuffix(" %")) < float(high)
        assert found[name].hint.startswith("On this sample\n90 %: ")
        assert found[name].hint.endswith("\nThreshold held fixed")


def test_that_a_note_keeps_its_place_and_the_interval_is_behind_it():
    mixed = rows(of(Choice.NEYMAN_PEARSON))["True positive rate"]
    assert " to " in mixed.note
    assert mixed.hint.startswith("On this sample\n90 %: ")
    caught = rows(of(Choice.WORKFORCE))["Caught (actual: bad)"]
    assert caught.note.endswith(" %")
    assert caught.hint == "On this sample"


def test_that_a_rate_of_one_threshold_has_wilson_s_interval():
    policy = FRAME.models[FRAME.selected].policy
    hint = confusion_hints(FRAME, policy)["tp"]
    n, share, z = 150, policy.tpr, 1.6448536269514722
    middle = (share + z**2 / 2 / n) / (1 + z**2 / n)
    reach = z / (1 + z**2 / n) * np.sqrt(share * (1 - share) / n + z**2 / 4 / n**2)
    assert hint.split("\n") == [
        "True positive rate 0.747",
        f"90 %: {middle - reach:.3f} to {middle + reach:.3f}",
        f"{500 * (middle - reach):.0f} to {500 * (middle + reach):.0f} of 500",
        "Wilson",
        "Threshold held fixed",
    ]
    given = confusion_hints(GIVEN, GIVEN.models[GIVEN.selected].policy)["tp"]
    assert given.split("\n")[-1] == "Wilson"


def test_that_a_cell_and_its_complement_have_one_interval():
    hints = confusion_hints(FRAME, FRAME.models[FRAME.selected].policy)
    caught, missed = (ends(hints[cell].split("\n")[1].partition(": ")[2]) for cell in ("tp", "fn"))
    assert missed == pytest.approx((1 - caught[1], 1 - caught[0]), abs=0.0011)
    acted = hints["acted"].split("\n")
    assert acted[2].endswith("of 10\u202f000")
    assert acted[3].startswith("Bootstrap, ")


def test_that_cells_of_another_policy_have_no_hint():
    hints = confusion_hints(FRAME, FRAME.trivial["all"])
    assert set(hints.values()) == {""}
    assert set(confusion_hints(german_credit_snapshot(), FRAME.trivial["all"]).values()) == {""}


def test_that_no_interval_comes_with_its_reason():
    known = decision_intervals(FRAME)
    none = FigureInterval(None, None, "", "every score is equal")
    policy = replace(known.policy, expected_profit=none, tpr=none)
    snapshot = knowing(FRAME, {decision_request(FRAME): DecisionIntervals(policy, None, SPEC)})
    note = uncertainty_note(snapshot, "expected_profit")
    assert (note.note, note.hint) == ("no interval", f"no interval ({none.reason})")
    hints = confusion_hints(snapshot, snapshot.models[snapshot.selected].policy)
    assert hints["tp"].endswith(f", no interval ({none.reason})")


def test_that_the_answer_tells_the_interval_of_the_profit_of_a_given_threshold():
    profit = head_figure(GIVEN, GIVEN.selected)
    said = f"{profit.value} per applicant (90 %: {profit.interval}); "
    assert said in decision_summary.answer(GIVEN)
    lead = rows(GIVEN)["over naive_bayes"].note
    assert f"to naive_bayes is not significant (90 %: {lead})." in decision_summary.answer(GIVEN)
    assert "90 %" not in decision_summary.answer(german_credit_snapshot())


def test_that_the_level_is_named_once_above_the_leads(panel):
    assert panel.findChild(QLabel, "figures_level").text() == "90 %"
    assert not any("%" in note for _, _, note in panel.figures.rows)
    assert "%" not in panel.head.interval.full_text
    panel.show_snapshot(banded(FRAME, shown=False))
    assert panel.findChild(QLabel, "figures_level").text() == ""


def test_that_figures_without_units_keep_the_decimals_of_their_figure():
    assert uncertainty_note(FRAME, "expected_cost").note.count(".") == 2
    assert uncertainty_note(plain_snapshot(), "expected_cost").note == ""


def test_that_figures_are_read_with_the_cases_that_they_are_of(panel):
    values = [panel.findChild(QLabel, f"decision_figures_value_{row}") for row in range(2)]
    said = [value.accessibleDescription() for value in values]
    assert all("on this sample\nEstimate for new cases, " in one for one in said)
    assert panel.confusion.accessibleName().endswith(", by the rates of this sample")


def test_that_a_drag_clears_intervals_and_moves_nothing(panel):
    notes = [panel.findChild(QLabel, f"decision_figures_note_{row}") for row in range(2)]
    values = [panel.findChild(QLabel, f"decision_figures_value_{row}") for row in range(2)]
    values += [panel.head, panel.counts, panel.confusion.cells["tp"]]
    QApplication.processEvents()
    before = [value.geometry() for value in values]
    assert notes[0].text()
    assert panel.confusion.cells["tp"].toolTip()
    panel.show_snapshot(replace(FRAME, intervals=None))
    QApplication.processEvents()
    assert [note.text() for note in notes] == ["this sample", "this sample"]
    assert panel.confusion.cells["tp"].toolTip() == ""
    assert [value.geometry() for value in values] == before
    panel.show_snapshot(FRAME)
    assert notes[0].text()


def test_that_the_room_of_intervals_is_given_back_with_the_bands(panel):
    note = panel.findChild(QLabel, "decision_figures_note_0")
    panel.show_snapshot(banded(FRAME, shown=False))
    assert note.isHidden()
    assert panel.figures.rows[0] == ("over gradient_boosting", "+7.02 DM", "")

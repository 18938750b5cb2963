"""What the decision says of new cases, beside this sample."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from costcurve_gui.analysis.intervals.known_results import known
from costcurve_gui.analysis.intervals.new_cases import (
    decision_lead_on_new_cases,
    decision_lead_request,
    decision_on_new_cases,
    models_on_new_cases,
    new_cases_request,
    ranked_requests,
)
from costcurve_gui.analysis.intervals.requests import decision_request
from costcurve_gui.analysis.intervals.results import Failed
from costcurve_gui.analysis.model_ranking import better_trivial
from costcurve_gui.analysis.questions import QUESTIONS
from costcurve_gui.analysis.snapshot import condition_of
from costcurve_gui.engine.resampling.new_cases import better_trivial as in_files
from costcurve_gui.engine.resampling.new_cases_interval import NewCasesFigure, no_figure
from costcurve_gui.engine.selection.bounds import Objective
from costcurve_gui.views.panels.decision_figures import figure_rows, figures_title
from costcurve_gui.views.panels.decision_panel import DecisionPanel
from costcurve_gui.views.panels.model_rows import FIGURE, ModelRows
from costcurve_gui.views.text import (
    decision_summary,
    known_digits,
    new_cases_text,
    numbers,
    optimism,
)
from costcurve_gui.views.text.answers import answer_to
from costcurve_gui.views.text.better_model import better_model
from costcurve_gui.views.text.decision_head import (
    head_figure,
    normalized_cost,
    sample_line,
    verdict,
)
from costcurve_gui.views.text.decision_uncertainty import uncertainty_note
from tests.helpers.band_snapshots import banded, knowing, resampled
from tests.helpers.choices import Choice
from tests.helpers.snapshots import BEST, german_credit_snapshot

FRAME = resampled()
PLAIN = german_credit_snapshot()
ESTIMATE = decision_on_new_cases(FRAME)
LEAD = decision_lead_on_new_cases(FRAME)
TOOL_TIP = Qt.ItemDataRole.ToolTipRole
GIVEN = german_credit_snapshot(Choice.MANUAL, threshold=0.1)


def with_estimate(snapshot=PLAIN, **changes):
    """Return a snapshot that knows an estimate for new cases, and the lead."""
    known = {
        new_cases_request(snapshot, snapshot.selected): replace(ESTIMATE, **changes),
        decision_lead_request(snapshot): LEAD,
    }
    return knowing(snapshot, known)


def with_lead(low, estimate, high):
    lead = replace(LEAD, profit=NewCasesFigure(7.02, estimate, low, high))
    known = {
        new_cases_request(PLAIN, PLAIN.selected): ESTIMATE,
        decision_lead_request(PLAIN): lead,
    }
    return knowing(PLAIN, known)


def plain(text):
    return text.replace(numbers.NO_BREAK, " ")


def head(snapshot):
    """Return figure, first words and interval of the head, and the line of the sample."""
    found = head_figure(snapshot, snapshot.selected)
    line = sample_line(snapshot, snapshot.selected)
    return f"{found.value} {found.words[0]}", found.interval, line.text


def test_that_new_cases_lead_and_this_sample_stands_beside_them():
    profit = ESTIMATE.profit
    assert head(FRAME) == (
        f"+{profit.estimate:.0f} DM per applicant, new cases",
        f"{profit.low:.0f} to {profit.high:.0f}",
        "On the sample that chose it: +60.15",
    )
    assert profit.low < profit.estimate < 60.15


def test_that_cells_of_this_sample_are_named_beside_a_total_for_new_cases(qtbot):
    panel = DecisionPanel()
    qtbot.addWidget(panel)
    panel.show_snapshot(FRAME)
    assert not panel.confusion.here.isHidden()
    panel.show_snapshot(replace(FRAME, intervals=None))
    assert panel.confusion.here.isHidden()


def test_that_the_objective_of_cost_has_its_cost_in_front():
    snapshot = resampled(snapshot=german_credit_snapshot(Choice.MIN_COST))
    cost = decision_on_new_cases(snapshot).normalized_cost
    assert snapshot.settings.objective is Objective.COST
    assert head(snapshot) == (
        f"{cost.estimate:.3f} normalized cost, new cases",
        f"{cost.low:.3f} to {cost.high:.3f}",
        "On the sample that chose it: 0.243",
    )


def test_that_until_it_is_known_only_this_sample_is_told():
    assert head(PLAIN) == (
        "+60.15 DM per applicant, this sample",
        "",
        "On the sample that chose it: +60.15",
    )
    assert verdict(PLAIN, PLAIN.selected).words == ("Estimating the profit on new cases \u2026",)
    rows = figure_rows(PLAIN, PLAIN.selected)
    assert [row.note for row in rows] == ["this sample", "this sample"]
    assert rows[0].value == "+7.02"


@pytest.mark.parametrize("snapshot", [GIVEN, banded(FRAME, shown=False)])
def test_that_given_thresholds_and_windows_without_intervals_tell_nothing_of_new_cases(snapshot):
    assert "new cases" not in " ".join(head(snapshot))
    assert "new cases" not in decision_summary.answer(snapshot)
    assert new_cases_text.total(snapshot) is None


def test_that_without_intervals_a_chosen_threshold_is_said_to_be_judged_on_its_own_sample():
    plain = banded(FRAME, shown=False)
    assert "or more: +60.15 DM per applicant on this sample, 7.02" in decision_summary.answer(plain)
    earns = answer_to(QUESTIONS["earns"], plain).text
    assert earns.startswith("+60.15 DM per applicant on this sample. ")
    given = decision_summary.answer(banded(GIVEN, shown=False))
    assert "on this sample, " not in given


def test_that_an_end_that_is_0_but_for_rounding_leaves_nothing_out():
    assert not known_digits.leaves_out_0(2.6e-17, 0.19)
    assert not known_digits.leaves_out_0(-0.19, -2.6e-17)
    assert known_digits.leaves_out_0(1e-6, 0.19)
    assert known_digits.leaves_out_0(3.0, 3.0)
    assert not known_digits.leaves_out_0(-0.1, 0.2)


@pytest.mark.parametrize(("prior", "better"), [(0.03, "none"), (0.05, "all")])
def test_that_the_better_trivial_rule_is_named_as_in_the_files(prior, better):
    snapshot = german_credit_snapshot(prior=prior)
    assert better_trivial(snapshot, snapshot.selected) == better
    assert in_files(condition_of(snapshot, snapshot.selected)) == better
    profits = {name: policy.expected_profit for name, policy in snapshot.trivial.items()}
    assert max(profits, key=profits.get) == better


def test_that_a_sentence_after_the_rule_begins_with_a_capital():
    snapshot = resampled(snapshot=german_credit_snapshot(Choice.YOUDEN))
    assert ". About +" in decision_summary.answer(snapshot)
    snapshot = resampled(snapshot=german_credit_snapshot(Choice.TARGET_RECALL))
    assert ". About +" in decision_summary.answer(snapshot)


def test_that_rows_have_the_estimates_of_the_engine():
    rows = {row.name: row for row in figure_rows(FRAME, FRAME.selected)}
    cost, lead = ESTIMATE.normalized_cost, LEAD.profit
    assert normalized_cost(FRAME, FRAME.selected) == (
        f"Normalized expected cost {cost.estimate:.3f} on new cases "
        f"({cost.low:.3f} to {cost.high:.3f}), 0.243 on this sample"
    )
    row = rows["over gradient_boosting"]
    assert row.value == f"+{lead.estimate:.0f} DM"
    assert numbers.parse_number(row.note.partition(" to ")[0]) == round(lead.low)
    assert row.hint.split("\n")[1] == "+7.02 DM on this sample"
    assert row.hint.endswith("400 replicates, seed 0")


def test_that_a_lead_whose_interval_holds_nothing_is_called_no_lead():
    assert "the difference to gradient_boosting is not significant (90 %: \u22127 to 23)" in (
        decision_summary.answer(with_lead(-7.0, 8.0, 23.0))
    )
    answer = decision_summary.answer(with_lead(2.0, 12.0, 22.0))
    assert "; 12 DM more than gradient_boosting (90 %: 2 to 22)." in answer
    answer = decision_summary.answer(with_lead(-22.0, -12.0, -2.0))
    assert "; 12 DM less than gradient_boosting (90 %: \u221222 to \u22122)." in answer


@pytest.mark.parametrize(
    ("low", "estimate", "high", "written"),
    [
        (-49.6, -24.2, -0.3, ("\u221224.2 DM", "\u221249.6 to \u22120.3")),
        (0.03, 24.2, 49.6, ("+24.20 DM", "0.03 to 49.60")),
        (0.003, 24.2, 49.6, ("+24.200 DM", "0.003 to 49.600")),
        (0.0, 24.2, 49.6, ("+24 DM", "0 to 50")),
        (1e-15, 24.2, 49.6, ("+24 DM", "0 to 50")),
        (-49.6, -24.2, -0.7, ("\u221224 DM", "\u221250 to \u22121")),
    ],
)
def test_that_an_end_that_is_not_0_does_not_read_0(low, estimate, high, written):
    assert new_cases_text.written(NewCasesFigure(0.0, estimate, low, high), "DM") == written


@pytest.mark.parametrize(
    ("low", "high", "written"),
    [
        (-49.6, -0.32, "\u2212496\u202f000 DM to \u22123\u202f000 DM"),
        (-49.6, 0.0, "\u2212500\u202f000 DM to 0 DM"),
    ],
)
def test_that_an_end_of_a_sum_that_is_not_0_does_not_read_0(low, high, written):
    found = new_cases_text.of_all(NewCasesFigure(0.0, -24.2, low, high), 10_000, "DM")
    assert found.interval == written


def test_that_a_useless_rule_is_said_to_be_no_better_than_a_trivial_one(qtbot):
    lead = NewCasesFigure(1.0, -0.5, -3.0, 2.0)
    snapshot = with_estimate(lead=lead, trivial="all")
    doubt = "no better than refusing all on new cases"
    assert optimism.remark(snapshot).text == f"{optimism.SAME_SAMPLE}; {doubt}"
    panel = DecisionPanel()
    qtbot.addWidget(panel)
    panel.resize(340, 700)
    panel.show()
    panel.show_snapshot(snapshot)
    assert panel.head.verdict.text == "No better than refusing all"
    assert panel.trivial.text == "Or refuse all: needs no model and earns 0\u00a0DM, for certain."
    assert panel.foot.validate.property("main")
    assert not panel.foot.apply.property("main")
    with qtbot.waitSignal(panel.threshold_edited) as caught:
        panel.trivial.link.click()
    assert caught.args == [-math.inf]
    panel.show_snapshot(FRAME)
    assert not panel.trivial.isVisible()
    assert panel.foot.apply.property("main")


def test_that_a_lead_over_a_trivial_rule_whose_interval_holds_nothing_is_doubted(qtbot):
    snapshot = with_estimate(lead=NewCasesFigure(5.2, 1.3, -7.3, 9.5), trivial="none")
    doubt = "Not significantly better than granting all on new cases (+1.3 DM, \u22127.3 to 9.5)"
    marked = f"{optimism.SAME_SAMPLE}; n{doubt[1:]}"
    assert optimism.remark(snapshot).text == marked
    assert f" {doubt}. That refuses 3\u202f359 of " in decision_summary.answer(snapshot)
    panel = DecisionPanel()
    qtbot.addWidget(panel)
    panel.resize(340, 700)
    panel.show_snapshot(snapshot)
    assert panel.head.verdict.text == "No better than granting all"
    assert panel.head.verdict.toolTip() == doubt


@pytest.mark.parametrize("lead", [NewCasesFigure(9.0, 8.0, 0.5, 16.0), no_figure(9.0)])
def test_that_a_rule_that_is_shown_to_be_better_is_not_doubted(lead):
    snapshot = with_estimate(lead=lead)
    assert optimism.remark(snapshot).text == optimism.SAME_SAMPLE
    assert "ot significantly better" not in decision_summary.answer(snapshot)


def test_that_a_doubt_goes_on_with_how_few_cases_there_are():
    few = "few positives: this interval is known to be too short"
    snapshot = with_estimate(lead=NewCasesFigure(1.0, -0.5, -3.0, 2.0), trivial="all", caution=few)
    doubt = "no better than refusing all on new cases"
    assert optimism.remark(snapshot).text == f"{optimism.SAME_SAMPLE}; {doubt}; {few}"


@pytest.mark.parametrize(
    ("ends", "said"),
    [
        ((-22.0, -12.0, -2.0), "12 DM more on new cases"),
        ((-22.0, -8.0, 6.0), "7.02 DM more on this sample, on new cases not significantly"),
        ((-6.0, 8.0, 22.0), "7.02 DM more on this sample, not on new cases"),
    ],
)
def test_that_a_better_model_is_said_to_be_better_only_where_new_cases_show_it(ends, said):
    low, estimate, high = ends
    snapshot = german_credit_snapshot(selected="g/score_gradient_boosting")
    lead = replace(LEAD, profit=NewCasesFigure(-7.02, estimate, low, high))
    known = {
        new_cases_request(snapshot, snapshot.selected): ESTIMATE,
        decision_lead_request(snapshot): lead,
    }
    _, text = better_model(knowing(snapshot, known), snapshot.selected)
    assert text == f"naive_bayes earns {said}"


@pytest.mark.parametrize(
    ("threshold", "doubt"),
    [
        (0.032, ""),
        (0.0005, "; not significantly better than refusing all (+2.7 DM, \u22123.5 to 5.9)"),
        (0.0001, "; no better than refusing all"),
        (0.6, "; no better than refusing all"),
    ],
)
def test_that_a_given_threshold_is_doubted_by_its_plain_interval(threshold, doubt):
    start = german_credit_snapshot(Choice.MANUAL, threshold=threshold, selected=BEST)
    text = optimism.remark(resampled(snapshot=start)).text
    assert text == f"Set by hand, estimated on this sample{doubt}"


def test_that_few_cases_are_warned_of():
    few = "few positives: this interval is known to be too short"
    snapshot = with_estimate(caution=few)
    assert optimism.remark(snapshot).text == f"{optimism.SAME_SAMPLE}; {few}"
    assert new_cases_text.expectation_hint(snapshot).endswith(f"F{few[1:]}")
    assert f"F{few[1:]}. That " in decision_summary.answer(snapshot)


def test_that_few_errors_of_a_given_threshold_are_warned_of():
    few = "few errors: this interval is known to be too short"
    wanted = decision_request(GIVEN)
    found = known(resampled(snapshot=GIVEN), wanted)
    profit = replace(found.policy.expected_profit, caution=few)
    policy = replace(found.policy, expected_profit=profit)
    snapshot = knowing(GIVEN, {wanted: replace(found, policy=policy)})
    assert optimism.remark(snapshot).text.endswith(f"; {few}")
    assert f" F{few[1:]}. " in decision_summary.answer(snapshot)
    assert uncertainty_note(snapshot, "expected_profit").hint.endswith(f"\nF{few[1:]}")


def test_that_few_cases_are_warned_of_in_the_list_of_models():
    few, rows = "few positives: this interval is known to be too short", ModelRows()
    rows.show_curves(FRAME.curve_set)
    for caution in ("", few):
        found = {
            one: replace(known(FRAME, one), caution=caution)
            for one in ranked_requests(FRAME).values()
        }
        rows.show_snapshot(knowing(FRAME, found))
        hints = [rows.data(rows.index(at, FIGURE), TOOL_TIP) for at in range(len(rows.rows))]
        assert [f"F{few[1:]}" in hint for hint in hints].count(True) == len(found) * bool(caution)


@pytest.mark.parametrize(("choice", "told"), [(Choice.MAX_PROFIT, False), (Choice.MIN_COST, True)])
def test_that_a_caution_about_one_figure_stands_beside_that_figure_alone(choice, told):
    few = "few cases of unlike costs: the interval of the normalized cost is longer than it need be"
    snapshot, rows = german_credit_snapshot(choice), ModelRows()
    estimate = replace(ESTIMATE, caution=few)
    snapshot = knowing(snapshot, dict.fromkeys(ranked_requests(snapshot).values(), estimate))
    assert (few[1:] in new_cases_text.expectation_hint(snapshot)) is told
    rows.show_curves(snapshot.curve_set)
    rows.show_snapshot(snapshot)
    hints = [rows.data(rows.index(at, FIGURE), TOOL_TIP) for at in range(len(rows.rows))]
    assert any(few[1:] in hint for hint in hints) is told


def test_that_a_caution_about_costs_is_not_told_of_a_lead():
    few = "few errors of unlike costs: intervals of costs are longer than they need be"
    estimate = replace(ESTIMATE, caution=few)
    assert few[1:] in new_cases_text.how_figure(estimate, estimate.profit)
    assert few[1:] not in new_cases_text.how_figure(estimate, estimate.lead)


@pytest.mark.parametrize("failed", [True, False])
def test_that_without_an_estimate_this_sample_is_shown_and_named(failed):
    reason = "most replicates leave out no case of a class"
    if failed:
        snapshot = knowing(PLAIN, {new_cases_request(PLAIN, PLAIN.selected): Failed(reason)})
    else:
        none = no_figure(60.15)
        snapshot = with_estimate(profit=none, normalized_cost=none, lead=none, reason=reason)
    assert head(snapshot)[0] == "+60.15 DM per applicant, this sample"
    line = sample_line(snapshot, snapshot.selected)
    assert (line.text, line.hint) == (
        "No estimate for new cases",
        f"No estimate for new cases: {reason}",
    )
    said = optimism.remark(snapshot)
    assert said.text == f"{optimism.SAME_SAMPLE}; no estimate for new cases"
    assert said.hint == f"No estimate for new cases: {reason}"
    assert figures_title(snapshot, snapshot.selected) == "Lead, this sample"


def test_that_the_sum_of_all_cases_has_no_more_digits_than_are_known(qtbot):
    profit = NewCasesFigure(60.15, 53.27, 38.4, 67.6)
    snapshot = with_estimate(profit=profit)
    text, hint = new_cases_text.total(snapshot)
    assert numbers.parse_number(text.removesuffix(" DM")) == 530_000
    assert hint.startswith("On new cases, +380\u202f000 DM to +680\u202f000 DM\n")
    panel = DecisionPanel()
    qtbot.addWidget(panel)
    panel.show_snapshot(snapshot)
    assert panel.findChild(QLabel, "total_profit").text() == text


@pytest.mark.parametrize(
    ("estimate", "margin", "unit", "decimals"),
    [
        (53.27, 14.0, "DM", 0),
        (53.27, 1400.0, "DM", 0),
        (53.27, 1.4, "DM", 1),
        (53.27, 0.14, "DM", 2),
        (53.27, 0.0014, "DM", 2),
        (0.264, 0.043, "", 3),
        (0.264, 0.00043, "", 3),
        (0.00031, 0.00004, "", 5),
        (0.5, 0.0, "", 3),
        (0.5, float("inf"), "DM", 2),
    ],
)
def test_that_decimals_are_those_that_are_known(estimate, margin, unit, decimals):
    assert known_digits.decimals_known(estimate, margin, unit) == decimals


@pytest.mark.parametrize(
    ("margin", "step"), [(146_000.0, 10_000), (100.0, 10), (99.0, 1), (0.1, 1)]
)
def test_that_sums_are_known_to_two_digits_of_their_margin(margin, step):
    assert known_digits.known_step(margin) == step


def listed(snapshot):
    rows = ModelRows()
    rows.show_curves(snapshot.curve_set)
    rows.show_snapshot(snapshot)
    return rows


def test_that_the_list_of_models_shows_what_new_cases_bring():
    rows = listed(FRAME)
    found = models_on_new_cases(FRAME)
    assert len(found) == len(FRAME.models)
    assert found[FRAME.selected] == ESTIMATE.profit
    for key, figure in found.items():
        row = rows.rows[rows.row_of(key)]
        assert row.figure == figure.estimate
        assert not row.expected
        written = rows.index(rows.row_of(key), FIGURE).data()
        assert numbers.parse_number(written.lstrip("+")) == round(figure.estimate)
        assert "on new cases" in rows.index(rows.row_of(key), FIGURE).data(TOOL_TIP)
    assert rows.index(rows.row_of("none"), FIGURE).data() == "\u221251"


def test_that_until_all_are_known_the_list_shows_this_sample_in_grey():
    for snapshot in (PLAIN, with_estimate()):
        rows = listed(snapshot)
        row = rows.rows[rows.row_of(snapshot.selected)]
        assert (row.figure, row.expected) == (
            snapshot.models[snapshot.selected].policy.expected_profit,
            True,
        )
        assert not rows.rows[rows.row_of("all")].expected
        tip = rows.index(rows.row_of(snapshot.selected), FIGURE).data(TOOL_TIP)
        assert "on this sample; on new cases it is less" in tip


@pytest.mark.parametrize("snapshot", [GIVEN, banded(FRAME, shown=False)])
def test_that_the_list_has_its_own_figures_where_nothing_flatters_them(snapshot):
    row = listed(snapshot).rows[0]
    key = row.key
    assert (row.figure, row.expected) == (snapshot.models[key].policy.expected_profit, False)


def test_that_without_bands_the_list_says_of_chosen_thresholds_that_figures_are_of_this_sample():
    shown = {}
    for name, snapshot in (("chosen", banded(FRAME, shown=False)), ("given", GIVEN)):
        rows = listed(snapshot)
        places = {key: rows.row_of(key) for key in (snapshot.selected, "all")}
        shown[name] = [rows.index(at, FIGURE).data(TOOL_TIP) for at in places.values()]
    model, trivial = shown["chosen"]
    assert ", on this sample, at the model's threshold" in model
    assert "on this sample" not in trivial
    assert not any(", on this sample, at" in tip for tip in shown["given"])


def test_that_the_list_of_costs_shows_those_of_new_cases():
    snapshot = resampled(snapshot=german_credit_snapshot(Choice.MIN_COST))
    rows = listed(snapshot)
    figure = models_on_new_cases(snapshot)[snapshot.selected]
    assert figure == decision_on_new_cases(snapshot).normalized_cost
    index = rows.index(rows.row_of(snapshot.selected), FIGURE)
    assert index.data() == f"{figure.estimate:.3f}"
    interval = f"(90 %: {figure.low:.3f} to {figure.high:.3f})"
    assert index.data(TOOL_TIP).startswith(f"{index.data()} {interval}\n")
    here = snapshot.models[snapshot.selected].policy.normalized_expected_cost
    assert f"\n{here:.3f} on this sample\n" in index.data(TOOL_TIP)


def test_that_the_list_tells_the_interval_and_this_sample_beside_new_cases():
    rows = listed(FRAME)
    for key, figure in models_on_new_cases(FRAME).items():
        index = rows.index(rows.row_of(key), FIGURE)
        ends = (numbers.fixed(end, 0) for end in (figure.low, figure.high))
        first, _, here, *_ = index.data(TOOL_TIP).split("\n")
        assert first == f"{index.data()} (90 %: {' to '.join(ends)})"
        profit = FRAME.models[key].policy.expected_profit
        assert here == f"{numbers.fixed(profit, 2, signed=True)} on this sample"
        assert index.data(Qt.ItemDataRole.AccessibleTextRole) == f"{first}, {here}"
    trivial = rows.index(rows.row_of("none"), FIGURE)
    assert "on this sample" not in trivial.data(TOOL_TIP)


@pytest.mark.parametrize(("low", "significant"), [(-20.0, False), (1.0, True)])
def test_that_a_lead_of_given_thresholds_is_called_what_its_interval_shows(low, significant):
    worse = german_credit_snapshot(Choice.MANUAL, threshold=0.1, selected="g/score_mlp")
    wanted = decision_request(worse)
    found = known(resampled(snapshot=worse), wanted)
    lead = replace(found.lead, low=-25.0, high=-low)
    snapshot = knowing(worse, {wanted: replace(found, lead=lead)})
    _, said = better_model(snapshot, snapshot.selected)
    assert said.endswith(" more on this sample" + ", not significantly" * (not significant))
    answer = decision_summary.answer(snapshot)
    shown = " less than " if significant else " is not significant (90 %: "
    assert shown in answer
    assert (" less than " in answer) is significant


def test_that_a_lead_without_an_estimate_names_this_sample_beside_new_cases():
    unknown = NewCasesFigure(7.02, None, None, None)
    known = {
        new_cases_request(PLAIN, PLAIN.selected): ESTIMATE,
        decision_lead_request(PLAIN): replace(LEAD, profit=unknown, reason="no common cases"),
    }
    answer = decision_summary.answer(knowing(PLAIN, known))
    assert "+60.15 on this sample, 7.02 DM more than gradient_boosting on this sample." in answer


def test_that_a_lead_without_an_estimate_is_that_of_this_sample():
    known = {
        new_cases_request(PLAIN, PLAIN.selected): ESTIMATE,
        decision_lead_request(PLAIN): replace(LEAD, reason="no cases in common"),
    }
    row = figure_rows(knowing(PLAIN, known), PLAIN.selected)[0]
    assert (row.name, row.value) == ("over gradient_boosting", "+7.02 DM")
    assert row.note.startswith("this sample")
    assert row.hint.endswith("On this sample")

import math
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QLineEdit, QPushButton, QScrollArea

from costcurve_gui.analysis.criteria import (
    CLOSEST_TO_CORNER,
    CRITERIA,
    OFFERED,
    TARGET_PRECISION,
    TARGET_RECALL,
    YOUDEN,
)
from costcurve_gui.analysis.selection_settings import BoundsSpec, SelectionSpec, Start
from costcurve_gui.analysis.snapshot import BoundEffect
from costcurve_gui.engine.selection.bounds import Bound, BoundKind, Objective
from costcurve_gui.views.panels.confusion_matrix import cell_money
from costcurve_gui.views.panels.decision_panel import DecisionPanel
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.text import policy_text
from tests.helpers.band_snapshots import banded
from tests.helpers.choices import Choice
from tests.helpers.snapshots import (
    BEST,
    MIXED,
    PAYOFF,
    SINGLE,
    any_policy,
    backwards_curves,
    german_credit_snapshot,
    settings,
    snapshot,
)

NEYMAN_PEARSON = settings(Choice.NEYMAN_PEARSON)
WORKFORCE = settings(Choice.WORKFORCE)
LOGISTIC = "g/score_logistic_regression"


@pytest.fixture
def panel(qtbot):
    widget = DecisionPanel()
    qtbot.addWidget(widget)
    widget.resize(340, 800)
    widget.show_snapshot(snapshot())
    widget.show()
    qtbot.waitActive(widget)
    return widget


def label(panel, name):
    return panel.findChild(QLabel, name)


def effect(kind=BoundKind.FPR, **changes):
    """Return what a binding bound does; without it the model would earn +60.15."""
    known = {"single": SINGLE, "free": any_policy(), "binding": frozenset({kind})}
    return BoundEffect(**{**known, "mixture": MIXED, **changes})


def field(panel, name):
    return panel.findChild(QLineEdit, name)


def now(panel):
    return {
        name: label(panel, f"{name}_now").text() for name in ("fpr", "tpr", "precision", "cases")
    }


def state(panel, kind):
    return label(panel, f"{kind}_state").text()


def add_bound(panel, kind):
    """Choose a bound from the menu of those that are not in force."""
    panel.bounds._menu.aboutToShow.emit()
    named = {action.objectName(): action for action in panel.bounds._menu.actions()}
    named[f"add_{kind}"].trigger()


def unmet(criterion, **changes):
    """Return a snapshot in which no model can do what the criterion asks."""
    shown = snapshot(settings(criterion), **changes)
    models = {key: replace(model, met=False) for key, model in shown.models.items()}
    return replace(shown, models=models)


def retype(qtbot, line, text, key=Qt.Key.Key_Return):
    line.setFocus()
    line.selectAll()
    qtbot.keyClicks(line, text)
    if key is not None:
        qtbot.keyClick(line, key)


def test_that_the_headline_is_the_model_and_below_it_its_rule(panel):
    assert panel.headline.text == "naive_bayes"
    assert label(panel, "decision_rule").text() == policy_text.rule_html(snapshot(), BEST)


def test_that_the_figures_are_two_leads(panel):
    assert panel.figures_title.text() == "Lead, new cases"
    names = ["over gradient_boosting", "over refusing all"]
    assert [name for name, _, _ in panel.figures.rows] == names


def test_that_the_figures_of_a_given_threshold_are_two_leads_on_its_sample(panel):
    panel.show_snapshot(german_credit_snapshot(Choice.MANUAL, threshold=0.1))
    assert panel.figures_title.text() == "Lead, this sample"
    names = ["over naive_bayes", "over refusing all"]
    assert [name for name, _, _ in panel.figures.rows] == names


def test_that_cost_and_out_of_bag_threshold_are_in_tooltips_and_in_what_is_copied(panel):
    assert "Normalized expected cost 0.243 on this sample" in panel.head.figure.toolTip()
    assert "Out-of-bag threshold" in panel.rule.toolTip()
    assert panel.answer().endswith("Normalized expected cost 0.243 on this sample.")


def test_that_bounds_show_what_the_policy_has_now(panel):
    assert now(panel) == {
        "fpr": "now 0.314",
        "tpr": "now 0.747",
        "precision": "now 11.1 %",
        "cases": "now 3\u202f359",
    }
    assert panel.findChild(QCheckBox, "cases_bound").text() == "Cases refused"
    assert not field(panel, "max_fpr").isEnabled()


def test_that_precision_of_nothing_is_said(panel):
    nothing = any_policy(threshold=math.inf, index=0, fpr=0, tpr=0, fraction_targeted=0)
    panel.show_snapshot(snapshot(policy=nothing))
    assert now(panel)["precision"] == "none refused"


def test_that_the_confusion_matrix_has_counts_or_money_never_both(panel):
    def cells():
        return [panel.confusion.cells[name].count.text() for name in ("tp", "fp", "fn", "tn")]

    def sums():
        return [(view.count.text(), view.beside.text()) for view in panel.confusion.sums]

    assert cells() == ["373", "2\u202f986", "127", "6\u202f514"]
    assert sums() == [("3\u202f359", "33.6 %"), ("6\u202f641", "66.4 %")]
    panel.findChild(QPushButton, "matrix_True").click()
    # The bad ones that are granted asked for 90 795 DM in the file, where 150 are bad, not 500.
    assert cells() == ["0", "0", "−302\u202f650", "+904\u202f181"]
    assert sums() == [("0", ""), ("+601\u202f531", "")]
    assert label(panel, "total_profit").text() == "+601\u202f531 DM"
    assert label(panel, "total_sample").text() == "on this sample"
    panel.findChild(QPushButton, "matrix_False").click()
    assert cells()[0] == "373"


def test_that_the_money_of_the_cells_sums_to_the_profit_of_the_population():
    shown = snapshot()
    policy = shown.models["g/score_naive_bayes"].policy
    money = cell_money(shown, policy)
    condition = shown.condition
    expected = 10_000 * (
        condition.prior * -condition.means.fn_cost * (1 - policy.tp_benefit_rate)
        + (1 - condition.prior) * condition.means.tn_payoff
        - (1 - condition.prior) * condition.means.fp_cost * policy.fp_cost_rate
    )
    assert sum(money.values()) == pytest.approx(expected)


def test_that_money_is_left_empty_where_both_payoffs_of_a_class_vary():
    payoff = replace(PAYOFF, tp="0.1*amount")
    shown = snapshot(settings(payoff=payoff))
    money = cell_money(shown, shown.models["g/score_naive_bayes"].policy)
    assert money["tp"] is None
    assert money["fn"] is None
    assert money["tn"] is not None


def test_that_the_population_has_its_profit(panel):
    assert label(panel, "total_profit").text() == "+601\u202f531 DM"
    assert label(panel, "population_nouns").text() == "applicants"
    assert field(panel, "population").text() == "10\u202f000"


def test_that_without_intervals_the_figure_is_of_the_sample_and_says_so(panel):
    panel.show_snapshot(banded(snapshot(), shown=False))
    assert panel.head.figure.full_text == "+60.15 DM per applicant, this sample"
    assert panel.head.verdict.text == "Intervals are switched off"
    assert panel.head.sample.full_text == "On the sample that chose it: +60.15"


def test_that_a_used_mixture_is_the_rule_and_one_threshold_stands_below(qtbot, panel):
    shown = snapshot(
        NEYMAN_PEARSON, policy=MIXED, bounded=effect(), best=LOGISTIC, selected=LOGISTIC
    )
    panel.show_snapshot(shown)
    whole = policy_text.rule_html(shown, LOGISTIC)
    assert label(panel, "whole_rule").text() == whole
    assert panel.rule.text() == f"{whole.partition(';')[0]} \u2026"
    assert panel.figures_title.text() == "On this sample"
    assert panel.figures.rows == [
        ("Caught (actual: bad)", "301 of 500", "60.1 %"),
        ("True positive rate", "0.601", ""),
    ]
    assert panel.mixture.text.startswith("One threshold: refuse where score ≥ 0.4120. Catches 29")
    assert state(panel, "fpr") == "binding"
    assert panel.findChild(QCheckBox, "fpr_bound").isChecked()
    assert field(panel, "max_fpr").text() == "0.200"
    with qtbot.waitSignal(panel.mixture_used) as caught:
        panel.mixture.link.click()
    assert caught.args == [False]


def test_that_the_headline_is_one_threshold_and_the_mixture_a_card_below(qtbot, panel):
    alone = settings(Choice.NEYMAN_PEARSON)
    alone = replace(alone, selection=replace(alone.selection, mixed=False))
    panel.show_snapshot(snapshot(alone, policy=SINGLE, bounded=effect(), selected=LOGISTIC))
    assert "random" not in label(panel, "decision_rule").text()
    assert panel.mixture.text.startswith(
        "Or mix: refuse from 0.4120, and from 0.3657 to there 11.1 % at random. Catches 301"
    )
    assert "Catches 301 on this sample" in panel.mixture.toolTip()
    with qtbot.waitSignal(panel.mixture_used) as caught:
        panel.mixture.link.click()
    assert caught.args == [True]
    panel.show_snapshot(snapshot())
    assert not panel.mixture.isVisible()


def test_that_a_bound_on_profit_says_what_it_costs_and_what_one_more_earns(panel):
    chosen = settings()
    bounds = BoundsSpec(cases=1500)
    chosen = replace(chosen, selection=replace(chosen.selection, bounds=bounds))
    bounded = effect(BoundKind.CASES, prices={BoundKind.CASES: 163.82}, mixture=None)
    panel.show_snapshot(snapshot(chosen, policy=SINGLE, bounded=bounded))
    assert panel.figures.rows[-1] == ("the bound costs", "−20.67 DM", "this sample")
    shown = label(panel, "cases_now")
    assert shown.text() == "<b>One more earns 163.82 DM</b>, this sample"
    assert shown.toolTip() == "One more applicant refused earns 163.82 DM on this sample."
    assert state(panel, "cases") == "binding"
    spoken, _, earned = (
        panel.findChild(QCheckBox, "cases_bound").accessibleName().partition("binding, ")
    )
    assert spoken == "Cases refused, at most 1\u202f500 applicants refused, on, "
    assert earned == "One more earns 163.82 DM, this sample"


def test_that_bounds_that_exclude_each_other_are_said_and_nothing_is_recommended(panel):
    chosen = settings()
    bounds = BoundsSpec(tpr=0.6, cases=1000)
    chosen = replace(chosen, selection=replace(chosen.selection, bounds=bounds))
    shown = snapshot(chosen)
    models = {key: replace(model, met=False) for key, model in shown.models.items()}
    panel.show_snapshot(replace(shown, models=models))
    assert panel.rule.full_text == "No threshold keeps both bounds"
    assert panel.head.verdict.text == "The bounds exclude each other"
    assert not panel.confusion.isVisible()
    assert (state(panel, "tpr"), state(panel, "cases")) == ("in conflict", "in conflict")
    assert state(panel, "fpr") == ""
    assert panel.answer().startswith("No threshold keeps both bounds. A true positive rate of")
    panel.show_snapshot(snapshot())
    assert panel.confusion.isVisible()


def test_that_workforce_counts_positives_caught_and_names_its_bound(panel):
    policy = replace(MIXED, tpr=0.478, fraction_targeted=0.15)
    bounded = effect(BoundKind.CASES, at_profit=replace(SINGLE, tpr=0.46, expected_profit=42.14))
    panel.show_snapshot(snapshot(WORKFORCE, policy=policy, bounded=bounded))
    assert panel.figures.rows[0] == ("Caught (actual: bad)", "239 of 500", "47.8 %")
    said = label(panel, "also_reaches").text()
    assert "more than at highest profit, 2.65 DM less per applicant on this sample." in said
    assert "catches 239 of 500 within the same bound on this sample." in said
    assert state(panel, "cases") == "binding"
    assert field(panel, "capacity").text() == "1\u202f500"


def test_that_refusing_all_is_the_headline_when_no_model_beats_it(panel):
    panel.show_snapshot(snapshot(trivial=(80.0, -50.64)))
    assert panel.headline.text == "Refuse all"
    assert panel.answer() == f"Refuse all. {panel.rule.full_text}"
    assert panel.head.figure.full_text == "+80.00 DM per applicant"
    assert panel.head.verdict.text == "No model is better on this sample"
    assert panel.figures.rows == [("over naive_bayes", "+19.85 DM", "")]
    assert label(panel, "total_profit").text() == "+800\u202f000 DM"
    assert panel.confusion.cells["tp"].count.text() == "500"


def test_that_a_worse_model_says_what_the_best_earns_and_leads_there(qtbot, panel):
    link = panel.better.link
    assert not link.isVisible()
    panel.show_snapshot(snapshot(selected="g/score_gradient_boosting"))
    assert panel.better.text == "naive_bayes earns 7.02 DM more on this sample"
    with qtbot.waitSignal(panel.follow_best_requested):
        qtbot.mouseClick(link, Qt.MouseButton.LeftButton)


def test_that_nothing_is_better_where_all_reach_the_same(panel):
    chosen = settings(Choice.NEYMAN_PEARSON)
    same = snapshot(chosen, policy=SINGLE, best=LOGISTIC, selected="g/score_mlp")
    panel.show_snapshot(same)
    assert not panel.better.isVisible()


def test_that_a_file_without_models_is_said_in_place(panel):
    panel.show_snapshot(replace(snapshot(best=None, selected=None), models={}))
    assert panel.headline.text == "No model"
    assert not panel.confusion.isVisible()
    assert set(now(panel).values()) == {""}
    panel.show_snapshot(snapshot())
    assert panel.headline.text == "naive_bayes"
    assert panel.confusion.isVisible()


@pytest.mark.parametrize("criterion", OFFERED)
def test_that_every_rule_can_be_asked_for(qtbot, panel, criterion):
    combo = panel.findChild(QComboBox, "rule")
    with qtbot.waitSignal(panel.rule_choice.criterion_chosen) as caught:
        combo.activated.emit(combo.findData(criterion.key))
    assert caught.args == [criterion]


@pytest.mark.parametrize("objective", [Objective.COST, Objective.TPR])
def test_that_every_objective_can_be_asked_for(qtbot, panel, objective):
    combo = panel.objective
    assert combo.currentData() == Objective.PROFIT
    with qtbot.waitSignal(combo.objective_chosen) as caught:
        combo.activated.emit(combo.findData(objective))
    assert caught.args == [objective]
    assert combo.currentData() == Objective.PROFIT


@pytest.mark.parametrize("start", list(Start))
def test_that_the_criteria_of_the_sources_are_starting_points(qtbot, panel, start):
    combo = panel.objective
    with qtbot.waitSignal(combo.start_requested) as caught:
        combo.activated.emit(combo.findData(start))
    assert caught.args == [start]
    assert combo.currentData() == Objective.PROFIT


def test_that_the_objective_speaks_of_the_positive_class(panel):
    combo = panel.objective
    assert combo.itemText(combo.findData(Objective.TPR)) == "Most positives caught"


@pytest.mark.parametrize("criterion", [YOUDEN, CLOSEST_TO_CORNER, TARGET_RECALL])
def test_that_controls_that_a_rule_does_not_use_are_off(panel, criterion):
    selection = replace(settings().selection, criterion=criterion)
    panel.show_snapshot(snapshot(replace(settings(), selection=selection)))
    assert not panel.objective.isEnabled()
    assert not panel.findChild(QCheckBox, "fpr_bound").isEnabled()
    panel.show_snapshot(snapshot())
    assert panel.objective.isEnabled()
    assert panel.findChild(QCheckBox, "fpr_bound").isEnabled()


@pytest.mark.parametrize(
    ("kind", "present"),
    [
        (BoundKind.FPR, 0.315),
        (BoundKind.TPR, 0.746),
        (BoundKind.PRECISION, 0.111),
        (BoundKind.CASES, 3359),
    ],
)
def test_that_adding_a_bound_begins_with_what_the_policy_has_now(qtbot, panel, kind, present):
    row = panel.bounds.rows[kind]
    with qtbot.waitSignal(panel.bounds.bound_edited) as caught:
        add_bound(panel, kind)
    limit = caught.args[1]
    assert caught.args[0] is kind
    policy = snapshot().models["g/score_naive_bayes"].policy
    if kind is not BoundKind.CASES:  # the stand-in counts its cases apart from its rates
        assert Bound(kind, limit).at(0.05).holds(policy.fpr, policy.tpr)
    assert limit == pytest.approx(present, rel=0.002)
    bounds = BoundsSpec().with_limit(kind, limit)
    panel.show_snapshot(snapshot(settings(selection=SelectionSpec(bounds=bounds))))
    assert row.isVisible()
    assert row.field.hasFocus()
    with qtbot.waitSignal(panel.bounds.bound_edited) as caught:
        row.box.click()
    assert caught.args == [kind, None]


def test_that_bounds_are_typed_and_checked(qtbot, panel):
    panel.show_snapshot(snapshot(NEYMAN_PEARSON, policy=MIXED))
    with qtbot.waitSignal(panel.bounds.bound_edited) as caught:
        retype(qtbot, field(panel, "max_fpr"), "0.1")
    assert caught.args == [BoundKind.FPR, 0.1]
    with qtbot.assertNotEmitted(panel.bounds.bound_edited):
        retype(qtbot, field(panel, "max_fpr"), "1.2")
    assert label(panel, "bounds_fault").text() != ""


@pytest.mark.parametrize(
    ("line", "criterion", "shown", "fault"),
    [
        ("target_recall", Choice.TARGET_RECALL, "0.800", "A rate lies between 0 and 1."),
        (
            "target_precision",
            Choice.TARGET_PRECISION,
            "50.0 %",
            "A precision lies between 0 and 100 %.",
        ),
    ],
)
def test_that_targets_are_typed_under_their_rule(qtbot, panel, line, criterion, shown, fault):
    assert panel.findChild(QLineEdit, line) is None
    panel.show_snapshot(snapshot(settings(criterion)))
    assert field(panel, line).isVisible()
    assert field(panel, line).text() == shown
    with qtbot.waitSignal(panel.target_edited) as caught:
        retype(qtbot, field(panel, line), "12.5 %")
    assert caught.args == [CRITERIA[line], 0.125]
    with qtbot.assertNotEmitted(panel.target_edited):
        retype(qtbot, field(panel, line), "-1")
    assert label(panel, f"{line}_fault").text() == fault
    panel.show_snapshot(snapshot(settings()))
    assert not field(panel, line).isVisible()


def test_that_a_precision_out_of_reach_is_said_with_the_highest_there_is(panel):
    panel.show_snapshot(unmet(Choice.TARGET_PRECISION))
    assert panel.rule.full_text == "Refuse where score ≥ 0.5559"
    assert panel.head.verdict.text == "Not what was asked for"
    assert label(panel, "whole_rule").text() == (
        "No threshold has a precision of 50.0 %; the highest is 25.2 %. "
        "Shown is the highest precision."
    )


def test_that_a_model_without_probabilities_says_why_the_condition_cannot_choose(panel):
    panel.show_snapshot(unmet(Choice.PERFORMANCE_INDEPENDENT, policy=any_policy()))
    assert label(panel, "whole_rule").text() == (
        "Scores outside 0 to 1: the condition alone cannot choose. Shown is the least cost."
    )


def test_that_a_model_that_cannot_points_to_one_that_can(panel):
    panel.show_snapshot(snapshot(settings(Choice.TARGET_PRECISION), best="g/score_mlp"))
    assert panel.better.text == "mlp can do it"
    assert label(panel, "also_reaches").text() == ""


@pytest.mark.parametrize(
    ("criterion", "advantage", "also"),
    [
        (
            Choice.TARGET_RECALL,
            "naive_bayes: fpr −0.114 on this sample",
            "logistic_regression has a false positive rate of 0.429 there on this sample.",
        ),
        (
            Choice.TARGET_PRECISION,
            "naive_bayes finds 1.7 % more of the positives on this sample",
            "logistic_regression reaches 0.730 at the same precision on this sample.",
        ),
        (
            Choice.YOUDEN,
            "naive_bayes has 0.131 more on this sample",
            "logistic_regression reaches 0.301 on this sample.",
        ),
        (
            Choice.CLOSEST_TO_CORNER,
            "naive_bayes is 0.103 nearer on this sample",
            "logistic_regression comes as near as 0.507 on this sample.",
        ),
    ],
)
def test_that_models_are_compared_by_what_the_criterion_wants(panel, criterion, advantage, also):
    shown = snapshot(settings(criterion), policy=any_policy(criterion=str(criterion)))
    worse = any_policy(criterion=str(criterion), fpr=0.4286, tpr=0.73)
    models = {
        key: replace(model, met=True, policy=model.policy if key == shown.best else worse)
        for key, model in shown.models.items()
    }
    panel.show_snapshot(replace(shown, models=models, selected="g/score_mlp"))
    assert panel.better.text == advantage
    panel.show_snapshot(replace(shown, models=models))
    assert label(panel, "also_reaches").text().startswith(also)


def test_that_capacity_and_population_are_typed(qtbot, panel):
    panel.show_snapshot(snapshot(WORKFORCE, policy=MIXED))
    with qtbot.waitSignal(panel.bounds.bound_edited) as caught:
        retype(qtbot, field(panel, "capacity"), "2 000")
    assert caught.args == [BoundKind.CASES, 2000.0]
    with qtbot.waitSignal(panel.counts.population_edited) as caught:
        retype(qtbot, field(panel, "population"), "25000")
    assert caught.args == [25_000]
    assert isinstance(caught.args[0], int)


@pytest.mark.parametrize("text", ["2,000", "2.000", "2 000"])
def test_that_parted_thousands_are_not_read_as_decimals(qtbot, panel, text):
    with qtbot.waitSignal(panel.counts.population_edited) as caught:
        retype(qtbot, field(panel, "population"), text)
    assert caught.args == [2000]
    panel.show_snapshot(snapshot(WORKFORCE, policy=MIXED))
    with qtbot.waitSignal(panel.bounds.bound_edited) as caught:
        retype(qtbot, field(panel, "capacity"), text)
    assert caught.args == [BoundKind.CASES, 2000.0]


def test_that_a_capacity_is_a_whole_number(qtbot, panel):
    panel.show_snapshot(snapshot(WORKFORCE, policy=MIXED))
    with qtbot.assertNotEmitted(panel.bounds.bound_edited):
        retype(qtbot, field(panel, "capacity"), "0.2")
    assert label(panel, "bounds_fault").text() == "A number of cases is whole."


def test_that_a_precision_is_typed_in_percent_as_it_is_shown(qtbot, panel):
    panel.show_snapshot(snapshot(settings(Choice.TARGET_PRECISION)))
    with qtbot.waitSignal(panel.target_edited) as caught:
        retype(qtbot, field(panel, "target_precision"), "60")
    assert caught.args == [TARGET_PRECISION, pytest.approx(0.6)]
    retype(qtbot, field(panel, "target_precision"), "600")
    assert "100 %" in label(panel, "target_precision_fault").text()


def test_that_a_population_beyond_all_bounds_is_told_the_upper_one(qtbot, panel):
    retype(qtbot, field(panel, "population"), "1e15")
    assert label(panel, "population_fault").text().endswith("or less.")


@pytest.mark.parametrize("text", ["0", "-5", "2.5", "many"])
def test_that_a_bad_population_is_marked_and_not_reported(qtbot, panel, text):
    with qtbot.assertNotEmitted(panel.counts.population_edited):
        retype(qtbot, field(panel, "population"), text)
    assert field(panel, "population").property("faulty") == "true"


def test_that_manual_offers_a_field_for_the_threshold(qtbot, panel):
    assert panel.findChild(QLineEdit, "manual_threshold") is None
    panel.show_snapshot(snapshot(settings(Choice.MANUAL)))
    line = field(panel, "manual_threshold")
    assert line.isVisible()
    assert line.text() == "0.0325"
    with qtbot.waitSignal(panel.threshold_edited) as caught:
        retype(qtbot, line, "0.05")
    assert caught.args == [0.05]


def test_that_a_low_window_has_both_lists_in_one_row_without_labels(qtbot, panel):
    assert panel.objective.y() < panel.rule_choice.y()
    panel.set_compact(True)
    qtbot.waitUntil(lambda: panel.objective.y() == panel.rule_choice.y())
    assert not any(one.isVisible() for one in panel._labels)
    assert panel.objective.accessibleName() == "Objective"
    qtbot.keyClick(panel, Qt.Key.Key_O, Qt.KeyboardModifier.AltModifier)
    assert panel.objective.hasFocus()
    panel.set_compact(False)
    qtbot.waitUntil(lambda: panel.objective.y() < panel.rule_choice.y())


def test_that_bounds_are_one_line_until_one_is_added(qtbot, panel):
    box = panel.findChild(QCheckBox, "fpr_bound")
    assert label(panel, "bounds_summary").text() == "none"
    assert not box.isVisible()
    panel.bounds._menu.aboutToShow.emit()
    offered = [action.text() for action in panel.bounds._menu.actions()]
    assert offered[0] == "&False positive rate at most\tnow 0.314"
    assert "&Precision at least\tnow 11.1 %" in offered
    panel.show_snapshot(snapshot(NEYMAN_PEARSON, policy=MIXED, bounded=effect()))
    assert label(panel, "bounds_summary").text() == "1 on"
    assert box.isVisible()
    panel.bounds._menu.aboutToShow.emit()
    assert "add_fpr" not in [one.objectName() for one in panel.bounds._menu.actions()]


def test_that_a_row_has_44_pixels_whether_its_bound_binds_or_not(qtbot, panel):
    row = panel.bounds.rows[BoundKind.FPR]
    panel.show_snapshot(snapshot(NEYMAN_PEARSON, policy=MIXED))
    assert label(panel, "fpr_now").text() == "now 0.200, does not bind"
    qtbot.waitUntil(lambda: row.height() == fonts.scaled(44))
    at = row.geometry()
    panel.show_snapshot(snapshot(NEYMAN_PEARSON, policy=MIXED, bounded=effect()))
    qtbot.wait(1)
    assert state(panel, "fpr") == "binding"
    assert row.geometry() == at


def test_that_an_unticked_bound_keeps_its_row_and_the_cross_takes_it_away(qtbot, panel):
    panel.show_snapshot(snapshot(NEYMAN_PEARSON, policy=MIXED))
    row = panel.bounds.rows[BoundKind.FPR]
    row.box.click()
    panel.show_snapshot(snapshot())
    assert row.isVisible()
    assert row.field.text() == "0.200"
    with qtbot.waitSignal(panel.bounds.bound_edited) as caught:
        row.box.click()  # as it was
    assert caught.args == [BoundKind.FPR, 0.2]
    row.box.setChecked(True)
    with qtbot.waitSignal(panel.bounds.bound_edited) as caught:
        row.cross.click()
    assert caught.args == [BoundKind.FPR, None]
    assert panel.bounds.add.hasFocus()
    panel.show_snapshot(snapshot())
    assert not row.isVisible()


def test_that_a_snapshot_with_the_same_numbers_touches_no_text(monkeypatch, panel):
    panel.show_snapshot(snapshot())
    touched = []
    monkeypatch.setattr(QLabel, "setText", lambda _self, text: touched.append(text))
    monkeypatch.setattr(QLineEdit, "setText", lambda _self, text: touched.append(text))
    panel.show_snapshot(snapshot())
    assert touched == []


def test_that_dragging_moves_no_widget(qtbot, panel):
    def places():
        return [(child, child.geometry()) for child in panel.findChildren(QLabel)]

    panel.repaint()
    before = places()
    policy = any_policy(fpr=0.1, tpr=0.4, fraction_targeted=0.115, expected_profit=9.0)
    panel.show_snapshot(snapshot(policy=policy, prior=0.06))
    qtbot.wait(1)
    moved = {child.objectName() for child, place in before if child.geometry() != place}
    assert moved == set()


def test_that_a_population_of_one_is_enough(panel):
    selection = SelectionSpec(population=1)
    panel.show_snapshot(snapshot(settings(selection=selection)))
    assert panel.confusion.sums[0].beside.text() == "33.6 %"


def test_that_every_control_has_a_name_to_be_read_aloud(panel):
    for kind in (QLineEdit, QComboBox, QCheckBox, QPushButton):
        for widget in panel.findChildren(kind):
            if widget.isVisibleTo(panel):
                assert widget.objectName(), widget
                assert widget.accessibleName(), widget.objectName()


def test_that_a_threshold_typed_in_points_of_the_file_is_reported_turned(qtbot, panel):
    policy = any_policy(threshold=-520.0, index=3)
    panel.show_snapshot(snapshot(settings(Choice.MANUAL), on=backwards_curves(), policy=policy))
    line = field(panel, "manual_threshold")
    assert line.text() == "520.0"
    with qtbot.waitSignal(panel.threshold_edited) as caught:
        retype(qtbot, line, "480")
    assert caught.args == [-480.0]


def test_that_the_head_is_of_one_height_whatever_it_says(qtbot, panel):
    height = panel.head.height()
    assert height == fonts.scaled(126)
    excluded = settings(selection=SelectionSpec(bounds=BoundsSpec(tpr=0.6, cases=1000)))
    for shown in (
        snapshot(NEYMAN_PEARSON, policy=MIXED),
        unmet(Choice.TARGET_PRECISION),
        snapshot(trivial=(80.0, -50.64)),
        snapshot(excluded),
        banded(snapshot(), shown=False),
        replace(snapshot(best=None, selected=None), models={}),
    ):
        panel.show_snapshot(shown)
        qtbot.wait(1)
        assert panel.head.height() == height


def test_that_a_budget_has_its_price_in_the_second_line(qtbot, panel):
    chosen = settings()
    bounds = BoundsSpec(budget=20_000, price=12.5)
    chosen = replace(chosen, selection=replace(chosen.selection, bounds=bounds))
    bounded = effect(BoundKind.BUDGET, prices={BoundKind.BUDGET: 163.82}, mixture=None)
    panel.show_snapshot(replace(snapshot(chosen), bounded=bounded))
    row = panel.bounds.rows[BoundKind.BUDGET]
    assert row.field.text() == "20\u202f000"
    assert row.each.isVisible()
    assert row.each.text() == "12.5"
    assert "more earns" in row.now.text()
    assert row.now.toolTip().endswith(" on this sample.")
    with qtbot.waitSignal(panel.bounds.bounds_changed, timeout=5000) as caught:
        retype(qtbot, row.each, "10")
    assert caught.args == [{"price": 10.0}]
    panel.show_snapshot(snapshot())
    assert not row.each.isVisible()


def test_that_text_in_the_field_of_a_bound_is_told_what_is_accepted(qtbot, panel):
    panel.show_snapshot(snapshot(NEYMAN_PEARSON, policy=MIXED))
    retype(qtbot, field(panel, "max_fpr"), "many")
    said = '"many" is not a number. Accepted: a number from 0 to 1, or a percentage.'
    assert label(panel, "bounds_fault").text() == said


def test_that_head_and_buttons_stay_in_view_where_the_panel_is_low(qtbot, panel):
    panel.resize(340, 400)
    panel.show_snapshot(snapshot(NEYMAN_PEARSON, policy=MIXED, bounded=effect()))
    qtbot.waitUntil(panel.foot.edge.isVisible)
    for shown in (panel.head.sample, panel.foot.apply):
        assert panel.rect().contains(shown.mapTo(panel, shown.rect().bottomLeft()))
        assert not shown.visibleRegion().isEmpty()
    assert len(panel.findChildren(QScrollArea)) == 1
    panel.resize(340, 900)
    qtbot.waitUntil(lambda: not panel.foot.edge.isVisible())


@pytest.mark.parametrize(
    ("button", "signal"),
    [
        ("apply_decision", "apply_requested"),
        ("validate_decision", "validation_requested"),
        ("save_decision", "save_requested"),
    ],
)
def test_that_a_button_of_the_decision_asks_for_what_it_says(qtbot, panel, button, signal):
    with qtbot.waitSignal(getattr(panel.foot, signal)):
        qtbot.mouseClick(panel.findChild(QPushButton, button), Qt.MouseButton.LeftButton)


def test_that_the_buttons_are_off_where_no_threshold_keeps_the_bounds(panel):
    chosen = settings()
    chosen = replace(chosen, selection=replace(chosen.selection, bounds=BoundsSpec(tpr=1, fpr=0)))
    shown = snapshot(chosen)
    models = {key: replace(model, met=False) for key, model in shown.models.items()}
    panel.show_snapshot(replace(shown, models=models))
    buttons = panel.foot.apply, panel.foot.validate, panel.foot.save
    assert not any(button.isEnabled() for button in buttons)
    panel.show_snapshot(snapshot())
    assert all(button.isEnabled() for button in buttons)

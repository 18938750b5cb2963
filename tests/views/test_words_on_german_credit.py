from dataclasses import replace

import numpy as np
import pytest

from costcurve_gui.analysis.selection_settings import BoundsSpec, SelectionSpec
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.engine.selection.bounds import Objective
from costcurve_gui.views.panels.confusion_matrix import cell_money
from costcurve_gui.views.panels.dataset_panel import DatasetPanel
from costcurve_gui.views.panels.decision_panel import DecisionPanel
from costcurve_gui.views.panels.model_rows import AUC, FIGURE
from costcurve_gui.views.panels.payoff_panel import PayoffPanel
from costcurve_gui.views.text import decision_summary, policy_text
from tests.helpers.choices import Choice
from tests.helpers.snapshots import german_credit, german_credit_snapshot


def key_of(snapshot, name):
    return next(key for key, model in snapshot.models.items() if model.info.name == name)


def test_that_neyman_pearson_says_what_is_caught_and_what_it_earns():
    assert decision_summary.answer(german_credit_snapshot(Choice.NEYMAN_PEARSON)) == (
        "With a false positive rate of at most 0.200, logistic_regression catches 301 of 500 "
        "positives (bad), 60.1 %, on this sample. "
        "Refuse from 0.4120; between 0.3657 and 0.4120 refuse 1 in 9 at random. "
        "+40.59 DM per applicant on this sample. "
        "A rate 0.01 higher catches 1.4 % more on this sample. "
        "That refuses 2\u202f201 of 10\u202f000 applicants (22.0 %), by the rates of this sample."
    )


def test_that_the_workforce_catches_what_the_capacity_allows():
    snapshot = german_credit_snapshot(Choice.WORKFORCE)
    assert decision_summary.answer(snapshot).startswith(
        "With at most 1\u202f500 applicants refused, naive_bayes catches 239 of 500 positives "
        "(bad), 47.8 %, on this sample. "
        "Refuse from 0.1235; between 0.0430 and 0.1235 refuse 6.9 % at random. "
        "+38.73 DM per applicant on this sample. 10 more applicants refused catch 0.9 more "
        "positives (bad) on this sample."
    )
    assert policy_text.rule(snapshot, snapshot.best) == (
        "Refuse where score ≥ 0.1235; from 0.0430 to there, refuse 6.9 % at random"
    )


def test_that_a_bound_on_cases_keeps_the_objective_and_says_what_it_costs():
    loaded = german_credit()
    settings = replace(
        german_credit_snapshot().settings, selection=SelectionSpec(bounds=BoundsSpec(cases=1500))
    )
    snapshot = build_snapshot(loaded.curve_set, settings)
    assert settings.objective is Objective.PROFIT
    # The figures of the design picture, which were worked out apart.
    assert decision_summary.answer(snapshot) == (
        "With at most 1\u202f500 applicants refused: Use naive_bayes and refuse where its score is "
        "0.1235 or more: +37.25 DM per applicant on this sample, 4.96 DM more than "
        "logistic_regression. "
        "The bound costs 22.91 DM per applicant on this sample. One more applicant refused earns "
        "163.82 DM on this sample. "
        "Or mix: refuse from 0.1482, and from 0.0585 to there 23.9 % at random. Adds "
        "3.33 DM per applicant on this sample; all 1\u202f500 used. "
        "That refuses 1\u202f397 of 10\u202f000 applicants (14.0 %), by the rates of this sample."
    )


@pytest.mark.parametrize(
    ("criterion", "said"),
    [
        (
            Choice.TARGET_RECALL,
            (
                "To find 80.0 % of the positives, naive_bayes has the lowest false positive rate "
                "on "
                "this sample: 0.380. Refuse where score ≥ 0.0229. "
                "+50.79 DM per applicant on this sample."
            ),
        ),
        (
            Choice.TARGET_PRECISION,
            (
                "At a precision of 50.0 % or more mlp finds the most positives on this sample: "
                "12.7 %, at a precision of 53.8 %. Refuse where score ≥ 0.9328."
            ),
        ),
        (
            Choice.PERFORMANCE_INDEPENDENT,
            (
                "By the condition alone, use gradient_boosting and refuse where its score is "
                "0.2397 or more: +50.91 DM per applicant. The cheapest threshold earns 2.22 DM "
                "more on this sample."
            ),
        ),
        (
            Choice.YOUDEN,
            (
                "naive_bayes has tpr − fpr of 0.454 at most on this sample: tpr 0.720, "
                "fpr 0.266. Refuse where score ≥ 0.0430. +58.63 DM per applicant on this sample."
            ),
        ),
        (
            Choice.CLOSEST_TO_CORNER,
            (
                "naive_bayes comes as near to (0, 1) of ROC space as 0.386 on this sample: "
                "tpr 0.720, fpr 0.266. Refuse where score ≥ 0.0430. "
                "+58.63 DM per applicant on this sample."
            ),
        ),
    ],
)
def test_that_every_criterion_answers_in_words_of_its_own(criterion, said):
    answer = decision_summary.answer(german_credit_snapshot(criterion))
    assert answer.startswith(f"{said} That refuses ")
    assert answer.endswith(" %), by the rates of this sample.")


def test_that_the_answer_tells_that_no_threshold_is_as_precise():
    snapshot = german_credit_snapshot(Choice.TARGET_PRECISION, only="decision_tree")
    assert decision_summary.answer(snapshot) == (
        "decision_tree: No threshold has a precision of 50.0 %; the highest is 10.7 %. "
        "Shown is the highest precision: refuse where score ≥ 0.5000, +12.50 DM per applicant on "
        "this sample."
    )


@pytest.mark.parametrize(("prior", "action"), [(0.99, "Refuse all"), (1e-5, "Grant all")])
def test_that_a_tree_is_not_worth_using_at_far_priors(prior, action):
    snapshot = german_credit_snapshot(prior=prior, only="decision_tree")
    assert decision_summary.answer(snapshot).startswith(f"{action}. At p(bad) = ")


@pytest.mark.parametrize("criterion", list(Choice))
@pytest.mark.parametrize("prior", [0.001, 0.05, 0.3, 0.9])
def test_that_the_money_of_the_cells_sums_to_the_expected_profit(criterion, prior):
    snapshot = german_credit_snapshot(criterion, prior=prior)
    population = snapshot.settings.selection.population
    for policy in (
        *(model.policy for model in snapshot.models.values()),
        *snapshot.trivial.values(),
    ):
        money = cell_money(snapshot, policy)
        assert sum(money.values()) == pytest.approx(policy.expected_profit * population)


def test_that_the_decision_panel_shows_the_figures_of_the_design(qtbot):
    panel = DecisionPanel()
    qtbot.addWidget(panel)
    panel.show_snapshot(german_credit_snapshot())
    figures = [figure for _, figure, _ in panel.figures.rows]
    assert figures == ["+7.02", "+60.15"]
    assert panel.head.figure.full_text == "+60.15 DM per applicant, this sample"
    cells = {name: view.count.text() for name, view in panel.confusion.cells.items()}
    assert cells == {"tp": "373", "fp": "2\u202f986", "fn": "127", "tn": "6\u202f514"}
    assert panel.counts.total.text() == "+601\u202f531 DM"


def test_that_the_workforce_figures_are_those_of_the_design(qtbot):
    panel = DecisionPanel()
    qtbot.addWidget(panel)
    panel.show_snapshot(german_credit_snapshot(Choice.WORKFORCE))
    assert panel.figures.rows == [
        ("Caught (actual: bad)", "239 of 500", "47.8 %"),
        ("True positive rate", "0.478", ""),
    ]


def test_that_the_list_of_models_shows_the_figures_of_the_design(qtbot):
    panel = DatasetPanel()
    qtbot.addWidget(panel)
    panel.show_curves(german_credit().curve_set)
    panel.show_snapshot(german_credit_snapshot())
    rows = panel.models.rows
    shown = {
        row.name: (rows.index(at, AUC).data(), rows.index(at, FIGURE).data())
        for at, row in enumerate(rows.rows)
    }
    assert shown == {
        "logistic_regression": ("0.765", "+50.01"),
        "naive_bayes": ("0.772", "+60.15"),
        "mlp": ("0.735", "+38.93"),
        "decision_tree": ("0.664", "+36.60"),
        "random_forest": ("0.768", "+52.69"),
        "gradient_boosting": ("0.758", "+53.14"),
        "refuse all": ("", "0.00"),
        "grant all": ("", "−50.64"),
    }
    assert panel.warnings.text.startswith("decision_tree ")


def test_that_the_payoffs_show_the_means_and_the_condition_of_the_design(qtbot):
    panel = PayoffPanel()
    qtbot.addWidget(panel)
    panel.show_snapshot(german_credit_snapshot())
    assert panel.matrix.cells["fn"].below.full_text == "mean −3\u202f828.71"
    assert panel.matrix.cells["tn"].below.full_text == "mean +148.21"
    assert panel.condition.probability_cost.text() == "0.576"
    assert panel.condition.ratio.text() == "25.8"
    assert panel.condition.prior.text() == "5"


def test_that_the_money_of_every_cell_is_the_sum_over_its_rows():
    loaded = german_credit()
    payoff = replace(loaded.settings.payoff, tp="7", fp="-20")
    curve_set = loaded.source.build_curves(loaded.info, payoff)
    condition = replace(loaded.settings.condition, prior=0.2)
    snapshot = build_snapshot(
        curve_set, replace(loaded.settings, payoff=payoff, condition=condition)
    )
    model = snapshot.models[snapshot.best]
    data = loaded.source.cases(loaded.info).dataset
    bad, amount = data.y_true, data.numeric["amount"]
    refused = data.scores[model.info.column] >= model.policy.threshold
    cells = {
        "tp": (bad & refused, np.full(bad.size, 7.0), 0.2 / bad.sum()),
        "fn": (bad & ~refused, -amount, 0.2 / bad.sum()),
        "fp": (~bad & refused, np.full(bad.size, -20.0), 0.8 / (~bad).sum()),
        "tn": (~bad & ~refused, 0.05 * amount, 0.8 / (~bad).sum()),
    }
    population = snapshot.settings.selection.population
    money = cell_money(snapshot, model.policy)
    for cell, (rows, gains, weight) in cells.items():
        assert money[cell] == pytest.approx(population * weight * gains[rows].sum()), cell


def test_that_two_models_share_the_cases_where_they_catch_more_together():
    snapshot = german_credit_snapshot(Choice.WORKFORCE, capacity=500)
    assert (
        " Two models together catch 119 on this sample: for 73.4 % of the applicants, drawn at "
        "random, use mlp at 0.8754, for the others logistic_regression at 0.6298. "
    ) in decision_summary.answer(snapshot)


def test_that_two_models_that_catch_as_many_as_one_are_not_recommended():
    snapshot = german_credit_snapshot(Choice.WORKFORCE, capacity=1500)
    assert snapshot.mixture is not None  # 239.2 in place of 238.6
    assert "Two models" not in decision_summary.answer(snapshot)


def test_that_more_capacity_than_cases_is_all_of_them():
    snapshot = german_credit_snapshot(Choice.WORKFORCE, capacity=20_000)
    assert "Refuse all. " in decision_summary.answer(snapshot)

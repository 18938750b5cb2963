import math
from dataclasses import replace

import numpy as np
import pytest

from costcurve_gui.analysis.snapshot import runner_up
from costcurve_gui.views.text import decision_summary, policy_text, vocabulary
from tests.helpers import snapshots
from tests.helpers.choices import Choice
from tests.helpers.plot_frames import curves_of_model
from tests.helpers.snapshots import MIXED, SINGLE, any_policy, settings, snapshot

NEYMAN_PEARSON = settings(Choice.NEYMAN_PEARSON)
WORKFORCE = settings(Choice.WORKFORCE)
LOGISTIC = "g/score_logistic_regression"


def test_that_the_answer_names_model_threshold_profit_and_lead():
    assert decision_summary.answer(snapshot()) == (
        "Use naive_bayes and refuse where its score is 0.0325 or more: "
        "+60.15 DM per applicant on this sample, 7.02 DM more than gradient_boosting. "
        "That refuses 3\u202f359 of 10\u202f000 applicants (33.6 %), by the rates of this sample."
    )


def test_that_the_answer_of_a_worse_model_says_by_how_much():
    answer = decision_summary.answer(snapshot(selected="g/score_mlp"))
    assert "+38.93 DM per applicant on this sample, 21.22 DM less than naive_bayes." in answer


def test_that_two_equal_models_are_called_the_same():
    answer = decision_summary.answer(snapshot(policy=any_policy()))
    assert ", the same as logistic_regression." in answer


def test_that_no_model_beats_refusing_all_is_said_with_the_prior():
    answer = decision_summary.answer(snapshot(trivial=(any_policy().expected_profit, -50.0)))
    assert answer == "Refuse all. At p(bad) = 5 % no model is cheaper."


def test_that_a_manual_threshold_is_never_replaced_by_a_trivial_classifier():
    answer = decision_summary.answer(snapshot(settings(Choice.MANUAL), trivial=(100.0, 0.0)))
    assert answer.startswith("Use naive_bayes")


def test_that_the_neyman_pearson_answer_tells_the_mixture_and_its_money():
    shown = snapshot(NEYMAN_PEARSON, policy=MIXED, best=LOGISTIC, selected=LOGISTIC)
    assert decision_summary.answer(shown) == (
        "With a false positive rate of at most 0.200, logistic_regression catches 301 of 500 "
        "positives (bad), 60.1 %, on this sample. "
        "Refuse from 0.4120; between 0.3657 and 0.4120 refuse 1 in 9 at random. "
        "+40.59 DM per applicant on this sample. "
        "That refuses 2\u202f201 of 10\u202f000 applicants (22.0 %), by the rates of this sample."
    )


def test_that_the_workforce_answer_counts_the_cases_caught():
    policy = replace(SINGLE, tpr=0.4784, threshold=0.04, index=4)
    assert decision_summary.answer(snapshot(WORKFORCE, policy=policy)).startswith(
        "With at most 1\u202f500 applicants refused, naive_bayes catches 239 of 500 positives "
        "(bad), 47.8 %, on this sample. Refuse where score ≥ 0.0400. "
    )


@pytest.mark.parametrize(
    ("policy", "sentence"),
    [
        (any_policy(), "Refuse where score ≥ <b>0.0325</b>"),
        (any_policy(threshold=math.inf, index=0, fpr=0, tpr=0), "Grant all"),
        (any_policy(threshold=0.0001, index=7, fpr=1, tpr=1), "Refuse all"),
        (
            MIXED,
            (
                "Refuse where score ≥ <b>0.4120</b>; from <b>0.3657</b> to there, "
                "refuse <b>1 in 9</b> at random"
            ),
        ),
        (
            replace(MIXED, mixing=0.069),
            (
                "Refuse where score ≥ <b>0.4120</b>; from <b>0.3657</b> to there, "
                "refuse <b>6.9 %</b> at random"
            ),
        ),
        (
            replace(MIXED, threshold=math.inf, index=0),
            "Refuse <b>1 in 9</b> at random where score ≥ <b>0.3657</b>",
        ),
    ],
)
def test_that_the_rule_is_said_in_the_words_of_the_user(policy, sentence):
    assert policy_text.rule_html(snapshot(policy=policy), snapshots.BEST) == sentence


def test_that_words_of_a_file_cannot_smuggle_markup_into_the_rule():
    payoff = replace(snapshots.PAYOFF, positive_action="<i>refuse</i>")
    html = policy_text.rule_html(snapshot(settings(payoff=payoff)), snapshots.BEST)
    assert "<i>" not in html
    assert "&lt;i&gt;" in html


def test_that_trivial_classifiers_are_named_by_their_action():
    terms = vocabulary.vocabulary_of(snapshot())
    assert terms.all_of("all") == "refuse all"
    assert terms.all_of("none") == "grant all"
    assert terms.doing_all("none") == "granting all"


def test_that_a_reading_has_six_parts_in_the_order_of_the_status_bar():
    parts = vocabulary.reading_parts(
        snapshots.reading(), snapshots.curve_set(), vocabulary.vocabulary_of(snapshot()), 10_000
    )
    assert parts == [
        "random_forest",
        "threshold 0.3966",
        "fpr 0.197",
        "tpr 0.473",
        "refuses 21.1 %, 2\u202f110 of 10\u202f000",
        "profit +25.09 DM on this sample",
    ]


def test_that_a_threshold_between_like_neighbours_gets_more_digits():
    scores = np.array([0.9, 0.412, 0.3657, 0.04, 0.03254, 0.0325, 0.0001])
    bad = np.arange(scores.size) % 2 == 0
    (model,) = curves_of_model(bad, {"near": scores}, snapshots.PAYOFFS).models
    assert vocabulary.threshold_text(model, 6, 0.0325) == "0.03250"


def test_that_a_file_without_models_is_said():
    assert decision_summary.answer(snapshot(best=None, selected=None)) == "There is no model."


BACKWARDS = any_policy(threshold=-520.0, index=3)


def test_that_a_threshold_on_points_where_low_is_positive_reads_as_in_the_file():
    shown = snapshot(on=snapshots.backwards_curves(), policy=BACKWARDS)
    assert policy_text.rule(shown, snapshots.BEST) == "Refuse where score ≤ 520.0"
    assert decision_summary.answer(shown).startswith(
        "Use naive_bayes and refuse where its score is 520.0 or less:"
    )


def test_that_a_lottery_on_points_where_low_is_positive_runs_upwards():
    policy = replace(MIXED, threshold=-520.0, index=3, threshold_2=-560.0, index_2=4)
    shown = snapshot(NEYMAN_PEARSON, on=snapshots.backwards_curves(), policy=policy)
    assert "Refuse up to 520.0; between 520.0 and 560.0 refuse 1 in 9 at random." in (
        decision_summary.answer(shown)
    )
    assert policy_text.rule(shown, snapshots.BEST) == (
        "Refuse where score ≤ 520.0; from 560.0 to there, refuse 1 in 9 at random"
    )


def test_that_the_runner_up_is_the_best_of_those_that_meet_the_criterion():
    shown = snapshot(settings(Choice.TARGET_PRECISION))
    second = "g/score_mlp"
    assert runner_up(shown, snapshots.BEST) == second
    unmet = replace(shown.models[second], met=False)
    shown = replace(shown, models={**shown.models, second: unmet})
    assert runner_up(shown, snapshots.BEST) == "g/score_random_forest"

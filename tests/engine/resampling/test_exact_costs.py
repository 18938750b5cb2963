"""The exact interval of the cost of a policy beside the resampled one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import binom

from costcurve_gui.engine import BootstrapSpec, min_cost, policy_intervals, resampler
from tests.helpers.paired import by_amount, noisy_models, paired

SPEC = BootstrapSpec(replicates=4000)


def intervals(data, change=lambda policy: policy, spec=SPEC):
    model = data.models[0]
    condition = model.evaluation.condition(0.3)
    policy = change(min_cost(model.evaluation, condition))
    return policy_intervals(resampler(data.sample, spec), model, policy, condition), policy


def by_listing(policy, y_true, pc, share):
    """Return a quantile of the cost by listing every number of misses and of false alarms."""
    positives, negatives = int(y_true.sum()), int((~y_true).sum())
    missed, alarms = np.arange(positives + 1), np.arange(negatives + 1)
    cost = np.add.outer(missed / positives * pc, alarms / negatives * (1 - pc)).ravel()
    chance = np.outer(
        binom.pmf(missed, positives, 1 - policy.tpr), binom.pmf(alarms, negatives, policy.fpr)
    ).ravel()
    order = np.argsort(cost)
    return cost[order][np.searchsorted(np.cumsum(chance[order]), share - 1e-12)]


def test_that_it_is_the_weighted_sum_of_two_binomials() -> None:
    data = paired(*noisy_models(160, 1.5))
    found, policy = intervals(data)
    exact = found.exact_cost
    expected = [by_listing(policy, data.y_true, 0.3, share) for share in (0.05, 0.95)]
    assert (exact.low, exact.high) == pytest.approx(expected, abs=1e-6)
    assert exact.method == "two binomials, observed rates"
    resampled = found.normalized_expected_cost
    assert (resampled.low, resampled.high) == pytest.approx(expected, abs=0.012)


def test_that_cases_without_a_score_do_not_count() -> None:
    y_true, score = noisy_models(200, 1.5)
    score[::4] = np.nan
    kept = ~np.isnan(score)
    whole, alone = (
        intervals(paired(labels, scores))[0].exact_cost
        for labels, scores in ((y_true, score), (y_true[kept], score[kept]))
    )
    assert whole == alone


@pytest.mark.parametrize(
    ("reason", "columns"),
    [
        ("costs differ between cases of a class", {"payoff": by_amount(100)}),
        ("rows have weights", {"weight": np.arange(100) % 3 + 1.0}),
        ("rows of a group are not independent", {"groups": np.arange(100) // 2}),
    ],
)
def test_that_it_says_why_there_is_none(reason, columns) -> None:
    exact = intervals(paired(*noisy_models(100, 1.5), **columns))[0].exact_cost
    assert (exact.low, exact.high, exact.reason) == (None, None, reason)


def test_that_two_thresholds_by_lot_have_none_and_a_lot_of_one_has() -> None:
    data = paired(*noisy_models(160, 1.5))
    alone = intervals(data)[0].exact_cost
    for mixing, reason in ((0.4, "two rules decide by lot"), (0.0, "")):
        exact = intervals(data, lambda p, k=mixing: replace(p, index_2=p.index + 4, mixing=k))[0]
        assert exact.exact_cost.reason == reason
        assert (exact.exact_cost == alone) is (not reason)


def test_that_a_rule_that_does_not_look_is_certain() -> None:
    data = paired(*noisy_models(160, 1.5))
    assert intervals(data, lambda policy: replace(policy, index=0))[0].exact_cost.reason == (
        "the rule decides without looking"
    )


def test_that_it_is_no_surer_than_what_was_seen() -> None:
    y_true = np.arange(60) % 3 == 0
    data = paired(y_true, y_true.astype(float))
    exact = intervals(data)[0].exact_cost
    assert exact.low == 0
    assert exact.high > 0.03
    assert exact.method == "two binomials, observed rates, Wilson where an error was never seen"

"""Intervals of classifiers that are known by their counts alone."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binom, binomtest

from costcurve_gui.engine import (
    BootstrapSpec,
    ClassifierResampler,
    ConfusionMatrix,
    PayoffMatrix,
    RankedModel,
    classifier_intervals,
    classifier_profit_band,
    evaluate_table,
    family_table,
    min_cost,
    policy_intervals,
    sample_from_counts,
)
from costcurve_gui.engine.errors import EngineError

PAYOFF = PayoffMatrix(tp=2.0, fp=-1.0, fn=-5.0, tn=0.5)
SPEC = BootstrapSpec(replicates=4000)
CLASSIFIERS = (
    ConfusionMatrix("strict", tp=12, fn=18, fp=3, tn=57),
    ConfusionMatrix("lax", tp=27, fn=3, fp=30, tn=30),
    ConfusionMatrix("of more cases", tp=75, fn=45, fp=30, tn=170),
    ConfusionMatrix("without a miss", tp=30, fn=0, fp=55, tn=5),
)
FAMILY = evaluate_table("family", family_table(CLASSIFIERS), PAYOFF)
CONDITION = FAMILY.condition(0.3)


def classifier(row):
    """Return the classifier of a row: none of these is dominated."""
    return FAMILY.table.classifiers[row - 1]


def resampled(payoff=PAYOFF):
    evaluation = evaluate_table("family", family_table(CLASSIFIERS), payoff)
    sample = sample_from_counts(evaluation.table, evaluation.means)
    return ClassifierResampler(sample, SPEC), RankedModel(evaluation)


def test_that_no_classifier_is_dominated() -> None:
    assert not FAMILY.table.dominated.any()


def test_that_rates_of_classifiers_have_the_wilson_intervals_of_their_own_cases() -> None:
    band = classifier_intervals(FAMILY, BootstrapSpec(level=0.8))
    assert band.rows.tolist() == [1, 2, 3, 4]
    for at, row in enumerate(band.rows.tolist()):
        one = classifier(row)
        for errors, cases, low, high in (
            (one.fp, one.fp + one.tn, band.fpr_lower, band.fpr_upper),
            (one.tp, one.tp + one.fn, band.tpr_lower, band.tpr_upper),
        ):
            wilson = binomtest(int(errors), int(cases)).proportion_ci(0.8, "wilson")
            assert (low[at], high[at]) == pytest.approx((wilson.low, wilson.high))


def quantiles(one, share):
    """Return a quantile of the profit of a classifier, by listing all pairs of errors."""
    positives, negatives = int(one.tp + one.fn), int(one.fp + one.tn)
    fn, fp = np.arange(positives + 1), np.arange(negatives + 1)
    chance = np.outer(
        binom.pmf(fn, positives, one.fn / positives), binom.pmf(fp, negatives, one.fp / negatives)
    )
    fnr, fpr = fn[:, None] / positives, fp[None, :] / negatives
    profit = 0.3 * (2.0 * (1 - fnr) - 5.0 * fnr) + 0.7 * (0.5 * (1 - fpr) - 1.0 * fpr)
    order = np.argsort(-profit.ravel(), kind="stable")
    at = np.searchsorted(np.cumsum(chance.ravel()[order]), share - 1e-12)
    return profit.ravel()[order][at]


def test_that_the_profit_of_a_classifier_has_its_exact_interval() -> None:
    band = classifier_profit_band(FAMILY, CONDITION, BootstrapSpec())
    for row in (1, 2, 3):
        one = classifier(row)
        assert band.upper[row] == pytest.approx(quantiles(one, 0.05), abs=1e-6)
        assert band.lower[row] == pytest.approx(quantiles(one, 0.95), abs=1e-6)
    policy = min_cost(FAMILY, CONDITION)
    assert band.estimate[policy.index] == pytest.approx(policy.expected_profit)


def test_that_trivial_classifiers_are_certain_and_perfect_ones_are_not() -> None:
    band = classifier_profit_band(FAMILY, CONDITION, BootstrapSpec())
    width = band.upper - band.lower
    assert width[[0, -1]] == pytest.approx(0.0)
    one = [ConfusionMatrix("perfect", tp=20, fn=0, fp=0, tn=20)]
    perfect = evaluate_table("p", family_table(one), PAYOFF)
    sure = classifier_profit_band(perfect, perfect.condition(0.3), BootstrapSpec())
    assert sure.lower[1] < sure.estimate[1] - 0.1
    assert "Wilson" in sure.method


def test_that_drawn_classifiers_err_as_two_binomials_of_their_own_cases() -> None:
    drawing, model = resampled()
    rows = np.array([1, 3])
    batches = list(drawing.rates(model, rows))
    for rate in ("fpr", "tpr"):
        drawn = np.concatenate([getattr(batch, rate) for batch in batches])
        assert drawn.shape == (4000, 2)
        for at, row in enumerate(rows.tolist()):
            one = classifier(row)
            cases = one.fp + one.tn if rate == "fpr" else one.tp + one.fn
            share = getattr(one, rate)
            assert drawn[:, at].mean() == pytest.approx(share, abs=0.01)
            spread = np.sqrt(share * (1 - share) / cases)
            assert drawn[:, at].std() == pytest.approx(spread, rel=0.05)


def test_that_the_decision_of_a_family_has_about_the_exact_interval() -> None:
    drawing, model = resampled()
    policy = min_cost(model.evaluation, CONDITION)
    found = policy_intervals(drawing, model, policy, CONDITION)
    one = classifier(policy.index)
    ends = quantiles(one, 0.95), quantiles(one, 0.05)
    assert (found.expected_profit.low, found.expected_profit.high) == pytest.approx(ends, abs=0.04)
    cases = int(one.tp + one.fn)
    wilson = binomtest(int(one.tp), cases).proportion_ci(0.9, "wilson")
    assert (found.tpr.low, found.tpr.high) == pytest.approx((wilson.low, wilson.high))


def test_that_two_classifiers_are_not_drawn_together() -> None:
    drawing, model = resampled()
    with pytest.raises(EngineError, match="do not say on which cases both err"):
        next(iter(drawing.joint_rates([model, model], [np.array([1]), np.array([2])])))


def test_that_fractions_of_cases_are_refused() -> None:
    half = evaluate_table("h", family_table([ConfusionMatrix("1", 3.5, 1, 2, 4)]), PAYOFF)
    for make in (
        lambda: classifier_intervals(half, SPEC),
        lambda: classifier_profit_band(half, half.condition(0.3), SPEC),
    ):
        with pytest.raises(EngineError, match="binomial"):
            make()

"""How often the intervals of costs and policies hold the truth of binormal samples.

Scores are normal, of positives with the mean `SHIFT`. Amounts do not depend on scores.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.stats import norm

from costcurve_gui.engine.api import (
    PC_GRID,
    BootstrapSpec,
    PayoffMatrix,
    RankedModel,
    classifier_band,
    cost_band,
    error_costs,
    evaluate_scores,
    lead_interval,
    manual,
    policy_intervals,
    rank_order,
    resampled_sample,
    resampler,
)
from costcurve_gui.engine.resampling.policies import policy_rows
from tests.coverage.held import Held, tally

if TYPE_CHECKING:
    from collections.abc import Iterator

SHIFT = 1.5
CASES = ((150, 150), (300, 600))
PLACES = np.array([20, 30, 40, 50, 60, 70, 80])
"""Of the hundredths of PC(+): the bands are held to their level here."""
GIVEN, RIVAL = 0.8, 0.4
"""Thresholds that were not chosen on the sample."""
PRIOR = 0.3
AMOUNT = 20.0
"""Mean cost of a missed positive; a false alarm costs 5."""
CHOSEN = "fixed policy, chosen on the same rows"
"""Not held to the level: that a choice flatters itself is no part of this interval."""


def cost_coverage(samples: int, replicates: int = 400, seed: int = 1) -> list[Held]:
    """Simulate each case `samples` times."""

    def simulated(positives: int, negatives: int, number: int) -> Iterator[tuple[str, float]]:
        return one_sample(positives, negatives, replicates, (seed, number))

    return tally(simulated, CASES, samples)


def one_sample(
    positives: int, negatives: int, replicates: int, seed: tuple[int, int]
) -> Iterator[tuple[str, float]]:
    """Yield the share of the places of each interval at which it holds the truth."""
    rng = np.random.default_rng(seed)
    y_true = np.repeat([True, False], [positives, negatives])
    y_score = rng.normal(size=y_true.size) + SHIFT * y_true
    amounts = rng.gamma(2.0, AMOUNT / 2, y_true.size)
    spec = BootstrapSpec(replicates, seed=seed[1])
    yield from _bands(y_true, y_score, spec)
    yield from _policies(y_true, y_score, amounts, spec)


def _bands(
    y_true: np.ndarray, y_score: np.ndarray, spec: BootstrapSpec
) -> Iterator[tuple[str, float]]:
    payoff = PayoffMatrix(tp=0.0, fp=-1.0, fn=-1.0, tn=0.0)
    drawn = resampler(resampled_sample(y_true, payoff, error_costs(payoff, y_true)), spec)
    model = _ranked(y_true, y_score, payoff)
    thresholds = model.table.thresholds
    chosen = _cost(thresholds[policy_rows(model.evaluation)])
    row = int(model.table.rows_at_thresholds(np.array([GIVEN]))[0])
    bands = {
        "two binomials, exact": (classifier_band(model.evaluation, row, spec), _cost(GIVEN)),
        CHOSEN: (cost_band(drawn, model), chosen),
        "re-optimised": (cost_band(drawn, model, reoptimised=True), chosen),
    }
    for name, (band, truth) in bands.items():
        held = (band.lower - 1e-9 <= truth) & (truth <= band.upper + 1e-9)
        yield name, float(held[PLACES].mean())


def _cost(thresholds: np.ndarray | float) -> np.ndarray:
    """Return the true cost of a threshold at each PC(+)."""
    return PC_GRID * norm.cdf(thresholds - SHIFT) + (1 - PC_GRID) * norm.sf(thresholds)


def _policies(
    y_true: np.ndarray, y_score: np.ndarray, amounts: np.ndarray, spec: BootstrapSpec
) -> Iterator[tuple[str, float]]:
    payoff = PayoffMatrix(tp=0.0, fp=-5.0, fn=-amounts, tn=0.0)
    drawn = resampler(resampled_sample(y_true, payoff, error_costs(payoff, y_true)), spec)
    model = _ranked(y_true, y_score, payoff)
    condition = model.evaluation.condition(PRIOR)
    given, rival = (manual(model.evaluation, condition, at) for at in (GIVEN, RIVAL))
    found = policy_intervals(drawn, model, given, condition)
    lead = lead_interval(drawn, model, given, model, rival, condition)
    tpr, fpr = norm.sf(GIVEN - SHIFT), norm.sf(GIVEN)
    called = PRIOR * tpr + (1 - PRIOR) * fpr
    profits = [_profit(threshold) for threshold in (GIVEN, RIVAL)]
    truths = (
        ("profit of a given policy", found.expected_profit, profits[0]),
        ("tpr, Wilson", found.tpr, tpr),
        ("fpr, Wilson", found.fpr, fpr),
        ("precision", found.precision, PRIOR * tpr / called),
        ("lead of a given policy", lead, profits[0] - profits[1]),
    )
    for name, interval, truth in truths:
        yield name, float(interval.low <= truth <= interval.high)


def _profit(threshold: float) -> float:
    missed, alarmed = norm.cdf(threshold - SHIFT), norm.sf(threshold)
    return float(-PRIOR * AMOUNT * missed - (1 - PRIOR) * 5.0 * alarmed)


def _ranked(y_true: np.ndarray, y_score: np.ndarray, payoff: PayoffMatrix) -> RankedModel:
    model = evaluate_scores("a", y_true, y_score, payoff)
    return RankedModel(model, rank_order(y_true, y_score, table=model.table))

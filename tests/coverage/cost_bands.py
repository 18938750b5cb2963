"""How often the intervals of costs and policies hold the truth of binormal samples.

Scores are normal, of positives with the mean `SHIFT`. Amounts do not depend on scores.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.stats import norm

from costcurve_gui.engine import (
    PC_GRID,
    BootstrapSpec,
    PayoffMatrix,
    RankedModel,
    cost_band,
    error_costs,
    evaluate_scores,
    exact_cost_interval,
    lead_interval,
    manual,
    policy_band,
    policy_intervals,
    rank_order,
    resampled_sample,
    resampler,
)
from costcurve_gui.engine.resampling.band import policy_rows
from costcurve_gui.engine.resampling.cost_bands import CORRECTED, RE_OPTIMISED
from tests.coverage.held import Held, tally

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurve_gui.engine import ThresholdTable

SHIFT = 1.5
CASES = ((150, 150), (300, 600))
PLACES = np.array([20, 30, 40, 50, 60, 70, 80])
"""Of the hundredths of PC(+): the bands are held to their level here."""
GIVEN, COMPETITOR = 0.8, 0.4
"""Thresholds that were not chosen on the sample."""
PRIOR = 0.3
AMOUNT = 20.0
"""Mean cost of a missed positive; a false alarm costs 5."""
CHOSEN = "cost band of the fixed policy, chosen on the same rows"
"""Not held to the level: that a choice flatters itself is no part of this interval."""
OWN = "re-optimised cost band"
OWN_CORRECTED = "cost band corrected for optimism"


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
    yield from _policies(y_true, y_score, amounts, spec)
    yield from _bands(rng, y_true, y_score, spec)


def _bands(
    rng: np.random.Generator, y_true: np.ndarray, y_score: np.ndarray, spec: BootstrapSpec
) -> Iterator[tuple[str, float]]:
    payoff = PayoffMatrix(tp=0.0, fp=-1.0, fn=-1.0, tn=0.0)
    drawn = resampler(resampled_sample(y_true, payoff, error_costs(payoff, y_true)), spec)
    model = _ranked(y_true, y_score, payoff)
    table = model.table
    chosen = _cost(table.thresholds[policy_rows(model.evaluation)])
    elsewhere = _chosen_elsewhere(rng, y_true, payoff)
    given = table.rows_at_thresholds(elsewhere)
    yield "two binomials, exact", _exact(table, _cost(GIVEN))
    bands = {
        "cost band of a given policy": (policy_band(drawn, model, given), _cost(elsewhere)),
        CHOSEN: (cost_band(drawn, model), chosen),
        OWN: (cost_band(drawn, model, policy=RE_OPTIMISED), chosen),
        OWN_CORRECTED: (cost_band(drawn, model, policy=CORRECTED), chosen),
    }
    for name, (band, truth) in bands.items():
        held = (band.lower - 1e-9 <= truth) & (truth <= band.upper + 1e-9)
        yield name, float(held[PLACES].mean())


def _exact(table: ThresholdTable, truth: np.ndarray) -> float:
    """Return the share of the places at which the interval of one classifier holds the truth."""
    row = table.rows_at_thresholds(np.array([GIVEN]))
    (fn,) = np.rint((1 - table.tpr_at(row)) * table.positives).astype(int).tolist()
    (fp,) = np.rint(table.fpr_at(row) * table.negatives).astype(int).tolist()
    cases = int(table.positives), int(table.negatives)
    costs = zip(PC_GRID[PLACES].tolist(), truth[PLACES].tolist(), strict=True)
    held = []
    for pc_plus, cost in costs:
        low, high = exact_cost_interval(fn, cases[0], fp, cases[1], pc_plus)
        held.append(low - 1e-9 <= cost <= high + 1e-9)
    return float(np.mean(held))


def _chosen_elsewhere(
    rng: np.random.Generator, y_true: np.ndarray, payoff: PayoffMatrix
) -> np.ndarray:
    """Return the thresholds that are cheapest on other rows of the same kind."""
    model = _ranked(y_true, rng.normal(size=y_true.size) + SHIFT * y_true, payoff)
    return model.table.thresholds[policy_rows(model.evaluation)]


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
    given, competitor = (manual(model.evaluation, condition, at) for at in (GIVEN, COMPETITOR))
    found = policy_intervals(drawn, model, given, condition)
    lead = lead_interval(drawn, model, given, model, competitor, condition)
    tpr, fpr = norm.sf(GIVEN - SHIFT), norm.sf(GIVEN)
    called = PRIOR * tpr + (1 - PRIOR) * fpr
    profits = [_profit(threshold) for threshold in (GIVEN, COMPETITOR)]
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

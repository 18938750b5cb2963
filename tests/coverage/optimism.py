"""How often the interval of the best threshold, and those of groups, hold the truth.

Scores are normal, of positives with the mean `SHIFT`. A group has cases of one class and half of
the noise of its scores in common.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.stats import norm

from costcurve_gui.engine import (
    BootstrapSpec,
    error_costs,
    manual,
    optimism_estimate,
    policy_intervals,
    resampled_sample,
    resampler,
)
from tests.coverage.held import Held, tally
from tests.helpers.resampled import FIXED, ranked

if TYPE_CHECKING:
    from collections.abc import Iterator

SHIFT = 1.2
PRIOR = 0.3
GIVEN = 0.8
MEMBERS = 5
CASES = ((100, 200), (300, 600))
THRESHOLD = "threshold of least cost"
IGNORED = "profit of a given policy, groups taken for rows"


def optimum_coverage(samples: int, replicates: int = 400, seed: int = 1) -> list[Held]:
    """Simulate each case `samples` times."""

    def simulated(positives: int, negatives: int, number: int) -> Iterator[tuple[str, float]]:
        rng = np.random.default_rng((seed, number))
        spec = BootstrapSpec(replicates, seed=number)
        y_true = np.repeat([True, False], [positives, negatives])
        yield THRESHOLD, _threshold(rng, y_true, spec)
        yield from _groups(rng, y_true, spec)

    return tally(simulated, CASES, samples)


def _threshold(rng: np.random.Generator, y_true: np.ndarray, spec: BootstrapSpec) -> bool:
    sample, model = ranked(y_true, rng.normal(size=y_true.size) + SHIFT * y_true)
    found = optimism_estimate(resampler(sample, spec), model, model.evaluation.condition(PRIOR))
    if found.low is None or found.high is None:
        return False
    return found.low <= best_threshold() <= found.high


def best_threshold() -> float:
    """Return where the densities of both classes, times what their errors cost, are equal."""
    missed, alarm = PRIOR * (FIXED.tp - FIXED.fn), (1 - PRIOR) * (FIXED.tn - FIXED.fp)
    return float(SHIFT / 2 + np.log(alarm / missed) / SHIFT)


def _groups(
    rng: np.random.Generator, y_true: np.ndarray, spec: BootstrapSpec
) -> Iterator[tuple[str, float]]:
    groups = np.arange(y_true.size) // MEMBERS
    shared, own = np.sqrt(0.5) * rng.normal(size=(2, y_true.size))
    y_score = shared[groups * MEMBERS] + own + SHIFT * y_true
    _, model = ranked(y_true, y_score)
    condition = model.evaluation.condition(PRIOR)
    policy = manual(model.evaluation, condition, GIVEN)
    truth = condition.expected_profit(norm.sf(GIVEN), norm.sf(GIVEN - SHIFT))
    for name, whole in (("profit of a given policy, groups", groups), (IGNORED, None)):
        sample = resampled_sample(y_true, FIXED, error_costs(FIXED, y_true), groups=whole)
        found = policy_intervals(resampler(sample, spec), model, policy, condition)
        profit = found.expected_profit
        yield name, float(profit.low <= truth <= profit.high)

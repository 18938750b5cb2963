"""Where new rows differ from what a policy was planned on, by more than chance."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.distributions.counts import share_test, stratified_share_test
from costcurve_gui.policies.grades import score_text
from costcurve_gui.policies.precision import differ

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurve_gui.policies.decide_request import Decided
    from costcurve_gui.policies.saved import PolicyFile, SavedPolicy, ScoreSummary

SIGNIFICANT = 0.01
"""The p-value below which a difference is told."""
_FEW_DIGITS, _ALL_DIGITS = 6, 17
_FEWEST = 5.0
"""Cases that are expected in a bin, in every sample; neighbours with fewer are joined."""


def warnings(file: PolicyFile, policy: SavedPolicy, found: Decided) -> Iterator[str]:
    """Yield how the rows that were decided about differ from the plan."""
    if not found.scored:
        return
    seen = policy.score
    if seen is not None and _leaves(found, seen):
        low, high, least, most = _told(policy, found, seen)
        yield (
            f"{policy.column} runs from {low} to {high}; in the sample of the plan it ran from "
            f"{least} to {most}"
        )
    yield from moved(file, policy, found)


def _leaves(found: Decided, seen: ScoreSummary) -> bool:
    """Whether scores leave the range of the plan by more than the rounding to single precision."""
    below = found.low < seen.minimum and differ(found.low, seen.minimum)
    return below or (found.high > seen.maximum and differ(found.high, seen.maximum))


def _told(policy: SavedPolicy, found: Decided, seen: ScoreSummary) -> list[str]:
    """Return both ranges, with as many digits as tell them apart."""
    ends = (found.low, found.high, seen.minimum, seen.maximum)
    if policy.grades:
        return [score_text(policy, score) for score in ends]
    texts: list[str] = []
    for digits in range(_FEW_DIGITS, _ALL_DIGITS + 1):
        texts = [f"{score:.{digits}g}" for score in ends]
        if texts[:2] != texts[2:]:
            break
    return texts


def moved(file: PolicyFile, policy: SavedPolicy, found: Decided) -> Iterator[str]:
    """Yield how share acted on and scores differ from the plan by more than chance."""
    seen = policy.score
    if not found.scored or file.content["input"].get("weight"):
        return  # the rows of the sample are not the population, and no share can be compared
    yield from _share_warning(policy, found)
    prior = planned_prior(file, policy)
    if seen is not None and found.bins and prior is not None:
        statistic, freedom, p_value = distribution_test(seen, found.bins, prior)
        if p_value < SIGNIFICANT:
            yield (
                f"the scores in {policy.column} are distributed differently from the plan: "
                f"chi-square {statistic:.1f} with {freedom} degrees of freedom, "
                f"p {p_text(p_value)}"
            )


def planned_prior(file: PolicyFile, policy: SavedPolicy) -> float | None:
    """Return the prior that the figures of a policy hold at."""
    prior: float | None = file.content["condition"].get("prior")
    return prior if policy.prior is None else policy.prior


def _share_warning(policy: SavedPolicy, found: Decided) -> Iterator[str]:
    planned = policy.expected.get("fraction_targeted")
    if planned is None or policy.has_review:
        return
    p_value = share_test(found.acted, found.rows, planned, planned_rows(policy))
    if p_value < SIGNIFICANT:
        yield (
            f"{found.acted} of {found.rows} rows are acted on, {found.acted / found.rows:.2%}; "
            f"the plan expected {planned:.2%} (p {p_text(p_value)})"
        )


def planned_rows(policy: SavedPolicy) -> float:
    """Return how many cases would give the planned share acted on the variance that it has."""
    expected, seen, prior = policy.expected, policy.score, policy.prior
    if seen is None or prior is None:
        return math.inf if seen is None else float(seen.n)
    parts = (
        (prior, expected["tpr"], sum(seen.positives)),
        (1 - prior, expected["fpr"], sum(seen.negatives)),
    )
    variance = sum(weight**2 * rate * (1 - rate) / size for weight, rate, size in parts)
    share = expected["fraction_targeted"]
    return share * (1 - share) / variance if variance > 0 else float(seen.n)


def distribution_test(
    seen: ScoreSummary, bins: tuple[int, ...], prior: float
) -> tuple[float, int, float]:
    """Test whether scores are distributed as planned: statistic, degrees of freedom, p-value.

    Bins in which too few cases are expected are joined with the next one.
    """
    columns = np.array([bins, seen.positives, seen.negatives], np.float64)
    sizes = columns.sum(axis=1)
    planned = prior * columns[1] / sizes[1] + (1 - prior) * columns[2] / sizes[2]
    expected = planned * sizes[0]
    joined: list[np.ndarray] = []
    waiting, cases = np.zeros(3), 0.0
    for column, more in zip(columns.T, expected, strict=True):
        waiting, cases = waiting + column, cases + more
        if min(cases, waiting[1] + waiting[2]) >= _FEWEST:
            joined.append(waiting)
            waiting, cases = np.zeros(3), 0.0
    if joined:
        joined[-1] = joined[-1] + waiting
    table = np.array(joined or [waiting])
    return stratified_share_test(table[:, 0], table[:, 1], table[:, 2], prior)


def p_text(p_value: float) -> str:
    """Return a p-value with its sign, as people write it.

    >>> p_text(0.004), p_text(1e-12)
    ('= 0.004', '< 0.0001')
    """
    return "< 0.0001" if p_value < 1e-4 else f"= {p_value:.2g}"

"""What a review band gains over one threshold, and what one more reviewer would."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from costcurve_gui.analysis.memo import once
from costcurve_gui.analysis.per_case_rules import payoffs_of_rows
from costcurve_gui.analysis.snapshot import condition_of
from costcurve_gui.engine.errors import EngineError

if TYPE_CHECKING:
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.arrays import Bools, Floats
    from costcurve_gui.engine.cost.payoff import PayoffMatrix
    from costcurve_gui.engine.selection.policy import Policy, Review


class GainInterval(NamedTuple):
    """By how much a rule earns more per case than another one, and the ends of its interval."""

    gain: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class ReviewEffect:
    """What the band of the selected model does.

    `single` is its best one threshold. `one_more` is what one more reviewer would earn among all
    cases of the population, the price of the reviews paid; None where nobody waits for one.
    """

    single: Policy
    gain: GainInterval
    referred: float
    capacity: float | None
    reviewers: float
    one_more: float | None


@once
def review_effect(snapshot: Snapshot) -> ReviewEffect | None:
    """Return what the review band in force does; None where there is none."""
    key, selection = snapshot.selected, snapshot.settings.selection
    policy = None if key is None else snapshot.models[key].policy
    spec = selection.review
    if key is None or policy is None or policy.review is None or spec is None:
        return None
    from costcurve_gui.engine.selection.criteria import min_cost
    from costcurve_gui.engine.selection.review_band import review_band

    model, condition = snapshot.curve_set.model(key).evaluation, condition_of(snapshot, key)
    single = min_cost(model, condition)
    one_more = None
    if spec.capacity is not None:
        larger = replace(spec, capacity=spec.capacity * (1 + 1 / spec.reviewers))
        found = review_band(model, condition, spec.reviewer, larger.share(selection.population))
        if found is not None:
            one_more = (found.expected_profit - policy.expected_profit) * selection.population
    return ReviewEffect(
        single,
        _gain(snapshot, key, policy, single),
        policy.review.referred * selection.population,
        spec.capacity,
        spec.reviewers,
        one_more,
    )


def _gain(snapshot: Snapshot, key: str, policy: Policy, single: Policy) -> GainInterval:
    """Return the paired gain of the band, both rules held fixed; bare without single cases.

    The person counts by what is expected of the decisions, not by single ones.
    """
    from costcurve_gui.engine.selection.per_case import mean_at_prior

    bare = GainInterval(policy.expected_profit - single.expected_profit)
    cases, review = snapshot.curve_set.cases, policy.review
    if cases is None or review is None or not snapshot.settings.bands.shown:
        return bare
    data = cases.cache.dataset
    if data.weight is not None or data.group is not None:
        return bare
    try:
        payoffs = cases.cache.payoffs(snapshot.settings.payoff)
    except (EngineError, ValueError):
        return bare
    scores = data.scores[snapshot.curve_set.model(key).info.column]
    rows = ~np.isnan(scores)
    matrix = payoffs_of_rows(payoffs.matrix, rows, snapshot.miss_factor)
    y_true, scores = data.y_true[rows], scores[rows]
    acts = _from(policy, scores)
    referred = (scores >= review.threshold) & ~acts
    lead = _earned(matrix, y_true, acts, referred, review)
    lead -= _earned(matrix, y_true, _from(single, scores), np.zeros_like(acts), review)
    level = snapshot.settings.bands.spec.level
    gain, margin = mean_at_prior(lead, y_true, policy.prior, level)
    return GainInterval(gain, gain - margin, gain + margin)


def _from(policy: Policy, scores: Floats) -> Bools:
    return scores >= policy.threshold if policy.index else np.zeros(scores.shape, np.bool_)


def _earned(
    matrix: PayoffMatrix, y_true: Bools, acts: Bools, referred: Bools, review: Review
) -> Floats:
    """Return what is expected of each case: of a referred one what the person makes of it."""
    rate = np.where(y_true, review.tpr, review.fpr)
    acted = np.where(y_true, matrix.tp, matrix.fp)
    left = np.where(y_true, matrix.fn, matrix.tn)
    seen = rate * acted + (1 - rate) * left - review.cost
    found: Floats = np.where(acts, acted, np.where(referred, seen, left))
    return found

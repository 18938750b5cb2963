"""Which models have to be drawn together to see who is cheapest at each PC(+).

Of m models whose instances are counted by the subset that calls them positive there are 2**m
kinds, so on large samples models are drawn together only where it matters: a model so dear that
no replicate could make it the cheapest is left out, and models that all call every instance
negative, or positive, are one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.resampling.bootstrap import BATCH
from costcurve_gui.engine.resampling.count_resampling import CountResampler
from costcurve_gui.engine.resampling.policies import policy_rows
from costcurve_gui.engine.resampling.unseen_errors import unseen_errors

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from costcurve_gui.engine.arrays import Bools, Floats, Indices
    from costcurve_gui.engine.resampling.independent_samples import JointResampler
    from costcurve_gui.engine.resampling.sample import RankedModel

_REACH = 6.0
"""Standard deviations, of both models added up, by which the cheapest one must lead."""
_LONG_TAIL = 3.0
"""Times the mean of hidden errors: they lie beyond its double far more often than normal ones."""
_KINDS = 1 << 12
"""Kinds of instances, over all PC(+), that are drawn at once."""


@dataclass(frozen=True, slots=True, eq=False)
class Contest:
    """Models drawn together at neighbouring PC(+).

    Attributes
    ----------
    places : slice
        Positions of the PC(+).
    drawn : tuple of int
        Positions of the models whose rules are drawn.
    source : ndarray of int64, shape (k, m)
        Which of `drawn` stands for each model at each PC(+); -1 where it is out of reach.
    """

    places: slice
    drawn: tuple[int, ...]
    source: Indices


def contests(
    resampler: JointResampler, models: Sequence[RankedModel], pc_plus: Floats
) -> tuple[Contest, ...]:
    """Split PC(+) into stretches and name the models to be drawn in each.

    Parameters
    ----------
    resampler : RowResampler, CountResampler or IndependentResampler
        What is resampled. Where it draws instances, or each model apart, all models are drawn
        everywhere.
    models : sequence of m RankedModel
        The models.
    pc_plus : ndarray of float64, shape (k,)
        Ascending within 0-1.

    Returns
    -------
    tuple of Contest
        Ascending, covering all of `pc_plus`.
    """
    if not isinstance(resampler, CountResampler):
        everyone = np.arange(len(models))
        source = np.tile(everyone, (pc_plus.size, 1))
        return (Contest(slice(0, pc_plus.size), tuple(everyone.tolist()), source),)
    stand_ins = _stand_ins(models, pc_plus)
    stand_ins[~_within_reach(resampler, models, pc_plus)] = -1
    return tuple(_contest(stand_ins, stretch) for stretch in _stretches(stand_ins))


def _within_reach(
    resampler: CountResampler, models: Sequence[RankedModel], pc_plus: Floats
) -> Bools:
    costs = np.stack([model.evaluation.envelope.value_at(pc_plus) for model in models], axis=1)
    few = CountResampler(resampler.sample, replace(resampler.spec, replicates=BATCH))
    spreads = np.stack([_spread(few, model, pc_plus) for model in models], axis=1)
    spreads += _LONG_TAIL * unseen_errors(resampler, models, pc_plus).mean_cost(pc_plus)
    best = costs.argmin(axis=1)[:, None]
    lead = costs - np.take_along_axis(costs, best, axis=1)
    within: Bools = lead <= _REACH * (spreads + np.take_along_axis(spreads, best, axis=1))
    return within


def _spread(resampler: CountResampler, model: RankedModel, pc_plus: Floats) -> Floats:
    rates = next(resampler.rates(model, policy_rows(model.evaluation, pc_plus)))
    spread: Floats = np.nanstd(rates.normalized_expected_cost(pc_plus), axis=0)
    return spread


def _stand_ins(models: Sequence[RankedModel], pc_plus: Floats) -> Indices:
    """Name for each model, at each PC(+), the first one that decides as it does for sure."""
    stand_ins = np.tile(np.arange(len(models)), (pc_plus.size, 1))
    rows = np.stack([policy_rows(model.evaluation, pc_plus) for model in models], axis=1)
    last = np.array([len(model.table) - 1 for model in models])
    for trivial in (rows == 0, rows == last):
        first = np.broadcast_to(trivial.argmax(axis=1)[:, None], trivial.shape)
        stand_ins[trivial] = first[trivial]
    return stand_ins


def _stretches(stand_ins: Indices) -> Iterator[slice]:
    """Join neighbouring PC(+) while the kinds of instances are few enough."""
    start, together = 0, _drawn(stand_ins[0])
    for place in range(1, len(stand_ins)):
        more = together | _drawn(stand_ins[place])
        if (place - start + 1) << len(more) > _KINDS:
            yield slice(start, place)
            start, more = place, _drawn(stand_ins[place])
        together = more
    yield slice(start, len(stand_ins))


def _drawn(stand_ins: Indices) -> set[int]:
    return set(stand_ins[stand_ins >= 0].tolist())


def _contest(stand_ins: Indices, stretch: slice) -> Contest:
    here = stand_ins[stretch]
    drawn = sorted(_drawn(here))
    return Contest(stretch, tuple(drawn), np.where(here < 0, -1, np.searchsorted(drawn, here)))

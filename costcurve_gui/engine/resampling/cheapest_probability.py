"""Probability of being the cheapest of several models, at each PC(+).

Of m models whose instances are counted by the subset that calls them positive there are 2**m
kinds, so on large samples models are drawn together only where it matters: a model so costly that
no replicate could make it the cheapest is left out, and models that all call every instance
negative, or positive, are one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import read_only
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.resampling.band import PC_GRID, policy_rows
from costcurve_gui.engine.resampling.bootstrap import BATCH
from costcurve_gui.engine.resampling.count_resampling import CountResampler
from costcurve_gui.engine.resampling.difference_band import THREE_WHERE_UNSEEN
from costcurve_gui.engine.resampling.unseen_errors import unseen_errors

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from costcurve_gui.engine.arrays import Bools, Floats, Indices
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    from costcurve_gui.engine.resampling.independent_samples import JointResampler
    from costcurve_gui.engine.resampling.sample import RankedModel
    from costcurve_gui.engine.resampling.unseen_errors import UnseenErrors


_SAME_COST = 1e-12
"""Costs this near differ by the rounding of sums alone."""


@dataclass(frozen=True, slots=True, eq=False)
class CheapestProbability:
    """How often each of m models is the cheapest.

    Attributes
    ----------
    pc_plus : ndarray of float64, shape (k,)
        Ascending.
    shares : ndarray of float64, shape (k, m)
        Share of the replicates in which a model has the lowest cost, 0-1. Models of the same
        cost share a replicate equally.
    trivial : ndarray of float64, shape (k,)
        Share of the replicates in which no model beats the cheaper trivial classifier: with
        `shares` it adds up to 1.
    method : str
        "fixed policy", and "rule of three where an error was never seen" if one was not.
    spec : BootstrapSpec
        Replicates, level and seed.
    """

    pc_plus: Floats
    shares: Floats
    trivial: Floats
    method: str
    spec: BootstrapSpec

    def share_at(self, model: int, pc_plus: float) -> float:
        """Return the share of the replicates that a model wins, between the places by a line."""
        return float(np.interp(pc_plus, self.pc_plus, self.shares[:, model]))

    def stacked(self) -> Floats:
        """Return the shares summed over the models before each and itself, shape (k, m)."""
        return np.cumsum(self.shares, axis=1)


def cheapest_probability(
    resampler: JointResampler,
    models: Sequence[RankedModel],
    *,
    pc_plus: Floats = PC_GRID,
    progress: Progress = NO_PROGRESS,
) -> CheapestProbability:
    """Return how often each of several models has the lowest cost at each PC(+).

    Each replicate keeps the thresholds that are cheapest on the whole sample. A replicate in which
    a trivial classifier costs no more than the best model is won by no model.

    Where a model makes no error of a class, resampling makes none either. There each replicate has
    as many hidden errors of each model as another sample might show, drawn by the rule of three
    (`unseen_errors`), and `method` says so: no model wins for certain by errors that were not
    seen, as `difference_band` shows no such lead. A model that calls every instance negative, or
    positive, has nothing to hide.

    Parameters
    ----------
    resampler : RowResampler, CountResampler or IndependentResampler
        What is resampled, how often, and from which seed.
    models : sequence of m RankedModel
        At least one.
    pc_plus : ndarray of float64, shape (k,), optional
        Where, ascending within 0-1.
    progress : Progress, optional
        Advanced after each batch of replicates.

    Returns
    -------
    CheapestProbability

    Raises
    ------
    Cancelled
        Where `progress` was cancelled.

    References
    ----------
    .. [1] Drummond & Holte (2006), section 4.7.
    .. [2] Hanley & Lippman-Hand (1983), If nothing goes wrong, is everything all right?, JAMA 249.

    Examples
    --------
    >>> import numpy as np
    >>> from costcurve_gui.engine.cost.payoff import PayoffMatrix, error_costs
    >>> from costcurve_gui.engine.counts.cost_table import rank_order
    >>> from costcurve_gui.engine.evaluation import evaluate_scores
    >>> from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    >>> from costcurve_gui.engine.resampling.resampler import resampler
    >>> from costcurve_gui.engine.resampling.sample import RankedModel, resampled_sample
    >>> y_true = np.arange(200) % 2 == 0
    >>> def model(name, y_score):
    ...     return RankedModel(evaluate_scores(name, y_true, y_score), rank_order(y_true, y_score))
    >>> a = model("a", np.arange(200) % 7 + 3 * y_true)
    >>> b = model("b", np.arange(200) % 11 + 3 * y_true)
    >>> payoff = PayoffMatrix(tp=0.0, fp=-1.0, fn=-1.0, tn=0.0)
    >>> sample = resampled_sample(y_true, payoff, error_costs(payoff, y_true))
    >>> found = cheapest_probability(resampler(sample, BootstrapSpec()), [a, b])
    >>> found.shares[[25, 50]].round(2).tolist()
    [[0.96, 0.04], [0.98, 0.02]]
    """
    unseen = unseen_errors(resampler, models, pc_plus)
    hidden = unseen.drawn(resampler.spec)
    rounds = contests(resampler, models, pc_plus)
    wins, lost = np.zeros((pc_plus.size, len(models))), np.zeros(pc_plus.size)
    done, total = 0, len(rounds) * resampler.spec.replicates
    for contest in rounds:
        for costs in _costs(resampler, models, contest, pc_plus, unseen, hidden):
            won, nobody = _won(costs, pc_plus[contest.places])
            wins[contest.places] += won
            lost[contest.places] += nobody
            done += len(costs)
            progress.advance(done, total, "resampling")
    with np.errstate(invalid="ignore"):
        judged = wins.sum(axis=1) + lost
        shares, trivial = wins / judged[:, None], lost / judged
    method = f"fixed policy, {THREE_WHERE_UNSEEN}" if unseen.exposed.any() else "fixed policy"
    return CheapestProbability(
        pc_plus, read_only(shares), read_only(trivial), method, resampler.spec
    )


def _costs(
    resampler: JointResampler,
    models: Sequence[RankedModel],
    contest: Contest,
    pc_plus: Floats,
    unseen: UnseenErrors,
    hidden: Floats,
) -> Iterator[Floats]:
    """Yield the cost of every model, shape (b, k, m); inf where it is out of reach."""
    here = pc_plus[contest.places]
    drawn = [models[position] for position in contest.drawn]
    rows = [policy_rows(model.evaluation, here) for model in drawn]
    places = np.arange(here.size)[:, None]
    done = 0
    for several in resampler.joint_rates(drawn, rows):
        now = hidden[done : done + len(several[0].fpr)]
        done += len(now)
        costs = [
            rates.normalized_expected_cost(here)
            + unseen.cost(contest.places, position, rates, now, here)
            for position, rates in zip(contest.drawn, several, strict=True)
        ]
        costs.append(np.full_like(costs[0], np.inf))
        yield np.stack(costs, axis=2)[:, places, contest.source]


def _won(costs: Floats, pc_plus: Floats) -> tuple[Floats, Floats]:
    """Return in how many of b replicates each model is lowest, and in how many none is.

    Shapes (k, m) and (k,). Where a cost is unknown no model wins.
    """
    least = costs.min(axis=2)
    trivial = least >= np.minimum(pc_plus, 1 - pc_plus) - _SAME_COST
    lowest = (costs <= least[..., None] + _SAME_COST) & ~trivial[..., None]
    winners = np.maximum(lowest.sum(axis=2, keepdims=True), 1)
    wins: Floats = (lowest / winners).sum(axis=0)
    return wins, trivial.sum(axis=0).astype(np.float64)


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

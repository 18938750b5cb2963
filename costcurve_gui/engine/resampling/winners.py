"""Who wins where: how often each of several models is the cheapest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import read_only
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.resampling.band import PC_GRID
from costcurve_gui.engine.resampling.contests import contests
from costcurve_gui.engine.resampling.differences import THREE_WHERE_UNSEEN
from costcurve_gui.engine.resampling.policies import policy_rows
from costcurve_gui.engine.resampling.unseen_errors import unseen_errors

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    from costcurve_gui.engine.resampling.contests import Contest
    from costcurve_gui.engine.resampling.independent_samples import JointResampler
    from costcurve_gui.engine.resampling.sample import RankedModel
    from costcurve_gui.engine.resampling.unseen_errors import UnseenErrors

_SAME_COST = 1e-12
"""Costs this near differ by the rounding of sums alone."""


@dataclass(frozen=True, slots=True, eq=False)
class WinShares:
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


def win_shares(
    resampler: JointResampler,
    models: Sequence[RankedModel],
    *,
    pc_plus: Floats = PC_GRID,
    progress: Progress = NO_PROGRESS,
) -> WinShares:
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
    WinShares

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
    >>> from costcurve_gui.engine.counts.rank_order import rank_order
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
    >>> found = win_shares(resampler(sample, BootstrapSpec()), [a, b])
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
    return WinShares(pc_plus, read_only(shares), read_only(trivial), method, resampler.spec)


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

    Shapes (k, m) and (k,). Where a cost is unknown nobody wins.
    """
    least = costs.min(axis=2)
    trivial = least >= np.minimum(pc_plus, 1 - pc_plus) - _SAME_COST
    lowest = (costs <= least[..., None] + _SAME_COST) & ~trivial[..., None]
    winners = np.maximum(lowest.sum(axis=2, keepdims=True), 1)
    wins: Floats = (lowest / winners).sum(axis=0)
    return wins, trivial.sum(axis=0).astype(np.float64)

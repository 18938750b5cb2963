"""By how much one model is cheaper than another, how sure that is, and where it is shown.

Where all instances of a class are alike, such as that neither model has a false alarm, no
replicate differs from another, although other instances of the class may. There the rule of three
says how many may be hidden, and it is put together with the interval of the other class as those
of independent figures are: Zou & Donner (2008), Construction of confidence limits about effect
measures, Statistics in Medicine 27. So it is for each of two models that were tested on different
cases: what either sample lacks may be hidden there, whatever the other one shows.

Two equal models differ somewhere on nearly every sample, and whoever looks at all PC(+) finds it.
The simultaneous band holds the difference at all of them at once: it reaches as far as the largest
of all standardised deviations does (sup-t). And it holds the difference out of bag too, so that the
model that has more thresholds to choose from gains nothing by it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from costcurve_gui.engine.arrays import read_only
from costcurve_gui.engine.cost.crossovers import SAME_COST
from costcurve_gui.engine.distributions.normal import two_sided_deviate
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.resampling.band import PC_GRID, Band, policy_rows
from costcurve_gui.engine.resampling.bootstrap import collected, percentile_interval
from costcurve_gui.engine.resampling.difference_moments import difference_moments
from costcurve_gui.engine.resampling.error_rates import error_shares, hidden_share, trivial_rows
from costcurve_gui.engine.resampling.independent_samples import are_independent_samples
from costcurve_gui.engine.resampling.out_of_bag import out_of_bag_excess
from costcurve_gui.engine.resampling.simultaneous import (
    LEAST_FREEDOM,
    largest_deviate,
    student_deviate,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.engine.arrays import Bools, Floats, Indices
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    from costcurve_gui.engine.resampling.difference_moments import DifferenceMoments
    from costcurve_gui.engine.resampling.independent_samples import JointResampler
    from costcurve_gui.engine.resampling.resampled_rates import ResampledRates
    from costcurve_gui.engine.resampling.sample import RankedModel

THREE_WHERE_UNSEEN = "rule of three where an error was never seen"
STUDENT_WHERE_FEW = "Student's t where few cases differ"
_FEW = 25
"""Cases that two models decide differently: with fewer of a class of 20, percentiles told equal
models apart in 15 of 100 samples in place of 10."""
_SAME_SHARE = 1e-12
"""Shares of a class this near differ by rounding alone."""


class Stretch(NamedTuple):
    """A stretch of PC(+) in which one of two models is shown to be the cheaper one."""

    low: float
    high: float
    better: Literal["a", "b"]


@dataclass(frozen=True, slots=True, eq=False)
class DifferenceBand:
    """The difference of two cost curves with its interval at each PC(+).

    Attributes
    ----------
    band : Band
        Normalized expected cost of the first model less that of the second: below 0 where the
        first is cheaper.
    significant : ndarray of bool, shape (k,)
        Where the interval leaves out 0.
    stretches : tuple of Stretch
        Neighbouring significant PC(+) joined, ascending; from the first of them to the last.
    simultaneous : DifferenceBand or None
        The same where the level holds for all PC(+) at once; None of such a one itself.
    """

    band: Band
    significant: Bools
    stretches: tuple[Stretch, ...]
    simultaneous: DifferenceBand | None = None

    def reversed(self) -> DifferenceBand:
        """Return the second model's cost less that of the first."""
        band = self.band
        negated = replace(
            band,
            estimate=read_only(0.0 - band.estimate),
            lower=read_only(0.0 - band.upper),
            upper=read_only(0.0 - band.lower),
        )
        stretches = (
            Stretch(one.low, one.high, "b" if one.better == "a" else "a") for one in self.stretches
        )
        of_all = None if self.simultaneous is None else self.simultaneous.reversed()
        return DifferenceBand(negated, self.significant, tuple(stretches), of_all)


def difference_band(
    resampler: JointResampler,
    a: RankedModel,
    b: RankedModel,
    *,
    pc_plus: Floats = PC_GRID,
    excess: tuple[Floats, Floats] | None = None,
    progress: Progress = NO_PROGRESS,
) -> DifferenceBand:
    """Return by how much one model is cheaper than another.

    Each replicate keeps the thresholds that are cheapest on the whole sample, of both models. Where
    they decide fewer than 25 cases differently, the band is no narrower than Student's interval.

    Parameters
    ----------
    resampler : RowResampler, CountResampler or IndependentResampler
        What is resampled, how often, and how sure to be. The last one draws each model from
        instances of its own; else both have the same, and instances that one of them did not
        score are left out.
    a, b : RankedModel
        The models.
    pc_plus : ndarray of float64, shape (k,), optional
        Where, ascending within 0-1.
    excess : tuple of two ndarray of float64, shape (k,), optional
        `out_of_bag_excess` of both models at these PC(+), where it is known already.
    progress : Progress, optional
        Advanced after each batch of replicates.

    Returns
    -------
    DifferenceBand
        Pointwise, with the simultaneous band in it.

    Raises
    ------
    Cancelled
        Where `progress` was cancelled.

    Notes
    -----
    The simultaneous band reaches from the smaller to the larger of the difference on the sample
    and out of bag, and beyond by a multiple of the standard error at each PC(+). The multiple is
    the quantile, over normal processes with the covariance of the difference, of the largest
    standardised deviation (sup-t); it is taken from the normal distribution to Student's, whose
    degrees of freedom follow from how many cases the two models decide differently there
    (`DifferenceMoments`). It is nowhere narrower than the pointwise one.

    References
    ----------
    .. [1] Drummond & Holte (2006), sections 4.7 and 5.2.
    .. [2] Montiel Olea & Plagborg-Moller (2019), Simultaneous confidence bands: theory,
       implementation, and an application to SVARs, Journal of Applied Econometrics 34.

    Examples
    --------
    >>> import numpy as np
    >>> from costcurve_gui.engine.cost.payoff import PayoffMatrix, error_costs
    >>> from costcurve_gui.engine.counts.cost_table import rank_order
    >>> from costcurve_gui.engine.evaluation import evaluate_scores
    >>> from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    >>> from costcurve_gui.engine.resampling.resampler import resampler
    >>> from costcurve_gui.engine.resampling.sample import RankedModel, resampled_sample
    >>> y_true = np.arange(600) % 2 == 0
    >>> def model(name, y_score):
    ...     return RankedModel(evaluate_scores(name, y_true, y_score), rank_order(y_true, y_score))
    >>> a = model("a", np.arange(600) % 7 + 3 * y_true)
    >>> b = model("b", np.arange(600) % 11 + 3 * y_true)
    >>> payoff = PayoffMatrix(tp=0.0, fp=-1.0, fn=-1.0, tn=0.0)
    >>> sample = resampled_sample(y_true, payoff, error_costs(payoff, y_true))
    >>> difference = difference_band(resampler(sample, BootstrapSpec()), a, b)
    >>> band = difference.band
    >>> [round(float(cost[50]), 3) for cost in (band.lower, band.estimate, band.upper)]
    [-0.118, -0.078, -0.038]
    >>> difference.stretches
    (Stretch(low=0.07, high=0.93, better='a'),)
    """
    models, rows = [a, b], [policy_rows(model.evaluation, pc_plus) for model in (a, b)]
    drawn = resampler.joint_rates(models, rows)
    replicates = collected(drawn, _of_rates, resampler.spec, progress)
    found = _difference_band(
        replicates,
        _on_sample(resampler, models, rows),
        _hidden(resampler, models, rows, replicates),
        pc_plus,
        resampler.spec,
    )
    if excess is None:
        excess = (
            out_of_bag_excess(resampler.part(a), a, pc_plus, progress=progress),
            out_of_bag_excess(resampler.part(b), b, pc_plus, progress=progress),
        )
    moments = difference_moments(resampler, models, rows, pc_plus)
    certain = _all_certain(resampler, models, rows)
    band = _widened(found, moments, certain)
    return replace(_with_verdicts(band), simultaneous=_simultaneous(band, moments, excess, certain))


def _on_sample(
    resampler: JointResampler, models: Sequence[RankedModel], rows: Sequence[Indices]
) -> Floats:
    if any(model.table.missing for model in models) and not are_independent_samples(
        resampler, models
    ):
        of_scored: Floats = _of_rates(resampler.estimate(models, rows))[0]
        return of_scored
    return _of_own_rates(models, rows)


def _of_own_rates(models: Sequence[RankedModel], rows: Sequence[Indices]) -> Floats:
    sources = (model.evaluation.rates for model in models)
    a, b = (
        (source.fpr_at(at), source.tpr_at(at)) for source, at in zip(sources, rows, strict=True)
    )
    return _class_differences(*a, *b)


def _of_rates(pair: Sequence[ResampledRates]) -> Floats:
    a, b = pair
    return _class_differences(a.fp_cost_rate, a.tp_benefit_rate, b.fp_cost_rate, b.tp_benefit_rate)


def _class_differences(fpr_a: Floats, tpr_a: Floats, fpr_b: Floats, tpr_b: Floats) -> Floats:
    """Return what the first misses more of the positives, and accepts more of the negatives."""
    differences: Floats = np.stack([tpr_b - tpr_a, fpr_a - fpr_b], axis=-2)
    return differences


def _hidden(
    resampler: JointResampler,
    models: Sequence[RankedModel],
    rows: Sequence[Indices],
    replicates: Floats,
) -> Floats:
    """Return the share of each class up to which others may be hidden, shape (2, k)."""
    level = resampler.spec.level
    if are_independent_samples(resampler, models):
        pairs = zip(models, rows, strict=True)
        shares = (error_shares(resampler.part(model).sample, model, at) for model, at in pairs)
        return np.hypot(*(one.hidden(level) for one in shares))
    units = np.array(resampler.part(models[0]).sample.units, np.float64)[:, None]
    still = np.ptp(replicates, axis=0) <= _SAME_SHARE
    unseen: Floats = hidden_share(units, (1 - level) / 2) * still
    return unseen * ~_certain(models[0], models[1], rows)


def _certain(a: RankedModel, b: RankedModel, rows: Sequence[Indices]) -> Bools:
    """Tell where both models decide alike on whatever instance comes, shape (k,)."""
    never = (rows[0] == 0) & (rows[1] == 0)
    always = (rows[0] == len(a.table) - 1) & (rows[1] == len(b.table) - 1)
    alike: Bools = never | always | same_ranking(a, b)
    return alike


def same_ranking(a: RankedModel, b: RankedModel) -> bool:
    """Tell whether two models put every instance in the same place."""
    if a.order is None or b.order is None:
        return False
    return all(
        np.array_equal(a.rows(of_positives=of), b.rows(of_positives=of))
        and np.array_equal(a.stops(of_positives=of)[:], b.stops(of_positives=of)[:])
        for of in (True, False)
    )


def _difference_band(
    replicates: Floats, estimate: Floats, hidden: Floats, pc_plus: Floats, spec: BootstrapSpec
) -> Band:
    """Put the differences of both classes together: (b, 2, k), (2, k) and (2, k)."""
    weights = np.stack([pc_plus, 1 - pc_plus])
    value = (estimate * weights).sum(axis=0)
    value[np.abs(value) <= SAME_COST] = 0.0
    lower, upper = percentile_interval((replicates * weights).sum(axis=1), spec.level)
    margin = np.hypot(*(hidden * weights))
    lower = np.minimum(lower, value - np.hypot(value - lower, margin))
    upper = np.maximum(upper, value + np.hypot(upper - value, margin))
    method = f"fixed policy, {THREE_WHERE_UNSEEN}" if margin.any() else "fixed policy"
    ends = read_only(lower.clip(-1, 1)), read_only(upper.clip(-1, 1))
    return Band(pc_plus, read_only(value), *ends, method, spec)


def _widened(pointwise: Band, moments: DifferenceMoments, certain: Bools) -> Band:
    """Return the band no narrower than Student's interval where few cases differ."""
    few = (moments.freedom < 2 * _FEW) & ~certain
    freedom = np.maximum(moments.freedom, LEAST_FREEDOM)
    deviate = student_deviate(two_sided_deviate(pointwise.spec.level), freedom)
    reach = np.where(few, deviate * np.sqrt(np.diagonal(moments.covariance)), 0.0)
    lower = np.minimum(pointwise.lower, (pointwise.estimate - reach).clip(-1, 1))
    upper = np.maximum(pointwise.upper, (pointwise.estimate + reach).clip(-1, 1))
    if np.array_equal(lower, pointwise.lower) and np.array_equal(upper, pointwise.upper):
        return pointwise
    method = f"{pointwise.method}, {STUDENT_WHERE_FEW}"
    return replace(pointwise, lower=read_only(lower), upper=read_only(upper), method=method)


SIMULTANEOUS = "simultaneous"
_MOVED = 1.1
"""By how much the variance grows as rules move with the sample that chooses them, which replicates
of rules that are kept do not show: most in trees, whose best rules cost nearly the same."""


def _all_certain(
    resampler: JointResampler, models: Sequence[RankedModel], rows: Sequence[Indices]
) -> Bools:
    """Tell where nothing about the difference is uncertain, shape (k,)."""
    if not are_independent_samples(resampler, models):
        return _certain(models[0], models[1], rows)
    trivial = [trivial_rows(model.table, at) for model, at in zip(models, rows, strict=True)]
    both: Bools = trivial[0] & trivial[1]
    return both


def _simultaneous(
    pointwise: Band, moments: DifferenceMoments, excess: tuple[Floats, Floats], certain: Bools
) -> DifferenceBand:
    """Return the band that holds the difference at all PC(+) at once."""
    spread = np.sqrt(moments.variance) * ~certain
    deviate = largest_deviate(moments.covariance, spread, pointwise.spec)
    freedom = np.maximum(moments.freedom, LEAST_FREEDOM)
    reach = student_deviate(deviate, freedom) * spread * np.sqrt(_MOVED)
    on_sample = pointwise.estimate
    out_of_bag = on_sample + excess[0] - excess[1]
    lower = np.minimum(np.minimum(on_sample, out_of_bag) - reach, pointwise.lower)
    upper = np.maximum(np.maximum(on_sample, out_of_bag) + reach, pointwise.upper)
    band = replace(
        pointwise,
        lower=read_only(lower.clip(-1, 1)),
        upper=read_only(upper.clip(-1, 1)),
        method=SIMULTANEOUS,
    )
    return _with_verdicts(band)


def _with_verdicts(band: Band) -> DifferenceBand:
    better = np.where(band.upper < 0, -1, 0) + np.where(band.lower > 0, 1, 0)
    return DifferenceBand(band, read_only(better != 0), _stretches(band.x, better))


def _stretches(pc_plus: Floats, better: Indices) -> tuple[Stretch, ...]:
    starts = np.flatnonzero(np.diff(better, prepend=better[0] - 1))
    ends = np.append(starts[1:], better.size) - 1
    return tuple(
        Stretch(float(pc_plus[start]), float(pc_plus[end]), "a" if better[start] < 0 else "b")
        for start, end in zip(starts, ends, strict=True)
        if better[start]
    )

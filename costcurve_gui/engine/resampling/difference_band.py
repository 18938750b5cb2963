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
model that has more thresholds to choose from gains nothing by it. Nor is a model called dearer for
the rule that the sample happened to choose for it: it has to be so by the rule whose fpr and tpr
add up to as much as those of the cheaper model.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from costcurve_gui.engine.arrays import read_only
from costcurve_gui.engine.distributions.normal import two_sided_deviate
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.resampling.band import PC_GRID, Band
from costcurve_gui.engine.resampling.bootstrap import collected, percentile_interval
from costcurve_gui.engine.resampling.difference_rules import RulePairs, differences
from costcurve_gui.engine.resampling.out_of_bag import out_of_bag_excess
from costcurve_gui.engine.resampling.simultaneous import largest_deviate

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Bools, Floats, Indices
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    from costcurve_gui.engine.resampling.independent_samples import JointResampler
    from costcurve_gui.engine.resampling.sample import RankedModel

SIMULTANEOUS = "simultaneous"
THREE_WHERE_UNSEEN = "rule of three where an error was never seen"
STUDENT_WHERE_FEW = "Student's t where few cases differ"
_FEW = 25
"""Cases that two models decide differently: with fewer of a class of 20, percentiles told equal
models apart in 15 of 100 samples in place of 10."""


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
    (`DifferenceMoments`). It is nowhere narrower than the pointwise one. Its lower end is also no
    higher than where the first model decides by the rule whose fpr and tpr add up to as much as
    those of the second one, and its upper end no lower than where the second model does so: the
    cheapest rules of a sample may be far apart and cost nearly the same, as those of trees, and
    then it is chance which of them a model has.

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
    rules = RulePairs.cheapest(resampler, (a, b), pc_plus)
    drawn = resampler.joint_rates(rules.models, rules.rows)
    replicates = collected(drawn, differences, resampler.spec, progress)
    if excess is None:
        excess = (
            out_of_bag_excess(resampler.part(a), a, pc_plus, progress=progress),
            out_of_bag_excess(resampler.part(b), b, pc_plus, progress=progress),
        )
    band = _widened(_pointwise(rules, replicates, resampler.spec), rules)
    return replace(_with_verdicts(band), simultaneous=_simultaneous(rules, band, excess))


def _pointwise(rules: RulePairs, replicates: Floats, spec: BootstrapSpec) -> Band:
    """Return percentiles of the differences of both classes, shape (b, 2, k), put together."""
    value = rules.estimate
    lower, upper = percentile_interval((replicates * rules.stakes).sum(axis=1), spec.level)
    margin = np.hypot(*(rules.hidden(replicates, spec.level) * rules.stakes))
    lower = np.minimum(lower, value - np.hypot(value - lower, margin))
    upper = np.maximum(upper, value + np.hypot(upper - value, margin))
    method = f"fixed policy, {THREE_WHERE_UNSEEN}" if margin.any() else "fixed policy"
    ends = read_only(lower.clip(-1, 1)), read_only(upper.clip(-1, 1))
    return Band(rules.pc_plus, read_only(value), *ends, method, spec)


def _widened(pointwise: Band, rules: RulePairs) -> Band:
    """Return the band no narrower than Student's interval where few cases differ."""
    few = (rules.moments.freedom < 2 * _FEW) & ~rules.certain
    deviate = rules.student(two_sided_deviate(pointwise.spec.level))
    reach = np.where(few, deviate * np.sqrt(np.diagonal(rules.moments.covariance)), 0.0)
    lower = np.minimum(pointwise.lower, (pointwise.estimate - reach).clip(-1, 1))
    upper = np.maximum(pointwise.upper, (pointwise.estimate + reach).clip(-1, 1))
    if np.array_equal(lower, pointwise.lower) and np.array_equal(upper, pointwise.upper):
        return pointwise
    method = f"{pointwise.method}, {STUDENT_WHERE_FEW}"
    return replace(pointwise, lower=read_only(lower), upper=read_only(upper), method=method)


def _simultaneous(
    rules: RulePairs, pointwise: Band, excess: tuple[Floats, Floats]
) -> DifferenceBand:
    """Return the band that holds the difference at all PC(+) at once."""
    deviate = largest_deviate(rules.moments.covariance, rules.spread, pointwise.spec)
    reach, out_of_bag = rules.reach(deviate), rules.estimate + excess[0] - excess[1]
    of_a, of_b = rules.matched()
    lower = np.minimum(rules.estimate, out_of_bag) - reach
    lower = np.minimum.reduce((lower, of_a.estimate - of_a.reach(deviate), pointwise.lower))
    upper = np.maximum(rules.estimate, out_of_bag) + reach
    upper = np.maximum.reduce((upper, of_b.estimate + of_b.reach(deviate), pointwise.upper))
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

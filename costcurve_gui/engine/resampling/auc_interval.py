"""Intervals of an AUC, by DeLong and of its logit, and of the area under ROCIV.

DeLong, DeLong & Clarke-Pearson (1988), Biometrics 44: the variance of an AUC is that of its
structural components, the placements of positives among negatives (V10) and of negatives among
positives (V01), each over the size of its class.

Sample weights have no interval here: whether they repeat rows or correct a sampling design is
not known, and the variance differs between the two.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.counts.family import FamilyTable
from costcurve_gui.engine.distributions.beta import student_t_quantile
from costcurve_gui.engine.distributions.normal import require_level, two_sided_deviate
from costcurve_gui.engine.progress import NO_PROGRESS
from costcurve_gui.engine.resampling.auc_score_interval import (
    PlacementSpread,
    auc_score_ends,
    placement_spread,
    replicated_spread,
)
from costcurve_gui.engine.resampling.few_cases import MISPLACED, caution_of_few
from costcurve_gui.engine.roc.area import auc

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.counts.threshold_table import ThresholdTable
    from costcurve_gui.engine.progress import Progress
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    from costcurve_gui.engine.resampling.resampled_rates import ResampledRates
    from costcurve_gui.engine.resampling.resampler import Resampler
    from costcurve_gui.engine.resampling.sample import RankedModel


WEIGHTED = "rows have weights"
SCORE = "score, Student"
_NEAR_THE_END = 0.1
"""So near 0 or 1 the AUC of few groups had a score interval that held it in 82 to 86 of 100."""


@dataclass(frozen=True, slots=True)
class AucInterval:
    """An AUC and its interval.

    Attributes
    ----------
    auc : float
        Area, 0-1.
    low, high : float or None
        Bounds within 0-1; None where there is no interval.
    level : float
        Confidence, such as 0.9.
    reason : str
        Why there is no interval, to be read after "no interval:"; else empty.
    method : str
        "DeLong", "logit DeLong" or "score, Student"; the first two by groups end in ", Student".
    std_error : float or None
        Standard error that an interval of method "DeLong" is made of; else None.
    spread : PlacementSpread or None
        What the score interval is made of; None where there is none either.
    """

    auc: float
    low: float | None
    high: float | None
    level: float
    reason: str = ""
    method: str = "DeLong"
    std_error: float | None = None
    spread: PlacementSpread | None = None

    @property
    def freedom(self) -> float | None:
        """Degrees of freedom of the standard error of whole groups; else None."""
        return None if self.spread is None else self.spread.freedom

    def at(self, level: float) -> AucInterval:
        """Return DeLong's interval at another level; where there is none, there is none there.

        Raises
        ------
        ConstraintError
            Where the level lies outside its range.

        Examples
        --------
        >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
        >>> wide = auc_interval(threshold_table([1, 0, 1, 0], [4, 3, 2, 1]), level=0.99)
        >>> wide.at(0.9) == auc_interval(threshold_table([1, 0, 1, 0], [4, 3, 2, 1]), level=0.9)
        True
        """
        if self.std_error is None:
            return replace(self, level=level)
        return _around(self.auc, self.std_error, level, self.spread)

    @property
    def of_logit(self) -> AucInterval:
        """The interval of the logit by the same standard error, see `logit_auc_interval`."""
        if self.std_error is None:
            return replace(self, method="logit DeLong")
        margin = _deviate_of(self.level, self.freedom) * self.std_error
        ends = logit_interval(self.auc, margin)
        named = f"logit {self.method}"
        return AucInterval(self.auc, *ends, self.level, method=named, spread=self.spread)

    @property
    def caution(self) -> str:
        """Why the interval is known to be too short; else empty.

        That by the score is not, but for groups near an AUC of 0 or 1.
        """
        if self.low is None or self.spread is None:
            return ""
        extreme = min(self.auc, 1 - self.auc) < _NEAR_THE_END
        if self.method == SCORE and not (self.freedom is not None and extreme):
            return ""
        return caution_of_few(self.spread.misplaced(self.auc), MISPLACED)

    @property
    def of_score(self) -> AucInterval:
        """The score interval, also where the classes are separated; see `auc_score_ends`.

        Where its spread is not known it is the interval itself.

        Examples
        --------
        >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
        >>> found = auc_interval(threshold_table([1, 1, 1, 0, 0, 0], [6, 5, 4, 3, 2, 1]))
        >>> found.low, round(found.of_score.low, 2), found.of_score.high
        (None, 0.32, 1.0)
        """
        if self.spread is None:
            return self
        ends = auc_score_ends(self.auc, self.spread, self.level)
        return AucInterval(self.auc, *ends, self.level, method=SCORE, spread=self.spread)


def auc_interval(table: ThresholdTable, level: float = 0.9) -> AucInterval:
    """Return the AUC with DeLong's normal interval, clipped to [0, 1].

    The placements are functions of the counts, so one pass over the table is enough.

    Parameters
    ----------
    table : ThresholdTable
        Counts of a model.
    level : float, default 0.9
        Confidence, between 0 and 1.

    Raises
    ------
    ConstraintError
        Where the level lies outside its range.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> interval = auc_interval(threshold_table([1, 0, 1, 0], [0.9, 0.6, 0.6, 0.1]))
    >>> interval.auc, round(interval.low, 3), interval.high
    (0.875, 0.584, 1.0)
    >>> auc_interval(threshold_table([1, 0], [0.9, 0.1])).reason
    'the classes are separated perfectly'
    """
    require_level(level)
    area = auc(table)
    reason = _no_variance(table, area)
    if reason:
        sizes = None if table.weighted else (float(table.positives), float(table.negatives))
        return no_auc_interval(area, level, reason, sizes)
    return auc_interval_of(area, placement_spread(table, area), level)


def no_auc_interval(
    area: float, level: float, reason: str, sizes: tuple[float, float] | None
) -> AucInterval:
    """Return an AUC without DeLong's interval.

    Parameters
    ----------
    area : float
        The AUC.
    level : float
        Confidence, between 0 and 1.
    reason : str
        Why there is none.
    sizes : tuple of float, optional
        Cases, or groups, of both classes; where they are separated there is a score interval.
    """
    separated = sizes is not None and area in (0, 1) and min(sizes) > 1
    spread = PlacementSpread(0.0, 0.0, *sizes) if sizes is not None and separated else None
    return AucInterval(area, None, None, level, reason, spread=spread)


def auc_interval_of(area: float, spread: PlacementSpread, level: float) -> AucInterval:
    """Return DeLong's interval of an AUC, clipped to [0, 1]; by groups it is Student's.

    Parameters
    ----------
    area : float
        The AUC.
    spread : PlacementSpread
        How its placements vary.
    level : float
        Confidence, between 0 and 1.
    """
    return _around(area, spread.std_error, level, spread)


def _around(
    area: float, std_error: float, level: float, spread: PlacementSpread | None
) -> AucInterval:
    freedom = None if spread is None else spread.freedom
    margin = _deviate_of(level, freedom) * std_error
    low, high = max(area - margin, 0.0), min(area + margin, 1.0)
    method = "DeLong" if freedom is None else "DeLong, Student"
    return AucInterval(area, low, high, level, "", method, std_error, spread)


def _deviate_of(level: float, freedom: float | None) -> float:
    if freedom is None:
        return two_sided_deviate(level)
    return student_t_quantile(freedom, (1 + level) / 2)


def _no_variance(table: ThresholdTable, area: float) -> str:
    return WEIGHTED if table.weighted else no_spread(table, area)


def no_spread(table: ThresholdTable, area: float) -> str:
    """Return why an area has no interval, whatever the weights of the rows; else nothing."""
    if isinstance(table, FamilyTable) and len(table.classifiers) > 1:
        return "several classifiers are no ranking"
    if isinstance(table, FamilyTable) and table.classifiers[0].calls_all_alike:
        return "every case is called alike"
    if len(table) == 2:  # "never positive" and one score
        return "every score is equal"
    if area in (0, 1):
        return "the classes are separated perfectly" + (", in reverse" if area == 0 else "")
    for name, count in (("positive", table.positives), ("negative", table.negatives)):
        if count == 1:
            return f"there is only one {name}"
    return ""


def logit_auc_interval(table: ThresholdTable, level: float = 0.9) -> AucInterval:
    """Return the AUC with DeLong's interval taken of its logit.

    It never leaves [0, 1], and near 1 it covers better than the normal interval.

    Parameters
    ----------
    table : ThresholdTable
        Counts of a model.
    level : float, default 0.9
        Confidence, between 0 and 1.

    Raises
    ------
    ConstraintError
        Where the level lies outside its range.

    References
    ----------
    .. [1] Pepe (2003), The statistical evaluation of medical tests for classification and
       prediction, section 5.2.4.
    .. [2] Qin & Hotilovac (2008), Comparison of non-parametric confidence intervals for the area
       under the ROC curve of a continuous-scale diagnostic test.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> interval = logit_auc_interval(threshold_table([1, 0, 1, 0], [0.9, 0.6, 0.6, 0.1]))
    >>> interval.auc, round(interval.low, 3), round(interval.high, 3)
    (0.875, 0.329, 0.99)
    """
    return auc_interval(table, level).of_logit


def logit_interval(share: float, margin: float) -> tuple[float, float]:
    """Return the interval of a share whose logit has the margin that makes `margin` its own.

    >>> low, high = logit_interval(0.9, 0.18)
    >>> round(low, 3), round(high, 3)
    (0.549, 0.985)
    """
    odds, factor = share / (1 - share), math.exp(margin / (share * (1 - share)))
    return 1 / (1 + factor / odds), 1 / (1 + 1 / (odds * factor))


_METHOD = "score, spread of replicates"


@dataclass(frozen=True, slots=True)
class AucivInterval:
    """An AUCIV and its interval.

    Attributes
    ----------
    auciv : float
        On the whole sample, 0-1.
    low, high : float or None
        Bounds within 0-1; None where there is no interval.
    method : str
        Which interval it is.
    spec : BootstrapSpec
        Replicates, level and seed.
    reason : str
        Why there is no interval, known before a replicate is drawn, to be read after "no
        interval:"; else empty.
    """

    auciv: float
    low: float | None
    high: float | None
    method: str
    spec: BootstrapSpec
    reason: str = ""

    @property
    def resampled(self) -> bool:
        """Whether it follows from replicates."""
        return not self.reason


def auciv_interval(
    resampler: Resampler, model: RankedModel, *, progress: Progress = NO_PROGRESS
) -> AucivInterval:
    """Return AUCIV with its bootstrap interval.

    Where errors of a class cost the same this is AUC, and its interval holds for weighted rows
    too, for which there is no DeLong interval.

    Parameters
    ----------
    resampler : Resampler
        What is resampled.
    model : RankedModel
        The model.
    progress : Progress, optional
        Advanced after each batch of replicates.

    Raises
    ------
    Cancelled
        Where `progress` was cancelled.

    Notes
    -----
    The score interval with the variance of the replicates, see `auc_score_ends`, and Student's t
    for as many instances as the costs of the smaller class are worth. Percentiles, and the logit,
    hold too seldom near 1: there 68 % of 90 % with twenty positives.

    Of a large table the replicates are drawn with the rows of `curve_rows`.

    References
    ----------
    .. [1] Fawcett (2006), section 5.
    .. [2] Hesterberg (2015), What teachers should know about the bootstrap: for ``n - 1`` and t.
    """
    auciv, spec = model.evaluation.auciv, resampler.spec
    # Every first window has the interval of an AUC, but draws no replicates.
    from costcurve_gui.engine.resampling.replicates import curve_rows, replicates
    from costcurve_gui.engine.resampling.sample import lone_class
    from costcurve_gui.engine.resampling.small_counts import class_sizes

    reason = no_spread(model.table, auciv) or lone_class(resampler.sample, [model])
    if reason:
        return AucivInterval(auciv, None, None, _METHOD, spec, reason)
    areas = replicates(resampler, model, curve_rows(model), _areas, progress)
    sizes = class_sizes(resampler.sample, model, by_cost=True, in_groups=False)
    worth = sizes.positives, sizes.negatives
    freedom = max(min(*worth, *resampler.sample.units) - 1, 1.0)
    variance = float(areas.var()) * (freedom + 1) / freedom
    spread = replicated_spread(auciv, variance, worth, freedom)
    return AucivInterval(auciv, *auc_score_ends(auciv, spread, spec.level), _METHOD, spec)


def _areas(rates: ResampledRates) -> Floats:
    fpr, tpr = rates.fp_cost_rate, rates.tp_benefit_rate
    areas: Floats = (np.diff(fpr) * (tpr[:, 1:] + tpr[:, :-1])).sum(axis=1) / 2
    return areas

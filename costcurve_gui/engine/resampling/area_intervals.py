"""Interval of the area under ROCIV."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.progress import NO_PROGRESS
from costcurve_gui.engine.resampling.bootstrap import percentile_interval
from costcurve_gui.engine.resampling.delong import no_spread
from costcurve_gui.engine.resampling.replicates import curve_rows, replicates

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.progress import Progress
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    from costcurve_gui.engine.resampling.rates import ResampledRates
    from costcurve_gui.engine.resampling.resampler import Resampler
    from costcurve_gui.engine.resampling.sample import RankedModel

_METHOD = "bootstrap percentiles"


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
        Why there is no interval, to be read after "no interval:"; else empty.
    """

    auciv: float
    low: float | None
    high: float | None
    method: str
    spec: BootstrapSpec
    reason: str = ""


def auciv_interval(
    resampler: Resampler, model: RankedModel, *, progress: Progress = NO_PROGRESS
) -> AucivInterval:
    """Return AUCIV with its bootstrap interval.

    Where errors of a class cost the same this is AUC, and its interval holds for weighted rows
    and for groups, for which there is no DeLong interval.

    Parameters
    ----------
    resampler : Resampler
        What is resampled.
    model : RankedModel
        The model.
    progress : Progress, optional
        Told before each batch.

    Raises
    ------
    Cancelled
        Where `progress` was cancelled.

    Notes
    -----
    Of a large table the replicates are drawn with the rows of `curve_rows`; the area between
    their curve and that of all rows is added as it is on the whole sample.

    References
    ----------
    .. [1] Fawcett (2006), section 5.
    """
    auciv, spec = model.evaluation.auciv, resampler.spec
    reason = no_spread(model.table, auciv)
    if reason:
        return AucivInterval(auciv, None, None, _METHOD, spec, reason)
    rows, source = curve_rows(model), model.evaluation.rates
    between = auciv - float(_area(source.fpr_at(rows), source.tpr_at(rows)))
    ends = percentile_interval(replicates(resampler, model, rows, _areas, progress), spec.level)
    low, high = (min(float(end) + between, 1.0) for end in ends)
    return AucivInterval(auciv, low, high, _METHOD, spec)


def _areas(rates: ResampledRates) -> Floats:
    return _area(rates.fp_cost_rate, rates.tp_benefit_rate)


def _area(fpr: Floats, tpr: Floats) -> Floats:
    area: Floats = (np.diff(fpr) * (tpr[..., 1:] + tpr[..., :-1])).sum(axis=-1) / 2
    return area

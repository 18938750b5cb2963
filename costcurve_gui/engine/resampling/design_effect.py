"""How many independent instances a curve is worth whose instances belong to groups.

Rows of a customer are alike, but seldom so alike that all of them say no more than one. How much
groups add is seen in the replicates: by how much more a curve varies where groups are drawn than
where single instances are. What both classes of a group have in common may cancel, so each curve
has an effect of its own.
"""

from __future__ import annotations

from dataclasses import replace
from math import isnan
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.distributions.normal import as_students
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.resampling.bootstrap import collected
from costcurve_gui.engine.resampling.resampler import resampler as plain_resampler
from costcurve_gui.engine.resampling.small_counts import ClassSizes, class_sizes

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.resampling.resampled_rates import ResampledRates
    from costcurve_gui.engine.resampling.resampler import Resampler
    from costcurve_gui.engine.resampling.sample import RankedModel

_REPLICATES = 200
"""Of single instances: a variance that is added up over a whole curve needs no more."""


def effective_sizes(
    resampler: Resampler,
    model: RankedModel,
    rows: Indices,
    value: Callable[[ResampledRates], Floats],
    drawn: Floats,
    *,
    by_cost: bool = False,
    progress: Progress = NO_PROGRESS,
) -> ClassSizes:
    """Return how many independent instances of each class a curve is worth.

    Without groups what `class_sizes` returns. With them that is divided by the design effect of
    the curve, and made smaller as Student's t is wider than the normal for so many groups.

    Parameters
    ----------
    resampler : Resampler
        What is resampled.
    model : RankedModel
        The model.
    rows : ndarray of int64, shape (k,)
        Rows of its threshold table.
    value : callable
        Makes the curve, shape (b, m), of the rates of b replicates; or both fpr and tpr, shape
        (b, 2, m), which then have an effect each.
    drawn : ndarray of float64, shape (replicates, m) or (replicates, 2, m)
        The same in all replicates.
    by_cost : bool, default False
        Whether instances count as much as they cost.
    progress : Progress, optional
        That of `drawn`, which stays at its end.

    Raises
    ------
    Cancelled
        Where `progress` was cancelled.

    References
    ----------
    .. [1] Rao & Scott (1992), A simple method for the analysis of clustered binary data,
       Biometrics 48.
    .. [2] Korn & Graubard (1998), Confidence intervals for proportions with small expected number
       of positive counts estimated from survey data, Survey Methodology 24: Student's t.
    """
    sample, spec = resampler.sample, resampler.spec
    alone = class_sizes(sample, model, by_cost=by_cost, in_groups=False)
    if sample.groups is None:
        return alone
    fewer = replace(spec, replicates=min(spec.replicates, _REPLICATES))
    single = plain_resampler(replace(sample, groups=None), fewer)
    at_end = Progress(
        lambda *_: progress.advance(spec.replicates, spec.replicates, model.evaluation.name)
    )
    alike = collected(single.rates(model, rows), value, fewer, at_end)
    effects = np.broadcast_to(_design_effects(drawn, alike), 2).tolist()
    sizes = zip((alone.negatives, alone.positives), effects, sample.units[::-1], strict=True)
    negatives, positives = (_worth(*each, spec.level) for each in sizes)
    return ClassSizes(positives, negatives)


def _worth(size: float, effect: float, groups: int, level: float) -> float:
    if isnan(effect):  # nothing varies: no more is known than one instance of each group
        return min(size, groups)
    return as_students(size / effect, groups, level)


def _design_effects(grouped: Floats, single: Floats) -> Floats:
    """Return how much more replicates of groups vary, at least 1; NaN where single ones do not."""
    between, alone = (_variance(drawn) for drawn in (grouped, single))
    effects = np.full(between.shape, np.nan)
    np.divide(between, alone, out=effects, where=alone > 0)
    return effects.clip(1.0)


def _variance(drawn: Floats) -> Floats:
    """Return the variance over the replicates that are known, added up along the last axis."""
    known = drawn[np.isfinite(drawn.reshape(len(drawn), -1)).all(axis=1)]
    variance = known.var(axis=0) if len(known) else np.zeros(drawn.shape[1:])
    return np.asarray(variance.sum(axis=-1))

"""Bounds that one segment has for itself: which rows of its curve keep them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.segments.curves import NO_LIMITS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.engine.arrays import Bools, Floats
    from costcurve_gui.engine.segments.curves import OwnLimits, SegmentCurve

    Range = tuple[int, int]

ROUNDING = 1e-12
"""A rule that uses a bound up exactly is not excluded by the rounding of a sum."""


def allowed_rows(curve: SegmentCurve) -> Range:
    """Return the rows that keep the limits of a segment: the first, and one past the last.

    Raises
    ------
    ConstraintError
        Where no row keeps them all, or a class is lacking that they are about.
    """
    limits = curve.limits
    if limits == NO_LIMITS:
        return 0, curve.share.size
    if not curve.has_both_classes:
        raise ConstraintError(
            f"{curve.name} has cases of one class only, so it can have no bounds of its own."
        )
    start = int(np.searchsorted(curve.rate("tpr"), limits.min_tpr - ROUNDING, side="left"))
    stops = [
        int(np.searchsorted(curve.rate(rate), most + ROUNDING, side="right"))
        for rate, most in (("fpr", limits.max_fpr), ("share", limits.max_share))
    ]
    if start >= min(stops):
        share, fpr = (float(curve.rate(rate, start)) for rate in ("share", "fpr"))
        raise ConstraintError(
            f"No threshold keeps the bounds of {curve.name} together: a true positive rate of at "
            f"least {limits.min_tpr:g} needs a false positive rate of {fpr:.3g} and acts on "
            f"{100 * share:.3g} % of its cases."
        )
    return start, min(stops)


def common_rows(curves: Sequence[SegmentCurve], whole: SegmentCurve) -> Range:
    """Return the rows of all segments together that keep the limits of each; perhaps none."""
    starts, stops = [0], [whole.share.size]
    for curve in curves:
        start, stop = allowed_rows(curve)
        starts.append(_first_from(whole, float(curve.thresholds[start])))
        if stop < curve.thresholds.size:
            stops.append(_first_from(whole, float(curve.thresholds[stop])))
    return max(starts), min(stops)


def _first_from(whole: SegmentCurve, threshold: float) -> int:
    """Return the first row that acts on a score."""
    return int(np.searchsorted(-whole.thresholds, -threshold, side="left"))


def broken_limits(curves: Sequence[SegmentCurve], rows: Sequence[int]) -> tuple[str, ...]:
    """Return the segments whose limits a rule breaks, a row of every curve."""
    ranges = [allowed_rows(curve) for curve in curves]
    return tuple(
        curve.name
        for curve, row, (start, stop) in zip(curves, rows, ranges, strict=True)
        if not start <= row < stop
    )


def binding_limit(curve: SegmentCurve, price: float) -> str:
    """Return which limit keeps a segment from its best row at a shadow price; empty where none."""
    start, stop = allowed_rows(curve)
    best = int(np.argmax(curve.gain - price * curve.share))
    if best < start:
        return "min_tpr"
    if best < stop:
        return ""
    return "max_fpr" if curve.rate("fpr", stop) > curve.limits.max_fpr + ROUNDING else "max_share"


def kept_by_replicates(
    tp: Floats, fp: Floats, limits: Sequence[OwnLimits], most_share: float
) -> tuple[Bools, Bools]:
    """Return the rules that keep the limits on each replicate, of each segment and of all.

    Parameters
    ----------
    tp, fp : ndarray of float64, shape (b, g, k)
        Positives and negatives acted on, as shares of all cases; the last rule acts on all.
    limits : sequence of OwnLimits
        Of each of the g segments.
    most_share : float
        Share of all cases that may be acted on.

    Returns
    -------
    own : ndarray of bool, shape (b, g, k)
        The rules that a segment may have. All of them on a replicate where a segment has none, or
        has to act on more than may be: it chooses without limits.
    common : ndarray of bool, shape (b, 1, k)
        The rules that all segments may have together, likewise.
    """
    at_least, fpr_most, share_most = (
        np.array([getattr(one, name) for one in limits])[:, None]
        for name in ("min_tpr", "max_fpr", "max_share")
    )
    share = tp + fp
    own = np.asarray(
        (tp >= tp[..., -1:] * at_least - ROUNDING)
        & (fp <= fp[..., -1:] * fpr_most + ROUNDING)
        & (share <= share[..., -1:] * share_most + ROUNDING)
    )
    common: Bools = np.logical_and.reduce(own, axis=1, keepdims=True)
    together = share.sum(axis=1, keepdims=True)
    return _possible(own, share, most_share), _possible(common, together, most_share)


def _possible(kept: Bools, share: Floats, most_share: float) -> Bools:
    least = np.where(kept, share, np.inf).min(axis=2).sum(axis=1)
    possible = np.isfinite(least) & (least <= most_share + ROUNDING)
    allowed: Bools = kept | ~possible[:, None, None]
    return allowed

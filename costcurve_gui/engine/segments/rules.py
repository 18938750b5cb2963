"""One threshold for all segments, or each its own within one budget or within a gap of a rate."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf, nan
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import distinct
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.segments.allocation import CurveChoices, allocate, filled
from costcurve_gui.engine.segments.own_limits import (
    ROUNDING,
    allowed_rows,
    broken_limits,
    common_rows,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.engine.arrays import Indices
    from costcurve_gui.engine.segments.curves import SegmentCurve

    Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class SegmentRule:
    """A threshold for every segment.

    Attributes
    ----------
    rows : tuple of int
        Row of each segment's curve.
    share, gain : float
        Of all segments: share acted on, and profit per case above acting on nobody.
    price : float
        Shadow price of the budget: what one more case acted on earns where thresholds may be
        mixed; 0 where the budget does not bind.
    """

    rows: tuple[int, ...]
    share: float
    gain: float
    price: float


@dataclass(frozen=True, slots=True)
class MixedRule:
    """The best thresholds where one segment may mix two of them at random.

    Attributes
    ----------
    rows : tuple of int
        Row of each segment's curve.
    segment, row_2 : int or None
        The segment that acts by `row_2` in a share `mixing` of its cases; None where none does.
    mixing : float
        0-1.
    gain, price : float
        As of `SegmentRule`: no thresholds gain more within the budget.
    """

    rows: tuple[int, ...]
    segment: int | None
    row_2: int | None
    mixing: float
    gain: float
    price: float


@dataclass(frozen=True, slots=True)
class SegmentRules:
    """The common rule with its threshold, the own thresholds and their mixture."""

    threshold: float
    common: SegmentRule
    own: SegmentRule
    mixed: MixedRule


def segment_rules(
    curves: Sequence[SegmentCurve], whole: SegmentCurve, limit: float = inf
) -> SegmentRules:
    """Choose one threshold for all segments, and one for each, of highest expected profit.

    Parameters
    ----------
    curves : sequence of SegmentCurve
        The segments, each with its limits. One that lacks a class keeps the common threshold.
    whole : SegmentCurve
        All of them together.
    limit : float, default inf
        Largest share of all cases that is acted on, at least 0.

    Returns
    -------
    SegmentRules
        The common threshold keeps the limits of all segments; where none can, it is chosen without
        them. Else the own thresholds never gain less, and never more than the mixture. They start
        from the vertices of equal shadow price; what a whole step leaves of the budget goes to the
        segment that gains most by it.

    Raises
    ------
    ConstraintError
        Where the limit is below 0, or the segments' own limits cannot be kept within it.

    Examples
    --------
    >>> import numpy as np
    >>> from costcurve_gui.engine.segments.curves import (
    ...     segment_cases, segment_curves, whole_curve,
    ... )
    >>> labels = np.array([True, False, True, True, False, False, True, False])
    >>> cases = segment_cases(
    ...     labels, np.array([8.0, 7, 6, 5, 4, 3, 2, 1]), np.array([0, 0, 0, 1, 1, 0, 1, 1]),
    ...     ("north", "south"), {"tp": 8.0, "fp": -4.0, "fn": 0.0, "tn": 0.0}, prior=0.5,
    ... )
    >>> rules = segment_rules(segment_curves(cases), whole_curve(cases), limit=0.5)
    >>> rules.common.gain, rules.own.gain
    (2.5, 2.5)
    """
    if not limit >= 0:
        raise ConstraintError(f"The share acted on must be at least 0; it is {limit:g}.")
    row, price = _common(curves, whole, limit)
    common = _rule(curves, rows_at(curves, whole, row), price)
    ranges = [
        allowed_rows(curve) if curve.has_both_classes else (row, row + 1)
        for curve, row in zip(curves, common.rows, strict=True)
    ]
    choices = CurveChoices(curves, ranges)
    mixed = _mixed(choices, limit)
    if mixed is None:
        raise ConstraintError(
            "The true positive rates that segments must reach, or segments that lack a class, "
            "use up more than the budget."
        )
    others = () if broken_limits(curves, common.rows) else (common.rows,)
    own = _own(choices, limit, mixed, *others)
    return SegmentRules(float(whole.thresholds[row]), common, own, mixed)


def _common(curves: Sequence[SegmentCurve], whole: SegmentCurve, limit: float) -> tuple[int, float]:
    """Return the row of all segments together, and its shadow price."""
    end = int(np.searchsorted(whole.share, limit + ROUNDING, side="right"))
    start, stop = common_rows(curves, whole)
    if start >= min(stop, end):
        start, stop = 0, whole.share.size
    row = start + int(np.argmax(whole.gain[start : min(stop, end)]))
    bound = allocate(CurveChoices([whole], [(start, stop)]), limit)
    return row, 0.0 if bound is None else float(bound.price[0])


def rows_at(curves: Sequence[SegmentCurve], whole: SegmentCurve, row: int) -> tuple[int, ...]:
    """Return the rows of all segments that decide like a row of the whole."""
    if row == 0:
        return (0,) * len(curves)
    threshold = float(whole.thresholds[row])
    return tuple(curve.row_at(threshold) for curve in curves)


def price_at(curve: SegmentCurve, row: int) -> float:
    """Return what one more case acted on would earn in a segment, thresholds mixed; at least 0."""
    found = allocate(CurveChoices.of(curve), float(curve.share[row]))
    return nan if found is None else float(found.price[0])


def _rule(curves: Sequence[SegmentCurve], rows: Sequence[int], price: float) -> SegmentRule:
    share, gain = CurveChoices.of(*curves).totals(np.array([rows]))
    return SegmentRule(tuple(rows), float(share[0]), float(gain[0]), price)


def _mixed(choices: CurveChoices, limit: float) -> MixedRule | None:
    """Return the optimum over mixtures: whole steps along the common slope, then a part of one."""
    found = allocate(choices, limit)
    if found is None:
        return None
    rows, high = found.low[0].tolist(), found.high[0].tolist()
    price = float(found.price[0])
    share, gain = (float(one[0]) for one in choices.totals(found.low))
    for at, (curve, low, more) in enumerate(zip(choices.curves, rows, high, strict=True)):
        step = float(curve.share[more] - curve.share[low])
        worth = float(curve.gain[more] - curve.gain[low])
        if share + step <= limit + ROUNDING:
            rows[at], share, gain = more, share + step, gain + worth
        elif step > 0 and limit > share:
            mixing = (limit - share) / step
            return MixedRule(tuple(rows), at, more, mixing, gain + mixing * worth, price)
    return MixedRule(tuple(rows), None, None, 0.0, gain, price)


def _own(
    choices: CurveChoices, limit: float, mixed: MixedRule, *others: tuple[int, ...]
) -> SegmentRule:
    starts = {filled(choices, rows, limit) for rows in (mixed.rows, *others)}
    rules = [_rule(choices.curves, rows, mixed.price) for rows in sorted(starts)]
    return max(rules, key=lambda rule: rule.gain)


_POINTS, _LEVELS = 1500, 2400
"""Rows of all curves, and pairs of a level and a curve, that a bound on a gap looks at."""


def gap_of(curves: Sequence[SegmentCurve], rows: Sequence[int], rate: str) -> float:
    """Return the largest rate of a segment less the smallest, of segments with both classes.

    The others keep the common threshold. NaN where fewer than two have both classes.
    """
    of_both = [
        float(curve.rate(rate, row))
        for curve, row in zip(curves, rows, strict=True)
        if curve.has_both_classes
    ]
    return max(of_both) - min(of_both) if len(of_both) > 1 else nan


def gap_bounded_rule(
    curves: Sequence[SegmentCurve],
    rules: SegmentRules,
    rate: str,
    gap: float,
    limit: float = inf,
) -> SegmentRule | None:
    """Return the own thresholds of highest expected profit with a bounded gap of a rate.

    Where the smallest rate of a segment is known, the bound leaves each segment a range of rows.
    Every rate is tried as the smallest one; of curves with many rows a subset, with the rows of
    `rules` in it.

    Parameters
    ----------
    curves : sequence of SegmentCurve
        The segments, each with its limits. Those that lack the rate keep the common threshold and
        do not count.
    rules : SegmentRules
        What was chosen without the bound.
    rate : {"share", "tpr", "fpr"}
        The rate within each segment.
    gap : float
        Largest difference of it between two segments, 0-1.
    limit : float, default inf
        Largest share of all cases that is acted on.

    Returns
    -------
    SegmentRule or None
        None where no thresholds keep the bound and the limits of segments; without limits rates of
        0 always do. The own thresholds where
        fewer than two segments have both classes.

    Raises
    ------
    ConstraintError
        Where the gap lies outside 0-1.
    """
    if not 0 <= gap <= 1:
        raise ConstraintError(f"The gap must lie between 0 and 1; it is {gap:g}.")
    now = gap_of(curves, rules.own.rows, rate)
    if np.isnan(now) or now <= gap + ROUNDING:
        return rules.own
    kept = [_kept_rows(curve, at, rules, len(curves)) for at, curve in enumerate(curves)]
    thin = [_part(curve, rows) for curve, rows in zip(curves, kept, strict=True)]
    best: SegmentRule | None = None
    for most, choices in _by_most_gain(thin, rate, gap, limit, rules.mixed.price):
        if best is not None and most <= best.gain:
            break
        mixed = _mixed(choices, limit)
        if mixed is None or (best is not None and mixed.gain <= best.gain):
            continue
        found = _own(choices, limit, mixed)
        if best is None or found.gain > best.gain:
            rows = [int(one[row]) for one, row in zip(kept, found.rows, strict=True)]
            best = _rule(curves, rows, mixed.price)
    return best


def _by_most_gain(
    curves: Sequence[SegmentCurve], rate: str, gap: float, limit: float, price: float
) -> list[tuple[float, CurveChoices]]:
    """Return the choice for each smallest rate and the most that it can gain, the best first.

    That is its Lagrangian bound at the price of the budget without a gap.
    """
    found = []
    worth = price * limit if price else 0.0
    left = [curve.gain - price * curve.share for curve in curves]
    for least in _levels(curves, rate):
        ranges = [_range(curve, rate, least, gap) for curve in curves]
        if all(start < stop for start, stop in ranges):
            tops = (one[start:stop].max() for one, (start, stop) in zip(left, ranges, strict=True))
            found.append((worth + float(sum(tops)), CurveChoices(curves, ranges)))
    return sorted(found, key=lambda one: one[0], reverse=True)


def _kept_rows(curve: SegmentCurve, at: int, rules: SegmentRules, segments: int) -> Indices:
    """Return the rows that a bound on a gap looks at; one where a class is lacking."""
    if not curve.has_both_classes:
        return np.array([rules.common.rows[at]])
    spread = np.linspace(0, curve.share.size - 1, max(_POINTS // segments, 50)).astype(np.int64)
    start, stop = allowed_rows(curve)
    return distinct(spread, np.array([start, rules.own.rows[at], rules.common.rows[at], stop - 1]))


def _part(curve: SegmentCurve, rows: Indices) -> SegmentCurve:
    columns = ("thresholds", "share", "gain", "tp", "fp")
    return replace(curve, **{name: getattr(curve, name)[rows] for name in columns})


def _levels(curves: Sequence[SegmentCurve], rate: str) -> list[float]:
    levels = distinct(*(curve.rate(rate) for curve in curves if curve.has_both_classes))
    most = max(_LEVELS // len(curves), 50)
    if levels.size > most:
        levels = levels[np.linspace(0, levels.size - 1, most).astype(np.int64)]
    return [float(one) for one in levels]


def _range(curve: SegmentCurve, rate: str, least: float, gap: float) -> Range:
    if not curve.has_both_classes:
        return 0, curve.share.size
    rates, (first, end) = curve.rate(rate), allowed_rows(curve)
    start = int(np.searchsorted(rates, least - ROUNDING, side="left"))
    stop = int(np.searchsorted(rates, least + gap + ROUNDING, side="right"))
    return max(start, first), min(stop, end)

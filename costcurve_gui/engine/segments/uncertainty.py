"""How sure the figures of segments are, and what own thresholds earn on new cases."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.segments.allocation import Allocation, allocate
from costcurve_gui.engine.segments.curves import NO_LIMITS, RATES
from costcurve_gui.engine.segments.own_limits import kept_by_replicates
from costcurve_gui.engine.segments.rates import (
    Interval,
    RateSizes,
    difference_limits,
    gap_interval,
    percentiles,
    rate_limits,
    rate_sizes,
)
from costcurve_gui.engine.segments.replicates import Grid, SegmentResampler

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from costcurve_gui.engine.arrays import Bools, Floats, Indices
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    from costcurve_gui.engine.segments.curves import SegmentCases, SegmentCurve
    from costcurve_gui.engine.segments.rules import SegmentRules

    Pair = tuple[int, int]

_CHOOSING = 400
"""Replicates that choose again: enough for a mean and a spread."""


@dataclass(frozen=True, slots=True, eq=False)
class RuleIntervals:
    """What one rule does in each segment, its thresholds held.

    Attributes
    ----------
    rates : mapping of str to tuple of Interval
        Each of `RATES` by segment.
    profit : tuple of Interval
        By segment, per case of all segments.
    total : Interval
        Profit of all segments, per case.
    gaps : mapping of str to Interval
        By rate, largest segment less smallest.
    differences : mapping of (str, (int, int)) to Interval
        By rate and pair of segments, the first less the second.
    """

    rates: Mapping[str, tuple[Interval, ...]]
    profit: tuple[Interval, ...]
    total: Interval
    gaps: Mapping[str, Interval]
    differences: Mapping[tuple[str, Pair], Interval]


@dataclass(frozen=True, slots=True, eq=False)
class SegmentUncertainty:
    """Intervals of the rules, and by how much more own thresholds earn, per case.

    Attributes
    ----------
    common, own : RuleIntervals
        Each rule.
    lead : Interval
        Own less common on the sample that chose both, thresholds held.
    new_cases : Interval
        The same for cases that did not choose them.
    new_profit : Interval
        Profit of own thresholds on such cases.
    """

    common: RuleIntervals
    own: RuleIntervals
    lead: Interval
    new_cases: Interval
    new_profit: Interval

    @property
    def significant(self) -> bool:
        """Whether own thresholds earn more on new cases, or less, than chance explains."""
        return self.new_cases.low > 0 or self.new_cases.high < 0


def segment_uncertainty(
    cases: SegmentCases,
    curves: Sequence[SegmentCurve],
    rules: SegmentRules,
    limit: float,
    spec: BootstrapSpec,
    progress: Progress = NO_PROGRESS,
) -> SegmentUncertainty:
    """Resample the cases, in their segments as drawn, under both rules.

    Parameters
    ----------
    cases : SegmentCases
        The sample.
    curves : sequence of SegmentCurve
        Its segments.
    rules : SegmentRules
        The rules chosen on it.
    limit : float
        The share acted on that they kept.
    spec : BootstrapSpec
        Replicates, level and seed.
    progress : Progress, optional
        Told of replicates.

    Returns
    -------
    SegmentUncertainty

    Raises
    ------
    Cancelled
        Where `progress` was cancelled.

    Notes
    -----
    Rates and gaps: as in `rates`, and profits: percentiles, each rule held. What is on new cases:
    every replicate chooses both rules again, mixed where the budget says so, and is judged on the
    cases it left out; the mean is the estimate. Its interval adds two independent spreads around
    it: that of the figure of the rules as chosen, and that of what rules chosen on replicates come
    to on the whole sample. Of a class with one case nothing varies, and none is left out: profits
    have no interval.
    """
    known, held = _held(cases, curves, (rules.common.rows, rules.own.rows), spec, progress)
    sizes = rate_sizes(cases)
    common, own = (
        _intervals(one, drawn, sizes, spec.level) for one, drawn in zip(known, held, strict=True)
    )
    leads = held[1].total - held[0].total
    lead = percentiles(float((known[1].total - known[0].total)[0]), leads, spec.level)
    again = _rechosen(cases, limit, replace(spec, replicates=min(spec.replicates, _CHOOSING)))
    return SegmentUncertainty(
        common,
        own,
        lead,
        _new_cases(lead.value, leads, again.leads, spec.level),
        _new_cases(own.total.value, held[1].total, again.profits, spec.level),
    )


def rule_intervals(
    cases: SegmentCases,
    curves: Sequence[SegmentCurve],
    rules: Sequence[Sequence[int]],
    spec: BootstrapSpec,
) -> list[RuleIntervals]:
    """Return the intervals of rules, each a row of every curve, thresholds held."""
    sizes = rate_sizes(cases)
    pairs = zip(*_held(cases, curves, rules, spec), strict=True)
    return [_intervals(known, drawn, sizes, spec.level) for known, drawn in pairs]


def _held(
    cases: SegmentCases,
    curves: Sequence[SegmentCurve],
    rules: Sequence[Sequence[int]],
    spec: BootstrapSpec,
    progress: Progress = NO_PROGRESS,
) -> tuple[list[_Held], list[_Held]]:
    """Return figures of each rule on the sample, and on its replicates."""
    thresholds = [_thresholds(curves, rows) for rows in rules]
    resampler = SegmentResampler.of(cases, spec, [one for rule in thresholds for one in rule])
    places = [
        np.array([resampler.place(at) if row else 0 for at, row in zip(rule, rows, strict=True)])
        for rule, rows in zip(thresholds, rules, strict=True)
    ]
    drawn = _told(resampler.grids(), spec, progress)
    held = [_Held(drawn, at) for at in places]
    if not _classes_vary(rate_sizes(cases)):
        for one in held:
            one.profit = np.full_like(one.profit, np.nan)
    return [_Held([resampler.whole], at) for at in places], held


def _classes_vary(sizes: Mapping[str, RateSizes]) -> bool:
    """Whether replicates differ in both classes; one case, or group, is drawn in each of them."""
    return all(sizes[rate].units.sum() > 1 for rate in ("tpr", "fpr"))


def _told(grids: Iterable[Grid], spec: BootstrapSpec, progress: Progress) -> list[Grid]:
    found: list[Grid] = []
    for grid in grids:
        found.append(grid)
        progress.advance(sum(len(one.left) for one in found), spec.replicates, "segments")
    return found


def _thresholds(curves: Sequence[SegmentCurve], rows: Sequence[int]) -> list[float]:
    return [float(curve.thresholds[row]) for curve, row in zip(curves, rows, strict=True)]


class _Held:
    """Figures of one rule, replicate by replicate."""

    def __init__(self, batches: Sequence[Grid], rows: Indices) -> None:
        self.segments = rows.size
        at = np.arange(rows.size)
        rates = [grid.rates(rows) for grid in batches]
        self.rates = {name: np.concatenate([one[name] for one in rates]) for name in RATES}
        profit = [grid.gain[:, at, rows] + grid.left for grid in batches]
        self.profit = np.concatenate(profit)

    @property
    def total(self) -> Floats:
        """Profit of all segments, (b,)."""
        found: Floats = self.profit.sum(axis=1)
        return found


def _intervals(
    known: _Held, drawn: _Held, sizes: Mapping[str, RateSizes], level: float
) -> RuleIntervals:
    segments = range(known.segments)
    rates, gaps, differences = {}, {}, {}
    first, second = np.triu_indices(known.segments, 1)
    pairs = [*zip(first.tolist(), second.tolist(), strict=True)]
    for rate in RATES:
        values, all_drawn = known.rates[rate][0], drawn.rates[rate]
        limits = rate_limits(values, all_drawn, sizes[rate], level)
        ends = zip(values.tolist(), limits.low.tolist(), limits.high.tolist(), strict=True)
        rates[rate] = tuple(Interval(*one) for one in ends)
        gaps[rate] = gap_interval(values, all_drawn, limits, level)
        low, high = difference_limits(values, limits, first, second)
        estimate = values[first] - values[second]
        for pair, *one in zip(pairs, estimate.tolist(), low.tolist(), high.tolist(), strict=True):
            differences[rate, pair] = Interval(*one)
    profit, all_profit = known.profit[0], drawn.profit
    return RuleIntervals(
        rates,
        tuple(percentiles(float(profit[g]), all_profit[:, g], level) for g in segments),
        percentiles(float(profit.sum()), drawn.total, level),
        gaps,
        differences,
    )


class _GridChoices:
    """A rule of every segment for each of b replicates."""

    def __init__(self, grid: Grid, kept: Bools | None = None) -> None:
        self._share, self._gain = grid.share, grid.gain
        self._least: Indices | int = 0
        if kept is not None:
            self._gain = np.where(kept, self._gain, -np.inf)
            self._least = np.argmax(kept, axis=2)

    def best(self, price: Floats) -> Indices:
        """Return the best rules at a price, of equal ones those that act least."""
        none = np.isinf(price)
        at = np.where(none, 0.0, price)[:, None, None]
        best = np.argmax(self._gain - at * self._share, axis=2)
        return np.where(none[:, None], self._least, best)

    def totals(self, rows: Indices) -> tuple[Floats, Floats]:
        """Return share and gain over the segments."""
        at = rows[:, :, None]
        share = np.take_along_axis(self._share, at, axis=2)
        return share.sum(axis=(1, 2)), np.take_along_axis(self._gain, at, axis=2).sum(axis=(1, 2))


class _Rechosen(NamedTuple):
    """Rules chosen on replicates, each judged on left-out cases and on the sample, (b, 2).

    `leads` are those of own thresholds over a common one, `profits` those of own thresholds.
    """

    leads: Floats
    profits: Floats


def _rechosen(cases: SegmentCases, limit: float, spec: BootstrapSpec) -> _Rechosen:
    resampler = SegmentResampler.of(cases, spec, others=True)
    leads, profits = [np.empty((0, 2))], [np.empty((0, 2))]
    for drawn, left_out in resampler.pairs():
        size = len(drawn.left)
        of_each, of_all = _kept(cases, drawn, limit)
        own = allocate(_GridChoices(drawn, of_each), limit, size)
        common = allocate(_GridChoices(drawn.together, of_all), limit, size)
        if own is None or common is None:
            continue
        sample = resampler.whole.repeated(size)
        # Whatever the rules do: of those that act on nobody the lead would be known, and 0.
        judged = np.isfinite(left_out.left).all(axis=1)
        both = left_out, sample
        found = np.stack([_judged(one, own) for one in both], axis=1)
        other = np.stack([_judged(one.together, common) for one in both], axis=1)
        left = np.stack([one.left.sum(axis=1) for one in both], axis=1)
        leads.append((found - other)[judged])
        profits.append((found + left)[judged])
    return _Rechosen(np.concatenate(leads), np.concatenate(profits))


def _kept(
    cases: SegmentCases, drawn: Grid, limit: float
) -> tuple[Bools, Bools] | tuple[None, None]:
    """Return the rules that segments with limits may have, each its own and all a common one."""
    if not cases.limits:
        return None, None
    limits = [cases.limits.get(name, NO_LIMITS) for name in cases.names]
    return kept_by_replicates(drawn.tp, drawn.fp, limits, limit)


def _judged(grid: Grid, chosen: Allocation) -> Floats:
    choices = _GridChoices(grid)
    low, high = (choices.totals(rows)[1] for rows in (chosen.low, chosen.high))
    return (1 - chosen.mixing) * low + chosen.mixing * high


def _new_cases(value: float, held: Floats, rechosen: Floats, level: float) -> Interval:
    known = rechosen[np.isfinite(rechosen).all(axis=1)]
    if not known.size:
        return Interval(np.nan, np.nan, np.nan)
    estimate = float(known[:, 0].mean())
    # Replicates of one spread beside those of the other, in an order of their own.
    choice = np.resize(known[::-1, 1] - known[:, 1].mean(), held.size)
    return percentiles(estimate, held - value + choice + estimate, level)

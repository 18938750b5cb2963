"""What is found of segments: the rules of one model, and what they hang on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from costcurve_gui.engine.segments.own_limits import broken_limits

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.analysis.dataset_info import ModelInfo
    from costcurve_gui.analysis.interval_settings import BandChoices
    from costcurve_gui.dataio.segments import SegmentTerms
    from costcurve_gui.engine.segments.curves import SegmentCurve
    from costcurve_gui.engine.segments.rules import SegmentRule, SegmentRules
    from costcurve_gui.engine.segments.uncertainty import RuleIntervals, SegmentUncertainty

POINTS_LESS = (0.01, 0.02)
"""By how much a gap is made smaller to see what that costs."""


@dataclass(frozen=True, slots=True)
class GapBound:
    """The largest difference of a rate between two segments: `rate` is one of `RATES`."""

    rate: str
    gap: float


@dataclass(frozen=True, slots=True, eq=False)
class ModelSegments:
    """One model in all segments.

    Attributes
    ----------
    curves : tuple of SegmentCurve
        By segment.
    limit : float
        Largest share of all cases acted on; inf without a bound.
    rules : SegmentRules
        Common and own thresholds.
    common_prices : tuple of float
        What one more case acted on would earn in each segment under the common rule.
    bounded : SegmentRule or None
        Own thresholds within the bound on a gap; None where there is none.
    bounded_intervals : RuleIntervals or None
        Theirs; None where nothing is resampled.
    bound : GapBound or None
        That bound.
    gap_prices : mapping of str to tuple of float
        By rate what `POINTS_LESS` of the gap of the own thresholds cost, per case.
    uncertainty : SegmentUncertainty or None
        None where nothing is resampled.
    terms : mapping of str to SegmentTerms
        What differs in some segments.
    perfect : float
        Profit of acting on the positives alone, per case.
    """

    info: ModelInfo
    column: str
    curves: tuple[SegmentCurve, ...]
    limit: float
    rules: SegmentRules
    common_prices: tuple[float, ...]
    bounded: SegmentRule | None
    bounded_intervals: RuleIntervals | None
    gap_prices: Mapping[str, tuple[float, ...]]
    uncertainty: SegmentUncertainty | None
    terms: Mapping[str, SegmentTerms]
    perfect: float
    bound: GapBound | None

    @property
    def own(self) -> SegmentRule:
        """The own thresholds, within the bound on a gap where some keep it."""
        return self.rules.own if self.bounded is None else self.bounded

    @property
    def own_intervals(self) -> RuleIntervals | None:
        """Those of `own`."""
        if self.bounded is not None:
            return self.bounded_intervals
        return None if self.uncertainty is None else self.uncertainty.own

    @property
    def broken(self) -> tuple[str, ...]:
        """Segments whose own bounds the common threshold breaks: no common one keeps them all."""
        return broken_limits(self.curves, self.rules.common.rows)

    @property
    def left(self) -> float:
        """Profit of acting on nobody, per case."""
        return sum(curve.left for curve in self.curves)


class SegmentsKey(NamedTuple):
    """What segments of a curve set hang on: another one makes what was computed out of date."""

    column: str
    model: str
    prior: float
    miss_factor: float
    limit: float
    bands: BandChoices
    bound: GapBound | None
    terms: Mapping[str, SegmentTerms]


@dataclass(frozen=True, slots=True, eq=False)
class SegmentsResult:
    """What a job has found of the segments on show, or why there is nothing."""

    key: SegmentsKey
    found: ModelSegments | None = None
    fault: str = ""

"""What the user chose in the menus of single views."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.dataio.segments import SegmentTerms


class DetAxes(StrEnum):
    """What the axes of a DET plot are even in."""

    PROBIT = "probit"
    LOG = "log"


class GainMeasure(StrEnum):
    """What the gain view shows of those targeted."""

    GAIN = "gain"
    LIFT = "lift"


class CostAxis(StrEnum):
    """How far up the axis of cost space reaches."""

    HALF = "half"
    ONE = "one"
    FITTED = "fitted"


class RegretReading(StrEnum):
    """What the regret view shows, and over what."""

    MONEY = "money"
    ERROR_RATE = "error_rate"
    COST_RATIO = "cost_ratio"
    LOSS_DIFFERENCE = "loss_difference"


class CostConstruction(StrEnum):
    """How a cost is read off a ROC plot."""

    NONE = "none"
    PERPENDICULAR = "perpendicular"
    HORIZONTAL = "horizontal"


class FoldAverage(StrEnum):
    """What stands for the curves of all folds."""

    POOLED = "pooled"
    VERTICAL = "vertical"
    HORIZONTAL = "horizontal"
    THRESHOLD = "threshold"
    COST_SPACE = "cost_space"
    COMPARED = "compared"


class FoldBars(StrEnum):
    """What the bars on an average of folds measure."""

    STD = "std"
    INTERVAL = "interval"
    NONE = "none"


class PartialAxis(StrEnum):
    """The rate whose range bounds a partial AUC."""

    OFF = "off"
    FPR = "fpr"
    TPR = "tpr"


@dataclass(frozen=True, slots=True)
class ViewChoices:
    """What was chosen in the menus of single views. `competitor` None follows the runner-up.

    `questions` are the keys of those whose answers are on show, the one asked last first.
    `segment` is the column of the segments, empty for the only one that may be; `segment_gap`
    bounds the gap of `segment_gap_rate` between them, `segment_terms` says what differs in some.
    `day` is the column of days, empty for the only one that may be; `day_places` how many cases a
    day can be seen, 0 for as many as come over the threshold on average; `day_delay` the share of
    its gain that a case loses with each day that it waits.
    `unit` is the column of units, empty for the only one that may be; `unit_horizon` in days, or in
    rows where there is no column of days, and 0 for none.
    """

    det_axes: DetAxes = DetAxes.PROBIT
    gain: GainMeasure = GainMeasure.GAIN
    absolute_point: bool = False
    chosen_thresholds: bool = False
    near_best: bool = False
    roc_regions: bool = False
    competitor: str | None = None
    cost_axis: CostAxis = CostAxis.HALF
    regret: RegretReading = RegretReading.MONEY
    construction: CostConstruction = CostConstruction.NONE
    common_tangents: bool = False
    fold_average: FoldAverage = FoldAverage.VERTICAL
    fold_bars: FoldBars = FoldBars.INTERVAL
    fold_curves: bool = True
    tie_corners: bool = False
    partial_axis: PartialAxis = PartialAxis.OFF
    partial_fpr: tuple[float, float] = (0.0, 0.2)
    partial_tpr: tuple[float, float] = (0.8, 1.0)
    joint_hull: bool = False
    concavities: bool = False
    stacked_costs: bool = False
    questions: tuple[str, ...] = ()
    segment: str = ""
    own_thresholds: bool = False
    segment_gap: float | None = None
    segment_gap_rate: str = "share"
    segment_terms: Mapping[str, SegmentTerms] = field(default_factory=dict)
    day: str = ""
    day_places: int = 0
    day_delay: float = 0.0
    unit: str = ""
    unit_horizon: float = 0.0

    @property
    def partial_range(self) -> tuple[float, float]:
        """The range of the rate in force."""
        return self.partial_tpr if self.partial_axis is PartialAxis.TPR else self.partial_fpr

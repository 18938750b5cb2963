"""Curves of a model in every fold, and their averages as drawn."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from costcurve_gui.engine.averaging.folds import fold_cost_tables, fold_tables
from costcurve_gui.engine.cost.cost_curve import lower_envelope
from costcurve_gui.engine.roc.hull import convex_hull

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.analysis.curves import DrawnCurve
    from costcurve_gui.analysis.view_settings import FoldAverage, FoldBars
    from costcurve_gui.dataio.dataset import Dataset
    from costcurve_gui.engine.averaging.folds import Folds
    from costcurve_gui.engine.cost.cost_curve import CostCurve
    from costcurve_gui.engine.cost.payoff import ErrorCosts
    from costcurve_gui.engine.counts.rate_source import RateSource
    from costcurve_gui.engine.counts.threshold_table import ThresholdTable


@dataclass(frozen=True, slots=True)
class FoldBar:
    """How far folds scatter about one point of their average, along one axis."""

    x: float
    y: float
    low: float
    high: float
    upright: bool


@dataclass(frozen=True, slots=True, eq=False)
class FoldMean:
    """An average curve, and its bars at regular places by what they measure."""

    curve: DrawnCurve
    bars: Mapping[FoldBars, tuple[FoldBar, ...]]


@dataclass(frozen=True, slots=True, eq=False)
class FoldCurves:
    """One model. `roc` and `cost` hold a curve per fold; no row of a table belongs to a point.

    `image` is the average of cost curves over rates of cases, as the ROC curve that it is the
    dual of.
    """

    roc: tuple[DrawnCurve, ...]
    cost: tuple[DrawnCurve, ...]
    means: Mapping[FoldAverage, FoldMean]
    image: DrawnCurve


@dataclass(frozen=True, slots=True, eq=False)
class FoldResults:
    """Every model of a curve set: its curves, or the reason why there are none.

    `folds` counts them; 0 where the file has no fold column.
    """

    folds: int = 0
    level: float = 0.9
    curves: Mapping[str, FoldCurves] = field(default_factory=dict)
    faults: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class FoldSample:
    """One model's tables: a ROC curve and a ROCIV curve per fold, the same where costs agree."""

    tables: tuple[ThresholdTable, ...]
    rates: tuple[RateSource, ...]

    @property
    def envelopes(self) -> tuple[CostCurve, ...]:
        """The lower envelope of every fold."""
        return tuple(lower_envelope(convex_hull(curve)) for curve in self.rates)


def fold_sample(dataset: Dataset, column: str, folds: Folds, costs: ErrorCosts) -> FoldSample:
    """Count one model's errors in every fold; raises `FoldError` where a fold lacks a class."""
    sample = dataset.y_true, dataset.scores[column], folds
    tables = fold_tables(*sample, sample_weight=dataset.weight)
    rates = fold_cost_tables(tables, *sample, costs, sample_weight=dataset.weight)
    return FoldSample(tables, rates)

"""Curves of every fold and their averages: the results, and how they are computed."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, cast

import numpy as np

from costcurve_gui.analysis.curves import DrawnCurve
from costcurve_gui.analysis.view_settings import FoldAverage, FoldBars
from costcurve_gui.engine.averaging.cost_space import cost_space_average, roc_image
from costcurve_gui.engine.averaging.folds import fold_cost_tables, fold_tables, split_folds
from costcurve_gui.engine.averaging.roc_averages import (
    average_curve,
    horizontal_average,
    threshold_average,
    vertical_average,
)
from costcurve_gui.engine.cost.cost_curve import lower_envelope
from costcurve_gui.engine.errors import FoldError
from costcurve_gui.engine.roc.curve import decimate
from costcurve_gui.engine.roc.hull import convex_hull

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from costcurve_gui.analysis.curves import CaseInput, ModelCurves
    from costcurve_gui.dataio.dataset import Dataset
    from costcurve_gui.engine.averaging.cost_space import RocImage
    from costcurve_gui.engine.averaging.folds import Folds
    from costcurve_gui.engine.averaging.roc_averages import AverageCurve, Spread
    from costcurve_gui.engine.cost.cost_curve import CostCurve
    from costcurve_gui.engine.cost.payoff import ErrorCosts
    from costcurve_gui.engine.counts.rate_source import RateSource
    from costcurve_gui.engine.counts.threshold_table import ThresholdTable
    from costcurve_gui.engine.progress import Progress

    Floats = NDArray[np.float64]


FOLD_POINTS = 2_000
THRESHOLDS = 1_000
_BARS = np.arange(1, 10) / 10
_NO_ROWS = np.empty(0, dtype=np.int64)


def fold_results(given: CaseInput, progress: Progress) -> FoldResults:
    """Compute the curves of every fold of every model, and their averages."""
    if given.dataset.fold is None:
        return FoldResults()
    folds, costs = _folds(given.dataset), _costs(given)
    reason = no_fold_intervals(given.dataset)
    curves, faults, models = {}, {}, given.curve_set.models
    for done, model in enumerate(models):
        progress.advance(done, len(models), model.info.name)
        try:
            sample = fold_sample(given.dataset, model.info.column, folds, costs)
            found = fold_curves(model, sample, given.curve_set.level)
            curves[model.info.key] = found.without_intervals if reason else found
        except FoldError as error:
            faults[model.info.key] = str(error)
    return FoldResults(len(folds), given.curve_set.level, curves, faults, reason)


def no_fold_intervals(dataset: Dataset) -> str:
    """Return why the mean over folds has no interval: folds that share groups are dependent.

    To be read after "no interval:"; nothing where there is one.
    """
    if dataset.group is None or dataset.fold is None:
        return ""
    groups = np.unique(dataset.group).size
    pairs = np.unique(np.stack([dataset.group, dataset.fold.astype(np.int64)]), axis=1)
    if pairs.shape[1] == groups:
        return ""
    return f"groups of {dataset.group_column} lie in several folds"


def _folds(dataset: Dataset) -> Folds:
    return split_folds(cast("NDArray[np.int16]", dataset.fold), dataset.fold_names)


def _costs(given: CaseInput) -> ErrorCosts:
    return given.cache.payoffs(given.payoff).costs


def fold_curves(model: ModelCurves, sample: FoldSample, level: float) -> FoldCurves:
    """Return the curves of one model's folds and their averages as they are drawn."""
    tables, envelopes = sample.tables, sample.envelopes
    of_cases = envelopes if sample.rates is tables else FoldSample(tables, tables).envelopes
    return FoldCurves(
        roc=tuple(map(_few_points, tables)),
        cost=tuple(map(_vertices, envelopes)),
        means={
            FoldAverage.VERTICAL: _vertical(tables, level),
            FoldAverage.HORIZONTAL: _horizontal(tables, level),
            FoldAverage.THRESHOLD: _by_threshold(tables, _drawn_thresholds(model), level),
            FoldAverage.COST_SPACE: _in_cost_space(envelopes, level),
        },
        image=_image(roc_image(of_cases)),
    )


def _curve(x: Floats, y: Floats) -> DrawnCurve:
    return DrawnCurve(x, y, _NO_ROWS)


def _few_points(rates: RateSource) -> DrawnCurve:
    rows = decimate(rates, FOLD_POINTS).indices
    return _curve(rates.fpr_at(rows), rates.tpr_at(rows))


def _vertices(envelope: CostCurve) -> DrawnCurve:
    return _curve(envelope.pc_plus, envelope.cost)


def _from_corner(x: Floats, y: Floats) -> DrawnCurve:
    """Begin at (0, 0): the first point of an average may stand above it."""
    return _curve(np.concatenate(([0.0], x)), np.concatenate(([0.0], y)))


def _to_corner(x: Floats, y: Floats) -> DrawnCurve:
    """End at (1, 1): the last point of an average may stand left of it."""
    return _curve(np.concatenate((x, [1.0])), np.concatenate((y, [1.0])))


def _image(image: RocImage) -> DrawnCurve:
    whole = _from_corner(image.fpr, image.tpr)
    return _to_corner(whole.x, whole.y)


def _vertical(tables: Sequence[RateSource], level: float) -> FoldMean:
    average = vertical_average(tables, level=level)
    curve = _from_corner(average.grid, average.values.mean)
    return FoldMean(curve, _bars(average, upright=True))


def _horizontal(tables: Sequence[RateSource], level: float) -> FoldMean:
    average = horizontal_average(tables, level=level)
    curve = _to_corner(average.values.mean, average.grid)
    return FoldMean(curve, _bars(average, upright=False))


def _in_cost_space(envelopes: Sequence[CostCurve], level: float) -> FoldMean:
    average = cost_space_average(envelopes, level=level)
    return FoldMean(_curve(average.grid, average.values.mean), _bars(average, upright=True))


def _bars(average: AverageCurve, *, upright: bool) -> dict[FoldBars, tuple[FoldBar, ...]]:
    places = np.searchsorted(average.grid, _BARS)
    return _bars_at(places, average.grid, average.values, upright=upright)


def _by_threshold(tables: Sequence[RateSource], thresholds: Floats, level: float) -> FoldMean:
    average = threshold_average(tables, thresholds, level)
    fpr, tpr = average.fpr, average.tpr
    along = (fpr.mean + tpr.mean) / 2  # grows with every threshold, from 0 to 1
    places = np.unique(np.searchsorted(along, _BARS).clip(max=along.size - 1))
    up = _bars_at(places, fpr.mean, tpr, upright=True)
    across = _bars_at(places, tpr.mean, fpr, upright=False)
    curve = _from_corner(fpr.mean, tpr.mean)
    return FoldMean(curve, {kind: up[kind] + across[kind] for kind in up})


def _drawn_thresholds(model: ModelCurves) -> Floats:
    """Return the scores of about `THRESHOLDS` points spread over the drawn curve, descending."""
    rows = model.roc.indices[1:]
    even = rows[np.unique(np.linspace(0, rows.size - 1, THRESHOLDS).astype(np.int64))]
    return model.evaluation.table.thresholds[even]


def _bars_at(
    places: NDArray[np.int64], grid: Floats, spread: Spread, *, upright: bool
) -> dict[FoldBars, tuple[FoldBar, ...]]:
    """Return the bars of one axis; a single curve has none."""
    if spread.curves == 1:
        return {FoldBars.STD: (), FoldBars.INTERVAL: ()}
    ends = {
        FoldBars.STD: (spread.mean - spread.std, spread.mean + spread.std),
        FoldBars.INTERVAL: (spread.lower, spread.upper),
    }
    return {
        kind: tuple(
            FoldBar(*((at, mean) if upright else (mean, at)), one, other, upright)
            for at, mean, one, other in zip(
                *(column[places].tolist() for column in (grid, spread.mean, low, high)),
                strict=True,
            )
        )
        for kind, (low, high) in ends.items()
    }


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

    def cost_at(self, pc_plus: float, level: float) -> Spread:
        """Return the mean cost of all folds at one PC(+), with its spread."""
        at = np.array([pc_plus])
        values = [np.interp(at, curve.x, curve.y) for curve in self.cost]
        return average_curve(at, values, level).values

    @property
    def without_intervals(self) -> FoldCurves:
        """The same curves, without bars of the interval of the mean."""
        means = {
            average: replace(one, bars={**one.bars, FoldBars.INTERVAL: ()})
            for average, one in self.means.items()
        }
        return replace(self, means=means)


@dataclass(frozen=True, slots=True, eq=False)
class FoldResults:
    """Every model of a curve set: its curves, or the reason why there are none.

    `folds` counts them; 0 where the file has no fold column. `no_interval` says why their mean has
    no interval, where it has none.
    """

    folds: int = 0
    level: float = 0.9
    curves: Mapping[str, FoldCurves] = field(default_factory=dict)
    faults: Mapping[str, str] = field(default_factory=dict)
    no_interval: str = ""


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

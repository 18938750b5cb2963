"""days.csv, day_capacity.csv and units.csv: what a threshold means day by day and by unit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.analysis.day_results import (
    DAILY_TOP,
    DAILY_TOP_ANY,
    QUEUE,
    DayChoices,
    ModelDays,
)
from costcurve_gui.analysis.memo import once
from costcurve_gui.analysis.operations import (
    UnitChoices,
    known_days,
    model_days,
    model_units,
    payoffs_of_units,
)
from costcurve_gui.analysis.selection_settings import FoundThreshold
from costcurve_gui.analysis.tables.by_threshold import quantity
from costcurve_gui.analysis.tables.methods import METHOD, method_cells
from costcurve_gui.analysis.tables.options import TableOptions, models_of
from costcurve_gui.analysis.tables.table import Table
from costcurve_gui.analysis.units import known_units

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurve_gui.analysis.curves import CurveSet
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.tables.options import TableModel
    from costcurve_gui.analysis.tables.table import Columns
    from costcurve_gui.engine.operations.unit_alarms import UnitCurve, UnitPayoffs
    from costcurve_gui.engine.selection.policy import Policy

DAYS_HEADER = (
    *("model", "day", "cases", "over_threshold", "seen", "waiting", "lost", "profit"),
    *("daily_top_seen", "daily_top_profit", "daily_top_any_seen", "daily_top_any_profit"),
)
CAPACITY_HEADER = (
    *("model", "way", "threshold", "capacity", "days", "cases_seen", "overflow_days", "idle_days"),
    *("places_empty", "longest_queue", "waiting_at_end", "lost_to_waiting", "recall"),
    *("profit_per_day", "difference", "difference_low", "difference_high", "significant"),
    *("overflow_since", "fitting_threshold", *METHOD),
)
_OF_DAYS = "percentile, days drawn with replacement"
UNITS_HEADER = (
    *("model", "threshold", "unit_fpr", "unit_tpr", "unit_precision", "unit_profit"),
    *("fpr", "tpr", "precision", "expected_profit", "unit_alarms", "units", "positive_units"),
    *("unit_prior", "best"),
)
UNIT_COLUMNS = (
    *("unit_fpr", "unit_tpr", "unit_precision", "unit_profit"),
    *("unit_threshold", "unit_threshold_profit"),
)
"""Columns of selection.csv: the policy's figures per unit, and the threshold of highest profit."""


def has_days(snapshot: Snapshot, options: TableOptions) -> bool:
    """Whether a column of days was asked for."""
    del snapshot
    return options.days is not None


def has_places(snapshot: Snapshot, options: TableOptions) -> bool:
    """Whether places a day were asked for."""
    del snapshot
    return options.days is not None and options.days.capacity is not None


def has_units(snapshot: Snapshot, options: TableOptions) -> bool:
    """Whether a column of units was asked for."""
    del snapshot
    return options.units is not None


def days_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return a row per model and day."""
    rows = (
        (found.info.name, *row)
        for found in _computed_days(snapshot, options)
        for row in day_rows(found)
    )
    return Table.of_rows(DAYS_HEADER, rows)


def capacity_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return a row per model and way to use the places of a day."""
    rows = (
        (found.info.name, *row, *_method(snapshot, found, row[0]))
        for found in _computed_days(snapshot, options)
        for row in way_rows(found)
    )
    return Table.of_rows(CAPACITY_HEADER, rows)


def _method(snapshot: Snapshot, found: ModelDays, way: str) -> tuple[Any, ...]:
    """Return the cells under `METHOD` of what a way earns more; empty where it has no interval."""
    if way not in found.differences:
        return (None,) * len(METHOD)
    return method_cells(_OF_DAYS, snapshot.settings.bands.spec)


def day_rows(found: ModelDays) -> Iterator[tuple[Any, ...]]:
    """Yield the days of one model, without its name."""
    ways, choices = found.ways, found.choices
    for day in range(choices.size):
        known: tuple[Any, ...] = (None,) * (len(DAYS_HEADER) - 4)
        if ways:
            queue = ways[QUEUE]
            known = (
                *(queue.seen[day], queue.waiting[day], queue.lost[day], queue.profit[day]),
                *(ways[DAILY_TOP].seen[day], ways[DAILY_TOP].profit[day]),
                *(ways[DAILY_TOP_ANY].seen[day], ways[DAILY_TOP_ANY].profit[day]),
            )
        yield (choices.label(day), found.cases[day], found.over[day], *known)


def way_rows(found: ModelDays) -> Iterator[tuple[Any, ...]]:
    """Yield the ways of one model, without its name."""
    choices = found.choices
    for name, use in found.ways.items():
        difference, low, high = found.differences.get(name, (None, None, None))
        if difference is None and name != QUEUE:
            difference = use.profit_a_day - found.ways[QUEUE].profit_a_day
        late: tuple[Any, ...] = (None, None)
        if found.since is not None and name == QUEUE:
            late = (choices.label(found.since), found.fitting)
        sure = None if low is None or high is None else not low <= 0 <= high
        yield (
            *(name, None if name == DAILY_TOP_ANY else found.threshold),
            *(use.capacity, choices.size, int(use.seen.sum())),
            *(use.overflow_days, use.idle_days, use.empty_places, use.longest_queue),
            *(int(use.waiting[-1]), float(use.lost.sum()), use.recall, use.profit_a_day),
            *(difference, low, high),
            *(sure, *late),
        )


def units_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return a row per model and threshold: rates, precision and profit per unit and per row."""
    models = models_of(snapshot, options)
    curves = ((model, _curve_of(snapshot, options, model)) for model in models)
    parts = ((model.name, _unit_rows(model, curve)) for model, curve in curves if curve is not None)
    return Table.of_parts(UNITS_HEADER, parts)


def _unit_rows(model: TableModel, curve: UnitCurve) -> Columns:
    thresholds = model.table.thresholds[model.rows]
    at = _rows_at(curve, thresholds)
    best = np.zeros(at.size, dtype=object)
    best[:] = False
    best[int(np.argmax(curve.profit[at]))] = True
    return (
        *(thresholds, curve.fpr[at], curve.tpr[at], curve.precision[at], curve.profit[at]),
        *(
            quantity(model, name, model.rows)
            for name in ("fpr", "tpr", "precision", "expected_profit")
        ),
        (curve.fps + curve.tps)[at],
        *(
            np.full(at.size, value)
            for value in (curve.positives + curve.negatives, curve.positives, curve.prior)
        ),
        best,
    )


def _rows_at(curve: UnitCurve, thresholds: Any) -> Any:
    above = np.searchsorted(-curve.thresholds, -thresholds, side="right")
    return np.clip(above - 1, 0, None)


def unit_cells(
    snapshot: Snapshot, options: TableOptions, model: TableModel, policy: Policy
) -> tuple[Any, ...]:
    """Return the cells under `UNIT_COLUMNS`; none without units.

    A mixture draws lots for rows, so its figures per unit are not those of two thresholds mixed:
    its cells are empty, as are those of a review band.
    """
    curve = None if options.units is None else _curve_of(snapshot, options, model)
    if curve is None:
        return ()
    best = float(curve.thresholds[curve.best]), float(curve.profit[curve.best])
    if policy.threshold_2 is not None or policy.review is not None:
        return (None, None, None, None, *best)
    at = curve.at(policy.threshold)
    figures = (curve.fpr[at], curve.tpr[at], curve.precision[at], curve.profit[at])
    return (*(float(one) for one in figures), *best)


def unit_threshold(
    snapshot: Snapshot, options: TableOptions, model: TableModel
) -> FoundThreshold | None:
    """Return the threshold of highest profit per unit; None where there are no units."""
    curve = _curve_of(snapshot, options, model)
    if curve is None:
        return None
    threshold = curve.thresholds[curve.best : curve.best + 1]
    row = int(model.table.rows_at_thresholds(threshold)[0])
    return FoundThreshold(row, float(curve.profit[curve.best]))


def _curve_of(snapshot: Snapshot, options: TableOptions, model: TableModel) -> UnitCurve | None:
    """Return the curve of a model, computed once for all tables; None where there are no units."""
    curve_set, choices = snapshot.curve_set, options.units
    if choices is None:
        return (known_units(snapshot) or {}).get(model.key)  # the window exports what it shows
    if curve_set.cases is None:
        return None
    known, dataset = _known_units(choices), curve_set.cases.cache.dataset
    if curve_set not in known:
        known[curve_set] = payoffs_of_units(snapshot, dataset, choices), {}
    payoffs, curves = known[curve_set]
    if model.key not in curves:
        curves[model.key] = model_units(snapshot, dataset, model.key, payoffs)
    return curves[model.key]


def _computed_days(snapshot: Snapshot, options: TableOptions) -> Iterator[ModelDays]:
    curve_set, choices = snapshot.curve_set, options.days
    shown = known_days(snapshot)
    if choices is None and shown is not None and shown.found is not None:
        yield shown.found  # the window exports what it shows
    if curve_set.cases is None or choices is None:
        return
    known = _known_days(choices)
    for model in models_of(snapshot, options):
        at = model.key, curve_set
        if at not in known:
            dataset = curve_set.cases.cache.dataset
            known[at] = model_days(snapshot, dataset, model.key, choices)
        yield known[at]


@once
def _known_units(choices: UnitChoices) -> dict[CurveSet, tuple[UnitPayoffs, dict[str, UnitCurve]]]:
    del choices
    return {}


@once
def _known_days(choices: DayChoices) -> dict[tuple[str, CurveSet], ModelDays]:
    del choices
    return {}

"""Units of the window: their column and horizon, and the curves of all models."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from costcurve_gui.analysis.operations import (
    UnitChoices,
    day_column,
    model_units,
    payoffs_of_units,
    unit_choices,
)
from costcurve_gui.analysis.sources.cases import ScoredSource
from costcurve_gui.analysis.unit_results import UnitsKey, UnitsResult
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.view_results import ViewResults
    from costcurve_gui.engine.operations.unit_alarms import UnitCurve


def unit_column(snapshot: Snapshot) -> str:
    """Return the column of units in force; empty where there is none to choose."""
    data = snapshot.curve_set.dataset
    chosen, columns = snapshot.settings.views.unit, data.unit_columns
    if chosen in columns:
        return chosen
    if data.group in columns:
        return data.group or ""
    return columns[0] if len(columns) == 1 else ""


def units_key(snapshot: Snapshot) -> UnitsKey | None:
    """Return what the units on show hang on; None where there are none."""
    column = unit_column(snapshot)
    if not column or snapshot.selected is None:
        return None
    return UnitsKey(
        column,
        day_column(snapshot),
        snapshot.settings.views.unit_horizon,
        snapshot.condition.prior,
        snapshot.miss_factor,
    )


def known_units(snapshot: Snapshot) -> Mapping[str, UnitCurve] | None:
    """Return the curves of the units on show; None before they are found."""
    known = snapshot.results.units
    return known.curves if known is not None and known.key == units_key(snapshot) else None


def known_fault(snapshot: Snapshot) -> str:
    """Return why there are no units, once that is known."""
    known = snapshot.results.units
    return known.fault if known is not None and known.key == units_key(snapshot) else ""


def find_units(
    snapshot: Snapshot, key: UnitsKey, *, progress: Progress = NO_PROGRESS
) -> UnitsResult:
    """Compute the units of a snapshot, in a job of the window.

    Raises
    ------
    DataError
        Where a case has no unit, or no time.
    """
    source, cases = snapshot.curve_set.source, snapshot.curve_set.cases
    if cases is None or not isinstance(source, ScoredSource):
        return UnitsResult(key, fault=tr("The file has no units of its cases."))
    dataset = cases.cache.dataset
    if dataset.weight is not None:
        return UnitsResult(key, fault=tr("The view of units cannot use weighted cases."))
    progress.advance(0, len(snapshot.models) + 1, key.column)
    units = source.units(key.column)
    times = source.times(key.times) if key.times else None
    if units is None:
        return UnitsResult(key, fault=tr("The file has no units of its cases."))
    try:
        choices = unit_choices(key.column, units, dataset.y_true, times, key.horizon or None)
        return UnitsResult(key, all_curves(snapshot, choices, progress))
    except ConstraintError as error:
        return UnitsResult(key, fault=str(error))


def all_curves(
    snapshot: Snapshot, choices: UnitChoices, progress: Progress = NO_PROGRESS
) -> dict[str, UnitCurve]:
    """Return the curve of every model by key."""
    cases, found = snapshot.curve_set.cases, {}
    if cases is None:
        raise LookupError("there are no cases")
    dataset = cases.cache.dataset
    payoffs = payoffs_of_units(snapshot, dataset, choices)
    for done, (key, model) in enumerate(snapshot.models.items(), 1):
        progress.advance(done, len(snapshot.models) + 1, model.info.name)
        found[key] = model_units(snapshot, dataset, key, payoffs)
    return found


def with_units(
    snapshot: Snapshot, results: ViewResults, choices: UnitChoices
) -> tuple[Snapshot, ViewResults]:
    """Return snapshot and results with units that a report has computed, as those on show."""
    data = replace(
        snapshot.curve_set.dataset,
        unit_columns=(choices.column,),
        day_columns=(choices.times,) if choices.times else (),
    )
    views = replace(snapshot.settings.views, unit_horizon=choices.horizon or 0.0)
    shown = replace(
        snapshot,
        curve_set=replace(snapshot.curve_set, dataset=data),
        settings=replace(snapshot.settings, views=views),
    )
    key = units_key(shown)
    if key is None or snapshot.curve_set.cases is None:
        return snapshot, results
    return shown, replace(results, units=UnitsResult(key, all_curves(shown, choices)))


def has_threshold(snapshot: Snapshot, key: str) -> bool:
    """Whether a model decides by one threshold, which has figures per unit."""
    policy = snapshot.models[key].policy
    return policy.threshold_2 is None and policy.review is None and not math.isnan(policy.threshold)

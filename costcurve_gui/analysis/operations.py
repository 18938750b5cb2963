"""Days with so many places, and units with one alarm each, of a file under one model."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.analysis.case_lists import cell_payoffs
from costcurve_gui.analysis.day_results import (
    DAILY_TOP,
    DAILY_TOP_ANY,
    QUEUE,
    DayChoices,
    DaysKey,
    DaysResult,
    DelayCost,
    ModelDays,
)
from costcurve_gui.analysis.sources.cases import ScoredSource
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.operations.daily_capacity import (
    DailyCases,
    fitting_threshold,
    highest_of_day,
    overflow_since,
    paired_difference,
    queue_behind_threshold,
    rows_over,
)
from costcurve_gui.engine.operations.unit_alarms import (
    UnitRows,
    unit_curve,
    unit_payoffs,
    unit_rows,
)
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.view_results import ViewResults
    from costcurve_gui.dataio.case_times import CaseTimes
    from costcurve_gui.dataio.dataset import Dataset
    from costcurve_gui.engine.operations.unit_alarms import UnitCurve, UnitPayoffs

    Payoffs = tuple[NDArray[np.float64], NDArray[np.float64]]


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class UnitChoices:
    """The column of units, the rows by unit and time, and the horizon that cuts them, if any.

    `times` is the column that the horizon is measured by, empty where it counts rows.
    """

    column: str
    rows: UnitRows
    times: str = ""
    horizon: float | None = None


def day_choices(times: CaseTimes, capacity: int | None, delay: DelayCost) -> DayChoices:
    """Return the days of a column of times.

    Raises
    ------
    DataError
        Where there are too many.
    """
    return DayChoices(times, *times.days(), capacity, delay)


def unit_choices(
    column: str,
    units: NDArray[np.int64],
    y_true: NDArray[np.bool_],
    times: CaseTimes | None,
    horizon: float | None,
) -> UnitChoices:
    """Return the rows by unit, cut into stretches of a horizon in days, or in rows without times.

    Raises
    ------
    ConstraintError
        Where all units are of one class, or none is positive.
    """
    scale = 1.0 if times is None else times.per_day
    values = None if times is None else times.values
    rows = unit_rows(units, values, np.inf if horizon is None else horizon * scale)
    positive = np.logical_or.reduceat(y_true[rows.order], rows.starts)
    if positive.all():
        raise ConstraintError(
            tr(
                "All {units} units have a positive row; rates need units without one.",
                units=rows.units,
            )
        )
    return UnitChoices(column, rows, "" if times is None else times.name, horizon)


def model_days(snapshot: Snapshot, dataset: Dataset, key: str, choices: DayChoices) -> ModelDays:
    """Count the cases of each day by a model's policy in force, and compare uses of the places."""
    model, threshold = snapshot.curve_set.model(key), snapshot.models[key].policy.threshold
    acting, leaving = own_payoffs(snapshot, dataset)
    delay = choices.delay.of_cases(acting, leaving)
    scores = dataset.scores[model.info.column]
    cases = DailyCases(
        *(choices.days, choices.size, dataset.y_true, scores, acting, leaving, delay)
    )
    over = np.bincount(choices.days[scores >= threshold], minlength=choices.size)
    counted = np.bincount(choices.days, minlength=choices.size)
    places = choices.capacity
    if places is None:
        return ModelDays(model.info, choices, threshold, counted, over, {}, {})
    rows = rows_over(cases, threshold)
    queue = queue_behind_threshold(cases, threshold, places, rows)
    ways = {
        QUEUE: queue,
        DAILY_TOP: highest_of_day(cases, threshold, places, rows),
        DAILY_TOP_ANY: highest_of_day(cases, -np.inf, places),
    }
    bands, differences = snapshot.settings.bands, {}
    if bands.shown:
        others = (DAILY_TOP, DAILY_TOP_ANY)
        differences = {way: paired_difference(ways[way], queue, bands.spec) for way in others}
    since = overflow_since(queue)
    fitting = np.nan if since is None else fitting_threshold(cases, since, places)
    late = since, fitting
    return ModelDays(model.info, choices, threshold, counted, over, ways, differences, *late)


def payoffs_of_units(snapshot: Snapshot, dataset: Dataset, choices: UnitChoices) -> UnitPayoffs:
    """Return what units are paid under the payoffs of a snapshot, by every model."""
    return unit_payoffs(choices.rows, dataset.y_true, *own_payoffs(snapshot, dataset))


def model_units(snapshot: Snapshot, dataset: Dataset, key: str, payoffs: UnitPayoffs) -> UnitCurve:
    """Return rates, precision and profit per unit of a model; its prior moves as that of rows."""
    model = snapshot.curve_set.model(key)
    share, prior = payoffs.row_share, snapshot.condition.prior
    return unit_curve(
        payoffs,
        dataset.scores[model.info.column],
        row_prior=None if abs(prior - share) < 1e-12 else prior,
    )


def own_payoffs(snapshot: Snapshot, dataset: Dataset) -> Payoffs:
    """Return what each case pays, as its class has it, where it is acted on and where it is not."""
    cells, positive = cell_payoffs(snapshot, dataset), dataset.y_true
    acting = np.where(positive, cells["tp"], cells["fp"])
    return acting, np.where(positive, cells["fn"], cells["tn"])


def day_column(snapshot: Snapshot) -> str:
    """Return the column of days in force; empty where there is none to choose."""
    columns = snapshot.curve_set.dataset.day_columns
    chosen = snapshot.settings.views.day
    if chosen in columns:
        return chosen
    return columns[0] if len(columns) == 1 else ""


def days_key(snapshot: Snapshot) -> DaysKey | None:
    """Return what the days on show hang on; None where there are none."""
    column, model, views = day_column(snapshot), snapshot.selected, snapshot.settings.views
    if not column or model is None:
        return None
    threshold = snapshot.models[model].policy.threshold
    return DaysKey(
        column,
        model,
        None if math.isnan(threshold) else threshold,
        snapshot.miss_factor,
        views.day_places,
        views.day_delay,
        snapshot.settings.bands,
    )


def known_days(snapshot: Snapshot) -> DaysResult | None:
    """Return what was found of the days on show; None before that."""
    known = snapshot.results.days
    return known if known is not None and known.key == days_key(snapshot) else None


def with_days(
    snapshot: Snapshot, results: ViewResults, choices: DayChoices
) -> tuple[Snapshot, ViewResults]:
    """Return snapshot and results with days that a report has computed, as those on show."""
    model, cases = snapshot.selected, snapshot.curve_set.cases
    if model is None or cases is None or math.isnan(snapshot.models[model].policy.threshold):
        return snapshot, results
    found = model_days(snapshot, cases.cache.dataset, model, choices)
    times, curve_set = choices.times, snapshot.curve_set
    bare = replace(choices, days=choices.days[:0], times=replace(times, values=times.values[:0]))
    info = replace(curve_set.dataset, day_columns=(times.name,))
    shown = replace(snapshot, curve_set=replace(curve_set, dataset=info))
    key = days_key(shown)
    if key is None:
        return snapshot, results
    return shown, replace(results, days=DaysResult(key, replace(found, choices=bare)))


_NO_THRESHOLD = tr("The view of days needs a rule with one threshold. Choose one.")


def find_days(snapshot: Snapshot, key: DaysKey, *, progress: Progress = NO_PROGRESS) -> DaysResult:
    """Compute the days of a snapshot, in a job of the window.

    Raises
    ------
    DataError
        Where a case has no day, or there are too many days.
    """
    source, cases = snapshot.curve_set.source, snapshot.curve_set.cases
    times = source.times(key.column) if isinstance(source, ScoredSource) else None
    if cases is None or times is None:
        return DaysResult(key, fault=tr("The file has no days of its cases."))
    if key.threshold is None:
        return DaysResult(key, fault=_NO_THRESHOLD)
    progress.advance(1, 2, key.column)
    dataset = cases.cache.dataset
    if dataset.weight is not None:
        return DaysResult(key, fault=tr("The view of days cannot use weighted cases."))
    choices = day_choices(times, key.places or None, DelayCost(share=key.delay))
    if not key.places:
        choices = with_average_places(snapshot, choices)
    return DaysResult(key, model_days(snapshot, dataset, key.model, choices))


def with_average_places(snapshot: Snapshot, choices: DayChoices) -> DayChoices:
    """Let as many cases be seen as come over the threshold on an average day."""
    key, cases = snapshot.selected, snapshot.curve_set.cases
    threshold = np.nan if key is None else snapshot.models[key].policy.threshold
    if key is None or cases is None or math.isnan(threshold):
        return choices
    scores = cases.cache.dataset.scores[snapshot.curve_set.model(key).info.column]
    over = int(np.count_nonzero(scores >= threshold))
    return replace(choices, capacity=max(round(over / choices.size), 1))

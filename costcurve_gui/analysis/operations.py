"""Days with so many places, and units with one alarm each, of a file under one model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.analysis.case_lists import cell_payoffs
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.operations.daily_capacity import (
    DailyCases,
    DailyUse,
    fitting_threshold,
    highest_of_day,
    overflow_since,
    paired_difference,
    queue_behind_threshold,
)
from costcurve_gui.engine.operations.unit_alarms import UnitRows, unit_curve, unit_rows

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from costcurve_gui.analysis.dataset_info import ModelInfo
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.dataio.case_times import CaseTimes
    from costcurve_gui.dataio.dataset import Dataset
    from costcurve_gui.engine.operations.unit_alarms import UnitCurve

    Payoffs = tuple[NDArray[np.float64], NDArray[np.float64]]

QUEUE, DAILY_TOP, DAILY_TOP_ANY = "threshold", "daily_top", "daily_top_any"
"""Ways to use the places of a day: the threshold with its queue, the highest scores of each day
above the threshold, and those whatever the threshold."""


@dataclass(frozen=True, slots=True)
class DelayCost:
    """What a case loses with each day that it waits: money, or a share of what acting gains.

    A share counts where acting pays more than leaving alone.
    """

    money: float = 0.0
    share: float = 0.0

    @property
    def text(self) -> str:
        """As it is typed."""
        return f"{100 * self.share:.15g}%" if self.share else f"{self.money:.15g}"

    def of_cases(
        self, acting: NDArray[np.float64], leaving: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Return what each case loses a day."""
        gains: NDArray[np.float64] = np.clip(acting - leaving, 0.0, None)
        return self.money + self.share * gains


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class DayChoices:
    """The day of each case from 0, the number of the first one, places a day, a price of waiting.

    `capacity` None counts the cases of a day alone.
    """

    times: CaseTimes
    days: NDArray[np.int64]
    first: int
    size: int
    capacity: int | None
    delay: DelayCost

    def label(self, day: int) -> str:
        """Return a day, counted from 0, as the tables have it."""
        return self.times.label(self.first + day)


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class UnitChoices:
    """The column of units, and the rows by unit and time."""

    column: str
    rows: UnitRows


@dataclass(frozen=True, slots=True, eq=False)
class ModelDays:
    """One model on all days.

    Attributes
    ----------
    choices : DayChoices
        What was asked for.
    threshold : float
        Of the policy in force.
    cases, over : ndarray of int64
        By day, all cases and those over the threshold.
    ways : mapping of str to DailyUse
        Empty where the places are not known.
    differences : mapping of str to tuple of float
        What each other way earns a day more than the queue, low and high end; empty where nothing
        is resampled.
    since : int or None
        The day from which on something always waits until the end.
    fitting : float
        The lowest threshold that lets in no more than can be seen from then on.
    """

    info: ModelInfo
    choices: DayChoices
    threshold: float
    cases: NDArray[np.int64]
    over: NDArray[np.int64]
    ways: dict[str, DailyUse]
    differences: dict[str, tuple[float, float, float]]
    since: int | None = None
    fitting: float = np.nan


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
            f"Every one of the {rows.units} units has a positive row; rates need units without one."
        )
    return UnitChoices(column, rows)


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
    queue = queue_behind_threshold(cases, threshold, places)
    ways = {
        QUEUE: queue,
        DAILY_TOP: highest_of_day(cases, threshold, places),
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


def model_units(snapshot: Snapshot, dataset: Dataset, key: str, choices: UnitChoices) -> UnitCurve:
    """Return rates, precision and profit per unit of a model; its prior moves as that of rows."""
    model = snapshot.curve_set.model(key)
    share = float(np.mean(dataset.y_true))
    prior = snapshot.condition.prior
    return unit_curve(
        choices.rows,
        dataset.y_true,
        dataset.scores[model.info.column],
        *own_payoffs(snapshot, dataset),
        row_prior=None if abs(prior - share) < 1e-12 else prior,
    )


def own_payoffs(snapshot: Snapshot, dataset: Dataset) -> Payoffs:
    """Return what each case pays, as its class has it, where it is acted on and where it is not."""
    cells, positive = cell_payoffs(snapshot, dataset), dataset.y_true
    acting = np.where(positive, cells["tp"], cells["fp"])
    return acting, np.where(positive, cells["fn"], cells["tn"])

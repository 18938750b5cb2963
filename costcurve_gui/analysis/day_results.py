"""What is asked of days, and what is found of them; the window keeps it among its results."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from costcurve_gui.analysis.dataset_info import ModelInfo
    from costcurve_gui.analysis.interval_settings import BandChoices
    from costcurve_gui.dataio.case_times import CaseTimes
    from costcurve_gui.engine.operations.daily_capacity import DailyUse

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


class DaysKey(NamedTuple):
    """What days of a curve set hang on: another one makes what was computed out of date."""

    column: str
    model: str
    threshold: float | None
    miss_factor: float
    places: int
    delay: float
    bands: BandChoices


@dataclass(frozen=True, slots=True, eq=False)
class DaysResult:
    """What a job has found of the days on show, or why there is nothing."""

    key: DaysKey
    found: ModelDays | None = None
    fault: str = ""

"""The days on show in the window: what they hang on, and what a job has found of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from costcurve_gui.engine.progress import NO_PROGRESS, Progress

if TYPE_CHECKING:
    from costcurve_gui.analysis.interval_settings import BandChoices
    from costcurve_gui.analysis.operations import DayChoices, ModelDays
    from costcurve_gui.analysis.snapshot import Snapshot


class DaysKey(NamedTuple):
    """What days of a curve set hang on: another one makes what was computed out of date."""

    column: str
    model: str
    threshold: float
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
    return DaysKey(
        column,
        model,
        snapshot.models[model].policy.threshold,
        snapshot.miss_factor,
        views.day_places,
        views.day_delay,
        snapshot.settings.bands,
    )


def known_days(snapshot: Snapshot) -> DaysResult | None:
    """Return what was found of the days on show; None before that."""
    known = snapshot.results.days
    return known if known is not None and known.key == days_key(snapshot) else None


def find_days(snapshot: Snapshot, key: DaysKey, *, progress: Progress = NO_PROGRESS) -> DaysResult:
    """Compute the days of a snapshot, in a job of the window.

    Raises
    ------
    DataError
        Where a case has no day, or there are too many days.
    """
    from costcurve_gui.analysis.operations import DelayCost, day_choices, model_days
    from costcurve_gui.analysis.sources.cases import ScoredSource

    source, cases = snapshot.curve_set.source, snapshot.curve_set.cases
    times = source.times(key.column) if isinstance(source, ScoredSource) else None
    if cases is None or times is None:
        return DaysResult(key, fault="The file has no days of its cases.")
    progress.advance(1, 2, key.column)
    dataset = cases.cache.dataset
    if dataset.weight is not None:
        return DaysResult(key, fault="Days count cases that are one each; these have weights.")
    choices = day_choices(times, key.places or None, DelayCost(share=key.delay))
    if not key.places:
        choices = _with_average_places(snapshot, choices, key)
    return DaysResult(key, model_days(snapshot, dataset, key.model, choices))


def _with_average_places(snapshot: Snapshot, choices: DayChoices, key: DaysKey) -> DayChoices:
    """Let as many cases be seen as come over the threshold on an average day."""
    model, cases = snapshot.curve_set.model(key.model), snapshot.curve_set.cases
    if cases is None:
        return choices
    scores = cases.cache.dataset.scores[model.info.column]
    over = int(np.count_nonzero(scores >= key.threshold))
    return replace(choices, capacity=max(round(over / choices.size), 1))

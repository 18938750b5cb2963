"""Which thresholds stand for a model in every table that has a row a threshold."""

from __future__ import annotations

import math
from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from costcurve_gui.analysis.tables.curves import is_family
from costcurve_gui.analysis.tables.decisions import decisions
from costcurve_gui.analysis.tables.options import models_of
from costcurve_gui.engine.curves.threshold_subset import (
    SubsetErrors,
    subset_errors,
    threshold_subset,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.tables.options import TableModel, TableOptions
    from costcurve_gui.engine.arrays import Indices

ALL_UP_TO: Final = 100_000
"""Up to so many rows every threshold is listed, unless fewer are asked for."""
DEFAULT_POINTS: Final = 10_000
"""Thresholds a model beyond that."""


def default_points(snapshot: Snapshot) -> int | None:
    """Return how many thresholds a model are listed where nothing is said; None for all."""
    return DEFAULT_POINTS if snapshot.curve_set.dataset.rows > ALL_UP_TO else None


def threshold_subsets(
    snapshot: Snapshot, options: TableOptions, points: int | None
) -> Mapping[str, Indices]:
    """Return the rows that stand for each model that has more than `points` thresholds.

    The thresholds of its policies and mixtures are among them. Families have none: they list
    their classifiers.
    """
    if points is None or is_family(snapshot):
        return {}
    selected = _selected(snapshot, options)
    return {
        model.key: threshold_subset(
            model.evaluation,
            points,
            model.table.rows_at_thresholds(np.array(selected.get(model.key, []))),
        )
        for model in models_of(snapshot, options)
        if len(model.table) > points
    }


def subset_summary(snapshot: Snapshot, options: TableOptions) -> Iterator[dict[str, Any]]:
    """Yield for each model how many of its thresholds are listed, and what is lost by that.

    See `SubsetErrors` for the errors.
    """
    if is_family(snapshot):
        return
    for model in models_of(snapshot, options):
        yield {
            "model": model.name,
            "thresholds": len(model.table),
            "listed": model.listed,
            "errors": _errors(model),
        }


def _errors(model: TableModel) -> dict[str, float]:
    if model.subset is None:
        return dict.fromkeys((field.name for field in fields(SubsetErrors)), 0.0)
    return asdict(subset_errors(model.evaluation, model.rows, model.condition))


def _selected(snapshot: Snapshot, options: TableOptions) -> dict[str, list[float]]:
    """Return the thresholds that policies and mixtures of each model use."""
    found: dict[str, list[float]] = {}
    for _, model, policy, _ in decisions(snapshot, options):
        seconds = () if policy.threshold_2 is None else (policy.threshold_2,)
        both = (policy.threshold, *seconds)
        found.setdefault(model.key, []).extend(one for one in both if not math.isnan(one))
    for mix in options.mixes:
        for point in (mix.first, mix.second):
            found.setdefault(point.key, []).append(point.manual_position)
    return found

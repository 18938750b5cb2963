"""Where bounds exclude each other for every model: the nearest bounds that do not."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from costcurve_gui.analysis.criteria import best
from costcurve_gui.analysis.memo import once
from costcurve_gui.analysis.selection_settings import best_threshold
from costcurve_gui.analysis.snapshot import condition_of, deciding_curves
from costcurve_gui.engine.selection.bounds import OF_ACTS, BoundKind
from costcurve_gui.engine.selection.nearest_bounds import nearest_limit

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from costcurve_gui.analysis.selection_settings import BoundsSpec, SelectionSpec
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.engine.selection.bounds import Objective
    from costcurve_gui.engine.selection.policy import Policy

    Models = Sequence[tuple[ModelEvaluation, OperatingCondition]]

_DIGITS = 3
"""Limits are proposed with so many digits of a rate, rounded to the side that can be kept."""


@dataclass(frozen=True, slots=True)
class Compromise:
    """Limits that would do in the place of those in force, and the best policy within them all."""

    limits: Mapping[BoundKind, float]
    policy: Policy


def compromises(
    models: Models, selection: SelectionSpec, objective: Objective
) -> tuple[Compromise, ...]:
    """Return the nearest bounds that some threshold keeps: each one given way, then two halfway.

    Those on what is acted on come first.

    Parameters
    ----------
    models : sequence
        Every model with its condition.
    selection : SelectionSpec
        With bounds that no threshold of any model keeps.
    """
    alone = list(_given_way(models, selection, objective))
    found = [one for one in (_halfway(models, selection, objective, alone),) if one is not None]
    return (*alone, *found)


@once
def nearest_bounds(snapshot: Snapshot) -> tuple[Compromise, ...]:
    """Return `compromises` where the bounds in force exclude each other for every model."""
    if snapshot.met or not snapshot.settings.selection.engine_bounds:
        return ()
    models = [
        (model.evaluation, condition_of(snapshot, model.info.key))
        for model in deciding_curves(snapshot.curve_set, snapshot.settings)
    ]
    return compromises(models, snapshot.settings.selection, snapshot.settings.objective)


def _given_way(
    models: Models, selection: SelectionSpec, objective: Objective
) -> Iterator[Compromise]:
    for kind in sorted(selection.bounds.limits, key=lambda one: one not in OF_ACTS):
        limit = _nearest(models, selection, selection.bounds, kind)
        found = None if limit is None else _compromise(models, selection, objective, {kind: limit})
        if found is not None:
            yield found


def _halfway(
    models: Models, selection: SelectionSpec, objective: Objective, alone: Sequence[Compromise]
) -> Compromise | None:
    """Loosen one bound by half of what it would take alone, and the other as far as needed."""
    if len(alone) < 2:
        return None
    (first, other) = (next(iter(one.limits)) for one in islice(alone, 2))
    given, needed = selection.bounds.limits[first], alone[0].limits[first]
    half = _rounded((given + needed) / 2, first)
    limit = _nearest(models, selection, selection.bounds.with_limit(first, half), other)
    if limit is None:
        return None
    return _compromise(models, selection, objective, {first: half, other: limit})


def _nearest(
    models: Models, selection: SelectionSpec, bounds: BoundsSpec, kind: BoundKind
) -> float | None:
    """Return the strictest limit of a bound that any model keeps with the others."""
    others = bounds.with_limit(kind, None).of(selection.population)
    found = [
        limit
        for evaluation, condition in models
        if (limit := nearest_limit(evaluation, condition, kind, others)) is not None
    ]
    if not found:
        return None
    return _rounded((max if kind in _LOWER else min)(found) * _scale(selection, kind), kind)


def _compromise(
    models: Models, selection: SelectionSpec, objective: Objective, limits: dict[BoundKind, float]
) -> Compromise | None:
    """Return limits with the best policy of any model; None where rounding made them too strict."""
    bounds = selection.bounds
    for kind, limit in limits.items():
        bounds = bounds.with_limit(kind, limit)
    within = bounds.of(selection.population)
    found = (best_threshold(model, condition, within, objective) for model, condition in models)
    policies = {policy.model: policy for policy in found if policy is not None}
    return Compromise(limits, policies[best(policies, objective)]) if policies else None


_LOWER = (BoundKind.TPR, BoundKind.PRECISION)


def _scale(selection: SelectionSpec, kind: BoundKind) -> float:
    """Return what a share acted on comes to in the unit of a bound."""
    if kind is BoundKind.CASES:
        return selection.population
    return selection.population * selection.bounds.price if kind is BoundKind.BUDGET else 1.0


def _rounded(limit: float, kind: BoundKind) -> float:
    """Round to the side that can be kept; what rounding put just beside a round value is that."""
    scale = 1 if kind in (BoundKind.CASES, BoundKind.BUDGET) else 10**_DIGITS
    slack = 1e-9 * max(1.0, abs(limit) * scale)
    if kind in _LOWER:
        return math.floor(limit * scale + slack) / scale
    return math.ceil(limit * scale - slack) / scale

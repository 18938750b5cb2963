"""Constructions in ROC and cost space: a cost as a length, and a bound as a point."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from costcurve_gui.analysis.tables.options import models_of
from costcurve_gui.analysis.tables.table import Table
from costcurve_gui.engine.cost.constraint_walk import (
    neyman_pearson_bound,
    walk_envelope,
    workforce_bound,
)
from costcurve_gui.engine.cost.cost_curve import lower_envelope
from costcurve_gui.engine.cost.duality import (
    horizontal_construction,
    perpendicular_construction,
    roc_point,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.tables.options import TableModel, TableOptions
    from costcurve_gui.engine.cost.constraint_walk import RateBound

CONSTRUCTIONS_HEADER = (
    *("model", "construction", "pc_plus", "fpr", "tpr", "normalized_expected_cost"),
    *("start_fpr", "start_tpr", "end_fpr", "end_tpr", "length"),
    *("iso_low_fpr", "iso_low_tpr", "iso_high_fpr", "iso_high_tpr"),
)
BOUND_POINTS_HEADER = (
    *("model", "bound", "point_pc_plus", "point_cost", "parallel_slope"),
    *("vertex_pc_plus", "vertex_cost", "fpr", "tpr", "mixing"),
    *("left_fpr", "left_tpr", "right_fpr", "right_tpr"),
)
_KINDS = {"perpendicular": perpendicular_construction, "horizontal": horizontal_construction}


def constructions_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return the segments whose lengths tell the cost of each model's operating point.

    They are those of Drummond & Holte (2006), figure 7. Rates are those of ROCIV where costs vary.
    """
    rows = (
        row for model in models_of(snapshot, options) for row in _constructions(snapshot, model)
    )
    return Table.of_rows(CONSTRUCTIONS_HEADER, rows)


def bound_points_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return each bound as a point of cost space, and the best classifier of each model within it.

    The rates, PC(+) and cost are by count, also where costs vary: bounds count cases.
    """
    bounds = _bounds(snapshot)
    rows = (
        _bound_point(model, name, bound)
        for model in models_of(snapshot, options)
        for name, bound in bounds.items()
    )
    return Table.of_rows(BOUND_POINTS_HEADER, rows)


def has_bound_points(snapshot: Snapshot, options: TableOptions) -> bool:
    """Whether there is a bound on fpr or on cases."""
    del options
    return bool(_bounds(snapshot))


def _constructions(snapshot: Snapshot, model: TableModel) -> Iterator[tuple[Any, ...]]:
    policy, pc_plus = snapshot.models[model.key].policy, model.condition.probability_cost
    fpr, tpr = policy.fp_cost_rate, policy.tp_benefit_rate
    for name, construct in _KINDS.items():
        found = construct(fpr, tpr, pc_plus)
        iso, measure = found.iso_line, found.measure
        ends = *measure.start, *measure.end, measure.length, *iso.start, *iso.end
        yield model.name, name, pc_plus, fpr, tpr, found.cost, *ends


def _bounds(snapshot: Snapshot) -> Mapping[str, RateBound]:
    selection = snapshot.settings.selection
    max_fpr, capacity = selection.bounds.fpr, selection.bounds.cases
    found = {}
    if max_fpr is not None:
        found["max_fpr"] = neyman_pearson_bound(max_fpr)
    if capacity is not None:
        prior = snapshot.condition.prior
        found["capacity"] = workforce_bound(capacity, selection.population, prior)
    return found


def _bound_point(model: TableModel, name: str, bound: RateBound) -> tuple[Any, ...]:
    walked = walk_envelope(lower_envelope(model.evaluation.roc_hull), bound)
    point = (None, None) if bound.point is None else bound.point
    lines = (roc_point(*line) for line in (walked.line, walked.left, walked.right))
    rates, left, right = lines
    where = *point, bound.parallel_slope, *walked.vertex
    return model.name, name, *where, *rates, walked.mixing, *left, *right

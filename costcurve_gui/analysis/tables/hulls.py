"""Tables of hulls: the joint hull, the tangents common to two, and hybrid curves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.analysis.hybrid_curves import hybrid_of
from costcurve_gui.analysis.tables.comparisons import envelopes_of
from costcurve_gui.analysis.tables.curves import CLASSIFIER, is_family
from costcurve_gui.analysis.tables.options import models_of, pairs_of
from costcurve_gui.analysis.tables.table import Table, repeated
from costcurve_gui.engine.cost.cost_curve import vertex_crossings
from costcurve_gui.engine.cost.duality import common_tangents
from costcurve_gui.engine.counts.family import FamilyTable
from costcurve_gui.engine.roc.joint_hull import joint_hull
from costcurve_gui.engine.selection.performance_independent import is_condition_aware

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from costcurve_gui.analysis.hybrid_curves import Hybrid
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.tables.options import TableModel, TableOptions
    from costcurve_gui.analysis.tables.table import Columns
    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.roc.hull import RocHull
    from costcurve_gui.engine.roc.joint_hull import HullVertex

    Points = tuple[Floats, Floats]

ROC, ROCIV = "roc", "rociv"
JOINT_HULL_HEADER = ("space", "fpr", "tpr", "model", "threshold", "pc_low", "pc_high")
TANGENTS_HEADER = (
    *("model_a", "model_b", "space", "pc_plus", "normalized_expected_cost", "slope"),
    *("tpr_intercept", "fpr_a", "tpr_a", "fpr_b", "tpr_b"),
)
HYBRID_HEADER = ("model", "space", "x", "y", "kind", "area_between")


def joint_hull_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return the vertices of the hull over all models, each with the PC(+) that it is best at."""
    models = {model.key: model for model in models_of(snapshot, options)}
    hulls = {ROC: {key: model.evaluation.roc_hull for key, model in models.items()}}
    if snapshot.curve_set.costs_vary:
        hulls[ROCIV] = {key: model.evaluation.rociv_hull for key, model in models.items()}
    rows = (row for space, found in hulls.items() for row in _vertices(space, found, models))
    classifiers = (CLASSIFIER,) if is_family(snapshot) else ()
    header = (*JOINT_HULL_HEADER, *classifiers)
    return Table.of_rows(header, (row[: len(header)] for row in rows))


def tangents_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return the lines of equal cost that touch the hulls of both models of a pair.

    Rates are those of ROCIV where costs vary.
    """
    space = ROCIV if snapshot.curve_set.costs_vary else ROC
    rows = (row for a, b in pairs_of(snapshot, options) for row in _tangents(snapshot, a, b, space))
    return Table.of_rows(TANGENTS_HEADER, rows)


def hybrid_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return what choosing by the condition alone costs, and what the cheapest choice does.

    `area_between` is the area between both in cost space: the mean excess cost where all PC(+)
    are equally likely. ROC space has the classifiers that each choice uses. Models whose choice a
    condition alone cannot make have no rows.
    """
    parts = (
        (model.name, columns)
        for model in models_of(snapshot, options)
        if is_condition_aware(model.table)
        for columns in _hybrid(model)
    )
    return Table.of_parts(HYBRID_HEADER, parts)


def _vertices(
    space: str, hulls: Mapping[str, RocHull], models: Mapping[str, TableModel]
) -> Iterator[tuple[Any, ...]]:
    """Yield the vertices from (0, 0) on; the last cell names the classifier of a family."""
    if not hulls:
        return
    joint = joint_hull(hulls)
    crossings = vertex_crossings(joint.hull).tolist()
    for position, bounds in enumerate(zip([0.0, *crossings], [*crossings, 1.0], strict=True)):
        vertex = joint.vertex(position)
        owner = models.get(vertex.model)
        name = vertex.model if owner is None else owner.name
        threshold, classifier = _classifier(vertex, owner)
        yield space, vertex.fpr, vertex.tpr, name, threshold, *bounds, classifier


def _classifier(vertex: HullVertex, owner: TableModel | None) -> tuple[float | None, str | None]:
    """Return the threshold of a vertex, or of a family the name of the classifier."""
    if owner is None:
        return vertex.threshold, vertex.model
    if isinstance(owner.table, FamilyTable):
        return None, owner.table.names[vertex.index]
    return vertex.threshold, None


def _tangents(
    snapshot: Snapshot, a: TableModel, b: TableModel, space: str
) -> Iterator[tuple[Any, ...]]:
    same = envelopes_of(snapshot, a, b)
    for found in () if same is None else common_tangents(*same):
        line = found.pc_plus, found.cost, found.line.slope, found.line.tpr_intercept
        yield a.name, b.name, space, *line, *found.touching_a, *found.touching_b


def _hybrid(model: TableModel) -> Iterator[Columns]:
    found, envelope = hybrid_of(model.evaluation), model.evaluation.envelope
    vertices = envelope.indices % len(model.table)
    curves: Mapping[tuple[str, str], Points] = {
        ("cost", "performance_independent"): (found.pc_plus, found.cost),
        ("cost", "cost_minimising"): (envelope.pc_plus, envelope.cost),
        (ROC, "performance_independent"): _used_by_condition(model, found),
        (ROC, "cost_minimising"): _without_repeats(
            model.table.fpr_at(vertices), model.table.tpr_at(vertices)
        ),
    }
    for (space, kind), (x, y) in curves.items():
        area = np.full(x.size, found.excess_area)
        yield repeated(space, x.size), x, y, repeated(kind, x.size), area


def _used_by_condition(model: TableModel, hybrid: Hybrid) -> Points:
    """Return the classifiers of a family, or the thresholds that tables list."""
    if hybrid.classifiers is not None:
        return hybrid.classifiers.fpr, hybrid.classifiers.tpr
    return model.table.fpr_at(model.rows), model.table.tpr_at(model.rows)


def _without_repeats(x: Floats, y: Floats) -> Points:
    """Leave out what repeats the point before: an envelope ends with its last classifier twice."""
    new = np.append(True, (np.diff(x) != 0) | (np.diff(y) != 0))
    return x[new], y[new]

"""Tables of several classes: the areas of each class, and of each pair of classes."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.analysis.multiclass import areas_of_models, class_tables, scores_of_models
from costcurve_gui.analysis.tables.table import Table, repeated
from costcurve_gui.engine.roc.hull import convex_hull

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from costcurve_gui.analysis.dataset_info import ModelInfo
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.tables.options import TableOptions
    from costcurve_gui.analysis.tables.table import Columns
    from costcurve_gui.dataio.roles.column_roles import ClassScores
    from costcurve_gui.engine.counts.threshold_table import ThresholdTable
    from costcurve_gui.engine.multiclass.areas import MulticlassAreas

MULTICLASS_HEADER = ("model", "class", "auc", "prevalence", "auc_total", "hand_till_m")
CURVES_HEADER = ("model", "class", "threshold", "fpr", "tpr", "fp", "tp", "on_hull")
PAIRS_HEADER = ("model", "class_a", "class_b", "auc_a_given_b", "auc_b_given_a", "auc")


def multiclass_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return a row per model and class; the totals of the model stand in each."""
    del options
    return _table(MULTICLASS_HEADER, snapshot, _classes)


def pairwise_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return a row per model and pair of classes."""
    del options
    return _table(PAIRS_HEADER, snapshot, _pairs)


def class_curves_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return the ROC points of every class against all others; a report has them in roc.csv."""
    source = snapshot.curve_set.source
    data = None if source is None else source.multiclass
    if data is None:
        return Table.of_parts(CURVES_HEADER, ())
    parts = (
        (_name(snapshot, info, scores), (repeated(name, len(table)), *_points(table)))
        for info, scores in scores_of_models(snapshot.curve_set, data)
        if options.models is None or info.key in options.models
        for name, table in class_tables(data, scores)
    )
    return Table.of_parts(CURVES_HEADER, parts)


def _points(table: ThresholdTable) -> Columns:
    rows, hull = np.arange(len(table)), convex_hull(table)
    rates = table.fpr_at(rows), table.tpr_at(rows)
    counts = table.fps_at(rows), table.tps_at(rows)
    return table.thresholds, *rates, *counts, hull.are_vertices(rows)


def has_classes(snapshot: Snapshot, options: TableOptions) -> bool:
    """Whether the file has several classes."""
    del options
    source = snapshot.curve_set.source
    return source is not None and source.multiclass is not None


def _table(
    header: tuple[str, ...],
    snapshot: Snapshot,
    rows: Callable[[MulticlassAreas], Iterator[tuple[Any, ...]]],
) -> Table:
    source = snapshot.curve_set.source
    data = None if source is None else source.multiclass
    if data is None:
        return Table.of_rows(header, ())
    areas = areas_of_models(data)
    named = (
        (_name(snapshot, info, scores), *row)
        for info, scores in scores_of_models(snapshot.curve_set, data)
        for row in rows(areas[scores.name])
    )
    return Table.of_rows(header, named)


def _name(snapshot: Snapshot, info: ModelInfo, scores: ClassScores) -> str:
    """Return the name that the user gave, or that of all classes of the model."""
    return snapshot.settings.edits.names.get(info.column, scores.name)


def _classes(areas: MulticlassAreas) -> Iterator[tuple[str, float, float, float, float]]:
    totals = areas.auc_total, areas.hand_till_m
    for name, area, share in zip(areas.classes, areas.class_auc, areas.prevalence, strict=True):
        yield name, float(area), float(share), *totals


def _pairs(areas: MulticlassAreas) -> Iterator[tuple[Any, ...]]:
    given, means = areas.pairwise, areas.pair_means
    for (a, first), (b, second) in combinations(enumerate(areas.classes), 2):
        yield first, second, *map(float, (given[a, b], given[b, a], means[a, b]))

"""multiclass.csv and multiclass_pairs.csv: every class, and every pair of classes."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

from costcurve_gui.cli.tables.table import Table
from costcurve_gui.controllers.multiclass_columns import HEADER, class_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from costcurve_gui.cli.study import Multiclass
    from costcurve_gui.engine.multiclass.areas import MulticlassAreas

PAIRS = ("model", "class_a", "class_b", "auc_a_given_b", "auc_b_given_a", "auc")


def multiclass_table(multiclass: Multiclass) -> Table:
    """Return a row per model and class; the totals of the model stand in each."""
    return _table(HEADER, multiclass, class_rows)


def pairwise_table(multiclass: Multiclass) -> Table:
    """Return a row per model and pair of classes."""
    return _table(PAIRS, multiclass, _pairs)


def _table(
    header: tuple[str, ...],
    multiclass: Multiclass,
    rows: Callable[[MulticlassAreas], Iterator[tuple[Any, ...]]],
) -> Table:
    named = ((name, *row) for name, areas in multiclass.areas.items() for row in rows(areas))
    return Table.of_rows(header, named)


def _pairs(areas: MulticlassAreas) -> Iterator[tuple[Any, ...]]:
    given, means = areas.pairwise, areas.pair_means
    for (a, first), (b, second) in combinations(enumerate(areas.classes), 2):
        yield first, second, *map(float, (given[a, b], given[b, a], means[a, b]))

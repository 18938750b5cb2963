"""Columns of areas over several classes."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from costcurve_gui.analysis.tables.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from costcurve_gui.engine.multiclass.areas import MulticlassAreas


MULTICLASS_HEADER = ("model", "class", "auc", "prevalence", "auc_total", "hand_till_m")


def class_rows(areas: MulticlassAreas) -> Iterator[tuple[str, float, float, float, float]]:
    """Yield a row per class without the model; the totals of the model stand in each."""
    totals = areas.auc_total, areas.hand_till_m
    for name, area, share in zip(areas.classes, areas.class_auc, areas.prevalence, strict=True):
        yield name, float(area), float(share), *totals


@dataclass(frozen=True, slots=True, eq=False)
class Multiclass:
    """What is known of several classes at once.

    Parameters
    ----------
    class_sizes : mapping of class to int
        Cases of each class.
    areas : mapping of model to MulticlassAreas
    """

    class_sizes: Mapping[str, int]
    areas: Mapping[str, MulticlassAreas]


PAIRS = ("model", "class_a", "class_b", "auc_a_given_b", "auc_b_given_a", "auc")


def multiclass_table(multiclass: Multiclass) -> Table:
    """Return a row per model and class; the totals of the model stand in each."""
    return _table(MULTICLASS_HEADER, multiclass, class_rows)


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

"""optimum.csv and thresholds.csv: the cheapest threshold on cases that did not choose it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from costcurve_gui.cli.tables.table import Table
from costcurve_gui.controllers.band_columns import HEADERS, METHOD, method_cells, threshold_rows

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurve_gui.cli.analysis import Evaluated
    from costcurve_gui.engine.resampling.honest import HonestOptimum
    from costcurve_gui.models.uncertainty import Honest

HEADER = (
    *("model", "threshold", "threshold_low", "threshold_high"),
    *("apparent_cost", "corrected_cost", "out_of_bag_cost"),
    *("apparent_profit", "corrected_profit", "out_of_bag_profit"),
    *("plateau_low", "plateau_high", "plateau_tolerance", *METHOD),
)


def optimum_table(analysis: Evaluated) -> Table:
    """Return a row a model: the threshold of least cost, how sure, and how much of it is luck."""
    return Table.of_rows(HEADER, _rows(analysis))


def thresholds_table(analysis: Evaluated) -> Table:
    """Return how many replicates find each threshold the cheapest."""
    rows = (row for name, found in _found(analysis) for row in threshold_rows(name, found.optimum))
    return Table.of_rows(HEADERS["thresholds"], rows)


def _found(analysis: Evaluated) -> Iterator[tuple[str, Honest]]:
    drawn = analysis.resampling
    if drawn is not None:
        for model in analysis.models:
            yield model.name, drawn.find("honest", [model], condition=model.condition)


def _rows(analysis: Evaluated) -> Iterator[tuple[Any, ...]]:
    for name, found in _found(analysis):
        flat, method = found.plateau, method_cells("bootstrap optimism", found.optimum.spec)
        yield name, *_figures(found.optimum), flat.low, flat.high, flat.share, *method


def _figures(found: HonestOptimum) -> tuple[float | None, ...]:
    return (
        *(found.threshold, found.low, found.high),
        *(found.apparent_cost, found.corrected_cost, found.out_of_bag_cost),
        found.perfect_profit - found.apparent_cost,
        *(found.corrected_profit, found.out_of_bag_profit),
    )

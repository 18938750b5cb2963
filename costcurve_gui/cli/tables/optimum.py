"""optimum.csv and thresholds.csv: the cheapest threshold on cases that did not choose it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from costcurve_gui.cli.tables.table import Table
from costcurve_gui.controllers.band_columns import (
    HEADERS,
    METHOD,
    method_cells,
    method_words,
    threshold_rows,
    threshold_words,
)
from costcurve_gui.engine.counts.family import FamilyTable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurve_gui.cli.analysis import Evaluated
    from costcurve_gui.engine.resampling.optimism import OptimismEstimate
    from costcurve_gui.models.uncertainty import Honest

HEADER = (
    *("model", "threshold", "threshold_low", "threshold_high"),
    *("apparent_cost", "corrected_cost", "out_of_bag_cost"),
    *("apparent_profit", "corrected_profit", "out_of_bag_profit"),
    *("plateau_low", "plateau_high", "plateau_tolerance", *METHOD),
    *("threshold_method", "out_of_bag_method"),
)


def optimum_table(analysis: Evaluated) -> Table:
    """Return a row a model: the threshold of least cost, how sure, and how much of it is luck."""
    return Table.of_rows(HEADER, _rows(analysis))


def thresholds_table(analysis: Evaluated) -> Table:
    """Return how many replicates find each threshold the cheapest."""
    rows = (row for name, found in _found(analysis) for row in threshold_rows(name, found.optimum))
    return Table.of_rows(HEADERS["thresholds"], rows)


def _found(analysis: Evaluated) -> Iterator[tuple[str, Honest]]:
    """Yield what is known of every model with thresholds that can be resampled."""
    drawn = analysis.finding
    if drawn is None:
        return
    for model in analysis.models:
        if not isinstance(model.evaluation.table, FamilyTable):
            found = drawn.find("honest", [model], condition=model.condition)
            if found is not None:
                yield model.name, found


def _rows(analysis: Evaluated) -> Iterator[tuple[Any, ...]]:
    for name, found in _found(analysis):
        flat, method = found.plateau, method_cells("bootstrap optimism", found.optimum.spec)
        methods = threshold_words(found.optimum), _out_of_bag_method(found.optimum)
        yield name, *_figures(found.optimum), flat.low, flat.high, flat.share, *method, *methods


def _out_of_bag_method(found: OptimismEstimate) -> str:
    if found.out_of_bag_reason:
        return f"no figure ({found.out_of_bag_reason})"
    return method_words("mean over the cases that replicates leave out", found.spec)


def _figures(found: OptimismEstimate) -> tuple[float | None, ...]:
    return (
        *(found.threshold, found.low, found.high),
        *(found.apparent_cost, found.corrected_cost, found.out_of_bag_cost),
        found.perfect_profit - found.apparent_cost,
        *(found.corrected_profit, found.out_of_bag_profit),
    )

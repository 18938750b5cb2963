"""The table behind each view of the window, with the models that the view shows."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.analysis.intervals.requests import known_optimism, lacks_results
from costcurve_gui.analysis.tables.optimum import thresholds_table
from costcurve_gui.analysis.tables.options import TableOptions
from costcurve_gui.analysis.tables.registry import BY_VIEW
from costcurve_gui.analysis.view_results import lacks_view_result
from costcurve_gui.dataio.errors import DataError

if TYPE_CHECKING:
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.tables.table import Table

NOT_COMPUTED = "It is not computed yet. Show the view, then export it."


def view_table(view: str, snapshot: Snapshot) -> Table:
    """Return what a view shows as the report writes it, every point of its curves.

    Raises
    ------
    DataError
        Where what the view shows is not computed yet.
    """
    spec = BY_VIEW[view]
    if lacks_view_result(spec.result, snapshot.results) or lacks_results(snapshot, spec.intervals):
        raise DataError(NOT_COMPUTED)
    table = spec.make(snapshot, spec.window_options(snapshot))
    return _with_factor(snapshot, table) if spec.of_money else table


def view_thresholds(view: str, snapshot: Snapshot) -> Table | None:
    """Return the thresholds whose spread a view shows; None where it shows none."""
    selected = snapshot.selected
    if view != "profit" or selected is None or known_optimism(snapshot) is None:
        return None
    return thresholds_table(snapshot, TableOptions(models=frozenset({selected})))


def _with_factor(snapshot: Snapshot, table: Table) -> Table:
    """Add what misses were scaled by to a table of money, where another cost ratio was typed."""
    if snapshot.miss_factor == 1:
        return table
    column = np.full(len(table.columns[0]), snapshot.miss_factor)
    header, columns = (*table.header, "miss_factor"), (*table.columns, column)
    return replace(table, header=header, columns=columns)

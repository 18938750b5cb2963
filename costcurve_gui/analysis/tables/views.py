"""The table behind each view of the window, with the models that the view shows."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.analysis.intervals.requests import known_optimism, lacks_results
from costcurve_gui.analysis.snapshot import competitor_of
from costcurve_gui.analysis.tables.optimum import thresholds_table
from costcurve_gui.analysis.tables.options import TableOptions
from costcurve_gui.analysis.tables.registry import BY_VIEW
from costcurve_gui.analysis.view_results import lacks_view_result
from costcurve_gui.dataio.errors import DataError

if TYPE_CHECKING:
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.tables.table import Table

NOT_COMPUTED = "It is not computed yet. Show the view, then export it."
_COMPUTED_IN_JOBS = frozenset({"instance_costs", "build_up", "folds", "multiclass"})
_OF_SHOWN_MODELS = frozenset(
    ("roc", "rociv", "cost", "profit", "pr", "det", "gain", "calibration", "net_benefit")
)
"""Views of curves: what is hidden there is not exported either."""
_OF_MONEY = frozenset({"profit", "build_up", "instance_costs", "regret", "rates"})


def view_table(view: str, snapshot: Snapshot) -> Table:
    """Return what a view shows as the report writes it, every point of its curves.

    Raises
    ------
    DataError
        Where what the view shows is not computed yet.
    """
    lacking = view in _COMPUTED_IN_JOBS and lacks_view_result(view, snapshot.results)
    if lacking or lacks_results(snapshot, view):
        raise DataError(NOT_COMPUTED)
    table = BY_VIEW[view].make(snapshot, _options(view, snapshot))
    return _with_factor(view, snapshot, table)


def view_thresholds(view: str, snapshot: Snapshot) -> Table | None:
    """Return the thresholds whose spread a view shows; None where it shows none."""
    selected = snapshot.selected
    if view != "profit" or selected is None or known_optimism(snapshot) is None:
        return None
    return thresholds_table(snapshot, TableOptions(models=frozenset({selected})))


def _options(view: str, snapshot: Snapshot) -> TableOptions:
    if view in _OF_SHOWN_MODELS:
        return TableOptions(models=frozenset(snapshot.shown))
    if view == "folds":
        return TableOptions(models=_with_folds(snapshot))
    if view == "difference":
        competitor = competitor_of(snapshot)
        if snapshot.selected is None or competitor is None:
            return TableOptions(models=frozenset())
        return TableOptions(pair=(snapshot.selected, competitor))
    return TableOptions()


def _with_folds(snapshot: Snapshot) -> frozenset[str]:
    """Return the models with a curve in every fold; the view says why the others have none."""
    results = snapshot.results.folds
    return frozenset() if results is None else frozenset(results.curves)


def _with_factor(view: str, snapshot: Snapshot, table: Table) -> Table:
    """Add what misses were scaled by to a table of money, where another cost ratio was typed."""
    if snapshot.miss_factor == 1 or view not in _OF_MONEY:
        return table
    column = np.full(len(table.columns[0]), snapshot.miss_factor)
    header, columns = (*table.header, "miss_factor"), (*table.columns, column)
    return replace(table, header=header, columns=columns)

"""The values that a view of the window draws, for those who read them instead."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from costcurve_gui.analysis.tables.options import TableOptions
from costcurve_gui.analysis.tables.ranking import rate_curve_table
from costcurve_gui.analysis.tables.registry import BY_VIEW, view_table
from costcurve_gui.analysis.tables.subsets import threshold_subsets
from costcurve_gui.analysis.view_curves import rate_function

if TYPE_CHECKING:
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.tables.table import Table
    from costcurve_gui.engine.progress import Progress

MOST_POINTS: Final = 2000
"""Thresholds a model at most: more are nothing to read, and the CSV file has them."""


def view_values(
    view: str, snapshot: Snapshot, *, rate_curve: str = "", progress: Progress
) -> Table:
    """Return the values that a view draws, of the models on show.

    `rate_curve` is the function of the engine that the view is a curve of, if it is one.

    Raises
    ------
    DataError
        Where what the view shows is not computed yet.
    """
    progress.advance(0, 1)
    shown = TableOptions(models=frozenset(snapshot.shown))
    subsets = threshold_subsets(snapshot, shown, MOST_POINTS)
    if view in BY_VIEW:
        return view_table(view, snapshot, subsets)
    return rate_curve_table(
        snapshot, TableOptions(models=shown.models, subsets=subsets), rate_function(rate_curve)
    )

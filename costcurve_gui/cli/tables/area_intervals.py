"""The last columns of models.csv: how sure its areas are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from costcurve_gui.cli.resampling import failure
from costcurve_gui.controllers.measure_columns import interval_cells
from costcurve_gui.models.uncertainty import Failed

if TYPE_CHECKING:
    from costcurve_gui.cli.analysis import AnalysedModel, Evaluated
    from costcurve_gui.models.uncertainty import AreaIntervals


def interval_row(analysis: Evaluated, model: AnalysedModel) -> tuple[Any, ...]:
    """Return the cells under `INTERVALS`; without a bootstrap those of the AUC only."""
    table, options = model.evaluation.table, analysis.options
    found, grouped = _areas(analysis, model), options.group is not None
    return interval_cells(table, options.confidence, found, grouped=grouped)


def _areas(analysis: Evaluated, model: AnalysedModel) -> AreaIntervals | Failed | None:
    drawn = analysis.finding
    if drawn is None:
        return None
    found: AreaIntervals | None = drawn.find("areas", [model])
    return Failed(failure(drawn, "areas", [model])) if found is None else found

"""The last columns of models.csv: how sure its areas are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from costcurve_gui.controllers.auc_pairs import DELONG, delong_method
from costcurve_gui.controllers.band_columns import METHOD, figure_method, method_cells
from costcurve_gui.engine.cost.belief import UNIFORM
from costcurve_gui.engine.resampling.area_intervals import auciv_interval
from costcurve_gui.engine.resampling.logit_delong import logit_auc_interval

if TYPE_CHECKING:
    from costcurve_gui.cli.analysis import AnalysedModel, Evaluated
    from costcurve_gui.cli.resampling import Resampling

_AREAS = (
    *("auciv_low", "auciv_high", "auciv_method"),
    *("cost_curve_area_low", "cost_curve_area_high", *METHOD),
)
INTERVALS = ("auc_logit_low", "auc_logit_high", *_AREAS, "auc_method", "auc_logit_method")


def interval_row(analysis: Evaluated, model: AnalysedModel) -> tuple[Any, ...]:
    """Return the cells under `INTERVALS`; without a bootstrap those of the AUC only."""
    table, drawn, level = model.evaluation.table, analysis.resampling, analysis.options.confidence
    grouped = analysis.options.group is not None
    logit = logit_auc_interval(table, level)
    areas = _no_areas(level) if drawn is None else _areas(drawn, model)
    methods = (
        delong_method(logit.reason, grouped=grouped, method=method)
        for method in (DELONG, logit.method)
    )
    return logit.low, logit.high, *areas, *methods


def _no_areas(level: float) -> tuple[Any, ...]:
    return tuple(level if name == "level" else None for name in _AREAS)


def _areas(drawn: Resampling, model: AnalysedModel) -> tuple[Any, ...]:
    auciv = auciv_interval(drawn.drawing_of(model), drawn.ranked(model))
    area = drawn.expected_cost(model, UNIFORM)
    method = method_cells(figure_method(area), drawn.drawing.spec)
    return auciv.low, auciv.high, figure_method(auciv), area.low, area.high, *method

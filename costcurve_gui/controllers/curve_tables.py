"""The curves of a view as one table, in the columns of the files that the report writes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.controllers import curve_columns, measure_columns, rate_columns
from costcurve_gui.controllers.frames import model_condition
from costcurve_gui.engine.counts.probabilities import are_probabilities
from costcurve_gui.engine.views.net_benefit import treat_all, treat_none

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from numpy.typing import NDArray

    from costcurve_gui.controllers.curve_columns import Columns
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.models.results import Frame, ModelFrame, ModelScene

    Compute = Callable[[ModelScene, ModelFrame, OperatingCondition], Columns]

HEADERS: Mapping[str, tuple[str, ...]] = {
    **curve_columns.HEADERS,
    "measures": measure_columns.HEADER,
    **{
        view: rate_columns.HEADERS[view]
        for view in ("pr", "det", "gain", "calibration", "net_benefit", "rates")
    },
}


@dataclass(frozen=True, slots=True, eq=False)
class CurveTable:
    """Columns of equal length under their names."""

    header: tuple[str, ...]
    columns: tuple[NDArray[Any], ...]


def curve_table(view: str, frame: Frame) -> CurveTable:
    """Return every point of the curves in a view, of the models switched on."""
    parts = [_with_name(name, columns) for name, columns in _parts(view, frame)]
    columns = tuple(np.concatenate(column) for column in zip(*parts, strict=True))
    return CurveTable(HEADERS[view], columns or tuple(np.empty(0) for _ in HEADERS[view]))


def _parts(view: str, frame: Frame) -> Iterator[tuple[str, Columns]]:
    for model in frame.scene.models:
        shown = frame.models.get(model.info.key)
        if shown is not None and (view not in _OF_PROBABILITIES or _has_probabilities(model)):
            condition = model_condition(model, frame.condition.prior, frame.settings.condition)
            yield model.info.name, _COLUMNS[view](model, shown, condition)
    if view == "net_benefit" and frame.models:
        yield "all", rate_columns.net_benefit_columns(treat_all(frame.condition.prior))
        yield "none", rate_columns.net_benefit_columns(treat_none())


_OF_PROBABILITIES = frozenset({"calibration", "net_benefit"})
_COLUMNS: Mapping[str, Compute] = {
    "roc": lambda model, *_: curve_columns.roc_columns(model.evaluation),
    "rociv": lambda model, *_: curve_columns.rociv_columns(model.evaluation),
    "cost": lambda model, *_: curve_columns.cost_columns(model.evaluation),
    "profit": lambda model, _, at: curve_columns.profit_columns(model.evaluation, at),
    "pr": lambda model, _, at: rate_columns.pr_columns(model.evaluation.table, at.prior),
    "det": lambda model, *_: rate_columns.det_columns(model.evaluation.table),
    "gain": lambda model, _, at: rate_columns.gain_columns(model.evaluation.table, at.prior),
    "calibration": lambda model, *_: rate_columns.calibration_columns(model.evaluation.table),
    "net_benefit": lambda model, _, at: rate_columns.decision_columns(
        model.evaluation.table, at.prior
    ),
    "rates": lambda _, shown, at: rate_columns.rates_columns(shown.policy, at.prior),
    "measures": lambda model, _, at: _measures(model, at),
}


def _measures(model: ModelScene, condition: OperatingCondition) -> Columns:
    from costcurve_gui.engine.measures import model_measures

    turned = model.info.lower_is_positive
    measures = model_measures(model.evaluation, condition.prior, turned=turned)
    row = measure_columns.measure_row("", model.evaluation.table, model.auc, measures)
    return tuple(np.array([value], dtype=object) for value in row[1:])


def _has_probabilities(model: ModelScene) -> bool:
    return are_probabilities(model.evaluation.table)


def _with_name(name: str, columns: Columns) -> Columns:
    return (np.full(columns[0].size, name, dtype=object), *columns)

"""The curves of a view as one table, in the columns of the files that the report writes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.controllers.curve_columns import (
    HEADERS,
    cost_columns,
    profit_columns,
    roc_columns,
    rociv_columns,
)
from costcurve_gui.controllers.frames import model_condition

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from costcurve_gui.controllers.curve_columns import Columns
    from costcurve_gui.models.results import Frame, ModelScene


@dataclass(frozen=True, slots=True, eq=False)
class CurveTable:
    """Columns of equal length under their names."""

    header: tuple[str, ...]
    columns: tuple[NDArray[Any], ...]


def curve_table(view: str, frame: Frame) -> CurveTable:
    """Return every point of the curves in a view, of the models switched on."""
    shown = [model for model in frame.scene.models if model.info.key in frame.models]
    parts = [_with_name(model, _columns(view, model, frame)) for model in shown]
    columns = tuple(np.concatenate(column) for column in zip(*parts, strict=True))
    return CurveTable(HEADERS[view], columns or tuple(np.empty(0) for _ in HEADERS[view]))


def _columns(view: str, model: ModelScene, frame: Frame) -> Columns:
    if view == "profit":
        condition = model_condition(model, frame.condition.prior, frame.settings.condition)
        return profit_columns(model.evaluation, condition)
    make = {"roc": roc_columns, "rociv": rociv_columns, "cost": cost_columns}[view]
    return make(model.evaluation)


def _with_name(model: ModelScene, columns: Columns) -> Columns:
    return (np.full(columns[0].size, model.info.name, dtype=object), *columns)

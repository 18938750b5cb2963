"""The points of each curve as columns, without Qt: for exports from the window and for reports."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from costcurve_gui.engine.curves.profit import profit_curve

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.evaluation import ModelEvaluation

Columns = tuple[NDArray[Any], ...]


@dataclass(frozen=True, slots=True, eq=False)
class CurveTable:
    """Columns of equal length under their names."""

    header: tuple[str, ...]
    columns: tuple[NDArray[Any], ...]


def table_of_rows(header: tuple[str, ...], rows: Iterable[Sequence[Any]]) -> CurveTable:
    """Return a table from its rows; None is an empty cell."""
    columns = tuple(zip(*rows, strict=True)) or tuple(() for _ in header)
    return CurveTable(header, tuple(_column(cells) for cells in columns))


def _column(cells: Sequence[Any]) -> NDArray[Any]:
    as_they_are = any(isinstance(cell, str | bool) for cell in cells)
    return np.array(cells, dtype=object if as_they_are else np.float64)


HEADERS: Mapping[str, tuple[str, ...]] = {
    "roc": ("model", "threshold", "fpr", "tpr", "fp", "tp", "on_hull"),
    "rociv": ("model", "threshold", "fp_cost_rate", "tp_benefit_rate", "on_hull"),
    "cost": ("model", "pc_plus", "normalized_expected_cost", "threshold"),
    "profit": ("model", "threshold", "fraction_targeted", "expected_profit"),
}


def roc_columns(evaluation: ModelEvaluation) -> Columns:
    """Return every ROC point, by descending threshold."""
    table = evaluation.table
    on_hull = evaluation.roc_hull.on_hull(len(table))
    return table.thresholds, table.fpr, table.tpr, table.fps, table.tps, on_hull


def rociv_columns(evaluation: ModelEvaluation) -> Columns:
    """Return every ROCIV point, by descending threshold."""
    rates = evaluation.rates
    on_hull = evaluation.rociv_hull.on_hull(len(rates))
    return rates.thresholds, rates.fpr, rates.tpr, on_hull


def cost_columns(evaluation: ModelEvaluation) -> Columns:
    """Return the vertices of the lower envelope, each with the classifier to its right."""
    envelope = evaluation.envelope
    return envelope.pc_plus, envelope.cost, envelope.thresholds


def profit_columns(evaluation: ModelEvaluation, condition: OperatingCondition) -> Columns:
    """Return every point of the profit curve, by descending threshold."""
    curve = profit_curve(evaluation.table, evaluation.rates, condition)
    return curve.thresholds, curve.fraction_targeted, curve.expected_profit

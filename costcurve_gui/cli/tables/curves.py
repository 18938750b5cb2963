"""roc.csv, rociv.csv, cost_curve.csv and profit.csv: the points of every curve."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.cli.tables.table import Table
from costcurve_gui.controllers.curve_columns import (
    HEADERS,
    cost_columns,
    profit_columns,
    roc_columns,
    rociv_columns,
)

if TYPE_CHECKING:
    from costcurve_gui.cli.analysis import Evaluated


def roc_table(analysis: Evaluated) -> Table:
    """Return every ROC point of every model."""
    parts = ((model.name, roc_columns(model.evaluation)) for model in analysis.models)
    return Table.of_parts(HEADERS["roc"], parts)


def rociv_table(analysis: Evaluated) -> Table:
    """Return every ROCIV point of every model."""
    parts = ((model.name, rociv_columns(model.evaluation)) for model in analysis.models)
    return Table.of_parts(HEADERS["rociv"], parts)


def cost_curve_table(analysis: Evaluated) -> Table:
    """Return the vertices of every lower envelope."""
    parts = ((model.name, cost_columns(model.evaluation)) for model in analysis.models)
    return Table.of_parts(HEADERS["cost"], parts)


def profit_table(analysis: Evaluated) -> Table:
    """Return every point of every profit curve at the deployment prior."""
    parts = (
        (model.name, profit_columns(model.evaluation, model.condition)) for model in analysis.models
    )
    return Table.of_parts(HEADERS["profit"], parts)

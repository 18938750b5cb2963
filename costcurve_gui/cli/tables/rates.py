"""pr.csv, det.csv and gain.csv: how well each model ranks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.cli.tables.table import Table
from costcurve_gui.controllers.rate_columns import HEADERS, det_columns, gain_columns, pr_columns

if TYPE_CHECKING:
    from costcurve_gui.cli.analysis import Evaluated


def pr_table(analysis: Evaluated) -> Table:
    """Return every point of every precision-recall curve at the deployment prior."""
    parts = ((m.name, pr_columns(m.evaluation.table, m.condition.prior)) for m in analysis.models)
    return Table.of_parts(HEADERS["pr"], parts)


def det_table(analysis: Evaluated) -> Table:
    """Return every point of every DET curve."""
    parts = ((model.name, det_columns(model.evaluation.table)) for model in analysis.models)
    return Table.of_parts(HEADERS["det"], parts)


def gain_table(analysis: Evaluated) -> Table:
    """Return every point of every gain curve at the deployment prior."""
    parts = ((m.name, gain_columns(m.evaluation.table, m.condition.prior)) for m in analysis.models)
    return Table.of_parts(HEADERS["gain"], parts)

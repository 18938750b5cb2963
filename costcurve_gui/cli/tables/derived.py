"""combinations.csv and concavities.csv: what decisions add when joined, and what rankings lose."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.cli.tables.table import Table
from costcurve_gui.controllers.combination_columns import HEADER, combination_rows
from costcurve_gui.controllers.concavity_columns import HEADER as CONCAVITIES
from costcurve_gui.controllers.concavity_columns import concavity_columns

if TYPE_CHECKING:
    from costcurve_gui.cli.analysis import Analysis, Evaluated


def combinations_table(analysis: Analysis) -> Table:
    """Return a row for each model that a combination joins."""
    names = {model.column: model.name for model in analysis.models}
    rows = (
        row
        for model in analysis.derived
        if model.kind.uses_thresholds
        for row in combination_rows(model, names, analysis.cache)
    )
    return Table.of_rows(HEADER, rows)


def concavities_table(analysis: Evaluated) -> Table:
    """Return every concavity of every model."""
    parts = ((model.name, concavity_columns(model.evaluation)) for model in analysis.models)
    return Table.of_parts(CONCAVITIES, parts)

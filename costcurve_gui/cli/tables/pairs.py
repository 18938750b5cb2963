"""crossovers.csv, difference.csv and auc_comparison.csv: rows for every pair of models."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.cli.tables.table import Table
from costcurve_gui.controllers.auc_pairs import (
    NOTHING_IN_COMMON,
    compared_aucs,
    delong_method,
)
from costcurve_gui.controllers.band_columns import HEADERS, difference_rows
from costcurve_gui.engine.cost.crossovers import crossovers
from costcurve_gui.engine.cost.difference import cost_difference
from costcurve_gui.engine.resampling.band import PC_GRID

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from costcurve_gui.cli.analysis import AnalysedModel, Analysis, Compared, Evaluated
    from costcurve_gui.engine.resampling.delong import AucComparison

CROSSOVERS = ("model_a", "model_b", "pc_low", "pc_high", "better")
COMPARISON = ("model_a", "model_b", "difference", "lower", "upper", "p_value", "method", "level")


def crossovers_table(analysis: Evaluated) -> Table:
    """Return, for each pair, the whole of [0, 1] split where the cheaper model changes."""
    pairs = combinations(analysis.models, 2)
    rows = (row for pair in pairs for row in _crossovers(*pair, analysis.compared(*pair)))
    return Table.of_rows(CROSSOVERS, rows)


def _crossovers(
    a: AnalysedModel, b: AnalysedModel, same: Compared | None
) -> Iterator[tuple[Any, ...]]:
    if same is None:
        yield a.name, b.name, 0.0, 1.0, None
        return
    names = {"a": a.name, "b": b.name, "equal": None}
    for low, high, better in crossovers(same.a.evaluation.envelope, same.b.evaluation.envelope):
        yield a.name, b.name, low, high, names[better]


def difference_table(analysis: Evaluated) -> Table:
    """Return cost curve a minus cost curve b at 101 values of PC(+), with its band."""
    pairs = combinations(analysis.models, 2)
    rows = (row for pair in pairs for row in _difference(*pair, analysis.compared(*pair)))
    return Table.of_rows(HEADERS["difference"], rows)


def _difference(
    a: AnalysedModel, b: AnalysedModel, same: Compared | None
) -> Iterator[tuple[Any, ...]]:
    names = a.name, b.name
    if same is None:
        return difference_rows(names, PC_GRID, np.full(PC_GRID.size, np.nan), None)
    excess = cost_difference(*(model.evaluation.envelope for model in (same.a, same.b)))
    drawn = same.resampling
    found = None if drawn is None else drawn.find("difference", (same.a, same.b))
    return difference_rows(names, PC_GRID, excess.value_at(PC_GRID), found)


def auc_comparison_table(analysis: Analysis) -> Table:
    """Return the paired comparison of the AUCs of every pair."""
    pairs = combinations(analysis.models, 2)
    columns = [model.column for model in analysis.models]
    compared = compared_aucs(analysis.cache.dataset, columns, analysis.options.confidence)
    return Table.of_rows(COMPARISON, (_comparison(a, b, compared, analysis) for a, b in pairs))


def no_comparison_table(_analysis: Evaluated) -> Table:
    """Return the table without rows: counts do not tell which cases two models share."""
    return Table.of_rows(COMPARISON, ())


def _comparison(
    a: AnalysedModel,
    b: AnalysedModel,
    compared: Mapping[tuple[str, str], AucComparison],
    analysis: Analysis,
) -> tuple[Any, ...]:
    found, level = compared.get((a.column, b.column)), analysis.options.confidence
    grouped = analysis.options.group is not None
    if found is None:
        method = delong_method(NOTHING_IN_COMMON, grouped=grouped)
        return a.name, b.name, None, None, None, None, method, level
    figures = found.difference, found.low, found.high, found.p_value
    return a.name, b.name, *figures, delong_method(found.reason, grouped=grouped), level

"""crossovers.csv, difference.csv and auc_comparison.csv: rows for every pair of models."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.cli.resampling import failure
from costcurve_gui.cli.tables.table import Table
from costcurve_gui.controllers.auc_pairs import (
    NOTHING_IN_COMMON,
    compared_aucs,
    delong_method,
)
from costcurve_gui.controllers.band_columns import HEADERS, bare_difference_rows, difference_rows
from costcurve_gui.engine.cost.crossovers import crossovers
from costcurve_gui.engine.cost.difference import cost_difference
from costcurve_gui.engine.resampling.auc_comparison import compare_independent_aucs
from costcurve_gui.engine.resampling.band import PC_GRID
from costcurve_gui.models.band_choices import Samples

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from costcurve_gui.cli.analysis import AnalysedModel, Analysis, Compared, Evaluated
    from costcurve_gui.cli.options import ReportOptions
    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.resampling.auc_comparison import AucComparison

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
    for low, high, better in crossovers(*(model.envelope for model in same)):
        yield a.name, b.name, low, high, names[better]


def difference_table(analysis: Evaluated) -> Table:
    """Return cost curve a minus cost curve b at 101 values of PC(+), with its band."""
    pairs = combinations(analysis.models, 2)
    rows = (row for pair in pairs for row in _difference(analysis, *pair))
    return Table.of_rows(HEADERS["difference"], rows)


def _difference(
    analysis: Evaluated, a: AnalysedModel, b: AnalysedModel
) -> Iterator[tuple[Any, ...]]:
    names, drawn, level = (a.name, b.name), analysis.finding, analysis.options.confidence
    found = None if drawn is None else drawn.find("difference", (a, b))
    if found is not None:
        return difference_rows(names, found)
    reason = "" if drawn is None else failure(drawn, "difference", (a, b))
    values = _differences(analysis.compared(a, b))
    return bare_difference_rows(names, PC_GRID, values, reason, level)


def _differences(same: Compared | None) -> Floats:
    if same is None:
        return np.full(PC_GRID.size, np.nan)
    return cost_difference(*(model.envelope for model in same)).value_at(PC_GRID)


def auc_comparison_table(analysis: Analysis) -> Table:
    """Return the comparison of the AUCs of every pair: paired, or on the cases of each."""
    if analysis.options.samples is Samples.DIFFERENT:
        return _auc_comparison_apart(analysis)
    pairs = combinations(analysis.models, 2)
    columns = [model.column for model in analysis.models]
    compared = compared_aucs(analysis.cache.dataset, columns, analysis.options.confidence)
    return Table.of_rows(COMPARISON, (_comparison(a, b, compared, analysis) for a, b in pairs))


def counted_comparison_table(analysis: Evaluated) -> Table:
    """Return the same of counts, which do not tell which cases two models share."""
    if analysis.options.samples is Samples.DIFFERENT:
        return _auc_comparison_apart(analysis)
    return Table.of_rows(COMPARISON, ())


def _auc_comparison_apart(analysis: Evaluated) -> Table:
    pairs = combinations(analysis.models, 2)
    return Table.of_rows(COMPARISON, (_apart(*pair, analysis.options) for pair in pairs))


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
    return *_cells(a, b, found), delong_method(found.reason, grouped=grouped), level


def _apart(a: AnalysedModel, b: AnalysedModel, options: ReportOptions) -> tuple[Any, ...]:
    tables, level = (a.evaluation.table, b.evaluation.table), options.confidence
    found = compare_independent_aucs(*tables, level)
    method = delong_method(found.reason, grouped=options.group is not None)
    apart = method if found.reason else f"{method}, independent samples"
    return *_cells(a, b, found), apart, level


def _cells(a: AnalysedModel, b: AnalysedModel, found: AucComparison) -> tuple[Any, ...]:
    return a.name, b.name, found.difference, found.low, found.high, found.p_value

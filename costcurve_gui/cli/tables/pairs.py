"""crossovers.csv and auc_comparison.csv: a row or more for every pair of models."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

from costcurve_gui.cli.tables.table import Table
from costcurve_gui.engine.cost.crossovers import crossovers
from costcurve_gui.engine.resampling.delong import compare_auc

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurve_gui.cli.analysis import AnalysedModel, Analysis

CROSSOVERS = ("model_a", "model_b", "pc_low", "pc_high", "better")
COMPARISON = ("model_a", "model_b", "difference", "lower", "upper", "p_value")


def crossovers_table(analysis: Analysis) -> Table:
    """Return, for each pair, the whole of [0, 1] split where the cheaper model changes."""
    pairs = combinations(analysis.models, 2)
    return Table.of_rows(CROSSOVERS, (row for a, b in pairs for row in _crossovers(a, b)))


def _crossovers(a: AnalysedModel, b: AnalysedModel) -> Iterator[tuple[Any, ...]]:
    names = {"a": a.name, "b": b.name, "equal": None}
    for low, high, better in crossovers(a.evaluation.envelope, b.evaluation.envelope):
        yield a.name, b.name, low, high, names[better]


def auc_comparison_table(analysis: Analysis) -> Table:
    """Return the paired comparison of the AUCs of every pair."""
    pairs = combinations(analysis.models, 2)
    return Table.of_rows(COMPARISON, (_comparison(analysis, a, b) for a, b in pairs))


def _comparison(analysis: Analysis, a: AnalysedModel, b: AnalysedModel) -> tuple[Any, ...]:
    dataset = analysis.dataset
    found = compare_auc(
        dataset.y_true,
        dataset.scores[a.column],
        dataset.scores[b.column],
        level=analysis.options.confidence,
        sample_weight=dataset.weight,
    )
    return a.name, b.name, found.difference, found.low, found.high, found.p_value

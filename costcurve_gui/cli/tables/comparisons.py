"""Comparisons of models: pairs, beliefs, verdicts and tests."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.analysis.interval_settings import Samples
from costcurve_gui.analysis.intervals.estimators import failure
from costcurve_gui.analysis.intervals.pair_tests import (
    NOTHING_IN_COMMON,
    compared_aucs,
    delong_method,
)
from costcurve_gui.analysis.tables.intervals import (
    INTERVAL_HEADERS,
    METHOD,
    difference_rows,
    difference_rows_without_band,
    figure_cells,
    test_rows,
    verdict_rows,
    winner_rows,
)
from costcurve_gui.analysis.tables.table import Table
from costcurve_gui.engine.cost.belief import TriangularBelief, expected_cost, parse_belief
from costcurve_gui.engine.cost.crossovers import crossovers
from costcurve_gui.engine.cost.difference import cost_difference, lc_index
from costcurve_gui.engine.resampling.auc_comparison import compare_independent_aucs
from costcurve_gui.engine.resampling.band import PC_GRID
from costcurve_gui.engine.selection.bounds import Objective
from costcurve_gui.engine.selection.criteria import best, min_cost

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from costcurve_gui.analysis.conditions import AnalysedModel
    from costcurve_gui.analysis.intervals.estimators import Estimator
    from costcurve_gui.cli.analysis import Analysis, Compared, Evaluated
    from costcurve_gui.cli.options import ReportOptions
    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.cost.belief import Belief
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
    return Table.of_rows(INTERVAL_HEADERS["difference"], rows)


def _difference(
    analysis: Evaluated, a: AnalysedModel, b: AnalysedModel
) -> Iterator[tuple[Any, ...]]:
    names, drawn, level = (a.name, b.name), analysis.finding, analysis.options.confidence
    found = None if drawn is None else drawn.find("difference", (a, b))
    if found is not None:
        return difference_rows(names, found)
    reason = "" if drawn is None else failure(drawn, "difference", (a, b))
    values = _differences(analysis.compared(a, b))
    return difference_rows_without_band(names, PC_GRID, values, reason, level)


def _differences(same: Compared | None) -> Floats:
    if same is None:
        return np.full(PC_GRID.size, np.nan)
    return cost_difference(*(model.envelope for model in same)).value_at(PC_GRID)


def auc_comparison_table(analysis: Analysis) -> Table:
    """Return the comparison of the AUCs of every pair: paired, or on the cases of each."""
    if analysis.options.samples is Samples.DIFFERENT:
        return _independent_auc_comparison(analysis)
    pairs = combinations(analysis.models, 2)
    columns = [model.column for model in analysis.models]
    compared = compared_aucs(analysis.cache.dataset, columns, analysis.options.confidence)
    return Table.of_rows(COMPARISON, (_comparison(a, b, compared, analysis) for a, b in pairs))


def auc_comparison_from_counts(analysis: Evaluated) -> Table:
    """Return the same of counts, which do not tell which cases two models share."""
    if analysis.options.samples is Samples.DIFFERENT:
        return _independent_auc_comparison(analysis)
    return Table.of_rows(COMPARISON, ())


def _independent_auc_comparison(analysis: Evaluated) -> Table:
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


EXPECTED_COST = ("model", "belief", "expected_normalized_cost", "lower", "upper", *METHOD)
_NO_INTERVAL = (None,) * (2 + len(METHOD))
LC_INDEX = ("model_a", "model_b", "lo", "mode", "hi", "lc_index")


def expected_cost_table(analysis: Evaluated) -> Table:
    """Return the total expected cost of each model, with its interval."""
    return Table.of_rows(EXPECTED_COST, _expected_costs(analysis))


def _expected_costs(analysis: Evaluated) -> Iterator[tuple[Any, ...]]:
    text = analysis.options.belief
    belief, drawn = parse_belief(text), analysis.finding
    for model in analysis.models:
        cost = expected_cost(model.evaluation.envelope, belief)
        found = _NO_INTERVAL if drawn is None else _interval(drawn, model, belief)
        yield model.name, text, cost, *found


def _interval(drawn: Estimator, model: AnalysedModel, belief: Belief) -> tuple[Any, ...]:
    return figure_cells(drawn.expected_cost(model, belief), drawn.spec)


def lc_index_table(analysis: Evaluated) -> Table:
    """Return the LC index of each pair; no rows unless the belief is triangular."""
    belief = parse_belief(analysis.options.belief)
    rows = _lc_indices(analysis, belief) if isinstance(belief, TriangularBelief) else ()
    return Table.of_rows(LC_INDEX, rows)


def _lc_indices(analysis: Evaluated, belief: TriangularBelief) -> Iterator[tuple[Any, ...]]:
    for a, b in combinations(analysis.models, 2):
        index = _lc_index(analysis.compared(a, b), belief)
        yield a.name, b.name, belief.lo, belief.mode, belief.hi, index


def _lc_index(same: Compared | None, belief: TriangularBelief) -> float | None:
    if same is None:
        return None
    a, b = same
    return lc_index(a.envelope, b.envelope, belief)


def winners_table(analysis: Evaluated) -> Table:
    """Return how often each model is the cheapest at each PC(+)."""
    return Table.of_rows(INTERVAL_HEADERS["winners"], _winners(analysis))


def verdicts_table(analysis: Evaluated) -> Table:
    """Return who is best from where to where, and whether that is shown."""
    return Table.of_rows(INTERVAL_HEADERS["verdicts"], _verdicts(analysis))


def comparisons_table(analysis: Evaluated) -> Table:
    """Return the tests of every pair, corrected for the number of pairs."""
    return Table.of_rows(INTERVAL_HEADERS["tests"], _tests(analysis))


def _winners(analysis: Evaluated) -> Iterator[tuple[Any, ...]]:
    if _several(analysis) and analysis.finding:
        found = analysis.finding.find("winners", analysis.models)
        if found is not None:
            yield from winner_rows(found, _names(analysis))


def _verdicts(analysis: Evaluated) -> Iterator[tuple[Any, ...]]:
    drawn = analysis.finding
    found = drawn.find("verdicts", analysis.models) if _several(analysis) and drawn else None
    if drawn and found is not None:
        at = _cheapest(analysis)
        yield from verdict_rows(found[at], _names(analysis), at, drawn.comparison_spec)


def _tests(analysis: Evaluated) -> Iterator[tuple[Any, ...]]:
    drawn = analysis.finding
    if not _several(analysis) or not drawn:
        return
    names = {model.info.key: model.name for model in analysis.models}
    belief = parse_belief(analysis.options.belief)
    under_belief = drawn.find("belief_tests", analysis.models, belief=belief)
    for found in (*(drawn.find("tests", analysis.models) or ()), under_belief):
        if found is not None:
            yield from test_rows(found, names)


def _cheapest(analysis: Evaluated) -> int:
    """Return the position of the model that is the cheapest at the condition, the reference."""
    policies = {
        model.name: min_cost(model.evaluation, model.condition) for model in analysis.models
    }
    return _names(analysis).index(best(policies, Objective.COST))


def _several(analysis: Evaluated) -> bool:
    return len(analysis.models) > 1


def _names(analysis: Evaluated) -> list[str]:
    return [model.name for model in analysis.models]

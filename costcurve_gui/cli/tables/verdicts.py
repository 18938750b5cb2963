"""winners.csv, verdicts.csv and comparisons.csv: which model is better, where, and how sure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from costcurve_gui.cli.tables.table import Table
from costcurve_gui.controllers.band_columns import HEADERS, test_rows, verdict_rows, winner_rows
from costcurve_gui.engine.cost.belief import parse_belief
from costcurve_gui.engine.selection.criteria import best, min_cost

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurve_gui.cli.analysis import Evaluated


def winners_table(analysis: Evaluated) -> Table:
    """Return how often each model is the cheapest at each PC(+)."""
    return Table.of_rows(HEADERS["winners"], _winners(analysis))


def verdicts_table(analysis: Evaluated) -> Table:
    """Return who is best from where to where, and whether that is shown."""
    return Table.of_rows(HEADERS["verdicts"], _verdicts(analysis))


def comparisons_table(analysis: Evaluated) -> Table:
    """Return the tests of every pair, corrected for the number of pairs."""
    return Table.of_rows(HEADERS["tests"], _tests(analysis))


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
    return _names(analysis).index(best(policies))


def _several(analysis: Evaluated) -> bool:
    return len(analysis.models) > 1


def _names(analysis: Evaluated) -> list[str]:
    return [model.name for model in analysis.models]

"""expected_cost.csv and lc_index.csv: what follows from a belief over PC(+)."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

from costcurve_gui.cli.tables.table import Table
from costcurve_gui.controllers.band_columns import METHOD, figure_cells
from costcurve_gui.engine.cost.belief import TriangularBelief, expected_cost, parse_belief
from costcurve_gui.engine.cost.difference import lc_index

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurve_gui.cli.analysis import AnalysedModel, Compared, Evaluated
    from costcurve_gui.cli.resampling import Finding
    from costcurve_gui.engine.cost.belief import Belief

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


def _interval(drawn: Finding, model: AnalysedModel, belief: Belief) -> tuple[Any, ...]:
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

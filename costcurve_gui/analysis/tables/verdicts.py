"""Which model is best, and whether that is shown: winners, verdicts and comparisons."""

from __future__ import annotations

from dataclasses import astuple
from typing import TYPE_CHECKING, Any

from costcurve_gui.analysis.interval_settings import Verdicts
from costcurve_gui.analysis.intervals.known_results import known, spec_in_force
from costcurve_gui.analysis.intervals.requests import (
    belief_tests_request,
    tests_request,
    verdicts_request,
    winners_request,
)
from costcurve_gui.analysis.tables.methods import METHOD, figure_method, method_cells
from costcurve_gui.analysis.tables.new_cases import ends_of, method_of
from costcurve_gui.analysis.tables.options import TableOptions, models_of
from costcurve_gui.analysis.tables.table import Table
from costcurve_gui.engine.resampling.difference_band import SIMULTANEOUS
from costcurve_gui.engine.selection.bounds import Objective
from costcurve_gui.engine.selection.criteria import best, min_cost

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from costcurve_gui.analysis.intervals.results import FigureTests, IntervalRequest
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.resampling.cheapest_probability import CheapestProbability
    from costcurve_gui.engine.resampling.interval_table import IntervalRow
    from costcurve_gui.engine.resampling.stretch_outlook import StretchOutlook

    Request = Callable[[Snapshot], IntervalRequest | None]

_EVEN = 0.5  # PC(+) at which both trivial classifiers cost the same
WINNERS_HEADER = ("pc_plus", "model", "share", *METHOD)
_VERDICTS = {Verdicts.SIMULTANEOUS: SIMULTANEOUS, Verdicts.POINTWISE: "pointwise, fixed policy"}
VERDICTS_HEADER = (
    *("pc_low", "pc_high", "best", "threshold_high", "threshold_low", "cost_low", "cost_high"),
    *("runner_up", "margin_low", "margin_high", "verdict", *METHOD),
    *("reference", "reference_verdict", "tied"),
    *("mean_cost", *ends_of("new_cases_cost"), "mean_lead", *ends_of("new_cases_lead")),
    "new_cases_method",
)
COMPARISONS_HEADER = (
    *("model_a", "model_b", "measure", "difference", "lower", "upper"),
    *("p_value", "p_holm", *METHOD, "new_cases_difference"),
)


def winners_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return how often each model is the cheapest at each PC(+)."""
    del options
    found = known(snapshot, winners_request(snapshot))
    rows = () if found is None else _winners(found, _names(snapshot))
    return Table.of_rows(WINNERS_HEADER, rows)


def winners_needs(snapshot: Snapshot, options: TableOptions) -> Iterator[IntervalRequest]:
    """Yield how often each model is the cheapest."""
    del options
    return _requests(snapshot, winners_request)


def verdicts_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return which model is best over which PC(+), and whether that is significant."""
    del options
    found = known(snapshot, verdicts_request(snapshot))
    if found is None:
        return Table.of_rows(VERDICTS_HEADER, ())
    names, at = _names(snapshot), _reference(snapshot)
    said = _VERDICTS[snapshot.settings.bands.verdicts]
    method = method_cells(said, spec_in_force(snapshot, compared=True))
    rows = _verdicts(found[at], names, at, method)
    return Table.of_rows(VERDICTS_HEADER, rows)


def verdicts_needs(snapshot: Snapshot, options: TableOptions) -> Iterator[IntervalRequest]:
    """Yield where which model is significantly best."""
    del options
    return _requests(snapshot, verdicts_request)


def comparisons_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return the tests of every pair, corrected for the number of pairs."""
    del options
    names = {key: model.info.name for key, model in snapshot.models.items()}
    tests = known(snapshot, tests_request(snapshot)) or ()
    under_belief = known(snapshot, belief_tests_request(snapshot))
    figures = (*tests, *(() if under_belief is None else (under_belief,)))
    rows = (row for figure in figures for row in _tests(figure, names))
    return Table.of_rows(COMPARISONS_HEADER, rows)


def comparisons_needs(snapshot: Snapshot, options: TableOptions) -> Iterator[IntervalRequest]:
    """Yield the tests of every pair."""
    del options
    return _requests(snapshot, tests_request, belief_tests_request)


def _requests(snapshot: Snapshot, *requests: Request) -> Iterator[IntervalRequest]:
    found = (request(snapshot) for request in requests)
    return (one for one in found if one is not None)


def _reference(snapshot: Snapshot) -> int:
    """Return the position of the model that was chosen, or of the cheapest at the condition."""
    chosen = snapshot.settings.selected
    if chosen is not None and chosen in snapshot.models:
        return list(snapshot.compared).index(chosen)
    compared = snapshot.compared
    found = models_of(snapshot, TableOptions())
    models = {model.key: model for model in found if model.key in compared}
    policies = {key: min_cost(one.evaluation, one.condition) for key, one in models.items()}
    return list(models).index(best(policies, Objective.COST))


def _names(snapshot: Snapshot) -> list[str]:
    return [model.info.name for model in snapshot.compared.values()]


def _winners(found: CheapestProbability, names: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    """Yield how often each model is the cheapest at each PC(+), then how often none is.

    The last row at each PC(+) has the cheaper trivial classifier: "none" or "all".
    """
    method = method_cells(found.method, found.spec)
    columns = (array.tolist() for array in (found.pc_plus, found.shares, found.trivial))
    for pc_plus, shares, trivial in zip(*columns, strict=True):
        yield from ((pc_plus, *one, *method) for one in zip(names, shares, strict=True))
        yield pc_plus, "none" if pc_plus <= _EVEN else "all", trivial, *method


def _verdicts(
    found: Sequence[IntervalRow], names: Sequence[str], reference: int, method: tuple[Any, ...]
) -> Iterator[tuple[Any, ...]]:
    """Yield which model is best where, whether significantly, and the same of the reference.

    Where several models tie, none is the best, and the last column names them.
    """
    for row in found:
        best, runner_up = (None if at is None else names[at] for at in (row.best, row.runner_up))
        figures = (best, *row.thresholds, *row.costs, runner_up, *row.margin)
        of_reference = names[reference], row.of_reference
        tied = ";".join(names[at] for at in row.tied) or None
        new_cases = _new_cases(row.new_cases)
        yield (
            *(row.pc_low, row.pc_high, *figures, row.verdict, *method),
            *(*of_reference, tied, *new_cases),
        )


def _new_cases(found: StretchOutlook | None) -> tuple[Any, ...]:
    """Return the mean cost of the best model and its mean lead, each here and on new cases."""
    if found is None:
        return (None,) * 9
    cost, lead = astuple(found.cost), astuple(found.lead)
    return *cost, *lead, method_of(found)


def _tests(found: FigureTests, names: Mapping[str, str]) -> Iterator[tuple[Any, ...]]:
    """Yield the tests of one figure, a row a pair; `names` by the keys of the models."""
    for pair in found.pairs:
        test, models = pair.test, (names[found.models[at]] for at in (pair.a, pair.b))
        figures = (test.difference, test.low, test.high, test.p_value, pair.corrected)
        method = method_cells(figure_method(test), test.spec, resampled=test.resampled)
        yield *models, found.figure.value, *figures, *method, test.new_cases

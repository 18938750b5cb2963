"""Tables of pairs and beliefs: crossovers, difference, AUC comparison, expected cost, LC index."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.analysis.common_case_requests import common_in
from costcurve_gui.analysis.intervals.known_results import failure, known_or_failed, spec_in_force
from costcurve_gui.analysis.intervals.new_cases import curve_request
from costcurve_gui.analysis.intervals.pair_tests import (
    NOTHING_IN_COMMON,
    compared_aucs,
    delong_method,
)
from costcurve_gui.analysis.intervals.requests import (
    expected_cost_request,
    known_pair_difference,
    pair_difference_request,
)
from costcurve_gui.analysis.intervals.results import Failed, IntervalRequest
from costcurve_gui.analysis.snapshot import competitor_of
from costcurve_gui.analysis.tables.methods import (
    METHOD,
    curve_held_fixed,
    figure_cells,
    method_cells,
    no_interval,
)
from costcurve_gui.analysis.tables.new_cases import curve_cells, ends_of
from costcurve_gui.analysis.tables.options import TableOptions, models_of, pairs_of
from costcurve_gui.analysis.tables.table import Table
from costcurve_gui.engine.cost.belief import expected_cost
from costcurve_gui.engine.cost.crossovers import crossovers
from costcurve_gui.engine.cost.difference import cost_difference, lc_index
from costcurve_gui.engine.distributions.uncertain_numbers import TriangularBelief
from costcurve_gui.engine.resampling.auc_comparison import (
    compare_independent_aucs,
    compare_independent_groups,
)
from costcurve_gui.engine.resampling.band import PC_GRID

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from costcurve_gui.analysis.common_cases import CommonCases
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.tables.options import TableModel
    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.cost.belief import Belief
    from costcurve_gui.engine.cost.cost_curve import CostCurve
    from costcurve_gui.engine.resampling.auc_comparison import AucComparison
    from costcurve_gui.engine.resampling.difference_band import DifferenceBand
    from costcurve_gui.engine.resampling.figure_interval import FigureInterval

    Envelopes = tuple[CostCurve, CostCurve] | None

CROSSOVERS_HEADER = ("model_a", "model_b", "pc_low", "pc_high", "better")
DIFFERENCE_HEADER = (
    *("model_a", "model_b", "pc_plus", "difference", "lower", "upper", "significant"),
    *METHOD,
    *("simultaneous_lower", "simultaneous_upper", "simultaneous_significant"),
)
AUC_COMPARISON_HEADER = (
    *("model_a", "model_b", "difference", "lower", "upper"),
    *("p_value", "method", "level"),
)
EXPECTED_COST_HEADER = (
    *("model", "belief", "expected_normalized_cost", "lower", "upper", *METHOD),
    *(*ends_of("new_cases_expected_normalized_cost"), "new_cases_method"),
)
LC_INDEX_HEADER = ("model_a", "model_b", "lo", "mode", "hi", "lc_index", "belief")


def crossovers_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return, for each pair, the whole of [0, 1] split where the cheaper model changes."""
    rows = (row for pair in pairs_of(snapshot, options) for row in _crossovers(snapshot, *pair))
    return Table.of_rows(CROSSOVERS_HEADER, rows)


def difference_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return cost curve a minus cost curve b at 101 values of PC(+), with its band if known."""
    rows = (row for pair in pairs_of(snapshot, options) for row in _difference(snapshot, *pair))
    return Table.of_rows(DIFFERENCE_HEADER, rows)


def difference_needs(snapshot: Snapshot, options: TableOptions) -> Iterator[IntervalRequest]:
    """Yield the band of the difference of each pair."""
    for a, b in pairs_of(snapshot, options):
        yield pair_difference_request(snapshot, a.key, b.key)


def auc_comparison_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return the comparison of the AUCs of every pair: paired, or on the cases of each.

    Counts do not tell which cases two models share: without different cases they have no rows.
    What is expected of a combination has no test.
    """
    pairs = [
        pair
        for pair in pairs_of(snapshot, options)
        if not any(model.curves.expected_only for model in pair)
    ]
    if snapshot.settings.bands.independent_samples:
        rows = (_on_own_cases(snapshot, *pair) for pair in pairs)
        return Table.of_rows(AUC_COMPARISON_HEADER, rows)
    cases = snapshot.curve_set.cases
    if cases is None:
        return Table.of_rows(AUC_COMPARISON_HEADER, ())
    columns = [model.info.column for model in models_of(snapshot, options)]
    compared = compared_aucs(cases.cache, columns, snapshot.curve_set.level)
    rows = (_auc_comparison(snapshot, *pair, compared) for pair in pairs)
    return Table.of_rows(AUC_COMPARISON_HEADER, rows)


def expected_cost_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return the total expected cost of each model under the belief, with its interval."""
    belief = snapshot.belief
    text = options.belief or str(belief)
    rows = (
        (
            *(model.name, text, expected_cost(model.evaluation.envelope, belief)),
            *_interval(snapshot, known_or_failed(snapshot, _cost_request(snapshot, model))),
            *curve_cells(snapshot, model.key, belief),
        )
        for model in models_of(snapshot, options)
    )
    return Table.of_rows(EXPECTED_COST_HEADER, rows)


def expected_cost_needs(snapshot: Snapshot, options: TableOptions) -> Iterator[IntervalRequest]:
    """Yield the interval of the expected cost of every model, and that on new cases."""
    for model in models_of(snapshot, options):
        yield _cost_request(snapshot, model)
        yield curve_request(model.key, snapshot.belief)


def lc_index_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return the LC index of each pair under the belief, of a triangular one with its corners."""
    belief = snapshot.belief
    corners: tuple[float | None, ...] = (None, None, None)
    if isinstance(belief, TriangularBelief):
        corners = belief.lo, belief.mode, belief.hi
    rows = (
        (a.name, b.name, *corners, _lc_index(snapshot, a, b, belief), str(belief))
        for a, b in pairs_of(snapshot, options)
    )
    return Table.of_rows(LC_INDEX_HEADER, rows)


def envelopes_of(snapshot: Snapshot, a: TableModel, b: TableModel) -> Envelopes:
    """Return two cost curves over the cases that are compared; None where these lack a class."""
    same = common_in(snapshot, (a.key, b.key))
    if not same.curves:
        same = on_common_cases(snapshot, a, b)
    return (same.curves[a.key], same.curves[b.key]) if same.curves else None


def on_common_cases(snapshot: Snapshot, a: TableModel, b: TableModel) -> CommonCases:
    """Return two models over the cases that are compared."""
    keys, source = (a.key, b.key), snapshot.curve_set.common_cases
    same = common_in(snapshot, keys)
    if same.evaluations or same.reason or source is None:
        return same
    return source.evaluate(keys)


def _crossovers(snapshot: Snapshot, a: TableModel, b: TableModel) -> Iterator[tuple[Any, ...]]:
    same = envelopes_of(snapshot, a, b)
    if same is None:
        yield a.name, b.name, 0.0, 1.0, None
        return
    names = {"a": a.name, "b": b.name, "equal": None}
    for low, high, better in crossovers(*same):
        yield a.name, b.name, low, high, names[better]


def _difference(snapshot: Snapshot, a: TableModel, b: TableModel) -> Iterator[tuple[Any, ...]]:
    names, request = (a.name, b.name), pair_difference_request(snapshot, a.key, b.key)
    found = known_pair_difference(snapshot, a.key, b.key)
    if found is not None:
        return _with_band(names, found)
    same, reason = envelopes_of(snapshot, a, b), failure(snapshot, request)
    unknown = np.full(PC_GRID.size, np.nan)
    values = unknown if same is None else cost_difference(*same).value_at(PC_GRID)
    return _without_band(names, values, reason, snapshot.curve_set.level)


def _without_band(
    names: tuple[str, str], values: Floats, reason: str, level: float
) -> Iterator[tuple[Any, ...]]:
    """Yield the difference of two models at each PC(+), and why it has no band, if that is known.

    `reason` is as in `no_interval`.
    """
    method = (no_interval(reason), None, level, None) if reason else (None,) * len(METHOD)
    for point in zip(PC_GRID.tolist(), values.tolist(), strict=True):
        yield *names, *point, None, None, None, *method, None, None, None


def _with_band(names: tuple[str, str], found: DifferenceBand) -> Iterator[tuple[Any, ...]]:
    """Yield the difference of two models at each PC(+), pointwise and simultaneously."""
    band, of_all = found.band, found.simultaneous or found
    method = method_cells(band.method, band.spec, resampled=band.resampled)
    parts = (
        (band.x, band.estimate, *_ends(found)),
        _ends(of_all),
    )
    columns = (array.tolist() for part in parts for array in part)
    for x, estimate, lower, upper, shown, *simultaneous in zip(*columns, strict=True):
        pointwise = lower, upper, None if np.isnan(upper) else shown
        known = (None, None, None) if np.isnan(upper) else simultaneous
        yield *names, x, estimate, *pointwise, *method, *known


def _ends(found: DifferenceBand) -> tuple[Any, ...]:
    return found.band.lower, found.band.upper, found.significant


def _auc_comparison(
    snapshot: Snapshot,
    a: TableModel,
    b: TableModel,
    compared: Mapping[tuple[str, str], AucComparison],
) -> tuple[Any, ...]:
    found, level = compared.get((a.info.column, b.info.column)), snapshot.curve_set.level
    group = snapshot.curve_set.dataset.group
    if found is None:
        method = delong_method(NOTHING_IN_COMMON, group)
        return a.name, b.name, None, None, None, None, method, level
    return *_cells(a, b, found), delong_method(found.reason, group), level


def _on_own_cases(snapshot: Snapshot, a: TableModel, b: TableModel) -> tuple[Any, ...]:
    level = snapshot.curve_set.level
    group = snapshot.curve_set.dataset.group
    if group is None:
        found = compare_independent_aucs(a.table, b.table, level)
    else:
        found = compare_independent_groups(a.curves.auc, b.curves.auc)
    method = delong_method(found.reason, group)
    independent = method if found.reason else f"{method}, independent samples"
    return *_cells(a, b, found), independent, level


def _cells(a: TableModel, b: TableModel, found: AucComparison) -> tuple[Any, ...]:
    return a.name, b.name, found.difference, found.low, found.high, found.p_value


def _cost_request(snapshot: Snapshot, model: TableModel) -> IntervalRequest:
    return expected_cost_request(snapshot, model.key)


def _interval(snapshot: Snapshot, found: FigureInterval | Failed | None) -> tuple[Any, ...]:
    """Return the ends of an interval and the cells under `METHOD`, empty where it is unknown."""
    spec = spec_in_force(snapshot)
    if found is None:
        return (None,) * (2 + len(METHOD))
    if isinstance(found, Failed):
        return None, None, no_interval(found.reason), None, spec.level, None
    low, high, words, *drawn = figure_cells(found, spec)
    return low, high, curve_held_fixed(words), *drawn


def _lc_index(snapshot: Snapshot, a: TableModel, b: TableModel, belief: Belief) -> float | None:
    same = envelopes_of(snapshot, a, b)
    return None if same is None else lc_index(*same, belief)


def difference_window_options(snapshot: Snapshot) -> TableOptions:
    """Ask for the selected model and its competitor."""
    competitor = competitor_of(snapshot)
    if snapshot.selected is None or competitor is None:
        return TableOptions(models=frozenset())
    return TableOptions(pair=(snapshot.selected, competitor))

"""The table behind each view of the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.analysis.conditions import model_condition
from costcurve_gui.analysis.intervals.requests import areas_request, known_or_failed
from costcurve_gui.analysis.profit_build_up import build_up_of
from costcurve_gui.analysis.settings import CELLS
from costcurve_gui.analysis.tables import curves as curve_columns
from costcurve_gui.analysis.tables import curves as family_columns
from costcurve_gui.analysis.tables import measures as measure_columns
from costcurve_gui.analysis.tables import multiclass as multiclass_columns
from costcurve_gui.analysis.tables import ranking as rate_columns
from costcurve_gui.analysis.tables.comparisons import COST_TABLES
from costcurve_gui.analysis.tables.intervals import RESAMPLED_TABLES
from costcurve_gui.analysis.tables.table import NOT_COMPUTED, Table
from costcurve_gui.analysis.view_results import lacks_view_result
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.table_kind import TableKind
from costcurve_gui.engine.curves.net_benefit import net_benefit_curve, treat_all, treat_none
from costcurve_gui.engine.validation import are_probabilities

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from costcurve_gui.analysis.curves import ModelCurves
    from costcurve_gui.analysis.snapshot import ModelSnapshot, Snapshot
    from costcurve_gui.analysis.tables.table import Columns

    Compute = Callable[[ModelCurves, Snapshot], Columns]


_FIGURES = ("rate", "prior", "payoff", "profit")
RESULT_HEADERS: Mapping[str, tuple[str, ...]] = {
    "instance_costs": ("model", "start", "benefit", "cost", "positives", "negatives"),
    "build_up": ("model", "cell", *_FIGURES),
    "folds": (
        *("model", "method", "threshold", "x", "y", "std", "lower", "upper"),
        *("x_std", "x_lower", "x_upper", "interval", "level"),
    ),
    "multiclass": multiclass_columns.MULTICLASS_HEADER,
}


def result_parts(view: str, snapshot: Snapshot) -> Iterator[tuple[str, Columns]]:
    """Return name and columns of each model switched on.

    Raises
    ------
    DataError
        Where the job of the view is not done.
    """
    if lacks_view_result(view, snapshot.results):
        raise DataError(NOT_COMPUTED)
    columns = _RESULT_COLUMNS[view]
    for model in snapshot.models.values():
        found = columns(snapshot, model)
        if found is not None:
            yield model.info.name, found


def _instance_costs(snapshot: Snapshot, model: ModelSnapshot) -> Columns:
    """Return what errors cost by descending score; `start` is the rank of a first case, from 1."""
    ranked, factor = snapshot.results.instance_costs or {}, snapshot.miss_factor
    costs = ranked[model.info.key].columns
    starts, benefit = costs.starts[:-1] + 1, costs.benefit * factor
    return starts, benefit, costs.cost, costs.positives, costs.negatives


def _build_up(snapshot: Snapshot, model: ModelSnapshot) -> Columns:
    """Return the four cells of the confusion matrix with the product of each."""
    found = build_up_of(snapshot, model)
    cells = [getattr(found, cell) for cell in CELLS]
    figures = ([getattr(cell, name) for cell in cells] for name in _FIGURES)
    return np.array(CELLS, dtype=object), *(np.array(figure) for figure in figures)


def _folds(snapshot: Snapshot, model: ModelSnapshot) -> Columns | None:
    """Return the averages of a model; None where its folds have none."""
    results = snapshot.results.folds
    if results is None or results.columns is None or model.info.key not in results.curves:
        return None
    return results.columns(model.info.key)


def _multiclass(snapshot: Snapshot, model: ModelSnapshot) -> Columns:
    """Return the areas of every class; no row where there are two classes only."""
    areas = snapshot.results.multiclass or {}
    if model.info.key not in areas:
        return tuple(np.empty(0) for _ in multiclass_columns.MULTICLASS_HEADER[1:])
    rows = zip(*multiclass_columns.class_rows(areas[model.info.key]), strict=True)
    return tuple(np.array(column) for column in rows)


_RESULT_COLUMNS: Mapping[str, Callable[[Snapshot, ModelSnapshot], Columns | None]] = {
    "instance_costs": _instance_costs,
    "build_up": _build_up,
    "folds": _folds,
    "multiclass": _multiclass,
}
VIEW_HEADERS: Mapping[str, tuple[str, ...]] = {
    **curve_columns.CURVE_HEADERS,
    "measures": (*measure_columns.MEASURES_HEADER, *measure_columns.AREA_INTERVALS),
    **{
        view: rate_columns.RANKING_HEADERS[view]
        for view in ("det", "gain", "calibration", "net_benefit", "rates")
    },
    **RESULT_HEADERS,
}
_WHOLE: Mapping[str, Callable[[Snapshot], Table]] = {**COST_TABLES, **RESAMPLED_TABLES}


def curve_table(view: str, snapshot: Snapshot) -> Table:
    """Return every point of the curves in a view, of the models switched on.

    A family has the points of its members instead, with their names in one column more.
    """
    if view in _WHOLE:
        return _WHOLE[view](snapshot)
    of_members = (
        snapshot.curve_set.dataset.kind is TableKind.CONFUSION
        and view in family_columns.FAMILY_HEADERS
    )
    header = family_columns.FAMILY_HEADERS[view] if of_members else VIEW_HEADERS[view]
    if of_members:
        found = _members(view, snapshot)
    else:
        found = result_parts(view, snapshot) if view in RESULT_HEADERS else _parts(view, snapshot)
    return Table.of_parts(header, found)


_OF_ALL_MODELS = frozenset({"measures", "rates", "build_up"})
"""Tables: a hidden curve leaves its model in them."""


def _parts(view: str, snapshot: Snapshot) -> Iterator[tuple[str, Columns]]:
    for model in snapshot.curve_set.models:
        suits = view not in _OF_PROBABILITIES or are_probabilities(model.evaluation.table)
        if suits and (view in _OF_ALL_MODELS or model.info.key in snapshot.shown):
            yield model.info.name, _COLUMNS[view](model, snapshot)
    if view == "net_benefit" and snapshot.shown:
        yield "all", rate_columns.net_benefit_columns(treat_all(snapshot.condition.prior))
        yield "none", rate_columns.net_benefit_columns(treat_none())


def _members(view: str, snapshot: Snapshot) -> Iterator[tuple[str, Columns]]:
    for model in snapshot.curve_set.models:
        if view in _OF_ALL_MODELS or model.info.key in snapshot.shown:
            condition = model_condition(model, snapshot.condition.prior, snapshot.miss_factor)
            columns = family_columns.family_columns(view, model.evaluation, condition)
            yield model.info.name, columns


def _profit(model: ModelCurves, snapshot: Snapshot) -> Columns:
    condition = model_condition(model, snapshot.condition.prior, snapshot.miss_factor)
    return curve_columns.profit_columns(model.evaluation, condition)


def _gain(model: ModelCurves, snapshot: Snapshot) -> Columns:
    return rate_columns.gain_columns(model.evaluation.table, snapshot.condition.prior)


def _net_benefit(model: ModelCurves, snapshot: Snapshot) -> Columns:
    curve = net_benefit_curve(model.evaluation.table, snapshot.condition.prior)
    return rate_columns.net_benefit_columns(curve)


def _rates(model: ModelCurves, snapshot: Snapshot) -> Columns:
    return rate_columns.rates_columns(
        snapshot.models[model.info.key].policy, snapshot.condition.prior
    )


def _measures(model: ModelCurves, snapshot: Snapshot) -> Columns:
    from costcurve_gui.engine.measures import model_measures

    turned, prior = model.info.lower_is_positive, snapshot.condition.prior
    measures = model_measures(model.evaluation, prior, turned=turned)
    row = measure_columns.measure_row("", model.evaluation.table, model.auc, measures)
    intervals = measure_columns.interval_cells(
        model.evaluation.table,
        model.auc.level,
        known_or_failed(snapshot, areas_request(model.info.key)),
        grouped=snapshot.curve_set.dataset.grouped,
    )
    return tuple(np.array([value], dtype=object) for value in (*row[1:], *intervals))


_OF_PROBABILITIES = frozenset({"calibration", "net_benefit"})
_COLUMNS: Mapping[str, Compute] = {
    "roc": lambda model, _: curve_columns.roc_columns(model.evaluation),
    "rociv": lambda model, _: curve_columns.rociv_columns(model.evaluation),
    "cost": lambda model, _: curve_columns.cost_columns(model.evaluation),
    "profit": _profit,
    "det": lambda model, _: rate_columns.det_columns(model.evaluation.table),
    "gain": _gain,
    "calibration": lambda model, snapshot: rate_columns.calibration_columns(
        model.evaluation.table, snapshot.curve_set.level
    ),
    "net_benefit": _net_benefit,
    "rates": _rates,
    "measures": _measures,
}

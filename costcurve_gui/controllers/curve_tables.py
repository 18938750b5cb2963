"""The curves of a view as one table, in the columns of the files that the report writes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.controllers import (
    curve_columns,
    family_columns,
    measure_columns,
    rate_columns,
)
from costcurve_gui.controllers.band_tables import RESAMPLED_TABLES
from costcurve_gui.controllers.cost_tables import COST_TABLES
from costcurve_gui.controllers.curve_columns import CurveTable
from costcurve_gui.controllers.extra_tables import EXTRA_HEADERS, extra_parts
from costcurve_gui.dataio.table_kind import TableKind
from costcurve_gui.engine.curves.net_benefit import net_benefit_curve, treat_all, treat_none
from costcurve_gui.engine.validation import are_probabilities
from costcurve_gui.models.conditions import model_condition
from costcurve_gui.models.uncertainty import areas_wanted, known_or_failed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from costcurve_gui.controllers.curve_columns import Columns
    from costcurve_gui.models.results import Frame, ModelScene

    Compute = Callable[[ModelScene, Frame], Columns]

HEADERS: Mapping[str, tuple[str, ...]] = {
    **curve_columns.HEADERS,
    "measures": (*measure_columns.HEADER, *measure_columns.INTERVALS),
    **{
        view: rate_columns.HEADERS[view]
        for view in ("pr", "det", "gain", "calibration", "net_benefit", "rates")
    },
    **EXTRA_HEADERS,
}

_WHOLE: Mapping[str, Callable[[Frame], CurveTable]] = {**COST_TABLES, **RESAMPLED_TABLES}


def curve_table(view: str, frame: Frame) -> CurveTable:
    """Return every point of the curves in a view, of the models switched on.

    A family has the points of its members instead, with their names in one column more.
    """
    if view in _WHOLE:
        return _WHOLE[view](frame)
    of_members = frame.scene.dataset.kind is TableKind.CONFUSION and view in family_columns.HEADERS
    header = family_columns.HEADERS[view] if of_members else HEADERS[view]
    if of_members:
        found = _members(view, frame)
    else:
        found = extra_parts(view, frame) if view in EXTRA_HEADERS else _parts(view, frame)
    parts = [_with_name(name, columns) for name, columns in found]
    columns = tuple(np.concatenate(column) for column in zip(*parts, strict=True))
    return CurveTable(header, columns or tuple(np.empty(0) for _ in header))


_OF_ALL_MODELS = frozenset({"measures", "rates", "build_up"})
"""Tables: a hidden curve leaves its model in them."""


def _parts(view: str, frame: Frame) -> Iterator[tuple[str, Columns]]:
    for model in frame.scene.models:
        suits = view not in _OF_PROBABILITIES or are_probabilities(model.evaluation.table)
        if suits and (view in _OF_ALL_MODELS or model.info.key in frame.shown):
            yield model.info.name, _COLUMNS[view](model, frame)
    if view == "net_benefit" and frame.shown:
        yield "all", rate_columns.net_benefit_columns(treat_all(frame.condition.prior))
        yield "none", rate_columns.net_benefit_columns(treat_none())


def _members(view: str, frame: Frame) -> Iterator[tuple[str, Columns]]:
    for model in frame.scene.models:
        if view in _OF_ALL_MODELS or model.info.key in frame.shown:
            condition = model_condition(model, frame.condition.prior, frame.miss_factor)
            columns = family_columns.family_columns(view, model.evaluation, condition)
            yield model.info.name, columns


def _profit(model: ModelScene, frame: Frame) -> Columns:
    condition = model_condition(model, frame.condition.prior, frame.miss_factor)
    return curve_columns.profit_columns(model.evaluation, condition)


def _pr(model: ModelScene, frame: Frame) -> Columns:
    return rate_columns.pr_columns(model.evaluation.table, frame.condition.prior)


def _gain(model: ModelScene, frame: Frame) -> Columns:
    return rate_columns.gain_columns(model.evaluation.table, frame.condition.prior)


def _net_benefit(model: ModelScene, frame: Frame) -> Columns:
    curve = net_benefit_curve(model.evaluation.table, frame.condition.prior)
    return rate_columns.net_benefit_columns(curve)


def _rates(model: ModelScene, frame: Frame) -> Columns:
    return rate_columns.rates_columns(frame.models[model.info.key].policy, frame.condition.prior)


def _measures(model: ModelScene, frame: Frame) -> Columns:
    from costcurve_gui.engine.measures import model_measures

    turned, prior = model.info.lower_is_positive, frame.condition.prior
    measures = model_measures(model.evaluation, prior, turned=turned)
    row = measure_columns.measure_row("", model.evaluation.table, model.auc, measures)
    intervals = measure_columns.interval_cells(
        model.evaluation.table,
        model.auc.level,
        known_or_failed(frame, areas_wanted(model.info.key)),
        grouped=frame.scene.dataset.grouped,
    )
    return tuple(np.array([value], dtype=object) for value in (*row[1:], *intervals))


_OF_PROBABILITIES = frozenset({"calibration", "net_benefit"})
_COLUMNS: Mapping[str, Compute] = {
    "roc": lambda model, _: curve_columns.roc_columns(model.evaluation),
    "rociv": lambda model, _: curve_columns.rociv_columns(model.evaluation),
    "cost": lambda model, _: curve_columns.cost_columns(model.evaluation),
    "profit": _profit,
    "pr": _pr,
    "det": lambda model, _: rate_columns.det_columns(model.evaluation.table),
    "gain": _gain,
    "calibration": lambda model, frame: rate_columns.calibration_columns(
        model.evaluation.table, frame.scene.level
    ),
    "net_benefit": _net_benefit,
    "rates": _rates,
    "measures": _measures,
}


def _with_name(name: str, columns: Columns) -> Columns:
    return (np.full(columns[0].size, name, dtype=object), *columns)

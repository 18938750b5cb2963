"""The tables behind the views of the cost family, in the columns of the report if it has them."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.controllers.band_columns import HEADERS, bare_difference_rows, difference_rows
from costcurve_gui.controllers.common_cases import settled
from costcurve_gui.controllers.curve_columns import table_of_rows
from costcurve_gui.engine.cost.difference import lc_index
from costcurve_gui.engine.resampling.band import PC_GRID
from costcurve_gui.models.common_cases import common_in
from costcurve_gui.models.state import RegretReading
from costcurve_gui.models.uncertainty import difference_wanted, failure, known

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from costcurve_gui.controllers.curve_columns import CurveTable
    from costcurve_gui.engine.cost.belief import Belief
    from costcurve_gui.models.results import Frame

_UNKNOWN = np.full(PC_GRID.size, np.nan)


def _name(frame: Frame, key: str) -> str:
    return frame.models[key].info.name


def _difference(frame: Frame) -> CurveTable:
    """Return the difference at the PC(+) values of the report, with its band once it is known."""
    frame = settled(frame)
    rival, found = frame.cost_answers.rival(), frame.cost_answers.comparison()
    if frame.selected is None or rival is None:
        return table_of_rows(HEADERS["difference"], ())
    names = _name(frame, frame.selected), _name(frame, rival)
    wanted = difference_wanted(frame)
    band, level = known(frame, wanted), frame.settings.bands.spec.level
    if band is not None:
        return table_of_rows(HEADERS["difference"], difference_rows(names, band))
    values = _UNKNOWN if found is None else found.difference.value_at(PC_GRID)
    rows = bare_difference_rows(names, PC_GRID, values, failure(frame, wanted), level)
    return table_of_rows(HEADERS["difference"], rows)


def _superiority(frame: Frame) -> CurveTable:
    answers = settled(frame).cost_answers
    rows = (
        (_name(frame, key), *part) for key, parts in answers.cheapest().items() for part in parts
    )
    trivial = (
        (key, low, high) for low, high, (key, *_) in answers.winners() if key not in frame.models
    )
    return table_of_rows(("model", "pc_low", "pc_high"), (*rows, *trivial))


def _regret(frame: Frame) -> CurveTable:
    reading = frame.settings.views.regret
    if reading is RegretReading.LOSS_DIFFERENCE:
        return _loss(frame)
    view, *axes = _REGRET[reading]
    curves = frame.curves_of(view)
    rows = (
        (_name(frame, key), 10**x if reading is RegretReading.COST_RATIO else x, y)
        for key, curve in curves.items()
        for x, y in zip(curve.x, curve.y, strict=True)
    )
    return table_of_rows(("model", *axes), rows)


def _loss(frame: Frame) -> CurveTable:
    found = settled(frame).cost_answers.comparison()
    header = ("model_a", "model_b", "prior", "loss_difference")
    if found is None:
        return table_of_rows(header, ())
    a, b = _name(frame, found.model), _name(frame, found.rival)
    rows = zip(found.loss.prior, found.loss.cost, strict=True)
    return table_of_rows(header, ((a, b, *row) for row in rows))


def _expected_cost(frame: Frame) -> CurveTable:
    belief = str(frame.settings.belief)
    rows = (
        (_name(frame, key), belief, one.expected_cost)
        for key, one in frame.cost_answers.figures().items()
    )
    return table_of_rows(("model", "belief", "expected_normalized_cost"), rows)


def _lc_index(frame: Frame) -> CurveTable:
    """Return the index of every pair; where the belief is no triangle, its corners are empty.

    It is that of the cases that both scored, and empty where these lack a class.
    """
    belief = frame.settings.belief
    corners = tuple(getattr(belief, part, np.nan) for part in ("lo", "mode", "hi"))
    shown = [one for one in frame.scene.models if one.info.key in frame.models]
    rows = (
        (
            *(a.info.name, b.info.name, *corners),
            _index(frame, (a.info.key, b.info.key), belief),
        )
        for a, b in combinations(shown, 2)
    )
    return table_of_rows(("model_a", "model_b", "lo", "mode", "hi", "lc_index"), rows)


def _index(frame: Frame, keys: tuple[str, str], belief: Belief) -> float:
    """Compare two models over the cases that both scored, drawn anew where nobody needed them."""
    same, source = common_in(frame, keys), frame.scene.common
    if not same.curves and source is not None:
        same = source.find(keys)
    a, b = (same.curves.get(key) for key in keys)
    return np.nan if a is None or b is None else lc_index(a, b, belief)


_REGRET = {
    RegretReading.MONEY: ("regret_money", "prior", "expected_cost"),
    RegretReading.ERROR_RATE: ("regret_errors", "prior", "error_rate"),
    RegretReading.COST_RATIO: ("regret_ratio", "cost_ratio", "normalized_expected_cost"),
}
COST_TABLES: Mapping[str, Callable[[Frame], CurveTable]] = {
    "difference": _difference,
    "superiority": _superiority,
    "regret": _regret,
    "expected_cost": _expected_cost,
    "lc_index": _lc_index,
}

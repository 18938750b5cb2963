"""Tables of the cost family: difference, superiority, regret, expected cost, LC index."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.analysis.common_case_requests import common_in, with_all_common_cases
from costcurve_gui.analysis.cost_comparisons import cost_comparisons
from costcurve_gui.analysis.intervals.requests import difference_request, failure, known
from costcurve_gui.analysis.snapshot import rival_of
from costcurve_gui.analysis.tables.intervals import (
    INTERVAL_HEADERS,
    difference_rows,
    difference_rows_without_band,
)
from costcurve_gui.analysis.tables.table import Table
from costcurve_gui.analysis.view_curves import view_curves
from costcurve_gui.analysis.view_settings import RegretReading
from costcurve_gui.engine.cost.difference import lc_index
from costcurve_gui.engine.resampling.band import PC_GRID

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.cost.belief import Belief

_UNKNOWN = np.full(PC_GRID.size, np.nan)


def _name(snapshot: Snapshot, key: str) -> str:
    return snapshot.models[key].info.name


def _difference(snapshot: Snapshot) -> Table:
    """Return the difference at the PC(+) values of the report, with its band once it is known."""
    snapshot = with_all_common_cases(snapshot)
    rival, found = rival_of(snapshot), cost_comparisons(snapshot).comparison
    if snapshot.selected is None or rival is None:
        return Table.of_rows(INTERVAL_HEADERS["difference"], ())
    names = _name(snapshot, snapshot.selected), _name(snapshot, rival)
    wanted = difference_request(snapshot)
    band, level = known(snapshot, wanted), snapshot.settings.bands.spec.level
    if band is not None:
        return Table.of_rows(INTERVAL_HEADERS["difference"], difference_rows(names, band))
    values = _UNKNOWN if found is None else found.difference.value_at(PC_GRID)
    rows = difference_rows_without_band(names, PC_GRID, values, failure(snapshot, wanted), level)
    return Table.of_rows(INTERVAL_HEADERS["difference"], rows)


def _superiority(snapshot: Snapshot) -> Table:
    found = cost_comparisons(with_all_common_cases(snapshot))
    rows = (
        (_name(snapshot, key), *part) for key, parts in found.cheapest.items() for part in parts
    )
    trivial = (
        (key, low, high) for low, high, (key, *_) in found.winners if key not in snapshot.models
    )
    return Table.of_rows(("model", "pc_low", "pc_high"), (*rows, *trivial))


def _regret(snapshot: Snapshot) -> Table:
    reading = snapshot.settings.views.regret
    if reading is RegretReading.LOSS_DIFFERENCE:
        return _loss(snapshot)
    view, *axes = _REGRET[reading]
    curves = view_curves(snapshot, view)
    rows = (
        (_name(snapshot, key), 10**x if reading is RegretReading.COST_RATIO else x, y)
        for key, curve in curves.items()
        for x, y in zip(curve.x, curve.y, strict=True)
    )
    return Table.of_rows(("model", *axes), rows)


def _loss(snapshot: Snapshot) -> Table:
    found = cost_comparisons(with_all_common_cases(snapshot)).comparison
    header = ("model_a", "model_b", "prior", "loss_difference")
    if found is None:
        return Table.of_rows(header, ())
    a, b = _name(snapshot, found.model), _name(snapshot, found.rival)
    rows = zip(found.loss.prior, found.loss.cost, strict=True)
    return Table.of_rows(header, ((a, b, *row) for row in rows))


def _expected_cost(snapshot: Snapshot) -> Table:
    belief = str(snapshot.settings.belief)
    rows = (
        (_name(snapshot, key), belief, one.expected_cost)
        for key, one in cost_comparisons(snapshot).figures.items()
    )
    return Table.of_rows(("model", "belief", "expected_normalized_cost"), rows)


def _lc_index(snapshot: Snapshot) -> Table:
    """Return the index of every pair; where the belief is no triangle, its corners are empty.

    It is that of the cases that both scored, and empty where these lack a class.
    """
    belief = snapshot.settings.belief
    corners = tuple(getattr(belief, part, np.nan) for part in ("lo", "mode", "hi"))
    shown = [one for one in snapshot.curve_set.models if one.info.key in snapshot.models]
    rows = (
        (
            *(a.info.name, b.info.name, *corners),
            _index(snapshot, (a.info.key, b.info.key), belief),
        )
        for a, b in combinations(shown, 2)
    )
    return Table.of_rows(("model_a", "model_b", "lo", "mode", "hi", "lc_index"), rows)


def _index(snapshot: Snapshot, keys: tuple[str, str], belief: Belief) -> float:
    """Compare two models over the cases that both scored, redrawn where nobody needed them."""
    same, source = common_in(snapshot, keys), snapshot.curve_set.common
    if not same.curves and source is not None:
        same = source.find(keys)
    a, b = (same.curves.get(key) for key in keys)
    return np.nan if a is None or b is None else lc_index(a, b, belief)


_REGRET = {
    RegretReading.MONEY: ("regret_money", "prior", "expected_cost"),
    RegretReading.ERROR_RATE: ("regret_errors", "prior", "error_rate"),
    RegretReading.COST_RATIO: ("regret_ratio", "cost_ratio", "normalized_expected_cost"),
}
COST_TABLES: Mapping[str, Callable[[Snapshot], Table]] = {
    "difference": _difference,
    "superiority": _superiority,
    "regret": _regret,
    "expected_cost": _expected_cost,
    "lc_index": _lc_index,
}

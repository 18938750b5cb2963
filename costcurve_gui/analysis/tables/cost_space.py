"""Tables of the cost family that only the window has: superiority and regret."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.analysis.common_case_requests import with_all_common_cases
from costcurve_gui.analysis.cost_comparisons import cost_comparisons
from costcurve_gui.analysis.tables.table import Table
from costcurve_gui.analysis.view_curves import view_curves
from costcurve_gui.analysis.view_settings import RegretReading

if TYPE_CHECKING:
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.tables.options import TableOptions

_REGRET = {
    RegretReading.MONEY: ("regret_money", "prior", "expected_cost"),
    RegretReading.ERROR_RATE: ("regret_errors", "prior", "error_rate"),
    RegretReading.COST_RATIO: ("regret_ratio", "cost_ratio", "normalized_expected_cost"),
}


def superiority_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return where each model, or a trivial classifier, is the cheapest."""
    del options
    found = cost_comparisons(with_all_common_cases(snapshot))
    rows = (
        (_name(snapshot, key), *part) for key, parts in found.cheapest.items() for part in parts
    )
    trivial = (
        (key, low, high) for low, high, (key, *_) in found.winners if key not in snapshot.models
    )
    return Table.of_rows(("model", "pc_low", "pc_high"), (*rows, *trivial))


def regret_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return the curves in the reading that the view shows."""
    del options
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
    a, b = _name(snapshot, found.model), _name(snapshot, found.competitor)
    rows = zip(found.loss.prior, found.loss.cost, strict=True)
    return Table.of_rows(header, ((a, b, *row) for row in rows))


def _name(snapshot: Snapshot, key: str) -> str:
    return snapshot.models[key].info.name

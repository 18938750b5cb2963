"""Cost in money and by other axes: superiority, regret, error rate, cost ratio, loss difference."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from costcurve_gui.analysis.common_case_requests import with_all_common_cases
from costcurve_gui.analysis.cost_comparisons import compared_means, cost_comparisons
from costcurve_gui.analysis.tables.comparisons import difference_window_options, on_common_cases
from costcurve_gui.analysis.tables.options import pairs_of
from costcurve_gui.analysis.tables.table import Table
from costcurve_gui.analysis.view_curves import view_curves
from costcurve_gui.analysis.view_settings import RegretReading
from costcurve_gui.engine.cost.difference import cost_difference, loss_difference

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.tables.options import TableModel, TableOptions

SUPERIORITY_HEADER = ("model", "pc_low", "pc_high")
LOSS_HEADER = ("model_a", "model_b", "prior", "loss_difference")


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
    return Table.of_rows(SUPERIORITY_HEADER, (*rows, *trivial))


def regret_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return the expected cost in money over the prior, the costs fixed."""
    del options
    return _curves(snapshot, "regret_money", "prior", "expected_cost")


def error_rate_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return the lowest error rate over the prior."""
    del options
    return _curves(snapshot, "regret_errors", "prior", "error_rate")


def cost_ratio_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return the normalized cost over the ratio of costs, the prior fixed (Turney's axis)."""
    del options
    found = _curves(snapshot, "regret_ratio", "cost_ratio", "normalized_expected_cost")
    names, logarithms, cost = found.columns
    return Table(found.header, (names, 10.0**logarithms, cost))


def loss_difference_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return what model a costs more than model b in money over the prior."""
    rows = (row for pair in pairs_of(snapshot, options) for row in _loss(snapshot, *pair))
    return Table.of_rows(LOSS_HEADER, rows)


def shown_reading_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return the reading that the view shows."""
    reading = snapshot.settings.views.regret
    if reading is RegretReading.LOSS_DIFFERENCE:
        return loss_difference_table(snapshot, difference_window_options(snapshot))
    return _READINGS[reading](snapshot, options)


_READINGS = {
    RegretReading.MONEY: regret_table,
    RegretReading.ERROR_RATE: error_rate_table,
    RegretReading.COST_RATIO: cost_ratio_table,
}


def _curves(snapshot: Snapshot, view: str, x: str, y: str) -> Table:
    curves = view_curves(snapshot, view).items()
    parts = ((_name(snapshot, key), (curve.x, curve.y)) for key, curve in curves)
    return Table.of_parts(("model", x, y), parts)


def _loss(snapshot: Snapshot, a: TableModel, b: TableModel) -> Iterator[tuple[Any, ...]]:
    """Yield the vertices of the difference of two models; none where they cannot be compared."""
    same = on_common_cases(snapshot, a, b)
    if not same.evaluations:
        return
    one, other = (same.evaluations[model.key] for model in (a, b))
    means = compared_means(same, one, snapshot.condition, snapshot.miss_factor)
    difference = cost_difference(one.envelope, other.envelope)
    loss = loss_difference(difference, means.fn_cost, means.fp_cost)
    for point in zip(loss.prior.tolist(), loss.cost.tolist(), strict=True):
        yield a.name, b.name, *point


def _name(snapshot: Snapshot, key: str) -> str:
    return snapshot.models[key].info.name

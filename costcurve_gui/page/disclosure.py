"""Which thresholds a page may show where small groups of cases must not be told apart.

Between two thresholds of a page, and on either side of each, there are at least so many cases of
either class as the minimum asks for. Then no figure of the page is about fewer.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.analysis.conditions import model_condition
from costcurve_gui.analysis.recommended import recommended_model
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.engine.roc.hull import Chain, upper_hull
from costcurve_gui.engine.selection.criteria import best as best_by_objective
from costcurve_gui.engine.selection.policy_evaluation import row_policy
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurve_gui.analysis.curves import ModelCurves
    from costcurve_gui.analysis.snapshot import ModelSnapshot, Snapshot
    from costcurve_gui.engine.arrays import Counts, Indices
    from costcurve_gui.engine.selection.policy import Policy


def tellable_rows(model: ModelCurves, minimum: float, points: int, keep: int) -> Indices:
    """Return the rows of a model's table that may be shown, at most about `points`.

    The row `keep` is among them if it may be shown at all.
    """
    fps, tps = (column.astype(np.float64) for column in _counts(model))
    last = fps.size - 1
    least = max(minimum, 2 * (fps[-1] + tps[-1]) / points if last > points else 0)
    stops = [keep, last] if 0 < keep < last and is_tellable(model, keep, minimum) else [last]
    rows = [0]
    for stop in stops:
        rows += _steps(fps, tps, rows[-1], stop, (minimum, least))
        rows.append(stop)
    return np.array(rows, dtype=np.int64)


def _steps(
    fps: Counts, tps: Counts, start: int, stop: int, sizes: tuple[float, float]
) -> Iterator[int]:
    """Yield rows between two others: each step holds enough of each class, the last one too."""
    minimum, least = sizes
    row = start
    while True:
        by_size = int(np.searchsorted(fps + tps, fps[row] + tps[row] + least))
        by_class = (int(np.searchsorted(column, column[row] + minimum)) for column in (fps, tps))
        row = max(by_size, *by_class)
        if row >= stop or fps[stop] - fps[row] < minimum or tps[stop] - tps[row] < minimum:
            return
        yield row


def _counts(model: ModelCurves) -> tuple[Counts, Counts]:
    table = model.evaluation.table
    return table.fps, table.tps


def is_tellable(model: ModelCurves, row: int, minimum: float) -> bool:
    """Whether a threshold has enough cases of each class on each side, or all on one."""
    table = model.evaluation.table
    if row in (0, len(table) - 1):
        return True
    at = np.array([row])
    fp, tp = float(table.fps_at(at)[0]), float(table.tps_at(at)[0])
    return min(fp, tp, table.negatives - fp, table.positives - tp) >= minimum


def hull_places(model: ModelCurves, rows: Indices) -> Indices:
    """Return which of some rows are vertices of the hull of those rows, by their place."""
    rates = model.evaluation.rates
    x, y = rates.fpr_at(rows), rates.tpr_at(rows)
    return upper_hull(Chain(np.arange(rows.size), x, y)).rows


def told(snapshot: Snapshot, minimum: float, points: int) -> tuple[Snapshot, tuple[str, ...]]:
    """Return the snapshot with rules that may be told, and the models whose rule had to change.

    Where a model's best threshold may not be told, the best of those that may takes its place.

    Raises
    ------
    DataError
        Where another rule than the best threshold leads to one that may not be told.
    """
    if not minimum:
        return snapshot, ()
    curves = {model.info.key: model for model in snapshot.curve_set.models}
    models = {
        key: _told(snapshot, curves[key], one, minimum, points)
        for key, one in snapshot.models.items()
    }
    changed = tuple(one.info.name for key, one in models.items() if one is not snapshot.models[key])
    if not changed:
        return snapshot, ()
    data, objective = snapshot.curve_set.dataset, snapshot.settings.objective
    winner = recommended_model(models, data, objective)
    chosen = snapshot.settings.selected in models
    selected = snapshot.selected if chosen else winner
    return replace(snapshot, models=models, best=winner, selected=selected), changed


def _told(
    snapshot: Snapshot, model: ModelCurves, one: ModelSnapshot, minimum: float, points: int
) -> ModelSnapshot:
    policy = one.policy
    used = [row for row in (policy.index, policy.index_2) if row is not None]
    last = len(model.evaluation.table)
    if all(is_tellable(model, row % last, minimum) for row in used):
        return one
    if not snapshot.settings.chooses_least_cost:
        raise DataError(
            tr(
                "The rule of {name} leaves fewer than {minimum:g} cases of a class on one side "
                "of its threshold; a smaller minimum count, or 0, would be accepted",
                name=one.info.name,
                minimum=minimum,
            )
        )
    return replace(one, policy=_best_told(snapshot, model, policy, minimum, points))


def _best_told(
    snapshot: Snapshot, model: ModelCurves, policy: Policy, minimum: float, points: int
) -> Policy:
    rows = tellable_rows(model, minimum, points, 0)
    condition = model_condition(model, snapshot.condition.prior, snapshot.miss_factor)
    found = {
        str(row): row_policy(policy.criterion, model.evaluation, condition, int(row))
        for row in rows[hull_places(model, rows)]
    }
    return found[best_by_objective(found, snapshot.settings.objective)]

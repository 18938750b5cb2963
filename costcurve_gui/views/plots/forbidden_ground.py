"""Ground that bounds exclude, hatched in every view: of the plane, or of the selected model."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np

from costcurve_gui.engine.cost.condition import prior_at
from costcurve_gui.views.plotting.marks import Forbidden
from costcurve_gui.views.plotting.plot_view import selected_curves

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from costcurve_gui.analysis.curves import ModelCurves
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.arrays import Bools
    from costcurve_gui.engine.cost.payoff import PayoffMeans
    from costcurve_gui.engine.selection.bounds import Bound
    from costcurve_gui.views.plotting.marks import Mark

_CONDITIONS = 500  # at which the cheapest threshold is held against the bounds
_SLACK = 1e-9
# Neither moves while the condition is dragged.
_CONDITIONS_OF: WeakKeyDictionary[ModelCurves, tuple[object, list[Mark]]] = WeakKeyDictionary()
_FAR = 1e6  # of an axis that has no end


def forbidden_shares(snapshot: Snapshot) -> list[Mark]:
    """Return the shares acted on at which the selected model breaks a bound, on either side."""
    key, model = snapshot.selected, selected_curves(snapshot)
    if not snapshot.settings.selection.engine_bounds or key is None or model is None:
        return []
    curve = snapshot.models[key].profit
    return _outside(curve.x[_within(snapshot, model, curve.indices)])


def forbidden_rates(snapshot: Snapshot) -> list[Mark]:
    """Return the sides of ROC space where the bounds in force are broken."""
    prior = snapshot.condition.prior
    planes = [bound.at(prior) for bound in snapshot.settings.selection.engine_bounds]
    return [Forbidden(plane.by_fpr, plane.by_tpr, plane.limit) for plane in planes]


def forbidden_cost_shares(snapshot: Snapshot) -> list[Mark]:
    """Return where the selected model breaks a bound in the space of shares of costs.

    Bounds count cases. Where costs vary from case to case they are no lines there: hatched is what
    lies beyond the thresholds that keep them, below the last and on the right of the first.
    """
    model = selected_curves(snapshot)
    if not snapshot.settings.selection.engine_bounds or model is None:
        return []
    if model.evaluation.rates is model.evaluation.table:
        return forbidden_rates(snapshot)
    kept = _within(snapshot, model, model.rociv.indices)
    if not kept.any():
        return _outside(model.rociv.x[kept])
    least, most = float(model.rociv.y[kept].min()), float(model.rociv.x[kept].max())
    below = [Forbidden(0.0, -1.0, -least)] if least > _SLACK else []
    return [*below, *([Forbidden(1.0, 0.0, most)] if most < 1 - _SLACK else [])]


def forbidden_scores(snapshot: Snapshot) -> list[Mark]:
    """Return the scores from 0 to 1 from which on the selected model cannot act within bounds."""
    model = selected_curves(snapshot)
    if not snapshot.settings.selection.engine_bounds or model is None:
        return []
    rows = model.roc.indices
    kept = _within(snapshot, model, rows)
    highest = model.evaluation.table.thresholds[rows]
    lowest = np.append(highest[1:], 0.0)  # a rule is that of all scores down to the next one
    return _outside(np.concatenate([lowest[kept], highest[kept]]).clip(0.0, 1.0))


def _within(snapshot: Snapshot, model: ModelCurves, rows: NDArray[np.int64]) -> Bools:
    """Return which rows of a model's table keep all bounds in force."""
    fpr, tpr = model.evaluation.table.fpr_at(rows), model.evaluation.table.tpr_at(rows)
    kept = np.ones(fpr.size, np.bool_)
    for bound in snapshot.settings.selection.engine_bounds:
        kept &= bound.at(snapshot.condition.prior).holds(fpr, tpr)
    return kept


def forbidden_conditions(snapshot: Snapshot) -> list[Mark]:
    """Return the conditions at which the cheapest threshold of the selected model breaks a bound.

    Along PC(+) the prior changes and the costs stay, so that a bound on cases or on precision is
    another one at each condition. Hatched is what lies on either side of all conditions that do.
    """
    bounds, model = snapshot.settings.selection.engine_bounds, selected_curves(snapshot)
    if not bounds or model is None:
        return []
    means = snapshot.condition.means
    asked = bounds, means.fn_cost, means.fp_cost
    known = _CONDITIONS_OF.get(model)
    if known is None or known[0] != asked:
        kept = _conditions_within(model, bounds, means)
        known = _CONDITIONS_OF[model] = asked, _outside(kept, 0.5 / _CONDITIONS)
    return known[1]


def _conditions_within(
    model: ModelCurves, bounds: Sequence[Bound], means: PayoffMeans
) -> NDArray[np.float64]:
    """Return the conditions at which the cheapest threshold keeps all bounds."""
    envelope, table = model.evaluation.envelope, model.evaluation.table
    at = np.linspace(0.0, 1.0, _CONDITIONS + 1)
    at = (at[:-1] + at[1:]) / 2  # between the ends, where everybody is of one class
    corners = np.searchsorted(envelope.pc_plus, at, side="right") - 1
    rows = envelope.indices[np.clip(corners, 0, envelope.indices.size - 1)]
    fpr, tpr = table.fpr_at(rows), table.tpr_at(rows)
    priors = prior_at(at, means.fn_cost, means.fp_cost)
    kept = [
        all(bound.at(prior).holds(*point) for bound in bounds)
        for prior, *point in zip(priors, fpr, tpr, strict=True)
    ]
    found: NDArray[np.float64] = at[kept]
    return found


def _outside(kept: NDArray[np.float64], margin: float = 0.0) -> list[Mark]:
    """Return the ground on either side of places from 0 to 1; all of it where there are none."""
    if not kept.size:
        return [Forbidden(1.0, 0.0, -1.0)]
    low, high = float(kept.min()) - margin, float(kept.max()) + margin
    sides = [Forbidden(-1.0, 0.0, -low)] if low > _SLACK else []
    return [*sides, *([Forbidden(1.0, 0.0, high)] if high < 1 - _SLACK else [])]


def forbidden_recalls(snapshot: Snapshot) -> list[Mark]:
    """Return where recall and precision break a bound whose limit is a straight line there.

    With k = pi / (1 - pi) a bound a fpr + b tpr > c is x (a k (1 - y) + b y) > c y. It is straight
    for a bound on recall, on precision, and on the cases acted on; on the fpr it is not.
    """
    prior = snapshot.condition.prior
    marks: list[Mark] = []
    for bound in snapshot.settings.selection.engine_bounds:
        plane = bound.at(prior)
        share = plane.by_fpr * prior / (1 - prior)
        if plane.by_fpr == 0:
            marks.append(Forbidden(plane.by_tpr, 0.0, plane.limit))
        elif plane.limit == 0:
            marks.append(Forbidden(0.0, plane.by_tpr - share, -share))
        elif math.isclose(share, plane.by_tpr, rel_tol=1e-9):
            marks.append(Forbidden(share, -plane.limit, 0.0))
    return marks


def forbidden_errors(snapshot: Snapshot, place: Callable[[float], float]) -> list[Mark]:
    """Return where both error rates, each at its `place`, break a bound on one of them."""
    marks: list[Mark] = []
    for bound in snapshot.settings.selection.engine_bounds:
        plane = bound.at(snapshot.condition.prior)
        if plane.by_tpr == 0:
            marks.append(Forbidden(1.0, 0.0, _placed(plane.limit / plane.by_fpr, place)))
        elif plane.by_fpr == 0:
            marks.append(Forbidden(0.0, 1.0, _placed(1 - plane.limit / plane.by_tpr, place)))
    return marks


def _placed(rate: float, place: Callable[[float], float]) -> float:
    """Return the place of a rate; rates of 0 and 1 are farther than any axis reaches."""
    if 0 < rate < 1:
        return place(rate)
    return -_FAR if rate <= 0 else _FAR

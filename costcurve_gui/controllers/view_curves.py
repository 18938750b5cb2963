"""Curves of the views that stand behind others, computed when one comes to the front."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import distinct
from costcurve_gui.engine.validation import are_probabilities
from costcurve_gui.models.results import DrawnCurve

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.models.results import ModelScene

    Compute = Callable[["ModelScene", "OperatingCondition"], DrawnCurve]

MOST_POINTS = 4000
_NEAR_THE_ENDS = 400
_STAKES = np.arange(1, 400) / 400
_NOTHING, _NO_ROWS = np.empty(0), np.empty(0, dtype=np.int64)
_DECADES = 3  # of cost ratios to either side of 1, at least


class ViewCurves:
    """The curves of one frame by view, each computed once and only when a view asks for it.

    Parameters
    ----------
    models : sequence of (ModelScene, OperatingCondition)
        The models switched on, each with the condition over the rows that it scored.
    """

    def __init__(self, models: Sequence[tuple[ModelScene, OperatingCondition]]) -> None:
        self._models = models
        self._known: dict[str, Mapping[str, DrawnCurve]] = {}

    def __call__(self, view: str) -> Mapping[str, DrawnCurve]:
        """Return the curves of a view by model key."""
        if view not in self._known:
            compute = _CURVES[view]
            self._known[view] = {
                model.info.key: compute(model, condition) for model, condition in self._models
            }
        return self._known[view]


def thinned_rows(model: ModelScene) -> NDArray[np.int64]:
    """Return the rows of a table that a curve of another shape than ROC is drawn through.

    Evenly chosen ones, all that can be best, and more of them near both ends, where a curve over
    recall or on an axis of normal deviates still moves within a few rows.
    """
    drawn, last = model.roc.indices, int(model.roc.indices[-1])
    even = drawn[:: max(1, len(drawn) // MOST_POINTS)]
    ends = np.unique(np.geomspace(1, max(last, 1), _NEAR_THE_ENDS).astype(np.int64))
    near = ends[ends <= last]
    hull = model.evaluation.roc_hull.indices
    return distinct(even, near, last - near, drawn[-1:], hull, model.evaluation.rociv_hull.indices)


def _precision_recall(model: ModelScene, condition: OperatingCondition) -> DrawnCurve:
    from costcurve_gui.engine.curves.ranking import precision_recall_curve

    rows = thinned_rows(model)
    curve = precision_recall_curve(model.evaluation.table, condition.prior, rows)
    known = ~np.isnan(curve.precision)  # of nobody there is no precision
    return DrawnCurve(curve.recall[known], curve.precision[known], rows[known])


def _det(model: ModelScene, _condition: OperatingCondition) -> DrawnCurve:
    from costcurve_gui.engine.curves.det import probit

    return _det_on(probit, model)


def _det_log(model: ModelScene, _condition: OperatingCondition) -> DrawnCurve:
    from costcurve_gui.engine.curves.det import log_rate

    return _det_on(log_rate, model)


def _det_on(scale: Callable[[Floats], Floats], model: ModelScene) -> DrawnCurve:
    from costcurve_gui.engine.curves.det import det_curve

    rows = thinned_rows(model)
    curve = det_curve(model.evaluation.table, rows)
    drawn = curve.drawable
    return DrawnCurve(scale(curve.fpr[drawn]), scale(curve.fnr[drawn]), rows[drawn])


def _gain(model: ModelScene, condition: OperatingCondition) -> DrawnCurve:
    from costcurve_gui.engine.curves.ranking import gain_curve

    rows = thinned_rows(model)
    curve = gain_curve(model.evaluation.table, condition.prior, rows)
    return DrawnCurve(curve.fraction_targeted, curve.gain, rows)


def _lift(model: ModelScene, condition: OperatingCondition) -> DrawnCurve:
    from costcurve_gui.engine.curves.ranking import gain_curve

    rows = thinned_rows(model)[1:]  # of nobody there is no lift
    curve = gain_curve(model.evaluation.table, condition.prior, rows)
    return DrawnCurve(curve.fraction_targeted, curve.lift, rows)


def _net_benefit(model: ModelScene, condition: OperatingCondition) -> DrawnCurve:
    """Return a point for each threshold probability; none where scores are no probabilities."""
    from costcurve_gui.engine.curves.net_benefit import net_benefit_curve

    table = model.evaluation.table
    if not are_probabilities(table):
        return DrawnCurve(_NOTHING, _NOTHING, _NO_ROWS)
    curve = net_benefit_curve(table, condition.prior, _STAKES)
    return DrawnCurve(_STAKES, curve.net_benefit, table.rows_at_thresholds(_STAKES))


def _regret_in_money(model: ModelScene, condition: OperatingCondition) -> DrawnCurve:
    from costcurve_gui.engine.cost.cost_curve import regret_curve

    envelope, means = model.evaluation.envelope, condition.means
    curve = regret_curve(envelope, means.fn_cost, means.fp_cost)
    return DrawnCurve(curve.prior, curve.cost, envelope.indices)


def _regret_in_errors(model: ModelScene, condition: OperatingCondition) -> DrawnCurve:
    from costcurve_gui.engine.cost.cost_curve import lower_envelope

    del condition
    envelope = lower_envelope(model.evaluation.roc_hull)
    # With every error at cost 1, PC(+) is the prior and the cost is the error rate.
    return DrawnCurve(envelope.pc_plus, envelope.cost, envelope.indices)


def _regret_over_ratios(model: ModelScene, condition: OperatingCondition) -> DrawnCurve:
    from costcurve_gui.engine.cost.cost_curve import cost_ratio_curve

    envelope, prior = model.evaluation.envelope, condition.prior
    decades = max(_DECADES, math.ceil(abs(math.log10(condition.cost_ratio))))
    curve = cost_ratio_curve(envelope, prior, 10.0**-decades, 10.0**decades)
    at_stake = prior * curve.cost_ratio
    rows = envelope.indices[envelope.segment_at(at_stake / (at_stake + (1 - prior)))]
    return DrawnCurve(np.log10(curve.cost_ratio), curve.cost, rows)


_CURVES: Mapping[str, Compute] = {
    "pr": _precision_recall,
    "det": _det,
    "det_log": _det_log,
    "gain": _gain,
    "lift": _lift,
    "net_benefit": _net_benefit,
    "regret_money": _regret_in_money,
    "regret_errors": _regret_in_errors,
    "regret_ratio": _regret_over_ratios,
}

"""Curves that single views draw, computed when a view asks for them."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast
from weakref import WeakKeyDictionary

import numpy as np

from costcurve_gui.analysis.curves import DrawnCurve
from costcurve_gui.analysis.memo import once
from costcurve_gui.analysis.regret_space import ratio_decades
from costcurve_gui.analysis.snapshot import condition_of
from costcurve_gui.analysis.view_settings import PartialAxis
from costcurve_gui.engine.arrays import distinct, read_only
from costcurve_gui.engine.counts.family import FamilyTable
from costcurve_gui.engine.counts.rate_source import ClassSums, RateSource
from costcurve_gui.engine.curves.net_benefit import net_benefit, treat_all
from costcurve_gui.engine.validation import are_probabilities

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from numpy.typing import NDArray

    from costcurve_gui.analysis.curves import ModelCurves
    from costcurve_gui.analysis.snapshot import ModelSnapshot, Snapshot
    from costcurve_gui.analysis.view_settings import ViewChoices
    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.roc.area import Axis, PartialAuc, RunningArea

    Compute = Callable[["ModelCurves", "OperatingCondition"], DrawnCurve]


MOST_POINTS = 4000
_NEAR_THE_ENDS = 400
_POINTS_OF_LIFT = 200
_NOTHING, _NO_ROWS = np.empty(0), np.empty(0, dtype=np.int64)


def view_curves(snapshot: Snapshot, view: str) -> dict[str, DrawnCurve]:
    """Return the curves of a view by model, computed when they are first asked for."""
    found = {}
    for key, model in snapshot.shown.items():
        known = _known_curves(model)
        if view not in known:
            curves = snapshot.curve_set.model(key)
            known[view] = _CURVES[view](curves, condition_of(snapshot, key))
        found[key] = known[view]
    return found


@once
def _known_curves(_model: ModelSnapshot) -> dict[str, DrawnCurve]:
    """Return the curves of a model by view: it is another one where the condition is another."""
    return {}


@once
def thinned_rows(model: ModelCurves) -> NDArray[np.int64]:
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


@once
def thinned_table(model: ModelCurves) -> RateSource:
    """Return the counts of those rows: a prior is applied to them in every frame of a drag."""
    rows, table = thinned_rows(model), model.evaluation.table
    sums = (ClassSums(at(rows)) for at in (table.fps_at, table.tps_at))
    return RateSource(table.thresholds[rows], *sums)


@once
def _on_probits(model: ModelCurves) -> DrawnCurve:
    from costcurve_gui.engine.curves.det import probit

    return _det_on(probit, model)


@once
def _on_logarithms(model: ModelCurves) -> DrawnCurve:
    from costcurve_gui.engine.curves.det import log_rate

    return _det_on(log_rate, model)


def _det_on(scale: Callable[[Floats], Floats], model: ModelCurves) -> DrawnCurve:
    from costcurve_gui.engine.curves.det import det_curve

    rows = thinned_rows(model)
    curve = det_curve(model.evaluation.table, rows)
    drawn = curve.drawable
    return DrawnCurve(scale(curve.fpr[drawn]), scale(curve.fnr[drawn]), rows[drawn])


def _gain(model: ModelCurves, condition: OperatingCondition) -> DrawnCurve:
    from costcurve_gui.engine.curves.ranking import gain_curve

    curve = gain_curve(thinned_table(model), condition.prior)
    return DrawnCurve(curve.fraction_targeted, curve.gain, thinned_rows(model))


def perfect_order(prior: float, *, lift: bool) -> DrawnCurve:
    """Return the gain or the lift of an order in which all positives come first."""
    if not lift:
        return DrawnCurve(np.array([0.0, prior, 1.0]), np.array([0.0, 1.0, 1.0]), _NO_ROWS)
    acted_on = np.concatenate([[0.0], np.linspace(prior, 1.0, _POINTS_OF_LIFT)])
    return DrawnCurve(acted_on, 1 / np.maximum(acted_on, prior), _NO_ROWS)


def _lift(model: ModelCurves, condition: OperatingCondition) -> DrawnCurve:
    from costcurve_gui.engine.curves.ranking import gain_curve

    rows = thinned_rows(model)[1:]  # no lift where no case is targeted
    curve = gain_curve(thinned_table(model), condition.prior, np.arange(1, 1 + rows.size))
    return DrawnCurve(curve.fraction_targeted, curve.lift, rows)


def _net_benefit(model: ModelCurves, condition: OperatingCondition) -> DrawnCurve:
    """Return a point for each threshold probability; none where scores are no probabilities."""
    from costcurve_gui.engine.curves.net_benefit import net_benefit

    if not are_probabilities(model.evaluation.table):
        return DrawnCurve(_NOTHING, _NOTHING, _NO_ROWS)
    rows, fpr, tpr = _rates_at_stakes(model)
    return DrawnCurve(STAKES, read_only(net_benefit(fpr, tpr, condition.prior, STAKES)), rows)


@once
def _rates_at_stakes(model: ModelCurves) -> tuple[NDArray[np.int64], Floats, Floats]:
    """Return rows and rates at each threshold probability: the prior only weighs the rates."""
    table = model.evaluation.table
    rows = table.rows_at_thresholds(STAKES)
    return rows, table.fpr_at(rows), table.tpr_at(rows)


def _regret_in_money(model: ModelCurves, condition: OperatingCondition) -> DrawnCurve:
    from costcurve_gui.engine.cost.cost_curve import regret_curve

    envelope, means = model.evaluation.envelope, condition.means
    curve = regret_curve(envelope, means.fn_cost, means.fp_cost)
    return DrawnCurve(curve.prior, curve.cost, envelope.indices)


def _regret_in_errors(model: ModelCurves, condition: OperatingCondition) -> DrawnCurve:
    from costcurve_gui.engine.cost.cost_curve import lower_envelope

    del condition
    envelope = lower_envelope(model.evaluation.roc_hull)
    # With every error at cost 1, PC(+) is the prior and the cost is the error rate.
    return DrawnCurve(envelope.pc_plus, envelope.cost, envelope.indices)


def _regret_over_ratios(model: ModelCurves, condition: OperatingCondition) -> DrawnCurve:
    from costcurve_gui.engine.cost.cost_curve import cost_ratio_curve

    envelope, prior = model.evaluation.envelope, condition.prior
    decades = ratio_decades(condition)
    curve = cost_ratio_curve(envelope, prior, 10.0**-decades, 10.0**decades)
    at_stake = prior * curve.cost_ratio
    rows = envelope.indices[envelope.segment_at(at_stake / (at_stake + (1 - prior)))]
    return DrawnCurve(np.log10(curve.cost_ratio), curve.cost, rows)


_CURVES: Mapping[str, Compute] = {
    "det": lambda model, _: _on_probits(model),
    "det_log": lambda model, _: _on_logarithms(model),
    "gain": _gain,
    "lift": _lift,
    "net_benefit": _net_benefit,
    "regret_money": _regret_in_money,
    "regret_errors": _regret_in_errors,
    "regret_ratio": _regret_over_ratios,
}
_AXES: Mapping[PartialAxis, Axis] = {PartialAxis.FPR: "fpr", PartialAxis.TPR: "tpr"}


@dataclass(frozen=True, slots=True, eq=False)
class TiedCurves:
    """A model's equal scores with the positives first and last, and the AUC that either gives."""

    optimistic: DrawnCurve
    pessimistic: DrawnCurve
    lowest_auc: float
    highest_auc: float


@once
def tied_curves(model: ModelCurves) -> TiedCurves | None:
    """Return the corners of equal scores of a model; None where it has no scores."""
    from costcurve_gui.engine.roc.area import tied_area

    table = model.evaluation.table
    if isinstance(table, FamilyTable):
        return None
    auc, aside = model.evaluation.auc, tied_area(table)
    return TiedCurves(
        optimistic=_through_corners(model.roc, optimistic=True),
        pessimistic=_through_corners(model.roc, optimistic=False),
        lowest_auc=max(auc - aside, 0.0),
        highest_auc=min(auc + aside, 1.0),
    )


def partial_auc_of(model: ModelCurves, choices: ViewChoices) -> PartialAuc | None:
    """Return the area over the range that was chosen; None where none was."""
    if choices.partial_axis is PartialAxis.OFF:
        return None
    from costcurve_gui.engine.roc.area import partial_auc

    rates, axis = model.evaluation.table, _AXES[choices.partial_axis]
    return partial_auc(rates, *choices.partial_range, axis, running=_running_area(model))


@once
def _running_area(model: ModelCurves) -> RunningArea:
    from costcurve_gui.engine.roc.area import running_area

    return running_area(model.evaluation.table)


def _through_corners(drawn: DrawnCurve, *, optimistic: bool) -> DrawnCurve:
    """Draw every step between neighbouring rows by its corner.

    A step that is wide enough to be seen has both its rows among the drawn ones.
    """
    x, y, rows = drawn.x, drawn.y, drawn.indices
    ends = 1 + np.flatnonzero((np.diff(rows) == 1) & (np.diff(x) > 0) & (np.diff(y) > 0))
    at_x, at_y = (ends - 1, ends) if optimistic else (ends, ends - 1)
    return DrawnCurve(
        np.insert(x, ends, x[at_x]), np.insert(y, ends, y[at_y]), np.insert(rows, ends, rows[ends])
    )


_KNOWN: WeakKeyDictionary[Snapshot, dict[str, Mapping[str, DrawnCurve]]] = WeakKeyDictionary()


def rate_curves(snapshot: Snapshot, path: str, x: str, y: str) -> Mapping[str, DrawnCurve]:
    """Return the curve of each model switched on; `x` and `y` are the columns that are drawn."""
    known = _KNOWN.setdefault(snapshot, {})
    if path not in known:
        known[path] = {
            model.info.key: rate_curve(model, condition_of(snapshot, model.info.key), path, x, y)
            for model in _shown(snapshot)
        }
    return known[path]


def rate_curve(
    model: ModelCurves, condition: OperatingCondition, path: str, x: str, y: str
) -> DrawnCurve:
    """Return the curve of one model, without the rows where it is undefined."""
    rows = thinned_rows(model)
    curve = rate_function(path)(thinned_table(model), condition.prior)
    across, up = getattr(curve, x), getattr(curve, y)
    known = ~(np.isnan(across) | np.isnan(up))
    return DrawnCurve(across[known], up[known], rows[known])


def _shown(snapshot: Snapshot) -> Iterator[ModelCurves]:
    return (model for model in snapshot.curve_set.models if model.info.key in snapshot.shown)


def rate_function(path: str) -> Callable[..., Any]:
    """Import the function of the engine that a row of the catalogue names."""
    module, _, name = path.partition(":")
    return cast("Callable[..., Any]", getattr(import_module(module), name))


STAKES = read_only(np.arange(400) / 400)
"""The threshold probabilities through which decision curves are drawn."""
_LEAST = 1e-6


def implied_stake(condition: OperatingCondition) -> float:
    """Return the probability from which on acting pays: C(+|-) / (C(+|-) + C(-|+)), below 1."""
    means = condition.means
    stake = means.fp_cost / (means.fp_cost + means.fn_cost)
    return min(stake, float(np.nextafter(1, 0)))


def cost_ratio_at(stake: float) -> float:
    """Return the ratio of a miss to a false alarm that implies a threshold probability."""
    inside = min(max(stake, _LEAST), 1 - _LEAST)
    return (1 - inside) / inside


def benefit_at(condition: OperatingCondition, fpr: float, tpr: float, stake: float) -> float:
    """Return the net benefit of a classifier at a threshold probability from 0 to below 1."""
    rates = np.array([fpr]), np.array([tpr])
    return float(net_benefit(*rates, condition.prior, np.array([stake]))[0])


def treat_all_line(condition: OperatingCondition) -> DrawnCurve:
    """Return the curve of acting on every case, over the same probabilities as the models."""
    return DrawnCurve(STAKES, treat_all(condition.prior, STAKES).net_benefit, _NO_ROWS)

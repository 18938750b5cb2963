"""The per-case rule of a model: calibrated probabilities, decisions, and what it gains."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

import numpy as np

from costcurve_gui.analysis.conditions import model_condition
from costcurve_gui.analysis.criteria import share_in_force
from costcurve_gui.analysis.payoffs import CELLS, PayoffCellError, compile_cell
from costcurve_gui.analysis.selection_settings import best_threshold
from costcurve_gui.engine.cost.payoff import ErrorCosts, PayoffMatrix
from costcurve_gui.engine.errors import EngineError
from costcurve_gui.engine.selection.bounds import Bound, BoundKind, Objective
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.analysis.curves import Cases, CurveSet, ModelCurves
    from costcurve_gui.analysis.payoffs import Payoffs, PayoffSpec
    from costcurve_gui.analysis.settings import DatasetSettings
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.arrays import Bools, Floats
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.curves.calibration import CalibrationCurve
    from costcurve_gui.engine.curves.score_calibration import LogisticMap
    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.engine.selection.per_case import PairedGain
    from costcurve_gui.engine.selection.policy import Policy

FOLDS: Final = 10
SEED: Final = 0
"""Of the folds: what a per-case rule earns depends a little on how they fall."""
_SHOWN = 4


class PerCaseError(Exception):
    """There is no per-case rule, and why; the words stand behind a colon."""


class UnmarkedError(PerCaseError):
    """Columns of the payoffs are not marked as known when deciding."""

    def __init__(self, columns: tuple[str, ...]) -> None:
        verb = "is" if len(columns) == 1 else "are"
        names = ", ".join(columns)
        super().__init__(
            tr("{names} {verb} not marked as known when deciding", names=names, verb=verb)
        )
        self.columns = columns


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Calibrated:
    """The scored rows of a model with probabilities that their own row did not help to fit.

    `rows` are those of the dataset, `probability` is at the prior of the sample; `map` is fitted
    to all of them, for rows to come.
    """

    rows: Bools
    y_true: Bools
    scores: Floats
    probability: Floats
    map: LogisticMap
    sample_prior: float


@dataclass(frozen=True, slots=True, eq=False)
class PerCaseRule:
    """What deciding case by case comes to, beside the best fixed threshold of the same model.

    `policy` has rates and money of the decisions out of fold; its row is that of `threshold`, the
    best fixed one, within the capacity too. `gain` is over it, on the same cases. `columns` are
    those of the payoffs, marked as known when deciding, `miss_factor` is what the cost of a miss is
    multiplied by. `cost` is what perfect decisions would gain over it, and `worst_cost` that of the
    worst ones. Within a capacity, one of the `bounds`, cases of an expected gain of `least_gain` on
    are acted on, else from 0 on.
    """

    policy: Policy
    threshold: Policy
    gain: PairedGain
    calibrated: Calibrated
    acts: Bools
    columns: tuple[str, ...]
    miss_factor: float
    cost: PairedGain
    lead_over_trivial: PairedGain
    worst_cost: float
    least_gain: float = 0.0
    bounds: tuple[Bound, ...] = ()


def payoff_columns(payoff: PayoffSpec, numeric: tuple[str, ...]) -> tuple[str, ...]:
    """Return the columns that the four payoffs are computed from, in the order of the cells."""
    found = (compile_cell(text, numeric).columns for text in payoff.cells)
    return tuple(dict.fromkeys(column for columns in found for column in columns))


_CALIBRATED: WeakKeyDictionary[ModelCurves, Calibrated] = WeakKeyDictionary()
_RULES: WeakKeyDictionary[ModelCurves, dict[object, PerCaseRule]] = WeakKeyDictionary()
_RELIABILITY: WeakKeyDictionary[Calibrated, tuple[CalibrationCurve | None, CalibrationCurve]] = (
    WeakKeyDictionary()
)
_KEPT = 4  # rules of a model: while the condition is dragged each is of one moment


def per_case_rule(
    curve_set: CurveSet,
    model: ModelCurves,
    condition: OperatingCondition,
    factor: float,
    settings: DatasetSettings,
    share: float = math.inf,
) -> PerCaseRule:
    """Return the per-case rule of a model, which acts on a share of the cases at most.

    It is remembered until condition or columns change.

    Raises
    ------
    PerCaseError
        Where payoffs do not vary, or are not known of every case when deciding; where the file has
        no single cases that count alike.
    """
    level = settings.bands.spec.level
    asked = condition.prior, factor, settings.selection.known_when_deciding, level, share
    known = _RULES.setdefault(model, {})
    if asked not in known:
        found = _rule(curve_set, model, condition, factor, settings, share)
        while len(known) >= _KEPT:
            known.pop(next(iter(known)), None)
        known[asked] = found
        return found
    return known[asked]


def rule_in(snapshot: Snapshot, key: str, criterion: str = "") -> PerCaseRule:
    """Return the rule of a model of a snapshot, within the capacity where its criterion keeps it.

    Without a criterion it is that of the policy of the model.

    Raises
    ------
    PerCaseError
        As `per_case_rule`.
    """
    model, factor, settings = snapshot.curve_set.model(key), snapshot.miss_factor, snapshot.settings
    condition = model_condition(model, snapshot.condition.prior, factor)
    criterion = criterion or snapshot.models[key].policy.criterion
    share = share_in_force(criterion, settings.selection)
    return per_case_rule(snapshot.curve_set, model, condition, factor, settings, share)


def per_case_policy(
    curve_set: CurveSet,
    model: ModelCurves,
    condition: OperatingCondition,
    factor: float,
    settings: DatasetSettings,
    share: float = math.inf,
) -> Policy | None:
    """Return the policy of `per_case_rule`; None where there is no such rule."""
    try:
        return per_case_rule(curve_set, model, condition, factor, settings, share).policy
    except PerCaseError:
        return None


def rule_on_others(
    planned: PerCaseRule,
    curve_set: CurveSet,
    model: ModelCurves,
    condition: OperatingCondition,
    settings: DatasetSettings,
) -> PerCaseRule:
    """Return what a rule comes to on cases that it was not fitted to, its fixed threshold too.

    Raises
    ------
    PerCaseError
        Where a case has no payoff.
    """
    return _rule(curve_set, model, condition, planned.miss_factor, settings, math.inf, planned)


def _rule(
    curve_set: CurveSet,
    model: ModelCurves,
    condition: OperatingCondition,
    factor: float,
    settings: DatasetSettings,
    share: float,
    planned: PerCaseRule | None = None,
) -> PerCaseRule:
    from costcurve_gui.engine.counts.family import FamilyTable
    from costcurve_gui.engine.curves.score_calibration import moved_to_prior
    from costcurve_gui.engine.resampling.new_cases import better_trivial
    from costcurve_gui.engine.selection.per_case import (
        acting_policy,
        acts_per_case,
        expected_gains,
        paired_gain,
    )

    cases = curve_set.cases
    if cases is None or isinstance(model.evaluation.table, FamilyTable):
        raise PerCaseError(tr("the file has counts, not single cases"))
    columns = _known_columns(cases, settings)
    payoffs = _payoffs(cases, settings.payoff)
    found = _calibrated(cases, model) if planned is None else _fitted_before(planned, cases, model)
    matrix = payoffs_of_rows(payoffs.matrix, found.rows, factor)
    _require_every_payoff(matrix, cases, found.rows)
    probability = moved_to_prior(found.probability, found.sample_prior, condition.prior)
    gains = expected_gains(probability, matrix)
    sizes = (condition.prior / found.y_true.sum(), (1 - condition.prior) / (~found.y_true).sum())
    if planned is None:
        acts = acts_per_case(gains, share, np.where(found.y_true, *sizes))
        limited = np.count_nonzero(acts) < np.count_nonzero(gains >= 0)
        least = float(gains[acts].min(initial=math.inf)) if limited else 0.0
        fixed = best_fixed(model.evaluation, condition, share)
        name = "per_case_capacity" if math.isfinite(share) else "per_case"
    else:
        least, name = planned.least_gain, planned.policy.criterion
        acts, fixed = gains >= least, planned.threshold
    others = found.scores >= fixed.threshold if fixed.index else np.zeros_like(acts)
    policy = acting_policy(
        model.info.name,
        condition,
        found.y_true,
        acts,
        _costs_of_rows(payoffs.costs, found.rows),
        fixed.index,
        name,
    )
    trivial = np.full_like(acts, better_trivial(condition, _bounds(share)) == "all")
    level = settings.bands.spec.level

    def lead(one: Bools, other: Bools) -> PairedGain:
        return paired_gain(found.y_true, one, other, matrix, condition.prior, level)

    return PerCaseRule(
        *(policy, fixed, lead(acts, others), found, acts, columns, factor),
        cost=lead(found.y_true, acts),
        lead_over_trivial=lead(acts, trivial),
        worst_cost=condition.worst_cost,
        least_gain=least,
        bounds=_bounds(share),
    )


def best_fixed(ev: ModelEvaluation, condition: OperatingCondition, share: float) -> Policy:
    """Return the threshold of highest profit that acts on a share of the cases at most."""
    from costcurve_gui.engine.selection.criteria import min_cost

    return best_threshold(ev, condition, _bounds(share), Objective.PROFIT) or min_cost(
        ev, condition
    )


def _bounds(share: float) -> tuple[Bound, ...]:
    return () if math.isinf(share) else (Bound(BoundKind.CASES, share),)


def _known_columns(cases: Cases, settings: DatasetSettings) -> tuple[str, ...]:
    """Return the columns of the payoffs; raises where one is not marked as known by then."""
    try:
        columns = payoff_columns(settings.payoff, tuple(cases.dataset.numeric))
    except ValueError as error:
        raise PerCaseError(str(error)) from error
    if not columns:
        raise PerCaseError(tr("no payoff varies from case to case"))
    if cases.dataset.weight is not None:
        raise PerCaseError(tr("the rows have weights"))
    if cases.dataset.group is not None:
        raise PerCaseError(tr("rows belong to groups, and folds would split the groups"))
    known = settings.selection.known_when_deciding
    if unmarked := tuple(column for column in columns if column not in known):
        raise UnmarkedError(unmarked)
    return columns


def _payoffs(cases: Cases, payoff: PayoffSpec) -> Payoffs:
    try:
        return cases.cache.payoffs(payoff)
    except (PayoffCellError, EngineError) as error:
        raise PerCaseError(str(error)) from error


def _calibrated(cases: Cases, model: ModelCurves) -> Calibrated:
    from costcurve_gui.engine.curves.score_calibration import logistic_map, out_of_fold

    if model in _CALIBRATED:
        return _CALIBRATED[model]
    data = cases.cache.dataset
    rows = ~np.isnan(data.scores[model.info.column])
    y_true, scores = data.y_true[rows], data.scores[model.info.column][rows]
    try:
        probability = out_of_fold(y_true, scores, folds=FOLDS, seed=SEED)
        fitted = logistic_map(y_true, scores)
    except (EngineError, np.linalg.LinAlgError) as error:
        raise PerCaseError(tr("its scores cannot be calibrated ({error})", error=error)) from error
    if np.isnan(probability).any():
        raise PerCaseError(tr("its scores cannot be calibrated (some are infinite)"))
    found = Calibrated(rows, y_true, scores, probability, fitted, float(y_true.mean()))
    _CALIBRATED[model] = found
    return found


def reliability(found: Calibrated) -> tuple[CalibrationCurve | None, CalibrationCurve]:
    """Return how reliable the scores of a model are, and how reliable those recalibrated.

    Both are at the prior of the sample, in bins of equally many cases. The first is None where
    scores are no probabilities.
    """
    from costcurve_gui.engine.curves.calibration import calibration_curve
    from costcurve_gui.engine.curves.score_histogram import score_histogram

    if found not in _RELIABILITY:
        scored, fitted = (
            calibration_curve(score_histogram(found.y_true, values), "quantile")
            if values.min() >= 0 and values.max() <= 1
            else None
            for values in (found.scores, found.probability)
        )
        if fitted is None:
            raise AssertionError("recalibrated scores are probabilities")
        _RELIABILITY[found] = scored, fitted
    return _RELIABILITY[found]


def _fitted_before(planned: PerCaseRule, cases: Cases, model: ModelCurves) -> Calibrated:
    """Return the scored rows of other cases with the probabilities that a rule has for them."""
    data, before = cases.cache.dataset, planned.calibrated
    rows = ~np.isnan(data.scores[model.info.column])
    scores = data.scores[model.info.column][rows]
    probability = before.map.apply(scores)
    return Calibrated(
        *(rows, data.y_true[rows], scores, probability, before.map, before.sample_prior)
    )


def payoffs_of_rows(matrix: PayoffMatrix, rows: Bools, factor: float = 1.0) -> PayoffMatrix:
    """Return the payoffs of some rows, the cost of a miss multiplied by a factor."""
    cells = {name: _of_rows(getattr(matrix, name), rows) for name in CELLS}
    if factor != 1:
        cells["fn"] = cells["tp"] - factor * (cells["tp"] - cells["fn"])
    return PayoffMatrix(**cells)


def _costs_of_rows(costs: ErrorCosts, rows: Bools) -> ErrorCosts:
    return ErrorCosts(
        _of_rows(costs.fn_costs, rows),
        _of_rows(costs.fp_costs, rows),
        costs.mean_fn_cost,
        costs.mean_fp_cost,
    )


def _of_rows(cell: float | Floats, rows: Bools) -> float | Floats:
    return cell[rows] if isinstance(cell, np.ndarray) else cell


def _require_every_payoff(matrix: PayoffMatrix, cases: Cases, rows: Bools) -> None:
    """Raise where a payoff is missing in a row: all four are needed before the class is known."""
    numbers = np.flatnonzero(rows)
    for name, cell in _named_cells(matrix).items():
        bad = np.flatnonzero(~np.isfinite(np.broadcast_to(cell, numbers.shape)))
        if bad.size:
            first = [str(cases.dataset.row_number(int(numbers[at]))) for at in bad[:_SHOWN]]
            more = ", \u2026" if bad.size > len(first) else ""
            where = tr("{size} rows (row", size=bad.size) if bad.size > 1 else tr("a row (row")
            raise PerCaseError(
                tr(
                    "{name} has no value in {where} {first}{more}), and who decides before the "
                    "class is known needs all four payoffs of every case",
                    name=name,
                    where=where,
                    first=", ".join(first),
                    more=more,
                )
            )


def _named_cells(matrix: PayoffMatrix) -> Mapping[str, float | Floats]:
    return {name: getattr(matrix, name) for name in CELLS}

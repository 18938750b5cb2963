"""Intervals of folds, of calibration, of files of counts, and the test of amounts."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from scipy.stats import norm

from costcurve_gui.engine import (
    BootstrapSpec,
    ClassifierResampler,
    ConfusionMatrix,
    RankedModel,
    calibration_curve,
    cost_space_average,
    cost_stability,
    evaluate_table,
    family_table,
    horizontal_average,
    min_cost,
    new_cases_curve,
    new_cases_estimate,
    sample_from_counts,
    threshold_average,
    threshold_table,
    vertical_average,
)
from costcurve_gui.engine.cost.cost_curve import lower_envelope
from costcurve_gui.engine.cost.cost_stability import cost_sample
from costcurve_gui.engine.curves.grouped_shares import GroupedCases
from costcurve_gui.engine.prevalence.unlabelled import METHODS, unlabelled_prior
from costcurve_gui.engine.resampling.band import PC_GRID, policy_rows
from costcurve_gui.engine.resampling.classifier_bands import (
    classifier_intervals,
    classifier_profit_band,
    family_band,
)
from costcurve_gui.engine.resampling.figure_interval import CERTAIN
from costcurve_gui.engine.roc.hull import convex_hull
from tests.coverage.cells import PRIOR
from tests.coverage.check import FEW_REPLICATES, PLAIN, Check, alarm, places, shown, within
from tests.coverage.figures import given_threshold

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurve_gui.engine.averaging.roc_averages import Spread
    from tests.coverage.cells import Drawn
    from tests.coverage.check import Case

_CLASSIFIERS = (-0.4, 0.3, 0.9, 1.6)
"""Thresholds of a family."""
_FOLDS = 5
_GRID = np.arange(1, 10) / 10
_FEWEST = 2
_UNLABELLED, _NEW_PRIOR, _NEW_STREAM = 1_000, 0.2, 9
"""Cases without labels, the chance of a positive, and where their random numbers start."""
_BIN_STREAM = 10
"""Where the random numbers of cases start whose share of positives is looked at in bins."""


def folds(case: Case) -> Iterator[Check]:
    """Check the means over folds that one given model is tested on, by count."""
    cell, drawn = case.cell, case.drawn
    if case.varies or cell.groups:
        return
    fold, y_score = np.arange(drawn.y_true.size) % _FOLDS, drawn.scores[0]
    tables = [
        threshold_table(drawn.y_true[fold == one], y_score[fold == one]) for one in range(_FOLDS)
    ]
    fpr, tpr = cell.roc()
    yield from _mean("folds, vertical", vertical_average(tables, _GRID).values, fpr, tpr)
    yield from _mean("folds, horizontal", horizontal_average(tables, _GRID).values, tpr, fpr)
    at = np.arange(6, 1, -1) / 7 if cell.scores == "tree" else np.array([1.3, 0.8, 0.5, 0.0])
    average = threshold_average(tables, at)
    for spread, truth in zip((average.fpr, average.tpr), cell.rates(at), strict=True):
        held = within(spread.lower, spread.upper, truth)
        sizes = np.minimum(truth, 1 - truth) * (cell.positives + cell.negatives) / 2
        yield from places("folds, rates at a threshold", held[sizes >= _FEWEST * _FOLDS])
    envelopes = [lower_envelope(convex_hull(table)) for table in tables]
    mean, truth = cost_space_average(envelopes, _GRID).values, cell.least_cost(_GRID)
    yield from places("folds, cost space", within(mean.lower, mean.upper, truth))


def _mean(name: str, spread: Spread, x: np.ndarray, y: np.ndarray) -> Iterator[Check]:
    truth = np.interp(_GRID, x, y)
    yield from places(name, within(spread.lower, spread.upper, truth))


def calibration(case: Case) -> Iterator[Check]:
    """Check the shares of positives in bins of the scores, as probabilities that rank alike."""
    cell = case.cell
    if case.varies:
        return
    drawn = _of_one_population(case)
    is_tree = cell.scores == "tree"
    y_prob = drawn.scores[0] if is_tree else norm.cdf(drawn.scores[0])
    grouped = None
    if drawn.groups is not None:
        grouped = GroupedCases(drawn.y_true, y_prob, drawn.groups)
    found = calibration_curve(threshold_table(drawn.y_true, y_prob), grouped=grouped)
    edges = np.arange(11) / 10
    edges[-1] = np.inf
    with np.errstate(invalid="ignore"):
        cuts = edges if is_tree else norm.ppf(edges.clip(0, 1))
    fpr, tpr = cell.rates(cuts, by_cost=False)
    positives, negatives = -np.diff(tpr) * cell.positives, -np.diff(fpr) * cell.negatives
    fewest = np.minimum(positives, negatives)
    enough = (fewest >= _FEWEST) & (found.counts > 0)
    truth = positives[enough] / (positives + negatives)[enough]
    yield from places("calibration", within(found.lower[enough], found.upper[enough], truth))


def _of_one_population(case: Case) -> Drawn:
    """Draw cases whose class is drawn too: shares of positives are those of a population."""
    cell, rng = case.cell, case.rng(_BIN_STREAM)
    size = cell.positives + cell.negatives
    positives = min(max(int(rng.binomial(size, cell.positives / size)), 1), size - 1)
    return replace(cell, positives=positives, negatives=size - positives).draw(rng)


def amounts(case: Case) -> Iterator[Check]:
    """Check the test of whether errors cost alike in two halves."""
    if not case.varies:
        return
    y_true, halves = case.drawn.y_true, np.arange(case.drawn.y_true.size) % 2 == 0
    samples = [cost_sample(case.data.costs, y_true, rows=rows) for rows in (halves, ~halves)]
    yield from alarm("costs of misses in two samples", cost_stability(*samples).fn_costs.p_value)


def unlabelled(case: Case) -> Iterator[Check]:
    """Check the prior of a thousand cases without labels, where one is offered."""
    cell = case.cell
    if case.varies or cell.groups or cell.scores == "useless":
        return
    rng = case.rng(_NEW_STREAM)
    positives = int(rng.binomial(_UNLABELLED, _NEW_PRIOR))
    new = replace(cell, positives=positives, negatives=_UNLABELLED - positives)
    scores, y_true = case.drawn.scores[0], case.drawn.y_true
    spec = BootstrapSpec(case.replicates, seed=case.number)
    unknown = new.draw(rng).scores[0]
    found = unlabelled_prior(scores[y_true], scores[~y_true], unknown, spec)
    if not found.refusal:
        for key, method in METHODS.items():
            row = f"prior of unlabelled cases, {method}"
            one = found.estimates[key]
            yield from shown(row, one, _NEW_PRIOR, one.caution)


def families(case: Case) -> Iterator[Check]:
    """Check what is expected of new cases where four classifiers are known by their counts."""
    cell = case.cell
    if cell.name != PLAIN:
        return
    matrices = [_matrix(case, at) for at in _CLASSIFIERS]
    model = RankedModel(evaluate_table("family", family_table(matrices)))
    sample = sample_from_counts(model.table, model.evaluation.means)
    few = ClassifierResampler(sample, BootstrapSpec(FEW_REPLICATES, seed=case.number))
    curve = new_cases_curve(few, model)
    table = model.table
    named = zip(matrices, _CLASSIFIERS, strict=True)
    cuts = {(one.fp / cell.negatives, one.tp / cell.positives): at for one, at in named}
    every = np.arange(len(table))
    points = zip(table.fpr_at(every).tolist(), table.tpr_at(every).tolist(), strict=True)
    thresholds = np.array([cuts.get(point, np.inf) for point in points])
    rows = policy_rows(model.evaluation)
    costs = cell.cost(thresholds[rows], PC_GRID)
    costs = np.where(rows == len(table) - 1, 1 - PC_GRID, costs)
    truth = float(np.trapezoid(costs, PC_GRID))
    name = "new cases: cost curve area, classifiers of counts"
    yield from shown(name, curve.expected_cost, truth, curve.caution)
    condition = model.evaluation.condition(PRIOR)
    found = new_cases_estimate(few, model, condition)
    index = min_cost(model.evaluation, condition).index
    if found.method != CERTAIN:
        cost = float(cell.cost(thresholds[[index]])[0])
        name = "new cases: cost and profit, classifiers of counts"
        yield from shown(name, found.cost, cost, found.caution)


def _matrix(case: Case, threshold: float) -> ConfusionMatrix:
    cell, y_true = case.cell, case.drawn.y_true
    acted = case.drawn.scores[0] >= threshold
    tp, fp = int(acted[y_true].sum()), int(acted[~y_true].sum())
    return ConfusionMatrix(
        f"{threshold:g}", tp=tp, fn=cell.positives - tp, fp=fp, tn=cell.negatives - fp
    )


def counts(case: Case) -> Iterator[Check]:
    """Check a confusion matrix whose cases are not known."""
    cell = case.cell
    if cell.name != PLAIN:
        return
    matrix = _matrix(case, given_threshold(cell))
    evaluation, spec = evaluate_table("1", family_table([matrix])), BootstrapSpec()
    at = np.array([given_threshold(cell)])
    band = classifier_intervals(evaluation, spec)
    for axis, truth in zip(("fpr", "tpr"), cell.rates(at), strict=True):
        ends = (getattr(band, f"{axis}_{end}") for end in ("lower", "upper"))
        yield from places("classifier of counts, rates", within(*ends, truth))
    cost, truth = family_band(evaluation, spec), cell.cost(at, PC_GRID)
    inner = (cost.upper > cost.lower + 1e-12) & (PC_GRID > 0.2) & (PC_GRID < 0.8)
    held = within(cost.lower, cost.upper, truth)[inner]
    yield from places("classifier of counts, cost chosen here", held)
    condition = evaluation.condition(PRIOR)
    profit, row = classifier_profit_band(evaluation, condition, spec), 1
    (fpr,), (tpr,) = cell.rates(at)
    true = np.array([condition.expected_profit(fpr, tpr)])
    held = within(profit.lower[[row]], profit.upper[[row]], true)
    yield from places("classifier of counts, profit", held)

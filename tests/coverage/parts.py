"""Intervals of folds, of calibration, of files of counts, and the test of amounts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.stats import norm

from costcurve_gui.engine import (
    BootstrapSpec,
    ConfusionMatrix,
    calibration_curve,
    cost_space_average,
    cost_stability,
    evaluate_table,
    family_table,
    horizontal_average,
    threshold_average,
    threshold_table,
    vertical_average,
)
from costcurve_gui.engine.cost.cost_curve import lower_envelope
from costcurve_gui.engine.cost.cost_stability import cost_sample
from costcurve_gui.engine.curves.grouped_shares import GroupedCases
from costcurve_gui.engine.resampling.classifier_bands import (
    classifier_intervals,
    classifier_profit_band,
    family_band,
)
from costcurve_gui.engine.roc.hull import convex_hull
from tests.coverage.cells import PRIOR
from tests.coverage.check import PLAIN, Check, alarm, places, within
from tests.coverage.figures import given_threshold

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurve_gui.engine.averaging.roc_averages import Spread
    from tests.coverage.check import Case

_FOLDS = 5
_GRID = np.arange(1, 10) / 10
_FEWEST = 2


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
    cell, drawn = case.cell, case.drawn
    if case.varies:
        return
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


def amounts(case: Case) -> Iterator[Check]:
    """Check the test of whether errors cost alike in two halves."""
    if not case.varies:
        return
    y_true, halves = case.drawn.y_true, np.arange(case.drawn.y_true.size) % 2 == 0
    samples = [cost_sample(case.data.costs, y_true, rows=rows) for rows in (halves, ~halves)]
    yield from alarm("costs of misses in two samples", cost_stability(*samples).fn_costs.p_value)


def counts(case: Case) -> Iterator[Check]:
    """Check a confusion matrix whose cases are not known."""
    cell, drawn = case.cell, case.drawn
    if cell.name != PLAIN:
        return
    acted = drawn.scores[0] >= given_threshold(cell)
    tp, fp = int(acted[drawn.y_true].sum()), int(acted[~drawn.y_true].sum())
    matrix = ConfusionMatrix("1", tp=tp, fn=cell.positives - tp, fp=fp, tn=cell.negatives - fp)
    evaluation, spec = evaluate_table("1", family_table([matrix])), BootstrapSpec()
    at = np.array([given_threshold(cell)])
    band = classifier_intervals(evaluation, spec)
    for axis, truth in zip(("fpr", "tpr"), cell.rates(at), strict=True):
        ends = (getattr(band, f"{axis}_{end}") for end in ("lower", "upper"))
        yield from places("classifier of counts, rates", within(*ends, truth))
    pc_plus = np.arange(101) / 100
    cost, truth = family_band(evaluation, spec), cell.cost(at, pc_plus)
    inner = (cost.upper > cost.lower + 1e-12) & (pc_plus > 0.2) & (pc_plus < 0.8)
    held = within(cost.lower, cost.upper, truth)[inner]
    yield from places("classifier of counts, cost chosen here", held)
    condition = evaluation.condition(PRIOR)
    profit, row = classifier_profit_band(evaluation, condition, spec), 1
    (fpr,), (tpr,) = cell.rates(at)
    true = np.array([condition.expected_profit(fpr, tpr)])
    held = within(profit.lower[[row]], profit.upper[[row]], true)
    yield from places("classifier of counts, profit", held)

"""C. Drummond, R. C. Holte (2006): Cost curves, sections 4.5 and 4.6: averages and intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.averaging.cost_space import cost_space_average, roc_image
from costcurve_gui.engine.averaging.roc_averages import horizontal_average, vertical_average
from costcurve_gui.engine.cost.duality import roc_line
from costcurve_gui.engine.cost.payoff import PayoffMatrix, error_costs
from costcurve_gui.engine.counts.cost_table import rank_order
from costcurve_gui.engine.counts.threshold_table import threshold_table
from costcurve_gui.engine.evaluation import evaluate_table
from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec, percentile_interval
from costcurve_gui.engine.resampling.classifier_bands import classifier_band
from costcurve_gui.engine.resampling.resampler import resampler
from costcurve_gui.engine.resampling.sample import RankedModel, resampled_sample
from costcurve_gui.views.plotting.marks import Between, CostLines
from costcurve_gui.views.plotting.sheet import PRINT
from paper_figures.annotated import DASHED, line, point
from paper_figures.drummond_holte_2006 import CONDITION, WHOLE
from paper_figures.figure import LARGE, WIDE, Check, Figure, Picture, number
from paper_figures.snapshots import figure_snapshot, model

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.cost.duality import RocLine
    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.views.plotting.marks import Mark

SLOPE = (0.8 - 0.4) / (0.3 - 0.04)
"""Of the iso-performance line through the two points of figure 14."""
HUNDRED = BootstrapSpec(replicates=100, level=0.9, seed=0)
ERRORS = PayoffMatrix(tp=0.0, fp=-1.0, fn=-1.0, tn=0.0)


def figure_14() -> Figure:
    """Draw vertical and horizontal averages of two ROC curves."""
    _, runs = _two_runs()
    tables = [run.table for run in runs]
    vertical, horizontal = vertical_average(tables), horizontal_average(tables)
    equal = _equal(runs[0])
    marks = tuple(_points_of_equal_cost(runs))
    below = max(
        _highest(vertical.grid, vertical.values.mean),
        _highest(horizontal.values.mean, horizontal.grid),
    )
    return Figure(
        "dh06-14",
        (Picture("dh06_14", "folds", figure_snapshot("dh06-14"), marks, size=LARGE),),
        (
            number("tpr of the first run at fpr 0.04", "0.4", _tpr(runs[0]), 2),
            number("tpr of the second run at fpr 0.3", "0.8", _tpr(runs[1]), 2),
            number(
                "vertical average at fpr 0.3, (0.5625 + 0.8)/2",
                "0.68125",
                vertical.values.mean[30],
                5,
            ),
            number(
                "horizontal average at tpr 0.4, (0.04 + 0.15)/2",
                "0.095",
                horizontal.values.mean[40],
                3,
            ),
            number(
                "tpr intercept of the line, 0.4 − 0.04 · 20/13", "0.338", equal.tpr_intercept, 3
            ),
            number("largest intercept of an average, 0.4 − 0.095 · 20/13", "0.254", below, 3),
        ),
    )


def _two_runs() -> tuple[Snapshot, list[ModelEvaluation]]:
    """Return both runs as models of their own, where their points cost the same."""
    snapshot = figure_snapshot(
        "dh06-14", scores=("score_run_1", "score_run_2"), prior=1 / (1 + SLOPE), choices={}
    )
    return snapshot, [model(snapshot, name) for name in ("run_1", "run_2")]


def _equal(run: ModelEvaluation) -> RocLine:
    """Return the line through the points of both runs, which cost the same at its condition."""
    condition = 1 / (1 + SLOPE)
    return roc_line(condition, run.envelope.value_at(condition))


def _points_of_equal_cost(runs: Sequence[ModelEvaluation]) -> list[Mark]:
    drawn = _equal(runs[0])
    ends = [drawn.tpr_intercept + SLOPE * x for x in (0.0, 1.0)]
    points = [
        mark
        for slot, run in enumerate(runs, start=1)
        for mark in point(float(run.table.fpr[1]), _tpr(run), slot=slot)
    ]
    return [line((0.0, 1.0), ends, ()), *points]


def _tpr(run: ModelEvaluation) -> float:
    return float(run.table.tpr[1])


def _highest(fpr: np.ndarray, tpr: np.ndarray) -> float:
    """Return the intercept of the best iso-performance line that a curve touches."""
    return float((tpr - SLOPE * fpr).max())


def figure_15() -> Figure:
    """Draw the average in cost space, and its image in ROC space."""
    snapshot, runs = _two_runs()
    envelopes = [run.envelope for run in runs]
    average, image = cost_space_average(envelopes), roc_image(envelopes)
    fpr, tpr = (0.0, *image.fpr, 1.0), (0.0, *image.tpr, 1.0)
    middle = int(np.argmin(np.abs(image.fpr - 0.17)))
    mean = average.values.mean
    return Figure(
        "dh06-15",
        (
            Picture("dh06_15a", "folds", figure_snapshot("dh06-15")),
            Picture(
                "dh06_15b",
                "roc",
                snapshot,
                (
                    *_points_of_equal_cost(runs),
                    line(fpr, tpr, DASHED, 1.5),
                    *point(image.fpr[middle], image.tpr[middle], "average", (-8.0, -15.0)),
                ),
                legend=True,
            ),
        ),
        (
            number("fpr of the middle vertex, (0.04 + 0.3)/2", "0.17", image.fpr[middle], 3),
            number("tpr of the middle vertex, (0.4 + 0.8)/2", "0.6", image.tpr[middle], 3),
            number("mean cost at PC(+) 0.5, (0.32 + 0.25)/2", "0.285", mean[50], 3),
        ),
    )


def figure_16() -> Figure:
    """Draw a hundred resampled matrices, their limits of 90 % and the exact ones."""
    snapshot = figure_snapshot("dh06-16")
    classifier = model(snapshot, "classifier")
    fpr, tpr = _resampled(classifier)
    at = np.linspace(0, 1, 101)
    lines = (1 - tpr[:, None]) * at + fpr[:, None] * (1 - at)
    limits = percentile_interval(lines, HUNDRED.level)
    exact = classifier_band(classifier, 1, HUNDRED)
    ends = (exact.x, exact.lower), (exact.x, exact.upper)
    marks = (
        Between(*ends, PRINT.model_color(1), 38),
        CostLines(fpr, tpr, PRINT.ink, 26),
        line((0.0, 1.0), (0.4, 0.2), (), 2.0, slot=1),
        *(line(at, limit, DASHED, 2.0) for limit in limits),
    )
    test_share = classifier.table.positives / 30
    return Figure(
        "dh06-16",
        (Picture("dh06_16", "cost", snapshot, marks, WHOLE, handles=CONDITION, size=WIDE),),
        (
            number("P1, 16/20", "0.8", _tpr(classifier), 2),
            number("P2, 6/10", "0.6", 1 - float(classifier.table.fpr[1]), 2),
            number("resampled matrices", "100", len(fpr), 0),
            number("steps at the left: multiples of 1/10", "0.1", _step(fpr), 2),
            number("steps at the right: multiples of 1/20", "0.05", _step(tpr), 2),
            number("class distribution of the test set, 20/30", "0.667", test_share, 3),
            *_widths("of the hundred", *(limit[[50, 67]] for limit in limits)),
            *_widths("exactly", *(limit[[50, 67]] for limit in (exact.lower, exact.upper))),
        ),
    )


def _resampled(matrix: ModelEvaluation) -> tuple[np.ndarray, np.ndarray]:
    """Return fpr and tpr of a hundred bootstrap replicates of the cases behind a matrix."""
    sizes = round(matrix.table.positives), round(matrix.table.negatives)
    y_true = np.repeat([True, False], sizes)
    rates = float(matrix.table.tpr[1]), float(matrix.table.fpr[1])
    called = [np.arange(size) < round(size * rate) for size, rate in zip(sizes, rates, strict=True)]
    scores = np.concatenate(called).astype(np.float64)
    table = threshold_table(y_true, scores)
    ranked = RankedModel(evaluate_table("cases", table), rank_order(y_true, scores, table=table))
    sample = resampled_sample(y_true, ERRORS, error_costs(ERRORS, y_true))
    (drawn,) = resampler(sample, HUNDRED).rates(ranked, np.array([1]))
    return drawn.fpr[:, 0], drawn.tpr[:, 0]


def _widths(how: str, low: np.ndarray, high: np.ndarray) -> tuple[Check, Check]:
    """Return how far apart the limits are, where PC(+) is 0.5 and at the test set's own share."""
    middle, own = (high - low).tolist()
    return (
        number(f"limits at PC(+) 0.5 apart, {how}", "", middle, 3),
        number(f"limits at PC(+) 0.67 apart, {how}", "", own, 3),
    )


def _step(rates: np.ndarray) -> float:
    """Return the least difference between two values that occur."""
    return float(np.diff(np.unique(rates.round(9))).min())


FIGURES = (figure_14, figure_15, figure_16)

"""C. Drummond, R. C. Holte (2006): Cost curves, sections 4.5 and 4.6: averages and intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.averaging.cost_space import cost_space_average, roc_image
from costcurve_gui.engine.averaging.rate_averages import horizontal_average, vertical_average
from costcurve_gui.engine.cost.duality import roc_line
from costcurve_gui.models.state import FoldAverage, FoldBars, ViewChoices
from costcurve_gui.views.plots.marks import CostLines
from costcurve_gui.views.plots.sheet import PRINT
from paper_figures.annotated import DASHED, line, point
from paper_figures.drummond_holte_2006 import CONDITION, WHOLE
from paper_figures.figure import LARGE, WIDE, Figure, Picture, number
from paper_figures.frames import PAPERS, counted_frame, model, scored_frame

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.engine.cost.duality import RocLine
    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.models.results import Frame
    from costcurve_gui.views.plots.marks import Mark

SLOPE = (0.8 - 0.4) / (0.3 - 0.04)
"""Of the iso-performance line through the two points of figure 14."""
TWO_RUNS = PAPERS / "drummond_holte2006_figure_14.csv"
BEYOND = 5
"""Of 100 replicates, so many end at or beyond either limit of 90 %."""


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
        (Picture("dh06_14", "folds", _averages(FoldAverage.COMPARED), marks, size=LARGE),),
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


def _averages(average: FoldAverage) -> Frame:
    """Return the frame in which both runs are folds of one model."""
    views = ViewChoices(fold_average=average, fold_bars=FoldBars.NONE)
    return scored_frame(TWO_RUNS, roles={"scores": ("score_both",)}, views=views)


def _two_runs() -> tuple[Frame, list[ModelEvaluation]]:
    frame = scored_frame(
        TWO_RUNS,
        roles={"scores": ("score_run_1", "score_run_2")},
        prior=1 / (1 + SLOPE),
    )
    return frame, [model(frame, name) for name in ("run_1", "run_2")]


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
    frame, runs = _two_runs()
    envelopes = [run.envelope for run in runs]
    average, image = cost_space_average(envelopes), roc_image(envelopes)
    fpr, tpr = (0.0, *image.fpr, 1.0), (0.0, *image.tpr, 1.0)
    middle = int(np.argmin(np.abs(image.fpr - 0.17)))
    mean = average.values.mean
    return Figure(
        "dh06-15",
        (
            Picture("dh06_15a", "folds", _averages(FoldAverage.COST_SPACE)),
            Picture(
                "dh06_15b",
                "roc",
                frame,
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
    """Draw a hundred resampled matrices and the limits of 90 %."""
    frame = counted_frame("drummond_holte2006_figure_1.csv")
    drawn = counted_frame("drummond_holte2006_figure_16_resampled.csv")
    members = model(drawn, "resampled").table.members
    fpr, tpr = (np.array([getattr(one, rate) for one in members]) for rate in ("fpr", "tpr"))
    at = np.linspace(0, 1, 101)
    lines = np.sort((1 - tpr[:, None]) * at + fpr[:, None] * (1 - at), axis=0)
    low, high = lines[BEYOND - 1], lines[-BEYOND]
    marks = (
        CostLines(fpr, tpr, PRINT.ink, 26),
        line((0.0, 1.0), (0.4, 0.2), (), 2.0, slot=1),
        line(at, low, DASHED, 2.0),
        line(at, high, DASHED, 2.0),
    )
    test_share = model(frame, "classifier").table.positives / 30
    return Figure(
        "dh06-16",
        (Picture("dh06_16", "cost", frame, marks, WHOLE, handles=CONDITION, size=WIDE),),
        (
            number("P1, 16/20", "0.8", _tpr(model(frame, "classifier")), 2),
            number("P2, 6/10", "0.6", 1 - float(model(frame, "classifier").table.fpr[1]), 2),
            number("resampled matrices", "100", len(members), 0),
            number("steps at the left: multiples of 1/10", "0.1", _step(fpr), 2),
            number("steps at the right: multiples of 1/20", "0.05", _step(tpr), 2),
            number("class distribution of the test set, 20/30", "0.667", test_share, 3),
        ),
    )


def _step(rates: np.ndarray) -> float:
    """Return the least difference between two values that occur."""
    return float(np.diff(np.unique(rates.round(9))).min())


FIGURES = (figure_14, figure_15, figure_16)

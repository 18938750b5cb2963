"""C. Drummond, R. C. Holte (2006): Cost curves, sections 2 and 3: points and lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.cost.duality import common_tangents
from costcurve_gui.views.plotting.canvas import Bounds
from paper_figures.annotated import DASHED, line, point, words
from paper_figures.figure import SINGLE, Check, Figure, Picture, number
from paper_figures.snapshots import figure_snapshot, model

if TYPE_CHECKING:
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.views.plotting.marks import Mark

WHOLE = Bounds(-0.035, 1.035, -0.06, 1.035)
"""Cost space with the costs up to 1: "Rescaled Y" in the source."""
CONDITION = ("condition", "threshold")
BETWEEN = 2.0
"""A slope between those beside A of figure 2."""
_ROUNDING = 1e-9


def figure_1() -> Figure:
    """Draw a confusion matrix as a point and as a line."""
    snapshot = figure_snapshot("dh06-1")
    at = snapshot.models["papers/classifier"].policy
    low, high = model(snapshot, "classifier").envelope.operating_range or (np.nan, np.nan)
    line_ends = (*point(0, at.fpr, "FP", (7.0, -11.0)), *point(1, 1 - at.tpr, "FN", (-7.0, 12.0)))
    return Figure(
        "dh06-1",
        (
            Picture("dh06_1_roc", "roc", snapshot, tuple(point(at.fpr, at.tpr, "(0.4, 0.8)"))),
            Picture("dh06_1_cost", "cost", snapshot, line_ends, handles=CONDITION),
        ),
        (
            number("TP, 16/20", "0.8", at.tpr, 2),
            number("FN, 4/20", "0.2", 1 - at.tpr, 2),
            number("FP, 4/10", "0.4", at.fpr, 2),
            number("TN, 6/10", "0.6", 1 - at.fpr, 2),
            number("error rate, 8/30", "0.267", at.normalized_expected_cost, 3),
            number("operating range from 0.4/1.2", "0.333", low, 3),
            number("operating range to 0.6/0.8", "0.75", high, 3),
        ),
    )


def figure_2() -> Figure:
    """Draw the slopes of the segments of a curve."""
    snapshot = figure_snapshot("dh06-2")
    left, right = _slopes(snapshot, "dashed", BETWEEN)
    low, high = model(snapshot, "solid").envelope.operating_range or (np.nan, np.nan)
    marks = (
        *point(0.16, 0.54, "A", (-8.0, -5.0), slot=2),
        *point(0.35, 0.7, "B", slot=1),
        words(0.08, 0.348, f"{left:.1f}", (-14.0, -4.0)),
        words(0.22, 0.63, f"{right:.1f}", (-12.0, -7.0)),
    )
    return Figure(
        "dh06-2",
        (Picture("dh06_2", "roc", snapshot, marks, legend=True, size=SINGLE),),
        (
            number("slope left of A", "2.4", left, 2),
            number("slope right of A", "1.5", right, 2),
            number("operating range of B from 1/(1 + 0.7/0.35)", "0.333", low, 3),
            number("operating range of B to 1/(1 + 0.3/0.65)", "0.684", high, 3),
        ),
    )


def _slopes(snapshot: Snapshot, name: str, between: float) -> tuple[float, float]:
    """Return the slopes of the two hull edges at the point where a slope touches."""
    hull = model(snapshot, name).roc_hull
    at = hull.touching(1 / (1 + between))
    run, rise = np.diff(hull.fpr), np.diff(hull.tpr)
    return float(rise[at - 1] / run[at - 1]), float(rise[at] / run[at])


def figure_3() -> Figure:
    """Draw two classifiers in error rates and as points."""
    snapshot = figure_snapshot("dh06-3")
    crossing = _crossing(snapshot, "1R", "C4.5")
    dots = (
        *point(0.2, 0.9, "1R", (4.0, -11.0), slot=2),
        *point(0.111, 0.789, "C4.5", (-3.0, -11.0), slot=1),
    )
    return Figure(
        "dh06-3",
        (
            Picture(
                "dh06_3a",
                "regret",
                snapshot,
                (upright(crossing, _error_rate(snapshot, "1R", crossing)),),
                Bounds(-0.035, 1.035, -0.018, 0.52),
                legend=True,
                classifiers=True,
            ),
            Picture("dh06_3b", "roc", snapshot, dots, legend=True),
        ),
        (
            number("p(+) at which both err equally", "0.445", crossing, 3),
            Check("errs less at p(+) = 0.6", "1R", cheapest(snapshot, 0.6)),
            Check("errs less at p(+) = 0.3", "C4.5", cheapest(snapshot, 0.3)),
        ),
    )


def _error_rate(snapshot: Snapshot, name: str, prior: float) -> float:
    """Return the error rate of a model's one classifier at a prior."""
    ev = model(snapshot, name)
    row = np.array([ev.envelope.classifier_at(0.5)])
    fpr, tpr = float(ev.table.fpr_at(row)[0]), float(ev.table.tpr_at(row)[0])
    return (1 - tpr) * prior + fpr * (1 - prior)


def _crossing(snapshot: Snapshot, one: str, other: str) -> float:
    (found,) = common_tangents(model(snapshot, one).envelope, model(snapshot, other).envelope)
    return found.pc_plus


def cheapest(snapshot: Snapshot, at: float) -> str:
    """Return the name of the cheapest model at PC(+)."""
    return min(
        snapshot.curve_set.models, key=lambda one: one.evaluation.envelope.value_at(at)
    ).info.name


def upright(x: float, height: float) -> Mark:
    """Return an upright line from the foot of cost space to a height."""
    return line((x, x), (0.0, height), DASHED)


def figure_4() -> Figure:
    """Draw ten points with their hull, and their lines with the lower envelope."""
    snapshot = figure_snapshot("dh06-4")
    ev = model(snapshot, "family")
    classifiers = ev.table.classifiers
    hull, bends = len(ev.roc_hull), _bends(ev)
    return Figure(
        "dh06-4",
        (
            Picture("dh06_4a", "roc", snapshot),
            Picture("dh06_4b", "cost", snapshot),
        ),
        (
            number("points with the two trivial ones", "10", len(classifiers) + 2, 0),
            number("segments of the envelope: points of the hull", f"{hull}", bends + 1, 0),
            number("its vertices: edges of the hull", f"{hull - 1}", bends, 0),
        ),
    )


def _bends(ev: ModelEvaluation) -> int:
    """Return how often the envelope bends between PC(+) 0 and 1."""
    curve = ev.envelope
    slopes = np.diff(curve.cost) / np.diff(curve.pc_plus)
    return int(np.count_nonzero(np.abs(np.diff(slopes)) > _ROUNDING))


def figure_5() -> Figure:
    """Draw the lines of figure 3 where errors cost differently."""
    snapshot = figure_snapshot("dh06-5")
    return Figure(
        "dh06-5",
        (
            Picture(
                *("dh06_5", "cost", snapshot),
                handles=CONDITION,
                legend=True,
                size=SINGLE,
                classifiers=True,
            ),
        ),
        (
            number(
                "PC(+) at which both cost the same", "0.445", _crossing(snapshot, "1R", "C4.5"), 3
            ),
            number("PC(+) of p(+) = 0.138 with misses at 5", "0.445", _pc(snapshot), 3),
        ),
    )


def _pc(snapshot: Snapshot) -> float:
    return snapshot.condition.probability_cost


FIGURES = (figure_1, figure_2, figure_3, figure_4, figure_5)

"""T. Fawcett (2006): ROC graphs with instance-varying costs."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.roc.joint_hull import joint_hull
from paper_figures.figure import TALL, Check, Figure, Picture, number
from paper_figures.snapshots import figure_snapshot, model

if TYPE_CHECKING:
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.evaluation import ModelEvaluation


def figure_3() -> Figure:
    """Draw two classifiers with one ROC curve and two ROCIV curves."""
    snapshot = figure_snapshot("f06-3")
    a, b = model(snapshot, "A"), model(snapshot, "B")
    apart = max(np.abs(a.table.fpr - b.table.fpr).max(), np.abs(a.table.tpr - b.table.tpr).max())
    return Figure(
        "f06-3",
        (
            Picture("f06_3a", "roc", snapshot, legend=True),
            Picture("f06_3b", "rociv", snapshot, legend=True),
        ),
        (
            number("largest distance of the two ROC curves", "0", float(apart), 3),
            Check("higher ROCIV curve at 0.15", "A", _higher(a, b, 0.15)),
            Check("higher ROCIV curve at 0.4", "B", _higher(a, b, 0.4)),
            number("AUCIV of A, over all pairs by cost", "0.732", a.auciv, 3),
            number("AUCIV of B, over all pairs by cost", "0.806", b.auciv, 3),
        ),
    )


def _higher(one: ModelEvaluation, other: ModelEvaluation, at: float) -> str:
    """Return whose ROCIV curve is the higher at a share of the false-alarm cost."""
    return max((one, other), key=lambda ev: _height(ev, at)).name


def _height(ev: ModelEvaluation, at: float) -> float:
    return float(ev.rates.tpr[np.searchsorted(ev.rates.fpr, at, side="right") - 1])


def figure_8() -> Figure:
    """Draw three classifiers of German credit, by cases and by money."""
    snapshot = figure_snapshot("f06-8")
    by_cases, by_money = _stretch(snapshot, "roc_hull"), _stretch(snapshot, "rociv_hull")
    return Figure(
        "f06-8",
        (
            Picture("f06_8a", "roc", snapshot, legend=True, size=TALL),
            Picture("f06_8b", "rociv", snapshot, legend=True, size=TALL),
        ),
        (
            number("naive Bayes on the hull by cases, from", "", by_cases[0], 3),
            number("by cases, to", "", by_cases[1], 3),
            number("naive Bayes on the hull by money, from", "", by_money[0], 3),
            number("by money, to", "", by_money[1], 3),
        ),
    )


def _stretch(snapshot: Snapshot, hull: str) -> tuple[float, float]:
    """Return the longest stretch of the x axis with no vertex but those of naive Bayes."""
    joint = joint_hull(
        {one.info.name: getattr(one.evaluation, hull) for one in snapshot.curve_set.models}
    )
    vertices = [joint.vertex(position) for position in range(len(joint))]
    runs = [
        [vertex.fpr for vertex in run]
        for name, run in groupby(vertices, key=lambda vertex: vertex.model)
        if name == "naive_bayes"
    ]
    return max(((run[0], run[-1]) for run in runs), key=lambda ends: ends[1] - ends[0])


FIGURES = (figure_3, figure_8)

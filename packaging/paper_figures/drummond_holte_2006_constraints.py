"""C. Drummond, R. C. Holte (2006): Cost curves, section 5.1: choices within a bound."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.engine.cost.constraint_walk import (
    neyman_pearson_bound,
    walk_envelope,
    workforce_bound,
)
from costcurve_gui.views.plotting.canvas import Bounds
from paper_figures.annotated import DASHED, DOTTED, line, point
from paper_figures.figure import Figure, Picture, number
from paper_figures.snapshots import figure_snapshot, model

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.engine.cost.constraint_walk import WalkedLine
    from costcurve_gui.engine.cost.duality import CostLine
    from costcurve_gui.views.plotting.marks import Mark

MAX_FPR = 0.27
CAPACITY, POPULATION, PRIOR = 300, 1000, 0.25


def figure_23() -> Figure:
    """Draw the Neyman-Pearson criterion in both spaces."""
    snapshot = figure_snapshot("dh06-23")
    walked = walk_envelope(model(snapshot, "classifiers").envelope, neyman_pearson_bound(MAX_FPR))
    chosen = snapshot.models["papers/classifiers"].policy
    marks = (
        *_construction(walked, (0.0, 1.0)),
        *point(0.0, MAX_FPR, "FP", (9.0, -9.0)),
        *point(1.0, _fnr(walked), "FN", (-9.0, -9.0)),
    )
    return Figure(
        "dh06-23",
        (
            Picture("dh06_23a", "roc", snapshot, handles=("max_fpr", "threshold")),
            Picture("dh06_23b", "cost", snapshot, marks),
        ),
        (
            number("fpr where the line begins: the bound", "0.27", walked.line.intercept, 3),
            number("fnr where it ends, 1 − (0.7 + 0.12 · 7/15)", "0.244", _fnr(walked), 3),
            number("fnr of the hull in ROC space at the bound", "0.244", 1 - chosen.tpr, 3),
        ),
    )


def figure_24() -> Figure:
    """Draw workforce utilisation in both spaces."""
    snapshot = figure_snapshot("dh06-24")
    bound = workforce_bound(CAPACITY, POPULATION, PRIOR)
    walked = walk_envelope(model(snapshot, "classifiers").envelope, bound)
    chosen = snapshot.models["papers/classifiers"].policy
    x, y = bound.point
    marks = (
        line((x, x), (-0.1, 0.74), DOTTED),
        *_construction(walked, (x, 1.0)),
        *point(x, y, "W", (9.0, 9.0)),
    )
    cases = POPULATION * (PRIOR * chosen.tpr + (1 - PRIOR) * chosen.fpr)
    return Figure(
        "dh06-24",
        (
            Picture("dh06_24a", "roc", snapshot, handles=("capacity", "threshold")),
            Picture("dh06_24b", "cost", snapshot, marks, Bounds(-0.56, 1.12, -0.1, 0.75)),
        ),
        (
            number("PC(+) of the point, P/(P − N)", "-0.5", x, 3),
            number("its cost, (1 − W/P) X", "0.1", y, 3),
            number("cases taken: W", "300", cases, 1),
            number("tpr of the bold line, with k = 72.5/97.5", "0.6615", 1 - _fnr(walked), 4),
            number("fpr of the bold line", "0.1795", walked.line.intercept, 4),
        ),
    )


def _fnr(walked: WalkedLine) -> float:
    return walked.line.slope + walked.line.intercept


def _construction(walked: WalkedLine, ends: Sequence[float]) -> list[Mark]:
    """Return the two classifiers that are mixed, where they meet, and the mixture."""
    return [
        _cost_line(walked.left, ends, DASHED),
        _cost_line(walked.right, ends, DASHED),
        _cost_line(walked.line, ends, (), 2.0),
        *point(walked.vertex.pc_plus, walked.vertex.cost),
    ]


def _cost_line(
    drawn: CostLine, ends: Sequence[float], dash: tuple[float, ...], width: float = 1.0
) -> Mark:
    return line(ends, [drawn.intercept + drawn.slope * x for x in ends], dash, width)


FIGURES = (figure_23, figure_24)

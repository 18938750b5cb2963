"""C. Drummond, R. C. Holte (2006): Cost curves, sections 4.2 to 4.4: who is better, and where."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.cost.difference import cost_difference
from costcurve_gui.engine.cost.duality import common_tangents
from paper_figures.annotated import DOTTED, line, point
from paper_figures.drummond_holte_2006 import CONDITION, cheapest, upright
from paper_figures.figure import Check, Figure, Picture, number
from paper_figures.snapshots import figure_snapshot, model

if TYPE_CHECKING:
    from costcurve_gui.engine.cost.cost_curve import CostCurve


def figure_9() -> Figure:
    """Draw the operating range, estimated in ROC space and exact in cost space."""
    snapshot = figure_snapshot("dh06-9")
    ev = model(snapshot, "classifiers")
    inner = slice(1, -1)
    least, most = float(ev.roc_hull.fpr[inner].min()), float(ev.roc_hull.tpr[inner].max())
    low, high = ev.envelope.operating_range or (np.nan, np.nan)
    estimate = (
        line((least, least), (0.0, 1.0), DOTTED),
        line((0.0, 1.0), (most, most), DOTTED),
    )
    exact = tuple(upright(end, float(ev.envelope.value_at(end))) for end in (low, high))
    return Figure(
        "dh06-9",
        (
            Picture("dh06_9a", "roc", snapshot, estimate),
            Picture("dh06_9b", "cost", snapshot, exact),
        ),
        (
            number("estimate from, the least fpr", "0.05", least, 2),
            number("estimate to, the largest tpr", "0.94", most, 2),
            number("operating range from", "0.14", low, 3),
            number("operating range to", "0.85", high, 3),
        ),
    )


def figure_11() -> Figure:
    """Draw two curves that cross, and the line that touches both."""
    snapshot = figure_snapshot("dh06-11")
    tangents = common_tangents(*(model(snapshot, name).envelope for name in ("strict", "liberal")))
    (tangent,) = tangents
    return Figure(
        "dh06-11",
        (
            Picture("dh06_11a", "roc", snapshot, handles=CONDITION, legend=True),
            Picture("dh06_11b", "cost", snapshot, handles=CONDITION, legend=True),
        ),
        (
            number("PC(+) at which the cost curves cross", "0.5", tangent.pc_plus, 3),
            number("slope of the line that touches both", "1", tangent.line.slope, 3),
            Check("costs less at PC(+) = 0.4", "strict", cheapest(snapshot, 0.4)),
            Check("costs less at PC(+) = 0.6", "liberal", cheapest(snapshot, 0.6)),
        ),
    )


def figure_12() -> Figure:
    """Draw how much one curve is better than another."""
    snapshot = figure_snapshot("dh06-12")
    dashed, solid = (model(snapshot, name).envelope for name in ("dashed", "solid"))
    difference = cost_difference(solid, dashed)
    at, largest = difference.largest
    points = (
        *point(0.16, 0.54, "A", (-8.0, -5.0), slot=2),
        *point(0.3, 0.7, "B", slot=1),
        *point(0.0, 0.0, "C", (9.0, -9.0)),
    )
    return Figure(
        "dh06-12",
        (
            Picture("dh06_12a", "roc", snapshot, points, legend=True),
            Picture("dh06_12b", "cost", snapshot, legend=True),
            Picture("dh06_12c", "difference", snapshot),
        ),
        (
            number("cost of the dashed curve at 0.3", "0.25", dashed.value_at(0.3), 3),
            number("cost of the solid curve at 0.3", "0.3", solid.value_at(0.3), 3),
            number("cost of the dashed curve at 0.7", "0.25", dashed.value_at(0.7), 3),
            number("PC(+) of the largest difference, 0.3 or 0.7", "0.3", min(at, 1 - at), 3),
            number("largest difference", "0.05", largest, 3),
            number("as a share of the dashed curve", "0.2", largest / dashed.value_at(at), 3),
            *(
                number(
                    f"difference at {pc}, negligible in the source", "", difference.value_at(pc), 3
                )
                for pc in (0.1, 0.5, 0.9)
            ),
            number("fpr of the solid curve's choice at ratio 2.1: B", "0.3", _fpr(solid, 2.1), 3),
            number("at ratio 2.3: C", "0.0", _fpr(solid, 2.3), 3, agrees=False),
            number("at ratio 2.34: C", "0.0", _fpr(solid, 2.34), 3),
        ),
    )


def _fpr(curve: CostCurve, slope: float) -> float:
    """Return the fpr of the classifier in use where iso-performance lines have a slope."""
    return float(curve.fpr[curve.segment_at(1 / (1 + slope))])


FIGURES = (figure_9, figure_11, figure_12)

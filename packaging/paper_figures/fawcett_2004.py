"""T. Fawcett (2004): ROC graphs: notes and practical considerations for researchers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.cost.duality import RocPoint
from costcurve_gui.engine.roc.area import tie_corners
from costcurve_gui.engine.roc.concavities import concavities, repaired_classifier
from costcurve_gui.engine.selection.combinations import interpolate
from costcurve_gui.engine.selection.criteria import manual, min_cost, workforce
from paper_figures.annotated import DOTTED, line, point, words
from paper_figures.figure import LARGE, Figure, Picture, number
from paper_figures.snapshots import figure_snapshot, model

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurve_gui.analysis.derived_models import Combination
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.roc.area import TieCorners
    from costcurve_gui.engine.selection.policy import Policy
    from costcurve_gui.views.plotting.marks import Mark


def figure_3() -> Figure:
    """Draw twenty cases, every point named by its threshold."""
    snapshot = figure_snapshot("f04-3")
    ev = model(snapshot, "score")
    best, first = min_cost(ev, snapshot.condition), manual(ev, snapshot.condition, 0.9)
    return Figure(
        "f04-3",
        (
            Picture(
                "f04_3", "roc", snapshot, _thresholds(snapshot), handles=("threshold",), size=LARGE
            ),
        ),
        (
            number("fpr at 0.9", "0", first.fpr, 1),
            number("tpr at 0.9", "0.1", first.tpr, 1),
            number("threshold of highest accuracy", "0.54", best.threshold, 2),
            number("fpr there", "0.1", best.fpr, 1),
            number("tpr there", "0.5", best.tpr, 1),
            number("accuracy there", "0.7", _accuracy(best), 2),
            number("accuracy at 0.5", "0.6", _accuracy(manual(ev, snapshot.condition, 0.5)), 2),
        ),
    )


def _thresholds(snapshot: Snapshot) -> tuple[Mark, ...]:
    """Return the threshold of each point: beside an upright step, below a level one."""
    table = model(snapshot, "score").table
    marks: list[Mark] = []
    for row in range(1, len(table)):
        upright = table.fpr[row] == table.fpr[row - 1]
        text = f"{table.thresholds[row]:g}".removeprefix("0")
        x, y = float(table.fpr[row]), float(table.tpr[row])
        if upright:
            beside = (-4.0, 0.0) if x else (4.0, 2.0 if row == 1 else -9.0)
            marks += point(x, y, text, beside, slot=1)
        else:
            marks += [*point(x, y, slot=1), words(x, y, text, (-6.0, 12.0))]
    return tuple(marks)


def _accuracy(policy: Policy) -> float:
    """Return the share of right decisions, where every error costs the same."""
    return 1 - policy.normalized_expected_cost


def figure_4() -> Figure:
    """Draw a perfect ranking and a poor threshold."""
    name = "naive_bayes"
    snapshot = figure_snapshot("f04-4")
    ev, at = model(snapshot, name), snapshot.condition
    half = manual(ev, at, 0.5)
    return Figure(
        "f04-4",
        (
            Picture(
                "f04_4",
                "roc",
                snapshot,
                handles=("threshold",),
            ),
        ),
        (
            number("accuracy at 0.5", "0.8", _accuracy(half), 2),
            number("accuracy at 0.6", "0.9", _accuracy(manual(ev, at, 0.6)), 2),
            number("AUC of a perfect ranking", "1", ev.auc, 2),
            number("accuracy at the threshold of least cost", "1", _accuracy(min_cost(ev, at)), 2),
        ),
    )


def figure_6() -> Figure:
    """Draw six positives and four negatives of one score."""
    snapshot = figure_snapshot("f04-6")
    ev = model(snapshot, "score")
    corners = tie_corners(ev.table)
    marks: tuple[Mark, ...] = (
        words(0.1, 0.8, "optimistic", (42.0, -9.0)),
        words(0.5, 0.2, "pessimistic", (-42.0, 9.0)),
    )
    return Figure(
        "f04-6",
        (Picture("f04_6", "roc", snapshot, marks),),
        (
            number("size of the rectangle, 6 · 4 / (10 · 10)", "0.24", _spread(corners), 2),
            number(
                "largest error of the AUC, half of it", "0.12", corners.optimistic_auc - ev.auc, 2
            ),
        ),
    )


def _spread(corners: TieCorners) -> float:
    return corners.optimistic_auc - corners.pessimistic_auc


def figure_10() -> Figure:
    """Draw 800 of 4000 clients, between two classifiers: as the program shows it, and no more."""
    snapshot = figure_snapshot("f04-10")
    mix = snapshot.mix
    if mix is None or mix.found is None:
        raise LookupError("figure 10 of Fawcett (2004) mixes nothing")
    mixed = mix.found
    ours = workforce(model(snapshot, "clients"), snapshot.condition, 800, 4000)
    printed = interpolate(mixed.first, mixed.second, 0.53)
    return Figure(
        "f04-10",
        (Picture("f04_10", "roc", snapshot, handles=None, size=LARGE),),
        (
            number("clients that A takes", "424", mixed.first_cases, 0),
            number("clients that B takes", "1084", mixed.second_cases, 0),
            number("fpr of C", "0.18", mixed.point.fpr, 4, agrees=False),
            number("tpr of C", "0.42", mixed.point.tpr, 4, agrees=False),
            number("share k of B's decisions", "0.53", mixed.mixing, 4, agrees=False),
            number("clients at the exact k", "800", mixed.cases, 0),
            number("clients at k = 0.53", "800", _clients(printed), 0, agrees=False),
            number("responders that C finds", "102.7", mixed.found, 1),
            number("responders of the hull's mixture", "106.3", 240 * ours.tpr, 1),
        ),
    )


def _clients(at: RocPoint) -> float:
    return 3760 * at.fpr + 240 * at.tpr


def figure_11() -> Figure:
    """Draw a concavity, and its repair."""
    snapshot = figure_snapshot("f04-11")
    ev = model(snapshot, "score")
    found = concavities(ev.table, ev.roc_hull)
    repaired = repaired_classifier(ev.table, found, 0)
    a, c = (found.fpr_low[0], found.tpr_low[0]), (found.fpr_high[0], found.tpr_high[0])
    row = int(found.deepest_rows[0])
    b = (ev.table.fpr[row], ev.table.tpr[row])
    before = (*point(*a, "A"), *point(*b, "B"), *point(*c, "C"))
    mended = (
        line((a[0], repaired.fpr, c[0]), (a[1], repaired.tpr, c[1]), (), 2.0),
        line((b[0], repaired.fpr), (b[1], repaired.tpr), DOTTED),
        *before,
        *point(repaired.fpr, repaired.tpr, "B\u2032", (-9.0, -9.0)),
    )
    return Figure(
        "f04-11",
        (
            Picture("f04_11a", "roc", snapshot, before),
            Picture("f04_11b", "roc", snapshot, mended),
        ),
        (
            number("fpr of B\u2032: A + C − B", "0.2", repaired.fpr, 2),
            number("tpr of B\u2032: A + C − B", "0.7", repaired.tpr, 2),
            number("AUC gained", "0.05", repaired.auc_gain, 3),
        ),
    )


def figure_12() -> Figure:
    """Draw where two classifiers joined by AND and by OR can lie: as the program shows it."""
    snapshot = figure_snapshot("f04-12")
    one, other, both, either = (
        _only_point(snapshot, name) for name in ("c1", "c2", "c1 and c2", "c1 or c2")
    )
    boxes = [found.bounds for found in _combinations(snapshot) if found.bounds is not None]
    return Figure(
        "f04-12",
        (Picture("f04_12", "roc", snapshot, handles=None, legend=True, size=LARGE),),
        (
            number("expected fpr of c1 and c2", "0.08", both.fpr, 3),
            number("expected tpr of c1 and c2", "0.42", both.tpr, 3),
            number("expected fpr of c1 or c2", "0.52", either.fpr, 3),
            number("expected tpr of c1 or c2", "0.905", either.tpr, 3),
            number("largest tpr of c1 and c2, the smaller one", "0.525", boxes[0].high.tpr, 3),
            number("least tpr of c1 or c2, the larger one", "0.8", boxes[1].low.tpr, 3),
            number("tpr of the hull of both at fpr 0.08", "0.21", _hull_at(0.08, one, other), 3),
            number("tpr of the hull of both at fpr 0.52", "0.84", _hull_at(0.52, one, other), 3),
        ),
    )


def _combinations(snapshot: Snapshot) -> Iterator[Combination]:
    for one in snapshot.curve_set.models:
        if one.combination is not None:
            yield one.combination


def _hull_at(fpr: float, *inner: RocPoint) -> float:
    x, y = zip((0.0, 0.0), *inner, (1.0, 1.0), strict=True)
    return float(np.interp(fpr, x, y))


def _only_point(snapshot: Snapshot, name: str) -> RocPoint:
    table = model(snapshot, name).table
    return RocPoint(float(table.fpr[1]), float(table.tpr[1]))


FIGURES = (figure_3, figure_4, figure_6, figure_10, figure_11, figure_12)

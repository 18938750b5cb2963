"""Hybrid curves of choosing by the condition alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.counts.family import FamilyTable
from costcurve_gui.engine.selection.performance_independent import (
    excess_area,
    is_condition_aware,
    performance_independent_curve,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from costcurve_gui.analysis.curves import CurveSet
    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.engine.progress import Progress
    from costcurve_gui.engine.selection.performance_independent import HybridCurve


@dataclass(frozen=True, slots=True, eq=False)
class Hybrid:
    """What choosing by the condition alone costs over PC(+), beside the cheapest choice.

    Attributes
    ----------
    pc_plus, cost : ndarray of float64, shape (k,)
        The line to draw, PC(+) ascending; it steps where one classifier gives way to the next.
    excess_area : float
        Area down to the lower envelope, 0-1: the mean excess cost where all PC(+) are equally
        likely.
    classifiers : RocClassifiers or None
        Of a family the classifiers in use; None where every threshold is.
    """

    pc_plus: NDArray[np.float64]
    cost: NDArray[np.float64]
    excess_area: float
    classifiers: RocClassifiers | None = None


@dataclass(frozen=True, slots=True, eq=False)
class RocClassifiers:
    """Classifiers of a family in ROC space, and the slopes of the conditions each is used at."""

    fpr: NDArray[np.float64]
    tpr: NDArray[np.float64]
    steepest: NDArray[np.float64]  # slope (1 - PC(+)) / PC(+) at the least PC(+), to the left
    flattest: NDArray[np.float64]  # at the greatest one, to the right


MOST_PIECES = 2000
"""With more pieces than that, steps are narrower than the pixels of any screen."""


def build_hybrids(curve_set: CurveSet, progress: Progress) -> Mapping[str, Hybrid]:
    """Return the hybrid curves of the models whose choice a condition alone can make, by key."""
    hybrids = {}
    for done, model in enumerate(curve_set.models):
        progress.advance(done, len(curve_set.models), model.info.name)
        if is_condition_aware(model.evaluation.table):
            hybrids[model.info.key] = hybrid_of(model.evaluation)
    return hybrids


def hybrid_of(ev: ModelEvaluation) -> Hybrid:
    """Return the hybrid curve of a model whose choice a condition alone can make."""
    curve = performance_independent_curve(ev)
    classifiers = _classifiers(curve) if isinstance(ev.table, FamilyTable) else None
    return Hybrid(*_drawn(curve), excess_area(curve, ev.envelope), classifiers)


def _drawn(curve: HybridCurve) -> tuple[np.ndarray, np.ndarray]:
    if len(curve) <= MOST_PIECES:
        return curve.polyline()
    grid = np.linspace(0.0, 1.0, 2 * MOST_PIECES + 1)
    return grid, curve.value_at(grid)


def _classifiers(curve: HybridCurve) -> RocClassifiers:
    return RocClassifiers(curve.fpr[:], curve.tpr[:], *curve.roc_slopes())

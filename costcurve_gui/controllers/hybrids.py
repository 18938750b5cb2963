"""Hybrid curves of choosing by the condition alone, in the shape in which views draw them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.counts.family import FamilyTable
from costcurve_gui.engine.selection.performance_independent import (
    excess_area,
    is_condition_aware,
    performance_independent_curve,
)
from costcurve_gui.models.hybrid import Hybrid, RocMembers

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.engine.progress import Progress
    from costcurve_gui.engine.selection.performance_independent import HybridCurve
    from costcurve_gui.models.results import Scene

MOST_PIECES = 2000
"""With more pieces than that, steps are narrower than the pixels of any screen."""


def build_hybrids(scene: Scene, progress: Progress) -> Mapping[str, Hybrid]:
    """Return the hybrid curves of the models whose choice a condition alone can make, by key."""
    hybrids = {}
    for done, model in enumerate(scene.models):
        progress.advance(done, len(scene.models), model.info.name)
        if is_condition_aware(model.evaluation.table):
            hybrids[model.info.key] = _hybrid(model.evaluation)
    return hybrids


def _hybrid(ev: ModelEvaluation) -> Hybrid:
    curve = performance_independent_curve(ev)
    members = _members(curve) if isinstance(ev.table, FamilyTable) else None
    return Hybrid(*_drawn(curve), excess_area(curve, ev.envelope), members)


def _drawn(curve: HybridCurve) -> tuple[np.ndarray, np.ndarray]:
    if len(curve) <= MOST_PIECES:
        return curve.polyline()
    grid = np.linspace(0.0, 1.0, 2 * MOST_PIECES + 1)
    return grid, curve.value_at(grid)


def _members(curve: HybridCurve) -> RocMembers:
    return RocMembers(curve.fpr, curve.tpr, *curve.roc_slopes())

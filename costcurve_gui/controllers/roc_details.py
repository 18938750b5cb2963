"""What ROC shows on demand: equal scores and a part of the area, kept with the scene."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.counts.family import FamilyTable
from costcurve_gui.models.results import DrawnCurve, TiedCurves
from costcurve_gui.models.state import PartialAxis

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.engine.roc.area import Axis, PartialAuc, RunningArea
    from costcurve_gui.models.results import ModelScene, Scene
    from costcurve_gui.models.state import ViewChoices


_AXES: Mapping[PartialAxis, Axis] = {PartialAxis.FPR: "fpr", PartialAxis.TPR: "tpr"}


class RocDetails:
    """Details of the models of one scene, by key: each is computed when first asked for."""

    def __init__(self, scene: Scene) -> None:
        self._models = {model.info.key: model for model in scene.models}
        self._ties: dict[str, TiedCurves] = {}
        self._running: dict[str, RunningArea] = {}

    def ties(self, key: str) -> TiedCurves | None:
        """Return the corners of equal scores of a model; None where it has no scores."""
        model = self._models[key]
        if isinstance(model.evaluation.table, FamilyTable):
            return None
        if key not in self._ties:
            self._ties[key] = _tied_curves(model)
        return self._ties[key]

    def partial_auc(self, key: str, choices: ViewChoices) -> PartialAuc | None:
        """Return the area over the range that was chosen; None where none was."""
        if choices.partial_axis is PartialAxis.OFF:
            return None
        from costcurve_gui.engine.roc.area import partial_auc, running_area

        rates = self._models[key].evaluation.table
        if key not in self._running:
            self._running[key] = running_area(rates)
        axis, running = _AXES[choices.partial_axis], self._running[key]
        return partial_auc(rates, *choices.partial_range, axis, running=running)


def _tied_curves(model: ModelScene) -> TiedCurves:
    from costcurve_gui.engine.roc.area import tied_area

    auc, aside = model.evaluation.auc, tied_area(model.evaluation.table)
    return TiedCurves(
        optimistic=_through_corners(model.roc, optimistic=True),
        pessimistic=_through_corners(model.roc, optimistic=False),
        lowest_auc=max(auc - aside, 0.0),
        highest_auc=min(auc + aside, 1.0),
    )


def _through_corners(drawn: DrawnCurve, *, optimistic: bool) -> DrawnCurve:
    """Draw every step between neighbouring rows by its corner.

    A step that is wide enough to be seen has both its rows among the drawn ones.
    """
    x, y, rows = drawn.x, drawn.y, drawn.indices
    ends = 1 + np.flatnonzero((np.diff(rows) == 1) & (np.diff(x) > 0) & (np.diff(y) > 0))
    at_x, at_y = (ends - 1, ends) if optimistic else (ends, ends - 1)
    return DrawnCurve(
        np.insert(x, ends, x[at_x]), np.insert(y, ends, y[at_y]), np.insert(rows, ends, rows[ends])
    )

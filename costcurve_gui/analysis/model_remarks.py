"""What the user should know of a model before trusting its curve."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.dataio.errors import plural
from costcurve_gui.engine.counts.family import FamilyTable
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from costcurve_gui.analysis.dataset_info import ModelInfo
    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.engine.roc.orientation import Orientation

NAME = "\N{OBJECT REPLACEMENT CHARACTER}"
"""Stands in a remark where the name of the model will."""
FEW_SCORES = 30


def _backwards(found: Orientation) -> str:
    """Say how far a model that ranks backwards can be of use; it is not reversed by itself."""
    if not found.wholly_below:
        return tr("{name} ranks backwards (AUC {auc:.3f})", name=NAME, auc=found.auc)
    return tr(
        "{name} ranks backwards: no threshold lies above the diagonal (AUC {auc:.3f}, "
        "reversed {reversed_auc:.3f})",
        name=NAME,
        auc=found.auc,
        reversed_auc=found.reversed_auc,
    )


def remark_on(model: ModelInfo, evaluation: ModelEvaluation) -> str:
    """Say what the user should know before trusting a curve, or nothing."""
    found = []
    if evaluation.auc < 0.5:
        from costcurve_gui.engine.roc.orientation import orientation

        found.append(_backwards(orientation(evaluation)))
    if model.missing:
        rows = tr("1 row") if model.missing == 1 else tr("{missing} rows", missing=model.missing)
        found.append(tr("{rows} without a score left out for {name} alone", rows=rows, name=NAME))
    distinct = len(evaluation.table) - 1
    scored = model.derived is None and not isinstance(evaluation.table, FamilyTable)
    if scored and distinct < FEW_SCORES:
        found.append(
            tr("{name} has {distinct}", name=NAME, distinct=plural(distinct, tr("distinct score")))
        )
    return ". ".join(found)

"""Where a curve lies below its hull as columns, as `curve_columns` has the curve. Without Qt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.engine.roc.concavities import concavities

if TYPE_CHECKING:
    from costcurve_gui.controllers.curve_columns import Columns
    from costcurve_gui.engine.evaluation import ModelEvaluation

HEADER = (
    *("model", "first_threshold", "deepest_threshold", "last_threshold"),
    *("fpr_low", "tpr_low", "deepest_fpr", "deepest_tpr", "fpr_high", "tpr_high"),
    *("depth", "area", "repair_gain"),
)


def concavity_columns(evaluation: ModelEvaluation) -> Columns:
    """Return the ends and the deepest point of each concavity of ROC, by ascending fpr.

    `area` is what mixing both ends adds to the AUC, `repair_gain` what reversing the ranking
    between them adds.
    """
    table = evaluation.table
    found = concavities(table, evaluation.roc_hull)
    return (
        *(found.first_thresholds, found.deepest_thresholds, found.last_thresholds),
        *(found.fpr_low, found.tpr_low),
        *(table.fpr_at(found.deepest_rows), table.tpr_at(found.deepest_rows)),
        *(found.fpr_high, found.tpr_high),
        *(found.depth, found.area, found.repair_gain),
    )

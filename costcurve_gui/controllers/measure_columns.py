"""The measures of a model as one row: for exports from the window and for reports."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from costcurve_gui.engine.counts.family import FamilyTable

if TYPE_CHECKING:
    from costcurve_gui.engine.counts.threshold_table import ThresholdTable
    from costcurve_gui.engine.measures import ModelMeasures
    from costcurve_gui.engine.resampling.delong import AucInterval

HEADER = (
    "model",
    "n",
    "positives",
    "negatives",
    "missing",
    "auc",
    "auc_low",
    "auc_high",
    "gini",
    "auciv",
    "cost_curve_area",
    "operating_range_low",
    "operating_range_high",
    "h_measure",
    "brier",
    "average_precision",
    "hull_auc",
)
AUC_METHOD = "auc_method"


def measure_row(
    name: str, table: ThresholdTable, interval: AucInterval, measures: ModelMeasures
) -> tuple[Any, ...]:
    """Return a row under `HEADER`; None where a model has no such figure."""
    return (
        name,
        *_sizes(table),
        measures.auc,
        interval.low,
        interval.high,
        measures.gini,
        measures.auciv,
        measures.cost_curve_area,
        *(measures.operating_range or (None, None)),
        measures.h_measure,
        measures.brier,
        measures.average_precision,
        measures.hull_auc,
    )


def _sizes(table: ThresholdTable) -> tuple[float | None, float | None, float | None, int]:
    """Return instances, positives and negatives, by weight where there are weights.

    Members of a family that were tested on different cases have no sizes in common.
    """
    if isinstance(table, FamilyTable) and not table.same_cases:
        return None, None, None, table.missing
    positives, negatives = table.positives, table.negatives
    if not table.weighted:
        positives, negatives = round(positives), round(negatives)
    return positives + negatives, positives, negatives, table.missing

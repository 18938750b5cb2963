"""Areas over several classes as rows, without Qt: for exports from the window and for reports."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurve_gui.engine.multiclass.areas import MulticlassAreas

HEADER = ("model", "class", "auc", "prevalence", "auc_total", "hand_till_m")


def class_rows(areas: MulticlassAreas) -> Iterator[tuple[str, float, float, float, float]]:
    """Yield a row per class without the model; the totals of the model stand in each."""
    totals = areas.auc_total, areas.hand_till_m
    for name, area, share in zip(areas.classes, areas.class_auc, areas.prevalence, strict=True):
        yield name, float(area), float(share), *totals

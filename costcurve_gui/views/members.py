"""Which models are families of discrete classifiers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.engine.counts.family import FamilyTable

if TYPE_CHECKING:
    from costcurve_gui.models.results import ModelScene


def family_of(model: ModelScene) -> FamilyTable | None:
    """Return the members of a model that is a family."""
    table = model.evaluation.table
    return table if isinstance(table, FamilyTable) else None

"""Tests of every two models on show, as the table of tests and its file read them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from costcurve_gui.engine.resampling.paired_tests import PairComparison


class ComparedFigure(StrEnum):
    """The figure of which two models are compared."""

    AUC = "auc"
    AUCIV = "auciv"
    AREA = "cost_curve_area"
    BELIEF = "expected_cost"


@dataclass(frozen=True, slots=True)
class FigureTests:
    """One figure compared for every two of `models`, their keys; pairs go by position in them."""

    figure: ComparedFigure
    models: tuple[str, ...]
    pairs: tuple[PairComparison, ...]

"""Typed results of resampling."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from costcurve_gui.engine.resampling.auc_interval import AucInterval, AucivInterval
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    from costcurve_gui.engine.resampling.chosen_thresholds import Plateau
    from costcurve_gui.engine.resampling.figure_interval import FigureInterval
    from costcurve_gui.engine.resampling.optimism import OptimismEstimate
    from costcurve_gui.engine.resampling.paired_tests import PairComparison
    from costcurve_gui.engine.resampling.policy_intervals import PolicyIntervals


@dataclass(frozen=True, slots=True)
class DecisionIntervals:
    """How sure the figures of the decision are; `lead` is that over the runner-up, if any."""

    policy: PolicyIntervals
    lead: FigureInterval | None
    spec: BootstrapSpec


@dataclass(frozen=True, slots=True, eq=False)
class DecisionOptimism:
    """How much of the best threshold of a model is luck, and how far it can be moved."""

    optimum: OptimismEstimate
    plateau: Plateau


@dataclass(frozen=True, slots=True)
class AreaIntervals:
    """How sure the areas of a model are; `auc` is DeLong's interval taken of the logit."""

    auc: AucInterval
    auciv: AucivInterval
    cost_curve_area: FigureInterval
    spec: BootstrapSpec


@dataclass(frozen=True, slots=True)
class Failed:
    """What stands in place of a result that cannot be computed, and why."""

    reason: str


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

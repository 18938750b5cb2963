"""The descriptions of the plots by the keys of the catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.views.plots.cost_description import CostDescription
from costcurve_gui.views.plots.profit_description import ProfitDescription
from costcurve_gui.views.plots.roc_description import RocDescription

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from costcurve_gui.views.plots.description import Description


def _precision_recall() -> Description:
    from costcurve_gui.views.plots.pr_description import PrDescription

    return PrDescription()


def _calibration() -> Description:
    from costcurve_gui.views.plots.calibration_description import CalibrationDescription

    return CalibrationDescription()


def _det() -> Description:
    from costcurve_gui.views.plots.det_description import DetDescription

    return DetDescription()


def _gain() -> Description:
    from costcurve_gui.views.plots.gain_description import GainDescription

    return GainDescription()


def _net_benefit() -> Description:
    from costcurve_gui.views.plots.net_benefit_description import NetBenefitDescription

    return NetBenefitDescription()


def _instance_costs() -> Description:
    from costcurve_gui.views.plots.instance_costs_description import InstanceCostsDescription

    return InstanceCostsDescription()


def _difference() -> Description:
    from costcurve_gui.views.plots.difference_description import DifferenceDescription

    return DifferenceDescription()


def _superiority() -> Description:
    from costcurve_gui.views.plots.superiority_description import SuperiorityDescription

    return SuperiorityDescription()


def _winners() -> Description:
    from costcurve_gui.views.plots.winners_description import WinnersDescription

    return WinnersDescription()


def _regret() -> Description:
    from costcurve_gui.views.plots.regret_description import RegretDescription

    return RegretDescription()


def _folds() -> Description:
    from costcurve_gui.views.plots.folds_description import FoldsDescription

    return FoldsDescription()


# Views that do not open a dock are imported when they are first shown.
_MAKERS: Mapping[str, Callable[[], Description]] = {
    "roc": RocDescription,
    "cost": CostDescription,
    "rociv": lambda: RocDescription(shares=True),
    "profit": ProfitDescription,
    "pr": _precision_recall,
    "calibration": _calibration,
    "det": _det,
    "gain": _gain,
    "net_benefit": _net_benefit,
    "instance_costs": _instance_costs,
    "difference": _difference,
    "superiority": _superiority,
    "winners": _winners,
    "regret": _regret,
    "folds": _folds,
}


def description(view: str) -> Description:
    """Return the description of a view."""
    return _MAKERS[view]()


def descriptions() -> dict[str, Description]:
    """Return the description of every view."""
    return {view: make() for view, make in _MAKERS.items()}

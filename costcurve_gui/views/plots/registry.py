"""Make the plot of a view by its key; most classes are imported when first shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.views.plots.cost import CostView
from costcurve_gui.views.plots.profit import ProfitView
from costcurve_gui.views.plots.roc import RocView

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from costcurve_gui.views.plotting.plot_view import PlotView


def _precision_recall() -> PlotView:
    from costcurve_gui.views.plots.pr import PrView

    return PrView()


def _calibration() -> PlotView:
    from costcurve_gui.views.plots.calibration import CalibrationView

    return CalibrationView()


def _det() -> PlotView:
    from costcurve_gui.views.plots.det import DetView

    return DetView()


def _gain() -> PlotView:
    from costcurve_gui.views.plots.gain import GainView

    return GainView()


def _net_benefit() -> PlotView:
    from costcurve_gui.views.plots.net_benefit import NetBenefitView

    return NetBenefitView()


def _instance_costs() -> PlotView:
    from costcurve_gui.views.plots.instance_costs import InstanceCostsView

    return InstanceCostsView()


def _difference() -> PlotView:
    from costcurve_gui.views.plots.difference import DifferenceView

    return DifferenceView()


def _superiority() -> PlotView:
    from costcurve_gui.views.plots.superiority import SuperiorityView

    return SuperiorityView()


def _winners() -> PlotView:
    from costcurve_gui.views.plots.cheapest_probability import CheapestProbabilityView

    return CheapestProbabilityView()


def _regret() -> PlotView:
    from costcurve_gui.views.plots.regret import RegretView

    return RegretView()


def _folds() -> PlotView:
    from costcurve_gui.views.plots.folds import FoldsView

    return FoldsView()


# Views that do not open a dock are imported when they are first shown.
_MAKERS: Mapping[str, Callable[[], PlotView]] = {
    "roc": RocView,
    "cost": CostView,
    "rociv": lambda: RocView(shares=True),
    "profit": ProfitView,
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


def plot_view(view: str) -> PlotView:
    """Return the plot_view of a view."""
    return _MAKERS[view]()


def plot_views() -> dict[str, PlotView]:
    """Return the plot_view of every view."""
    return {view: make() for view, make in _MAKERS.items()}

"""The plots by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.views.plots.cost_description import CostDescription
from costcurve_gui.views.plots.curve_plot import CurvePlot
from costcurve_gui.views.plots.profit_description import ProfitDescription
from costcurve_gui.views.plots.roc_description import RocDescription

if TYPE_CHECKING:
    from costcurve_gui.views.plots.description import Description


def descriptions() -> dict[str, Description]:
    """Return the description of every plot, in the order of the window."""
    every: tuple[Description, ...] = (
        RocDescription(),
        CostDescription(),
        RocDescription(shares=True),
        ProfitDescription(),
    )
    return {description.name: description for description in every}


def make_plots() -> dict[str, CurvePlot]:
    """Make the plot widgets."""
    return {name: CurvePlot(description) for name, description in descriptions().items()}

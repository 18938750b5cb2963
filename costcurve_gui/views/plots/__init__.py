"""The four plots and the pictures of them; the only folder that draws with pyqtgraph."""

from costcurve_gui.views.plots.views import make_plots

__all__ = ["make_plots"]

"""The tools of all plots; nothing else imports pyqtgraph."""

from costcurve_gui.views.plotting import load_pyqtgraph as load_pyqtgraph  # before any other module

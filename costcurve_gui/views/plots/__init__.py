"""Plots: the only package that imports pyqtgraph."""

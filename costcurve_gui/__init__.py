"""CostCurve: which classifier, at which threshold, under which costs."""

__version__ = "0.1.0"

"""The engine: numpy in, frozen results out. A library of its own, usable in a notebook."""

from costcurve_gui.engine.counts.cost_table import CostTable, cost_table
from costcurve_gui.engine.counts.rank_order import RankOrder, rank_order
from costcurve_gui.engine.counts.rate_source import RateSource
from costcurve_gui.engine.counts.threshold_table import ThresholdTable, threshold_table
from costcurve_gui.engine.decimate import Decimation, decimate
from costcurve_gui.engine.errors import EngineError
from costcurve_gui.engine.progress import NO_PROGRESS, Cancelled, Progress
from costcurve_gui.engine.roc.area import auc, gini
from costcurve_gui.engine.roc.curve import RocCurve, roc_curve
from costcurve_gui.engine.roc.hull import RocHull, convex_hull

__all__ = [
    "NO_PROGRESS",
    "Cancelled",
    "CostTable",
    "Decimation",
    "EngineError",
    "Progress",
    "RankOrder",
    "RateSource",
    "RocCurve",
    "RocHull",
    "ThresholdTable",
    "auc",
    "convex_hull",
    "cost_table",
    "decimate",
    "gini",
    "rank_order",
    "roc_curve",
    "threshold_table",
]

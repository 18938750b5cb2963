"""The engine: numpy in, frozen results out. A library of its own, usable in a notebook."""

from costcurve_gui.engine.cost.condition import OperatingCondition, prior_at, probability_cost
from costcurve_gui.engine.cost.crossovers import Interval, cheapest, crossovers
from costcurve_gui.engine.cost.lower_envelope import CostCurve, lower_envelope
from costcurve_gui.engine.cost.payoff import (
    ErrorCosts,
    PayoffMatrix,
    PayoffMeans,
    error_costs,
    payoff_means,
)
from costcurve_gui.engine.counts.cost_table import CostTable, cost_table
from costcurve_gui.engine.counts.rank_order import RankOrder, rank_order
from costcurve_gui.engine.counts.rate_source import RateSource
from costcurve_gui.engine.counts.threshold_table import ThresholdTable, threshold_table
from costcurve_gui.engine.decimate import Decimation, decimate
from costcurve_gui.engine.errors import EngineError
from costcurve_gui.engine.evaluation import ModelEvaluation, evaluate, evaluate_scores
from costcurve_gui.engine.multiclass.areas import MulticlassAreas, multiclass_areas
from costcurve_gui.engine.multiclass.sample import (
    MulticlassSample,
    class_reference_table,
    multiclass_sample,
)
from costcurve_gui.engine.progress import NO_PROGRESS, Cancelled, Progress
from costcurve_gui.engine.resampling.delong import (
    AucComparison,
    AucInterval,
    auc_interval,
    compare_auc,
)
from costcurve_gui.engine.roc.area import auc, gini
from costcurve_gui.engine.roc.curve import RocCurve, roc_curve
from costcurve_gui.engine.roc.hull import RocHull, convex_hull
from costcurve_gui.engine.selection.criteria import (
    best,
    manual,
    max_profit,
    min_cost,
    neyman_pearson,
    neyman_pearson_single,
    trivial,
    workforce,
    workforce_single,
    youden,
)
from costcurve_gui.engine.selection.policy import ConfusionCounts, Policy
from costcurve_gui.engine.views.profit import (
    ProfitCurve,
    perfect_profit,
    profit_curve,
    random_profit,
)

__all__ = [
    "NO_PROGRESS",
    "AucComparison",
    "AucInterval",
    "Cancelled",
    "ConfusionCounts",
    "CostCurve",
    "CostTable",
    "Decimation",
    "EngineError",
    "ErrorCosts",
    "Interval",
    "ModelEvaluation",
    "MulticlassAreas",
    "MulticlassSample",
    "OperatingCondition",
    "PayoffMatrix",
    "PayoffMeans",
    "Policy",
    "ProfitCurve",
    "Progress",
    "RankOrder",
    "RateSource",
    "RocCurve",
    "RocHull",
    "ThresholdTable",
    "auc",
    "auc_interval",
    "best",
    "cheapest",
    "class_reference_table",
    "compare_auc",
    "convex_hull",
    "cost_table",
    "crossovers",
    "decimate",
    "error_costs",
    "evaluate",
    "evaluate_scores",
    "gini",
    "lower_envelope",
    "manual",
    "max_profit",
    "min_cost",
    "multiclass_areas",
    "multiclass_sample",
    "neyman_pearson",
    "neyman_pearson_single",
    "payoff_means",
    "perfect_profit",
    "prior_at",
    "probability_cost",
    "profit_curve",
    "random_profit",
    "rank_order",
    "roc_curve",
    "threshold_table",
    "trivial",
    "workforce",
    "workforce_single",
    "youden",
]

"""The engine: numpy in, frozen results out. A library of its own, usable in a notebook."""

from costcurve_gui.engine.cost.belief import (
    UNIFORM,
    Belief,
    BetaBelief,
    TriangularBelief,
    parse_belief,
)
from costcurve_gui.engine.cost.condition import (
    OperatingCondition,
    fraction_targeted,
    prior_at,
    probability_cost,
)
from costcurve_gui.engine.cost.constructions import (
    Construction,
    Segment,
    horizontal_construction,
    perpendicular_construction,
)
from costcurve_gui.engine.cost.cost_ratio import CostRatioCurve, cost_ratio_at, cost_ratio_curve
from costcurve_gui.engine.cost.crossovers import (
    Interval,
    cheapest,
    crossovers,
    dominance,
    where_cheapest,
)
from costcurve_gui.engine.cost.difference import CostDifference, cost_difference
from costcurve_gui.engine.cost.expected_cost import expected_cost
from costcurve_gui.engine.cost.h_measure import h_measure, hand_weight
from costcurve_gui.engine.cost.lc_index import lc_index
from costcurve_gui.engine.cost.lower_envelope import CostCurve, lower_envelope
from costcurve_gui.engine.cost.payoff import (
    ErrorCosts,
    PayoffMatrix,
    PayoffMeans,
    error_costs,
    payoff_means,
)
from costcurve_gui.engine.cost.regret import (
    RegretCurve,
    error_rate_curve,
    loss_difference,
    regret_curve,
)
from costcurve_gui.engine.cost.tangents import CommonTangent, common_tangents
from costcurve_gui.engine.counts.cost_table import CostTable, cost_table
from costcurve_gui.engine.counts.probabilities import are_probabilities
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
from costcurve_gui.engine.views.brier import BrierDecomposition, brier_decomposition, brier_score
from costcurve_gui.engine.views.calibration import CalibrationCurve, calibration_curve
from costcurve_gui.engine.views.confusion_rates import (
    ConfusionRates,
    absolute_rates,
    confusion_rates,
)
from costcurve_gui.engine.views.det import DetCurve, det_curve, log_rate, probit
from costcurve_gui.engine.views.gain import GainCurve, gain_curve
from costcurve_gui.engine.views.isotonic import IsotonicMap, isotonic_map
from costcurve_gui.engine.views.net_benefit import (
    NetBenefitCurve,
    net_benefit_curve,
    treat_all,
    treat_none,
)
from costcurve_gui.engine.views.precision_recall import (
    PrecisionRecallCurve,
    average_precision,
    precision_recall_curve,
)
from costcurve_gui.engine.views.profit import (
    ProfitCurve,
    perfect_profit,
    profit_curve,
    random_profit,
)

__all__ = [
    "NO_PROGRESS",
    "UNIFORM",
    "AucComparison",
    "AucInterval",
    "Belief",
    "BetaBelief",
    "BrierDecomposition",
    "CalibrationCurve",
    "Cancelled",
    "CommonTangent",
    "ConfusionCounts",
    "ConfusionRates",
    "Construction",
    "CostCurve",
    "CostDifference",
    "CostRatioCurve",
    "CostTable",
    "Decimation",
    "DetCurve",
    "EngineError",
    "ErrorCosts",
    "GainCurve",
    "Interval",
    "IsotonicMap",
    "ModelEvaluation",
    "MulticlassAreas",
    "MulticlassSample",
    "NetBenefitCurve",
    "OperatingCondition",
    "PayoffMatrix",
    "PayoffMeans",
    "Policy",
    "PrecisionRecallCurve",
    "ProfitCurve",
    "Progress",
    "RankOrder",
    "RateSource",
    "RegretCurve",
    "RocCurve",
    "RocHull",
    "Segment",
    "ThresholdTable",
    "TriangularBelief",
    "absolute_rates",
    "are_probabilities",
    "auc",
    "auc_interval",
    "average_precision",
    "best",
    "brier_decomposition",
    "brier_score",
    "calibration_curve",
    "cheapest",
    "class_reference_table",
    "common_tangents",
    "compare_auc",
    "confusion_rates",
    "convex_hull",
    "cost_difference",
    "cost_ratio_at",
    "cost_ratio_curve",
    "cost_table",
    "crossovers",
    "decimate",
    "det_curve",
    "dominance",
    "error_costs",
    "error_rate_curve",
    "evaluate",
    "evaluate_scores",
    "expected_cost",
    "fraction_targeted",
    "gain_curve",
    "gini",
    "h_measure",
    "hand_weight",
    "horizontal_construction",
    "isotonic_map",
    "lc_index",
    "log_rate",
    "loss_difference",
    "lower_envelope",
    "manual",
    "max_profit",
    "min_cost",
    "multiclass_areas",
    "multiclass_sample",
    "net_benefit_curve",
    "neyman_pearson",
    "neyman_pearson_single",
    "parse_belief",
    "payoff_means",
    "perfect_profit",
    "perpendicular_construction",
    "precision_recall_curve",
    "prior_at",
    "probability_cost",
    "probit",
    "profit_curve",
    "random_profit",
    "rank_order",
    "regret_curve",
    "roc_curve",
    "threshold_table",
    "treat_all",
    "treat_none",
    "trivial",
    "where_cheapest",
    "workforce",
    "workforce_single",
    "youden",
]

"""Every public name of the engine in one place."""

from __future__ import annotations

from costcurve_gui.engine.averaging.cost_space import RocImage, cost_space_average, roc_image
from costcurve_gui.engine.averaging.folds import Folds, fold_cost_tables, fold_tables, split_folds
from costcurve_gui.engine.averaging.rate_averages import horizontal_average, vertical_average
from costcurve_gui.engine.averaging.spread import AverageCurve, Spread
from costcurve_gui.engine.averaging.threshold import ThresholdAverage, threshold_average
from costcurve_gui.engine.cost.baseline import (
    CostBenefitMatrix,
    cost_benefit_matrix,
    relative_payoffs,
)
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
from costcurve_gui.engine.cost.constraint_walk import (
    RateBound,
    WalkedLine,
    neyman_pearson_bound,
    walk_envelope,
    workforce_bound,
)
from costcurve_gui.engine.cost.constructions import (
    Construction,
    Segment,
    horizontal_construction,
    perpendicular_construction,
)
from costcurve_gui.engine.cost.cost_ratio import CostRatioCurve, cost_ratio_at, cost_ratio_curve
from costcurve_gui.engine.cost.cost_stability import CostStability, cost_sample, cost_stability
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
from costcurve_gui.engine.cost.hybrid_curve import HybridCurve, excess_area
from costcurve_gui.engine.cost.instance_costs import (
    InstanceCosts,
    cost_weighted_scores,
    instance_costs,
)
from costcurve_gui.engine.cost.lc_index import lc_index
from costcurve_gui.engine.cost.lower_envelope import CostCurve, lower_envelope
from costcurve_gui.engine.cost.payoff import (
    ErrorCosts,
    PayoffMatrix,
    PayoffMeans,
    constant_costs,
    error_costs,
    payoff_means,
)
from costcurve_gui.engine.cost.regret import (
    RegretCurve,
    error_rate_curve,
    loss_difference,
    regret_curve,
)
from costcurve_gui.engine.cost.sign_violations import SignViolations, sign_violations
from costcurve_gui.engine.cost.tangents import CommonTangent, common_tangents
from costcurve_gui.engine.counts.cost_table import CostTable, cost_table
from costcurve_gui.engine.counts.family import ConfusionMatrix, FamilyTable, family_table, matrix_at
from costcurve_gui.engine.counts.probabilities import are_probabilities
from costcurve_gui.engine.counts.rank_order import RankOrder, rank_order
from costcurve_gui.engine.counts.rate_source import RateSource
from costcurve_gui.engine.counts.threshold_table import ThresholdTable, threshold_table
from costcurve_gui.engine.counts.tree_leaves import tree_table
from costcurve_gui.engine.decimation import Decimation, decimate
from costcurve_gui.engine.errors import EngineError
from costcurve_gui.engine.evaluation import (
    ModelEvaluation,
    evaluate,
    evaluate_scores,
    evaluate_table,
)
from costcurve_gui.engine.multiclass.areas import MulticlassAreas, multiclass_areas
from costcurve_gui.engine.multiclass.sample import (
    MulticlassSample,
    class_reference_table,
    multiclass_sample,
)
from costcurve_gui.engine.progress import NO_PROGRESS, Cancelled, Progress
from costcurve_gui.engine.resampling.area_intervals import AucivInterval, auciv_interval
from costcurve_gui.engine.resampling.area_tests import (
    PairedTest,
    compare_auciv,
    compare_expected_cost,
)
from costcurve_gui.engine.resampling.band import PC_GRID, Band, ThresholdBand
from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
from costcurve_gui.engine.resampling.classifier_bands import (
    classifier_band,
    family_band,
    member_intervals,
    member_profit_band,
)
from costcurve_gui.engine.resampling.classifier_resampling import (
    ClassifierResampler,
    counted_sample,
)
from costcurve_gui.engine.resampling.cost_bands import cost_band, policy_band
from costcurve_gui.engine.resampling.cost_intervals import expected_cost_interval
from costcurve_gui.engine.resampling.decisions import PolicyIntervals, policy_intervals
from costcurve_gui.engine.resampling.delong import (
    AucComparison,
    AucInterval,
    auc_interval,
    compare_auc,
)
from costcurve_gui.engine.resampling.differences import (
    DifferenceBand,
    Stretch,
    difference_band,
)
from costcurve_gui.engine.resampling.honest import HonestOptimum, Plateau, honest_optimum, plateau
from costcurve_gui.engine.resampling.independent_samples import IndependentResampler
from costcurve_gui.engine.resampling.interval_row import IntervalRow
from costcurve_gui.engine.resampling.interval_table import interval_table
from costcurve_gui.engine.resampling.leads import lead_interval
from costcurve_gui.engine.resampling.logit_delong import logit_auc_interval
from costcurve_gui.engine.resampling.multiple_tests import PairComparison, compare_all, holm
from costcurve_gui.engine.resampling.policy_figures import FigureInterval
from costcurve_gui.engine.resampling.ranking_bands import gain_band, precision_recall_band
from costcurve_gui.engine.resampling.resampler import Resampler, resampler
from costcurve_gui.engine.resampling.roc_bands import roc_band, rociv_band
from costcurve_gui.engine.resampling.sample import (
    RankedModel,
    Sample,
    resampled_sample,
    scored_sample,
    share_instances,
)
from costcurve_gui.engine.resampling.threshold_bands import threshold_band
from costcurve_gui.engine.resampling.two_binomials import exact_cost_interval
from costcurve_gui.engine.resampling.unpaired_delong import compare_independent_aucs
from costcurve_gui.engine.resampling.value_bands import RuleBand, net_benefit_band, profit_band
from costcurve_gui.engine.resampling.winners import WinShares, win_shares
from costcurve_gui.engine.roc.area import auc, gini
from costcurve_gui.engine.roc.concavities import Concavities, concavities
from costcurve_gui.engine.roc.curve import RocCurve, roc_curve
from costcurve_gui.engine.roc.hull import RocHull, convex_hull
from costcurve_gui.engine.roc.joint_hull import HullEdge, HullVertex, JointHull, joint_hull
from costcurve_gui.engine.roc.orientation import (
    Orientation,
    orientation,
    reversed_order,
    reversed_table,
)
from costcurve_gui.engine.roc.partial_area import PartialAuc, RunningArea, partial_auc, running_area
from costcurve_gui.engine.roc.regions import DIAGNOSTIC, SCREENING, RocRegion
from costcurve_gui.engine.roc.repair import (
    RepairedClassifier,
    repaired_classifier,
    repaired_curve,
    repaired_scores,
)
from costcurve_gui.engine.roc.tie_corners import TieCorners, tie_corners, tied_area
from costcurve_gui.engine.selection.bounds import Bound, BoundKind, Objective
from costcurve_gui.engine.selection.chaining import ClassifierChain, chain
from costcurve_gui.engine.selection.combinations import (
    Interpolation,
    LogicalCombination,
    combine,
    interpolation_at,
    interpolation_for,
    logical_bounds,
)
from costcurve_gui.engine.selection.constrained import (
    Mixed,
    constrained,
    constrained_single,
    neyman_pearson_profit,
    neyman_pearson_profit_single,
    workforce_profit,
    workforce_profit_single,
)
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
from costcurve_gui.engine.selection.measured import MeasuredRates, ThresholdedModel, measured_rates
from costcurve_gui.engine.selection.performance_independent import (
    is_condition_aware,
    performance_independent,
    performance_independent_curve,
)
from costcurve_gui.engine.selection.policy import ConfusionCounts, Policy
from costcurve_gui.engine.selection.targets import (
    closest_to_corner,
    highest_precision,
    target_precision,
    target_recall,
)
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
from costcurve_gui.engine.views.profit_build_up import ProfitBuildUp, payoff_sums, profit_build_up

__all__ = [
    "DIAGNOSTIC",
    "NO_PROGRESS",
    "PC_GRID",
    "SCREENING",
    "UNIFORM",
    "AucComparison",
    "AucInterval",
    "AucivInterval",
    "AverageCurve",
    "Band",
    "Belief",
    "BetaBelief",
    "BootstrapSpec",
    "Bound",
    "BoundKind",
    "BrierDecomposition",
    "CalibrationCurve",
    "Cancelled",
    "ClassifierChain",
    "ClassifierResampler",
    "CommonTangent",
    "Concavities",
    "ConfusionCounts",
    "ConfusionMatrix",
    "ConfusionRates",
    "Construction",
    "CostBenefitMatrix",
    "CostCurve",
    "CostDifference",
    "CostRatioCurve",
    "CostStability",
    "CostTable",
    "Decimation",
    "DetCurve",
    "DifferenceBand",
    "EngineError",
    "ErrorCosts",
    "FamilyTable",
    "FigureInterval",
    "Folds",
    "GainCurve",
    "HonestOptimum",
    "HullEdge",
    "HullVertex",
    "HybridCurve",
    "IndependentResampler",
    "InstanceCosts",
    "Interpolation",
    "Interval",
    "IntervalRow",
    "IsotonicMap",
    "JointHull",
    "LogicalCombination",
    "MeasuredRates",
    "Mixed",
    "ModelEvaluation",
    "MulticlassAreas",
    "MulticlassSample",
    "NetBenefitCurve",
    "Objective",
    "OperatingCondition",
    "Orientation",
    "PairComparison",
    "PairedTest",
    "PartialAuc",
    "PayoffMatrix",
    "PayoffMeans",
    "Plateau",
    "Policy",
    "PolicyIntervals",
    "PrecisionRecallCurve",
    "ProfitBuildUp",
    "ProfitCurve",
    "Progress",
    "RankOrder",
    "RankedModel",
    "RateBound",
    "RateSource",
    "RegretCurve",
    "RepairedClassifier",
    "Resampler",
    "RocCurve",
    "RocHull",
    "RocImage",
    "RocRegion",
    "RuleBand",
    "RunningArea",
    "Sample",
    "Segment",
    "SignViolations",
    "Spread",
    "Stretch",
    "ThresholdAverage",
    "ThresholdBand",
    "ThresholdTable",
    "ThresholdedModel",
    "TieCorners",
    "TriangularBelief",
    "WalkedLine",
    "WinShares",
    "absolute_rates",
    "are_probabilities",
    "auc",
    "auc_interval",
    "auciv_interval",
    "average_precision",
    "best",
    "brier_decomposition",
    "brier_score",
    "calibration_curve",
    "chain",
    "cheapest",
    "class_reference_table",
    "classifier_band",
    "closest_to_corner",
    "combine",
    "common_tangents",
    "compare_all",
    "compare_auc",
    "compare_auciv",
    "compare_expected_cost",
    "compare_independent_aucs",
    "concavities",
    "confusion_rates",
    "constant_costs",
    "constrained",
    "constrained_single",
    "convex_hull",
    "cost_band",
    "cost_benefit_matrix",
    "cost_difference",
    "cost_ratio_at",
    "cost_ratio_curve",
    "cost_sample",
    "cost_space_average",
    "cost_stability",
    "cost_table",
    "cost_weighted_scores",
    "counted_sample",
    "crossovers",
    "decimate",
    "det_curve",
    "difference_band",
    "dominance",
    "error_costs",
    "error_rate_curve",
    "evaluate",
    "evaluate_scores",
    "evaluate_table",
    "exact_cost_interval",
    "excess_area",
    "expected_cost",
    "expected_cost_interval",
    "family_band",
    "family_table",
    "fold_cost_tables",
    "fold_tables",
    "fraction_targeted",
    "gain_band",
    "gain_curve",
    "gini",
    "h_measure",
    "hand_weight",
    "highest_precision",
    "holm",
    "honest_optimum",
    "horizontal_average",
    "horizontal_construction",
    "instance_costs",
    "interpolation_at",
    "interpolation_for",
    "interval_table",
    "is_condition_aware",
    "isotonic_map",
    "joint_hull",
    "lc_index",
    "lead_interval",
    "log_rate",
    "logical_bounds",
    "logit_auc_interval",
    "loss_difference",
    "lower_envelope",
    "manual",
    "matrix_at",
    "max_profit",
    "measured_rates",
    "member_intervals",
    "member_profit_band",
    "min_cost",
    "multiclass_areas",
    "multiclass_sample",
    "net_benefit_band",
    "net_benefit_curve",
    "neyman_pearson",
    "neyman_pearson_bound",
    "neyman_pearson_profit",
    "neyman_pearson_profit_single",
    "neyman_pearson_single",
    "orientation",
    "parse_belief",
    "partial_auc",
    "payoff_means",
    "payoff_sums",
    "perfect_profit",
    "performance_independent",
    "performance_independent_curve",
    "perpendicular_construction",
    "plateau",
    "policy_band",
    "policy_intervals",
    "precision_recall_band",
    "precision_recall_curve",
    "prior_at",
    "probability_cost",
    "probit",
    "profit_band",
    "profit_build_up",
    "profit_curve",
    "random_profit",
    "rank_order",
    "regret_curve",
    "relative_payoffs",
    "repaired_classifier",
    "repaired_curve",
    "repaired_scores",
    "resampled_sample",
    "resampler",
    "reversed_order",
    "reversed_table",
    "roc_band",
    "roc_curve",
    "roc_image",
    "rociv_band",
    "running_area",
    "scored_sample",
    "share_instances",
    "sign_violations",
    "split_folds",
    "target_precision",
    "target_recall",
    "threshold_average",
    "threshold_band",
    "threshold_table",
    "tie_corners",
    "tied_area",
    "treat_all",
    "treat_none",
    "tree_table",
    "trivial",
    "vertical_average",
    "walk_envelope",
    "where_cheapest",
    "win_shares",
    "workforce",
    "workforce_bound",
    "workforce_profit",
    "workforce_profit_single",
    "workforce_single",
    "youden",
]

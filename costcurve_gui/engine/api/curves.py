"""Public names: counts, curves, averages, several classes, errors and progress."""

from __future__ import annotations

from costcurve_gui.engine.averaging.cost_space import RocImage, cost_space_average, roc_image
from costcurve_gui.engine.averaging.folds import Folds, fold_cost_tables, fold_tables, split_folds
from costcurve_gui.engine.averaging.roc_averages import (
    AverageCurve,
    Spread,
    ThresholdAverage,
    horizontal_average,
    threshold_average,
    vertical_average,
)
from costcurve_gui.engine.counts.cost_table import CostTable, RankOrder, cost_table, rank_order
from costcurve_gui.engine.counts.family import ConfusionMatrix, FamilyTable, family_table, matrix_at
from costcurve_gui.engine.counts.rate_source import RateSource
from costcurve_gui.engine.counts.threshold_table import ThresholdTable, threshold_table
from costcurve_gui.engine.counts.tree_leaves import tree_table
from costcurve_gui.engine.curves.brier import BrierDecomposition, brier_decomposition, brier_score
from costcurve_gui.engine.curves.calibration import (
    CalibrationCurve,
    IsotonicMap,
    calibration_curve,
    isotonic_map,
)
from costcurve_gui.engine.curves.confusion_rates import (
    ConfusionRates,
    absolute_rates,
    confusion_rates,
)
from costcurve_gui.engine.curves.det import DetCurve, det_curve, log_rate, probit
from costcurve_gui.engine.curves.net_benefit import (
    NetBenefitCurve,
    net_benefit_curve,
    treat_all,
    treat_none,
)
from costcurve_gui.engine.curves.profit import (
    ProfitCurve,
    perfect_profit,
    profit_curve,
    random_profit,
)
from costcurve_gui.engine.curves.profit_build_up import ProfitBuildUp, payoff_sums, profit_build_up
from costcurve_gui.engine.curves.ranking import (
    GainCurve,
    PrecisionRecallCurve,
    average_precision,
    gain_curve,
    precision_recall_curve,
)
from costcurve_gui.engine.curves.score_calibration import (
    LogisticMap,
    isotonic_fit,
    logistic_map,
    moved_to_prior,
    out_of_fold,
)
from costcurve_gui.engine.curves.score_histogram import ScoreHistogram, score_histogram
from costcurve_gui.engine.errors import EngineError
from costcurve_gui.engine.evaluation import (
    ModelEvaluation,
    evaluate,
    evaluate_scores,
    evaluate_table,
)
from costcurve_gui.engine.measures import h_measure, hand_weight
from costcurve_gui.engine.multiclass.areas import MulticlassAreas, multiclass_areas
from costcurve_gui.engine.multiclass.sample import (
    MulticlassSample,
    class_reference_table,
    multiclass_sample,
)
from costcurve_gui.engine.progress import NO_PROGRESS, Cancelled, Progress
from costcurve_gui.engine.roc.area import (
    PartialAuc,
    RunningArea,
    TieCorners,
    auc,
    gini,
    partial_auc,
    running_area,
    tie_corners,
    tied_area,
)
from costcurve_gui.engine.roc.concavities import (
    Concavities,
    RepairedClassifier,
    concavities,
    repaired_classifier,
    repaired_curve,
    repaired_scores,
)
from costcurve_gui.engine.roc.curve import (
    DIAGNOSTIC,
    SCREENING,
    Decimation,
    RocCurve,
    RocRegion,
    decimate,
    roc_curve,
)
from costcurve_gui.engine.roc.hull import RocHull, convex_hull
from costcurve_gui.engine.roc.joint_hull import HullEdge, HullVertex, JointHull, joint_hull
from costcurve_gui.engine.roc.orientation import (
    Orientation,
    orientation,
    reversed_order,
    reversed_table,
)
from costcurve_gui.engine.validation import are_probabilities

__all__ = [
    "DIAGNOSTIC",
    "NO_PROGRESS",
    "SCREENING",
    "AverageCurve",
    "BrierDecomposition",
    "CalibrationCurve",
    "Cancelled",
    "Concavities",
    "ConfusionMatrix",
    "ConfusionRates",
    "CostTable",
    "Decimation",
    "DetCurve",
    "EngineError",
    "FamilyTable",
    "Folds",
    "GainCurve",
    "HullEdge",
    "HullVertex",
    "IsotonicMap",
    "JointHull",
    "LogisticMap",
    "ModelEvaluation",
    "MulticlassAreas",
    "MulticlassSample",
    "NetBenefitCurve",
    "Orientation",
    "PartialAuc",
    "PrecisionRecallCurve",
    "ProfitBuildUp",
    "ProfitCurve",
    "Progress",
    "RankOrder",
    "RateSource",
    "RepairedClassifier",
    "RocCurve",
    "RocHull",
    "RocImage",
    "RocRegion",
    "RunningArea",
    "ScoreHistogram",
    "Spread",
    "ThresholdAverage",
    "ThresholdTable",
    "TieCorners",
    "absolute_rates",
    "are_probabilities",
    "auc",
    "average_precision",
    "brier_decomposition",
    "brier_score",
    "calibration_curve",
    "class_reference_table",
    "concavities",
    "confusion_rates",
    "convex_hull",
    "cost_space_average",
    "cost_table",
    "decimate",
    "det_curve",
    "evaluate",
    "evaluate_scores",
    "evaluate_table",
    "family_table",
    "fold_cost_tables",
    "fold_tables",
    "gain_curve",
    "gini",
    "h_measure",
    "hand_weight",
    "horizontal_average",
    "isotonic_fit",
    "isotonic_map",
    "joint_hull",
    "log_rate",
    "logistic_map",
    "matrix_at",
    "moved_to_prior",
    "multiclass_areas",
    "multiclass_sample",
    "net_benefit_curve",
    "orientation",
    "out_of_fold",
    "partial_auc",
    "payoff_sums",
    "perfect_profit",
    "precision_recall_curve",
    "probit",
    "profit_build_up",
    "profit_curve",
    "random_profit",
    "rank_order",
    "repaired_classifier",
    "repaired_curve",
    "repaired_scores",
    "reversed_order",
    "reversed_table",
    "roc_curve",
    "roc_image",
    "running_area",
    "score_histogram",
    "split_folds",
    "threshold_average",
    "threshold_table",
    "tie_corners",
    "tied_area",
    "treat_all",
    "treat_none",
    "tree_table",
    "vertical_average",
]

"""Columns of precision-recall, DET, gain, calibration, net benefit, isotonic and rates."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.curves.calibration import calibration_curve, isotonic_map
from costcurve_gui.engine.curves.confusion_rates import confusion_rates
from costcurve_gui.engine.curves.det import det_curve, probit
from costcurve_gui.engine.curves.ranking import gain_curve, precision_recall_curve

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.analysis.tables.table import Columns
    from costcurve_gui.engine.counts.threshold_table import ThresholdTable
    from costcurve_gui.engine.curves.calibration import Strategy
    from costcurve_gui.engine.curves.net_benefit import NetBenefitCurve
    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.engine.selection.policy import Policy

_RATES = (
    *("fraction_targeted", "tpr", "fpr", "fnr", "tnr", "precision", "npv"),
    *("false_discovery_rate", "false_omission_rate", "accuracy", "balanced_accuracy"),
    *("error_rate", "f1", "mcc", "lift", "informedness", "markedness"),
)
RANKING_HEADERS: Mapping[str, tuple[str, ...]] = {
    "pr": ("model", "threshold", "recall", "precision"),
    "det": ("model", "threshold", "fpr", "fnr", "probit_fpr", "probit_fnr"),
    "gain": ("model", "threshold", "fraction_targeted", "gain", "lift"),
    "calibration": (
        *("model", "strategy", "bin", "count", "mean_score"),
        *("fraction_positive", "lower", "upper", "method", "level"),
    ),
    "net_benefit": ("model", "threshold_probability", "net_benefit"),
    "isotonic": ("model", "score", "calibrated"),
    "rates": ("model", "threshold", "threshold_2", "mixing", "prior", *_RATES),
}
_STRATEGIES: tuple[Strategy, ...] = ("uniform", "quantile")


def pr_columns(table: ThresholdTable, prior: float) -> Columns:
    """Return every point of the precision-recall curve, by descending threshold."""
    curve = precision_recall_curve(table, prior)
    return curve.thresholds, curve.recall, curve.precision


def det_columns(table: ThresholdTable) -> Columns:
    """Return every point of the DET curve, by descending threshold."""
    curve = det_curve(table)
    return curve.thresholds, curve.fpr, curve.fnr, probit(curve.fpr), probit(curve.fnr)


def gain_columns(table: ThresholdTable, prior: float) -> Columns:
    """Return every point of the gain and lift curves, by descending threshold."""
    curve = gain_curve(table, prior)
    return curve.thresholds, curve.fraction_targeted, curve.gain, curve.lift


def calibration_columns(table: ThresholdTable, level: float) -> Columns:
    """Return the bins of both strategies by ascending score, counted from 1, empty ones too."""
    parts = (_binned(table, strategy, level) for strategy in _STRATEGIES)
    return tuple(np.concatenate(column) for column in zip(*parts, strict=True))


def net_benefit_columns(curve: NetBenefitCurve) -> Columns:
    """Return the points of a decision curve, of a model or of a reference."""
    return curve.threshold_probabilities, curve.net_benefit


def rates_columns(policy: Policy, prior: float) -> Columns:
    """Return one row: the thresholds of a policy and every rate to expect of it."""
    rates = confusion_rates(policy.fpr, policy.tpr, prior)
    lower = np.nan if policy.threshold_2 is None else policy.threshold_2
    values = (policy.threshold, lower, policy.mixing, prior)
    return tuple(np.array([value]) for value in (*values, *(getattr(rates, r) for r in _RATES)))


def isotonic_columns(evaluation: ModelEvaluation) -> Columns:
    """Return the calibrated value of every distinct score, ascending."""
    scores = evaluation.table.thresholds[:0:-1]
    return scores, isotonic_map(evaluation.table, evaluation.roc_hull).apply(scores)


def _binned(table: ThresholdTable, strategy: Strategy, level: float) -> Columns:
    curve = calibration_curve(table, strategy, level=level)
    size = curve.counts.size
    method = "no interval (rows have weights)" if table.weighted else "Wilson"
    return (
        np.full(size, strategy, dtype=object),
        np.arange(1, size + 1),
        curve.counts,
        curve.mean_scores,
        curve.fractions_positive,
        curve.lower,
        curve.upper,
        np.full(size, method, dtype=object),
        np.full(size, level),
    )

"""Real curve sets and snapshots for the plots: German credit, and any scores a test makes up."""

from __future__ import annotations

import csv
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.analysis.curves import CurveSet, DrawnCurve, ModelCurves
from costcurve_gui.analysis.dataset_info import DatasetInfo, ModelInfo
from costcurve_gui.analysis.payoffs import PayoffSpec
from costcurve_gui.analysis.settings import ConditionSpec, DatasetSettings
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.engine.cost.payoff import PayoffMatrix, error_costs, payoff_means
from costcurve_gui.engine.counts.cost_table import rank_order
from costcurve_gui.engine.counts.threshold_table import threshold_table
from costcurve_gui.engine.curves.confusion_rates import absolute_rates
from costcurve_gui.engine.evaluation import evaluate
from costcurve_gui.engine.resampling.auc_interval import auc_interval
from costcurve_gui.engine.roc.curve import decimate
from costcurve_gui.engine.validation import are_probabilities
from tests.helpers.choices import Choice, selected_by

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.counts.rate_source import RateSource

FILE = Path(__file__).parents[2] / "resources" / "sample_data" / "german_credit_half.csv"
CREDIT = PayoffSpec(
    "0", "0", "-amount", "0.05*amount", "credit_approval", "DM", "applicant", "refuse", "grant"
)
NAIVE_BAYES = "naive_bayes"


def curves_of_model(
    y_true: np.ndarray,
    scores: Mapping[str, np.ndarray],
    matrix: PayoffMatrix,
    name: str = "made_up.csv",
    **words: Any,
) -> CurveSet:
    """Evaluate scores under a payoff matrix; the key of a model is its name."""
    costs, means = error_costs(matrix, y_true), payoff_means(matrix, y_true)
    infos = tuple(ModelInfo(key, key, f"score_{key}", k) for k, key in enumerate(scores, 1))
    models = []
    for info in infos:
        table = threshold_table(y_true, scores[info.key])
        order = rank_order(y_true, scores[info.key]) if costs.varies_fn or costs.varies_fp else None
        evaluation = evaluate(info.name, table, order, costs, means)
        roc = drawn(table, keep=evaluation.rociv_hull.indices)
        rociv = roc if evaluation.rates is table else drawn(evaluation.rates)
        interval = auc_interval(table, level=0.9)
        rates = absolute_rates(table, prior=0.5) if are_probabilities(table) else None
        absolute = None if rates is None else (float(rates.fpr), float(rates.tpr))
        models.append(ModelCurves(info, evaluation, interval, roc, rociv, absolute=absolute))
    positives = float(y_true.sum())
    dataset = DatasetInfo(
        id=name,
        name=name,
        path=f"/files/{name}",
        sha256="bc2e" + 56 * "0" + "08fe",
        rows=len(y_true),
        positives=positives,
        negatives=len(y_true) - positives,
        positive_label=words.get("positive", "1"),
        negative_label=words.get("negative", "0"),
        models=infos,
        numeric_columns=("amount",),
    )
    cells = {
        "tp": means.tp_payoff,
        "fp": means.tn_payoff - means.fp_cost,
        "fn": means.tp_payoff - means.fn_cost,
        "tn": means.tn_payoff,
    }
    return CurveSet(dataset, tuple(models), cells)


def drawn(rates: RateSource, keep: Any = ()) -> DrawnCurve:
    indices = decimate(rates, keep=keep).indices
    return DrawnCurve(rates.fpr_at(indices), rates.tpr_at(indices), indices)


def german_columns() -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """Return which rows are bad, and the scores by model."""
    rows = _german_rows()
    names = [name for name in rows[0] if name.startswith("score_")]
    scores = {
        name.removeprefix("score_"): np.array([float(row[name]) for row in rows]) for name in names
    }
    return np.array([row["label"] == "bad" for row in rows]), scores


def _german_rows() -> list[dict[str, str]]:
    with FILE.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@lru_cache(maxsize=1)
def german_curves() -> CurveSet:
    y_true, scores = german_columns()
    amount = np.array([float(row["amount"]) for row in _german_rows()])
    matrix = PayoffMatrix(tp=0.0, fp=0.0, fn=-amount, tn=0.05 * amount)
    return curves_of_model(y_true, scores, matrix, FILE.name, positive="bad", negative="good")


def german_snapshot(
    prior: float = 0.05,
    criterion: Choice = Choice.MIN_COST,
    previous: Snapshot | None = None,
    **changes: Any,
) -> Snapshot:
    """Return a snapshot of German credit as the design pictures show it."""
    selection = selected_by(criterion, max_fpr=0.2, capacity=1500.0)
    settings = DatasetSettings(CREDIT, ConditionSpec(prior), selection)
    return build_snapshot(german_curves(), replace(settings, **changes), previous)

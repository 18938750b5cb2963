"""Frames with any numbers a test wants, made without a computation.

Evaluations are stand-ins that carry the attributes which views read.
"""

from __future__ import annotations

import math
from dataclasses import replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.analysis.curves import CurveSet, DrawnCurve, ModelCurves
from costcurve_gui.analysis.dataset_info import DatasetInfo, ModelInfo
from costcurve_gui.analysis.derivation import DerivedModel
from costcurve_gui.analysis.derivations import REVERSED
from costcurve_gui.analysis.payoffs import PayoffSpec
from costcurve_gui.analysis.settings import AnalysisState, ConditionSpec, DatasetSettings
from costcurve_gui.analysis.snapshot import BoundEffect, ModelSnapshot, Reading, Snapshot
from costcurve_gui.engine.cost.payoff import PayoffMatrix
from costcurve_gui.engine.evaluation import ModelEvaluation, evaluate_scores
from costcurve_gui.engine.selection.policy import Policy
from tests.helpers.choices import Choice, selected_by

if TYPE_CHECKING:
    from numpy.typing import NDArray

THRESHOLDS = np.array([np.inf, 0.9, 0.412, 0.3657, 0.04, 0.0325, 0.031, 0.0001])
# name, AUC, low, high, profit
MODELS = (
    ("logistic_regression", 0.765, 0.736, 0.792, 50.01),
    ("naive_bayes", 0.772, 0.736, 0.809, 60.15),
    ("mlp", 0.735, 0.700, 0.770, 38.93),
    ("decision_tree", 0.664, 0.620, 0.700, 36.60),
    ("random_forest", 0.768, 0.740, 0.800, 52.69),
    ("gradient_boosting", 0.758, 0.730, 0.790, 53.13),
)
PAYOFF = PayoffSpec(
    "0", "0", "-amount", "0.05*amount", "credit_approval", "DM", "applicant", "refuse", "grant"
)
INFOS = tuple(
    ModelInfo(f"g/{name}", name, f"score_{name}", slot) for slot, (name, *_) in enumerate(MODELS, 1)
)

BEST = "g/naive_bayes"
NOTHING = DrawnCurve(np.empty(0), np.empty(0), np.empty(0, dtype=np.int64))


_POLICY = Policy(
    criterion="constrained",
    model="naive_bayes",
    threshold=0.0325,
    threshold_2=None,
    mixing=0.0,
    fpr=0.3143,
    tpr=0.7467,
    fp_cost_rate=0.3579,
    tp_benefit_rate=0.8419,
    prior=0.05,
    fraction_targeted=0.3359,
    normalized_expected_cost=0.243,
    expected_cost=80.65,
    expected_profit=60.15,
    index=5,
    index_2=None,
)


def any_policy(**changes: Any) -> Policy:
    """Return a policy of one threshold with other figures where they are given."""
    return replace(_POLICY, **changes)


MIXED = any_policy(
    criterion="neyman_pearson",
    threshold=0.412,
    index=2,
    threshold_2=0.3657,
    index_2=3,
    mixing=1 / 9,
    fpr=0.2,
    tpr=0.6013,
    fraction_targeted=0.2201,
    expected_profit=40.59,
)
SINGLE = replace(MIXED, threshold_2=None, index_2=None, mixing=0.0, tpr=0.5933, fpr=0.1971)


def dataset(**changes: Any) -> DatasetInfo:
    info = DatasetInfo(
        id="g",
        name="german_credit_half.csv",
        path="/files/german_credit_half.csv",
        sha256="0",
        rows=500,
        positives=150.0,
        negatives=350.0,
        positive_label="bad",
        negative_label="good",
        models=INFOS,
        numeric_columns=("amount",),
    )
    return replace(info, **changes)


def settings(criterion: Choice = Choice.MAX_PROFIT, **changes: Any) -> DatasetSettings:
    selection = selected_by(criterion, max_fpr=0.2, capacity=1500)
    base = DatasetSettings(payoff=PAYOFF, condition=ConditionSpec(prior=0.05), selection=selection)
    return replace(base, **changes)


def state(chosen: DatasetSettings | None = None, *others: DatasetInfo) -> AnalysisState:
    infos = (dataset(), *others)
    own = {info.id: settings() for info in infos}
    own["g"] = chosen or own["g"]
    return AnalysisState(datasets=infos, active="g", settings=own)


PAYOFFS = PayoffMatrix(tp=0.0, fp=0.0, fn=-3828.713, tn=148.213)


def evaluation(name: str, thresholds: NDArray[np.float64] = THRESHOLDS) -> ModelEvaluation:
    """Evaluate a model with a case of each class in turn at every threshold."""
    scores = thresholds[1:]
    return evaluate_scores(name, np.arange(scores.size) % 2 == 0, scores, PAYOFFS)


def curve_set(warning: str = "", info: DatasetInfo | None = None) -> CurveSet:
    models = tuple(
        ModelCurves(
            info=model,
            evaluation=evaluation(name),
            auc=SimpleNamespace(auc=auc, low=low, high=high, level=0.9, reason=""),
            roc=NOTHING,
            rociv=NOTHING,
            warning=warning if name == "decision_tree" else "",
        )
        for model, (name, auc, low, high, _) in zip(INFOS, MODELS, strict=True)
    )
    means = {"tp": 0.0, "fp": 0.0, "fn": -3828.713, "tn": 148.213}
    return CurveSet(info or dataset(), models, means)


def derived_curves() -> CurveSet:
    """Return the curve set with mlp ranking backwards, and with it reversed at the end."""
    usual = curve_set()
    turned = DerivedModel("mlp reversed", 7, REVERSED, ("score_mlp",))
    info = ModelInfo("g/turned", turned.name, turned.column, 7, derived=turned)
    backwards = replace(
        usual.models[2],
        auc=SimpleNamespace(auc=0.265, low=0.23, high=0.3, level=0.9, reason=""),
        warning="mlp ranks backwards (AUC 0.265)",
    )
    models = (*usual.models[:2], backwards, *usual.models[3:], replace(usual.models[2], info=info))
    return replace(usual, dataset=dataset(models=(*INFOS, info)), models=models)


def backwards_curves() -> CurveSet:
    """Return the curve set as it is where low points mean bad: thresholds are turned points."""
    turned = np.array([np.inf, -300.0, -480.0, -520.0, -560.0, -610.5])
    usual = curve_set()
    models = tuple(
        replace(
            model,
            info=replace(model.info, lower_is_positive=True),
            evaluation=evaluation(model.info.name, turned),
        )
        for model in usual.models
    )
    return replace(usual, models=models)


def snapshot(
    chosen: DatasetSettings | None = None,
    *,
    on: CurveSet | None = None,
    policy: Policy | None = None,
    cheapest: Policy | None = None,
    bounded: BoundEffect | None = None,
    best: str | None = BEST,
    selected: str | None = BEST,
    trivial: tuple[float, float] = (0.0, -50.64),
    prior: float = 0.05,
) -> Snapshot:
    """Make a snapshot; `policy` is every model's, else they differ in profit alone."""
    chosen = chosen or settings()
    profits = {f"g/{name}": profit for name, *_, profit in MODELS}
    models = {
        info.key: ModelSnapshot(
            info, policy or any_policy(expected_profit=profits[info.key]), cheapest, NOTHING
        )
        for info in INFOS
    }
    everything = any_policy(threshold=-math.inf, fpr=1, tpr=1, expected_profit=trivial[0])
    nothing = any_policy(threshold=math.inf, fpr=0, tpr=0, expected_profit=trivial[1])
    return Snapshot(
        curve_set=on or curve_set(),
        settings=chosen,
        condition=condition(prior),
        models=models,
        trivial={"all": everything, "none": nothing},
        best=best,
        selected=selected,
        perfect_profit=NOTHING,
        random_profit=NOTHING,
        bounded=bounded,
    )


def condition(prior: float = 0.05) -> SimpleNamespace:
    means = SimpleNamespace(tp_payoff=0.0, tn_payoff=148.213, fn_cost=3828.713, fp_cost=148.213)
    weighted = prior * means.fn_cost
    return SimpleNamespace(
        prior=prior,
        means=means,
        probability_cost=weighted / (weighted + (1 - prior) * means.fp_cost),
        cost_ratio=means.fn_cost / means.fp_cost,
        slope=0.74,
    )


def reading() -> Reading:
    return Reading(INFOS[4], 2, 0.3966, 0.197, 0.473, 0.2, 0.5, 0.211, 0.3, 25.09)

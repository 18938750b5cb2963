"""Snapshots as the program computes them for the credit file that ships with it.

A test that needs other figures has them put into such a snapshot; the rest of it stays real.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.analysis.derivation import DerivedModel
from costcurve_gui.analysis.derivations import REVERSED
from costcurve_gui.analysis.examples import example_of
from costcurve_gui.analysis.loading import Loaded, load_example
from costcurve_gui.analysis.settings import AnalysisState
from costcurve_gui.analysis.snapshot_builder import build_reading, build_snapshot
from costcurve_gui.engine.cost.payoff import PayoffMatrix
from tests.helpers.choices import Choice, selected_by
from tests.helpers.plot_frames import curves_of_model

if TYPE_CHECKING:
    from costcurve_gui.analysis.curves import CurveSet
    from costcurve_gui.analysis.dataset_info import DatasetInfo
    from costcurve_gui.analysis.settings import DatasetSettings
    from costcurve_gui.analysis.snapshot import BoundEffect, Reading, Snapshot
    from costcurve_gui.engine.selection.policy import Policy


@cache
def german_credit() -> Loaded:
    """Return 500 applicants, six models; refusing costs 5 % of a good one's amount."""
    example = example_of("german_credit")
    assert example is not None
    return load_example("g", example)


def german_credit_snapshot(
    criterion: Choice = Choice.MAX_PROFIT,
    *,
    prior: float = 0.05,
    selected: str | None = None,
    only: str | None = None,
    capacity: float = 1500,
    threshold: float | None = None,
) -> Snapshot:
    """Return the snapshot of the pictures in the design: 5 % bad, at most 0.2 or 1500 of 10 000."""
    loaded = german_credit()
    chosen = replace(
        loaded.settings,
        condition=replace(loaded.settings.condition, prior=prior),
        selection=selected_by(criterion, max_fpr=0.2, capacity=capacity),
        selected=selected,
    )
    models = [one for one in loaded.curve_set.models if only in (None, one.info.name)]
    if threshold is not None:
        given = {one.info.key: threshold for one in models}
        chosen = replace(chosen, selection=replace(chosen.selection, thresholds=given))
    return build_snapshot(replace(loaded.curve_set, models=tuple(models)), chosen)


def settings(criterion: Choice = Choice.MAX_PROFIT, **changes: Any) -> DatasetSettings:
    """Return the settings of `german_credit_snapshot` with others where they are given."""
    return replace(german_credit_snapshot(criterion).settings, **changes)


PAYOFF = german_credit().settings.payoff
INFOS = german_credit().curve_set.dataset.models
BEST = "g/score_naive_bayes"


def dataset(**changes: Any) -> DatasetInfo:
    """Return what is known about the file, with other entries where they are given."""
    return replace(german_credit().curve_set.dataset, **changes)


def state(chosen: DatasetSettings | None = None, *others: DatasetInfo) -> AnalysisState:
    """Return the state with the file open, and others behind it."""
    infos = (dataset(), *others)
    own = {info.id: settings() for info in infos}
    own["g"] = chosen or own["g"]
    return AnalysisState(datasets=infos, active="g", settings=own)


def curve_set(warning: str = "", info: DatasetInfo | None = None) -> CurveSet:
    """Return the curves of the file; `warning` is about its decision tree."""
    usual = german_credit().curve_set
    models = tuple(
        replace(model, remark=warning if model.info.name == "decision_tree" else "")
        for model in usual.models
    )
    return replace(usual, dataset=info or usual.dataset, models=models)


def derived_curves() -> CurveSet:
    """Return the curve set with mlp ranking backwards, and with it reversed at the end."""
    usual = curve_set()
    mlp = usual.models[2]
    turned = DerivedModel("mlp reversed", 7, REVERSED, (mlp.info.column,))
    info = replace(mlp.info, key="g/turned", name=turned.name, column=turned.column, slot=7)
    info = replace(info, derived=turned)
    backwards = replace(
        mlp,
        auc=replace(mlp.auc, auc=1 - mlp.auc.auc, low=1 - mlp.auc.high, high=1 - mlp.auc.low),
        remark="mlp ranks backwards (AUC 0.265)",
    )
    models = (*usual.models[:2], backwards, *usual.models[3:], replace(mlp, info=info))
    return replace(usual, dataset=dataset(models=(*INFOS, info)), models=models)


PAYOFFS = PayoffMatrix(**german_credit().curve_set.payoff_means)


def backwards_curves() -> CurveSet:
    """Return the curves where low points mean bad: scores and thresholds are turned points."""
    points = np.array([-300.0, -480.0, -520.0, -560.0, -610.5])
    bad = np.arange(points.size) % 2 == 0
    turned = curves_of_model(bad, {info.name: points for info in INFOS}, PAYOFFS)
    infos = tuple(replace(info, lower_is_positive=True) for info in INFOS)
    models = tuple(
        replace(model, info=info) for model, info in zip(turned.models, infos, strict=True)
    )
    return replace(turned, dataset=dataset(models=infos), models=models)


def snapshot(
    chosen: DatasetSettings | None = None,
    *,
    on: CurveSet | None = None,
    policy: Policy | None = None,
    cheapest: Policy | None = None,
    bounded: BoundEffect | None = None,
    best: str | None = BEST,
    selected: str | None = BEST,
    trivial: tuple[float, float] | None = None,
    prior: float = 0.05,
) -> Snapshot:
    """Return the snapshot under `chosen`; what else is given takes the place of what is real.

    `policy` is every model's, `trivial` the profits of acting on all and on none.
    """
    chosen = chosen or settings()
    chosen = replace(chosen, condition=replace(chosen.condition, prior=prior))
    real = build_snapshot(on or curve_set(), chosen)
    models = {
        key: replace(one, policy=policy or one.policy, cheapest=cheapest or one.cheapest)
        for key, one in real.models.items()
    }
    profits = dict(zip(("all", "none"), trivial or (), strict=False))
    others = {
        name: replace(one, expected_profit=profits.get(name, one.expected_profit))
        for name, one in real.trivial.items()
    }
    return replace(
        real, models=models, trivial=others, best=best, selected=selected, bounded=bounded
    )


def any_policy(**changes: Any) -> Policy:
    """Return the most profitable policy of the best model, with other figures where given."""
    return replace(german_credit_snapshot().models[BEST].policy, **changes)


def _at_most_a_fifth(*, mixed: bool) -> Policy:
    selection = selected_by(Choice.NEYMAN_PEARSON, max_fpr=0.2, mixed=mixed)
    return snapshot(settings(selection=selection)).models["g/score_logistic_regression"].policy


MIXED = _at_most_a_fifth(mixed=True)
SINGLE = _at_most_a_fifth(mixed=False)


def reading() -> Reading:
    """Return what stands under the cursor on a point of the random forest."""
    real = german_credit_snapshot()
    (forest,) = (model for model in real.curve_set.models if model.info.name == "random_forest")
    row = int(np.searchsorted(-forest.evaluation.table.thresholds, -0.3966))
    return build_reading(real, forest.info.key, row)

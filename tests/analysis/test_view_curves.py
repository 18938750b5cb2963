"""Curves that single views draw, against rates and costs counted from the table of the model."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import norm

from costcurve_gui.analysis.snapshot import condition_of
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.analysis.tables.options import TableOptions
from costcurve_gui.analysis.tables.ranking import rate_curve_table
from costcurve_gui.analysis.view_curves import (
    _CURVES,
    rate_curve,
    rate_curves,
    thinned_rows,
    view_curves,
)
from costcurve_gui.engine.curves.net_benefit import net_benefit_curve
from costcurve_gui.engine.curves.ranking import gain_curve
from tests.helpers.other_inputs import example, snapshot_of
from tests.helpers.snapshots import german_credit_snapshot

NAME = "german_credit_half"
MODELS = example(NAME).curve_set.models
each_model = pytest.mark.parametrize("model", MODELS, ids=lambda model: model.info.name)


def drawn(view, model):
    condition = condition_of(snapshot_of(NAME), model.info.key)
    return _CURVES[view](model, condition), condition


PRECISION_RECALL = "costcurve_gui.engine.curves.ranking:precision_recall_curve"


@each_model
def test_that_rows_drawn_hold_both_ends_and_every_vertex_of_the_hull(model) -> None:
    rows = thinned_rows(model)
    assert (rows[0], rows[-1]) == (0, len(model.evaluation.table) - 1)
    assert set(model.evaluation.roc_hull.indices) <= set(rows)


@each_model
def test_that_precision_gain_and_lift_are_those_of_the_rates_at_the_prior(model) -> None:
    table = model.evaluation.table
    condition = drawn("gain", model)[1]
    curve = rate_curve(model, condition, PRECISION_RECALL, "recall", "precision")
    fpr, tpr = table.fpr[curve.indices], table.tpr[curve.indices]
    positives, targeted = condition.prior * tpr, condition.prior * tpr + (1 - condition.prior) * fpr
    np.testing.assert_allclose(curve.x, tpr)
    np.testing.assert_allclose(curve.y, positives / targeted)
    gain, lift = drawn("gain", model)[0], drawn("lift", model)[0]
    np.testing.assert_allclose(gain.x[1:], lift.x)
    np.testing.assert_allclose(gain.y, table.tpr[gain.indices])
    np.testing.assert_allclose(lift.y * lift.x, gain.y[1:])


@each_model
def test_that_det_axes_hold_deviates_or_logarithms_of_the_error_rates(model) -> None:
    table = model.evaluation.table
    deviates, logs = drawn("det", model)[0], drawn("det_log", model)[0]
    np.testing.assert_allclose(norm.cdf(deviates.x), table.fpr[deviates.indices], atol=1e-9)
    np.testing.assert_allclose(norm.cdf(deviates.y), 1 - table.tpr[deviates.indices], atol=1e-9)
    np.testing.assert_allclose(10.0**logs.x, table.fpr[logs.indices])


@each_model
def test_that_net_benefit_is_that_of_the_rule_score_at_or_above_the_stake(model) -> None:
    curve, condition = drawn("net_benefit", model)
    table = model.evaluation.table
    fpr, tpr = table.fpr[curve.indices], table.tpr[curve.indices]
    odds = curve.x / (1 - curve.x)
    expected = condition.prior * tpr - (1 - condition.prior) * fpr * odds
    np.testing.assert_allclose(curve.y, expected, atol=1e-12)


def test_that_scores_that_are_no_probabilities_have_no_net_benefit() -> None:
    opened = example("sonar_cv10")
    svm = next(model for model in opened.curve_set.models if model.info.name == "svm")
    condition = condition_of(snapshot_of("sonar_cv10"), svm.info.key)
    assert _CURVES["net_benefit"](svm, condition).x.size == 0


@each_model
def test_that_regret_is_the_least_of_the_lines_of_all_thresholds(model) -> None:
    table = model.evaluation.table
    errors = drawn("regret_errors", model)[0]
    at = errors.x[:, None]
    np.testing.assert_allclose(errors.y, ((1 - table.tpr) * at + table.fpr * (1 - at)).min(axis=1))
    money, condition = drawn("regret_money", model)
    means, evaluation = condition.means, model.evaluation
    scale = money.x * means.fn_cost + (1 - money.x) * means.fp_cost
    pc_plus = money.x * means.fn_cost / scale
    np.testing.assert_allclose(money.y, evaluation.envelope.value_at(pc_plus) * scale, atol=1e-9)


@each_model
def test_that_ratios_run_evenly_to_either_side_of_equal_costs(model) -> None:
    curve, condition = drawn("regret_ratio", model)
    assert curve.x[0] == -curve.x[-1]
    assert abs(np.log10(condition.cost_ratio)) <= curve.x[-1]
    assert curve.indices.size == curve.x.size


def test_that_the_table_of_a_rate_curve_has_every_column_of_the_engines_function() -> None:
    snapshot = german_credit_snapshot()
    shown = TableOptions(models=frozenset(list(snapshot.models)[1:]))
    table = rate_curve_table(snapshot, shown, gain_curve)
    assert table.header == ("model", "threshold", "fraction_targeted", "gain", "lift")
    curves = [
        gain_curve(model.evaluation.table, snapshot.condition.prior)
        for model in snapshot.curve_set.models[1:]
    ]
    for column, values in zip(table.header[2:], table.columns[2:], strict=True):
        expected = np.concatenate([getattr(curve, column) for curve in curves])
        np.testing.assert_array_equal(values, expected)


def test_that_the_table_of_a_rate_curve_has_its_header_without_a_model() -> None:
    table = rate_curve_table(german_credit_snapshot(), TableOptions(models=frozenset()), gain_curve)
    assert table.header == ("model", "threshold", "fraction_targeted", "gain", "lift")
    assert len(table.columns[0]) == 0


def test_that_curves_of_a_rate_are_those_of_the_models_on_show_and_computed_once() -> None:
    hidden = MODELS[0].info.key
    snapshot = snapshot_of(NAME, hidden=frozenset({hidden}))
    found = rate_curves(snapshot, PRECISION_RECALL, "recall", "precision")
    assert list(found) == [model.info.key for model in MODELS if model.info.key != hidden]
    for model in MODELS[1:]:
        condition = condition_of(snapshot, model.info.key)
        alone = rate_curve(model, condition, PRECISION_RECALL, "recall", "precision")
        np.testing.assert_array_equal(found[model.info.key].y, alone.y)
    assert rate_curves(snapshot, PRECISION_RECALL, "recall", "precision") is found


@pytest.mark.parametrize("prior", [0.02, 0.4])
def test_that_kept_rates_give_the_net_benefit_of_the_engine_at_another_prior(prior) -> None:
    snapshot = german_credit_snapshot(prior=prior)
    for key, curve in view_curves(snapshot, "net_benefit").items():
        table = snapshot.curve_set.model(key).evaluation.table
        expected = net_benefit_curve(table, condition_of(snapshot, key).prior, curve.x)
        assert np.array_equal(curve.y, expected.net_benefit)


def test_that_another_prior_leaves_the_det_curve_alone() -> None:
    snapshot = german_credit_snapshot()
    moved = replace(snapshot.settings, condition=replace(snapshot.settings.condition, prior=0.4))
    before = view_curves(snapshot, "det")
    after = view_curves(build_snapshot(snapshot.curve_set, moved), "det")
    assert all(after[key] is before[key] for key in before)

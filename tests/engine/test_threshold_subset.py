from __future__ import annotations

from dataclasses import asdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from costcurve_gui.engine import PayoffMatrix
from costcurve_gui.engine.curves.confusion_rates import ConfusionRates
from costcurve_gui.engine.curves.det import det_curve, probit
from costcurve_gui.engine.curves.profit import profit_curve
from costcurve_gui.engine.curves.threshold_subset import subset_errors, threshold_subset
from costcurve_gui.engine.evaluation import evaluate_scores

ROUNDING = 1e-9


@st.composite
def models(draw):
    """An evaluated model: with ties or without, weights or not, costs that vary or not."""
    rows = draw(st.integers(4, 400))
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    y_true = rng.random(rows) < draw(st.sampled_from([0.02, 0.3, 0.9]))
    y_true[:2] = True, False
    y_score = rng.normal(size=rows) + y_true * draw(st.sampled_from([-1.0, 0.0, 3.0]))
    y_score = y_score.round(draw(st.sampled_from([0, 1, 9])))
    weight = None if draw(st.booleans()) else rng.integers(0, 3, rows).astype(float)
    if weight is not None:
        weight[:2] = 1.0
    cost: float | np.ndarray = -2.0
    if draw(st.booleans()):
        cost = -rng.lognormal(sigma=2, size=rows)
    payoff = PayoffMatrix(tp=1.0, fp=-3.0, fn=cost, tn=0.5)
    return evaluate_scores("model", y_true, y_score, payoff, weight)


def figures(model, condition) -> dict[str, np.ndarray]:
    """Every column that tables have of every threshold, each with the name of its error."""
    table, rates = model.table, model.rates
    confusion = ConfusionRates(table.fpr, table.tpr, condition.prior)
    by_rate = ("fpr", "tpr", "precision", "lift", "npv", "accuracy", "fraction_targeted")
    missed = det_curve(table).fnr
    return {
        **{name: getattr(confusion, name) for name in by_rate},
        "fp_cost_rate": rates.fpr,
        "tp_benefit_rate": rates.tpr,
        "expected_profit": profit_curve(table, rates, condition).expected_profit,
        "probit_fpr": probit(table.fpr),
        "probit_fnr": probit(missed),
    }


def largest_differences(values: np.ndarray, rows: np.ndarray) -> float:
    """How far a value lies from those at its neighbours in `rows`; NaN and inf match their like."""
    after = np.searchsorted(rows, np.arange(values.size))
    ends = values[rows[after]], values[rows[(after - 1).clip(0)]]
    left_out = ~np.isin(np.arange(values.size), rows)
    found = [0.0]
    for end in ends:
        differs = left_out & ~((end == values) | (np.isnan(end) & np.isnan(values)))
        found.extend(np.abs(values[differs] - end[differs]))
    return max(found)


def distance_from_line(rates, rows: np.ndarray) -> float:
    x, y, places = rates.fpr, rates.tpr, np.arange(len(rates))
    b = rows[np.searchsorted(rows, places)]
    a = rows[(np.searchsorted(rows, places) - 1).clip(0)]
    width, height = x[b] - x[a], y[b] - y[a]
    area, along = np.abs(width * (y - y[a]) - height * (x - x[a])), np.hypot(width, height)
    return float(np.divide(area, along, out=np.zeros_like(area), where=along > 0).max())


@given(models(), st.integers(2, 60), st.sampled_from([0.01, 0.5, 0.95]))
def test_that_no_figure_at_a_threshold_left_out_is_farther_off_than_stated(model, points, prior):
    condition = model.condition(prior)
    rows = threshold_subset(model, points)
    errors = asdict(subset_errors(model, rows, condition))
    for name, values in figures(model, condition).items():
        scale = 1 + np.abs(values[np.isfinite(values)]).max(initial=0.0)
        assert largest_differences(values, rows) <= errors[name] + ROUNDING * scale, name
    assert np.isfinite(list(errors.values())).all()


@given(models(), st.integers(2, 60), st.sampled_from([0.01, 0.5, 0.95]))
def test_that_no_curve_through_the_subset_is_farther_off_than_stated(model, points, prior):
    condition = model.condition(prior)
    rows = threshold_subset(model, points)
    errors = subset_errors(model, rows, condition)
    assert distance_from_line(model.table, rows) <= errors.roc + ROUNDING
    assert distance_from_line(model.rates, rows) <= errors.rociv + ROUNDING
    curve = profit_curve(model.table, model.rates, condition)
    x, y = curve.fraction_targeted, curve.expected_profit
    steps = np.searchsorted(rows, np.arange(x.size))
    a, b = rows[(steps - 1).clip(0)], rows[steps]
    share = np.divide(x - x[a], x[b] - x[a], out=np.zeros_like(x), where=x[b] > x[a])
    off = np.abs(y - (y[a] + share * (y[b] - y[a])))[~np.isin(np.arange(x.size), rows)]
    assert off.max(initial=0.0) <= errors.expected_profit + ROUNDING * (1 + np.abs(y).max())


@given(models(), st.integers(2, 60), st.data())
def test_that_ends_vertices_and_wanted_rows_are_in_the_subset(model, points, data):
    size = len(model.table)
    wanted = data.draw(st.lists(st.integers(0, size - 1), max_size=3))
    rows = threshold_subset(model, points, wanted)
    hulls = (model.roc_hull.indices, model.rociv_hull.indices)
    for kept in ([0, size - 1], wanted, *hulls):
        assert np.isin(kept, rows).all()
    assert (np.diff(rows) > 0).all()


def large_model():
    rng = np.random.default_rng(3)
    y_true = rng.random(60_000) < 0.1
    amount = rng.lognormal(sigma=1, size=60_000)
    payoff = PayoffMatrix(tp=0.0, fp=-1.0, fn=-amount, tn=0.0)
    return evaluate_scores("model", y_true, rng.normal(size=60_000) + y_true, payoff)


@pytest.mark.parametrize("points", [1_000, 10_000])
def test_that_a_subset_has_nearly_as_many_rows_as_it_may_have_and_no_more(points):
    assert 0.8 * points <= threshold_subset(large_model(), points).size <= points


def test_that_ten_times_the_thresholds_divide_every_error_by_five_at_least():
    model = large_model()
    condition = model.condition(0.05)
    few, many = (
        asdict(subset_errors(model, threshold_subset(model, points), condition))
        for points in (1_000, 10_000)
    )
    assert all(many[name] <= few[name] / 5 for name in few)
    assert few["fpr"] < 0.01
    assert few["roc"] < 0.005


def test_that_as_many_thresholds_as_there_are_lose_nothing():
    model = large_model()
    rows = threshold_subset(model, len(model.table))
    assert rows.size == len(model.table)
    assert set(asdict(subset_errors(model, rows, model.condition(0.5))).values()) == {0.0}

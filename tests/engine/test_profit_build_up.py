"""Expected profit cell by cell (Schupp 2015), and the regions of ROC space."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from costcurve_gui.engine.cost.payoff import PayoffMatrix
from costcurve_gui.engine.counts.cost_table import rank_order
from costcurve_gui.engine.counts.threshold_table import threshold_table
from costcurve_gui.engine.curves.profit_build_up import payoff_sums, profit_build_up
from costcurve_gui.engine.errors import EngineError, LengthMismatchError
from costcurve_gui.engine.evaluation import evaluate_scores
from costcurve_gui.engine.roc.curve import DIAGNOSTIC, SCREENING, RocRegion
from costcurve_gui.engine.selection.criteria import manual, min_cost, neyman_pearson, trivial
from tests.helpers.oracles import noisy_sample, scored_labels

CHURN = PayoffMatrix(tp=90.0, fp=-10.0, fn=-5.0, tn=1.0)
LABELS = np.array([True, True, False, True, False, False])
SCORES = np.array([6.0, 5.0, 4.0, 3.0, 2.0, np.nan])
AMOUNT = np.array([100.0, 20.0, 7.0, 60.0, 3.0, 1.0])
VARYING = PayoffMatrix(tp=0.5 * AMOUNT, fp=-AMOUNT, fn=-AMOUNT, tn=2.0)


@given(scored_labels(), st.floats(0, 1), st.floats(0, 1), st.booleans())
def test_that_the_four_products_add_up_to_the_expected_profit(
    sample, prior: float, max_fpr: float, weighted: bool
) -> None:
    y_true, y_score = sample
    amount = np.arange(1.0, y_true.size + 1)
    payoff = PayoffMatrix(tp=3.0, fp=-amount, fn=-(amount**2), tn=0.5 * amount)
    weight = 1 / amount if weighted else None
    model = evaluate_scores("m", y_true, y_score, payoff, weight)
    sums = payoff_sums(payoff, model.table, rank_order(y_true, y_score), weight)
    condition = model.condition(prior)
    for policy in (
        min_cost(model, condition),
        neyman_pearson(model, condition, max_fpr),
        *trivial(condition).values(),
    ):
        found = profit_build_up(policy, prior, sums)
        assert found.total == pytest.approx(policy.expected_profit, abs=1e-9)
        rates = (found.tp.rate, found.fp.rate, found.fn.rate, found.tn.rate)
        expected = (policy.tpr, policy.fpr, 1 - policy.tpr, 1 - policy.fpr)
        assert rates == pytest.approx(expected, abs=1e-12)


def test_that_each_cell_is_rate_times_prior_times_payoff() -> None:
    model = evaluate_scores("m", LABELS, SCORES, CHURN)
    found = profit_build_up(
        manual(model, model.condition(), 4.0), 0.2, payoff_sums(CHURN, model.table)
    )
    cells = [(c.rate, c.prior, c.payoff) for c in (found.tp, found.fp, found.fn, found.tn)]
    assert cells == [
        (pytest.approx(2 / 3), 0.2, 90.0),
        (0.5, 0.8, -10.0),
        (pytest.approx(1 / 3), 0.2, -5.0),
        (0.5, 0.8, 1.0),
    ]
    assert found.of_positives == pytest.approx(0.2 * (2 / 3 * 90 - 1 / 3 * 5))
    assert found.of_negatives == pytest.approx(0.8 * (0.5 * -10 + 0.5 * 1))


def test_that_a_cell_has_the_mean_payoff_of_the_cases_in_it() -> None:
    model = evaluate_scores("m", LABELS, SCORES, VARYING)
    sums = payoff_sums(VARYING, model.table, rank_order(LABELS, SCORES))
    found = profit_build_up(manual(model, model.condition(), 4.0), 0.5, sums)
    # Found: 100 and 20; missed: 60; alarm: 7; left alone: 3, the case without a score not at all.
    assert [c.payoff for c in (found.tp, found.fp, found.fn, found.tn)] == [30, -7, -60, 2]


def test_that_an_empty_cell_has_no_payoff_and_adds_nothing() -> None:
    model = evaluate_scores("m", LABELS, SCORES, VARYING)
    sums = payoff_sums(VARYING, model.table, rank_order(LABELS, SCORES))
    found = profit_build_up(trivial(model.condition())["none"], 0.5, sums)
    assert math.isnan(found.tp.payoff)
    assert (found.tp.rate, found.tp.profit, found.fp.profit) == (0, 0, 0)
    assert found.fn.payoff == pytest.approx(-60)


def test_that_varying_payoffs_need_the_order() -> None:
    table = threshold_table(LABELS, SCORES)
    with pytest.raises(EngineError, match="order of the rows"):
        payoff_sums(VARYING, table)
    with pytest.raises(LengthMismatchError):
        payoff_sums(PayoffMatrix(np.ones(3), 0.0, 0.0, 1.0), table, rank_order(LABELS, SCORES))


@pytest.mark.parametrize(
    "region", [SCREENING, DIAGNOSTIC, RocRegion("liberal", "fpr", 0.5, 1.0)], ids=lambda r: r.name
)
@pytest.mark.parametrize("levels", [None, 3])
def test_that_the_rows_of_a_region_are_the_points_in_it(region, levels: int | None) -> None:
    table = threshold_table(*noisy_sample(2_000, levels=levels))
    inside = region.contains(table.fpr, table.tpr)
    assert np.arange(len(table))[region.rows(table)].tolist() == np.flatnonzero(inside).tolist()


def test_that_screening_bounds_tpr_and_diagnosis_fpr() -> None:
    fpr, tpr = np.array([0.0, 0.2, 0.21, 0.9]), np.array([0.9, 0.5, 0.5, 0.8])
    assert SCREENING.contains(fpr, tpr).tolist() == [True, False, False, True]
    assert DIAGNOSTIC.contains(fpr, tpr).tolist() == [True, True, False, False]

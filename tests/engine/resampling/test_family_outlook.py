"""What the classifiers that a family's cost curve chooses lead one to expect of new cases."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binomtest, norm

from costcurve_gui.engine import (
    BootstrapSpec,
    ClassifierResampler,
    ConfusionMatrix,
    IndependentResampler,
    RankedModel,
    evaluate_table,
    family_table,
    interval_table,
    new_cases_curve,
    new_cases_curve_lead,
    new_cases_estimate,
    new_cases_lead,
    sample_from_counts,
)
from costcurve_gui.engine.cost.condition import prior_at
from costcurve_gui.engine.resampling.band import PC_GRID, policy_rows

SPEC = BootstrapSpec(60, seed=3)
COUNTS = ((8, 1), (13, 4), (17, 9))


def family(counts=COUNTS, positives=20, negatives=20, name="family"):
    """Return classifiers of so many true and false positives, and what draws their errors."""
    table = family_table(
        [
            ConfusionMatrix(f"{name}{tp}", tp=tp, fn=positives - tp, fp=fp, tn=negatives - fp)
            for tp, fp in counts
        ]
    )
    model = RankedModel(evaluate_table(name, table))
    return model, ClassifierResampler(sample_from_counts(table, model.evaluation.means), SPEC)


def test_that_the_estimate_is_the_sample_less_what_choosing_flatters_in_replicates():
    model, drawn = family(positives=23, negatives=31)  # whose rates do not tie by rounding
    table, rows = model.table, np.arange(len(model.table))
    policy = policy_rows(model.evaluation)
    seen = np.stack([1 - table.tpr_at(rows), table.fpr_at(rows)], axis=1)
    off = np.zeros((PC_GRID.size, 2))
    for rates in drawn.rates(model, rows):
        for tpr, fpr in zip(rates.tpr, rates.fpr, strict=True):
            own = np.stack([1 - tpr, fpr], axis=1)
            for at, pc_plus in enumerate(PC_GRID):
                kept = policy[at]
                best = kept if kept in (0, rows[-1]) else np.argmin(own @ [pc_plus, 1 - pc_plus])
                off[at] += (seen[best] - own[best]) - (seen[kept] - own[kept])
    expected = (seen[policy] + off / SPEC.replicates).clip(0, 1)
    found = new_cases_curve(drawn, model)
    assert found.band.estimate == pytest.approx(
        expected[:, 0] * PC_GRID + expected[:, 1] * (1 - PC_GRID)
    )
    more = np.trapezoid(found.band.estimate - found.apparent, PC_GRID)
    figure = found.expected_cost
    assert figure.apparent == pytest.approx(model.evaluation.envelope.area)
    assert figure.estimate == pytest.approx(figure.apparent + more)
    assert figure.apparent < figure.estimate
    assert found.method == "bootstrap optimism, Wilson, classifiers off together"


@pytest.mark.parametrize("at", [35, 50, 65])
def test_that_the_curve_at_a_pc_is_the_estimate_of_its_policy_there(at):
    model, drawn = family(positives=23, negatives=31)
    curve = new_cases_curve(drawn, model).band
    prior = float(prior_at(PC_GRID[at], 1.0, 1.0))
    cost = new_cases_estimate(drawn, model, model.evaluation.condition(prior)).normalized_cost
    assert curve.estimate[at] == pytest.approx(cost.estimate)
    assert (curve.lower[at], curve.upper[at]) == pytest.approx((cost.low, cost.high))


def test_that_one_classifier_of_many_cases_has_wilsons_interval_over_its_stretch():
    cases = 40_000
    model, drawn = family(((32_000, 6_000),), cases, cases)
    found = new_cases_curve(drawn, model)
    looks = ~np.isin(policy_rows(model.evaluation), (0, len(model.table) - 1))
    reach = []
    for errors, stake in ((8_000, PC_GRID), (6_000, 1 - PC_GRID)):
        ci = binomtest(errors, cases).proportion_ci(0.9, "wilson")
        reach.append(np.trapezoid(stake * looks, PC_GRID) * (ci.high - errors / cases))
    figure = found.expected_cost
    assert figure.high - figure.estimate == pytest.approx(np.hypot(*reach), rel=0.01)
    assert found.method == "bootstrap optimism, Wilson"
    assert found.caution == ""


def test_that_classifiers_that_know_nothing_cost_what_deciding_alike_costs():
    model, drawn = family(((10, 10),))
    figure = new_cases_curve(drawn, model).expected_cost
    assert (figure.estimate, figure.low, figure.high) == pytest.approx((0.25,) * 3)


def test_that_few_cases_are_cautioned_of():
    model, drawn = family(((1, 0),), 2, 2)
    assert new_cases_curve(drawn, model).caution.startswith("few positives and negatives")
    model, drawn = family(((6, 1),), 10, 10)  # simulated: held in 94 of 100 samples
    assert new_cases_curve(drawn, model).caution == ""


def test_that_classifiers_whose_cases_are_not_known_have_an_interval_longer_than_need_be():
    """All of them are taken to be off together."""
    said = "counts without cases: this interval is longer than it need be"
    assert new_cases_curve(*family()[::-1]).caution == said
    alone, drawn = family(((60, 10),), 100, 100)
    assert new_cases_curve(drawn, alone).caution == ""


def test_that_families_on_cases_of_their_own_are_compared():
    (one, first), (other, second) = family(), family(((10, 8), (15, 14)), name="other")
    apart = IndependentResampler([one, other], [first, second])
    found = new_cases_curve_lead(apart, one, other)
    alone = [new_cases_curve(apart.part(model), model) for model in (one, other)]
    a, b = (curve.expected_cost for curve in alone)
    lead = found.expected_cost
    assert lead.estimate == pytest.approx(a.estimate - b.estimate)
    assert lead.estimate - lead.low == pytest.approx(
        np.hypot(a.estimate - a.low, b.high - b.estimate)
    )
    assert lead.high - lead.estimate == pytest.approx(
        np.hypot(a.high - a.estimate, b.estimate - b.low)
    )
    assert found.band.estimate == pytest.approx(alone[0].band.estimate - alone[1].band.estimate)
    rows = interval_table(apart, [one, other])
    best = next(row for row in rows if row.best == 0)
    assert best.new_cases.lead.estimate > 0
    assert best.new_cases.method.startswith("bootstrap optimism")


def test_that_the_lead_of_a_familys_policy_is_the_difference_of_both_estimates():
    (one, first), (other, second) = family(), family(((10, 8), (15, 14)), name="other")
    apart = IndependentResampler([one, other], [first, second])
    condition = one.evaluation.condition(0.5)
    found = new_cases_lead(apart, one, other, condition)
    a, b = (new_cases_estimate(apart.part(one_of), one_of, condition) for one_of in (one, other))
    lead = found.profit
    assert lead.estimate == pytest.approx(b.cost.estimate - a.cost.estimate)
    assert lead.apparent == pytest.approx(b.cost.apparent - a.cost.apparent)
    below = np.hypot(a.cost.high - a.cost.estimate, b.cost.estimate - b.cost.low)
    assert lead.estimate - lead.low == pytest.approx(below)
    assert found.normalized_cost.estimate == pytest.approx(
        a.normalized_cost.estimate - b.normalized_cost.estimate
    )
    # A one-sided interval that begins at 0: as sure as the deviate that reaches there.
    assert found.confidence == pytest.approx(norm.cdf(lead.estimate / below * norm.ppf(0.95)))
    turned = new_cases_lead(apart, other, one, condition)
    assert found.confidence + turned.confidence == pytest.approx(1)
    assert found.method == "bootstrap optimism, Wilson"


def test_that_two_families_on_the_same_cases_have_no_lead():
    (one, first), (other, _) = family(), family(((10, 8),), name="other")
    found = new_cases_curve_lead(first, one, other)
    assert found.expected_cost.estimate is None
    assert found.reason

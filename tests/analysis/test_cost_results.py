"""Results in money, against sums over the rows."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from costcurve_gui.analysis.counts_cache import CountsCache
from costcurve_gui.analysis.curves import CaseInput
from costcurve_gui.analysis.payoffs import PayoffSpec
from costcurve_gui.analysis.settings import DatasetSettings
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.analysis.tables.cases import build_up_of
from costcurve_gui.analysis.view_results import NO_RESULTS, build_view_result
from tests.helpers.choices import Choice, selected_by
from tests.helpers.samples import BY_AMOUNT, costlier, dataset, loaded

CONSTANT = PayoffSpec(tp="10", fp="-3", fn="-20", tn="1")
BOTH_VARY = PayoffSpec(tp="0.1*amount", fp="-5", fn="-amount", tn="0.05*amount")


def snapshot_of(payoff: PayoffSpec, miss_factor: float = 1.0, **changes: object):
    data = dataset(weighted=True, missing=20)
    curve_set = loaded(data, payoff).curve_set
    settings = replace(
        DatasetSettings(payoff=payoff), condition=costlier(curve_set, miss_factor, prior=0.2)
    )
    settings = replace(settings, **changes)
    given = CaseInput(curve_set, data, payoff, CountsCache(data))
    snapshot = build_snapshot(curve_set, settings)
    return data, replace(snapshot, results=build_view_result("build_up", given))


@pytest.mark.parametrize("payoff", [CONSTANT, BY_AMOUNT, BOTH_VARY])
@pytest.mark.parametrize("miss_factor", [1.0, 2.5])
@pytest.mark.parametrize("criterion", [Choice.MIN_COST, Choice.NEYMAN_PEARSON])
def test_that_the_products_add_up_to_the_profit_on_show(payoff, miss_factor, criterion) -> None:
    _, snapshot = snapshot_of(
        payoff,
        miss_factor,
        selection=selected_by(criterion, max_fpr=0.13),
    )
    for model in snapshot.models.values():
        found = build_up_of(snapshot, model)
        assert found.total == pytest.approx(model.policy.expected_profit)
        assert found.tp.rate == pytest.approx(model.policy.tpr)
        assert found.fp.rate == pytest.approx(model.policy.fpr)


def test_that_a_cell_has_the_mean_payoff_of_its_own_cases() -> None:
    data, snapshot = snapshot_of(BOTH_VARY, 3.0)
    model = next(iter(snapshot.models.values()))
    scores, amount = data.scores[model.info.column], data.numeric["amount"]
    missed = data.y_true & (scores < model.policy.threshold)
    found = build_up_of(snapshot, model)
    pays = 0.1 * amount - 3 * (0.1 * amount + amount)
    weights = data.weight[missed]
    assert found.fn.payoff == pytest.approx(np.average(pays[missed], weights=weights))
    assert found.fn.prior == 0.2
    assert found.tn.prior == 0.8


def test_that_there_is_nothing_before_the_job_is_done() -> None:
    _, snapshot = snapshot_of(CONSTANT)
    bare = replace(snapshot, results=NO_RESULTS)
    assert build_up_of(bare, next(iter(bare.models.values()))) is None

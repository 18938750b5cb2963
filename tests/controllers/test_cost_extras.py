"""Extras in money, against sums over the rows."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from costcurve_gui.controllers.counts_cache import CountsCache
from costcurve_gui.controllers.frames import build_frame
from costcurve_gui.controllers.view_extras import ViewInput, build_extra
from costcurve_gui.models.profit_parts import build_up_of
from costcurve_gui.models.state import (
    DatasetSettings,
    PayoffSpec,
)
from tests.helpers.choices import Choice, selected_by
from tests.helpers.samples import BY_AMOUNT, dataset, dearer, loaded

CONSTANT = PayoffSpec(tp="10", fp="-3", fn="-20", tn="1")
BOTH_VARY = PayoffSpec(tp="0.1*amount", fp="-5", fn="-amount", tn="0.05*amount")


def frame_of(payoff: PayoffSpec, miss_factor: float = 1.0, **changes: object):
    data = dataset(weighted=True, missing=20)
    scene = loaded(data, payoff).scene
    settings = replace(
        DatasetSettings(payoff=payoff), condition=dearer(scene, miss_factor, prior=0.2)
    )
    settings = replace(settings, **changes)
    given = ViewInput(scene, data, payoff, CountsCache(data))
    frame = build_frame(scene, settings)
    return data, replace(frame, extras={"build_up": build_extra("build_up", given)})


@pytest.mark.parametrize("payoff", [CONSTANT, BY_AMOUNT, BOTH_VARY])
@pytest.mark.parametrize("miss_factor", [1.0, 2.5])
@pytest.mark.parametrize("criterion", [Choice.MIN_COST, Choice.NEYMAN_PEARSON])
def test_that_the_products_add_up_to_the_profit_on_show(payoff, miss_factor, criterion) -> None:
    _, frame = frame_of(
        payoff,
        miss_factor,
        selection=selected_by(criterion, max_fpr=0.13),
    )
    for model in frame.models.values():
        found = build_up_of(frame, model)
        assert found.total == pytest.approx(model.policy.expected_profit)
        assert found.tp.rate == pytest.approx(model.policy.tpr)
        assert found.fp.rate == pytest.approx(model.policy.fpr)


def test_that_a_cell_has_the_mean_payoff_of_its_own_cases() -> None:
    data, frame = frame_of(BOTH_VARY, 3.0)
    model = next(iter(frame.models.values()))
    scores, amount = data.scores[model.info.column], data.numeric["amount"]
    missed = data.y_true & (scores < model.policy.threshold)
    found = build_up_of(frame, model)
    pays = 0.1 * amount - 3 * (0.1 * amount + amount)
    weights = data.weight[missed]
    assert found.fn.payoff == pytest.approx(np.average(pays[missed], weights=weights))
    assert found.fn.prior == 0.2
    assert found.tn.prior == 0.8


def test_that_there_is_nothing_before_the_job_is_done() -> None:
    _, frame = frame_of(CONSTANT)
    bare = replace(frame, extras={})
    assert build_up_of(bare, next(iter(bare.models.values()))) is None

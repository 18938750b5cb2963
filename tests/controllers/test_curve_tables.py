from __future__ import annotations

import numpy as np
import pytest

from costcurve_gui.controllers.curve_tables import HEADERS, curve_table
from costcurve_gui.controllers.frames import build_frame
from costcurve_gui.models.state import ConditionSpec, DatasetSettings
from tests.helpers.samples import BY_AMOUNT, dataset, loaded

DATA = dataset()
SCENE = loaded(DATA).scene
HIDDEN = SCENE.models[1].info.key
FRAME = build_frame(
    SCENE,
    DatasetSettings(
        payoff=BY_AMOUNT, condition=ConditionSpec(prior=0.1), hidden=frozenset({HIDDEN})
    ),
)


OF_PROBABILITIES = {"calibration", "net_benefit"}  # which the scores of these models are not


@pytest.mark.parametrize("view", sorted(HEADERS.keys() - OF_PROBABILITIES))
def test_that_columns_are_as_long_as_each_other_and_only_of_models_on_show(view: str) -> None:
    table = curve_table(view, FRAME)
    assert table.header == HEADERS[view]
    assert len({len(column) for column in table.columns}) == 1
    assert set(table.columns[0]) == {"a", "c"}


def test_that_roc_has_every_threshold_from_nobody_to_everybody() -> None:
    table = curve_table("roc", FRAME)
    columns = dict(zip(table.header, table.columns, strict=True))
    mine = columns["model"] == "a"
    thresholds = columns["threshold"][mine]
    assert thresholds[0] == np.inf
    assert thresholds[1:].tolist() == np.unique(DATA.scores["score_a"])[::-1].tolist()
    for threshold, fpr, tp in zip(
        thresholds, columns["fpr"][mine], columns["tp"][mine], strict=True
    ):
        picked = DATA.scores["score_a"] >= threshold
        assert fpr == picked[~DATA.y_true].mean()
        assert tp == picked[DATA.y_true].sum()


def test_that_profit_is_at_the_prior_in_force() -> None:
    table = curve_table("profit", FRAME)
    columns = dict(zip(table.header, table.columns, strict=True))
    last = columns["expected_profit"][columns["model"] == "a"][-1]
    assert last == pytest.approx(FRAME.trivial["all"].expected_profit)


def test_that_the_envelope_runs_from_0_to_1() -> None:
    table = curve_table("cost", FRAME)
    pc_plus = table.columns[1][table.columns[0] == "c"]
    assert (pc_plus[0], pc_plus[-1]) == (0, 1)
    assert (np.diff(pc_plus) > 0).all()


def test_that_a_view_without_models_is_a_header() -> None:
    everything = frozenset(model.info.key for model in SCENE.models)
    frame = build_frame(SCENE, DatasetSettings(payoff=BY_AMOUNT, hidden=everything))
    table = curve_table("roc", frame)
    assert [len(column) for column in table.columns] == [0] * len(table.header)

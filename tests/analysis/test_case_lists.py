"""The cases of a cell and of a swap set, against the columns of the file themselves."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from costcurve_gui.analysis.case_lists import (
    cases_between,
    cases_of_cell,
    compared_cases,
    swap_set,
    with_ids,
)
from costcurve_gui.analysis.tables.swap import IN_FORCE, policies_offered
from costcurve_gui.dataio.formats.opening import open_source
from costcurve_gui.dataio.held_out import text_identifier, texts_of
from tests.cli.conftest import SAMPLES
from tests.helpers.band_snapshots import banded
from tests.helpers.choices import Choice
from tests.helpers.snapshots import german_credit_snapshot

FILE = pd.read_csv(SAMPLES / "german_credit_half.csv")
BAD, AMOUNT = (FILE["label"] == "bad").to_numpy(), FILE["amount"].to_numpy(float)
PAID = {  # refusing costs 5 % of a good one's amount, as the example has it
    "tp": np.zeros(500),
    "fn": -AMOUNT,
    "fp": np.zeros(500),
    "tn": 0.05 * AMOUNT,
}


def frame(table) -> pd.DataFrame:
    return pd.DataFrame(dict(zip(table.header, table.columns, strict=True)))


def snapshot(choice=Choice.MAX_PROFIT):
    return banded(german_credit_snapshot(choice), shown=False)


@pytest.mark.parametrize("cell", ["tp", "fp", "fn", "tn"])
def test_that_a_cell_lists_its_cases_by_the_money_lost(cell):
    shown = snapshot()
    key = shown.selected
    policy = shown.models[key].policy
    column = next(one.info.column for one in shown.curve_set.models if one.info.key == key)
    acts = (FILE[column] >= policy.threshold).to_numpy()
    inside = (acts == (cell in ("tp", "fp"))) & ((cell in ("tp", "fn")) == BAD)
    found = frame(cases_of_cell(shown, key, policy, cell))
    assert set(found["row"]) == set(np.flatnonzero(inside) + 1)
    rows = found["row"].astype(int) - 1
    np.testing.assert_allclose(found["payoff"], PAID[cell][rows])
    right = PAID["tp" if cell in ("tp", "fn") else "tn"]
    np.testing.assert_allclose(found["lost"], right[rows] - PAID[cell][rows])
    np.testing.assert_allclose(found["score"], FILE[column][rows])
    np.testing.assert_allclose(found["amount"], AMOUNT[rows])
    assert found["lost"].is_monotonic_decreasing


def test_that_a_mixture_acts_on_a_share_of_the_cases_between():
    shown = snapshot(Choice.NEYMAN_PEARSON)
    key = shown.selected
    policy = shown.models[key].policy
    if policy.threshold_2 is None:
        pytest.skip("one threshold meets the bound here")
    found = frame(cases_of_cell(shown, key, policy, "tp"))
    assert found["share"].sum() == pytest.approx(policy.tpr * BAD.sum())


def test_that_a_swap_set_has_whom_one_policy_alone_acts_on():
    shown = snapshot()
    a, b = list(shown.models)[:2]
    found = swap_set(shown, *((key, shown.models[key].policy) for key in (a, b)))
    acts = [
        (FILE[one.info.column] >= shown.models[one.info.key].policy.threshold).to_numpy()
        for one in shown.curve_set.models
        if one.info.key in (a, b)
    ]
    for side, only in ((found.only_a, acts[0] & ~acts[1]), (found.only_b, acts[1] & ~acts[0])):
        assert side == ((only & BAD).sum(), (only & ~BAD).sum())
    assert found.both == (acts[0] & acts[1]).sum()
    table = frame(found.table)
    assert set(table["row"]) == set(np.flatnonzero(acts[0] != acts[1]) + 1)
    rows = table["row"].astype(int) - 1
    gain = np.where(BAD, PAID["tp"] - PAID["fn"], PAID["fp"] - PAID["tn"])
    np.testing.assert_allclose(table["money"], ((acts[0] * 1.0 - acts[1]) * gain)[rows])
    assert table["money"].abs().is_monotonic_decreasing
    profits = [shown.models[key].policy.expected_profit for key in (a, b)]
    assert found.lead.value == pytest.approx(profits[0] - profits[1])
    prior = shown.condition.prior
    money = (acts[0] * 1.0 - acts[1]) * gain
    by_hand = prior * money[BAD].mean() + (1 - prior) * money[~BAD].mean()
    assert found.lead.value == pytest.approx(by_hand)


def test_that_the_lead_of_a_swap_set_has_a_paired_interval():
    shown = german_credit_snapshot()
    spec = replace(shown.settings.bands.spec, replicates=100)
    shown = banded(shown, spec=spec)
    found = swap_set(shown, *((key, shown.models[key].policy) for key in list(shown.models)[:2]))
    low, high = found.lead.interval
    assert low < found.lead.value < high
    assert found.total.value == pytest.approx(sum(found.money))
    low, high = found.total.interval
    assert low < found.total.value < high


def test_that_the_rules_in_force_and_of_every_criterion_can_be_compared():
    shown = snapshot()
    offered = policies_offered(shown)
    in_force = [one for one in offered if one.criterion == IN_FORCE]
    assert [one.model for one in in_force] == list(shown.models)
    assert all(one.policy is shown.models[one.model].policy for one in in_force)
    youden = {one.model: one for one in offered if one.criterion == "youden"}
    assert set(youden) == set(shown.models)
    key = shown.selected
    sides = [(one.model, one.policy) for one in (youden[key], in_force[0])]
    found = swap_set(shown, *sides)
    assert found.lead.interval is None  # where nothing is resampled
    assert compared_cases(shown, (sides[0][0], sides[1][0])) == (500, BAD.mean())


def test_that_a_list_names_its_cases_by_the_text_of_the_file(tmp_path):
    named = FILE.assign(loan=[f"L-{number:03d}" for number in range(len(FILE))])
    named.drop(columns="id").rename(columns={"loan": "loan_id"}).to_csv(
        tmp_path / "named.csv", index=False
    )
    source = open_source(tmp_path / "named.csv")
    assert text_identifier(source) == "loan_id"
    assert text_identifier(open_source(SAMPLES / "german_credit_half.csv")) is None
    shown = snapshot()
    key = shown.selected
    listed = cases_of_cell(shown, key, shown.models[key].policy, "fn")
    found = frame(with_ids(listed, "loan_id", texts_of(source, "loan_id")))
    assert list(found.columns[:2]) == ["row", "loan_id"]
    assert found.loan_id.tolist() == [f"L-{int(row) - 1:03d}" for row in found.row]
    assert len(found.columns) == len(listed.header) + 1


@pytest.mark.parametrize("choice", [Choice.MAX_PROFIT, Choice.NEYMAN_PEARSON])
def test_that_a_stretch_of_scores_lists_its_cases_by_the_money_lost(choice):
    shown = snapshot(choice)
    key = shown.selected
    policy = shown.models[key].policy
    column = next(one.info.column for one in shown.curve_set.models if one.info.key == key)
    scores = FILE[column].to_numpy()
    low, high = np.quantile(scores, (0.3, 0.6), method="nearest")
    found = frame(cases_between(shown, key, low, high))
    inside = (scores >= low) & (scores <= high)
    assert set(found["row"]) == set(np.flatnonzero(inside) + 1)
    share = (scores >= policy.threshold).astype(float)
    if policy.threshold_2 is not None:
        share = (1 - policy.mixing) * share + policy.mixing * (scores >= policy.threshold_2)
    acting, leaving = (np.where(BAD, PAID[a], PAID[b]) for a, b in (("tp", "fp"), ("fn", "tn")))
    paid = share * acting + (1 - share) * leaving
    rows = found["row"].astype(int) - 1
    np.testing.assert_allclose(found["payoff"], paid[rows])
    np.testing.assert_allclose(found["lost"], (np.where(BAD, acting, leaving) - paid)[rows])
    assert found["lost"].is_monotonic_decreasing

from __future__ import annotations

import pytest

from costcurve_gui.analysis.loading import load
from costcurve_gui.analysis.settings import DatasetSettings
from costcurve_gui.dataio.formats.opening import open_text
from costcurve_gui.dataio.roles.choice import choose_roles
from costcurve_gui.dataio.roles.column_names import names_payoff, propose_payoffs
from costcurve_gui.dataio.roles.column_roles import Role
from costcurve_gui.dataio.roles.proposal import propose_roles


def proposed(**columns: list[object]) -> dict[str, str]:
    rows = zip(*columns.values(), strict=True)
    text = "\n".join(["\t".join(columns), *("\t".join(map(str, row)) for row in rows)])
    return {p.cell: p.expression for p in propose_payoffs(open_text(text).columns)}


def test_that_costs_are_negative_gains_and_gains_are_not():
    assert proposed(cost_fp=[1, 2], cost_fn=[5, 9], gain_tp=[3, 4], payoff_tn=[0, 1]) == {
        "tp": "gain_tp",
        "fp": "-cost_fp",
        "fn": "-cost_fn",
        "tn": "payoff_tn",
    }


def test_that_costs_that_are_negative_already_stay():
    assert proposed(cost_fp=[-1, -2], loss_fn=[5, 9]) == {"fp": "cost_fp", "fn": "-loss_fn"}


@pytest.mark.parametrize(
    ("name", "cell", "expression"),
    [
        ("fpCost", "fp", "-fpCost"),
        ("Cost FN", "fn", "-`Cost FN`"),
        ("cost_false_positive", "fp", "-cost_false_positive"),
        ("cost_of_a_miss", "fn", "-cost_of_a_miss"),
        ("false_alarm_cost_eur", "fp", "-false_alarm_cost_eur"),
        ("true_positive_benefit", "tp", "true_positive_benefit"),
        ("loan_amount", "fn", "-loan_amount"),
        ("exposure_at_default", "fn", "-exposure_at_default"),
        ("claim_amount_usd", "fn", "-claim_amount_usd"),
        ("ead", "fn", "-ead"),
        ("donation_amount", "tp", "donation_amount"),
    ],
)
def test_that_names_of_many_kinds_are_understood(name, cell, expression):
    assert proposed(**{name: [1, 2]}) == {cell: expression}


@pytest.mark.parametrize(
    "name",
    ["amount", "fp", "fp_rate", "cost", "score_tp", "credit_score", "loan", "days_late", "value",
     "cost_fp_share", "transaction_count", "profit"],
)  # fmt: skip
def test_that_other_names_say_no_payoff(name):
    assert not names_payoff(name)
    assert proposed(**{name: [1, 2]}) == {}


def test_that_the_column_that_names_its_cell_comes_first():
    assert proposed(loan_amount=[9, 8], cost_fn=[1, 2]) == {"fn": "-cost_fn"}


def test_that_text_is_no_payoff():
    assert proposed(cost_fp=["low", "high"], cost_fn=[1, 2]) == {"fn": "-cost_fn"}


def test_that_payoff_columns_are_no_scores():
    header = "label\trf\tknn\tcost_fp\tcost_fn\tgain_tp\tloan_amount"
    rows = [f"{'bad' if i % 2 else 'good'}\t{i}\t{-i}\t1\t5\t2\t{i}" for i in range(9)]
    source = open_text("\n".join([header, *rows]))
    assert choose_roles(source, positive="bad").scores == ("rf", "knn")
    by_column = propose_roles(source).by_column
    assert {name for name, role in by_column.items() if role is Role.COST} == {
        "cost_fp",
        "cost_fn",
        "gain_tp",
        "loan_amount",
    }


def test_that_a_file_that_is_opened_brings_its_proposals():
    header = "label,score_a,cost_fn,score_cost_fp,note"
    rows = [f"{'yes' if i % 2 else 'no'},0.{i},{i + 1},{i},x" for i in range(9)]
    source = open_text("\n".join([header, *rows]))
    roles = propose_roles(source).roles
    loaded = load("d1", source, roles, lambda _: DatasetSettings())
    assert [one.expression for one in loaded.info.payoff_columns] == ["-cost_fn"]

from __future__ import annotations

import numpy as np
import pytest

from costcurve_gui.analysis.presets import (
    PRESETS,
    amount_column,
    preset_hints,
    preset_names,
    preset_payoff,
)
from costcurve_gui.dataio.expressions.expression import compile_expression
from costcurve_gui.dataio.expressions.rewriting import relative_cells

KEYS = [preset.key for preset in PRESETS]


@pytest.mark.parametrize("key", KEYS)
def test_that_a_right_decision_never_pays_less_than_the_wrong_one(key: str) -> None:
    payoff = preset_payoff(key, ())
    tp, fp, fn, tn = (float(cell) for cell in payoff.cells)
    assert tp > fn
    assert tn > fp


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("amount", [1.0, 250.0, 18_424.0])
def test_that_it_holds_for_every_amount_too(key: str, amount: float) -> None:
    cells = preset_payoff(key, ("amount",)).cells
    tp, fp, fn, tn = (eval(cell, {"amount": amount}) for cell in cells)  # noqa: S307 - an oracle for texts of our own
    assert tp >= fn
    assert tn >= fp


def test_that_credit_approval_follows_the_amount_where_the_file_has_one() -> None:
    assert preset_payoff("credit_approval", ("fold", "amount")).cells == (
        "0",
        "0",
        "-amount",
        "0.05*amount",
    )


def test_that_credit_approval_is_made_of_numbers_where_the_file_has_no_amount() -> None:
    assert preset_payoff("credit_approval", ("fold",)).cells == ("0", "0", "-1000", "50")


def test_that_the_unit_of_the_user_stays() -> None:
    assert preset_payoff("churn", (), unit="DM").unit == "DM"


def test_that_every_preset_is_offered_by_name_and_remembers_its_key() -> None:
    assert dict(preset_names()) == {preset.key: preset.name for preset in PRESETS}
    assert [preset_payoff(key, ()).preset for key, _ in preset_names()] == KEYS


@pytest.mark.parametrize(
    ("columns", "found"),
    [
        (("Amount",), "Amount"),
        (("price", "amount"), "amount"),
        (("loan amount",), None),
        (("age", "credit_amount"), "credit_amount"),
        (("amount_in", "amount_out"), None),
        ((), None),
    ],
)
def test_that_only_a_column_that_can_be_written_down_is_the_amount(
    columns: tuple[str, ...], found: str | None
) -> None:
    assert amount_column(columns) == found


# What Fawcett (2006) prints, with frauds, bad debtors and donors as positives: tp, fp, fn and tn
# for x = 1000, and the matrix relative to doing nothing beside it. Figure 9b has the cost of a
# false alarm as a payoff, here -(2 + 0.10 x).
SOURCES = {
    "approval_fawcett": ((20, -20, -1000, 20), ("20 + x", "-20 - 0.02*x")),
    "scoring_fawcett": ((20, -20, -1000, 50), ("20 + x", "-20 - 0.05*x")),
    "fraud_alarm": ((1, -2, -201, 100), ("2 + 0.2*x", "-2 - 0.1*x")),
    "charity_mailing": ((999, -1, 0, 0), ("-1 + x", "-1")),
}


@pytest.mark.parametrize("key", SOURCES)
def test_that_a_matrix_of_a_source_has_its_numbers(key: str) -> None:
    amounts = {"amount": np.array([1000.0])}
    cells = preset_payoff(key, ("amount",)).cells
    values = [compile_expression(cell, amounts).evaluate(amounts) for cell in cells]
    assert tuple(float(np.ravel(value)[0]) for value in values) == SOURCES[key][0]


@pytest.mark.parametrize("key", SOURCES)
def test_that_it_is_the_one_of_the_source_relative_to_doing_nothing(key: str) -> None:
    cells = preset_payoff(key, ("amount",)).cells
    relative = relative_cells(cells, ["amount"], "N")
    benefit, loss = (text.replace("x", "amount") for text in SOURCES[key][1])
    assert relative == (benefit, loss, "0", "0")


def test_that_the_mean_gift_stands_in_where_there_is_no_amount() -> None:
    assert preset_payoff("charity_mailing", ()).tp == str(24 - 1)


@pytest.mark.parametrize(("key", "region"), [("screening", "tpr"), ("diagnosis", "fpr")])
def test_that_presets_name_the_region_of_roc_space_that_they_aim_at(key: str, region: str) -> None:
    assert region in preset_hints()[key]

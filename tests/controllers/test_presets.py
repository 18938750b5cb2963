from __future__ import annotations

import pytest

from costcurve_gui.controllers.presets import (
    PRESETS,
    amount_column,
    preset_names,
    preset_payoff,
)

KEYS = [preset.key for preset in PRESETS]


@pytest.mark.parametrize("key", KEYS)
def test_that_a_right_decision_never_pays_less_than_the_wrong_one(key: str) -> None:
    payoff = preset_payoff(key, ())
    tp, fp, fn, tn = (float(cell) for cell in payoff.cells)
    assert tp > fn
    assert tn > fp


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("amount", [0.0, 0.5, 250.0, 18_424.0])
def test_that_it_holds_for_every_amount_too(key: str, amount: float) -> None:
    cells = preset_payoff(key, ("amount",)).cells
    tp, fp, fn, tn = (eval(cell, {"amount": amount, "max": max}) for cell in cells)  # noqa: S307 - an oracle for texts of our own
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
        ((), None),
    ],
)
def test_that_only_a_column_that_can_be_written_down_is_the_amount(
    columns: tuple[str, ...], found: str | None
) -> None:
    assert amount_column(columns) == found

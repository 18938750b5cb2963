"""Named parameters of the payoffs: what is read, and what is refused."""

from __future__ import annotations

import pytest

from costcurve_gui.analysis.parameters import (
    check_parameters,
    names_in,
    parse_parameter,
    unused_parameters,
    with_name,
)
from costcurve_gui.analysis.payoffs import Parameter, PayoffSpec
from costcurve_gui.engine.errors import ConstraintError

LGD, FEE = Parameter("lgd", 0.45), Parameter("fee", 40.0, "uniform:20,60")


def spec(*parameters: Parameter) -> PayoffSpec:
    cells = {"tp": "0", "fp": "-fee", "fn": "-lgd*amount-fee", "tn": "0"}
    return PayoffSpec(parameters=parameters).with_cells(cells)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("lgd=0.45", 0.45),
        (" fee = uniform:20,60 ", 40.0),
        ("fee=triangular:1,2,6", 3.0),
        ("lgd=beta:2,6", 0.25),
        ("fee=normal:7,2", 7.0),
    ],
)
def test_that_the_mean_of_a_belief_is_in_force(text: str, value: float) -> None:
    assert parse_parameter(text).value == pytest.approx(value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("lgd", "is not NAME=VALUE"),
        ("lgd=", "is not NAME=VALUE"),
        ("2x=1", "is no name"),
        ("_x=1", "is no name"),
        ("max=1", "has a meaning in expressions"),
        ("lgd=much", "is neither a number nor a belief"),
        ("lgd=inf", "is neither a number nor a belief"),
        ("fee=uniform:60,20", "^fee: "),
    ],
)
def test_that_what_is_no_parameter_is_refused(text: str, said: str) -> None:
    with pytest.raises(ConstraintError, match=said):
        parse_parameter(text)


def test_that_a_name_stands_for_one_thing() -> None:
    check_parameters((LGD, FEE), {"amount"})
    with pytest.raises(ConstraintError, match="lgd is given twice"):
        check_parameters((LGD, LGD), ())
    with pytest.raises(ConstraintError, match="fee is a column of the file too"):
        check_parameters((LGD, FEE), {"fee"})


def test_that_an_unused_parameter_is_found() -> None:
    rate = Parameter("rate", 0.05)
    assert unused_parameters(spec(LGD, FEE)) == ()
    assert unused_parameters(spec(LGD, FEE, rate)) == ("rate",)
    assert names_in("amount*(", ("fee", "lgd")) == ("fee", "lgd")  # as long as it is being typed


def test_that_a_new_name_stands_in_the_cells_too() -> None:
    found = with_name(spec(LGD, FEE), "lgd", "loss")
    assert found.parameter_names == ("loss", "fee")
    assert sum("loss" in cell for cell in found.typed_cells) == 1
    assert not any("lgd" in cell for cell in found.typed_cells)
    with pytest.raises(ConstraintError, match="is no name"):
        with_name(spec(LGD), "lgd", "1")

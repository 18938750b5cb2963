"""Named parameters of the payoffs: what is read, and what is refused."""

from __future__ import annotations

import pytest

from costcurve_gui.analysis.parameters import (
    check_name,
    check_parameters,
    check_prior_belief,
    check_ratio_belief,
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
        ("2x=1", "is not a valid name"),
        ("_x=1", "is not a valid name"),
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
    with pytest.raises(ConstraintError, match="is not a valid name"):
        with_name(spec(LGD), "lgd", "1")


def test_that_beliefs_of_the_condition_stay_where_prior_and_ratio_can_be() -> None:
    assert check_prior_belief("beta:2,38.0") == "beta:2,38"
    assert check_prior_belief("range:0.02,0.08") == "range:0.02,0.08"
    assert check_ratio_belief("normal:5,2") == "normal:5,2"
    for text in ("uniform:0.5,1.5", "range:-0.1,0.2", "normal:0.2,0.01"):
        with pytest.raises(ConstraintError, match="a prior is a share"):
            check_prior_belief(text)
    for text in ("range:-1,4", "normal:-3,1"):
        with pytest.raises(ConstraintError, match="a cost ratio is above 0"):
            check_ratio_belief(text)


def test_that_no_parameter_is_called_as_the_prior_is() -> None:
    with pytest.raises(ConstraintError, match="prior is the share of positives"):
        check_name("prior")

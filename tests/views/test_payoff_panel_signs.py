import pytest

from costcurve_gui.views.signs import turned

COLUMNS = {"amount": 7.0, "fee": 3.0, "max": max}


@pytest.mark.parametrize(
    ("gain", "cost"),
    [
        ("-amount", "amount"),
        ("0.05*amount", "-0.05*amount"),
        ("-0.05*amount", "0.05*amount"),
        ("0", "0"),
        ("-1", "1"),
        ("amount - fee", "-(amount - fee)"),
        ("-(amount - fee)", "amount - fee"),
        ("-amount + fee", "-(-amount + fee)"),
        ("-(amount) * (fee)", "(amount) * (fee)"),
        ("max(amount, 20)", "-max(amount, 20)"),
        ("", ""),
    ],
)
def test_that_a_gain_is_written_as_the_cost_a_person_would_type(gain, cost):
    assert turned(gain) == cost


@pytest.mark.parametrize(
    "text",
    [
        "-amount",
        "0.05*amount",
        "-amount*fee + 2",
        "-(amount+fee)*(fee-1)",
        "-2**2",
        "amount if fee > 2 else -fee",
        "--amount",
        "(amount - fee)*2",
        "-(amount) - (fee)",
    ],
)
def test_that_turning_the_sign_negates_the_value_and_twice_brings_it_back(text):
    value = eval(text, {}, COLUMNS)  # noqa: S307 - the texts stand above
    assert eval(turned(text), {}, COLUMNS) == -value  # noqa: S307 - as above
    assert eval(turned(turned(text)), {}, COLUMNS) == value  # noqa: S307 - as above


def test_that_a_broken_text_is_kept_inside_the_sign():
    assert turned("2*") == "-(2*)"

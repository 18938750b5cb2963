"""The page writes numbers as the program does, each digit of each."""

import math
import random
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from costcurve_gui.page import amounts
from costcurve_gui.views.text import numbers

WRITERS = {
    "fixed(v, 0)": partial(numbers.fixed, decimals=0),
    "fixed(v, 2)": partial(numbers.fixed, decimals=2),
    "fixed(v, 3, true)": partial(numbers.fixed, decimals=3, signed=True),
    "significant(v, 1)": partial(numbers.significant, digits=1),
    "significant(v, 2, true)": partial(numbers.significant, digits=2, signed=True),
    "significant(v, 6, false, true)": partial(numbers.significant, digits=6, strip=True),
    "rate(v)": numbers.rate,
    "count(v)": numbers.count,
    "plain(v)": numbers.plain,
    "percent(v)": numbers.percent,
    "ratioFigure(v)": numbers.ratio_figure,
    "priorFigure(v)": numbers.prior_figure,
    "money(v, 'DM', true)": partial(numbers.money, unit="DM"),
    "money(v, '', false)": partial(numbers.money, signed=False),
    "total(v, 'DM', true)": partial(amounts.total, unit="DM"),
    "cases(v, 5)": partial(amounts.cases, minimum=5),
}
HALVES = [odd / 2**places for odd in range(1, 4000, 2) for places in range(1, 7)]
LARGE_HALVES = [25.0, 1005.0, 41_250.0, 750_500.0, 12_345_000_000.0, 8225.0]


@pytest.mark.parametrize("call", WRITERS)
def test_that_numbers_are_written_as_by_the_program(script, call):
    rng = random.Random(0)  # noqa: S311 - the same every time
    values = [
        *(0.0, 1.0, -1.0, 0.5, 1e-20, 1e15, 123456789.5, 1e22),
        *HALVES,
        *(-half for half in HALVES[:500]),
        *LARGE_HALVES,
        *(math.nextafter(half, side) for half in HALVES[:2000] for side in (0, 10)),
        *(rng.uniform(-1, 1) * 10 ** rng.randrange(-9, 16) for _ in range(4000)),
        *(rng.random() for _ in range(2000)),
        *(1 - 10 ** rng.uniform(-12, 0) for _ in range(500)),
        *(10 ** rng.uniform(-12, 0) for _ in range(500)),
    ]
    script.set("V", values)
    found = script.value(f"V.map(v => CostCurve.{call})")
    expected = [WRITERS[call](value) for value in values]
    wrong = [
        (value, said, meant)
        for value, said, meant in zip(values, found, expected, strict=True)
        if said != meant
    ]
    assert wrong == []


def test_that_halves_go_to_the_even_digit_where_the_browser_takes_the_larger(script):
    assert script.value("(0.125).toFixed(2)") == "0.13"
    assert script.value("CostCurve.fixed(0.125, 2)") == numbers.fixed(0.125, 2) == "0.12"
    assert script.value("CostCurve.fixed(2.5, 0)") == numbers.fixed(2.5, 0) == "2"
    assert script.value("CostCurve.fixed(1.005, 2)") == numbers.fixed(1.005, 2) == "1.00"


def test_that_what_is_no_finite_number_is_written_as_by_the_program(script):
    for value, text in ((math.nan, "NaN"), (math.inf, "Infinity"), (-math.inf, "-Infinity")):
        for signed in (False, True):
            said = script.value(f"CostCurve.fixed({text}, 2, {str(signed).lower()})")
            assert said == numbers.fixed(value, 2, signed=signed)


@given(st.floats(allow_nan=False, allow_infinity=False), st.integers(0, 6))
def test_that_any_number_is_rounded_as_by_the_program(script, value, decimals):
    script.set("V", value)
    assert script.value(f"CostCurve.fixed(V, {decimals})") == numbers.fixed(value, decimals)


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("5", 5),
        ("5 %", 5),
        ("0,5", 0.5),
        ("\u22120.25", -0.25),
        ("1\u202f000", 1000),
        ("1e-3", 1e-3),
    ],
)
def test_that_numbers_are_read_as_people_type_them(script, typed, value):
    script.set("V", typed)
    assert script.value("CostCurve.parsed(V)") == value


@pytest.mark.parametrize("typed", ["", "many", "1,000,000", "0x10", "1 2 a", "--1"])
def test_that_what_is_no_number_is_not_read(script, typed):
    script.set("V", typed)
    assert script.value("Number.isNaN(CostCurve.parsed(V))")

"""Formulas with a decimal comma, as the preference has it."""

from __future__ import annotations

import pytest

from costcurve_gui.dataio.expressions.errors import ExpressionError
from costcurve_gui.dataio.expressions.expression import compile_expression
from costcurve_gui.views.text import formulas, numbers

PAIRS = [
    ("max(20, 0.1*amount)", "max(20; 0,1*amount)"),
    ("-0.05*amount", "-0,05*amount"),
    ("max(20,.5)", "max(20;,5)"),
    ("min(1, 2, 3.25)", "min(1; 2; 3,25)"),
    ("`a.b, c` + 1.5", "`a.b, c` + 1,5"),
    ('country == "A, B.1" and amount > 0.5', 'country == "A, B.1" and amount > 0,5'),
    ("amount2*1e-3", "amount2*1e-3"),
    ("triangular(0.1, 0.2, 0.4)", "triangular(0,1; 0,2; 0,4)"),
]


@pytest.fixture
def comma():
    numbers.use_decimal_comma(True)
    yield
    numbers.use_decimal_comma(False)


@pytest.mark.parametrize(("formula", "text"), PAIRS)
def test_that_a_formula_is_shown_and_read_with_commas(comma, formula, text):
    assert formulas.shown(formula) == text
    assert formulas.typed(text) == formula


@pytest.mark.parametrize(("formula", "text"), PAIRS)
def test_that_a_formula_keeps_its_points_without_the_preference(formula, text):
    assert formulas.shown(formula) == formulas.typed(formula) == formula


def test_that_points_are_read_too(comma):
    assert formulas.typed("0.05*amount") == "0.05*amount"
    assert formulas.typed("max(20, 0.1*amount)") == "max(20, 0.1*amount)"


def test_that_what_is_wrong_is_said_of_what_was_typed(comma):
    with pytest.raises(ExpressionError) as found:
        compile_expression(formulas.typed("1; 5"), ())
    assert formulas.fault(str(found.value)) == (
        'Stops at ";": it stands between the values of a function only.'
    )
    with pytest.raises(ExpressionError) as found:
        compile_expression(formulas.typed("2 0,5"), ())
    assert formulas.fault(str(found.value)).startswith('Stops at "0,5": ')

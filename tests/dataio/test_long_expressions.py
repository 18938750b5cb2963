"""Expressions of tens of thousands of characters are answered or refused in linear time."""

from __future__ import annotations

import pytest

from costcurve_gui.dataio.expressions.expression import (
    ExpressionError,
    compile_expression,
)
from costcurve_gui.dataio.expressions.rewriting import negated, relative_cells

LONG = 400_000  # a quadratic pattern would take hours


@pytest.mark.parametrize("part", ["1", "0", " ", "-", "1.", "a", "(", "_", "9 "])
def test_that_a_long_payoff_cell_is_refused_at_once(part: str) -> None:
    text = part * LONG + "!"
    with pytest.raises(ExpressionError):
        compile_expression(text, ["amount"])
    assert negated(text) == f"-({text.strip()})"


def test_that_a_number_of_many_digits_is_carried_out() -> None:
    digits = "0." + "1" * LONG
    assert compile_expression(f" -{digits} ", []).evaluate({}) == pytest.approx(-1 / 9)
    assert relative_cells((digits, "-1", "0", "0"), [])[0] == "0.111111111111"

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis.strategies import floats, sampled_from, tuples

from costcurve_gui.dataio.expressions.expression import ExpressionError, compile_expression

AMOUNT = np.array([-3.5, 0.0, 0.1, 250.0, 1e300, np.nan])
COLUMNS = {"amount": AMOUNT, "n_2": AMOUNT[::-1].copy(), "and": AMOUNT}


@given(
    sign=sampled_from(["", "-", " - "]),
    factor=floats(0, 1e300),
    gap=tuples(*[sampled_from(["", " "])] * 2),
    column=sampled_from(["amount", "n_2"]),
)
def test_that_a_share_of_a_column_is_worth_what_the_grammar_makes_of_it(
    sign: str, factor: float, gap: tuple[str, str], column: str
) -> None:
    text = f"{sign}{factor!r}{gap[0]}*{gap[1]}{column}"
    short = compile_expression(text, COLUMNS)
    by_grammar = compile_expression(f"({text})", COLUMNS)
    assert short.text == text
    assert short.columns == by_grammar.columns == (column,)
    np.testing.assert_array_equal(short.evaluate(COLUMNS), by_grammar.evaluate(COLUMNS))


@pytest.mark.parametrize("text", ["amount", "-amount", "\u2212amount", " amount "])
def test_that_a_column_alone_is_worth_what_the_grammar_makes_of_it(text: str) -> None:
    short, by_grammar = (compile_expression(each, COLUMNS) for each in (text, f"({text})"))
    np.testing.assert_array_equal(short.evaluate(COLUMNS), by_grammar.evaluate(COLUMNS))


@pytest.mark.parametrize("text", ["and", "-or", "0.05*amout", "2*not", "1e999*amount", "--", "2*"])
def test_that_everything_else_is_left_to_the_grammar(text: str) -> None:
    with pytest.raises(ExpressionError):
        compile_expression(text, COLUMNS)


def test_that_what_presets_hold_is_read_without_importing_the_parser() -> None:
    code = (
        "import sys\n"
        "from costcurve_gui.dataio.expressions.expression import compile_expression\n"
        "for text in ('0', '-5', '-amount', '0.05*amount'):\n"
        "    compile_expression(text, ['amount'])\n"
        "sys.exit('lark' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0

from __future__ import annotations

import ast
import math
import operator
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from costcurve_gui.dataio.columns import describe_column
from costcurve_gui.dataio.expressions import expression as expressions
from costcurve_gui.dataio.expressions.expression import (
    ExpressionError,
    compile_expression,
    compile_filter,
    completions,
)
from costcurve_gui.dataio.table import Matches
from tests.helpers.examples import examples

AMOUNT = np.array([10.0, 200.0, 3000.0])


def evaluated(text: str) -> object:
    return compile_expression(text, ["amount", "credit amount"]).evaluate(
        {"amount": AMOUNT, "credit amount": AMOUNT}
    )


def value_or_fault(text: str) -> object:
    try:
        return evaluated(text)
    except ExpressionError as fault:
        return fault


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("-amount", -AMOUNT),
        ("0.02*amount + 20", 0.02 * AMOUNT + 20),
        ("max(20, 0.1*amount)", [20, 20, 300]),
        ("min(amount, 100, 50)", [10, 50, 50]),
        ("where(amount > 100, 1, 2)", [2, 1, 1]),
        ("where(10 < amount <= 200 or not amount < 1000, amount, 0)", [0, 200, 3000]),
        ("clip(amount, 50, 1000)", [50, 200, 1000]),
        ("sqrt(abs(-amount)) + log(exp(1))", np.sqrt(AMOUNT) + 1),
        ("5 * (amount > 100)", [0, 5, 5]),
        ("amount == 10", [1, 0, 0]),
        ("`credit amount` / 2", AMOUNT / 2),
        ("amount \u2212 10", AMOUNT - 10),
        ("2^0.5 * amount", math.sqrt(2) * AMOUNT),
    ],
)
def test_that_expressions_over_columns_are_calculated(text, expected):
    np.testing.assert_allclose(evaluated(text), expected, rtol=1e-15)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("-2**2", -4), ("2**-1", 0.5), ("2**3**2", 512), ("1 - -1", 2), ("7", 7), ("1e3/4*2", 500),
     ("not 3 == 4 and 1", 1), ("max(1, 2 > 1)", 1), ("-.5", -0.5), ("1/0", math.inf)],
)  # fmt: skip
def test_that_constants_become_one_float(text, expected):
    value = evaluated(text)
    assert isinstance(value, float)
    assert value == expected


@pytest.mark.parametrize(
    ("text", "message", "position", "suggestion"),
    [
        ("0.05*amout", 'No column "amout". Did you mean amount?', 5, "amount"),
        ("0.05*", 'Stops at "*": a number or a column must follow.', 4, None),
        ("credits amount", 'No column "credits". Did you mean credit amount?', 0,
         "`credit amount`"),
        ("(1 + 2", 'Stops at the end: the bracket "(" is not closed.', 5, ")"),
        ("1 + 2)", 'Stops at ")": no bracket is open.', 5, None),
        ("0,05*amount", 'Stops at ",": decimals are written with a point.', 1, None),
        ("2 3", 'Stops at "3": an operator such as + or * must stand before it.', 2, None),
        ("* 2", 'Stops at "*": a number or a column must stand before it.', 0, None),
        ("amount = 2", 'Stops at "=": write == to compare.', 7, None),
        ("maxi(1, 2)", 'No function "maxi". Did you mean max?', 0, "max"),
        ("abs(1, 2)", "abs takes 1 value, not 2.", 0, None),
        ("max(1)", "max takes 2 or more values, not 1.", 0, None),
        ("1 + 1e999", "1e999 is too large a number.", 4, None),
        ("amount.real", 'Stops at ".": that sign has no meaning here.', 6, None),
        ("", "Empty: a number or an expression must stand here.", 0, None),
        ('"a"', 'Stops at "a": text can only be compared, with == or !=.', 0, None),
        ("`amount", "Stops at `: a column name must be closed by another `.", 0, None),
    ],
)  # fmt: skip
def test_that_errors_name_the_place_and_the_repair(text, message, position, suggestion):
    with pytest.raises(ExpressionError) as caught:
        evaluated(text)
    fault = caught.value
    assert (fault.message, fault.position, fault.suggestion) == (message, position, suggestion)


@pytest.mark.parametrize(
    "text",
    ["__import__('os')", "(lambda: 1)()", "[1 for i in (1,)]", "amount.__class__", "amount[0]",
     "x := 1", "1 if 1 else 2", "f'{amount}'", "'a'*9", "print(1)", "1; 2", "1 @ 2", "~1"],
)  # fmt: skip
def test_that_nothing_but_arithmetic_can_be_said(text):
    with pytest.raises(ExpressionError):
        evaluated(text)


@pytest.mark.parametrize(
    "text",
    ["(" * 5000 + "1" + ")" * 5000, "9**" * 3000 + "9", "-" * 9999 + "1", "not " * 399 + "1"],
)
def test_that_monstrous_expressions_do_no_harm(text):
    value = value_or_fault(text)
    assert isinstance(value, float) or value.position < len(text)


@settings(max_examples=examples(300))
@given(text=st.text(alphabet="amount0123456789.+-*/^()<>=! ,`\"'maxlogand not\n", max_size=40))
def test_that_any_text_is_calculated_or_refused_with_a_place(text):
    value = value_or_fault(text)
    if isinstance(value, ExpressionError):
        assert 0 <= value.position <= max(len(text), 1)
        assert value.message.endswith((".", "?"))
    else:
        assert isinstance(value, float) or value.shape == AMOUNT.shape


numbers = st.floats(0, 1e3, allow_nan=False).map(repr)
arithmetic = st.recursive(
    numbers | st.just("amount"),
    lambda part: st.one_of(
        st.tuples(part, st.sampled_from(["+", "-", "*", "/"]), part).map(
            "({0[0]}){0[1]}({0[2]})".format
        ),
        st.tuples(part, st.sampled_from([" + ", "-", "*", "/", "<", ">=", " != "]), numbers).map(
            "".join
        ),
        part.map("-{}".format),
        part.map("abs({})".format),
        st.tuples(part, part).map("max({0[0]}, {0[1]})".format),
    ),
    max_leaves=12,
)
OPERATORS = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
    ast.Div: lambda a, b: np.float64(a) / np.float64(b),
    ast.Lt: operator.lt, ast.GtE: operator.ge, ast.NotEq: operator.ne,
}  # fmt: skip


def walked(node: ast.expr, amount: float) -> float:
    match node:
        case ast.Constant(value=value):
            return value
        case ast.Name():
            return amount
        case ast.UnaryOp(operand=operand):
            return -(walked(operand, amount) + 0.0)
        case ast.BinOp(left=left, op=op, right=right):
            return OPERATORS[type(op)](walked(left, amount), walked(right, amount))
        case ast.Call(func=ast.Name(id=name), args=args):
            values = [float(walked(arg, amount)) for arg in args]
            return abs(values[0]) if name == "abs" else np.maximum(*values)
        case ast.Compare(left=left, ops=ops, comparators=rest):
            values = [walked(part, amount) for part in (left, *rest)]
            return all(
                OPERATORS[type(op)](a, b) for op, a, b in zip(ops, values, values[1:], strict=False)
            )
    raise AssertionError(ast.dump(node))


@settings(max_examples=examples(300))
@given(text=arithmetic)
def test_that_the_result_is_that_of_pythons_own_grammar(text):
    tree = ast.parse(text, mode="eval").body
    with np.errstate(all="ignore"):
        expected = [float(walked(tree, amount)) for amount in AMOUNT.tolist()]
    found = np.broadcast_to(evaluated(text), AMOUNT.shape)
    np.testing.assert_allclose(found, expected, rtol=1e-12)


def test_that_long_columns_are_calculated_in_chunks_with_the_same_result(monkeypatch):
    monkeypatch.setattr(expressions, "_CHUNK", 7)
    column = np.arange(50.0)
    value = compile_expression("where(amount > 9, amount, -1)", ["amount"]).evaluate(
        {"amount": column}
    )
    np.testing.assert_array_equal(value, np.where(column > 9, column, -1))
    assert not value.flags.writeable


def test_that_filters_compare_text_of_any_column():
    text = "region == \"north\" and not (grade != '3') or amount > 5"
    condition = compile_filter(text, ["amount"], ["amount", "region", "grade"])
    north, grade = Matches("region", ("north",)), Matches("grade", ("3",))
    assert condition.tests == (north, grade)
    assert condition.columns == ("amount",)
    columns = {
        north: np.array([True, True, False, False]),
        grade: np.array([True, False, True, False]),
        "amount": np.array([1.0, 2.0, np.nan, 9.0]),
    }
    assert condition.keep(columns).tolist() == [True, False, False, True]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("amount", "A filter compares"),
        ("amount + 1", "A filter compares"),
        ("1 > 0", "must compare a column"),
        ('region < "a"', "with == and != only"),
        ("region == north", "region holds text"),
        ('regio == "a"', "Did you mean region"),
        ('"a" == "b"', "with a column only"),
    ],
)
def test_that_a_filter_must_be_a_condition_on_columns(text, words):
    with pytest.raises(ExpressionError, match=words):
        compile_filter(text, ["amount"], ["amount", "region"])


def test_that_completions_show_range_and_meaning():
    columns = [
        describe_column("amount", ["276", "18424"]),
        describe_column("net worth", ["-1.5", "2"]),
        describe_column("region", ["a", "b"]),
    ]
    found = completions(columns)
    assert found[:2] == (
        ("amount", "column", "column, 276 – 18\u202f424"),
        ("`net worth`", "column", "column, \u22121.5 – 2"),
    )
    assert ("max(, )", "function", "the larger of two") in found


@pytest.mark.parametrize("text", ["\u0663", "1\u0663", "-\u0662.5", "1e\u0661"])
def test_that_numbers_have_ascii_digits_only(text):
    with pytest.raises(ExpressionError):
        evaluated(text)


def test_that_text_comparisons_may_stand_in_brackets():
    condition = compile_filter("((\"a\" == region)) and not ('b' != region)", [], ["region"])
    assert condition.tests == (Matches("region", ("a",)), Matches("region", ("b",)))


def test_that_a_plain_number_is_read_without_the_parser():
    code = """
import sys
from costcurve_gui.dataio.expressions.expression import compile_expression
values = [compile_expression(text, []).evaluate({}) for text in ("-1", " 0.05 ", "\u22122e3", ".5")]
assert values == [-1.0, 0.05, -2000.0, 0.5], values
assert "lark" not in sys.modules
assert compile_expression("1+1", []).evaluate({}) == 2
assert "lark" in sys.modules
"""
    root = Path(expressions.__file__).parents[3]
    subprocess.run([sys.executable, "-c", code], check=True, cwd=root)


@pytest.mark.parametrize("link", ["9 **", "9 ** -", "1 +", "1 <", "-", "not", "1 and", "1 /"])
def test_that_the_longest_chains_can_be_calculated(link):
    times = 399 // len(link.split())
    assert np.shape(evaluated(f"{link} " * times + "amount")) == AMOUNT.shape

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from costcurve_gui.dataio.expressions.expression import (
    ExpressionError,
    compile_expression,
    read_expression,
)
from costcurve_gui.dataio.expressions.rewriting import missed_cell, negated, write

if TYPE_CHECKING:
    from costcurve_gui.dataio.expressions.nodes import Node

COLUMNS = {
    "amount": np.array([7.0, 0.5]), "fee": np.array([3.0, -2.0]), "my col": np.array([1.0, 4.0])
}  # fmt: skip
LEAVES = st.sampled_from(["amount", "fee", "`my col`", "2", "0.05", "1e2"])


def joined(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        st.tuples(parts, st.sampled_from(["+", "-", "*", "/", " - ", "**"]), parts).map("".join),
        parts.map("({})".format),
        parts.map("-{}".format),
        parts.map("max({}, 1)".format),
        parts.map("+{}".format),
    )


TEXTS = st.recursive(LEAVES, joined, max_leaves=6)


def value(text: str) -> np.ndarray:
    return np.broadcast_to(compile_expression(text, COLUMNS).evaluate(COLUMNS), 2)


@pytest.mark.parametrize(
    ("gain", "cost"),
    [
        ("-amount", "amount"),
        ("0.05*amount", "-0.05*amount"),
        ("0", "0"),
        ("-1", "1"),
        ("\u22121", "1"),
        ("amount - fee", "-(amount - fee)"),
        ("(amount - fee)", "-(amount - fee)"),
        ("-(amount - fee)", "amount - fee"),
        ("-amount + fee", "-(-amount + fee)"),
        ("-(amount) * (fee)", "amount*fee"),
        ("-0.050*amount/(fee - 1)", "0.050*amount/(fee - 1)"),
        ("-amount * -fee", "amount*-fee"),
        ("(-2)**(2*fee)", "-(-2)**(2*fee)"),
        ("max(amount, 20)", "-max(amount, 20)"),
        ("2*`my col`", "-2*`my col`"),
        ("-(2*`my col`)", "2*`my col`"),
        ("-2**2", "2**2"),
        ("amount > 3", "-(amount > 3)"),
        ("2*", "-(2*)"),
        ("", ""),
    ],
)
def test_that_a_gain_is_written_as_the_cost_a_person_would_type(gain: str, cost: str) -> None:
    assert negated(gain) == cost


@pytest.mark.parametrize("text", ["2*`my col`", "-amount", "amount - fee", "0.05*amount", "-12.5"])
def test_that_switching_the_sign_twice_brings_the_text_back(text: str) -> None:
    assert negated(negated(text)) == text


@given(TEXTS)
def test_that_switching_the_sign_twice_brings_back_the_text_in_normal_form(text: str) -> None:
    assert negated(negated(text)) == write(read_expression(text))


@given(TEXTS)
def test_that_a_written_expression_has_no_brackets_that_could_go(text: str) -> None:
    written = write(read_expression(text))
    tree = read_expression(written)
    assert write(tree) == written
    for opened in re.finditer(r"(?<!max)\(", written):
        at = opened.start()
        shorter = written[:at] + written[at + 1 :]
        closed = [end for end, mark in enumerate(shorter) if mark == ")"]
        without = {shorter[:end] + shorter[end + 1 :] for end in closed}
        assert all(_tree(other) != tree for other in without)


def _tree(text: str) -> Node | None:
    try:
        return read_expression(text)
    except ExpressionError:
        return None


@given(TEXTS)
def test_that_a_written_expression_has_the_value_of_the_typed_one(text: str) -> None:
    np.testing.assert_array_equal(value(write(read_expression(text))), value(text))


@given(TEXTS)
def test_that_switching_the_sign_negates_the_value_in_every_expression(text: str) -> None:
    expected = value(text)
    np.testing.assert_array_equal(value(negated(text)), -expected)
    np.testing.assert_array_equal(value(negated(negated(text))), expected)


@pytest.mark.parametrize(
    ("tp", "fn", "factor", "cell"),
    [
        ("0", "-amount", 0.25, "-0.25*amount"),
        ("0", "-5", 0.2, "-1"),
        ("0", "fee/amount", 0.5, "0.5*fee/amount"),
        ("fee", "-1/amount", 0.5, "fee - 0.5*(fee + 1/amount)"),
        ("\u22120.0", "-5", 0.2, "-1"),
        ("20", "-amount", 0.25, "15 - 0.25*amount"),
        ("0", "-max(amount, 5)", 2.0, "-2*max(amount, 5)"),
        ("fee", "max(amount, 5)", 0.5, "fee - 0.5*(fee - max(amount, 5))"),
        ("fee", "fee - 2*amount", 0.5, "fee - amount"),
        ("0", "-amount", 0.19355141, "-0.19355141*amount"),
    ],
)
def test_that_the_cell_of_a_scaled_miss_is_what_a_person_would_type(
    tp: str, fn: str, factor: float, cell: str
) -> None:
    assert missed_cell(tp, fn, factor, list(COLUMNS)) == cell


@given(TEXTS, TEXTS, st.floats(1e-3, 1e3))
def test_that_a_scaled_miss_costs_the_factor_times_the_difference(
    tp: str, fn: str, factor: float
) -> None:
    right, wrong = value(tp), value(fn)
    assume(np.isfinite(right).all() and np.isfinite(wrong).all())
    assume(max(np.abs(right).max(), np.abs(wrong).max()) < 1e6)
    found = value(missed_cell(tp, fn, factor, list(COLUMNS)))
    size = max(1.0, np.abs(right).max(), np.abs(wrong).max()) * max(1.0, factor)
    np.testing.assert_allclose(found, right - factor * (right - wrong), atol=1e-8 * size)


def test_that_what_is_no_expression_is_not_scaled() -> None:
    with pytest.raises(ExpressionError, match="amont"):
        missed_cell("0", "-amont", 0.5, ["amount"])

"""Relative payoff cells: texts of Fawcett (2006), and values against the engine's."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from costcurve_gui.dataio.expressions.expression import ExpressionError, compile_expression
from costcurve_gui.dataio.expressions.rewriting import difference_text, relative_cells
from costcurve_gui.engine.cost.payoff import PayoffMatrix
from costcurve_gui.engine.cost.relative_payoffs import relative_payoffs

COLUMNS = {"x": np.array([0.5, 3.0, 250.0]), "loan amount": np.array([7.0, -2.0, 0.0])}
NUMBERS = st.sampled_from(["0", "20", "-1.5", "0.02", "1e6", "0.1"])
CELLS = st.recursive(
    NUMBERS | st.sampled_from(["x", "-x", "`loan amount`", "0.02*x", "max(x, 20)", "x**2"]),
    lambda inner: st.tuples(inner, st.sampled_from("+-*/"), inner).map(
        lambda parts: f"({parts[0]}) {parts[1]} ({parts[2]})"
    ),
    max_leaves=4,
)


def value(text: str) -> np.ndarray:
    return np.broadcast_to(compile_expression(text, COLUMNS).evaluate(COLUMNS), 3)


@pytest.mark.parametrize(
    ("cells", "baseline", "expected"),
    [
        (("0.02*x", "-x", "-20", "20"), "N", ("20 + 0.02*x", "-20 - x", "0", "0")),
        (("20", "-20", "-x", "0.05*x"), "Y", ("0", "0", "-20 - x", "20 + 0.05*x")),
        (("1", "-2", "-1 - 0.2*x", "0.1*x"), "N", ("2 + 0.2*x", "-2 - 0.1*x", "0", "0")),
        (("x - 1", "-1", "0", "0"), "N", ("-1 + x", "-1", "0", "0")),
    ],
    ids=["figure 2", "figure 7", "figure 9", "charity"],
)
def test_that_the_matrices_of_the_source_come_out(cells, baseline, expected) -> None:
    # A false phone alarm is a payoff of -2 - 0.1 x here, so a cost of 2 + 0.1 x.
    assert relative_cells(cells, ["x"], baseline) == expected


@given(CELLS, CELLS)
def test_that_the_text_pays_the_difference(first: str, second: str) -> None:
    with np.errstate(all="ignore"):
        expected = value(first) - value(second)
    np.testing.assert_allclose(
        value(difference_text(first, second, COLUMNS)), expected, rtol=1e-9, atol=1e-9
    )


@pytest.mark.parametrize("baseline", ["Y", "N"])
def test_that_texts_and_numbers_are_the_same_matrix(baseline) -> None:
    cells = ("20", "-`loan amount`", "-x/4 + 2*(x - 3)", "max(x, 1)")
    engine = relative_payoffs(PayoffMatrix(*(value(cell) for cell in cells)), baseline)
    texts = relative_cells(cells, COLUMNS, baseline)
    for text, cell in zip(texts, (engine.tp, engine.fp, engine.fn, engine.tn), strict=True):
        np.testing.assert_allclose(value(text), cell)


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("x", "x", "0"),
        ("0.3", "0.1", "0.2"),
        ("0.1*x + 0.2*x", "0.3*x", "0"),
        ("1.1*x", "0.1*x", "x"),
        ("0", "`loan amount`", "-`loan amount`"),
        ("x", "1/x", "x - 1/x"),
        ("x > 2", "1", "(x > 2) - 1"),
        ("1/0", "1", "1/0 - 1"),
    ],
)
def test_that_sums_are_brought_into_order_and_the_rest_is_left(first, second, expected) -> None:
    assert difference_text(first, second, COLUMNS) == expected


def test_that_a_cell_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(ExpressionError):
        difference_text("amont", "1", ["amount"])

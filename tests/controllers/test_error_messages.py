from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest

from costcurve_gui.analysis.payoffs import PayoffSpec
from costcurve_gui.controllers.error_messages import cell_error, payoff_text, text_of
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.expressions.expression import ExpressionError, compile_expression
from costcurve_gui.engine.errors import (
    NegativeErrorCostError,
    NonFinitePayoffError,
    SingleClassError,
    ZeroErrorCostError,
)
from tests.helpers.samples import dataset_info

if TYPE_CHECKING:
    from tests.helpers.logfail import LogWatch

INFO, PAYOFF = dataset_info(), PayoffSpec(unit="DM")


def test_that_a_negative_cost_is_told_as_the_design_says() -> None:
    error = NegativeErrorCostError("fp", [31, 58, 77, 90], [-14.2, -3.05, -0.4, -9], 12, 350)
    assert payoff_text(error, INFO, PAYOFF) == (
        "The cost of a false alarm is negative in 12 of 350 rows. "
        "Rows 31, 58, 77: \u221214.20, \u22123.05, \u22120.40 DM."
    )


def test_that_a_cost_negative_in_every_row_is_told_once() -> None:
    error = NegativeErrorCostError("fn", [1, 2], [-5.0, -5.0], 1150, 1150)
    text = payoff_text(error, INFO, PayoffSpec())
    assert text.startswith("The cost of a miss is negative in every row: \u22125.00. ")


def test_that_a_large_negative_cost_has_its_thousands_parted() -> None:
    error = NegativeErrorCostError("fn", [1], [-39410.0], 1, 1)
    text = payoff_text(error, INFO, PAYOFF)
    assert "\u221239\u202f410.00 DM" in text


def test_that_missing_payoffs_name_their_rows() -> None:
    error = NonFinitePayoffError("fn", [4, 1200], [math.nan, math.inf], 2, 3000)
    assert payoff_text(error, INFO, PAYOFF) == (
        "The payoff is missing or infinite in 2 of 3\u202f000 rows. Rows 4, 1\u202f200."
    )


def test_that_a_class_whose_errors_are_free_is_named_in_the_words_of_the_file() -> None:
    error = ZeroErrorCostError("positive")
    assert payoff_text(error, INFO, PAYOFF) == (
        "No error costs anything (actual: bad). At least one must."
    )


def test_that_an_unknown_column_keeps_place_and_suggestion() -> None:
    with pytest.raises(ExpressionError) as caught:
        compile_expression("0.05*amout", ("amount",))
    error = cell_error("tn", caught.value, INFO, PAYOFF)
    assert error.message == str(caught.value)
    assert (error.cell, error.position, error.suggestion) == ("tn", 5, "amount")


@pytest.mark.parametrize(
    "error",
    [
        SingleClassError("positive"),
        DataError("Cannot read march.csv: row 418 has 9 fields, the header has 10."),
    ],
)
def test_that_errors_with_sentences_keep_them(error: Exception) -> None:
    assert text_of(error) == str(error)


def test_that_a_file_that_cannot_be_read_is_named() -> None:
    error = PermissionError(13, "Permission denied", "march.csv")
    assert text_of(error) == "march.csv: Permission denied."


def test_that_too_little_memory_is_said() -> None:
    assert "memory" in text_of(MemoryError())


def test_that_an_unexpected_error_is_logged_as_a_fault(log_watch: LogWatch) -> None:
    with log_watch.expecting("unexpected"):
        assert text_of(KeyError("x")).startswith("A fault of the program: KeyError.")

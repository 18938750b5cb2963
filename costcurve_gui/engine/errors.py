"""Errors of the engine. Every message is a sentence that a user can act on."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_SHOWN = 5


class EngineError(ValueError):
    """Base of every error that the engine raises about its input."""


class LabelError(EngineError):
    """The labels are not two classes in the form that the engine reads."""


class SingleClassError(EngineError):
    """Only one class is left, so no rate of the other one exists."""

    def __init__(self, missing_class: str, *, weighted: bool = False) -> None:
        self.missing_class = missing_class
        what = "has the total weight 0" if weighted else "is missing"
        super().__init__(
            f"The {missing_class} class {what} among the scored rows; "
            "a curve needs at least one positive and one negative."
        )


class NonFiniteScoreError(EngineError):
    """No usable score is left, or scores are not numbers."""


class NotProbabilityError(EngineError):
    """Scores are not probabilities, which the analysis needs."""

    def __init__(self, lowest: float, highest: float) -> None:
        self.lowest, self.highest = lowest, highest
        super().__init__(
            f"The scores run from {lowest:g} to {highest:g}; probabilities lie between 0 and 1. "
            "Calibrated scores would do."
        )


class LengthMismatchError(EngineError):
    """Two columns that belong together have different numbers of rows."""

    def __init__(self, name: str, found: int, expected: int) -> None:
        self.name, self.found, self.expected = name, found, expected
        super().__init__(f"{name} has {found:,} rows where {expected:,} are expected.")


class ShapeError(EngineError):
    """An input is not a single column."""

    def __init__(self, name: str, dimensions: int) -> None:
        super().__init__(f"{name} must be one column; it has {dimensions} dimensions.")


class WeightError(EngineError):
    """A sample weight is negative or not finite."""


class CountError(EngineError):
    """A count of a confusion matrix or of a leaf is negative, not finite or contradicts another."""


class NegativeErrorCostError(EngineError):
    """A wrong decision would be better than the right one for some rows.

    Parameters
    ----------
    cell : str
        The payoff cell to look at, in the words of the caller.
    rows : sequence of int
        The first rows that fail, counted from 1.
    values : sequence of float
        Their error costs.
    count : int
        How many rows fail.
    total : int
        How many rows were looked at.
    """

    def __init__(
        self, cell: str, rows: Sequence[int], values: Sequence[float], count: int, total: int
    ) -> None:
        self.cell, self.rows, self.values = cell, tuple(rows), tuple(values)
        self.count, self.total = count, total
        pairs = list(zip(self.rows, self.values, strict=True))[:_SHOWN]
        shown = ", ".join(f"row {row:,}: {value:g}" for row, value in pairs)
        more = ", …" if count > len(pairs) else ""
        super().__init__(
            f"{cell}: the cost of the error is negative in {count:,} of {total:,} rows "
            f"({shown}{more}). A right decision must pay at least as much as the wrong one."
        )


class NonFinitePayoffError(EngineError):
    """A payoff is missing, infinite or too large for some rows; as `NegativeErrorCostError`."""

    def __init__(
        self, cell: str, rows: Sequence[int], values: Sequence[float], count: int, total: int
    ) -> None:
        self.cell, self.rows, self.values = cell, tuple(rows), tuple(values)
        self.count, self.total = count, total
        too_large = any(math.isfinite(value) for value in self.values)
        self.fault = "missing, infinite or too large" if too_large else "missing or infinite"
        pairs = list(zip(self.rows, self.values, strict=True))[:_SHOWN]
        shown = ", ".join(
            f"row {row:,}: {'missing' if math.isnan(value) else f'{value:g}'}"
            for row, value in pairs
        )
        more = ", …" if count > len(pairs) else ""
        super().__init__(
            f"{cell}: the payoff is {self.fault} in {count:,} of {total:,} rows ({shown}{more})."
        )


class ZeroErrorCostError(EngineError):
    """Errors on one class cost nothing at all, so its axis has no scale."""

    def __init__(self, class_name: str) -> None:
        self.class_name = class_name
        super().__init__(
            f"Errors on the {class_name} class cost nothing in total; "
            "at least one of its rows needs a cost above 0."
        )


class FoldError(EngineError):
    """Rows have no fold, or a fold has no curve of its own."""


class ConstraintError(EngineError):
    """A bound or a parameter lies outside its range."""

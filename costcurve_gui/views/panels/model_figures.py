"""The figure that the list of models is ranked by, and how it is written in a narrow column."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from costcurve_gui.engine.selection.bounds import Objective
from costcurve_gui.views.text import numbers, vocabulary

if TYPE_CHECKING:
    from collections.abc import Iterable

    from costcurve_gui.analysis.snapshot import Snapshot

TRIVIAL = ("all", "none")
_WHOLE, _POWERS = 99_999.995, 9_999_999.5


@dataclass(frozen=True, slots=True)
class Column:
    """The title of the column, what it means, and how its figures are written.

    `decimals` are those of money; None writes a rate.
    """

    title: str = "Profit"
    note: str = ""
    decimals: int | None = 2

    def short(self, value: float) -> str:
        """Write a figure for the narrow column."""
        return numbers.rate(value) if self.decimals is None else short_profit(value, self.decimals)

    def whole(self, value: float) -> str:
        """Write a figure with all digits that it deserves."""
        if self.decimals is None:
            return numbers.rate(value)
        return numbers.fixed(value, self.decimals, signed=True)


PROFIT_COLUMN = Column()
_AT = "at the present condition"
_BY_OBJECTIVE = {
    Objective.COST: Column("Cost", f"Normalized expected cost {_AT}", None),
    Objective.TPR: Column("tpr", f"True positive rate {_AT}", None),
}


def ranked_column(snapshot: Snapshot, profits: Iterable[float | None]) -> Column:
    """Return the column by which the best model is the best."""
    measure = snapshot.settings.selection.criterion.measure
    if measure is not None:
        return Column(measure.symbol, measure.meaning, None)
    objective = snapshot.settings.objective
    if objective is not Objective.PROFIT:
        return _BY_OBJECTIVE[objective]
    decimals = profit_decimals(profits, vocabulary.vocabulary_of(snapshot).unit)
    return Column("Profit", f"Profit per case {_AT}", decimals)


def short_profit(value: float, decimals: int = 2) -> str:
    """Write a profit for a narrow column: no decimals beyond five digits, powers beyond seven."""
    if not math.isfinite(value) or abs(value) < _WHOLE:
        return numbers.fixed(value, decimals, signed=True)
    if abs(value) < _POWERS:
        return numbers.fixed(value, 0, signed=True)
    mantissa, exponent = f"{abs(value):.2e}".split("e")
    return f"{numbers.MINUS if value < 0 else '+'}{mantissa}e{int(exponent)}"


def profit_decimals(profits: Iterable[float | None], unit: str) -> int:
    """Return three where no profit reaches 1 and none is money, as in the decision; else two."""
    small = all(profit is None or abs(profit) < 1 for profit in profits)
    return 3 if small and not unit else 2

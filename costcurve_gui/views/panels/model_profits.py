"""How the profits of the models are written, one below the other in a narrow column."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from costcurve_gui.views import numbers

if TYPE_CHECKING:
    from collections.abc import Iterable

_WHOLE, _POWERS = 99_999.995, 9_999_999.5


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

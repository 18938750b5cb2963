"""How a prior is typed and read in each of its units."""

from __future__ import annotations

import re

from costcurve_gui.models.state import PriorUnit
from costcurve_gui.views import numbers

LEAST = 1e-6
RANGE_FAULT = "The prior must lie between 0.0001 % and 99.9999 %."

UNIT_NAMES = {PriorUnit.PERCENT: "%", PriorUnit.ODDS: "odds", PriorUnit.ONE_IN: "1 in n"}
_ODDS = re.compile(r"^(?P<for>[^:]+):(?P<against>[^:]+)$")
_ONE_IN = re.compile(r"^\s*1\s+in\s+(?P<n>.+)$", re.IGNORECASE)


def field_text(prior: float, unit: PriorUnit) -> str:
    """Return what stands in the field: 5, 1 : 19 or 20."""
    if unit is PriorUnit.PERCENT:
        return numbers.prior_figure(prior)
    if unit is PriorUnit.ODDS:
        return numbers.odds(prior)
    return numbers.one_in(prior).removeprefix("1 in ")


def aside_text(prior: float, unit: PriorUnit) -> str:
    """Return the same prior in another unit, to stand beside the field."""
    if unit is PriorUnit.PERCENT:
        return numbers.one_in(prior)
    return numbers.prior_percent(prior)


def read(text: str, unit: PriorUnit) -> float | None:
    """Read a prior; percent, odds and "1 in n" may be spelt out whatever the unit."""
    if text.rstrip().endswith("%"):
        return _divided(numbers.parse_number(text.rstrip()[:-1]), 100.0)
    odds, one_in = _ODDS.match(text), _ONE_IN.match(text)
    if odds:
        return _from_odds(odds["for"], odds["against"])
    if one_in:
        return _divided(1.0, numbers.parse_number(one_in["n"]))
    value = numbers.parse_number(text)
    if unit is PriorUnit.PERCENT:
        return _divided(value, 100.0)
    if unit is PriorUnit.ODDS:
        return None if value is None else _divided(1.0, 1 + value)
    return _divided(1.0, value)


def check(prior: float) -> str:
    """Say what is wrong with a prior, or nothing."""
    return "" if LEAST * (1 - 1e-9) <= prior <= 1 - LEAST * (1 - 1e-9) else RANGE_FAULT


def _from_odds(for_text: str, against_text: str) -> float | None:
    one, other = numbers.parse_number(for_text), numbers.parse_number(against_text)
    if one is None or other is None:
        return None
    return _divided(one, one + other)


def _divided(value: float | None, by: float | None) -> float | None:
    return value / by if value is not None and by else None

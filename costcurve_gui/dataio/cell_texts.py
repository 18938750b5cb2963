"""Payoff cells rewritten as a person would write them: with the sign turned, or scaled."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from costcurve_gui.dataio.expressions import NUMBER_TEXT, SHARE_TEXT, TYPOGRAPHIC
from costcurve_gui.dataio.relative_cells import weighted_sum_text

if TYPE_CHECKING:
    from collections.abc import Collection

_DIGITS: Final = 9  # of a factor: no figure on the screen shows what lies beyond
_TIGHT: Final = frozenset({"", "signed", "product", "power", "call"})
_ZERO: Final = re.compile(r"[-+]?(?:0+\.?0*|\.0+)")


def negated(text: str) -> str:
    """Return the text of the negative; twice gives the meaning back.

    Text that is no expression is wrapped, so that its fault is found where it is read.

    Examples
    --------
    >>> negated("-amount"), negated("amount - fee"), negated("2*`my col`")
    ('amount', '-(amount - fee)', '-2*`my col`')
    """
    stripped = text.strip()
    typed = stripped.translate(TYPOGRAPHIC)
    if not stripped or _ZERO.fullmatch(typed):
        return stripped
    if _unwrapped(stripped) != stripped:
        return f"-{stripped}"
    if _shape(typed) not in _TIGHT:
        return f"-({stripped})"
    rest = stripped[1:].strip()
    return {"-": _unwrapped(rest), "+": f"-{rest}"}.get(typed[0], f"-{stripped}")


def missed_cell(tp: str, fn: str, factor: float, columns: Collection[str]) -> str:
    """Return the cell of a miss that costs `factor` times as much: tp - factor * (tp - fn).

    Raises
    ------
    ExpressionError
        Where one of them is not an expression over the columns.

    Examples
    --------
    >>> missed_cell("0", "-amount", 0.5, ["amount"])
    '0.5*(-amount)'
    >>> missed_cell("20", "-amount", 0.5, ["amount"])
    '10 - 0.5*amount'
    """
    written = f"{factor:.{_DIGITS}g}"
    found = weighted_sum_text([(tp, 1 - float(written)), (fn, float(written))], columns)
    if _ZERO.fullmatch(tp.strip().translate(TYPOGRAPHIC)) and not _is_number(found):
        return f"{written}*({fn.strip()})"
    return found or f"({tp}) - {written}*(({tp}) - ({fn}))"


def _is_number(text: str | None) -> bool:
    return text is not None and NUMBER_TEXT.fullmatch(text) is not None


def _shape(text: str) -> str | None:
    """Return the rule of the grammar that the whole text follows; None where it is no expression.

    One name or number follows none. What presets hold is told without the parser, which takes a
    while to import.
    """
    if NUMBER_TEXT.fullmatch(text) or SHARE_TEXT.fullmatch(text):
        return ""
    from costcurve_gui.dataio.expression_parser import outer_rule

    return outer_rule(text)


def _unwrapped(text: str) -> str:
    """Take away one pair of brackets that holds everything."""
    bracketed = text.startswith("(") and text.endswith(")")
    inner = text[1:-1].strip()
    return inner if bracketed and _shape(inner.translate(TYPOGRAPHIC)) is not None else text

"""Formulas as they are typed and shown; in settings and files they have points and commas.

Where the decimal mark is a comma, `max(20, 0.1*amount)` is shown as `max(20; 0,1*amount)`. One sign
stands for one sign, so that a place in the one text is the same place in the other.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from costcurve_gui.translation import tr
from costcurve_gui.views.text import numbers

if TYPE_CHECKING:
    from collections.abc import Callable

_QUOTED = r"`[^`]*`|\"[^\"]*\"|'[^']*'"
_OF_POINTS = re.compile(rf"{_QUOTED}|(?<![\w.])[0-9]*\.[0-9]*|,")
_OF_COMMAS = re.compile(rf"{_QUOTED}|(?<![\w.])[0-9]+,[0-9]+|(?<![\w)`\s]),[0-9]+|;")
_STOP = re.compile(r'(?<=Stops at ")[^"]+(?=")')
_DECIMALS = "decimals are written with a point."


def shown(formula: str) -> str:
    """Return a formula with the decimal mark in use, and with ; between values beside a comma."""
    return formula if _has_point() else _OF_POINTS.sub(_each(".,", ",;"), formula)


def typed(text: str) -> str:
    """Return what was typed as a formula with points; decimals may have a point, too."""
    return text if _has_point() else _OF_COMMAS.sub(_each(",;", ".,"), text)


def fault(message: str) -> str:
    """Return what is wrong with a formula as it is shown."""
    if _has_point():
        return message
    said = _STOP.sub(lambda found: shown(found.group()), numbers.in_sentence(message))
    return said.replace(_DECIMALS, tr("it stands between the values of a function only."))


def _has_point() -> bool:
    return numbers.decimal_mark() == "."


def _each(signs: str, others: str) -> Callable[[re.Match[str]], str]:
    """Return what replaces the signs of a match, but for names and text in quotation marks."""
    table = str.maketrans(signs, others)

    def replaced(found: re.Match[str]) -> str:
        text = found.group()
        return text if text[0] in "`\"'" else text.translate(table)

    return replaced

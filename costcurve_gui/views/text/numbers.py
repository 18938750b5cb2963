"""How numbers are written on the screen. Files keep full precision; only this module rounds.

The window may have a decimal comma (`use_decimal_comma`); a report, which workers write, never has.
Every function returns text for any float: `MISSING` for nan, the infinity sign for infinities.
"""

from __future__ import annotations

import math
import re
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

MINUS = "\u2212"
NO_BREAK = "\u00a0"
THOUSANDS = "\u202f"
INFINITY = "\u221e"
MISSING = "\u2013"
TIMES = "\u00d7"

_WORDS = (
    *("none", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
_LEAST_PERCENT = 0.0001
_MOST_DIGITS = 17
_PARTED = re.compile(r"[1-9]\d{0,2}(?:(?:,\d{3})+|(?:\.\d{3})+)")
_SPACED = re.compile(r"\d{1,3}(?:\s\d{3})+(?:[.,]\d*)?")
_IN_TEXT = re.compile(r"(?<![\w.])(?:\d{1,3}(?:\s\d{3})+(?!\d)|\d+)(?:\.\d+)?(?:e[-+]?\d+)?(?!\w)")
_DECIMAL = re.compile(r"""(?<![\w.*/+^'"\u201c=])(\d+)\.(\d+)(?![\w*/+^'"\u201d]|\.\d)""")
_ZERO = f"0.,{THOUSANDS}"
_FIXED_LIMIT = 1e15  # beyond this a float no longer counts in single units


class _Style(threading.local):
    """What a thread writes between whole part and decimals."""

    mark = "."


_STYLE = _Style()


def use_decimal_comma(comma: bool) -> bool:
    """Write a decimal comma, or a point, from now on in this thread; whether that is a change."""
    before, _STYLE.mark = _STYLE.mark, "," if comma else "."
    return before != _STYLE.mark


@contextmanager
def decimal_point() -> Iterator[None]:
    """Write decimal points meanwhile, for what leaves the window beside figures of a worker."""
    before, _STYLE.mark = _STYLE.mark, "."
    try:
        yield
    finally:
        _STYLE.mark = before


def decimal_mark() -> str:
    """Return what stands before decimals now, for who keeps texts that are written once."""
    return _STYLE.mark


def marked(text: str) -> str:
    """Return a number written with a decimal point with the mark in use."""
    return text if _STYLE.mark == "." else text.replace(".", _STYLE.mark)


def in_sentence(text: str) -> str:
    """Return a sentence of a worker or a constant with the mark in use in its numbers.

    Names, expressions and what stands in quotation marks keep their points.
    """
    return text if _STYLE.mark == "." else _DECIMAL.sub(rf"\1{_STYLE.mark}\2", text)


def _grouped(digits: str) -> str:
    """Group thousands, of the whole part only: 1234.5678 becomes 1 234.5678."""
    return digits.replace(",", THOUSANDS)


def _special(value: float) -> str | None:
    if math.isnan(value):
        return MISSING
    if math.isinf(value):
        return INFINITY if value > 0 else MINUS + INFINITY
    return None


def _scientific(value: float, digits: int) -> str:
    mantissa, exponent = f"{value:.{digits - 1}e}".split("e")
    return marked(f"{mantissa}e{int(exponent)}".replace("-", MINUS))


def fixed(value: float, decimals: int, *, signed: bool = False) -> str:
    """Write a number with fixed decimals; a rounded zero has no sign."""
    special = _special(value)
    if special is not None:
        return f"+{special}" if signed and value == math.inf else special
    if abs(value) >= _FIXED_LIMIT:
        text = _scientific(abs(value), 4)
    else:
        text = marked(_grouped(f"{abs(value):,.{decimals}f}"))
    if not text.strip(_ZERO):
        return text
    if value < 0:
        return MINUS + text
    return f"+{text}" if signed else text


def decimals_for(value: float, digits: int) -> int:
    """Return how many decimals show `digits` significant digits of a non-zero number."""
    exponent = int(f"{value:.{digits - 1}e}".partition("e")[2])
    return max(0, digits - 1 - exponent)


def significant(value: float, digits: int, *, signed: bool = False, strip: bool = False) -> str:
    """Write a number with at least `digits` significant digits; whole parts are never cut."""
    if not math.isfinite(value) or value == 0:
        return fixed(value, 0, signed=signed)
    if abs(value) < 10.0**-_MOST_DIGITS:
        return _scientific(value, digits)
    decimals = decimals_for(value, digits)
    text = fixed(value, decimals, signed=signed)
    return _stripped(text) if strip and decimals else text


def _stripped(text: str) -> str:
    """Return a number with decimals without zeros at its end."""
    return text.rstrip("0").rstrip(".,")


def rate(value: float) -> str:
    """Write an AUC, a rate, PC(+) or a normalized cost: 0.772."""
    return fixed(value, 3)


def difference(value: float) -> str:
    """Write a difference of rates, always with its sign: -0.071 with a true minus."""
    return fixed(value, 3, signed=True)


def p_value(value: float) -> str:
    """Write how probable chance makes what was found: 0.032, under 0.0001."""
    return (
        tr("under {marked}", marked=marked("0.0001")) if value < 0.0001 else significant(value, 2)
    )


def interval(low: float, high: float, write: Callable[[float], str] = rate) -> str:
    """Write a confidence interval: 0.736 to 0.809."""
    return tr("{low} to {high}", low=write(low), high=write(high))


def plain(value: float) -> str:
    """Write a number of the file or of a field as short as six digits allow."""
    if not math.isfinite(value) or value == 0:
        return fixed(value, 0)
    if not 1e-6 <= abs(value) < _FIXED_LIMIT:
        return _scientific(value, 4)
    return significant(value, 6, strip=True)


def _threshold(value: float, extra: int, *, probability: bool) -> str:
    if not math.isfinite(value) or value == 0:
        return fixed(value, 4 if probability and value == 0 else 0)
    if not 1e-9 <= abs(value) < _FIXED_LIMIT:
        return _scientific(value, min(4 + extra, _MOST_DIGITS))
    if probability and abs(value) >= 5e-5:
        return fixed(value, 4 + extra)
    return significant(value, 4 + extra)


def threshold(value: float, neighbours: Iterable[float] = (), *, probability: bool = True) -> str:
    """Write a threshold: four decimals, or four significant digits where it is no probability.

    More digits where a neighbouring score would read the same.
    """
    others = [other for other in neighbours if math.isfinite(other) and other != value]
    for extra in range(_MOST_DIGITS):
        text = _threshold(value, extra, probability=probability)
        if all(text != _threshold(other, extra, probability=probability) for other in others):
            return text
    return marked(repr(value).replace("-", MINUS))


def _with_unit(text: str, unit: str) -> str:
    return f"{text} {unit}" if unit else text


NOISE = 1e-12
"""Money below it is what rounding leaves of equal sums."""


def money(value: float, unit: str = "", *, signed: bool = True) -> str:
    """Write money per case: +60.15 DM; two significant digits where two decimals show nothing.

    Below 1 without a unit it has three decimals, like the normalized cost it stands beside.
    """
    if abs(value) < NOISE:
        return _with_unit("0", unit)
    if abs(value) < 0.005:
        return _with_unit(significant(value, 2, signed=signed), unit)
    decimals = 3 if not unit and abs(value) < 1 else 2
    return _with_unit(fixed(value, decimals, signed=signed), unit)


def money_total(value: float, unit: str = "", *, signed: bool = True) -> str:
    """Write a sum of money: +601 531 DM."""
    return _with_unit(fixed(value, 0, signed=signed), unit)


def _percent_figures(value: float) -> str:
    """Write a share above 0 and below 1 without the sign of percent."""
    percent = value * 100
    if percent < 1:
        return fixed(percent, decimals_for(percent, 2))
    if percent <= 99:
        return fixed(percent, 1)
    rest = 100 - percent
    return _stripped(fixed(percent, min(4, decimals_for(rest, 2))))


def percent(share: float) -> str:
    """Write a share as percent: 33.6 %, 0.42 %, 99.97 %, never a rounded 0.0 %."""
    if not math.isfinite(share):
        return fixed(share, 0)
    if share < 0:
        return MINUS + percent(-share)
    if share in (0.0, 1.0):
        return f"{abs(share) * 100:.0f} %"
    if share * 100 < _LEAST_PERCENT:
        return tr("under {marked} %", marked=marked(str(_LEAST_PERCENT)))
    if share > 1:
        return f"{fixed(share * 100, 1)} %"
    if share * 100 > 100 - _LEAST_PERCENT:
        return tr("over {marked} %", marked=marked(str(100 - _LEAST_PERCENT)))
    return f"{_percent_figures(share)} %"


def count(value: float) -> str:
    """Write a number of cases; expected counts are rounded in display only."""
    return fixed(value, 0)


def progress(done: int, total: int) -> str:
    """Write how far work is, to follow its name; nothing where its length is not known."""
    return tr(", {done} of {total}", done=count(done), total=count(total)) if total else ""


def in_words(number: int) -> str:
    """Write a small number of things as a word: six; larger ones in figures."""
    return _WORDS[number] if 0 <= number < len(_WORDS) else count(number)


def ratio(value: float) -> str:
    """Write a ratio to one with three significant digits: 25.8 : 1."""
    return f"{ratio_figure(value)} : 1"


def ratio_figure(value: float) -> str:
    """Write the first term of a ratio to one: 25.8."""
    return _rounded(value, 3)


def factor(value: float) -> str:
    """Write what something is multiplied by, with two digits or as many as tell it from 1: x 0.19.

    The sign is the one for multiplication.
    """
    if not 0 < value < math.inf:
        return f"{TIMES} {fixed(value, 0)}"
    texts = (_rounded(value, digits) for digits in range(2, _MOST_DIGITS))
    return f"{TIMES} {next((text for text in texts if text != '1'), '1')}"


def _rounded(value: float, digits: int) -> str:
    """Write `digits` significant digits, whole parts rounded too: 24 000."""
    if not math.isfinite(value) or value == 0:
        return fixed(value, 0)
    kept = float(f"{value:.{digits - 1}e}")
    return significant(kept, digits, strip=True)


def odds(prior: float) -> str:
    """Write a prior as odds with one side one: 1 : 19."""
    if not 0 < prior < 1:
        return MISSING
    against = (1 - prior) / prior
    if against >= 1:
        return f"1 : {_rounded(against, 2)}"
    return f"{_rounded(1 / against, 2)} : 1"


def one_in(prior: float) -> str:
    """Write a prior as one in so many, with two significant digits: 1 in 24 000."""
    return tr("1 in {cases}", cases=_rounded(1 / prior, 2)) if prior > 0 else MISSING


def prior_percent(prior: float) -> str:
    """Write a prior as percent with three significant digits, of the rest when near one: 5 %."""
    return f"{prior_figure(prior)} %"


def prior_figure(prior: float) -> str:
    """Write the figure of a prior in percent: 5, 0.42, 99.97."""
    shown = prior * 100
    if not 0 < prior < 1:
        return fixed(shown, 0)
    decimals = max(decimals_for(shown, 3), decimals_for(100 - shown, 2))
    text = fixed(shown, min(decimals, 12))
    return _stripped(text) if _STYLE.mark in text else text


def chance(probability: float) -> str:
    """Write a mixing probability for a person who has to do it: 1 in 9, or 6.9 %."""
    if 0.04 < probability <= 0.5:
        turns = round(1 / probability)
        if turns <= 20 and abs(probability * turns - 1) < 0.02:
            return tr("1 in {turns}", turns=turns)
    return percent(probability)


def share_of(share: float, nouns: str) -> str:
    """Write a share of cases to be drawn: 3 in 4 clients, or 43.0 % of the clients."""
    for turns in range(2, 11):
        hits = round(share * turns)
        if 0 < hits < turns and abs(share * turns - hits) < 0.01:
            return tr("{hits} in {turns} {nouns}", hits=hits, turns=turns, nouns=nouns)
    return tr("{share} of the {nouns}", share=percent(share), nouns=nouns)


def span_at(text: str, place: int) -> tuple[int, int] | None:
    """Return where the number at a place of a text begins and ends, its thousands included."""
    if parse_number(text) is not None:
        return 0, len(text)
    spans = (found.span() for found in _IN_TEXT.finditer(text))
    return next((span for span in spans if span[0] <= place <= span[1]), None)


def _unspaced(text: str) -> str:
    """Return a number without the spaces between its thousands; any other space stays."""
    sign, rest = (text[:1], text[1:].lstrip()) if text[:1] in "+-" else ("", text)
    return sign + ("".join(rest.split()) if _SPACED.fullmatch(rest) else rest)


def parse_number(text: str) -> float | None:
    """Read a finite number as people type it: true minus, spaces between thousands, decimal comma.

    Spaces part thousands: 3 8 is not a number.
    """
    cleaned = _unspaced(text.strip().replace(MINUS, "-").replace("_", "x"))
    if cleaned.count(",") == 1 and "." not in cleaned:
        cleaned = cleaned.replace(",", ".")
    try:
        value = float(cleaned)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def parse_count(text: str) -> float | None:
    """Read a number of cases; in 1,000 and 1.000 the mark groups thousands: cases are whole."""
    if _PARTED.fullmatch(text.strip()):
        text = text.replace(",", "").replace(".", "")
    return parse_number(text)


def parse_share(text: str) -> float | None:
    """Read a share shown as percent: 20 %, 20 and 0.2 are the same; up to 1 it is a share."""
    value = parse_number(text.removesuffix("%"))
    if value is None:
        return None
    return value / 100 if text.endswith("%") or value > 1 else value

"""Numbers written with percent signs, thousands marks or a currency, told from the whole column."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from costcurve_gui.dataio.cells import NO_NUMBER, BadCells

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from numpy.typing import NDArray

_SPACES: Final = " \u00a0\u2009\u202f"
_DECIMALS: Final = (".", ",")
THOUSANDS: Final = (",", ".", "'", "\u2019", *_SPACES)
_CURRENCIES: Final = (
    "US$", "R$", "A$", "C$", "$", "€", "£", "¥", "₹", "₽", "₩", "₪", "₺", "zł", "Kč", "Ft", "kr",
    "DM", "USD", "EUR", "GBP", "CHF", "JPY", "CNY", "INR", "CAD", "AUD", "NZD", "SEK", "NOK",
    "DKK", "PLN", "CZK", "HUF", "RON", "BRL", "MXN", "ZAR", "TRY", "RUB", "KRW", "SGD", "HKD",
)  # fmt: skip
_COMMA_GROUPS: Final = frozenset({"$", "US$", "A$", "C$", "£", "USD", "GBP", "CAD", "AUD"})
_MARK_NAMES: Final = {",": "comma", ".": "point", "'": "apostrophe", "\u2019": "apostrophe"}
_CURRENCY: Final = "|".join(map(re.escape, _CURRENCIES))
_GROUPED: Final = "|".join(
    rf"[1-9][0-9]{{0,2}}(?:{re.escape(mark)}[0-9]{{3}})+(?:[.,][0-9]*)?" for mark in THOUSANDS
)
_CELL: Final = (
    rf"[+-]?[{_SPACES}]*(?:(?P<before>{_CURRENCY})[{_SPACES}]*)?[+-]?"
    rf"(?P<body>{_GROUPED}|[0-9]+(?:[.,][0-9]*)?|[.,][0-9]+)(?:[eE][+-]?[0-9]+)?"
    rf"[{_SPACES}]*(?:(?P<after>{_CURRENCY})|(?P<percent>%))?"
)
_IN_PARENTHESES: Final = rf"\({_CELL}\)"
_SHOWN: Final = 3
_DIGIT: Final = re.compile(r"[0-9]")


@dataclass(frozen=True, slots=True)
class NumberFormat:
    """How the numbers of one column are written, where that is not the file's plain way.

    Parameters
    ----------
    decimal : str
        The decimal mark, `.` or `,`.
    thousands : str
        The mark between thousands; empty where there is none.
    percent : bool
        Whether every number has a percent sign: 23.3% is 0.233.
    currency : str
        What stands before or after every number; empty where nothing does.
    """

    decimal: str = "."
    thousands: str = ""
    percent: bool = False
    currency: str = ""

    @property
    def pattern(self) -> str:
        """A regular expression, understood by Python and RE2 alike, of the cells so written."""
        gap, currency = f"[{_SPACES}]*", re.escape(self.currency)
        body = _body(self.decimal, self.thousands)
        if currency:
            return f"(?:[+-]?{gap}{currency}{gap}[+-]?{body}|[+-]?{body}{gap}{currency})"
        if self.percent:
            return f"[+-]?{body}{gap}%"
        return f"[+-]?{body}" + ("" if self.thousands else "(?:[eE][+-]?[0-9]+)?")

    @property
    def dropped(self) -> tuple[str, ...]:
        """What is taken out of a cell, in this order, before its decimal mark is made a point."""
        marks = (self.currency, "%" if self.percent else "", self.thousands, *_SPACES)
        return tuple(dict.fromkeys(mark for mark in marks if mark))

    @property
    def described(self) -> str:
        """The format in words: `percent, decimal comma`."""
        words = ["percent"] if self.percent else []
        if self.currency:
            words.append(f"in {self.currency}")
        if self.thousands:
            words.append(f"thousands {_MARK_NAMES.get(self.thousands, 'space')}")
        if self.decimal == ",":
            words.append("decimal comma")
        return ", ".join(words) or "decimal point"

    def plain(self, cell: str) -> str:
        """Return the number of a cell as Python writes it; raises ValueError where it has none.

        >>> NumberFormat(thousands=",", currency="$").plain("-$1,234.50")
        '-1234.50'
        """
        if not is_number(cell, self):
            raise ValueError(cell)
        text = cell.strip()
        for mark in self.dropped:
            text = text.replace(mark, "")
        return text.replace(self.decimal, ".") + ("e-2" if self.percent else "")

    def number(self, cell: str) -> float:
        """Return the number of a cell; raises ValueError where it is not written like this.

        >>> NumberFormat(percent=True).number("23.3%")
        0.233
        """
        return float(self.plain(cell))


@dataclass(frozen=True, slots=True)
class Written:
    """What a column of text looks like: numbers in a format, or why it is left as text.

    `open_mark` is the point or comma that may part thousands or decimals, where none tells which.
    """

    format: NumberFormat | None = None
    reason: str = ""
    open_mark: str = ""


@dataclass(frozen=True, slots=True)
class NumberMarks:
    """What is known of the marks in the numbers of a file, before one of its columns is looked at.

    Parameters
    ----------
    decimal : str
        The decimal mark.
    settled : bool
        Whether the user or another column says so: then the other mark parts thousands.
    chosen : bool
        Whether the user says so.
    thousands : str
        The mark between thousands, where the user named it.
    by_commas : bool
        Whether commas part the cells: who writes points between thousands parts cells by
        something else.
    plain : str
        The decimal mark of numbers that need no format of their own.
    """

    decimal: str = "."
    settled: bool = False
    chosen: bool = False
    thousands: str = ""
    by_commas: bool = False
    plain: str = "."

    @classmethod
    def of_user(cls, decimal: str | None, thousands: str | None, plain: str = ".") -> NumberMarks:
        """Return the marks that a user named; either may be None."""
        implied = {".": ",", ",": "."}.get(thousands or "")
        known = decimal or implied
        return cls(
            known or plain,
            settled=bool(known),
            chosen=bool(known),
            thousands=thousands or "",
            plain=plain,
        )


PLAIN: Final = Written()


def is_number(cell: str, written: NumberFormat) -> bool:
    """Tell whether a cell is a number so written."""
    return _compiled(written.pattern).fullmatch(cell.strip()) is not None


def parse_written(
    cells: Sequence[str], written: NumberFormat
) -> tuple[NDArray[np.float64], BadCells]:
    """Return the cells as float64, NaN where missing or bad, and the bad ones."""
    values = np.full(len(cells), np.nan)
    bad = BadCells()
    for row, cell in enumerate(cells):
        if cell.strip().casefold() in NO_NUMBER:
            continue
        try:
            values[row] = written.number(cell)
        except ValueError:
            bad.add(row, cell.strip())
    return values, bad


def find_format(cells: Sequence[str], odd: Iterable[str], marks: NumberMarks) -> Written:
    """Tell from all cells of a column whether they are numbers in a format of their own.

    Parameters
    ----------
    cells : sequence of str
        Without outer spaces, none missing.
    odd : iterable of str
        Those of them that are no plain numbers, or may be others than they look like.
    marks : NumberMarks
        What the rest of the file tells.

    Examples
    --------
    >>> cells = ["0.4%", "98.1%"]
    >>> find_format(cells, cells, NumberMarks()).format.described
    'percent'
    """
    odd = [cell for cell in odd if _DIGIT.search(cell)]
    if not odd:
        return PLAIN
    as_number, in_parentheses = _compiled(_CELL).fullmatch, _compiled(_IN_PARENTHESES).fullmatch
    if not any(as_number(cell) or in_parentheses(cell) for cell in odd):
        return PLAIN
    numeric = [cell for cell in cells if _DIGIT.search(cell)]
    matches = [match for match in map(as_number, numeric) if match is not None]
    negative = [cell for cell in numeric if in_parentheses(cell)]
    if 2 * (len(matches) + len(negative)) <= len(cells):
        return PLAIN
    if negative:
        return Written(reason=f"it has numbers in parentheses: {_shown(negative)}; write a minus")
    reason = _mixed(numeric, matches)
    if reason:
        return Written(reason=reason)
    currency = matches[0]["before"] or matches[0]["after"] or ""
    bodies = {match["body"] for match in matches}
    body_marks = {mark for body in bodies for mark in body}
    fits = _fitting(bodies)
    if not fits:
        return Written(reason=f"its numbers are written in different ways: {_shown(numeric)}")
    percent = bool(matches[0]["percent"])
    found = fits[0] if len(fits) == 1 else _decided(fits, bodies, marks, currency, percent)
    if found is None:
        mark = next(
            mark for fit in fits for mark in fit if mark in _DECIMALS and mark in body_marks
        )
        return Written(reason=_ambiguous(numeric), open_mark=mark)
    return Written(NumberFormat(*found, percent, currency))


def _mixed(numeric: Sequence[str], matches: Sequence[re.Match[str]]) -> str:
    """Say what is not the same in all cells with a digit, or nothing."""
    if len(matches) < len(numeric):
        others = [cell for cell in numeric if _compiled(_CELL).fullmatch(cell) is None]
        return f"{_share(len(others), numeric)} are no such numbers: {_shown(others)}"
    percent = sum(1 for match in matches if match["percent"])
    if 0 < percent < len(matches):
        others = [match[0] for match in matches if not match["percent"]]
        return f"{_share(len(others), numeric)} have no percent sign: {_shown(others)}"
    currencies = Counter(match["before"] or match["after"] or "" for match in matches)
    if len(currencies) > 1:
        if "" not in currencies:
            return f"it has several currencies: {', '.join(currencies)}"
        others = [match[0] for match in matches if not (match["before"] or match["after"])]
        return f"{_share(len(others), numeric)} have no currency: {_shown(others)}"
    return ""


def _fitting(bodies: Iterable[str]) -> list[tuple[str, str]]:
    """Return the decimal and thousands marks that explain every number, each reading once."""
    found = dict.fromkeys(
        (decimal, thousands)
        for decimal in _DECIMALS
        for thousands in ("", *THOUSANDS)
        if thousands != decimal
        and all(_compiled(_body(decimal, thousands)).fullmatch(body) for body in bodies)
    )
    used = {mark for body in bodies for mark in body}
    known = [marks for marks in found if not marks[1] or marks[1] in used]
    return list(dict.fromkeys((_needed(*marks, used), marks[1]) for marks in known))


def _needed(decimal: str, thousands: str, used: Collection[str]) -> str:
    """Return the decimal mark; where no number has one, the one that is not taken."""
    if decimal in used:
        return decimal
    return "," if thousands == "." else "."


def _decided(
    fits: Sequence[tuple[str, str]],
    bodies: Collection[str],
    marks: NumberMarks,
    currency: str,
    percent: bool,
) -> tuple[str, str] | None:
    """Choose between "1,234" as 1234 and as 1.234, or leave it open."""
    if marks.thousands:
        chosen = [fit for fit in fits if fit[1] == marks.thousands]
        return (chosen or list(fits))[0]
    plain = next((fit for fit in fits if fit == (marks.decimal, "")), None)
    grouped = next((fit for fit in fits if fit[1]), None)
    if grouped is not None and not marks.chosen and _surely_thousands(bodies, grouped[1]):
        return grouped
    if marks.settled or grouped is None:
        with_decimal = [fit for fit in fits if fit[0] == marks.decimal]
        return plain or (with_decimal or list(fits))[0]
    if plain is not None and (percent or marks.by_commas or grouped[1] not in _DECIMALS):
        return plain
    if currency in _COMMA_GROUPS and marks.decimal == "." and grouped[1] == ",":
        return grouped
    return None


def _surely_thousands(bodies: Collection[str], mark: str) -> bool:
    """Tell whether numbers that may have decimals are whole: no way to write decimals gives them.

    With a fixed number of decimals every number has the mark; where zeros at the end are dropped
    none ends in one, and hardly one of a thousand is whole.
    """
    whole = [body for body in bodies if body.isdigit()]
    if not whole or max(map(int, whole)) >= 1000:
        return False
    parted = [body for body in bodies if mark in body]
    hundreds = any(len(body) == _GROUP for body in whole)
    return hundreds or any(body.endswith("0") for body in parted)


def may_part_thousands(cells: Sequence[str], decimal: str) -> bool:
    """Tell whether each number with the decimal mark has three digits behind it, and fits both.

    >>> may_part_thousands(["1.910", "950"], "."), may_part_thousands(["1.910", "0.950"], ".")
    (True, False)
    """
    fits = _compiled(rf"[+-]?[1-9][0-9]{{0,2}}{re.escape(decimal)}[0-9]{{3}}").fullmatch
    marked = [cell for cell in cells if decimal in cell]
    return bool(marked) and all(map(fits, marked))


def shown_mark(cells: Sequence[str]) -> str:
    """Return the decimal mark that numbers show beyond doubt; empty where they show none or both.

    >>> shown_mark(["0,91", "1,234"]), shown_mark(["1.234"]), shown_mark(["1,234,567"])
    (',', '', '.')
    """
    seen = {mark for mark in _DECIMALS if any(map(_compiled(_SHOWS[mark]).fullmatch, cells))}
    return seen.pop() if len(seen) == 1 else ""


def _shows(decimal: str, thousands: str) -> str:
    """Return the pattern of numbers that have this decimal mark beyond doubt."""
    point, group = re.escape(decimal), re.escape(thousands)
    parted = rf"[1-9][0-9]{{0,2}}(?:{group}[0-9]{{3}})"
    exponent, of = "(?:[eE][+-]?[0-9]+)", f"(?:{_CURRENCY})"
    return (
        rf"[+-]?(?:{of}[{_SPACES}]?)?[+-]?"
        rf"(?:(?:0[0-9]*|[1-9][0-9]{{3,}})?{point}[0-9]+{exponent}?"
        rf"|[1-9][0-9]{{0,2}}{point}(?:[0-9]{{1,2}}|[0-9]{{4,}}){exponent}?"
        rf"|[1-9][0-9]{{0,2}}{point}[0-9]{{3}}{exponent}"
        rf"|{parted}+{point}[0-9]+|{parted}{{2,}})"
        rf"(?:[{_SPACES}]?(?:{of}|%))?"
    )


_GROUP: Final = 3  # digits
_SHOWS: Final = {".": _shows(".", ","), ",": _shows(",", ".")}


def _ambiguous(numeric: Sequence[str]) -> str:
    cell = next(cell for cell in numeric if "," in cell or "." in cell)
    mark = "," if "," in cell else "."
    digits = re.sub(r"[^0-9.,]", "", cell)
    whole, fraction = digits.replace(mark, ""), digits.replace(mark, ".")
    return f'"{cell}" may be {whole} or {fraction}, and no value tells which'


def _body(decimal: str, thousands: str) -> str:
    """Return the pattern of digits with these marks; a group of thousands never begins with 0."""
    point = re.escape(decimal)
    whole = "[0-9]+"
    if thousands:
        whole = f"(?:[1-9][0-9]{{0,2}}(?:{re.escape(thousands)}[0-9]{{3}})+|[0-9]+)"
    return f"(?:{whole}(?:{point}[0-9]*)?|{point}[0-9]+)"


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def _share(count: int, cells: Sequence[str]) -> str:
    return f"{count} of {len(cells)} values"


def _shown(cells: Sequence[str]) -> str:
    return ", ".join(f'"{cell}"' for cell in dict.fromkeys(cells[:_SHOWN]))

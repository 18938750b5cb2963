"""Values that have an order, such as A to G, 1 to 5 or none, mild and severe: labels and scores."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING, Final

import numpy as np

from costcurve_gui.dataio.cells import OTHER, BadCells
from costcurve_gui.dataio.columns import Kind
from costcurve_gui.dataio.errors import DataError, all_of
from costcurve_gui.dataio.roles.column_names import name_words
from costcurve_gui.dataio.roles.labels import MOST_CODED, label_key, merged_counts
from costcurve_gui.dataio.table import Answer, Matches, Numbers, Texts
from costcurve_gui.engine.progress import NO_PROGRESS
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from costcurve_gui.dataio.columns import ColumnInfo
    from costcurve_gui.dataio.number_formats import NumberFormat
    from costcurve_gui.dataio.source import Source
    from costcurve_gui.dataio.table import Request, Table
    from costcurve_gui.engine.progress import Progress

FEWEST, MOST = 3, 20
"""Values that a column of grades has."""
_SCALES: Final = (
    ("none", "minimal", "trace", "slight", "mild", "moderate", "marked", "severe", "very severe"),
    ("no", "low", "lower", "medium", "middle", "high", "higher", "critical"),
    ("very low", "low", "medium low", "medium", "medium high", "high", "very high", "extreme"),
    ("very low", "low", "moderate", "high", "very high", "extreme"),
    ("small", "medium", "large", "very large"),
    ("never", "rarely", "seldom", "sometimes", "often", "usually", "always"),
    ("very poor", "poor", "fair", "good", "very good", "excellent"),
    ("very bad", "bad", "average", "good", "very good"),
    ("strongly disagree", "disagree", "neutral", "agree", "strongly agree"),
    ("negligible", "minor", "moderate", "major", "severe", "catastrophic"),
    ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"),
)
"""Words of common scales, the least first; a column need not have them all."""
_GRADED: Final = frozenset(
    {"rating", "grade", "risk", "band", "level", "stage", "severity", "priority", "rank", "tier"}
)
_LETTER: Final = re.compile(r"([a-z])(\+{0,2}|[-\u2212]{0,2})")
_RATING: Final = re.compile(r"(?:a{1,3}|b{1,3}|c{1,3}|d)[+\u2212-]?")
_NUMBERED: Final = re.compile(r"(\D+?)(\d{1,3})")


def grade_order(values: Collection[str]) -> tuple[str, ...]:
    """Return values in their order, the first grade first; nothing where none is known.

    Known are whole numbers without a gap, letters (A+ before A before A-), ratings (AAA before
    AA), a word with a number (stage 1), and words of common scales.

    >>> grade_order(["severe", "none", "mild"]), grade_order(["B", "A-", "C", "A"])
    (('none', 'mild', 'severe'), ('A', 'A-', 'B', 'C'))
    >>> grade_order(["red", "green", "blue"]), grade_order(["0", "1", "9"])
    ((), ())
    """
    if not FEWEST <= len(values) <= MOST:
        return ()
    keys = {value: label_key(value) for value in values}
    numbers = {value: key for value, key in keys.items() if isinstance(key, Decimal)}
    if numbers:
        return _without_gap(numbers) if len(numbers) == len(keys) else ()
    words = {value: re.sub(r"[_\s-]+", " ", value.strip().casefold()) for value in values}
    for scale in _SCALES:
        if set(words.values()) <= set(scale):
            return tuple(sorted(values, key=lambda value: scale.index(words[value])))
    return _lettered(values) or _numbered(words)


def grades_from(grades: Sequence[str], first: str, column: str) -> tuple[str, ...]:
    """Return the grades from one on.

    Raises
    ------
    DataError
        Where there is no such grade, or it is the first: no case would be negative.
    """
    known = {label_key(grade): at for at, grade in enumerate(grades)}
    at = known.get(label_key(first))
    if not at:
        said = f"has no grade {first}" if at is None else f"from {first} on has no negative class"
        raise DataError(
            tr(
                "{column} {said}. Accepted: {values}, of the order {grades}.",
                column=column,
                said=said,
                values=all_of(grades[1:]),
                grades=" < ".join(grades),
            ),
            column=column,
        )
    return tuple(grades[at:])


def require_order(counts: Mapping[str, int], column: str) -> tuple[str, ...]:
    """Return the order of a column's values; raises DataError where none is known."""
    found = grade_order(counts)
    if not found:
        raise DataError(
            tr(
                "The values of {column} have no order that is known: {values}. Known are "
                "numbers without a gap, letters, and words such as none, mild, severe. Name "
                "one value with --positive and the others with --others negative.",
                column=column,
                values=all_of(list(counts)),
            ),
            column=column,
        )
    return found


def span(grades: Sequence[str], others: Sequence[str] = ()) -> str:
    """Return grades in words: D to G, where none of the `others` is between them.

    >>> span(["E", "D", "F", "G"], ["A", "C"]), span(["D", "F", "G"], ["E"]), span(["4", "5"])
    ('D to G', 'D or F or G', '4 or 5')
    """
    order = grade_order((*grades, *others))
    ordered = sorted(grades, key=order.index) if order else list(grades)
    at = order.index(ordered[0]) if order else 0
    if len(ordered) >= FEWEST and tuple(ordered) == order[at : at + len(ordered)]:
        return f"{ordered[0]} to {ordered[-1]}"
    return " or ".join(ordered)


def score_order(column: ColumnInfo, *, guessed: bool = False) -> tuple[str, ...]:
    """Return the order in which a column of text can be a score; nothing where it cannot.

    A column that is called a rating or the like may have words of its own. Where a guess will do
    these are in the order of the alphabet, until the user says another.
    """
    if column.kind is not Kind.TEXT or column.written.reason or column.text_cells:
        return ()  # some numbers among text are numbers, with faults
    values = list(merged_counts(column.counts))
    known = grade_order(values)
    named = FEWEST <= len(values) <= MOST and bool(_GRADED & set(name_words(column.name)))
    return known if known or not (guessed and named) else tuple(sorted(values, key=str.casefold))


def orders_said(orders: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """Say which numbers the grades of each score are.

    >>> orders_said({"rating": ["A", "B", "C"]})
    ('rating: the grades A < B < C are read as 1 to 3',)
    """
    return tuple(
        f"{column}: the grades {' < '.join(order)} are read as 1 to {len(order)}"
        for column, order in orders.items()
    )


def graded_table(source: Source, orders: Mapping[str, Sequence[str]]) -> Table:
    """Return the table of a source in which grades are the numbers 1, 2, ... of their order."""
    return GradedTable(source, orders) if orders else source.table


class GradedTable:
    """A table whose columns of grades are numbers: the place of each grade in its order, from 1.

    Parameters
    ----------
    source : Source
    orders : mapping of column to sequence of str
        The first grade first; a cell with another text is not a number.
    """

    def __init__(self, source: Source, orders: Mapping[str, Sequence[str]]) -> None:
        self._table = source.table
        self._places = {
            column: {label_key(grade): place for place, grade in enumerate(order, start=1)}
            for column, order in orders.items()
        }
        self._asked = {
            column: Matches(column, _spellings(source, column, order))
            for column, order in orders.items()
        }

    @property
    def comments(self) -> int:
        """Comment lines that were passed over in the latest pass."""
        return self._table.comments

    def counts(self, column: str, progress: Progress = NO_PROGRESS) -> dict[str, int]:
        """Count every value of a column."""
        return self._table.counts(column, progress)

    def with_formats(self, formats: Mapping[str, NumberFormat]) -> Table:
        """Return the table as it stands, with columns written in a way of their own."""
        return self._table.with_formats(formats)

    def read(self, requests: Sequence[Request], progress: Progress = NO_PROGRESS) -> Answer:
        """Read the columns asked for."""
        asked = [
            self._asked.get(one.column, one) if isinstance(one, Numbers) else one
            for one in requests
        ]
        answer = self._table.read(list(dict.fromkeys(asked)), progress)
        for request, made in zip(requests, asked, strict=True):
            if made is not request and isinstance(request, Numbers):
                self._grade(request, answer)
        return answer

    def _grade(self, request: Numbers, answer: Answer) -> None:
        column = request.column
        matches = self._asked[column]
        numbers = np.full(256, np.nan)
        for code, text in enumerate(matches.values, start=1):
            numbers[code] = self._places[column][label_key(text)]
        codes = answer.arrays[matches]
        answer.arrays[request] = np.take(numbers, codes)
        other = np.flatnonzero(codes == OTHER)
        if other.size and not request.text_as_missing:
            texts = self._table.read([Texts(column)]).arrays[Texts(column)]
            bad = BadCells()
            for row in other.tolist():
                bad.add(row, str(texts[row]))
            answer.bad[request] = bad


def _spellings(source: Source, column: str, order: Sequence[str]) -> tuple[str, ...]:
    """Return the texts of a column that are one of its grades; of a long file all rows are read."""
    counts = source.column(column).counts if source.complete else source.table.counts(column)
    grades = {label_key(grade) for grade in order}
    met = (text for text in counts if label_key(text) in grades)
    return tuple(dict.fromkeys((*order, *met)))[:MOST_CODED]


def _without_gap(numbers: Mapping[str, Decimal]) -> tuple[str, ...]:
    ordered = sorted(numbers, key=lambda value: numbers[value])
    whole = all(number == number.to_integral_value() for number in numbers.values())
    wide = numbers[ordered[-1]] - numbers[ordered[0]]
    return tuple(ordered) if whole and wide == len(ordered) - 1 else ()


def _lettered(values: Collection[str]) -> tuple[str, ...]:
    """Order letters, or the ratings of an agency, by the alphabet; + goes before -."""
    folded = {value: value.strip().casefold().replace("\u2212", "-") for value in values}
    if all(_LETTER.fullmatch(text) for text in folded.values()):
        return tuple(sorted(values, key=lambda value: _with_sign(folded[value])))
    if all(_RATING.fullmatch(text) for text in folded.values()):
        return tuple(sorted(values, key=lambda value: _rating(folded[value])))
    return ()


def _with_sign(text: str) -> tuple[str, int]:
    return text.rstrip("+-"), text.count("-") - text.count("+")


def _rating(text: str) -> tuple[str, int, int]:
    letters, sign = _with_sign(text)
    return letters[0], -len(letters), sign


def _numbered(words: Mapping[str, str]) -> tuple[str, ...]:
    """Order one word with several numbers: stage 1, stage 2."""
    found = {value: _NUMBERED.fullmatch(word) for value, word in words.items()}
    parts = {value: match.groups() for value, match in found.items() if match is not None}
    if len(parts) < len(words) or len({word for word, _ in parts.values()}) > 1:
        return ()
    return tuple(sorted(parts, key=lambda value: int(parts[value][1])))

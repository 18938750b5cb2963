"""Values that have an order, such as A to G, 1 to 5 or none, mild and severe."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING, Final

from costcurve_gui.dataio.errors import DataError, all_of
from costcurve_gui.dataio.roles.labels import label_key

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

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
            f"{column} {said}. Accepted: {all_of(grades[1:])}, of the order {' < '.join(grades)}.",
            column=column,
        )
    return tuple(grades[at:])


def require_order(counts: Mapping[str, int], column: str) -> tuple[str, ...]:
    """Return the order of a column's values; raises DataError where none is known."""
    found = grade_order(counts)
    if not found:
        raise DataError(
            f"The values of {column} have no order that is known: {all_of(list(counts))}. Known "
            "are numbers without a gap, letters, and words such as none, mild, severe. Name one "
            "value with --positive and the others with --others negative.",
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

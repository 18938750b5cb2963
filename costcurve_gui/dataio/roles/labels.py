"""Values of a class column: which texts are one value, and the class that each is given.

Every format and both readers hand over texts; here alone is said which of them mean the same.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from enum import StrEnum
from typing import TYPE_CHECKING, Final

import numpy as np

from costcurve_gui.dataio.cells import ABSENT, OTHER
from costcurve_gui.dataio.errors import DataError, all_of, listed
from costcurve_gui.dataio.expressions.errors import written
from costcurve_gui.dataio.roles.column_roles import cases_of, reads_as_number
from costcurve_gui.dataio.table import Matches
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from costcurve_gui.dataio.roles.column_roles import Roles
    from costcurve_gui.dataio.source import Source

Key = str | Decimal

MOST_CODED: Final = 250
"""Texts that are told apart in one pass; each row has one byte for it."""
_MOST_DIGITS: Final = 10_000
_MOST_NAMED: Final = 20
_NUMBER: Final = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,9})?", re.ASCII)
_TRUTH: Final = {"true": Decimal(1), "false": Decimal(0)}
_CHUNK: Final = 500_000  # rows between two chances for other threads


class LabelClass(StrEnum):
    """What becomes of the rows with a value."""

    POSITIVE = "positive"
    NEGATIVE = "negative"
    LEFT_OUT = "left out"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class LabelValue:
    """One value of a class column.

    Parameters
    ----------
    text : str
        Its most frequent spelling; empty for missing labels.
    count : int
        Rows with it, of those that the filter keeps.
    given : str
        A `LabelClass`, or the class's name where several classes are told apart.
    spellings : mapping of str to int
        Rows of every spelling.
    """

    text: str
    count: int
    given: str
    spellings: Mapping[str, int]


def label_key(text: str) -> Key:
    """Return what is the same for texts that are one value.

    These differ by case or surrounding space, or are the same number; true is 1 and false is 0.

    >>> label_key(" Bad") == label_key("bad"), label_key("TRUE") == label_key("1.0")
    (True, True)
    """
    folded = text.strip().casefold()
    if folded in _TRUTH:
        return _TRUTH[folded]
    if len(folded) < _MOST_DIGITS and _NUMBER.fullmatch(folded):
        try:
            return Decimal(folded)
        except InvalidOperation:
            return folded
    return folded


def spellings_by_value(counts: Mapping[str, int]) -> dict[str, dict[str, int]]:
    """Return the spellings of every value, by the most frequent one; frequent values first.

    >>> spellings_by_value({"0": 5, "1.0": 4, "1": 3})
    {'1.0': {'1.0': 4, '1': 3}, '0': {'0': 5}}
    """
    by_key: dict[Key, dict[str, int]] = {}
    for text, count in counts.items():
        by_key.setdefault(label_key(text), {})[text] = count
    values = {
        max(texts, key=lambda text: (texts[text], -len(text), text)): texts
        for texts in by_key.values()
    }
    return dict(sorted(values.items(), key=lambda item: (-sum(item[1].values()), item[0])))


def merged_counts(counts: Mapping[str, int]) -> dict[str, int]:
    """Count the values, each called by its most frequent spelling.

    >>> merged_counts({"bad": 2, "good": 3, "Bad": 1})
    {'bad': 3, 'good': 3}
    """
    return {value: sum(texts.values()) for value, texts in spellings_by_value(counts).items()}


def one_spelling(texts: Sequence[str]) -> list[str]:
    """Return every text as its value is spelt most often.

    >>> one_spelling(["bad", "Bad ", "bad"])
    ['bad', 'bad', 'bad']
    """
    values = spellings_by_value(Counter(texts))
    spelling = {text: value for value, spelled in values.items() for text in spelled}
    return [spelling[text] for text in texts]


def described(label: str, values: Sequence[LabelValue]) -> str:
    """Return in words how often every value was met and which class it was given."""
    named = [_described_value(value) for value in values]
    return f"{label}: {listed(named, _MOST_NAMED, '; ')}"


def _described_value(value: LabelValue) -> str:
    if value.given == LabelClass.MISSING:
        return f"{value.count} without a value (empty, NULL, NA, NaN or ?) left out"
    numbered = reads_as_number(value.text)
    between = " in " if numbered else " "
    variants = [f"{text}{between}{count}" for text, count in value.spellings.items()]
    written_so = f" (written {listed(variants)})" if len(variants) > 1 else ""
    counted = cases_of(str(value.count), value.text) if numbered else f"{value.text} {value.count}"
    return f"{counted} {value.given}{written_so}"


def written_as(given: str, known: Collection[str]) -> str:
    """Return the known text that is the same value; empty where there is none.

    >>> written_as("1", ["0.0", "1.0"])
    '1.0'
    """
    if given in known:
        return given
    key = label_key(given)
    return next((value for value in known if label_key(value) == key), "")


class LabelReading:
    """Asks a table for the class of every row, and counts the values that were met.

    Parameters
    ----------
    source : Source
    roles : Roles
        The label; the positive value, or all `classes`; what becomes of the other values.
    texts : iterable of str
        Texts of the column that are known of.
    """

    def __init__(self, source: Source, roles: Roles, texts: Iterable[str]) -> None:
        self._source, self._roles = source, roles
        classes = [label_key(name) for name in roles.classes or (roles.positive,)]
        self._class_of = {key: code for code, key in enumerate(classes, start=1)}
        if not roles.classes:
            self._class_of |= dict.fromkeys(map(label_key, roles.also_positive), 1)
        self._left_out = {label_key(value) for value in roles.left_out}
        self._negatives = {label_key(value) for value in roles.negatives}
        # What has a class of its own comes first: it may not be among those not told apart.
        named = sorted(dict.fromkeys(texts), key=lambda text: not self._is_named(label_key(text)))
        self.complete = len(named) <= MOST_CODED
        self.request = Matches(roles.label, tuple(named[:MOST_CODED]))

    @classmethod
    def of(cls, source: Source, roles: Roles) -> LabelReading:
        """Ask for the values that are known before the file is read."""
        return cls(source, roles, source.column(roles.label).counts)

    def _is_named(self, key: Key) -> bool:
        return key in self._class_of or key in self._left_out or key in self._negatives

    def code_of(self, value: str) -> int:
        """Return the code of a class."""
        return self._class_of[label_key(value)]

    def codes(self, texts: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return 1 + the position of each row's class, `OTHER`, or `ABSENT` where left out.

        Parameters
        ----------
        texts : ndarray of uint8
            The answer to `request`.
        """
        table = np.full(256, OTHER, dtype=np.uint8)
        table[ABSENT] = ABSENT
        for position, text in enumerate(self.request.values, start=1):
            key = label_key(text)
            left_out = key in self._left_out
            table[position] = ABSENT if left_out else self._class_of.get(key, OTHER)
        return np.take(table, texts)

    def values(
        self, texts: NDArray[np.uint8], keep: NDArray[np.bool_] | None
    ) -> tuple[LabelValue, ...]:
        """Count the values in the rows to keep, each with the class it is given.

        Raises
        ------
        DataError
            Where a value has no class.
        """
        met = _counted(texts, keep)
        names = self.request.values
        counts = {name: met[code] for code, name in enumerate(names, start=1) if met[code]}
        by_value = spellings_by_value(counts)
        undecided = [value for value in by_value if not self._is_named(label_key(value))]
        if not self._roles.classes and (len(undecided) + bool(met[OTHER]) > 1 or self._settled):
            self._refuse_undecided(by_value, undecided, met[OTHER])
        values = [
            LabelValue(text, sum(spelled.values()), self._given(text), spelled)
            for text, spelled in by_value.items()
        ]
        if met[OTHER]:
            values.append(LabelValue("(others)", met[OTHER], LabelClass.NEGATIVE, {}))
        if met[ABSENT]:
            values.append(LabelValue("", met[ABSENT], LabelClass.MISSING, {}))
        return tuple(values)

    @property
    def _settled(self) -> bool:
        """Whether the negative values were chosen one by one."""
        return bool(self._negatives) and not self._roles.others_negative

    def _given(self, text: str) -> str:
        key = label_key(text)
        if key in self._left_out:
            return LabelClass.LEFT_OUT
        if key not in self._class_of:
            return LabelClass.NEGATIVE
        classes = self._roles.classes
        return classes[self._class_of[key] - 1] if classes else LabelClass.POSITIVE

    def _refuse_undecided(
        self, by_value: Mapping[str, Mapping[str, int]], undecided: Sequence[str], more: int
    ) -> None:
        if self._roles.others_negative or not (undecided or more):
            return
        label = self._roles.label
        named = [f"{value} ({sum(by_value[value].values())})" for value in by_value]
        named += [f"others ({more})"] * bool(more)
        rarest = (list(undecided) or [""])[-1]
        example = f"{written(label)} != {_quoted(rarest)}"
        raise DataError(
            tr(
                "{label} has more than two values: {values}. Take all but {positive} as "
                "negative (--others negative), or leave rows out (--where '{example}').",
                label=label,
                values=all_of(named),
                positive=self._roles.positive,
                example=example,
            ),
            column=label,
        )


def _quoted(text: str) -> str:
    return f"'{text}'" if '"' in text else f'"{text}"'


def _counted(codes: NDArray[np.uint8], keep: NDArray[np.bool_] | None) -> list[int]:
    total = np.zeros(256, dtype=np.int64)
    for start in range(0, codes.size, _CHUNK):
        part = codes[start : start + _CHUNK]
        if keep is not None:
            part = part[keep[start : start + _CHUNK]]
        total += np.bincount(part, minlength=256)
    return [int(count) for count in total]

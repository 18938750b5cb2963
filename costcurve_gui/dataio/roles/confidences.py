"""Probabilities of the class that was decided, which become those of the positive class.

Where the decision stands beside it, such a confidence c is the probability c of a positive, or
1 - c of a negative.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from costcurve_gui.dataio.cells import ABSENT, OTHER
from costcurve_gui.dataio.errors import DataError, all_of, one_of
from costcurve_gui.dataio.roles.column_names import name_words
from costcurve_gui.dataio.roles.labels import label_key, merged_counts
from costcurve_gui.dataio.roles.tool_names import CONFIDENCE, FileNames
from costcurve_gui.dataio.table import Answer, Matches, Numbers
from costcurve_gui.engine.progress import NO_PROGRESS, Progress

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from costcurve_gui.dataio.columns import ColumnInfo
    from costcurve_gui.dataio.number_formats import NumberFormat
    from costcurve_gui.dataio.roles.column_roles import Roles
    from costcurve_gui.dataio.roles.labels import Key
    from costcurve_gui.dataio.source import Source
    from costcurve_gui.dataio.table import Request, Table

_PREDICTION_WORDS: Final = frozenset({
    "pred", "predicted", "prediction", "predict", "decision", "decided", "yhat", "classification",
})  # fmt: skip
_DECISION_WORDS: Final = _PREDICTION_WORDS | {"label", "class", "hat", "output", "call"}
_MOST_CLASSES: Final = 20
_CONFIDENCE_WORDS: Final = frozenset({"confidence", "confidences", "conf", "certainty"})
_PREFIXES: Final = ("LABEL_", "class_")
_HALF: Final = 0.5


@dataclass(frozen=True, slots=True)
class Confidence:
    """A column of confidences: where the decisions are, and which of them are positive.

    Attributes
    ----------
    decision : str
        The column of decisions.
    positives, negatives : tuple of str
        Its values that are the positive class, and the negative one.
    whole : float
        What stands for certainty: 1, or 100 of percent.
    """

    decision: str
    positives: tuple[str, ...]
    negatives: tuple[str, ...]
    whole: float = 1.0

    @property
    def request(self) -> Matches:
        """What asks a table for the decisions."""
        return Matches(self.decision, (*self.positives, *self.negatives))

    def probability(
        self, confidence: NDArray[np.float64], codes: NDArray[Any]
    ) -> NDArray[np.float64]:
        """Return the probability of a positive; NaN where nothing was decided."""
        positive = codes <= len(self.positives)
        found = np.where(positive, confidence, self.whole - confidence)
        found[(codes == ABSENT) | (codes == OTHER)] = np.nan
        return found

    def described(self, column: str) -> str:
        """Say how the column is read."""
        return (
            f"{column} is the probability of the class in {self.decision}: read as "
            f"{self._turned(column)} where that is {all_of(self.negatives)}"
        )

    def in_short(self, column: str) -> str:
        """Say the same beside the column."""
        return f"{self._turned(column)} where {self.decision} is {all_of(self.negatives)}"

    def _turned(self, column: str) -> str:
        return f"{self.whole:g} \N{MINUS SIGN} {column}"


def confidences_in(source: Source, roles: Roles) -> dict[str, Confidence]:
    """Return the scores that are confidences in a decision beside them, by what they hold.

    By name alone where the column is called a confidence; any other one is never below a half, and
    its decisions follow no threshold of it.

    Raises
    ------
    DataError
        Where such a score is for one of more than two classes: then nothing tells that of one.
    """
    names = FileNames(source.columns)
    found = {}
    for name in roles.scores:
        column = source.column(name)
        if name in roles.orders or not _may_be_confidence(column, names):
            continue
        confidence = _of_decisions(source, column, roles, names)
        if confidence is not None and _is_confidence(source, column, confidence, names):
            found[name] = confidence
    return found


def has_decisions(source: Source, name: str, label: str) -> bool:
    """Whether a column of confidences has one of decisions between two classes beside it."""
    names = FileNames(source.columns)
    keys = _keys(source, label) if label else set()
    decisions = _decisions(source, source.column(name), label, keys, names)
    return len(keys) == 2 and len(decisions) == 1


def _may_be_confidence(column: ColumnInfo, names: FileNames) -> bool:
    low, high = column.minimum, column.maximum
    if low is None or high is None or not column.kind.is_numeric:
        return False
    if names.is_confidence(column):
        return low >= 0 and high <= 1
    whole = 100.0 if high > 1 and _is_named(column, names) else 1.0
    return low >= _HALF * whole and high <= whole


def _is_named(column: ColumnInfo, names: FileNames) -> bool:
    words = set(name_words(column.name))
    return names.is_confidence(column) or bool(words & _CONFIDENCE_WORDS)


def _of_decisions(
    source: Source, column: ColumnInfo, roles: Roles, names: FileNames
) -> Confidence | None:
    keys = _keys(source, roles.label)
    if names.names_class(column.name, [str(key) for key in keys]):
        return None
    decisions = _decisions(source, column, roles.label, keys, names)
    if len(decisions) != 1:
        _refuse_without_decision(source, column, roles, decisions)
        return None
    if len(keys) != 2:
        if not _is_named(column, names):
            return None
        raise DataError(
            f"{column.name} is {CONFIDENCE}, by {decisions[0]}, and {roles.label} has "
            f"{len(keys)} classes; write out the probability of {roles.positive}.",
            file=source.name,
            column=column.name,
        )
    positive = {label_key(value) for value in roles.all_positive}
    texts = tuple(source.column(decisions[0]).counts)
    return Confidence(
        decisions[0],
        tuple(text for text in texts if _key(text, keys) in positive),
        tuple(text for text in texts if _key(text, keys) not in positive),
        100.0 if (column.maximum or 0.0) > 1 else 1.0,
    )


def _refuse_without_decision(
    source: Source, column: ColumnInfo, roles: Roles, decisions: Sequence[str]
) -> None:
    """Refuse a column called a confidence beside decisions that do not tell of which class."""
    if not set(name_words(column.name)) & _CONFIDENCE_WORDS:
        return
    others = [one for one in source.columns if one.name != roles.label]
    unclear = [
        f"{one.name} has {all_of(list(one.counts))}, no class of {roles.label}"
        for one in others
        if _PREDICTION_WORDS & set(name_words(one.name)) and 1 < one.distinct <= _MOST_CLASSES
    ]
    why = f"it may go with {one_of(decisions)}" if decisions else next(iter(unclear), "")
    if why:
        raise DataError(
            f"{column.name} seems to be {CONFIDENCE}, and {why}. Write out the probability of "
            f"{roles.positive}, or choose scores without {column.name} (--scores).",
            file=source.name,
            column=column.name,
        )


def _keys(source: Source, label: str) -> set[Key]:
    return {label_key(value) for value in merged_counts(source.column(label).counts)}


def _key(text: str, keys: Iterable[Key]) -> Key | None:
    """Return the class that a decision is: 1 of LABEL_1, where the classes are 0 and 1."""
    plain = (text, *(text.removeprefix(prefix) for prefix in _PREFIXES))
    return next((label_key(one) for one in plain if label_key(one) in keys), None)


def _decisions(
    source: Source, column: ColumnInfo, label: str, keys: set[Key], names: FileNames
) -> list[str]:
    """Return the columns of decisions that go with a confidence: those most like it in name."""
    words = set(name_words(column.name))
    found: dict[str, int] = {}
    for other in source.columns:
        own = set(name_words(other.name))
        if other.name in (label, column.name) or not other.counts:
            continue
        called = names.is_decision(other) or own & _DECISION_WORDS
        if called and all(_key(text, keys) is not None for text in other.counts):
            found[other.name] = len(own & words)
    nearest = max(found.values(), default=0)
    return [name for name, alike in found.items() if alike == nearest]


def _is_confidence(
    source: Source, column: ColumnInfo, confidence: Confidence, names: FileNames
) -> bool:
    """Whether all values are those of a confidence, and no threshold explains the decisions."""
    if names.is_confidence(column):
        return True
    numbers = Numbers(column.name, text_as_missing=True)
    answer = source.table.read([numbers, confidence.request])
    values, codes = answer.arrays[numbers], answer.arrays[confidence.request]
    known = ~np.isnan(values) & (codes != ABSENT) & (codes != OTHER)
    if not known.any() or values[known].min() < _HALF * confidence.whole:
        return False
    if _is_named(column, names):
        return True
    positive = known & (codes <= len(confidence.positives))
    negative = known & ~positive
    if not positive.any() or not negative.any():
        return False
    apart = values[positive].min() > values[negative].max()
    return not (apart or values[positive].max() < values[negative].min())


def converted(
    confidences: Mapping[str, Confidence],
    column: str,
    values: NDArray[np.float64],
    arrays: Mapping[Any, NDArray[Any]],
) -> NDArray[np.float64]:
    """Return the scores of a column: probabilities of a positive where they are confidences."""
    if column not in confidences:
        return values
    one = confidences[column]
    return one.probability(values, arrays[one.request])


def by_decision(source: Source, confidences: Mapping[str, Confidence]) -> Source:
    """Return a file in which confidences are numbers as they are read by the decisions.

    Raises
    ------
    DataError
        Where a column of decisions is missing.
    """
    if not confidences or isinstance(source.table, _ByDecision):
        return source
    known = [column.name for column in source.columns]
    for column, one in confidences.items():
        if one.decision not in known:
            raise DataError(
                f'No column "{one.decision}": {column} is {CONFIDENCE}, which it tells. '
                f"There are {all_of(known)}.",
                file=source.name,
                column=one.decision,
            )
    return replace(source, table=_ByDecision(source.table, confidences))


class _ByDecision:
    """A table whose confidences are probabilities of a positive."""

    def __init__(self, table: Table, confidences: Mapping[str, Confidence]) -> None:
        self._table, self._confidences = table, confidences

    @property
    def comments(self) -> int:
        """Comment lines that were passed over in the latest pass."""
        return self._table.comments

    def counts(self, column: str, progress: Progress = NO_PROGRESS) -> dict[str, int]:
        """Count every value of a column as it stands."""
        return self._table.counts(column, progress)

    def with_formats(self, formats: Mapping[str, NumberFormat]) -> Table:
        """Return the same table with columns whose numbers are written in a way of their own."""
        return _ByDecision(self._table.with_formats(formats), self._confidences)

    def read(self, requests: Sequence[Request], progress: Progress = NO_PROGRESS) -> Answer:
        """Read the columns asked for."""
        decisions = [one.request for one in self._confidences.values()]
        answer = self._table.read(list(dict.fromkeys([*requests, *decisions])), progress)
        for request in requests:
            if isinstance(request, Numbers):
                values = answer.arrays[request]
                answer.arrays[request] = converted(
                    self._confidences, request.column, values, answer.arrays
                )
        return answer

"""Propose what two classes are called whose values say nothing by themselves, such as 1 and 0."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from costcurve_gui.dataio.roles.column_names import name_words
from costcurve_gui.dataio.roles.labels import label_key, merged_counts

if TYPE_CHECKING:
    from collections.abc import Iterable

    from costcurve_gui.dataio.columns import ColumnInfo

_YES: Final = frozenset(map(label_key, ("1", "yes", "y", "t", "j", "ja", "oui", "si", "s\u00ed")))
_NO: Final = frozenset(map(label_key, ("0", "-1", "no", "n", "f", "nein", "non")))
_FILLERS: Final = frozenset({"is", "has", "was", "had", "did", "flag", "ind", "indicator", "yn"})
_SAY_NOTHING: Final = frozenset(
    {
        *("label", "labels", "target", "class", "true", "truth", "actual", "outcome", "result"),
        *("response", "ground", "gold", "reference", "status", "value", "group", "positive"),
        *("negative", "good", "bad", "test", "obs", "observed", "event", "dependent", "variable"),
        *("binary", "code", "type", "category", "number", "no", "yes", "output", "decision"),
    }
)
_SHORTEST, _MOST_WORDS = 4, 3
_ADJECTIVES: Final = frozenset(
    {"dead", "alive", "sick", "ill", "late", "insolvent", "bankrupt", "delinquent", "fraudulent"}
    | {"malignant", "benign", "diabetic", "defective", "faulty", "overdue", "pregnant"}
)


def proposed_names(columns: Iterable[ColumnInfo]) -> dict[tuple[str, str], str]:
    """Return names for the two values of columns that are yes and no, by column and value.

    The name of the column says what yes means; one such as `label` says nothing, and values such
    as good and bad are names themselves.
    """
    found: dict[tuple[str, str], str] = {}
    for column in columns:
        values = {label_key(value): value for value in merged_counts(column.counts)}
        yes, no = values.keys() & _YES, values.keys() & _NO
        subject = _subject(column.name)
        if subject and len(values) == 2 and len(yes) == len(no) == 1:
            found[column.name, values[next(iter(yes))]] = subject
            found[column.name, values[next(iter(no))]] = without(subject)
    return found


def without(subject: str) -> str:
    """Return the name of the class that is the contrary of another.

    >>> without("default"), without("churned")
    ('no default', 'not churned')
    """
    last = subject.rpartition(" ")[2]
    describes = last in _ADJECTIVES or (last.endswith("ed") and not last.endswith("eed"))
    return f"{'not' if describes else 'no'} {subject}"


def _subject(name: str) -> str:
    """Return what a column is about: default of `is_default`; nothing of `label` or `y2`."""
    words = [word for word in name_words(name) if word not in _FILLERS]
    plain = all(word.isalpha() for word in words) and len(words) <= _MOST_WORDS
    if not words or not plain or _SAY_NOTHING & set(words):
        return ""
    return " ".join(words) if len(words[-1]) >= _SHORTEST else ""

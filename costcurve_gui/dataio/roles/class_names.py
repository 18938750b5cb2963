"""What two classes are called whose values say nothing, and which columns are named by classes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from costcurve_gui.dataio.roles.column_names import name_words
from costcurve_gui.dataio.roles.labels import label_key, merged_counts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

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


_OPPOSITES: Final = (
    *(("1", "0"), ("1", "-1"), ("yes", "no"), ("true", "false"), ("positive", "negative")),
    *(("pos", "neg"), ("y", "n"), ("t", "f")),
)


def columns_by_class(names: Sequence[str], classes: Sequence[str]) -> dict[str, str]:
    """Return the column of every class where the names are those of the classes in one pattern.

    Classes such as 1 and 0 go by yes and no too, and by any other pair of these. Nothing is
    returned where one column is not named so, or the names can be read in two ways.

    >>> columns_by_class(["P (y=good)", "P (y=bad)"], ["bad", "good"])
    {'bad': 'P (y=bad)', 'good': 'P (y=good)'}
    >>> columns_by_class(["no", "yes"], ["0", "1"]), columns_by_class(["a", "b"], ["0", "1"])
    ({'0': 'no', '1': 'yes'}, {})
    """
    readings = [
        {cls: by_word[word] for cls, word in zip(classes, words, strict=True)}
        for words in _spellings(classes)
        for by_word in _in_pattern(names, words)
    ]
    one = readings and all(reading == readings[0] for reading in readings)
    return readings[0] if one else {}


def _spellings(classes: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield the words that columns may call the classes by, in their order."""
    yield tuple(classes)
    keys = [label_key(text) for text in classes]
    pairs = [(label_key(one), label_key(other)) for one, other in _OPPOSITES]
    if tuple(keys) in pairs:
        yield from _OPPOSITES
    elif tuple(reversed(keys)) in pairs:
        yield from (pair[::-1] for pair in _OPPOSITES)


def _in_pattern(names: Sequence[str], words: Sequence[str]) -> Iterator[dict[str, str]]:
    """Yield the column of each word, where all names are one of them between the same texts."""
    exact = {label_key(name): name for name in names}
    if exact.keys() == {label_key(word) for word in words}:
        yield {word: exact[label_key(word)] for word in words}
        return
    found: dict[tuple[str, str], dict[str, str]] = {}
    for name in names:
        for word in words:
            for start, end in _around(name.casefold(), word.casefold()):
                found.setdefault((start, end), {})[word] = name
    for by_word in found.values():
        if by_word.keys() == set(words) and set(by_word.values()) == set(names):
            yield by_word


def _around(name: str, word: str) -> Iterator[tuple[str, str]]:
    """Yield what stands before and behind a word in a name; a single letter stands by itself."""
    place = name.find(word)
    while place >= 0:
        start, end = name[:place], name[place + len(word) :]
        beside = (start[-1:] + end[:1]) if word.isalpha() and len(word) == 1 else ""
        if not any(map(str.isalnum, beside)):
            yield start, end
        place = name.find(word, place + 1)


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

"""Scores that are grades, such as a rating A to G, in a policy: their order, and code about them.

Thresholds of such a policy are places in the order, from 1. A text is a grade whatever its case and
the space around it; a text that is none leaves the decision open, as a missing score does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.dataio.formats.duckdb_connection import quoted
from costcurve_gui.dataio.roles.grades import graded_table
from costcurve_gui.dataio.roles.labels import label_key
from costcurve_gui.policies.rule import reaches
from costcurve_gui.policies.saved import spelled

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from costcurve_gui.dataio.source import Source
    from costcurve_gui.dataio.table import Table
    from costcurve_gui.policies.saved import SavedPolicy, Threshold

UNUSED = ("", "zz", "?", "*", "1", "a b", "'", '"', "\\", "{}")
"""Texts that are hardly a grade, for trying out code."""


def table_of_scores(source: Source, column: str, grades: Sequence[str]) -> Table:
    """Return the table of a file in which a score of grades is a number."""
    return graded_table(source, {column: grades} if grades else {})


def places_of(grades: Sequence[str], texts: Iterable[object]) -> NDArray[np.float64]:
    """Return the place of each text in the order of grades, NaN of any other.

    >>> places_of(["A", "B", "C"], [" b", "D", None, "C"]).tolist()
    [2.0, nan, nan, 3.0]
    """
    places: dict[Any, float] = {label_key(one): at for at, one in enumerate(grades, start=1)}
    keys = (label_key(one) if isinstance(one, str) else None for one in texts)
    return np.array([places.get(key, np.nan) for key in keys])


def texts_of(grades: Sequence[str], places: NDArray[np.float64]) -> list[str]:
    """Return the grade of each place, an empty text where it is NaN."""
    known = np.nan_to_num(places).astype(np.int64).tolist()
    return [grades[place - 1] if place else "" for place in known]


def acted_on(policy: SavedPolicy, threshold: Threshold | None) -> tuple[str, ...]:
    """Return the grades that reach a threshold."""
    places = np.arange(1.0, len(policy.grades) + 1)
    reached = reaches(places, threshold, lower=policy.lower_is_positive)
    return tuple(one for one, hit in zip(policy.grades, reached.tolist(), strict=True) if hit)


def score_text(policy: SavedPolicy, score: float) -> str:
    """Return a score as people read it: the grade, where scores are grades.

    A threshold lies on a grade; inf and the like are spelled out.
    """
    whole = score == round(score) if np.isfinite(score) else False
    if whole and 1 <= score <= len(policy.grades):
        return policy.grades[round(score) - 1]
    return spelled(score)


def reaching_grades(policy: SavedPolicy, threshold: Threshold | None) -> str:
    """Return which grades reach a threshold, in words."""
    found = acted_on(policy, threshold)
    if len(found) == 1:
        return found[0]
    return f"one of {', '.join(found)}" if found else "none of the grades"


def key_in_sql(column: str) -> str:
    """Return what grades are compared by: without the space around it, in lower case."""
    return f"lower(trim({column}))"


def is_one_in_sql(key: str, grades: Iterable[str]) -> str:
    """Return what tells in SQL whether a key is one of some grades; nothing where there are none.

    Databases differ in what they make lower case: each spelling is listed.
    """
    spellings = dict.fromkeys(one for grade in grades for one in _lowered(grade))
    return f"{key} IN ({', '.join(map(quoted, spellings))})" if spellings else ""


def number_in_sql(column: str, grades: Sequence[str]) -> str:
    """Return the place of a grade in SQL, NULL of any other text."""
    key = key_in_sql(column)
    places = " ".join(
        f"WHEN {is_one_in_sql(key, [grade])} THEN {place}"
        for place, grade in enumerate(grades, start=1)
    )
    return f"CAST(CASE {places} END AS DOUBLE PRECISION)"


def _lowered(grade: str) -> tuple[str, ...]:
    """Return how databases write a grade in lower case; SQLite knows no letter beyond ASCII."""
    text = grade.strip()
    plain = str.maketrans({chr(one): chr(one + 32) for one in range(65, 91)})
    written = (text.casefold(), text.lower(), text.translate(plain), text.upper().translate(plain))
    return tuple(dict.fromkeys(written))


def lines_in_python(grades: Sequence[str]) -> list[str]:
    """Return the lines of a function that put the place of a grade for its text."""
    if not grades:
        return []
    places: Mapping[str, int] = {one.strip().casefold(): at for at, one in enumerate(grades, 1)}
    return [
        f"    places = {places!r}",
        "    score = places.get(score.strip().casefold()) if isinstance(score, str) else None",
    ]


def is_one_in_excel(cell: str, grades: Iterable[str], part: str) -> str:
    """Return what tells in a spreadsheet whether a cell is one of some grades."""
    texts = dict.fromkeys(text for grade in grades for text in _lowered(grade)[:2])
    parts = ('LOWER(TRIM({}))="{}"'.format(cell, text.replace('"', '""')) for text in texts)
    return f"OR({part.join(parts)})"


def awkward_texts(grades: Sequence[str]) -> list[str | None]:
    """Return texts that code gets wrong easily: in another case, with space, unknown, missing."""
    ways = [way for one in grades for way in (one, one.upper(), one.lower(), f"  {one} ")]
    return [*ways, *UNUSED, None]

"""Run the code of a policy on rows, and compare with what the policy decides."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.policies.grades import awkward_texts, places_of, texts_of
from costcurve_gui.policies.rule import ACT, LEAVE, REFER, decide, draws
from costcurve_gui.policies.saved import NOBODY

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from costcurve_gui.engine.progress import Progress
    from costcurve_gui.policies.saved import SavedPolicy

MOST_ROWS = 200_000
"""Rows of a sample that code is run on; of larger samples the first ones."""
_NEAR = (1, 2, 3)  # floats on either side of a threshold
_ODD = (
    *(math.nan, math.inf, -math.inf, 0.0, -0.0, 1.0, -1.0, 0.5, 1e15, -1e15, 1e-15),
    *(1.7976931348623157e308, -1.7976931348623157e308, 5e-324, -5e-324, 2.2250738585072014e-308),
)


@dataclass(frozen=True, slots=True)
class CodeCheck:
    """What was run, on how many rows of the sample and awkward ones, and who disagreed.

    `differing` has for each language the first score, or grade, that it decides otherwise; empty
    where all agree.
    """

    languages: tuple[str, ...]
    rows: int
    of: int
    awkward: int
    differing: Mapping[str, object]


def awkward_scores(policy: SavedPolicy) -> list[float]:
    """Return scores that code gets wrong easily: missing, infinite, huge, next to a threshold."""
    found = list(_ODD)
    for one in (policy.threshold, policy.threshold_2, policy.threshold_review):
        if one is None or one == NOBODY or not math.isfinite(float(one)):
            continue
        value = float(one)
        found += [value, round(value, 15), round(value, 6)]
        for direction in (math.inf, -math.inf):
            near = value
            for _ in _NEAR:
                near = math.nextafter(near, direction)
                found.append(near)
        found += [value * (1 + sign * size) for size in (1e-15, 1e-12, 1e-9) for sign in (1, -1)]
    return found


def run_code(
    policy: SavedPolicy,
    texts: Mapping[str, str],
    names: Sequence[str],
    scores: NDArray[np.float64],
    *,
    progress: Progress,
) -> CodeCheck:
    """Run Python and SQL, as far as given and as this program can, and compare row by row.

    Parameters
    ----------
    texts : mapping
        The code by language: "python" is executed, "sql" by DuckDB where no lot is drawn.
    names : sequence of str
        What the code gives for act, leave and refer; 1, 0 and 2 without.
    scores : ndarray of float64, shape (n,)
        Those of the sample, as in the file.
    """
    awkward = awkward_texts(policy.grades) if policy.grades else awkward_scores(policy)
    tried, given = _tried(policy, scores[:MOST_ROWS], awkward)
    keys = [str(row) for row in range(1, tried.size + 1)]
    drawn = draws(policy.seed, keys) if policy.is_mixture else None
    words = dict(zip((ACT, LEAVE, REFER), names or (1, 0, 2), strict=False))
    expected = [words.get(one) for one in decide(policy, tried, drawn).tolist()]
    found: dict[str, list[Any]] = {}
    if "python" in texts:
        progress.advance(0, 2, "Python")
        found["Python"] = _in_python(texts["python"], given.tolist(), keys)
    if "sql" in texts and not policy.is_mixture:
        progress.advance(1, 2, "SQL")
        found["SQL (DuckDB)"] = _in_duckdb(policy, texts["sql"], given)
    differing = {
        language: score
        for language, decided in found.items()
        for score in _first_difference(given.tolist(), expected, decided)
    }
    rows = min(scores.size, MOST_ROWS)
    return CodeCheck(tuple(found), rows, scores.size, len(awkward), differing)


def _tried(
    policy: SavedPolicy, scores: NDArray[np.float64], awkward: Sequence[Any]
) -> tuple[NDArray[np.float64], NDArray[Any]]:
    """Return scores as the rule takes them, and as the code does: grades are texts there."""
    if not policy.grades:
        found = np.concatenate([scores, awkward])
        return found, found
    texts = [*texts_of(policy.grades, scores), *awkward]
    return places_of(policy.grades, texts), np.array(texts, dtype=object)


def _first_difference(scores: list[Any], expected: list[Any], decided: list[Any]) -> list[Any]:
    rows = zip(scores, expected, decided, strict=True)
    return [score for score, one, other in rows if one != other][:1]


def _in_python(code: str, scores: list[Any], keys: Sequence[str]) -> list[Any]:
    """Execute the function that was printed; the text is this program's own."""
    space: dict[str, Any] = {}
    exec(compile(code, "rule", "exec"), space)  # noqa: S102 (what the user is about to copy)
    function = space["decide"]
    return [function(score, key) for score, key in zip(scores, keys, strict=True)]


def _in_duckdb(policy: SavedPolicy, code: str, scores: NDArray[Any]) -> list[Any]:
    """Evaluate the expression by the DuckDB that reads the files."""
    import duckdb  # a large library, for who copies code

    with duckdb.connect() as base:
        rows = {"n": np.arange(scores.size), policy.column: scores}
        base.register("t", rows)
        query = f"SELECT {code} FROM t ORDER BY n"  # noqa: S608 (the text is this program's own)
        return [row[0] for row in base.execute(query).fetchall()]

"""What the data file of a project held when it was saved, to say later what changed about it."""

from __future__ import annotations

from dataclasses import dataclass
from math import isinf
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class ScoreRange:
    """The scores of a model as they stand in the file: lowest, highest, and rows without one."""

    low: float
    high: float
    missing: int = 0


@dataclass(frozen=True, slots=True)
class DataContents:
    """Cases of each class, by weight where there are weights; scores by the column of a model.

    Counts have no scores.
    """

    labels: Mapping[str, float]
    scores: Mapping[str, ScoreRange]


def contents_to_json(contents: DataContents | None) -> dict[str, Any] | None:
    """Return the entry of a project; None where it is not known what the file held.

    >>> contents_to_json(DataContents({"bad": 3.0}, {}))
    {'labels': [{'label': 'bad', 'cases': 3.0}], 'scores': []}
    """
    if contents is None:
        return None
    return {
        "labels": [{"label": one, "cases": cases} for one, cases in contents.labels.items()],
        "scores": [
            {
                "column": column,
                "low": _number_to_json(found.low),
                "high": _number_to_json(found.high),
                "missing": found.missing,
            }
            for column, found in contents.scores.items()
        ],
    }


def contents_from_json(entry: Mapping[str, Any] | None) -> DataContents | None:
    """Return what the entry of a project says, which the schema has checked."""
    if entry is None:
        return None
    return DataContents(
        {one["label"]: float(one["cases"]) for one in entry["labels"]},
        {
            one["column"]: ScoreRange(float(one["low"]), float(one["high"]), int(one["missing"]))
            for one in entry["scores"]
        },
    )


def _number_to_json(value: float) -> float | str:
    """Return a score as JSON has it, which knows no infinity.

    >>> _number_to_json(0.5), _number_to_json(float("-inf"))
    (0.5, '-inf')
    """
    if not isinf(value):
        return value
    return "inf" if value > 0 else "-inf"


def without_contents(content: dict[str, Any]) -> dict[str, Any]:
    """Return a project of version 1 as one of version 2, which says what the file held.

    Where that is not known it is null; the next save fills it in.
    """
    return {**content, "version": 2, "data": {**content["data"], "contents": None}}

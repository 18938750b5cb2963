"""A column that cuts the cases into segments, and terms of segments that differ from the rest."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.dataio.cells import ABSENT
from costcurve_gui.dataio.columns import Kind
from costcurve_gui.dataio.errors import DataError, all_of, one_of, plural
from costcurve_gui.dataio.json_files import CELLS, read_json
from costcurve_gui.dataio.roles.choice import unknown_column
from costcurve_gui.dataio.row_columns import natural_order, sealed
from costcurve_gui.dataio.table import Matches
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.segments.curves import NO_LIMITS, OwnLimits
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from numpy.typing import NDArray

    from costcurve_gui.dataio.columns import ColumnInfo
    from costcurve_gui.dataio.dataset import Dataset
    from costcurve_gui.dataio.source import Source

MOST_SEGMENTS = 50
NO_VALUE = "(none)"
"""The segment of the cases that have no value in the column."""
LIMITS = tuple(one.name for one in fields(OwnLimits))
_TERMS = ("prior", *CELLS, *LIMITS)


@dataclass(frozen=True, slots=True)
class SegmentTerms:
    """What differs in one segment: its prior, cells of the payoff matrix, bounds of its own."""

    prior: float | None = None
    cells: Mapping[str, str] = field(default_factory=dict)
    limits: OwnLimits = NO_LIMITS


@dataclass(frozen=True, slots=True, eq=False)
class SegmentColumn:
    """The segment of every case.

    Attributes
    ----------
    name : str
        The column.
    values : tuple of str
        Its values among the cases, in natural order; `NO_VALUE` last where cases have none.
    codes : ndarray of int64
        Position of each case's segment in `values`.
    """

    name: str
    values: tuple[str, ...]
    codes: NDArray[np.int64]


def segment_columns(columns: Iterable[ColumnInfo], used: Collection[str]) -> tuple[str, ...]:
    """Return the columns that may be segments: of few values, and not used for anything else."""
    return tuple(
        one.name
        for one in columns
        if one.name not in used and 2 <= one.distinct <= MOST_SEGMENTS and _names_groups(one)
    )


def _names_groups(column: ColumnInfo) -> bool:
    """Whether values are words, or whole numbers that stand for them."""
    return column.kind in (Kind.TEXT, Kind.BOOL, Kind.WHOLE)


def read_segments(
    source: Source, dataset: Dataset, column: str, progress: Progress = NO_PROGRESS
) -> SegmentColumn:
    """Read which segment each case of a dataset belongs to.

    Raises
    ------
    DataError
        Where there is no such column, or it has one value or too many.
    """
    known = [one.name for one in source.columns]
    if column not in known:
        raise unknown_column(column, known, source.name)
    counts = source.column(column).counts if source.complete else None
    texts = tuple(source.table.counts(column, progress) if counts is None else counts)
    if len(texts) > MOST_SEGMENTS:
        raise DataError(
            tr(
                "{column} has {texts}. A column of segments has 2 to {most_segments}, such as "
                "regions, products or groups.",
                column=column,
                texts=plural(len(texts), "value"),
                most_segments=MOST_SEGMENTS,
            ),
            file=source.name,
            column=column,
        )
    request = Matches(column, texts)
    codes = source.table.read([request], progress).arrays[request].astype(np.int64)
    if dataset.row_numbers is not None:
        codes = codes[dataset.row_numbers - 1]
    codes = np.where(codes == ABSENT, 0, codes)
    names = {0: NO_VALUE, **dict(enumerate(texts, start=1))}
    present = sorted(
        np.unique(codes).tolist(), key=lambda code: (code == 0, natural_order(names[code]))
    )
    if len(present) < 2:
        raise DataError(
            tr(
                "{column} has the same value in every row. A column of segments has 2 to "
                "{most_segments}.",
                column=column,
                most_segments=MOST_SEGMENTS,
            ),
            file=source.name,
            column=column,
        )
    place = np.zeros(len(texts) + 1, np.int64)
    place[present] = np.arange(len(present))
    return SegmentColumn(column, tuple(names[code] for code in present), sealed(place[codes]))


def read_segment_terms(path: Path | str) -> dict[str, SegmentTerms]:
    """Return what differs in the segments that a JSON file names.

    Such as ``{"North": {"prior": 0.04, "tp": "gift - 2"}}``.

    Raises
    ------
    DataError
        Where the file cannot be read or has anything else in it.
    """
    path = Path(path)
    return segment_terms(read_json(path), path.name)


def segment_terms(content: object, file: str) -> dict[str, SegmentTerms]:
    """Return what differs in the segments that JSON names; raises as `read_segment_terms`."""
    if not isinstance(content, dict) or not all(isinstance(one, dict) for one in content.values()):
        raise DataError(
            tr(
                '{file} must name segments and what differs there: {{"North": {{"prior": '
                '0.04, "fp": "-2"}}}}.',
                file=file,
            ),
            file=file,
        )
    return {name: _terms(name, terms, file) for name, terms in content.items()}


def terms_to_json(terms: Mapping[str, SegmentTerms]) -> dict[str, dict[str, Any]]:
    """Return terms as a file of them has these."""
    return {
        name: {
            **({} if one.prior is None else {"prior": one.prior}),
            **one.cells,
            **limits_to_json(one.limits),
        }
        for name, one in terms.items()
    }


def limits_to_json(limits: OwnLimits) -> dict[str, float]:
    """Return the bounds that a segment has."""
    return {
        name: getattr(limits, name)
        for name in LIMITS
        if getattr(limits, name) != getattr(NO_LIMITS, name)
    }


def _terms(segment: str, given: Mapping[str, Any], file: str) -> SegmentTerms:
    unknown = [name for name in given if name not in _TERMS]
    if unknown:
        raise DataError(
            tr(
                '{file}: "{unknown}" of {segment} is unknown; a segment may have its own {terms}.',
                file=file,
                unknown=unknown[0],
                segment=segment,
                terms=all_of(_TERMS),
            ),
            file=file,
        )
    prior = given.get("prior")
    if prior is not None and not (_is_number(prior) and 0 < prior < 1):
        raise DataError(
            tr(
                "{file}: the prior of {segment} must be a number above 0 and below 1.",
                file=file,
                segment=segment,
            ),
            file=file,
        )
    limits = {name: given[name] for name in LIMITS if name in given}
    for name, value in limits.items():
        if not (_is_number(value) and 0 <= value <= 1):
            raise DataError(
                tr(
                    '{file}: "{name}" of {segment} must be a number from 0 to 1.',
                    file=file,
                    name=name,
                    segment=segment,
                ),
                file=file,
            )
    for cell in CELLS:
        value = given.get(cell, "")
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            raise DataError(
                tr(
                    '{file}: "{cell}" of {segment} must be a number or an expression.',
                    file=file,
                    cell=cell,
                    segment=segment,
                ),
                file=file,
            )
    cells = {cell: str(given[cell]) for cell in CELLS if cell in given}
    return SegmentTerms(prior, cells, OwnLimits(**limits))


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def require_segments(terms: Mapping[str, SegmentTerms], column: SegmentColumn, file: str) -> None:
    """Raise `DataError` for terms of a segment that there is not."""
    for name in terms:
        if name not in column.values:
            raise DataError(
                tr(
                    "{file} names {name}, which is not a value of {column}. It has {one_of}.",
                    file=file,
                    name=name,
                    column=column.name,
                    one_of=one_of(column.values),
                ),
                file=file,
            )

"""Join files about the same cases into one, whose models can be compared."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from costcurve_gui.dataio.arrays import number_texts
from costcurve_gui.dataio.columns import describe_column
from costcurve_gui.dataio.errors import DataError, all_of
from costcurve_gui.dataio.joining.joined_columns import joined_columns
from costcurve_gui.dataio.joining.joined_table import JoinedTable, Part
from costcurve_gui.dataio.joining.matching import Member, match_rows
from costcurve_gui.dataio.roles.labels import label_key
from costcurve_gui.dataio.roles.proposal import label_counts, propose_roles
from costcurve_gui.dataio.source import ReadOptions
from costcurve_gui.dataio.table import Numbers, Texts
from costcurve_gui.dataio.table_kind import TableKind, table_kind
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from costcurve_gui.dataio.columns import ColumnInfo
    from costcurve_gui.dataio.source import Source
    from costcurve_gui.dataio.table import Table

PREVIEW_ROWS = 100
ROW_BY_ROW = "none"
_MOST_PASTED = 2_000_000  # cells


def join_sources(
    sources: Sequence[Source],
    id_column: str | None = None,
    label: str | None = None,
    progress: Progress = NO_PROGRESS,
) -> Source:
    """Return several files of scored cases as one, with the models of all.

    Cases are matched by a column of ids that all files have, else, where all have labels, row by
    row; labels have to agree either way. Labels may be in one file and scores in another. A score
    column whose name is also in another file is named after its own file.

    Parameters
    ----------
    sources : sequence of Source
        Each with a row a case; the cases keep the order of the first one.
    id_column : str, optional
        The column of ids; `none` for row by row; None finds it.
    label : str, optional
        The class column; None finds it.

    Raises
    ------
    DifferentCasesError
        Where the files are about different cases, or nothing tells.
    DataError
        Where ids are missing or repeated, or the labels of one case differ.
    """
    for source in sources:
        kind = table_kind(source)
        if kind is not TableKind.SCORES:
            raise DataError(
                tr(
                    "{name} cannot be joined: its rows are {rows_are}, not scored cases.",
                    name=source.name,
                    rows_are=kind.rows_are,
                ),
                file=source.name,
            )
    progress.advance(0, len(sources) + 1, "Matching the cases")
    members = _members(sources, label, progress)
    match = match_rows(members, id_column)
    progress.advance(1, len(sources) + 1, "Matching the cases")
    named = joined_columns(members, match)
    parts = [
        Part(member.source.table, rows, columns)
        for member, rows, columns in zip(members, match.rows, named.columns, strict=True)
    ]
    table = JoinedTable(parts)
    columns = tuple(
        column
        for member, part in zip(members, parts, strict=True)
        for column in _described(member.source, part, table)
    )
    by = f"joined by {match.by}" if match.by else "joined row by row"
    first = sources[0]
    return replace(
        first,
        name=" + ".join(source.name for source in sources),
        columns=columns,
        preview=_preview(columns, table),
        rows=int(match.rows[0].size),
        rows_exact=True,
        complete=all(source.complete for source in sources),
        table=table,
        format_text=f"{len(sources)} files, {by}",
        said=(*match.said, *named.said, *(note for source in sources for note in source.said)),
        dropped=named.dropped,
        rows_are_cases=True,
        joined=tuple(sources),
        joined_by=match.by or ROW_BY_ROW,
        weights=_weights(members, named.columns),
        origins={
            column: member.source.name
            for member, columns in zip(members, named.columns, strict=True)
            for column in columns
        },
    )


def _weights(members: Sequence[Member], columns: Sequence[Mapping[str, str]]) -> str:
    """Return the column of weights that the format of a file gives to its rows; mostly none."""
    found = (
        new
        for member, named in zip(members, columns, strict=True)
        for new, old in named.items()
        if old == member.source.weights
    )
    return next(found, "")


def as_pasted(joined: Source, progress: Progress = NO_PROGRESS) -> Source:
    """Return joined files as a pasted table, whose text a project can hold; large ones without."""
    import csv
    import io

    if joined.rows * len(joined.columns) > _MOST_PASTED:
        return replace(joined, path=None)
    from costcurve_gui.dataio.formats.opening import open_text

    columns = []
    for done, column in enumerate(joined.columns):
        progress.advance(done, len(joined.columns), "Joining the files")
        columns.append(_plain_texts(column, joined.table))
    stream = io.StringIO(newline="")
    writer = csv.writer(stream)
    writer.writerow([column.name for column in joined.columns])
    writer.writerows(zip(*columns, strict=True))
    options = ReadOptions(separator=",", decimal=".", encoding="utf-8", quote='"')
    return replace(
        open_text(stream.getvalue(), options),
        name=joined.name,
        format_text=joined.format_text,
        said=joined.said,
        dropped=joined.dropped,
        rows_are_cases=True,
        joined=joined.joined,
        joined_by=joined.joined_by,
        origins=joined.origins,
        weights=joined.weights,
    )


def _plain_texts(column: ColumnInfo, table: Table) -> Sequence[str]:
    """Return the cells of a column; numbers with a point, however its file writes them."""
    if column.kind.is_numeric:
        request = Numbers(column.name)
        answer = table.read([request])
        if request not in answer.bad:
            return number_texts(answer.arrays[request])
    texts: list[str] = table.read([Texts(column.name)]).arrays[Texts(column.name)].tolist()
    return texts


def _members(sources: Sequence[Source], label: str | None, progress: Progress) -> list[Member]:
    """Return the files with their class columns, all of them with the same classes."""
    found = [
        Member(source, propose_roles(source, positive_known=True), progress=progress)
        for source in sources
    ]
    if label and not any(one.column(label) for one in found):
        raise DataError(
            tr(
                'No column "{label}" is in {names}.',
                label=label,
                names=all_of([one.name for one in found]),
            )
        )
    own = [one.column(label) if label else one.proposal.roles.label for one in found]
    first = next((place for place, name in enumerate(own) if name), None)
    if first is None:
        return found
    classes = _classes(found[first].source, own[first])
    labels = []
    for member, proposed in zip(found, own, strict=True):
        called_alike = member.column(own[first])
        name = called_alike or proposed
        fits = name and _classes(member.source, name) <= classes
        if called_alike and not fits:
            raise _other_classes(found[first], own[first], member, name)
        labels.append(replace(member, label=name if fits else ""))
    return labels


def _other_classes(first: Member, label: str, other: Member, name: str) -> DataError:
    """Return the error of class columns of one name whose values are not the same classes."""
    have = [
        f"{all_of(list(label_counts(member.source, column)))} in {member.name}"
        for member, column in ((first, label), (other, name))
    ]
    return DataError(
        f"{first.name} and {other.name} cannot be joined: {label} has other values in each, "
        f"{' and '.join(have)}. Write the classes alike.",
        column=label,
    )


def _classes(source: Source, label: str) -> set[object]:
    return {label_key(value) for value in label_counts(source, label)}


def _described(source: Source, part: Part, table: JoinedTable) -> Iterator[ColumnInfo]:
    """Describe the columns by the cases; those of a sampled file by what its rows show."""
    for new, old in part.columns.items():
        if not source.complete or part.rows.size == source.rows:
            yield replace(source.column(old), name=new)
        else:
            cells = table.read([Texts(new)]).arrays[Texts(new)].tolist()
            yield describe_column(
                new, cells, source.column(old).marks(source.options.decimal or ".")
            )


def _preview(columns: Sequence[ColumnInfo], table: JoinedTable) -> tuple[tuple[str, ...], ...]:
    read = []
    for column in columns:  # one at a time: the files may be large
        cells = table.read([Texts(column.name)]).arrays[Texts(column.name)][:PREVIEW_ROWS]
        read.append([column.as_read(cell) for cell in cells.tolist()])
    return tuple(zip(*read, strict=True))

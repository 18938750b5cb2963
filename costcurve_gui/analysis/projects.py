"""Open the file of a project as it was, and make a project of an open file."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.analysis.data_changes import contents_of, data_changes
from costcurve_gui.analysis.loading import Loaded, OpenFile, Origin, load, load_counts
from costcurve_gui.analysis.project_choices import choices_from_json, choices_to_json
from costcurve_gui.analysis.project_data import (
    UNKNOWN_HASH,
    copy_of,
    differences_of,
    file_size,
    find_data,
    is_copy,
    relative_path,
)
from costcurve_gui.dataio.errors import DataError, all_of, plural
from costcurve_gui.dataio.project_columns import (
    columns_from_json,
    columns_to_json,
    in_groups,
    require_columns,
    without_gone_scores,
)
from costcurve_gui.dataio.project_file import DataReference, Project, read_project, write_project
from costcurve_gui.dataio.roles.column_roles import MulticlassRoles, Roles
from costcurve_gui.dataio.table_kind import TableKind, table_kind
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path
    from typing import Any

    from costcurve_gui.analysis.data_changes import DataChange
    from costcurve_gui.analysis.dataset_info import DatasetInfo
    from costcurve_gui.analysis.project_data import FoundData
    from costcurve_gui.analysis.settings import DatasetSettings
    from costcurve_gui.dataio.source import Source


_COPY_OF_JOINED = tr(
    "A file that was joined is not where it was, so the copy in the project is shown."
)


@dataclass(frozen=True, slots=True, eq=False)
class OpenedProject:
    """A project with its data, for the window to publish.

    `changes` says what is different about the data since it was saved, and is empty where nothing
    is; `changed` has it in detail. `notes` say what else the user should know. Where it was
    `restored` from a journal, `saved` are the settings of the project on disk; None where there is
    none. `outdated` says that the project has the data at another place, or as they were before.
    """

    path: Path
    project: Project
    loaded: Loaded
    changes: str = ""
    changed: tuple[DataChange, ...] = ()
    notes: tuple[str, ...] = ()
    restored: bool = False
    saved: DatasetSettings | None = None
    outdated: bool = False


def open_project(
    path: Path,
    dataset_id: str,
    data: Path | None = None,
    *,
    use_copy: bool = False,
    progress: Progress = NO_PROGRESS,
) -> OpenedProject:
    """Read a project and its data. `data` is where the user found them, if asked.

    Raises
    ------
    DataMissingError
        Where there are no data.
    DataError, EngineError
        Where the project or its data cannot be used.
    """
    return with_data(path, read_project(path), dataset_id, data, use_copy, progress)


def open_unsaved(
    project: Project,
    saved: bool,
    path: Path,
    dataset_id: str,
    data: Path | None = None,
    *,
    use_copy: bool = False,
    progress: Progress = NO_PROGRESS,
) -> OpenedProject:
    """Open what a journal kept of a project; `saved` is whether there was one at that path."""
    before: Project | None = None
    if saved:
        with suppress(DataError):  # gone or damaged meanwhile: the journal has the choices
            before = read_project(path)
    if before is not None and before.data.sha256 == project.data.sha256:
        project = replace(project, data=before.data)
    opened = with_data(path, project, dataset_id, data, use_copy, progress)
    settings = None
    if before is not None:
        settings = choices_from_json(before.choices, opened.loaded.info).settings
    return replace(opened, restored=True, saved=settings)


def with_data(
    path: Path,
    project: Project,
    dataset_id: str,
    data: Path | None = None,
    use_copy: bool = False,
    progress: Progress = NO_PROGRESS,
) -> OpenedProject:
    """Read the data of a project that lies, or would lie, at a path."""
    found = copy_of(project) if use_copy else find_data(path, project, data, progress)
    loaded, unfit = load_as_saved(project, source_of(project, found, progress), dataset_id)
    notes = unfit
    if project.data.joined and not (found.joined or use_copy):
        notes = (_COPY_OF_JOINED, *notes)
    if found.moved and found.path is not None:
        notes = (tr("{name} was found as {path}.", name=project.data.name, path=found.path), *notes)
    outdated = found.moved or found.changed
    opened = OpenedProject(path, project, loaded, notes=notes, outdated=outdated)
    return _compared(opened, unfit) if found.changed else opened


def load_as_saved(
    project: Project, source: Source, dataset_id: str, progress: Progress = NO_PROGRESS
) -> tuple[Loaded, tuple[str, ...]]:
    """Read a file as a project says, and return the notes on what no longer fits."""
    kind, chosen = TableKind(project.columns["kind"]), columns_from_json(project.columns)
    if table_kind(source) is not kind:
        raise DataError(
            tr(
                "The rows of {name} are {are}; those of the project are {were}.",
                name=source.name,
                are=table_kind(source).rows_are,
                were=kind.rows_are,
            ),
            file=source.name,
        )
    columns = [column.name for column in source.columns]
    chosen, gone = without_gone_scores(chosen, columns)
    require_columns(chosen, columns, source.name)
    notes = [_gone_models(project, gone, source.name)] if gone else []

    def settings_for(info: DatasetInfo) -> DatasetSettings:
        settings, said = choices_from_json(project.choices, info)
        notes.extend(said)
        return settings

    try:
        if isinstance(chosen, Roles | MulticlassRoles):
            loaded = load(dataset_id, source, chosen, settings_for, progress=progress)
        else:
            loaded = load_counts(dataset_id, source, chosen, settings_for, progress=progress)
    except KeyError as fault:  # roles that no dialog gives: a value both positive and negative
        raise DataError(
            tr(
                "The columns of the project and {name} do not fit together at {fault}: each "
                "value of the label is positive, negative or left out, and each column there "
                "once.",
                name=source.name,
                fault=fault,
            ),
            file=source.name,
        ) from fault
    settings = choices_from_json(
        project.choices, loaded.info
    ).settings  # with the curves hidden then
    return replace(loaded, settings=settings), tuple(notes)


def _gone_models(project: Project, gone: Sequence[str], file: str) -> str:
    """Say which models are left out because a file lacks their columns."""
    called = {one["column"]: one["name"] for one in project.choices["models"]}
    names = [called.get(column, column) for column in gone]
    if len(names) == 1:
        return tr("{name} is left out: {file} lacks its column.", name=names[0], file=file)
    return tr("{names} are left out: {file} lacks their columns.", names=all_of(names), file=file)


def source_of(project: Project, found: FoundData, progress: Progress = NO_PROGRESS) -> Source:
    """Open the data of a project with a row a case."""
    from costcurve_gui.dataio.pivot import as_cases

    source = data_source(project, found, progress)
    pivots = table_kind(source) is TableKind.SCORES and not source.joined
    return as_cases(source, progress=progress) if pivots else source


def data_source(project: Project, found: FoundData, progress: Progress = NO_PROGRESS) -> Source:
    """Open the data of a project; those of a pasted table are in the project."""
    data, path = project.data, found.path
    if found.joined:
        origin = replace(Origin.of_several(found.joined), joined_by=data.joined_by)
        return origin.open(None, progress)
    text = "" if path is not None else (data.embedded or b"").decode(errors="replace")
    return Origin(data.name, path, text).open(project.reading, progress)


def _compared(opened: OpenedProject, unfit: Sequence[str]) -> OpenedProject:
    """Say what is different about the data of a project, and which of its choices do not fit."""
    project, loaded = opened.project, opened.loaded
    columns = [] if loaded.read is None else [one.name for one in loaded.read.source.columns]
    copy, reference = _copy(project, loaded), project.data
    if copy is not None and reference.contents is None:
        reference = replace(reference, contents=contents_of(copy.file))
    said = differences_of(reference, loaded.info.rows, columns)
    said += "".join(f"; {one}" for one in _other_scores(copy, loaded))
    return replace(
        opened,
        changes=f"{said[0].upper()}{said[1:]}. {' '.join(unfit) or tr('The choices still fit.')}",
        changed=data_changes(reference, loaded.info, columns, contents_of(loaded.file)),
    )


def _copy(project: Project, loaded: Loaded) -> Loaded | None:
    """Read the copy of the data in a project, if there is one."""
    if project.data.embedded is None:
        return None
    return load_as_saved(project, source_of(project, copy_of(project)), loaded.info.id)[0]


def _other_scores(before: Loaded | None, loaded: Loaded) -> Iterator[str]:
    """Say in how many rows scores differ from those of the copy, where the rows are as many."""
    if before is None or loaded.info.rows != before.info.rows:
        return
    old, new = (one.source.cases(one.info) for one in (before, loaded))
    if old is None or new is None:
        return  # counts have no scores
    for model in loaded.info.models:
        kept, now = (one.dataset.scores[model.column] for one in (old, new))
        if kept.shape == now.shape:
            rows = int(np.count_nonzero((kept != now) & ~(np.isnan(kept) & np.isnan(now))))
            if rows:
                yield tr(
                    "{column} differs in {rows}", column=model.column, rows=plural(rows, "row")
                )


def save_project(
    path: Path,
    file: OpenFile,
    settings: DatasetSettings,
    layout: Mapping[str, Any] | None,
    *,
    embed: bool = False,
    before: DataReference | None = None,
    progress: Progress = NO_PROGRESS,
) -> Project:
    """Write the project of an open file and return it.

    `before` is the reference of the project that it was opened from: where that had a copy of the
    data because they are gone, the copy stays.

    Raises
    ------
    DataError
        Where it cannot be written, or the data file has changed since it was read.
    """
    progress.advance(0, 0)
    project = make_project(file, settings, path.parent, embed=embed, before=before)
    project = replace(project, layout=layout)
    write_project(path, project)
    return project


def make_project(
    file: OpenFile,
    settings: DatasetSettings,
    folder: Path,
    *,
    embed: bool = False,
    before: DataReference | None = None,
    hashed: bool = True,
) -> Project:
    """Return the project of an open file, whose data are looked for from a folder.

    Where it need not be `hashed` nothing waits for that: the hash may be unknown.
    """
    read = file.read
    if read is None:
        raise DataError(
            tr(
                "{name} was made from another file. Save a project of that one.",
                name=file.info.name,
            )
        )
    source, info = read.source, file.info
    seal = file.source.fingerprint
    sha256 = seal.sha256 if hashed else seal.known or UNKNOWN_HASH
    if before is not None and is_copy(source.path):
        data = before
    else:
        data = DataReference(
            name=source.name,
            path=None if source.path is None else relative_path(source.path, folder),
            sha256=sha256,
            size=len(_bytes(source)) if source.path is None else max(0, file_size(source.path)),
            rows=info.rows,
            columns=tuple(column.name for column in source.columns),
            embedded=_bytes(source) if source.pasted or (embed and source.path) else None,
            contents=contents_of(file),
            joined=tuple(_part(one, folder, hashed=hashed) for one in source.joined),
            joined_by=source.joined_by or None,
        )
    columns = columns_to_json(info.kind, in_groups(read.chosen, settings.group))
    return Project(data, source.options, columns, choices_to_json(settings, info))


def _part(source: Source, folder: Path, *, hashed: bool) -> DataReference:
    """Return the reference to one of the files that were joined."""
    if source.path is None:
        raise DataError(tr("{name} was pasted, so no project can join it again.", name=source.name))
    seal = source.fingerprint
    return DataReference(
        source.name,
        relative_path(source.path, folder),
        seal.sha256 if hashed else seal.known or UNKNOWN_HASH,
        max(0, file_size(source.path)),
        0,
        (),
    )


def _bytes(source: Source) -> bytes:
    return source.pasted.encode() if source.path is None else source.path.read_bytes()

"""Open a file in a job: inspect, read, and compute its first curves."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from costcurve_gui.analysis.counts_cache import CountsCache
from costcurve_gui.analysis.examples import example_roles, example_settings
from costcurve_gui.analysis.model_edits import edited
from costcurve_gui.analysis.sources.cases import (
    MulticlassSource,
    ScoredSource,
    describe_cases,
    describe_multiclass,
)
from costcurve_gui.analysis.sources.counts import CountSource
from costcurve_gui.analysis.sources.further_columns import FurtherColumns, with_further_columns
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.expressions.expression import completions
from costcurve_gui.dataio.roles.column_names import propose_payoffs
from costcurve_gui.dataio.roles.column_roles import MulticlassRoles, Roles
from costcurve_gui.dataio.roles.groups import suspected_groups
from costcurve_gui.dataio.table_kind import TableKind, column_called, table_kind
from costcurve_gui.engine.progress import NO_PROGRESS, Progress

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from costcurve_gui.analysis.curves import CurveSet, CurveSource
    from costcurve_gui.analysis.dataset_info import DatasetInfo
    from costcurve_gui.analysis.settings import DatasetSettings
    from costcurve_gui.dataio.dataset_from_counts import CountedDataset
    from costcurve_gui.dataio.formats.opening import FirstRows
    from costcurve_gui.dataio.json_files import Example
    from costcurve_gui.dataio.project_columns import Chosen
    from costcurve_gui.dataio.roles.column_roles import Proposal
    from costcurve_gui.dataio.roles.findings import Findings, Inquiry
    from costcurve_gui.dataio.source import ReadOptions, Source

    SettingsFor = Callable[[DatasetInfo], DatasetSettings]


@dataclass(frozen=True, slots=True, eq=False)
class ReadChoices:
    """How a file was read, which has to be known to read it so again."""

    source: Source
    chosen: Chosen


@dataclass(frozen=True, slots=True, eq=False)
class OpenFile:
    """An open file, as far as it stays the same; `read` is None of what no file was read for."""

    info: DatasetInfo
    source: CurveSource
    read: ReadChoices | None


@dataclass(frozen=True, slots=True, eq=False)
class Loaded:
    """All results of reading a file, for the window to publish at once; `read` as of `file`."""

    info: DatasetInfo
    source: CurveSource
    curve_set: CurveSet
    settings: DatasetSettings
    read: ReadChoices | None = None

    @property
    def file(self) -> OpenFile:
        """What was read, without anything computed from it."""
        return OpenFile(self.info, self.source, self.read)


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a table comes from: a file, several that are joined, or text that was pasted.

    `joined_by` is the column of ids that files are joined by; None finds it. `note` is what the
    import dialog says of it beside what is in it.
    """

    name: str
    path: Path | None = None
    text: str = ""
    joined: tuple[Path, ...] = ()
    note: str = ""
    joined_by: str | None = None

    @classmethod
    def of(cls, path: str | Path) -> Origin:
        """Return the origin of a file."""
        return cls(Path(path).name, Path(path))

    @classmethod
    def of_several(cls, paths: Sequence[str | Path]) -> Origin:
        """Return the origin of files about the same cases."""
        name = " + ".join(Path(path).name for path in paths)
        return cls(name, joined=tuple(Path(path) for path in paths))

    def open(self, options: ReadOptions | None, progress: Progress) -> Source:
        """Look into it."""
        # DuckDB takes long to import; so it is imported with the first file.
        from costcurve_gui.dataio.formats.opening import open_source, open_text

        if self.joined:
            sources = [open_source(path, None, progress) for path in self.joined]
            return _joined(sources, progress, self.joined_by)
        if self.path is None:
            return open_text(self.text, options)
        return open_source(self.path, options, progress, asks=True)


def _joined(sources: Sequence[Source], progress: Progress, by: str | None = None) -> Source:
    from costcurve_gui.dataio.joining.join import as_pasted, join_sources
    from costcurve_gui.dataio.pivot import as_cases

    cases = [
        as_cases(source, progress=progress) if table_kind(source) is TableKind.SCORES else source
        for source in sources
    ]
    return as_pasted(join_sources(cases, by, progress=progress), progress)


def draft_import(
    origin: Origin, options: ReadOptions | None, *, progress: Progress = NO_PROGRESS
) -> ImportDraft | CountsDraft:
    """Look into a file and propose what its columns are for; those of counts are known."""
    from costcurve_gui.dataio.pivot import as_cases
    from costcurve_gui.dataio.roles.proposal import propose_positive, propose_roles

    source = origin.open(options, progress)
    kind = table_kind(source)
    if kind is TableKind.SCORES:
        source = source if source.joined else as_cases(source, progress=progress)
        source = replace(source, said=(*source.said, origin.note)) if origin.note else source
        return ImportDraft(source, propose_roles(source))
    if kind is TableKind.CONFUSION:
        return CountsDraft(source)
    problems = propose_positive(source, column_called(source, "class"))[2]
    return CountsDraft(source, problems[0].candidates if problems else ())


def first_rows_of(
    origin: Origin, found: ReadOptions, options: ReadOptions, *, progress: Progress = NO_PROGRESS
) -> FirstRows:
    """Return the first rows of a table as they would be read with other options."""
    from costcurve_gui.dataio.formats.opening import first_of, first_rows

    if origin.path is None:
        return first_of(origin.open(options, progress))
    return first_rows(origin.path, found, options, progress)


def files_of(source: Source) -> tuple[Path, ...]:
    """Return the files that a table was read from; none of one that was pasted."""
    return tuple(one.path for one in (source.joined or (source,)) if one.path is not None)


def draft_together(origin: Origin, *, progress: Progress = NO_PROGRESS) -> ImportDraft | str:
    """Look into several files as one; where they cannot be joined, return why.

    The reason is empty where a file cannot be read: that is said of it alone.
    """
    from costcurve_gui.dataio.formats.opening import open_source
    from costcurve_gui.dataio.roles.proposal import propose_roles

    try:
        sources = [open_source(path, None, progress) for path in origin.joined]
    except DataError:
        return ""
    try:
        source = _joined(sources, progress)
        return ImportDraft(source, propose_roles(source))
    except DataError as fault:
        return fault.located


def find_in(
    draft: ImportDraft, inquiry: Inquiry | None = None, *, progress: Progress = NO_PROGRESS
) -> Findings:
    """Look at what a file holds, for the import dialog; at first at all that there is."""
    from costcurve_gui.dataio.roles.column_roles import Role, columns_with
    from costcurve_gui.dataio.roles.findings import Inquiry, find

    if inquiry is None:
        chosen = draft.chosen or draft.proposal.reading
        settled = frozenset() if draft.chosen is None else frozenset(Inquiry(chosen).roles.scores)
        identifiers = columns_with(draft.proposal.by_column, Role.IDENTIFIER)
        inquiry = Inquiry(chosen, identifiers, settled, copies=True)
    return find(draft.source, inquiry, progress)


def load(
    dataset_id: str,
    source: Source,
    chosen: Roles | MulticlassRoles,
    settings_for: SettingsFor,
    *,
    reading: int = 0,
    progress: Progress = NO_PROGRESS,
) -> Loaded:
    """Read a file of scored cases and compute its first curves; `reading` as of `DatasetInfo`."""
    from costcurve_gui.dataio.dataset import load_dataset

    found: CurveSource
    if isinstance(chosen, MulticlassRoles):
        from costcurve_gui.dataio.multiclass_dataset import load_multiclass

        data = load_multiclass(source, chosen, progress)
        read_groups = partial(_read_groups, source, chosen.roles)
        info, found = describe_multiclass(dataset_id, data), MulticlassSource(data, read_groups)
        numeric = data.cases.numeric
    else:
        dataset = load_dataset(source, chosen, progress)
        cache = CountsCache(dataset)
        info = describe_cases(dataset_id, dataset, cache)
        found = ScoredSource(
            dataset,
            cache,
            read_groups=partial(_read_groups, source, chosen),
            further=FurtherColumns(source),
        )
        numeric = dataset.numeric
    usable = [column for column in source.columns if column.name in numeric]
    scored = _roles_of(chosen).scores
    payoffs = propose_payoffs(column for column in usable if column.name not in scored)
    info = replace(
        info,
        completions=completions(usable),
        payoff_columns=payoffs,
        joined=bool(source.joined),
        suspected=suspected_groups(source, _roles_of(chosen), progress),
        reading=reading,
        models=tuple(
            replace(model, file=source.origins.get(model.column, "")) for model in info.models
        ),
    )
    if not isinstance(chosen, MulticlassRoles):
        info = with_further_columns(info, source, chosen)
    loaded = with_curve_set(info, found, settings_for(info), progress)
    return replace(loaded, read=ReadChoices(source, chosen))


def _roles_of(chosen: Roles | MulticlassRoles) -> Roles:
    return chosen.roles if isinstance(chosen, MulticlassRoles) else chosen


def _read_groups(source: Source, chosen: Roles, column: str) -> NDArray[np.int64]:
    """Read which rows belong together by a column that was not asked for before.

    Raises
    ------
    DataError
        Where a row has no value there.
    """
    from costcurve_gui.dataio.dataset import load_with_classes

    group = load_with_classes(source, replace(chosen, group=column))[0].group
    if group is None:
        raise LookupError(column)
    return group


def load_counts(
    dataset_id: str,
    source: Source,
    positive: str | None,
    settings_for: SettingsFor,
    *,
    reading: int = 0,
    progress: Progress = NO_PROGRESS,
) -> Loaded:
    """Read a file of counts and compute its first curves; `reading` as of `DatasetInfo`."""
    from costcurve_gui.dataio.dataset_from_counts import load_counted

    counted = load_counted(source, positive, progress)
    loaded = loaded_counts(dataset_id, counted, settings_for, progress, reading)
    return replace(loaded, read=ReadChoices(source, positive))


def loaded_counts(
    dataset_id: str,
    counted: CountedDataset,
    settings_for: SettingsFor,
    progress: Progress = NO_PROGRESS,
    reading: int = 0,
) -> Loaded:
    """Return counts as they are opened."""
    from costcurve_gui.analysis.sources.counts import dataset_info_from_counts

    info = replace(dataset_info_from_counts(dataset_id, counted), reading=reading)
    return with_curve_set(info, CountSource(counted), settings_for(info), progress)


def with_curve_set(
    info: DatasetInfo, source: CurveSource, settings: DatasetSettings, progress: Progress
) -> Loaded:
    """Compute the first curves of a file."""
    wanted = edited(info.in_groups(settings.group), settings.edits)
    curve_set = source.build_curves(wanted, settings.payoff, settings.derived, progress=progress)
    return Loaded(info, source, curve_set, settings)


def load_example(dataset_id: str, example: Example, *, progress: Progress = NO_PROGRESS) -> Loaded:
    """Read a file whose columns are known beforehand."""
    source = Origin.of(example.path).open(None, progress)
    settings_for = partial(example_settings, example)
    if table_kind(source) is not TableKind.SCORES:
        return load_counts(dataset_id, source, example.positive, settings_for, progress=progress)
    roles = example_roles(example, source)
    return load(dataset_id, source, roles, settings_for, progress=progress)


def hash_file(source: CurveSource, *, progress: Progress = NO_PROGRESS) -> str:
    """Return the hash of a file; the source knows it from then on."""
    progress.advance(0, 1)
    return source.fingerprint.sha256


@dataclass(frozen=True, slots=True, eq=False)
class ImportDraft:
    """A file as it was found, for the import dialog to show and the user to correct.

    `chosen` is what its columns are for already, where that is to be chosen again.
    """

    source: Source
    proposal: Proposal
    chosen: Roles | MulticlassRoles | None = None


@dataclass(frozen=True, slots=True, eq=False)
class CountsDraft:
    """A file of counts as it was found.

    `classes` are the candidates for the positive class where the names do not tell it.
    """

    source: Source
    classes: tuple[str, ...] = ()

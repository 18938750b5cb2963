"""Choose again what the columns of the file on screen are for; every other choice is kept."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import count
from typing import TYPE_CHECKING

from costcurve_gui.analysis.loading import (
    CountsDraft,
    ImportDraft,
    Origin,
    draft_import,
    load,
    load_counts,
)
from costcurve_gui.controllers.error_messages import text_of
from costcurve_gui.dataio.roles.column_roles import MulticlassRoles, Roles
from costcurve_gui.jobs.job_runner import JobKey
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurve_gui.analysis.curves import CurveSource
    from costcurve_gui.analysis.dataset_info import DatasetInfo
    from costcurve_gui.analysis.loading import Loaded
    from costcurve_gui.analysis.settings import DatasetSettings
    from costcurve_gui.controllers.analysis_controller import AnalysisController
    from costcurve_gui.controllers.dataset_controller import DatasetController
    from costcurve_gui.controllers.import_flow import ImportFlow
    from costcurve_gui.controllers.project_controller import ProjectController
    from costcurve_gui.controllers.prompts import Prompts
    from costcurve_gui.dataio.source import Source
    from costcurve_gui.jobs.job_runner import JobRunner
    from costcurve_gui.session.documents import Document
    from costcurve_gui.session.results import DatasetStore
    from costcurve_gui.session.session import Session

    Chosen = Roles | MulticlassRoles | str | None

LOOK, READ = "look for columns", "read columns"
_NOT_CHANGED = tr("The columns were not changed")


class ColumnsController:
    """Opens the import dialog over a file that is open, and takes what is chosen in its place.

    That is one step: undo brings the columns back that were chosen before.
    """

    def __init__(
        self,
        session: Session,
        store: DatasetStore[CurveSource],
        analysis: AnalysisController,
        datasets: DatasetController,
        projects: ProjectController,
        runner: JobRunner,
        prompts: Prompts,
    ) -> None:
        self._session = session
        self._store = store
        self._analysis = analysis
        self._datasets = datasets
        self._projects = projects
        self._runner = runner
        self._prompts = prompts
        self._flow: ImportFlow | None = None

    def choose_again(self) -> None:
        """Ask what the columns of the file on screen are for."""
        info, document = self._session.state.file, self._projects.active
        if info is None or document is None or document.file.read is None or self._flow is not None:
            return
        source = document.file.read.source
        origin = _origin_of(source)
        self._runner.start(
            JobKey(LOOK, info.id),
            tr("Looking into {name}", name=source.name),
            draft_import,
            origin,
            None if source.joined else source.options,
            on_result=partial(self._ask, info.id, document, origin),
            on_error=self._refuse,
        )

    def _ask(
        self, dataset_id: str, document: Document, origin: Origin, draft: ImportDraft | CountsDraft
    ) -> None:
        read = document.file.read
        if isinstance(draft, CountsDraft):
            self._ask_positive(dataset_id, document, draft)
            return
        if read is not None and isinstance(read.chosen, Roles | MulticlassRoles):
            draft = replace(draft, chosen=_in_groups(read.chosen, document.current.group))
        from costcurve_gui.controllers.import_flow import ImportFlow

        def accept(source: Source, chosen: Roles | MulticlassRoles) -> None:
            self._flow = None
            self._read(load, dataset_id, document, source, chosen)

        def reject() -> None:
            self._flow = None

        def ask_positive(draft: CountsDraft) -> None:
            self._flow = None
            self._ask_positive(dataset_id, document, draft)

        self._flow = ImportFlow(
            origin, draft, self._prompts, self._runner, accept, reject, ask_positive
        )
        self._flow.begin()

    def _ask_positive(self, dataset_id: str, document: Document, draft: CountsDraft) -> None:
        read = partial(self._read, load_counts, dataset_id, document, draft.source)
        if draft.classes:
            self._prompts.choose_positive(draft, read, lambda: None)
        else:
            read(None)

    def _read(
        self,
        read: Callable[..., Loaded],
        dataset_id: str,
        document: Document,
        source: Source,
        chosen: Chosen,
    ) -> None:
        if dataset_id not in self._store:
            return  # closed meanwhile
        notes: list[str] = []
        self._runner.start(
            JobKey(READ, dataset_id),
            tr("Reading {name}", name=source.name),
            partial(_read_again, read, document.file.info, document.current, notes),
            dataset_id,
            source,
            chosen,
            len(document.again) + 1,
            on_result=partial(self._take, document, notes),
            on_error=self._refuse,
        )

    def _take(self, document: Document, notes: list[str], loaded: Loaded) -> None:
        info = loaded.info
        if info.id not in self._store:
            return  # closed meanwhile
        self._store.put(info.id, loaded.source, info.reading)
        document.again.append(loaded.file)
        self._analysis.adopt(loaded.settings, loaded.curve_set)
        self._session.read_again(tr("choose columns"), info, loaded.settings)
        self._datasets.hash_later(info)
        if notes:
            self._projects.notify(" ".join(dict.fromkeys(notes)))

    def _refuse(self, error: Exception) -> None:
        self._prompts.show_error(_NOT_CHANGED, text_of(error))


def _origin_of(source: Source) -> Origin:
    """Return where an open file came from, to look into it as it is now."""
    paths = [one.path for one in source.joined if one.path is not None]
    if paths:
        return Origin.of_several(paths)
    return Origin(source.name, source.path, source.pasted)


def _in_groups(chosen: Roles | MulticlassRoles, group: str | None) -> Roles | MulticlassRoles:
    from costcurve_gui.dataio.project_columns import in_groups

    grouped = in_groups(chosen, group)
    return grouped if isinstance(grouped, Roles | MulticlassRoles) else chosen


def _read_again(
    read: Callable[..., Loaded],
    before: DatasetInfo,
    settings: DatasetSettings,
    notes: list[str],
    *given: object,
    **options: object,
) -> Loaded:
    """Read a file by other columns with the settings that it had, as far as they still fit."""
    *arguments, reading = given

    def settings_for(info: DatasetInfo) -> DatasetSettings:
        fitted, said = _fitted(settings, before, info)
        notes.extend(said)
        return fitted

    loaded = read(*arguments, settings_for, reading=reading, **options)
    return replace(loaded, settings=settings_for(loaded.info))  # with the curves hidden before


def _fitted(
    settings: DatasetSettings, before: DatasetInfo, info: DatasetInfo
) -> tuple[DatasetSettings, tuple[str, ...]]:
    """Return settings for other columns of a file, and what of them fits no more."""
    from costcurve_gui.analysis.project_choices import choices_from_json, choices_to_json

    fitted, notes = choices_from_json(choices_to_json(settings, before), info)
    known = {model.column for model in before.models}
    taken = {fitted.edits.slots.get(one.column, one.slot) for one in info.models}
    taken -= {one.slot for one in info.models if one.column not in known}
    free = (slot for slot in count(1) if slot not in taken)
    edits = fitted.edits
    for model in info.models:  # a new one takes no colour of the models that stay
        if model.column not in known:
            edits = edits.with_slot(model, next(free))
    return replace(fitted, edits=edits, reading=info.reading), notes

"""Opens and closes files: look, ask, read, take over."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

from costcurve_gui.analysis.examples import example_of
from costcurve_gui.analysis.interval_settings import DEFAULT_BANDS
from costcurve_gui.analysis.loading import (
    Origin,
    draft_import,
    files_of,
    hash_file,
    load,
    load_counts,
    load_example,
)
from costcurve_gui.analysis.payoffs import PayoffSpec
from costcurve_gui.analysis.settings import ConditionSpec, DatasetSettings
from costcurve_gui.controllers.error_messages import text_of
from costcurve_gui.dataio.roles.column_roles import class_name
from costcurve_gui.jobs.job_runner import JobKey, Pool
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from costcurve_gui.analysis.curves import CurveSource
    from costcurve_gui.analysis.dataset_info import DatasetInfo
    from costcurve_gui.analysis.loading import CountsDraft, ImportDraft, Loaded
    from costcurve_gui.controllers.analysis_controller import AnalysisController
    from costcurve_gui.controllers.import_flow import ImportFlow
    from costcurve_gui.controllers.join_flow import JoinFlow
    from costcurve_gui.controllers.prompts import Prompts
    from costcurve_gui.dataio.json_files import Example
    from costcurve_gui.dataio.roles.column_roles import MulticlassRoles, Roles
    from costcurve_gui.dataio.source import Source
    from costcurve_gui.engine.progress import Progress
    from costcurve_gui.jobs.job_runner import JobRunner
    from costcurve_gui.session.preferences import Preferences
    from costcurve_gui.session.results import DatasetStore, Results
    from costcurve_gui.session.session import Session

    SettingsFor = Callable[[DatasetInfo], DatasetSettings]
    Use = Callable[[Roles | MulticlassRoles, SettingsFor], None]
    Offer = Callable[[ImportDraft, Use, Callable[[], None], Callable[[], None]], bool]

LOOK = "look into file"
READ = "read file"
HASH = "hash file"
FAMILY = "make family"
PROJECT_SUFFIX = ".ccproj"
_NOT_OPENED = tr("The file was not opened")
_PASTED = tr("The table on screen was pasted, or made from another. Open its file first.")
HASH_AFTER_MS = 500  # the window has the processor for itself while it fills


class DatasetController:
    """Opens files one after another, each through the import dialog; examples directly."""

    def __init__(
        self,
        session: Session,
        store: DatasetStore[CurveSource],
        results: Results,
        analysis: AnalysisController,
        runner: JobRunner,
        prompts: Prompts,
        settings: Preferences,
    ) -> None:
        self._session = session
        self._store = store
        self._results = results
        self._analysis = analysis
        self._runner = runner
        self._prompts = prompts
        self._settings = settings
        self._queue: deque[Origin] = deque()
        self._files: dict[str, tuple[Path, ...]] = {}  # by dataset
        self._asking = False
        self._flow: ImportFlow | None = None
        self.on_project: Callable[[Path], None] = _nothing
        """Opens a project among the files to open."""
        self.on_opened: Callable[[Loaded], None] = _nothing
        """Takes note of a file before it is shown."""
        self.on_draft: Offer = _offer_nothing
        """Offers what is known of files with the same columns; False where nothing is."""

    def choose_files(self) -> None:
        """Ask for files and open them."""
        self._prompts.choose_data_files(self._settings.data_folder, self.open_paths)

    def open_paths(self, paths: Sequence[str | Path]) -> None:
        """Open files: several as one where they are about the same cases and that is wanted.

        Else one import dialog follows the other.
        """
        files = [Path(path) for path in paths]
        for file in files:
            if file.suffix.lower() == PROJECT_SUFFIX:
                self.on_project(file)
        data = [file for file in files if file.suffix.lower() != PROJECT_SUFFIX]
        self._queue.extend([Origin.of_several(data)] if len(data) > 1 else map(Origin.of, data))
        self._next()

    def join_files(self) -> None:
        """Ask for files whose models are added to those on screen, and open all of them as one."""
        info = self._session.state.dataset
        files = self._files.get(info.id, ()) if info is not None else ()
        if not files:
            self._prompts.show_error(tr("There is no file to add models to"), _PASTED)
            return

        def take(paths: Sequence[Path]) -> None:
            self._join([*files, *paths])

        self._prompts.choose_data_files(self._settings.data_folder, take)

    def open_text(self, text: str) -> None:
        """Open a table that was pasted."""
        self._queue.append(Origin(tr("Pasted table"), text=text))
        self._next()

    def open_example(self, key: str) -> None:
        """Open a file that ships with the program; nothing about it has to be asked."""
        example = example_of(key)
        if example is None:
            raise LookupError(f"no example {key!r} ships with the program")
        self.open_by(example.path.name, partial(_load_example, example))

    def open_by(self, name: str, read: Callable[..., Loaded]) -> None:
        """Open what a function reads that takes the identifier of the dataset."""
        self._runner.start(
            JobKey(READ, name),
            tr("Reading {name}", name=name),
            read,
            self._store.new_id(),
            on_result=self.take_over,
            on_error=self._report,
        )

    def make_family(self) -> None:
        """Open the models of the file on screen, each at 0.5, as a family beside it."""
        from costcurve_gui.analysis.score_family import load_score_family

        snapshot = self._results.snapshot
        cases = (
            None
            if snapshot is None
            else self._source_of(snapshot.curve_set.dataset).cases(snapshot.curve_set.dataset)
        )
        if snapshot is None or cases is None:
            return
        self._runner.start(
            JobKey(FAMILY, snapshot.curve_set.dataset.id),
            tr("Making a family of {name}", name=snapshot.curve_set.dataset.name),
            load_score_family,
            self._store.new_id(),
            cases,
            snapshot,
            on_result=self.take_over,
            on_error=lambda error: self._prompts.show_error(
                tr("No family was made"), text_of(error)
            ),
        )

    def locate(self, missing: str) -> None:
        """Ask where a file opened before has gone, and open it there."""

        def take(paths: Sequence[Path]) -> None:
            self._settings.forget_file(missing)
            self.open_paths(paths)

        self._prompts.choose_data_files(self._settings.data_folder, take)

    def choose_reference(self, reference: str) -> None:
        """Set another class of the file on screen against all others, once its curves are there."""

        def refuse(error: Exception) -> None:
            self._prompts.show_error(tr("The class was not changed"), text_of(error))

        self._analysis.try_reference(
            reference,
            on_ready=lambda: self._session.apply(
                tr("set {class_name} against all others", class_name=class_name(reference)),
                reference=reference,
            ),
            on_error=refuse,
        )

    def resample_by(self, column: str) -> None:
        """Take the rows of each value of a column for one group, once they are read."""

        def refuse(error: Exception) -> None:
            self._prompts.show_error(
                tr("Rows are not resampled by {column}", column=column), text_of(error)
            )

        self._analysis.try_group(
            column,
            on_ready=lambda: self._session.apply(
                tr("resample by {column}", column=column), group=column
            ),
            on_error=refuse,
        )

    def take_rows_for_independent(self) -> None:
        """Note that no rows of the file on screen belong together: the hint does not come again."""
        self._session.apply(tr("treat rows as independent"), group="")

    def close(self, dataset_id: str) -> None:
        """Close a file; its settings and steps go with it.

        One that is closed already stays so: a save that closes its file ends later than others.
        """
        if dataset_id not in self._files:
            return
        self._runner.cancel(JobKey(HASH, dataset_id))
        self._session.close_dataset(dataset_id)
        self._analysis.forget(dataset_id)
        self._store.remove(dataset_id)
        del self._files[dataset_id]

    def close_active(self) -> None:
        """Close the file on screen."""
        active = self._session.state.active
        if active is not None:
            self.close(active)

    def _next(self) -> None:
        if self._asking or not self._queue:
            return
        self._asking = True
        origin = self._queue.popleft()
        if origin.joined:
            self._join_flow().offer(origin, partial(self._keep_apart, origin))
            return
        self._runner.start(
            JobKey(LOOK, origin.name),
            tr("Looking into {name}", name=origin.name),
            draft_import,
            origin,
            None,
            on_result=lambda draft: self._ask(origin, draft),
            on_error=partial(self._give_up, bool(origin.text)),
            on_cancelled=self._go_on,
        )

    def _keep_apart(self, origin: Origin, reason: str) -> None:
        """Open files one after the other; each dialog says why they are not one."""
        apart = [replace(Origin.of(path), note=reason) for path in origin.joined]
        self._queue.extendleft(reversed(apart))
        self._go_on()

    def _join(self, files: Sequence[Path]) -> None:
        if not self._asking:
            self._asking = True
            self._join_flow().join(Origin.of_several(files))

    def _join_flow(self) -> JoinFlow:
        from costcurve_gui.controllers.join_flow import JoinFlow

        return JoinFlow(self._prompts, self._runner, self._ask, self._go_on)

    def _ask(self, origin: Origin, draft: ImportDraft | CountsDraft) -> None:
        from costcurve_gui.analysis.loading import CountsDraft

        if isinstance(draft, CountsDraft):
            self._ask_positive(draft)
            return
        begin = partial(self._begin_import, origin, draft)
        use = partial(self._start_reading, load, draft.source)
        if not self.on_draft(draft, use, begin, self._go_on):
            begin()

    def _begin_import(self, origin: Origin, draft: ImportDraft) -> None:
        from costcurve_gui.controllers.import_flow import ImportFlow

        # Signals hold only weak references to their receivers, so the flow is kept here.
        self._flow = ImportFlow(
            origin, draft, self._prompts, self._runner, self._read, self._go_on, self._ask_positive
        )
        self._flow.begin()

    def _ask_positive(self, draft: CountsDraft) -> None:
        """Ask for the only thing that the header of a file of counts may leave open."""
        if not draft.classes:
            self._read_counts(draft.source, None)
            return
        self._prompts.choose_positive(draft, partial(self._read_counts, draft.source), self._go_on)

    def _read(self, source: Source, roles: Roles | MulticlassRoles) -> None:
        self._start_reading(load, source, roles)

    def _read_counts(self, source: Source, positive: str | None) -> None:
        self._start_reading(load_counts, source, positive)

    def _start_reading(
        self,
        read: Callable[..., Loaded],
        source: Source,
        chosen: Roles | MulticlassRoles | str | None,
        settings_for: SettingsFor | None = None,
    ) -> None:
        self._runner.start(
            JobKey(READ, str(source.path or source.name)),
            tr("Reading {name}", name=source.name),
            read,
            self._store.new_id(),
            source,
            chosen,
            settings_for or self._default_settings,
            on_result=self._take_over_file,
            on_error=self._report,
        )
        self._go_on()

    def _take_over_file(self, loaded: Loaded) -> None:
        self.take_over(loaded)
        if not loaded.info.path:
            return
        path = Path(loaded.info.path).absolute()
        self._settings.remember_file(str(path))
        self._settings.data_folder = path.parent

    def new_id(self) -> str:
        """Return an id for a file that is about to be read."""
        return self._store.new_id()

    def take_over(self, loaded: Loaded) -> None:
        """Show what was read."""
        self.on_opened(loaded)
        self._files[loaded.info.id] = files_of(loaded.read.source) if loaded.read else ()
        self._store.put(loaded.info.id, loaded.source)
        self._analysis.adopt(loaded.settings, loaded.curve_set)
        self._session.open_dataset(loaded.info, loaded.settings)
        self.hash_later(loaded.info)

    def hash_later(self, info: DatasetInfo) -> None:
        """Hash a file that is about to be shown, once the window has filled."""
        QTimer.singleShot(HASH_AFTER_MS, partial(self._hash, info))

    def _source_of(self, info: DatasetInfo) -> CurveSource:
        return self._store.get(info.id, info.reading)

    def _hash(self, info: DatasetInfo) -> None:
        """Let the source find its hash, which exported pictures name."""
        if info.id not in self._store:
            return  # closed meanwhile
        self._runner.start(
            JobKey(HASH, info.id),
            tr("Hashing {name}", name=info.name),
            hash_file,
            self._source_of(info),
            on_result=lambda _: None,
            on_error=self._report,
            pool=Pool.HOUSEKEEPING,
        )

    def _default_settings(self, _info: DatasetInfo) -> DatasetSettings:
        """Return what a file begins with that nothing is known of."""
        chosen = self._settings.defaults
        spec = replace(DEFAULT_BANDS.spec, level=chosen.level, replicates=chosen.replicates)
        return DatasetSettings(
            payoff=PayoffSpec(unit=chosen.unit),
            condition=ConditionSpec(prior=chosen.prior),
            bands=replace(DEFAULT_BANDS, spec=spec),
        )

    def _give_up(self, pasted: bool, error: Exception) -> None:
        self._report(error, tr("The table was not pasted") if pasted else _NOT_OPENED)
        self._go_on()

    def _go_on(self) -> None:
        self._asking = False
        self._next()

    def _report(self, error: Exception, title: str = _NOT_OPENED) -> None:
        self._prompts.show_error(title, text_of(error))


def _nothing(_: object) -> None:
    """Do without projects."""


def _offer_nothing(*_: object) -> bool:
    """Know of no other files."""
    return False


def _load_example(example: Example, dataset_id: str, *, progress: Progress) -> Loaded:
    return load_example(dataset_id, example, progress=progress)

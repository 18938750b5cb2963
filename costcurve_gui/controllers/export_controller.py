"""Writes what a view shows: the picture as the view layer draws it, the curves as a table."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from costcurve_gui.controllers.error_messages import text_of
from costcurve_gui.dataio.errors import DataError, all_of
from costcurve_gui.jobs.job_runner import JobKey
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.controllers.prompts import Prompts
    from costcurve_gui.engine.progress import Progress
    from costcurve_gui.jobs.job_runner import JobRunner
    from costcurve_gui.session.preferences import Preferences
    from costcurve_gui.session.results import Results


class ExportController:
    """Asks where to write, writes, and reports the outcome."""

    def __init__(
        self,
        results: Results,
        runner: JobRunner,
        prompts: Prompts,
        settings: Preferences,
        report: Callable[[str], None],
        rate_curve_of: Callable[[str], str] = lambda _view: "",
    ) -> None:
        self._results = results
        self._runner = runner
        self._prompts = prompts
        self._settings = settings
        self._report = report
        self._rate_curve_of = rate_curve_of

    def save_picture(
        self,
        view: str,
        file_name: str,
        draw: Callable[[Path], None],
        on_written: Callable[[], None],
        *,
        table: str = "",
        hidden: frozenset[str] | None = None,
    ) -> None:
        """Ask for a path and let `draw` write the picture there.

        The curves are written beside it in the format of the ending `table`, if there is one,
        without the models that the picture leaves out.
        """

        def write(path: Path) -> None:
            if not self._has_ending_of(file_name, path) or not self._written(path, draw):
                return
            on_written()
            if table:
                self._write_curves(view, path.with_suffix(f".{table}"), [], hidden=hidden)

        self._ask(file_name, write)

    def _has_ending_of(self, file_name: str, path: Path) -> bool:
        """Whether a file has the ending of its format; else say which that is."""
        ending = Path(file_name).suffix
        if path.suffix.lower() == ending:
            return True
        said = tr(
            "it is a {kind} file. Choose a name that ends in {ending}.",
            kind=ending[1:].upper(),
            ending=ending,
        )
        self._prompts.show_error(
            tr("Nothing was written"), tr("Cannot write {name}: {said}", name=path.name, said=said)
        )
        return False

    def save_curves(
        self, view: str, file_name: str, on_written: Callable[[], None] = lambda: None
    ) -> None:
        """Ask for a path and write every point of the curves there."""
        self._ask_for_table(
            file_name, lambda path: self._write_curves(view, path, [path], on_written)
        )

    def _ask_for_table(self, file_name: str, write: Callable[[Path], None]) -> None:
        """Ask where to write a table, in the format of the last one unless another is chosen."""
        from costcurve_gui.dataio.table_files import TABLE_FORMATS

        def take(path: Path) -> None:
            ending = path.suffix.lower().removeprefix(".")
            if ending in TABLE_FORMATS:
                self._settings.table_format = ending
            write(path)

        last = self._settings.table_format
        ending = last if last in TABLE_FORMATS else "csv"
        self._ask(f"{Path(file_name).stem}.{ending}", take)

    def _ask(self, file_name: str, write: Callable[[Path], None]) -> None:
        def take(path: Path) -> None:
            self._settings.export_folder = path.parent
            write(path)

        self._prompts.choose_save_path(self._settings.export_folder / file_name, take)

    def _written(self, path: Path, draw: Callable[[Path], None]) -> bool:
        try:
            _drawn_whole(path, draw)
        except DataError as error:
            self._prompts.show_error(tr("Nothing was written"), text_of(error))
            return False
        self._report(tr("Wrote {name}", name=path.name))
        return True

    def _write_curves(
        self,
        view: str,
        path: Path,
        agreed: Sequence[Path],
        on_written: Callable[[], None] = lambda: None,
        hidden: frozenset[str] | None = None,
    ) -> None:
        """Write the curves and what belongs to them; ask before files are replaced."""
        snapshot = self._results.snapshot
        if snapshot is None:
            return
        if hidden is not None:
            settings = replace(snapshot.settings, hidden=hidden)
            snapshot = replace(snapshot, settings=settings)

        def write_again(found: FilesInTheWayError) -> None:
            again = [*agreed, *found.paths]
            names = [one.name for one in found.paths]
            write_all = partial(self._write_curves, view, path, again, on_written, hidden)
            self._prompts.ask_to_replace(names, path.parent, write_all)

        curve = self._rate_curve_of(view)
        write = partial(write_curves, view, snapshot, path, agreed, rate_curve=curve)
        self._start_writing(path, write, on_written, write_again)

    def save_page(self, file_name: str, writer: Callable[[Path], Callable[..., str]]) -> None:
        """Ask for a path and let the `writer` for it write a report there, in a job."""
        self._ask(file_name, lambda path: self._start_writing(path, writer(path)))

    def save_table(
        self, file_name: str, header: Sequence[str], columns: Sequence[Sequence[Any]]
    ) -> None:
        """Ask for a path and write a table that is not one of a view."""

        def write(path: Path) -> None:
            self._start_writing(path, partial(_write_table, path, header, columns))

        self._ask_for_table(file_name, write)

    def _start_writing(
        self,
        path: Path,
        write: Callable[..., str],
        on_written: Callable[[], None] = lambda: None,
        on_in_the_way: Callable[[FilesInTheWayError], None] = lambda _: None,
    ) -> None:
        def tell(written: str) -> None:
            self._report(tr("Wrote {written}", written=written))
            on_written()

        def complain(error: Exception) -> None:
            if isinstance(error, FilesInTheWayError):
                on_in_the_way(error)
                return
            self._prompts.show_error(tr("Nothing was written"), text_of(error))

        self._runner.start(
            JobKey("write", str(path)),
            tr("Writing {name}", name=path.name),
            write,
            on_result=tell,
            on_error=complain,
        )


class FilesInTheWayError(Exception):
    """Files would be replaced without confirmation; nothing was written."""

    def __init__(self, paths: Sequence[Path]) -> None:
        super().__init__(", ".join(path.name for path in paths))
        self.paths = tuple(paths)


def write_curves(
    view: str,
    snapshot: Snapshot,
    path: Path,
    agreed: Sequence[Path] = (),
    *,
    rate_curve: str = "",
    progress: Progress,
) -> str:
    """Write the curves, bands and thresholds of a view, each whole or not at all.

    The ending of `path` is that of all files, and their format. `rate_curve` is the function of
    the engine that the view is a curve of, if it is one. Return the names of the files.

    Raises
    ------
    FilesInTheWayError
        Where one of them is there and not among those that may be replaced.
    """
    from costcurve_gui.analysis.tables.bands import band_table
    from costcurve_gui.analysis.tables.options import TableOptions
    from costcurve_gui.analysis.tables.ranking import rate_curve_table
    from costcurve_gui.analysis.tables.registry import BY_VIEW, view_table, view_thresholds
    from costcurve_gui.analysis.view_curves import rate_function
    from costcurve_gui.dataio.table_files import write_table_file

    if rate_curve and view not in BY_VIEW:  # the report has no such table
        shown = TableOptions(models=frozenset(snapshot.shown))
        points = rate_curve_table(snapshot, shown, rate_function(rate_curve))
    else:
        points = view_table(view, snapshot)
    found = {
        path: points,
        path.with_stem(f"{path.stem}_band"): band_table(view, snapshot),
        path.with_stem(f"{path.stem}_thresholds"): view_thresholds(view, snapshot),
    }
    tables = {target: table for target, table in found.items() if table is not None}
    in_the_way = [target for target in tables if target not in agreed and target.exists()]
    if in_the_way:
        raise FilesInTheWayError(in_the_way)
    for turn, (target, table) in enumerate(tables.items()):
        part = progress.part(turn, len(tables))
        part.advance(0, 1, target.name)
        write_table_file(target, table.header, table.columns, part)
    return all_of([target.name for target in tables])


def _write_table(
    path: Path, header: Sequence[str], columns: Sequence[Sequence[Any]], *, progress: Progress
) -> str:
    from costcurve_gui.dataio.table_files import write_table_file

    progress.advance(0, 1, path.name)
    write_table_file(path, header, columns, progress)
    return path.name


def _drawn_whole(path: Path, draw: Callable[[Path], None]) -> None:
    """Write to a file beside `path` first, so that a failure leaves no half picture."""
    from costcurve_gui.dataio.writers import atomic_path

    with atomic_path(path) as part:
        draw(part)

"""Writes what a view shows: the picture as the view layer draws it, the curves as CSV."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.controllers.error_texts import text_of
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.jobs.job import JobKey

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from costcurve_gui.controllers.curve_columns import CurveTable
    from costcurve_gui.controllers.prompts import Prompts
    from costcurve_gui.engine.progress import Progress
    from costcurve_gui.jobs.job_runner import JobRunner
    from costcurve_gui.models.results import Frame, ResultsModel
    from costcurve_gui.models.settings import Settings


_OF_MONEY = frozenset({"profit", "build_up", "instance_costs", "regret", "rates"})


class ExportController:
    """Asks where to write, writes, and tells what became of it."""

    def __init__(
        self,
        results: ResultsModel,
        runner: JobRunner,
        prompts: Prompts,
        settings: Settings,
        report: Callable[[str], None],
    ) -> None:
        self._results = results
        self._runner = runner
        self._prompts = prompts
        self._settings = settings
        self._report = report

    def save_picture(
        self,
        view: str,
        file_name: str,
        draw: Callable[[Path], None],
        on_written: Callable[[], None],
        *,
        also_csv: bool,
    ) -> None:
        """Ask for a path and let `draw` write the picture there, and the curves beside it."""

        def write(path: Path) -> None:
            if not self._written(path, draw):
                return
            on_written()
            if also_csv:
                self._write_curves(view, path.with_suffix(".csv"))

        self._ask(file_name, write)

    def save_curves(
        self, view: str, file_name: str, on_written: Callable[[], None] = lambda: None
    ) -> None:
        """Ask for a path and write every point of the curves there."""
        self._ask(file_name, lambda path: self._write_curves(view, path, on_written))

    def _ask(self, file_name: str, write: Callable[[Path], None]) -> None:
        def take(path: Path) -> None:
            self._settings.export_folder = path.parent
            write(path)

        self._prompts.choose_save_path(self._settings.export_folder / file_name, take)

    def _written(self, path: Path, draw: Callable[[Path], None]) -> bool:
        try:
            _drawn_whole(path, draw)
        except DataError as error:
            self._prompts.show_error("Nothing was written", text_of(error))
            return False
        self._report(f"Wrote {path.name}")
        return True

    def _write_curves(
        self, view: str, path: Path, on_written: Callable[[], None] = lambda: None
    ) -> None:
        frame = self._results.frame
        if frame is None:
            return

        self._start_writing(path, partial(write_curves, view, frame, path), on_written)

    def save_table(
        self, file_name: str, header: Sequence[str], columns: Sequence[Sequence[Any]]
    ) -> None:
        """Ask for a path and write a table that is not one of a view."""

        def write(path: Path) -> None:
            self._start_writing(path, partial(_write_table, path, header, columns))

        self._ask(file_name, write)

    def _start_writing(
        self, path: Path, write: Callable[..., str], on_written: Callable[[], None] = lambda: None
    ) -> None:
        def tell(written: str) -> None:
            self._report(f"Wrote {written}")
            on_written()

        def complain(error: Exception) -> None:
            self._prompts.show_error("Nothing was written", text_of(error))

        self._runner.start(
            JobKey("write", str(path)),
            f"Writing {path.name}",
            write,
            on_result=tell,
            on_error=complain,
        )


def write_curves(view: str, frame: Frame, path: Path, *, progress: Progress) -> str:
    """Write the curves of a view as CSV, whole or not at all, and its doubts into files beside.

    Return the names of the files.
    """
    from costcurve_gui.controllers.band_tables import band_table, threshold_table
    from costcurve_gui.controllers.curve_tables import curve_table
    from costcurve_gui.dataio.csv_writer import write_csv

    table = _with_factor(view, frame, curve_table(view, frame))
    beside = {"band": band_table(view, frame), "thresholds": threshold_table(view, frame)}
    progress.advance(1, 2, path.name)
    write_csv(path, table.header, table.columns)
    written = [path.name]
    for name, one in beside.items():
        if one is not None:
            target = path.with_stem(f"{path.stem}_{name}")
            write_csv(target, one.header, one.columns)
            written.append(target.name)
    return " and ".join(written)


def _with_factor(view: str, frame: Frame, table: CurveTable) -> CurveTable:
    """Add what misses were scaled by to a table of money, where another cost ratio was typed."""
    if frame.miss_factor == 1 or view not in _OF_MONEY:
        return table
    column = np.full(len(table.columns[0]), frame.miss_factor)
    header, columns = (*table.header, "miss_factor"), (*table.columns, column)
    return replace(table, header=header, columns=columns)


def _write_table(
    path: Path, header: Sequence[str], columns: Sequence[Sequence[Any]], *, progress: Progress
) -> str:
    from costcurve_gui.dataio.csv_writer import write_csv

    progress.advance(0, 1, path.name)
    write_csv(path, header, columns)
    return path.name


def _drawn_whole(path: Path, draw: Callable[[Path], None]) -> None:
    """Write to a file beside `path` first, so that a failure leaves no half picture."""
    from costcurve_gui.dataio.writers import atomic_path

    with atomic_path(path) as part:
        draw(part)

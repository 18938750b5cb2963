"""Draws or shows what a notebook hands over, in a process of its own.

`python -m costcurve_gui.window.from_notebook draw` reads pickled requests from standard input and
writes the pictures to standard output, each framed; `show` opens the window.
"""

from __future__ import annotations

import pickle
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from costcurve_gui.notebook.processes import DRAWN, EMPTY, framed
from costcurve_gui.startup.display import draw_in_memory
from costcurve_gui.startup.logs import start_logging, stop_logging

if TYPE_CHECKING:
    from costcurve_gui.analysis.dataset_info import DatasetInfo
    from costcurve_gui.analysis.loading import Loaded
    from costcurve_gui.analysis.settings import DatasetSettings
    from costcurve_gui.dataio.source import Source
    from costcurve_gui.engine.progress import Progress
    from costcurve_gui.window.program import Program


def main() -> int:
    """Do what the first word says with what stands in standard input."""
    # Written by the notebook that started this process, and by nobody else.
    given = pickle.load(sys.stdin.buffer)  # noqa: S301
    return _draw(given) if sys.argv[1] == "draw" else _show(given)


def _draw(requests: list[tuple[Any, dict[str, Any]]]) -> int:
    draw_in_memory()
    import costcurve_gui.startup.load_qt  # noqa: F401 - before any class is derived from one of Qt's
    from costcurve_gui.cli.pictures import drawing_application
    from costcurve_gui.page.paper import paper_bytes
    from costcurve_gui.views.plotting.picture import picture_bytes
    from costcurve_gui.views.plotting.picture_options import ExportOptions
    from costcurve_gui.views.text.empty_states import empty_state

    application = drawing_application()
    for snapshot, options in requests:
        if "paper" in options:  # a report, with its pictures, in place of a snapshot
            sys.stdout.buffer.write(framed(DRAWN, paper_bytes(snapshot, options["paper"])))
            continue
        empty = empty_state(options["view"], snapshot)
        if empty is None:
            picture = picture_bytes(snapshot, replace(ExportOptions(), **options))
            answer = framed(DRAWN, picture)
        else:
            answer = framed(EMPTY, f"{empty.headline}. {empty.sentence}".encode())
        sys.stdout.buffer.write(answer)
    sys.stdout.buffer.flush()
    del application
    return 0


def _show(given: dict[str, Any]) -> int:
    start_logging()
    try:
        import costcurve_gui.startup.load_qt  # noqa: F401 - as above
        from costcurve_gui.cli.record_of_project import save_record
        from costcurve_gui.window.program import run_window

        def open_cases(program: Program) -> None:
            def read(dataset_id: str, *, progress: Progress) -> Loaded:
                return _loaded(given, dataset_id, progress)

            program.datasets.open_by(given["options"].file.name, read)

        return run_window([], None, open_cases, save_record)
    finally:
        stop_logging()


def _loaded(given: dict[str, Any], dataset_id: str, progress: Progress) -> Loaded:
    from costcurve_gui.analysis.loading import load, load_counts

    source, chosen = _source(given), given["chosen"]

    def settings_for(info: DatasetInfo) -> DatasetSettings:
        return _for_dataset(given["settings"], given["id"], info.id)

    if given["counts"]:
        return load_counts(dataset_id, source, chosen, settings_for, progress=progress)
    return load(dataset_id, source, chosen, settings_for, progress=progress)


def _source(given: dict[str, Any]) -> Source:
    if given["columns"]:
        from costcurve_gui.dataio.arrays import open_arrays

        return open_arrays(given["options"].file.name, given["columns"])
    from costcurve_gui.cli.report_files import opened_file

    return opened_file(given["options"])


def _for_dataset(settings: DatasetSettings, known_id: str, dataset_id: str) -> DatasetSettings:
    """Return settings whose models are those of another dataset."""
    selection = settings.selection
    thresholds = {
        f"{dataset_id}{key.removeprefix(known_id)}": threshold
        for key, threshold in selection.thresholds.items()
    }
    return replace(settings, selection=replace(selection, thresholds=thresholds), mix=None)


if __name__ == "__main__":
    sys.exit(main())

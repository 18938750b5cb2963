"""`report`: every curve, table and picture of a file, without a window."""

from __future__ import annotations

import sys
from functools import partial
from io import StringIO
from typing import TYPE_CHECKING

from costcurve_gui.analysis.tables.registry import REPORT_FILES
from costcurve_gui.cli.errors import REFUSED, one_line
from costcurve_gui.cli.manifest import warnings
from costcurve_gui.cli.options import parse_options
from costcurve_gui.cli.output import MANIFEST, staged
from costcurve_gui.cli.progress import Steps
from costcurve_gui.cli.report_files import write_report
from costcurve_gui.cli.report_input import read_report_input
from costcurve_gui.cli.signals import ended_by_signals
from costcurve_gui.dataio.errors import readable
from costcurve_gui.dataio.roles.labels import described
from costcurve_gui.startup.display import draw_in_memory

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from costcurve_gui.cli.report_input import ReportInput

BAD_INPUT = 2


def run(argv: Sequence[str]) -> int:
    """Carry out `report` with the words after it; return the exit status."""
    steps = Steps()
    with ended_by_signals():
        try:
            options = parse_options(argv)
            place = partial(staged, overwrite=options.overwrite, inputs=options.inputs)
            with place(options.out, names=REPORT_FILES | {MANIFEST}) as folder:
                steps.expect(2)  # with the manifest
                steps.begin(f"Reading {options.file.name}")
                study = read_report_input(options, steps)
                write_with_pictures(study, folder, steps)
        except REFUSED as error:
            steps.clear()
            _say(f"error: {one_line(error)}")
            return BAD_INPUT
        except BaseException:
            steps.clear()
            raise
    steps.clear()
    for roles, dataset in zip(study.roles[:1], study.datasets, strict=False):
        _say(f"labels: {described(roles.label, dataset.labels)}")
    _say(f"columns: {study.reading.described}")
    for note in study.reading.notes:
        _say(f"note: {note}")
    for warning in warnings(study):
        _say(f"warning: {warning}")
    sys.stdout.write(f"{readable(f'The report is in {options.out}')}\n")
    return 0


def _say(line: str) -> None:
    sys.stderr.write(f"{readable(line)}\n")


def write_with_pictures(study: ReportInput, folder: Path, steps: Steps | None = None) -> None:
    """Write every file of the report into an empty folder, drawing in this process."""
    steps = steps or Steps(StringIO())
    write_report(study, folder, steps, _drawings(study, folder, steps))


def _drawings(study: ReportInput, folder: Path, steps: Steps) -> Sequence[Callable[[], None]]:
    """Return what writes the pictures of each class; Qt is loaded only where there are any."""
    if not study.options.picture_formats:
        return ()
    draw_in_memory()
    from costcurve_gui.cli.pictures import most_pictures, write_pictures

    steps.expect(len(study.parts) * most_pictures(study.options))
    return [
        partial(write_pictures, part, study.options, folder, ending, steps)
        for part, ending in zip(study.parts, study.picture_endings, strict=True)
    ]

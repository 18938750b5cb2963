"""`report`: every curve, table and picture of a file, without a window."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import partial
from io import StringIO
from typing import TYPE_CHECKING

from costcurve_gui.analysis.tables.registry import REPORT_FILES, TABLES
from costcurve_gui.analysis.tables.table import Table
from costcurve_gui.cli.errors import REFUSED, OptionError, one_line
from costcurve_gui.cli.manifest import manifest, warnings
from costcurve_gui.cli.options import parse_options
from costcurve_gui.cli.output import MANIFEST, file_hash, staged
from costcurve_gui.cli.progress import Steps
from costcurve_gui.cli.report_input import read_report_input
from costcurve_gui.cli.signals import ended_by_signals
from costcurve_gui.dataio.csv_writer import write_csv
from costcurve_gui.dataio.errors import readable
from costcurve_gui.dataio.roles.labels import described
from costcurve_gui.dataio.writers import write_json
from costcurve_gui.engine.errors import EngineError
from costcurve_gui.startup.display import draw_in_memory

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from costcurve_gui.analysis.tables.registry import TableSpec
    from costcurve_gui.cli.report_input import ReportInput, ReportPart
    from costcurve_gui.engine.progress import Progress

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
                write_report(study, folder, steps)
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


def write_report(study: ReportInput, folder: Path, steps: Steps | None = None) -> None:
    """Write every file of the report into an empty folder."""
    steps = steps or Steps(StringIO())
    specs = _specs(study) if "csv" in study.options.formats else []
    for spec in specs:
        steps.expect(1, _weight(spec, study))
    drawings = _picture_writers(study, folder, steps) if study.options.picture_formats else []
    for spec in specs:
        steps.begin(f"Writing {spec.file_name}", _weight(spec, study))
        table = _table(spec, study, steps)
        write_csv(folder / spec.file_name, table.header, table.columns, steps)
    for draw in drawings:
        draw()
    steps.begin(f"Writing {MANIFEST}")
    files = {path.name: file_hash(path) for path in folder.iterdir()}
    write_json(folder / MANIFEST, manifest(study, files))


def _specs(study: ReportInput) -> list[TableSpec]:
    part = study.parts[0]  # each class has the same tables
    return [spec for spec in TABLES if spec.belongs_to(part.snapshot, part.table_options)]


def _weight(spec: TableSpec, study: ReportInput) -> float:
    return spec.weight if study.options.bootstrap else 1.0


def _table(spec: TableSpec, study: ReportInput, progress: Progress) -> Table:
    """Return a table with the rows of every class below each other."""
    parts = study.parts[:1] if spec.of_all_classes else study.parts
    try:
        return Table.stacked([_part_table(spec, part, progress) for part in parts])
    except EngineError as error:
        if spec.name == "folds":
            raise OptionError(f"--fold {study.options.fold}: {error}") from error
        raise


def _part_table(spec: TableSpec, part: ReportPart, progress: Progress) -> Table:
    snapshot, options = part.snapshot, part.table_options
    if part.estimator is not None:
        needs = spec.needs(snapshot, options)
        found = part.estimator.estimate(needs, progress=progress)
        snapshot = replace(snapshot, intervals=found)
    return spec.make(snapshot, options)


def _picture_writers(
    study: ReportInput, folder: Path, steps: Steps
) -> Sequence[Callable[[], None]]:
    """Return what writes the pictures of each class."""
    draw_in_memory()
    from costcurve_gui.cli.pictures import most_pictures, write_pictures  # Qt only where drawn

    steps.expect(len(study.parts) * most_pictures(study.options))
    return [
        partial(write_pictures, part, study.options, folder, ending, steps)
        for part, ending in zip(study.parts, study.picture_endings, strict=True)
    ]

"""The files of a report: its tables, then its pictures, and the manifest last."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from costcurve_gui.analysis.tables.registry import TABLES
from costcurve_gui.analysis.tables.table import Table
from costcurve_gui.cli.errors import OptionError
from costcurve_gui.cli.manifest import manifest
from costcurve_gui.cli.output import MANIFEST, file_hash
from costcurve_gui.dataio.csv_writer import write_csv
from costcurve_gui.dataio.writers import write_json
from costcurve_gui.engine.errors import EngineError
from costcurve_gui.engine.progress import NO_PROGRESS, Progress

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from costcurve_gui.analysis.tables.registry import TableSpec
    from costcurve_gui.cli.progress import Steps
    from costcurve_gui.cli.report_input import ReportInput, ReportPart


def write_report(
    study: ReportInput, folder: Path, steps: Steps, drawings: Sequence[Callable[[], None]]
) -> None:
    """Write every file of the report into an empty folder; `drawings` write the pictures."""
    specs = report_tables(study) if "csv" in study.options.formats else []
    for spec in specs:
        steps.expect(1, _weight(spec, study))
    for spec in specs:
        steps.begin(f"Writing {spec.file_name}", _weight(spec, study))
        table = report_table(spec, study, steps)
        write_csv(folder / spec.file_name, table.header, table.columns, steps)
    for draw in drawings:
        draw()
    steps.begin(f"Writing {MANIFEST}")
    files = {path.name: file_hash(path) for path in folder.iterdir()}
    write_json(folder / MANIFEST, manifest(study, files))


def report_tables(study: ReportInput) -> list[TableSpec]:
    """Return the tables that a report has; each class has the same."""
    part = study.parts[0]
    return [spec for spec in TABLES if spec.belongs_to(part.snapshot, part.table_options)]


def report_table(spec: TableSpec, study: ReportInput, progress: Progress = NO_PROGRESS) -> Table:
    """Return a table with the rows of every class below each other."""
    parts = study.parts[:1] if spec.of_all_classes else study.parts
    try:
        return Table.stacked([_part_table(spec, part, progress) for part in parts])
    except EngineError as error:
        if spec.name == "folds":
            raise OptionError(f"--fold {study.options.fold}: {error}") from error
        raise


def _weight(spec: TableSpec, study: ReportInput) -> float:
    return spec.weight if study.options.bootstrap else 1.0


def _part_table(spec: TableSpec, part: ReportPart, progress: Progress) -> Table:
    snapshot, options = part.snapshot, part.table_options
    if part.estimator is not None:
        needs = spec.needs(snapshot, options)
        found = part.estimator.estimate(needs, progress=progress)
        snapshot = replace(snapshot, intervals=found)
    return spec.make(snapshot, options)

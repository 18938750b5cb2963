"""`report`: every curve, table and picture of a file, without a window."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import partial
from io import StringIO
from typing import TYPE_CHECKING

from costcurve_gui.analysis.tables.by_threshold import COLUMNS, threshold_blocks
from costcurve_gui.analysis.tables.decisions import selection_needs
from costcurve_gui.analysis.tables.options import models_of
from costcurve_gui.analysis.tables.registry import REPORT_TABLES, TABLES
from costcurve_gui.analysis.tables.table import Table
from costcurve_gui.cli.errors import REFUSED, OptionError, one_line
from costcurve_gui.cli.manifest import manifest, notes, policy_input, warnings
from costcurve_gui.cli.options import parse_options
from costcurve_gui.cli.output import MANIFEST, file_hash, staged
from costcurve_gui.cli.progress import Steps, ended_by_signals
from costcurve_gui.cli.record import RECORD_FILES, replayed, write_record
from costcurve_gui.cli.report_input import read_report_input
from costcurve_gui.dataio.csv_tables import SharedTable, write_tables
from costcurve_gui.dataio.errors import readable
from costcurve_gui.dataio.roles.labels import described
from costcurve_gui.dataio.table_files import write_table_file
from costcurve_gui.dataio.table_kind import TableKind
from costcurve_gui.dataio.writers import write_json
from costcurve_gui.engine.errors import EngineError
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.policies.saved import POLICY_FILE
from costcurve_gui.startup.display import draw_in_memory
from costcurve_gui.startup.gui_extra import has_gui

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from costcurve_gui.analysis.intervals.results import IntervalRequest
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.tables.registry import TableSpec
    from costcurve_gui.cli.options import ReportOptions
    from costcurve_gui.cli.report_input import ReportInput, ReportPart
    from costcurve_gui.page.saving import Press
    from costcurve_gui.policies.saved import Content


BAD_INPUT = 2


def run(argv: Sequence[str]) -> int:
    """Carry out `report` with the words after it; return the exit status."""
    steps = Steps()
    with ended_by_signals():
        try:
            words = replayed(argv)
            options = replace(parse_options(words.followed), words=words.recorded)
            words.check(options.inputs)
            place = partial(staged, overwrite=options.overwrite, inputs=options.inputs)
            with place(options.out, names=files_of(options) | RECORD_FILES) as folder:
                steps.expect(3)  # with the policies and the manifest
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
    for note in notes(study):
        _say(f"note: {note}")
    for warning in warnings(study):
        _say(f"warning: {warning}")
    sys.stdout.write(f"{readable(f'The report is in {options.out}')}\n")
    return 0


def files_of(options: ReportOptions) -> set[str]:
    """Return the names of the files that a report may have, but for pictures."""
    tables = {spec.file_named(ending) for spec in REPORT_TABLES for ending in options.table_formats}
    return {*tables, POLICY_FILE, MANIFEST, *options.page_names.values()}


def _say(line: str) -> None:
    sys.stderr.write(f"{readable(line)}\n")


def write_with_pictures(study: ReportInput, folder: Path, steps: Steps | None = None) -> None:
    """Write every file of the report into an empty folder, drawing in this process."""
    steps = steps or Steps(StringIO())
    drawings = _drawings(study, folder, steps)
    write_report(study, folder, steps, drawings, _press(study) if has_gui() else None)


def _press(study: ReportInput) -> Press | None:
    """Return what draws and prints for documents, in this process."""
    if not {"docx", "pdf"} & study.options.page_names.keys():
        return None
    draw_in_memory()
    from costcurve_gui.cli.pictures import press

    return press(study.options)


def _drawings(study: ReportInput, folder: Path, steps: Steps) -> Sequence[Callable[[], None]]:
    """Return what writes the pictures of each class; Qt is loaded only where there are any."""
    if not study.options.picture_formats:
        return ()
    draw_in_memory()
    from costcurve_gui.cli.pictures import most_pictures, write_pictures

    steps.expect(len(study.parts) * most_pictures(study.options))
    return [
        partial(
            write_pictures,
            part,
            study.options,
            folder,
            ending,
            steps,
            first=part is study.parts[0],
        )
        for part, ending in zip(study.parts, study.picture_endings, strict=True)
    ]


def write_report(
    study: ReportInput,
    folder: Path,
    steps: Steps,
    drawings: Sequence[Callable[[], None]],
    press: Press | None = None,
) -> None:
    """Write every file of the report into an empty folder; `drawings` write the pictures.

    `press` draws and prints what documents have; without it they have no pictures.
    """
    _write_all_tables(study, folder, steps)
    for draw in drawings:
        draw()
    if study.options.page_names:
        _write_pages(study, folder, steps, press)
    steps.begin(f"Writing {POLICY_FILE}")
    policies = policies_of_report(study, steps)
    write_json(folder / POLICY_FILE, policies)
    steps.begin(f"Writing {MANIFEST}")
    files = _hashes(folder)
    if "record" in study.options.formats:
        found = [spec for spec in report_tables(study) if spec.name == "validation"]
        validation = report_table(found[0], study, steps) if found else None
        files |= write_record(study, folder, policies, files, validation, press)
    write_json(folder / MANIFEST, manifest(study, files))


def _write_all_tables(study: ReportInput, folder: Path, steps: Steps) -> None:
    """Write the tables in each format; as CSV those of every threshold in blocks."""
    formats = study.options.table_formats
    specs = study.options.contents.chosen(report_tables(study)) if formats else []
    in_blocks = [spec for spec in specs if "csv" in formats and _is_by_threshold(spec, study)]
    for spec in specs:
        steps.expect(1, _weight(spec, study))
    for spec in specs:
        endings = [one for one in formats if one != "csv" or spec not in in_blocks]
        if endings:
            steps.begin(f"Writing {spec.file_named(endings[0])}", _weight(spec, study))
            table = report_table(spec, study, steps)
            for ending in endings:
                path = folder / spec.file_named(ending)
                write_table_file(path, table.header, table.columns, steps)
    for ascending in (False, True):
        together = [spec for spec in in_blocks if COLUMNS[spec.name].by_score is ascending]
        if together:
            names = ", ".join(spec.file_name for spec in together)
            steps.begin(f"Writing {names}", len(together))
            _write_together(together, study, folder, steps)


def _write_pages(study: ReportInput, folder: Path, steps: Steps, press: Press | None) -> None:
    from costcurve_gui.cli.pages import write_pages  # other reports do without all its words
    from costcurve_gui.page.saving import NO_PRESS

    steps.expect(1)
    steps.begin(f"Writing {', '.join(study.options.page_names.values())}")
    write_pages(study, folder, press or NO_PRESS, steps)


def report_tables(study: ReportInput) -> list[TableSpec]:
    """Return the tables that a report has; each class has the same."""
    part = study.parts[0]
    return [spec for spec in TABLES if spec.belongs_to(part.snapshot, part.table_options)]


def report_table(spec: TableSpec, study: ReportInput, progress: Progress = NO_PROGRESS) -> Table:
    """Return a table with the rows of every class below each other."""
    parts = study.parts[:1] if spec.of_all_classes else study.parts
    try:
        tables = [_part_table(spec, part, progress) for part in parts]
    except EngineError as error:
        if spec.name == "folds":
            raise OptionError(f"--fold {study.options.fold}: {error}") from error
        raise
    if spec.names_trivial and len(parts) > 1:
        tables = [
            table.with_column("positive", part.snapshot.curve_set.dataset.positive_label)
            for table, part in zip(tables, parts, strict=True)
        ]
    return Table.stacked(tables)


def _is_by_threshold(spec: TableSpec, study: ReportInput) -> bool:
    """Whether a table has a row a threshold; those of families have a row a member."""
    dataset = study.parts[0].snapshot.curve_set.dataset
    return spec.name in COLUMNS and dataset.kind is not TableKind.CONFUSION


def _write_together(
    specs: Sequence[TableSpec], study: ReportInput, folder: Path, progress: Progress
) -> None:
    """Write tables of every threshold in one order, of which only a few blocks are in memory."""
    columns = [COLUMNS[spec.name] for spec in specs]
    models = [
        model for part in study.parts for model in models_of(part.snapshot, part.table_options)
    ]
    tables = [
        SharedTable(folder / spec.file_name, one.header, tuple(one.quantities.values()))
        for spec, one in zip(specs, columns, strict=True)
    ]
    rows = sum(model.listed for model in models)
    write_tables(tables, threshold_blocks(models, columns), rows, progress)


def _hashes(folder: Path) -> dict[str, str]:
    """Return the hash of each file, two at a time: those of large reports take long."""
    from concurrent.futures import ThreadPoolExecutor

    paths = list(folder.iterdir())
    with ThreadPoolExecutor(2) as pool:
        return {
            path.name: found for path, found in zip(paths, pool.map(file_hash, paths), strict=True)
        }


def _weight(spec: TableSpec, study: ReportInput) -> float:
    return spec.weight if study.options.bootstrap else 1.0


def _part_table(spec: TableSpec, part: ReportPart, progress: Progress) -> Table:
    snapshot, options = part.snapshot, part.table_options
    return spec.make(_estimated(part, spec.needs(snapshot, options), progress), options)


def _estimated(part: ReportPart, needs: Iterable[IntervalRequest], progress: Progress) -> Snapshot:
    """Return the snapshot of a part with the intervals asked for, where there are any."""
    wanted = [*needs]
    if part.estimator is None or not wanted:
        return part.snapshot  # the same object: what is remembered of it serves other tables too
    found = part.estimator.estimate(wanted, progress=progress)
    return replace(part.snapshot, intervals=found)


def policies_of_report(
    study: ReportInput, progress: Progress = NO_PROGRESS, models: frozenset[str] | None = None
) -> Content:
    """Return what policy.json holds: the policies and figures of selection.csv.

    `models` has the keys of those to be resampled and listed; None for all.
    """
    from costcurve_gui.policies.selected import PolicyPart, policy_content

    several = len(study.parts) > 1
    parts = []
    for part in study.parts:
        snapshot, options = part.snapshot, replace(part.table_options, models=models)
        estimated = _estimated(part, selection_needs(snapshot, options), progress)
        positive = snapshot.curve_set.dataset.positive_label if several else None
        parts.append(PolicyPart(estimated, options, part.dataset, positive))
    return policy_content(parts, policy_input(study), study.options.payoff, study.options.seed)

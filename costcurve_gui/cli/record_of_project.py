"""The decision record of an open project: what `report --format record` writes of it."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from costcurve_gui.cli.options import parse_options
from costcurve_gui.cli.output import file_hash
from costcurve_gui.cli.record import PAGE, RECORD, write_record
from costcurve_gui.cli.report import policies_of_report, report_table, report_tables
from costcurve_gui.cli.report_input import read_report_input
from costcurve_gui.dataio.project_file import SUFFIX
from costcurve_gui.dataio.writers import write_json
from costcurve_gui.policies.saved import POLICY_FILE

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurve_gui.engine.progress import Progress


def save_record(path: Path, save_project: Callable[[Path], object], *, progress: Progress) -> str:
    """Write the record beside a project that it can be replayed from; return the name of the file.

    Parameters
    ----------
    path : Path
        Of the record; its page and the project stand beside it under the same name.
    save_project : callable
        Writes the project to a path.
    progress : Progress
        Of the resampling, which takes the longest.
    """
    project, page = path.with_suffix(SUFFIX), path.with_suffix(".html")
    save_project(project)
    words = f"{project.name}", "--format=record"
    with tempfile.TemporaryDirectory(prefix=".costcurve-", dir=path.parent) as name:
        folder = Path(name)
        options = parse_options([str(project), "--format", "record", "--out", name])
        study = read_report_input(replace(options, words=words), progress)
        policies = policies_of_report(study, progress)
        write_json(folder / POLICY_FILE, policies)
        found = [spec for spec in report_tables(study) if spec.name == "validation"]
        validation = report_table(found[0], study, progress) if found else None
        files = {POLICY_FILE: file_hash(folder / POLICY_FILE)}
        write_record(study, folder, policies, files, validation)
        (folder / RECORD).replace(path)
        (folder / PAGE).replace(page)
    return path.name

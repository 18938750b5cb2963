"""The page of a report for the person who decides, of each class where there are several."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.cli.manifest import warnings
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.page.content import Facts
from costcurve_gui.page.saving import page_content, page_file

if TYPE_CHECKING:
    from pathlib import Path

    from costcurve_gui.cli.report_input import ReportInput


def write_pages(study: ReportInput, folder: Path, progress: Progress = NO_PROGRESS) -> None:
    """Write the page into a folder, one a class where there are several.

    It names no time, so that the same input gives the same bytes.
    """
    facts = Facts(tuple(warnings(study)), study.options.min_count)
    for part, ending in zip(study.parts, study.picture_endings, strict=True):
        found = page_content(part.snapshot, facts, part.estimator, progress)
        for format_ in study.options.page_names:
            (folder / f"report{ending}.{format_}").write_bytes(page_file(found, format_))

"""The page of a report for the person who decides, of each class where there are several."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from costcurve_gui.analysis.common_case_requests import with_all_common_cases
from costcurve_gui.cli.manifest import warnings
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.page.content import Content, Facts, content, content_requests, told_snapshot
from costcurve_gui.page.markup import page_bytes

if TYPE_CHECKING:
    from pathlib import Path

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.cli.report_input import ReportInput, ReportPart


def write_pages(study: ReportInput, folder: Path, progress: Progress = NO_PROGRESS) -> None:
    """Write the page into a folder, one a class where there are several."""
    for part, ending in zip(study.parts, study.picture_endings, strict=True):
        found = page_content(study, part, progress)
        (folder / f"report{ending}.html").write_bytes(page_bytes(found))


def page_content(study: ReportInput, part: ReportPart, progress: Progress = NO_PROGRESS) -> Content:
    """Return what the page of a part says; it names no time, so that it is the same again."""
    facts = Facts(tuple(warnings(study)), study.options.min_count)
    snapshot, facts = told_snapshot(with_all_common_cases(part.snapshot), facts)
    return content(_resampled(snapshot, part, progress), facts)


def _resampled(snapshot: Snapshot, part: ReportPart, progress: Progress) -> Snapshot:
    """Return the snapshot with all that the page says resampled."""
    if part.estimator is None:
        return snapshot
    found = part.estimator.estimate(content_requests(snapshot), progress=progress)
    return replace(snapshot, intervals=found)

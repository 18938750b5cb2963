"""The page of a report for the person who decides, of each class where there are several."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from costcurve_gui.analysis.decision_validation import decision_mark
from costcurve_gui.cli.manifest import warnings
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.page.content import Facts
from costcurve_gui.page.saving import NO_PRESS, Press, page_content, page_file

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.cli.report_input import ReportInput, ReportPart


def write_pages(
    study: ReportInput,
    folder: Path,
    press: Press = NO_PRESS,
    progress: Progress = NO_PROGRESS,
) -> None:
    """Write the page into a folder, one a class where there are several.

    It names no time, so that the same input gives the same bytes.
    """
    formats = study.options.page_names
    facts = Facts(tuple(warnings(study)), study.options.min_count)
    for part, ending in zip(study.parts, study.picture_endings, strict=True):
        found = page_content(_marked(part, progress), facts, part.estimator, progress)
        pictures = _pictures(study, part, press)
        for format_ in formats:
            data = page_file(found, format_, pictures, press)
            (folder / f"report{ending}.{format_}").write_bytes(data)


def _marked(part: ReportPart, progress: Progress) -> Snapshot:
    """Return the snapshot of a part with what its decision comes to where it is validated."""
    snapshot, sample = part.snapshot, part.table_options.validation
    if sample is None or snapshot.selected is None:
        return snapshot
    mark = decision_mark(snapshot, sample, part.estimator, progress=progress)
    return replace(snapshot, validation=mark)


def _pictures(study: ReportInput, part: ReportPart, press: Press) -> Mapping[str, bytes]:
    """Return the pictures of documents; of few cases the steps of a curve would tell."""
    drawn = {"docx", "pdf"} & study.options.page_names.keys()
    return press.pictures(part) if drawn and not study.options.min_count else {}

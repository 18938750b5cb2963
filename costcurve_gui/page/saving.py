"""Makes the page of a snapshot and writes it: what the window and the report share."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from costcurve_gui.analysis.common_case_requests import with_all_common_cases
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.page.content import Content, Facts, content, content_requests, told_snapshot
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from costcurve_gui.analysis.intervals.estimator import Estimator
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.progress import Progress
    from costcurve_gui.page.chapters import WrittenDocument

FORMATS = {"html": tr("Page with sliders"), "docx": tr("Word document"), "pdf": tr("PDF document")}
"""What a report on one page can be written as, by the ending of its file."""


@dataclass(frozen=True, slots=True)
class Press:
    """What needs Qt: the pictures of a part of a report, as PNG by view, and the PDF."""

    pictures: Callable[[Any], Mapping[str, bytes]]
    paper: Callable[[Content | WrittenDocument, Mapping[str, bytes]], bytes]


def printed(found: Content | WrittenDocument, pictures: Mapping[str, bytes]) -> bytes:
    """Return the PDF, made in this process."""
    from costcurve_gui.page.paper import paper_bytes

    return paper_bytes(found, pictures)


NO_PRESS = Press(lambda _: {}, printed)
"""Of an installation without Qt, which has documents without pictures and no PDF."""


def page_content(
    snapshot: Snapshot, facts: Facts, estimator: Estimator | None, progress: Progress
) -> Content:
    """Return what the page says, with all that it needs resampled.

    Raises
    ------
    DataError
        Where a rule tells of fewer cases than `facts` admit.
    """
    snapshot, facts = told_snapshot(with_all_common_cases(snapshot), facts)
    if estimator is not None:
        found = estimator.estimate(content_requests(snapshot), progress=progress)
        snapshot = replace(snapshot, intervals=found)
    return content(snapshot, facts)


def page_file(
    found: Content | WrittenDocument,
    format_: str,
    pictures: Mapping[str, bytes],
    press: Press = NO_PRESS,
) -> bytes:
    """Return the bytes of a page in a format; the same content gives the same bytes."""
    if format_ == "pdf":
        return press.paper(found, pictures)
    if format_ == "docx":
        from costcurve_gui.page.document import document_bytes

        return document_bytes(found, pictures)
    from costcurve_gui.page.markup import page_bytes

    if not isinstance(found, Content):
        raise TypeError("only the report has a page with sliders")
    return page_bytes(found)


def save_page(
    snapshot: Snapshot,
    path: Path,
    pictures: Callable[[Progress], Mapping[str, bytes]],
    date: str = "",
    *,
    progress: Progress,
) -> str:
    """Write the page of a snapshot, whole or not at all; return the name of the file.

    `pictures` draws those of a document, or waits for them.

    Raises
    ------
    DataError
        Where the ending of the file is that of no format.
    """
    from costcurve_gui.dataio.writers import atomic_path

    format_ = path.suffix.lower().removeprefix(".")
    if format_ not in FORMATS:
        raise DataError(
            tr("{name} must end in .{formats}", name=path.name, formats=", .".join(FORMATS))
        )
    warnings = tuple(
        f"{model.info.name}: {model.warning}"
        for model in snapshot.curve_set.models
        if model.warning
    )
    found = page_content(snapshot, Facts(warnings, date=date), _estimator(snapshot), progress)
    drawn = pictures(progress)
    with atomic_path(path) as part:
        part.write_bytes(page_file(found, format_, drawn))
    return path.name


def _estimator(snapshot: Snapshot) -> Estimator | None:
    """Return what resamples for the page: as often as the window does, if it does."""
    source, bands = snapshot.curve_set.source, snapshot.settings.bands
    if source is None or not bands.shown:
        return None
    from costcurve_gui.analysis.intervals.cases import resampling_input
    from costcurve_gui.analysis.intervals.estimator import Estimator

    given = resampling_input(snapshot.curve_set, source, snapshot.settings.payoff)
    return Estimator(given, bands)

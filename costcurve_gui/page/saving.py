"""Makes the page of a snapshot and writes it: what the window and the report share."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from costcurve_gui.analysis.common_case_requests import with_all_common_cases
from costcurve_gui.page.content import Content, Facts, content, content_requests, told_snapshot

if TYPE_CHECKING:
    from pathlib import Path

    from costcurve_gui.analysis.intervals.estimator import Estimator
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.progress import Progress

FORMATS = {"html": "Page with sliders, for a browser"}
"""What a page can be written as, by the ending of its file."""


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


def page_file(found: Content, format_: str) -> bytes:
    """Return the bytes of a page in a format; the same content gives the same bytes."""
    del format_
    from costcurve_gui.page.markup import page_bytes

    return page_bytes(found)


def save_page(snapshot: Snapshot, path: Path, date: str = "", *, progress: Progress) -> str:
    """Write the page of a snapshot, whole or not at all; return the name of the file."""
    from costcurve_gui.dataio.writers import atomic_path

    warnings = tuple(
        f"{model.info.name}: {model.warning}"
        for model in snapshot.curve_set.models
        if model.warning
    )
    found = page_content(snapshot, Facts(warnings, date=date), _estimator(snapshot), progress)
    with atomic_path(path) as part:
        part.write_bytes(page_file(found, path.suffix.removeprefix(".")))
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

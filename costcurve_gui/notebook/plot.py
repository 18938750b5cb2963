"""Views of the window as pictures, and a comparison as HTML with four of them."""

from __future__ import annotations

import logging
from base64 import b64encode
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, cast

from costcurve_gui.analysis.tables.new_cases import ends_of
from costcurve_gui.cli.picture_snapshots import (
    Picture,
    complete,
    drawn_pictures,
    drawn_views,
    with_best_curves,
)
from costcurve_gui.notebook.processes import NothingToShow, draw, require_gui
from costcurve_gui.page.chapters import PICTURE_OPTIONS, PICTURES
from costcurve_gui.page.saving import Press
from costcurve_gui.startup.gui_extra import has_gui

if TYPE_CHECKING:
    import os
    from collections.abc import Collection, Mapping, Sequence

    import pandas as pd

    from costcurve_gui.analysis.counts_cache import CountsCache
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.cli.report_input import ReportPart
    from costcurve_gui.page.chapters import WrittenDocument
    from costcurve_gui.page.content import Content
    from costcurve_gui.views.view_spec import ViewSpec


FORMATS = ("png", "svg", "pdf")
_VIEWS = ("cost_space", "roc", "rociv", "profit")
_COLUMNS = (
    *("class", "criterion", "model", "threshold", "threshold_2", "fpr", "tpr", "fraction_targeted"),
    *(*ends_of("new_cases_profit"), "expected_cost", "expected_profit"),
)
_ON_SAMPLE = (
    "Rates, expected_cost and expected_profit are those of this sample, which chose the thresholds "
    "unless they were given"
)
_ON_NEW_CASES = "; new_cases_profit is what to expect of other cases, with its interval"
_DPI, _WIDTH = 130, 380
MOST_DPI = 2400
"""Beyond that a picture of a view has more pixels than are drawn."""
_log = logging.getLogger(__name__)


class Plot:
    """A picture of one view: shown by Jupyter as SVG, saved as PNG, SVG or PDF."""

    def __init__(self, view: ViewSpec, snapshot: Snapshot) -> None:
        self._view = view
        self._snapshot = snapshot
        self._svg = self._drawn("svg").decode()

    def _repr_svg_(self) -> str:
        return self._svg

    def save(self, path: str | os.PathLike[str], dpi: int = 300) -> None:
        """Write the picture; the ending of the name is its format, `dpi` counts for PNG."""
        target = Path(path)
        ending = target.suffix.lower().removeprefix(".")
        if ending not in FORMATS:
            raise ValueError(f"path: {target.name!r} must end in .{', .'.join(FORMATS)}")
        try:
            drawable = 0 < dpi <= MOST_DPI
        except TypeError:
            raise TypeError(f"dpi: {dpi!r} is not a number") from None
        if not drawable:
            raise ValueError(f"dpi: {dpi} is not above 0 and at most {MOST_DPI}")
        target.write_bytes(self._drawn(ending, dpi))

    def __repr__(self) -> str:
        return f"<Plot {self._view.title}: .save(path), or shown by a notebook>"

    def _drawn(self, format_: str, dpi: int = 300) -> bytes:
        options = {"view": self._view.key, "format": format_, "dpi": dpi}
        picture = draw([(self._snapshot, options)])[0]
        if isinstance(picture, NothingToShow):
            raise ValueError(f"view: {self._view.title} has nothing to show: {picture}")
        return picture


def plot_of(name: str, part: ReportPart) -> Plot:
    """Return the picture of a view, by its key or the name of its file in a report.

    Raises
    ------
    ImportError
        Without the gui extra.
    ValueError
        Where there is no such view, or nothing to show in it.
    """
    require_gui(".plot")
    picture = _picture_named(name)
    snapshot = drawable_snapshot(part, [picture.view.key])
    return Plot(picture.view, picture.chosen(snapshot))


def _picture_named(name: str) -> Picture:
    readings = {one.stem: one for one in drawn_pictures(drawn_views()) if one.choices}
    if name in readings:
        return readings[name]
    view = view_named(name)
    return Picture(view, view.stem)


def view_named(name: str) -> ViewSpec:
    """Return the view of a key, or of the name of its file."""
    found = [view for view in drawn_views() if name in (view.key, view.stem)]
    if not found:
        names = ", ".join(picture.stem for picture in drawn_pictures(drawn_views()))
        raise ValueError(f"view: there is no picture {name!r}; there are {names}")
    return found[0]


def drawable_snapshot(part: ReportPart, views: Collection[str]) -> Snapshot:
    """Return what pictures of these views show, without the cases behind it."""
    shown = with_best_curves(part.snapshot)
    snapshot = complete(shown, part.estimator, views, part.table_options)
    curves = snapshot.curve_set
    common = curves.common_cases
    if common is not None:  # all that is to be known of these cases is in the snapshot already
        common = replace(common, cache=cast("CountsCache", None))
    return replace(snapshot, curve_set=replace(curves, source=None, common_cases=common))


def press() -> Press:
    """Return what draws and prints the documents of a report, in a child process."""
    return Press(_document_pictures, _paper)


def _document_pictures(part: ReportPart) -> dict[str, bytes]:
    snapshot = drawable_snapshot(part, [*PICTURES])
    pictures = draw([(snapshot, {"view": view, **PICTURE_OPTIONS}) for view in PICTURES])
    return {
        view: picture
        for view, picture in zip(PICTURES, pictures, strict=True)
        if not isinstance(picture, NothingToShow)
    }


def _paper(found: Content | WrittenDocument, pictures: Mapping[str, bytes]) -> bytes:
    (printed,) = draw([(found, {"paper": dict(pictures)})])
    return cast("bytes", printed)


def html(sentences: Sequence[str], decisions: pd.DataFrame, part: ReportPart | None) -> str:
    """Return a fragment; pictures of `part` need the gui extra."""
    parts = [*(f"<p>{escape(sentence)}</p>" for sentence in sentences), _table(decisions)]
    if part is not None and has_gui():
        parts.append(_pictures(part))
    return f"<div>{''.join(parts)}</div>"


def _table(decisions: pd.DataFrame) -> str:
    estimated = decisions["new_cases_profit"].notna().any()
    left_out = () if estimated else ends_of("new_cases_profit")
    shown = decisions[[name for name in _COLUMNS if name in decisions and name not in left_out]]
    table = shown.to_html(index=False, na_rep="", float_format="{:.4g}".format, border=0)
    return f"{table}<p>{_ON_SAMPLE}{_ON_NEW_CASES if estimated else ''}.</p>"


def _pictures(part: ReportPart) -> str:
    views = [view_named(name) for name in _VIEWS]
    snapshot = drawable_snapshot(part, [view.key for view in views])
    requests = [(snapshot, {"view": one.key, "format": "png", "dpi": _DPI}) for one in views]
    try:
        pictures = draw(requests)
    except RuntimeError as error:  # the table is worth showing all the same
        _log.warning("no pictures of a comparison could be drawn", exc_info=error)
        return ""
    return "".join(
        f'<img alt="{escape(view.title)}" width="{_WIDTH}" '
        f'src="data:image/png;base64,{b64encode(picture).decode()}">'
        for view, picture in zip(views, pictures, strict=True)
        if not isinstance(picture, NothingToShow)
    )

"""A comparison as HTML: the decision, a row for each criterion, and four small pictures."""

from __future__ import annotations

import logging
from base64 import b64encode
from html import escape
from typing import TYPE_CHECKING

from costcurve_gui.notebook.plot import drawable_snapshot, view_named
from costcurve_gui.notebook.processes import NothingToShow, draw
from costcurve_gui.startup.gui_extra import has_gui

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

    from costcurve_gui.cli.report_input import ReportPart

_VIEWS = ("cost_space", "roc", "rociv", "profit")
_COLUMNS = (
    *("class", "criterion", "model", "threshold", "threshold_2", "fpr", "tpr", "fraction_targeted"),
    *("expected_cost", "expected_profit"),
)
_DPI, _WIDTH = 130, 380
_log = logging.getLogger(__name__)


def html(sentences: Sequence[str], decisions: pd.DataFrame, part: ReportPart | None) -> str:
    """Return a fragment; pictures of `part` need the gui extra."""
    parts = [*(f"<p>{escape(sentence)}</p>" for sentence in sentences), _table(decisions)]
    if part is not None and has_gui():
        parts.append(_pictures(part))
    return f"<div>{''.join(parts)}</div>"


def _table(decisions: pd.DataFrame) -> str:
    shown = decisions[[name for name in _COLUMNS if name in decisions]]
    return shown.to_html(index=False, na_rep="", float_format="{:.4g}".format, border=0)


def _pictures(part: ReportPart) -> str:
    views = [view_named(name) for name in _VIEWS]
    snapshot = drawable_snapshot(part, [view.key for view in views])
    requests = [(snapshot, {"view": one.key, "format": "png", "dpi": _DPI}) for one in views]
    try:
        pictures = draw(requests)
    except RuntimeError as error:  # the table is worth showing all the same
        _log.warning("%s", error)
        return ""
    return "".join(
        f'<img alt="{escape(view.title)}" width="{_WIDTH}" '
        f'src="data:image/png;base64,{b64encode(picture).decode()}">'
        for view, picture in zip(views, pictures, strict=True)
        if not isinstance(picture, NothingToShow)
    )

"""The marks of each view in few figures: what is drawn, in which colour, and where."""

from __future__ import annotations

import json
from dataclasses import fields
from enum import Enum
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.cli.options import parse_options
from costcurve_gui.cli.picture_snapshots import complete, drawn_pictures, drawn_views
from costcurve_gui.cli.report_input import read_report_input
from costcurve_gui.views.catalogue import plot_view
from costcurve_gui.views.shell.theme import LIGHT
from costcurve_gui.views.text.empty_states import lacks_picture

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from costcurve_gui.cli.report_input import ReportPart
    from costcurve_gui.views.plotting.marks import Mark

_MANY = 4


def of_pictures(words: Sequence[str]) -> dict[str, str]:
    """Return the marks of every picture of the report of these words, by file name."""
    options = parse_options([*words, "--format", "csv", "--out", "unwritten"])
    study = read_report_input(options)
    return {
        f"marks{ending}.json": json.dumps(_marks(part), indent=0) + "\n"
        for part, ending in zip(study.parts, study.picture_endings, strict=True)
    }


def _marks(part: ReportPart) -> dict[str, list[Any]]:
    keys = [view.key for view in drawn_views()]
    snapshot = complete(part.snapshot, part.estimator, keys, part.table_options)
    found: dict[str, list[Any]] = {}
    for picture in drawn_pictures(drawn_views()):
        shown, view = picture.chosen(snapshot), picture.view.key
        if lacks_picture(view, shown) is None:
            drawn = plot_view(view)
            items = [*drawn.static_items(shown, LIGHT), *drawn.dynamic_items(shown, LIGHT)]
            found[picture.stem] = [_of(mark) for mark in items]
    return found


def _of(mark: Mark) -> list[Any]:
    values = ((field.name, getattr(mark, field.name)) for field in fields(mark))
    return [type(mark).__name__, {name: _short(value) for name, value in values}]


def _short(value: Any) -> Any:
    """Return a value for JSON: of many numbers how many, the first, the last, mean and spread."""
    if isinstance(value, (tuple, list, np.ndarray)):
        many = len(value) > _MANY and all(isinstance(one, (int, float, np.number)) for one in value)
        return _summary(np.asarray(value, float)) if many else [_short(one) for one in value]
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, (np.number, float)):
        return float(f"{value:.10g}") if np.isfinite(value) else str(value)
    return value if isinstance(value, (str, int, type(None))) else str(value)


def _summary(values: NDArray[np.float64]) -> list[Any]:
    finite = values[np.isfinite(values)]
    middle = [float(finite.mean()), float(finite.std())] if finite.size else []
    return [values.size, _short(values[0]), _short(values[-1]), *middle]

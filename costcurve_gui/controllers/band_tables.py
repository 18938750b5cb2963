"""The bands that a view shows as a table, in the columns of the files that the report writes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.controllers.band_columns import (
    HEADERS,
    cost_band_columns,
    curve_band_columns,
)
from costcurve_gui.controllers.curve_columns import CurveTable
from costcurve_gui.models.uncertainty import bands_of

if TYPE_CHECKING:
    from costcurve_gui.controllers.curve_columns import Columns
    from costcurve_gui.engine.resampling.band import Band
    from costcurve_gui.models.results import Frame

_ROC = ("roc", "rociv")


def band_table(view: str, frame: Frame) -> CurveTable | None:
    """Return the bands that a view shows; None where it shows none."""
    bands = bands_of(frame, view)
    if not bands:
        return None
    name = f"{view}_{frame.settings.bands.roc.value}" if view in _ROC else view
    parts = [
        (frame.models[key].info.name, _columns(view, name, band)) for key, band in bands.items()
    ]
    named = [(np.full(columns[0].size, model, object), *columns) for model, columns in parts]
    columns = tuple(np.concatenate(column) for column in zip(*named, strict=True))
    return CurveTable(HEADERS["cost" if view == "cost" else "curve"], columns)


def _columns(view: str, name: str, band: Band) -> Columns:
    return cost_band_columns(band) if view == "cost" else curve_band_columns(name, band)

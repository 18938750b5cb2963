"""What is resampled for a view as a table, in the columns of the files that the report writes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.controllers.band_columns import (
    HEADERS,
    cost_band_columns,
    curve_band_columns,
    test_rows,
    threshold_band_columns,
    threshold_rows,
    verdict_rows,
    winner_rows,
)
from costcurve_gui.controllers.curve_columns import CurveTable, table_of_rows
from costcurve_gui.controllers.extra_tables import NOT_COMPUTED
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.engine.resampling.band import ThresholdBand
from costcurve_gui.models.catalogue import VIEWS
from costcurve_gui.models.uncertainty import (
    bands_of,
    belief_tests_wanted,
    honest_known,
    known,
    selected_position,
    tests_wanted,
    verdicts_wanted,
    winners_wanted,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from costcurve_gui.controllers.curve_columns import Columns
    from costcurve_gui.engine.resampling.band import Band
    from costcurve_gui.models.results import Frame
    from costcurve_gui.models.uncertainty import Wanted

_ROC = ("roc", "rociv")


def band_table(view: str, frame: Frame) -> CurveTable | None:
    """Return the bands that a view shows; None where it shows none."""
    bands = bands_of(frame, view)
    if not bands:
        return None
    name = f"{view}_{frame.settings.bands.roc.value}" if view in _ROC else view
    parts = [(frame.models[key].info.name, _columns(name, band)) for key, band in bands.items()]
    named = [(np.full(columns[0].size, model, object), *columns) for model, columns in parts]
    columns = tuple(np.concatenate(column) for column in zip(*named, strict=True))
    return CurveTable(_header(name, next(iter(bands.values()))), columns)


def threshold_table(view: str, frame: Frame) -> CurveTable | None:
    """Return the thresholds whose spread a view shows; None where it shows none."""
    found = honest_known(frame) if view == "profit" else None
    if found is None or frame.selected is None:
        return None
    name = frame.models[frame.selected].info.name
    return table_of_rows(HEADERS["thresholds"], threshold_rows(name, found.optimum))


def _header(name: str, band: Band | ThresholdBand) -> tuple[str, ...]:
    if isinstance(band, ThresholdBand):
        return HEADERS["threshold"]
    return HEADERS["cost" if name == "cost" else "curve"]


def _columns(name: str, band: Band | ThresholdBand) -> Columns:
    if isinstance(band, ThresholdBand):
        return threshold_band_columns(band)
    return cost_band_columns(band) if name == "cost" else curve_band_columns(name, band)


def _winners(frame: Frame) -> CurveTable:
    found = _found("winners", frame, winners_wanted(frame))
    return table_of_rows(HEADERS["winners"], winner_rows(found, _names(frame)))


def _verdicts(frame: Frame) -> CurveTable:
    found, reference = _found("verdicts", frame, verdicts_wanted(frame)), selected_position(frame)
    spec = frame.settings.bands.comparison_spec
    rows = verdict_rows(found[reference], _names(frame), reference, spec)
    return table_of_rows(HEADERS["verdicts"], rows)


def _tests(frame: Frame) -> CurveTable:
    names = {key: model.info.name for key, model in frame.models.items()}
    figures = (
        *_found("tests", frame, tests_wanted(frame)),
        _found("tests", frame, belief_tests_wanted(frame)),
    )
    rows = (row for figure in figures for row in test_rows(figure, names))
    return table_of_rows(HEADERS["tests"], rows)


def _found(view: str, frame: Frame, wanted: Wanted | None) -> Any:
    found = known(frame, wanted)
    if found is None:
        raise DataError(NOT_COMPUTED.format(VIEWS[view].title))
    return found


def _names(frame: Frame) -> list[str]:
    return [model.info.name for model in frame.models.values()]


RESAMPLED_TABLES: Mapping[str, Callable[[Frame], CurveTable]] = {
    "winners": _winners,
    "verdicts": _verdicts,
    "tests": _tests,
}

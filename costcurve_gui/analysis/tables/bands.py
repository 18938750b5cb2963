"""Tables of bands: cost_band, bands, threshold_band, and those that a view shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.analysis.intervals.known_results import known
from costcurve_gui.analysis.intervals.requests import bands_of, has_condition
from costcurve_gui.analysis.intervals.results import IntervalRequest
from costcurve_gui.analysis.tables.curves import is_family
from costcurve_gui.analysis.tables.methods import METHOD, method_columns
from costcurve_gui.analysis.tables.options import models_of
from costcurve_gui.analysis.tables.ranking import has_probabilities
from costcurve_gui.analysis.tables.table import Table
from costcurve_gui.engine.resampling.band import ThresholdBand
from costcurve_gui.engine.resampling.curve_bands import RuleBand

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.tables.options import TableModel, TableOptions
    from costcurve_gui.analysis.tables.table import Columns
    from costcurve_gui.engine.resampling.band import Band

COST_BAND_HEADER = ("model", "pc_plus", "estimate", "lower", "upper", *METHOD)
BANDS_HEADER = ("model", "band", "x", "estimate", "lower", "upper", "threshold", *METHOD)
THRESHOLD_BAND_HEADER = (
    *("model", "threshold", "fpr", "fpr_lower", "fpr_upper", "tpr", "tpr_lower", "tpr_upper"),
    *METHOD,
)
_VERTICAL = {"roc": "roc_vertical", "rociv": "rociv_vertical"}


def cost_band_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return the band of every cost curve."""
    parts = _parts(snapshot, options, _cost_band)
    return Table.of_parts(COST_BAND_HEADER, ((name, _cost(band)) for name, _, band in parts))


def cost_band_needs(snapshot: Snapshot, options: TableOptions) -> Iterator[IntervalRequest]:
    """Yield the band of every cost curve."""
    return _requests(snapshot, options, _cost_band)


def bands_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return the bands of all other curves, below each other; of a family that of its profit."""
    parts = _parts(snapshot, options, _curve_bands(snapshot))
    named = ((name, _curve(_VERTICAL.get(kind, kind), band)) for name, kind, band in parts)
    return Table.of_parts(BANDS_HEADER, named)


def bands_needs(snapshot: Snapshot, options: TableOptions) -> Iterator[IntervalRequest]:
    """Yield the bands of all other curves."""
    return _requests(snapshot, options, _curve_bands(snapshot))


def threshold_band_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return the intervals of both rates at the thresholds, or classifiers, of each curve."""
    parts = _parts(snapshot, options, _threshold_band(snapshot))
    named = ((name, _threshold(band)) for name, _, band in parts)
    return Table.of_parts(THRESHOLD_BAND_HEADER, named)


def threshold_band_needs(snapshot: Snapshot, options: TableOptions) -> Iterator[IntervalRequest]:
    """Yield the intervals of both rates of every model."""
    return _requests(snapshot, options, _threshold_band(snapshot))


def band_table(view: str, snapshot: Snapshot) -> Table | None:
    """Return the bands that a view shows; None where it shows none."""
    bands = bands_of(snapshot, view)
    if not bands:
        return None
    name = f"{view}_{snapshot.settings.bands.roc.value}" if view in _VERTICAL else view
    parts = ((snapshot.models[key].info.name, _shown(name, band)) for key, band in bands.items())
    return Table.of_parts(_header(name, next(iter(bands.values()))), parts)


def _header(name: str, band: Band | ThresholdBand) -> tuple[str, ...]:
    if isinstance(band, ThresholdBand):
        return THRESHOLD_BAND_HEADER
    return COST_BAND_HEADER if name == "cost" else BANDS_HEADER


def _shown(name: str, band: Band | ThresholdBand) -> Columns:
    if isinstance(band, ThresholdBand):
        return _threshold(band)
    return _cost(band) if name == "cost" else _curve(name, band)


def _requests(
    snapshot: Snapshot, options: TableOptions, kinds: Callable[[TableModel], tuple[str, ...]]
) -> Iterator[IntervalRequest]:
    for model in models_of(snapshot, options):
        yield from (_request(model, kind) for kind in kinds(model))


def _parts(
    snapshot: Snapshot, options: TableOptions, kinds: Callable[[TableModel], tuple[str, ...]]
) -> Iterator[tuple[str, str, Any]]:
    """Yield model, kind and band; nothing for what cannot be resampled, as fractions of cases."""
    for model in models_of(snapshot, options):
        for kind in kinds(model):
            band = known(snapshot, _request(model, kind))
            if band is not None:
                yield model.name, kind, band


def _request(model: TableModel, kind: str) -> IntervalRequest:
    condition = model.condition if has_condition(kind) else None
    return IntervalRequest(kind, (model.key,), condition)


def _cost_band(model: TableModel) -> tuple[str, ...]:
    del model
    return ("cost",)


def _curve_bands(snapshot: Snapshot) -> Callable[[TableModel], tuple[str, ...]]:
    if is_family(snapshot):
        return lambda _: ("profit",)
    return _of_scores


def _of_scores(model: TableModel) -> tuple[str, ...]:
    of_rates = "roc", "roc_simultaneous", "rociv", "rociv_simultaneous"
    views = "profit", "gain", "pr", "net_benefit"
    return *of_rates, *(views if has_probabilities(model) else views[:-1])


def _threshold_band(snapshot: Snapshot) -> Callable[[TableModel], tuple[str, ...]]:
    kind = "roc" if is_family(snapshot) else "threshold_band"
    return lambda _: (kind,)


def _cost(band: Band) -> Columns:
    """Return the band of a cost curve at every PC(+) of its grid."""
    columns = (band.x, band.estimate, band.lower, band.upper)
    return *columns, *method_columns(band, band.x.size)


def _curve(name: str, band: Band) -> Columns:
    """Return the band of another curve; thresholds where it has an interval at each of them."""
    size = band.x.size
    thresholds = band.thresholds if isinstance(band, RuleBand) else np.full(size, np.nan)
    return (
        np.full(size, name, dtype=object),
        *(band.x, band.estimate, band.lower, band.upper, thresholds),
        *method_columns(band, size),
    )


def _threshold(band: ThresholdBand) -> Columns:
    """Return both rates of each rule with their intervals; with costs their shares."""
    return (
        *(band.thresholds, band.fpr, band.fpr_lower, band.fpr_upper),
        *(band.tpr, band.tpr_lower, band.tpr_upper),
        *method_columns(band, band.thresholds.size),
    )

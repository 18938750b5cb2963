"""Columns of bands, verdicts, tests and other resampled results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.analysis.common_cases import WAY_OUT
from costcurve_gui.analysis.intervals.requests import (
    bands_of,
    belief_tests_request,
    known,
    known_optimism,
    selected_position,
    tests_request,
    verdicts_request,
    winners_request,
)
from costcurve_gui.analysis.intervals.task import in_brackets
from costcurve_gui.analysis.tables.table import NOT_COMPUTED, Table
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.engine.resampling.band import ThresholdBand
from costcurve_gui.engine.resampling.curve_bands import RuleBand

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from costcurve_gui.analysis.intervals.requests import IntervalRequest
    from costcurve_gui.analysis.intervals.results import FigureTests
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.tables.table import Columns
    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.resampling.auc_interval import AucivInterval
    from costcurve_gui.engine.resampling.band import Band
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    from costcurve_gui.engine.resampling.cheapest_probability import CheapestProbability
    from costcurve_gui.engine.resampling.chosen_thresholds import ChosenThresholds
    from costcurve_gui.engine.resampling.difference_band import DifferenceBand
    from costcurve_gui.engine.resampling.figure_interval import FigureInterval
    from costcurve_gui.engine.resampling.interval_table import IntervalRow
    from costcurve_gui.engine.resampling.optimism import OptimismEstimate
    from costcurve_gui.engine.resampling.paired_tests import PairedTest


_NO_INTERVAL = "no interval"
_EVEN = 0.5  # PC(+) at which both trivial classifiers cost the same
_CHOSEN = "percentile, chosen anew"
METHOD = ("method", "replicates", "level", "seed")
INTERVAL_HEADERS: Mapping[str, tuple[str, ...]] = {
    "cost": ("model", "pc_plus", "estimate", "lower", "upper", *METHOD),
    "curve": ("model", "band", "x", "estimate", "lower", "upper", "threshold", *METHOD),
    "threshold": (
        *("model", "threshold", "fpr", "fpr_lower", "fpr_upper", "tpr", "tpr_lower", "tpr_upper"),
        *METHOD,
    ),
    "difference": (
        *("model_a", "model_b", "pc_plus", "difference", "lower", "upper", "significant"),
        *METHOD,
    ),
    "winners": ("pc_plus", "model", "share", *METHOD),
    "verdicts": (
        *("pc_low", "pc_high", "best", "threshold_high", "threshold_low", "cost_low", "cost_high"),
        *("runner_up", "margin_low", "margin_high", "verdict", *METHOD),
        *("reference", "reference_verdict", "tied"),
    ),
    "thresholds": ("model", "threshold", "share_of_replicates", *METHOD),
    "tests": (
        *("model_a", "model_b", "measure", "difference", "lower", "upper"),
        *("p_value", "p_holm", *METHOD),
    ),
}


def method_cells(
    method: str, spec: BootstrapSpec, *, resampled: bool = True
) -> tuple[str, int | None, float, int | None]:
    """Return the cells under `METHOD`; what was not resampled has neither replicates nor seed."""
    words = method_words(method, spec, resampled=resampled)
    if not resampled:
        return words, None, spec.level, None
    return words, spec.replicates, spec.level, spec.seed


def method_words(method: str, spec: BootstrapSpec, *, resampled: bool = True) -> str:
    """Return a method with what was drawn; a reason why there is no interval stays as it is."""
    if method.startswith(_NO_INTERVAL):
        return method
    apart = f"{method}, independent samples" if spec.independent else method
    return f"{apart}, groups resampled" if spec.grouped and resampled else apart


def no_interval(reason: str) -> str:
    """Return why there is no interval, as a method; `reason` may be a sentence of the window.

    >>> no_interval("Nothing was seen.")
    'no interval (nothing was seen)'
    """
    return f"{_NO_INTERVAL} ({in_brackets(reason.removesuffix(WAY_OUT).rstrip())})"


def figure_method(found: FigureInterval | AucivInterval | PairedTest) -> str:
    """Return how an interval was found, or why there is none."""
    return f"{_NO_INTERVAL} ({found.reason})" if found.reason else found.method


def figure_words(found: FigureInterval | AucivInterval, spec: BootstrapSpec) -> str:
    """Return the same with what was drawn."""
    return method_words(figure_method(found), spec, resampled=found.resampled)


def threshold_words(found: OptimismEstimate | ChosenThresholds) -> str:
    """Return how the interval of a threshold was found, or why there is none."""
    reason = found.threshold_reason
    return no_interval(reason) if reason else method_words(_CHOSEN, found.spec)


def figure_cells(found: FigureInterval, spec: BootstrapSpec) -> tuple[Any, ...]:
    """Return the ends of an interval and the cells under `METHOD`."""
    method = method_cells(figure_method(found), spec, resampled=found.resampled)
    return found.low, found.high, *method


def method_columns(found: Band | ThresholdBand, size: int) -> Columns:
    """Return columns that name the method on each of `size` rows."""
    method, *numbers = method_cells(found.method, found.spec, resampled=found.resampled)
    columns = (np.full(size, np.nan if number is None else number) for number in numbers)
    return np.full(size, method, dtype=object), *columns


def cost_band_columns(band: Band) -> Columns:
    """Return the band of a cost curve at every PC(+) of its grid."""
    columns = (band.x, band.estimate, band.lower, band.upper)
    return *columns, *method_columns(band, band.x.size)


def curve_band_columns(name: str, band: Band) -> Columns:
    """Return the band of another curve; thresholds where it has an interval at each of them."""
    size = band.x.size
    thresholds = band.thresholds if isinstance(band, RuleBand) else np.full(size, np.nan)
    return (
        np.full(size, name, dtype=object),
        *(band.x, band.estimate, band.lower, band.upper, thresholds),
        *method_columns(band, size),
    )


def threshold_band_columns(band: ThresholdBand) -> Columns:
    """Return both rates of each rule with their intervals; with costs their shares."""
    return (
        *(band.thresholds, band.fpr, band.fpr_lower, band.fpr_upper),
        *(band.tpr, band.tpr_lower, band.tpr_upper),
        *method_columns(band, band.thresholds.size),
    )


def difference_rows_without_band(
    names: tuple[str, str], grid: Floats, values: Floats, reason: str, level: float
) -> Iterator[tuple[Any, ...]]:
    """Yield the difference of two models at each PC(+), and why it has no band, if that is known.

    `reason` is as in `no_interval`.
    """
    method = (no_interval(reason), None, level, None) if reason else (None,) * len(METHOD)
    for point in zip(grid.tolist(), values.tolist(), strict=True):
        yield *names, *point, None, None, None, *method


def difference_rows(names: tuple[str, str], found: DifferenceBand) -> Iterator[tuple[Any, ...]]:
    """Yield the difference of two models at each PC(+), with its band."""
    band = found.band
    method = method_cells(band.method, band.spec, resampled=band.resampled)
    columns = (array.tolist() for array in (band.x, band.estimate, band.lower, band.upper))
    for *ends, shown in zip(*columns, found.significant.tolist(), strict=True):
        yield *names, *ends, None if np.isnan(ends[-1]) else shown, *method


def winner_rows(found: CheapestProbability, names: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    """Yield how often each model is the cheapest at each PC(+), then how often none is.

    The last row at each PC(+) has the cheaper trivial classifier: "none" or "all".
    """
    method = method_cells(found.method, found.spec)
    columns = (array.tolist() for array in (found.pc_plus, found.shares, found.trivial))
    for pc_plus, shares, trivial in zip(*columns, strict=True):
        yield from ((pc_plus, *one, *method) for one in zip(names, shares, strict=True))
        yield pc_plus, "none" if pc_plus <= _EVEN else "all", trivial, *method


def verdict_rows(
    found: Sequence[IntervalRow], names: Sequence[str], reference: int, spec: BootstrapSpec
) -> Iterator[tuple[Any, ...]]:
    """Yield who is best from where to where, whether that is shown, and of the reference too.

    Where several models tie, none is the best, and the last column names them.
    """
    method = method_cells("fixed policy", spec)
    for row in found:
        best, runner_up = (None if at is None else names[at] for at in (row.best, row.runner_up))
        figures = (best, *row.thresholds, *row.costs, runner_up, *row.margin)
        of_reference = names[reference], row.of_reference
        tied = ";".join(names[at] for at in row.tied) or None
        yield row.pc_low, row.pc_high, *figures, row.verdict, *method, *of_reference, tied


def threshold_rows(name: str, found: OptimismEstimate) -> Iterator[tuple[Any, ...]]:
    """Yield the thresholds that replicates find the cheapest, descending, and how many do."""
    method = method_cells("threshold of least cost, chosen anew", found.spec)
    thresholds, counts = np.unique(found.chosen, return_counts=True)
    shares = counts / max(found.chosen.size, 1)
    for threshold, share in zip(thresholds[::-1].tolist(), shares[::-1].tolist(), strict=True):
        yield name, threshold, share, *method


def test_rows(found: FigureTests, names: Mapping[str, str]) -> Iterator[tuple[Any, ...]]:
    """Yield the tests of one figure, a row a pair; `names` by the keys of the models."""
    for pair in found.pairs:
        test, models = pair.test, (names[found.models[at]] for at in (pair.a, pair.b))
        figures = (test.difference, test.low, test.high, test.p_value, pair.corrected)
        method = method_cells(figure_method(test), test.spec, resampled=test.resampled)
        yield *models, found.figure.value, *figures, *method


_ROC = ("roc", "rociv")


def band_table(view: str, snapshot: Snapshot) -> Table | None:
    """Return the bands that a view shows; None where it shows none."""
    bands = bands_of(snapshot, view)
    if not bands:
        return None
    name = f"{view}_{snapshot.settings.bands.roc.value}" if view in _ROC else view
    parts = ((snapshot.models[key].info.name, _columns(name, band)) for key, band in bands.items())
    return Table.of_parts(_header(name, next(iter(bands.values()))), parts)


def threshold_table(view: str, snapshot: Snapshot) -> Table | None:
    """Return the thresholds whose spread a view shows; None where it shows none."""
    found = known_optimism(snapshot) if view == "profit" else None
    if found is None or snapshot.selected is None:
        return None
    name = snapshot.models[snapshot.selected].info.name
    return Table.of_rows(INTERVAL_HEADERS["thresholds"], threshold_rows(name, found.optimum))


def _header(name: str, band: Band | ThresholdBand) -> tuple[str, ...]:
    if isinstance(band, ThresholdBand):
        return INTERVAL_HEADERS["threshold"]
    return INTERVAL_HEADERS["cost" if name == "cost" else "curve"]


def _columns(name: str, band: Band | ThresholdBand) -> Columns:
    if isinstance(band, ThresholdBand):
        return threshold_band_columns(band)
    return cost_band_columns(band) if name == "cost" else curve_band_columns(name, band)


def _winners(snapshot: Snapshot) -> Table:
    found = _found(snapshot, winners_request(snapshot))
    return Table.of_rows(INTERVAL_HEADERS["winners"], winner_rows(found, _names(snapshot)))


def _verdicts(snapshot: Snapshot) -> Table:
    found, reference = (
        _found(snapshot, verdicts_request(snapshot)),
        selected_position(snapshot),
    )
    spec = snapshot.settings.bands.comparison_spec
    rows = verdict_rows(found[reference], _names(snapshot), reference, spec)
    return Table.of_rows(INTERVAL_HEADERS["verdicts"], rows)


def _tests(snapshot: Snapshot) -> Table:
    names = {key: model.info.name for key, model in snapshot.models.items()}
    figures = (
        *_found(snapshot, tests_request(snapshot)),
        _found(snapshot, belief_tests_request(snapshot)),
    )
    rows = (row for figure in figures for row in test_rows(figure, names))
    return Table.of_rows(INTERVAL_HEADERS["tests"], rows)


def _found(snapshot: Snapshot, wanted: IntervalRequest | None) -> Any:
    found = known(snapshot, wanted)
    if found is None:
        raise DataError(NOT_COMPUTED)
    return found


def _names(snapshot: Snapshot) -> list[str]:
    return [model.info.name for model in snapshot.models.values()]


RESAMPLED_TABLES: Mapping[str, Callable[[Snapshot], Table]] = {
    "winners": _winners,
    "verdicts": _verdicts,
    "tests": _tests,
}

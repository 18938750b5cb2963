"""How an interval was found, or why there is none, as cells of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.analysis.common_cases import WAY_OUT
from costcurve_gui.analysis.intervals.task import in_brackets

if TYPE_CHECKING:
    from costcurve_gui.analysis.tables.table import Columns
    from costcurve_gui.engine.resampling.auc_interval import AucivInterval
    from costcurve_gui.engine.resampling.band import Band, ThresholdBand
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    from costcurve_gui.engine.resampling.chosen_thresholds import ChosenThresholds
    from costcurve_gui.engine.resampling.figure_interval import FigureInterval
    from costcurve_gui.engine.resampling.optimism import OptimismEstimate
    from costcurve_gui.engine.resampling.paired_tests import PairedTest

_NO_INTERVAL = "no interval"
_CHOSEN = "percentile, chosen anew"
METHOD = ("method", "replicates", "level", "seed")


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
    return f"{apart}, {spec.by_groups}" if spec.grouped and resampled else apart


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


def curve_held_fixed(words: str) -> str:
    """Return a method of a whole cost curve with what makes it too short for new cases.

    >>> curve_held_fixed("fixed policy, percentile")
    'fixed policy, percentile, thresholds held fixed'
    """
    return words if words.startswith(_NO_INTERVAL) else f"{words}, thresholds held fixed"


def cautioned(words: str, caution: str) -> str:
    """Return a method with why the interval is known to be too short, if it is.

    >>> cautioned("percentile", "few errors: this interval is known to be too short")
    'percentile (few errors: this interval is known to be too short)'
    """
    return f"{words} ({in_brackets(caution)})" if caution else words


def threshold_words(found: OptimismEstimate | ChosenThresholds) -> str:
    """Return how the interval of a threshold was found, or why there is none."""
    reason = found.threshold_reason
    if reason:
        return no_interval(reason)
    return cautioned(method_words(_CHOSEN, found.spec), found.caution)


def figure_cells(found: FigureInterval, spec: BootstrapSpec) -> tuple[Any, ...]:
    """Return the ends of an interval and the cells under `METHOD`."""
    method = method_cells(figure_method(found), spec, resampled=found.resampled)
    return found.low, found.high, *method


def method_columns(found: Band | ThresholdBand, size: int) -> Columns:
    """Return columns that name the method on each of `size` rows."""
    method, *numbers = method_cells(found.method, found.spec, resampled=found.resampled)
    columns = (np.full(size, np.nan if number is None else number) for number in numbers)
    return np.full(size, method, dtype=object), *columns

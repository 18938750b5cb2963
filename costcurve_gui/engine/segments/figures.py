"""What given thresholds of segments come to on a sample, all segments together."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
from costcurve_gui.engine.segments.rates import Interval, percentiles
from costcurve_gui.engine.segments.replicates import SegmentResampler

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.segments.curves import SegmentCases
    from costcurve_gui.engine.segments.replicates import Grid


def rule_figures(
    cases: SegmentCases, thresholds: Sequence[float], spec: BootstrapSpec | None
) -> dict[str, Interval]:
    """Return rates, cost and profit of a threshold for every segment, per case of all segments.

    Parameters
    ----------
    cases : SegmentCases
        The sample.
    thresholds : sequence of float
        By segment; inf acts on nobody.
    spec : BootstrapSpec or None
        Replicates, level and seed of the percentile intervals; None for no intervals.

    Returns
    -------
    dict of str to Interval
        "fpr", "tpr", "precision", "fraction_targeted", "expected_cost" and "expected_profit". The
        precision is NaN where nobody is acted on.

    Examples
    --------
    >>> from costcurve_gui.engine.segments.curves import segment_cases
    >>> cases = segment_cases(
    ...     np.array([True, False, True, False]), np.array([4.0, 3.0, 2.0, 1.0]),
    ...     np.array([0, 0, 1, 1]), ("north", "south"),
    ...     {"tp": 8.0, "fp": -4.0, "fn": 0.0, "tn": 0.0}, prior=0.5,
    ... )
    >>> found = rule_figures(cases, [4.0, np.inf], None)
    >>> found["tpr"].value, found["expected_profit"].value, found["expected_cost"].value
    (0.5, 2.0, 2.0)
    """
    money = _figures(cases, thresholds, spec)
    # A right decision costs nothing, and a wrong one what it pays less than that.
    costs = replace(cases, left=np.where(cases.y_true, -cases.gain, 0.0))
    value, low, high = _figures(costs, thresholds, spec)["expected_profit"]
    return {**money, "expected_cost": Interval(-value, -high, -low)}


def _figures(
    cases: SegmentCases, thresholds: Sequence[float], spec: BootstrapSpec | None
) -> dict[str, Interval]:
    resampler = SegmentResampler.of(cases, spec or BootstrapSpec(1), thresholds)
    rows = np.array([0 if one == inf else resampler.place(one) for one in thresholds])
    known = _of_grid(resampler.whole, rows)
    if spec is None:
        return {name: Interval(float(one[0]), np.nan, np.nan) for name, one in known.items()}
    drawn = [_of_grid(grid, rows) for grid in resampler.grids()]
    together = {name: np.concatenate([one[name] for one in drawn]) for name in known}
    return {
        name: percentiles(float(one[0]), together[name], spec.level) for name, one in known.items()
    }


def _of_grid(grid: Grid, rows: Indices) -> dict[str, Floats]:
    at = np.arange(len(rows))
    tp, fp = grid.tp[:, at, rows].sum(axis=1), grid.fp[:, at, rows].sum(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        return {
            "fpr": fp / grid.fp[:, :, -1].sum(axis=1),
            "tpr": tp / grid.tp[:, :, -1].sum(axis=1),
            "precision": tp / (tp + fp),
            "fraction_targeted": tp + fp,
            "expected_profit": (grid.gain[:, at, rows] + grid.left).sum(axis=1),
        }

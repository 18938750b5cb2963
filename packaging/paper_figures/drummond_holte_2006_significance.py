"""C. Drummond, R. C. Holte (2006): Cost curves, section 4.7: significant differences."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.analysis.intervals.requests import bands_of, known_difference
from paper_figures.figure import Figure, Picture, number
from paper_figures.snapshots import figure_snapshot, model

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from costcurve_gui.analysis.intervals.results import JudgedDifference
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.resampling.band import Band

WIDE_OPEN = {"bands": {"of": "selected"}}


def figure_17() -> Figure:
    """Draw the interval of one cost curve, and those of two, which overlap."""
    both = figure_snapshot("dh06-17", "cost")
    choices = {"selected": "upper", "competitor": "lower_high", **WIDE_OPEN}
    one = figure_snapshot("dh06-17", "cost", choices=choices)
    found: dict[str, Band] = bands_of(both, "cost")  # type: ignore[assignment]  # of curves
    upper, lower = found["papers/score_upper"], found["papers/score_lower_high"]
    used = _used(both, upper.x)
    holds = used & (upper.lower <= lower.estimate)
    overlap = (upper.lower <= lower.upper)[used]
    return Figure(
        "dh06-17",
        (
            Picture("dh06_17a", "cost", one, legend=True),
            Picture("dh06_17b", "cost", both, legend=True),
        ),
        (
            number(
                "PC(+) up to which the upper interval holds the lower curve",
                "0.5",
                float(upper.x[holds].max()),
                1,
            ),
            number("PC(+) from which it does not", "0.5", float(upper.x[used & ~holds].min()), 1),
            number("share of PC(+) at which the intervals overlap", "1", float(overlap.mean()), 2),
            number("level of the intervals", "0.9", upper.spec.level, 1),
        ),
    )


def figure_19() -> Figure:
    """Draw the difference of the same cost curves, where errors coincide and where they do not."""
    high = figure_snapshot("dh06-19", "difference")
    low = figure_snapshot(
        "dh06-19",
        "difference",
        scores=("score_upper", "score_lower_low"),
        choices={
            "selected": "upper",
            "competitor": "lower_low",
            "bands": {"verdicts": "pointwise"},
        },
    )
    bands = _difference(high), _difference(low)
    same = np.abs(bands[0].band.estimate - bands[1].band.estimate).max()
    return Figure(
        "dh06-19",
        (
            Picture("dh06_19a", "difference", high),
            Picture("dh06_19b", "difference", low),
        ),
        (
            number(
                "share of PC(+) with a significant difference, high correlation",
                "1",
                _share(high, bands[0]),
                2,
            ),
            number("share with a significant one, low correlation", "0", _share(low, bands[1]), 2),
            number("largest distance of the two mean differences", "0", float(same), 3),
            number("width of the interval at 0.5, high correlation", "", _width(bands[0]), 3),
            number("width at 0.5, low correlation", "", _width(bands[1]), 3),
        ),
    )


def figure_20() -> Figure:
    """Draw a difference that is significant for some conditions alone."""
    snapshot = figure_snapshot("dh06-20", "difference")
    found = _difference(snapshot)
    used = _used(snapshot, found.band.x)
    significant = _significant(found)
    first = float(found.band.x[used & significant].min())
    above = significant[used & (found.band.x >= first)]
    return Figure(
        "dh06-20",
        (Picture("dh06_20", "difference", snapshot),),
        (
            number("PC(+) above which the difference is significant", "0.7", first, 1),
            number("share of PC(+) above it with a significant one", "1", float(above.mean()), 2),
        ),
    )


def _used(snapshot: Snapshot, x: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return where the upper curve is not that of a trivial classifier, which has no interval."""
    low, high = model(snapshot, "upper").envelope.operating_range or (np.nan, np.nan)
    used: NDArray[np.bool_] = (x >= low) & (x <= high)
    return used


def _difference(snapshot: Snapshot) -> JudgedDifference:
    """Return the difference that the view shows."""
    found = known_difference(snapshot)
    if found is None:
        raise LookupError("the difference was not resampled")
    return found


def _significant(found: JudgedDifference) -> NDArray[np.bool_]:
    """Return at which PC(+) the view shows the lower curve as cheaper."""
    x = found.band.x
    stretches = [(x >= one.low) & (x <= one.high) for one in found.stretches]
    return np.any(stretches, axis=0) if stretches else np.zeros(x.size, np.bool_)


def _share(snapshot: Snapshot, found: JudgedDifference) -> float:
    return float(_significant(found)[_used(snapshot, found.band.x)].mean())


def _width(found: JudgedDifference) -> float:
    return float((found.band.upper - found.band.lower)[50])


FIGURES = (figure_17, figure_19, figure_20)

"""Estimate and interval of a figure for new cases, of replicates that chose rules again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.resampling.bootstrap import percentile_interval
from costcurve_gui.engine.resampling.new_cases_interval import NewCasesFigure, no_figure

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats

METHOD = "out of bag, quantiles of what the choice flatters"
NO_OUT_OF_BAG = "most replicates leave out no case of a class"
_FEWEST = 0.5
"""Share of the replicates that must leave out cases of both classes."""


@dataclass(frozen=True, slots=True, eq=False)
class Replicated:
    """Figures of the rules that b replicates chose.

    Attributes
    ----------
    values : ndarray of float64, shape (b, 3, f)
        Of each of f figures on the replicate, on the whole sample, and on what the replicate left
        out. NaN where a class is missing, or no rule suits.
    """

    values: Floats

    @property
    def on_replicate(self) -> Floats:
        """On the cases that chose, shape (b, f)."""
        return self.values[:, 0]

    @property
    def on_sample(self) -> Floats:
        """On the whole sample, shape (b, f)."""
        return self.values[:, 1]

    @property
    def out_of_bag(self) -> Floats:
        """On the cases that were left out, shape (b, f)."""
        return self.values[:, 2]


@dataclass(frozen=True, slots=True)
class NewCasesFigures:
    """Figures for new cases with what is said of them all; see `NewCasesEstimate`."""

    figures: tuple[NewCasesFigure, ...]
    method: str
    caution: str
    reason: str


def new_cases_figures(drawn: Replicated, apparent: Floats, level: float) -> NewCasesFigures:
    """Return estimate and interval of each figure.

    Parameters
    ----------
    drawn : Replicated
        What replicates chose.
    apparent : ndarray of float64, shape (f,)
        The figures on this sample.
    level : float
        Confidence, between 0 and 1.
    """
    known = np.isfinite(drawn.values).all(axis=(1, 2))
    if np.count_nonzero(known) <= _FEWEST * known.size:
        figures = tuple(no_figure(value) for value in apparent.tolist())
        return NewCasesFigures(figures, "", "", NO_OUT_OF_BAG)
    estimate = drawn.out_of_bag[known].mean(axis=0)
    flattered = drawn.on_sample[known] - drawn.on_replicate[known]
    ends = percentile_interval(flattered - flattered.mean(axis=0), level)
    low, high = (estimate + end for end in ends)
    columns = (apparent, estimate, low, high)
    figures = tuple(NewCasesFigure(*values) for values in np.stack(columns, axis=1).tolist())
    return NewCasesFigures(figures, METHOD, "", "")

"""A saved rule that decides case by case: calibrated score and payoffs of a row, and its decision.

It acts where odds * (tp - fn) + (fp - tn) >= 0: the expected payoff of acting, less that of leaving
the case alone, over the probability of a negative.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from costcurve_gui.dataio.expressions.expression import compile_expression

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

KIND: Final = "logistic"
SMALLEST: Final = 1e-12
"""Probabilities of 0 and 1 are taken for it, as their logit is infinite."""
MOST: Final = 500.0
"""Logits beyond it are taken for it: every language can raise e to their power."""
LARGEST: Final = 1e300
CELLS: Final = ("tp", "fp", "fn", "tn")


@dataclass(frozen=True, slots=True)
class SavedCalibration:
    """How a score becomes odds of a positive, and what the decision pays.

    Attributes
    ----------
    intercept, slope : float
        The logit at the prior of the sample is intercept + slope * x.
    of_logit : bool
        Whether x is the logit of the score; else the score. Scores are negated first where low
        ones mean positive.
    shift : float
        The factor by which odds move from the prior of the sample to that of deployment.
    miss_factor : float
        What the cost of a miss is multiplied by.
    columns : tuple of str
        What the payoffs take, all of it known when deciding.
    payoff : mapping of cell to str
        The matrix as typed.
    least_gain : float or None
        The expected gain from which cases are acted on; None acts on nobody.
    """

    intercept: float
    slope: float
    of_logit: bool
    shift: float
    miss_factor: float
    columns: tuple[str, ...]
    payoff: Mapping[str, str]
    least_gain: float | None = 0.0

    def odds(self, scores: Floats) -> Floats:
        """Return the odds of a positive at the prior of deployment; NaN where there is no score."""
        x = scores.clip(*self.score_range)
        if self.of_logit:
            x = np.log(x / (1 - x))
        found: Floats = np.exp(self.intercept + self.slope * x) * self.shift
        return found

    @property
    def score_range(self) -> tuple[float, float]:
        """The scores that others are taken for: beyond them logits could not be computed with."""
        low, high = (SMALLEST, 1 - SMALLEST) if self.of_logit else (-LARGEST, LARGEST)
        if not self.slope:
            return low, high
        ends = sorted((sign * MOST - self.intercept) / self.slope for sign in (-1, 1))
        if self.of_logit:
            ends = [1 / (1 + math.exp(-min(max(end, -MOST), MOST))) for end in ends]
        return max(low, ends[0]), min(high, ends[1])

    def payoffs(self, columns: Mapping[str, Floats], rows: int) -> dict[str, Floats]:
        """Return the payoff of each cell in every row, the cost of a miss as in force."""
        found = {
            cell: np.broadcast_to(
                np.asarray(compile_expression(self.payoff[cell], columns).evaluate(columns)),
                (rows,),
            )
            for cell in CELLS
        }
        if self.miss_factor != 1:
            found["fn"] = found["tp"] - self.miss_factor * (found["tp"] - found["fn"])
        return found


@dataclass(frozen=True, slots=True, eq=False)
class PerCaseDecisions:
    """What is decided about rows: whether to act, what that is expected to pay, what is missing.

    `probability` is that of a positive; `acting` and `leaving` are the expected payoffs of both
    decisions. `known` tells the rows that can be decided; the others have NaN.
    """

    acts: NDArray[np.bool_]
    probability: Floats
    acting: Floats
    leaving: Floats
    known: NDArray[np.bool_]

    @property
    def gains(self) -> Floats:
        """What acting is expected to pay more than leaving alone."""
        return self.acting - self.leaving

    def expected(self, acts: NDArray[np.bool_]) -> Floats:
        """Return the expected payoff of a decision about each row."""
        return np.where(acts, self.acting, self.leaving)


def decide_per_case(
    calibration: SavedCalibration, scores: Floats, columns: Mapping[str, Floats]
) -> PerCaseDecisions:
    """Return the decision about each row.

    Parameters
    ----------
    scores : ndarray of float64, shape (n,)
        Higher means positive.
    columns : mapping of str to ndarray of float64
        Those that the payoffs take.
    """
    with np.errstate(all="ignore"):
        odds = calibration.odds(scores)
        pays = calibration.payoffs(columns, scores.size)
        gain = odds * (pays["tp"] - pays["fn"]) + (pays["fp"] - pays["tn"])
        least = calibration.least_gain
        acts = gain >= (np.inf if least is None else least * (1 + odds))
        probability = odds / (1 + odds)
        acting, leaving = (
            (odds * pays[positive] + pays[negative]) / (1 + odds)
            for positive, negative in (("tp", "fp"), ("fn", "tn"))
        )
    known = np.isfinite(gain)
    for column in calibration.columns:
        known &= ~np.isnan(columns[column])
    probability, acting, leaving = (
        np.where(known, one, np.nan) for one in (probability, acting, leaving)
    )
    return PerCaseDecisions(acts & known, probability, acting, leaving, known)


def calibration_of(entry: Mapping[str, Any] | None) -> SavedCalibration | None:
    """Return what the `calibration` of a policy holds; None where it has none of a kind known."""
    if not entry or entry.get("kind") != KIND:
        return None
    return SavedCalibration(
        float(entry["intercept"]),
        float(entry["slope"]),
        bool(entry["of_logit"]),
        float(entry["odds_shift"]),
        float(entry.get("miss_factor", 1.0)),
        tuple(entry["columns"]),
        dict(entry["payoff"]),
        entry.get("least_gain", 0.0),
    )
